"""Draw a play that was decided against a counter: its cards as steps, and the verdict in a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import Font, half_blocks, spelled
from cuttle_tui.drawing.faces import Face, Tile, bleed_of
from cuttle_tui.drawing.forms import fullest_text
from cuttle_tui.drawing.layout import Plan, TileSize, card_of
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import draw_chip, draw_small, draw_tile
from cuttle_tui.table.view_model import MidModel, StackCard

_BEATEN: Final = "x"
_NARROWEST: Final = 5
_NAMED: Final = 6
"""The fewest columns of a card, and of one with a name and a sign."""
_RISE: Final = 3
"""The part of its rows by which cards of the two sides lie apart."""
_LARGE: Final = 3
"""Rows of a verdict in large letters, and the fewest of the cards above one."""
_APART: Final = 2
"""Columns between the cards and the verdict, and around a name."""
_VERDICT: Final = 12
"""Columns that names leave to the verdict beside them."""


class _Steps(NamedTuple):
    """Cards that lie one a step further than the other, and those of two sides apart."""

    card: TileSize
    rise: int
    step: int
    named: bool = False


class _Way(NamedTuple):
    """A way to lay out a clash."""

    steps: _Steps
    """The cards, as close as they may be."""
    room: TileSize
    """The cells for the verdict."""
    below: bool
    """Whether these are below the cards, and not beside them."""


def draw_clash(sheet: Sheet, x: int, top: int, model: MidModel, plan: Plan, glyphs: Glyphs) -> None:
    """Draw a decided play from a cell on: each card a step further, on its own side.

    Cards overlap where the verdict can be larger so, unless they wear names.
    """
    stack, ways = model.stack, [*_ways(model.stack, x, plan, glyphs)]
    fits = (
        (rows, way)
        for rows in _verdicts(model.verdict.upper(), glyphs)
        for way in ways
        if cell_len(rows[0]) <= way.room.width and len(rows) <= way.room.height
    )
    rows, (steps, room, below) = next(fits, (("",), ways[0]))
    free = plan.stop - x if below else plan.stop - x - _APART - cell_len(rows[0])
    step = min(steps.card.width + 1, (free - steps.card.width) // (len(stack) - 1))
    for place, card in enumerate(stack):
        spot = x + step * place, top + steps.rise * card.ours
        _draw_card(sheet, *spot, card, steps, glyphs)
    y = top + (room.height - len(rows)) // 2
    if below:
        x = min(x, plan.stop - cell_len(rows[0]))
        y += plan.pile.height - (0 if plan.text_below else _LARGE)
    else:
        x += step * (len(stack) - 1) + steps.card.width + _APART
    for row, line in enumerate(rows, y):
        sheet.put(x, row, line, bold=len(rows) == 1)


def _ways(stack: Sequence[StackCard], x: int, plan: Plan, glyphs: Glyphs) -> Iterator[_Way]:
    """Yield the ways to lay out a clash: with the verdict beside the cards, or below them."""
    rows, room = plan.pile.height, plan.stop - x
    if plan.text_below:
        text = TileSize(plan.stop - plan.first, plan.text_room)
        yield _Way(_steps(stack, rows, room, plan, glyphs), text, below=True)
        return
    steps = _steps(stack, rows, room - _VERDICT, plan, glyphs)
    taken = steps.step * (len(stack) - 1) + steps.card.width + _APART
    yield _Way(steps, TileSize(room - taken, rows), below=False)
    if rows >= 2 * _LARGE:
        blank = rows > 2 * _LARGE
        steps = _steps(stack, rows - _LARGE - blank, room, plan, glyphs)
        yield _Way(steps, TileSize(room, _LARGE), below=True)


def _steps(stack: Sequence[StackCard], rows: int, room: int, plan: Plan, glyphs: Glyphs) -> _Steps:
    """Lay cards in so many rows and columns: close together, or side by side with names."""
    rise = max(1, rows // _RISE)
    card = card_of("pile", rows - rise, plan.stop - plan.first)
    longest, most = max(cell_len(card.name) for card in stack), room // len(stack) - 1
    if longest and card.height > 1 and most >= _NAMED:
        width = min(most, max(card.width, _NAMED, longest + _APART))
        return _Steps(card._replace(width=width), rise, width + 1, named=True)
    step = 1 + max(cell_len(glyphs.index(one.card)) for one in stack)  # all indices in sight
    width = min(card.width, room - step * (len(stack) - 1))
    return _Steps(card._replace(width=max(width, _NARROWEST)), rise, step)


def _verdicts(word: str, glyphs: Glyphs) -> Iterator[Sequence[str]]:
    """Yield a word in large letters, in slim ones, and as it is."""
    fonts: tuple[Font, ...] = () if glyphs.lettered else ("usual", "slim")
    yield from (half_blocks(bitmap) for font in fonts if (bitmap := spelled(word, font)))
    yield (word,)


def _draw_card(
    sheet: Sheet, x: int, y: int, card: StackCard, steps: _Steps, glyphs: Glyphs
) -> None:
    """Draw a card with its player's name; one that was beaten is dull, with a sign."""
    size = steps.card
    face = Face(card.card)
    if steps.named:
        face = replace(face, word=fullest_text(size.width - 1, card.name, card.short))
    if card.beaten and steps.named:
        face = replace(face, look="mute", key=_BEATEN)
    elif card.beaten:
        face = replace(face, look="mute", word=_BEATEN)
    draw = {1: draw_chip, 2: draw_small}.get(size.height, draw_tile)
    draw(sheet, Tile(face, x, y, size, bleed_of(size.width)), glyphs)
