"""Check the names players choose, and find look-alikes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
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
_STORED_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_PAIRS: Final = (*_STORED_PAIRS, ("cl", "d"))
"""Letters that run together in print; in a terminal they are told apart by their columns."""
_NO_DASHES: Final = str.maketrans({"-": None, "_": None})
KEY_MARK: Final = ":"
"""Stands in no name, and parts the skeleton from the rest of a key."""
_STROKE: Final = "!"
_LIKE_A_STROKE: Final = "il!"
_STROKES: Final = str.maketrans({"I": _STROKE, "1": _STROKE, "ı": _STROKE, "-": None, "_": None})
"""Upright strokes, which are read as i or as l; a small i has its dot (Unicode TR 39)."""
_READ: Final = str.maketrans({"0": "o", "5": "s"})
_LONGEST_INPUT: Final = 4 * LONGEST
"""No name is longer than this before its accents are composed."""
_BETWEEN: Final = re.compile(r"[.\s]+")
"""What stands between the parts of a login, and in no name."""
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
    if looks_like_bot(name) or _sounds_like_bot(name):
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


def login_name(user: str) -> str:
    """Return the name of an ssh login, ``player`` if it cannot be a name as it stands."""
    name = unicodedata.normalize("NFC", _BETWEEN.sub("-", user.strip()))
    fits = SHORTEST <= len(name) <= LONGEST and len(user) <= _LONGEST_INPUT
    return name if fits and _is_latin(name) else "player"


def is_bot(name: str) -> bool:
    """Return whether a name is marked as a bot's."""
    return name.endswith(BOT_MARK)


def looks_like_bot(name: str) -> bool:
    """Return whether a name ends in what looks like the mark of a bot."""
    sign, word = name[-len(BOT_MARK) : -len(BOT_MARK) + 1], name[-len(BOT_MARK) + 1 :]
    return sign in ("-", "_") and skeleton(word) == skeleton(BOT_MARK)


def _checked(text: str) -> str:
    """Clean a name that anybody or any bot might have, or raise `BadName`."""
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
    marked = not name.isascii() and any(unicodedata.category(sign)[0] == "M" for sign in name)
    return not marked and _SHAPE.fullmatch(_plain(name)) is not None


def _plain(name: str) -> str:
    """Write a name in small letters without accents."""
    return _without_marks(name.lower()).translate(_LETTERS)


