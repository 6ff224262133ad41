"""Two friends play the real game over two real connections, to its end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh
import pytest

from cuttle_tui.ports import Chair
from cuttle_tui.table.choices import TRAY_KEYS
from engine.actions import DRAW, PASS, Kind
from engine.play.view import Ask, View
from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.seats import chairs_of

pytestmark = pytest.mark.slow


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server of the real app."""
    async with Server(tmp_path) as running:
        yield running


def _asked(chairs: list[Chair]) -> View | None:
    """Give the view of the seat that is asked, or None once the game is over."""
    for chair in chairs:
        view = chair.state().view
        assert view is not None
        if view.outcome is None and view.asked[:1] == (chair.seat,):
            return view
    return None


def _keys(view: View) -> str:
    """Choose the keys of a plain game: the best card for points, else a card drawn, else pass."""
    points = [action.card for action in view.legal if action.kind is Kind.POINTS]
    if points:
        assert view.viewer is not None
        hand = view.seats[view.viewer].hand
        return TRAY_KEYS[hand.index(max(points))] + "p"
    return {DRAW: "d", PASS: "x"}[DRAW if DRAW in view.legal else PASS]


async def _sit_down(
    ann: asyncssh.SSHClientConnection, bob: asyncssh.SSHClientConnection
) -> list[Terminal]:
    """Let Ann open a table and Bob join it by its code."""
    host = await open_terminal(ann, size=(100, 32))
    await host.until("ann")
    host.send("o")
    await host.until("NEW TABLE")
    host.send("\r")
    code = await host.room_code()
    guest = await open_terminal(bob, f"join {code}", size=(80, 24))
    await guest.until("ann")
    await host.until("bob")
    host.send("\r")
    await host.until("deck")
    await guest.until("deck")
    return [host, guest]


async def _play_on(terminals: list[Terminal], chairs: list[Chair]) -> tuple[int, ...]:
    """Play by keys until the game is over, and give who has won."""
    while (view := _asked(chairs)) is not None:
        assert view.viewer is not None
        ply = view.ply
        terminals[view.viewer].send(_keys(view))
        await terminals[view.viewer].until(lambda _, ply=ply: _ply(chairs) > ply)  # type: ignore[misc]
    view = chairs[0].state().view
    assert view is not None
    assert view.outcome is not None
    return view.outcome.winners


def _ply(chairs: list[Chair]) -> int:
    view = chairs[0].state().view
    assert view is not None
    return view.ply


async def test_a_whole_game_and_a_rematch_between_friends(
    cuttle: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        connect(cuttle.port, ann_key, user="ann") as ann,
        connect(cuttle.port, bob_key, user="bob") as bob,
    ):
        terminals = await _sit_down(ann, bob)
        chairs = chairs_of(cuttle)
        for _ in range(2):
            winners = await _play_on(terminals, chairs)
            for seat, terminal in enumerate(terminals):
                await terminal.until("YOU WIN" if winners == (seat,) else "rematch")
                terminal.send("r")
            await terminals[0].until(lambda _: _asked(chairs) is not None)
        for terminal in terminals:
            terminal.send("\x03\x03yy\x03\x03")
            assert await terminal.until_closed() == 0
            assert terminal.raw.endswith(b"\x1b[?1049l\x1b[?25h")


async def test_a_friend_who_drops_comes_back_in_the_middle_of_the_game(
    cuttle: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(cuttle.port, bob_key, user="bob") as bob:
        async with connect(cuttle.port, ann_key, user="ann") as ann:
            _, friend = await _sit_down(ann, bob)
            chairs = chairs_of(cuttle)
        await friend.until(lambda _: not chairs[1].state().sitters[0].present)
        async with connect(cuttle.port, ann_key, user="ann") as ann:
            back = await open_terminal(ann, size=(100, 32))
            await back.until("bob")
            winners = await _play_on([back, friend], chairs)
            for seat, terminal in enumerate((back, friend)):
                await terminal.until("YOU WIN" if winners == (seat,) else "rematch")


async def test_the_computer_is_met_here_too(cuttle: Server) -> None:
    async with connect(cuttle.port) as ann:
        terminal = await open_terminal(ann, size=(120, 40))
        await terminal.until("guest-")
        terminal.send("c")
        await terminal.until(lambda _: len(cuttle.matchmaker.rooms) > 0)
        (chair,) = chairs_of(cuttle)
        while True:
            await terminal.until(lambda _: _asked([chair]) is not None or _is_over(chair))
            if _is_over(chair):
                break
            view = chair.state().view
            assert view is not None
            asked, ply = partial(_is_asked, view), view.ply
            # What only one answer is left for goes on by itself, maybe before it was seen.
            gone = partial(_goes_on, chair, ply)
            await terminal.until(lambda text, asked=asked, gone=gone: asked(text) or gone())  # type: ignore[misc]
            if not gone():
                terminal.send(_any_keys(view))
                await terminal.until(lambda _, gone=gone: gone())  # type: ignore[misc]
        await terminal.until("rematch")


def _goes_on(chair: Chair, ply: int) -> bool:
    return _ply([chair]) > ply


def _is_over(chair: Chair) -> bool:
    view = chair.state().view
    return view is not None and view.outcome is not None


_HEADINGS: Final = {Ask.PLAY: "YOUR TURN", Ask.COUNTER: "COUNTER?"}
"""What the bar says to a question."""


def _is_asked(view: View, screen: str) -> bool:
    """Return whether the question is shown, not that of an earlier turn: then keys answer it."""
    heading = _HEADINGS.get(view.ask, "DISCARD" if view.owed else "")
    return heading in screen and re.search(rf"turn {view.turn + 1}\b", screen) is not None


def _any_keys(view: View) -> str:
    """Choose keys for whatever is asked: play simply, let things happen, give what is owed."""
    if view.ask is Ask.PLAY:
        return _keys(view)
    if view.owed:
        only = len(view.legal) == 1  # the cards are chosen already, and their keys put them back
        return ("" if only else TRAY_KEYS[: view.owed]) + "\r"
    return "n"
