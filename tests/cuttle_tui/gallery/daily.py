"""Pictures of today's deal: before it is begun, and the table of the day after that."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports import DailyPage, LadderGame, TryLine
from engine.bots.daily import TryResult
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.gallery.scene import FRONT, Opens, Scene
from tests.cuttle_tui.lobbies import FakeAccount, FakeDaily, FakeLobby

_SIZES: Final = (*FRONT, (44, 36))
_BEFORE: Final = (
    TryLine("wilhelmina", TryResult("won", 11, 3, "-=-+++")),
    TryLine("bob", TryResult("lost", 24, -9, "+++=--------"), place=2),
)
_OWN: Final = TryLine("ana", TryResult("won", 9, 7, "=-+++"), mine=True, place=2)
_LINES: Final = (
    TryLine("dmitri", TryResult("won", 7, 12, "+-++")),
    _OWN,
    TryLine("wilhelmina", TryResult("won", 9, 7, "+==++"), place=2),
    TryLine("bob", TryResult("drawn", 40, 0, "+-" * 10), place=4),
    TryLine("carol", TryResult("lost", 12, -8, "++-=--"), place=5),
    TryLine("otter", TryResult("left"), place=6),
)
NEW: Final = DailyPage("2026-11-22", played=6, before="2026-11-21", lines_before=_BEFORE)
DONE: Final = replace(NEW, state="done", own=_OWN, lines=_LINES)
_AT_HOME: Final = DailyPage(
    "2026-11-22", "done", replace(_OWN, counts=False, place=1), played=1, before="2026-11-21"
)


def _open(page: DailyPage, **facts: Any) -> Opens:
    def opens() -> CuttleApp:
        app = CuttleApp(FakeLobby(daily=FakeDaily(page), **facts))
        app.now = lambda: datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
        return app

    return opens


_ONLINE: Final[dict[str, Any]] = {"networked": True, "account": FakeAccount()}

SCENES: Final = (
    Scene("deal", _open(NEW, **_ONLINE), "u", _SIZES),
    Scene("deal-begun", _open(replace(NEW, state="begun")), "u"),
    Scene("deal-done", _open(DONE, **_ONLINE), "u", _SIZES),
    Scene("deal-copied", _open(DONE, **_ONLINE), "u y"),
    Scene("deal-home", _open(DONE, archive=FakeArchive(12, readable=True)), sizes=_SIZES),
    Scene("deal-home-online", _open(NEW, climbed=(LadderGame("sharp", "won"),), **_ONLINE)),
    Scene("deal-for-fun", _open(_AT_HOME), "u b"),
)
