"""Declare, look up and list commands: keys, intent, texts, condition; and edit a line of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from cuttle_tui.i18n.translation import C_, N_, Message, Words, kept_in_each_language, tr

TO_TABLE_KEY: Final = "tab"
"""Goes back from anything to the table that waits below it."""


class Pointing(NamedTuple):
    """What a mouse does somewhere, and a finger."""

    click: Message
    tap: Words = ""
    """Empty where there is a button for that."""


BAR_CLICKS: Final = Pointing(N_("A click on the bar is the same as enter."))

KEY_NAMES: Final[dict[str, Message]] = {
    "enter": C_("key", "enter"),
    "esc": C_("key", "esc"),
    "tab": C_("key", "tab"),
    "shift+tab": C_("key", "shift+tab"),
    "space": C_("key", "space"),
    "backspace": C_("key", "backspace"),
    "arrows": C_("key", "arrows"),
    "up": C_("key", "up"),
    "down": C_("key", "down"),
    "left": C_("key", "left"),
    "right": C_("key", "right"),
    "home": C_("key", "home"),
    "end": C_("key", "end"),
    "pgup": C_("key", "pgup"),
    "pgdn": C_("key", "pgdn"),
    "type": C_("key", "type"),
}
"""Each name is a single word, because clicks split a row of keys at spaces."""


def key_words(keys: str) -> str:
    """Name keys separated by spaces; signs represent themselves."""
    return " ".join(_name(key) for key in keys.split(" "))


def _name(key: str) -> str:
    return str(KEY_NAMES[key]) if key in KEY_NAMES else key


_SHORT: Final = {"escape": "esc", "pageup": "pgup", "pagedown": "pgdn"}
_RUN: Final = 4
"""Sequences of signs that are shortened to the first and the last."""


def keys_named(keys: Iterable[str]) -> str:
    """Name keys by their terminal names; shorten long sequences to their ends."""
    return " ".join(_named(keys))


def keys_listed(keys: Iterable[str]) -> str:
    """Name keys for reading, with commas so that no two look like a chord."""
    return ", ".join(_named(keys))


@kept_in_each_language(1024)
def shown_key(named: str, first: str) -> str:
    """Name the keys of a command in a row: by their own name, or the first that works."""
    return key_words(named) or keys_named((first,))


def _named(keys: Iterable[str]) -> list[str]:
    told: list[str] = []
    runs: list[list[str]] = []
    for key in keys:
        last = runs[-1][-1] if runs else ""
        follows = len(key) == len(last) == 1 and key.isalnum() and ord(key) == ord(last) + 1
        if follows:
            runs[-1].append(key)
        else:
            runs.append([key])
    for run in runs:
        told += [f"{run[0]}-{run[-1]}"] if len(run) >= _RUN else run
    return [_name(_SHORT.get(key, key)) for key in told]


@kept_in_each_language(1024)
def key_named(word: str) -> str:
    """Return the key with a name; a sign represents itself."""
    if len(word) == 1:
        return word
    return next((key for key, name in KEY_NAMES.items() if str(name) == word), word)


S = TypeVar("S")
"""The subject of a condition: a screen, or the situation at a table."""
V = TypeVar("V")


class Intent:
    """What the player wants, whatever key or click asked for it."""


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
    """Bind keys, separated by spaces, to one intent."""
    return dict.fromkeys(keys.split(), intent)


def each(keys: Iterable[str], make: Callable[[int], Intent]) -> dict[str, Intent]:
    """Bind each key to an intent made from its index."""
    return {key: make(place) for place, key in enumerate(keys)}


def to(keys: str, run: Callable[[S], object]) -> dict[str, Intent]:
    """Bind keys, separated by spaces, to a method of the screen."""
    return on(keys, Do(run))


def by(keys: Mapping[str, V], run: Callable[[S, V], object]) -> dict[str, Intent]:
    """Bind each key to a method of the screen, called with the key's value."""
    made = {value: with_value(run, value) for value in keys.values()}
    return {key: made[value] for key, value in keys.items()}


