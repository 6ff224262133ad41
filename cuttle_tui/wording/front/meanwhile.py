"""Word what there is to do while a table waits."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.table import commands
from cuttle_tui.wording.learn.lesson_texts import LESSONS
from cuttle_tui.wording.learn.puzzle_texts import PUZZLES
from cuttle_tui.wording.names import level_name
from cuttle_tui.wording.prompt_types import option

MEANWHILE: Final = N_("meanwhile")
CALLED: Final = N_("you are called as soon as you are needed")
PRACTICE: Final = N_("practice against the computer ({level})")
PRACTICE_AGAIN: Final = N_("your practice game, where you left it")


def puzzle_line(name: str, place: int, count: int) -> Sentence:
    """Offer a puzzle."""
    title = str(PUZZLES[name].title)
    offer = tr("puzzle {number} of {count}: {title}", number=place + 1, count=count, title=title)
    return option(commands.DO_PUZZLE, offer)


def lesson_line(name: str, place: int, *, begun: bool) -> Sentence:
    """Offer a lesson."""
    title = str(LESSONS[name].title)
    return option(commands.DO_LESSON, tr(_LESSON[begun], number=place + 1, title=title))


_LESSON: Final = {
    False: N_("lesson {number}: {title}"),
    True: N_("go on with lesson {number}: {title}"),
}
"""By whether it is begun."""


def practice_line(level: str, *, begun: bool) -> Sentence:
    """Offer a game against the computer."""
    offer = tr(PRACTICE_AGAIN) if begun else tr(PRACTICE, level=level_name(level))
    return option(commands.PRACTISE, offer)
