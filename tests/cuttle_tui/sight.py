"""Work out what eyes make of colours: contrast, distance, and how the colour-blind see them."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from rich.color import Color, ColorSystem

from cuttle_tui.tty.terminal import Colours

Rgb = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Rgb, Rgb, Rgb]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How much of linear red, green and blue is seen as red, green and blue: the matrices of Machado,
Oliveira and Fernandes (2009) for a full want of one kind of cone."""

SIXTEEN: Final = frozenset(
    [
        "#000000",
        "#aa0000",
        "#00aa00",
        "#aa5500",
        "#0000aa",
        "#aa00aa",
        "#00aaaa",
        "#aaaaaa",
        "#555555",
        "#ff5555",
        "#55ff55",
        "#ffff55",
        "#5555ff",
        "#ff55ff",
        "#55ffff",
        "#ffffff",
    ]
)
"""What sixteen colours look like on most terminals; each terminal has its own idea of them."""


def rounded(colour: str, colours: Colours) -> str:
    """Give the colour a terminal with 256 colours shows for another; with others, the same."""
    if colours != "256":
        return colour
    shown = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return "#{:02x}{:02x}{:02x}".format(*shown)


@lru_cache(maxsize=4096)
def _linear(colour: str) -> Rgb:
    red, green, blue = (_unbent(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _unbent(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, sight: str = "usual") -> float:
    """Tell how different two colours look: CIEDE2000; 2 can just be told apart side by side."""
    return _ciede2000(_lab(one, sight), _lab(other, sight))


@lru_cache(maxsize=4096)
def _lab(colour: str, sight: str) -> Rgb:
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, _linear(colour), strict=True))))
        for row in SIGHTS[sight]
    ]
    red, green, blue = seen
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _ciede2000(one: Rgb, other: Rgb) -> float:
    """Follow Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grow = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    l_, c_ = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (l_ - 50) ** 2 / sqrt(20 + (l_ - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * c_)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * c_ * t)
    around = 60 * exp(-(((hue - 275) / 25) ** 2))
    twist = -2 * sqrt(c_**7 / (c_**7 + 25**7)) * sin(radians(around))
    return sqrt(max(0.0, dl**2 + dc**2 + dh**2 + twist * dc * dh))
