"""Translate messages into the language of the session, and build sentences with roles of them."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final, Literal, NamedTuple, ParamSpec, TypeVar

from engine.cards import Card, card_name
from engine.errors import CuttleError

P = ParamSpec("P")
R = TypeVar("R")
ENGLISH: Final = "en"
_CATALOGUES: Final = Path(__file__).parent / "catalogues"
_SOURCE, _COMPILED = ".po", ".mo"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_PLAIN: Final = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "’": "'", "·": "-"}
    | dict.fromkeys("«»„“”", '"')
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
    return _elided(text, parts).format(**parts) if parts else text


def counted(count: int, message: Plural, /, **parts: object) -> str:
    """Translate a message in the plural form of a count, and fill its placeholders."""
    session = _language.get()
    text = session.catalogue.ngettext(message.one, message.many, count)
    if session.ascii:
        text = without_accents(text)
    return _elided(text, parts).format(n=count, **parts)


def translated(message: Words) -> str:
    """Translate a message, without filling its placeholders."""
    session = _language.get()
    text, context = (message, "") if isinstance(message, str) else (message.text, message.context)
    if not text:
        return ""
    catalogue = session.catalogue
    text = catalogue.pgettext(context, text) if context else catalogue.gettext(text)
    return without_accents(text) if session.ascii else text


_SHORTENED: Final = C_(
    "words that end in ' before a vowel, such as de and que in French, with blanks between", "-"
)
_VOWELS: Final = frozenset("aeiouœæ")


def _elided(template: str, parts: Mapping[str, object]) -> str:
    """Shorten the words before places that a vowel fills: ``d'{who}``, where anna is who."""
    words = _shortened_of(_language.get().catalogue)
    if words is None:
        return template

    def shortened(found: re.Match[str]) -> str:
        word, place = found.groups()
        part = parts.get(place[1:-1])  # what is spoken of it: a card is no word
        if isinstance(part, tuple) and not isinstance(part, Span):
            part = part[0] if part else ""
        if isinstance(part, Span):
            part = "" if part.role == "card" else part.text
        vowel_first = unicodedata.normalize("NFD", str(part)[:1].lower())[:1] in _VOWELS
        return f"{word[:-1]}'{place}" if vowel_first else found[0]

    return words.sub(shortened, template)


@lru_cache(maxsize=8)
def _shortened_of(catalogue: NullTranslations) -> re.Pattern[str] | None:
    words = catalogue.pgettext(_SHORTENED.context, _SHORTENED.text)
    listed = "|".join(word for word in words.split() if word.isalpha())
    return re.compile(rf"\b({listed}) (\{{\w+\}})", re.IGNORECASE) if listed else None


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


_SPELLED: Final = C_(
    "what stands for letters without accents, such as ä=ae in German, with blanks between", "-"
)


def without_accents(text: str) -> str:
    """Return a text in printable ASCII, as the session's language spells it then."""
    return _spelled(text, _language.get().catalogue)


@lru_cache(maxsize=4096)
def _spelled(text: str, catalogue: NullTranslations) -> str:
    pairs = catalogue.pgettext(_SPELLED.context, _SPELLED.text).split()
    own = str.maketrans(dict(pair.split("=") for pair in pairs if "=" in pair))
    apart = unicodedata.normalize("NFKD", text.translate(own).translate(_PLAIN))
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
    return without_accents(name) if _language.get().ascii else name


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
    fresh = ready.exists() and (
        not source.exists() or ready.stat().st_mtime >= source.stat().st_mtime
    )
    if not fresh and source.exists():
        try:
            from cuttle_tui.i18n.compile import compiled
        except ImportError:  # Babel is for development
            if not ready.exists():
                return NullTranslations()
        else:
            return GNUTranslations(BytesIO(compiled(source)))
    with ready.open("rb") as file:
        return GNUTranslations(file)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the first known language of a player's variables; by default English.

    Args:
        environment: the player's variables; LANGUAGE may list several, best first.
    """
    for name in _VARIABLES:
        wanted = environment.get(name, "")
        if wanted:
            for locale in wanted.split(":"):  # such as fr_CA.UTF-8:en
                name = locale.partition(".")[0].partition("@")[0]
                language = name.replace("-", "_").partition("_")[0].lower()
                if language in languages():
                    return language
            return ENGLISH
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


Role = Literal[
    "text",
    "strong",
    "card",
    "key",
    "target",
    "quiet",
    "cursor",
    "selected",
    "line",
    "refusal",
    "won",
    "plate",
    "plate-strong",
    "plate-quiet",
]


class Span(NamedTuple):
    """A run of text; a ``card`` span holds the two-character name of a card.

    A ``line`` is to be copied, and never cut. A ``cursor`` span marks the place of the next letter;
    it is drawn as a sign of its own.
    """

    text: str
    role: Role = "text"


Sentence = tuple[Span, ...]

SILENCE: Final[Sentence] = ()


def card_span(card: Card) -> Span:
    """Return the span of a card."""
    return Span(card_name(card), "card")


def typed(text: str, *, selected: bool = False) -> Sentence:
    """Return typed text with the cursor behind it; the next letter replaces selected text."""
    return (Span(text, "selected" if selected else "strong"), _CURSOR) if text else (_CURSOR,)


_CURSOR: Final = Span("|", "cursor")

Part = str | int | Message | Span | Sentence
"""A part of a sentence; messages are translated, strings are not."""


def say(*parts: Part) -> Sentence:
    """Join parts into a sentence."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, Span):
            spans.append(part)
        elif isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, int | Message):
            spans.append(Span(str(part)))
        else:
            spans += part
    return tuple([span for span in spans if span.text])


