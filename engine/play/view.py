"""Show a position to one seat: everything it may know, and nothing else.

`View` holds plain values and shares nothing with `engine.play.position.Position`. Cards that may
not be known are counts, never blanks, so no reordering of hidden cards can show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal

from engine.actions import Action
from engine.cards import Card, CardSet
from engine.rules.reach import Reach
from engine.rules.rulesets import Ruleset


class Ask(IntEnum):
    """What a table waits for."""

    PLAY = 0
    """One action of the turn's seat."""
    COUNTER = 1
    """A two against the top of the pile, or let it happen."""
    BLOCK = 2
    """A ten against a scuttle."""
    REBUFF = 3
    """A nine against a royal."""
    FETCH = 4
    """A card out of the scrap, for a three."""
    GIVE = 5
    """Cards to discard, for an opponent's four or ten."""
    PAY = 6
    """A card to discard, for one's own five."""
    SEVEN = 7
    """One of the turned up cards, to play or to scrap."""
    LIMIT = 8
    """Cards to discard, down to the hand limit."""
    OFFER = 9
    """An answer to a stalemate offer."""
    OVER = 10
    """Nothing: the game has ended."""


RESPONSE_ASKS: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)
"""The questions that a card from a hand may answer."""

Why = Literal["goal", "concede", "passes", "agreed", "suddenDeath"]
"""Why a game is over."""
WHYS: Final[tuple[Why, ...]] = ("goal", "concede", "passes", "agreed", "suddenDeath")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The winning seats; empty for a stalemate."""
    why: Why


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table with what lies on it."""

    card: Card
    stack: tuple[Card, ...]
    """Jacks or jokers on it, bottom to top; the last holds it."""
    lenders: tuple[int, ...]
    """For each card of the stack, the seat it took this card from."""

    @property
    def owner(self) -> int | None:
        """The seat that first played the card, where another holds it now or has held it."""
        return self.lenders[0] if self.lenders else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's part of the table as the viewer sees it."""

    side: int
    hand_size: int
    hand: tuple[Card, ...]
    """The cards of the hand that the viewer may read, ascending."""
    frozen: tuple[Card, ...]
    """Cards of the hand that may not be played yet; public."""
    points: tuple[Placed, ...]
    """Point cards on its side, ascending."""
    royals: tuple[Placed, ...]
    """Kings, queens and glasses on its side, ascending."""
    score: int
    goal: int
    """Points needed; 0 or less when the kings alone have won."""

    def nameable(self, reaches: Iterable[Reach]) -> dict[Card, tuple[Card, ...]]:
        """Return what plays of these reaches are about here, whether or not a queen stops them.

        For each card on the table, those of it and its stack that are of the right kind, top first.
        """
        found = {}
        masks = [(reach.mask, reach.holders_of_royals) for reach in reaches]
        for placed in self.points:
            own = any(mask.points >> placed.card & 1 for mask, _ in masks)
            on_it = _attached(placed, [mask.attached for mask, _ in masks])
            found[placed.card] = (*on_it, placed.card) if own else on_it
        for placed in self.royals:
            own = any(mask.royals >> placed.card & 1 for mask, _ in masks)
            on_it = _attached(placed, [mask.attached for mask, holders in masks if holders])
            found[placed.card] = (*on_it, placed.card) if own else on_it
        return {card: named for card, named in found.items() if named}

    @property
    def open(self) -> bool:
        """Whether the viewer reads the whole hand."""
        return len(self.hand) == self.hand_size


def _attached(placed: Placed, kinds: list[CardSet]) -> tuple[Card, ...]:
    return tuple(card for card in placed.stack[::-1] if any(mask >> card & 1 for mask in kinds))


@dataclass(frozen=True, slots=True)
class Pending:
    """A card on the pile that has been announced and not yet resolved, bottom first."""

    seat: int
    action: Action
    later: tuple[int, ...] = ()
    """Seats still to be asked about what lies beneath, should this one be countered."""
    from_seven: bool = False
    """Whether a seven turned the card up."""


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat may know it (or a watcher, who has no seat)."""

    viewer: int | None
    ruleset: Ruleset
    seats: tuple[SeatView, ...]
    deck_size: int
    revealed: tuple[Card, ...]
    """Cards turned up by a seven, top first."""
    scrap: tuple[Card, ...]
    """Oldest first."""
    pile: tuple[Pending, ...]
    held: tuple[Card, ...]
    """Sevens that go to the scrap once the card they turned up is done with."""
    exposer: int
    """The seat to which an eight as a one-off laid its foes' hands open, or -1."""
    sudden: int
    """Turns left in sudden death, -1 before it."""
    offerer: int
    """The seat that offered a stalemate in this turn, or -1."""
    retired: tuple[int, ...]
    """Seats that have given up while others play on."""
    absent: tuple[int, ...]
    """Seats whose players have left; they play by rote."""
    conceding: tuple[int, ...]
    """Seats that would concede if their partner did."""
    turn: int
    """Turn number, from 0."""
    mover: int
    """The seat whose turn it is."""
    ask: Ask
    asked: tuple[int, ...]
    """The seats that are asked, in order; the first must answer now."""
    owed: int
    """How many cards must be discarded, where that is asked."""
    passes: int
    """The run of passes."""
    ply: int
    """Actions played so far: the stamp an action must carry."""
    legal: tuple[Action, ...]
    """What the viewer may do now; empty unless it is asked."""
    outcome: Outcome | None
