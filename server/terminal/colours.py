"""Convert truecolor output for a player's terminal.

The app always paints in truecolor, because the library caches rendered styles for all sessions;
here, at the very end, each session's colours are reduced separately.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

from cuttle_tui.tty.terminal import Colours

_SGR: Final = re.compile(r"\x1b\[([\d;]*)m")
_SYSTEMS: Final[dict[Colours, ColorSystem]] = {
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
_BLACK, _WHITE = 0, 15


def downgrade(text: str, colours: Colours) -> str:
    """Convert every colour in terminal output to those the terminal has."""
    if colours == "true":
        return text
    return _SGR.sub(lambda match: _convert(match[1], colours), text)


@lru_cache(maxsize=8192)
def _convert(parameters: str, colours: Colours) -> str:
    """Rewrite an SGR sequence, given by its parameters; empty when nothing is left of it."""
    plain: list[str] = []
    ground: dict[bool, Color] = {}
    for value, colour, is_front in _read(parameters):
        if colour is None:
            plain.append(value)
        else:
            ground[is_front] = colour
    if colours != "none":
        plain += _codes(ground, _SYSTEMS[colours])
    return f"\x1b[{';'.join(plain)}m" if plain else ""


def _codes(ground: dict[bool, Color], system: ColorSystem) -> list[str]:
    """Return the codes of front and back colour, distinct if they were distinct before."""
    lower = {is_front: colour.downgrade(system) for is_front, colour in ground.items()}
    if len(lower) == 2 and lower[True].number == lower[False].number and _was_visible(ground):
        bright = sum(ground[False].get_truecolor()) > 3 * 127
        lower[True] = Color.from_ansi(_BLACK if bright else _WHITE)
    return [
        code
        for is_front, colour in lower.items()
        for code in colour.get_ansi_codes(foreground=is_front)
    ]


def _was_visible(ground: dict[bool, Color]) -> bool:
    """Return whether the two colours differed before."""
    return ground[True].get_truecolor() != ground[False].get_truecolor()


def _read(parameters: str) -> Iterator[tuple[str, Color | None, bool]]:
    """Split SGR parameters into attributes and colours, each with whether it is the foreground."""
    values = parameters.split(";")
    at = 0
    while at < len(values):
        value = values[at]
        if value in ("38", "48"):
            width, colour = _extended(values[at + 1 :])
            yield value, colour, value == "38"
            at += 1 + width
            continue
        yield value, *_basic(value)
        at += 1


def _extended(rest: list[str]) -> tuple[int, Color | None]:
    """Read what follows a 38 or 48: how many parameters it takes, and the colour."""
    match rest:
        case ["2", red, green, blue, *_]:
            return 4, Color.from_rgb(int(red or 0), int(green or 0), int(blue or 0))
        case ["5", number, *_]:
            return 2, Color.from_ansi(int(number or 0) & 255)
    return len(rest), Color.from_ansi(_WHITE)


def _basic(value: str) -> tuple[Color | None, bool]:
    code = int(value or 0)
    for first, offset in ((30, 0), (90, 8)):
        if first <= code < first + 8:
            return Color.from_ansi(code - first + offset), True
        if first + 10 <= code < first + 18:
            return Color.from_ansi(code - first - 10 + offset), False
    return None, False
