"""Looking back at tables of the server: through one's own eyes, and only from one's own seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import parse_action
from engine.bots.thinkers import AtOnce
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.serve import Server
from server.tables.chairs import PlayerChair, ServerChair
from tests.server.emulator import connect, open_terminal
from tests.server.players import ANN, BOB, CY
from tests.server.seats import seat_two

pytestmark = pytest.mark.slow


@pytest.fixture
def hall() -> Matchmaker:
    """Give a hall in which people meet."""
    return Matchmaker(AtOnce())


async def _seated(hall: Matchmaker) -> tuple[PlayerChair, PlayerChair, ServerChair]:
    """Seat two at a public table, and somebody who watches."""
    one, two = await seat_two(hall, ANN, BOB)
    return one, two, await enter_lobby(hall, CY).watch(hall.table_lines("")[0].id)


def _play(*chairs: Chair) -> None:
    for chair in chairs:
        view = chair.state().view
        assert view is not None
        if view.legal:
            chair.submit(view.legal[0], view.ply)
            return


async def test_each_chair_looks_back_with_its_own_eyes(hall: Matchmaker) -> None:
    chairs: tuple[Chair, ...] = await _seated(hall)
    shown = [[chair.state() for chair in chairs]]
    for _ in range(9):
        _play(*chairs)
        shown.append([chair.state() for chair in chairs])
    for ply, then in enumerate(shown):
        for chair, state in zip(chairs, then, strict=True):
            past = await chair.past(ply)
            assert past is not None
            assert state.view is not None
            assert past.view == replace(state.view, legal=())
            assert past.log == state.log
            assert past.watchers == 1
    assert [await chair.past(len(shown)) for chair in chairs] == [None] * len(chairs)


async def test_what_is_said_later_is_not_heard_earlier(hall: Matchmaker) -> None:
    one, two, watcher = await _seated(hall)
    one.chat.say("hello", phrase=True)
    for _ in range(4):
        _play(one, two)
    two.chat.say("nice-move", phrase=True)
    first, last = await two.past(0), await two.past(4)
    assert first is not None
    assert last is not None
    assert [line.text for line in first.talk] == ["hello"]
    assert len(last.talk) == len(two.state().talk)
    seen = await watcher.past(4)
    assert seen is not None
    assert not seen.talk


async def test_a_seat_that_was_given_up_before_the_deal_looks_back_at_nothing(
    hall: Matchmaker,
) -> None:
    mine = await enter_lobby(hall, ANN).open_table(TablePlan("standard", public=True))
    (room,) = hall.rooms
    two = await enter_lobby(hall, BOB).sit_at(room.id)
    mine.leave()
    other = await enter_lobby(hall, CY).sit_at(room.id)
    for chair in (two, other):
        chair.ask(Ready())
    assert await other.past(0) is not None
    assert await mine.past(0) is None


async def test_a_finished_game_tells_its_id_and_a_running_one_does_not(hall: Matchmaker) -> None:
    one, two, watcher = await _seated(hall)
    assert (one.state().game, watcher.state().game) == ("", "")
    one.submit(parse_action("concede@0"), 0)
    ids = {chair.state().game for chair in (one, two, watcher)}
    assert len(ids) == 1
    assert ids != {""}


async def test_over_ssh_the_log_leads_back_and_esc_to_now(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, connect(server.port) as guest:
        terminal = await open_terminal(guest)
        await terminal.until("WELCOME")
        terminal.send("c")
        while "COUNTER?" in await terminal.until(
            lambda text: "YOUR TURN" in text or "COUNTER?" in text
        ):
            terminal.send("n")
            await terminal.until(lambda text: "COUNTER?" not in text)
        terminal.send("d")
        await terminal.until("you drew")
        terminal.send("l")
        await terminal.until("newest last")
        terminal.send("/first\r")
        await terminal.until("first: found 1 of 1")
        terminal.send("\r")
        text = await terminal.until("move 0 of ")
        assert "first" in text
        assert "you drew" not in text
        terminal.send("\x1b[C")
        await terminal.until("move 1 of ")
        terminal.send("\x1b")
        await terminal.until(lambda text: "esc back to now" not in text and "deck" in text)
