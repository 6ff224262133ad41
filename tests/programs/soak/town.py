"""Hold what all players of a soak share: the server, the tables to sit at, what was found wrong."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from tests.server.evidence import Evidence, Story
from tests.server.life import Life

RULESETS: Final = (
    *("standard", "cuttle.cards", "sipie", "miller", "howto", "encyclopedia"),
    *("cutthroat", "team", "standard+quick-15"),
)
_TIMINGS: Final = ("none", "none", "none", "relaxed")
_SEATS: Final = {"cutthroat": 3, "team": 4}
_COMPUTERS: Final = 0.25
"""How many tables have no more than one person."""


@dataclass
class Free:
    """A table that waits for players."""

    id: str
    code: str
    free: int
    computers: bool = False


@dataclass
class Town:
    """The server and all that is known of it."""

    life: Life
    evidence: Evidence
    rng: random.Random
    pace: float = 0.5
    """Seconds between two keys of a player, on average."""
    up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the server runs."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when everybody shall go home."""
    faults: list[str] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    """How often everything was done."""
    waiting: list[Free] = field(default_factory=list)
    _choosing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def seat(self) -> Free:
        """Find a table with a free seat, or open one."""
        async with self._choosing:
            if not self.waiting:
                self.waiting.append(await self._open())
            table = self.waiting[0]
            table.free -= 1
            if table.free < 1 or table.computers:
                self.waiting.remove(table)
            return table

    async def _open(self) -> Free:
        ruleset = self.rng.choice(RULESETS)
        id, code = await self.life.ask("open", ruleset, self.rng.choice(_TIMINGS))
        self.did["tables opened"] += 1
        seats = _SEATS.get(ruleset, 2)
        return Free(id, code, seats, computers=self.rng.random() < _COMPUTERS)

    async def game_to_watch(self) -> tuple[str, int] | None:
        """Choose a game in play; give its table and how many games were dealt there."""
        tables = await self.life.ask("tables")
        running = [(id, games) for id, (_, games, text, _) in tables.items() if text]
        return self.rng.choice(running) if running else None

    def recount(self) -> None:
        """Take up again, after a kill, the tables at which somebody waits."""
        self.waiting = [
            Free(id, story.code, len(story.course.seats.free()))
            for id, story in self.evidence.stories.items()
            if story.code and not story.course.games
            if story.course.seats.persons() and story.course.seats.free()
        ]

    def story(self, id: str) -> Story | None:
        """Give what the database told of a table."""
        return self.evidence.stories.get(id)
