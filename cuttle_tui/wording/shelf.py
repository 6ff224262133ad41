"""Word the list of the games that were kept."""

from __future__ import annotations

from typing import Final

from cuttle_tui.ports import Kept
from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry
from cuttle_tui.wording.names import counted

HINTS: Final = (("arrows", "move"), ("enter", "watch"), ("esc", "home"))
_QUESTION: Final = "Which game again?"
_VERB: Final = "watch it"


def entry_of(game: Kept) -> Entry:
    """Word one game as a line of the list."""
    return Entry("", game.when, game.players, _QUESTION, _VERB)


def shelf_band(count: int, most: int) -> tuple[Sentence, ...]:
    """Say how many games are kept."""
    if not count:
        return (say("no game is kept yet"), say("every game you finish here will be"))
    kept = say(f"{counted(count, 'game')}, the newest first")
    return (kept, say(f"the last {most} you played here are kept"))


def shelf_prompt(count: int, why: Sentence) -> Prompt:
    """Ask which game to watch."""
    options = [option("esc", "home")]
    if count:
        options.insert(0, option("enter", _VERB))
    sentence = say(_QUESTION if count else "Finish a game first")
    return Prompt("bar", "WATCH", sentence, tuple(options), why)


def unreadable_line(reason: str) -> Sentence:
    """Say why a record cannot be watched."""
    return say(f"this record cannot be read: {reason}")


def not_kept_line(reason: str) -> Sentence:
    """Say why the last game was not kept."""
    return say(f"the last game could not be kept: {reason[:1].lower()}{reason[1:]}")
