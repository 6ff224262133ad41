"""Word for plain mode what happened at a table, and what changed there beside the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, cards, listing, tell
from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import TableState
from cuttle_tui.wording.log.log_lines import (
    back_on_deck_line,
    committed_line,
    cut_lines,
    told_line,
)
from cuttle_tui.wording.names import Names, foes_of
from cuttle_tui.wording.plain.table import hand_line, hand_now_read, score_line
from engine.cards import EIGHT, Card, rank_of
from engine.play import events as ev
from engine.play.events import Event
from engine.play.view import View
from engine.table.state import LostBy


def event_lines(
    event: Event, names: Names, before: Sequence[Event], lost_by: LostBy | None = None
) -> Iterator[Sentence]:
    """Word an event, with every card that was lost; each event has a line."""
    line = told_line(event, names, before, lost_by)
    if line:
        yield line
    elif isinstance(event, ev.Declined):
        yield names.by(event.seat, N_("you let it happen"), N_("{who} let it happen"))
    else:
        seat = getattr(event, "seat", 0)
        yield names.by(seat, N_("you had nothing to discard"), N_("{who} had nothing to discard"))
    lost = _lost(event)
    if lost:
        yield tell("to the scrap: {cards}", cards=cards(lost))
    if back := back_on_deck_line(event, before):
        yield back


def _lost(event: Event) -> tuple[Card, ...]:
    if isinstance(event, ev.Wiped | ev.Scuttled | ev.Destroyed | ev.Evicted):
        return event.lost
    return ()


def dealt_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Say what is worth knowing when the cards are dealt."""
    if state.commitment:
        yield committed_line(state.commitment)
    yield from cut_lines(state.cuts, names)
    if state.view is not None and state.view.viewer is not None:
        yield hand_line(state.view)


def changes(before: TableState, now: TableState, names: Names) -> Iterator[Sentence]:
    """Say who came, went, or got ready, what the score is now, and what stops the game."""
    for seat in range(len(now.sitters)):
        yield _sitter_change(before, now, seat, names)
        if seat in now.ready and seat not in before.ready and not _runs(now):
            yield names.by(seat, N_("you are ready"), N_("{who} is ready"))
        if before.view is not None and now.view is not None and _scored(before, now, seat):
            yield score_line(now.view, seat, names)
    if before.view is not None and now.view is not None and _runs(now):
        yield from _hands_read(before.view, now.view, names)
    if now.trouble and not before.trouble:
        yield tell("the server cannot save moves right now: the game waits, nothing is lost")
    if before.trouble and not now.trouble:
        yield tell("the game goes on")
    if now.claimable and not before.claimable:
        yield _claim(now, names)


def _hands_read(before: View, now: View, names: Names) -> Iterator[Sentence]:
    """Word which hands can be seen from now on, and who sees the player's."""
    if now.viewer is None or before.ply == now.ply:
        return
    for seat, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if seat != now.viewer and new.hand and new.open and not old.open:
            yield hand_now_read(now, seat, names)
    for seat in foes_of(now, now.viewer):
        if _wears_glasses(now, seat) and not _wears_glasses(before, seat):
            yield tell("{who} can see your hand now", who=names.names[seat])


def _wears_glasses(view: View, seat: int) -> bool:
    """Return whether an eight lets a seat see its opponents' hands."""
    royals = view.seats[seat].royals
    return view.exposer == seat or any(rank_of(placed.card) == EIGHT for placed in royals)


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
        return tell("{who} sat down", who=new.name)
    if new.kind == "nobody":
        if _runs(before) and not _runs(now) and not now.called_off:
            return SILENCE  # the end of the game tells it
        return tell("{who} left the table", who=old.name)
    if old.present and not new.present:
        return tell("{who} is away: the seat is held", who=new.name)
    return tell("{who} is back", who=new.name) if new.present and not old.present else SILENCE


_STAYED_AWAY: Final = {
    (True, False): N_("{who} is still away: type claim to claim the win"),
    (True, True): N_(
        "{who} is still away: type claim to claim the win, call off to end the game "
        "without a result"
    ),
    (False, False): N_("a player is still away: type claim to claim the win"),
    (False, True): N_(
        "a player is still away: type claim to claim the win, call off to end the game "
        "without a result"
    ),
}
"""By whether one knows who did, and whether the game may be called off."""


def _claim(state: TableState, names: Names) -> Sentence:
    gone = listing([names.who(seat) for seat, left in enumerate(state.away) if left == 0])
    return tell(_STAYED_AWAY[bool(gone), state.may_call_off], who=gone)
