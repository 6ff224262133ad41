"""The levels of computer players, in words: how each plays, and as keys and options."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_, Sentence, Span, tell, tr
from cuttle_tui.kit.names import level_name
from cuttle_tui.kit.text_types import option
from engine.bots.levels import LEVELS, level_of

LEVEL_KEYS: Final = tuple(str(place) for place in range(1, len(LEVELS) + 1))
"""The key of each level, the weakest first."""


def describes(level: str) -> Sentence:
    """Say how a level plays."""
    name = Span(level_name(level), "strong")
    return tell(_OTHER, level=name, how=tr(level_of(level).describes))


def level_lines(mine: str, *, chosen: bool) -> list[Sentence]:
    """List the levels as they are typed; mark the one of the next game, chosen or only offered."""
    marked = _CHOSEN if chosen else _OFFERED
    lines = []
    for level in LEVELS:
        name, how = Span(level.name, "strong"), tr(level.describes)
        told = marked if level.name == mine else _OTHER
        lines.append(tell(told, level=name, how=how))
    return lines


_OTHER: Final = N_("{level}: {how}")
_CHOSEN: Final = N_("{level}, your choice: {how}")
_OFFERED: Final = N_("{level}, offered to you: {how}")


def level_option(level: str) -> Sentence:
    """Offer to change the level."""
    return option("left right", level_label(level))


def level_label(level: str) -> str:
    """Name a level as an option."""
    return tr("level: {level}", level=level_name(level))


def next_level(level: str, step: int) -> str:
    """Return the name of the level so many steps further, around the ends."""
    names = [each.name for each in LEVELS]
    return names[(names.index(level_of(level).name) + step) % len(names)]
