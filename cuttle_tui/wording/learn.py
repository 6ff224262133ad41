"""Word the ways to learn the game."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry

HINTS: Final = (("arrows", "move"), ("enter", "choose"), ("esc", "home"))
LESSONS: Final = Entry(
    "l", "lessons", "the game from the beginning", "Learn the game step by step?", "begin"
)
PUZZLES: Final = Entry(
    "p", "puzzles", "win, survive, find the answer", "Try a puzzle?", "choose one"
)
RULES: Final = Entry(
    "h", "the rules", "card by card, as they are in use", "Read the rules?", "read"
)
ENTRIES: Final = (LESSONS, PUZZLES, RULES)


def band(done: int) -> tuple[Sentence, ...]:
    """Say what there is, and how much of it is done."""
    told = f"{done} of the lessons and puzzles done" if done else "nothing done yet"
    return (say("lessons at the table, puzzles, and the rules to look things up"), say(told))


def prompt(entry: Entry) -> Prompt:
    """Ask about the entry in focus."""
    return Prompt(
        "bar", "LEARN", say(entry.question), (option("enter", entry.verb), option("esc", "home"))
    )
