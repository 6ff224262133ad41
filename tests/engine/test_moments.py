"""Moments: each kind is found at the ply at which it happened, and nothing else is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from engine.actions import parse_action
from engine.play import events as ev
from engine.record.summary import CLOSE, KINDS, Moment, MomentKind, Replay, moments_of
from engine.rules.rulesets import PRESETS, Ruleset
from tests.cuttle_tui.games import record_after, table_after
from tests.engine.test_record import played

pytestmark = pytest.mark.slow

DEEDS: dict[MomentKind, tuple[type, ...]] = {
    "capture": (ev.Scuttled, ev.Stole, ev.Destroyed, ev.Evicted, ev.Wiped),
    "counter": (ev.Countered,),
    "one-off": (ev.AnnouncedOneOff,),
}


def of_kind(replay: Replay, kind: MomentKind) -> list[Moment]:
    """Give the moments of one kind."""
    return [moment for moment in moments_of(replay) if moment.kind == kind]


@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_deeds_are_where_their_events_are(ruleset: Ruleset, seed: int) -> None:
    replay = Replay(played(ruleset, seed, stop=120).record())
    for kind, types in DEEDS.items():
        expected: dict[int, set[int]] = {}
        for ply in range(replay.plies + 1):
            for event in replay.events(ply):
                if isinstance(event, types) and not (
                    isinstance(event, ev.Wiped) and not event.lost
                ):
                    expected.setdefault(ply, set()).add(getattr(event, "seat", -1))
        assert {one.ply: set(one.seats) for one in of_kind(replay, kind)} == expected


@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_moments_come_in_order_one_of_a_kind_a_ply(ruleset: Ruleset, seed: int) -> None:
    found = moments_of(Replay(played(ruleset, seed, stop=120).record()))
    places = [(one.ply, KINDS.index(one.kind)) for one in found]
    assert places == sorted(set(places))


@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_who_takes_the_lead_lacks_fewest_and_did_not_lead(ruleset: Ruleset, seed: int) -> None:
    replay = Replay(played(ruleset, seed, stop=120).record())
    leaders: list[tuple[int, ...]] = []
    for moment in of_kind(replay, "lead"):
        view = replay.view(moment.ply)
        short = [side.goal - side.score for side in view.seats]
        others = set(range(ruleset.seats)) - set(moment.seats) - set(view.retired)
        assert all(min(short[seat] for seat in moment.seats) < short[other] for other in others)
        sides = {view.seats[seat].side for seat in moment.seats}
        assert len(sides) == 1
        leaders.append(tuple(sides))
    assert all(one != other for one, other in pairwise(leaders))


@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_close_is_said_once_on_coming_close(ruleset: Ruleset, seed: int) -> None:
    replay = Replay(played(ruleset, seed, stop=120).record())
    for moment in of_kind(replay, "close"):
        for seat in moment.seats:
            now, before = (replay.view(ply).seats[seat] for ply in (moment.ply, moment.ply - 1))
            assert now.goal - now.score <= CLOSE < before.goal - before.score


def test_a_game_that_is_known() -> None:
    replay = Replay(record_after())
    found = [(one.ply, one.kind, one.seats) for one in moments_of(replay)]
    assert [ply for ply, kind, _ in found if kind == "lead"] == [2, 19]
    assert (13, "capture", (0,)) in found
    assert found[-1] == (27, "end", (0,))
    assert not of_kind(replay, "counter")


def test_the_lead_passes_on_when_the_leader_gives_up() -> None:
    table = table_after(2, "cutthroat", seed=3)
    table.submit(0, parse_action("concede@0"), 0)
    leads = [(one.ply, one.seats) for one in of_kind(Replay(table.record()), "lead")]
    assert leads == [(3, (1,))]


@pytest.mark.parametrize("stop", [0, 1, 7])
def test_a_game_that_was_not_finished_has_no_end(stop: int) -> None:
    replay = Replay(record_after(stop))
    assert not of_kind(replay, "end")