def _without_marks(text: str) -> str:
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if unicodedata.category(sign)[0] != "M")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Reduce a name to what it has in common with all that may look like it, and with others.

    Names with one skeleton are candidates: `same_name` tells which of them are alike.
    """
    bones = _plain(name).translate(_TWINS)
    for pair, letter in _PAIRS:
        bones = bones.replace(pair, letter)
    return bones


def folded(name: str) -> str:
    """Reduce a name to what counts: no case, no accents, no ``-`` and ``_``."""
    return _plain(name).translate(_NO_DASHES)


def stored_skeleton(name: str) -> str:
    """Return the skeleton by which names are stored: it tells ``cl`` from ``d``.

    Every version has stored this one, and several may share a database.
    """
    bones = _plain(name).translate(_TWINS)
    for pair, letter in _STORED_PAIRS:
        bones = bones.replace(pair, letter)
    return bones


def name_key(name: str) -> str:
    """Return what a name is stored under if another name has the same skeleton."""
    return f"{stored_skeleton(name)}{KEY_MARK}{folded(name)}"


def same_name(one: str, other: str) -> bool:
    """Return whether two names may be taken for each other in a terminal.

    Signs that look the same are the same: l, I and 1, o and 0, s and 5, with and without accents.
    Letters that run together in print (rn, m) stand in columns of their own here.
    """
    if folded(one) == folded(other):
        return True
    one, other = _at_a_glance(one), _at_a_glance(other)
    return len(one) == len(other) and all(
        a == b or (_STROKE in (a, b) and a in _LIKE_A_STROKE and b in _LIKE_A_STROKE)
        for a, b in zip(one, other, strict=True)
    )


def alike(name: str) -> Callable[[str], bool]:
    """Return what tells whether another name may be taken for this one, for many others."""
    bones = skeleton(name)
    return lambda other: bool(other) and skeleton(other) == bones and same_name(name, other)


def _at_a_glance(name: str) -> str:
    """Write a name as it is read at a glance, with a `_STROKE` for what may be i or l."""
    read = _without_marks(name.translate(_STROKES))
    return _plain(read.translate(_READ)).translate(_NO_DASHES)


def _skeletons(words: str) -> frozenset[str]:
    return frozenset(map(skeleton, words.split()))


_RESERVED: Final = _skeletons(
    "anybody anyone bot computer cuttle daemon dealer everybody everyone guest here "
    "machine me nobody none null player someone somebody spectator watcher you"
)
_RESERVED_BEGINNINGS: Final = tuple(_skeletons("guest computer machine"))
_OFFICES: Final = _skeletons(
    "abuse admin administrator arbiter computer contact daemon dealer director help "
    "helpdesk host info machine mod moderator official operator organiser organizer owner "
    "postmaster referee root security server staff support sysop system webmaster arbitre "
    "administrateur administratrice équipe hôte modérateur modératrice modo opérateur "
    "opératrice serveur système"
)
"""Those who run a server: reserved with a number after them, and with digits for letters, too."""
_STRONG: Final = _skeletons(
    "admin admins administrator computer cuttle helpdesk machine mod moderator moderators "
    "mods official operator staff support sysop webmaster administrateur administratrice "
    "modérateur modératrice modo opérateur opératrice"
)
"""Those that are reserved beside any other word, as in ``Admin_Ann``; nobody is called so."""
_GLUED: Final = tuple(
    _skeletons(
        "admin administrator computer helpdesk moderator official operator support sysop "
        "webmaster modérateur modératrice"
    )
)
"""Those that are reserved at either end of a name: no name begins or ends so."""
_COMPANY: Final = _skeletons(
    "alert and announcement board chief club com crew cuttle desk game games head league "
    "lead main message net news night notice of org our real senior service site super "
    "team the tournament your"
)
"""Words that stand beside an office, as in ``cuttle-team``."""
_BRAND: Final = skeleton("cuttle")
_BOTS: Final = _skeletons("bot bots robot")
_NO_BOTS: Final = _skeletons("abbot barbot cabot chabot herbot talbot turbot")
"""Names of people that end as bots do."""
_WORDS_OF: Final = re.compile(r"[-_]+|(?<=[a-z0-9])(?=[A-Z])")
"""Where one word of a name ends and another begins."""
_DIGITS: Final = str.maketrans("347", "eat")
"""More digits that are read as letters; in other names they tell players apart."""
_SAID: Final = ("you", "computer", "guest", "nobody", "somebody")
"""Words that the app shows in place of a name, in every language."""
_SAID_OF: Final = (("a player whose name is not known", "you"), ("before a verb", "you"))
"""The same, in the contexts in which a language may have another word."""


@lru_cache(maxsize=1)
def _shown_for_names() -> frozenset[str]:
    """Collect what the app shows in place of a name, in all languages."""
    texts: list[str] = []
    for name in languages():
        words = catalogue(name)
        texts += map(words.gettext, _SAID)
        texts += [words.pgettext(context, text) for context, text in _SAID_OF]
    return frozenset(map(skeleton, texts))


def reserved(name: str) -> bool:
    """Return whether a name, or a look-alike, is reserved."""
    bones = skeleton(name)
    if bones in _RESERVED or bones.startswith(_RESERVED_BEGINNINGS) or bones in _shown_for_names():
        return True
    words = _words_of_name(name)
    whole = "".join(words)
    return (
        any(word in _STRONG for word in words)
        or whole.startswith(_GLUED)
        or whole.endswith(_GLUED)
        or _is_office(whole)
    )


def _words_of_name(name: str) -> list[str]:
    """Split a name into words, without numbers after them, each as a skeleton."""
    found = _WORDS_OF.split(_without_marks(name))
    words = (word.rstrip("0123456789").translate(_DIGITS) for word in found)
    return [skeleton(word) for word in words if word]


def _is_office(bones: str) -> bool:
    """Return whether a name is nothing but offices and their company: ``modteam``."""
    known = _OFFICES | _COMPANY
    found: dict[int, bool] = {0: False}  # where words end, and whether one of them is an office
    for end in range(1, len(bones) + 1):
        starts = [at for at in found if bones[at:end] in known]
        if starts:
            found[end] = any(
                found[at] or bones[at:end] in _OFFICES or (bones[at:end] == _BRAND) for at in starts
            )
    return found.get(len(bones), False)


def _sounds_like_bot(name: str) -> bool:
    """Return whether a name says that it is a bot's: ``foobot``, ``BotFoo``."""
    words = _words_of_name(name)
    whole = "".join(words)
    ends = whole.endswith(tuple(_BOTS)) and not whole.endswith(tuple(_NO_BOTS))
    return ends or any(word in _BOTS for word in words)
