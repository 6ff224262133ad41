"""Draw what chats show beside a link to a game: who won, the scores, the final fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from cuttle_tui.drawing.backs import back_inks, design_of, pixels
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import DEFAULT, UNICODE, suit_of
from cuttle_tui.table.view_model import PlateModel, PlateSeat
from engine.cards import Card, card_name, parse_card, value_of
from server.web.contents import words_of

Point = tuple[float, float]
Shape = tuple[Point, ...]
"""The corners of a filled area, in a square from -0.5 to 0.5, downwards."""

_FINE: Final = 48
"""Corners of a round shape."""


def _round(x: float, y: float, radius: float) -> Shape:
    turns = (2 * pi * step / _FINE for step in range(_FINE))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _heart() -> Shape:
    turns = (2 * pi * step / _FINE for step in range(_FINE))
    return tuple(
        (
            sin(turn) ** 3 * 0.48,
            -(13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)) / 32 - 0.04,
        )
        for turn in turns
    )


def _star() -> Shape:
    turns = (pi * step / 5 for step in range(10))
    reach = (0.5, 0.2) * 5
    return tuple(
        (sin(turn) * far, -cos(turn) * far + 0.03) for turn, far in zip(turns, reach, strict=True)
    )


_STEM: Final[Shape] = (
    (-0.09, -0.12),
    (0.09, -0.12),
    (0.04, 0.1),
    (0.07, 0.34),
    (0.2, 0.5),
    (-0.2, 0.5),
    (-0.07, 0.34),
    (-0.04, 0.1),
)
SHAPES: Final[dict[str, tuple[Shape, ...]]] = {
    "C": (
        _round(0, -0.25, 0.22),
        _round(-0.25, 0.1, 0.22),
        _round(0.25, 0.1, 0.22),
        _round(0, -0.05, 0.12),
        _STEM,
    ),
    "D": (((0, -0.5), (0.39, 0), (0, 0.5), (-0.39, 0)),),
    "H": (_heart(),),
    "S": (tuple((x * 0.88, y * -0.88 - 0.07) for x, y in _heart()), _STEM),
    "B": (_star(),),
    "R": (_star(),),
}
"""The areas of each suit letter, the jokers included."""


def placed(shape: Shape, x: float, y: float, size: float) -> Iterable[Point]:
    """Return the corners of a shape around a point."""
    return ((x + size * across, y + size * down) for across, down in shape)


SIZE: Final = (1200, 630)
"""Width and height, as chats want it."""
_FINER: Final = 2
"""It is drawn larger and made smaller at the end, so that round shapes are smooth."""
_LEFT: Final = 60
_RIGHT: Final = 1140
_FIELDS: Final = 400
"""Where the cards begin, right of the names."""
_TOP, _BOTTOM = 222, 556
"""The rows of the seats."""
_GAP: Final = 16
_BACK: Final = TileSize(7, 5)
"""The columns and rows of the back beside a name."""
_TALLEST: Final = 156
"""Height of a card at most."""
_SLIM: Final = 0.7
"""Width of a card, in its height."""
_ROOMY: Final = 86
"""Height from which a seat's texts have their full size."""
_SHOWN: Final = ("TC", "KD", "8H", "JS")
"""The cards on the picture of a club."""
_RED: Final = frozenset("DHR")

Weight = Literal[400, 700]


def game_card(plate: PlateModel, club: str, door: str) -> bytes:
    """Draw the end of a game as PNG.

    Args:
        plate: the end of the game, with the final fields.
        club: the name of the server.
        door: the arguments of ``ssh`` that lead there.
    """
    canvas = _Canvas()
    x = float(_LEFT)
    for letter in "CDHS":
        canvas.suit(letter, x + 13, 58, 26, "fR" if letter in _RED else "ink")
        x += 34
    caption = _width(plate.caption, 26, 400)
    canvas.text(x + 10, 68, club, 30, "ink", weight=700, most=_RIGHT - x - caption - 3 * _GAP)
    canvas.text(_RIGHT, 68, plate.caption, 26, "quiet", right=True)
    wide = _RIGHT - _LEFT
    canvas.text(_LEFT, 146, words_of(plate.title), 60, "ink", weight=700, most=wide)
    canvas.text(_LEFT, 192, words_of(plate.how), 30, "quiet", most=wide)
    tall = (_BOTTOM - _TOP + _GAP) // len(plate.seats)
    # a point is equally wide in all rows: as wide as the longest row allows
    royals = max(min(len(seat.royals), _ROYALS_ACROSS) for seat in plate.seats)
    longest = max(max(1, seat.goals[0], _total(seat)) for seat in plate.seats)
    each = (_RIGHT - _FIELDS - royals * (_ROYAL + _GAP) - 2 * _LINE) / longest
    for place, seat in enumerate(plate.seats):
        _draw_seat(canvas, _TOP + place * tall, min(tall - _GAP, _TALLEST), seat, each)
    if door:
        canvas.text(_LEFT, 600, f"ssh {door}", 24, "quiet", most=_RIGHT - _LEFT)
    return canvas.png()


