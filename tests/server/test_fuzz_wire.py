"""Whatever people send, no terminal gets a sequence that the program did not write itself.

A mouth is a way by which text gets in. Each trial lets a stranger say something hostile through
every mouth, next to a player who sits at the same table; then all that both were sent is read.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import String, UInt32

from cuttle_tui.ports import LobbyError
from server.lobby.player_lobby import PlayerLobby
from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.rawssh import ask, until
from tests.server.sequences import ForeignSequence, read_strictly
from tests.whole import times

pytestmark = pytest.mark.slow

_TRIALS = times(1, 4)
_PIECES = (
    *("\x1b[31m", "\x1b]0;owned\x07", "\x1b]52;c;ZXZpbA==\x07", "\x1bP+q544e\x1b\\", "\x1b[6n"),
    *("\x1b[?1049l", "\x1b[2J", "\x1bc", "\x1b[201~", "\x1b[200~", "\x1b]8;;file:///etc\x07"),
    *("\x9b31m", "\x9d0;x\x9c", "\x07", "\x08" * 9, "\r", "\n", "\x00", "\x7f", "\x0e", "\x85"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "e" + "\u0301" * 30, "\U000e0041"),
    *("[bold red]x[/]", "[@click=app.quit]x[/]", "$(reboot)", "%s%n", "漢字", "\ue000", "é", "ann"),
)


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a stranger meets a player."""

    server: Server
    code: str
    """The room in which the player waits."""
    player: Terminal


Mouth = Callable[[Scene, str], Awaitable[list[Terminal]]]
"""Says something hostile through one way in; gives the terminals on which it was said."""


