"""Build the rows of a zone from pieces of text, and render them as strips that are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter, ne
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip

from cuttle_tui.drawing.palette import DEFAULT, SOLID, Glyphs, Ink, Palette, suit_of
from cuttle_tui.i18n.translation import Sentence, Span
from engine.cards import parse_card

K = TypeVar("K")
V = TypeVar("V")


@lru_cache(maxsize=4096)
def width_of(text: str) -> int:
    """Return how many cells a text takes; cached, as most texts are drawn again and again."""
    return len(text) if text.isascii() else cell_len(text)


class _NoCache(FIFOCache[Any, Any]):
    """A cache that stores nothing."""

    def set(self, key: object, value: object) -> None:
        """Store nothing."""

    __setitem__ = set


_NO_CACHE: Final = _NoCache(0)


class ZoneStrip(Strip):
    """A row of a zone, or a part of one."""

    def __init__(self, segments: Iterable[Segment], cell_length: int) -> None:
        self._segments = list(segments)
        self._cell_length = cell_length
        self._divide_cache = self._crop_cache = self._style_cache = _NO_CACHE
        self._filter_cache = self._line_length_cache = _NO_CACHE
        self._crop_extend_cache = self._offsets_cache = _NO_CACHE
        self._render_cache = None
        self._link_ids = None
        self._cell_count = None

    def crop(self, start: int, end: int | None = None) -> Strip:
        """Return the cells from `start` up to `end`."""
        start = max(0, start)
        end = self.cell_length if end is None else min(end, self.cell_length)
        if start == 0 and end == self.cell_length:
            return self
        if end <= start:
            return ZoneStrip([], 0)
        parts: list[Segment] = []
        column = 0
        for segment in self._segments:
            if column >= end:
                break
            left, column = column, column + width_of(segment.text)
            if column <= start:
                continue
            if left < start:
                segment = segment.split_cells(start - left)[1]
            if column > end:
                segment = segment.split_cells(end - max(left, start))[0]
            parts.append(segment)
        return ZoneStrip(parts, end - start)


Piece = tuple[int, str, Ink]
"""Text at a column of a row."""
Run = tuple[str, Ink]
"""Text that looks the same, and follows the run before it."""
_column = itemgetter(0)

_ink = lru_cache(maxsize=1024)(Ink)
"""Return an ink; cached, because every cell has an ink and only a few dozen differ."""


class Part(NamedTuple, Generic[V]):
    """A part of a zone as it was drawn."""

    under: object
    """What it depends on."""
    pieces: list[list[Piece]]
    """What it put on each row."""
    drawn: V


class Sheet:
    """The rows of a zone, in colour roles."""

    def __init__(self, width: int, height: int, ground: str = "felt") -> None:
        self.width = width
        self.height = height
        self._ground = ground
        self.grounds = [ground] * height
        self.parts: dict[object, Part[Any]] | None = None
        """What earlier sheets of the same zone drew, where that is kept."""
        self._rows: list[list[Piece]] = [[] for _ in range(height)]

    def ground_of(self, y: int) -> str:
        """Return the ground of a row; rows outside the sheet have that of the nearest."""
        return self.grounds[min(max(y, 0), self.height - 1)] if self.grounds else self._ground

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
        """Put text at a cell, by default on the row's ground; return the column after it."""
        if 0 <= y < self.height and text:
            ink = _ink(fore, ground or self.grounds[y], bold)
            self._rows[y] += _solid(x, text, ink) if SOLID in text else ((x, text, ink),)
        return x + width_of(text)

    def at(self, x: int, y: int) -> tuple[str, Ink]:
        """Return what is seen at a cell so far, and how it looks; narrow characters only.

        Nothing is seen below the last row.
        """
        if y >= self.height:
            return " ", _ink("ink", "felt", False)
        for start, text, ink in reversed(self._rows[y]):
            if start <= x < start + len(text):
                return text[x - start], ink
        return " ", _ink("ink", self.grounds[y], False)

    def pieces(self) -> tuple[tuple[Piece, ...], ...]:
        """Return what was put on each row as pieces side by side, to be laid on another sheet."""
        return tuple(
            tuple(_placed(_runs_of(row, _UNTOUCHED, self.width)) if row else ())
            for row in self._rows
        )

    def lay(self, x: int, y: int, pieces: Sequence[Sequence[Piece]]) -> None:
        """Lay the rows of another sheet on this one, from a cell on."""
        for row, laid in enumerate(pieces, y):
            if 0 <= row < self.height:
                self._rows[row] += [(x + column, text, ink) for column, text, ink in laid]

    def part(self, name: object, rows: Iterable[int], reads: object, draw: Callable[[], V]) -> V:
        """Draw a part of a zone: as it was drawn last, if all that it depends on is the same.

        Args:
            name: tells it from other parts.
            rows: those where it depends on what lies there already.
            reads: everything else it depends on.
            draw: puts it on this sheet.
        """
        if self.parts is None:
            return draw()
        under = reads, [*self.grounds], [[*row] for y in rows for row in self._rows[y : y + 1]]
        kept: Part[V] | None = self.parts.get(name)
        if kept is None or kept.under != under:
            before = [*map(len, self._rows)]
            drawn = draw()
            added = [row[start:] for row, start in zip(self._rows, before, strict=True)]
            self.parts[name] = Part(under, added, drawn)
            return drawn
        for row, pieces in zip(self._rows, kept.pieces, strict=True):
            row += pieces
        return kept.drawn

    def take(self, rows: range, other: Sheet) -> None:
        """Take over rows of another sheet, where that is known to look the same."""
        self._rows[rows.start : rows.stop] = other._rows[rows.start : rows.stop]
        self.grounds[rows.start : rows.stop] = other.grounds[rows.start : rows.stop]

    def is_blank(self, y: int) -> bool:
        """Return whether nothing was put on a row."""
        return not self._rows[y]

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Fill a rectangle; later pieces cover it."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, ground=ground)

    def strips(self, palette: Palette, before: Painted | None = None) -> list[Strip]:
        """Render the rows as strips.

        Args:
            palette: the colours.
            before: an earlier sheet of the same size and palette; equal rows are reused.
        """
        rows = zip(self._rows, self.grounds, strict=True)
        if before is None:
            return [_strip(row, ground, self.width, palette) for row, ground in rows]
        sheet, strips = before
        return [
            strip if row == old and ground == under else _strip(row, ground, self.width, palette)
            for (row, ground), old, under, strip in zip(
                rows, sheet._rows, sheet.grounds, strips, strict=True
            )
        ]

    def texts(self) -> list[str]:
        """Return the rows as plain text."""
        return [strip.text.rstrip() for strip in self.strips(DEFAULT)]


