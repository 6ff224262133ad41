"""Each wrapper does its one duty, whatever handler it wraps."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cuttle_tui.tty.terminal import Terminal
from server.doors.middleware import Command, by_verb, guard, need_terminal
from server.people.accounts import Player


def _session(*words: str, pty: bool = True) -> Any:
    said: list[str] = []

    def say(text: str, error: bool = True) -> None:
        del error
        said.append(text)

    return SimpleNamespace(
        player=Player("ann", "SHA256:ann"),
        words=words,
        command=Command(words),
        has_pty=pty,
        door="-p 2222 HOST",
        terminal=Terminal(),
        say=say,
        said=said,
    )


async def _fine(session: object) -> int:
    del session
    return 0


async def test_the_guard_logs_once_and_tells_no_secrets(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(session: object) -> int:
        raise KeyError("secret")

    session = _session("join")
    assert await guard(broken)(session) == 1
    (record,) = caplog.records
    assert "ann" in record.getMessage()
    assert record.exc_info
    assert session.said == ["Something went wrong on our side. Please connect again."]


async def test_the_guard_lets_cancelling_through() -> None:
    async def cancelled(session: object) -> int:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await guard(cancelled)(_session())


async def test_verbs_are_chosen_by_their_first_word() -> None:
    async def one(session: object) -> int:
        del session
        return 11

    chosen = by_verb({"join": one}, _fine)
    assert await chosen(_session()) == 0
    assert await chosen(_session("JOIN", "x")) == 11
    unknown = _session("fly")
    assert await chosen(unknown) == 2
    assert "join" in unknown.said[0]


async def test_a_terminal_is_needed_to_play() -> None:
    assert await need_terminal(_fine)(_session()) == 0
    session = _session("join", "K7QF", pty=False)
    assert await need_terminal(_fine)(session) == 1
    assert session.said == ["Cuttle needs a terminal. Try: ssh -t -p 2222 HOST join K7QF"]
