"""What the pages of the league are made of: lines and columns; how each is declared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.translation import SILENCE, Message, Role, Sentence, Span, say, tr
from cuttle_tui.kit.names import with_level
from cuttle_tui.ports.league import BracketPage, League, is_deleted
from engine.bots.levels import called


def shown_name(name: str) -> str:
    """Return a player's name as it is read: deleted accounts and residents in words."""
    if called(name) is not None:
        return with_level(name)
    return tr("deleted player {number}", number=name.split()[-1]) if is_deleted(name) else name


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, the side its texts keep to, and how they look."""

    head: str
    side: Literal["left", "right"] = "left"
    role: Role = "text"
    gap: int = 2
    """Spaces before the column."""
    spare: bool = False
    """Whether it is left out where the columns of a table have no room."""


@dataclass(slots=True)
class PageText:
    """The lines of a page, each with the player it is about."""

    me: str = ""
    """The player who reads; lines about them stand out."""
    lines: list[Sentence] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The player of each line; empty if there is none."""

    def add(self, *lines: Sentence) -> PageText:
        """Add lines about nobody."""
        self.lines += lines
        self.names += [""] * len(lines)
        return self

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        names: Sequence[str] = (),
        width: int | None = None,
    ) -> PageText:
        """Add rows under the heads of their columns.

        Args:
            columns: the columns, from the left.
            rows: the texts of each row, a text for each column.
            names: the player of each row, if rows are about players.
            width: the columns of text that there are; spare columns are left out for it.
        """
        names = ["" if _has_no_page(name) else name for name in names or [""] * len(rows)]
        rows = [[*map(shown_name, row)] for row in rows]
        columns, rows, widths = _fitting(columns, rows, width)
        heads = [column.head for column in columns]
        if any(heads):
            self.add(_line(columns, widths, heads, "quiet"))
        for row, name in zip(rows, names, strict=True):
            mine = name and name == self.me
            self.lines.append(_line(columns, widths, row, "strong" if mine else None))
            self.names.append(name)
        return self

    @property
    def width(self) -> int:
        """The columns of the widest line."""
        return max(map(_width, self.lines), default=0)

    def beside(self, other: PageText, gap: int) -> PageText:
        """Put other lines beside these, so many columns apart."""
        start = self.width + gap
        lines = [*self.lines, *[SILENCE] * (len(other.lines) - len(self.lines))]
        for place, line in enumerate(other.lines):
            blanks = Span(" " * (start - _width(lines[place])))
            lines[place] = (*lines[place], blanks, *line) if line else lines[place]
        names = [*self.names, *[""] * (len(lines) - len(self.names))]
        return PageText(self.me, lines, names)

    def append(self, other: PageText) -> PageText:
        """Add the lines of another page below these."""
        self.lines += other.lines
        self.names += other.names
        return self


def _fitting(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int | None
) -> tuple[Sequence[Column], Sequence[Sequence[str]], list[int]]:
    """Leave out spare columns, the last first, until the others fit; return their widths too."""
    heads = [column.head for column in columns]
    widths = [max(map(cell_len, texts)) for texts in zip(heads, *rows, strict=True)]
    spare = [place for place, column in enumerate(columns) if column.spare]
    if width is None or not spare or sum(widths) + sum(c.gap for c in columns) <= width:
        return columns, rows, widths
    kept = [place for place in range(len(columns)) if place != spare[-1]]
    left = [[row[place] for place in kept] for row in rows]
    return _fitting([columns[place] for place in kept], left, width)


def _width(line: Sentence) -> int:
    return sum(cell_len(span.text) for span in line)


def _has_no_page(name: str) -> bool:
    """Return whether a name is that of a deleted account, or of a resident."""
    return is_deleted(name) or called(name) is not None


def _line(
    columns: Sequence[Column], widths: Sequence[int], texts: Sequence[str], role: Role | None
) -> Sentence:
    spans = []
    last = len(columns) - 1
    for number, (column, width, text) in enumerate(zip(columns, widths, texts, strict=True)):
        shown = _fit(text, width, column.side)
        shown = shown.rstrip() if number == last else shown
        spans.append(Span(" " * column.gap + shown, role or column.role))
    return say(*spans)


def _fit(text: str, width: int, side: Literal["left", "right"]) -> str:
    if side == "right":
        return " " * (width - cell_len(text)) + text
    return set_cell_size(text, width)


# what a page declares -----------------------------------------------------------------------------


class Signs(NamedTuple):
    """The signs that join the matches of a tree."""

    across: str
    top: str
    down: str
    out: str
    bottom: str
    straight: str
    about: str
    """Before the number that a rating may be off."""
    here: str
    """Before the match that the reader is to play."""


BOX: Final = Signs("─", "┐", "│", "├", "┘", "─", "±", "▌")
ASCII: Final = Signs("-", "+", "|", "+", "+", "-", "+-", ">")


class Look(NamedTuple):
    """Who reads a page, and what it is written with."""

    me: str = ""
    width: int = 100
    """Columns at most; a bracket that needs more is listed by rounds."""
    signs: Signs = BOX
    height: int = 0
    """Rows that are there in any case."""


class Sheet(NamedTuple):
    """A page that was read."""

    write: Callable[[Look], PageText]
    championship: BracketPage | None = None
    """The championship that it shows, if it does."""


Read = Callable[[League, list[str]], Awaitable[Sheet]]
"""Reads the page that some words ask for: the usual one if there are none.

Raises ValueError if the words mean nothing, LobbyError if there is no such page.
"""


class Page(NamedTuple):
    """A command that writes a page as text, in plain mode and over ssh."""

    name: str
    usage: Message
    text: Message
    """What the help says of it."""
    read: Read

    @property
    def shortest(self) -> str:
        """The command with the words that it must have, in English."""
        return self.usage.text.partition(" [")[0]


class Issues(NamedTuple):
    """The pages that can be turned to in a list of the screen, the newest first."""

    words: list[list[str]]
    """What asks for each."""
    none: Callable[[], PageText] = PageText
    """Writes what is shown if there are none."""


class Tab(NamedTuple):
    """A list of the screen."""

    title: Message
    about: Message
    read: Read
    issues: Callable[[League], Awaitable[Issues]]
    beside: str = ""
    """The name of what stands beside it where there is room; empty for nothing."""