def _solid(x: int, text: str, ink: Ink) -> Iterator[Piece]:
    """Yield the parts of a text with full cells, those as blanks on a ground of the text's ink."""
    for run in _SOLIDS.finditer(text):
        part = run.group().replace(SOLID, " ")
        ground = ink.ground if part == run.group() else ink.fore
        yield x + run.start(), part, ink._replace(ground=ground)


_SOLIDS: Final = re.compile(f"{SOLID}+|[^{SOLID}]+")
Painted = tuple[Sheet, list[Strip]]
"""A sheet and its rendered rows."""


def _strip(row: list[Piece], ground: str, width: int, palette: Palette) -> Strip:
    """Render the pieces of a row; where they overlap, the later covers the earlier."""
    if not row:
        return blank_row(ground, width, palette)
    styles, runs = palette.styles, _runs_of(row, _ink("ink", ground, False), width)
    return ZoneStrip([Segment(text, styles[ink]) for text, ink in runs], width)


def _runs_of(row: list[Piece], plain: Ink, width: int) -> list[Run]:
    """Return the cells of a row as runs; `plain` is the look of cells on which nothing was put."""
    runs = _side_by_side(row, plain, width) or _covering(row, plain, width)
    if not runs:
        return []
    joined: list[Run] = []
    last, before = runs[0]
    for text, ink in runs[1:]:
        if before == ink or (before.ground == ink.ground and text.isspace()):
            last += text
        elif before.ground == ink.ground and last.isspace():
            last, before = last + text, ink
        else:
            joined.append((last, before))
            last, before = text, ink
    joined.append((last, before))
    return joined


