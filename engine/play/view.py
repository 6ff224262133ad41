"""A position as a seat may know it.

`View` holds plain values and shares nothing with `engine.play.position.Position`. Hidden cards are
counts, so their order cannot leak.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from engine.actions import Action, Kind
from engine.cards import Card, CardSet, rank_of
from engine.errors import built_anew
from engine.rules.effects import Effect, Reach, effect_of
from engine.rules.rulesets import Ruleset


class Ask(IntEnum):
    """What a table waits for."""

    PLAY = 0
    """An action of the turn's seat."""
    COUNTER = 1
    """A two against the top of the pile, or decline."""
    BLOCK = 2
    """A ten against a scuttle."""
    REBUFF = 3
    """A nine against a royal."""
    FETCH = 4
    """A card out of the scrap, for a three."""
    GIVE = 5
    """Cards to discard, for an opponent's four or ten."""
    PAY = 6
    """A card to discard, for the seat's own five."""
    SEVEN = 7
    """A turned up card, to play or to scrap."""
    LIMIT = 8
    """Cards to discard, down to the hand limit."""
    OFFER = 9
    """An answer to a stalemate offer."""
    OVER = 10
    """Nothing: the game has ended."""


RESPONSE_ASKS: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)
"""The asks that a card from a hand may answer."""

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
    """A card on the table with its stack."""

    card: Card
    stack: tuple[Card, ...]
    """Jacks or jokers on it, bottom to top; the last holds it."""
    lenders: tuple[int, ...]
    """For each card of the stack, the seat from which it took this card."""

    @property
    def owner(self) -> int | None:
        """The seat that first played the card; None if it was never taken over."""
        return self.lenders[0] if self.lenders else None


class Remembered(NamedTuple):
    """A hidden card whose place the viewer knows, because it has seen it."""

    card: Card
    turn: int
    """The turn in which it saw the card last, from 0."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's part of the table as the viewer sees it."""

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
    remembered: tuple[Remembered, ...] = ()
    """Cards of the hand that the viewer may not read, but has seen; ascending."""

    def nameable(self, reaches: Iterable[Reach]) -> dict[Card, tuple[Card, ...]]:
        """Return the cards of the kinds of these reaches, whether or not a queen covers them.

        The result maps each card on the table to such cards of its stack and itself, top first.
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

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards of the hand that the viewer reads or remembers, ascending."""
        if not self.remembered:
            return self.hand
        return tuple(sorted((*self.hand, *(card for card, _ in self.remembered))))


def _attached(placed: Placed, kinds: list[CardSet]) -> tuple[Card, ...]:
    return tuple(card for card in placed.stack[::-1] if any(mask >> card & 1 for mask in kinds))


class Pending(NamedTuple):
    """A card on the pile: announced, not yet resolved."""

    seat: int
    action: Action
    later: tuple[int, ...] = ()
    """Seats still to be asked about the card beneath if this card is countered."""
    from_seven: bool = False
    """Whether a seven turned the card up."""


@lru_cache(maxsize=1024)
def pending_of(
    seat: int, action: Action, later: tuple[int, ...] = (), from_seven: bool = False
) -> Pending:
    """Return a card on the pile; the same one each time, which is faster than building one."""
    return Pending(seat, action, later, from_seven)


@dataclass(frozen=True, slots=True)
class View:
    """A position as a seat (or a watcher, without a seat) may know it."""

    viewer: int | None
    ruleset: Ruleset
    seats: tuple[SeatView, ...]
    deck_size: int
    revealed: tuple[Card, ...]
    """Cards turned up by a seven, top first."""
    scrap: tuple[Card, ...]
    """Oldest first."""
    pile: tuple[Pending, ...]
    pending_sevens: tuple[Card, ...]
    """Sevens that go to the scrap once the card they turned up is resolved."""
    exposer: int
    """The seat that sees its opponents' hands by an eight as a one-off, or -1."""
    sudden: int
    """Turns left in sudden death, -1 before it."""
    offerer: int
    """The seat that offered a stalemate in this turn, or -1."""
    retired: tuple[int, ...]
    """Seats that have given up while others play on."""
    absent: tuple[int, ...]
    """Seats whose players have left; they play automatically."""
    conceding: tuple[int, ...]
    """Seats that would concede if their partner did."""
    turn: int
    """Turn number, from 0."""
    mover: int
    """The seat whose turn it is."""
    ask: Ask
    asked: tuple[int, ...]
    """The asked seats, in order; the first must answer now."""
    owed: int
    """How many cards must be discarded, if that is asked."""
    passes: int
    """The run of passes."""
    ply: int
    """Actions played so far; an action must carry this number."""
    legal: tuple[Action, ...]
    """The viewer's legal actions; empty unless it is asked."""
    outcome: Outcome | None
    known_top: tuple[Remembered, ...] = ()
    """The face-down cards next in the deck that the viewer has seen, top first."""

    def effect(self, action: Action) -> Effect | None:
        """Return what an action does as a one-off; None for any other play."""
        if action.kind is not Kind.ONE_OFF:
            return None
        return effect_of(self.ruleset, rank_of(action.card))

    @property
    def unknown_deck(self) -> int:
        """How many cards of the deck the viewer neither sees nor remembers."""
        return self.deck_size - len(self.revealed) - len(self.known_top)

    @property
    def open_effect(self) -> Effect | None:
        """The effect of the one-off that is announced or being resolved; None without one."""
        return self.effect(self.pile[0].action) if self.pile else None


built_anew(Outcome, Placed, SeatView, View)
