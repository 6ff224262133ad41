"""Types of what is read: pages in blocks, prompts in three rows, timelines, tasks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from cuttle_tui.i18n.translation import SILENCE, Message, Part, Sentence, Span, say, tell
from cuttle_tui.kit.keymap import Command, key_words, keys_named, labelled
from engine.cards import Card

if TYPE_CHECKING:
    from cuttle_tui.kit.drawn import Drawn
    from engine.record.summary import Moment, MomentKind, Replay

Sign = Literal["target", "chosen", "barred", "frozen", "lost", "jacks", "glasses", "role"]
"""A kind of sign that can be on a card."""
Signs = tuple[tuple[Sign, Span], ...]
"""Kinds of signs, each with one as it is drawn."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stay together, below a heading or beside a card."""

    lines: tuple[Sentence, ...]
    heading: Sentence = SILENCE
    card: Card | None = None
    """The card whose rank the lines are about."""
    word: str = ""
    """Its nickname, as on the cards in hand."""
    follows: bool = False
    """It continues the block before, with no blank row between them."""
    step: str = ""
    """Its number among steps: the block lies on a plate, and its first line is what to do."""
    taps: tuple[str, ...] = ()
    """The key that a tap on each line presses, which names none; empty for a line without one."""


@dataclass(frozen=True, slots=True)
class PageText:
    """A page: what stands across it, then blocks."""

    blocks: tuple[Block, ...]
    lead: tuple[Sentence, ...] = ()
    """Lines above all columns."""
    narrowest: int = 46
    """How wide each of two columns must be; else there is one."""
    second: int = 0
    """The block that begins another column; 0 makes all about the same height."""
    code: str = ""
    """Spelled on cards where there is room, with the lines above all columns beside them."""
    spare: tuple[Block, ...] = ()
    """What is worth saying besides, where everything is in sight without scrolling."""
    brief: tuple[Block, ...] = ()
    """The same in fewer lines, where a single column would have to be scrolled."""
    single: bool = False
    """Whether no blank rows part the lines, since keys before them do."""

    def with_spare(self) -> PageText:
        """Return the page with what is worth saying besides, in columns of its own."""
        blocks = (*self.blocks, *self.spare)
        return replace(self, blocks=blocks, second=len(self.blocks), spare=())

    def tight(self) -> PageText:
        """Return the page without blank lines above the columns."""
        return replace(self, lead=tuple(line for line in self.lead if line))


class PanelBlock(NamedTuple):
    """Some lines under a title."""

    title: str
    lines: tuple[Sentence, ...]
    more: Sentence = SILENCE
    """Where the rest can be read, if some lines of this block or a later one have no room."""
    drawn: Drawn | None = None
    """What is drawn below all blocks of text; its title and lines stand where it has no room."""
    whole: bool = False
    """Whether all lines are shown or none: a list that is cut short misleads."""


PanelModel = tuple[PanelBlock, ...]


MARKS: Final[tuple[MomentKind, ...]] = ("end", "turning", "counter", "capture", "lead")
"""The kinds of moments that are marked; of several in one cell, the first of these."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Some plies of a game, and the moment that marks them."""

    first: int
    last: int
    mark: MomentKind | None = None
    at: int = 0
    """The ply of the mark."""

    @property
    def ply(self) -> int:
        """The ply that stands for the cell: its mark, or its end."""
        return self.last if self.mark is None else self.at


@dataclass(frozen=True, slots=True)
class Timeline:
    """The cells of a game, and where we are."""

    cells: tuple[Cell, ...]
    ply: int


def cells_of(replay: Replay, moments: Iterable[Moment]) -> tuple[Cell, ...]:
    """Return the deal and each turn as a cell: a play with all that answered it."""
    marked = [moment for moment in moments if moment.kind in MARKS]
    turns = groupby(range(1, replay.plies + 1), lambda ply: replay.view(ply - 1).turn)
    spans = [(0, 0), *((plies[0], plies[-1]) for plies in (list(group) for _, group in turns))]
    return tuple(_marked(first, last, marked) for first, last in spans)


def _marked(first: int, last: int, moments: Iterable[Moment]) -> Cell:
    inside = [moment for moment in moments if first <= moment.ply <= last]
    if not inside:
        return Cell(first, last)
    moment = min(inside, key=lambda moment: MARKS.index(moment.kind))
    return Cell(first, last, moment.kind, moment.ply)


