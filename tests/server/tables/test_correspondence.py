"""Games of days: seats that bind nobody, the inbox, vacations, and weeks with restarts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest

from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import Chair, News, TablePlan
from engine.actions import Action, Kind
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.people.notices import Notice, Vacations
from tests.server.books import PaperBook
from tests.server.players import ANN, BOB, CY, GUEST, Clock, Paper, matchmaker_of, reason

DAY = 86_400.0
PLAN = TablePlan("standard", timing="3d", public=True)


class Sent:
    """Collects notices."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []

    def send(self, notice: Notice) -> None:
        """Take a notice."""
        self.notices.append(notice)

    def taken(self) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Give what happened, to whom, and who gets mail; and forget it."""
        taken: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
            (each.kind, each.about, tuple(name for _, name in each.mail)) for each in self.notices
        ]
        self.notices.clear()
        return taken


@pytest.fixture
def sent() -> Sent:
    """Collect notices."""
    return Sent()


@pytest.fixture
def vacations(clock: Clock) -> Vacations:
    """Allow vacations."""
    return Vacations(clock)


@pytest.fixture
def matchmaker(
    clock: Clock, paper: Paper, book: PaperBook, sent: Sent, vacations: Vacations
) -> Matchmaker:
    """Make a matchmaker whose tables are written down, in a season."""
    return matchmaker_of(clock, paper, book, vacations=vacations, notices=sent)


async def begun(
    matchmaker: Matchmaker, plan: TablePlan = PLAN
) -> tuple[PlayerLobby, PlayerLobby, str]:
    """Seat Ann and Bob at a table of days; the game has begun."""
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    code = (await ann.open_table(plan)).state().code
    await bob.join_room(code or "")
    return ann, bob, ann.inbox()[0].id


def mover_of(*chairs: Chair) -> Chair:
    view = chairs[0].state().view
    assert view is not None
    return next(chair for chair in chairs if chair.seat == view.asked[0])


def move(chair: Chair) -> None:
    """Play something that does not win at once."""
    view = chair.state().view
    assert view is not None
    quiet = [action for action in view.legal if action.kind in (Kind.DRAW, Kind.DECLINE)]
    chair.submit((quiet or [*view.legal])[0], view.ply)


# seats -------------------------------------------------------------------------------------------


async def test_the_game_begins_when_all_seats_are_taken(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine = await ann.open_table(PLAN)
    assert mine.state().view is None
    (line,) = ann.inbox()
    assert (line.state, line.code, line.opponents) == ("waiting", mine.state().code, ())
    theirs = await bob.sit_at(line.id)
    assert mine.state().view is not None
    assert theirs.state().timing == "3d"
    assert ann.inbox()[0].opponents == ("bob",)


async def test_a_seat_of_days_binds_nobody(matchmaker: Matchmaker) -> None:
    ann, bob, _ = await begun(matchmaker)
    assert ann.held() is None
    live = await ann.quick_match("standard")
    await bob.quick_match("standard")
    assert live.state().view is not None
    assert ann.held() == live
    assert len(ann.inbox()) == 1
    third = await ann.open_table(PLAN)
    assert third.state().code
    assert ann.held() == live


async def test_leaving_the_screen_gives_nothing_up(matchmaker: Matchmaker) -> None:
    ann, bob, table = await begun(matchmaker)
    for _ in range(2):
        chair = await ann.go_to(table)
        chair.leave()
    matchmaker.lost(ann)
    matchmaker.housekeeping.sweep()
    state = (await bob.go_to(table)).state()
    assert state.view is not None
    assert state.view.outcome is None
    assert all(sitter.present for sitter in state.sitters)
    assert state.away == (None, None)


async def test_a_table_is_opened_by_its_title_too(matchmaker: Matchmaker) -> None:
    ann, _, table = await begun(matchmaker)
    title = ann.inbox()[0].title
    assert await ann.go_to(title) == await ann.go_to(table)
    cy = enter_lobby(matchmaker, CY)
    assert await reason(lambda: cy.go_to(table)) == "no-such-table"


async def test_conceding_is_a_choice_of_its_own(matchmaker: Matchmaker) -> None:
    ann, bob, table = await begun(matchmaker)
    assert await reason(lambda: ann.give_up(table)) == "game-running"
    chair = await ann.go_to(table)
    view = chair.state().view
    assert view is not None
    assert chair.seat is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat), view.ply)
    assert ann.inbox()[0].result == "lost"
    assert bob.inbox()[0].result == "won"


async def test_a_player_has_at_most_twenty(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    for _ in range(20):
        await ann.open_table(PLAN)
        clock.now += 60
    assert await reason(lambda: ann.open_table(PLAN)) == "too-many-games"
    offered = (await bob.open_table(PLAN)).state().code
    assert await reason(lambda: ann.join_room(offered or "")) == "too-many-games"
    assert await reason(lambda: bob.challenge(ANN.identity, PLAN)) == "too-many-games"
    await ann.give_up(ann.inbox()[0].id)
    await ann.join_room(offered or "")
    assert len(ann.inbox()) == 20


async def test_guests_have_no_games_of_days(matchmaker: Matchmaker) -> None:
    ann, guest = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, GUEST)
    code = (await ann.open_table(PLAN)).state().code
    assert await reason(lambda: guest.join_room(code or "")) == "guests-days"
    assert await reason(lambda: guest.open_table(PLAN)) == "guests-days"


async def test_a_challenge_for_days_reaches_a_player_in_a_game(matchmaker: Matchmaker) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    live = await ann.quick_match("standard")
    await cy.quick_match("standard")
    heard: list[News] = []
    bob.subscribe(heard.append)
    await bob.challenge(ANN.identity, TablePlan("standard", timing="7d"))
    chair = await ann.accept()
    assert News("accepted", "ann") in heard, "bob is told where he is"
    assert chair.state().view is not None
    assert ann.held() == live
    assert bob.held() is None
    assert [line.opponents for line in bob.inbox()] == [("ann",)]


async def test_nobody_waits_for_a_quick_match_of_days(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    assert await reason(lambda: ann.quick_match("standard", timing="3d")) == "no-such-table"
    rated = lambda: ann.quick_match("cuttle.cards", rated=True, timing="3d")  # noqa: E731
    assert await reason(rated) == "rated-clocks"


# time --------------------------------------------------------------------------------------------


async def test_who_runs_out_of_time_loses_at_the_third_day(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, table = await begun(matchmaker)
    late = mover_of(await ann.go_to(table), await bob.go_to(table)).seat
    matchmaker.lost(ann)
    matchmaker.lost(bob)
    clock.now += 3 * DAY - 1
    matchmaker.housekeeping.tick()
    matchmaker.housekeeping.sweep()
    assert not paper.games
    clock.now += 1
    matchmaker.housekeeping.tick()
    assert paper.games[0].game.winners == (1 - (late or 0),)
    assert paper.games[0].game.pool == "days"
    again = enter_lobby(matchmaker, ANN)
    assert again.inbox()[0].result == ("time" if late == 0 else "won")


async def test_no_claims_and_no_end_because_nobody_is_here(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, table = await begun(matchmaker, TablePlan("standard", timing="14d"))
    matchmaker.lost(ann)
    for _ in range(13 * 24):
        clock.now += 3600
        matchmaker.housekeeping.tick()
        matchmaker.housekeeping.sweep()
    state = (await bob.go_to(table)).state()
    assert not state.claimable
    assert not state.may_call_off
    assert not paper.games
    matchmaker.lost(bob)
    clock.now += DAY - 1
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 1


def _restarts() -> Iterator[bool]:
    """Tell at which moves the server is restarted."""
    return (number % 3 == 2 for number in count())


async def test_a_whole_game_over_weeks_with_restarts(clock: Clock, paper: Paper) -> None:
    """Whatever is restarted between two moves, the game and its times go on."""
    matchmaker = matchmaker_of(clock, paper)
    ann, bob, table = await begun(matchmaker)
    restarts, shown, began = _restarts(), 0, clock.now
    while not paper.games:
        clock.now += 1.6 * DAY
        matchmaker.housekeeping.tick()
        if next(restarts):
            before = (await ann.go_to(table)).state()
            matchmaker = matchmaker_of(clock, paper)
            matchmaker.restore(paper.tables(), 0.0)
            ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
            assert (await ann.go_to(table)).state() == before
            shown += 1
        assert [line.waits_for_me for line in (*ann.inbox(), *bob.inbox())].count(True) == 1
        chairs = await ann.go_to(table), await bob.go_to(table)
        move(mover_of(*chairs))
        for chair in chairs:
            chair.leave()
    assert clock.now - began > 21 * DAY
    assert shown > 3


async def test_the_time_without_a_server_is_not_charged(clock: Clock, paper: Paper) -> None:
    matchmaker = matchmaker_of(clock, paper)
    ann, bob, table = await begun(matchmaker)
    mover = mover_of(await ann.go_to(table), await bob.go_to(table)).seat or 0
    clock.now += 2 * DAY
    assert ann.inbox()[0].left == DAY
    clock.now += 5 * DAY
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables(), 5 * DAY)
    again.housekeeping.tick()
    back = enter_lobby(again, ANN)
    assert back.inbox()[0].left == DAY
    assert (await back.go_to(table)).state().clocks[mover] == DAY
    again.housekeeping.pause("no disk")
    clock.now += 99 * DAY
    again.housekeeping.pause(None)
    assert back.inbox()[0].left == DAY


async def test_a_minute_without_a_server_gives_no_new_time(clock: Clock, paper: Paper) -> None:
    matchmaker = matchmaker_of(clock, paper)
    ann, _, _ = await begun(matchmaker)
    clock.now += 2 * DAY
    for _ in range(5):
        clock.now += 60
        matchmaker = matchmaker_of(clock, paper)
        matchmaker.restore(paper.tables(), 60.0)
    ann = enter_lobby(matchmaker, ANN)
    assert ann.inbox()[0].left == DAY


# the inbox ---------------------------------------------------------------------------------------


async def _open_with(host: PlayerLobby, guest: PlayerLobby, timing: str) -> str:
    """Begin a game of days; give the table's id."""
    known = {line.id for line in host.inbox()}
    code = (await host.open_table(TablePlan("standard", timing=timing))).state().code
    await guest.join_room(code or "")
    return next(line.id for line in host.inbox() if line.id not in known)


