"""Word giving up, leaving a seat to play by rote, coming back, offering a draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui import offered
from cuttle_tui.ports import TableState
from cuttle_tui.prose import SILENCE, Sentence, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names, ally_of
from engine.actions import Kind
from engine.view import View


@dataclass(frozen=True, slots=True)
class Showing:
    """Who agreed to show hands to watchers."""

    seats: tuple[int, ...]
    open: bool
    """Whether that is everybody, so that hands are shown."""
    many: bool
    """Whether more than two play."""


def showing_of(state: TableState) -> Showing | None:
    """Tell who agreed to show hands; None where hands are never shown."""
    if state.rated:
        return None
    return Showing(state.showing, state.open_hands, len(state.sitters) > 2)


LEAVE_KEYS: Final[dict[str, Kind]] = {
    "g": Kind.CONCEDE,
    "t": Kind.RETRACT,
    "a": Kind.LEAVE,
    "b": Kind.RETURN,
    "o": Kind.OFFER,
}
"""The key of each thing that may be done whoever is asked, in the order they are offered."""


SHOW_KEY: Final = "h"
"""The key of showing one's hand to watchers."""


def leave_prompt(view: View | None, names: Names, showing: Showing | None = None) -> Prompt:
    """Ask whether to leave the table, or how else to end the game.

    Args:
        view: the game; None before the deal.
        names: who is called what.
        showing: who shows the hand to watchers; None where nobody can watch.
    """
    standing = {} if view is None else offered.standing(view)
    crowded = len(standing) > 2 or (view is not None and len(view.seats) > 2)
    options = [option("y", "leave" if crowded else "leave the table")]
    for key, kind in LEAVE_KEYS.items():
        if view is not None and kind in standing:
            options.append(option(key, _label(kind, view, names)))
    running = bool(standing)
    if showing is not None and running:
        mine = names.seat in showing.seats
        options.append(option(SHOW_KEY, "hide hand" if mine else "open hands"))
    options.append(option("n", "stay"))
    sentence = say("Leave the table, or end this game?" if running else "Leave the table?")
    reason = _reason(view, names) if view is not None and running else SILENCE
    if showing is not None and showing.seats and running:
        reason = _shown(showing, names)
    return Prompt("bar", "LEAVE?", sentence, tuple(options), reason)


def _shown(showing: Showing, names: Names) -> Sentence:
    if showing.open:
        return say("everybody agreed: watchers see all hands")
    who = " and ".join(map(names.who, showing.seats))
    rest = "all" if showing.many else "both"
    return say(f"{who} would show hands to watchers: {rest} must agree")


def _label(kind: Kind, view: View, names: Names) -> str:
    if kind is Kind.CONCEDE:
        return {"retire": "give up, others play on", "side": "give up, both"}.get(
            view.ruleset.concede_mode, "give up this game"
        )
    return _LABELS[kind]


_LABELS: Final = {
    Kind.RETRACT: "do not give up",
    Kind.LEAVE: "step away",
    Kind.RETURN: "come back",
    Kind.OFFER: "offer a draw",
}


def _reason(view: View, names: Names) -> Sentence:
    seat = view.viewer or 0
    partner = ally_of(view, seat)
    if seat in view.absent:
        return say("you stepped away: your seat plays by rote until you come back")
    if partner is None or view.ruleset.concede_mode != "side":
        return say("leaving gives up the running game")
    who = names.who(partner)
    if seat in view.conceding:
        return say(f"you would give up: {who} has to agree")
    if partner in view.conceding:
        return say(f"{who} would give up: it ends the game if you agree")
    return say(f"giving up needs {who} to agree; who steps away plays by rote")
