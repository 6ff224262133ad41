"""The engine and the naive rules play where little happens in other games, and much can go wrong.

Games dealt by chance seldom come to a deck that runs out while a seat is absent, or to an offer
whose answerers leave. Here whole regions of such positions are begun in, with the knobs that count
there and players who often act out of turn.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from engine.rules.options import parse_ruleset
from tests.naive.compare import Walk
from tests.naive.state import State, ascending, pack
from tests.naive.tables import random_position
from tests.whole import GAMES, times

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Region:
    """Where games begin, by which rules, and how restless their players are."""

    name: str
    bases: str
    knobs: tuple[str, ...]
    """Values of knobs, one line each, of which a game has a few."""
    standing: float = 0.0
    deck: int = 99
    """At most so many cards are left in it."""
    hands: int = 9
    """At most so many cards are held by a seat."""
    longest: int = 60


REGIONS = (
    Region(
        "seats that leave",
        "cutthroat team",
        (
            "hand-limit=3 hand-limit=4",
            "four-mode=random four-mode=choice",
            "ten-one-off=discard1 five-discard=2",
            "nine-royal-response=yes jack-counterable=yes",
            "ten-block-scuttle=yes",
            "seven-reveal=3 seven-reveal=2",
            "seven-scrapped=afterEffect",
            "pass-run=steps pass-run=turns",
            "sudden_death=yes",
            "pass-to-end=2 pass-to-end=3",
            "win-check=ownTurnEnd",
            "freeze-scope=mainDecision",
        ),
        standing=0.25,
    ),
    Region(
        "offers",
        "cutthroat team standard cuttle.cards",
        ("pass-run=steps pass-run=turns", "sudden_death=yes", "hand-limit=4"),
        standing=0.5,
        deck=8,
        longest=40,
    ),
    Region(
        "an absent seat with too many cards",
        "team",
        ("hand-limit=3 hand-limit=4 hand-limit=5", "five-draw=4", "four-mode=opponentDraws"),
        standing=0.1,
    ),
    Region(
        "the last cards",
        "standard sipie miller howto encyclopedia cuttle.cards cutthroat team",
        (
            "pass-to-end=2 pass-to-end=3 pass-to-end=4",
            "pass-run=steps pass-run=turns",
            "pass-when=stuck pass-when=deckEmpty",
            "pass-auto=yes pass-auto=no",
            "sudden_death=yes",
            "three-exclude=self three-exclude=self+3",
            "seven-reveal=2 seven-reveal=3",
            "win-check=ownTurnEnd win-check=anyNow",
        ),
        standing=0.03,
        deck=3,
        hands=3,
        longest=40,
    ),
    Region(
        "passes where a seat has given up",
        "cutthroat",
        ("pass-to-end=2 pass-to-end=2 pass-to-end=3", "pass-run=steps pass-run=turns"),
        standing=0.15,
        deck=0,
        hands=2,
        longest=20,
    ),
    Region(
        "glasses and who reaches them",
        "standard sipie miller encyclopedia cuttle.cards cutthroat team",
        (
            "eight-form=permanent eight-form=unowned",
            "nine-side=any nine-side=opp nine-side=opp+anyG",
            "nine-kinds=PJQKGX nine-kinds=JQKG nine-kinds=G",
            "two-kinds=JQKGX two-kinds=GJ",
            "two-side=any two-side=opp",
            "queen-covers=PJKGX queen-covers=K",
            "queen-self=yes queen-mutual=yes",
            "nine-dest=deckTop nine-dest=hand",
            "joker-reach=anyToAny joker-reach=oppToSelf",
        ),
        longest=25,
    ),
    Region(
        "stacks of which any card is taken",
        "standard+attach-any sipie+attach-any encyclopedia+attach-any cuttle.cards+attach-any",
        (
            "eight-form=unowned eight-form=permanent",
            "jokers=2",
            "two-kinds=JQKGX two-kinds=JX",
            "nine-kinds=PJQKGX nine-count=2",
            "nine-side=any",
        ),
        longest=25,
    ),
    Region(
        "cards that go back",
        "standard encyclopedia cuttle.cards cutthroat team",
        (
            "eight-form=unowned eight-form=permanent",
            "nine-kinds=PJQKGX",
            "nine-side=any nine-side=opp",
            "jack-reach=anyToAny jack-reach=anyToOther",
            "two-kinds=JQKGX two-kinds=JX",
            "nine-count=2",
            "one-offs=A23456789T",
            "win-check=ownTurnEnd",
        ),
        longest=25,
    ),
)


def begun(region: Region, rng: random.Random) -> State:
    """Lay a table of a region."""
    words = [rng.choice(region.bases.split())]
    for line in rng.sample(region.knobs, rng.randrange(min(5, len(region.knobs)))):
        words.append(rng.choice(line.split()))
    s = random_position(parse_ruleset("+".join(words)), rng)
    for seat, hand in enumerate(s.hands):
        s.deck += hand[region.hands :]
        s.hands[seat] = ascending(hand[: region.hands])
        s.frozen[seat] = [card for card in s.frozen[seat] if card in s.hands[seat]]
    s.scrap += s.deck[region.deck :]
    s.deck = s.deck[: rng.randint(0, region.deck)]
    held = [card for zone in (*s.hands, *s.points, *s.royals, s.scrap, s.deck) for card in zone]
    held += [card for stack in s.stacks.values() for card, _ in stack]
    s.scrap += [card for card in pack(s.rules) if card not in held]
    s.passes = 0 if s.deck else s.passes
    return s


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: region.name)
def test_games_in_a_region(region: Region) -> None:
    for seed in range(GAMES * times(2, 5)):
        rng = random.Random(f"{region.name} {seed}")
        difference = Walk(begun(region, rng), rng, region.standing).difference(region.longest)
        assert difference is None, f"seed {seed}: {difference}"