async def test_the_inbox_lists_what_waits_first(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    tables = [await _open_with(ann, bob, timing) for timing in ("7d", "1d", "3d")]
    over = await _open_with(ann, bob, "2d")
    await ann.open_table(PLAN)
    for table in tables:  # it is Ann's move everywhere, except at the last
        chairs = await ann.go_to(table), await bob.go_to(table)
        wanted = chairs[1] if table == tables[2] else chairs[0]
        while mover_of(*chairs) != wanted:
            move(mover_of(*chairs))
    chair = await bob.go_to(over)
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat or 0), view.ply)
    lines = ann.inbox()
    assert [line.timing for line in lines] == ["1d", "7d", "3d", "2d", "3d"]
    assert [line.state for line in lines] == ["playing"] * 3 + ["over", "waiting"]
    assert [line.waits_for_me for line in lines] == [True, True, False, False, False]
    assert [line.mover for line in lines] == ["", "", "bob", "", ""]
    assert lines[0].deadline == "1970-01-02 00:00"
    assert lines[3].score == (1, 0)
    mine = [line.id for line in lines if line.mover == "bob"]
    assert [line.id for line in bob.inbox() if line.waits_for_me] == mine


async def test_a_rematch_is_offered_and_kept(matchmaker: Matchmaker) -> None:
    ann, bob, table = await begun(matchmaker)
    chair = await ann.go_to(table)
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat or 0), view.ply)
    chair.ask(Ready())
    chair.leave()
    assert not ann.inbox()[0].waits_for_me
    (line,) = bob.inbox()
    assert (line.state, line.waits_for_me) == ("over", True)
    (await bob.go_to(table)).ask(Ready())
    assert ann.inbox()[0].state == "playing"


