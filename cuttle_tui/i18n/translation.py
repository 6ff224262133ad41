"""Translate messages into the language of the session: its words, letters and times."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
ENGLISH: Final = "en"
_CATALOGUES: Final = Path(__file__).parent / "catalogues"
_SOURCE, _COMPILED = ".po", ".mo"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_PLAIN: Final = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "’": "'", "·": "-"}
)


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is translated when it is shown."""

    text: str
    context: str = ""
    """Distinguishes messages with the same English text."""

    def __str__(self) -> str:
        return translated(self)


def N_(text: str) -> Message:
    """Mark a text for translation later: in tables and constants."""
    return Message(text)


def C_(context: str, text: str) -> Message:
    """Mark an ambiguous text: ``C_("a card", "draw")``."""
    return Message(text, context)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text in singular and plural, with ``{n}`` for the count."""

    one: str
    many: str


Words = str | Message


@dataclass(slots=True)
class SessionLanguage:
    """The language of one session; it may change while the session runs."""

    language: str
    catalogue: NullTranslations
    ascii: bool = False
    """Whether to strip accents, for terminals without Unicode."""


_OWN_NAME: Final = C_("this language, in itself", "English")
_SILENT: Final = SessionLanguage(ENGLISH, NullTranslations())
_language: ContextVar[SessionLanguage] = ContextVar("tongue", default=_SILENT)


# translation -------------------------------------------------------------------------------------


def tr(message: Words, /, **parts: object) -> str:
    """Translate a message, and fill its placeholders; without parts, braces are literal."""
    text = translated(message)
    return text.format(**parts) if parts else text


def counted(count: int, message: Plural, /, **parts: object) -> str:
    """Translate a message in the plural form of a count, and fill its placeholders."""
    session = _language.get()
    text = session.catalogue.ngettext(message.one, message.many, count)
    return _seen(text, session).format(n=count, **parts)


def translated(message: Words) -> str:
    """Translate a message, without filling its placeholders."""
    session = _language.get()
    text, context = (message, "") if isinstance(message, str) else (message.text, message.context)
    if not text:
        return ""
    if context:
        return _seen(session.catalogue.pgettext(context, text), session)
    return _seen(session.catalogue.gettext(text), session)


def kept_in_each_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep up to `most` results of a function that words values, which alone they depend on."""

    def keep(word: Callable[P, R]) -> Callable[P, R]:
        def anew(_spoken: object, *args: P.args, **named: P.kwargs) -> R:
            return word(*args, **named)

        kept: Callable[..., R] = lru_cache(maxsize=most)(anew)

        @wraps(word)
        def worded(*args: P.args, **named: P.kwargs) -> R:
            session = _language.get()
            return kept((session.catalogue, session.ascii), *args, **named)

        return worded

    return keep


def _seen(text: str, session: SessionLanguage) -> str:
    return without_accents(text) if session.ascii else text


@lru_cache(maxsize=4096)
def without_accents(text: str) -> str:
    """Return a text in printable ASCII."""
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return apart.encode("ascii", "ignore").decode()


# the session's language --------------------------------------------------------------------------


def speak(language: str, *, ascii: bool = False) -> None:
    """Set the language for this task and the tasks it starts from now on."""
    _language.set(SessionLanguage(language, catalogue(language), ascii))


def adopt(language: str, *, ascii: bool = False) -> bool:
    """Switch the whole session to a language; return whether that is a change."""
    session = _language.get()
    if session is _SILENT:
        speak(language, ascii=ascii)
        return language != ENGLISH
    changed = (session.language, session.ascii) != (language, ascii)
    session.language, session.catalogue, session.ascii = language, catalogue(language), ascii
    return changed


def spoken() -> str:
    """Return the language of the session."""
    return _language.get().language


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """List the available languages: English, and one for each catalogue."""
    found = {file.stem for file in _CATALOGUES.iterdir() if file.suffix in (_SOURCE, _COMPILED)}
    return (ENGLISH, *sorted(found))


def language_name(language: str) -> str:
    """Return the name of a language in that language."""
    name = catalogue(language).pgettext(_OWN_NAME.context, _OWN_NAME.text)
    return _seen(name, _language.get())


@lru_cache(maxsize=32)
def catalogue(language: str) -> NullTranslations:
    """Load the catalogue of a language; that of English is empty.

    If the source is newer than the compiled catalogue, as in a checkout, it is compiled in memory,
    provided that Babel is installed.

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
    """Return the first known language of a player's variables; by default English.

    Args:
        environment: the player's variables; LANGUAGE may list several, best first.
    """
    for name in _VARIABLES:
        wanted = environment.get(name, "")
        if wanted:
            return _first_known(wanted)
    return ENGLISH


def _first_known(wanted: str) -> str:
    """Return the first known language of a list such as ``fr_CA.UTF-8:en``."""
    for locale in wanted.split(":"):
        language = locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0]
        if language.lower() in languages():
            return language.lower()
    return ENGLISH


COURT: Final = {
    "J": C_("in the corner of a card", "J"),
    "Q": C_("in the corner of a card", "Q"),
    "K": C_("in the corner of a card", "K"),
}
SUIT_NAMES: Final = {
    "C": C_("clubs", "C"),
    "D": C_("diamonds", "D"),
    "H": C_("hearts", "H"),
    "S": C_("spades", "S"),
    "B": C_("the black joker", "B"),
    "R": C_("the red joker", "R"),
}

_IN_UTC: Final[ContextVar[bool]] = ContextVar("times in UTC", default=False)


def tell_utc() -> None:
    """Tell times in UTC, in this task and those it starts from now on."""
    _IN_UTC.set(True)


def own_time(moment: datetime) -> datetime:
    """Return a moment in this machine's zone; as it is where that has no date."""
    with suppress(OverflowError, ValueError, OSError):  # some systems know no times before 1970
        return moment.astimezone()
    return moment


def day_text(moment: datetime) -> str:
    """Write the day of a moment: ``2026-11-21``, or ``2026-11-21 UTC``."""
    if _IN_UTC.get():
        return f"{moment.astimezone(UTC).date()} UTC"
    return str(own_time(moment).date())
