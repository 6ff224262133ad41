"""Players of a cluster who type in plain mode, by the ssh client of OpenSSH or in this process."""

from __future__ import annotations

import asyncio
import re
import shutil
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self

import asyncssh

from tests.cluster.processes import Node

PATIENCE: Final = 60.0
"""Seconds until what does not come is a failure."""
_EVERY: Final = 0.01
_CHOICE: Final = re.compile(r"^(\d+): (.*)$", re.MULTILINE)
_OVER: Final = re.compile(r"^The game is over\.", re.MULTILINE)


class Player(ABC):
    """A session in plain mode."""

    def __init__(self) -> None:
        self.text = ""
        """All that was read."""
        self._asked = 0
        """How much of it was read when the player answered last."""
        self._reading: asyncio.Task[None] | None = None

    @abstractmethod
    async def read(self) -> str:
        """Return the next text, empty at the end."""

    @abstractmethod
    def type(self, line: str) -> None:
        """Type a line."""

    def begin(self) -> Self:
        """Read from now on."""
        self._reading = asyncio.get_running_loop().create_task(self._read())
        return self

    async def _read(self) -> None:
        while text := await self.read():
            self.text += text

    @property
    def gone(self) -> bool:
        """Whether the session has ended."""
        return self._reading is not None and self._reading.done()

    async def until(self, pattern: str, since: int = 0) -> re.Match[str]:
        """Wait until a text was read.

        Args:
            pattern: a regular expression.
            since: from which character on.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while (found := re.search(pattern, self.text[since:])) is None:
                    await asyncio.sleep(_EVERY)
        except TimeoutError:
            raise AssertionError(f"no {pattern!r} in {self.text[since:]!r}") from None
        return found

    async def say(self, line: str, answer: str) -> re.Match[str]:
        """Type a line, and wait for its answer."""
        since = len(self.text)
        self.type(line)
        return await self.until(answer, since)

    # playing

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return _OVER.search(self.text) is not None

    def play(self) -> bool:
        """Answer a question that was not answered yet; return whether there was one."""
        new = self.text[self._asked :]
        if not re.search(r"^Type (a number from 1 to )?\d+\.$", new, re.MULTILINE):
            return False
        choices = dict(_CHOICE.findall(new[new.rindex("\n1: ") :] if "\n1: " in new else new))
        points = [number for number, what in choices.items() if "for points" in what]
        self._asked = len(self.text)
        self.type(points[-1] if points else "1")
        return True


class OpenSSH(Player):
    """A session by the ssh client of OpenSSH."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._process = process

    @classmethod
    async def at(cls, port: int, name: str, folder: Path) -> Self:
        """Connect, with a key of its own in a folder."""
        key = folder / name
        if not key.exists():
            asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
            key.chmod(0o600)
        ssh = shutil.which("ssh")
        assert ssh is not None
        options = ["-T", "-F", "none", "-p", str(port), "-i", str(key)]
        options += ["-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR"]
        options += ["-o", f"UserKnownHostsFile={folder / 'known'}", "-o", "IdentitiesOnly=yes"]
        process = await asyncio.create_subprocess_exec(
            ssh, *options, f"{name}@127.0.0.1", "plain", stdin=PIPE, stdout=PIPE, stderr=STDOUT
        )
        return cls(process).begin()

    async def read(self) -> str:
        """Return the next text."""
        assert self._process.stdout is not None
        return (await self._process.stdout.read(4096)).decode(errors="replace")

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def close(self) -> None:
        """Hang up."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        if self._reading is not None:
            await self._reading


@asynccontextmanager
async def players(folder: Path, *places: tuple[Node, str]) -> AsyncIterator[list[OpenSSH]]:
    """Let people with names of their own connect."""
    people = [await OpenSSH.at(node.port, name, folder) for node, name in places]
    try:
        for person, (_, name) in zip(people, places, strict=True):
            await person.until("Choose a name")
            await person.say(f"name {name}", f"You are {name}")
        yield people
    finally:
        for person in people:
            await person.close()