async def test_a_table_that_is_over_is_left_by_looking(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, table = await begun(matchmaker)
    chair = await ann.go_to(table)
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat or 0), view.ply)
    chair.leave()
    assert ann.inbox() == ()
    assert len(bob.inbox()) == 1
    matchmaker.lost(bob)
    clock.now += 15 * DAY
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 0
    assert not paper.heads


async def test_a_table_that_waits_can_be_given_up(matchmaker: Matchmaker, paper: Paper) -> None:
    ann = enter_lobby(matchmaker, ANN)
    (await ann.open_table(PLAN)).leave()
    (line,) = ann.inbox()
    await ann.give_up(line.id)
    assert ann.inbox() == ()
    assert not paper.heads
    assert await reason(lambda: ann.give_up(line.id)) == "no-such-table"


async def test_an_account_that_is_deleted_concedes(matchmaker: Matchmaker, paper: Paper) -> None:
    ann, bob, _ = await begun(matchmaker)
    matchmaker.disconnect(ANN.identity, N_("goodbye"))
    assert ann.inbox() == ()
    assert bob.inbox()[0].result == "won"
    assert paper.games


# notices -----------------------------------------------------------------------------------------


async def test_each_turn_is_told_once(
    matchmaker: Matchmaker, sent: Sent, clock: Clock, paper: Paper
) -> None:
    heard: list[News] = []
    ann, bob, table = await begun(matchmaker)
    ann.subscribe(heard.append)
    names = {0: "ann", 1: "bob"}
    first = mover_of(await ann.go_to(table), await bob.go_to(table)).seat or 0
    assert sent.taken() == [("your-move", (names[first],), ())]
    matchmaker.lost(bob)
    while True:
        move(mover_of(await ann.go_to(table), await matchmaker_chair(matchmaker, BOB, table)))
        if sent.notices and sent.notices[-1].about == ("bob",):
            break
    assert sent.taken()[-1] == ("your-move", ("bob",), ("bob",))
    again = matchmaker_of(clock, paper, notices=sent)
    again.restore(paper.tables())
    again.housekeeping.tick()
    assert sent.taken() == [], "a restart tells nothing anew"
    clock.now += 3 * DAY
    again.housekeeping.tick()
    assert sent.taken() == [("game-over", ("ann",), ("ann", "bob"))]


