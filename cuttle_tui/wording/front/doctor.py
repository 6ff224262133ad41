"""Word the findings and advice of `cuttle doctor`."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import C_, N_, Plural, Words, counted, tr
from cuttle_tui.tty.terminal import Colours

LABELS: Final = {
    "terminal": N_("terminal"),
    "size": N_("size"),
    "colours": N_("colours"),
    "locale": N_("locale"),
    "suits": N_("suits"),
    "mouse": N_("mouse"),
    "paste": N_("paste"),
    "focus": N_("focus"),
    "ground": N_("background"),
    "inside": N_("running in"),
    "ssh": N_("ssh"),
    "settings": N_("settings"),
    "games": N_("games"),
    "versions": N_("versions"),
}
"""Labels of the findings."""
NO_TERM: Final = N_("TERM is not set")
DUMB: Final = N_("this terminal cannot show the table; `cuttle --plain` only needs lines of text")
NOT_SHOWN: Final = N_("unknown: the output goes to a file or another program")
COLOURS: Final[dict[Colours, Words]] = {
    "true": N_("all (24 bit)"),
    "256": "256",
    "16": "16",
    "none": C_("colours", "none"),
}
COLOUR_ADVICE: Final[dict[Colours, Words]] = {
    "256": N_("if your terminal has 24-bit colour, set `export COLORTERM=truecolor`"),
    "16": N_("if your terminal has 256 colours, set `export TERM=xterm-256color`"),
    "none": N_("if your terminal has colours, set `export TERM=xterm-256color`"),
}
NO_COLOR: Final = N_("because NO_COLOR is set; bold and shapes still show everything")
NO_LOCALE: Final = N_("not set; UTF-8 is assumed")
NOT_UTF8: Final = N_("not UTF-8, so suits are letters; `export LC_ALL=C.UTF-8` turns symbols on")
LETTERS: Final = N_("letters: C D H S")
WIDE_SUITS: Final = N_("that shifts everything to their right; play with `cuttle --ascii`")
MODES: Final = ("mouse", "paste", "focus")
MODE_ADVICE: Final = {
    "mouse": N_("you can do everything with the keyboard"),
    "paste": N_("pasted codes arrive as if typed, which works too"),
    "focus": N_("the bell cannot tell whether you are looking, so it stays silent"),
}
_UNSAID: Final = N_("the terminal does not say")
HAS: Final = {True: N_("yes"), False: N_("no"), None: _UNSAID}
GROUNDS: Final = {True: N_("light"), False: N_("dark"), None: _UNSAID}
LIGHT_GROUND: Final = N_("try the light theme: `cuttle --theme felt-light`, or in the settings")
INSIDE: Final = {"TMUX": "tmux", "STY": "screen", "SSH_CONNECTION": "ssh"}
NOTHING: Final = N_("nothing: directly in the terminal")
TMUX: Final = N_("in tmux, `set -g focus-events on` and `set -g mouse on` let both through")
MISSING: Final = N_("not found")
NO_SSH: Final = N_("without it you cannot reach friends on other machines")
_NEEDS: Final = N_("the table needs {size}: enlarge the window or shrink the font")
_COLUMNS: Final = Plural("{suits}, {n} column each", "{suits}, {n} columns each")
_SUITS: Final = "♠♥♦♣"


def too_small(least: tuple[int, int]) -> str:
    """Explain how large the window has to be."""
    return tr(_NEEDS, size=f"{least[0]}x{least[1]}")


def suits(width: int | None) -> str:
    """Explain how wide suit signs are."""
    if width is None:
        return tr("{suits}, probably a column each; the terminal does not say", suits=_SUITS)
    return counted(width, _COLUMNS, suits=_SUITS)


def cannot_write(folder: str) -> str:
    """Report that a folder is not writable."""
    return tr("nothing can be saved: {folder} is not writable", folder=folder)


def verdict(*, fatal: bool, advised: bool) -> str:
    """Sum up all findings."""
    if fatal:
        return tr("The game cannot run here yet: see the arrows above.")
    if advised:
        return tr("The game runs here; the arrows show what could be better.")
    return tr("Everything is fine.")
