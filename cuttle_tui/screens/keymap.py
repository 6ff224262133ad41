"""Hold what keys do on a screen as data: it answers the keys, fills the last row, makes the help.

A screen tells which sections answer now, in the order in which they are asked. A key goes to the
first command that takes it; the row of hints and the help are read from the very same commands,
less the keys that an earlier command takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from cuttle_tui.i18n.translation import Message, Words, tr
from cuttle_tui.wording.keys.names import key_words, keys_named

S = TypeVar("S")
"""The screen."""


class Purpose(NamedTuple):
    """What some keys are for."""

    text: Words
    """A line of the help."""
    hint: Words = ""
    """A word or two for the last row; nothing, if they are not told there."""
    named: str = ""
    """How the keys are called in that row; by the first of them, if not given."""


TYPE = "type"
"""Stands among the keys of a command for all the letters it takes."""


@dataclass(frozen=True, eq=False)
class Command(Generic[S]):
    """Some keys, what they are for, and what runs then."""

    keys: Sequence[str]
    purpose: Purpose
    run: Callable[[S, str], object]
    """Takes the screen and the key."""
    when: Callable[[S], bool] | None = None
    """Whether the screen has this at all; always, if not given."""
    now: Callable[[S], Collection[str]] | None = None
    """Which of the keys do something at present; all, if not given."""
    letters: Callable[[str], bool] | None = None
    """Which single characters are taken beside the keys."""

    def holds(self, screen: S) -> bool:
        """Tell whether a screen has this."""
        return self.when is None or self.when(screen)

    def knows(self, key: str) -> bool:
        """Tell whether a key may ever be answered."""
        return key in self.keys or self._typed(key)

    def takes(self, screen: S, key: str) -> bool:
        """Tell whether a key is answered at present."""
        if self._typed(key):
            return True
        return key in self.keys and (self.now is None or key in self.now(screen))

    def _typed(self, key: str) -> bool:
        return len(key) == 1 and self.letters is not None and self.letters(key)

    def keys_at(self, screen: S) -> list[str]:
        """List the keys that do something at present."""
        if self.now is None:
            return list(self.keys)
        at = self.now(screen)
        return [key for key in self.keys if key in at]


@dataclass(frozen=True, eq=False)
class Section(Generic[S]):
    """The commands of one state of a screen, or of one thing that can be done on it."""

    title: Message
    commands: tuple[Command[S], ...]
    when: Callable[[S], bool] | None = None
    """Whether the screen can come into that state at all; always, if not given."""


Sections = Sequence[Section[Any]]


class Taught(NamedTuple):
    """A command as it is told: with the keys that are left to it."""

    command: Command[Any]
    keys: tuple[str, ...]


def call(method: Callable[[S], object]) -> Callable[[S, str], object]:
    """Run a method that need not know the key, as the screen itself has it."""
    return lambda screen, key: getattr(screen, method.__name__)()


def command_for(sections: Sections, screen: object, key: str) -> Command[Any] | None:
    """Find what answers a key; nothing, if it means nothing at present."""
    for section in sections:
        for command in section.commands:
            if command.takes(screen, key) and command.holds(screen):
                return command
    return None


def told(sections: Sections, screen: object) -> list[tuple[Message, list[Taught]]]:
    """List what answers at present, by the title of each section, with the keys that are left."""
    earlier: list[Command[Any]] = []
    found = []
    for section in sections:
        lines = []
        for command in section.commands:
            if command.holds(screen):
                keys = [key for key in command.keys_at(screen) if not _taken(earlier, screen, key)]
                lines += [Taught(command, tuple(keys))] if keys else []
                earlier.append(command)
        found.append((section.title, lines))
    return found


def _taken(earlier: Sequence[Command[Any]], screen: object, key: str) -> bool:
    return any(command.takes(screen, key) for command in earlier)


def elsewhere(
    sections: Sections, answering: Sections, screen: object
) -> list[tuple[Message, list[Taught]]]:
    """List what answers on a screen in other states than the present one."""
    others = [
        section
        for section in sections
        if section not in answering and (section.when is None or section.when(screen))
    ]
    return [
        (one.title, [Taught(each, tuple(each.keys)) for each in one.commands if each.holds(screen)])
        for one in others
    ]


def hint_row(sections: Sections, screen: object) -> tuple[tuple[str, str], ...]:
    """Word the keys worth telling in the last row, each with what it does."""
    return tuple(_hints(tuple(sections), screen))


class _Hinted(NamedTuple):
    """A key of a command that is told in the last row."""

    key: str
    rivals: tuple[Command[Any], ...]
    """Earlier commands that may take it away."""


def _hints(sections: tuple[Section[Any], ...], screen: object) -> Iterator[tuple[str, str]]:
    for command, keys in _worth_telling(sections):
        if command.holds(screen):
            at = command.keys if command.now is None else command.now(screen)
            left = (one.key for one in keys if one.key in at and not _lost(one, screen))
            first = next(left, "")
            if first:
                named = key_words(command.purpose.named) or keys_named((first,))
                yield named, tr(command.purpose.hint)


def _lost(hinted: _Hinted, screen: object) -> bool:
    return any(one.takes(screen, hinted.key) and one.holds(screen) for one in hinted.rivals)


@lru_cache(maxsize=512)
def _worth_telling(
    sections: tuple[Section[Any], ...],
) -> tuple[tuple[Command[Any], tuple[_Hinted, ...]], ...]:
    """List the commands with a hint: what is the same whatever goes on, for this runs at each key.

    Sections must be the same objects each time, or at least few.
    """
    earlier: list[Command[Any]] = []
    found = []
    for command in (one for section in sections for one in section.commands):
        if command.purpose.hint:
            keys = (
                _Hinted(key, tuple(one for one in earlier if one.knows(key)))
                for key in command.keys
            )
            found.append((command, tuple(keys)))
        earlier.append(command)
    return tuple(found)
