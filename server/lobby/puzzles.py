"""Ratings of puzzles on a server: people's first answers move them, and all see the same.

They are read when somebody needs them and what was read is older than a minute, so that several
nodes agree soon; an answer that cannot be stored moves nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from cuttle_tui.ports import LobbyError
from server.lobby.archive import Archive
from server.people.accounts import Player, has_account
from server.store.values import PuzzleAnswer

FRESH: Final = 60.0
"""Seconds for which what was read is taken for what is stored."""


class PuzzleService:
    """The ratings of the puzzles, for all players."""

    def __init__(self, archive: Archive, clock: Callable[[], float]) -> None:
        self._archive = archive
        self._clock = clock
        self._shifts: dict[str, int] = {}
        self._read_at: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def moved(self, puzzle: str) -> int:
        """Return by how many points a puzzle is moved, as far as that was read."""
        now = self._clock()
        if self._read_at is None or not 0 <= now - self._read_at < FRESH:
            self._read_at = now
            self._begin(self._read())
        return self._shifts.get(puzzle, 0)

    def answer(self, row: PuzzleAnswer) -> None:
        """Store an answer, and read what it did."""
        self._begin(self._answer(row))

    async def settled(self) -> None:
        """Wait until all answers so far are stored, and read."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, row: PuzzleAnswer) -> None:
        with suppress(LobbyError):
            await self._archive.answer_puzzle(row)
        await self._read()

    async def _read(self) -> None:
        with suppress(LobbyError):
            self._shifts = await self._archive.puzzle_shifts()


class PlayerPuzzles:
    """The ratings of the puzzles for the player of a lobby."""

    def __init__(self, service: PuzzleService, who: Callable[[], Player]) -> None:
        self._service = service
        self._who = who

    def moved(self, puzzle: str) -> int:
        return self._service.moved(puzzle)

    def note(self, puzzle: str, *, rating: int, own: int, right: bool) -> None:
        who = self._who()
        if has_account(who.identity) and not who.bot:
            self._service.answer(PuzzleAnswer(who.identity, puzzle, rating, own, right))
