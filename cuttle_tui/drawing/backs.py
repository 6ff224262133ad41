"""Weave the back of each player's cards: a pattern and two colours that follow from a text.

What somebody wears is told by its text alone: a few that are earned have a name, any other is a
seed. The same text gives the same back everywhere, drawn from the middle of the card outwards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from cuttle_tui.drawing.bitmaps import CROWNS, MIDDLE_SUITS, SUITS, Bitmap, half_blocks, scaled
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.themes import HUES, INKS
from cuttle_tui.worn import CHAMPION, SEASONS, WORLD
from engine.bots.levels import LEVELS

_KEPT: Final = 512
"""Backs that are not drawn anew each time."""


class Weave(NamedTuple):
    """Stripes along lines of equal distance from the middle of a card."""

    form: str
    period: int
    thread: int
    """How many pixels of each period are inked."""
    phase: int = 0


class Design(NamedTuple):
    """A back."""

    ground: int
    """Its hue."""
    ink: str
    """What its pattern is drawn in, one of `INKS`."""
    warp: Weave
    weft: Weave
    joined: str
    knot: tuple[str, ...]
    """The pixels right of and below the middle, on cards too small for a weave."""
    sign: Bitmap = ()
    """In the middle of cards with room for it."""


_FORMS: Final[dict[str, Callable[[int, int], int]]] = {
    "lozenge": lambda x, y: x + y,
    "frame": max,
    "cross": lambda x, y: abs(x - y),
    "steep": lambda x, y: 2 * x + y,
    "flat": lambda x, y: x + 2 * y,
    "ray": min,
    "bar": lambda x, y: x,
    "rung": lambda x, y: y,
}
"""A distance from the middle, by columns and rows of pixels away from it."""
_WARPS: Final = ("lozenge", "frame", "cross", "steep", "flat")
_WEFTS: Final = tuple(_FORMS)
_JOINED: Final[dict[str, Callable[[bool, bool], bool]]] = {
    "woven": lambda warp, weft: warp != weft,
    "crossed": lambda warp, weft: warp and weft,
    "parted": lambda warp, weft: warp and not weft,
}
_TONES: Final = (0, 1, -1, 2, -2, "sand", "silver")
"""How far the hue of a pattern is from that of its ground, or which pale one it is."""
_PERIODS: Final = (3, 4, 5, 6)
_PIPS: Final = ("#######", "##...##", "#..#..#")
_DICE: Final = ((0, 1, 0), (1, 0, 1), (1, 1, 1), (2, 0, 2), (2, 1, 2), (2, 2, 2))
"""How many pips there are in each row of a die, by its number."""


def _die(rows: Iterable[int]) -> Bitmap:
    """Draw a die of ink, a level's number in pips of ground: it is no bare patch on small cards."""
    edge = _PIPS[0]
    return (edge, *(row for pips in rows for row in (_PIPS[pips], _PIPS[pips], edge)))


_SIGNS: Final = {
    **{level.name: _die(rows) for level, rows in zip(LEVELS, _DICE, strict=True)},
    **{season: MIDDLE_SUITS[suit] for season, suit in SEASONS.items()},
    WORLD: SUITS["B"],
    CHAMPION: scaled(CROWNS["K"], 1, 2),
}
"""The signs of the backs that are earned."""
_KNOT: Final = 4
"""Rows and columns of a knot."""


@lru_cache(maxsize=_KEPT)
def design_of(back: str) -> Design:
    """Return the design of a back: the one that is earned by this name, or what the seed gives."""
    drawn = _Drawn(back)
    ground, tone = drawn.below(HUES), _TONES[drawn.below(len(_TONES))]
    ink = INKS[(ground + tone) % HUES] if isinstance(tone, int) else tone
    while True:
        warp, weft = _weave(drawn, _WARPS), _weave(drawn, _WEFTS)
        joined = [*_JOINED][drawn.below(len(_JOINED))]
        design = Design(ground, ink, warp, weft, joined, ())
        if all(_is_handsome(design, size) for size in _WOVEN):
            break
    while True:
        bits = [drawn.below(2) for _ in range(_KNOT * _KNOT)]
        rows = ["".join(".#"[bit] for bit in bits[at::_KNOT]) for at in range(_KNOT)]
        design = design._replace(knot=tuple(rows))
        if all(_is_handsome(design, size) for size in _KNOTTED):
            return design._replace(sign=_SIGNS.get(back, ()))


