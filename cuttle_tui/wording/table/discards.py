"""Word the number of cards to discard, and the reason."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, cards, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted
from engine.play.view import Ask, View


def about_discard(view: View, seat: int) -> Sentence:
    """Say why cards must be discarded, or that frozen ones may go."""
    frozen = view.seats[seat].frozen
    if frozen:
        return tell(_FROZEN if len(frozen) == 1 else _FROZEN_MANY, cards=cards(frozen))
    if view.ask is Ask.LIMIT:
        return say(counted(view.ruleset.hand_limit, _LIMIT))
    if view.ask is Ask.PAY:
        return say(counted(view.ruleset.five_draw, _THEN_DRAW))
    return SILENCE


_FROZEN: Final = N_("{cards} is frozen, but you may discard it")
_FROZEN_MANY: Final = N_("{cards} are frozen, but you may discard them")
_LIMIT: Final = Plural(
    "you may keep {n} card at the end of your turn",
    "you may keep {n} cards at the end of your turn",
)
_THEN_DRAW: Final = Plural("then you draw {n} card", "then you draw {n} cards")


def too_few(view: View, seat: int, count: int) -> Sentence:
    """Ask for the missing cards, with the reason."""
    first = say(_PICK_FIRST.get(count) or counted(count, _MANY_FIRST))
    reason = about_discard(view, seat)
    return tell("{pick}; {reason}", pick=first, reason=reason) if reason else first


_PICK_FIRST: Final = {
    1: N_("choose one card first"),
    2: N_("choose two cards first"),
    3: N_("choose three cards first"),
    4: N_("choose four cards first"),
}
_MANY_FIRST: Final = Plural("choose {n} card first", "choose {n} cards first")
