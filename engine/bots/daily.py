"""The deal of the day: the same cards and the same computer for everybody, whatever the door.

All of it follows from the date in UTC, so that a home without a network has the same deal as every
server. That also means that whoever can compute may look ahead: a server can only keep to itself
what it knows, not what the date tells.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal

from engine.bots.thinkers import EXACT, Thinker
from engine.computers import name_of
from engine.record.record import Record
from engine.record.summary import Replay, summary_of
from engine.rules.options import parse_ruleset
from engine.table.table import Table

RULES: Final = "standard"
LEVEL: Final = "sharp"
"""Chooses after a fixed number of tries, not of seconds; so cheap that no server is held up."""
COACH: Final = "master"
"""Who plays the coach's line from the player's seat, without seeing more than a player."""
SEAT: Final = 0
"""The seat of whoever tries the deal."""
TryEnd = Literal["won", "drawn", "lost", "left"]
"""How a try ended; ``left``: given up before the game was played to its end."""
_ORDER: Final[tuple[TryEnd, ...]] = ("won", "drawn", "lost", "left")


def day_at(seconds: float) -> str:
    """Return the day of a moment in seconds since 1970, as ``2026-11-30`` in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def seed_of(day: str) -> bytes:
    """Return the source of all secrets of a day's table."""
    return hashlib.sha256(f"cuttle deal of the day 1 {day}".encode()).digest()


def chance_of(day: str) -> int:
    """Return the seed of the computer's choices on a day."""
    return int.from_bytes(hashlib.sha256(b"computer" + seed_of(day)).digest()[:4], "big")


@dataclass(frozen=True, slots=True)
class TryResult:
    """What a try at the deal of a day came to."""

    end: TryEnd
    turns: int = 0
    margin: int = 0
    """How many more points the computer lacked at the end than the player: kings are in it."""
    race: str = ""
    """Who was closer to their goal after each round: ``+`` the player, ``-`` not, ``=`` neither."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """What sorts tries, the best first."""
        return try_order(self.end, self.turns, self.margin)


def try_order(end: str, turns: int, margin: int) -> tuple[int, int, int]:
    """Return what sorts tries, the best first: wins, then fewer turns of a win, then the margin."""
    return _ORDER.index(end), turns if end == "won" else 0, -margin


def try_result(record: Record) -> TryResult:
    """Return what a record of the player's seat came to; an unfinished one was left.

    Raises:
        RecordError: an action is illegal.
    """
    summary = summary_of(Replay(record))
    missing = [
        max(0, goals[SEAT] - scores[SEAT]) - max(0, goals[1 - SEAT] - scores[1 - SEAT])
        for goals, scores in zip(summary.goals, summary.scores, strict=True)
    ]
    # after both have had a turn, and where the game ended in between
    ends = [*range(2, len(missing), 2), *([len(missing) - 1] if len(missing) % 2 == 0 else [])]
    race = "".join("=+-"[(missing[at] < 0) - (missing[at] > 0)] for at in ends)
    outcome, end = summary.outcome, _ORDER[-1]
    if outcome is not None and (outcome.why != "concede" or SEAT in outcome.winners):
        end = "drawn" if not outcome.winners else "won" if SEAT in outcome.winners else "lost"
    return TryResult(end, summary.turns, -missing[-1], race)


def daily_table(day: str, clock: Callable[[], float]) -> Table:
    """Open a table at which the first game is the deal of a day."""
    return Table(parse_ruleset(RULES), seed_of(day), clock=clock)


async def coach_line(day: str, thinker: Thinker) -> Record:
    """Have the coach play the deal of a day; the same day gives the same line."""
    noon = datetime.combine(date.fromisoformat(day), time(12), UTC).timestamp()
    table, levels = daily_table(day, lambda: noon), (COACH, LEVEL)
    for seat, level in enumerate(levels):
        table.sit(seat, name_of(level), "computer")
    while table.running:
        mover = table.mover
        assert mover is not None
        view = table.state(mover).view
        assert view is not None
        thought = thinker.think(view, levels[mover], chance_of(day), EXACT)
        table.submit(mover, await asyncio.wrap_future(thought), view.ply)
    return table.record()


class CoachLines:
    """The coach's line of the latest day that was asked for, played once for all who ask."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._day = ""
        self._line: asyncio.Future[Record] | None = None

    async def of(self, day: str) -> Record:
        line = self._line
        failed = line is not None and line.done() and (line.cancelled() or line.exception())
        if line is None or failed or day != self._day:
            line = asyncio.ensure_future(coach_line(day, self._thinker))
            self._day, self._line = day, line
        return await asyncio.shield(line)