def tell(message: Words, /, **parts: Part) -> Sentence:
    """Translate a message, and fill its placeholders."""
    filled: list[Part] = []
    for text, place in _pieces(_elided(translated(message), parts)):
        filled.append(text)
        if place:
            filled.append(parts[place])
    return say(*filled)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str], ...]:
    """Split a template into texts, each with the name of the placeholder behind it."""
    return tuple((text, place or "") for text, place, _, _ in Formatter().parse(template))


AND: Final = N_("{some} and {last}")
OR: Final = N_("{some} or {last}")


def listing(parts: Sequence[Part], joint: Message = AND) -> Sentence:
    """Join parts with commas, and the last with a word."""
    if len(parts) < 2:
        return say(*parts)
    some: list[Part] = []
    for part in parts[:-1]:
        some += [", ", part]
    return tell(joint, some=say(*some[1:]), last=parts[-1])


def cards(chosen: Sequence[Card], joint: Message = AND, most: int = 99) -> Sentence:
    """List cards, cutting a long list short with a count."""
    shown: list[Part] = [card_span(card) for card in chosen[:most]]
    if len(chosen) > most:
        shown.append(counted(len(chosen) - most, Plural("{n} more", "{n} more")))
    return listing(shown, joint)


def plain(sentence: Sentence) -> str:
    """Return a sentence as plain text, cards by their two-character names."""
    return "".join(span.text for span in sentence)


def broken_line(error: BaseException, path: Path | None) -> str:
    """Return the message for a crash, with the path of the log if there is one."""
    if path is None:
        kind = type(error).__name__
        return tr("something went wrong and the game had to stop: {kind}", kind=kind)
    return tr("something went wrong and the game had to stop; details are in {path}", path=path)


_UNREADABLE: Final = N_("it cannot be read")
_OF_THE_SYSTEM: Final = {
    message.text: message
    for message in (
        N_("File exists"),
        N_("File name too long"),
        N_("Is a directory"),
        N_("No space left on device"),
        N_("No such file or directory"),
        N_("Not a directory"),
        N_("Permission denied"),
        N_("Read-only file system"),
        N_("Address already in use"),
        N_("Cannot assign requested address"),
        N_("Could not determine home directory."),
    )
}
"""Messages of the system about files and ports that players may see."""


def worded(error: BaseException) -> str:
    """Return the message of an error in the player's language."""
    if isinstance(error, CuttleError):
        parts = {
            name: worded(part) if isinstance(part, BaseException) else part
            for name, part in error.parts.items()
        }
        return tr(error.message, **parts)
    if isinstance(error, OSError):
        return str(system_words(error))
    return str(_UNREADABLE)


def system_words(error: OSError) -> Message | str:
    """Return the message of the operating system, translated if we know it."""
    text = error.strerror or str(error)
    number = error.errno or 0
    if text not in _OF_THE_SYSTEM and number > 0:
        text = os.strerror(number)  # without what a library wrote around it
    return _OF_THE_SYSTEM.get(text, text)