def merged(cells: Sequence[Cell], most: int) -> tuple[Cell, ...]:
    """Join neighbours until at most so many cells are left; each keeps its foremost mark."""
    each = -(-len(cells) // max(1, most))
    groups = (cells[start : start + each] for start in range(0, len(cells), each))
    return tuple(map(_joined, groups))


def _joined(cells: Sequence[Cell]) -> Cell:
    first, last = cells[0].first, cells[-1].last
    marked = [(MARKS.index(cell.mark), cell) for cell in cells if cell.mark is not None]
    if not marked:
        return Cell(first, last)
    foremost = min(marked, key=lambda entry: entry[0])[1]
    return Cell(first, last, foremost.mark, foremost.at)


Fill = Literal["bar", "alarm", "wait"]
BAR_INKS: Final[dict[Fill, str]] = {"bar": "barink", "alarm": "alarmink", "wait": "waitink"}
"""The colour of text on each fill of a bar."""


class Call(NamedTuple):
    """An alert of the table."""

    kind: Literal["", "turn", "answer", "door", "over", "again"] = ""
    fill: Fill = "wait"
    line: Sentence = SILENCE
    clock: str = ""
    """The time the seat has left, if its clock runs."""
    what: Sentence = SILENCE
    """The line without the way back: who wants another game, or what is waited for."""


NO_CALL: Final = Call()


class Upright(NamedTuple):
    """What a prompt says otherwise in an upright window; whatever is empty is as elsewhere."""

    options: tuple[Sentence, ...] = ()
    """What stands on buttons, the first above all; the rest is a line of the help."""
    sentence: Sentence = SILENCE
    progress: str = ""
    """After the head: which of several steps this is."""
    calm: bool = False
    """Whether a game is over that the reader has not won: a gold bar has the colour of a wait."""
    how: Sentence = SILENCE
    """How it is done, where there is no other reason."""
    plain: bool = False
    """Whether no button stands out, since what is wanted next is a card."""
    banner: bool = False
    """Whether the bar has a row more: the reader has won."""
    call: Call = NO_CALL
    """What the reason calls for: a button says the way back."""
    told_above: bool = False
    """Whether what is above the bar says its head too, which yields to a long sentence then."""


AS_ELSEWHERE: Final = Upright()


class CardsBeside(NamedTuple):
    """Cards at the right of those that the tray has."""

    label: Sentence
    cards: int
    after: int
    """How many the tray has."""
    briefly: Sentence = SILENCE
    """Whose they are, where the label has no room."""


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
    named: tuple[Sentence, ...] = ()
    """Their names alone, for buttons that would be too low otherwise."""
    timeline: Timeline | None = None
    """Drawn in the rest of the bar."""
    story: Sentence = SILENCE
    """Told in the rows of the reason, where the band is too low for it."""
    brief_story: Sentence = SILENCE
    """The story where it has one row."""
    upright: Upright = AS_ELSEWHERE
    spare: Sentence = SILENCE
    """The reason, if it is worth less than buttons of full height, and can be read elsewhere."""
    tapped: tuple[str, ...] = ()
    """Keys that taps on the cards do without."""
    taken: str | None = None
    """The key of the option that enter takes, on gold; empty: none, None: the first button."""
    offered: str = ""
    """The key of the option on gold where enter takes none: what most want, or the marked card."""
    cards: Sentence = SILENCE
    """Whose cards the tray has, where no hand is meant; told above them in an upright window."""
    beside: CardsBeside | None = None
    warnings: tuple[Sentence, ...] = ()
    """What no reason may hide, in full and in fewer words: told in the bar beside another one."""


def held_upright(prompt: Prompt) -> Prompt:
    """Return a prompt as it is in an upright window."""
    options, sentence, progress, calm, how, *_, call, _ = prompt.upright
    why = call.what if call.what and prompt.why == call.line else prompt.why
    prompt = replace(
        prompt,
        fill="wait" if calm and prompt.fill == "bar" else prompt.fill,
        head=f"{prompt.head} {progress}".rstrip(),
        sentence=sentence or prompt.sentence,
        why=why or how,
        spare=prompt.spare or how,
    )
    if not options:
        return prompt
    prompt = replace(prompt, shorter=(), shortest=(), named=(), offered="")
    return replace(prompt, options=options, taken=None)


def called(prompt: Prompt, call: Call) -> Prompt:
    """Return a prompt whose bar and reason tell what a table below waits for."""
    upright = prompt.upright._replace(call=call)
    return replace(prompt, fill=call.fill, why=call.line, upright=upright)


@dataclass(frozen=True, slots=True)
class KeysModel:
    """The last row: hints on the left, the place on the right."""

    hints: tuple[tuple[str, str], ...]
    right: str
    upright: tuple[tuple[str, str], ...] = ()
    """The only hints in an upright window; empty for all."""
    yields: bool = False
    """Whether the place is left out before a hint is."""


def option(key: str | Command[Any], *label: Part, target: bool = False) -> Sentence:
    """Word an option: its key or command, then what it does; by default, what the command says."""
    named = key_words(key) if isinstance(key, str) else keys_named((key.key,))
    if not label and not isinstance(key, str):
        label = (key.label or key.hint,)
    return say(Span(named, "target" if target else "key"), " ", *label)


def options_of(commands: Iterable[Command[Any]], screen: object) -> tuple[Sentence, ...]:
    """Return the options of a screen's bar: each command that has a label there and works now."""
    return tuple(say(Span(keys, "key"), " ", label) for keys, label in labelled(commands, screen))


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
    brief: Sentence = SILENCE
    """The last line of the story in fewer words, if a low window needs them."""
    progress: str = ""
    """The same in numbers alone, as 2/6."""
    draws: bool = False
    """Whether drawing a card is the task."""
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
