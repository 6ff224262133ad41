"""Replays: every ply as it was, every viewer told what it was told then, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from engine.actions import parse_action
from engine.play.events import Dealt, Drew, Event
from engine.play.observe import observe
from engine.record.record import RecordedAction, RecordError
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.seats import Ready
from engine.table.state import replayed_state
from engine.table.table import Table
from tests.engine.test_record import played

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_every_ply_is_what_the_table_showed_then(ruleset: Ruleset, seed: int, stop: int) -> None:
    table = played(ruleset, seed, stop=stop)
    replay = Replay(table.record())
    game = table.game
    assert game is not None
    assert replay.plies == len(game.actions)
    for ply in {0, replay.plies // 2, replay.plies}:
        position = game.at(ply)
        for viewer in (None, *range(ruleset.seats)):
            assert replayed_state(replay, ply, viewer).view == observe(position, viewer)
        everything = replayed_state(replay, ply, all_hands=True).view
        assert everything is not None
        assert all(seat.open for seat in everything.seats)


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(1, 120))
def test_every_viewer_reads_the_log_it_was_told(ruleset: Ruleset, seed: int, stop: int) -> None:
    table = played(ruleset, seed, stop=stop)
    replay = Replay(table.record())
    for viewer in (None, *range(ruleset.seats)):
        assert replayed_state(replay, replay.plies, viewer).log == table.state(viewer).log


def test_what_each_ply_did_adds_up_to_the_log() -> None:
    replay = Replay(played(PRESETS["standard"], 5).record())
    for viewer, everything in ((None, False), (0, False), (1, False), (None, True)):
        log: list[Event] = []
        for ply in range(replay.plies + 1):
            log += replay.events(ply, viewer, all_hands=everything)
            assert tuple(log) == replayed_state(replay, ply, viewer, all_hands=everything).log
        assert isinstance(log[0], Dealt)


def test_drawn_cards_are_hidden_from_those_who_could_not_see_them() -> None:
    replay = Replay(played(PRESETS["standard"], 5).record())
    ply = next(n for n in range(1, replay.plies) if isinstance(replay.events(n)[0], Drew))
    entry = replay.entry(ply)
    assert entry is not None

    def known(events: tuple[Event, ...]) -> int:
        return sum(len(event.cards) for event in events if isinstance(event, Drew))

    assert known(replay.events(ply)) == 0
    assert known(replay.events(ply, entry.seat)) == 1
    assert known(replay.events(ply, all_hands=True)) == 1


def test_the_deal_has_no_action_and_an_unfinished_game_no_end() -> None:
    replay = Replay(played(PRESETS["standard"], 5, stop=7).record())
    assert replay.entry(0) is None
    assert replay.entry(7) is not None
    assert replay.record.outcome is None
    assert Replay(played(PRESETS["standard"], 5).record()).record.outcome


def test_names_cannot_write_to_the_terminal() -> None:
    record = played(PRESETS["standard"], 5, stop=3).record()
    replay = Replay(replace(record, players=("a\x1b[2Jna", "b\u202eob")))
    assert [one.name for one in replayed_state(replay, 0).sitters] == ["a?[2Jna", "b?ob"]


def test_an_illegal_action_is_refused_with_its_ply() -> None:
    record = played(PRESETS["standard"], 5, stop=3).record()
    wrong = RecordedAction(record.first, parse_action("counter 2S"), 1.0)
    with pytest.raises(RecordError, match="ply 4: "):
        Replay(replace(record, entries=(*record.entries, wrong)))


def test_a_chair_gives_the_record_only_when_the_game_is_over() -> None:
    table = Table(PRESETS["standard"], b"seed")
    chairs = [table.sit(seat, f"p{seat}", "person") for seat in range(2)]
    assert chairs[0].record() is None
    table.submit(1, parse_action("concede@1"), 0)
    text = chairs[0].record()
    assert text is not None
    assert "result: 0 concede" in text
    assert text == chairs[1].record() == table.watch().record()
    for chair in chairs:
        chair.ask(Ready())
    assert chairs[0].record() is None