def _placed(runs: Iterable[Run]) -> Iterator[Piece]:
    """Yield runs with their columns, but for cells on which nothing was put."""
    x = 0
    for text, ink in runs:
        if ink is not _UNTOUCHED:
            yield x, text, ink
        x += width_of(text)


_UNTOUCHED: Final = Ink("", "")


def _side_by_side(row: list[Piece], plain: Ink, width: int) -> list[Run]:
    """Fill the gaps between the pieces of a row; return nothing if one covers another or is cut."""
    runs: list[Run] = []
    column = 0
    for x, text, ink in sorted(row, key=_column):
        size = len(text)
        if x < column or x + size > width or width_of(text) != size:
            return []
        if x > column:
            runs.append((" " * (x - column), plain))
        runs.append((text, ink))
        column = x + size
    if column < width:
        runs.append((" " * (width - column), plain))
    return runs


def _covering(row: list[Piece], plain: Ink, width: int) -> list[Run]:
    """Put the pieces of a row into its cells, in order, and part these where a piece began."""
    cells = [" "] * width
    inks = [plain] * width
    edges, halves = {0, width}, False
    for x, text, ink in row:
        room = max(0, width - x)
        wide = width_of(text) != len(text)
        laid: Sequence[str] = _wide_cells(text, room) if wide else text[:room]
        if not laid:
            continue
        stop = x + len(laid)
        halves = halves or wide
        if halves:
            # blank the remaining half of wide characters that will be half covered
            if x < len(cells) and not cells[x]:
                cells[x - 1] = " "
            if stop < len(cells) and not cells[stop]:
                cells[stop] = " "
        cells[x:stop] = laid
        inks[x:stop] = [ink] * len(laid)
        edges.update((x, stop))
    return [("".join(cells[start:stop]), inks[start]) for start, stop in pairwise(sorted(edges))]


@lru_cache(maxsize=256)
def blank_row(ground: str, width: int, palette: Palette) -> Strip:
    """Render a row with nothing on it."""
    return ZoneStrip([Segment(" " * width, palette.styles[_ink("ink", ground, False)])], width)


def _wide_cells(text: str, room: int) -> Sequence[str]:
    """Return the text of each cell; the second cell of a wide character is empty."""
    cells: list[str] = []
    for char in set_cell_size(text, min(width_of(text), room)):
        width = cell_len(char)
        if width:
            cells += (char, *("",) * (width - 1))
        elif cells:
            cells[-1] += char
    return cells


_BRIDGED: Final = 4
"""How many cells that do not differ are sent along: a move of the cursor has as many bytes."""
_RUNS: Final = re.compile(rb"\x01+(?:\x00{1,%d}\x01+)*" % _BRIDGED)
"""What is sent in one go, of cells of one look with 1 if they differ."""


def changed_spans(old: Strip, new: Strip) -> list[tuple[int, int]]:
    """Return from where to where the cells of a row differ from those of an equally long one.

    Cells between are left out, unless it is shorter to send them than to move over them.
    """
    if old is new:
        return []
    before, after = list(old), list(new)
    while before and after and before[-1] == after[-1]:
        before.pop()
        after.pop()
    spans: list[tuple[int, int]] = []
    for start, stop, look_began in _differences(before, after):
        first, last = spans[-1] if spans else (0, -_BRIDGED - 1)
        if start - last <= _BRIDGED and not last <= look_began < start:
            spans[-1] = first, stop
        else:
            spans.append((start, stop))
    return spans


