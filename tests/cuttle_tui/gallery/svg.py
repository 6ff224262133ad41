"""Turn what a screen shows into an SVG that fetches nothing, and stays the same from run to run."""

from __future__ import annotations

import re
from typing import Final

from cuttle_tui.app import CuttleApp


def svg_of(app: CuttleApp) -> str:
    """Draw the screen."""
    return plain(app.export_screenshot(title="cuttle"))


def plain(svg: str) -> str:
    """Take out what would fetch fonts from elsewhere, and the ids that change with each run."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    svg = re.sub(r"terminal-\d+", "cuttle", svg)
    return _TEXT.sub(_trimmed, svg)


_TEXT: Final = re.compile(
    r'<text class="([^"]*)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)" ([^>]*)>([^<]*)</text>'
)
_CELL: Final = 12.2
_SPACE: Final = "&#160;"


def _trimmed(match: re.Match[str]) -> str:
    """Begin a text at its first letter: some programs drop the spaces before it."""
    style, x, y, length, rest, text = match.groups()
    left = float(x)
    wide = float(length)
    words = text
    while words.startswith(_SPACE):
        words, left, wide = words.removeprefix(_SPACE), left + _CELL, wide - _CELL
    while words.endswith(_SPACE):
        words, wide = words.removesuffix(_SPACE), wide - _CELL
    if not words:
        return ""
    place = f'x="{left:.1f}" y="{y}" textLength="{wide:.1f}"'
    return f'<text class="{style}" {place} {rest}>{words}</text>'


def words_of(svg: str) -> list[str]:
    """Give the texts of a picture, in their order."""
    return [match[6] for match in _TEXT.finditer(svg)]
