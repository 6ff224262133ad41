"""Name every colour by its role, and hold the palettes that give each role a colour.

Drawing code speaks of roles ("paper", "ribbon") and never of colours. A palette turns a role into
a Rich style at the last moment, and remembers the styles it made: there are a few dozen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style

from cuttle_tui.terminal import Colours


class Ink(NamedTuple):
    """How a piece of text looks: two colour roles and a weight."""

    fore: str
    ground: str
    bold: bool = False


@dataclass(frozen=True, eq=False)
class Palette:
    """The colour of every role, as ``#rrggbb``; no roles at all for terminals without colour."""

    name: str
    colours: dict[str, str]
    _styles: dict[Ink, Style] = field(default_factory=dict, repr=False)

    def style(self, ink: Ink) -> Style:
        """Give the Rich style of an ink; the same object each time."""
        style = self._styles.get(ink)
        if style is None:
            style = self._styles[ink] = self._make(ink)
        return style

    def _make(self, ink: Ink) -> Style:
        if not self.colours:
            return Style(bold=ink.bold)
        return Style(
            color=Color.parse(self.colours[ink.fore]),
            bgcolor=Color.parse(self.colours[ink.ground]),
            bold=ink.bold,
        )


def _palette(name: str, table: str) -> Palette:
    words = table.split()
    return Palette(name, dict(zip(words[::2], words[1::2], strict=True)))


DARK: Final = _palette(
    "dark",
    """
    felt #10211d   band #19322c    ink #ece7da     quiet #a3b8af   faint #5f7a70
    paper #ebe5d5  mute #c9c4b4    pq #57544a      mq #3a3830
    pS #1a1a1a     pR #971820      fS #ece7da      fR #ff9d91
    back #2f4a66   dots #86a3bf    cS #ece7da      cR #ffa79c
    sel #f2c14e    selink #1d1a10  selq #4a3a08
    tgt #84dcd2    ribbon #0d4f4a  ribbonink #d8fffa  tq #0d4f4a
    ice #bcd3e4    iceq #2d4254
    bar #f2c14e    barink #1d1a10  alarm #f08a6e   alarmink #210c06
    wait #19322c   waitink #ece7da threat #ff9478  key #f2c14e     tkey #84dcd2
    """,
)
"""For terminals with 24-bit colour."""

DARK_256: Final = _palette(
    "dark-256",
    """
    felt #121212   band #303030    ink #eeeeee     quiet #b2b2b2   faint #767676
    paper #f4f4f4  mute #d0d0d0    pq #585858      mq #303030
    pS #121212     pR #870000      fS #eeeeee      fR #ffafaf
    back #00005f   dots #5f87af    cS #eeeeee      cR #ffafaf
    sel #ffd75f    selink #121212  selq #444444
    tgt #87d7d7    ribbon #005f5f  ribbonink #ffffff  tq #005f5f
    ice #afd7ff    iceq #303030
    bar #ffd75f    barink #121212  alarm #ff875f   alarmink #000000
    wait #303030   waitink #eeeeee threat #ff875f  key #ffd75f     tkey #87d7d7
    """,
)
"""For terminals with the 256-colour table: each value survives the rounding to it."""

DARK_16: Final = _palette(
    "dark-16",
    """
    felt #000000   band #000000    ink #ffffff     quiet #aaaaaa   faint #555555
    paper #aaaaaa  mute #555555    pq #000000      mq #ffffff
    pS #000000     pR #aa0000      fS #ffffff      fR #ff5555
    back #0000aa   dots #aaaaaa    cS #ffffff      cR #ff5555
    sel #ffff55    selink #000000  selq #000000
    tgt #55ffff    ribbon #0000aa  ribbonink #ffffff  tq #000000
    ice #55ffff    iceq #000000
    bar #ffff55    barink #000000  alarm #ff5555   alarmink #000000
    wait #000000   waitink #ffffff threat #ff5555  key #ffff55     tkey #55ffff
    """,
)
"""For sixteen colours; shapes carry what the colours cannot (see `Glyphs.edges`)."""

COLOURLESS: Final = Palette("colourless", {})
"""For NO_COLOR and terminals that have none: weight and shapes alone."""

_BY_COLOURS: Final[dict[Colours, Palette]] = {
    "true": DARK,
    "256": DARK_256,
    "16": DARK_16,
    "none": COLOURLESS,
}


def palette_of(colours: Colours) -> Palette:
    """Choose the palette for what a terminal can show."""
    return _BY_COLOURS[colours]
