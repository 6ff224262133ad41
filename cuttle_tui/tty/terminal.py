"""What one player's terminal can show. Never read from the server's environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui.i18n.translation import ENGLISH, language_of

Colours = Literal["none", "16", "256", "true"]

_LIGHT_GROUNDS: Final = ("7", *map(str, range(9, 16)))


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a terminal can show."""

    colours: Colours = "true"
    """How many colours; "none" for NO_COLOR and dumb terminals."""
    unicode: bool = True
    """Whether suit signs and box characters come out right."""
    light: bool = False
    """Return whether it is known to have a light ground."""
    language: str = ENGLISH
    """Which of our languages its locale asks for."""


def terminal_of(environment: Mapping[str, str], term: str | None = None) -> Terminal:
    """Judge a terminal by its environment variables and the TERM its pty announced.

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
        _colours(name, environment), unicode, _is_light(environment), language_of(environment)
    )


def _is_light(environment: Mapping[str, str]) -> bool:
    """Read COLORFGBG, which some terminals set: its last number is the ground's."""
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
