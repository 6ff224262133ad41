"""A table is the sum of its entries; what must be kept is seen only then; time and absence."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from engine.actions import DRAW, Action, Kind
from engine.errors import NotationError, StaleAction, TableError
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.controls import CONTROLS, TimeControl, parse_control
from engine.table.events import Acted, Joined, TableEvent, parse_table_event, table_event_text
from engine.table.state import clock_steps, in_steps
from engine.table.table import HOLD, Table


class Clock:
    """A clock a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Tell the time, in seconds."""
        return self.now


class Keeper:
    """Keeps entries, at once or when it is told to."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.entries: list[TableEvent] = []
        self.waiting: list[Callable[[], None]] = []
        self.at_once = at_once

    def keep(self, entry: TableEvent, then: Callable[[], None]) -> None:
        """Keep an entry."""
        self.entries.append(entry)
        if self.at_once:
            then()
        else:
            self.waiting.append(then)

    def kept(self) -> None:
        """Say that all there is was kept."""
        while self.waiting:
            self.waiting.pop(0)()


def opened(
    keeper: Keeper,
    clock: Clock,
    name: str = "standard",
    control: TimeControl | None = None,
    ready: bool = True,
    computers: Collection[int] = (),
) -> Table:
    table = Table(
        parse_ruleset(name), b"seed", title="elm", clock=clock, control=control, keep=keeper.keep
    )
    for seat in range(table.seats):
        if seat in computers:
            table.sit(seat, "regular", "computer", ready=ready)
        else:
            table.sit(seat, f"p{seat}", "person", who=f"id{seat}", ready=ready)
    return table


def again(keeper: Keeper, clock: Clock, name: str, control: TimeControl | None = None) -> Table:
    """Build the table anew from what was kept, through the text form."""
    table = Table(parse_ruleset(name), b"seed", title="elm", clock=clock, control=control)
    table.restore(parse_table_event(table_event_text(entry)) for entry in keeper.entries)
    return table


def subsets(seats: Collection[int]) -> Iterator[tuple[int, ...]]:
    """List every choice of seats, from nobody to all."""
    return chain.from_iterable(combinations(seats, many) for many in range(len(seats) + 1))


def asked(table: Table) -> int:
    assert table.game is not None
    return table.game.position.prompt.seats[0]


def ply(table: Table) -> int:
    assert table.game is not None
    return table.game.position.ply


def wait_for(table: Table, *seats: int) -> None:
    """Draw cards until the game waits for one of these seats."""
    while (seat := asked(table)) not in seats:
        table.submit(seat, Action(Kind.DRAW), ply(table))


def play_on(table: Table, chance: random.Random) -> None:
    """Play any legal action, or do one of the other things one can do at a table."""
    seat = chance.randrange(table.seats)
    if table.over and chance.random() < 0.2:
        table.cut(seat, f"word {chance.randrange(9)}")
    elif table.over:
        table.ready(seat, chance.random() < 0.8)
    elif chance.random() < 0.03:
        table.set_present(seat, chance.random() < 0.5)
    elif chance.random() < 0.02:
        table.show_hands(seat, chance.random() < 0.5)
    else:
        view = table.state(asked(table)).view
        assert view is not None
        table.submit(asked(table), chance.choice(view.legal), ply(table))


@pytest.mark.slow
@given(name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_table_follows_from_its_entries(name: str, seed: int) -> None:
    clock, keeper, chance = Clock(), Keeper(), random.Random(seed)
    table = opened(keeper, clock, name, CONTROLS["relaxed"])
    for _ in range(chance.randrange(120)):
        clock.now += chance.random() * 5
        play_on(table, chance)
    twin = again(keeper, clock, name, CONTROLS["relaxed"])
    for viewer in (None, *range(table.seats)):
        assert twin.state(viewer) == table.state(viewer)
    assert twin.owners == table.owners
    if table.started:
        assert twin.record() == table.record()


def test_an_action_is_seen_only_once_it_is_kept() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock)
    keeper.at_once = False
    heard: list[object] = []
    table.subscribe(None, heard.append)
    before = table.state(None)
    seat = asked(table)
    table.submit(seat, DRAW, ply(table))
    assert table.state(None) == before
    assert not heard
    with pytest.raises(StaleAction):
        table.submit(seat, DRAW, ply(table))
    keeper.kept()
    assert table.state(None) != before
    assert len(heard) == 1


