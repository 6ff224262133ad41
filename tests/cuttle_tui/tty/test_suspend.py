"""ctrl+z at home gives the terminal back to the shell, and `fg` brings the game back."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from cuttle_tui.__main__ import HomeApp
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.ptys import in_terminal

pytestmark = pytest.mark.slow

ALTERNATE, MAIN = b"\x1b[?1049h", b"\x1b[?1049l"


def _environment(home: Path) -> dict[str, str]:
    own = {key: value for key, value in os.environ.items() if not key.startswith("XDG")}
    return {
        **own,
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "PS1": "shell> ",
        "PROMPT_COMMAND": "PS1='shell> '",
    }


@pytest.mark.slow
def test_ctrl_z_stops_the_game_and_fg_paints_it_again(tmp_path: Path) -> None:
    # only a shell that opens its terminal by name controls jobs there
    shell = ("bash", "-c", "exec bash --norc --noprofile -i <>$(tty) >&0 2>&0")
    game = f"{shlex.quote(sys.executable)} -m server.cli\r".encode()
    status, shown = in_terminal(
        shell,
        [
            (b"shell> ", game),
            (b"lesson", b"\x1a"),
            (b"Stopped", b"echo st''ill here\r"),
            (b"still here", b"fg\r"),
            (ALTERNATE, b""),
            (b"lesson", b"\x03\x03y"),
            (b"shell> ", b"exit\r"),
        ],
        _environment(tmp_path),
    )
    assert status == 0, shown[-2000:]
    assert shown.index(ALTERNATE) < shown.index(MAIN) < shown.index(b"Stopped")
    assert shown.count(ALTERNATE) == shown.count(MAIN) == 2


@pytest.mark.slow
def test_without_a_shell_that_could_bring_it_back_ctrl_z_does_nothing(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "server.cli")
    replies = [(b"lesson", b"\x1a?"), (b"HELP", b"\x1b\x03\x03y")]
    status, shown = in_terminal(command, replies, _environment(tmp_path))
    assert status == 0
    assert shown.count(MAIN) == 1


async def test_a_room_with_friends_in_it_goes_on_and_ctrl_z_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped: list[int] = []
    monkeypatch.setattr(os, "getpgrp", lambda: os.getsid(0) + 1)  # as below a shell
    monkeypatch.setattr(os, "killpg", lambda group, number: stopped.append(number))
    chair = at.table(tables.TARGETS, sitters=at.BOTH)
    room = lobbies.online()
    app = HomeApp(FakeLobby(), terminal=Terminal(), chair=chair, room=room)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert "your friends would have to wait" in "\n".join(grid(app))
        assert not stopped
        at.alter(chair, sitters=at.GONE)
        await settled(pilot)
        await pilot.press("ctrl+z")
        assert stopped == [signal.SIGTSTP]
