"""Texts that a lesson or a puzzle adds to its table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import Message
from cuttle_tui.wording.prompt_types import Prompt


@dataclass(frozen=True, slots=True)
class Guidance:
    """The texts a lesson or puzzle adds to its table."""

    head: str
    """The first words of the bar while no card is chosen."""
    task: Sentence
    reminder: Sentence
    """The task for the row of reasons, while the bar asks something else."""
    story: tuple[Sentence, ...]
    """Shown in the band until something has happened."""
    where: str
    """Which step or puzzle this is, for the last row."""
    hint: Sentence = SILENCE
    verdict: Prompt | None = None
    """The result, once there is one."""
    lesson: tuple[Sentence, ...] = ()
    """Shown in the band with the verdict; empty to show the last events."""
    course: tuple[Sentence, ...] = ()
    """Above the log where it has a column: a title, all there is to learn, where the reader is."""
    plate: bool = False
    """Whether those lines take the whole band, and the reader's cards are filled: it is done."""


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
