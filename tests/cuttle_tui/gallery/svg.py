"""Draw what a screen shows as an SVG, and read its texts back."""

from __future__ import annotations

import re
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.replay import export as svg
from tests.cuttle_tui.gallery.looks import strips


def svg_of(app: CuttleApp) -> str:
    """Draw the screen."""
    return svg.svg_of(strips(app), "Cuttle in a terminal")


_TEXT: Final = re.compile(r"<text [^>]*>([^<]*)</text>")


def words_of(picture: str) -> list[str]:
    """Give the texts of a picture, in their order."""
    return _TEXT.findall(picture)
