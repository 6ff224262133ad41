"""Make calendars and feeds, for every door that gives them: the store is read, nothing is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import tr
from cuttle_tui.ports import InboxLine
from server.feeds import Club, atom
from server.feeds.calendar import calendar_text, club_events, game_events, own_events
from server.store.values import Person

if TYPE_CHECKING:
    from server.store.store import Store

_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed was changed last in which nothing has ever been."""


def club_calendar(store: Store, club: Club, now: datetime) -> bytes:
    """Return the calendar of everybody."""
    return calendar_text(club, club.title, store.read(club_events, now), now)


def own_calendar(
    store: Store, club: Club, person: Person, lines: list[InboxLine], now: datetime
) -> bytes:
    """Return the calendar of a player: everybody's, their matches, and moves that they owe."""
    own = [*store.read(own_events, person.player, now), *game_events(lines)]
    name = tr("{club}: {player}", club=club.title, player=person.name)
    return calendar_text(club, name, [*store.read(club_events, now), *own], now)


RESULTS: Final = "/feed.atom"
"""The path of the feed of results."""


def games_path(player: str) -> str:
    """Return the path of the feed of a player's games."""
    return f"/player/{player}.atom"


def feed_title(club: str, player: str = "") -> str:
    """Title the feed of a player's games; that of results without a player."""
    if player:
        return tr("{club}: games of {player}", club=club, player=player)
    return tr("{club}: results", club=club)


def result_feed(store: Store, club: Club) -> bytes:
    """Return the feed of results."""
    return atom.feed_text(club, RESULTS, feed_title(club.title), store.read(atom.results), _BEGAN)


def game_feed(store: Store, club: Club, name: str) -> bytes | None:
    """Return the feed of a player's games; None if there is none for strangers."""
    found = store.read(atom.games_of, name)
    if found is None:
        return None
    own, entries = found
    title = feed_title(club.title, own)
    return atom.feed_text(club, games_path(own), title, entries, _BEGAN)
