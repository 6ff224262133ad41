"""Draw the middle of a card, its pips or its court, from bitmaps, and the shadow below.

Letters, figures, suits and crowns are bitmaps, written in half blocks: a pixel is a column wide and
half a row high, which is about square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from cuttle_tui.drawing.faces import Spot, Tile
from cuttle_tui.drawing.layout import TileSize, margin_in
from cuttle_tui.drawing.palette import Glyphs, suit_of
from cuttle_tui.drawing.rows import Sheet
from engine.cards import ACE, JACK, RANK_LETTERS, Card, card_name, rank_of

Bitmap = tuple[str, ...]
"""Rows of pixels, from the top: ``#`` is ink."""

_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


@lru_cache(maxsize=512)
def half_blocks(bitmap: Bitmap) -> tuple[str, ...]:
    """Write a bitmap, two rows of pixels in each row of text."""
    blank = "." * len(bitmap[0])
    whole = bitmap if len(bitmap) % 2 == 0 else (*bitmap, blank)
    return tuple(
        "".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(whole[::2], whole[1::2], strict=True)
    )


@lru_cache(maxsize=256)
def cells(bitmap: Bitmap, sign: str) -> tuple[str, ...]:
    """Write a bitmap with a sign for each pixel, a cell each."""
    return tuple(row.replace(".", " ").replace("#", sign) for row in bitmap)


def scaled(dots: Bitmap, columns: int, rows: int) -> Bitmap:
    """Make each dot so many columns wide and so many rows high."""
    return tuple("".join(dot * columns for dot in row) for row in dots for _ in range(rows))


Font = Literal["usual", "tall", "slim"]


@lru_cache(maxsize=256)
def spelled(text: str, font: Font = "usual") -> Bitmap:
    """Set letters and figures side by side; empty if one has no bitmap.

    Only figures are tall, and only letters slim.
    """
    table, gap = _FONTS[font]
    if not text or any(letter not in table for letter in text):
        return ()
    return tuple(gap.join(rows) for rows in zip(*[table[letter] for letter in text], strict=True))


def stacked(upper: Bitmap, lower: Bitmap) -> Bitmap:
    """Set one bitmap over another, a row of pixels apart."""
    width = max(len(upper[0]), len(lower[0]))
    blank = "." * width
    return (*(row.center(width, ".") for row in upper), blank, *lower)


def read_bitmaps(table: str) -> dict[str, Bitmap]:
    """Read a table of names and bitmaps; a line holds one row of pixels of each."""
    found: dict[str, Bitmap] = {}
    for block in table.strip().split("\n\n"):
        names, *rows = (line.split() for line in block.splitlines())
        found |= dict(zip(names, zip(*rows, strict=True), strict=True))
    return found


LETTERS: Final = read_bitmaps(
    """
A      B      C      D      E      F      G      H      I      J      K      L
.####. #####. .####. ####.. ###### ###### .####. ##..## ###### ....## ##..## ##....
##..## ##..## ##..## ##.##. ##.... ##.... ##..## ##..## ..##.. ....## ##.##. ##....
##..## #####. ##.... ##..## #####. #####. ##.... ###### ..##.. ....## ####.. ##....
###### ##..## ##.... ##..## ##.... ##.... ##.### ##..## ..##.. ....## ####.. ##....
##..## ##..## ##..## ##.##. ##.... ##.... ##..## ##..## ..##.. ##..## ##.##. ##....
##..## #####. .####. ####.. ###### ##.... .####. ##..## ###### .####. ##..## ######

M       N       O      P      Q      R      S      T      U      V      W       X
##...## ##...## .####. #####. .####. #####. .##### ###### ##..## ##..## ##...## ##..##
###.### ###..## ##..## ##..## ##..## ##..## ##.... ..##.. ##..## ##..## ##...## ##..##
####### ####.## ##..## ##..## ##..## ##..## .####. ..##.. ##..## ##..## ##.#.## .####.
##.#.## ##.#### ##..## #####. ##..## #####. ....## ..##.. ##..## ##..## ####### .####.
##...## ##..### ##..## ##.... .####. ##.##. ....## ..##.. ##..## .####. ###.### ##..##
##...## ##...## .####. ##.... ...### ##..## #####. ..##.. .####. ..##.. ##...## ##..##

Y      Z      0      1      2      3      4      5      6      7      8      9
##..## ###### .####. ..##.. .####. #####. ##..## ###### .####. ###### .####. .####.
##..## ....## ##..## .###.. ##..## ....## ##..## ##.... ##.... ....## ##..## ##..##
.####. ...##. ##..## ..##.. ...##. .####. ##..## #####. #####. ...##. .####. ##..##
..##.. ..##.. ##..## ..##.. ..##.. ....## ###### ....## ##..## ..##.. ##..## .#####
..##.. .##... ##..## ..##.. .##... ....## ....## ....## ##..## ..##.. ##..## ....##
..##.. ###### .####. .####. ###### #####. ....## #####. .####. ..##.. .####. .####.
"""
)
"""Capital letters and figures, six rows high."""

