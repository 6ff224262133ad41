"""Hold a table as lists of card names, and answer plain questions about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.rules.rulesets import WON, Ruleset

RANKS = "A23456789TJQK"
SUITS = "CDHS"
ALL_CARDS = [rank + suit for rank in RANKS for suit in SUITS] + ["XB", "XR"]
NUMBERS = "A23456789T"


@dataclass(frozen=True)
class Move:
    """An action, taken apart."""

    word: str
    cards: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    seat: int = -1


@dataclass
class Announced:
    """A card on the pile."""

    seat: int
    move: Move
    later: list[int] = field(default_factory=list)
    seven: bool = False


@dataclass
class State:
    """A whole table."""

    rules: Ruleset
    hands: list[list[str]]
    frozen: list[list[str]]
    points: list[list[str]]
    royals: list[list[str]]
    stacks: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """On a card: the jacks and jokers, bottom to top, each with the seat that lost the card."""
    deck: list[str] = field(default_factory=list)
    """Top first."""
    scrap: list[str] = field(default_factory=list)
    turn: int = 0
    mover: int = 0
    ask: str = "play"
    asked: list[int] = field(default_factory=list)
    owed: int = 0
    pile: list[Announced] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    revealed: int = 0
    passes: int = 0
    exposer: int = -1
    sudden: int = -1
    offerer: int = -1
    ply: int = 0
    idle: bool = False
    """This turn counts as a pass."""
    retired: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    conceding: list[int] = field(default_factory=list)
    over: str = ""
    winners: list[int] = field(default_factory=list)
    seed: bytes = b""

    def copy(self) -> State:
        """Lay the same table again, with lists of its own."""
        again = replace(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(again, name, [_alike(item) for item in value])
        again.stacks = {card: list(stack) for card, stack in self.stacks.items()}
        return again


def _alike(item: object) -> object:
    """Copy what a table's lists hold."""
    if isinstance(item, list):
        return list(item)
    return replace(item, later=list(item.later)) if isinstance(item, Announced) else item


def blank(rules: Ruleset) -> State:
    """Make a table with nothing on it."""

    def places() -> list[list[str]]:
        return [[] for _ in rules.sides]

    return State(rules, places(), places(), places(), places())


def pack(rules: Ruleset) -> list[str]:
    """List the cards that are played with."""
    cards = [card for card in ALL_CARDS[:52] if card[0] not in rules.deck_exclude]
    return cards + ALL_CARDS[52 : 52 + rules.jokers]


def ascending(cards: list[str]) -> list[str]:
    """Sort cards by rank, then suit, jokers last."""
    return sorted(cards, key=ALL_CARDS.index)


def value(card: str) -> int:
    """Tell what a number card is worth."""
    return NUMBERS.index(card[0]) + 1


def seats_after(s: State, seat: int) -> list[int]:
    """List the other seats clockwise, beginning left of one."""
    count = len(s.rules.sides)
    return [(seat + step) % count for step in range(1, count)]


def hostile(s: State, a: int, b: int) -> bool:
    """Tell whether two seats are of different sides."""
    return s.rules.sides[a] != s.rules.sides[b]


def queens(s: State, seat: int) -> int:
    """Count the queens a seat controls."""
    return sum(card[0] == "Q" for card in s.royals[seat])


def score(s: State, seat: int) -> int:
    """Add up a seat's points."""
    return sum(value(card) for card in s.points[seat])


def goal(s: State, seat: int) -> int:
    """Tell what a seat needs, by its kings; `WON` if they are enough."""
    kings = sum(card[0] == "K" for card in s.royals[seat])
    return s.rules.goals[min(kings, len(s.rules.goals) - 1)]


def at_goal(s: State, seat: int) -> bool:
    """Tell whether a seat has what it needs."""
    return seat not in s.retired and (goal(s, seat) == WON or score(s, seat) >= goal(s, seat))


def host_of(s: State, card: str) -> str:
    """Find what a jack or joker lies on; the card itself if it lies on nothing."""
    for host, stack in s.stacks.items():
        if any(laid == card for laid, _ in stack):
            return host
    return card


def controller(s: State, card: str) -> int:
    """Find the seat on whose side a card lies."""
    host = host_of(s, card)
    for seat in range(len(s.rules.sides)):
        if host in s.points[seat] or host in s.royals[seat]:
            return seat
    raise AssertionError(f"{card} is not on the table")


def letter(s: State, card: str) -> str:
    """Tell what a card on the table is: P point card, J, Q, K, G glasses, X joker."""
    if card[0] in "JQKX":
        return card[0]
    return "P" if card in s.points[controller(s, card)] else "G"


def table(s: State) -> list[str]:
    """List every card on the table, with all that is stacked, ascending."""
    cards = [card for zone in (*s.points, *s.royals) for card in zone]
    cards += [laid for stack in s.stacks.values() for laid, _ in stack]
    return ascending(cards)


def covered(s: State, card: str, seat: int) -> bool:
    """Tell whether a queen keeps a card from being aimed at by a seat."""
    holder = controller(s, card)
    count = queens(s, holder)
    if not hostile(s, holder, seat) or count == 0:
        return False
    if letter(s, card) == "Q":
        return s.rules.queen_self or (s.rules.queen_mutual and count > 1)
    return letter(s, card) in s.rules.queen_covers
