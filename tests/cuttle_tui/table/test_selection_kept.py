"""A choice that is half made outlives whatever comes: talk, clocks, people who go, resizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports import ChatLine, News, Sitter
from cuttle_tui.table.situation import TableUi
from tests.cuttle_tui import lobbies, online as at, tables, tables_many
from tests.cuttle_tui.gallery import positions
from tests.cuttle_tui.lobbies import FakeAccount
from tests.cuttle_tui.table.test_table import settled, table
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow

STEPS: Final[dict[str, tuple[Callable[[], FakeChair], str]]] = {
    "card": (lambda: tables.chair(tables.TARGETS), "3"),
    "card out of turn": (lambda: tables.chair(tables.WAITING), "3"),
    "card told about": (lambda: tables.chair(tables.TARGETS), "3 i"),
    "play": (lambda: tables.chair(tables.TARGETS), "1 enter"),
    "other play": (lambda: tables.chair(tables.TARGETS), "1 enter down"),
    "target": (lambda: tables.chair(tables.TARGETS), "3 s right right"),
    "second target": (lambda: tables.chair(positions.NINE_TWO), "4 o a right"),
    "for whom": (lambda: tables_many.chair(tables_many.TEAM), "5 j a right"),
    "several picks": (lambda: tables.chair(tables.ROBBED), "1 5 right"),
    "one pick": (lambda: tables.chair(tables.PAY), "2"),
    "taking": (lambda: tables.chair(tables.FETCH), "5 d"),
    "taking of many": (lambda: tables.chair(tables.FETCH_ANY), "down right"),
    "seven": (lambda: tables.chair(tables.PEEK), "2 s right"),
    "answer": (tables.counter_chair, "i"),
    "leaving": (lambda: tables.chair(tables.TARGETS), "3 s escape q"),
    "scrap": (lambda: tables.chair(tables.TARGETS), "3 z right"),
    "phrase": (lambda: tables.chair(tables.TARGETS), "3 t"),
    "person": (lambda: tables.chair(tables.TARGETS), "t p 1"),
    "chat line": (lambda: tables.chair(tables.TARGETS), "3 t w h i space y"),
    "log": (lambda: tables.chair(tables.TARGETS), "3 l up up"),
    "log search": (lambda: tables.chair(tables.TARGETS), "3 l slash 7"),
    "log searched": (lambda: tables.chair(tables.TARGETS), "3 l slash 7 enter"),
}
"""Every step of a turn, and everything that lies over the table: a chair, and the keys to it."""


def _chat(chair: FakeChair) -> None:
    said = ChatLine("bob", "hello", phrase=True, after=len(chair.shown.log), number=9)
    at.alter(chair, talk=(*chair.shown.talk, said))


def _tick(chair: FakeChair) -> None:
    at.alter(chair, clocks=tuple(200 - 10 * seat for seat in range(len(chair.shown.sitters))))


def _away(chair: FakeChair) -> None:
    count = len(chair.shown.sitters)
    gone = replace(chair.shown.sitters[-1], present=False)
    at.alter(chair, sitters=(*chair.shown.sitters[:-1], gone), away=(*([None] * (count - 1)), 120))


def _back(chair: FakeChair) -> None:
    sitters: list[Sitter] = [replace(one, present=True) for one in chair.shown.sitters]
    at.alter(chair, sitters=tuple(sitters), away=())


def _claimable(chair: FakeChair) -> None:
    at.alter(chair, claimable=True, may_call_off=True)


def _watcher(chair: FakeChair) -> None:
    at.alter(chair, watchers=chair.shown.watchers + 1)


UPDATES: Final = (_chat, _tick, _away, _back, _claimable, _watcher)
SIZES: Final = ((100, 30), (120, 40), (80, 22), (60, 20), (60, 15), (200, 60), (80, 24))


def made(desk: TableUi) -> tuple[Any, ...]:
    """Give all that the player has done so far."""
    return desk.mode, desk.choice, desk.look, desk.reading, desk.chat, desk.explain


@pytest.mark.parametrize("step", STEPS)
async def test_nothing_that_comes_loses_what_was_begun(step: str) -> None:
    sit, keys = STEPS[step]
    chair = sit()
    lobby = lobbies.online(account=FakeAccount(settings={"free_text": True}))
    app = CuttleApp(lobby, chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        fresh = made(table(app).ui)
        await pilot.press(*keys.split())
        await settled(pilot)
        begun = made(table(app).ui)
        assert begun != fresh, "the keys lead nowhere"
        for update in UPDATES:
            update(chair)
            await settled(pilot)
            assert made(table(app).ui) == begun, update.__name__
        lobby.tell(News("announcement", "a new version at noon"))
        await settled(pilot)
        assert made(table(app).ui) == begun
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert made(table(app).ui) == begun, size
        assert not chair.played
        assert not chair.done