SLIM: Final = read_bitmaps(
    """
A   B   C   D   E   É   F   G   H   I   J   K   L   M
... ... ... ... ... ..# ... ... ... . ... ... ... .....
.#. ##. .## ##. ### ### ### .## #.# # ..# #.# #.. #...#
#.# #.# #.. #.# #.. #.. #.. #.. #.# # ..# #.# #.. ##.##
### ##. #.. #.# ##. ##. ##. #.# ### # ..# ##. #.. #.#.#
#.# #.# #.. #.# #.. #.. #.. #.# #.# # #.# #.# #.. #...#
#.# ##. .## ##. ### ### #.. .## #.# # .#. #.# ### #...#

N    O   P   Q    R   S   T   U   V   W     X   Y   Z
.... ... ... .... ... ... ... ... ... ..... ... ... ...
#..# .#. ##. .##. ##. .## ### #.# #.# #...# #.# #.# ###
##.# #.# #.# #..# #.# #.. .#. #.# #.# #...# #.# #.# ..#
#.## #.# ##. #..# ##. .#. .#. #.# #.# #.#.# .#. .#. .#.
#..# #.# #.. #.#. #.# ..# .#. #.# #.# ##.## #.# .#. #..
#..# .#. #.. .#.# #.# ##. .#. ### .#. #...# #.# .#. ###

Á   Ä   Í  Ñ    Ó   Ö   Ú   Ü
..# #.# .# .##. ..# #.# ..# #.#
.#. .#. #. #..# .#. .#. #.# #.#
#.# #.# #. ##.# #.# #.# #.# #.#
### ### #. #.## #.# #.# #.# #.#
#.# #.# #. #..# #.# #.# #.# #.#
#.# #.# #. #..# .#. .#. ### ###
"""
)
"""Capital letters for words that have little room, below a row for accents."""

CELLED: Final = read_bitmaps(
    """
0   1   2   3   4   5   6   7   8   9
### ##. ### ### #.# ### ### ### ### ###
#.# .#. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. ### .## ### ### ### ..# ### ###
#.# .#. #.. ..# ..# ..# #.# ..# #.# ..#
### ### ### ### ..# ### ### ..# ### ###
"""
)
"""Figures for terminals without half blocks: a pixel is two cells."""

FIGURES: Final = read_bitmaps(
    """
0         1         2         3         4
.#######. ...###... .#######. .#######. ###...###
######### ..####... ######### ######### ###...###
###...### .#####... ###...### ......### ###...###
###...### ...###... ......### ......### ###...###
###...### ...###... ....####. ..######. #########
###...### ...###... ..#####.. ..######. #########
###...### ...###... .####.... ......### ......###
###...### ...###... ###...... ......### ......###
######### .#######. ######### ######### ......###
.#######. .#######. ######### .#######. ......###

5         6         7         8         9
######### .#######. ######### .#######. .#######.
######### ######### ######### ######### #########
###...... ###...... ......### ###...### ###...###
###...... ###...... .....###. ###...### ###...###
########. ########. .....###. .#######. #########
######### ######### ....###.. .#######. .########
......### ###...### ....###.. ###...### ......###
......### ###...### ...###... ###...### ......###
######### ######### ...###... ######### #########
########. .#######. ...###... .#######. .#######.
"""
)
"""Figures, ten rows high."""

