"""Several keys in one packet of a real client, sent before the screen they are for is there."""

from __future__ import annotations

import logging
import os
import signal
from pathlib import Path

import asyncssh
import pytest

from engine.bots import thinkers
from server.serve import Server
from tests.server.emulator import connect, open_terminal

pytestmark = pytest.mark.slow


_ASKED = {"TURN", "COUNTER?", "DISCARD"}
"""What a bar begins with that asks the player something at the first turn."""


async def test_keys_in_one_packet_neither_break_the_app_nor_leave_the_game(
    tmp_path: Path, ann_key: asyncssh.SSHKey, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server(tmp_path) as cuttle, connect(cuttle.port, ann_key) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("WELCOME")
        while True:  # a table at which the first question is one's own turn
            await terminal.until("play the computer")
            terminal.send("c")
            if "YOUR TURN" in await terminal.until(lambda text: bool(_ASKED & {*text.split()})):
                break
            terminal.send("q")
        terminal.send("d")
        await terminal.until("you drew")  # a game without a move of one's own is left unasked
        for _ in range(3):
            terminal.send("?")
            await terminal.until("HELP")
            terminal.send("qq")
            await terminal.until("LEAVE")
            terminal.send("n")
            await terminal.until(lambda text: "LEAVE" not in text and "deck" in text)
        terminal.send("\x03\x03")
        assert await terminal.until_closed() == 0
    warned = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert not [
        one for one in warned if one.name != thinkers.log.name
    ]  # a slow machine thinks late


@pytest.mark.parametrize("keys", ["\x03\x03", "\x03", "qq", "lqlqlq\x03\x03", "?q" * 6 + "qy"])
async def test_keys_sent_before_the_first_screen_are_kept_for_it(
    tmp_path: Path, ann_key: asyncssh.SSHKey, keys: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server(tmp_path) as cuttle, connect(cuttle.port, ann_key) as ann:
        terminal = await open_terminal(ann)
        terminal.send(keys)
        if keys == "\x03":
            await terminal.until("QUIT")
            terminal.send("y")
        assert await terminal.until_closed() == 0
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def test_ctrl_z_does_nothing_over_ssh(
    tmp_path: Path, ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[int] = []
    monkeypatch.setattr(os, "kill", lambda process, number: stopped.append(number))
    monkeypatch.setattr(os, "killpg", lambda group, number: stopped.append(number))
    async with Server(tmp_path) as cuttle, connect(cuttle.port, ann_key) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("WELCOME")
        terminal.send("\x1a?")
        await terminal.until("HELP")
        terminal.send("qqy")
        assert await terminal.until_closed() == 0
    assert signal.SIGTSTP not in stopped
