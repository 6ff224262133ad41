"""Draw a row of points as a race to a line: cards on a rail, the goal, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import SUITS, half_blocks
from cuttle_tui.drawing.faces import Bleed, Face, Spot, Tile, lit_face, with_foot
from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.layout import MARGIN, TIGHTEST, TileSize
from cuttle_tui.drawing.palette import Glyphs, suit_of
from cuttle_tui.drawing.rail import LEAST, Laid, Lane, Place, lay
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import (
    EDGES,
    QUIET,
    draw_chip,
    draw_place,
    draw_small,
    draw_tile,
    look_edges,
    numerals,
    put_stack,
    ribbon_inks,
    stack_forms,
    suit_ink,
)
from cuttle_tui.i18n.translation import COURT
from engine.cards import Card, value_of

_GHOST: Final = "ghost"
_RAIL: Final = "slot"
_FIVE: Final = 5
"""Points between numbers of the scale; the least columns of a card whose text is not flush left."""
_GAP_FROM: Final = 3
"""Columns of a point from which half a one parts a card from the next, whatever it is worth."""
_HIGH: Final = 5
"""Rows of a lane from which its pips are in the middle and the missing points stand large."""
_WIDE: Final = 9
"""Columns of a gap from which they do."""
_TALL_TICKS: Final = 4
"""Rows of a lane from which every fifth tick is two rows high."""
_ROYALS: Final = 17
"""The most columns of an empty place for royals."""


@dataclass(frozen=True, slots=True)
class Run:
    """What lies before a seat, and how far it has to go."""

    points: tuple[Face, ...]
    royals: tuple[Face, ...]
    goal: int
    missing: int = 0
    """Points that are missing."""
    goals: tuple[int, ...] = ()
    """The goal with no king, with one, and so on, where an empty rail says so."""
    coming: Card | None = None
    """A card that would come to lie there."""
    moving: int | None = None
    """Where the goal would be."""
    loses: bool = False
    """Whether that is bad for the seat."""
    was: int | None = None
    """Where the goal was until just now."""
    fore: str = "quiet"
    """The colour of the missing points in large figures."""
    to_go: str = ""
    """What they are called."""
    taught: tuple[str, ...] = ()
    """What an empty rail says, the fullest form first."""
    place: tuple[str, ...] = ()
    """What an empty place for royals says."""

    @property
    def empty(self) -> bool:
        """Whether nothing lies there yet."""
        return not (self.points or self.royals)


def draw_race(sheet: Sheet, lane: Lane, run: Run, glyphs: Glyphs) -> list[Spot] | None:
    """Draw a seat's cards as a race; nothing, and None, if they have no room as such."""
    worths = tuple(value_of(face.card) for face in run.points)
    laid = lay(lane, run.goal, worths, len(run.royals))
    if laid is None:
        return None
    track = _Track(sheet, laid, run, glyphs)
    rows = track.rows if lane.scale is None else (*track.rows, lane.scale)
    return sheet.part(("race", lane.y), rows, (lane, run, glyphs), track.draw)


