"""Represent a sentence as spans of text with a role, so that words and looks stay apart."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.cards import Card, card_name

Role = Literal["text", "strong", "card", "key", "target", "quiet"]


class Span(NamedTuple):
    """A run of text; a ``card`` span holds the two-character name of a card."""

    text: str
    role: Role = "text"


Sentence = tuple[Span, ...]

SILENCE: Final[Sentence] = ()


def card_span(card: Card) -> Span:
    """Mention a card."""
    return Span(card_name(card), "card")


def say(*parts: str | Span | Sentence) -> Sentence:
    """Join strings, spans and sentences into one sentence."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, Span):
            spans.append(part)
        else:
            spans.extend(part)
    return tuple(span for span in spans if span.text)


def listing(parts: list[Sentence], last: str = " and ") -> Sentence:
    """Join sentences with commas, and a word before the last."""
    joined: Sentence = ()
    for index, part in enumerate(parts):
        if index:
            joined = say(joined, last if index == len(parts) - 1 else ", ")
        joined = say(joined, part)
    return joined


def cards(chosen: tuple[Card, ...] | list[Card], last: str = " and ", most: int = 99) -> Sentence:
    """List cards, cutting a long list short with a count."""
    shown = [say(card_span(card)) for card in chosen[:most]]
    if len(chosen) > most:
        shown.append(say(f"{len(chosen) - most} more"))
    return listing(shown, last)


def plain(sentence: Sentence) -> str:
    """Write a sentence without its roles, cards by their two-character names."""
    return "".join(span.text for span in sentence)
