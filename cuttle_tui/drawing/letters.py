"""Draw letters on cards: the name of the game, the code of a table, who sits there.

A letter is large where its card has room: dots of half a cell each, or of several cells.
"""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.bitmaps import Bitmap, cells, half_blocks
from cuttle_tui.drawing.faces import Tile
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import put_body, suit_ink

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
_LETTERS: Final[dict[str, Bitmap]] = {
    line[0]: tuple(line[2:].split()) for line in _DOTS.split("\n") if line
}
_FLAT: Final[dict[str, Bitmap]] = {
    "C": (".####", "#....", "#....", ".####"),
    "U": ("#...#", "#...#", "#...#", ".###."),
    "T": ("#####", "..#..", "..#..", "..#.."),
    "L": ("#....", "#....", "#....", "#####"),
    "E": ("#####", "###..", "#....", "#####"),
}
_BOLD: Final[dict[str, Bitmap]] = {
    "C": (".######", "#######", "##.....", "##.....", "##.....", "##.....", "#######", ".######"),
    "U": ("##...##", "##...##", "##...##", "##...##", "##...##", "##...##", "#######", ".#####."),
    "T": ("#######", "#######", "..###..", "..###..", "..###..", "..###..", "..###..", "..###.."),
    "L": ("##.....", "##.....", "##.....", "##.....", "##.....", "##.....", "#######", "#######"),
    "E": ("#######", "#######", "##.....", "######.", "######.", "##.....", "#######", "#######"),
}
"""The letters of the name lower, for low cards in ASCII, and bold, for wider cards."""
_BOLD_FROM: Final = 9
_DOUBLE_FROM: Final = 12
_TREBLE_FROM: Final = 17
_FOURFOLD_FROM: Final = 24
_LARGE_FROM: Final = 7
"""Card widths from which letters are bold, doubled, trebled, fourfold, and large at all."""
_TALL_FROM: Final = 6
"""Card height from which a letter has a row for each row of dots."""
_TREBLE_TALL_FROM: Final = 10
_FOURFOLD_TALL_FROM: Final = 13
_LARGE_TALL_FROM: Final = 4
_LEAST_TALL: Final = 3
"""Card height from which a plain letter stands in the middle."""


def large_letter(letter: str, size: TileSize, *, ascii_only: bool) -> tuple[str, ...]:
    """Return the rows of a letter for a card of a size; none if it has no room or no shape.

    In ASCII a dot takes a whole cell.

    >>> print("|".join(large_letter("L", TileSize(7, 5), ascii_only=False)))
    █    |█    |▀▀▀▀▀
    """
    dots, (width, height) = _LETTERS.get(letter), size
    if dots is None or width < _LARGE_FROM or height < _LARGE_TALL_FROM:
        return ()
    if ascii_only:
        return _in_ascii(letter, size)
    if width >= _FOURFOLD_FROM and height >= _FOURFOLD_TALL_FROM:
        return half_blocks(_scaled(dots, 4, 4))
    if width >= _TREBLE_FROM and height >= _TREBLE_TALL_FROM:
        return half_blocks(_scaled(dots, 3, 3))
    if width >= _DOUBLE_FROM and height >= _TALL_FROM:
        return half_blocks(_scaled(dots, 2, 2))
    if width >= _BOLD_FROM and height >= _TALL_FROM:
        return half_blocks(_BOLD.get(letter, dots))
    return half_blocks(dots)


def _in_ascii(letter: str, size: TileSize) -> tuple[str, ...]:
    dots = (_LETTERS if size.height > _LARGE_TALL_FROM else _FLAT).get(letter, ())
    return cells(_scaled(dots, 2 if size.width >= _DOUBLE_FROM else 1, 1), "#")


def _scaled(dots: Bitmap, columns: int, rows: int) -> Bitmap:
    """Make each dot so many columns wide and so many rows high."""
    return tuple("".join(dot * columns for dot in row) for row in dots for _ in range(rows))


def draw_letter(sheet: Sheet, tile: Tile, letter: str, glyphs: Glyphs) -> None:
    """Draw a card with a letter in its middle, and the sign of its suit in the corners.

    A card too low for that has both in its corner.
    """
    face, (width, height) = tile.face, tile.size
    ink, ground = suit_ink(face.card), face.look
    sign = "" if glyphs.lettered else glyphs.suit(face.card)
    put_body(sheet, tile, glyphs)
    if height < _LEAST_TALL:
        sheet.put(tile.x + 1, tile.y, letter + sign, ink, ground=ground, bold=True)
        return
    large = large_letter(letter, tile.size, ascii_only=glyphs.lettered)
    rows = large or (letter,)
    x = tile.x + (width - len(rows[0])) // 2
    above = 1 if large and sign else 0
    y = tile.y + above + (height - len(rows) - above) // 2
    sheet.put(tile.x + 1, tile.y, sign, ink, ground=ground, bold=True)
    if y + len(rows) < tile.y + height:
        end = tile.y + height - 1
        sheet.put(tile.x + width - 2, end, sign, ink, ground=ground, bold=True)
    for row, text in enumerate(rows, y):
        sheet.put(x, row, text, ink, ground=ground, bold=not large)
