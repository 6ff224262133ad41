"""The complete state of a game.

Players, bots and watchers never get a `Position`, but an `engine.play.view.View`. It is mutable,
cheap to copy, and changed only by `engine.play.perform.play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.cards import BIT, FIRST_KING, QUEENS, Card, CardSet, points_of, set_of
from engine.errors import DeckError, SeatError
from engine.play.compiled import Prompt, Rules, Side, compile_rules
from engine.play.events import Event
from engine.play.view import Outcome, Pending
from engine.rules.effects import Shield
from engine.rules.rulesets import Ruleset

EVERYBODY: Final = -1
"""All seats and the watchers, as a set of seats."""


Seen = tuple[int, int, CardSet]
"""Cards that were seen: in which turn, a bit for each seat that saw them, and the cards. A plain
tuple, as games make many."""


@dataclass(slots=True, eq=False, repr=False)
class Position:
    """The complete state of a game: its cards, prompt and counts."""

    rules: Rules
    hands: list[CardSet]
    points: list[CardSet]
    """Point cards by controller."""
    royals: list[CardSet]
    """Kings, queens and glasses by controller."""
    frozen: list[CardSet]
    """Cards of each hand that are frozen."""
    mover: int
    """The seat whose turn it is."""
    prompt: Prompt
    seed: bytes
    """The seed of random choices within the game."""
    stacks: dict[Card, tuple[Card, ...]] = field(default_factory=dict)
    """The jacks or jokers on each card, bottom to top; bare cards are left out."""
    lenders: dict[Card, int] = field(default_factory=dict)
    """For each jack or joker on the table, the seat from which it took its host."""
    deck: list[Card] = field(default_factory=list)
    """The top card is the last."""
    scrap: list[Card] = field(default_factory=list)
    """Oldest first."""
    pile: list[Pending] = field(default_factory=list)
    """The announced card and the responses on it, bottom first."""
    pending_sevens: list[Card] = field(default_factory=list)
    """Sevens that go to the scrap once what they turned up is done."""
    turn: int = 0
    revealed: int = 0
    """How many cards on top of the deck are face up."""
    passes: int = 0
    """The run of passes."""
    unsettled: int = -1
    """A bit for each seat that may have reached its goal since this was last checked."""
    grown: int = -1
    """A bit for each seat whose hand may have grown since its size was last checked."""
    idle_turn: bool = False
    """Whether this turn counts as a pass."""
    offerer: int = -1
    """The seat that offered a stalemate in this turn, or -1."""
    exposer: int = -1
    """The seat that sees its opponents' hands by an eight as a one-off, or -1."""
    sudden: int = -1
    """Turns left in sudden death, -1 before it."""
    retired: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    conceding: tuple[int, ...] = ()
    outcome: Outcome | None = None
    ply: int = 0
    seen: tuple[Seen, ...] = ()
    """What may be remembered, oldest first: see `engine.play.zones`."""
    events: list[Event] | None = None
    """Events so far; None if they are not recorded."""

    def copy(self) -> Position:
        """Copy the position; the copy records no events."""
        new = Position.__new__(Position)
        new.rules = self.rules
        new.hands = self.hands[:]
        new.points = self.points[:]
        new.royals = self.royals[:]
        new.stacks = self.stacks.copy()
        new.lenders = self.lenders.copy()
        new.frozen = self.frozen[:]
        new.deck = self.deck[:]
        new.scrap = self.scrap[:]
        new.turn = self.turn
        new.mover = self.mover
        new.prompt = self.prompt
        new.pile = self.pile[:]
        new.pending_sevens = self.pending_sevens[:]
        new.revealed = self.revealed
        new.passes = self.passes
        new.unsettled = self.unsettled
        new.grown = self.grown
        new.idle_turn = self.idle_turn
        new.offerer = self.offerer
        new.exposer = self.exposer
        new.sudden = self.sudden
        new.retired = self.retired
        new.absent = self.absent
        new.conceding = self.conceding
        new.outcome = self.outcome
        new.ply = self.ply
        new.seen = self.seen
        new.seed = self.seed
        new.events = None
        return new

    def emit(self, event: Event) -> None:
        """Record an event, if they are recorded; hot paths check that before they build one."""
        if self.events is not None:
            self.events.append(event)

    def chance_seed(self) -> bytes:
        """Return the seed of a random choice at this point."""
        place = f"ply {self.ply} turn {self.turn} scrap {len(self.scrap)}"
        return self.seed + place.encode()

    def score(self, seat: int) -> int:
        """Sum the points on a seat's side."""
        return points_of(self.points[seat])

    def goal(self, seat: int) -> int:
        """Return the points a seat needs now; `WON` where its kings have won."""
        return self.rules.goal_with[self.royals[seat] >> FIRST_KING & 0b1111]

    def controller(self, card: Card) -> int:
        """Return the controller of a card on the table, -1 for cards elsewhere."""
        bit = BIT[card]
        for seat, laid in enumerate(self.points):
            if (laid | self.royals[seat]) & bit:
                return seat
        host = self.host(card)
        return -1 if host is None else self.controller(host)

    def host(self, attachment: Card) -> Card | None:
        """Find the card at the bottom of the stack with a jack or joker."""
        for host, stack in self.stacks.items():
            if attachment in stack:
                return host
        return None

    def on_one_another(self, cards: Sequence[Card]) -> bool:
        """Return whether any of these cards is in the stack of another."""
        return any(a in self.stacks.get(b, ()) for a in cards for b in cards)

    def owner(self, card: Card) -> int:
        """Return the seat that first put this card on the table in its present stay."""
        stack = self.stacks.get(card)
        return self.lenders[stack[0]] if stack else self.controller(card)

    def attached(self, seat: int) -> CardSet:
        """Return the jacks and jokers on a seat's side that may be named."""
        if not self.stacks:
            return 0
        field = self.points[seat] | self.royals[seat]
        whole = self.rules.ruleset.attach_targetable == "any"
        mask = 0
        for host, stack in self.stacks.items():
            if field >> host & 1:
                mask |= set_of(stack) if whole else 1 << stack[-1]
        return mask

    def covered(self, seat: int) -> CardSet:
        """Return the cards that a seat's queens protect from its opponents."""
        queens = self.royals[seat] & QUEENS
        if not queens:
            return 0
        rules = self.rules
        points, royals, attached = rules.covers
        mask = self.points[seat] & points | self.royals[seat] & royals
        if attached:
            mask |= self.attached(seat) & attached
        if rules.queen_self or (rules.queen_mutual and queens & (queens - 1)):
            mask |= queens
        return mask

    def targets(self, sides: tuple[Side, ...]) -> CardSet:
        """Return the cards on these sides that may be aimed at."""
        mask = 0
        for seat, points, royals, attached, shield, holders in sides:
            on_side = self.royals[seat]
            found = self.points[seat] & points | on_side & royals
            if attached and self.stacks:
                found |= self.attached(seat) & attached
                if not holders:
                    found &= ~self.holders_of_royals()
            if found and shield and on_side & QUEENS:
                found &= ~self.shielded(seat, shield)
            mask |= found
        return mask

    def shielded(self, seat: int, shield: Shield) -> CardSet:
        """Return the cards on a seat's side that its queens shield from its opponents."""
        if shield is _COVERED_CARDS:
            return self.covered(seat)
        return -1 if shield is Shield.WHOLE_SIDE and self.royals[seat] & QUEENS else 0

    def holders_of_royals(self) -> CardSet:
        """Return the jokers that hold a royal."""
        hosts = 0
        for on_side in self.royals:
            hosts |= on_side
        return set_of(stack[-1] for host, stack in self.stacks.items() if hosts >> host & 1)

    def shown(self) -> list[Card]:
        """List the cards that a seven turned up, top first."""
        return self.deck[: -1 - self.revealed : -1]


