"""A game in numbers: computed by hand for one game, and its ends for any."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import given, strategies as st

from engine.actions import parse_action
from engine.cards import CARD_NAMES, parse_card
from engine.play.events import Stole
from engine.play.view import Outcome
from engine.record.record import Game, Record, record_of
from engine.record.summary import Replay, final_score, summary_of
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.test_record import played

_DEALT: Final = "TH 2C KS JD 5C TD 3D AC 9C 4C 6C 7C 8H"
_PLAYED: Final = (
    "0 points TH",
    "1 oneoff AC",
    "0 counter 2C",
    "1 decline",
    "0 draw",
    "1 points TD",
    "0 jack JD>TD",
    "1 points 4C",
    "0 scuttle 7C>4C",
    "1 draw",
    "0 royal KS",
)


def record_by_hand(*names: str) -> Record:
    """Play a game whose numbers can be counted: ana wins with a king."""
    rest = [name for name in CARD_NAMES[:52] if name not in _DEALT]
    deck = tuple(map(parse_card, (*_DEALT.split(), *rest)))
    game = Game(PRESETS["standard"], deck, first=0, seed=b"")
    for line in _PLAYED:
        seat, _, action = line.partition(" ")
        game.submit(int(seat), parse_action(action), game.position.ply)
    started = datetime(2026, 11, 22, tzinfo=UTC)
    seconds = [float(ply) for ply in range(len(_PLAYED))]
    return record_of(game, names or ("ana", "bob"), seconds, started=started)


def test_a_game_is_counted_as_by_hand() -> None:
    told = summary_of(Replay(record_by_hand()))
    ana = (0, 10, 10, 10, 10, 20, 20, 20, 20, 20)
    bob = (0, 0, 0, 0, 10, 0, 4, 0, 0, 0)
    assert told.scores == tuple(zip(ana, bob, strict=True))
    assert told.goals[:-1] == ((21, 21),) * 9
    assert told.goals[-1] == (14, 21)
    assert (told.turns, told.drawn, told.scuttled, told.countered) == (9, (1, 1), (1, 0), (1, 0))
    assert told.lead_changes == 0
    assert told.outcome == Outcome((0,), "goal")


def test_the_largest_play_is_the_one_that_also_took_what_it_gained() -> None:
    largest = summary_of(Replay(record_by_hand())).largest
    assert largest is not None
    assert (largest.ply, largest.turn, largest.points) == (7, 5, 10)
    assert isinstance(largest.event, Stole)


@pytest.mark.slow
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32), st.integers(0, 120))
def test_the_graph_ends_with_the_score_of_every_seat(
    ruleset: Ruleset, seed: int, stop: int
) -> None:
    replay = Replay(played(ruleset, seed, stop=stop).record())
    told, end = summary_of(replay), replay.view(replay.plies)
    assert told.scores[-1] == tuple(side.score for side in end.seats)
    assert told.goals[-1] == tuple(max(0, side.goal) for side in end.seats)
    assert set(told.scores[0]) == {0}
    assert told.end == final_score(replay.record)