def test_a_deal_is_seen_only_once_it_is_kept() -> None:
    keeper = Keeper(at_once=False)
    table = opened(keeper, Clock())
    assert [sitter.name for sitter in table.sitters] == ["p0", "p1"]
    assert table.state(0).view is None
    keeper.kept()
    assert table.state(0).view is not None


def test_what_lost_its_ground_while_it_was_kept_changes_nothing() -> None:
    keeper = Keeper()
    clock = Clock()
    table = opened(keeper, clock)
    keeper.at_once = False
    table.leave(0)
    table.leave(0)
    keeper.kept()
    assert table.score == (0, 1)
    keeper.at_once = True
    assert again(keeper, clock, "standard").score == (0, 1)


def test_a_game_begins_when_everybody_is_ready_and_the_host_passes_on() -> None:
    table = opened(Keeper(), Clock(), "cutthroat", ready=False)
    assert table.state(0).host == 0
    table.ready(0)
    table.ready(1)
    assert not table.started
    table.stand(0)
    assert table.state(1).host == 1
    table.ready(2)
    assert not table.started
    table.sit(0, "late", "person")
    assert table.started


def test_a_decision_beyond_its_time_is_taken_from_the_bank_and_then_the_game_is_lost() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=TimeControl("test", 10, 50))
    seat = asked(table)
    assert table.state(0).clocks[seat] == 60
    clock.now += 30
    table.submit(seat, DRAW, ply(table))
    assert table.state(0).clocks[seat] == in_steps(30)
    other = asked(table)
    clock.now += 9
    table.submit(other, DRAW, ply(table))
    assert table.state(0).clocks[other] == 50
    clock.now += 39
    table.check_time()
    assert table.running
    assert table.state(0).clocks[seat] == 1
    clock.now += 1
    table.check_time()
    assert table.over
    assert table.state(0).given_up == ((seat, "time"),)
    assert table.score[other] == 1
    assert again(keeper, clock, "standard", TimeControl("test", 10, 50)).state(0) == table.state(0)


def test_nobody_is_charged_for_a_time_in_which_nobody_could_answer() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=TimeControl("test", 10, 50))
    clock.now += 1000
    table.restart_clocks()
    table.check_time()
    assert table.running
    assert table.state(0).clocks[asked(table)] == 60


@pytest.mark.parametrize("lost", [1000.0, -1000.0])
def test_seconds_that_are_left_out_change_neither_clocks_nor_absences(lost: float) -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=TimeControl("test", 10, 50))
    table.set_present(1, False)
    clock.now += 5
    before = table.state(0)
    clock.now += lost
    table.leave_out(lost)
    assert (table.state(0).clocks, table.state(0).away) == (before.clocks, before.away)
    assert again(keeper, clock, "standard", table.config.control).state(0) == table.state(0)


def test_the_seat_of_an_absent_player_may_be_claimed_after_a_while() -> None:
    clock = Clock()
    table = opened(Keeper(), clock)
    wait_for(table, 1)
    table.set_present(1, False)
    assert table.state(0).away == (None, in_steps(HOLD))
    with pytest.raises(TableError):
        table.claim(0)
    clock.now += HOLD
    assert table.state(0).claimable
    assert table.state(0).may_call_off
    assert not table.state(1).claimable
    table.set_present(1, True)
    assert not table.state(0).claimable
    table.set_present(1, False)
    clock.now += HOLD
    table.claim(0)
    assert table.score == (1, 0)
    assert table.state(0).given_up == ((1, "absent"),)


@pytest.mark.parametrize("name", ["standard", "cutthroat", "team"])
def test_no_game_begins_without_a_player_who_is_away(name: str) -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, name, ready=False)
    for seat in range(1, table.seats):
        table.ready(seat)
    table.set_present(1, False)
    table.ready(0)
    assert not table.started
    assert not again(keeper, clock, name).started
    table.set_present(1, True)
    assert table.started
    assert again(keeper, clock, name).started


def test_no_rematch_begins_without_a_player_who_is_away() -> None:
    clock = Clock()
    table = opened(Keeper(), clock)
    wait_for(table, 0)
    table.submit(0, Action(Kind.CONCEDE, seat=0), ply(table))
    table.ready(1)
    table.set_present(1, False)
    table.ready(0)
    assert table.over
    table.set_present(1, True)
    assert table.running
    assert table.games == 2