def with_value(run: Callable[[S, V], object], value: V) -> Intent:
    """Make the intent to call a method of the screen with a value."""

    def call(screen: S) -> object:
        return run(screen, value)

    return Do(call)


def of(part: str, run: Callable[..., object]) -> Callable[..., object]:
    """Return a method of a part of the screen, as one of the screen."""
    return lambda screen, *values: run(getattr(screen, part), *values)


def steps(page: int) -> dict[str, int]:
    """Return how far each key moves in a list, with pages of `page` lines."""
    far = 9999
    return {
        "up": -1,
        "down": 1,
        "pageup": -page,
        "pagedown": page,
        "home": -far,
        "end": far,
        "j": 1,
        "k": -1,
        "g": -far,
        "G": far,
    }


def fields(page: int) -> dict[str, int]:
    """Return the same for fields or entries one below the other, where tab goes to the next."""
    return {**steps(page), "tab": 1, "shift+tab": -1}


_PAIRS: Final = (("j", "k"), ("g", "G"), ("tab", "shift+tab"))
SPARE: Final = frozenset(key for pair in _PAIRS for key in pair)
"""Keys that move as well, where no other command of the screen has either of a pair."""
_PAIR_OF: Final = {key: pair for pair in _PAIRS for key in pair}


TYPE: Final = "type"
"""Represents all the letters that a command accepts, among its keys."""


@dataclass(frozen=True, eq=False)
class Command(Generic[S]):
    """A group of keys, the intent of each, and the texts for them."""

    intents: Mapping[str, Intent]
    """The intent of each key, in the order of the help."""
    help: Words
    """Its line in the help."""
    hint: Words = ""
    """A word or two for the last row; empty if the command is not shown there."""
    named: str = ""
    """How the last row and the bar name the keys; by default, the first key."""
    when: Callable[[S], bool] | None = None
    """Whether the screen has this command at all; by default, always."""
    now: Callable[[S], bool | Collection[str]] | None = None
    """Whether the keys, or which of them, work now; by default, all."""
    useful: Callable[[S], bool | Collection[str]] | None = None
    """Whether, or with which keys, the help lists it among what can be done now; by default, all.

    A key may work without being useful: it may say why something is not possible.
    """
    on_button: bool = False
    """Whether it is a button where it can be done, so that help for fingers leaves it out."""
    typed: Callable[[str], Intent | None] | None = None
    """Makes the intent of any other single character, if those are accepted."""
    asks: bool | None = None
    """Whether text is asked for, which needs a keyboard; by default, if any character is taken."""
    label: Words = ""
    """Its words among the options of the bar."""
    label_of: Callable[[S], Words] | None = None
    """The same, where they change with the screen; empty if it is not an option now."""
    spare: Collection[str] = ()
    """Those of its keys, of `SPARE`, that it leaves to any other command."""
    keys: tuple[str, ...] = field(init=False)
    """The keys as listed; `TYPE` represents the characters."""

    def __post_init__(self) -> None:
        keys = (*((TYPE,) if self.typed is not None else ()), *self.intents)
        object.__setattr__(self, "keys", keys)

    @property
    def key(self) -> str:
        """The first key, which prompts show."""
        return self.keys[0]

    def is_in(self, screen: S) -> bool:
        """Return whether a screen has this command."""
        return self.when is None or self.when(screen)

    def knows(self, key: str) -> bool:
        """Return whether the command can ever accept a key."""
        return key in self.keys or self._typed(key) is not None

    def intent_of(self, screen: S, key: str) -> Intent | None:
        """Return the intent of a key now, if it has one."""
        typed = self._typed(key)
        if typed is not None:
            return typed
        return self.intents.get(key) if self._is_live(screen, key) else None

    def takes(self, screen: S, key: str) -> bool:
        """Return whether the command accepts a key now."""
        return self._typed(key) is not None or (key in self.keys and self._is_live(screen, key))

    def claims(self, screen: S, key: str) -> bool:
        """Return whether the command takes a key now, and leaves it to no other."""
        return key not in self.spare and self.takes(screen, key)

    def yields(self, key: str, sections: Sections, screen: S) -> bool:
        """Return whether a spare key is left to another command of the screen, also an idle one.

        So a letter always does the same on a screen, and a pair of keys goes both ways.
        """
        return key in self.spare and any(
            one not in other.spare and other.knows(one) and other.is_in(screen)
            for section in sections
            for other in section.commands
            for one in _PAIR_OF[key]
        )

    def _typed(self, key: str) -> Intent | None:
        return self.typed(key) if self.typed is not None and len(key) == 1 else None

    def _is_live(self, screen: S, key: str) -> bool:
        live = True if self.now is None else self.now(screen)
        return live if isinstance(live, bool) else key in live

    def label_on(self, screen: S) -> Words:
        """Return what the bar calls the command now; empty if it does not show it."""
        return self.label if self.label_of is None else self.label_of(screen)

    def live_keys(self, screen: S) -> Collection[str]:
        """Return the keys that work now."""
        live = True if self.now is None else self.now(screen)
        if isinstance(live, bool):
            return self.keys if live else ()
        return [key for key in self.keys if key in live]


