"""Draw large letters from half cells, for the name of the game on cards."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

_SMALL: Final = {
    "C": (".####", "#....", "#....", "#....", ".####"),
    "U": ("#...#", "#...#", "#...#", "#...#", ".###."),
    "T": ("#####", "..#..", "..#..", "..#..", "..#.."),
    "L": ("#....", "#....", "#....", "#....", "#####"),
    "E": ("#####", "#....", "####.", "#....", "#####"),
}
_FLAT: Final = {
    "C": (".####", "#....", "#....", ".####"),
    "U": ("#...#", "#...#", "#...#", ".###."),
    "T": ("#####", "..#..", "..#..", "..#.."),
    "L": ("#....", "#....", "#....", "#####"),
    "E": ("#####", "###..", "#....", "#####"),
}
_BOLD: Final = {
    "C": (".######", "#######", "##.....", "##.....", "##.....", "##.....", "#######", ".######"),
    "U": ("##...##", "##...##", "##...##", "##...##", "##...##", "##...##", "#######", ".#####."),
    "T": ("#######", "#######", "..###..", "..###..", "..###..", "..###..", "..###..", "..###.."),
    "L": ("##.....", "##.....", "##.....", "##.....", "##.....", "##.....", "#######", "#######"),
    "E": ("#######", "#######", "##.....", "######.", "######.", "##.....", "#######", "#######"),
}
"""The letters of the name in points, each half a cell high; three sizes."""
_CELLS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_ASCII: Final = "#"
_LARGE_FROM: Final = 7
_BOLD_FROM: Final = 9
_DOUBLE_FROM: Final = 12
"""Card widths from which letters are large, bold, and doubled."""
_TALL_FROM: Final = 6
"""Card height from which five rows of points fit without half cells."""


def large_letter(letter: str, width: int, height: int, *, ascii_only: bool) -> tuple[str, ...]:
    """Return the rows of a letter for a card of a size; none if it has no room or no shape.

    In ASCII a point takes a whole cell.
    """
    if letter not in _SMALL or width < _LARGE_FROM:
        return ()
    if ascii_only:
        rows = (_SMALL if height >= _TALL_FROM else _FLAT)[letter]
        return tuple(_in_ascii(row, 2 if width >= _DOUBLE_FROM else 1) for row in rows)
    if width >= _DOUBLE_FROM:
        return _in_halves(tuple(_doubled(row) for row in _SMALL[letter] for _ in range(2)))
    return _in_halves((_BOLD if width >= _BOLD_FROM else _SMALL)[letter])


def _in_ascii(row: str, times: int) -> str:
    return "".join((_ASCII if point == "#" else " ") * times for point in row)


def _doubled(row: str) -> str:
    return "".join(point * 2 for point in row)


def _in_halves(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Join two rows of points into one row of cells."""
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return tuple(
        "".join(_CELLS[upper == "#", lower == "#"] for upper, lower in zip(*pair, strict=True))
        for pair in pairs
    )
