"""Word giving up, leaving a seat to play by rote, coming back, offering a draw."""

from __future__ import annotations

from typing import Final

from cuttle_tui import offered
from cuttle_tui.prose import SILENCE, Sentence, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names, ally_of
from engine.actions import Kind
from engine.view import View

LEAVE_KEYS: Final[dict[str, Kind]] = {
    "g": Kind.CONCEDE,
    "t": Kind.RETRACT,
    "a": Kind.LEAVE,
    "b": Kind.RETURN,
    "o": Kind.OFFER,
}
"""The key of each thing that may be done whoever is asked, in the order they are offered."""


def leave_prompt(view: View | None, names: Names) -> Prompt:
    """Ask whether to leave the table, or how else to end the game; no view before the deal."""
    standing = {} if view is None else offered.standing(view)
    options = [option("y", "leave" if len(standing) > 2 else "leave the table")]
    for key, kind in LEAVE_KEYS.items():
        if view is not None and kind in standing:
            options.append(option(key, _label(kind, view, names)))
    options.append(option("n", "stay"))
    running = bool(standing)
    sentence = say("Leave the table, or end this game?" if running else "Leave the table?")
    reason = _reason(view, names) if view is not None and running else SILENCE
    return Prompt("bar", "LEAVE?", sentence, tuple(options), reason)


def _label(kind: Kind, view: View, names: Names) -> str:
    if kind is Kind.CONCEDE:
        return {"retire": "give up, others play on", "side": "give up with your ally"}.get(
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
