"""The ladder: legal everywhere, honest, repeatable, each rung above the last."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from itertools import pairwise

import pytest

from engine.actions import Action
from engine.bots.attention import attended
from engine.bots.greedy import Player
from engine.bots.levels import LEVELS, USUAL_LEVEL, Level, Thinker, level_of
from engine.bots.network import Network, Odds, networks_from
from engine.bots.search import Search
from engine.cards import CardSet
from engine.play.observe import observe
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS
from tests.engine.bots.positions import sample
from tests.engine.knowledge import reshuffle_hidden
from tests.programs.bots.match import match, seated
from tests.programs.bots.yardsticks import sees_all
from tests.whole import times

pytestmark = pytest.mark.slow


def light(level: Level) -> Player:
    """Build a level's player, with a fiftieth of its thought if it searches."""
    player = level.player()
    return replace(player, strength=0.02) if isinstance(player, Thinker) else player


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_plays_every_preset(level: Level) -> None:
    player = light(level)
    for ruleset in PRESETS.values():
        for p in sample(ruleset, 4):
            view = observe(p, p.prompt.seats[0])
            assert player.choose(view, 1) in view.legal


def test_every_option_is_played() -> None:
    for name, option in OPTIONS.items():
        text = f"standard+{name}" + ("=5" if option.numbered else "")
        for p, level in zip(sample(parse_ruleset(text), len(LEVELS)), LEVELS, strict=True):
            view = observe(p, p.prompt.seats[0])
            assert light(level).choose(view, 1) in view.legal


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_choice_depends_on_view_and_seed_alone(level: Level) -> None:
    """Shuffle what the seat cannot see: no choice changes. Shown everything, some do."""
    player, rng, cheat = light(level), random.Random(3), sees_all()
    changed = cheated = 0
    for name in ("standard", "cuttle.cards", "cutthroat", "team"):
        for p in sample(PRESETS[name], 8):
            seat = p.prompt.seats[0]
            other = reshuffle_hidden(p, seat, rng)
            choice = player.choose(observe(p, seat), 7)
            changed += choice != player.choose(observe(other, seat), 7)
            cheated += cheat(p, seat, 7) != cheat(other, seat, 7)
    assert changed == 0
    assert cheated > 0


def test_the_seed_matters_to_a_search() -> None:
    thinker = Thinker(20)
    views = [observe(p, p.prompt.seats[0]) for p in sample(PRESETS["cuttle.cards"], 20)]
    assert any(thinker.choose(view, 1) != thinker.choose(view, 2) for view in views)


@pytest.mark.parametrize(("name", "lines"), [("standard", 20), ("cutthroat", 30), ("team", 40)])
def test_a_search_tries_more_lines_with_more_seats(name: str, lines: int) -> None:
    for p in sample(PRESETS[name], 10):
        view = attended(observe(p, p.prompt.seats[0]), 1)
        search = Search(view, 1, networks_from(view))
        search.run(lines, settle=view.ask not in RESPONSE_ASKS)
        assert Thinker(20).choose(view, 1) == search.ratings()[0].action


class Asked(Network):
    """A network that notes for which hands of the asked seat it was asked about plays."""

    def __init__(self) -> None:
        file = resources.files("engine.bots").joinpath("weights", "standard.network")
        super().__init__(2, file.read_bytes())
        self.hands: set[CardSet] = set()

    def odds(
        self, hidden: Sequence[float], p: Position, plays: Sequence[Action], known: Odds
    ) -> list[float]:
        self.hands.add(p.hands[p.prompt.seats[0]])
        return super().odds(hidden, p, plays, known)


def test_opponents_choose_by_the_hands_they_are_dealt() -> None:
    """Whoever heeds hands asks about the hand of every line, not only about that of the first."""
    position = sample(PRESETS["standard"], 1)[0]
    seat = position.prompt.seats[0]
    lines = 100
    asked = {}
    for heeds_hands in (False, True):
        own, other = Asked(), Asked()
        nets = (own, other) if seat == 0 else (other, own)
        Search(observe(position, seat), 1, nets, heeds_hands=heeds_hands).run(lines)
        asked[heeds_hands] = len(other.hands)
    assert asked[False] < lines <= asked[True]


@pytest.mark.parametrize(("name", "differs"), [("standard", True), ("cutthroat", False)])
def test_hands_are_heeded_between_two_seats(name: str, differs: bool) -> None:
    plain, heeding = Thinker(20), Thinker(20, heeds_hands=True)
    views = [observe(p, p.prompt.seats[0]) for p in sample(PRESETS[name], 30)]
    changed = [plain.choose(view, 1) != heeding.choose(view, 1) for view in views]
    assert any(changed) is differs


def test_each_level_beats_the_one_below() -> None:
    """The same games are played on every run, so the margin cannot vary."""
    ruleset = PRESETS["cuttle.cards"]
    cheap = [level for level in LEVELS if level.name in ("beginner", "casual", "regular")]
    for lower, upper in pairwise(cheap):
        score = match(ruleset, seated(upper.player()), seated(lower.player()), times(20, 60), 1)
        assert score.share > 0.5, (upper.name, lower.name)


def test_an_unknown_name_is_the_usual_level() -> None:
    assert level_of("nobody").name == USUAL_LEVEL
    assert level_of("master").name == "master"
