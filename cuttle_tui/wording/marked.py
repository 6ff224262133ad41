"""Read prose that mentions cards by their names in braces."""

from __future__ import annotations

import re
from typing import Final

from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.tongue import Message

_CARD: Final = re.compile(r"\{([0-9A-Z]{2})\}")


def marked(text: str | Message) -> Sentence:
    """Make a sentence of a text in which ``{8D}`` mentions a card; a message is translated."""
    parts = _CARD.split(str(text))
    spans = (Span(part, "card") if place % 2 else Span(part) for place, part in enumerate(parts))
    return say(*spans)


def begun_small(text: str | Message) -> str:
    """Begin a sentence with a small letter, as all do in the row of reasons."""
    told = str(text)
    return told[:1].lower() + told[1:]