@dataclass(frozen=True, eq=False)
class Section(Generic[S]):
    """The commands of one screen state, or of one activity on a screen."""

    title: Message
    commands: tuple[Command[S], ...]
    when: Callable[[S], bool] | None = None
    """Whether the screen can ever be in that state; by default, always."""


Sections = Sequence[Section[Any]]

INTERRUPT_KEY: Final = "ctrl+c"
"""Asks any screen to close, or to confirm leaving, however small the terminal is."""
HELP: Final[Command[Any]] = Command(
    on("? f1", Help()), N_("help: the keys of this screen"), N_("help"), useful=lambda screen: False
)
ANYWHERE: Final[Section[Any]] = Section(N_("anywhere"), (HELP,))


class Listed(NamedTuple):
    """A command with the keys that earlier commands leave it."""

    command: Command[Any]
    keys: tuple[str, ...]

    @property
    def tap(self) -> str:
        """The key for a tap on what the command does; empty if its keys do different things."""
        intents = [self.command.intents.get(key) for key in self.keys]
        alike = all(intent is not None and intent == intents[0] for intent in intents)
        return self.keys[0] if intents and alike else ""


def intent_of(sections: Sections, screen: object, key: str) -> Intent | None:
    """Return the intent of a key, or None if it has none now."""
    for command in _knowing(tuple(sections), key):
        intent = command.intent_of(screen, key)
        if intent is None or not command.is_in(screen):
            continue
        if not command.yields(key, sections, screen):
            return intent
    return None


@lru_cache(maxsize=2048)
def _knowing(sections: tuple[Section[Any], ...], key: str) -> tuple[Command[Any], ...]:
    """List the commands that may ever accept a key, cached as those with hints are."""
    commands = (command for section in sections for command in section.commands)
    return tuple(each for each in commands if each.typed is not None or key in each.intents)


def asks_text(sections: Sections, screen: object) -> bool:
    """Return whether some command asks for text now."""
    return any(command.is_in(screen) for command in _asking(tuple(sections)))


@lru_cache(maxsize=512)
def _asking(sections: tuple[Section[Any], ...]) -> tuple[Command[Any], ...]:
    """List the commands that ask for text, cached as those with hints are."""
    commands = (command for section in sections for command in section.commands)
    return tuple(
        command
        for command in commands
        if (command.typed is not None if command.asks is None else command.asks)
    )


def offers(sections: Sections, screen: object, intent: Intent) -> bool:
    """Return whether some key gives an intent now."""
    return any(
        command.is_in(screen) and command.intent_of(screen, key) == intent
        for section in sections
        for command in section.commands
        for key in command.intents
    )


