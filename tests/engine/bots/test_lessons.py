"""What networks are taught with: samples of games."""

from __future__ import annotations

import random

import pytest

from engine.actions import Action
from engine.bots.levels import level_of
from engine.bots.network import network_of
from engine.bots.search import Search
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.rulesets import PRESETS
from tests.programs.bots.exploit_by_search import Course, Minds
from tests.programs.bots.match import dealt, seated
from tests.programs.bots.population import Habitual, Population
from tests.programs.bots.selfplay import (
    Lesson,
    Samples,
    by_hand,
    exploring_game,
    one_ply,
    play_game,
)
from tests.whole import times

pytestmark = pytest.mark.slow


def test_of_three_seats_all_are_taught() -> None:
    """The search asks about the two seats that need not act as well."""
    found, rng = Samples(), random.Random(3)
    found.take(play_game(PRESETS["cutthroat"], rng, one_ply(by_hand, rng), by_hand, 0.85))
    targets = found.targets
    assert len(targets) % 3 == 0
    for at in range(0, len(targets), 3):
        assert sum(targets[at : at + 3]) == pytest.approx(1)
        assert sum(bool(plays) for plays, _ in found.plays[at : at + 3]) <= 1
    assert any(plays for plays, _ in found.plays)


def test_games_that_explore_tell_how_they_ended() -> None:
    ruleset = PRESETS["cuttle.cards"]
    nets = [network_of(compile_rules(ruleset))] * 2
    rng = random.Random(4)
    found: list[Lesson] = []
    while not found:
        found = exploring_game(ruleset, rng, nets, 8)
    ends = [lesson.target if lesson.seat == 0 else 1 - lesson.target for lesson in found]
    assert len(set(ends)) == 1
    assert ends[0] in (0.0, 0.5, 1.0)
    for lesson in found:
        plays, odds = lesson.plays
        assert len(plays) == len(odds)
        assert not odds or sum(odds) == pytest.approx(1)


def test_a_curious_search_tries_plays_that_the_network_thinks_little_of() -> None:
    view = observe(dealt(PRESETS["standard"], 7), 0)
    if view.asked != (0,):
        view = observe(dealt(PRESETS["standard"], 7), 1)
    tried = []
    for curiosity in (0.0, 0.5):
        search = Search(view, 1, curiosity=curiosity)
        search.run(60)
        tried.append(sum(rating.visits > 0 for rating in search.ratings()))
    assert tried[0] < tried[1]


@pytest.mark.parametrize("name", ["cuttle.cards", "cutthroat", "team"])
def test_a_best_response_learns_its_own_choices_and_those_of_its_level(name: str) -> None:
    """Of each side's choices its own network is taught: the level's by what the level did."""
    ruleset = PRESETS[name]
    net = network_of(compile_rules(ruleset))
    casual = seated(level_of("casual").player())
    course = Course(ruleset, lambda rng, minds: casual, 4, random.Random(5))
    own, level = course.play(Minds(net, net), 4)
    made = [max(odds) for plays, odds in level.plays if plays]
    assert set(made) == {1.0}, "the level's plays are facts"
    found = [max(odds) for plays, odds in own.plays if plays]
    assert min(found) < 0.9, "the response's plays are what its search thought of them"


@pytest.mark.parametrize("name", ["standard", "cutthroat", "team"])
def test_a_population_has_opponents_of_every_kind(name: str) -> None:
    ruleset = PRESETS[name]
    net = network_of(compile_rules(ruleset))
    population = Population(net, 2)
    course = Course(ruleset, population.draw, 2, random.Random(6))
    own, others = course.play(Minds(net, net), times(3, 8))
    assert own.targets
    assert others.targets


def test_habits_differ_from_player_to_player_and_never_change() -> None:
    chance = random.Random(7)
    views = []
    for seed in range(30):
        p = dealt(PRESETS["standard"], seed)
        for _ in range(3):
            play(p, chance.choice(legal_actions(p)))
        views.append(observe(p, p.prompt.seats[0]))

    def plays_of(likings: int, seed: int) -> list[Action]:
        player = Habitual(likings)
        return [player.choose(view, seed) for view in views]

    assert all(play in view.legal for play, view in zip(plays_of(1, 0), views, strict=True))
    assert plays_of(1, 0) == plays_of(1, 5), "what a play is worth to it depends on no chance"
    assert plays_of(1, 0) != plays_of(2, 0)
