"""Word the list of the games that were kept."""

from __future__ import annotations

from typing import Final

from cuttle_tui.ports import Kept
from cuttle_tui.prose import Sentence, say, tell
from cuttle_tui.tongue import N_, Plural, counted, tr
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry

_QUESTION: Final = N_("Which game again?")
_VERB: Final = N_("watch it")
_KEPT: Final = Plural("{n} game, the newest first", "{n} games, the newest first")
_LAST: Final = Plural(
    "the last {n} you played here is kept", "the last {n} you played here are kept"
)


def entry_of(game: Kept) -> Entry:
    """Word one game as a line of the list."""
    return Entry("", game.when, game.players, tr(_QUESTION), tr(_VERB))


def shelf_band(count: int, most: int) -> tuple[Sentence, ...]:
    """Say how many games are kept."""
    if not count:
        return (tell("no game is kept yet"), tell("every game you finish here will be"))
    return (say(counted(count, _KEPT)), say(counted(most, _LAST)))


def shelf_prompt(count: int, why: Sentence) -> Prompt:
    """Ask which game to watch."""
    options = [option("esc", N_("home"))]
    if count:
        options.insert(0, option("enter", _VERB))
    sentence = say(_QUESTION) if count else tell("Finish a game first")
    return Prompt("bar", tr("WATCH"), sentence, tuple(options), why)


def unreadable_line(reason: str) -> Sentence:
    """Say why a record cannot be watched."""
    return tell("this record cannot be read: {reason}", reason=reason)


def not_kept_line(reason: str) -> Sentence:
    """Say why the last game was not kept."""
    lowered = f"{reason[:1].lower()}{reason[1:]}"
    return tell("the last game could not be kept: {reason}", reason=lowered)