_COVERED_CARDS: Final = Shield.COVERED_CARDS


def deal(ruleset: Ruleset, deck: Sequence[Card], *, first: int = 0, seed: bytes = b"") -> Position:
    """Deal a game.

    Args:
        ruleset: how it is played.
        deck: every card of the pack in deal order: first the whole hand of the seat that acts
            first, then the next seat's, then the draw pile from the top.
        first: the seat that acts first; the seat before it is the dealer.
        seed: the seed of later random choices.

    Raises:
        DeckError: the deck is not a permutation of the ruleset's pack.
        SeatError: there is no such seat.
    """
    rules = compile_rules(ruleset)
    check_seat(first, rules.seats)
    if len(deck) != len(rules.pack) or rules.in_pack.difference(deck):
        raise DeckError(
            "the deck must contain each of the {number} cards once", number=len(rules.pack)
        )
    position = _blank(rules, first).copy()
    position.seed = seed
    *others, dealer = rules.around[first]
    size = ruleset.deal_others
    at = 0
    for seat in others:
        position.hands[seat] = set_of(deck[at : at + size])
        at += size
    position.hands[dealer] = set_of(deck[at : at + ruleset.deal_dealer])
    at += ruleset.deal_dealer
    position.deck = list(deck[: at - 1 : -1])
    return position


def empty(ruleset: Ruleset, *, first: int = 0, seed: bytes = b"") -> Position:
    """Build a position without cards, with the first seat to act.

    Raises:
        SeatError: there is no such seat.
    """
    check_seat(first, ruleset.seats)
    position = _blank(compile_rules(ruleset), first).copy()
    position.seed = seed
    return position


def check_seat(seat: int, seats: int) -> None:
    """Raise unless a number is one of so many seats, counted from 0.

    Raises:
        SeatError: there is no such seat.
    """
    if not 0 <= seat < seats:
        raise SeatError("there is no seat {seat}", seat=seat)


@lru_cache(maxsize=256)
def _blank(rules: Rules, first: int) -> Position:
    """Return a position to copy, which is much faster than building one."""
    none = [0] * rules.seats
    prompt = rules.play_prompts[first]
    return Position(rules, none, none[:], none[:], none[:], first, prompt, b"")
