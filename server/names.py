"""Check the names players choose, and find look-alikes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from cuttle_tui.i18n.translation import catalogue, languages

SHORTEST: Final = 2
LONGEST: Final = 16
"""Characters in a name."""
BOT_MARK: Final = "-bot"
"""The end of every bot's name, and of nobody else's."""

Reason: TypeAlias = Literal["short", "long", "letters", "reserved"]

_OTHER_LETTERS: Final = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "p",
    "ħ": "h",
    "ŧ": "t",
    "ŋ": "n",
    "ı": "i",
}
"""Latin letters that are no accented a to z, and what they look like."""

_LETTERS: Final = str.maketrans(_OTHER_LETTERS)
_TWINS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": None, "_": None})
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_LONGEST_INPUT: Final = 4 * LONGEST
"""No name is longer than this before its accents are composed."""
_SHAPE: Final = re.compile(r"[a-z][a-z0-9_-]*")
"""Of a name in plain letters."""


class BadName(ValueError):
    """A name is not allowed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def check_name(text: str) -> str:
    """Clean a name that a person has chosen: composed accents, no blanks around it.

    A name has 2 to 16 Latin letters, with accents or without, digits, ``-`` or ``_``, and begins
    with a letter.

    Raises:
        BadName: it will not do; ``reason`` says why.
    """
    name = _checked(text)
    if looks_like_bot(name):
        raise BadName("reserved")
    return name


def check_bot_name(text: str) -> str:
    """Clean a name chosen for a bot, and mark it as one.

    It is a name as people have, but shorter: the mark is part of it.

    Raises:
        BadName: it will not do; ``reason`` says why.
    """
    name = text.strip()
    if looks_like_bot(name):
        name = name[: -len(BOT_MARK)]
    return _checked(_checked(name) + BOT_MARK)


def is_bot(name: str) -> bool:
    """Return whether a name is marked as a bot's."""
    return name.endswith(BOT_MARK)


def looks_like_bot(name: str) -> bool:
    """Return whether a name ends in what looks like the mark of a bot."""
    sign, word = name[-len(BOT_MARK) : -len(BOT_MARK) + 1], name[-len(BOT_MARK) + 1 :]
    return sign in ("-", "_") and skeleton(word) == skeleton(BOT_MARK)


def _checked(text: str) -> str:
    """Clean a name that anybody or any bot might have.

    Raises:
        BadName: it will not do.
    """
    if len(text) > _LONGEST_INPUT:
        raise BadName("long")
    name = unicodedata.normalize("NFC", text.strip())
    if len(name) < SHORTEST:
        raise BadName("short")
    if len(name) > LONGEST:
        raise BadName("long")
    if not _is_latin(name):
        raise BadName("letters")
    if reserved(name):
        raise BadName("reserved")
    return name


def _is_latin(name: str) -> bool:
    """Return whether a name has known letters only, each with accents that compose."""
    accented = any(unicodedata.category(character)[0] == "M" for character in name)
    return not accented and _SHAPE.fullmatch(_plain(name)) is not None


def _plain(name: str) -> str:
    """Write a name in small letters without accents."""
    small = unicodedata.normalize("NFD", name.lower()).translate(_LETTERS)
    return "".join(sign for sign in small if unicodedata.category(sign)[0] != "M")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Reduce a name to what it has in common with all that look like it."""
    bones = _plain(name).translate(_TWINS)
    for pair, letter in _PAIRS:
        bones = bones.replace(pair, letter)
    return bones


_RESERVED: Final = frozenset(
    map(
        skeleton,
        (  # noqa: SIM905
            "anybody anyone bot computer cuttle daemon dealer everybody everyone guest here "
            "machine me nobody none null player someone somebody spectator watcher you"
        ).split(),
    )
)
_RESERVED_BEGINNINGS: Final = tuple(map(skeleton, ("guest", "computer", "machine")))
_OFFICES: Final = frozenset(
    map(
        skeleton,
        (  # noqa: SIM905
            "admin administrator host mod moderator official operator owner root server staff "
            "support sysop system administrateur administratrice équipe hôte modérateur "
            "modératrice opérateur opératrice serveur système"
        ).split(),
    )
)
"""Those who run a server: reserved with a number after them, and with digits for letters, too."""
_DIGITS: Final = str.maketrans("347", "eat")
"""More digits that are read as letters; in other names they tell players apart."""
_SAID: Final = ("you", "computer", "guest", "nobody", "somebody")
"""Words that the app shows in place of a name, in every language."""
_SAID_OF: Final = (("a player whose name is not known", "you"), ("before a verb", "you"))
"""The same, in the contexts in which a language may have another word."""


@lru_cache(maxsize=1)
def _said() -> frozenset[str]:
    """Collect what the app shows in place of a name, in all languages."""
    texts = [text for name in languages() for text in _said_in(name)]
    return frozenset(map(skeleton, texts))


def _said_in(language: str) -> Iterator[str]:
    words = catalogue(language)
    yield from map(words.gettext, _SAID)
    yield from (words.pgettext(context, text) for context, text in _SAID_OF)


def reserved(name: str) -> bool:
    """Return whether a name, or a look-alike, is reserved."""
    bones = skeleton(name)
    if bones in _RESERVED or bones.startswith(_RESERVED_BEGINNINGS):
        return True
    office = name.rstrip("0123456789-_").translate(_DIGITS)
    return bones in _said() or skeleton(office) in _OFFICES