_FONTS: Final = {"usual": (LETTERS, "."), "tall": (FIGURES, ".."), "slim": (SLIM, ".")}
"""The letters of each font, and what is between two of them."""

TALL: Final = read_bitmaps(
    """
J          Q          K          V          D          R          B
.......### ..######.. ###....### ###....### #######... ########.. ########..
.......### .########. ###...###. ###....### ########.. #########. #########.
.......### ###....### ###..###.. ###....### ###...###. ###....### ###...###.
.......### ###....### ###.###... .##....##. ###....### ###....### ###...###.
.......### ###....### ######.... .###..###. ###....### #########. ########..
###....### ###....### ###.###... ..##..##.. ###....### ########.. #########.
###....### ###..##### ###..###.. ..######.. ###...###. ###..###.. ###...###.
.########. .########. ###...###. ...####... ########.. ###...###. #########.
..######.. ..######## ###....### ....##.... #######... ###....### ########..
"""
)
"""The letters of court cards, nine rows high, in the languages that have such bitmaps."""

NARROW: Final = read_bitmaps(
    """
J     Q     K     V     D     R     B
...## .###. ##..# ##.## ####. ####. ####.
...## ##.## ##.#. ##.## ##.## ##.## ##.##
...## ##.## ###.. ##.## ##.## ##.## ####.
...## ##.## ###.. ##.## ##.## ####. ##.##
#..## .###. ##.#. .###. ##.## ##.#. ##.##
.###. ...## ##..# ..#.. ####. ##..# ####.
"""
)
"""The same letters for narrow cards."""

SQUARE: Final = read_bitmaps(
    """
J      Q      K      V      D      R      B
...##. .###.. .##.#. .#..#. .###.. .###.. .###..
...##. ##.##. .##.#. .#..#. .##.#. .##.#. .##.#.
...##. ##.##. .###.. .#..#. .##.#. .###.. .###..
##.##. .###.. .##.#. ..##.. .##.#. .##.#. .##.#.
.###.. ...##. .##.#. ..##.. .###.. .##.#. .###..
"""
)
"""The same between an index and a key, which they do not touch."""

SPARSE: Final = read_bitmaps(
    """
J     Q     K     V     D     R     B
....# .##.. #...# #...# ####. ####. ####.
....# #..#. #..#. #...# #...# #...# #...#
....# #..#. ###.. #...# #...# ####. ####.
#...# .###. #..#. .#.#. #...# #..#. #...#
.###. ...## #...# ..#.. ####. #...# ####.
"""
)
"""The same letters for terminals without half blocks: a pixel is a cell."""

LOW_SPARSE: Final = read_bitmaps(
    """
J    Q    K    V    D    R    B
...# .##. #.#. #..# ###. ###. ###.
...# #..# ##.. #..# #..# #..# ###.
#..# #.## #.#. #..# #..# ###. #..#
.##. .#.# #..# .##. ###. #..# ###.
"""
)
"""The same in a row less."""

LOW_NARROW: Final = read_bitmaps(
    """
J    Q    K    V    D    R    B
...# .##. #..# #..# ###. ###. ###.
...# #..# #.#. #..# #..# #..# #..#
...# #..# ##.. #..# #..# #..# ###.
...# #..# ##.. #..# #..# ###. #..#
#..# .##. #.#. .##. #..# #.#. #..#
.##. ..## #..# .##. ###. #..# ###.
"""
)
"""The letters for cards a column narrower."""

