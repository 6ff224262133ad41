"""Word what can be done while another player stays away."""

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
    N_("you stayed away: claim the win, or wait on"),
    N_("{who} stayed away: claim the win, or wait on"),
    N_("{us} stayed away: claim the win, or wait on"),
    N_("{all} stayed away: claim the win, or wait on"),
)
_MAY_CLAIM: Final[Four] = (
    N_("you stayed away: {c} claims the win"),
    N_("{who} stayed away: {c} claims the win"),
    N_("{us} stayed away: {c} claims the win"),
    N_("{all} stayed away: {c} claims the win"),
)
_MAY_CALL_OFF: Final[Four] = (
    N_("you stayed away: {c} claims the win, {u} calls it off"),
    N_("{who} stayed away: {c} claims the win, {u} calls it off"),
    N_("{us} stayed away: {c} claims the win, {u} calls it off"),
    N_("{all} stayed away: {c} claims the win, {u} calls it off"),
)


def waiting_line(q: Question, doing: str) -> Sentence:
    """Say whom one waits for; of somebody who is away, what comes of it, and when."""
    seat = q.view.asked[0]
    left = q.away[seat] if seat < len(q.away) else None
    if left is None:
        return say(doing)
    who = q.names.who(seat)
    clock = q.clocks[seat] if seat < len(q.clocks) else None
    if clock is not None and clock <= left:
        return tell("{who} is away, and the clock runs on", who=who)
    if not left:
        return tell("{who} is away: the seat is held", who=who)
    held = _HELD if q.view.viewer is None else _HELD_FROM_CLAIM
    return tell(held, who=who, time=time_left(left))


_HELD: Final = N_("{who} is away: the seat is held for {time}")
_HELD_FROM_CLAIM: Final = N_("{who} is away: you may claim the win in {time}")


def _about_the_gone(q: Question, messages: Four) -> Sentence:
    """Say something of those whose seats are held no longer."""
    gone = [seat for seat, left in enumerate(q.away) if left == 0]
    keys = {"c": _CLAIM, "u": _CALL_OFF}
    if not gone:
        return tell(messages[1], who=tell("somebody"), **keys)
    return q.names.together(gone, *messages, **keys)


def claim_prompt(q: Question, why: Sentence) -> Prompt:
    """Ask whether to end a game that others left alone."""
    call_off = (option(commands.CALL_OFF, N_("call the game off")),) if q.may_call_off else ()
    options = (
        option(commands.CLAIM, N_("claim the win")),
        *call_off,
        option(commands.LOG, N_("log")),
    )
    return Prompt("bar", tr("CLAIM?"), _about_the_gone(q, _CLAIM_OR_WAIT), options, why)


def aside(q: Question) -> Sentence:
    """Say on one's own turn that the win may be claimed."""
    if not q.claimable:
        return SILENCE
    return _about_the_gone(q, _MAY_CALL_OFF if q.may_call_off else _MAY_CLAIM)


# who comes and goes while a game is played -------------------------------------------------------


def coming_line(before: TableState, after: TableState, names: Names) -> Sentence:
    """Say whose seat a computer plays from now on, or no longer.

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
_STEPPED_AWAY: Final = N_("{who} stepped away: the computer plays meanwhile")
_BACK: Final = N_("{who} is back")
