"""Write the end of a recorded game as a picture, or as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.drawing.glyphs import ASCII, UNICODE, UNICODE_EDGED, Glyphs
from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.drawing.rows import Sheet, wrap
from cuttle_tui.export.svg import svg_of
from cuttle_tui.i18n.rich_text import Sentence, card_span, plain, say, tell
from cuttle_tui.presenter.plate import recorded_plate
from cuttle_tui.presenter.view_model import PlateSeat
from cuttle_tui.widgets.plate import GraphRows, draw_graphs, draw_plate
from engine.cards import parse_card
from engine.record.replay import Replay

_WIDTH: Final = 84
_MARGIN: Final = 4
_ROWS: Final = {2: 31, 3: 39, 4: 48}
"""Rows of a picture, by the number of seats: graphs with the final fields."""
_TEXT: Final = 72
_TEXT_ROWS: Final = 4
"""Rows of a graph in text."""


def picture_svg(replay: Replay) -> str:
    """Draw the end of a game on dark felt."""
    plate = recorded_plate(replay)
    sheet = Sheet(_WIDTH, _ROWS[len(plate.seats)], "band")
    draw_plate(sheet, _MARGIN, _WIDTH - _MARGIN, plate, UNICODE, alone=True)
    return svg_of(sheet.strips(DEFAULT), plain(plate.title))


def picture_text(replay: Replay, *, ascii_only: bool = False) -> str:
    """Write the end of a game as text of at most 72 columns."""
    glyphs, plate = ASCII if ascii_only else UNICODE_EDGED, recorded_plate(replay)
    sheet = Sheet(_TEXT, (_TEXT_ROWS + 1) * len(plate.seats))
    draw_graphs(sheet, 0, _TEXT, 0, plate, glyphs, GraphRows(_TEXT_ROWS, 0, 1))
    counts = say(*(part for count in plate.counts for part in (count, "   ")))
    lines = (
        *_wrapped(plate.title, glyphs),
        *(_wrapped(plate.how, glyphs) if plate.how else ()),
        plate.caption,
        "",
        *sheet.texts(),
        "",
        *_wrapped(counts, glyphs),
        *(line for label, forms in plate.facts for line in _labelled(label, forms[0], glyphs)),
        *(line for seat in plate.seats for line in _labelled(seat.name, _cards(seat), glyphs)),
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(sentence: Sentence, glyphs: Glyphs) -> Iterator[str]:
    for line in wrap(sentence, _TEXT, glyphs):
        yield "".join(
            glyphs.index(parse_card(span.text)) if span.role == "card" else span.text
            for span in line
        )


def _labelled(label: str, told: Sentence, glyphs: Glyphs) -> Iterator[str]:
    return _wrapped(tell("{heading}:", heading=label) + say(" ") + told, glyphs)


def _cards(seat: PlateSeat) -> Sentence:
    """List the cards that lie before a seat at the end."""
    faces = (*seat.points, *seat.royals)
    return say(*(part for face in faces for part in (card_span(face.card), " ")))
