"""The help of plain mode: what is likely here, all that can be typed, what a word does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.learn.plain import TaskFeed
from cuttle_tui.plain.commands import HOME, NAMELESS, SERVER, TASK, Command, Place
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.lines import VERBS
from cuttle_tui.plain.typed_words import in_own_words, own_word
from cuttle_tui.plain.words import help_line, unknown_line

Commands = Sequence[Command[Any]]

_LIKELY: Final = N_("Most likely now:")
_ALSO: Final = N_("You can also type:")
_MORE: Final = N_("Type help all to hear everything, or help and a word to hear what it does.")
_KEY: Final = N_("Capitals are your own words; square brackets can be left out.")
_SUBJECTS: Final[Mapping[str, Sequence[str]]] = {
    "learn": ("lessons", "lesson", "puzzles", "puzzle", "rules", "card", "why", "hint"),
    "talk": ("say", "phrases", "mute", "set"),
    "chat": ("say", "phrases", "mute", "set"),
}
"""Words that are asked about and are no commands: what can be typed about them."""


def place_of(session: Conversation) -> Place:
    """Return where a player is."""
    at_home, table = session.lobby.home is not None, session.table
    if isinstance(table, TaskFeed):
        return TASK
    if table is None:
        return HOME if at_home else SERVER
    over = Place.HOME_OVER if at_home else Place.SERVER_OVER
    here = Place.HOME_TABLE if at_home else Place.SERVER_TABLE
    return here | over if table.over else here


def _likely(session: Conversation) -> Sequence[str]:
    """Return what somebody most likely wants to type now."""
    table = session.table
    if table is None:
        at_home = session.lobby.home is not None
        first = ("computer", "lesson", "puzzle") if at_home else ("quick", "tables", "computer")
        return *first, "home"
    if isinstance(table, TaskFeed):
        return "NUMBER", "task", "hint"
    if table.view is None:
        return "ready", "log", "leave"
    if table.over:
        return "deal" if table.state.day else "ready", "decided", "analyse", "result", "leave"
    return ("NUMBER", "card", "why", "table") if table.view.legal else ("table", "hand", "log")


def tell_help(session: Conversation, asked: str, commands: Commands) -> None:
    """Say what is likely here; tell all, or what a word does, if asked."""
    if asked and asked != "all":
        _tell_about(session, asked, commands)
        return
    here = {command.word: command for command in commands if command.places & place_of(session)}
    likely = [here.pop(word) for word in _likely(session)]
    session.output.tell(_LIKELY)
    if not asked:
        for command in likely:
            session.output.item(_briefly(command))
        session.output.tell(_MORE)
        return
    _list(session, likely)
    session.output.tell(_ALSO)
    _list(session, here.values())
    if session.table is not None:
        session.output.tell(tr("Actions begin with {verbs}.", verbs=in_own_words(VERBS)))
    session.output.tell(_KEY)


def _briefly(command: Command[Any]) -> str:
    """Describe a command without what can be left out, and as far as the first semicolon."""
    usage, text = _LEFT_OUT.sub("", _usage(command)), str(command.text).partition(";")[0]
    return help_line(usage, text.rstrip())


_LEFT_OUT: Final = re.compile(r" ?\[[^]]*\]")


def _list(session: Conversation, commands: Iterable[Command[Any]]) -> None:
    for command in commands:
        session.output.item(help_line(_usage(command), command.text))


def _usage(command: Command[Any]) -> str:
    """Write how a command is typed, with the word of the player's language."""
    own = own_word(command.word)
    return f"{command.usage} ({own})" if own else str(command.usage)


def _tell_about(session: Conversation, asked: str, commands: Commands) -> None:
    """Say what a word does: here, or else wherever it can be typed; or what a subject has."""
    here, home = place_of(session), session.lobby.home is not None
    elsewhere = SERVER | NAMELESS | Place.SERVER_OVER if home else HOME
    lobby = HOME if home else SERVER
    nearest = sorted(commands, key=lambda one: (not one.places & here, not one.places & lobby))
    found = {one.word.lower(): one for one in reversed(nearest) if one.places & ~elsewhere}
    subject = _SUBJECTS.get(asked, (asked,))
    if asked not in found and asked not in _SUBJECTS:
        session.output.tell(unknown_line(asked))
        return
    _list(session, (found[word] for word in subject))
