"""Clocks of days: how long a decision may take, vacations, interruptions, and restored tables."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from engine.actions import DRAW, Action, Kind
from engine.errors import NotationError
from engine.table.controls import CONTROLS, DAY, TimeControl, is_correspondence, parse_control
from engine.table.seats import Vacations
from engine.table.state import in_steps
from engine.table.table import Table
from tests.engine.test_entries import Clock, Keeper, again, asked, opened, ply
from tests.whole import times

HOUR = 3600.0
THREE = CONTROLS["3d"]


def test_times_of_days_are_read() -> None:
    assert parse_control("3d") == THREE == TimeControl("3d", 3 * DAY, 0, 3)
    assert parse_control("14d") == TimeControl("14d", 14 * DAY, 0, 14)
    for text in ("0d", "15d", "99999d"):
        with pytest.raises(NotationError, match="choose between 1d and 14d"):
            parse_control(text)
    with pytest.raises(NotationError, match="not a time control"):
        parse_control("3 d")


@pytest.mark.parametrize(
    ("timing", "days"),
    [("1d", True), ("14d", True), ("none", False), ("steady", False), ("30+60", False)],
)
def test_correspondence_is_told_by_the_name(timing: str, days: bool) -> None:
    assert is_correspondence(timing) is days
    control = parse_control(timing)
    assert bool(control is not None and control.days) is days


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3 * DAY, 3 * DAY),
        (2 * DAY + 3.2 * HOUR, 2 * DAY + 4 * HOUR),
        (DAY, DAY),
        (DAY - 61, DAY - 60),
        (31, 60),
        (30, 30),
    ],
)
def test_long_times_are_shown_in_hours(seconds: float, shown: float) -> None:
    assert in_steps(seconds) == shown


def test_each_decision_has_its_days() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=THREE)
    first = asked(table)
    assert table.state(0).clocks == (3 * DAY, 3 * DAY)
    clock.now += 2 * DAY
    table.submit(first, DRAW, ply(table))
    clock.now += 3 * DAY - 1
    table.check_time()
    assert table.running
    assert table.state(0).clocks[1 - first] == 1
    clock.now += 1
    table.check_time()
    assert table.state(0).given_up == ((1 - first, "time"),)


def test_the_deadline_is_a_moment() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=THREE)
    assert table.state(None).deadline == "1970-01-04 00:16"
    clock.now += DAY
    assert table.state(None).deadline == "1970-01-04 00:16"
    live = opened(Keeper(), clock, control=CONTROLS["steady"])
    assert live.state(None).deadline == ""


def test_nobody_is_away_long_enough_for_a_claim() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=THREE)
    clock.now += 2 * DAY
    assert not table.state(0).claimable
    assert not table.state(0).may_call_off


def test_a_clock_stands_still_on_vacation() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=THREE)
    seat = asked(table)
    clock.now += DAY
    table.set_vacation(seat, clock.now + 5 * DAY)
    clock.now += 4 * DAY
    table.check_time()
    assert table.state(0).clocks[seat] == 2 * DAY
    assert table.state(0).vacations[seat] == "1970-01-07 00:16"
    assert table.state(0).deadline == "1970-01-09 00:16"
    assert again(keeper, clock, "standard", THREE).state(0) == table.state(0)
    clock.now += 2 * DAY  # a day after its end
    assert table.state(0).clocks[seat] == DAY
    assert table.state(0).vacations == ()
    clock.now += DAY
    table.check_time()
    assert table.state(0).given_up == ((seat, "time"),)


def test_a_vacation_can_end_early() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=THREE)
    seat = asked(table)
    table.set_vacation(seat, clock.now + 9 * DAY)
    clock.now += DAY
    table.set_vacation(seat, None)
    clock.now += 2 * DAY
    assert table.state(0).clocks[seat] == DAY
    assert table.state(0).vacations == ()


def test_the_other_clocks_go_on() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=THREE)
    seat = asked(table)
    table.set_vacation(1 - seat, clock.now + 9 * DAY)
    clock.now += 3 * DAY
    table.check_time()
    assert table.state(0).given_up == ((seat, "time"),)


def test_an_interruption_is_not_charged_and_gives_no_new_time() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=THREE)
    seat = asked(table)
    clock.now += 2 * DAY
    before = len(keeper.entries)
    table.restart_clocks()  # how long it took is not known
    table.restart_clocks(0.0)
    assert len(keeper.entries) == before
    table.restart_clocks(2 * HOUR)
    assert table.state(0).clocks[seat] == DAY + 2 * HOUR
    table.restart_clocks(99 * DAY)
    assert table.state(0).clocks[seat] == 3 * DAY
    assert again(keeper, clock, "standard", THREE).state(0) == table.state(0)


def test_the_next_game_of_a_match_waits_no_longer_than_a_move() -> None:
    clock, keeper = Clock(), Keeper()
    name = "standard+first-to-2"
    table = opened(keeper, clock, name, THREE)
    table.submit(0, Action(Kind.CONCEDE, seat=0), ply(table))
    clock.now += 3 * DAY - 1
    table.check_time()
    assert table.over
    table.ready(1)
    assert table.over
    clock.now += 1
    table.check_time()
    assert table.running
    assert table.games == 2
    table.submit(0, Action(Kind.CONCEDE, seat=0), ply(table))
    clock.now += 30 * DAY
    table.check_time()
    assert table.over, "a match that is decided is not followed by another"


def test_a_live_match_waits_for_its_players() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, "standard+first-to-2", CONTROLS["steady"])
    table.submit(0, Action(Kind.CONCEDE, seat=0), ply(table))
    clock.now += 30 * DAY
    table.check_time()
    assert table.over


_spans = st.lists(st.integers(0, 400), min_size=2, max_size=8, unique=True).map(sorted)


@given(times=_spans, since=st.integers(0, 400), now=st.integers(0, 400))
def test_vacation_is_counted_second_by_second(times: list[int], since: int, now: int) -> None:
    vacations = Vacations(1)
    for begin, end in pairwise(times):
        vacations.begin(0, begin, end)
    seconds = sum(
        any(begin <= second < end for begin, end in pairwise(times)) for second in range(since, now)
    )
    assert vacations.within(0, since, now) == seconds


_happenings = st.lists(
    st.tuples(
        st.floats(0, 1.5 * DAY),
        st.sampled_from(["wait", "draw", "vacation", "back", "stop", "look"]),
        st.integers(0, 1),
        st.floats(0, 4 * DAY),
    ),
    max_size=25,
)


def _happen(table: Table, clock: Clock, what: str, seat: int, span: float) -> None:
    if what == "draw" and table.running:
        mover = asked(table)
        view = table.state(mover).view
        assert view is not None
        table.submit(mover, view.legal[0], ply(table))
    elif what == "vacation":
        table.set_vacation(seat, clock.now + span)
    elif what == "back":
        table.set_vacation(seat, None)
    elif what == "stop":
        clock.now += span
        table.restart_clocks(span)
    elif what == "look":
        table.check_time()


@pytest.mark.slow
@given(happenings=_happenings)
@settings(max_examples=times(50, 150))
def test_a_restored_table_shows_the_same_times(
    happenings: list[tuple[float, str, int, float]],
) -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=THREE)
    for passed, what, seat, span in happenings:
        clock.now += passed
        _happen(table, clock, what, seat, span)
        twin = again(keeper, clock, "standard", THREE)
        assert twin.state(0) == table.state(0)
        assert twin.timeouts.overdue(clock.now) == table.timeouts.overdue(clock.now)
        assert all(left <= 3 * DAY for left in table.state(0).clocks)
        later = clock.now + 2 * DAY
        assert twin.timeouts.times(later) == table.timeouts.times(later)
