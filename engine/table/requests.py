"""What the player in a seat may ask of a table besides playing, as values.

A request crosses every seam as it is: only the table that is asked knows what it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.errors import TableError
from engine.record.record import LONGEST_CUT, is_cut

if TYPE_CHECKING:
    from engine.table.table import Table


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Something that the player in a seat asks of the table.

    Its name and its fields, in their order, are also its form between the nodes of a server.
    """

    name: ClassVar[str]
    limited: ClassVar[bool] = False
    """Whether a server counts it against the player's limit on changes."""

    def check(self) -> None:
        """Refuse what no table would do.

        Raises:
            TableError: the request makes no sense.
        """

    def carry_out(self, table: Table, seat: int) -> None:
        """Do it at a table, for a seat; do nothing if only the table's owner can.

        Raises:
            TableError: the seat may not do this now.
        """


@dataclass(frozen=True, slots=True)
class Ready(SeatRequest):
    """Ask for the next game, or withdraw that; it starts once everybody has asked."""

    name = "ready"
    limited = True
    yes: bool = True

    def carry_out(self, table: Table, seat: int) -> None:
        table.ready(seat, self.yes)


@dataclass(frozen=True, slots=True)
class Cut(SeatRequest):
    """Cut the next deck with a word, which enters its shuffle."""

    name = "cut"
    limited = True
    word: str

    def check(self) -> None:
        if not is_cut(self.word.strip()):
            raise TableError("cut with up to {most} letters or digits", most=LONGEST_CUT)

    def carry_out(self, table: Table, seat: int) -> None:
        table.cut(seat, self.word)


@dataclass(frozen=True, slots=True)
class Claim(SeatRequest):
    """Claim the game from players who stayed away."""

    name = "claim"

    def carry_out(self, table: Table, seat: int) -> None:
        table.claim(seat)


@dataclass(frozen=True, slots=True)
class CallOff(SeatRequest):
    """Call off the game, because everybody else stayed away."""

    name = "call_off"

    def carry_out(self, table: Table, seat: int) -> None:
        table.call_off(seat)


@dataclass(frozen=True, slots=True)
class ShowHands(SeatRequest):
    """Allow or forbid watchers to see this hand."""

    name = "show_hands"
    limited = True
    yes: bool = True

    def carry_out(self, table: Table, seat: int) -> None:
        table.show_hands(seat, self.yes)


@dataclass(frozen=True, slots=True)
class Fill(SeatRequest):
    """Seat computers of a level in every free seat, as the host of a waiting table."""

    name = "fill"
    level: str


REQUESTS: Final[Mapping[str, type[SeatRequest]]] = {
    kind.name: kind for kind in (Ready, Cut, Claim, CallOff, ShowHands, Fill)
}
"""Every request, by its name."""
