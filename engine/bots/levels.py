"""The ladder of computer players: weak ones who play as people do, and those that search."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from math import log
from typing import TYPE_CHECKING, Final

from engine.actions import Action, Kind
from engine.bots import greedy
from engine.bots.attention import attended, harmless, reckoned
from engine.bots.greedy import Player, chance_at
from engine.cards import BIT, KINGS, QUEENS, Card, members, rank_of, value_of
from engine.errors import N_
from engine.play.legal import RESPONSE_CARDS
from engine.play.observe import determinize, observe
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, Ask, Remembered, View

if TYPE_CHECKING:
    from engine.bots.network import Network


def recalled(view: View, seed: int, forgets: float) -> View:
    """Return the view without the hidden cards that a player has forgotten.

    What is forgotten stays so: that depends on the card, on how long ago it was seen, and on the
    seed.

    Args:
        forgets: the chance that a card is forgotten from one turn to the next.
    """
    if not forgets or not (view.known_top or any(part.remembered for part in view.seats)):
        return view
    keeps = 1.0 - forgets

    def is_kept(found: Remembered) -> bool:
        chance = random.Random(f"{seed} {found.card} {found.turn}").random()
        return chance < keeps ** (view.turn - found.turn)

    seats = tuple(
        replace(part, remembered=tuple(filter(is_kept, part.remembered))) for part in view.seats
    )
    return replace(view, seats=seats, known_top=tuple(takewhile(is_kept, view.known_top)))


_ANSWERS: Final = {
    Ask.COUNTER: RESPONSE_CARDS[Kind.COUNTER],
    Ask.BLOCK: RESPONSE_CARDS[Kind.BLOCK],
    Ask.REBUFF: RESPONSE_CARDS[Kind.REBUFF],
}
"""The cards that answer, by what is asked."""


def with_an_answer(view: View) -> View:
    """Return the view as it would be with a card that can answer in place of one in hand.

    Only where the viewer is asked for an answer and has none: other views are returned as they are.
    """
    seat = view.viewer
    if (
        seat is None
        or len(view.legal) != 1
        or view.ask not in _ANSWERS
        or not view.seats[seat].hand
    ):
        return view
    p = determinize(view, b"as if")
    for card in members(_ANSWERS[view.ask]):
        if _swap(p, view, seat, card):
            return observe(p, seat)
    return view


def _swap(p: Position, view: View, seat: int, card: Card) -> bool:
    """Exchange a card of a seat's hand for one it does not know; return whether that worked."""
    given = view.seats[seat].hand[0]
    if card in p.deck[: view.unknown_deck]:
        p.deck[p.deck.index(card)] = given
    else:
        hidden = (
            other
            for other, part in enumerate(view.seats)
            if p.hands[other] & BIT[card] and card not in part.known
        )
        holder = next(hidden, None)
        if holder is None:
            return False
        p.hands[holder] ^= BIT[card] | BIT[given]
    p.hands[seat] ^= BIT[card] | BIT[given]
    return True


_ACE, _TWO, _THREE, _FOUR, _FIVE, _SIX, _SEVEN = range(7)
_SEEN_BY_ALL: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE, Kind.REJECT, Kind.DISCARD, Kind.TAKE)


