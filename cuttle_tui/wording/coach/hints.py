"""Word a hint: the best plays, and that they are an opinion."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.table.coach import Hint
from cuttle_tui.wording.coach.purposes import UNLIMITED, best_line, keeps_reason, percent, play_line
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.prompt_types import Prompt

_AFTER_HEAD: Final = 3
"""Columns after the first words of the bar."""
THINKING: Final = N_("the coach is thinking")
NOTHING: Final = N_("there is nothing to choose here")
ONLY_IN_PRACTICE: Final = N_("the coach helps in practice and in replays, never in other games")


def hint_lines(hint: Hint, names: Names, room: int = UNLIMITED) -> tuple[Sentence, ...]:
    """Word the plays of a hint, best first, as far as there is room in each line."""
    return tuple(play_line(hint.view, play, names, room) for play in hint.plays)


def hint_prompt(hint: Hint, names: Names, room: int = UNLIMITED) -> Prompt:
    """Put the plays of a hint in place of the question, a row each, as far as there is room."""
    head, first = _head_and_first(hint, names, room)
    _, second, third = (*hint_lines(hint, names, room), SILENCE, SILENCE)[:3]
    if not second:
        second = tell("there is no other play")
    return Prompt("bar", head, first, (second,), third or chance_line(hint, names))


def _head_and_first(hint: Hint, names: Names, room: int) -> tuple[str, Sentence]:
    """Word the bar; where there is little room, rather a short head than no reason."""
    play, heads = hint.plays[0], (tr("COACH THINKS"), tr("OPINION"))
    rooms = [room - cell_len(head) - _AFTER_HEAD for head in heads]
    kept = [keeps_reason(hint.view, play, names, room) for room in rooms]
    place = kept.index(True) if any(kept) else 0
    return heads[place], best_line(hint.view, play, names, rooms[place])


def opinion(names: Names, seat: int) -> str:
    """Say whose knowledge an opinion rests on."""
    if names.seat == seat:
        return tr("the coach thinks, from what you can see")
    return tr("the coach thinks, from what {who} could see", who=names.who(seat))


def chance_line(hint: Hint, names: Names) -> Sentence:
    """Word the chance to win, as an opinion."""
    assert hint.view.viewer is not None
    whose = opinion(names, hint.view.viewer)
    return say(tr("{opinion}: {chance} to win", opinion=whose, chance=percent(hint.chance)))
