"""Keep cards in sight for a moment where they were taken from: dull, with an ``x``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from cuttle_tui.drawing.faces import Face
from cuttle_tui.table.choices import arrange
from cuttle_tui.table.view_model import SeatModel
from engine.cards import Card
from engine.play.events import Event
from engine.play.view import Placed, SeatView, View

Row = Literal["points", "royals"]

_ROWS: Final[tuple[Row, ...]] = ("points", "royals")
_SIGN: Final = "x"


class Ghost(NamedTuple):
    """A card that has just left a field, and where it lay there."""

    seat: int
    row: Row
    beside: Card | None
    """The card that lay before it in its row; None for the first."""
    card: Card
    jacks: tuple[Card, ...] = ()

    @property
    def face(self) -> Face:
        """Return how it is drawn."""
        return Face(self.card, self.jacks, look="mute", word=_SIGN, gone=True)


def ghosts_of(before: View, after: View, log: Sequence[Event] = ()) -> tuple[Ghost, ...]:
    """Return the cards that left a field, in the order in which they lay.

    Args:
        before: the table with them.
        after: the table without them.
        log: the events up to `before`, which say in what order the cards lay.
    """
    return tuple(
        ghost
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        for row in _ROWS
        for ghost in _gone(seat, row, arrange(_placed(old, row), log), _placed(new, row))
    )


def _placed(side: SeatView, row: Row) -> tuple[Placed, ...]:
    return side.points if row == "points" else side.royals


def _gone(seat: int, row: Row, lay: Sequence[Placed], lie: Sequence[Placed]) -> Iterator[Ghost]:
    left = {placed.card for placed in lie}
    for before, placed in zip((None, *lay), lay, strict=False):
        if placed.card not in left:
            beside = None if before is None else before.card
            yield Ghost(seat, row, beside, placed.card, placed.stack)


def with_ghosts(model: SeatModel, ghosts: Iterable[Ghost]) -> SeatModel:
    """Put the ghosts of a seat back where they lay, except for cards that have come back."""
    rows = {"points": list(model.points), "royals": list(model.royals)}
    for ghost in ghosts:
        row = rows[ghost.row]
        cards = [face.card for face in row]
        if ghost.card not in cards:
            place = cards.index(ghost.beside) + 1 if ghost.beside in cards else 0
            row.insert(place, ghost.face)
    points, royals = map(tuple, rows.values())
    return replace(model, points=points, royals=royals)