def test_a_game_of_days_begins_though_its_players_are_away() -> None:
    table = opened(Keeper(), Clock(), control=CONTROLS["1d"], ready=False)
    for seat in range(table.seats):
        table.ready(seat)
        table.set_present(seat, False)
    assert table.started


def test_nobody_claims_while_the_game_waits_for_them() -> None:
    clock = Clock()
    table = opened(Keeper(), clock)
    wait_for(table, 0)
    table.set_present(1, False)
    clock.now += HOLD
    assert table.state(0).away == (None, 0)
    assert not table.state(0).claimable
    assert table.state(0).may_call_off
    with pytest.raises(TableError, match="your own move"):
        table.claim(0)
    wait_for(table, 1)
    assert table.state(0).claimable
    table.claim(0)
    assert table.state(0).given_up == ((1, "absent"),)


def test_a_game_is_called_off_without_a_result_only_when_all_others_stayed_away() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, "cutthroat")
    wait_for(table, 1, 2)
    table.set_present(1, False)
    clock.now += HOLD
    assert table.state(0).claimable
    with pytest.raises(TableError):
        table.call_off(0)
    table.set_present(2, False)
    clock.now += HOLD
    table.call_off(0)
    assert table.over
    assert table.state(0).called_off
    assert table.score == (0, 0, 0)
    assert table.chair(0).record() is None


@pytest.mark.parametrize("name", ["standard", "cutthroat", "team"])
def test_a_seat_calls_off_only_where_every_other_person_stayed_away(name: str) -> None:
    seats = range(parse_ruleset(name).seats)
    for seat, gone in product(seats, subsets(seats)):
        if seat in gone:
            continue
        clock = Clock()
        table = opened(Keeper(), clock, name)
        for each in gone:
            table.set_present(each, False)
        clock.now += HOLD
        assert table.state(seat).may_call_off is (len(gone) == len(seats) - 1), (seat, gone)


@pytest.mark.parametrize("gone", [(), (1,), (1, 2)])
def test_computers_at_the_table_neither_hinder_nor_help_calling_off(gone: tuple[int, ...]) -> None:
    clock = Clock()
    table = opened(Keeper(), clock, "team", computers=(3,))
    for seat in gone:
        table.set_present(seat, False)
    clock.now += HOLD
    assert table.state(0).may_call_off is (gone == (1, 2))


def test_nobody_calls_off_a_game_against_computers_alone() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, "cutthroat", computers=(1, 2))
    clock.now += HOLD
    assert not table.state(0).may_call_off
    assert table.state(0).away == (None, None, None)


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("gone", [(), (1,), (0, 1), (0, 1, 2)])
def test_a_table_rests_while_nobody_waits_for_somebody_to_be_back(
    gone: tuple[int, ...], watched: bool
) -> None:
    table = opened(Keeper(), Clock(), "cutthroat")
    for seat in gone:
        table.set_present(seat, False)
    rests = not gone or (len(gone) == 3 and not watched)
    assert table.timeouts.at_rest(watched=watched) is rests
    clocks = opened(Keeper(), Clock(), control=TimeControl("test", 10, 50))
    assert not clocks.timeouts.at_rest(watched=watched)


def test_absences_and_overdue_seats_end_with_the_game() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, control=TimeControl("test", 10, 50))
    late = asked(table)
    clock.now += 61
    assert table.timeouts.overdue(clock.now) == late
    table.set_present(1 - late, False)
    table.submit(1 - late, Action(Kind.CONCEDE, seat=1 - late), ply(table))
    assert table.over
    assert table.timeouts.overdue(clock.now) is None
    assert table.timeouts.times(clock.now) == ()
    assert table.state(late).away == ()


def test_an_entry_has_one_text_form_and_nothing_else_is_one() -> None:
    entry = Joined(1.5, 0, "id", "ana\n", "person", True, "00ff")
    assert parse_table_event(table_event_text(entry)) == entry
    assert "\n" not in table_event_text(entry)
    assert parse_table_event(table_event_text(Acted(2.0, 1, 3, "draw"))) == Acted(2.0, 1, 3, "draw")
    for text in ("", "[]", "{}", '{"entry":"sat"}', '{"entry":"none"}', "{"):
        with pytest.raises(NotationError):
            parse_table_event(text)