@asynccontextmanager
async def _stranger(scene: Scene, user: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
    key = asyncssh.generate_private_key("ssh-ed25519")  # nobody comes back to an older table
    async with connect(scene.server.port, key, user=user) as connection:
        yield connection


def _is_painted(text: str) -> bool:
    return len(text.split()) > 5


async def _settle(terminal: Terminal) -> None:
    """Leave, and wait until everything has been shown."""
    terminal.channel.write_eof()
    await terminal.until_closed()


async def by_user_name(scene: Scene, text: str) -> list[Terminal]:
    """Log in under a hostile name, and sit down at the player's table."""
    async with _stranger(scene, text or "x") as connection:
        terminal = await open_terminal(connection, f"join {scene.code}")
        await _settle(terminal)
    return [terminal]


async def by_terminal(scene: Scene, text: str) -> list[Terminal]:
    """Announce a hostile terminal type and hostile variables."""
    async with _stranger(scene, "mallory") as connection:
        variables = {"LANG": text.replace("\0", ""), "COLORTERM": "truecolor", "EVIL": "x"}
        kind = text.encode("ascii", "ignore").decode().replace("\0", "")
        terminal = await open_terminal(connection, term=kind, env=variables)
        await _settle(terminal)
    return [terminal]


async def by_command(scene: Scene, text: str) -> list[Terminal]:
    """Ask to run hostile commands, with a terminal and without."""
    terminals = []
    async with _stranger(scene, "mallory") as connection:
        for term in ("xterm", None):
            for command in (text, f"join {text}", f"watch {text}", f"rules {text}"):
                try:
                    terminal = await open_terminal(connection, command, term=term)
                except asyncssh.ChannelOpenError:
                    continue  # nothing of it prints
                await _settle(terminal)
                terminals.append(terminal)
    return terminals


async def by_typing(scene: Scene, text: str) -> list[Terminal]:
    """Paste and type hostile text into every screen that a few keys open."""
    terminals = []
    for opening in ("", "j", "n", "w", "/", "c", "t"):
        async with _stranger(scene, "mallory") as connection:
            terminal = await open_terminal(connection)
            await terminal.until(_is_painted)
            terminal.send(opening)
            terminal.send(f"\x1b[200~{text}\x1b[201~")
            terminal.send(text)
            await _settle(terminal)
            terminals.append(terminal)
    return terminals


async def by_requests(scene: Scene, text: str) -> list[Terminal]:
    """Send requests on a session's channel that nobody sends."""
    raw = text.encode("utf-8", "surrogatepass")
    async with _stranger(scene, "mallory") as connection:
        terminal = await open_terminal(connection)
        await terminal.until(_is_painted)
        ask(terminal, b"signal", String(raw))
        ask(terminal, b"env", String(b"LC_ALL"), String(raw))
        ask(terminal, b"exec", String(raw))
        ask(terminal, raw)
        ask(terminal, b"window-change", *map(UInt32, (90, 30, 0, 0)))
        await _settle(terminal)
    return [terminal]


async def by_chat(scene: Scene, text: str) -> list[Terminal]:
    """Say something hostile at the player's table; the player reads free text."""
    async with _stranger(scene, "mallory") as connection:
        terminal = await open_terminal(connection, f"join {scene.code}")
        await terminal.until(_is_painted)
        (lobby,) = [
            one for one in scene.server.matchmaker.presence.every() if one.player == "mallory"
        ]
        assert isinstance(lobby, PlayerLobby)
        chair = lobby.held()
        assert chair is not None
        with suppress(LobbyError):  # what cannot be shown is refused
            chair.chat.say(text, phrase=False)
        chair.chat.say("that was all", phrase=False)
        await scene.player.until("that was all")
        await _settle(terminal)
    return [terminal]


MOUTHS: tuple[Mouth, ...] = (by_user_name, by_terminal, by_command, by_typing, by_requests, by_chat)


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server of the real app."""
    async with Server(tmp_path) as running:
        yield running


def _hostile(chance: random.Random) -> str:
    return "".join(chance.choices(_PIECES, k=chance.randrange(1, 12)))


@asynccontextmanager
async def _player(server: Server) -> AsyncIterator[tuple[Terminal, str]]:
    """Open a table as a player, and give the terminal and the room's code."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with connect(server.port, key, user="ann") as ann:
        terminal = await open_terminal(ann, size=(100, 32), env={"COLORTERM": "truecolor"})
        await terminal.until("ann")
        terminal.send("s")
        await terminal.until("SETTINGS")
        for _ in range(11):
            before = terminal.text
            terminal.send("\x1b[B")
            await terminal.until(lambda text, seen=before: text != seen)  # type: ignore[misc]
        terminal.send(" ")
        await terminal.until(lambda text: re.search(r"free text +< on >", text) is not None)
        terminal.send("\x1b")
        await terminal.until("WELCOME")
        terminal.send("o")
        await terminal.until("NEW TABLE")
        terminal.send("\r")
        code = await terminal.room_code()
        yield terminal, code
        assert not terminal.closed
        await _settle(terminal)


@pytest.mark.long
@pytest.mark.parametrize("mouth", MOUTHS, ids=lambda mouth: mouth.__name__)
async def test_no_terminal_gets_a_foreign_sequence(
    cuttle: Server, mouth: Mouth, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda text: text)  # it would help us
    chance = random.Random(mouth.__name__)
    for _ in range(_TRIALS):
        async with _player(cuttle) as (player, code):
            said = await mouth(Scene(cuttle, code, player), _hostile(chance))
        for terminal in (player, *said):
            read_strictly(bytes(terminal.raw))
            read_strictly(bytes(terminal.errors))
    await until(lambda: not cuttle.doors.tasks)
    for record in caplog.records:
        assert record.levelname != "ERROR", record.getMessage()
        assert record.getMessage().isprintable(), record.getMessage()


@pytest.mark.parametrize("piece", [piece for piece in _PIECES if not piece.isprintable()])
def test_the_reader_would_see_it(piece: str) -> None:
    shown = f"\x1b[1mann{piece}\x1b[0m"
    if piece in ("\x1b[31m", "\x1b[?1049l", "\x1b[2J", "\n", "\x07") or piece[0] == "e":
        return  # the program writes these itself, or it is only text
    with pytest.raises(ForeignSequence):
        read_strictly(shown.encode())
