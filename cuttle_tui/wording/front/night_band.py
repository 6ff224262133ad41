"""Announce the play night in the bands of the lobby and of the home screen."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.keymap.front_letters import NIGHT
from cuttle_tui.ports import OnlineLobby

FORMATS: Final = {
    "swiss": N_("Swiss"),
    "round-robin": N_("round robin"),
    "arena": N_("arena"),
    "double-elimination": N_("double elimination"),
}
PLAYERS: Final = Plural("{n} player", "{n} players")
_OPEN: Final = N_("play night ({format}, {players}): {key} to join before it begins")
_RUNNING: Final = N_("play night ({format}, {players}): {key} to see it")


def night_band(lobby: OnlineLobby) -> Sentence:
    """Announce a play night that is not over; nothing if there is none."""
    line = None if lobby.nights is None or lobby.league is None else lobby.nights.line()
    if line is None or line.state == "over":
        return SILENCE
    message = _OPEN if line.state == "open" and not line.joined else _RUNNING
    players = counted(line.players, PLAYERS)
    return tell(message, format=tr(FORMATS[line.format]), players=players, key=Span(NIGHT, "key"))
