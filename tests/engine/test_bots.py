"""Computer players: legal everywhere, honest, better than chance."""

from __future__ import annotations

import random

import pytest

from engine.actions import Action, Kind
from engine.bots import greedy
from engine.bots.greedy import out_of_turn
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.record.record import Game
from engine.rules.rulesets import PRESETS
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.worked import set_up

NAMES = ("standard", "sipie", "howto", "encyclopedia", "cuttle.cards", "cutthroat", "team")


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_ruleset_to_the_end(name: str) -> None:
    game = Game.from_seed(PRESETS[name], b"bots")
    for _ in range(400):
        if game.outcome is not None:
            break
        seat = game.position.prompt.seats[0]
        game.submit(seat, greedy.choose(observe(game.position, seat), 3), game.position.ply)
    assert game.outcome is not None


@pytest.mark.slow
def test_its_choice_depends_on_its_view_and_seed_alone() -> None:
    """Shuffle what it cannot see: no choice changes. Shown everything, many do."""
    rng = random.Random(4)
    changed = cheated = 0
    for seed in range(12):
        game = Game.from_seed(PRESETS["cuttle.cards"], bytes([seed]))
        position = game.position
        while legal := legal_actions(position):
            seat = position.prompt.seats[0]
            view = observe(position, seat)
            other = reshuffle_hidden(position, seat, rng)
            choice = greedy.choose(view, 5)
            changed += choice != greedy.choose(observe(other, seat), 5)
            cheated += rng.random() < 0.2 and _cheat(position, seat) != _cheat(other, seat)
            assert choice in legal
            play(position, choice)
    assert changed == 0
    assert cheated > 0


def _cheat(position: object, seat: int) -> Action:
    """Choose with all hands in sight."""
    from engine.play.position import Position

    assert isinstance(position, Position)
    return max(legal_actions(position), key=lambda action: greedy._worth(position, seat, action))


def test_it_beats_a_player_of_chance() -> None:
    won = 0
    for seed in range(40):
        game = Game.from_seed(PRESETS["standard"], bytes([seed]), first=seed % 2)
        rng = random.Random(seed)
        while game.outcome is None:
            position = game.position
            seat = position.prompt.seats[0]
            honest = seat == 0
            action = (
                greedy.choose(observe(position, 0), 1)
                if honest
                else rng.choice(legal_actions(position))
            )
            game.submit(seat, action, position.ply)
        won += 0 in game.outcome.winners
    assert won >= 32


def test_it_takes_a_win_and_joins_a_partner_who_gives_up() -> None:
    view = observe(set_up("standard", "P0 hand 3C 9D points TS 8H"), 0)
    assert str(greedy.choose(view, 1)) in ("points 3C", "points 9D")
    position = set_up("team", "P0 hand 3C; P2 hand 4C; conceding P0")
    assert out_of_turn(observe(position, 2)) == Action(Kind.CONCEDE, seat=2)
    assert out_of_turn(observe(position, 1)) is None
