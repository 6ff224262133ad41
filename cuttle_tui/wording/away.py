"""Word what can be done while another player stays away."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Question, option
from cuttle_tui.wording.modes import time_left

CLAIM_KEY: Final = "c"
CALL_OFF_KEY: Final = "u"


def waiting_line(q: Question, doing: str) -> Sentence:
    """Say whom one waits for; of somebody who is away, how long the seat is held."""
    gone = _absent(q)
    if q.claimable:
        return say(f"{gone or 'somebody'} stayed away: claim the win, or wait on")
    seat = q.view.asked[0]
    left = q.away[seat] if seat < len(q.away) else None
    if left is None:
        return say(doing)
    held = f"the seat is held for {time_left(left)}" if left else "the seat is held"
    return say(f"{q.names.who(seat)} is away: {held}")


def _absent(q: Question) -> str:
    """Name those whose seats are held no longer."""
    return " and ".join(q.names.who(seat) for seat, left in enumerate(q.away) if left == 0)


def ways_out(q: Question) -> tuple[Sentence, ...]:
    """List how a game may be ended that others left alone."""
    if not q.claimable:
        return ()
    call_off = (option(CALL_OFF_KEY, "call the game off"),) if q.may_call_off else ()
    return (option(CLAIM_KEY, "claim the win"), *call_off, option("l", "log"))


def aside(q: Question) -> Sentence:
    """Say on one's own turn that the win may be claimed."""
    if not q.claimable:
        return SILENCE
    off = say(", ", Span(CALL_OFF_KEY, "key"), " calls it off") if q.may_call_off else SILENCE
    return say(f"{_absent(q)} stayed away: ", Span(CLAIM_KEY, "key"), " claims the win", off)
