"""Choose the fill of highlighted cards: of a palette's two, the one that stands out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_FILLS: Final = (("tgt", "tq"), ("ribbon", "ribbonink"))
_GROUNDS: Final = ("felt", "band")


def with_lit(colours: Mapping[str, str]) -> dict[str, str]:
    """Add the roles ``lit`` and ``litink``, for a fill on the grounds of the table."""

    def worst(pair: tuple[str, str]) -> float:
        return min(_contrast(colours[pair[0]], colours[ground]) for ground in _GROUNDS)

    fill, ink = max(_FILLS, key=worst)
    return {**colours, "lit": colours[fill], "litink": colours[ink]}


def _contrast(one: str, other: str) -> float:
    """Compare two colours as WCAG does: from 1, the same, to 21, black and white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
