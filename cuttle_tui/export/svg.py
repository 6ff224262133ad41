"""Write rows of a terminal as an SVG that fetches nothing and runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
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
_MARGIN: Final = 8
"""Height above the first row and below the last."""
_ROUND: Final = 8
_FONTS: Final = (
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, Courier New, monospace"
)


def svg_of(rows: Sequence[Strip], title: str) -> str:
    """Draw rows of styled text, with a title for those who cannot see them."""
    width = max(row.cell_length for row in rows) * _CELL
    height = len(rows) * _ROW + 2 * _MARGIN
    grounds = [line for y, row in enumerate(rows) for line in _grounds(row, y, len(rows) - 1)]
    texts = [line for y, row in enumerate(rows) for line in _texts(row, y)]
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-_MARGIN} {width:g} {height}"'
            f' width="{width:g}" height="{height}" role="img">',
            f"<title>{_safe(title)}</title>",
            f'<clipPath id="edge"><rect y="{-_MARGIN}" width="{width:g}" height="{height}"'
            f' rx="{_ROUND}"/></clipPath>',
            f'<g clip-path="url(#edge)" font-family="{_FONTS}" font-size="16"'
            ' shape-rendering="crispEdges">',
            *grounds,
            *texts,
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


def _grounds(row: Strip, y: int, last: int) -> Iterator[str]:
    """Fill the cells of a row and half a unit more; the outer rows fill the margins as well."""
    top = y * _ROW - _MARGIN * (y == 0)
    bottom = (y + 1) * _ROW + (_MARGIN if y == last else _OVER)
    for x, segment in _placed(row):
        colour = segment.style.bgcolor if segment.style else None
        width = segment.cell_length * _CELL
        yield (
            f'<rect x="{x:g}" y="{top}" width="{width + _OVER:g}" height="{bottom - top:g}"'
            f' fill="{_hex(colour)}"/>'
        )


def _texts(row: Strip, y: int) -> Iterator[str]:
    for x, segment in _placed(row):
        style = segment.style
        colour = _hex(style.color if style else None)
        bold = ' font-weight="bold"' if style and style.bold else ""
        for found in _RUN.finditer(segment.text):
            left = x + cell_len(segment.text[: found.start()]) * _CELL
            if found[0][0] in _SHAPES:
                yield from _shapes(found[0], left, y, colour)
                continue
            width = cell_len(found[0]) * _CELL
            yield (
                f'<text x="{left:g}" y="{y * _ROW + _BASE}" textLength="{width:g}"'
                f' lengthAdjust="spacingAndGlyphs" fill="{colour}"{bold}>{_safe(found[0])}'
                "</text>"
            )


def _shapes(run: str, x: float, y: int, colour: str) -> Iterator[str]:
    """Draw a run of a block or a line as rectangles, whatever fonts make of it."""
    for shape in _SHAPES[run[0]]:
        count, times = (len(run), 1) if shape.width == 1 else (1, len(run))
        opacity = f' fill-opacity="{shape.tint:g}"' if shape.tint < 1 else ""
        over = _OVER if shape.tint == 1 else 0
        for place in range(times):
            left = x + (place + shape.left) * _CELL
            yield (
                f'<rect x="{left:g}" y="{y * _ROW + shape.top:g}"'
                f' width="{count * shape.width * _CELL + over:g}" height="{shape.height:g}"'
                f' fill="{colour}"{opacity}/>'
            )


class _Shape(NamedTuple):
    """A rectangle within a cell."""

    top: float = 0
    height: float = _ROW
    left: float = 0
    """In cells, like the width."""
    width: float = 1
    tint: float = 1
    """How much of the ground it covers."""


_OVER: Final = 0.5
"""How far fills reach over their edge, so that no seams show."""
_HALF: Final = _ROW / 2
_LEFT_TO_MIDDLE: Final = _Shape(_HALF - 0.5, 1, width=0.5)
_MIDDLE_TO_RIGHT: Final = _Shape(_HALF - 0.5, 1, left=0.5, width=0.5)
_UPRIGHT: Final = _Shape(height=_ROW + _OVER, left=0.475, width=0.05)
_SHAPES: Final[dict[str, tuple[_Shape, ...]]] = {
    "█": (_Shape(height=_ROW + _OVER),),
    "▀": (_Shape(height=_HALF),),
    **{
        sign: (_Shape(_ROW * (8 - eighths) / 8, _ROW * eighths / 8 + _OVER),)
        for eighths, sign in enumerate("▁▂▃▄▅▆▇", 1)
    },
    "▌": (_Shape(height=_ROW + _OVER, width=0.5),),
    "▐": (_Shape(height=_ROW + _OVER, left=0.5, width=0.5),),
    "▏": (_Shape(height=_ROW + _OVER, width=0.125),),
    "▕": (_Shape(height=_ROW + _OVER, left=0.875, width=0.125),),
    "░": (_Shape(tint=0.3),),
    "─": (_Shape(_HALF - 0.5, 1),),
    "━": (_Shape(_HALF - 1, 2),),
    "│": (_UPRIGHT,),
    "├": (_UPRIGHT, _MIDDLE_TO_RIGHT),
    "┐": (_LEFT_TO_MIDDLE, _UPRIGHT._replace(top=_HALF, height=_HALF + _OVER)),
    "┘": (_LEFT_TO_MIDDLE, _UPRIGHT._replace(height=_HALF)),
}
"""The signs that are drawn as rectangles."""
_DRAWN: Final = "".join(_SHAPES)
_MARKS: Final = "\u0300-\u036f\ufe00-\ufe0f"
"""What is written over or under the sign before it."""
_LETTERS: Final = f"!-\u024f{_MARKS}"
"""What a font for terminals has; other signs may come from one with other widths."""
_RUN: Final = re.compile(
    f"([{_DRAWN}])\\1*|[{_LETTERS}]+(?: [{_LETTERS}]+)*|[^{_DRAWN}{_LETTERS} ][{_MARKS}]*"
)
"""What is placed as a whole: browsers make one blank of many, and other signs are not as wide."""


def _hex(colour: Color | None) -> str:
    triplet = (colour.triplet if colour is not None else None) or ColorTriplet(0, 0, 0)
    return triplet.hex


def _safe(text: str) -> str:
    """Escape a text, without characters that XML forbids."""
    return escape("".join(sign if sign.isprintable() else "?" for sign in text))
