"""Draw the tray, and a table that waits: seats as plates, the code as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import draw_shadows
from cuttle_tui.drawing.faces import Face, Spot
from cuttle_tui.drawing.forms import fullest, fullest_text
from cuttle_tui.drawing.layout import (
    COMFORTABLE,
    MARGIN,
    Beside,
    Phone,
    Plan,
    Rows,
    TileSize,
    cards_beside,
    fitted_card,
    hand_rows,
    row_width,
)
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.room import (
    SMALL,
    RoomParts,
    RoomRows,
    apart,
    code_sizes,
    draw_code,
    draw_spread,
    fill_plate,
    placed,
    plate_rows,
    room_rows,
    spread_sizes,
)
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.stack import Stack, share, stack
from cuttle_tui.drawing.tile_rows import draw_backs, draw_hand
from cuttle_tui.drawing.tiles import draw_back, draw_place
from cuttle_tui.i18n.translation import C_, SILENCE, Sentence, Span, say
from cuttle_tui.kit.board import BoardModel, draw_board
from cuttle_tui.kit.buttons import TALLEST, buttons_of, draw_buttons, height_of, rows_of
from cuttle_tui.kit.zone import Hotspot, Zone, spots_in
from cuttle_tui.rules.book import options_in_words, rules_page
from cuttle_tui.rules.samples import cards_block
from cuttle_tui.table.presenter import MEANWHILE, Plate, RoomModel
from cuttle_tui.table.view_model import TrayModel
from cuttle_tui.table.words.status_notes import NO_CARDS, YOUR_HAND
from cuttle_tui.table.words.waiting_room import NEXT
from engine.cards import Card, value_of
from engine.rules.rulesets import STANDARD, Ruleset

_GAP: Final = 4
"""Columns between the cards to choose from and the hand."""
_BETWEEN_SEATS: Final = 2
"""Columns more than a gap between the cards of those who won and those of the others."""
_LABEL_GAP: Final = 2
"""Columns after a label, and around the word in an empty place."""
_CHIP: Final = 3
"""The minimum columns for a card of the hand."""
_BELOW: Final = 3
"""Rows a hand takes below the cards to choose from, with a blank row on either side."""
_LEAST: Final = 2
"""The minimum rows of a card to choose from."""
_DRAWN_FROM: Final = 5
"""The minimum rows of a card of the hand that is drawn, dull, and not only named on a back."""


class Tray(Zone[TrayModel]):
    """The zone of the cards to choose from."""

    def keeps(self, model: TrayModel) -> bool:
        """Keep the hand as it looks with the cursor on each of its cards."""
        return True

    def draw(self, model: TrayModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        top = plan.lift + 1 - plan.tray
        glyphs = self.paint.glyphs
        hidden = model.backs + len(model.remembered)
        if not (model.faces or model.held or hidden):
            wide = max(plan.hand.width, cell_len(str(NO_CARDS)) + _LABEL_GAP)
            place = TileSize(wide, plan.hand.height)
            draw_place(sheet, plan.first, top, place, glyphs, str(NO_CARDS))
        if hidden:
            self._hidden(sheet, top, model, plan)
        rows = hand_rows(len(model.faces), plan)
        first, stop = plan.reach(_columns(rows, len(model.held), plan))
        together = None
        if model.over and plan.phone:
            rows, down = _at_rest(rows, len(model.faces), plan, labelled=bool(model.caption))
            self._caption(sheet, top, top + down, model, rows, plan)
            top += down
            together = self._together(model, rows, plan) if down > 0 else None
            if together is not None:
                x = plan.stop - sentence_width(model.briefly, glyphs)
                put_sentence(sheet, x, top - down - 1, model.briefly, glyphs, fore="quiet")
                rows = together
        if model.held and model.faces:
            rows = _lowered(rows, model, stop - first, sheet.height - top)
        faces = model.faces
        if self.paint.touch:  # the cards are tapped themselves
            faces = tuple(replace(face, key="") for face in faces)
        if model.over:
            faces = _worded(faces, 0)
        elif any(face.word for face in faces):
            faces = _worded(faces, rows.card.width - 1)
        flat = plan.phone != "upright"
        spots = draw_hand(sheet, first, top, rows, faces, glyphs, flat=flat, resting=model.over)
        beside = self._beside(sheet, top, model, plan, together) if model.beside else []
        pairs = zip(model.faces, spots, strict=True)
        lying = [spot for face, spot in pairs if face.side != "none"]
        draw_shadows(sheet, [*lying, *beside], glyphs)
        if model.held:
            self._held(sheet, top, model.held, spots, (first, stop), plan)
        return spots

    def _together(self, model: TrayModel, rows: Rows, plan: Plan) -> Rows | None:
        """Lay cards so that others have room in their row, on a phone held upright."""
        count, room = len(model.faces), plan.stop - plan.first
        card, gap = fitted_card(count + len(model.beside), rows.card, room - _BETWEEN_SEATS)
        labels = (
            sentence_width(each, self.paint.glyphs) for each in (model.caption, model.briefly)
        )
        named = sum(labels) + _LABEL_GAP <= room
        fits = model.beside and gap and card.width >= COMFORTABLE and named
        return Rows(count, card) if fits and plan.phone == "upright" else None

    def _beside(
        self, sheet: Sheet, top: int, model: TrayModel, plan: Plan, together: Rows | None
    ) -> list[Spot]:
        """Draw other cards at the right, as high as those to choose from."""
        count, glyphs = len(model.beside), self.paint.glyphs
        label = min(sentence_width(each, glyphs) for each in (model.label, model.briefly))
        place = cards_beside(len(model.faces), count, label, plan)
        if together is not None:
            place = Beside(plan.stop - row_width(count, together.card.width), together.card)
        if place is None:
            return []
        rows, faces = Rows(count, place.card), _worded(model.beside, 0)
        return draw_hand(sheet, place.x, top, rows, faces, glyphs, resting=True)

    def _caption(
        self, sheet: Sheet, top: int, cards: int, model: TrayModel, rows: Rows, plan: Plan
    ) -> None:
        """Say what the cards are: above them, or beside where a phone is held across."""
        x, y = plan.first, top - 1
        beside = x + row_width(rows.each, rows.card.width, rows.gap) + _GAP
        width = sentence_width(model.caption, self.paint.glyphs)
        if plan.phone != "upright" and beside + width <= plan.stop:
            x, y = beside, cards
        put_sentence(sheet, x, y, model.caption, self.paint.glyphs, fore="quiet", stop=plan.stop)

    def _hidden(self, sheet: Sheet, top: int, model: TrayModel, plan: Plan) -> None:
        """Draw a hand that nobody here may see from behind."""
        seen, backs = model.remembered, model.backs
        first, stop = plan.reach(row_width(len(seen) + backs, plan.hand.width))
        room = TileSize(stop - first, plan.hand.height)
        known = frozenset(seen)
        glyphs = self.paint.glyphs.wearing(model.back)
        draw_backs(sheet, first, top, seen, backs, room, plan.hand, glyphs, remembered=known)

    def _held(
        self,
        sheet: Sheet,
        top: int,
        held: tuple[Card, ...],
        spots: Sequence[Spot],
        columns: tuple[int, int],
        plan: Plan,
    ) -> None:
        """Draw the hand, if there is room for it between two columns."""
        first, stop = columns
        x, y, stacked = _place_of(top, held, spots, columns) if spots else (first, top, True)
        alone = x == first
        if y + alone >= sheet.height:
            return
        after = sheet.put(x, y, str(YOUR_HAND), "quiet") + _LABEL_GAP
        x, y = (x, y + 1) if stacked else (after, y)
        rows = top + plan.hand.height - y if stacked else 1
        room, largest = TileSize(stop - x, rows), plan.held_card
        glyphs = self.paint.glyphs
        size = TileSize(largest.width, min(largest.height, rows))
        card, gap = fitted_card(len(held), size, room.width)
        if card.height < _DRAWN_FROM:
            draw_backs(sheet, x, y, held, 0, room, largest, glyphs)
            return
        faces = tuple(Face(one, look="mute") for one in held)
        spots = draw_hand(sheet, x, y, Rows(len(held), card, gap), faces, glyphs)
        draw_shadows(sheet, spots, glyphs)


def _worded(faces: tuple[Face, ...], room: int) -> tuple[Face, ...]:
    """Say of cards without an effect what they are good for: in a word, or how much they count."""
    return tuple(
        replace(face, word=fullest_text(room + 1, face.word, face.brief))
        if face.brief
        else face
        if face.word or face.side != "face"
        else replace(face, word=fullest_text(room, str(_POINTS), f"+{value_of(face.card)}"))
        for face in faces
    )


_POINTS: Final = C_("on a card", "points")


def _at_rest(rows: Rows, count: int, plan: Plan, *, labelled: bool) -> tuple[Rows, int]:
    """Make cards of a game that is over lower, so that blank rows part them from bar and label.

    Returns:
        The rows of cards, and how much lower they begin.
    """
    whole, start = _AT_REST[plan.phone]
    if count > rows.each:
        return rows, 0
    at, of = whole.rows(plan.hand.height - start, {"over": labelled - start})
    height = min(rows.card.height, of["cards"])
    return rows._replace(card=rows.card._replace(height=height)), start + at["cards"]


_RESTING: Final = stack("over cards=2 under", "under 1; over 1", rest="cards")
_AT_REST: Final[dict[Phone, tuple[Stack, int]]] = {
    None: (_RESTING, 0),
    "upright": (_RESTING, 0),
    "across": (replace(_RESTING, rest="under"), -1),
}
"""How cards lie that nobody chooses from, and from which row on: across, where one would rise."""


def _columns(rows: Rows, held: int, plan: Plan) -> int:
    """Return the columns of cards to choose from, and of so many in the hand beside them."""
    cards = row_width(rows.each, rows.card.width, rows.gap)
    return cards + (_GAP + row_width(held, plan.held_card.width) if held else 0)


def _place_of(
    top: int, held: tuple[Card, ...], spots: Sequence[Spot], columns: tuple[int, int]
) -> tuple[int, int, bool]:
    """Find room beside the last row of cards, or below it with a blank row around.

    Returns:
        The column, the row, and whether the label is above the hand.
    """
    y = max(top, *(spot.y for spot in spots))
    last = [spot for spot in spots if spot.y + spot.height > y]
    x = max(spot.x + spot.width for spot in last) + _GAP
    stacked = last[0].height > 1
    if x + _need(held, stacked=stacked) <= columns[1]:
        return x, y, stacked
    return columns[0], max(spot.y + spot.height for spot in last) + 1, False


def _need(held: tuple[Card, ...], *, stacked: bool) -> int:
    """Return the columns a hand takes, with its label above or before it."""
    label, cards = cell_len(str(YOUR_HAND)), _CHIP * len(held)
    return max(label, cards) if stacked else label + _LABEL_GAP + cards


def _lowered(rows: Rows, model: TrayModel, room: int, height: int) -> Rows:
    """Make the cards to choose from lower if the hand only fits below those."""
    count = len(model.faces)
    last = (count - 1) % rows.each + 1
    end = row_width(last, rows.card.width, rows.gap) + _GAP
    highest = (height - _BELOW + 1) // -(-count // rows.each) - 1
    if end + _need(model.held, stacked=rows.card.height > 1) <= room or highest < _LEAST:
        return rows
    card = TileSize(rows.card.width, min(rows.card.height, highest))
    return rows._replace(card=card)


_BEFORE_LINES: Final = 3
"""Columns between the cards and the lines beside them, and after the label of a list."""
_LEAST_BESIDE: Final = 28
"""Columns without which nothing stands beside the cards."""
_BETWEEN_PLATES: Final = 2
"""Columns between plates."""
_NARROWEST: Final = 27
_WIDEST: Final = 48
"""Columns of a plate."""
_LOWEST_OFFER: Final = 2
"""Rows of an offer that a thumb hits, which go before a title."""
_PLATES_FROM: Final = 80
"""Columns of a table from which what there is to do lies on plates, beside a column of terms."""
_INSET: Final = 3
"""Columns of a plate up to the name."""
_TITLE: Final = 1
_FIRST: Final = 3
"""The rows of the title and of the first line in a column of their own, as in the log."""


class _Lines(NamedTuple):
    """The lines of the band, wrapped."""

    beside: list[Sentence]
    below: list[Sentence]
    x: int
    """First column beside the cards."""


class Room(Zone[RoomModel]):
    """The zone of the waiting room: who sits, and how a friend gets in."""

    def draw(self, model: RoomModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the head, the plates, the cards on their band, and the terms if they go here."""
        glyphs = self.paint.glyphs
        if plan.log and model.match and model.board is not None:
            self._position(model, model.board, plan, sheet)
            return []
        if plan.phone == "upright":
            # its bar says for whom it waits, near the thumb
            head = say(Span(model.right, "strong")) if model.right else model.head
            model = replace(_brief_room(model), head=head, right="")
        elif self.paint.touch:
            model = _brief_room(model)
        each = _plates_in_a_row(len(model.plates), plan)
        here = bool(model.meanwhile) and not plan.log
        if plan.low:
            model = _low_room(model, plan, glyphs, here=here)
        told = (plan.low and model.brief_terms) or model.terms
        terms = _wrapped(told if here else (), plan.stop - plan.first, glyphs)
        starts = _wrapped(model.starts if here else (), plan.stop - plan.first, glyphs)
        counts = len(terms) + len(starts), len(starts)
        rows, lines = self._planned(model, plan, sheet.height, each, counts)
        if (
            model.brief
            and rows.band == rows.plates + -(-len(model.plates) // each) * rows.plate_rows
        ):
            model = replace(model, lines=model.brief)  # no room for a blank row above the band
            rows, lines = self._planned(model, plan, sheet.height, each, counts)
        self._head(sheet, rows.head, model, plan)
        self._plates(sheet, rows.plates, rows.plate_rows, model, each, plan)
        end = min(rows.band_end, sheet.height)
        sheet.grounds[rows.band : end] = ["band"] * (end - rows.band)
        at, lifted = (plan.first, rows.cards), model.lifted
        draw_code(sheet, at, rows.size, model.letters, glyphs, lifted=lifted, typed=lifted >= 0)
        self._text(sheet, rows, lines, plan)
        if model.packets:
            draw_spread(sheet, at, rows.size, model.packets, plan, glyphs)
        for y, line in enumerate([*terms, *starts][: rows.terms_room], rows.terms):
            put_sentence(sheet, plan.first, y, line, glyphs, fore="quiet", stop=plan.stop)
        return []

    def _head(self, sheet: Sheet, y: int, model: RoomModel, plan: Plan) -> None:
        """Say whom the table waits for, and at the right what is played, if it fits."""
        end = put_sentence(sheet, plan.first, y, model.head, self.paint.glyphs, stop=plan.stop)
        if end + _BETWEEN_PLATES + cell_len(model.right) <= plan.stop:
            sheet.put(plan.stop - cell_len(model.right), y, model.right, "quiet")

    def _position(self, model: RoomModel, board: BoardModel, plan: Plan, sheet: Sheet) -> None:
        """Draw the head, the plates, and a position to try on the band, as large as it fits."""
        high = plate_rows(plan) if sheet.height >= _ROOMY else _LOW_PLATES
        above = _OVER_PLATES + high + 1
        height = min(_BOARD_ROWS, sheet.height - above - 1)
        top = (sheet.height - above - height - 1) // 2
        self._head(sheet, top + 1, model, plan)
        each = _plates_in_a_row(len(model.plates), plan)
        self._plates(sheet, top + _OVER_PLATES, high, model, each, plan)
        band = range(top + above, top + above + height)
        sheet.grounds[band.start : band.stop] = ["band"] * height
        glyphs = self.paint.glyphs
        self.keyspots += draw_board(sheet, plan.first, plan.stop, board, glyphs, band)

    def _planned(
        self, model: RoomModel, plan: Plan, height: int, each: int, terms: tuple[int, int]
    ) -> tuple[RoomRows, _Lines]:
        """Place the parts, with the largest cards that leave room for the rest; if upright, all."""
        strips = -(-len(model.plates) // each)
        spread = sum(model.packets)
        sizes = spread_sizes(spread, plan) if spread else code_sizes(len(model.letters), plan)
        found = None
        for size in sizes:
            lines = _arranged(model, plan, size, self.paint.glyphs)
            parts = RoomParts(strips, len(lines.beside), len(lines.below), *terms)
            rows = room_rows(height, plate_rows(plan), size, parts)
            found = found or (rows and (rows, lines))
            if rows is not None and (
                plan.phone != "upright" or rows.terms_room >= terms[0] - terms[1]
            ):
                return rows, lines
        return found or (placed(parts, size), lines)

    def _plates(
        self, sheet: Sheet, top: int, high: int, model: RoomModel, each: int, plan: Plan
    ) -> None:
        """Draw the plates; above the packets of a deck as wide as these."""
        plates, widest = model.plates, plan.table if model.packets else _WIDEST
        width = min(widest, (plan.stop - plan.first + _BETWEEN_PLATES) // each - _BETWEEN_PLATES)
        blank = apart(-(-len(plates) // each), high)
        size = TileSize(width, high - blank)
        for place, plate in enumerate(plates):
            row, column = divmod(place, each)
            x, y = (plan.first + column * (width + _BETWEEN_PLATES), top + row * high)
            _draw_plate(sheet, x, y, size, plate, self.paint.glyphs)

    def _text(self, sheet: Sheet, rows: RoomRows, lines: _Lines, plan: Plan) -> None:
        glyphs = self.paint.glyphs
        height = max(rows.size.height, len(lines.beside))
        top = rows.cards + (height - len(lines.beside)) // 2
        for y, line in enumerate(lines.beside, top):
            put_sentence(sheet, lines.x, y, line, glyphs, fore="quiet", stop=plan.stop)
        for y, line in enumerate(lines.below, rows.below):
            put_sentence(sheet, plan.first, y, line, glyphs, fore="quiet", stop=plan.stop)


def _brief_room(model: RoomModel) -> RoomModel:
    """Return a room for a phone, where nobody types a line for ssh."""
    return replace(_titled(model), lines=model.brief or model.lines)


def _low_room(model: RoomModel, plan: Plan, glyphs: Glyphs, *, here: bool) -> RoomModel:
    """Return a room for the lowest windows: its title has the terms that go `here`, if they fit."""
    if model.rules is None:
        return replace(model, lines=(model.match and model.beside) or model.lines)
    room = plan.stop - plan.first - sentence_width(model.head, glyphs) - _BETWEEN_PLATES
    right = fullest((*model.rights, ""), cell_len, room)
    if right and here:
        return replace(model, right=right, terms=())
    return _titled(model)


def _titled(model: RoomModel) -> RoomModel:
    """Leave out the name of the rules: the title says it, but not what house rules change."""
    if model.rules is None:
        return replace(model, terms=model.terms if len(model.terms) > 1 else ())
    return replace(model, terms=model.terms[not options_in_words(model.rules.name) :])


def _plate_width(each: int, plan: Plan) -> int:
    """Return the columns of each of so many plates side by side."""
    return (plan.stop - plan.first + _BETWEEN_PLATES) // each - _BETWEEN_PLATES


def _brief(line: Sentence, room: int, glyphs: Glyphs) -> Sentence:
    """Leave out a remark in brackets at the end of a line that is too long."""
    *before, last = line
    brief = say(*before, last._replace(text=last.text.partition(" (")[0]))
    return fullest((line, brief), lambda form: sentence_width(form, glyphs), room)


def _wrapped(lines: tuple[Sentence, ...], width: int, glyphs: Glyphs) -> list[Sentence]:
    return [part for line in lines for part in wrap(line, width, glyphs, indent="")]


def _plates_in_a_row(count: int, plan: Plan) -> int:
    room = plan.stop - plan.first + _BETWEEN_PLATES
    each = fullest((count, 2, 1), lambda each: each * (_NARROWEST + _BETWEEN_PLATES), room)
    return max(1, each)


def _arranged(model: RoomModel, plan: Plan, size: TileSize, glyphs: Glyphs) -> _Lines:
    """Wrap the lines beside the cards; an invitation goes below them if it would break there."""
    taken = len(model.letters) * (size.width + 1) + _BEFORE_LINES - 1 if model.letters else 0
    x = plan.first + taken
    room, whole = plan.stop - x, plan.stop - plan.first
    widths = [sentence_width(line, glyphs) for line in model.lines if model.line is not None]
    if model.packets:
        above = [SILENCE] if size.height > SMALL.height else []  # for the shadow of the deck
        return _Lines([], [*above, *_wrapped(model.lines, whole, glyphs)], plan.first)
    long = max(widths, default=0) > room
    if long and plan.low and _fit(model.beside, room, size, glyphs):
        lines = _wrapped(model.brief[1:_INVITING], whole, glyphs)
        return _Lines(_paragraphs([[line] for line in model.beside], size.height), lines, x)
    if long or room < _LEAST_BESIDE:
        return _Lines([], _wrapped(model.lines, whole, glyphs), x)
    beside = [wrap(line, room, glyphs, indent="") for line in model.lines]
    return _Lines(_paragraphs(beside, size.height), [], x)


_INVITING: Final = 2
"""The lines that say how a friend gets in, the first of them in fewer words beside the cards."""


def _fit(lines: tuple[Sentence, ...], room: int, size: TileSize, glyphs: Glyphs) -> bool:
    """Return whether there are lines for a place beside the cards, and all fit."""
    widest = max((sentence_width(line, glyphs) for line in lines), default=room + 1)
    return widest <= room and len(lines) <= size.height


def _paragraphs(parts: list[list[Sentence]], height: int) -> list[Sentence]:
    """Put paragraphs below each other, a blank line between them if there is room."""
    airy = sum(map(len, parts)) + len(parts) - 1 <= height
    blank: list[Sentence] = [()] if airy else []
    lines = [line for part in parts for line in (*blank, *part)]
    return lines[len(blank) :]


def _draw_plate(sheet: Sheet, x: int, y: int, size: TileSize, plate: Plate, glyphs: Glyphs) -> None:
    """Draw a seat: a plate, or if it is free an empty place with its number and a ring."""
    ground = "slot" if plate.kind == "free" else "band"
    fill_plate(sheet, x, y, size, glyphs, ground)
    top = y + max(0, size.height - 2) // 2
    number = x + 1 + bool(glyphs.edges)
    first, stop = number + _INSET - 1, x + size.width - 1
    sheet.put(number, top, str(plate.number), "quiet", ground=ground)
    if plate.kind == "free":
        name = fitted(f"{glyphs.free} {plate.name}", stop - first)
        sheet.put(first, top, name, "quiet", ground=ground)
        return
    width = _PLATE_BACKS.get(size.height, 0)
    wide = max(cell_len(plate.name), cell_len(plate.note))
    if size.height == 1:
        wide = cell_len(plate.name) + _BETWEEN_PLATES + cell_len(plate.note)
    if width and plate.back and not glyphs.edges and first + wide + width < stop:
        stop = x + size.width - width
        card = TileSize(width, size.height)
        draw_back(sheet, stop, y, card, glyphs.wearing(plate.back))
        stop -= 1
    name = fitted(plate.name, stop - first)
    end = sheet.put(first, top, name, "ink", ground=ground, bold=True)
    if size.height > 1:
        sheet.put(first, top + 1, fitted(plate.note, stop - first), "quiet", ground=ground)
    else:
        forms = plate.note, plate.note.rpartition(", ")[2], ""
        note = fullest(forms, cell_len, stop - end - 1)
        sheet.put(end + _BETWEEN_PLATES, top, note, "quiet", ground=ground)


_PLATE_BACKS: Final = {1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9}
"""Columns of a back on a plate, by its rows."""
_BOARD_ROWS: Final = 32
"""The most rows of a board in a room."""
_AFTER_CARD: Final = "   "
"""Before the further rows of a line that begins with a card."""
_PIPS_FROM: Final = 28
"""The rows below which a board beside a room has cards without pips."""
_OVER_PLATES: Final = 3
"""The rows above the plates, where a board lies below them."""
_LOW_PLATES: Final = 1
"""Rows of a plate in a room of fewer rows than `_ROOMY`, there."""
_ROOMY: Final = 30


class Terms(Zone[RoomModel]):
    """The zone of the terms and the rules, where the log will stand."""

    def draw(self, model: RoomModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the lines, each a paragraph; below them the goal of the rules, if it fits."""
        sheet.grounds[:] = ["band"] * sheet.height
        sheet.put(MARGIN, _TITLE, model.match or model.title, "quiet")
        y, board = _FIRST, model.board
        single = board is not None and not model.match
        terms = (_titled(model) if single else model).terms
        below = (*terms, *model.starts)
        if single and self._rows(sheet, below) + _PIPS_FROM >= sheet.height - _FIRST:
            below = terms  # the bar asks for it, and the cards of the board have pips
        named = bool(model.match and model.title)  # lines with a heading of their own
        for line in (*(model.lines if model.match else ()), *(() if named else below)):
            y = self._paragraph(sheet, y, line) + 1
        if named:
            y = self._section(sheet, y, model.title, below)
        y = self._section(sheet, y, str(NEXT), model.next)
        if board is not None and not model.match:
            stop = sheet.width - MARGIN
            rows, glyphs = range(y, sheet.height - 1), self.paint.glyphs
            self.keyspots += draw_board(sheet, MARGIN, stop, board, glyphs, rows, over=True)
        if model.rules is not None and not board:
            self._rules(sheet, y, model.rules)
        return []

    def _rules(self, sheet: Sheet, y: int, rules: Ruleset) -> None:
        """Write the goal and what each card does; without room for both, one of them."""
        goal, cards = rules_page(rules)[0], cards_block(rules)
        told = tuple(map(say, goal.lines))
        after, before = (
            sum(len(self._wrapped(sheet, line)) for line in lines) + 1
            for lines in (cards.lines, told)
        )
        if y + after >= sheet.height:
            self._section(sheet, y, goal.heading, tuple(self._fitting(sheet, y + 1, goal.lines)))
            return
        if y + before + 1 + after < sheet.height:
            y = self._section(sheet, y, goal.heading, told)
        self._section(sheet, y, cards.title, cards.lines)

    def _section(self, sheet: Sheet, y: int, heading: str, lines: tuple[Sentence, ...]) -> int:
        """Draw lines below a heading, if there are any; return the row after them."""
        if not lines:
            return y
        sheet.put(MARGIN, y, heading, bold=True)
        y += 1
        for line in lines:
            y = self._paragraph(sheet, y, line, "quiet")
        return y + 1

    def _rows(self, sheet: Sheet, lines: tuple[Sentence, ...]) -> int:
        """Count the rows of paragraphs, each with a blank one after it."""
        return sum(len(self._wrapped(sheet, line)) + 1 for line in lines)

    def _fitting(self, sheet: Sheet, y: int, texts: tuple[str, ...]) -> list[Sentence]:
        """Return the lines that end above the last row, counted from a row."""
        found: list[Sentence] = []
        for line in map(say, texts):
            y += len(self._wrapped(sheet, line))
            if y >= sheet.height:
                break
            found.append(line)
        return found

    def _paragraph(self, sheet: Sheet, y: int, line: Sentence, fore: str = "ink") -> int:
        """Draw a line, wrapped; return the row after it."""
        for row, part in enumerate(self._wrapped(sheet, line), y):
            put_sentence(sheet, MARGIN, row, part, self.paint.glyphs, fore=fore)
        return y + len(self._wrapped(sheet, line))

    def _wrapped(self, sheet: Sheet, line: Sentence) -> list[Sentence]:
        indent = _AFTER_CARD if line[:1] and line[0].role == "card" else ""
        return wrap(line, sheet.width - 2 * MARGIN, self.paint.glyphs, indent=indent)


class Meanwhile(Zone[RoomModel]):
    """The zone of what there is to do, where the hand will lie; else of the terms."""

    def draw(self, model: RoomModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw an offer in each row, beside their title; on plates where a column is free."""
        if model.packets:
            self._place(sheet, plan, cards=False)
            return []
        lines, title = model.meanwhile, str(MEANWHILE)
        if lines and plan.log and plan.table >= _PLATES_FROM:
            self._offers(lines, plan, sheet)
            return []
        if lines and (plan.phone == "upright" or self.paint.touch):
            self._buttons(lines, plan, sheet)
            return []
        if not lines:
            told = plan.log or (plan.phone and model.titled)
            lines, title = (() if told else model.terms), model.title or model.match
        if not lines:
            self._place(sheet, plan)
            return []
        rows = share(sheet.height, {"lines": len(lines)}, "over 1; under 1; over 2")
        glyphs, top = self.paint.glyphs, rows["over"]
        x = sheet.put(plan.first, top, title, "quiet") + _BEFORE_LINES
        for y, whole in enumerate(lines, top):
            line = _brief(whole, plan.stop - x, glyphs)
            put_sentence(sheet, x, y, line, glyphs, stop=plan.stop)
            self.keyspots += spots_in(line, x, y, glyphs, stop=plan.stop)
        return []

    def _buttons(self, lines: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> None:
        """Draw each offer as a button below their title."""
        glyphs, room = self.paint.glyphs, plan.stop - plan.first - _BETWEEN_PLATES
        offers = (_brief(line, room, glyphs) for line in lines)
        buttons = buttons_of(offers, touch=self.paint.touch)
        if plan.phone == "upright":
            whole = sheet.height // TALLEST  # the help has those beyond two of full height
            rows = [[button] for button in (buttons[:whole] if whole > 1 else buttons)]
        else:
            room = plan.stop - plan.first
            ways = (buttons, buttons[:-1]) if plan.phone else ()  # a second row would make both low
            laid = [rows_of(some, room, 1, glyphs) for some in ways]
            laid.append(rows_of(buttons, room, len(buttons), glyphs))
            rows = next(filter(None, laid), [[button] for button in buttons])
        count, room = len(rows), sheet.height
        titled = room > _LOWEST_OFFER * count and height_of(count, room - 1) == height_of(
            count, room
        )
        if titled:
            sheet.put(plan.first, 0, str(MEANWHILE), "quiet")
        height = height_of(len(rows), sheet.height - titled)
        first, stop = plan.first, plan.stop
        self.keyspots += draw_buttons(
            sheet, rows, first, stop, int(titled), [height] * len(rows), glyphs
        )

    def _offers(self, lines: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> None:
        """Draw each offer on a plate under their title, in a row or two by two; it is a click."""
        glyphs, edge, top = self.paint.glyphs, 1 + bool(self.paint.glyphs.edges), 2
        room = sheet.height - top - 2

        def parts_of(each: int) -> list[list[Sentence]]:
            wide = _plate_width(each, plan) - 2 * edge
            told = lines if each == len(lines) else (_brief(line, wide, glyphs) for line in lines)
            return [wrap(line, wide, glyphs) for line in told]

        def rows_needed(each: int) -> int:
            strips = len(range(0, len(lines), each))
            return strips * (max(map(len, parts_of(each))) + 2)

        each = fullest((len(lines), min(2, len(lines))), rows_needed, room)
        parts, width = parts_of(each), _plate_width(each, plan)
        room //= len(range(0, len(lines), each))
        tallest = max(map(len, parts))
        height = min(plate_rows(plan) - 2 + tallest, room)
        height -= (height - tallest) % 2  # as many blank rows above the text as below
        sheet.put(plan.first, top - 1, str(MEANWHILE), "quiet")
        for place, part in enumerate(parts):
            row, column = divmod(place, each)
            x, y = plan.first + column * (width + _BETWEEN_PLATES), top + 1 + row * (height + 1)
            stop = plan.stop if column == each - 1 else x + width
            fill_plate(sheet, x, y, TileSize(stop - x, height), glyphs)
            keys = {spot.key for spot in spots_in(part[0], x, y, glyphs)}
            for line_y, line in enumerate(part, y + (height - tallest) // 2):
                put_sentence(sheet, x + edge, line_y, line, glyphs, ground="band")
            self.keyspots += [
                Hotspot(x, stop, key, spot_y) for key in keys for spot_y in range(y, y + height)
            ]

    def _place(self, sheet: Sheet, plan: Plan, *, cards: bool = True) -> None:
        """Draw a hand from behind where it will lie, in windows that show places; or its place."""
        if not plan.log:
            return
        size = TileSize(plan.stop - plan.first, plan.hand.height)
        top, glyphs = plan.lift + 1 - plan.tray, self.paint.glyphs
        if cards:
            draw_backs(sheet, plan.first, top, (), STANDARD.deal_others, size, plan.hand, glyphs)
        else:
            words = str(YOUR_HAND)  # so wide a place would outshine the rest
            draw_place(sheet, plan.first, top, size, glyphs, words, fill="hollow")
