"""Word what `cuttle doctor` finds, and what it advises."""

from __future__ import annotations

from typing import Final

from cuttle_tui.terminal import Colours

NO_TERM: Final = "TERM is not set"
DUMB: Final = (
    "this terminal cannot show the table; `cuttle --plain` needs no more than lines of text"
)
NOT_SHOWN: Final = "unknown: this goes to a file or another program"
COLOURS: Final[dict[Colours, str]] = {
    "true": "all (24 bit)",
    "256": "256",
    "16": "16",
    "none": "none",
}
COLOUR_ADVICE: Final[dict[Colours, str]] = {
    "256": "if your terminal has 24-bit colour, `export COLORTERM=truecolor` tells so",
    "16": "`export TERM=xterm-256color`, if your terminal has 256 colours",
    "none": "`export TERM=xterm-256color`, if your terminal has colours",
}
NO_COLOR: Final = "because NO_COLOR is set; weight and shapes tell everything all the same"
NO_LOCALE: Final = "not set; UTF-8 is taken for granted"
NOT_UTF8: Final = "not UTF-8, so suits are letters; `export LC_ALL=C.UTF-8` brings the signs"
LETTERS: Final = "letters: C D H S"
WIDE_SUITS: Final = "that moves everything to the right of them; play with `cuttle --ascii`"
MODES: Final = {"mouse": "mouse", "paste": "paste", "focus": "focus"}
MODE_ADVICE: Final = {
    "mouse": "everything can be done by keys",
    "paste": "codes that are pasted come in as if typed, which works as well",
    "focus": "the bell cannot tell when you look elsewhere, so it stays silent",
}
HAS: Final = {True: "yes", False: "no", None: "the terminal does not say"}
GROUNDS: Final = {True: "light", False: "dark", None: "the terminal does not say"}
LIGHT_GROUND: Final = "the light theme may suit it: `cuttle --theme felt-light`, or in the settings"
INSIDE: Final = {"TMUX": "tmux", "STY": "screen", "SSH_CONNECTION": "ssh"}
NOTHING: Final = "nothing: straight on the terminal"
TMUX: Final = "in tmux, `set -g focus-events on` and `set -g mouse on` let both through"
MISSING: Final = "not found"
NO_SSH: Final = "without it friends on other machines cannot be reached"


def too_small(least: tuple[int, int]) -> str:
    """Say how large the window has to be."""
    return f"the table needs {least[0]}x{least[1]}: make the window larger, or the letters smaller"


def suits(width: int | None) -> str:
    """Say how wide suit signs are."""
    if width is None:
        return "♠♥♦♣, should take a column each; the terminal does not say"
    return f"♠♥♦♣, {width} column{'' if width == 1 else 's'} each"


def cannot_write(folder: str) -> str:
    """Say that nothing can be kept there."""
    return f"nothing can be kept there: {folder} cannot be written to"


def verdict(*, fatal: bool, advised: bool) -> str:
    """Say what it comes to."""
    if fatal:
        return "The game cannot run here as it is: see the arrows above."
    return "The game runs here; the arrows say what could be better." if advised else "All is well."
