"""What waits for the player on the first screen: one list, from what is known of them.

What is listed, what the band says of the rest, and the first lines of plain mode are read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum
from typing import Final, Literal

from cuttle_tui.correspondence import count_with_key, games_entry
from cuttle_tui.daily.words import COPY_KEY, home_entry
from cuttle_tui.front.friends_words import friend_entry
from cuttle_tui.i18n.translation import SILENCE, Sentence
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.words import Entry
from cuttle_tui.league.own_week import open_matches, week_entry
from cuttle_tui.learn import mistake_words
from cuttle_tui.learn.mistakes import Mistakes
from cuttle_tui.ports import DailyPage, FriendLine, Lobby
from cuttle_tui.ports.league import WeekPage

KEYS: Final = "xyz"
"""The keys of rows that have none of their own, from the top; no other entry has one of them."""


class Urgency(IntEnum):
    """How soon something wants an answer; what is more urgent comes first."""

    DONE = 0
    LATER = 1
    TODAY = 2
    """Worth doing today."""
    YOURS = 3
    """Others can only go on once the player has."""
    NOW = 4
    """Somebody waits: it is in focus when the screen opens."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits; an entry without a key gets that of its row."""

    kind: Literal["games", "week", "deal", "mistakes", "friend"]
    """What is done with it."""
    entry: Entry
    urgency: Urgency = Urgency.LATER
    told: Sentence = SILENCE
    """What the band says of it where it has no row."""
    friend: FriendLine | None = None
    """The friend whom it is about."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the player."""

    lobby: Lobby
    mistakes: Mistakes
    today: date
    new: bool = False
    """Whether the player has neither learnt nor played anything yet."""
    deal: DailyPage | None = None
    """How they stand with today's deal, once that is known."""
    week: WeekPage | None = None
    """The running week of the season, once that is known."""


def _games(known: Known) -> Iterator[Waiting]:
    """Return the games by days: the player's move, else what waits for others."""
    online = known.lobby.online
    lines = () if online is None else online.inbox()
    if (entry := games_entry(lines)) is not None:
        mine = any(line.waits_for_me for line in lines)
        urgency = Urgency.YOURS if mine else Urgency.LATER
        yield Waiting("games", entry, urgency, count_with_key(lines))


def _week(known: Known) -> Iterator[Waiting]:
    """Return the player's own week of the season: a match that is open is worth playing on."""
    me = known.lobby.player
    if known.week is not None and (entry := week_entry(known.week, me)) is not None:
        begun = any(open_matches(known.week, me))
        yield Waiting("week", entry, Urgency.TODAY if begun else Urgency.LATER)


def _deal(known: Known) -> Iterator[Waiting]:
    """Return today's deal; to somebody new, other things are offered first."""
    if not known.new:
        others = [*_mistakes(known), *_friends(known)]
        copies = COPY_KEY not in KEYS[: len(others)]
        done = known.deal is not None and known.deal.own is not None
        entry = home_entry(letters.DEAL, known.deal, copies=copies)
        yield Waiting("deal", entry, Urgency.DONE if done else Urgency.TODAY)


def _mistakes(known: Known) -> Iterator[Waiting]:
    """Return the player's own mistakes that come back today."""
    if (entry := mistake_words.entry(known.mistakes)) is not None:
        yield Waiting("mistakes", replace(entry, key=""), Urgency.TODAY)


def _friends(known: Known) -> Iterator[Waiting]:
    """Return the friends: who waits at a table for the player is urgent."""
    for line in known.lobby.friends():
        urgency = Urgency.NOW if line.code else Urgency.LATER
        yield Waiting("friend", friend_entry(line, known.today), urgency, friend=line)


SOURCES: Final[tuple[Callable[[Known], Iterator[Waiting]], ...]] = (
    _games,
    _week,
    _deal,
    _mistakes,
    _friends,
)
"""What may wait; of what is equally urgent, the first comes first."""


def waiting(known: Known) -> tuple[Waiting, ...]:
    """List what waits, the most urgent first."""
    found = [each for source in SOURCES for each in source(known)]
    return tuple(sorted(found, key=lambda each: -each.urgency))


def rows_of(waits: Iterable[Waiting], most: int) -> tuple[Waiting, ...]:
    """Choose what is listed, so many at most, and give each row its key."""
    keys = iter(KEYS)
    rows = []
    for each in waits:
        key = each.entry.key or next(keys, "")
        if key:
            rows.append(replace(each, entry=replace(each.entry, key=key)))
    return tuple(rows[:most])


def unlisted(waits: Iterable[Waiting], rows: Iterable[Waiting]) -> Sentence:
    """Tell the most urgent of what has no row."""
    kinds = {each.kind for each in rows}
    return next((each.told for each in waits if each.told and each.kind not in kinds), SILENCE)
