"""Format rows as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.cells import cell_len

from server.sanitize import clean

_WIDEST: Final = 60
"""Columns of a cell."""


def table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Format a line for each row, below the headings; empty if there are no rows."""
    rows = [*rows]
    names = [*dict.fromkeys(name for row in rows for name in row)]
    if not names:
        return ""
    cells = [[clean(name.replace("_", " ").upper(), _WIDEST) for name in names]]
    cells += [[_cell(row.get(name)) for name in names] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_line(row, widths) for row in cells)


def _line(cells: list[str], widths: list[int]) -> str:
    padded = [
        cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    return "  ".join(padded).rstrip()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return clean(", ".join(map(str, value)), _WIDEST)
    return "-" if value is None or value == "" else clean(str(value), _WIDEST)
