"""Word the levels of the computer."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.wording.names import level_name
from cuttle_tui.wording.prompt_types import option
from engine.bots.levels import LEVELS, level_of

LEVEL_KEYS: Final = tuple(str(place) for place in range(1, len(LEVELS) + 1))
"""The key of each level, the weakest first."""


def describes(level: str) -> Sentence:
    """Say how a level plays."""
    name = Span(level_name(level), "strong")
    return tell(_OTHER, level=name, how=tr(level_of(level).describes))


def level_lines(chosen: str) -> list[Sentence]:
    """List the levels as they are typed, with the chosen one marked."""
    lines = []
    for level in LEVELS:
        name, how = Span(level.name, "strong"), tr(level.describes)
        told = _CHOSEN if level.name == chosen else _OTHER
        lines.append(tell(told, level=name, how=how))
    return lines


_OTHER: Final = N_("{level}: {how}")
_CHOSEN: Final = N_("{level}, your choice: {how}")


def level_option(level: str) -> Sentence:
    """Offer to change the level."""
    return option("left right", tr("level: {level}", level=level_name(level)))


def next_level(level: str, step: int) -> str:
    """Return the name of the level so many steps further, around the ends."""
    names = [each.name for each in LEVELS]
    return names[(names.index(level_of(level).name) + step) % len(names)]
