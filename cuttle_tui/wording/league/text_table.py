"""Lay out a table of text: columns as wide as what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.rich_text import Role, Sentence, Span, say


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, the side its texts keep to, and how they look."""

    head: str
    side: Literal["left", "right"] = "left"
    role: Role = "text"
    gap: int = 2
    """Spaces before the column."""


def text_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], strong: Sequence[int] = ()
) -> list[Sentence]:
    """Lay out rows under their heads.

    Args:
        columns: the columns, from the left.
        rows: the texts of each row, a text for each column.
        strong: the numbers of the rows that stand out.
    """
    heads = [column.head for column in columns]
    widths = [max(map(cell_len, texts)) for texts in zip(heads, *rows, strict=True)]
    lines = [_line(columns, widths, heads, "quiet")]
    for number, row in enumerate(rows):
        lines.append(_line(columns, widths, row, "strong" if number in strong else None))
    return lines


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
