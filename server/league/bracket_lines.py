"""A bracket as the app shows it. Play nights at home show one too, without any database."""

from __future__ import annotations

from collections.abc import Callable

from cuttle_tui.ports.league import BracketMatch, BracketSlot
from server.league.brackets import Bracket, Meeting


def bracket_lines(bracket: Bracket, name: Callable[[str], str]) -> tuple[BracketMatch, ...]:
    """Return the matches of a bracket, each player under the name that a function returns."""
    return tuple(_match(bracket, meeting, name) for meeting in bracket.matches)


def _match(bracket: Bracket, meeting: Meeting, name: Callable[[str], str]) -> BracketMatch:
    one, other = (_slot(bracket, meeting, player, name) for player in meeting.players)
    return BracketMatch(
        meeting.number,
        meeting.side,
        meeting.round,
        (one, other),
        name(meeting.winner) if meeting.winner else "",
        meeting.state,
        meeting.result.why if meeting.result is not None else "",
    )


def _slot(
    bracket: Bracket, meeting: Meeting, player: str, name: Callable[[str], str]
) -> BracketSlot:
    if not player:
        return BracketSlot("", 0)
    wins = None
    if meeting.result is not None and meeting.result.wins is not None:
        wins = meeting.result.wins[player != meeting.winner]
    return BracketSlot(name(player), bracket.seed(player), wins)