def _differences(
    before: Iterable[Segment], after: Iterable[Segment]
) -> Iterator[tuple[int, int, int]]:
    """Give where two rows differ, and where a look began last before that.

    A palette has one object for each look.
    """
    olds, x, old_start, old_stop, begin = iter(before), 0, 0, 0, 0
    was, worn = _cells_of(""), None
    for text, look, _ in after:
        now, earlier, begin = _cells_of(text), begin, x
        while x < begin + len(now):
            if x == old_stop:
                covered, worn, _ = next(olds)
                was = _cells_of(covered)
                old_start, old_stop = x, x + len(was)
                continue
            stop = min(begin + len(now), old_stop)
            one, other = was[x - old_start : stop - old_start], now[x - begin : stop - begin]
            if worn is not look:
                yield x, stop, begin if x > begin else earlier
            elif one != other:
                for run in _RUNS.finditer(bytes(map(ne, one, other))):
                    at = x + run.start()
                    yield at, x + run.end(), begin if at > begin else earlier
            x = stop


def _cells_of(text: str) -> Sequence[str]:
    """Return the text of each cell: the second one of a wide character is its own."""
    width = width_of(text)
    if width == len(text):
        return text
    halves = _wide_cells(text, width)
    return [half or f"{left}." for left, half in pairwise(("", *halves))]


_ROLE_INKS: Final = {
    "strong": ("ink", True),
    "line": ("ink", True),
    "key": ("key", True),
    "target": ("tkey", True),
    "selected": ("selink", True),
    "plate": ("ink", False),
    "plate-strong": ("ink", True),
    "plate-quiet": ("quiet", False),
    "refusal": ("threat", False),
    "won": ("goalink", True),
}
_PLATES: Final = ("plate", "plate-strong", "plate-quiet")
_ROLE_GROUNDS: Final = {"selected": "sel", **dict.fromkeys(_PLATES, "band")}


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
    ground: str | None = None,
) -> int:
    """Put a sentence at a cell, cards by their signs; return the column after it.

    Args:
        sheet: the sheet to draw on.
        x: the first column.
        y: the row.
        sentence: the text.
        glyphs: the signs to use.
        fore: the colour of plain text.
        coloured: whether cards and keys get colours of their own, or keep `fore`.
        stop: the column at which longer text is cut off and marked.
        ground: what the text lies on, by default the ground of the row.
    """
    for span in sentence:
        text, ink, bold = _span_look(span, glyphs, fore, coloured)
        under = _ROLE_GROUNDS.get(span.role, ground)
        if stop is not None and x + cell_len(text) > stop:
            cut = fitted(text, stop - x)
            return sheet.put(min(x, stop - 1), y, cut, ink, ground=ground, bold=bold)
        x = sheet.put(x, y, text, ink, ground=under, bold=bold)
    return x


_CUT: Final = "~"
"""Marks text that was cut off."""


def fitted(text: str, room: int) -> str:
    """Cut a text that is too long for its columns, and mark the cut."""
    return text if cell_len(text) <= room else set_cell_size(text, max(0, room - 1)) + _CUT


def _span_look(span: Span, glyphs: Glyphs, fore: str, coloured: bool) -> tuple[str, str, bool]:
    if span.role == "card":
        card = parse_card(span.text)
        colour = "f" + suit_of(card) if coloured else fore
        return glyphs.index(card), colour, True
    if span.role == "text":
        return span.text, fore, False
    if span.role == "cursor":
        return glyphs.cursor, fore, True
    if span.role == "quiet":
        return span.text, "quiet" if coloured else fore, False
    colour, bold = _ROLE_INKS[span.role]
    return span.text, colour if coloured else fore, bold


def sentence_width(sentence: Sentence, glyphs: Glyphs) -> int:
    """Return how many cells a sentence takes."""
    cells = 0
    for text, role in sentence:
        cells += len(glyphs.index(parse_card(text))) if role == "card" else cell_len(text)
    return cells