async def matchmaker_chair(matchmaker: Matchmaker, who: Player, table: str) -> Chair:
    """Look in for a moment, and be gone again."""
    lobby = enter_lobby(matchmaker, who)
    chair = await lobby.go_to(table)
    matchmaker.exit(lobby)
    return chair


async def test_who_is_here_hears_of_their_turn(matchmaker: Matchmaker) -> None:
    ann, bob, table = await begun(matchmaker)
    chairs = await ann.go_to(table), await bob.go_to(table)
    heard: dict[int, list[News]] = {0: [], 1: []}
    ann.subscribe(heard[0].append)
    bob.subscribe(heard[1].append)
    first = mover_of(*chairs).seat or 0
    while mover_of(*chairs).seat == first:
        move(mover_of(*chairs))
    title = ann.inbox()[0].title
    assert News("your-move", title) in heard[1 - first]
    assert News("your-move", title) not in heard[first]


async def test_who_is_here_hears_how_a_game_ended(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob, table = await begun(matchmaker)
    chairs = await ann.go_to(table), await bob.go_to(table)
    late = mover_of(*chairs).seat or 0
    heard: dict[int, list[News]] = {0: [], 1: []}
    ann.subscribe(heard[0].append)
    bob.subscribe(heard[1].append)
    title = ann.inbox()[0].title
    clock.now += 3 * DAY
    matchmaker.housekeeping.tick()
    assert News("game-over", title, "time") in heard[late]
    assert News("game-over", title, "won") in heard[1 - late]


# vacations ---------------------------------------------------------------------------------------


async def test_a_vacation_stops_the_clocks_of_all_games(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, vacations: Vacations
) -> None:
    clock.now = 180 * DAY
    ann, bob, table = await begun(matchmaker)
    chairs = await ann.go_to(table), await bob.go_to(table)
    while mover_of(*chairs) != chairs[0]:
        move(mover_of(*chairs))
    clock.now += DAY
    vacations.take(vacations.planned(ANN.identity, 10))
    assert bob.inbox()[0].vacation == "1970-07-11 00:00"
    assert bob.inbox()[0].left == 2 * DAY
    clock.now += 9 * DAY
    matchmaker.housekeeping.tick()
    assert not paper.games
    assert vacations.left(ANN.identity) == 11
    again = matchmaker_of(clock, paper, vacations=vacations)
    again.restore(paper.tables(), 0.0)
    back = enter_lobby(again, BOB)
    assert back.inbox()[0] == bob.inbox()[0]
    late = await _open_with(enter_lobby(again, CY), enter_lobby(again, ANN), "3d")
    state = (await back.go_to(table)).state()
    assert state.vacations == ("1970-07-11 00:00", "")
    assert "1970-07-11 00:00" in (await enter_lobby(again, ANN).go_to(late)).state().vacations
    clock.now += 3 * DAY
    again.housekeeping.tick()
    assert paper.games[0].game.table == table


async def test_days_left_are_given_back(vacations: Vacations, clock: Clock) -> None:
    clock.now = 180 * DAY
    vacations.take(vacations.planned(ANN.identity, 10))
    assert await reason(lambda: vacations.planned(ANN.identity, 1)) == "on-vacation"
    clock.now += 2.5 * DAY
    vacations.take(vacations.ended(ANN.identity))
    assert vacations.left(ANN.identity) == 18
    assert await reason(lambda: vacations.ended(ANN.identity)) == "no-vacation"
    assert await reason(lambda: vacations.planned(ANN.identity, 19)) == "no-days-left"
    assert await reason(lambda: vacations.planned(ANN.identity, 0)) == "no-days-left"
    vacations.take(vacations.planned(ANN.identity, 18))
    assert vacations.line(ANN.identity).days_left == 0
    assert vacations.line(ANN.identity).until == "1970-07-20 12:00"
    clock.now = 366 * DAY
    assert vacations.left(ANN.identity) == 21


# rated -------------------------------------------------------------------------------------------


async def test_rated_games_of_days_count_for_no_week(
    matchmaker: Matchmaker, paper: Paper, clock: Clock
) -> None:
    plan = TablePlan("cuttle.cards", timing="3d", rated=True)
    ann, bob, table = await begun(matchmaker, plan)
    stake = (await ann.go_to(table)).state().stake
    assert stake is not None
    assert (stake.why, stake.counts, stake.score) == ("days", False, (0, 0))
    assert stake.seats[0].win > 0 > stake.seats[0].loss
    for game in range(2):
        chair = await ann.go_to(table)
        view = chair.state().view
        assert view is not None
        chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)
        over = (await ann.go_to(table)).state()
        assert over.score == (0, game + 1)
        if not game:
            assert [line.waits_for_me for line in (*ann.inbox(), *bob.inbox())] == [True, True]
            (await ann.go_to(table)).ask(Ready())
            clock.now += 3 * DAY
            matchmaker.housekeeping.tick()
            assert ann.inbox()[0].state == "playing"
    assert {write.game.pool for write in paper.games} == {"days"}
    assert all(write.game.rated for write in paper.games)
    assert over.stake is not None
    assert over.stake.why == "days"
    assert bob.inbox()[0].result == "won"


