"""Start a server process, ask it questions, kill it, start it again on the same data."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from tests.ports import lasting_port

_PATIENCE: Final = 60.0
"""Seconds in which a process has to come up, or to answer."""


class Dead(Exception):
    """The process is not there to answer."""


class Life:
    """One server on one data directory, through all its deaths."""

    def __init__(self, data: Path, *options: str) -> None:
        """Begin with a server that does not run yet.

        Args:
            data: its directory.
            options: further options of `tests.server.life_process`.
        """
        self.data = data
        self.database = data / "cuttle.db"
        self.url = f"sqlite:///{self.database}"
        self.port = lasting_port()
        self.restored: dict[str, Any] = {}
        """Every table as it was brought back by the last start."""
        self.log = data / "server.log"
        """What the process wrote to its standard error."""
        self.options = options
        self._process: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start the process, and wait until its door is open.

        Raises:
            Dead: it ended at once; its last words are in the log.
        """
        with self.log.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.server.life_process"),
                *("--data", str(self.data), "--database", self.url),
                *("--port", str(self.port), *self.options),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                limit=2**24,
            )
        first = await self._line()
        self.port, self.restored = first["port"], first["tables"]

    async def _line(self) -> Any:
        answers = self._process.stdout if self._process is not None else None
        line = await asyncio.wait_for(answers.readline(), _PATIENCE) if answers else b""
        if not line:
            raise Dead(self.log.read_text()[-2000:])
        return json.loads(line)

    async def ask(self, *question: str) -> Any:
        """Ask something, and give the answer.

        Raises:
            Dead: the process was killed meanwhile.
        """
        async with self._asking:
            process = self._process
            if process is None or process.stdin is None:
                raise Dead("not started")
            try:
                process.stdin.write(json.dumps(question).encode() + b"\n")
                await process.stdin.drain()
            except OSError as error:
                raise Dead(str(error)) from None
            return await self._line()

    async def kill(self) -> None:
        """Kill the process at once."""
        assert self._process is not None
        process, self._process = self._process, None
        process.kill()
        await process.wait()

    async def end(self) -> int:
        """End the process in order, and give its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        assert process.stdin is not None
        process.stdin.close()
        try:
            return await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            process.kill()
            raise


@asynccontextmanager
async def living(data: Path, *options: str) -> AsyncIterator[Life]:
    """Run a server process, and end whatever of it is left."""
    life = Life(data, *options)
    try:
        await life.start()
        yield life
    finally:
        if life._process is not None and life._process.returncode is None:
            await life.kill()