@dataclass(frozen=True, slots=True)
class Person:
    """A player by likings, without looking ahead."""

    notices: Mapping[Kind, float]
    """The chance that it notices a play of a kind; 1 for kinds that are left out."""
    mood: float
    """How far its likings vary from play to play, in points."""
    weighs: bool
    """Whether it weighs what aces, sixes and scuttles cost it."""
    attends: bool = False
    """Whether it sees what wins or loses at once."""
    forgets: float = 0.0
    """The chance that it forgets a card that it saw, from one turn to the next."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose among the plays it notices; a forced answer takes as long as one to choose."""
        chosen = self._chosen(with_an_answer(recalled(view, seed, self.forgets)), seed)
        return chosen if chosen in view.legal else view.legal[0]

    def _chosen(self, view: View, seed: int) -> Action:
        view = attended(view, seed) if self.attends else replace(view, legal=harmless(view))
        chance = chance_at(view, seed)
        noticed = [
            action
            for action in view.legal
            if action.kind in _SEEN_BY_ALL or chance.random() < self.notices.get(action.kind, 1.0)
        ]
        return max(
            noticed or view.legal,
            key=lambda action: self.liking(view, action) + chance.gauss(0, self.mood),
        )

    def liking(self, view: View, action: Action) -> float:
        """Return how much it likes a play, in points, whatever its mood."""
        kind = action.kind
        if kind in (Kind.POINTS, Kind.SCUTTLE):
            assert view.viewer is not None
            own = view.seats[view.viewer]
            value = value_of(action.card)
            if kind is Kind.POINTS:
                return 100.0 if own.score + value >= own.goal else value
            gain = value_of(action.targets[0])
            return 1.2 * gain - (0.4 * value if self.weighs else 0.0)
        if kind is Kind.ONE_OFF:
            return self._one_off(view, action)
        if kind in (Kind.JACK, Kind.JOKER):
            # from an opponent, for its own side
            target = action.targets[0]
            if not _hits(view, target) or (action.seat >= 0 and _is_foe(view, action.seat)):
                return -5.0
            return 1.0 + value_of(target) if target < 40 else 7.0
        if kind in (Kind.DISCARD, Kind.TAKE):
            worth = sum(_KEEP[rank_of(card)] for card in action.cards)
            return worth if kind is Kind.TAKE else -worth
        if kind is Kind.ROYAL:
            bit = 1 << action.card
            return 9.0 if bit & KINGS else 6.0 if bit & QUEENS else 2.5
        return _LIKINGS.get(kind, 0.0)

    def _one_off(self, view: View, action: Action) -> float:
        rank = rank_of(action.card)
        if action.targets:
            return 7.0 if _hits(view, action.targets[0]) else -5.0
        if rank in (_ACE, _SIX) and not self.weighs:
            return 2.0
        assert view.viewer is not None
        own = view.seats[view.viewer]
        foes = [part for seat, part in enumerate(view.seats) if _is_foe(view, seat)]
        if rank == _ACE:
            return max(foe.score for foe in foes) - own.score - 1.0
        if rank == _SIX:
            behind = max(len(foe.royals) for foe in foes) - len(own.royals)
            return 3.0 * behind - 2.0
        return _ONE_OFFS.get(rank, 1.0)


def _is_foe(view: View, seat: int) -> bool:
    assert view.viewer is not None
    return view.seats[seat].side != view.seats[view.viewer].side


def _hits(view: View, target: Card) -> bool:
    """Return whether a card on the table is on an opponent's side."""
    return any(
        _is_foe(view, seat) and (placed.card == target or target in placed.stack)
        for seat, part in enumerate(view.seats)
        for placed in (*part.points, *part.royals)
    )


