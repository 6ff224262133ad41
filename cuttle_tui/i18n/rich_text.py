"""Sentences as spans of text with roles, and errors as sentences."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Final, Literal, NamedTuple

from cuttle_tui.i18n.translation import N_, Message, Words, tr, translated
from engine.cards import Card, card_name
from engine.errors import CuttleError

Role = Literal["text", "strong", "card", "key", "target", "quiet", "cursor", "selected"]


class Span(NamedTuple):
    """A run of text; a ``card`` span holds the two-character name of a card.

    A ``cursor`` span marks the place of the next letter; it is drawn as a sign of its own.
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
    for text, place in _pieces(translated(message)):
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
        shown.append(tr("{number} more", number=len(chosen) - most))
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
