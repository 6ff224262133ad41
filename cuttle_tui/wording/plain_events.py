"""Word for plain mode what happened at a table, and what changed there beside the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cuttle_tui.ports import TableState
from cuttle_tui.prose import SILENCE, Sentence, cards, say
from cuttle_tui.wording.log import committed_line, line_of
from cuttle_tui.wording.names import (
    Names,
)
from cuttle_tui.wording.plain_table import hand_line, score_line
from engine import events as ev
from engine.cards import Card
from engine.events import Event


def event_lines(event: Event, names: Names, before: Sequence[Event]) -> Iterator[Sentence]:
    """Word an event, with every card that was lost; each event has a line."""
    line = line_of(event, names, before)
    if line:
        yield line
    elif isinstance(event, ev.Declined):
        yield say(f"{names.who(event.seat)} let it happen")
    else:
        yield say(f"{names.who(getattr(event, 'seat', 0))} had nothing to discard")
    lost = _lost(event)
    if lost:
        yield say("to the scrap: ", cards(lost))


def _lost(event: Event) -> tuple[Card, ...]:
    if isinstance(event, ev.Wiped | ev.Scuttled | ev.Destroyed | ev.Evicted):
        return event.lost
    return ()


def dealt_lines(state: TableState) -> Iterator[Sentence]:
    """Say what is worth knowing when the cards are dealt."""
    if state.commitment:
        yield committed_line(state.commitment)
    if state.view is not None and state.view.viewer is not None:
        yield hand_line(state.view)


def changes(before: TableState, now: TableState, names: Names) -> Iterator[Sentence]:
    """Say who came, went, or got ready, what the score is now, and what stops the game."""
    for seat in range(len(now.sitters)):
        yield _sitter_change(before, now, seat, names)
        if seat in now.ready and seat not in before.ready and not _runs(now):
            yield say(f"{names.who(seat)} {'are' if seat == names.seat else 'is'} ready")
        if before.view is not None and now.view is not None and _scored(before, now, seat):
            yield score_line(now.view, seat, names)
    if now.trouble and not before.trouble:
        yield say("the server cannot store moves just now: the game waits, nothing is lost")
    if before.trouble and not now.trouble:
        yield say("the game goes on")
    if now.claimable and not before.claimable:
        yield _claim(now, names)


def _runs(state: TableState) -> bool:
    return state.view is not None and state.view.outcome is None and not state.called_off


def _scored(before: TableState, now: TableState, seat: int) -> bool:
    assert before.view is not None
    assert now.view is not None
    old, new = before.view.seats[seat], now.view.seats[seat]
    return (old.score, old.goal) != (new.score, new.goal)


def _sitter_change(before: TableState, now: TableState, seat: int, names: Names) -> Sentence:
    old, new = before.sitters[seat], now.sitters[seat]
    if old == new or seat == names.seat:
        return SILENCE
    if old.kind == "nobody":
        return say(f"{new.name} sat down")
    if new.kind == "nobody":
        return say(f"{old.name} left the table")
    if old.present and not new.present:
        return say(f"{new.name} is away: the seat is held")
    return say(f"{new.name} is back") if new.present and not old.present else SILENCE


def _claim(state: TableState, names: Names) -> Sentence:
    gone = " and ".join(names.who(seat) for seat, left in enumerate(state.away) if left == 0)
    off = ", call off to end the game without a result" if state.may_call_off else ""
    return say(f"{gone or 'somebody'} stayed away: type claim to claim the win{off}")
