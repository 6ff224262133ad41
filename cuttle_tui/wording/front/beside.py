"""Word what stands beside the lists of a lobby in a large window."""

from __future__ import annotations

from itertools import chain, islice
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, tell
from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import (
    GameLine,
    InboxLine,
    OnlineLobby,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.league import SeasonLine
from cuttle_tui.wording.front.home import season_line
from cuttle_tui.wording.front.lobby import doing_text
from cuttle_tui.wording.front.night_band import night_band
from cuttle_tui.wording.names import named

PEOPLE: Final = N_("who is here")
NEWS: Final = N_("league and play nights")
_MOST: Final = 12
"""Lines of a list beside another one."""


def ruleset_of(
    line: TableLine | QueueLine | PersonLine | GameLine | InboxLine | None, lobby: OnlineLobby
) -> str:
    """Return the rules of a row of a list: of a person those they play by or wait for.

    Empty if there are none.
    """
    if line is None:
        return ""
    if not isinstance(line, PersonLine):
        return line.ruleset
    waits = (each.ruleset for each in lobby.queue() if line.queue and each.id == line.queue)
    plays = (each.ruleset for each in lobby.tables() if line.table and each.title == line.table)
    return next(chain(waits, plays), "")


def people_lines(lobby: OnlineLobby) -> tuple[Sentence, ...]:
    """List the other players who are here, and what they do."""
    others = (line for line in lobby.people() if not line.me)
    return tuple(map(_person, islice(others, _MOST)))


def _person(line: PersonLine) -> Sentence:
    who = Span(named(line.name, line.rating), "strong")
    return tell("{who}: {doing}", who=who, doing=doing_text(line))


def news_lines(lobby: OnlineLobby) -> tuple[Sentence, ...]:
    """Tell the running season and the play night."""
    season: SeasonLine | None = lobby.season
    lines = (() if season is None else season_line(season), night_band(lobby))
    return tuple(line for line in lines if line)
