"""A terminal as a test holds it: a real ssh client in front, an emulated screen behind."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import asyncssh
import pyte

from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.tty import terminal as tty

PATIENCE = 60.0
"""Seconds until a condition that does not come is a failure. Nothing depends on it otherwise."""
DEVICE: Final = b"\x1b[?62;22c"
"""The device attributes: the answer of a terminal that does not read colours back."""
_QUESTION: Final = tty.question_for(tty.Terminal("256")).encode()
_ROOM_CODE: Final = re.compile(r"\bcode ([0-9A-Z]{4}):")


class Terminal(asyncssh.SSHClientSession[bytes]):
    """One session's screen and everything the server sent for it."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.raw = bytearray()
        self.errors = bytearray()
        self.closed = False
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._news = asyncio.Event()
        self.reading = True
        self.asked = bytearray()
        """What the terminal was asked."""
        self.answer = DEVICE
        """What the terminal sends when it is asked for its colours."""

    # the asyncssh side

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Keep the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Show what came."""
        if datatype is not None:
            self.errors += data
        else:
            if _QUESTION in data:
                data = data.replace(_QUESTION, b"")
                self.asked += _QUESTION
                with suppress(BrokenPipeError):  # its input has ended
                    self.channel.write(self.answer)
            self.raw += data
            self._stream.feed(data.replace(b"\x1b[?2026$p", b""))
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        del exc
        self.closed = True
        self._news.set()

    # the test's side

    @property
    def text(self) -> str:
        """The screen, as lines."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def send(self, keys: str) -> None:
        """Press keys."""
        self.channel.write(keys.encode())

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        self._screen.resize(height, width)
        self.channel.change_terminal_size(width, height)

    async def still(self, wanted: str = "") -> str:
        """Wait until nothing is lit any more and a text is there; give the screen."""
        return await self.until(lambda text: UNICODE.lit not in text and wanted in text)

    async def until(self, condition: Callable[[str], bool] | str) -> str:
        """Wait for a text on the screen, or for a condition on it, and give the screen."""
        wanted = condition if callable(condition) else (lambda text: condition in text)
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted(self.text):
                    if self.closed:
                        raise AssertionError(f"closed; last screen:\n{self.text}\n{self.errors!r}")
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"never came; last screen:\n{self.text}") from None
        return self.text

    async def room_code(self) -> str:
        """Wait for the waiting room, and return its code."""
        text = await self.until(lambda text: _ROOM_CODE.search(text) is not None)
        return str(_ROOM_CODE.findall(text)[0])

    async def until_closed(self) -> int | None:
        """Wait for the end of the session and give its exit status."""
        async with asyncio.timeout(PATIENCE):
            while not self.closed:
                self._news.clear()
                await self._news.wait()
        return self.channel.get_exit_status()


class Keyless(asyncssh.SSHClient):
    """Answers no questions, as the method for keyless clients wants it."""

    def kbdint_auth_requested(self) -> str:
        """Offer the method."""
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        """Answer nothing."""
        del name, instructions, lang, prompts
        return []


@asynccontextmanager
async def connect(
    port: int,
    key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None = None,
    user: str = "ann",
    **options: Any,
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in with this key, or with none."""
    options.setdefault("client_factory", asyncssh.SSHClient if key else Keyless)
    connection = await asyncssh.connect(
        "127.0.0.1",
        port,
        username=user,
        known_hosts=None,
        config=None,
        client_keys=[key] if key else None,
        agent_path=None,
        **options,
    )
    try:
        yield connection
    finally:
        connection.abort()
        await connection.wait_closed()


async def open_terminal(
    connection: asyncssh.SSHClientConnection,
    command: str | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    term: str | None = "xterm-256color",
    env: Mapping[str, str] | None = None,
    window: int = 2**21,
    answer: bytes = DEVICE,
) -> Terminal:
    """Open a session with a terminal (or without one, if `term` is None)."""
    terminal = Terminal(*size)
    terminal.answer = answer
    await connection.create_session(
        lambda: terminal,
        command,
        term_type=term,
        term_size=size,
        env=[f"{name}={value}" for name, value in (env or {}).items()],
        encoding=None,
        window=window,
    )
    return terminal
