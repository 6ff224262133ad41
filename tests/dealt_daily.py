"""Play the deal of a day by one rule of thumb, at whatever door, so that games can be compared."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from cuttle_tui.ports import Chair
from engine.actions import Action
from engine.bots import greedy
from engine.bots.daily import LEVEL, SEAT, chance_of, daily_table
from engine.bots.thinkers import choose
from engine.errors import StaleAction
from engine.play.view import View
from engine.record.parser import parse_record
from engine.record.record import Record

DAY: Final = "2026-11-22"
NOON: Final = 1_795_348_800.0
"""Noon of that day in UTC, in seconds since 1970."""
NEXT_NOON: Final = NOON + 86_400


def usual_play(view: View) -> Action:
    """Choose as the player of these tests does."""
    return greedy.choose(view, 7)


def game_by_hand(day: str = DAY) -> Record:
    """Play the deal of a day without a lobby, a clock or a process."""
    table = daily_table(day, lambda: NOON)
    table.sit(SEAT, "ann", "person")
    table.sit(1 - SEAT, "computer", "computer")
    while (seat := table.mover) is not None:
        view = table.state(seat).view
        assert view is not None
        own = seat == SEAT
        action = usual_play(view) if own else choose(LEVEL, chance_of(day), view)
        table.submit(seat, action, view.ply)
    return table.record()


def moves(record: Record) -> list[tuple[int, str]]:
    """Return who played what."""
    return [(entry.seat, str(entry.action)) for entry in record.entries]


async def play_on(chair: Chair, ply: int) -> None:
    """Play a chair's game until it is asked at a ply or later, or to its end."""
    async with asyncio.timeout(120):
        while (view := chair.state().view) is None or view.outcome is None:
            if view is not None and view.asked[:1] == (chair.seat,):
                if view.ply >= ply:
                    return
                with suppress(StaleAction):  # the last one is still being saved
                    chair.submit(usual_play(view), view.ply)
            await asyncio.sleep(0.001)


async def play_out(chair: Chair) -> Record:
    """Play a chair's game to its end, and return its record."""
    await play_on(chair, 1000)
    return parse_record(chair.record() or "")
