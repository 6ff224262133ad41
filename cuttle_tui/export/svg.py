"""Write rows of a terminal as an SVG that fetches nothing and runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from textual.strip import Strip

_CELL: Final = 9.6
"""Width of a cell; texts are stretched to it, so that any font fits."""
_ROW: Final = 20
_BASE: Final = 15
"""Distance of the line of writing from the upper edge of a row."""
_ROUND: Final = 8
_FONTS: Final = (
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, Courier New, monospace"
)


def svg_of(rows: Sequence[Strip], title: str) -> str:
    """Draw rows of styled text, with a title for those who cannot see them."""
    width = max(row.cell_length for row in rows) * _CELL
    height = len(rows) * _ROW
    body = [line for y, row in enumerate(rows) for line in (*_grounds(row, y), *_texts(row, y))]
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}"'
            f' width="{width:g}" height="{height}" role="img">',
            f"<title>{_safe(title)}</title>",
            f'<clipPath id="edge"><rect width="{width:g}" height="{height}" rx="{_ROUND}"/>'
            "</clipPath>",
            f'<g clip-path="url(#edge)" font-family="{_FONTS}" font-size="16"'
            ' xml:space="preserve">',
            *body,
            "</g>",
            "</svg>",
            "",
        )
    )


def _placed(row: Strip) -> Iterator[tuple[float, Segment]]:
    column = 0
    for segment in row:
        yield column * _CELL, segment
        column += segment.cell_length


def _grounds(row: Strip, y: int) -> Iterator[str]:
    """Fill the cells of a row; half a unit more on each side leaves no seams."""
    for x, segment in _placed(row):
        colour = segment.style.bgcolor if segment.style else None
        width = segment.cell_length * _CELL
        yield (
            f'<rect x="{x:g}" y="{y * _ROW}" width="{width + _OVER:g}" height="{_ROW + _OVER}"'
            f' fill="{_hex(colour)}"/>'
        )


def _texts(row: Strip, y: int) -> Iterator[str]:
    for x, segment in _placed(row):
        style = segment.style
        colour = _hex(style.color if style else None)
        bold = ' font-weight="bold"' if style and style.bold else ""
        for found in _RUN.finditer(segment.text):
            left = x + cell_len(segment.text[: found.start()]) * _CELL
            width = cell_len(found[0]) * _CELL
            if found[0][0] in _SHAPES:
                yield _shape(found[0][0], left, y, width, colour)
            else:
                yield (
                    f'<text x="{left:g}" y="{y * _ROW + _BASE}" textLength="{width:g}"'
                    f' lengthAdjust="spacingAndGlyphs" fill="{colour}"{bold}>{_safe(found[0])}'
                    "</text>"
                )


def _shape(sign: str, x: float, y: int, width: float, colour: str) -> str:
    """Draw a run of a block or a line as a rectangle, whatever fonts make of it."""
    top, height = _SHAPES[sign]
    return (
        f'<rect x="{x:g}" y="{y * _ROW + top:g}" width="{width + _OVER:g}"'
        f' height="{height:g}" fill="{colour}"/>'
    )


_OVER: Final = 0.5
"""How far fills reach over their edge, so that no seams show."""
_SHAPES: Final = {
    "█": (0, _ROW + _OVER),
    "▄": (_ROW / 2, _ROW / 2 + _OVER),
    "─": (_ROW / 2 - 0.5, 1),
    "━": (_ROW / 2 - 1, 2),
}
"""The upper edge and the height of signs that are drawn as rectangles."""
_RUN: Final = re.compile(r"█+|▄+|─+|━+|[^█▄─━ ]+(?: +[^█▄─━ ]+)*")


def _hex(colour: Color | None) -> str:
    triplet = (colour.triplet if colour is not None else None) or ColorTriplet(0, 0, 0)
    return triplet.hex


def _safe(text: str) -> str:
    """Escape a text, without characters that XML forbids."""
    return escape("".join(sign if sign.isprintable() else "?" for sign in text))