_KEEP: Final = (2.0, 4.0, 3.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.0, 8.0, 9.0, 7.0)
"""How much each card in hand is liked, ace to joker."""
_ONE_OFFS: Final = {_THREE: 4.0, _FOUR: 5.0, _FIVE: 5.0, _SEVEN: 4.0}
_LIKINGS: Final = {Kind.DRAW: 3.0, Kind.COUNTER: 5.0, Kind.DECLINE: 1.0, Kind.REJECT: 1.0}


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder."""

    name: str
    """What is typed to choose it."""
    describes: str
    """How it plays, honestly, in a few words; a message to translate."""
    player: Callable[[], Player]
    """Builds the player."""


@dataclass(frozen=True, slots=True)
class Thinker:
    """Searches a fixed number of iterations, so that its choice depends on view and seed only."""

    iterations: int
    """How often it tries a line of play, per choice between two seats, at a strength of 1."""
    strength: float = 1.0
    """Multiplies the iterations."""
    errs: float = 0.0
    """How far it misjudges a play, as a standard deviation in log odds."""
    networks: Callable[[View], tuple[Network, ...]] | None = None
    """Which network judges for each seat; by default those that ship."""
    heeds_hands: bool = False
    """Whether an opponent chooses by the hand it is dealt in a line; between two seats only."""
    forgets: float = 0.0
    """The chance that it forgets a card that it saw, from one turn to the next."""
    reckons: bool = False
    """Whether it sees what wins by its next turn, where it knows the other hand."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose the play that the search tried most often, or that it takes for it.

        A forced answer takes as long as one to choose: its time must not tell that there was none.
        """
        chosen = self._chosen(with_an_answer(recalled(view, seed, self.forgets)), seed)
        return chosen if chosen in view.legal else view.legal[0]

    def _chosen(self, view: View, seed: int) -> Action:
        from engine.bots.network import networks_from
        from engine.bots.search import Search

        view = attended(view, seed)
        if self.reckons:
            view = reckoned(view, seed)
        heeds_hands = self.heeds_hands and len(view.seats) == 2
        networks = (self.networks or networks_from)(view)
        search = Search(view, seed, networks, heeds_hands=heeds_hands)
        # more seats have more to say about how a game goes on
        lines = max(1, round(self.iterations * self.strength * len(view.seats) / 2))
        search.run(lines, settle=view.ask not in RESPONSE_ASKS)
        ratings = search.ratings()
        if not self.errs:
            return ratings[0].action
        chance = chance_at(view, seed)
        whole = sum(rating.odds for rating in ratings)
        sure = [
            log(rating.visits + rating.odds / whole) + chance.gauss(0, self.errs)
            for rating in ratings
        ]
        return ratings[sure.index(max(sure))].action


def _person(mood: float, attentive: bool, **notices: float) -> Player:

    seen = {Kind[name.upper()]: chance for name, chance in notices.items()}
    return Person(seen, mood, weighs=attentive, attends=attentive, forgets=0.3)


MASTER_ITERATIONS: Final = 600
"""In pure Python half of the choices take less than 0.1 seconds: see docs/BOTS.md."""

LEVELS: Final = (
    Level(
        "beginner",
        N_("takes points; overlooks most other plays"),
        lambda: _person(
            2.0, False, scuttle=0.6, one_off=0.25, jack=0.3, joker=0.3, royal=0.6, counter=0.3
        ),
    ),
    Level(
        "casual",
        N_("plays by rules of thumb; overlooks some plays"),
        lambda: _person(
            3.8, True, scuttle=0.5, one_off=0.42, jack=0.45, joker=0.45, royal=0.55, counter=0.45
        ),
    ),
    Level(
        "regular",
        N_("barely looks ahead; often misjudges a play"),
        lambda: Thinker(2, errs=2.9, forgets=0.2),
    ),
    Level(
        "sharp",
        N_("looks a little ahead; errs now and then"),
        lambda: Thinker(4, errs=2.3, forgets=0.1),
    ),
    Level(
        "expert",
        N_("looks ahead; expects your counters"),
        lambda: Thinker(8, errs=0.7, forgets=0.03, reckons=True),
    ),
    Level(
        "master",
        N_("looks further ahead than an expert"),
        lambda: Thinker(MASTER_ITERATIONS, heeds_hands=True, reckons=True),
    ),
)
"""All levels, weakest first."""
USUAL_LEVEL: Final = "regular"
"""The level for whoever has chosen none."""
_BY_NAME: Final = {level.name: level for level in LEVELS}


def level_of(name: str) -> Level:
    """Return a level by its name, the usual one for a name that is not known."""
    return _BY_NAME.get(name, _BY_NAME[USUAL_LEVEL])


@dataclass(frozen=True, slots=True)
class _Greedy:
    """Plays what looks best after one action."""

    def choose(self, view: View, seed: int) -> Action:
        return greedy.choose(view, seed)


@dataclass(frozen=True, slots=True)
class _Random:
    """Plays any legal action."""

    def choose(self, view: View, seed: int) -> Action:
        return random.Random(f"{seed} {view.ply}").choice(view.legal)


YARDSTICKS: Final[Mapping[str, Callable[[], Player]]] = {"greedy": _Greedy, "random": _Random}
"""Players that never change, to measure others with."""
NAMED: Final[Mapping[str, Callable[[], Player]]] = {
    **{level.name: level.player for level in LEVELS},
    **YARDSTICKS,
}
"""Builds each player by its name: the levels, weakest first, then the yardsticks."""
