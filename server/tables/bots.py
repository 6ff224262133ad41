"""Computer players at tables, and the coach: they think elsewhere and are sent only their view."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from contextlib import suppress
from typing import Final

from cuttle_tui.coach.analyst import ProcessAnalyst
from cuttle_tui.ports import Chair
from cuttle_tui.ports.chair import SECONDS, Analyst
from engine.bots.computer import ComputerPlayer, Seat
from engine.bots.levels import USUAL_LEVEL, called, names_for
from engine.bots.search import Assessment
from engine.bots.thinkers import Thinker, Thinkers
from engine.play.view import View
from engine.rules.rulesets import Ruleset
from engine.table.practice import PracticeChair, PracticeGame, PracticeTable
from server.people.accounts import COMPUTER
from server.tables.room import Room

PACE: Final = 0.6
"""The usual seconds a computer player takes for an answer."""
_NICE: Final = 19
"""By how much the processes step back behind the server."""


def thinkers(processes: int = 0) -> Thinkers:
    """Prepare the processes of a server's computer players; they are started when needed.

    They keep off one core, if there are several, to leave it to the server. 0 `processes` are as
    many as there are other cores, at least one.
    """
    cores: list[int] = []
    with suppress(AttributeError, OSError):  # not every system has it
        cores = sorted(os.sched_getaffinity(0))[1:]
    return Thinkers(processes or max(1, len(cores)), nice=_NICE, cores=cores)


class BotSeats:
    """Seats computer players, who share the processes in which they think."""

    def __init__(self, thinker: Thinker, pace: float = 0.0) -> None:
        self._thinker = thinker
        self._pace = pace

    def play(self, chair: Seat, level: str) -> None:
        """Let the computer play a seat."""
        ComputerPlayer(chair, self._thinker, level, secrets.randbits(32), self._pace)

    def fill(self, room: Room, count: int | None = None, level: str = USUAL_LEVEL) -> None:
        """Seat computer players in the last free seats, `count` of them; in all by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for seat, name in zip(chosen, names_for(len(chosen), level), strict=True):
            who = name if room.config.ladder else COMPUTER  # a resident has ratings of its own
            self.play(room.table.sit(seat, name, "computer", who=who), level)

    def resume(self, room: Room) -> None:
        """Reseat the computer after a restart."""
        for seat, sitter in enumerate(room.table.sitters):
            known = called(sitter.name)
            if sitter.kind == "computer":
                self.play(room.table.chair(seat), USUAL_LEVEL if known is None else known.level)

    def practise(self, ruleset: Ruleset, name: str, level: str = USUAL_LEVEL) -> Chair:
        """Seat a player among computers at a table of which nothing is kept."""
        table = PracticeTable(ruleset, secrets.token_bytes(32), clock=time.time)
        table.sit(0, name, "person")
        for seat, computer in enumerate(names_for(table.seats - 1, level), 1):
            self.play(table.sit(seat, computer, "computer"), level)
        return PracticeChair(table, 0)

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        """Let the computer play the other seats of a practice game."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                self.play(branch.chair(seat), level)
        return branch.chair(branch.seat)


class SharedAnalyst:
    """Assesses one position at a time for all sessions.

    An analysis comes in small steps, and those of several players alternate.
    """

    def __init__(self, analyst: Analyst | None = None) -> None:
        """Share an analyst; by default, a process of its own."""
        self._own = ProcessAnalyst()
        self._analyst = analyst or self._own
        self._turn = asyncio.Lock()

    async def assess(self, view: View, seconds: float = SECONDS) -> Assessment:
        """Assess a game for the seat of a view, when it is its turn.

        Raises:
            LobbyError: ``no-coach``: the process was killed from outside.
        """
        async with self._turn:
            return await self._analyst.assess(view, seconds)

    def close(self) -> None:
        """End the process."""
        self._own.close()
