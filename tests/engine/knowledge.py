"""Who may read which cards of whose hand, from the rules alone: nothing here asks a view.

A hand is its seat's own. Others read it

* when the game is over, or the rules play with open hands,
* while the deck is empty, where the rules then lay all hands open,
* from a seat of another side that controls an eight as glasses, or was shown the hands by an eight
  played as a one-off; but never the hand of a seat that has retired.

Partners and watchers get nothing by glasses. A frozen card was on the table: everybody knows it.

A viewer also remembers what it has seen: `Rememberer` follows that, from what the viewer is told.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.actions import Action, Kind
from engine.cards import EIGHTS, Card, CardSet, set_of
from engine.play.events import (
    AnnouncedOneOff,
    AnnouncedRoyal,
    AnnouncedScuttle,
    Countered,
    Discarded,
    Drew,
    Event,
    Evicted,
    Fetched,
    PlayedPoints,
    PlayedRoyal,
    Rebuffed,
    Revealed,
    Scuttled,
    Stole,
    SwappedHands,
)
from engine.play.legal import legal_actions, standing_actions
from engine.play.perform import play
from engine.play.position import Position
from engine.record.position_text import parse_position
from engine.rules.rulesets import Ruleset
from tests import naive
from tests.engine.play_out import start
from tests.naive.state import ascending
from tests.naive.tables import random_position

Viewer = int | None
"""A seat, or None for a watcher."""


def may_read(p: Position, viewer: Viewer, seat: int) -> bool:
    """Tell whether a viewer may read the whole hand of a seat."""
    ruleset = p.rules.ruleset
    if viewer == seat or p.outcome is not None or ruleset.hands_open:
        return True
    if ruleset.reveal_hands_deck_empty and len(p.deck) == 0:
        return True
    if viewer is None or seat in p.retired or ruleset.sides[viewer] == ruleset.sides[seat]:
        return False
    return p.royals[viewer] & EIGHTS != 0 or p.exposer == viewer


def visible_cards(p: Position, viewer: Viewer, seat: int) -> CardSet:
    """Gather the cards of a seat's hand that a viewer may look at."""
    return p.hands[seat] if may_read(p, viewer, seat) else p.frozen[seat]


def noted_cards(p: Position, viewer: Viewer) -> CardSet:
    """Gather the cards that the position notes as seen by a viewer (`Rememberer` checks it)."""
    bit = 1 << (p.rules.seats if viewer is None else viewer)
    noted = 0
    for _, by, cards in p.seen:
        noted |= cards if by & bit else 0
    return noted


def known_cards(p: Position, viewer: Viewer, seat: int) -> CardSet:
    """Gather the cards of a seat's hand that a viewer knows."""
    return visible_cards(p, viewer, seat) | p.hands[seat] & noted_cards(p, viewer)


def unknown_deck(p: Position, viewer: Viewer) -> int:
    """Count the cards of the deck that a viewer does not know: they lie below the others."""
    noted = noted_cards(p, viewer)
    down = p.deck[: len(p.deck) - p.revealed]
    while down and noted >> down[-1] & 1:
        down.pop()
    return len(down)


def readable_seats(p: Position, viewer: Viewer) -> frozenset[int]:
    """List the seats whose whole hands a viewer may read."""
    return frozenset(seat for seat in range(p.rules.seats) if may_read(p, viewer, seat))


def reshuffle_hidden(p: Position, viewer: Viewer, rng: random.Random) -> Position:
    """Deal the cards that a viewer may not know anew, in another order."""
    other = p.copy()
    face_down = unknown_deck(p, viewer)
    hidden = p.deck[:face_down]
    for seat in range(p.rules.seats):
        unknown = p.hands[seat] & ~known_cards(p, viewer, seat)
        hidden += [card for card in p.rules.pack if unknown >> card & 1]
    rng.shuffle(hidden)
    for seat in range(p.rules.seats):
        known = known_cards(p, viewer, seat)
        missing = p.hands[seat].bit_count() - known.bit_count()
        other.hands[seat] = known | set_of(hidden.pop() for _ in range(missing))
    other.deck = [*hidden, *p.deck[face_down:]]
    return other


class Rememberer:
    """What a viewer knows of hands and deck, from the hands it sees and the events it is told."""

    def __init__(self, seats: int) -> None:
        self.hands: list[set[Card]] = [set() for _ in range(seats)]
        self.top: list[Card] = []
        """The next card is the last."""

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self._take_away(event)
            match event:
                case Drew(seat, count, cards):
                    self._draw(seat, count, cards)
                case Fetched(seat, card) | Rebuffed(seat, card):
                    self.hands[seat].add(card)
                case Evicted(target=card, victim=seat, to_deck=to_deck):
                    self.top.append(card) if to_deck else self.hands[seat].add(card)
                case Revealed(cards=cards):
                    self.top[len(self.top) - min(len(cards), len(self.top)) :] = cards[::-1]
                case SwappedHands(seat, other):
                    hands = self.hands
                    hands[seat], hands[other] = hands[other], hands[seat]

    def see(self, seat: int, hand: Iterable[Card]) -> None:
        """Look at a whole hand."""
        self.hands[seat] = {*hand}

    def _take_away(self, event: Event) -> None:
        """Forget where the cards lay that a seat plays or discards."""
        gone = {*event.cards} if isinstance(event, Discarded) else set()
        if isinstance(event, _PLAYED):
            gone.add(event.card)
        for hand in self.hands:
            hand -= gone
        self.top = [card for card in self.top if card not in gone]

    def _draw(self, seat: int, count: int, cards: Sequence[Card]) -> None:
        for place in range(count):
            if self.top:
                self.hands[seat].add(self.top.pop())
            elif cards:
                self.hands[seat].add(cards[place])


_PLAYED: Final = (
    PlayedPoints,
    AnnouncedScuttle,
    Scuttled,
    AnnouncedRoyal,
    PlayedRoyal,
    Stole,
    AnnouncedOneOff,
    Countered,
)


def last_card_steps(
    ruleset: Ruleset, seed: int
) -> Iterator[tuple[Position, list[Action], random.Random]]:
    """Walk from scattered cards with hardly a deck; sevens are played where they can be."""
    rng = random.Random(seed)
    s = random_position(ruleset, rng)
    s.scrap += s.deck[3:]
    s.deck = s.deck[: rng.randint(1, 3)]
    sevens = [card for card in s.scrap if card[0] == "7"]
    for card, hand in zip(sevens, s.hands, strict=False):
        s.scrap.remove(card)
        hand[:] = ascending([*hand, card])
    position = parse_position(naive.text(s))
    for _ in range(16):
        legal = legal_actions(position)
        yield position, legal, rng
        if not legal:
            return
        turned = [action for action in legal if str(action).startswith("oneoff 7")]
        aside = standing_actions(position, rng.randrange(ruleset.seats))
        wanted = turned if turned and rng.random() < 0.7 else legal
        play(position, rng.choice(aside if aside and rng.random() < 0.05 else wanted))


def restless_steps(
    ruleset: Ruleset, seed: int
) -> Iterator[tuple[Position, list[Action], random.Random]]:
    """Walk a random game in which seats now and then concede, leave, return or offer a draw."""
    position, rng = start(ruleset, seed)
    while True:
        legal = legal_actions(position)
        yield position, legal, rng
        if not legal:
            return
        aside = standing_actions(position, rng.randrange(ruleset.seats))
        no_points = [action for action in legal if action.kind is not Kind.POINTS]
        choices = no_points if rng.random() < 0.7 else legal  # or the deck seldom runs out
        play(position, rng.choice(aside if aside and rng.random() < 0.01 else choices or legal))