def listed(sections: Sections, screen: object) -> list[tuple[Message, list[Listed]]]:
    """List the active commands with their remaining keys, by section title."""
    earlier: list[Command[Any]] = []
    found = []
    for section in sections:
        lines = []
        for command in section.commands:
            if command.is_in(screen):
                live = command.live_keys(screen)
                keys = [
                    key
                    for key in live
                    if not command.yields(key, sections, screen)
                    and not any(rival.claims(screen, key) for rival in earlier)
                ]
                lines += [Listed(command, tuple(keys))] if keys else []
                earlier.append(command)
        found.append((section.title, lines))
    return found


def useful(sections: Sections, screen: object) -> list[tuple[Message, list[Listed]]]:
    """List the active commands that lead somewhere now, by section title."""
    return [
        (title, [one for entry in some if (one := _useful(entry, screen)).keys])
        for title, some in listed(sections, screen)
    ]


def _useful(entry: Listed, screen: object) -> Listed:
    """Keep the keys that lead somewhere now."""
    wanted = True if entry.command.useful is None else entry.command.useful(screen)
    if isinstance(wanted, bool):
        return entry if wanted else entry._replace(keys=())
    return entry._replace(keys=tuple(key for key in entry.keys if key in wanted))


def elsewhere(
    sections: Sections, answering: Sections, screen: object
) -> list[tuple[Message, list[Listed]]]:
    """List the commands of the screen's other states."""
    others = [
        section
        for section in sections
        if section not in answering and (section.when is None or section.when(screen))
    ]
    return [
        (
            section.title,
            [
                Listed(
                    each,
                    tuple(key for key in each.keys if not each.yields(key, (section,), screen)),
                )
                for each in section.commands
                if each.is_in(screen)
            ],
        )
        for section in others
    ]


def labelled(commands: Iterable[Command[Any]], screen: object) -> Iterator[tuple[str, Words]]:
    """List the keys and the label of each command that has one now, and works."""
    for command in commands:
        if command.is_in(screen) and (keys := command.live_keys(screen)):
            label = command.label_on(screen)
            if label:
                yield shown_key(command.named, next(iter(keys))), label


class _Hinted(NamedTuple):
    """A key shown in the last row."""

    key: str
    rivals: tuple[Command[Any], ...]
    """Earlier commands that may take the key."""


def hint_row(sections: Sections, screen: object) -> tuple[tuple[str, str], ...]:
    """Return the hints of the last row: each key with what it does."""
    row = []
    for command, keys in _hinted(tuple(sections)):
        if not command.is_in(screen):
            continue
        live = command.live_keys(screen)
        for hinted in keys:
            if hinted.key in live and not (hinted.rivals and _is_lost(hinted, screen)):
                row.append((shown_key(command.named, hinted.key), tr(command.hint)))
                break
    return tuple(row)


def _is_lost(hinted: _Hinted, screen: object) -> bool:
    return any(rival.claims(screen, hinted.key) and rival.is_in(screen) for rival in hinted.rivals)


@lru_cache(maxsize=512)
def _hinted(
    sections: tuple[Section[Any], ...],
) -> tuple[tuple[Command[Any], tuple[_Hinted, ...]], ...]:
    """List the commands with a hint, cached because this runs at each key.

    The sections must be the same objects each time, or a small number of them.
    """
    earlier: list[Command[Any]] = []
    found = []
    for command in (command for section in sections for command in section.commands):
        if command.hint:
            keys = (
                _Hinted(key, tuple(other for other in earlier if other.knows(key)))
                for key in command.keys
                if key not in command.spare
            )
            found.append((command, tuple(keys)))
        earlier.append(command)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TypeText(Intent):
    """Add a character; any whitespace counts as a space."""

    letter: str


@dataclass(frozen=True, slots=True)
class Erase(Intent):
    """Erase typed text."""

    what: Literal["letter", "word", "all"]