class _Drawn:
    """Draws numbers that follow from a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = 0

    def below(self, stop: int) -> int:
        if self._left < stop:
            self._text = hashlib.sha256(self._text.encode()).hexdigest()
            self._left = int(self._text, 16)
        self._left, found = divmod(self._left, stop)
        return found


def _weave(drawn: _Drawn, forms: tuple[str, ...]) -> Weave:
    form, period = forms[drawn.below(len(forms))], _PERIODS[drawn.below(len(_PERIODS))]
    return Weave(form, period, 1 + drawn.below(period - 1), drawn.below(period))


_KNOTTED: Final = (TileSize(3, 1), TileSize(3, 2), TileSize(5, 2), TileSize(5, 3), TileSize(6, 4))
_WOVEN: Final = (TileSize(7, 4), TileSize(7, 5), TileSize(9, 6), TileSize(14, 9), TileSize(21, 15))
"""Sizes at which a back is to be handsome: below and from that of a weave."""
_INKED: Final = {True: (26, 54), False: (24, 70)}
"""The least and the most of its pixels that are inked, in hundredths."""


def _is_handsome(design: Design, size: TileSize) -> bool:
    """Return whether a back is calm at a size, neither bare nor full, and no mere stripes."""
    rows = pixels(design, size)
    inked = 100 * sum(row.count("#") for row in rows) // (len(rows) * size.width)
    striped = len({*rows}) == 1 or len({*zip(*rows, strict=True)}) == 1
    least, most = _INKED[size in _WOVEN]
    return least <= inked <= most and not striped


def pixels(design: Design, size: TileSize) -> Bitmap:
    """Return the pixels of a back, the same left and right, and above and below.

    Only a single row has pixels below that differ from those above.
    """
    width, height = size.width, 2 * size.height
    across = [abs(2 * x - width + 1) // 2 for x in range(width)]
    down = [abs(2 * y - height + 1) // 2 for y in range(height)] if size.height > 1 else [0, 1]
    if width < _WOVEN[0].width or size.height < _WOVEN[0].height:
        knot = design.knot
        return tuple("".join(knot[y % _KNOT][x % _KNOT] for x in across) for y in down)
    joined = _JOINED[design.joined]
    warp, weft = _threads(design.warp), _threads(design.weft)
    quarter = [
        "".join([".#"[joined(warp(x, y), weft(x, y))] for x in range(across[0] + 1)])
        for y in range(down[0] + 1)
    ]
    rows = ["".join([quarter[y][x] for x in across]) for y in down]
    blank = "." * width
    return _signed((blank, *(f".{row[1:-1]}." for row in rows[1:-1]), blank), design.sign)


def _threads(weave: Weave) -> Callable[[int, int], bool]:
    form, period, thread, phase = _FORMS[weave.form], *weave[1:]
    return lambda x, y: (form(x, y) + phase) % period < thread


def _signed(rows: Bitmap, sign: Bitmap) -> Bitmap:
    """Put a sign into the middle of a back, ground around it, if there is room for both."""
    if not sign or len(rows[0]) < len(sign[0]) + 2 or len(rows) < len(sign) + 2:
        return rows
    blank = "." * len(sign[0])
    plate = [f".{row}." for row in (blank, *sign, blank)]
    left, top = (len(rows[0]) - len(plate[0])) // 2, (len(rows) - len(plate)) // 2
    signed = [*rows]
    for y, row in enumerate(plate, top):
        signed[y] = signed[y][:left] + row + signed[y][left + len(row) :]
    return tuple(signed)


@lru_cache(maxsize=_KEPT)
def back_rows(back: str, size: TileSize) -> tuple[str, ...]:
    """Return the rows of a back in half blocks."""
    return half_blocks(pixels(design_of(back), size))


@lru_cache(maxsize=_KEPT)
def back_inks(back: str) -> tuple[str, str]:
    """Return the colour roles of a back: those of its pattern and of its ground."""
    design = design_of(back)
    return f"dots-{design.ink}", f"back-{design.ground}"
