"""Messages in the language of the session: translation, catalogues, the player's language.

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
from io import BytesIO
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
_CATALOGUES: Final = Path(__file__).parent / "catalogues"
_SOURCE, _COMPILED = ".po", ".mo"
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
class SessionLanguage:
    """The language of one session; it may change while the session runs."""

    language: str
    catalogue: NullTranslations
    ascii: bool = False
    """Whether letters lose their accents, for a terminal that cannot show them."""


_OWN_NAME: Final = C_("this language, in itself", "English")
_SILENT: Final = SessionLanguage(ENGLISH, NullTranslations())
_language: ContextVar[SessionLanguage] = ContextVar("tongue", default=_SILENT)


# saying ------------------------------------------------------------------------------------------


def tr(message: Words, /, **parts: object) -> str:
    """Translate a message and fill its places; without parts braces stand for themselves."""
    text = translated(message)
    return text.format(**parts) if parts else text


def counted(count: int, message: Plural, /, **parts: object) -> str:
    """Translate a message in the number that a count asks for, and fill its places."""
    session = _language.get()
    text = session.catalogue.ngettext(message.one, message.many, count)
    return _seen(text, session).format(n=count, **parts)


def translated(message: Words) -> str:
    """Return the words for a message in the language of the session, its places unfilled."""
    session = _language.get()
    text, context = (message, "") if isinstance(message, str) else (message.text, message.context)
    if not text:
        return ""
    if context:
        return _seen(session.catalogue.pgettext(context, text), session)
    return _seen(session.catalogue.gettext(text), session)


def _seen(text: str, session: SessionLanguage) -> str:
    return without_accents(text) if session.ascii else text


@lru_cache(maxsize=4096)
def without_accents(text: str) -> str:
    """Write a text in the 95 signs every terminal has."""
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return apart.encode("ascii", "ignore").decode()


# the session's language --------------------------------------------------------------------------


def speak(language: str, *, ascii: bool = False) -> None:
    """Begin to speak a language in this task and in those it starts from now on."""
    _language.set(SessionLanguage(language, catalogue(language), ascii))


def adopt(language: str, *, ascii: bool = False) -> bool:
    """Go on in a language everywhere in the session; return whether that changed anything."""
    session = _language.get()
    if session is _SILENT:
        speak(language, ascii=ascii)
        return language != ENGLISH
    changed = (session.language, session.ascii) != (language, ascii)
    session.language, session.catalogue, session.ascii = language, catalogue(language), ascii
    return changed


def spoken() -> str:
    """Return which language the session speaks."""
    return _language.get().language


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """List the languages there are: English, and one for each catalogue."""
    found = {one.stem for one in _CATALOGUES.iterdir() if one.suffix in (_SOURCE, _COMPILED)}
    return (ENGLISH, *sorted(found))


def language_name(language: str) -> str:
    """Return a language's own name for itself."""
    name = catalogue(language).pgettext(_OWN_NAME.context, _OWN_NAME.text)
    return _seen(name, _language.get())


@lru_cache(maxsize=32)
def catalogue(language: str) -> NullTranslations:
    """Load the catalogue of a language; English has none, and needs none.

    A compiled catalogue is read as it is. In a checkout whose source is newer, the source is
    compiled in memory, as far as Babel is installed.

    Raises:
        KeyError: there is no such language.
    """
    if language == ENGLISH:
        return NullTranslations()
    if language not in languages():
        raise KeyError(language)
    source, ready = (_CATALOGUES / f"{language}{kind}" for kind in (_SOURCE, _COMPILED))
    if _is_outdated(ready, source):
        try:
            from cuttle_tui.i18n.compile import compiled
        except ImportError:  # Babel is for development
            if not ready.exists():
                return NullTranslations()
        else:
            return GNUTranslations(BytesIO(compiled(source)))
    with ready.open("rb") as file:
        return GNUTranslations(file)


def _is_outdated(ready: Path, source: Path) -> bool:
    if not source.exists():
        return False
    return not ready.exists() or ready.stat().st_mtime < source.stat().st_mtime


def language_of(environment: Mapping[str, str]) -> str:
    """Return which of our languages a player's variables ask for; English where they ask for none.

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
