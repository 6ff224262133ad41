"""Hints of the coach at a table and in a replay: the best plays, in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len

from cuttle_tui.coach.purposes import UNLIMITED, best_line, percent, play_line
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import KeysModel, Prompt
from cuttle_tui.table.present_seats import with_cards_lit
from cuttle_tui.table.view_model import TableModel
from engine.bots.search import Assessment, Rated
from engine.cards import Card, rank_of
from engine.coach.analysis import candidates
from engine.play.view import View

_PLAYS: Final = 3
"""How many plays a hint names."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best plays of the seat that is asked, from its view."""

    view: View
    chance: float
    plays: tuple[Rated, ...]
    """Best first."""

    @property
    def named(self) -> Collection[Card]:
        """The cards of the best play: those played and those aimed at."""
        action = self.plays[0].action
        return {*action.cards, *action.targets}


def hint_of(view: View, assessment: Assessment) -> Hint | None:
    """Return the hint for a view; None if there is nothing to choose."""
    plays: dict[object, Rated] = {}
    for play in candidates(assessment):
        plays.setdefault(_look(play), play)
    best = tuple(plays.values())[:_PLAYS]
    return Hint(view, assessment.chance, best) if best else None


def _look(play: Rated) -> object:
    """Return a key for telling plays apart: cards of one rank with equal chances are alike."""
    kind, cards, targets, seat = play.action
    return kind, tuple(map(rank_of, cards)), targets, seat, round(100 * play.chance)


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
    head = tr("COACH")
    first = best_line(hint.view, hint.plays[0], names, room - cell_len(head) - _AFTER_HEAD)
    _, second, third = (*hint_lines(hint, names, room), SILENCE, SILENCE)[:3]
    if not second:
        second = tell("there is no other play")
    return Prompt("bar", head, first, (second,), third or chance_line(hint, names))


def opinion(names: Names, seat: int) -> str:
    """Say whose knowledge an opinion rests on."""
    if names.seat == seat:
        return tr("the coach's opinion, from what you can see")
    return tr("the coach's opinion, from what {who} could see", who=names.who(seat))


def chance_line(hint: Hint, names: Names) -> Sentence:
    """Word the chance to win, as an opinion."""
    assert hint.view.viewer is not None
    whose = opinion(names, hint.view.viewer)
    return say(tr("{opinion}: {chance} to win", opinion=whose, chance=percent(hint.chance)))


def with_hint(model: TableModel, hint: Hint, names: Names, room: int) -> TableModel:
    """Put a hint in place of the question, and light the cards of the best play."""
    assert hint.view.viewer is not None
    model = with_cards_lit(model, hint.named)
    tray = tuple(replace(face, lit=face.lit or face.card in hint.named) for face in model.tray)
    keys = KeysModel(model.keys.hints, opinion(names, hint.view.viewer))
    return replace(model, prompt=hint_prompt(hint, names, room), tray=tray, keys=keys)
