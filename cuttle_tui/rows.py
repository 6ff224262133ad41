"""Build the rows of a zone from pieces of text, and turn them into strips.

A `Sheet` knows roles, not colours, and nothing of Textual's widgets: a zone is drawn by putting
pieces at columns; the gaps are filled with the ground of the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from cuttle_tui.glyphs import Glyphs, is_red
from cuttle_tui.palette import DARK, Ink, Palette
from cuttle_tui.prose import Sentence, Span
from engine.cards import parse_card


class Piece(NamedTuple):
    """Text at a column of a row."""

    x: int
    text: str
    ink: Ink


class Sheet:
    """The rows of one zone, in roles."""

    def __init__(self, width: int, height: int, ground: str = "felt") -> None:
        self.width = width
        self.height = height
        self.grounds = [ground] * height
        self._rows: list[list[Piece]] = [[] for _ in range(height)]

    def put(
        self,
        x: int,
        y: int,
        text: str,
        fore: str = "ink",
        *,
        ground: str | None = None,
        bold: bool = False,
    ) -> int:
        """Put text at a cell, on the row's ground unless told; tell the column after it."""
        if 0 <= y < self.height and text:
            ink = Ink(fore, ground or self.grounds[y], bold)
            self._rows[y].append(Piece(x, text, ink))
        return x + (len(text) if text.isascii() else cell_len(text))

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Fill a rectangle; pieces put there later lie over it."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, ground=ground)

    def strips(self, palette: Palette) -> list[Strip]:
        """Paint the rows."""
        return [
            _strip(row, ground, self.width, palette)
            for row, ground in zip(self._rows, self.grounds, strict=True)
        ]

    def texts(self) -> list[str]:
        """Give the rows as plain text."""

        return [strip.text.rstrip() for strip in self.strips(DARK)]


def _strip(row: list[Piece], ground: str, width: int, palette: Palette) -> Strip:
    runs: list[tuple[str, Ink]] = []
    column = 0
    for piece in _flatten(row):
        if piece.x >= width:
            break
        if piece.x > column:
            _join(runs, " " * (piece.x - column), Ink("ink", ground))
            column = piece.x
        text = piece.text
        length = len(text) if text.isascii() else cell_len(text)
        if column + length > width:
            text = set_cell_size(text, width - column)
            length = width - column
        _join(runs, text, piece.ink)
        column += length
    if column < width:
        _join(runs, " " * (width - column), Ink("ink", ground))
    return Strip([Segment(text, palette.style(ink)) for text, ink in runs], width)


def _join(runs: list[tuple[str, Ink]], text: str, ink: Ink) -> None:
    """Add text to the last run where no difference could be seen: blanks show only ground."""
    if runs:
        last, before = runs[-1]
        if before == ink or (before.ground == ink.ground and text.isspace()):
            runs[-1] = (last + text, before)
            return
        if before.ground == ink.ground and last.isspace():
            runs[-1] = (last + text, ink)
            return
    runs.append((text, ink))


def _flatten(row: list[Piece]) -> list[Piece]:
    """Sort pieces by column; a later piece cuts what it covers of earlier ones."""
    flat: list[Piece] = []
    for piece in row:
        if flat and piece.x < flat[-1].x + cell_len(flat[-1].text):
            flat = [part for old in flat for part in _around(old, piece)]
        flat.append(piece)
        flat.sort(key=_column)
    return flat


def _column(piece: Piece) -> int:
    return piece.x


def _around(old: Piece, new: Piece) -> Iterable[Piece]:
    left, right = new.x, new.x + cell_len(new.text)
    end = old.x + cell_len(old.text)
    if end <= left or old.x >= right:
        return (old,)
    parts = []
    if old.x < left:
        parts.append(Piece(old.x, set_cell_size(old.text, left - old.x), old.ink))
    if end > right:
        parts.append(Piece(right, old.text[right - old.x :], old.ink))
    return parts


_ROLE_INKS: Final = {"strong": ("ink", True), "key": ("key", True), "target": ("tkey", True)}


def put_sentence(
    sheet: Sheet,
    x: int,
    y: int,
    sentence: Sentence,
    glyphs: Glyphs,
    *,
    fore: str = "ink",
    coloured: bool = True,
    stop: int | None = None,
) -> int:
    """Put a sentence at a cell, cards by their signs; tell the column after it.

    Args:
        sheet: what is drawn on.
        x: the column to begin at.
        y: the row.
        sentence: what to say.
        glyphs: the signs to use.
        fore: the colour of plain text.
        coloured: whether cards and keys get colours of their own, or keep `fore`.
        stop: the column not to be reached; what goes beyond is cut.
    """
    for span in sentence:
        text, ink, bold = _span_look(span, glyphs, fore, coloured)
        if stop is not None and x + cell_len(text) > stop:
            text = set_cell_size(text, max(0, stop - x))
        x = sheet.put(x, y, text, ink, bold=bold)
    return x


def _span_look(span: Span, glyphs: Glyphs, fore: str, coloured: bool) -> tuple[str, str, bool]:
    if span.role == "card":
        card = parse_card(span.text)
        colour = ("fR" if is_red(card) else "fS") if coloured else fore
        return glyphs.index(card), colour, True
    if span.role == "text":
        return span.text, fore, False
    if span.role == "quiet":
        return span.text, "quiet" if coloured else fore, False
    colour, bold = _ROLE_INKS[span.role]
    return span.text, colour if coloured else fore, bold


def sentence_width(sentence: Sentence, glyphs: Glyphs) -> int:
    """Tell how many cells a sentence takes."""
    return sum(
        len(glyphs.index(parse_card(span.text))) if span.role == "card" else cell_len(span.text)
        for span in sentence
    )


def wrap(sentence: Sentence, width: int, glyphs: Glyphs, indent: str = "  ") -> list[Sentence]:
    """Break a sentence at blanks into lines; all but the first are indented."""
    lines: list[list[Span]] = [[]]
    used = 0
    for word in _words(sentence):
        size = sentence_width(tuple(word), glyphs)
        blank = word[0].text == " "
        if used and used + size > width and not blank and used > len(indent):
            lines.append([Span(indent)] if indent else [])
            used = len(indent)
        elif blank and used + size >= width:
            continue
        lines[-1] += word
        used += size
    return [tuple(line) for line in lines]


def _words(sentence: Sentence) -> Iterable[list[Span]]:
    """Part a sentence into words, each of one span or more, and single blanks."""
    word: list[Span] = []
    for span in sentence:
        parts = [span.text] if span.role == "card" else _BLANKS.split(span.text)
        for part in parts:
            if part == " ":
                if word:
                    yield word
                yield [Span(" ", span.role)]
                word = []
            elif part:
                word.append(Span(part, span.role))
    if word:
        yield word


_BLANKS: Final = re.compile("( )")