TINY: Final = read_bitmaps(
    """
J   Q   K   V   D   R   B
..# .#. #.# #.# ##. ##. ##.
..# #.# #.# #.# #.# #.# #.#
..# #.# ##. #.# #.# ##. ##.
#.# ##. #.# #.# #.# #.# #.#
.#. .## #.# .#. ##. #.# ##.
"""
)
"""The same letters for the narrowest cards that have any."""
TINIEST: Final = read_bitmaps(
    """
J   Q   K   V   D   R   B
..# .#. #.# #.# ##. ##. ##.
..# #.# ##. #.# #.# #.# ##.
#.# #.# ##. #.# #.# ##. #.#
.#. .## #.# .#. ##. #.# ##.
"""
)
"""The same letters in two rows."""

LOWEST: Final = read_bitmaps(
    """
J      Q       K      V      D      R      B
....## .####.. ##..## ##..## #####. #####. #####.
....## ##..##. ####.. ##..## ##..## ##..## #####.
##..## ##..##. ##.##. .####. ##..## #####. ##..##
.####. .###### ##..## ..##.. #####. ##..## #####.
"""
)
"""The letters for wide cards with as little."""

STROKES: Final[dict[int, dict[str, Bitmap]]] = {
    3: {
        "J": (" ^|", "  |", "\\_|"),
        "Q": ("/^\\", "| |", "\\_\\"),
        "K": ("| /", "|< ", "| \\"),
        "V": ("\\ /", "\\ /", " V "),
        "D": ("|^\\", "| |", "|_/"),
        "R": ("|^\\", "|_/", "| \\"),
        "B": ("|^)", "|^)", "|_)"),
    },
    2: {
        "J": ("^|", "_|"),
        "Q": ("/^\\", "\\_\\"),
        "K": ("|/", "|\\"),
        "V": ("\\ /", " V "),
        "D": ("|^\\", "|_/"),
        "R": ("|^)", "| \\"),
        "B": ("|^)", "|_)"),
    },
}
"""The letters in so many rows of signs, for terminals without half blocks: too few for cells."""
SUIT_STROKES: Final[dict[str, Bitmap]] = {
    "C": (" () ", "()()"),
    "D": (" /\\ ", " \\/ "),
    "H": ("(\\/)", " \\/ "),
    "S": (" /\\ ", "(__)"),
}
"""The suits of aces in the same."""

CROWNS: Final = read_bitmaps(
    """
J      Q      K
..##.. .#..#. #.##.#
###### ###### ######
"""
)
TALL_CROWNS: Final = read_bitmaps(
    """
J          Q          K
..#####... .#..##..#. #..#..#..#
########## ########## ##########
"""
)
"""What the court wear: a hat, a coronet, a crown."""

