"""Draw capital letters and digits large, from half blocks, five dots wide and high."""

from __future__ import annotations

from typing import Final

DOTS: Final = 5
"""Columns and rows of dots of a letter."""
_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}
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
_LETTERS: Final = {line[0]: line[2:].split() for line in _DOTS.split("\n") if line}


def big_letter(letter: str, *, doubled: bool = False) -> tuple[str, ...]:
    """Return the rows of a letter; none for other characters.

    >>> print("|".join(big_letter("L")))
    █    |█    |▀▀▀▀▀

    Args:
        letter: a capital letter or a digit.
        doubled: a row for each row of dots, two columns for each dot; else two rows in one.
    """
    dots = _LETTERS.get(letter)
    if dots is None:
        return ()
    if doubled:
        return tuple("".join("██" if dot == "#" else "  " for dot in row) for row in dots)
    return tuple(
        "".join(map(_HALVES.__getitem__, zip(*pair, strict=True))) for pair in _pairs(dots)
    )


def _pairs(dots: list[str]) -> list[tuple[str, str]]:
    """Put two rows of dots into one; the last may be half empty."""
    whole = [*dots, "." * DOTS]
    return [(whole[row], whole[row + 1]) for row in range(0, len(dots), 2)]
