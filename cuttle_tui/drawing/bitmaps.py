"""Hold large letters, figures, suits and crowns as bitmaps, and write them in half blocks.

A pixel is a column wide and half a row high, which is about square.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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


@lru_cache(maxsize=256)
def spelled(text: str) -> Bitmap:
    """Set letters and figures side by side, a column apart; empty if one has no bitmap."""
    if not text or any(letter not in LETTERS for letter in text):
        return ()
    return tuple(".".join(rows) for rows in zip(*[LETTERS[letter] for letter in text], strict=True))


def stacked(upper: Bitmap, lower: Bitmap) -> Bitmap:
    """Set one bitmap over another, a row of pixels apart."""
    width = max(len(upper[0]), len(lower[0]))
    blank = "." * width
    return (*(row.center(width, ".") for row in upper), blank, *lower)


def _read(table: str) -> dict[str, Bitmap]:
    """Read a table of names and bitmaps; a line holds one row of pixels of each."""
    found: dict[str, Bitmap] = {}
    for block in table.strip().split("\n\n"):
        names, *rows = (line.split() for line in block.splitlines())
        found |= dict(zip(names, zip(*rows, strict=True), strict=True))
    return found


LETTERS: Final = _read(
    """
A      B      C      D      E      F      G      H      I      J      K      L
.####. #####. .####. #####. ###### ###### .####. ##..## ###### ....## ##..## ##....
##..## ##..## ##..## ##..## ##.... ##.... ##..## ##..## ..##.. ....## ##.##. ##....
##..## #####. ##.... ##..## #####. #####. ##.... ###### ..##.. ....## ####.. ##....
###### ##..## ##.... ##..## ##.... ##.... ##.### ##..## ..##.. ....## ####.. ##....
##..## ##..## ##..## ##..## ##.... ##.... ##..## ##..## ..##.. ##..## ##.##. ##....
##..## #####. .####. #####. ###### ##.... .####. ##..## ###### .####. ##..## ######

M       N       O      P      Q      R      S      T      U      V      W       X
##...## ##...## .####. #####. .####. #####. .##### ###### ##..## ##..## ##...## ##..##
###.### ###..## ##..## ##..## ##..## ##..## ##.... ..##.. ##..## ##..## ##...## ##..##
####### ####.## ##..## ##..## ##..## ##..## .####. ..##.. ##..## ##..## ##.#.## .####.
##.#.## ##.#### ##..## #####. ##.### #####. ....## ..##.. ##..## ##..## ####### .####.
##...## ##..### ##..## ##.... ##..## ##.##. ....## ..##.. ##..## .####. ###.### ##..##
##...## ##...## .####. ##.... .##### ##..## #####. ..##.. .####. ..##.. ##...## ##..##

Y      Z      0      1      2      3      4      5      6      7      8      9
##..## ###### .####. ..##.. .####. .####. ##..## ###### .####. ###### .####. .####.
##..## ....## ##..## .###.. ##..## ##..## ##..## ##.... ##.... ....## ##..## ##..##
.####. ...##. ##..## ..##.. ...##. ..###. ##..## #####. #####. ...##. .####. ##..##
..##.. ..##.. ##..## ..##.. ..##.. ....## ###### ....## ##..## ..##.. ##..## .#####
..##.. .##... ##..## ..##.. .##... ##..## ....## ....## ##..## ..##.. ##..## ....##
..##.. ###### .####. .####. ###### .####. ....## #####. .####. ..##.. .####. .####.
"""
)
"""Capital letters and figures, six rows high."""

TALL: Final = _read(
    """
J          Q          K          V          D          R
.......### ..######.. ###....### ###....### #######... ########..
.......### .########. ###...###. ###....### ########.. #########.
.......### ###....### ###..###.. ###....### ###...###. ###....###
.......### ###....### ###.###... .##....##. ###....### ###....###
.......### ###....### ######.... .###..###. ###....### #########.
###....### ###....### ###.###... ..##..##.. ###....### ########..
###....### ###..##### ###..###.. ..######.. ###...###. ###..###..
.########. .########. ###...###. ...####... ########.. ###...###.
..######.. ..######## ###....### ....##.... #######... ###....###
"""
)
"""The letters of court cards, nine rows high, in the languages that have such bitmaps."""

NARROW: Final = _read(
    """
J     Q     K     V     D     R
...## .###. ##..# ##.## ####. ####.
...## ##.## ##.#. ##.## ##.## ##.##
...## ##.## ###.. ##.## ##.## ##.##
...## ##.## ###.. ##.## ##.## ####.
#..## .###. ##.#. .###. ##.## ##.#.
.###. ...## ##..# ..#.. ####. ##..#
"""
)
"""The same letters for narrow cards."""

SPARSE: Final = _read(
    """
J     Q     K     V     D     R
....# .###. #...# #...# ####. ####.
....# #...# #..#. #...# #...# #...#
....# #...# ###.. #...# #...# ####.
#...# #..## #..#. .#.#. #...# #..#.
.###. .#### #...# ..#.. ####. #...#
"""
)
"""The same letters for terminals without half blocks: a pixel is a cell."""

LOW_SPARSE: Final = _read(
    """
J    Q    K    V    D    R
...# .##. #.#. #..# ###. ###.
...# #..# ##.. #..# #..# #..#
#..# #.## #.#. #..# #..# ###.
.##. .### #..# .##. ###. #..#
"""
)
"""The same in a row less."""

CROWNS: Final = _read(
    """
J      Q      K
..##.. .#..#. #.##.#
###### ###### ######
"""
)
TALL_CROWNS: Final = _read(
    """
J          Q          K
..#####... .#..##..#. #..#..#..#
########## ########## ##########
"""
)
"""What the court wear: a hat, a coronet, a crown."""

SUITS: Final = _read(
    """
C       D       H       S       B       R
..###.. ...#... .##.##. ...#... ...#... ...#...
..###.. ..###.. ####### ..###.. ...#... ...#...
###.### .#####. ####### .#####. ####### #######
####### .#####. .#####. ####### ..###.. ..#.#..
...#... ..###.. ..###.. ##.#.## .##.##. .##.##.
..###.. ...#... ...#... ..###.. .#...#. .#...#.
"""
)
TALL_SUITS: Final = _read(
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
"""The signs of aces, and of jokers."""