SUITS: Final = read_bitmaps(
    """
C       D       H       S       B       R
..###.. ...#... .##.##. ...#... ...#... ...#...
..###.. ..###.. ####### ..###.. ...#... ...#...
##.#.## .#####. ####### .#####. ####### #######
####### .#####. .#####. ####### ..###.. ..#.#..
##.#.## ..###.. ..###.. ##.#.## .##.##. .##.##.
..###.. ...#... ...#... ...#... .#...#. .#...#.
"""
)
MIDDLE_SUITS: Final = read_bitmaps(
    """
C       D       H       S
..###.. ...#... ....... ...#...
..###.. ..###.. .##.##. ..###..
..###.. .#####. ####### .#####.
##.#.## ####### ####### #######
####### ####### ####### #######
##.#.## .#####. .#####. ##.#.##
...#... ..###.. ..###.. ...#...
..###.. ...#... ...#... ..###..
"""
)
TALL_SUITS: Final = read_bitmaps(
    """
C           D           H           S
....###.... .....#..... ..##...##.. .....#.....
...#####... ....###.... .####.####. ....###....
...#####... ...#####... ########### ...#####...
....###.... ..#######.. ########### .#########.
.###.#.###. .#########. ########### ###########
########### .#########. .#########. ###########
########### ..#######.. ..#######.. ###########
.###.#.###. ...#####... ...#####... .###.#.###.
.....#..... ....###.... ....###.... .....#.....
....###.... .....#..... .....#..... ....###....
"""
)
LOW_SUITS: Final = read_bitmaps(
    """
C       D       H       S
..###.. ...#... .##.##. ...#...
##.#.## .#####. ####### .#####.
####### .#####. .#####. #######
...#... ...#... ...#... ...#...
"""
)
"""The signs of aces, and of jokers."""
CELLED_SUITS: Final = read_bitmaps(
    """
C         D         H         S
...###... ....#.... .##...##. ....#....
...###... ..#####.. ######### ..#####..
###.#.### ######### ######### #########
######### ..#####.. ..#####.. ###.#.###
....#.... ....#.... ....#.... ...###...
"""
)
LOW_CELLED_SUITS: Final = read_bitmaps(
    """
C       D       H       S
..###.. ...#... .##.##. ...#...
###.### .#####. ####### #######
..###.. ...#... ..###.. ..###..
"""
)
"""Those of aces for terminals without half blocks: a pixel is a cell."""

_DOTS: Final = """
A .###. #...# ##### #...# #...#
B ####. #...# ####. #...# ####.
C .#### #.... #.... #.... .####
D ####. #...# #...# #...# ####.
E ##### #.... ####. #.... #####
F ##### #.... ####. #.... #....
G .#### #.... #..## #...# .####
H #...# #...# ##### #...# #...#
I .###. ..#.. ..#.. ..#.. .###.
J ..### ...#. ...#. #..#. .##..
K #...# #..#. ###.. #..#. #...#
L #.... #.... #.... #.... #####
M #...# ##.## #.#.# #...# #...#
N #...# ##..# #.#.# #..## #...#
O .###. #...# #...# #...# .###.
P ####. #...# ####. #.... #....
Q .###. #...# #.#.# #..#. .##.#
R ####. #...# ####. #..#. #...#
S .#### #.... .###. ....# ####.
T ##### ..#.. ..#.. ..#.. ..#..
U #...# #...# #...# #...# .###.
V #...# #...# #...# .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..
Z ##### ...#. ..#.. .#... #####
0 .###. #..## #.#.# ##..# .###.
1 ..#.. .##.. ..#.. ..#.. .###.
2 ####. ....# .###. #.... #####
3 ####. ....# .###. ....# ####.
4 #...# #...# ##### ....# ....#
5 ##### #.... ####. ....# ####.
6 .###. #.... ####. #...# .###.
7 ##### ....# ...#. ..#.. ..#..
8 .###. #...# .###. #...# .###.
9 .###. #...# .#### ....# .###.
"""
DOTS: Final[dict[str, Bitmap]] = {
    line[0]: tuple(line[2:].split()) for line in _DOTS.split("\n") if line
}
"""Capital letters and figures, five rows high, of single dots."""

Spread = tuple[str, ...]
"""Rows of pips, from the top: ``o`` is a pip. There are three columns, or more close ones."""