class _Track:
    """Draws one row; each method a part of it."""

    def __init__(self, sheet: Sheet, laid: Laid, run: Run, glyphs: Glyphs) -> None:
        self.sheet = sheet
        self.laid = laid
        self.lane = laid.lane
        self.run = run
        self.glyphs = glyphs
        self.rows = range(self.lane.y, self.lane.y + self.lane.rows)

    def draw(self) -> list[Spot]:
        """Draw all of it; return where the points lie, and the royals."""
        laid, lane, run = self.laid, self.lane, self.run
        self.sheet.fill(laid.end, lane.y, laid.line - laid.end, lane.rows, _RAIL)
        self._ticks()
        self._thin_line()
        points = [self._card(place, face) for place, face in enumerate(run.points)]
        royals = [self._royal(*pair) for pair in zip(run.royals, laid.royals, strict=True)]
        if run.empty:
            self._teach()
        elif run.coming is None and min(run.moving or laid.goal, run.was or laid.goal) >= laid.goal:
            self._count()
        written = range(0)
        if run.coming is not None:
            beside = (at.x for at in laid.royals if at.y < self.rows.stop)
            stop = min(beside, default=lane.stop)
            written = self._preview(run.coming, stop)
        self._line(written)
        self._scale()
        return points + royals

    # cards

    def _card(self, place: int, face: Face) -> Spot:
        laid, lane = self.laid, self.lane
        cells = laid.cards[place]
        touching = not _is_parted(face, cells, lane.rows)
        # the card that crosses the line has the first fill up to it, and the second beyond
        face = replace(face, second=touching and bool((place - laid.crossing) % 2))
        ground = _RAIL if cells[-1] <= laid.line else None
        looks = (face, cells, self.rows, self.glyphs, ground)
        name = ("card", lane.y, place)
        self.sheet.part(name, (), looks, lambda: _PointsCard(self.sheet, *looks).draw())
        return Spot(face.card, cells[0], lane.y, cells[-1] - cells[0], lane.rows)

    def _royal(self, face: Face, place: Place) -> Spot:
        size = place.size
        draw = {1: draw_chip, 2: draw_small}.get(size.height, draw_tile)
        face = replace(face, second=place.second)
        if size.height == 1:
            face = replace(face, word=face.word[:1] if face.look == "mute" else "")
        elif len(face.word) + MARGIN > size.width and self.lane.below is None:
            face = replace(face, word="")  # it would touch an edge
        bleed: Bleed = "right" if size.width <= TIGHTEST else ""
        return draw(self.sheet, Tile(face, place.x, place.y, size, bleed=bleed), self.glyphs)

    # the rail

    def _put(self, x: int, y: int, text: str, fore: str, *, bold: bool = False) -> int:
        """Put a text on the rail, or on what is beyond it."""
        ground = _RAIL if x < self.laid.line else None
        return self.sheet.put(x, y, text, fore, ground=ground, bold=bold)

    def _line(self, written: range) -> None:
        """Draw the goal from top to bottom, but for what is `written` in the first row of it."""
        put = self._line_across if self.laid.line < self.laid.end else self._line_beyond
        for y in self.rows[self.laid.line in written :]:
            put(y)
        if self.lane.scale is None:
            self._goals_beside()

    def _goals_beside(self) -> None:
        """Write the goal beside its line, and one that would move, where the row has no numbers.

        Each stands after its line, or before it, in cells in which nothing lies.
        """
        lines = [(self.laid.line, self.laid.goal, "goalink")]
        if self.run.moving is not None:
            lines.append((self._moved, self.run.moving, self._warning))
        for line, goal, fore in lines:
            number = str(goal)
            for x in (line + MARGIN, line - 1 - len(number)):
                if self._is_free(range(x - 1, x + len(number) + 1)):
                    self._put(x, self.lane.y, number, fore, bold=True)
                    break

    def _is_free(self, cells: range) -> bool:
        """Return whether nothing lies in cells of the first row, all on the rail or all past it."""
        inside = self.lane.x <= cells.start and cells.stop <= self.lane.stop
        seen = [self.sheet.at(x, self.lane.y) for x in cells] if inside else []
        ground = _RAIL if cells.start < self.laid.line else self.sheet.ground_of(self.lane.y)
        return inside and all(char == " " and ink.ground == ground for char, ink in seen)

    def _thin_line(self) -> None:
        """Draw where the goal would be, or else where it was, below the cards and all that is said.

        At the edge of a royal it is in the column before, as near to it as can be; a royal that
        hides it leaves a stub beside its number.
        """
        was, moving, glyphs = self.run.was, self.run.moving, self.glyphs
        goal, fore = moving, self._warning
        if moving is None and was is not None:
            goal, fore = was, "quiet" if was > self.laid.goal else "threat"
        x = self.lane.x + self.lane.each * (goal or 0)
        if goal is None or x > self.lane.stop:
            return
        beside = any(at.x == x for at in self.laid.royals)
        sign = glyphs.moved if glyphs.edges or not beside else glyphs.borders[1]
        hidden = any(at.x < x < at.x + at.size.width for at in self.laid.royals)
        if (
            moving is not None
            and hidden
            and self.lane.below is None
            and self.lane.scale is not None
        ):
            self.sheet.put(x, self.lane.scale, glyphs.moved, fore)
        for y in self.rows:
            if self.sheet.at(x, y)[0] in (" ", glyphs.moved):  # in letters a tick is a dot
                self._put(x - beside, y, sign, fore)

    def _line_beyond(self, y: int) -> None:
        ground = None if self.glyphs.edges else "goaledge"
        self.sheet.put(self.laid.line, y, self.glyphs.goal, "goal", ground=ground)

    def _line_across(self, y: int) -> None:
        """Draw the line where nothing is written, and tint what lies past it if colours allow."""
        for x in range(self.laid.line, self.laid.end):
            char, ink = self.sheet.at(x, y)
            fore, ground = ink.fore, ink.ground
            if not self.glyphs.edges:
                fore, ground = _TINTED.get(fore, fore), _TINTED.get(ground, ground)
            free = char in (" ", self.glyphs.half) and ink.ground in _TINTED  # not on a ribbon
            if x == self.laid.line and free:
                self.sheet.put(x, y, self.glyphs.crossed, "selink", ground=ground)
            elif (fore, ground) != ink[:2]:
                self.sheet.put(x, y, char, fore, ground=ground, bold=ink.bold)

    @property
    def _moved(self) -> int:
        return self.lane.x + self.lane.each * (self.run.moving or 0)

    @property
    def _warning(self) -> str:
        return "threat" if self.run.loses else "goalink"

    @property
    def _numbered_above(self) -> bool:
        """Whether the numbers of the row stand above it."""
        return self.lane.scale is not None and self.lane.scale < self.lane.y

    def _ticks(self) -> None:
        """Mark missing points beside the numbers, every fifth one higher.

        Pips take their place, as does the index of a card to come, which is in the first row.
        """
        laid, lane, rows = self.laid, self.lane, self.lane.rows
        high = rows >= _TALL_TICKS and not self.glyphs.edges
        coming, pips = self.run.coming, _pip_row(rows)
        after = laid.total + (0 if coming is None else value_of(coming))
        low, tall = (0, 1) if self._numbered_above else (rows - 1, rows - 2)
        for row, every in ((tall, _FIVE), (low, 1)) if high else ((low, 1),):
            first = after if row in (0, pips) or self.glyphs.fills else laid.total
            first += -first % every
            ticks = range(first, laid.goal, every)
            line = self.glyphs.tick.ljust(lane.each * every) * len(ticks)
            fore = "quiet" if self.glyphs.edges else "faint"  # a fill that may not show is no rail
            self._put(laid.at(first), self.rows[row], line.rstrip(), fore)

    def _preview(self, card: Card, stop: int) -> range:
        """Show a card that would come to lie there: its index, and a pip for each point.

        Return the columns of its index.
        """
        laid, lane = self.laid, self.lane
        worth, row = value_of(card), _pip_row(lane.rows)
        if self.glyphs.fills:
            after = laid.end + lane.each * worth + (laid.total + worth > laid.goal)
            self.sheet.fill(laid.end, lane.y, min(after, stop) - laid.end, lane.rows, _GHOST)
            left, right = tuple(self.glyphs.borders)
            sided = bool(_middle(lane.each))  # else signs would cover a part of them
            for y in self.rows if sided else ():
                self.sheet.put(laid.end, y, left, "goal", ground=_GHOST)
                if after <= stop:
                    self.sheet.put(after - 1, y, right, "goal", ground=_GHOST)
        start = laid.end + min(1, _middle(lane.each))
        index = self.glyphs.index(card)
        end = start
        if start + len(index) <= stop:
            end = self._ghost(start, lane.y, index, card, bold=True)
        if row is None:
            return range(start, end)
        xs = [laid.end + lane.each * points + _middle(lane.each) for points in range(worth)]
        past = [x + (not _middle(lane.each)) for x in xs if x >= laid.line]
        if past and past[-1] >= stop:  # where they have no room they are counted
            past = []
            more = f"+{laid.total + worth - laid.goal}"
            if laid.end <= laid.line and laid.line + 1 + len(more) <= stop:
                self._put(laid.line + 1, lane.y + row, more, "goalink", bold=True)
        for x in [*(x for x in xs if x < laid.line), *past]:
            self._ghost(x, lane.y + row, self.glyphs.suit(card), card)
        return range(start, end)

    def _ghost(self, x: int, y: int, text: str, card: Card, *, bold: bool = False) -> int:
        """Put a part of a card that would come to lie there."""
        if not self.glyphs.fills:
            return self._put(x, y, text, "goalink", bold=bold)
        return self.sheet.put(x, y, text, f"g{suit_of(card)}", ground=_GHOST, bold=bold)

    def _count(self) -> None:
        """Write how many points are missing in large figures, if there is room."""
        laid, run, rows = self.laid, self.run, len(self.rows)
        gap = laid.line - laid.end
        if run.missing <= 0 or rows < _HIGH or gap < _WIDE:
            return
        for high in (5, 3) if rows > _HIGH + 2 * (not self.glyphs.celled) else (3,):
            lines = numerals(run.missing, high, self.glyphs)
            width = max(len(lines[0]), cell_len(run.to_go))
            if width + MARGIN <= gap:
                break
        else:
            return
        told = (*lines, run.to_go)[: max(len(lines), rows - 2)]  # clear of the ticks
        y = self.lane.y + (rows - len(told) + self._numbered_above) // 2
        bold = self.glyphs.lettered
        for at, line in enumerate(told, y):
            x = laid.end + (gap - cell_len(line)) // 2
            fore = run.fore if at < y + len(lines) else "quiet"
            self._put(x, at, line, fore, bold=bold and at < y + len(lines))

    # an empty field

    def _teach(self) -> None:
        """Say what lies there, and where kings would bring the line."""
        laid, lane, run = self.laid, self.lane, self.run
        room = laid.line - lane.x - 2 * MARGIN
        text = fullest((*run.taught, ""), cell_len, room)
        above = (len(self.rows) - 1) // 2
        if run.coming is None:
            self._put(lane.x + MARGIN, self.rows[above], f"{text} ", "quiet")  # off a tick
        if lane.scale is not None:
            dots = int(self.glyphs.edges)  # a row of them, which are the ticks of letters
            up, down = slice(dots, above), slice(above + 1, len(self.rows) - dots)
            for goal, _ in self._kings():
                for y in self.rows[up if self._numbered_above else down]:
                    self._put(laid.at(goal), y, self.glyphs.moved, "goalink")
        self._place()

    def _place(self) -> None:
        """Draw an empty place for royals, as far as its words fit."""
        lane = self.lane
        first, rows, words = lane.x + lane.each * lane.first + MARGIN, self.rows, self.run.place
        width = min(lane.stop - first, _ROYALS)
        if lane.below is not None:  # after the numbers, if it has another row
            width, rows, words = _ROYALS, lane.below[-1:], ("  ".join(words), *words)
        words = tuple(word for word in words if cell_len(word) <= width)[: len(rows)]
        if words and rows:
            size = TileSize(width, len(rows))
            x = lane.stop - width - (lane.below is not None)  # where the royals will end
            draw_place(self.sheet, x, rows.start, size, self.glyphs, *words)

    def _kings(self) -> Iterator[tuple[int, str]]:
        """Yield the goals that kings would bring, and how many it takes."""
        lane, king = self.lane, str(COURT["K"])
        for kings, goal in enumerate(self.run.goals[1:] if lane.below is None else (), 1):
            if 0 < goal < self.laid.goal:
                yield goal, king * kings

    # the numbers

    def _scale(self) -> None:
        """Write the numbers of the row, the goal first; none beside another without a blank."""
        lane, scale = self.lane, self.lane.scale
        if scale is None:
            return
        taken = [
            range(at.x - 1, at.x + at.size.width)
            for at in self.laid.royals
            if at.y <= scale < at.y + at.size.height
        ]
        if self.run.empty and lane.below is not None and len(lane.below) == 1:
            taken.append(range(lane.stop - _ROYALS - 1, lane.stop))
        line, free = self.laid.line, self.sheet.at(self.laid.line, scale)[0] == " "
        if line < self.laid.end and free:  # a card hides the rest of it
            self.sheet.put(line, scale, self.glyphs.goal, "goalink")
        beyond = MARGIN - 1 if lane.below is not None else 0  # right of royals that lie there
        for x, text, fore in self._numbers():
            for at in range(x, x + (beyond if fore != "quiet" else 0) + 1):
                cells = range(at - 1, at + len(text) + 1)
                free = all(cells.stop <= other.start + 1 or other.stop <= at for other in taken)
                if free and at + len(text) <= self.sheet.width - (MARGIN - beyond):
                    self.sheet.put(at, scale, text, fore, bold=fore != "quiet")
                    taken.append(cells)
                    break

    def _numbers(self) -> Iterator[tuple[int, str, str]]:
        """Yield the column of each number, its text and its colour."""
        laid, run = self.laid, self.run
        below, stop = laid.lane.below is not None, self.sheet.width - MARGIN
        lines = [(laid.line, laid.goal, "goalink")]
        covered = [range(at.x, at.x + at.size.width) for at in laid.royals]
        hidden = below and any(self._moved in columns[1:] for columns in covered)
        if run.moving is not None and not hidden:
            lines.append((self._moved, run.moving, self._warning))
        for line, goal, fore in lines:  # royals may lie right after a line, or below it
            number = str(goal)
            before = below or any(line in columns for columns in covered)
            after = 1 + (line == laid.line < laid.end)  # a card leaves a stub of the line
            first = line - len(number) if before else line + after
            yield min(first, stop - len(number)), number, fore
        if run.empty and run.goals:
            for goal, kings in self._kings():
                text = f"{kings} {goal}"
                yield laid.at(goal) - len(text) + 1, text, "quiet"
            return
        for points in range(_FIVE, max(laid.goal, laid.total), _FIVE):
            if points != laid.goal:
                yield laid.at(points), str(points), "quiet"