def test_a_time_control_is_a_name_or_two_numbers() -> None:
    assert parse_control("none") is None
    assert parse_control("steady") == CONTROLS["steady"]
    assert parse_control("30+60") == TimeControl("30+60", 30, 60)
    for text in ("", "fast", "0+0", "99999+99999", "-1+5", "5"):
        with pytest.raises(NotationError):
            parse_control(text)


def test_giving_up_through_the_table_needs_no_turn() -> None:
    table = opened(Keeper(), Clock())
    table.submit(1 - asked(table), Action(Kind.CONCEDE, seat=1 - asked(table)), ply(table))
    assert table.over


def test_a_seat_given_up_while_the_cards_are_dealt_gives_the_game_up() -> None:
    keeper, clock = Keeper(at_once=False), Clock()
    table = opened(keeper, clock)
    table.stand(1)
    keeper.kept()
    assert table.over
    assert table.score == (1, 0)
    assert again(keeper, clock, "standard").score == (1, 0)


def test_no_time_runs_out_and_nothing_is_claimed_while_nothing_can_be_kept() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=TimeControl("test", 10, 50))
    seat = asked(table)
    table.set_present(1 - seat, False)
    table.set_trouble("the disk is full")
    clock.now += 1000
    table.check_time()
    assert table.running
    assert not table.state(seat).claimable
    with pytest.raises(TableError):
        table.claim(seat)
    table.set_trouble("")
    table.restart_clocks()
    assert table.state(seat).away[1 - seat] == in_steps(HOLD)
    clock.now += 60
    table.check_time()
    assert table.state(seat).given_up == ((seat, "time"),)


def test_a_decision_that_follows_an_action_kept_late_begins_when_it_is_seen() -> None:
    clock, keeper = Clock(), Keeper()
    control = TimeControl("test", 10, 50)
    table = opened(keeper, clock, control=control)
    keeper.at_once = False
    table.submit(asked(table), DRAW, ply(table))
    clock.now += 1000
    table.restart_clocks()
    keeper.kept()
    table.check_time()
    assert table.running
    assert table.state(0).clocks[asked(table)] == 60
    assert again(keeper, clock, "standard", control).state(0) == table.state(0)


def test_what_is_done_out_of_turn_gives_nobody_new_time() -> None:
    clock = Clock()
    table = opened(Keeper(), clock, "team", TimeControl("test", 10, 50))
    seat = asked(table)
    for kind in (Kind.CONCEDE, Kind.RETRACT) * 3:
        clock.now += 9
        table.submit(seat, Action(kind, seat=seat), ply(table))
    assert table.state(seat).clocks[seat] == in_steps(6)


def test_who_comes_back_too_late_does_not_sit_there_again() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, "cutthroat")
    wait_for(table, 1, 2)
    table.set_present(1, False)
    clock.now += HOLD
    keeper.at_once = False
    table.claim(0)
    table.set_present(1, True)
    keeper.kept()
    twin = again(keeper, clock, "cutthroat")
    assert twin.sitters == table.sitters
    assert twin.away == table.away == (None, None, None)


def test_a_cut_is_kept_with_the_table() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, ready=False)
    table.cut(1, "lucky 7")
    for seat in range(2):
        table.ready(seat)
    twin = again(keeper, clock, "standard")
    assert twin.state(0) == table.state(0)
    assert twin.record() == table.record()
    assert twin.state(0).cuts == ("", "lucky 7")


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1800, 1800), (601, 660), (599, 600), (301, 315), (61, 75), (59.2, 60), (41, 45), (29.1, 30)],
)
def test_a_running_clock_is_shown_the_finer_the_less_is_left(seconds: float, shown: int) -> None:
    assert clock_steps(seconds) == shown


def test_only_the_running_clock_is_rounded() -> None:
    clock, keeper = Clock(), Keeper()
    table = opened(keeper, clock, control=TimeControl("test", 10, 300))
    first = asked(table)
    clock.now += 47
    table.submit(first, DRAW, ply(table))
    assert table.state(0).clocks[first] == 263
    clock.now += 1
    assert table.state(0).clocks[asked(table)] == 315