_SPREADS: Final[dict[int, tuple[str, ...]]] = {
    1: (".o.",),
    2: (".o./.../.../.../.../.../.o.", ".o./.../.../.../.o.", ".o./.../.o.", "o.o"),
    3: (".o./.../.../.o./.../.../.o.", ".o./.../.o./.../.o.", ".o./.o./.o.", "o.o/.o."),
    4: ("o.o/.../.../.../.../.../o.o", "o.o/.../.../.../o.o", "o.o/.../o.o", "o.o/o.o"),
    5: (
        "o.o/.../.../.o./.../.../o.o",
        "o.o/.../.o./.../o.o",
        "o.o/.o./o.o",
        "o...o...o/..o...o..",
        "o.o.o/.o.o.",
    ),
    6: ("o.o/.../.../o.o/.../.../o.o", "o.o/.../o.o/.../o.o", "o.o/o.o/o.o", "ooo/ooo"),
    7: (
        "o.o/.../.o./o.o/.../.../o.o",
        "o.o/.o./o.o/.../o.o",
        "o.o/ooo/o.o",
        "o.o.o.o/.o.o.o.",
        "o.o.o/oo.oo",
    ),
    8: (
        "o.o/.../.o./o.o/.o./.../o.o",
        "o.o/.o./o.o/.o./o.o",
        "ooo/o.o/ooo",
        "o.o.o.o/o.o.o.o",
        "oooo/oooo",
    ),
    9: (
        "o.o/.../o.o/.o./o.o/.../o.o",
        "o.o/o.o/.o./o.o/o.o",
        "ooo/ooo/ooo",
        "o.o.o.o.o/.o.o.o.o.",
        "oo.oo/ooooo",
    ),
    10: (
        "o.o/.o./o.o/.../o.o/.o./o.o",
        "o.o/.o./o.o/o.o/.o./o.o",
        "o.o/ooo/.../ooo/o.o",
        "o.o/ooo/ooo/o.o",
        "o.o.o/oo.oo/o.o.o",
        "o.o.o.o.o/o.o.o.o.o",
        "ooooo/ooooo",
    ),
}
"""The arrangements of each rank, the tallest first."""
_READ: Final[dict[int, tuple[Spread, ...]]] = {
    rank: tuple(tuple(text.split("/")) for text in texts) for rank, texts in _SPREADS.items()
}


def spread_of(count: int, rows: int, columns: int) -> Spread:
    """Return the tallest arrangement of so many pips; empty if none fits."""
    columns = max(columns, _CLOSE)
    fits = (one for one in _READ[count] if len(one) <= rows and len(one[0]) <= columns)
    return next(fits, ())


_CLOSE: Final = 5
"""Columns of pips, close to each other, that every card with pips has room for."""