_TINTED: Final = {look: f"{look}2" for look in QUIET} | {f"{look}2": look for look in QUIET}
"""The fill of a card past the goal, by its own: the other of two."""


def _pip_row(rows: int, *, jacks: int = 0, foot: bool = False) -> int | None:
    """Return the row of the pips of a card, which gives way to jacks and to what is at the foot."""
    wanted = (rows // 2,) if rows >= _HIGH else (2, 1)
    taken = {0, jacks, rows - 1 if foot else 0}
    return next((row for row in wanted if row < rows and row not in taken), None)


def _is_parted(face: Face, cells: Sequence[int], rows: int) -> bool:
    """Return whether half a column of felt comes after a card, which its last point can spare.

    Of two columns a point only in rows that are not low, and none of an ace with more to say.
    """
    each = cells[-1] - cells[-2]
    busy = cells[-1] - cells[0] < _GAP_FROM and (face.jacks or face.ribbon or face.word)
    return each >= _GAP_FROM or (each == _GAP_FROM - 1 and rows > _LOW and not busy)


def _middle(columns: int) -> int:
    """Return the column of a pip within a point, whose last may be half a one of felt."""
    return (columns - 1) // 2


class _PointsCard:
    """Draws a card that is as wide as its worth."""

    def __init__(
        self,
        sheet: Sheet,
        face: Face,
        cells: tuple[int, ...],
        rows: range,
        glyphs: Glyphs,
        ground: str | None,
    ) -> None:
        """Prepare to draw it.

        Args:
            sheet: the sheet to draw on.
            face: the card.
            cells: the first column of each point, and the one after its last.
            rows: the rows of the card.
            glyphs: the signs to use.
            ground: what it lies on; None for the row's own.
        """
        self.sheet = sheet
        self.cells = cells
        self.rows = rows
        self.glyphs = glyphs
        self.ground = ground
        width = cells[-1] - cells[0]
        self.parted = _is_parted(face, cells, len(rows)) and not glyphs.edges
        self.body = width - self.parted
        self.closed = glyphs.edges
        self.middle = min(1, _middle(cells[1] - cells[0]))
        self.inset = int(width >= _FIVE and self.middle)
        self.room = self.body - self.inset - self.closed
        self.face = lit_face(with_foot(face, self.room), self.room + self.inset, glyphs)
        self.marked = face.look in EDGES and not (face.won and glyphs.fills)

    def draw(self) -> None:
        """Draw the card: its index, jacks, pips, and a ribbon or a word at its foot."""
        face, low = self.face, len(self.rows) <= _LOW
        foot = face.ribbon or (face.word if len(face.word) <= self.room else "")
        self._body(ribbon=bool(face.ribbon))
        row = (self._low_jacks(foot=bool(foot)) if low else self._jacks(1)) if face.jacks else 0
        pips = _pip_row(len(self.rows), jacks=row, foot=bool(foot) and not face.lit)
        if foot and pips == len(self.rows) - 1:  # no glow moves them
            pips = None
        if pips is not None:
            self._pips(pips)
            self._large_suit(pips)
        # put the index in line with the pips, without a suit where it would touch the next
        card = self.face.card
        index, x = self.glyphs.index(card), 0 if self.inset else self.middle
        room = self.body - (not self.parted)
        if pips is not None and self.inset + x + len(index) > room:
            index = self.glyphs.rank(card)
        elif x + len(index) > self.body - self.closed:
            x = 0
        self._put(x, 0, index, suit_ink(card))
        if foot:
            letter = self.glyphs.rank(face.jacks[-1])[0] if face.jacks and low and not row else ""
            worded = face.ribbon and face.ribbon != face.brief and face.brief
            self._foot(foot, "" if self._beside or worded else letter)

    def _large_suit(self, pips: int) -> None:
        """Draw the suit large above the pips, in the middle, if that leaves blank rows around."""
        face = self.face
        lines = half_blocks(SUITS[suit_of(face.card)])
        x, y = (self.room - len(lines[0])) // 2, (pips + 1 - len(lines)) // 2
        if self.glyphs.lettered or face.jacks or x < 0 or y <= 0 or y + len(lines) >= pips:
            return
        for row, line in enumerate(lines, y):
            self._put(x, row, line, suit_ink(face.card), bold=False)

    def _put(self, x: int, row: int, text: str, fore: str, *, bold: bool = True) -> None:
        x += self.cells[0] + self.inset
        self.sheet.put(x, self.rows[row], text, fore, ground=self.face.fill, bold=bold)

    def _body(self, *, ribbon: bool) -> None:
        """Fill the card, and half a column after it, or draw its edges."""
        fill, x, end = self.face.fill, self.cells[0], self.cells[0] + self.body
        last = self.rows[-1]
        for y in self.rows:
            across = ribbon and y == last
            ground = ribbon_inks(self.face)[0] if across else fill
            self.sheet.put(x, y, " " * self.body, ground=ground)
            if self.glyphs.sides and self.inset and not self.closed:
                self.sheet.put(x, y, self.glyphs.sides[0], "edge", ground=ground)
            if self.parted:
                self.sheet.put(end, y, self.glyphs.half, ground, ground=self.ground)
            if self.closed and not across:
                edges = look_edges(self.face.look, self.glyphs) if self.marked else ""
                edges = edges or " " + self.glyphs.borders[1]
                left, right = tuple(edges)
                self.sheet.put(end - 1, y, right, "pS", ground=fill)
                if self.inset:
                    self.sheet.put(x, y, left, "pS", ground=fill)

    @property
    def _beside(self) -> str:
        """The jacks as they have room after the index."""
        text = self._stack(self.room - len(self.glyphs.index(self.face.card)) - 1)
        return text if len(text) > 1 else ""

    def _stack(self, room: int) -> str:
        forms = stack_forms(self.face.jacks, self.glyphs) if self.face.jacks else ()
        return next((form for form in forms if len(form) <= room), "")

    def _jacks(self, row: int) -> int:
        self._put_stack(0, row, self._stack(self.room))
        return row

    def _put_stack(self, x: int, row: int, text: str) -> None:
        x += self.cells[0] + self.inset
        put_stack(self.sheet, x, self.rows[row], text, self.face, self.glyphs)

    def _low_jacks(self, *, foot: bool) -> int:
        """Put the jacks of a card of two rows after its index, or below it; return their row."""
        if self._beside:
            self._put_stack(len(self.glyphs.index(self.face.card)) + 1, 0, self._beside)
            return 0
        return 0 if foot else self._jacks(1)

    def _pips(self, row: int) -> None:
        """Put a pip at the middle of each point; those that would touch are laid like bricks."""
        sign, stop = self.glyphs.suit(self.face.card), self.cells[0] + self.body - self.closed
        pairs = [(left, right) for left, right in pairwise(self.cells) if left < right]
        narrow = [left for left, right in pairs if right - left < LEAST]
        above = narrow[1::2] if row > 1 and not self.face.jacks else []
        columns = [left + _middle(right - left) for left, right in pairs if left not in above]
        for y, places in (row, columns), (row - 1, above):
            line = ""
            for column in places:
                if column < stop:
                    line = line.ljust(column - places[0]) + sign
            if line:
                ink, ground = suit_ink(self.face.card), self.face.fill
                self.sheet.put(places[0], self.rows[y], line, ink, ground=ground)

    def _foot(self, text: str, jack: str) -> None:
        """Put the ribbon or the word in the last row, and the letter of a jack after it."""
        face = self.face
        if face.ribbon and face.look == "tgt" and self.glyphs.edges and self.inset:
            text = f"({text})"
        text += jack if len(text) < self.room else ""
        x, y = self.cells[0] + self.inset, self.rows[-1]
        if face.ribbon:
            ground, fore = ribbon_inks(face)
            self.sheet.put(x, y, text, fore, ground=ground, bold=True)
        else:
            self.sheet.put(x, y, text, QUIET[face.look], ground=face.fill)


_LOW: Final = 2
"""Rows of a lane whose jacks and ribbons share them."""