def club_card(club: str, game: str, door: str) -> bytes:
    """Draw the front of a club as PNG: its name, what is played there, and four cards.

    Args:
        club: the name of the server.
        game: what is played, in a few words.
        door: the arguments of ``ssh`` that lead there.
    """
    canvas, wide = _Canvas(), _RIGHT - _LEFT
    first = _Box(_LEFT, 60, 300 * _SLIM, 300)
    faces = [Face(parse_card(name)) for name in _SHOWN]
    step = (wide - first.width) / (len(faces) - 1)
    for place, face in enumerate(faces):
        _draw_card(canvas, first._replace(x=first.x + place * step), face)
    canvas.text(_LEFT, 462, club, 60, "ink", weight=700, most=wide)
    canvas.text(_LEFT, 512, game, 30, "quiet", most=wide)
    if door:
        canvas.text(_LEFT, 590, f"ssh {door}", 26, "key", most=wide)
    return canvas.png()


class _Canvas:
    """A picture while it is drawn, in colour roles of the table."""

    def __init__(self) -> None:
        size = (SIZE[0] * _FINER, SIZE[1] * _FINER)
        self._image = Image.new("RGB", size, DEFAULT.colours["felt"])
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """Return the picture as a file."""
        file = BytesIO()
        self._image.reduce(_FINER).save(file, "PNG")
        return file.getvalue()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        role: str,
        *,
        weight: Weight = 400,
        most: float = 0,
        right: bool = False,
    ) -> float:
        """Write a text on a line, smaller where it is wider than `most`; return its width."""
        width = _width(text, size, weight)
        if most and width > most:
            size = max(_SMALLEST, int(size * most / width))
            width = _width(text, size, weight)
            if width > most:  # as small as it gets, and still too wide
                while text and _width(f"{text}…", size, weight) > most:
                    text = text[:-1]
                text = f"{text.rstrip()}…"
                width = _width(text, size, weight)
        at = (x * _FINER, y * _FINER)
        fill = DEFAULT.colours[role]
        anchor = "rs" if right else "ls"
        self._draw.text(at, text, fill, _font(size * _FINER, weight), anchor=anchor)
        return width

    def box(self, box: _Box, role: str, *, round: float = 0, line: str = "") -> None:
        """Fill a box with round corners, or draw its line."""
        edges = [part * _FINER for part in (box.x, box.y, box.x + box.width, box.y + box.height)]
        fill = DEFAULT.colours[role] if role else None
        outline = DEFAULT.colours[line] if line else None
        self._draw.rounded_rectangle(edges, round * _FINER, fill, outline, _FINER * 2)

    def suit(self, letter: str, x: float, y: float, size: float, role: str) -> None:
        """Draw a suit around a point."""
        for shape in SHAPES[letter]:
            corners = list(placed(shape, x * _FINER, y * _FINER, size * _FINER))
            self._draw.polygon(corners, DEFAULT.colours[role])


class _Box(NamedTuple):
    """A part of the picture."""

    x: float
    y: float
    width: float
    height: float


_SMALLEST: Final = 22
_FONT: Final = "static/fonts/RobotoMono-VariableFont_wght.ttf"


@lru_cache(maxsize=1)
def _font_file() -> bytes:
    return files("textual_serve").joinpath(_FONT).read_bytes()


@lru_cache(maxsize=64)
def _font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(BytesIO(_font_file()), size)
    font.set_variation_by_axes([weight])
    return font


def _width(text: str, size: int, weight: Weight) -> float:
    return _font(size * _FINER, weight).getlength(text) / _FINER


def _draw_seat(canvas: _Canvas, y: float, tall: float, seat: PlateSeat, each: float) -> None:
    """Draw a seat: its name, its score, its final field, where a point is so wide."""
    part, x = min(1.0, tall / _ROOMY), _LEFT + 26
    middle, room = y + tall / 2, _FIELDS - x - 2 * _GAP
    if seat.won:
        canvas.box(_Box(_LEFT, y, 8, tall), "key", round=4)
    if seat.back:
        back = _Box(x, middle - 36 * part, 50.4 * part, 72 * part)
        _draw_back(canvas, back, seat.back)
        x, room = int(x + back.width + _GAP), room - int(back.width) - _GAP
    canvas.text(x, middle - 10 * part, seat.name, int(32 * part), "ink", weight=700, most=room)
    total = words_of(seat.total)
    canvas.text(x, middle + 22 * part, total, int(24 * part), "quiet", most=room)
    _draw_field(canvas, _Box(_FIELDS, y, _RIGHT - _FIELDS, tall), seat, each)


