"""Declare commands: keys, intent, words and condition side by side; look them up, list them.

A screen says which sections answer now, in the order in which they are asked. The first command
that takes a key gives its intent; the row of hints and the help are read from the same commands,
less the keys that an earlier command takes away. Nothing behind this sees a key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cuttle_tui.i18n.translation import N_, Message, Words, tr
from cuttle_tui.keymap.names import key_words, keys_named

S = TypeVar("S")
"""What conditions are asked of: a screen, or the situation at a table."""
V = TypeVar("V")


class Intent:
    """What the player wants, whichever key or click asked for it."""


@dataclass(frozen=True, slots=True)
class Help(Intent):
    """Open the help of the screen."""


@dataclass(frozen=True, slots=True)
class Interrupt(Intent):
    """Leave, or ask whether to."""


@dataclass(frozen=True, slots=True)
class Do(Intent, Generic[S]):
    """Call a method of the screen."""

    run: Callable[[S], object]


def on(keys: str, intent: Intent) -> dict[str, Intent]:
    """Bind keys, parted by blanks, to one intent."""
    return dict.fromkeys(keys.split(), intent)


def each(keys: Iterable[str], make: Callable[[int], Intent]) -> dict[str, Intent]:
    """Bind each of some keys to an intent made of its place among them."""
    return {key: make(place) for place, key in enumerate(keys)}


def to(keys: str, run: Callable[[S], object]) -> dict[str, Intent]:
    """Bind keys, parted by blanks, to a method of the screen."""
    return on(keys, Do(run))


def by(keys: Mapping[str, V], run: Callable[[S, V], object]) -> dict[str, Intent]:
    """Bind each key to a method of the screen, called with the value of the key."""
    return {key: with_value(run, value) for key, value in keys.items()}


def with_value(run: Callable[[S, V], object], value: V) -> Intent:
    """Make the intent to call a method of the screen with a value."""

    def call(screen: S) -> object:
        return run(screen, value)

    return Do(call)


def steps(page: int) -> dict[str, int]:
    """Return how far each key moves in a list, or on a page of so many lines."""
    far = 9999
    return {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -far, "end": far}


TYPE: Final = "type"
"""Stands among the keys of a command for all the letters it takes."""


@dataclass(frozen=True, eq=False)
class Command(Generic[S]):
    """Some keys, the intent of each, and the words for them."""

    intents: Mapping[str, Intent]
    """The intent of each key, in the order of the help."""
    help: Words
    """A line of the help."""
    hint: Words = ""
    """A word or two for the last row; nothing, if the command is not shown there."""
    named: str = ""
    """How the keys are called in that row; by the first of them, if not given."""
    when: Callable[[S], bool] | None = None
    """Whether the screen has this at all; always, if not given."""
    now: Callable[[S], bool | Collection[str]] | None = None
    """Whether the keys, or which of them, do something at present; all, if not given."""
    typed: Callable[[str], Intent | None] | None = None
    """The intent of a single character beside the keys, if it is taken."""
    keys: tuple[str, ...] = field(init=False)
    """The keys, as they are listed; `TYPE` stands for the characters."""

    def __post_init__(self) -> None:
        keys = (*((TYPE,) if self.typed is not None else ()), *self.intents)
        object.__setattr__(self, "keys", keys)

    @property
    def key(self) -> str:
        """The first key: what a prompt calls the command by."""
        return self.keys[0]

    def is_in(self, screen: S) -> bool:
        """Return whether a screen has this."""
        return self.when is None or self.when(screen)

    def knows(self, key: str) -> bool:
        """Return whether a key may ever be answered."""
        return key in self.keys or self._typed(key) is not None

    def intent_of(self, screen: S, key: str) -> Intent | None:
        """Return the intent of a key at present, if it has one."""
        typed = self._typed(key)
        if typed is not None:
            return typed
        return self.intents.get(key) if self._is_live(screen, key) else None

    def takes(self, screen: S, key: str) -> bool:
        """Return whether a key is answered at present."""
        return self._typed(key) is not None or (key in self.keys and self._is_live(screen, key))

    def _typed(self, key: str) -> Intent | None:
        return self.typed(key) if self.typed is not None and len(key) == 1 else None

    def _is_live(self, screen: S, key: str) -> bool:
        live = True if self.now is None else self.now(screen)
        return live if isinstance(live, bool) else key in live

    def live_keys(self, screen: S) -> Collection[str]:
        """Return the keys that do something at present."""
        live = True if self.now is None else self.now(screen)
        if isinstance(live, bool):
            return self.keys if live else ()
        return [key for key in self.keys if key in live]


@dataclass(frozen=True, eq=False)
class Section(Generic[S]):
    """The commands of one state of a screen, or of one thing that can be done on it."""

    title: Message
    commands: tuple[Command[S], ...]
    when: Callable[[S], bool] | None = None
    """Whether the screen can come into that state at all; always, if not given."""


Sections = Sequence[Section[Any]]

INTERRUPT_KEY: Final = "ctrl+c"
"""Asks any screen to close, or to ask whether to leave, however small the terminal is."""
HELP: Final[Command[Any]] = Command(
    on("? f1", Help()), N_("help: the keys of this screen"), N_("help")
)
ANYWHERE: Final[Section[Any]] = Section(N_("anywhere"), (HELP,))


class Listed(NamedTuple):
    """A command with the keys that are left to it."""

    command: Command[Any]
    keys: tuple[str, ...]


def intent_of(sections: Sections, screen: object, key: str) -> Intent | None:
    """Return the intent of a key; nothing, if it means nothing at present."""
    for section in sections:
        for command in section.commands:
            intent = command.intent_of(screen, key)
            if intent is not None and command.is_in(screen):
                return intent
    return None


def offers(sections: Sections, screen: object, intent: Intent) -> bool:
    """Return whether some key would give an intent at present."""
    return any(
        command.is_in(screen) and command.intent_of(screen, key) == intent
        for section in sections
        for command in section.commands
        for key in command.intents
    )


def listed(sections: Sections, screen: object) -> list[tuple[Message, list[Listed]]]:
    """List what answers at present, by the title of each section, with the keys that are left."""
    earlier: list[Command[Any]] = []
    found = []
    for section in sections:
        lines = []
        for command in section.commands:
            if command.is_in(screen):
                live = command.live_keys(screen)
                keys = [key for key in live if not any(one.takes(screen, key) for one in earlier)]
                lines += [Listed(command, tuple(keys))] if keys else []
                earlier.append(command)
        found.append((section.title, lines))
    return found


def elsewhere(
    sections: Sections, answering: Sections, screen: object
) -> list[tuple[Message, list[Listed]]]:
    """List what answers on a screen in other states than the present one."""
    others = [
        section
        for section in sections
        if section not in answering and (section.when is None or section.when(screen))
    ]
    return [
        (one.title, [Listed(each, each.keys) for each in one.commands if each.is_in(screen)])
        for one in others
    ]


def hint_row(sections: Sections, screen: object) -> tuple[tuple[str, str], ...]:
    """Word the keys worth showing in the last row, each with what it does."""
    return tuple(_hints(tuple(sections), screen))


class _Hinted(NamedTuple):
    """A key of a command that is shown in the last row."""

    key: str
    rivals: tuple[Command[Any], ...]
    """Earlier commands that may take it away."""


def _hints(sections: tuple[Section[Any], ...], screen: object) -> Iterator[tuple[str, str]]:
    for command, keys in _hinted(sections):
        if command.is_in(screen):
            live = command.live_keys(screen)
            left = (one.key for one in keys if one.key in live and not _is_lost(one, screen))
            first = next(left, "")
            if first:
                yield key_words(command.named) or keys_named((first,)), tr(command.hint)


def _is_lost(hinted: _Hinted, screen: object) -> bool:
    return any(one.takes(screen, hinted.key) and one.is_in(screen) for one in hinted.rivals)


@lru_cache(maxsize=512)
def _hinted(
    sections: tuple[Section[Any], ...],
) -> tuple[tuple[Command[Any], tuple[_Hinted, ...]], ...]:
    """List the commands with a hint: what never changes, for this runs at each key.

    Sections must be the same objects each time, or at least few.
    """
    earlier: list[Command[Any]] = []
    found = []
    for command in (one for section in sections for one in section.commands):
        if command.hint:
            keys = (
                _Hinted(key, tuple(one for one in earlier if one.knows(key)))
                for key in command.keys
            )
            found.append((command, tuple(keys)))
        earlier.append(command)
    return tuple(found)
