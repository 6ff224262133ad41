"""Stage replays, what is found in them, how they are shared, and playing on from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cuttle_tui.app import CuttleApp
from engine.record.record import Record
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.gallery.scene import EVERY, FRONT, Opens, Scene
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.lobbies import FakeLobby

_record: Final = lru_cache(record_after)


def _watched(plies: int = 999, ruleset: str = "standard", seed: int = 195) -> Opens:
    """Open the record of a game."""

    def opened() -> CuttleApp:
        record: Record = _record(plies, ruleset, seed)
        return CuttleApp(FakeLobby(), record=record)

    return opened


_TWO: Final = _watched()
_THREE: Final = _watched(ruleset="cutthroat", seed=3)
_FOUR: Final = _watched(ruleset="team", seed=3)
_THREE_LONG: Final = _watched(ruleset="cutthroat", seed=5)


def _thinking() -> CuttleApp:
    """Open the record of a game that the coach does not finish."""
    return CuttleApp(FakeLobby(analyst=FakeAnalyst(most=11)), record=_record(999, "standard", 195))


SCENES: Final = (
    Scene("replay-deal", _TWO),
    Scene("replay-stolen", _TWO, "down right right right"),
    Scene("replay-as-seen", _TWO, "down v"),
    Scene("replay-hidden", _TWO, "down v v v"),
    Scene("replay-end", _TWO, "end"),
    Scene("replay-go", _TWO, "g 1 2"),
    Scene("replay-scrap", _TWO, "end z right"),
    Scene("replay-log", _TWO, "end l"),
    Scene("replay-help", _TWO, "question_mark"),
    Scene("replay-unfinished", _watched(7), "end"),
    Scene("replay-find", _TWO, "f"),
    Scene("replay-found", _TWO, "f 3 n"),
    Scene("replay-found-in-log", _TWO, "f 1 l n"),
    Scene("replay-share", _TWO, "s"),
    Scene("replay-three", _THREE, "f 1 n"),
    Scene("replay-four", _FOUR, "f 1 n v v"),
    Scene("replay-practise", _TWO, "down v v b"),
    Scene("replay-practise-four", _FOUR, "down b"),
    Scene("replay-hint", _TWO, "down h", FRONT),
    Scene("analysis", _TWO, "a down down", EVERY),
    Scene("analysis-table", _TWO, "a down down enter", FRONT),
    Scene("analysis-under-way", _thinking, "right right a"),
    Scene("analysis-three", _THREE_LONG, "a right right"),
    Scene("analysis-four", _FOUR, "a down"),
    Scene("analysis-what-if", _TWO, "a down down w", FRONT),
    Scene("branch", _TWO, "down b enter"),
    Scene("branch-hint", _TWO, "b enter h", EVERY),
    Scene("branch-hint-counter", _FOUR, "right right b enter h"),
    Scene("branch-over", _TWO, "2 6 enter b enter 1 p"),
    Scene("branch-taken-back", _TWO, "down b enter d u"),
    Scene("branch-as-seen", _TWO, "down v v b enter escape"),
    Scene("branch-three", _watched(ruleset="cutthroat", seed=3), "right b enter"),
    Scene("branch-four", _FOUR, "down v b enter"),
)
