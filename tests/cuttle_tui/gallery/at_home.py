"""Pictures of what there is only at home: kept games, names, and the door for friends."""

from __future__ import annotations

from errno import EACCES
from typing import Any, Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.game_files import GameFileError
from cuttle_tui.ports import (
    ArchiveProblem,
    Chair,
    LadderGame,
    ResultLine,
    SavedGame,
    Sitter,
    TableState,
)
from engine.errors import CuttleError
from tests.cuttle_tui import lobbies, tables, tables_many
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.gallery.scene import FRONT, PHONE, Opens, Scene
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import view_of


def _stands(text: str, names: tuple[str, ...], viewer: int | None) -> TableState:
    """Return a kept table as its player sees it."""
    sitters = tuple(Sitter(name, "person") for name in names)
    return TableState("elm", sitters, (0,) * len(names), view_of(text, viewer), ())


_LEFT_TABLE: Final = tables.position(
    "hand 2S AH 9C JS QD points 7H 5C", "hand 4S TC QH 3D points 9D court KC"
)
_SHARED_TABLE: Final = tables_many.position(
    *("cutthroat", "hand 2S AH points 4C", "hand 9C JS points TD AD"), "hand QD points 7S court KH"
)
_LEFT: Final = SavedGame(
    *("one", ("ana", "computer"), 1, (12, 9), (0, 0), 14, "standard", "2026-11-21 08:15"),
    state=_stands(_LEFT_TABLE, ("ana", "computer"), 0),
)
_SHARED: Final = SavedGame(
    *("two", ("ana", "bob", "carol"), 3, (4, 11, 7), (0, 0, 0), 9),
    *("cutthroat", "2026-11-20 21:40"),
    state=_stands(_SHARED_TABLE, ("ana", "bob", "carol"), None),
)
_BROKEN: Final = SavedGame(
    "2026-11-19_201500_8c01f2.table",
    problem=ArchiveProblem(GameFileError("a line of it is broken"), "/cuttle/ana"),
)
_CLIMBED: Final = tuple(
    LadderGame(level, "won" if sign == "W" else "lost")
    for level, signs in (("beginner", "WWWW"), ("casual", "LWLWW"), ("regular", "WLW"))
    for sign in signs
)
_UNREAD: Final = ArchiveProblem(
    CuttleError("broken lines: {count}", count=2), "/cuttle/ana/results.jsonl"
)
_RESULTS: Final = (ResultLine("standard", "greedy", 12, 7, 1),)


def _home(*left: SavedGame, **facts: Any) -> Opens:
    return lambda: CuttleApp(FakeLobby(left=left, archive=FakeArchive(12, readable=True), **facts))


def _at_table(*, shared: bool = False, **facts: Any) -> Opens:
    seats = (0, 1, None) if shared else (0,)
    chairs: tuple[Chair, ...] = tuple(tables.chair(tables.TARGETS, seat) for seat in seats)
    return lambda: CuttleApp(FakeLobby(chairs=chairs, keeping=True, **facts))


def _inviting() -> CuttleApp:
    lobby = FakeLobby()
    return CuttleApp(lobby, hosting=lobbies.FakeHosting(lobby, tables.chair(tables.TARGETS)))


_FULL: Final = ArchiveProblem(PermissionError(EACCES, ""), "/cuttle/ana")

SCENES: Final = (
    Scene("home-resume", _home(_LEFT), sizes=FRONT),
    Scene("home-resume-several", _home(_LEFT, _SHARED)),
    Scene("home-resume-broken", _home(_LEFT, _BROKEN)),
    Scene("saved-games", _home(_LEFT, _SHARED, _BROKEN), "r down", FRONT),
    Scene("home-ladder", _home(climbed=_CLIMBED), "3", FRONT),
    Scene("ladder", _home(climbed=_CLIMBED, unread=_UNREAD), "k", (*FRONT, (200, 60), PHONE)),
    Scene("ladder-unbegun", _home(), "k"),
    Scene("archive-results", _home(counted=_RESULTS), "w down"),
    Scene("two-leave-kept", _at_table(), "c q", FRONT),
    Scene("two-leave-kept-shared", _at_table(shared=True), "t enter h q"),
    Scene("two-unkept", _at_table(problem=_FULL), "c"),
    Scene("name-again", _home(), "a b o b"),
    Scene("name-other", _home(), "t", FRONT),
    Scene("name-first", _home(named=False), "t", FRONT),
    Scene("invite", _inviting, "i", FRONT),
)
