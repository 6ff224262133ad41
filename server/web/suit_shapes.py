"""The shapes of suits, for pictures whose font has no signs for them."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final

Point = tuple[float, float]
Shape = tuple[Point, ...]
"""The corners of a filled area, in a square from -0.5 to 0.5, downwards."""

_FINE: Final = 48
"""Corners of a round shape."""


def _round(x: float, y: float, radius: float) -> Shape:
    turns = (2 * pi * step / _FINE for step in range(_FINE))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _heart() -> Shape:
    turns = (2 * pi * step / _FINE for step in range(_FINE))
    return tuple(
        (
            sin(turn) ** 3 * 0.48,
            -(13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)) / 32 - 0.04,
        )
        for turn in turns
    )


def _star() -> Shape:
    turns = (pi * step / 5 for step in range(10))
    reach = (0.5, 0.2) * 5
    return tuple(
        (sin(turn) * far, -cos(turn) * far + 0.03) for turn, far in zip(turns, reach, strict=True)
    )


def _moved(shape: Shape, *, scale: float = 1.0, down: float = 0.0) -> Shape:
    return tuple((x * abs(scale), y * scale + down) for x, y in shape)


_STEM: Final[Shape] = (
    (-0.09, -0.12),
    (0.09, -0.12),
    (0.04, 0.1),
    (0.07, 0.34),
    (0.2, 0.5),
    (-0.2, 0.5),
    (-0.07, 0.34),
    (-0.04, 0.1),
)
SHAPES: Final[dict[str, tuple[Shape, ...]]] = {
    "C": (
        _round(0, -0.25, 0.22),
        _round(-0.25, 0.1, 0.22),
        _round(0.25, 0.1, 0.22),
        _round(0, -0.05, 0.12),
        _STEM,
    ),
    "D": (((0, -0.5), (0.39, 0), (0, 0.5), (-0.39, 0)),),
    "H": (_heart(),),
    "S": (_moved(_heart(), scale=-0.88, down=-0.07), _STEM),
    "B": (_star(),),
    "R": (_star(),),
}
"""The areas of each suit letter, the jokers included."""


def placed(shape: Shape, x: float, y: float, size: float) -> Iterable[Point]:
    """Return the corners of a shape around a point."""
    return ((x + size * across, y + size * down) for across, down in shape)
