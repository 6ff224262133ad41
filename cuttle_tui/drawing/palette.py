"""Colours by role, and palettes built from a theme and a deck.

Drawing code speaks of roles ("paper", "ribbon") and never of colours. A palette turns a role into
a Rich style at the last moment, and remembers the styles it made: there are a few dozen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style

from cuttle_tui.palettes import borrowed, decks, felt
from cuttle_tui.palettes.decks import Overlay, Tone
from cuttle_tui.palettes.highlight import with_lit
from cuttle_tui.tty.terminal import Colours


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
        """Return the Rich style of an ink; the same object each time."""
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


@dataclass(frozen=True, eq=False)
class Theme:
    """What the table looks like, whatever is played on it."""

    tone: Tone
    """Whether light text stands on dark or dark on light."""
    tables: dict[Colours, str]
    """The colours for each kind of terminal; what is missing our own theme of that tone has."""


THEMES: Final = {
    "felt-dark": Theme("dark", felt.NO_HIGHLIGHT),
    "felt-light": Theme("light", felt.LIGHT),
    "nord": Theme("dark", borrowed.NORD),
    "gruvbox": Theme("dark", borrowed.GRUVBOX),
    "tokyo-night": Theme("dark", borrowed.TOKYO_NIGHT),
    "solarized-light": Theme("light", borrowed.SOLARIZED_LIGHT),
}

DECKS: Final[dict[str, Overlay]] = {
    "two-colour": decks.TWO,
    "four-colour": decks.FOUR,
    "high-contrast": decks.CONTRAST,
    "colour-blind": decks.SAFE,
}

COLOURLESS: Final = Palette("colourless", {})
"""For NO_COLOR and terminals that have none: weight and shapes alone."""

_OWN: Final[dict[Tone, dict[Colours, str]]] = {"dark": felt.NO_HIGHLIGHT, "light": felt.LIGHT}
_SUIT_BASES: Final = {"S": "S", "C": "S", "H": "R", "D": "R"}
"""Which of a theme's two suit colours each suit has, unless the deck says otherwise."""


def theme_named(name: str, *, light: bool = False) -> Theme:
    """Return a theme; "auto" is our own, dark or light as the terminal is."""
    if name == "auto":
        name = "felt-light" if light else "felt-dark"
    return THEMES[name]


@lru_cache(maxsize=64)
def palette_of(theme: Theme, deck: str, colours: Colours) -> Palette:
    """Lay a deck over a theme, for what a terminal can show; the same object each time."""
    if colours == "none":
        return COLOURLESS
    base = _read(theme.tables.get(colours) or _OWN[theme.tone][colours])
    for place in "pfc":
        for suit, tint in _SUIT_BASES.items():
            base.setdefault(place + suit, base[place + tint])
    overlay = _read(DECKS[deck].get((colours, theme.tone), ""))
    whole = with_lit({**base, **overlay})
    return Palette(f"{theme.tone}-{deck}-{colours}", whole)


def _read(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


NO_HIGHLIGHT: Final = palette_of(THEMES["felt-dark"], "two-colour", "true")
"""What is drawn with where nobody has chosen anything."""
