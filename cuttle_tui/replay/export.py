"""Turn games into files that people share: pictures, still or moving, and recordings."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from textual.strip import Strip

from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.palette import ASCII, DEFAULT, UNICODE, UNICODE_EDGED, Glyphs, Palette
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.drawing.rows import Sheet, changed_spans, wrap
from cuttle_tui.i18n.translation import Sentence, card_span, plain, say, tell
from cuttle_tui.kit.layouts import table_regions
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.text_types import cells_of
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.replay.commands import ReplayState
from cuttle_tui.replay.presenter import Frame, frame_of, present_replay, sides_of
from cuttle_tui.table.plate import recorded_plate
from cuttle_tui.table.present_seats import highlight_of, highlighted
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.widgets.band import Middle
from cuttle_tui.table.widgets.plate import GraphRows, Plate, draw_graphs, draw_plate
from cuttle_tui.table.widgets.seats import Me, Opponents
from cuttle_tui.table.widgets.tray import Tray
from engine.cards import parse_card
from engine.record.summary import Replay, moments_of


class Still:
    """Draws tables of one size; a zone that has not changed keeps its rows."""

    def __init__(self, paint: PaintContext) -> None:
        self._paint = paint
        self._plan: Plan | None = None
        self._zones: dict[str, Zone[Any]] = {
            "others": Opponents(paint, "others"),
            "middle": Middle(paint, "middle"),
            "me": Me(paint, "me"),
            "plate": Plate(paint, "plate"),
            "prompt": PromptBar(paint, "prompt"),
            "tray": Tray(paint, "tray"),
            "keys": Keys(paint, "keys"),
        }
        self._drawn: dict[str, tuple[object, list[Strip]]] = {}

    def rows(self, model: TableModel) -> list[Strip]:
        """Return the rows of a table whose zones cover the whole width, or of its plate."""
        plan = table_plan(WIDTH, HEIGHT, model.sizes)
        assert plan is not None
        if plan is not self._plan:
            self._plan, self._drawn = plan, {}
        fields = {"others": model.others, "middle": model.mid, "me": model.me}
        parts = {
            **(fields if model.plate is None else {"plate": model.plate}),
            "prompt": model.prompt,
            "tray": model.cards,
            "keys": model.keys,
        }
        regions = table_regions(plan, log_open=False)
        rows: list[Strip] = []
        for name in sorted(parts, key=lambda name: regions[name].y):
            drawn = self._drawn.get(name)
            if drawn is None or drawn[0] != parts[name]:
                sheet = Sheet(regions[name].width, regions[name].height)
                self._zones[name].draw(parts[name], plan, sheet)
                drawn = self._drawn[name] = parts[name], sheet.strips(self._paint.palette)
            rows += drawn[1]
        return rows


WIDTH: Final = 80
HEIGHT: Final = 24
PACE: Final = 1.5
"""Seconds for each action."""
_LAST: Final = 5.0
"""Seconds for which the end stays."""
LIMIT: Final = 2_000_000
"""Maximum size of a recording in bytes; a longer game is cut before its next action."""
_BEGIN: Final = "\x1b[?25l\x1b[2J"
_END: Final = "\x1b[0m\x1b[?25h"


def cast_lines(replay: Replay, limit: int = LIMIT) -> Iterator[str]:
    """Yield the lines of a recording: its header, then what each action changes on the screen."""
    header = {
        "version": 2,
        "width": WIDTH,
        "height": HEIGHT,
        "timestamp": int(replay.record.started.timestamp()),
        "title": plain(recorded_plate(replay).title),
        "env": {"TERM": "xterm-256color"},
    }
    yield _line(header)
    size, last, before, begin = 0, 0.0, [Strip.blank(WIDTH)] * HEIGHT, _BEGIN
    for ply, rows in enumerate(drawn_frames(replay)):
        written: list[str] = []
        for y, (old, new) in enumerate(zip(before, rows, strict=True)):
            for start, stop in changed_spans(old, new):
                written.append(f"\x1b[{y + 1};{start + 1}H")
                for text, style, _ in new.crop(start, stop):
                    shown = (
                        style.render(text, color_system=ColorSystem.TRUECOLOR) if style else text
                    )
                    written.append(shown)
        line = _line([ply * PACE, "o", begin + "".join(written)])
        size += len(line)
        if size > limit:
            break
        yield line
        last, before, begin = ply * PACE, rows, ""
    yield _line([last + _LAST, "o", _END])


def cast_text(replay: Replay) -> str:
    """Return a whole recording."""
    return "".join(cast_lines(replay))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"


_Shown = Callable[[TableModel, Frame, int], TableModel]


def drawn_frames(
    replay: Replay, shown: _Shown = lambda model, frame, seat: model
) -> Iterator[list[Strip]]:
    """Draw the table at every ply, with all hands open; then the plate.

    Args:
        shown: changes what a table shows, given the ply and the seat that it is seen from.
    """
    seats = len(replay.record.players)
    still = Still(PaintContext(DEFAULT, UNICODE))
    side = sides_of(seats, 0)[0]
    playing, cells = ReplayState(playing=True), cells_of(replay, moments_of(replay))
    for ply in range(replay.plies + 1):
        frame = frame_of(replay, ply, side)
        model = shown(present_replay(frame, TableUi(), playing, cells), frame, side.seat)
        yield still.rows(model)
    yield still.rows(replace(model, plate=recorded_plate(replay)))


_CELL: Final = 9.6
"""Width of a cell; texts are stretched to it, so that any font fits."""
_ROW: Final = 20
_BASE: Final = 15
"""Distance of the line of writing from the upper edge of a row."""
_EDGE: Final = 8
"""Height above the first row and below the last."""
_ROUND: Final = 8
_FONTS: Final = (
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, Courier New, monospace"
)


def svg_of(rows: Sequence[Strip], title: str) -> str:
    """Draw rows of styled text, with a title for those who cannot see them."""
    last = len(rows) - 1  # a row covers how far the shapes of the one above reach over its edge
    shapes = [
        line for y, row in enumerate(rows) for line in (*_grounds(row, y, last), *_texts(row, y))
    ]
    return framed_svg(shapes, max(row.cell_length for row in rows), len(rows), title)


def row_svg(row: Strip, y: int, last: int) -> str:
    """Draw a row of styled text; `last` is the number of the last one."""
    return "".join((*_grounds(row, y, last), *_texts(row, y)))


def framed_svg(shapes: Iterable[str], columns: int, rows: int, title: str, style: str = "") -> str:
    """Put what was drawn of some rows into a picture with round corners."""
    width = columns * _CELL
    height = rows * _ROW + 2 * _EDGE
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-_EDGE} {width:g} {height}"'
            f' width="{width:g}" height="{height}" role="img">',
            f"<title>{_safe(title)}</title>",
            *([f"<style>{style}</style>"] if style else []),
            f'<clipPath id="edge"><rect y="{-_EDGE}" width="{width:g}" height="{height}"'
            f' rx="{_ROUND}"/></clipPath>',
            f'<g clip-path="url(#edge)" font-family="{_FONTS}" font-size="16"'
            ' shape-rendering="crispEdges">',
            *shapes,
            "</g>",
            "</svg>",
            "",
        )
    )


def _placed(row: Strip) -> Iterator[tuple[float, Segment]]:
    column = 0
    for segment in row:
        yield column * _CELL, segment
        column += segment.cell_length


def _grounds(row: Strip, y: int, last: int) -> Iterator[str]:
    """Fill the cells of a row and half a unit more; the outer rows fill the margins as well."""
    top = y * _ROW - _EDGE * (y == 0)
    bottom = (y + 1) * _ROW + (_EDGE if y == last else _OVER)
    for x, segment in _placed(row):
        colour = segment.style.bgcolor if segment.style else None
        width = segment.cell_length * _CELL
        yield (
            f'<rect x="{x:g}" y="{top}" width="{width + _OVER:g}" height="{bottom - top:g}"'
            f' fill="{_hex(colour)}"/>'
        )


def _texts(row: Strip, y: int) -> Iterator[str]:
    for x, segment in _placed(row):
        style = segment.style
        colour = _hex(style.color if style else None)
        bold = ' font-weight="bold"' if style and style.bold else ""
        for found in _RUN.finditer(segment.text):
            left = x + cell_len(segment.text[: found.start()]) * _CELL
            if found[0][0] in _SHAPES:
                yield from _shapes(found[0], left, y, colour)
                continue
            width = cell_len(found[0]) * _CELL
            yield (
                f'<text x="{left:g}" y="{y * _ROW + _BASE}" textLength="{width:g}"'
                f' lengthAdjust="spacingAndGlyphs" fill="{colour}"{bold}>{_safe(found[0])}'
                "</text>"
            )


def _shapes(run: str, x: float, y: int, colour: str) -> Iterator[str]:
    """Draw a run of a block or a line as rectangles, whatever fonts make of it."""
    for shape in _SHAPES[run[0]]:
        count, times = (len(run), 1) if shape.width == 1 else (1, len(run))
        opacity = f' fill-opacity="{shape.tint:g}"' if shape.tint < 1 else ""
        over = _OVER if shape.tint == 1 else 0
        for place in range(times):
            left = x + (place + shape.left) * _CELL
            yield (
                f'<rect x="{left:g}" y="{y * _ROW + shape.top:g}"'
                f' width="{count * shape.width * _CELL + over:g}" height="{shape.height:g}"'
                f' fill="{colour}"{opacity}/>'
            )


class _Shape(NamedTuple):
    """A rectangle within a cell."""

    top: float = 0
    height: float = _ROW
    left: float = 0
    """In cells, like the width."""
    width: float = 1
    tint: float = 1
    """How much of the ground it covers."""


_OVER: Final = 0.5
"""How far fills reach over their edge, so that no seams show."""
_HALF: Final = _ROW / 2
_LEFT_TO_MIDDLE: Final = _Shape(_HALF - 0.5, 1, width=0.5)
_MIDDLE_TO_RIGHT: Final = _Shape(_HALF - 0.5, 1, left=0.5, width=0.5)
_UPRIGHT: Final = _Shape(height=_ROW + _OVER, left=0.475, width=0.05)
_SHAPES: Final[dict[str, tuple[_Shape, ...]]] = {
    "█": (_Shape(height=_ROW + _OVER),),
    "▀": (_Shape(height=_HALF),),
    **{
        sign: (_Shape(_ROW * (8 - eighths) / 8, _ROW * eighths / 8 + _OVER),)
        for eighths, sign in enumerate("▁▂▃▄▅▆▇", 1)
    },
    "▌": (_Shape(height=_ROW + _OVER, width=0.5),),
    "▐": (_Shape(height=_ROW + _OVER, left=0.5, width=0.5),),
    "▏": (_Shape(height=_ROW + _OVER, width=0.125),),
    "▕": (_Shape(height=_ROW + _OVER, left=0.875, width=0.125),),
    "░": (_Shape(tint=0.3),),
    "─": (_Shape(_HALF - 0.5, 1),),
    "━": (_Shape(_HALF - 1, 2),),
    "│": (_UPRIGHT,),
    "├": (_UPRIGHT, _MIDDLE_TO_RIGHT),
    "┐": (_LEFT_TO_MIDDLE, _UPRIGHT._replace(top=_HALF, height=_HALF + _OVER)),
    "┘": (_LEFT_TO_MIDDLE, _UPRIGHT._replace(height=_HALF)),
}
"""The signs that are drawn as rectangles."""
_DRAWN: Final = "".join(_SHAPES)
_MARKS: Final = "\u0300-\u036f\ufe00-\ufe0f"
"""What is written over or under the sign before it."""
_LETTERS: Final = f"!-\u024f{_MARKS}"
"""What a font for terminals has; other signs may come from one with other widths."""
_RUN: Final = re.compile(
    f"([{_DRAWN}])\\1*|[{_LETTERS}]+(?: [{_LETTERS}]+)*|[^{_DRAWN}{_LETTERS} ][{_MARKS}]*"
)
"""What is placed as a whole: browsers make one blank of many, and other signs are not as wide."""


def _hex(colour: Color | None) -> str:
    triplet = (colour.triplet if colour is not None else None) or ColorTriplet(0, 0, 0)
    return triplet.hex


def _safe(text: str) -> str:
    """Escape a text, without characters that XML forbids."""
    return escape("".join(sign if sign.isprintable() else "?" for sign in text))


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


_BLANK: Final = 1
"""Blank rows above graphs, and below them."""
_WITH_FIELDS: Final = {2: GraphRows(7, 6, 1), 3: GraphRows(5, 4, 1), 4: GraphRows(4, 4, 1)}
"""Rows of each seat, by the number of seats."""


def graphs_svg(replay: Replay, width: int, palette: Palette = DEFAULT) -> str:
    """Draw the scores turn by turn and the final fields, for a page that says the rest in words.

    Args:
        width: in columns.
    """
    plate = recorded_plate(replay)
    rows = _WITH_FIELDS[len(plate.seats)]
    tall = sum(rows[:3]) * len(plate.seats) - rows.gap + 1 + 2 * _BLANK
    sheet = Sheet(width, tall, "band")
    sheet.grounds[:] = ["band"] * tall
    draw_graphs(sheet, _SIDE, width - _SIDE, _BLANK, plate, UNICODE, rows)
    return svg_of(sheet.strips(palette), plain(plate.title))


_SIDE: Final = 2
"""Blank columns beside graphs."""


def picture_text(replay: Replay, *, ascii_only: bool = False) -> str:
    """Write the end of a game as text of at most 72 columns."""
    glyphs, plate = ASCII if ascii_only else UNICODE_EDGED, recorded_plate(replay)
    sheet = Sheet(_TEXT, (_TEXT_ROWS + 1) * len(plate.seats))
    draw_graphs(sheet, 0, _TEXT, 0, plate, glyphs, GraphRows(_TEXT_ROWS, 0, 1))
    counts = say(*(part for count in plate.counts for part in (count, "   ")))
    labelled = [(label, forms[0]) for label, forms in plate.facts]
    for seat in plate.seats:  # what lies before them at the end
        faces = (*seat.points, *seat.royals)
        lie = say(*(part for face in faces for part in (card_span(face.card), " ")))
        labelled.append((seat.name, lie))
    facts = [tell("{heading}:", heading=label) + say(" ") + told for label, told in labelled]
    lines = (
        *_wrapped(plate.title, glyphs),
        *(_wrapped(plate.how, glyphs) if plate.how else ()),
        plate.caption,
        "",
        *sheet.texts(),
        "",
        *_wrapped(counts, glyphs),
        *(line for told in facts for line in _wrapped(told, glyphs)),
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(sentence: Sentence, glyphs: Glyphs) -> Iterator[str]:
    for line in wrap(sentence, _TEXT, glyphs):
        yield "".join(
            glyphs.index(parse_card(span.text)) if span.role == "card" else span.text
            for span in line
        )


# pictures that move -------------------------------------------------------------------------------

SECONDS: Final = (15.0, 25.0)
"""How long a picture that moves lasts at least and at most, with its end."""
_PLAY_STAYS: Final = 1.2
"""Seconds for each action, where there is time."""
_END_STAYS: Final = 4.0
"""Seconds for which the end of a picture that moves stays."""
_MOVES: Final = """g g{animation:0s step-end infinite}
.h{visibility:hidden}
@media(prefers-reduced-motion:reduce){g g{animation:none!important}}
"""
"""Rows change at once, and stand still at the end where nothing is to move."""


class _Drawn(NamedTuple):
    """A row as it was drawn."""

    y: int
    shapes: str


class _Times(NamedTuple):
    """When a row is in sight, in per cent: from and until, several times."""

    spans: tuple[tuple[float, float], ...]
    at_end: bool
    """Whether it is part of the last picture, which stays where nothing moves."""


def moving_svg(replay: Replay) -> str:
    """Draw a game play by play, up to the plate at its end; then it begins anew."""
    frames = list(drawn_frames(replay, _lit))
    times = _times(frames)
    names = {when: f"k{place}" for place, when in enumerate(dict.fromkeys(times.values()))}
    shapes = []
    for row, when in times.items():
        group = f'<g class="{names[when]}{"" if when.at_end else " h"}">{row.shapes}</g>'
        never_changes = when.spans == ((0.0, 100.0),)
        shapes.append(row.shapes if never_changes else group)
    style = _MOVES + "".join(_keyframes(names, _length(len(frames))))
    return framed_svg(shapes, WIDTH, HEIGHT, plain(recorded_plate(replay).title), style)


def _length(frames: int) -> float:
    """Return how many seconds so many frames last."""
    least, most = SECONDS
    return max(least, min(most, (frames - 1) * _PLAY_STAYS + _END_STAYS))


def _lit(model: TableModel, frame: Frame, seat: int) -> TableModel:
    """Light up what changed, and leave out what could be pressed: nobody can, on a picture."""
    prompt = replace(model.prompt, options=(), shorter=(), shortest=(), named=())
    highlight = highlight_of(frame.happened, frame.before, frame.view)
    return highlighted(replace(model, prompt=prompt), replace(highlight, totals=()), seat)


def _times(frames: Sequence[Sequence[Strip]]) -> Mapping[_Drawn, _Times]:
    """Return every row that is seen, drawn at its place, with the times at which it is."""
    seconds, last = _length(len(frames)), len(frames) - 1
    pace = (seconds - _END_STAYS) / last
    starts = [100 * place * pace / seconds for place in range(len(frames))] + [100.0]
    seen: dict[_Drawn, list[int]] = defaultdict(list)
    for place, frame in enumerate(frames):
        for y, row in enumerate(frame):
            seen[_Drawn(y, row_svg(row, y, HEIGHT - 1))].append(place)
    return {
        drawn: _Times(_spans(places, starts), last in places)
        for drawn, places in sorted(seen.items())
    }


def _spans(places: Sequence[int], starts: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Join frames that follow each other."""
    spans: list[tuple[float, float]] = []
    for place in places:
        start, stop = starts[place], starts[place + 1]
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        spans.append((start, stop))
    return tuple(spans)


def _keyframes(names: Mapping[_Times, str], seconds: float) -> Iterator[str]:
    """Write the rules that show rows at their times and hide them at others."""
    for when, name in names.items():
        steps = {0.0: "hidden"}
        for start, stop in when.spans:
            steps |= {start: "visible", stop: "hidden"}
        body = "".join(f"{at:.4g}%{{visibility:{state}}}" for at, state in sorted(steps.items()))
        yield f".{name}{{animation-name:{name};animation-duration:{seconds:g}s}}"
        yield f"@keyframes {name}{{{body}}}\n"
