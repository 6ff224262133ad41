"""Every session ends by itself, whatever becomes of what it asked for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cuttle_tui.tty.terminal import Terminal
from engine.bots.thinkers import AtOnce
from server.doors.service import Doors
from server.doors.session import Command
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player
from server.sessions.app import SessionHandler, cuttle_app
from server.sessions.arrival import ServerContext
from server.sessions.verbs import need_terminal


def _session(*words: str, pty: bool = True) -> Any:
    said: list[str] = []

    def say(text: str, error: bool = True) -> None:
        del error
        said.append(text)

    async def turn() -> None:
        pass

    return SimpleNamespace(
        player=Player("ann", "SHA256:ann"),
        address="192.0.2.1",
        words=words,
        command=Command(words),
        has_pty=pty,
        door="-p 2222 HOST",
        terminal=Terminal(),
        wire=SimpleNamespace(turn=turn, heard=0.0),
        say=say,
        said=said,
    )


async def _fine(session: object) -> int:
    del session
    return 0


async def test_what_breaks_is_logged_once_and_tells_no_secrets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(session: object) -> int:
        raise KeyError("secret")

    session = _session("join")
    assert await Doors(broken).serve(session) == 1
    (record,) = caplog.records
    assert "ann" in record.getMessage()
    assert record.exc_info
    assert session.said == ["Something went wrong on our side. Please connect again."]


async def test_cancelling_goes_through() -> None:
    async def cancelled(session: object) -> int:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Doors(cancelled).serve(_session())


async def test_verbs_are_chosen_by_their_first_word() -> None:
    handle = SessionHandler(ServerContext(Matchmaker(AtOnce())), cuttle_app)
    no_terminal = _session(pty=False)
    assert await handle(no_terminal) == 1
    assert "needs a terminal" in no_terminal.said[0]
    one = _session("VERSION")
    assert await handle(one) == 0
    assert one.said[0].startswith("cuttle ")
    unknown = _session("fly")
    assert await handle(unknown) == 2
    assert "join" in unknown.said[0]


async def test_a_terminal_is_needed_to_play() -> None:
    assert await need_terminal(_fine)(_session()) == 0
    session = _session("join", "K7QF", pty=False)
    assert await need_terminal(_fine)(session) == 1
    assert session.said == ["Cuttle needs a terminal. Try: ssh -t -p 2222 HOST join K7QF"]
