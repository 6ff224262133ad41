"""Edit a line of text, and the letters of the commands of front screens."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui.kit.keymap import Intent, S, with_value


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
        return unicodedata.normalize("NFC", text + letter)[:longest]
    if edit.what == "letter":
        return text[:-1]
    kept = text.rstrip().rpartition(" ")
    return "".join(kept[:2]) if edit.what == "word" else ""


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
FOLLOW: Final = "f"
NIGHT: Final = "v"
NIGHT_START: Final = "s"
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
INBOX: Final = "i"
LESSON: Final = "b"
"""Begins the first lesson, from the home screen."""
PUZZLE: Final = "p"
"""Opens today's puzzle there."""
GUEST_NAME: Final = "g"
"""Changes the name of a guest on a server."""
