"""Show a play that was countered as a clash: the cards against each other, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from cuttle_tui.table.view_model import MidModel, SeatModel, StackCard
from cuttle_tui.table.words.open_play import verdict
from engine.actions import Kind
from engine.cards import Card
from engine.play import events as ev
from engine.play.events import Event
from engine.play.view import Ask, View

_DUEL: Final = 2
_MOST: Final = 5
"""The most cards that are shown: of more, the first and the last."""
_ASKED: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)


class Clash(NamedTuple):
    """A play and the cards that were played against each other after it; all of them are public."""

    kind: Kind
    """How the first card was played."""
    cards: tuple[tuple[int, Card], ...]
    """Seats and what each played, in order."""
    sides: tuple[int, ...]
    """The side of each seat."""

    def shown_in(self, mid: MidModel, seats: Mapping[int, SeatModel], below: int) -> MidModel:
        """Show the clash in the band, with `below` at the bottom of the table."""
        last = len(self.cards) - 1
        named = len(seats) > _DUEL
        stack = [
            StackCard(
                card,
                seats[seat].name if named else "",
                seat == below,
                seats[seat].short_name if named else "",
                ours=self.sides[seat] == self.sides[below],
                beaten=(last - place) % 2 == 1,
            )
            for place, (seat, card) in enumerate(self.cards)
        ]
        shown = (*stack[:1], *stack[1:][1 - _MOST :])
        return replace(mid, stack=shown, verdict=verdict(self.kind, last))


_ANNOUNCED: Final[dict[type[Event], Kind]] = {
    ev.AnnouncedOneOff: Kind.ONE_OFF,
    ev.AnnouncedScuttle: Kind.SCUTTLE,
    ev.AnnouncedRoyal: Kind.ROYAL,
}


def clashes_of(events: Iterable[Event], before: View, after: View) -> tuple[Clash, ...]:
    """Return the play that has just been decided, if anybody countered it; one at most.

    While anybody is still asked for a counter, there is none: the question shows the cards.
    """
    kind = before.pile[0].action.kind if before.pile else Kind.ONE_OFF
    cards = [(played.seat, played.action.card) for played in before.pile]
    for event in events:
        match event:
            case ev.AnnouncedOneOff() | ev.AnnouncedScuttle() | ev.AnnouncedRoyal():
                kind, cards = _ANNOUNCED[type(event)], [(event.seat, event.card)]
            case ev.Countered():
                cards.append((event.seat, event.card))
            case ev.Conceded():
                cards.clear()
    if not cards[1:] or after.ask in _ASKED:
        return ()
    return (Clash(kind, tuple(cards), tuple(side.side for side in after.seats)),)
