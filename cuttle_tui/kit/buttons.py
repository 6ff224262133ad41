"""Lay out and draw buttons: what can be done, in rows wide and high enough for a thumb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.i18n.translation import Sentence, Span, say
from cuttle_tui.kit.zone import Hotspot, keys_in, spots_in

_PAD: Final = 1
"""Columns left and right of the text of a button."""
_GAP: Final = 1
"""Columns between buttons."""
TALLEST: Final = 3
"""Rows of a button of full height."""
_PAIR: Final = 2
"""The keys of a button that is pressed at either end."""
_ENDS: Final = ("< ", " >")


class Button(NamedTuple):
    """A button: what stands on it, and the keys it is pressed for, from the left."""

    text: Sentence
    keys: tuple[str, ...]
    ends: bool = False
    """Whether each half of it is a key."""


def buttons_of(options: Iterable[Sentence], *, touch: bool = False) -> list[Button]:
    """Make a button of each option with a key that can be clicked on; others need none.

    Where nobody presses keys a button says only what it does.
    """
    made = [_button(option, keys) for option in options if (keys := keys_in(option))]
    return [_without_key(button) for button in made] if touch else made


def _without_key(button: Button) -> Button:
    """Leave out the name of the key, but for one that says all there is to say."""
    if button.ends:
        return button
    spans = tuple(span for span in button.text if span.role != "key")
    words = say(*spans[1:]) if spans and spans[0].text == " " else spans
    return button._replace(text=words) if any(span.text.strip() for span in words) else button


def _button(option: Sentence, keys: tuple[str, ...]) -> Button:
    """Make the button of an option: where two keys have names, signs at its ends say more."""
    if len(keys) != _PAIR or len(keys[0]) == 1:
        return Button(option, keys)
    before, after = (Span(sign, "key") for sign in _ENDS)
    return Button(
        say(before, *(span for span in option[1:] if span.text != " "), after), keys, True
    )


def rows_of(
    buttons: Sequence[Button], room: int, most: int, glyphs: Glyphs
) -> list[list[Button]] | None:
    """Share buttons among at most so many rows, evenly; None if they do not fit."""
    widths = [_width(button, glyphs) for button in buttons]
    if not widths or max(widths) > room:
        return None if widths else []
    count = len(_flow(widths, room))
    if count > most:
        return None
    even = next(wide for wide in range(max(widths), room + 1) if len(_flow(widths, wide)) <= count)
    return [[buttons[place] for place in row] for row in _flow(widths, even)]


def _width(button: Button, glyphs: Glyphs) -> int:
    return sentence_width(button.text, glyphs) + 2 * _PAD


def _flow(widths: Sequence[int], room: int) -> list[list[int]]:
    """Put as many buttons in each row as fit; return their places."""
    rows: list[list[int]] = [[]]
    used = 0
    for place, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(place)
        used += width + _GAP
    return rows


def height_of(rows: int, room: int) -> int:
    """Return how high each of so many rows of buttons is."""
    return max(1, min(TALLEST, room // max(1, rows)))


def heights_of(rows: int, height: int, room: int) -> list[int]:
    """Return how high rows of buttons are that share all there is, each the same.

    >>> heights_of(2, 2, 5)
    [2, 2]
    """
    return [max(height, height_of(rows, room))] * rows


def draw_buttons(
    sheet: Sheet,
    rows: Sequence[Sequence[Button]],
    first: int,
    stop: int,
    y: int,
    heights: Sequence[int],
    glyphs: Glyphs,
    *,
    ground: str = "button",
    primary: Button | None = None,
    bright: str = "",
    parted: bool = False,
) -> list[Hotspot]:
    """Draw rows of buttons between two columns, each row over its whole width.

    Where rows touch each other, every second one is not filled; nor are those with sides on the
    band.

    Args:
        sheet: the sheet to draw on.
        rows: the buttons of each row.
        first: the first column.
        stop: the column after the last.
        y: the first row.
        heights: rows of the sheet for each row of buttons.
        glyphs: the signs to use.
        ground: the fill of a button, which differs from what it lies on.
        primary: the button that most people want.
        bright: its fill.
        parted: whether nothing else lies above and below, so that all can be filled.

    Returns:
        Where each key can be clicked.
    """
    spots: list[Hotspot] = []
    for below, row, height in zip(reversed(range(len(rows))), rows, heights, strict=True):
        open_felt = (height == 1 and not below % 2 and not parted) or (
            glyphs.edges and ground == "felt"
        )
        fill = "" if open_felt else ground
        widths = [_width(button, glyphs) for button in row]
        free = max(0, stop - first - sum(widths) - _GAP * (len(row) - 1))
        x = first
        # share free columns among buttons, in pairs, so that their words stay in the middle
        count = len(row)
        edges = [2 * (free // 2 * place // count) for place in range(count)]
        widened = [more - less for less, more in pairwise([*edges, free])]
        for button, width, more in zip(row, widths, widened, strict=True):
            wide = min(width + more, stop - x)
            own = bright if button is primary and fill else fill
            spots += _draw(sheet, button, (x, x + wide), range(y, y + height), glyphs, own)
            x += wide + _GAP
        y += height
    return spots


def _draw(
    sheet: Sheet, button: Button, columns: tuple[int, int], rows: range, glyphs: Glyphs, ground: str
) -> list[Hotspot]:
    """Draw a button, its text in the middle; felt parts it from those around it."""
    x, stop = columns
    framed = glyphs.edges and not (glyphs.fills and ground)
    parted = glyphs.lettered and not framed and len(rows) > 1  # by a row, where none is halved
    block = rows[1:] if parted else rows
    line = block[(len(block) - framed) // 2]  # a frame is closed below by a line
    if framed:
        _frame(sheet, columns, rows, line, ground)
    elif ground:
        _fill(sheet, columns, block, glyphs, ground)
    start = x + max(_PAD, (stop - x - sentence_width(button.text, glyphs)) // 2)
    filled = ground in ("button", *_BUTTON_INKS)
    put_sentence(
        sheet,
        start,
        line,
        button.text,
        glyphs,
        fore=_BUTTON_INKS.get(ground, "ink"),
        coloured=not filled,
        ground=ground or None,
        stop=stop - _PAD,
    )
    lefts = [spot.left for spot in spots_in(button.text, start, line, glyphs)]
    if button.ends:
        lefts = [start, (x + stop) // 2]
    keys = button.keys[: max(1, len(lefts))]  # without their names all of it is the first
    parts = pairwise([x, *lefts[1 : len(keys)], stop])
    return [
        Hotspot(left, right, key, row)
        for key, (left, right) in zip(keys, parts, strict=True)
        for row in rows
    ]


def _fill(sheet: Sheet, columns: tuple[int, int], rows: range, glyphs: Glyphs, ground: str) -> None:
    """Fill a button: with half blocks all but half a row above, and below if its rows are odd."""
    x, stop = columns
    halves = {rows[-1]: _UPPER_HALF if len(rows) % 2 else "", rows[0]: _LOWER_HALF}
    for row in rows:
        half = halves.get(row, "") if glyphs.lower == _LOWER_HALF and len(rows) > 1 else ""
        if half:
            sheet.put(x, row, half * (stop - x), ground)
        else:
            sheet.fill(x, row, stop - x, 1, ground)


def _frame(sheet: Sheet, columns: tuple[int, int], rows: range, line: int, ground: str) -> None:
    """Draw sides, and where a button has more than a row a line below it, and maybe above."""
    x, stop = columns
    fore, side = _BUTTON_INKS.get(ground, "quiet"), "|" if ground or len(rows) > 1 else ":"
    for row in rows:
        fill = ground if row >= line else ""
        if fill:
            sheet.fill(x, row, stop - x, 1, fill)
        if row != line:
            sheet.put(
                x + 1, row, "_" * (stop - x - 2), fore if fill else "quiet", ground=fill or None
            )
        for column in (x, stop - 1) if row >= line else ():
            sheet.put(column, row, side, fore, ground=fill or None)


_LOWER_HALF: Final = "▄"
_UPPER_HALF: Final = "▀"
_BUTTON_INKS: Final = {"bar": "barink", "alarm": "alarmink"}
"""The text of a button that has the fill of the bar."""
