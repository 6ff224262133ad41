"""Represent the abilities of a player's terminal. Never read from the server's environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui.i18n.translation import ENGLISH, language_of

Colours = Literal["none", "16", "256", "true"]

_NO_CLIPBOARD: Final = ("dumb", "unknown", "linux", "vt", "ansi", "cons", "sun")
"""How the types of terminals begin that cannot copy: consoles, and old or unknown ones."""
_NO_CLIPBOARD_PROGRAM: Final = "apple_terminal"
_LIGHT_GROUNDS: Final = ("7", *map(str, range(9, 16)))


@dataclass(frozen=True, slots=True)
class Terminal:
    """The abilities of a terminal."""

    colours: Colours = "true"
    """Colour depth; "none" for NO_COLOR and dumb terminals."""
    unicode: bool = True
    """Whether suit signs and box characters are shown right."""
    light: bool = False
    """Whether the ground is known to be light."""
    language: str = ENGLISH
    """The language of its locale, out of ours."""
    clipboard: bool = True
    """Whether it may have a clipboard to copy to; False where that is known to be missing."""
    lines: bool = False
    """Whether it can only write lines, one below the other: TERM=dumb."""


def terminal_of(environment: Mapping[str, str], term: str | None = None) -> Terminal:
    """Return the abilities that the environment and the TERM of the pty announce.

    Args:
        environment: the player's own variables (TERM, COLORTERM, NO_COLOR, COLORFGBG,
            LANGUAGE, LANG, LC_ALL, LC_CTYPE, LC_MESSAGES).
        term: the terminal type; by default the variable TERM.
    """
    name = (term if term is not None else environment.get("TERM", "")).lower()
    locale = (
        environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    ).lower()
    unicode = not locale or "utf-8" in locale or "utf8" in locale
    return Terminal(
        _colours(name, environment),
        unicode,
        _is_light(environment),
        language_of(environment),
        clipboard=not _lacks_clipboard(name, environment),
        lines=name == "dumb",
    )


def _lacks_clipboard(name: str, environment: Mapping[str, str]) -> bool:
    program = environment.get("TERM_PROGRAM", "").lower()  # known at home only
    return not name or name.startswith(_NO_CLIPBOARD) or program == _NO_CLIPBOARD_PROGRAM


def _is_light(environment: Mapping[str, str]) -> bool:
    """Return whether COLORFGBG, which some terminals set, ends with a light ground."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground in _LIGHT_GROUNDS


def _colours(name: str, environment: Mapping[str, str]) -> Colours:
    if environment.get("NO_COLOR") or name in ("", "dumb", "unknown"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in name:
        return "true"
    if "256" in name or name.startswith(("xterm", "tmux", "screen", "foot", "alacritty")):
        return "256"
    return "16"
