"""What is kept of games and tables, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from engine.actions import parse_action
from engine.record.parser import parse_record
from engine.record.record import verify
from engine.rules.options import parse_ruleset, stamped
from engine.rules.rulesets import PRESETS
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.store.values import RunningTable
from tests.server.players import ANN, BOB, CY, PLAN, Clock, Paper, matchmaker_of, reason
from tests.server.seats import view_of


async def test_a_finished_game_is_kept_once(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    mine.ask(Ready())
    row = paper.games[0].game
    assert (row.players, row.names, row.winners, row.why) == (
        (ANN.identity, BOB.identity),
        ("ann", "bob"),
        (0,),
        "concede",
    )
    assert parse_record(row.record).outcome is not None
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    enter_lobby(again, ANN)
    assert {kept.game.id for kept in paper.games} == {row.id}


@pytest.mark.parametrize("played", [False, True])
async def test_a_game_that_nobody_played_is_not_kept(
    matchmaker: Matchmaker, paper: Paper, played: bool
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    if played:
        mover = next(each for each in (mine, theirs) if view_of(each).mover == each.seat)
        view = view_of(mover)
        mover.submit(view.legal[0], view.ply)
    theirs.leave()
    assert view_of(mine).outcome is not None
    assert bool(mine.state().game) == played == bool(paper.games)


async def test_a_table_that_cannot_be_read_is_left_alone_and_hurts_no_other(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    await enter_lobby(matchmaker, ANN).open_table(PLAN)
    broken = [RunningTable("x", "{}", ()), RunningTable("y", paper.tables()[0].head, ("{}",))]
    again = matchmaker_of(clock, paper)
    again.restore([*broken, *paper.tables()])
    assert len(again.rooms) == 1
    assert enter_lobby(again, ANN).held() is not None


@pytest.fixture
def new_rules() -> Iterator[Callable[[], None]]:
    """Make `cuttle.cards` mean its version 2.0.0 from when it is called, until the test ends."""
    with pytest.MonkeyPatch.context() as patch:

        def move() -> None:
            patch.setitem(
                PRESETS, "cuttle.cards", replace(PRESETS["cuttle.cards/2.0.0"], name="cuttle.cards")
            )
            patch.setattr("engine.rules.options.CURRENT", "2.0.0")
            parse_ruleset.cache_clear()

        yield move
    parse_ruleset.cache_clear()


async def test_a_game_ends_under_the_rules_it_began_under(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, new_rules: Callable[[], None]
) -> None:
    """L12: created under 1.0.2, the server comes back with 2.0.0 while the game is on."""
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("cuttle.cards")
    await bob.quick_match("cuttle.cards")
    new_rules()
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    chairs = [chair for who in (ANN, BOB) if (chair := enter_lobby(again, who).held())]
    for chair in chairs * 5:
        view = chair.state().view
        assert view is not None
        if view.legal:
            chair.submit(view.legal[0], view.ply)
    chairs[0].submit(parse_action(f"concede@{chairs[0].seat}"), 0)
    record = parse_record(paper.games[0].game.record)
    assert stamped(record.ruleset) == "cuttle.cards/1.0.2"
    assert record.ruleset == PRESETS["cuttle.cards/1.0.2"]
    assert len(record.entries) > 5
    verify(record)
    await enter_lobby(again, CY).quick_match("cuttle.cards")
    assert '"cuttle.cards/2.0.0"' in paper.tables()[-1].head


@pytest.mark.parametrize("ruleset", ["team", "cutthroat"])
async def test_games_of_three_and_four_are_never_rated(
    matchmaker: Matchmaker, ruleset: str
) -> None:
    """L11: two against two, with the flag."""
    ann = enter_lobby(matchmaker, ANN)
    assert await reason(lambda: ann.quick_match(ruleset, rated=True)) == "rated-rules"


async def test_a_private_game_hides_no_other_of_its_name(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.rooms.Rooms._titles", lambda _rooms: ["elm"])
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    room = await ann.open_table(PLAN)
    await bob.join_room(room.state().code or "")
    room.ask(Ready())
    for number in range(2):
        await enter_lobby(matchmaker, Player(f"p{number}", f"id{number}")).quick_match("standard")
    names = [sitter.name for sitter in (await cy.watch("elm")).state().sitters]
    assert names == ["p0", "p1"]


async def test_games_that_follow_each_other_within_a_second_end_in_their_order(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    clock.now = 100.2
    chairs = [await enter_lobby(matchmaker, who).quick_match("standard") for who in (ANN, BOB)]
    for now in (100.7, 100.8, 100.9):
        clock.now = now
        chairs[0].submit(parse_action("concede@0"), 0)
        for chair in chairs:
            chair.ask(Ready())
    ends = [each.game.ended.timestamp() for each in paper.games]
    assert ends == [100.7, 100.8, 100.9]


async def test_more_tables_than_names_are_numbered(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.rooms._TITLES", ["elm", "oak"])
    for number in range(5):
        await enter_lobby(matchmaker, Player(f"p{number}", f"id{number}")).open_table(PLAN)
    titles = [room.table.title for room in matchmaker.rooms]
    assert sorted(titles[:2]) == ["elm", "oak"]
    assert sorted(titles[2:4]) == ["elm-2", "oak-2"]
    assert titles[4] in ("elm-3", "oak-3")
