"""Word the ways to learn the game."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.prompt_types import Prompt, option

LESSONS: Final = "l"
PUZZLES: Final = "p"
RULES: Final = "h"
_WAYS: Final = {
    LESSONS: (
        N_("lessons"),
        N_("the game from the start"),
        N_("Learn the game step by step?"),
        N_("begin"),
    ),
    PUZZLES: (N_("puzzles"), N_("win, survive, counter"), N_("Try a puzzle?"), N_("choose one")),
    RULES: (
        N_("the rules"),
        N_("card by card, for the rules in use"),
        N_("Read the rules?"),
        N_("read"),
    ),
}
"""For each way: its name, a description, the question, and what enter does."""


def entries() -> tuple[Entry, ...]:
    """List the ways to learn, each with its key."""
    return tuple(Entry(key, *map(str, words)) for key, words in _WAYS.items())


Share = tuple[int, int]
"""How many are done, and how many there are."""


def band(lessons: Share, puzzles: Share) -> tuple[Sentence, ...]:
    """Count lessons and puzzles done."""
    done = tell(
        "{lessons} of {all_lessons} lessons done, {puzzles} of {all_puzzles} puzzles solved",
        lessons=lessons[0],
        all_lessons=lessons[1],
        puzzles=puzzles[0],
        all_puzzles=puzzles[1],
    )
    return (say(tr("lessons and puzzles at the table, and the rules")), done)


_LESSONS: Final = Plural("{done} of {n} lesson done", "{done} of {n} lessons done")
_PUZZLES: Final = Plural("{done} of {n} puzzle solved", "{done} of {n} puzzles solved")


PROGRESS: Final = N_("learning")


def learning_lines(lessons: Share, puzzles: Share) -> tuple[Sentence, ...]:
    """Count both, a line each."""
    shares = ((_LESSONS, lessons), (_PUZZLES, puzzles))
    return tuple(say(counted(count, told, done=done)) for told, (done, count) in shares)


def prompt(entry: Entry) -> Prompt:
    """Ask about the entry in focus."""
    options = (option("enter", entry.verb), option("esc", tr("home")))
    return Prompt("bar", tr("LEARN"), say(entry.question), options)
