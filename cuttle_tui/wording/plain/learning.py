"""Word lessons and puzzles in plain mode: the lists, a task, its result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.guidance import Guidance

GO_ON: Final = N_("Type next to go on, again to do it once more, or leave.")
TRY_AGAIN: Final = N_("Type again to try again, hint for a hint, or leave.")
FIRST_DO_IT: Final = N_("This task is not done yet. Type task to hear it again.")
NO_MORE: Final = N_("That was the last one.")
PLAY_NOW: Final = N_("You know the game now. Type computer beginner to play.")
HOW_LESSONS: Final = N_("Type lesson and a number to begin, or lesson to go on where you are.")
HOW_PUZZLES: Final = N_("Type puzzle and a number to try one, or puzzle for today's.")
SOLVED_TODAY: Final = N_("Today's puzzle is solved; this is the next one.")


def entry_line(place: int, title: str, entry: Entry) -> str:
    """List a lesson or a puzzle, with its number and whether it is done."""
    told = _DONE if entry.key else N_("{number}: {title}, {about}")
    return tr(told, number=place + 1, title=title, about=entry.description)


_DONE: Final = N_("{number}: {title}, {about}; done")


def no_such_task(number: str, count: int) -> str:
    """Report that there is no lesson or puzzle of that number."""
    return tr("There is no number {number}. Type 1 to {count}.", number=number, count=count)


def task_lines(guidance: Guidance) -> Iterator[Sentence]:
    """Tell where the player is, what they are to do, and the background."""
    yield say(guidance.where)
    yield say(guidance.head.capitalize())
    yield from guidance.story
    yield guidance.task


def verdict_lines(guidance: Guidance) -> Iterator[Sentence]:
    """Tell how the task went, and why."""
    verdict = guidance.verdict
    if verdict is not None:
        yield say(verdict.head.capitalize())
        yield verdict.sentence
        yield verdict.why
        yield from guidance.lesson
