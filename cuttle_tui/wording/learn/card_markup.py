"""Turn texts with cards in braces into sentences."""

from __future__ import annotations

import re
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, say, tell
from cuttle_tui.i18n.translation import Message

_CARD: Final = re.compile(r"\{([0-9A-Z]{2})\}")


def marked(text: str | Message) -> Sentence:
    """Turn a text with cards such as ``{8D}`` into a sentence; translate a message."""
    parts = _CARD.split(str(text))
    spans = (Span(part, "card") if place % 2 else Span(part) for place, part in enumerate(parts))
    return say(*spans)


def task_line(task: str | Message) -> Sentence:
    """Write the task into the row of reasons."""
    # Translators: the task begins with a small letter here.
    return tell("task: {task}", task=marked(_in_row(task)))


def hint_line(hint: str | Message) -> Sentence:
    """Write the hint into the row of reasons."""
    # Translators: the hint begins with a small letter here.
    return tell("hint: {hint}", hint=marked(_in_row(hint)))


def _in_row(text: str | Message) -> str:
    """Begin with a small letter and drop the full stop, as in all of that row."""
    told = str(text).removesuffix(".")
    return told[:1].lower() + told[1:]
