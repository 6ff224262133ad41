"""Draw the seats: score lines, hands and fields."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import draw_shadows
from cuttle_tui.drawing.columns import Column, columns_of, common_card
from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest, fullest_text
from cuttle_tui.drawing.layout import MARGIN, NARROWEST, Plan, TileSize, row_width
from cuttle_tui.drawing.palette import Glyphs, suit_of
from cuttle_tui.drawing.race import Run, draw_race
from cuttle_tui.drawing.rail import lane_in
from cuttle_tui.drawing.rows import Sheet, fitted
from cuttle_tui.drawing.tile_rows import CHIPS, chips_width, draw_backs, draw_chips, draw_field
from cuttle_tui.drawing.tiles import NUMERALS, draw_place, draw_strips, figures
from cuttle_tui.i18n.translation import tr
from cuttle_tui.kit.lists import put_lit
from cuttle_tui.kit.zone import Model, Zone
from cuttle_tui.table.view_model import SeatModel
from cuttle_tui.table.words.status_notes import (
    HAND,
    NEXT,
    OF,
    POINTS,
    ROYALS,
    TO_GO,
    hand_limit_notes,
)
from engine.cards import Card

_GAP: Final = 2
"""Minimum columns between two empty places, or between one and a card."""
_SCORE_MARGIN: Final = 3
"""Minimum columns on either side of the large score."""
_WORD_MARGIN: Final = 1
_TAUGHT_FROM: Final = 3
"""Minimum rows of a place that also says which cards lie there."""
_IN_A_ROW: Final = 8
"""Cards of a field in an upright window that are laid in one row."""


class Room(NamedTuple):
    """The columns that the cards of a field leave free, and the rows."""

    first: int
    stop: int
    y: int
    height: int

    @property
    def width(self) -> int:
        """How many columns are free."""
        return self.stop - self.first


def draw_seat_field(
    sheet: Sheet,
    y: int,
    seat: SeatModel,
    size: TileSize,
    plan: Plan,
    glyphs: Glyphs,
    scale: int | None = None,
) -> list[Spot]:
    """Draw the field of a seat over the whole width of the table, as a race or as tiles.

    The numbers of a race have the row `scale`, if that is on the sheet.
    """
    seat = _marked(seat) if plan.phone else seat
    scale = scale if scale in range(sheet.height) else None
    lane = lane_in(plan, y, size, seat.goals[0], plan.point, scale) if plan.point else None
    spots = None if lane is None else draw_race(sheet, lane, _run(seat), glyphs)
    if spots is None and lane is not None:
        # leave out the cards that are gone, for which a full row may have no room
        points, royals = (
            tuple(face for face in faces if not face.gone) for faces in (seat.points, seat.royals)
        )
        spots = draw_race(sheet, lane, _run(replace(seat, points=points, royals=royals)), glyphs)
    return _draw_tiles(sheet, y, seat, size, plan, glyphs) if spots is None else spots


def _run(seat: SeatModel) -> Run:
    """Return what the race of a seat shows."""
    lit = seat.lit & {"score", "goal"}
    return Run(
        seat.points,
        seat.royals,
        seat.goal,
        missing=seat.goal - seat.score,
        goals=seat.goals if seat.taught else (),
        coming=seat.coming,
        moving=seat.moving,
        loses=seat.loses,
        was=seat.was,
        fore="ink" if lit or seat.near else "quiet",
        to_go=str(TO_GO),
        taught=seat.taught,
        place=(str(ROYALS), seat.lies[1]) if seat.taught else (),
    )


def _draw_tiles(
    sheet: Sheet, y: int, seat: SeatModel, size: TileSize, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw a field of tiles: points at the left, royals at the right, the score between them."""
    if plan.phone == "upright" and len(seat.points) + len(seat.royals) > _IN_A_ROW:
        column, rows = columns_of(plan, 1)[0], size.height
        points, royals = seat.points, seat.royals
        return draw_strips(
            sheet, y, rows, column, plan.compact, points, royals, glyphs, parted=True
        )
    cards = len(seat.points) + len(seat.royals)
    first, stop = plan.reach(row_width(cards, size.width))
    spots = draw_field(sheet, first, stop, y, size, seat.points, seat.royals, glyphs)
    words = _words(seat, taught=size.height >= _TAUGHT_FROM)
    least = _least(size.width, words)
    free = _between(Room(first, stop, y, size.height), seat, spots)
    between = free._replace(
        first=free.first + (least + _GAP) * (not seat.points),
        stop=free.stop - (least + _GAP) * (not seat.royals),
    )
    score = _draw_numerals(sheet, between, (first + stop) // 2, seat, glyphs)
    _draw_places(sheet, free, seat, least, glyphs, words)
    if plan.slots:
        _draw_slots(sheet, between, score, spots[0].width if spots else size.width, glyphs)
    return spots


def _marked(seat: SeatModel) -> SeatModel:
    """Fill the cards that a task names like targets."""
    points, royals = (
        tuple(replace(face, look="tgt", lit=False) if face.wanted else face for face in faces)
        for faces in (seat.points, seat.royals)
    )
    return replace(seat, points=points, royals=royals)


def _draw_slots(sheet: Sheet, free: Room, score: Room | None, width: int, glyphs: Glyphs) -> None:
    """Draw as many more places for cards as there is room for, beside the score if there is one.

    Those from the left continue the points, the others the royals.
    """
    size, pitch = TileSize(width, free.height), width + 1
    first, stop = free.first - _GAP + 1, free.stop + _GAP - 1
    left, right = (stop - pitch,) * 2 if score is None else (score.first, score.stop)
    points = range(first, left - width + 1, pitch)
    royals = range(stop - width, max(first, right) - 1, -pitch)
    for x in (*points, *royals):
        draw_place(sheet, x, free.y, size, glyphs, fill="hollow")


def _touchable(spots: Sequence[Spot], seat: SeatModel) -> list[Spot]:
    """Leave out the cards that are gone: a click there means the felt."""
    gone = {face.card for face in (*seat.points, *seat.royals) if face.gone}
    return [spot for spot in spots if spot.card not in gone]


def draw_empty(
    sheet: Sheet, room: Room, seat: SeatModel, spots: Sequence[Spot], width: int, glyphs: Glyphs
) -> None:
    """Draw the places of a field without a large score; one is wider than a card if its word is."""
    if not any(spot.y > room.y for spot in spots):
        words = _words(seat, taught=False)
        _draw_places(sheet, _between(room, seat, spots), seat, _least(width, words), glyphs, words)


_PlaceWords = tuple[tuple[str, ...], ...]
"""The lines in the place for points, and in that for royals."""


def _words(seat: SeatModel, *, taught: bool) -> _PlaceWords:
    """Return what stands in the places, with the cards that lie there if that is taught."""
    names = (str(POINTS), str(ROYALS))
    return tuple(
        (name, cards) if taught and cards else (name,)
        for name, cards in zip(names, seat.lies, strict=True)
    )


def _least(width: int, words: _PlaceWords) -> int:
    """Return the columns of a place: those of a card, and room for the words."""
    longest = max(cell_len(line) for lines in words for line in lines)
    return max(width, longest + 2 * _WORD_MARGIN)


def _between(room: Room, seat: SeatModel, spots: Sequence[Spot]) -> Room:
    """Return what the cards of a field leave free, with a gap beside them."""
    points, royals = spots[: len(seat.points)], spots[len(seat.points) :]
    first = max((spot.x + spot.width + _GAP for spot in points), default=room.first)
    stop = min((spot.x - _GAP for spot in royals), default=room.stop)
    return room._replace(first=first, stop=stop)


def _draw_places(
    sheet: Sheet, free: Room, seat: SeatModel, width: int, glyphs: Glyphs, words: _PlaceWords
) -> None:
    """Draw a place for points at the left and one for royals at the right, where there are none."""
    bare = (not seat.points, not seat.royals)
    if free.width < sum(bare) * width + all(bare) * _GAP:
        return
    size = TileSize(width, free.height)
    for empty, x, lines in zip(bare, (free.first, free.stop - width), words, strict=True):
        if empty:
            draw_place(sheet, x, free.y, size, glyphs, *lines)


def _draw_numerals(
    sheet: Sheet, free: Room, middle: int, seat: SeatModel, glyphs: Glyphs
) -> Room | None:
    """Draw the score in large figures with the goal below it, in the middle if that is free.

    A seat without points has none. Return the columns they take, with their margins.
    """
    lines = figures(seat.score, free.height, glyphs) if seat.score > 0 else None
    if lines is None:
        return None
    width = NUMERALS[len(lines)]
    first, last = free.first + _SCORE_MARGIN - _GAP, free.stop - _SCORE_MARGIN + _GAP - width
    if first > last:
        return None
    middle -= width // 2
    x = middle if first <= middle <= last else (first + last) // 2
    y = free.y + (free.height - len(lines) - 1) // 2
    fore = "tkey" if seat.lit & {"score", "goal"} else "threat" if seat.near else "ink"
    for row, line in enumerate(lines, y):
        start = x + (width - len(line)) // 2
        sheet.put(start, row, line, fore, bold=glyphs.lettered)
    goal = tr(OF, number=seat.goal)
    start = x + (width - cell_len(goal)) // 2
    sheet.put(start, y + len(lines), goal, "quiet")
    return free._replace(first=x - _SCORE_MARGIN, stop=x + width + _SCORE_MARGIN)


NAME: Final = 10
"""The minimum columns for a name that needs them, in a column."""
_NAME: Final = 12
"""The same on a line of its own."""
_BESIDE: Final = 64
"""Columns for everything on the line beside the name."""
_LEVEL: Final = {False: 3, True: 5}
"""Columns more for a computer's name with its level, by whether the window is wide."""
_TOTAL: Final = 12
_DIGITS: Final = 2
_CLOCK_GAP: Final = 3


class _Pen:
    """Writes what is known of a seat, on one ground; each method returns the column after it."""

    def __init__(
        self, sheet: Sheet, seat: SeatModel, glyphs: Glyphs, ground: str | None = None
    ) -> None:
        self.sheet = sheet
        self.seat = seat
        self.glyphs = glyphs
        self.ground = ground
        self._colour = "threat" if seat.near else "ink"

    def put(self, x: int, y: int, text: str, fore: str = "ink", *, bold: bool = False) -> int:
        return self.sheet.put(x, y, text, fore, ground=self.ground, bold=bold)

    def total(self, x: int, y: int) -> int:
        """Write the points of a seat and its goal."""
        seat = self.seat
        score, goal = str(seat.score), f" {tr(OF, number=seat.goal)}"
        start = x + max(0, _DIGITS - len(score))
        if "goal" in seat.lit:
            return put_lit(self.sheet, start, y, score + goal, self.glyphs)
        if "score" in seat.lit:
            x = put_lit(self.sheet, start, y, score, self.glyphs)
        else:
            x = self.put(x, y, score.rjust(_DIGITS), self._colour, bold=True)
        return self.put(x, y, goal, "quiet")

    def score(self, x: int, y: int) -> int:
        """Write the points of a seat alone."""
        score = str(self.seat.score)
        if self.seat.lit & {"score", "goal"}:
            return put_lit(self.sheet, x + max(0, _DIGITS - len(score)), y, score, self.glyphs)
        return self.put(x, y, score.rjust(_DIGITS), self._colour, bold=True)

    def bar(self, x: int, y: int) -> int:
        """Draw a cell for each point of the goal, with the points already scored highlighted."""
        seat = self.seat
        full = max(0, min(seat.score, seat.goal))
        x = self.put(x, y, self.glyphs.full * full, self._colour)
        return self.put(x, y, self.glyphs.empty * (seat.goal - full), "faint")

    def aim(self, x: int, y: int) -> int:
        """Write the letter that chooses a seat, on a ribbon."""
        letter = self.seat.aim
        text = f"({letter})" if self.glyphs.edges else f"{letter:>2} "
        return self.sheet.put(x, y, text, "ribbonink", ground="ribbon", bold=True)

    def note(self, x: int, y: int, text: str) -> int:
        """Write what there is to say about a seat."""
        role = self.seat.note_role
        return self.put(x, y, text, role, bold=role in ("threat", "goalink"))

    def clock(self, stop: int, y: int) -> int:
        """Write the remaining time, ending before a column; return its first column."""
        seat, x = self.seat, stop - len(self.seat.clock)
        self.put(x, y, seat.clock, "threat" if seat.hurried else "quiet", bold=seat.hurried)
        return x

    def hand(self, x: int, y: int) -> int:
        """Write the number of cards in a hand."""
        size = str(self.seat.hand_size)
        if "hand" in self.seat.lit:
            return put_lit(self.sheet, x, y, f"{HAND} {size}", self.glyphs)
        return self.put(self.put(x, y, f"{HAND} ", "quiet"), y, size, bold=True)


def draw_score(
    sheet: Sheet, y: int, model: SeatModel, plan: Plan, glyphs: Glyphs, *, beside: bool = False
) -> range:
    """Draw the score line of a seat on a row; return the columns for its hand `beside` it."""
    first, pen = plan.first, _Pen(sheet, model, glyphs)
    if model.turn:
        sheet.put(plan.left, y, glyphs.turn, "key")
    most = max(_NAME, plan.stop - _BESIDE)
    wide = most + _LEVEL[plan.stop - _BESIDE > _NAME]
    after = sheet.put(first, y, _written(model.names, wide, most), bold=True)
    if model.aim:
        after = pen.aim(after + 1, y)
    aligned = max((cell_len(_written(n, wide, most)) for n in model.aligned), default=0)
    x = max(plan.left + _TOTAL, first + aligned + MARGIN, after + MARGIN)
    if not model.dealt:
        sheet.put(x, y, model.note, "quiet")
        return range(0)
    x = pen.total(x, y) + MARGIN
    told = cell_len(model.to_go or model.note) + MARGIN
    room = plan.stop - x - told - cell_len(f"{HAND} {model.hand_size}")
    limit = fullest_text(room, *hand_limit_notes(model.hand_size, model.hand_limit))
    if plan.phone == "upright" and model.clock:
        limit = ""
    stop = plan.stop - len(f"{HAND} {model.hand_size}{limit}")
    sheet.put(pen.hand(stop, y), y, limit, "quiet")
    free = stop - MARGIN
    stop = pen.clock(stop - _CLOCK_GAP, y) - MARGIN
    free = stop if model.clock else free
    note = model.note
    needed = (cell_len(note) + MARGIN if note else 0) + beside * (NARROWEST + 1) * len(model.known)
    if not plan.point and x + model.goal + needed <= stop:
        x = pen.bar(x, y) + MARGIN
    x = _whose(pen, x, y, stop - needed)
    if plan.phone == "upright":
        note = note and fullest_text(stop - x, note, model.short_note)
        note = note if _is_worth(note, stop - x) else ""
    if note:
        x = pen.note(x, y, fitted(note, stop - x)) + MARGIN
    hidden = model.hand_size - len(model.known)
    cards = chips_width(len(model.known), hidden, plan.stop) + MARGIN if beside else 0
    if x + cell_len(model.to_go) + cards <= free:
        x = pen.put(x, y, model.to_go, "quiet") + MARGIN * bool(model.to_go)
    return range(x, stop)


def _whose(pen: _Pen, x: int, y: int, stop: int) -> int:
    """Say on whose side a seat is, and whether it is next, as far as that fits."""
    for word in (pen.seat.relation, str(NEXT) * pen.seat.next):
        if word and x + cell_len(word) + MARGIN <= stop:
            x = pen.put(x, y, word, "quiet") + MARGIN
    return x


def _hand_beside(pen: _Pen, y: int, room: range, wide: int) -> None:
    """Draw a hand as chips at the end of the line of a seat, and before it why it is open."""
    seat = pen.seat
    hidden = seat.hand_size - len(seat.known)
    start = room.stop - chips_width(len(seat.known), hidden, len(room), wide)
    note = fullest((*seat.hand_notes, ""), cell_len, start - MARGIN - room.start)
    pen.put(start - MARGIN - cell_len(note), y, note, "quiet")
    draw_chips(
        pen.sheet,
        start,
        y,
        seat.known,
        hidden,
        len(room),
        pen.glyphs.wearing(seat.back),
        remembered=seat.remembered,
        fresh=seat.fresh,
        backs=seat.backs,
        wide=wide,
    )


def _written(names: tuple[str, ...], wide: int, most: int) -> str:
    """Return the first form of a name that is not too wide: longer ones, the name, the short one.

    Longer forms may have `wide` columns, the others `most`; the short one is cut if need be.
    """
    *forms, name, short = names
    return fullest((*forms, ""), cell_len, wide) or fitted(fullest_text(most, name, short), most)


_COLUMN_GAP: Final = 2
_BESIDE_NAME: Final = 14
"""Columns for everything on the line beside a name."""
_AIM: Final = 3
"""Columns of the letter that chooses a seat."""


def draw_column(
    sheet: Sheet, seat: SeatModel, column: Column, card: TileSize, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw a seat: its name and total, its hand, its cards."""
    sheet.fill(column.left, 0, column.right - column.left, sheet.height, column.ground)
    pen, y = _Pen(sheet, seat, glyphs, column.ground), plan.opp_line
    _column_name(pen, column, y)
    if not seat.dealt:
        pen.put(column.x, y + 1, seat.note, "quiet")
        return []
    (pen.score if _is_crowded(seat, column) else pen.total)(column.stop - _total(seat, column), y)
    _column_hand(pen, column, plan)
    top = plan.opp_field
    points, royals, rows = seat.points, seat.royals, plan.strip_rows
    spots = draw_strips(sheet, top, rows, column, card, points, royals, glyphs)
    room = Room(column.x, column.stop, top, card.height)
    draw_empty(sheet, room, seat, spots, card.width, glyphs)
    return spots


def _total_width(seat: SeatModel) -> int:
    return len(f"{seat.score:>{_DIGITS}} {tr(OF, number=seat.goal)}")


def _is_crowded(seat: SeatModel, column: Column) -> bool:
    """Return whether the goal would leave no room for a name beside the letter of the seat."""
    return bool(seat.aim) and column.width - _total_width(seat) - _AIM - 2 < _SHORT_NAME


def _total(seat: SeatModel, column: Column) -> int:
    """Return the columns of what is told of the points in a column."""
    return _DIGITS if _is_crowded(seat, column) else _total_width(seat)


_SHORT_NAME: Final = 6
"""Columns that many names need."""


def _column_name(pen: _Pen, column: Column, y: int) -> None:
    seat, glyphs, x, room = pen.seat, pen.glyphs, column.x, column.width - _BESIDE_NAME
    stop = column.stop - (_total(seat, column) + 1 if seat.dealt else 0)
    if seat.turn:
        mark = pen.put(column.left, y, glyphs.turn, "key")
        moved = max(0, mark + glyphs.lettered - x)  # no letter right beside it
        x, room = x + moved, room - moved
    aside = _AIM + 1 if seat.aim else 0
    most = min(max(NAME, room), stop - x - aside)
    x = pen.put(x, y, _written(seat.names, most, most), bold=True) + 1
    if seat.aim:
        pen.aim(x, y)
    elif x + cell_len(seat.relation) <= stop - _marked_score(seat):
        pen.put(x, y, seat.relation, "quiet")


def _marked_score(seat: SeatModel) -> bool:
    """Return whether a mark takes the blank before the total."""
    return bool(seat.lit & {"score", "goal"}) and len(str(seat.score)) == _DIGITS


def _column_hand(pen: _Pen, column: Column, plan: Plan) -> None:
    """Write the hand, with clock and note beside it; the bar is above if it has a row.

    A note that leaves no room for the visible cards goes into that row, if need be without bar.
    """
    seat, y, stop = pen.seat, plan.opp_hand, column.stop
    indices = [pen.glyphs.index(card) for card in seat.known]
    whole = (0 if _open(seat) else _counted(seat) + 1) + max(0, _length(indices, 0))
    room = column.width - whole
    barred = y - plan.opp_line > 1 and seat.goal <= column.width
    moved = barred and 0 < room < cell_len(seat.note) + _COLUMN_GAP
    if barred and not (moved and seat.goal + _COLUMN_GAP + cell_len(seat.note) > column.width):
        pen.bar(column.x, y - 1)
    if moved:
        pen.note(stop - cell_len(seat.note), y - 1, seat.note)
    note = "" if moved else seat.note
    note = note and fullest_text(stop - column.x - _counted(seat) - 1, note, seat.brief_note)
    if cell_len(seat.to_go) + len(seat.clock) + 2 * _COLUMN_GAP <= room:
        note = note or seat.to_go
    if seat.clock and (not note or cell_len(note) + len(seat.clock) + 2 * _COLUMN_GAP <= room):
        stop = pen.clock(stop, y) - _COLUMN_GAP
    if note:
        note = fitted(note, stop - column.x - _counted(seat) - 1)
        stop -= cell_len(note)
        pen.note(stop, y, note)
        stop -= _COLUMN_GAP
    x = column.x
    if not _open(seat):
        x = pen.hand(x, y) + 1
    _known(pen, x, y, stop)


def _open(seat: SeatModel) -> bool:
    return 0 < seat.hand_size <= len(seat.known)


def _counted(seat: SeatModel) -> int:
    return len(f"{HAND} {seat.hand_size}")


def _known(pen: _Pen, x: int, y: int, stop: int) -> None:
    """Write the visible cards of a hand, and how many more do not fit."""
    known = pen.seat.known
    indices = [pen.glyphs.index(card) for card in known]
    counts = range(len(known), -1, -1)
    shown = fullest(counts, lambda n: _length(indices[:n], len(known) - n), stop - x)
    for card, index in zip(known[:shown], indices, strict=False):
        if card in pen.seat.fresh:
            x = put_lit(pen.sheet, x, y, index, pen.glyphs) + 1
        else:
            seen = card in pen.seat.remembered
            x = pen.put(x, y, index, "quiet" if seen else "f" + suit_of(card), bold=not seen) + 1
    more = f"+{len(known) - shown}" if shown < len(known) else ""
    pen.put(x, y, fullest((more, ""), cell_len, stop - x), "quiet")


def _length(indices: list[str], more: int) -> int:
    return sum(len(index) + 1 for index in indices) - 1 + (len(f" +{more}") if more else 0)


def draw_row(
    sheet: Sheet, y: int, seat: SeatModel, card: TileSize, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw one of several seats below each other: its line with its hand, and its cards."""
    pen, column = _Pen(sheet, seat, glyphs), columns_of(plan, 1)[0]
    if seat.turn:
        sheet.put(plan.left, y, glyphs.turn, "key")
    aligned = max((cell_len(_written(names, NAME, NAME)) for names in seat.aligned), default=0)
    x = sheet.put(plan.first, y, _written(seat.names, NAME, NAME), bold=True)
    if seat.aim:
        x = pen.aim(x + 1, y)
    x = max(x, plan.first + aligned) + 1
    if not seat.dealt:
        sheet.put(x, y, seat.note, "quiet")
        return []
    x = pen.total(x, y) + _COLUMN_GAP
    _beside_total(pen, x, y, plan.stop)
    rows, points, royals = plan.strip_rows, seat.points, seat.royals
    spots = draw_strips(sheet, y + 1, rows, column, card, points, royals, glyphs)
    room = Room(column.x, column.stop, y + 1, card.height)
    draw_empty(sheet, room, seat, spots, card.width, glyphs)
    return spots


def _beside_total(pen: _Pen, x: int, y: int, stop: int) -> None:
    """Write the hand at the right of a line, then clock, note and relation as far as they fit."""
    seat = pen.seat
    known = max(0, _length([pen.glyphs.index(card) for card in seat.known], 0))
    if _open(seat):
        stop -= min(known, stop - x)
        _known(pen, stop, y, pen.sheet.width - MARGIN)
    else:
        stop -= _counted(seat)
        pen.hand(stop, y)
        beside = cell_len(seat.note) + len(seat.clock) + 2 * _COLUMN_GAP
        if known and x + beside + known < stop:
            stop -= known + 1
            _known(pen, stop, y, stop + known)
    stop -= _COLUMN_GAP
    if seat.clock and x + len(seat.clock) <= stop:
        stop = pen.clock(stop, y) - _COLUMN_GAP
    if seat.note and _is_worth(seat.note, stop - x):
        pen.note(x, y, fitted(seat.note, stop - x))
    elif text := next((t for t in (seat.relation, seat.to_go) if 0 < cell_len(t) <= stop - x), ""):
        pen.put(x, y, text, "quiet")


def _is_worth(note: str, room: int) -> bool:
    """Return whether three quarters of a note have room in an upright window: less says little."""
    return 4 * room >= 3 * cell_len(note)


class _Fields(Zone[Model]):
    """A zone with fields: on a phone a tap beside a narrow target still means it."""

    @property
    @abstractmethod
    def seats(self) -> tuple[SeatModel, ...]:
        """The seats that are drawn."""

    def card_at(self, x: int, y: int) -> Card | None:
        """Return the only target that is near enough to a tap; otherwise the card under it."""
        if not self.paint.touch:
            return super().card_at(x, y)
        lettered = (
            face
            for seat in self.seats
            for face in (*seat.points, *seat.royals)
            if face.ribbon and face.look in ("tgt", "sel")
        )
        legal = {face.card for face in lettered}
        reach = range(1 - _REACH, _REACH)
        near = {
            spot.card
            for spot in self.spots
            if spot.card in legal and any(spot.covers(x + aside, y) for aside in reach)
        }
        if near:
            return near.pop() if len(near) == 1 else None
        return super().card_at(x, y)


_REACH: Final = 3
"""The columns from a target at which a tap means it no more."""


class _Lanes(NamedTuple):
    """What was drawn last of opponents below each other."""

    plan: Plan
    sheet: Sheet
    seats: tuple[SeatModel, ...]
    spots: list[list[Spot]]
    rooms: list[range]
    """The columns of the hands beside the names."""
    wide: int
    """Those of each of their cards."""


def _rows_of_lane(plan: Plan, place: int, sheet: Sheet) -> range:
    """Return the rows of one of several opponents below each other, or of a single one."""
    top = plan.opp_line + place * plan.opp_rows
    last = not plan.opp_rows or place == plan.lanes - 1
    return range(top if place else 0, sheet.height if last else top + plan.opp_rows)


def _chip_width(seat: SeatModel, room: range) -> int:
    """Return how wide a card of a hand beside a name can be."""
    return fullest(CHIPS, lambda wide: seat.hand_size * (wide + 1) - 1, len(room))


class Opponents(_Fields[tuple[SeatModel, ...]]):
    """The zone of the opponents."""

    _drawn_lanes: _Lanes | None = None

    def forget(self) -> None:
        super().forget()
        self._drawn_lanes = None

    @property
    def seats(self) -> tuple[SeatModel, ...]:
        """The seats that are drawn."""
        return self.model or ()

    def draw(self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the seats in turn order: below each other, or several in columns."""
        if plan.lanes or len(model) == 1:
            return self._lanes(model, plan, sheet)
        if plan.phone == "upright":
            return self._below_each_other(model, plan, sheet)
        spots: list[Spot] = []
        columns = columns_of(plan, len(model))
        fields = [(len(seat.points), len(seat.royals)) for seat in model]
        room = TileSize(columns[0].width, plan.strip_rows)
        card = common_card(fields, room, plan.compact)
        for seat, column in zip(model, columns, strict=True):
            drawn = draw_column(sheet, seat, column, card, plan, self.paint.glyphs)
            spots += _touchable(drawn, seat)
        return spots

    def _below_each_other(
        self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet
    ) -> list[Spot]:
        """Draw each seat over the whole width: its line, and its cards below that."""
        spots: list[Spot] = []
        fields = [(len(seat.points), len(seat.royals)) for seat in model]
        room = TileSize(plan.stop - plan.first, plan.strip_rows)
        card = common_card(fields, room, plan.field)
        for place, seat in enumerate(model):
            y = place * plan.opp_rows
            drawn = draw_row(sheet, y, seat, card, plan, self.paint.glyphs)
            spots += _touchable(drawn, seat)
        return spots

    def _lanes(self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw each seat over the whole width, every second on another ground, the last never.

        A seat that looks as before keeps its rows: the cursor changes one or two of them.
        """
        before, places = self._drawn_lanes, range(len(model))
        known = before.seats if before is not None and before.plan is plan else ()
        same = [model[place : place + 1] == known[place : place + 1] for place in places]
        rooms = [
            before.rooms[place]
            if before is not None and same[place]
            else self._head(model, place, plan, sheet)
            for place in places
        ]
        wide = min(map(_chip_width, model, rooms), default=0)
        spots: list[list[Spot]] = []
        for place, seat in enumerate(model):
            if before is not None and same[place] and before.wide == wide:
                sheet.take(_rows_of_lane(plan, place, sheet), before.sheet)
                spots.append(before.spots[place])
                continue
            if same[place]:
                self._head(model, place, plan, sheet)
            top = place * plan.opp_rows
            if plan.opp_hand == plan.opp_line and rooms[place]:
                pen = _Pen(sheet, seat, self.paint.glyphs)
                _hand_beside(pen, top + plan.opp_line, rooms[place], wide)
            spots.append(_touchable(self._lane(seat, top, plan, sheet), seat))
        self._drawn_lanes = _Lanes(plan, sheet, model, spots, rooms, wide)
        return [spot for some in spots for spot in some]

    def _head(self, model: tuple[SeatModel, ...], place: int, plan: Plan, sheet: Sheet) -> range:
        """Draw the ground and the line of a seat; return the columns for its hand."""
        rows = _rows_of_lane(plan, place, sheet)
        if (len(model) - place) % 2 == 0:
            sheet.grounds[rows.start : rows.stop] = ["band"] * len(rows)
        beside, y = plan.opp_hand == plan.opp_line, place * plan.opp_rows + plan.opp_line
        return draw_score(sheet, y, model[place], plan, self.paint.glyphs, beside=beside)

    def _lane(self, seat: SeatModel, top: int, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the hand of a seat that has rows of its own, and its cards."""
        glyphs = self.paint.glyphs
        if plan.opp_hand > plan.opp_line:
            y, known = top + plan.opp_hand, (seat.hand_size, seat.known, seat.remembered)
            shown = (known, seat.fresh, seat.backs, seat.back, seat.hand_notes)
            sheet.part(("hand", y), (), shown, lambda: self._hand(seat, y, plan, sheet))
        scale = None if plan.their_scale is None else top + plan.their_scale
        size = plan.compact if plan.lanes else plan.field
        spots = draw_seat_field(sheet, top + plan.opp_field, seat, size, plan, glyphs, scale)
        if scale is None and plan.lanes <= 1:
            draw_shadows(sheet, spots, glyphs)
        return spots

    def _hand(self, seat: SeatModel, y: int, plan: Plan, sheet: Sheet) -> None:
        """Draw a hand in rows of its own, and why it is open."""
        end = draw_backs(
            sheet,
            plan.first,
            y,
            seat.known,
            seat.hand_size - len(seat.known),
            TileSize(plan.stop - plan.first, plan.opp_field - plan.opp_hand),
            plan.back,
            self.paint.glyphs.wearing(seat.back),
            remembered=seat.remembered,
            fresh=seat.fresh,
            backs=seat.backs,
        )
        x = end + MARGIN
        sheet.put(x, y, fullest((*seat.hand_notes, ""), cell_len, plan.stop - x), "quiet")


class Me(_Fields[SeatModel]):
    """The zone of the player's own seat."""

    @property
    def seats(self) -> tuple[SeatModel, ...]:
        """The seat that is drawn."""
        return () if self.model is None else (self.model,)

    def keeps(self, model: SeatModel) -> bool:
        """Keep what a choice would bring, for when the cursor comes back."""
        return True

    def draw(self, model: SeatModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        top = plan.band + plan.band_rows
        glyphs = self.paint.glyphs
        scale = None if plan.my_scale is None else plan.my_scale - top
        y, size = plan.my_field - top, plan.field
        spots = draw_seat_field(sheet, y, model, size, plan, glyphs, scale)
        draw_score(sheet, plan.my_line - top, model, plan, glyphs)
        if scale is None:
            draw_shadows(sheet, spots, glyphs)
        return _touchable(spots, model)
