"""The environment is what PettingZoo expects, and shows an agent what its seat may know."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

pytest.importorskip("pettingzoo", reason="the extra rl (pettingzoo, numpy) is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from engine.actions import parse_action
from engine.cards import parse_card
from engine.errors import IllegalAction
from engine.play.observe import observe
from engine.rl.aec import CuttleEnv, env
from engine.rl.encoding import HIGHEST, LENGTH, LENGTHS, LOWEST, NAMES, encode, features
from engine.rules.rulesets import PRESETS
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.play_out import steps
from tests.engine.worked import set_up

TABLES = ["cuttle.cards", "cutthroat", "team"]


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # it has a mask beside it
@pytest.mark.parametrize("ruleset", TABLES)
def test_the_interface(ruleset: str) -> None:
    api_test(env(ruleset), num_cycles=60)


@pytest.mark.parametrize("ruleset", TABLES)
def test_seeds(ruleset: str) -> None:
    seed_test(lambda: env(ruleset), num_cycles=60)


def played_out(table: CuttleEnv, seed: int) -> dict[str, float]:
    """Play a game at random, and sum up each agent's rewards."""
    rng = random.Random(seed)
    table.reset(seed=seed)
    sums = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        sums[agent] += reward
        options = np.flatnonzero(observation["action_mask"])
        table.step(None if terminated or truncated else int(rng.choice(options)))
    return sums


@pytest.mark.parametrize("ruleset", [*TABLES, "howto", "cuttle.cards+hand-limit=3"])
def test_games_end_and_rewards_sum_to_zero(ruleset: str) -> None:
    for seed in range(2):
        sums = played_out(CuttleEnv(ruleset), seed)
        assert sum(sums.values()) == pytest.approx(0)
        assert all(won == 1 or won <= 0 for won in sums.values())


def test_a_game_is_cut_off() -> None:
    table = CuttleEnv("standard", max_plies=3)
    assert not any(played_out(table, 0).values())
    assert not table.agents


def test_a_large_discard_is_chosen_a_card_at_a_time() -> None:
    table = CuttleEnv("cuttle.cards+hand-limit=3")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(encode(parse_action("draw")))
    before = table.observe(agent)
    assert before["observation"][NAMES.index("owed")] >= 3
    masks = []
    while table.agent_selection == agent:
        options = np.flatnonzero(table.observe(agent)["action_mask"])
        masks.append({*options})
        table.step(int(options[0]))
    assert len(masks) == before["observation"][NAMES.index("owed")]
    assert all(later < sooner for sooner, later in pairwise(masks))


def test_what_the_mask_excludes_is_refused() -> None:
    table = CuttleEnv()
    table.reset(seed=1)
    with pytest.raises(IllegalAction):
        table.step(encode(parse_action("pass")))


@pytest.mark.parametrize("name", TABLES)
def test_hidden_cards_change_no_observation(name: str) -> None:
    rng = random.Random(4)
    table = CuttleEnv(name)
    table.reset(seed=0)
    for position, _, _ in steps(PRESETS[name], 5):
        if rng.random() < 0.7:
            continue  # a sample will do
        seat = rng.randrange(position.rules.seats)
        table._position = position
        seen = table.observe(f"seat_{seat}")
        table._position = reshuffle_hidden(position, seat, rng)
        again = table.observe(f"seat_{seat}")
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(seen["action_mask"], again["action_mask"])


def test_a_table_is_rendered_as_it_was_asked_for() -> None:
    for mode, told in (("ansi", True), (None, False)):
        table = env("standard", render_mode=mode)
        table.reset(seed=1)
        assert table.render_mode == mode
        assert (table.render() is not None) is told
    with pytest.raises(ValueError, match="not 'human'"):
        env(render_mode="human")


def test_counts_beyond_what_a_byte_holds_are_cut_off() -> None:
    position = next(steps(PRESETS["standard"], 1))[0]
    position.passes, position.sudden = 1000, -5
    seen = dict(zip(NAMES, features(observe(position, 0), 0), strict=True))
    assert (seen["passes"], seen["sudden death"]) == (HIGHEST, LOWEST)


def test_features_say_what_lies_where() -> None:
    for position, _, _ in steps(PRESETS["team"], 2):
        seen = dict(zip(NAMES, features(observe(position, 1), 1), strict=True))
        assert len(seen) == LENGTH
        for place in range(4):
            laid = {card for card in range(54) if seen[f"seat {place} points {card}"]}
            assert sum(1 << card for card in laid) == position.points[(1 + place) % 4]
        assert seen["deck"] == len(position.deck)
        assert seen[f"ask {position.prompt.ask.name.lower()}"] == 1


def test_features_say_what_was_seen() -> None:
    before = "P0 hand 3C; P1 hand 4C 5C; P2 hand 6C; P3 hand 7C; deck TC JC +3; seen 3 4C TC JC"
    seen = dict(zip(NAMES, features(observe(set_up("team", before), 0), 0), strict=True))
    found = {name for name, value in seen.items() if value and name in NAMES[LENGTHS[0] :]}
    four, ten, jack = (parse_card(name) for name in ("4C", "TC", "JC"))
    assert found == {
        f"seat 1 remembered {four}",
        f"next {ten}",
        f"known top {ten}",
        f"known top {jack}",
    }


def test_what_learnt_by_older_features_still_observes_them() -> None:
    old, new = CuttleEnv("standard", version=0), CuttleEnv("standard")
    for table in (old, new):
        table.reset(seed=3)
    seen, more = (table.observe("seat_0")["observation"] for table in (old, new))
    assert old.observation_space("seat_0").contains(old.observe("seat_0"))
    assert len(seen) == LENGTHS[0]
    assert np.array_equal(seen, more[: LENGTHS[0]])
