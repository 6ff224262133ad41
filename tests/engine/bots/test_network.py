"""Evaluations: weights that load, the same from both seats."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest

from engine.bots.network import Network, network_of, networks_from
from engine.cards import TENS
from engine.play.compiled import compile_rules
from engine.play.observe import observe
from engine.play.position import Position
from engine.rules.rulesets import PRESETS
from tests.engine.bots.positions import sample
from tests.programs.bots.evaluations import by_linear, chances

FOUR = ("cuttle.cards", "standard", "cutthroat", "team")


def turned(p: Position) -> Position:
    """Swap the two seats of a position."""
    other = p.copy()
    for zone in (other.hands, other.points, other.royals, other.frozen):
        zone.reverse()
    other.lenders = {card: 1 - seat for card, seat in p.lenders.items()}
    other.mover = 1 - p.mover
    other.prompt = replace(p.prompt, seats=tuple(1 - seat for seat in p.prompt.seats))
    other.pile = [pending._replace(seat=1 - pending.seat) for pending in p.pile]
    return other


def test_the_files_of_weights_are_small() -> None:
    files = {
        file.name: len(file.read_bytes())
        for file in resources.files("engine.bots").joinpath("weights").iterdir()
    }
    kinds = ("network", "own.network", "others.network")
    assert set(files) == {f"{name}.{kind}" for name in FOUR for kind in kinds}
    for name in FOUR:
        assert sum(files[f"{name}.{kind}"] for kind in kinds) < 1_000_000


@pytest.mark.parametrize("name", FOUR)
def test_opponents_are_judged_by_a_network_of_their_own(name: str) -> None:
    for p in sample(PRESETS[name], 5):
        for seat, foes_of in enumerate(p.rules.foes):
            found = networks_from(observe(p, seat))
            foes = {found[other] for other in foes_of}
            friends = {found[other] for other in p.rules.allies[seat]}
            assert len(friends) == len(foes) == 1
            assert friends != foes


def test_a_broken_file_is_refused() -> None:
    with pytest.raises(ValueError, match="weights"):
        Network(2, b"CUTTLELN1234")


@pytest.mark.parametrize("name", FOUR)
def test_chances_are_shared_out(name: str) -> None:
    ruleset = PRESETS[name]
    net = network_of(compile_rules(ruleset))
    sides = set(ruleset.sides)
    for p in sample(ruleset, 30):
        for found in (chances(net, p), by_linear(p)):
            assert all(0 <= chance <= 1 for chance in found)
            assert sum(found[ruleset.sides.index(side)] for side in sides) == pytest.approx(1)


@pytest.mark.parametrize("name", ["cuttle.cards", "standard"])
def test_both_seats_are_evaluated_alike(name: str) -> None:
    net = network_of(compile_rules(PRESETS[name]))
    for p in sample(PRESETS[name], 40):
        assert chances(net, turned(p)) == pytest.approx(chances(net, p)[::-1])


def test_a_seat_is_judged_when_another_must_act() -> None:
    """Of three seats one wins, whoever must act: the three chances come to about 1 unshared."""
    net = network_of(compile_rules(PRESETS["cutthroat"]))
    positions = sample(PRESETS["cutthroat"], 60)
    sums = [sum(net.value(net.hidden(p, seat)) for seat in range(3)) for p in positions]
    assert sum(sums) / len(sums) == pytest.approx(1, abs=0.1)


def test_a_lead_is_better_than_none() -> None:
    """The learned evaluation knows what points are good for."""
    net = network_of(compile_rules(PRESETS["standard"]))
    better = tried = 0
    for p in sample(PRESETS["standard"], 40):
        seat, ten = p.prompt.seats[0], next((card for card in p.deck if TENS >> card & 1), None)
        if ten is None or p.pile:
            continue
        ahead = p.copy()
        ahead.deck.remove(ten)
        ahead.points[seat] |= 1 << ten
        better += chances(net, ahead)[seat] > chances(net, p)[seat]
        tried += 1
    assert better > 0.9 * tried > 9
