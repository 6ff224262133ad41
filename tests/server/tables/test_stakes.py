"""What rated tables say is at stake, before, during and after each game."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import parse_action
from engine.bots.levels import USUAL_LEVEL
from engine.ratings import Rating
from engine.table.seats import Fill, Ready
from engine.table.state import Stake
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from tests.server.books import SEASON, PaperBook, at
from tests.server.players import ANN, BOB, GUEST, Clock, Paper, matchmaker_of, reason

RATED = TablePlan("cuttle.cards", public=True, rated=True, timing="quick")


def stake_of(chair: Chair) -> Stake:
    stake = chair.state().stake
    assert stake is not None
    return stake


def play(*chairs: Chair, winner: int | None) -> None:
    """Play a game to its end; None for a stalemate."""
    if winner is None:
        view = chairs[0].state().view
        assert view is not None
        mover = next(chair for chair in chairs if chair.seat == view.asked[0])
        other = next(chair for chair in chairs if chair is not mover)
        mover.submit(parse_action(f"offer@{mover.seat}"), view.ply)
        other.submit(parse_action("accept"), view.ply + 1)
        return
    loser = next(chair for chair in chairs if chair.seat == 1 - winner)
    view = loser.state().view
    assert view is not None
    loser.submit(parse_action(f"concede@{loser.seat}"), view.ply)


def again(clock: Clock, *chairs: Chair) -> None:
    """Deal the next game, after a moment."""
    clock.now += 2
    for chair in chairs:
        chair.ask(Ready())


async def met(matchmaker: Matchmaker) -> tuple[Chair, Chair]:
    """Pair ann and bob for a rated match."""
    lobbies = [_lobby(matchmaker, who) for who in (ANN, BOB)]
    one, other = [await lobby.quick_match("cuttle.cards", rated=True) for lobby in lobbies]
    return one, other


def _lobby(matchmaker: Matchmaker, who: object) -> PlayerLobby:
    assert who in (ANN, BOB)
    return enter_lobby(matchmaker, ANN if who is ANN else BOB)


async def test_a_match_is_counted_game_by_game_and_then_decided(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    mine, theirs = await met(matchmaker)
    before = stake_of(mine)
    assert (before.season, before.week, before.weeks) == ("1970-clubs", 1, 13)
    assert (before.score, before.counts, before.why) == ((0, 0), True, "")
    assert [seat.rating for seat in before.seats] == [1500, 1500]
    assert before.seats[0].win > 0 > before.seats[0].loss
    play(mine, theirs, winner=0)
    after = stake_of(mine)
    assert (after.score, after.counts, after.decided) == ((1, 0), True, False)
    assert after.seats[0].change == before.seats[0].win
    assert after.seats[1].change == before.seats[1].loss
    again(clock, mine, theirs)
    assert stake_of(mine).score == mine.state().score == (1, 0)
    play(mine, theirs, winner=0)
    assert (stake_of(mine).score, stake_of(mine).decided) == ((2, 0), True)
    assert mine.state().match_winners == (0,)


async def test_a_stalemate_is_played_again_and_counts_for_nobody(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    mine, theirs = await met(matchmaker)
    play(mine, theirs, winner=None)
    stake = stake_of(mine)
    assert (stake.score, stake.counts, stake.decided) == ((0, 0), True, False)
    assert [seat.change for seat in stake.seats] == [None, None]
    again(clock, mine, theirs)
    assert stake_of(mine).counts


async def test_a_match_goes_on_where_it_was_left_at_another_table(matchmaker: Matchmaker) -> None:
    mine, theirs = await met(matchmaker)
    play(mine, theirs, winner=1)
    for chair in (mine, theirs):
        chair.leave()
    theirs, mine = [
        await lobby.quick_match("cuttle.cards", rated=True) for lobby in _both(matchmaker)
    ]
    assert stake_of(mine).score == mine.state().score == (0, 1)
    play(mine, theirs, winner=1)
    assert stake_of(mine).decided
    assert mine.state().match_winners == (1,)


def _both(matchmaker: Matchmaker) -> list[PlayerLobby]:
    lobbies = (matchmaker.presence.lobbies(who.identity)[0] for who in (ANN, BOB))
    return [lobby for lobby in lobbies if isinstance(lobby, PlayerLobby)]


async def test_after_the_decision_games_are_casual_and_both_are_told_before_the_deal(
    matchmaker: Matchmaker, clock: Clock, book: PaperBook
) -> None:
    mine, theirs = await met(matchmaker)
    for _ in range(2):
        play(mine, theirs, winner=0)
        again(clock, mine, theirs)
    stake = stake_of(mine)
    assert (stake.counts, stake.why, stake.score) == (False, "decided", (2, 0))
    assert [(seat.win, seat.loss) for seat in stake.seats] == [(0, 0), (0, 0)]
    assert mine.state().score == (0, 0)
    book.ratings.clear()  # a game that counts would be seen
    play(mine, theirs, winner=1)
    assert (stake_of(mine).score, stake_of(mine).counts) == ((2, 0), False)
    assert mine.state().score == (0, 1)
    for chair in (mine, theirs):
        chair.leave()
    one, other = [
        await lobby.quick_match("cuttle.cards", rated=True) for lobby in _both(matchmaker)
    ]
    assert one.state().view is None
    assert stake_of(one).why == stake_of(other).why == "decided"
    assert one.state().ready == ()
    again(clock, one, other)
    assert one.state().view is not None


async def test_between_seasons_a_rated_game_is_casual_and_both_are_told_before_the_deal(
    clock: Clock, paper: Paper
) -> None:
    matchmaker = matchmaker_of(clock, paper, PaperBook(None))
    mine, theirs = await met(matchmaker)
    assert mine.state().view is None
    assert (stake_of(mine).why, stake_of(theirs).season) == ("no-season", "")
    again(clock, mine, theirs)
    assert mine.state().view is not None
    assert not stake_of(mine).counts
    play(mine, theirs, winner=0)
    assert stake_of(mine).why == "no-season"
    assert mine.state().score == (1, 0)


@pytest.mark.parametrize("timing", ["quick", "3d"])
async def test_between_seasons_nothing_calls_a_game_rated(
    timing: str, clock: Clock, paper: Paper
) -> None:
    """One truth for the stake, the state, and every list."""
    for season in (None, SEASON):
        matchmaker = matchmaker_of(clock, paper, PaperBook(season))
        ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
        chair = await ann.open_table(replace(RATED, timing=timing))
        (line,) = bob.tables()
        await bob.sit_at(line.id)
        state, stake = chair.state(), stake_of(chair)
        rated = season is not None
        assert line.rated is rated
        assert state.counts_for_rating is rated
        assert state.rated
        assert any(seat.win or seat.loss for seat in stake.seats) is rated
        assert [each.rated for each in ann.inbox()] == [rated] * (timing == "3d")


async def test_a_game_that_ends_after_the_weeks_end_counts_for_the_new_week(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    at(clock, 6.9999)
    mine, theirs = await met(matchmaker)
    play(mine, theirs, winner=0)
    again(clock, mine, theirs)
    told: list[object] = []
    mine.subscribe(told.append)
    at(clock, 7.0001)
    matchmaker.housekeeping.tick()
    assert told
    assert (stake_of(mine).week, stake_of(mine).score) == (2, (0, 0))
    play(mine, theirs, winner=0)
    stake = stake_of(mine)
    assert (stake.week, stake.score, stake.decided) == (2, (1, 0), False)
    assert mine.state().score == (1, 0)
    assert mine.state().match_winners == ()
    again(clock, mine, theirs)
    assert mine.state().score == (1, 0)


async def test_a_game_counts_for_the_week_of_its_last_moment_not_of_a_rounded_one(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    turn = SEASON.week_start(2)
    clock.now = turn.timestamp() - 10.3
    mine, theirs = await met(matchmaker)
    clock.now = turn.timestamp() - 1e-6
    play(mine, theirs, winner=0)
    assert paper.games[-1].game.ended == turn - timedelta(microseconds=1)
    again(clock, mine, theirs)
    clock.now = turn.timestamp() + 15.7
    play(mine, theirs, winner=0)
    assert paper.games[-1].game.ended == turn + timedelta(seconds=15.7)
    assert (stake_of(mine).week, stake_of(mine).score) == (2, (1, 0))


async def test_a_game_that_is_over_still_tells_its_week_when_that_is_over_too(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    at(clock, 6.9999)
    mine, theirs = await met(matchmaker)
    play(mine, theirs, winner=0)
    at(clock, 7.0001)
    assert (stake_of(mine).week, stake_of(mine).score) == (1, (1, 0))


async def test_a_game_counts_at_once_and_its_rating_once_it_is_stored(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, book: PaperBook
) -> None:
    mine, theirs = await met(matchmaker)
    view = theirs.state().view
    assert view is not None
    play(mine, theirs, winner=0)
    game = paper.games[-1].game
    book.games.clear()
    book.ratings.clear()  # as if the store had not taken it yet
    book.tell()
    again(clock, mine, theirs)
    assert mine.state().score == (1, 0)
    told: list[object] = []
    mine.subscribe(told.append)
    book.keep(game)
    assert told
    assert stake_of(mine).score == (1, 0)
    assert stake_of(mine).seats[0].rating > 1500


async def test_conceding_by_leaving_loses_the_game(matchmaker: Matchmaker) -> None:
    mine, theirs = await met(matchmaker)
    theirs.leave()
    assert stake_of(mine).score == (1, 0)


async def test_losing_on_time_loses_the_game(matchmaker: Matchmaker, clock: Clock) -> None:
    mine, theirs = await met(matchmaker)
    view = mine.state().view
    assert view is not None
    slow = view.asked[0]
    clock.now += 400
    matchmaker.housekeeping.tick()
    assert mine.state().given_up == ((slow, "time"),)
    assert stake_of(theirs).score == ((0, 1) if slow == 0 else (1, 0))


async def test_a_rated_table_is_joined_knowingly(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = _lobby(matchmaker, ANN), _lobby(matchmaker, BOB)
    mine = await ann.open_table(RATED)
    assert mine.state().rated
    assert mine.state().timing == "quick"
    assert stake_of(mine).seats == ()
    line = bob.tables()[0]
    assert line.rated
    theirs = await bob.sit_at(line.id)
    assert theirs.state().view is None
    assert len(stake_of(theirs).seats) == 2
    again(clock, mine, theirs)
    assert mine.state().view is not None


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (TablePlan("team", rated=True), "rated-rules"),
        (TablePlan("cutthroat", rated=True), "rated-rules"),
        (TablePlan("cuttle.cards+quick-15", rated=True), "rated-rules"),
        (TablePlan("cuttle.cards/1.0.1", rated=True), "rated-rules"),
        (TablePlan("cuttle.cards", computers=1, rated=True), "rated-rules"),
        (TablePlan("cuttle.cards", rated=True), "rated-clocks"),
    ],
)
async def test_what_cannot_be_rated_is_refused(
    matchmaker: Matchmaker, plan: TablePlan, why: str
) -> None:
    assert await reason(lambda: _lobby(matchmaker, ANN).open_table(plan)) == why


async def test_guests_play_no_rated_games(matchmaker: Matchmaker) -> None:
    ann, guest = _lobby(matchmaker, ANN), enter_lobby(matchmaker, GUEST)
    assert await reason(lambda: guest.open_table(RATED)) == "guests-unrated"
    code = (await ann.open_table(RATED)).state().code or ""
    assert await reason(lambda: guest.sit_at(ann.tables()[0].id)) == "guests-unrated"
    assert await reason(lambda: guest.join_room(code)) == "guests-unrated"
    await ann.quick_match("cuttle.cards", rated=True)
    assert await reason(lambda: guest.sit_at(guest.queue()[0].id)) == "guests-unrated"


async def test_the_host_of_a_rated_table_seats_no_computer(matchmaker: Matchmaker) -> None:
    mine = await _lobby(matchmaker, ANN).open_table(RATED)
    mine.ask(Fill(USUAL_LEVEL))
    assert mine.state().sitters[1].kind == "nobody"


async def test_a_table_is_restored_in_the_middle_of_a_match(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, book: PaperBook
) -> None:
    mine, theirs = await met(matchmaker)
    play(mine, theirs, winner=0)
    again(clock, mine, theirs)
    restored = matchmaker_of(clock, paper, book)
    restored.restore(paper.tables())
    chair = enter_lobby(restored, ANN).held()
    assert chair is not None
    assert stake_of(chair).score == chair.state().score == (1, 0)


async def test_ratings_that_change_meanwhile_are_shown(
    matchmaker: Matchmaker, book: PaperBook
) -> None:
    mine, _ = await met(matchmaker)
    book.ratings[BOB.identity] = Rating(30.0, 2.0, 40)
    book.tell()
    one, other = stake_of(mine).seats
    assert other.rating > 1500
    assert not other.provisional
    assert one.provisional
    assert one.win > -one.loss