Edit = TypeText | Erase

SPACE: Final[dict[str, TypeText]] = {"space": TypeText(" ")}
ERASE: Final[dict[str, Erase]] = {
    "backspace": Erase("letter"),
    "ctrl+w": Erase("word"),
    "ctrl+u": Erase("all"),
}
ERASE_LETTER_OR_ALL: Final = {key: ERASE[key] for key in ("backspace", "ctrl+u")}


def bound(edits: Mapping[str, Edit], run: Callable[[S, Edit], object]) -> dict[str, Intent]:
    """Bind the editing keys to a method of the screen that takes an edit."""
    return {key: with_value(run, edit) for key, edit in edits.items()}


def typing(
    run: Callable[[S, Edit], object], taken: Callable[[str], bool] = lambda letter: True
) -> Callable[[str], Intent | None]:
    """Bind typed characters to a method of the screen that takes an edit."""
    return lambda letter: with_value(run, TypeText(letter)) if taken(letter) else None


def edited(text: str, edit: Edit, longest: int) -> str:
    """Return a line of text after an edit; accents that are typed after a letter join it."""
    if isinstance(edit, TypeText):
        letter = " " if edit.letter.isspace() else edit.letter
        if not letter.isprintable():  # it has no shape, or one that each font makes up
            return text
        return unicodedata.normalize("NFC", text + letter)[:longest]
    if edit.what == "letter":
        return text[:-1]
    kept = text.rstrip().rpartition(" ")
    return "".join(kept[:2]) if edit.what == "word" else ""


SHORTEST_NAME: Final = 2
LONGEST_NAME: Final = 16
"""Characters in the name of an account."""


def is_of_name(letter: str, *, first: bool) -> bool:
    """Return whether the name of an account may have a character: Latin letters, 0 to 9, - and _.

    `first` says whether it begins with it, which only a letter may.
    """
    if letter.isalpha():
        return unicodedata.name(letter, "").startswith("LATIN")
    accent = unicodedata.category(letter) == "Mn"
    return not first and (accent or letter in "-_" or (letter.isascii() and letter.isdigit()))


YES: Final = "y"
NO: Final = "n"
NEW_TABLE: Final = "n"
ALL_RULES: Final = "r"
READ_RULES: Final = "h"
MATCHES: Final = "m"
"""Lists games of matches alone."""
FOLLOW: Final = "f"
NIGHT: Final = "v"
NIGHT_START: Final = "s"
JOIN_KEY: Final = "j"
"""Asks for a code at home."""
NIGHT_JOIN: Final = "j"
NIGHT_TABLE: Final = "t"
NIGHT_NEW: Final = "n"
NIGHT_LEAVE: Final = "l"
FORMAT: Final = "f"
RULES: Final = "r"
MATCH: Final = "g"
TIMING: Final = "t"
LENGTH: Final = "o"
"""The letters of a new play night, with those above."""
AGAINST_ME: Final = "v"
EARLIER: Final = "-"
LATER: Final = "+"
WITHDRAW: Final = "x"
CLOSE_LINK: Final = "x"
INBOX: Final = "i"
LESSON: Final = "b"
"""Begins the first lesson, from the home screen."""
PUZZLE: Final = "p"
"""Opens today's puzzle there."""
MISTAKES: Final = "y"
"""Opens the player's own mistakes as puzzles."""
LADDER: Final = "k"
"""Opens the ladder of the levels there."""
FRIENDS: Final = "f"
"""Lists the friends there."""
FORGET: Final = "d"
"""Forgets a friend."""
DEAL: Final = "u"
"""Opens today's deal there."""
SEASON: Final = "g"
"""Opens the running week of the season there, and the league in the lobby."""
LAST_GAME: Final = {True: "t", False: "o"}
"""Shows what the coach thinks of the last game, by whether that was on a server."""
GUEST_NAME: Final = "g"
"""Changes the name of a guest on a server."""
