"""Say things in the language of the session: messages, their catalogues, and who reads what.

English is written in the code; the texts are the ids of gettext messages, and each file in
`cuttle_tui/i18n/catalogues/` is the catalogue of one more language. The language belongs to the
session, not to the process: `speak` begins one for the present task and all that it starts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

ENGLISH: Final = "en"
_SUFFIX: Final = ".po"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_PLAIN: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "’": "'"})


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is translated when it is said, not when it is written down."""

    text: str
    context: str = ""
    """What kind of word it is, where the same English text means two things."""

    def __str__(self) -> str:
        return translated(self)


def N_(text: str) -> Message:
    """Mark a text for translation where no reader is known yet: in tables and constants."""
    return Message(text)


def C_(context: str, text: str) -> Message:
    """Mark a text whose English says too little: ``C_("a card", "draw")``."""
    return Message(text, context)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text in two numbers; ``{n}`` in it stands for the count. Other languages have more."""

    one: str
    many: str


Words = str | Message


@dataclass(slots=True)
class Tongue:
    """How one session speaks; it may change while the session runs."""

    language: str
    catalogue: NullTranslations
    ascii: bool = False
    """Whether letters lose their accents, for a terminal that cannot show them."""


_SILENT: Final = Tongue(ENGLISH, NullTranslations())
_tongue: ContextVar[Tongue] = ContextVar("tongue", default=_SILENT)


# saying ------------------------------------------------------------------------------------------


def tr(message: Words, /, **parts: object) -> str:
    """Translate a message and fill its places; without parts braces stand for themselves."""
    text = translated(message)
    return text.format(**parts) if parts else text


def counted(count: int, message: Plural, /, **parts: object) -> str:
    """Translate a message in the number that a count asks for, and fill its places."""
    tongue = _tongue.get()
    text = tongue.catalogue.ngettext(message.one, message.many, count)
    return _seen(text, tongue).format(n=count, **parts)


def translated(message: Words) -> str:
    """Give the words for a message in the language of the session, its places unfilled."""
    tongue = _tongue.get()
    text, context = (message, "") if isinstance(message, str) else (message.text, message.context)
    if not text:
        return ""
    if context:
        return _seen(tongue.catalogue.pgettext(context, text), tongue)
    return _seen(tongue.catalogue.gettext(text), tongue)


def _seen(text: str, tongue: Tongue) -> str:
    return without_accents(text) if tongue.ascii else text


@lru_cache(maxsize=4096)
def without_accents(text: str) -> str:
    """Write a text in the 95 signs every terminal has."""
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return apart.encode("ascii", "ignore").decode()


# the session's language --------------------------------------------------------------------------


def speak(language: str, *, ascii: bool = False) -> None:
    """Begin to speak a language in this task and in those it starts from now on."""
    _tongue.set(Tongue(language, catalogue(language), ascii))


def adopt(language: str, *, ascii: bool = False) -> bool:
    """Go on in a language everywhere in the session; tell whether that changed anything."""
    tongue = _tongue.get()
    if tongue is _SILENT:
        speak(language, ascii=ascii)
        return language != ENGLISH
    changed = (tongue.language, tongue.ascii) != (language, ascii)
    tongue.language, tongue.catalogue, tongue.ascii = language, catalogue(language), ascii
    return changed


def spoken() -> str:
    """Tell which language the session speaks."""
    return _tongue.get().language


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """List the languages there are: English, and one for each catalogue."""
    found = (one.name for one in files("cuttle_tui.i18n.catalogues").iterdir())
    others = (name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX))
    return (ENGLISH, *sorted(others))


def language_name(language: str) -> str:
    """Name a language as those who speak it do."""
    return _seen(_own_name(language), _tongue.get())


@lru_cache(maxsize=32)
def _own_name(language: str) -> str:
    from babel import Locale

    return Locale.parse(language).get_language_name() or language


@lru_cache(maxsize=32)
def catalogue(language: str) -> NullTranslations:
    """Read the catalogue of a language; English has none, and needs none.

    Raises:
        KeyError: there is no such language.
    """
    if language == ENGLISH:
        return NullTranslations()
    if language not in languages():
        raise KeyError(language)
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with (files("cuttle_tui.i18n.catalogues") / f"{language}{_SUFFIX}").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_of(environment: Mapping[str, str]) -> str:
    """Tell which of our languages a player's variables ask for; English where they ask for none.

    Args:
        environment: the player's own variables; LANGUAGE may hold several, best first.
    """
    for name in _VARIABLES:
        wanted = environment.get(name, "")
        if wanted:
            return _first_known(wanted)
    return ENGLISH


def _first_known(wanted: str) -> str:
    """Take the first language we have from a list such as ``fr_CA.UTF-8:en``."""
    for one in wanted.split(":"):
        language = one.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0]
        if language.lower() in languages():
            return language.lower()
    return ENGLISH