def wrap(sentence: Sentence, width: int, glyphs: Glyphs, indent: str = "  ") -> list[Sentence]:
    """Wrap a sentence at blanks; all lines but the first are indented.

    The last line has more than a word, and a third of the columns, if the line before it can spare
    some; a number does not end a line.
    """
    if sentence_width(sentence, glyphs) <= width:
        return [sentence]
    lines: list[list[_Word]] = [[]]
    used, blanks, worded = 0, list[_Word](), False
    for word in _words(sentence):
        if _is_blank(word):
            blanks.append(word)
            continue
        size = sentence_width(word, glyphs)
        if worded and used + len(blanks) + size > width:
            lines.append(_taken_along(lines[-1]))
            used = len(indent) + _wide(lines[-1], glyphs)
            blanks = blanks[:1] if lines[-1] else []
        lines[-1] += [*blanks, word]
        used, blanks, worded = used + len(blanks) + size, [], True
    if len(lines) > 1:
        _keep_company(lines[-2], lines[-1], width - len(indent), glyphs)
    first, *rest = (tuple(span for word in line for span in word) for line in lines)
    return [first, *((Span(indent), *line) if indent else line for line in rest)]


def _taken_along(line: list[_Word]) -> list[_Word]:
    """Take a number from the end of a line, to stand before what it counts."""
    if len(line) <= 2 or not "".join(span.text for span in line[-1]).isdigit():
        return []
    *_, number = line
    del line[-2:]
    return [number]


def _keep_company(before: list[_Word], last: list[_Word], room: int, glyphs: Glyphs) -> None:
    """Give a last line of little from the one before, unless that leaves a word alone there."""
    wide = _wide(last, glyphs)
    while (len(last) == 1 or wide * _LITTLE < room) and len(before) >= _SPARES:
        gap, blank, word = before[-3:]
        wide += _wide((word, blank), glyphs)
        if _is_blank(gap) or not _is_blank(blank) or wide > room:
            return
        last[:0] = [word, blank]
        del before[-2:]


def _wide(words: Iterable[_Word], glyphs: Glyphs) -> int:
    return sum(sentence_width(word, glyphs) for word in words)


def _is_blank(word: _Word) -> bool:
    return word[0].text == " " and word[0].role not in _PLATES  # which would end with its text


def _words(sentence: Sentence) -> Iterable[_Word]:
    """Split a sentence into words, which may take several spans, and single blanks."""
    word: list[Span] = []
    for span in sentence:
        parts = [span.text] if span.role == "card" else _BLANKS.split(span.text)
        for part in parts:
            if part == " ":
                if word:
                    yield tuple(word)
                yield (Span(" ", span.role),)
                word = []
            elif part:
                word.append(Span(part, span.role))
    if word:
        yield tuple(word)


_Word: TypeAlias = tuple[Span, ...]
"""A word or a blank, as the spans it is written in."""
_LITTLE: Final = 3
"""The part of a line that a last one has at least."""
_SPARES: Final = 5
"""Words and blanks of a line that can spare a word: three words, and what is between them."""
_BLANKS: Final = re.compile(r"( )(?![:;?!](?: |$))")
"""Blanks at which a line may break: not before punctuation set off by a space, as in French."""
_MOST: Final = 6


class Recent(Generic[K, V]):
    """The last few values, found by what they were worked out from, which is compared."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: list[tuple[K, V]] = []

    def find(self, key: K) -> V | None:
        """Return the value of a key; None if it is not kept."""
        return next((value for kept, value in self._kept if kept == key), None)

    def add(self, key: K, value: V) -> V:
        """Keep a value, and drop the oldest of too many."""
        self._kept = [*self._kept[1 - _MOST :], (key, value)]
        return value

    def clear(self) -> None:
        """Drop all values."""
        self._kept = []


class Latest(Generic[K, V]):
    """The last value, until what it was worked out from changes."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[K, V] | None = None

    def at(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, worked out if it is not the last one."""
        if self._kept is None or self._kept[0] != key:
            self._kept = key, make()
        return self._kept[1]