def step_of(spread: Spread, pitch: int) -> int:
    """Return the step between its columns; `pitch` is that between three."""
    return max(1, 2 * pitch // (len(spread[0]) - 1))


def places_of(spread: Spread, pitch: int) -> Iterator[tuple[int, int]]:
    """Yield the column and the row of each pip; `pitch` is the step between three columns."""
    step = step_of(spread, pitch)
    for row, line in enumerate(spread):
        yield from ((column * step, row) for column, mark in enumerate(line) if mark == "o")


Lines = tuple[str, ...]

_PITCHES: Final = ((20, 6, 2), (14, 4, 2), (11, 3, 2), (7, 2, 2), (5, 1, 3), (0, 0, 3))
"""Minimum width of a card, the columns from one column of pips to the next, and minimum rows."""
_LETTERED_FROM: Final = 9
"""Minimum width of a card with letters or close signs for pips, hard to tell apart on no fill."""
_LEAST: Final = 5
"""Minimum rows of a card with a shadow."""
_NARROW_ROWS: Final = 4
"""Minimum free rows of a narrow card."""
_SMALLEST: Final = tuple(TileSize(wide, high) for wide in (4, 5, 6) for high in (4, 5))
"""Sizes of narrow cards that have pictures in fewer rows, if no jack or key takes one."""
_TIGHT: Final = 4
"""The width of a card that has a picture as wide as it can be."""
_WIDE: Final = 7
"""Minimum width of a card that is not narrow: of those all ranks have pictures, or none."""
_AROUND: Final = 6
"""The part of its width that a card keeps free on either side of a picture, if not a column."""
_BESIDE: Final = 5
"""Columns of the index and of the key, with what is around them."""
_CORNERS: Final = 6
"""Columns beside a picture that leave room for suits in two corners."""


def draw_centre(sheet: Sheet, tile: Tile, top: int, glyphs: Glyphs) -> bool:
    """Draw the largest picture of a card that fits between two rows; return whether one does.

    Args:
        sheet: the sheet to draw on.
        tile: the card.
        top: the first row that is free; the last row of the card is never used.
        glyphs: the signs to use.
    """
    rows = tile.last - top
    bare = tile.size in _SMALLEST and top == tile.y + 1
    narrow = tile.size.width < _WIDE and rows < _NARROW_ROWS
    if not bare and (narrow or rows < _pips_of(tile.size.width)[1]):
        return False
    width, card = tile.size.width, tile.face.card
    if rows == _AS_ROYAL and top == tile.y + 1 and not glyphs.lettered:
        beside = _fitting(_beside_index(card, glyphs), width - _BESIDE, rows + 1)
        if beside:
            _put_picture(sheet, tile, tile.y, beside, glyphs, cornered=False)
            return True
    lines = _fitting(_pictures(card, glyphs), _room_of(width), rows)
    if not lines:
        return _put_pips(sheet, tile, top, glyphs)
    if (rows - len(lines)) % 2 and not glyphs.lettered:
        lines = _off_the_foot(lines)
    _put_picture(sheet, tile, top, lines, glyphs)
    return True


def _off_the_foot(lines: Lines) -> Lines:
    """Move a picture of half blocks up by half a row, with a row more, if it fills its last one."""
    if not {"█", "▄"} & {*lines[-1]}:
        return lines
    pixels = (
        "".join(".#"[sign in signs] for sign in line) for line in lines for signs in ("▀█", "▄█")
    )
    return half_blocks(("." * len(lines[0]), *pixels))


def _room_of(width: int) -> int:
    """Return the columns of a picture: some stay free on either side, or one at the left."""
    return width - 1 if width == _TIGHT else width - 2 * max(1, width // _AROUND)


def _fitting(pictures: Iterable[Lines], room: int, rows: int) -> Lines:
    """Return the tallest picture that has room; empty if none has."""
    return next((p for p in pictures if len(p[0]) <= room and len(p) <= rows), ())


def _beside_index(card: Card, glyphs: Glyphs) -> Iterator[Lines]:
    """Yield the letters of a court card that begin in the row of its index, half a row lower."""
    if JACK <= rank_of(card) < len(RANK_LETTERS):
        found = (table[glyphs.rank(card)] for table in (SQUARE, TINY) if glyphs.rank(card) in table)
        yield from (half_blocks(("." * len(letter[0]), *letter)) for letter in found)


def _pictures(card: Card, glyphs: Glyphs) -> Iterator[Lines]:
    """Yield the pictures of an ace, of a court card or of a joker, the tallest first."""
    rank, suit, letter = rank_of(card), card_name(card)[1], glyphs.rank(card)
    if glyphs.lettered:
        yield from _lettered(letter, suit if rank == ACE else "", glyphs.suit(card), glyphs)
    elif rank == ACE or rank >= len(RANK_LETTERS):
        signs = (TALL_SUITS, MIDDLE_SUITS, SUITS, LOW_SUITS)
        yield from (half_blocks(table[suit]) for table in signs if suit in table)
    elif rank >= JACK:
        name = RANK_LETTERS[rank]
        if letter in TALL:
            yield half_blocks(stacked(TALL_CROWNS[name], TALL[letter]))
        if letter in LETTERS:
            yield half_blocks(stacked(CROWNS[name], LETTERS[letter]))
            yield half_blocks(LETTERS[letter])
        narrow = (NARROW, LOW_NARROW, LOWEST, LOW_SPARSE, TINY, TINIEST)
        yield from (half_blocks(table[letter]) for table in narrow if letter in table)


def _lettered(letter: str, ace: str, suit: str, glyphs: Glyphs) -> Iterator[Lines]:
    """Yield pictures for terminals without half blocks: of whole cells, or of suits and strokes."""
    found = [table[letter] for table in (SPARSE, LOW_SPARSE) if letter in table]
    if glyphs.fills:
        signs = (CELLED_SUITS, LOW_CELLED_SUITS)
        yield from (cells(table[ace], glyphs.block) for table in signs if ace in table)
        yield from (cells(scaled(bitmap, 2, 1), glyphs.block) for bitmap in found)
    yield from (cells(bitmap, glyphs.block if glyphs.fills else suit) for bitmap in found)
    if ace in SUIT_STROKES:
        yield SUIT_STROKES[ace]
    if glyphs.fills:
        yield from (table[letter] for table in STROKES.values() if letter in table)


def _put_picture(
    sheet: Sheet, tile: Tile, top: int, lines: Lines, glyphs: Glyphs, *, cornered: bool = True
) -> None:
    """Draw a picture in the middle of a card; the court has its suits in two corners."""
    width, face = tile.size.width, tile.face
    x = tile.x + (width - len(lines[0]) + 1) // 2
    y = top + (tile.last - top - len(lines) + 1) // 2
    ink = "p" + suit_of(face.card)
    for row, line in enumerate(lines, y):
        start = len(line) - len(line.lstrip())
        sheet.put(x + start, row, line.strip(), ink, ground=face.fill, bold=glyphs.lettered)
    roomy = width >= len(lines[0]) + _CORNERS and not glyphs.lettered
    if cornered and roomy and JACK <= rank_of(face.card) < len(RANK_LETTERS):
        suit = glyphs.pip(face.card)
        sheet.put(tile.x + width - 2, y, suit, ink, ground=face.fill)
        sheet.put(tile.x + 1, y + len(lines) - 1, suit, ink, ground=face.fill)


def _put_pips(sheet: Sheet, tile: Tile, top: int, glyphs: Glyphs) -> bool:
    """Draw as many signs of its suit as a number card is worth, and one on a joker."""
    width, face, rows = tile.size.width, tile.face, tile.last - top
    rank = rank_of(face.card)
    number = rank + 1 if rank < JACK else int(rank >= len(RANK_LETTERS))
    pitch, least = _pips_of(width)
    hard = glyphs.lettered or rows <= _AS_ROYAL
    unreadable = hard and not glyphs.fills and width < _LETTERED_FROM
    glasses = number == _GLASSES and width < _WIDE and not glyphs.framed
    low = number > 1 and rows < (_AS_ROYAL if glasses else least)
    pitch = 0 if unreadable or low else pitch
    spread = spread_of(number, rows, width - 2) if number and pitch else ()
    if not spread:
        return False
    across = step_of(spread, pitch) * (len(spread[0]) - 1)
    x = tile.x + (width - across - (across + 1) % 2) // 2
    step = 2 if 2 * len(spread) - 1 <= rows else 1
    y = top + (rows - step * (len(spread) - 1)) // 2
    sign, ink = glyphs.pip(face.card), "p" + suit_of(face.card)
    for column, row in places_of(spread, pitch):
        sheet.put(x + column, y + row * step, sign, ink, ground=face.fill)
    return True


def _pips_of(width: int) -> tuple[int, int]:
    """Return the step between columns of pips, 0 if a card has no room for any, and their rows."""
    return next(known[1:] for known in _PITCHES if width >= known[0])


_GLASSES: Final = 8
_AS_ROYAL: Final = 2
"""Minimum rows of the pips of an eight, which lies beside court cards."""


_HALF: Final = "▀"


def draw_shadows(sheet: Sheet, spots: Sequence[Spot], glyphs: Glyphs) -> None:
    """Draw the shadows of large cards in half a row; call it when all else is drawn."""
    if glyphs.edges:
        return
    stop = sheet.width - margin_in(sheet.width)
    below = {spot.y + spot.height for spot in spots if spot.height >= _LEAST}
    free = {y for y in below if y < sheet.height and sheet.is_blank(y)}
    for spot in spots:
        x, y = spot.x + 1, spot.y + spot.height
        if y in free:
            sheet.put(x, y, _HALF * (min(x + spot.width, stop) - x), "shadow")