# tables that wait --------------------------------------------------------------------------------


async def test_so_many_tables_of_an_address_wait_and_no_more(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    opened: list[PlayerLobby] = []
    for number in range(25):
        lobby = enter_lobby(matchmaker, Player(f"p{number}", f"SHA256:p{number}"))
        lobby.address = "192.0.2.1"
        if number == 24:
            assert await reason(partial(lobby.open_table, PLAN)) == "too-many-waiting"
            elsewhere = enter_lobby(matchmaker, ANN)
            elsewhere.address = "192.0.2.2"
            await elsewhere.open_table(PLAN)
            await opened[0].give_up(opened[0].inbox()[0].id)
        await lobby.open_table(PLAN)
        opened.append(lobby)


async def test_a_table_at_which_nobody_sits_down_is_closed_after_two_weeks_also_over_restarts(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, book: PaperBook
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    await ann.open_table(PLAN)
    clock.now += 10 * 86_400.0
    matchmaker.housekeeping.sweep()
    assert len(ann.inbox()) == 1
    again = matchmaker_of(clock, paper, book)
    again.restore(paper.tables())
    clock.now += 4 * 86_400.0 + 60.0
    again.housekeeping.sweep()
    assert (len(again.rooms), paper.heads) == (0, {})
    heard: list[News] = []
    enter_lobby(again, ANN).subscribe(heard.append)
    assert [news.kind for news in heard] == ["nobody-came"]
