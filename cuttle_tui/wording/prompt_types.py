"""Types of prompts: the three rows, and the question behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from cuttle_tui.i18n.rich_text import SILENCE, Part, Sentence, Span, say
from cuttle_tui.keymap.commands import Command
from cuttle_tui.keymap.names import key_words
from cuttle_tui.table.choices import Aim, Choice
from cuttle_tui.table.timeline import Timeline
from cuttle_tui.wording.names import Names
from engine.cards import Card
from engine.play.view import View

Fill = Literal["bar", "alarm", "wait"]
BAR_INKS: Final[dict[Fill, str]] = {"bar": "barink", "alarm": "alarmink", "wait": "waitink"}
"""The colour of text on each fill of a bar."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The three rows below the table."""

    fill: Fill
    head: str
    """The first words of the bar, in capitals."""
    sentence: Sentence
    options: tuple[Sentence, ...] = ()
    why: Sentence = SILENCE
    shorter: tuple[Sentence, ...] = ()
    """Shorter options for a narrow row; empty to cut the options instead."""
    shortest: tuple[Sentence, ...] = ()
    """The same in fewer words, where even those have no room."""
    timeline: Timeline | None = None
    """Drawn in the rest of the bar."""
    story: Sentence = SILENCE
    """Told in the rows of the reason, where the band is too low for it."""


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a prompt depends on."""

    view: View
    seat: int
    names: Names
    choice: Choice
    aims: Sequence[Aim] = ()
    barred: Sequence[Card] = ()
    """Cards that look like targets but cannot be targeted."""
    bearers: Sequence[tuple[Card, Card]] = ()
    """Each jack on the table with the card under it."""
    away: tuple[int | None, ...] = ()
    """Seconds until the seat of each absent player may be claimed."""
    claimable: bool = False
    may_call_off: bool = False
    skippable: bool = False
    """A setting can skip a question that the reader's hand cannot answer."""
    clocks: tuple[int, ...] = ()
    """Seconds each seat has left, where there are clocks."""
    vacations: tuple[str, ...] = ()
    """Until when each seat is on vacation, at correspondence tables."""


def option(key: str | Command[Any], *label: Part, target: bool = False) -> Sentence:
    """Word an option: its key or command, then what it does."""
    named = key_words(key if isinstance(key, str) else key.key)
    return say(Span(named, "target" if target else "key"), " ", *label)
