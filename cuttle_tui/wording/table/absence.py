"""Word what players can do when another is away."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.ports import Sitter, TableState
from cuttle_tui.table import commands
from cuttle_tui.wording.names import Four, Names
from cuttle_tui.wording.prompt_types import Prompt, Question, option
from cuttle_tui.wording.table.status_notes import time_left

_CLAIM: Final = Span(commands.CLAIM.key, "key")
_CALL_OFF: Final = Span(commands.CALL_OFF.key, "key")

_CLAIM_OR_WAIT: Final[Four] = (
    N_("you are away: claim the win, or wait"),
    N_("{who} is still away: claim the win, or wait"),
    N_("{us} are still away: claim the win, or wait"),
    N_("{all} are still away: claim the win, or wait"),
)
_MAY_CLAIM: Final[Four] = (
    N_("you are away: {c} claims the win"),
    N_("{who} is still away: {c} claims the win"),
    N_("{us} are still away: {c} claims the win"),
    N_("{all} are still away: {c} claims the win"),
)
_MAY_CALL_OFF: Final[Four] = (
    N_("you are away: {c} claims the win, {u} calls the game off"),
    N_("{who} is still away: {c} claims the win, {u} calls the game off"),
    N_("{us} are still away: {c} claims the win, {u} calls the game off"),
    N_("{all} are still away: {c} claims the win, {u} calls the game off"),
)


def waiting_line(q: Question, doing: str) -> Sentence:
    """Say whom the table waits for; if a player is away, what happens and when."""
    seat = q.view.asked[0]
    left = q.away[seat] if seat < len(q.away) else None
    if left is None:
        return say(doing)
    who = q.names.who(seat)
    clock = q.clocks[seat] if seat < len(q.clocks) else None
    if clock is not None and clock <= left:
        return tell("{who} is away, and the clock is running", who=who)
    if not left:
        return tell("{who} is away: the seat is held", who=who)
    held = _HELD if q.view.viewer is None else _HELD_FROM_CLAIM
    return tell(held, who=who, time=time_left(left))


_HELD: Final = N_("{who} is away: the seat is held for {time}")
_HELD_FROM_CLAIM: Final = N_("{who} is away: you can claim the win in {time}")


def _about_the_gone(q: Question, messages: Four) -> Sentence:
    """Word a message about the seats that are no longer held."""
    gone = [seat for seat, left in enumerate(q.away) if left == 0]
    keys = {"c": _CLAIM, "u": _CALL_OFF}
    if not gone:
        return tell(messages[1], who=tell("somebody"), **keys)
    return q.names.together(gone, *messages, **keys)


def claim_prompt(q: Question, why: Sentence) -> Prompt:
    """Ask whether to claim the win."""
    call_off = (option(commands.CALL_OFF, N_("call the game off")),) if q.may_call_off else ()
    options = (
        option(commands.CLAIM, N_("claim the win")),
        *call_off,
        option(commands.LOG, N_("log")),
    )
    return Prompt("bar", tr("CLAIM?"), _about_the_gone(q, _CLAIM_OR_WAIT), options, why)


def aside(q: Question) -> Sentence:
    """Say on the reader's turn that the win can be claimed."""
    if not q.claimable:
        return SILENCE
    return _about_the_gone(q, _MAY_CALL_OFF if q.may_call_off else _MAY_CLAIM)


# who comes and goes while a game is played -------------------------------------------------------


def coming_line(before: TableState, after: TableState, names: Names) -> Sentence:
    """Say whose seat the computer plays, or no longer plays.

    Who is but cut off is told beside the name and in the bar: the same dialog awaits them.
    """
    then, now = before.view, after.view
    if then is None or now is None or now.outcome is not None or after.called_off:
        return SILENCE
    changed = {*then.absent} ^ {*now.absent}
    for seat in sorted(changed - {names.seat, *now.retired}):
        message = _gone(after.sitters[seat]) if seat in now.absent else _BACK
        return say(Span(tr(message, who=names.who(seat)), "strong"))
    return SILENCE


def _gone(sitter: Sitter) -> Message:
    return _LEFT if sitter.kind == "nobody" else _STEPPED_AWAY


_LEFT: Final = N_("{who} left: the computer plays on")
_STEPPED_AWAY: Final = N_("{who} stepped away: the computer plays for now")
_BACK: Final = N_("{who} is back")