def _draw_back(canvas: _Canvas, box: _Box, back: str) -> None:
    ink, ground = back_inks(back)
    rows = pixels(design_of(back), _BACK)
    size = box.width / _BACK.width
    canvas.box(box, ground, round=4)
    for y, row in enumerate(rows):
        for run in re.finditer("#+", row):
            left, wide = box.x + run.start() * size, len(run.group()) * size
            canvas.box(_Box(left, box.y + y * size, wide, size), ink)


def _total(seat: PlateSeat) -> int:
    return sum(value_of(face.card) for face in seat.points)


def _draw_field(canvas: _Canvas, box: _Box, seat: PlateSeat, each: float) -> None:
    """Draw the cards of a seat: points as a race to the goal, royals up to the right."""
    goal, x, boxes = max(0, seat.goals[-1]), box.x, []
    canvas.box(box._replace(width=each * goal), "slot", round=4)
    for face in seat.points:
        wide = each * value_of(face.card)
        boxes.append(box._replace(x=x, width=wide - _APART))
        _draw_paper(canvas, boxes[-1], "sel" if seat.won else "paper")
        x += wide
    line = "selink" if _total(seat) > goal else "key"
    canvas.box(_Box(box.x + each * goal, box.y - _LINE, _LINE, box.height + 2 * _LINE), line)
    for face, at in zip(seat.points, boxes, strict=True):
        _draw_signs(canvas, at, face)
    _draw_royals(canvas, box, seat.royals)


def _draw_royals(canvas: _Canvas, box: _Box, faces: Sequence[Face]) -> None:
    """Draw the royals of a seat from the right, in two rows if they are many."""
    lines = 1 if len(faces) <= _ROYALS_ACROSS else 2
    each = -(-len(faces) // lines)
    tall = (box.height - (lines - 1) * _APART) / lines
    step = min(_ROYAL + _GAP, (_ROYALS_ACROSS * (_ROYAL + _GAP)) / max(1, each))
    for place, face in enumerate(faces):
        row, column = divmod(place, each)
        x = box.x + box.width - step * (each - column) + (step - min(_ROYAL, step - _APART))
        y = box.y + row * (tall + _APART)
        _draw_card(canvas, _Box(x, y, min(_ROYAL, step - _APART), tall), face)


_LINE: Final = 6
"""Half the width of the line of the goal, and how far it stands out."""
_APART: Final = 5
"""Between cards that lie end to end."""
_ROYAL: Final = 84
"""The width of a royal."""
_ROYALS_ACROSS: Final = 3
"""So many royals have their full width."""


def _draw_card(canvas: _Canvas, box: _Box, face: Face) -> None:
    _draw_paper(canvas, box, "paper")
    _draw_signs(canvas, box, face)


def _draw_paper(canvas: _Canvas, box: _Box, role: str) -> None:
    round = min(box.width, box.height) / 12
    canvas.box(box._replace(x=box.x - 3, y=box.y + 3), "shadow", round=round)
    canvas.box(box, role, round=round)


def _draw_signs(canvas: _Canvas, box: _Box, face: Face) -> None:
    """Put the index of a card in its corner, and its suit or jacks below where it has room."""
    role, letter, slim = "p" + suit_of(face.card), _letter(face.card), box.height * _SLIM
    size, across = min(box.height / 4, box.width / 1.5), min(box.width, slim)
    left = box.x + across * 0.09
    canvas.text(left, box.y + size * 1.05, UNICODE.rank(face.card), int(size), role, weight=700)
    canvas.suit(letter, left + size * 0.32, box.y + size * 1.62, size * 0.7, role)
    if face.jacks:
        _draw_jacks(canvas, box, face.jacks)
    elif box.width >= slim / 2:
        x, y = box.x + box.width - across * 0.34, box.y + box.height * 0.7
        canvas.suit(letter, x, y, across * 0.46, role)


def _draw_jacks(canvas: _Canvas, box: _Box, jacks: Sequence[Card]) -> None:
    """Put the jacks or jokers that lie on a card on a ribbon: the last one named, or counted."""
    tall = box.height * 0.26
    at = _Box(box.x, box.y + box.height * 0.68, box.width, tall)
    canvas.box(at, "ribbon")
    text, count = UNICODE.rank(jacks[-1]), len(jacks)
    size, base = int(min(tall, box.width) * 0.72), at.y + tall * 0.75
    left = at.x + min(box.width, box.height * _SLIM) * 0.09
    if box.width < _JACKS_NAMED * tall:
        text = f"{text}{count}" if count > 1 else text
        canvas.text(left, base, text, size, "ribbonink", weight=700, most=at.width)
        return
    wide = canvas.text(left, base, text, size, "ribbonink", weight=700)
    middle = left + wide + tall * 0.36
    canvas.suit(_letter(jacks[-1]), middle, at.y + tall / 2, tall * 0.6, "ribbonink")
    if count > 1:
        canvas.text(middle + tall * 0.4, base, f"×{count}", size, "ribbonink")


_JACKS_NAMED: Final = 2.2
"""The width of a ribbon, in its height, from which it names the last jack."""


def _letter(card: Card) -> str:
    return card_name(card)[1]
