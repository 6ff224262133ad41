"""Stage lessons and puzzles: the lists, and what is said at their tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.mistakes import OwnPuzzle
from cuttle_tui.learn.puzzles import Kind, read_book, read_store
from engine.actions import parse_action
from tests.cuttle_tui.gallery.scene import FRONT, PHONE, USUAL, Scene, Size, at_home
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.lobbies import FakeLobby

_PUZZLES: Final = [puzzle.id for puzzle in read_book()]
_LESSONS: Final = [lesson.id for lesson in COURSE]


_AND_LEAST: Final = (*USUAL, (60, 20), PHONE)


def _puzzle(name: str, puzzle: str, keys: str = "", sizes: Sequence[Size] = USUAL) -> Scene:
    keys = f"h p{' down' * _PUZZLES.index(puzzle)} enter {keys}"
    return Scene(name, at_home, keys, tuple(sizes))


def _left(kind: Kind) -> Callable[[], CuttleApp]:
    """Return what opens the app of one who has solved all puzzles of the store but a kind."""

    def staged() -> CuttleApp:
        app, store = at_home(), read_store()
        every = map(store.puzzle, range(len(store)))
        app.progress.save(frozenset(puzzle.id for puzzle in every if puzzle.kind != kind))
        return app

    return staged


def _lesson(name: str, lesson: str, keys: str = "", sizes: Sequence[Size] = USUAL) -> Scene:
    keys = f"h l{' down' * _LESSONS.index(lesson)} enter {keys}"
    return Scene(name, at_home, keys, tuple(sizes))


def _with_some_solved() -> CuttleApp:
    """Open the app of one who has solved a few puzzles."""
    app = at_home()
    app.progress.save(frozenset((*_PUZZLES[:2], _PUZZLES[3])))
    return app


def _with_mistakes() -> CuttleApp:
    """Open the app of one whose last game had two mistakes."""
    app = CuttleApp(FakeLobby(records={"game": record_after()}))
    app.now = lambda: datetime(2026, 11, 22, 12, tzinfo=UTC)
    game, answers = "game", ((2, "royal QS", 52, 35), (10, "royal KS", 49, 38))
    found = tuple(
        OwnPuzzle(game, 0, ply, date(2026, 11, 21), (parse_action(right),), best, played)
        for ply, right, best, played in answers
    )
    app.mistakes.note_game(game, found)
    return app


def _mistake(name: str, keys: str = "") -> Scene:
    return Scene(name, _with_mistakes, f"x {keys}", _OWN)


_OWN: Final = ((80, 24), (120, 40), (60, 20), (44, 36))


SCENES: Final = (
    Scene("home-mistakes", _with_mistakes, sizes=_OWN),
    Scene("learn-mistakes", _with_mistakes, "h", _OWN),
    Scene("puzzles-mistakes", _with_mistakes, "h p", _OWN),
    _mistake("mistake"),
    _mistake("mistake-hint", "h"),
    _mistake("mistake-missed", "d"),
    _mistake("mistake-solved", "3 r"),
    Scene("puzzles", _with_some_solved, "h p down down", (*FRONT, (200, 60), PHONE)),
    _puzzle("puzzle", "scuttle-the-threat", sizes=_AND_LEAST),
    _puzzle("puzzle-card", "scuttle-the-threat", "3 enter down"),
    _puzzle("puzzle-hint", "scuttle-the-threat", "h"),
    _puzzle("puzzle-missed", "the-purge", "1 o b"),
    _puzzle("puzzle-solved", "scuttle-the-threat", "3 s"),
    _puzzle("puzzle-counter", "not-the-points"),
    _puzzle("puzzle-three", "steal-a-crown"),
    _puzzle("puzzle-team", "hand-it-across"),
    _puzzle("puzzle-fetch", "fetch-the-shield"),
    Scene("puzzle-discard", _left("discard"), "h p n", _AND_LEAST),
    Scene("puzzle-seven", _left("seven"), "h p n", _AND_LEAST),
    Scene("puzzle-jack", _left("jack"), "h p n", _AND_LEAST),
    Scene("puzzle-price", _left("jack"), "h p n h"),
    Scene("puzzle-hinted", _left("jack"), "h p n h h"),
    Scene("lessons", at_home, "h l down"),
    _lesson("lesson", "scuttle", sizes=_AND_LEAST),
    _lesson("lesson-card", "scuttle", "2 s"),
    _lesson("lesson-hint", "scuttle", "h"),
    _lesson("lesson-missed", "scuttle", "2 s a"),
    _lesson("lesson-good", "scuttle", "2 s b", _AND_LEAST),
    _lesson("lesson-end", "scuttle", "2 s b enter 4 s b enter 3 s"),
    _lesson("lessons-left", "scuttle", "2 s b enter q"),
    _lesson("lesson-counter", "counters", sizes=_AND_LEAST),
    _lesson("lesson-seven", "sevens", "2 o"),
)
