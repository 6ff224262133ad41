"""Draw the band: the deck, the scrap, the open play, the latest events, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import draw_shadows
from cuttle_tui.drawing.faces import Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.forms import fullest, fullest_text
from cuttle_tui.drawing.layout import EVENTS, Plan, TileSize, is_low
from cuttle_tui.drawing.palette import Glyphs, suit_of
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.tiles import draw_back, draw_edges, draw_place, draw_tile
from cuttle_tui.i18n.translation import Sentence
from cuttle_tui.kit.lists import put_lit
from cuttle_tui.kit.zone import Hotspot, Zone, spots_in
from cuttle_tui.table.view_model import MidModel, StackCard
from cuttle_tui.table.widgets.clash import draw_clash
from cuttle_tui.table.words.game_over import StakeLine
from cuttle_tui.table.words.status_notes import DECK, SCRAP
from engine.cards import Card

_GAP: Final = 3
"""Columns for how many cards a pile has after its word."""
_BESIDE_RANK: Final = 2
"""Columns between the ranks of the scrap."""

_LEAST_TEXT: Final = 12
"""The columns without which a sentence is no more than its first words."""

Row = tuple[Sentence, str]
"""A line of text and its colour."""


class BandText:
    """The text of the band, from a column to the end of the table; below the piles if upright."""

    def __init__(self, sheet: Sheet, glyphs: Glyphs, x: int, plan: Plan) -> None:
        x = plan.first if plan.text_below else x
        self._sheet, self._glyphs, self._x, self._plan = sheet, glyphs, x, plan
        self._room = plan.stop - x
        self._height = plan.text_room

    def draw(self, model: MidModel, top: int) -> list[Hotspot]:
        """Draw the text beside cards that begin at a row; return where its keys are."""
        if self._room < _LEAST_TEXT:
            return []  # the prompt tells it
        top += self._plan.pile.height if self._plan.text_below else 0
        if model.newest_first:
            return self._open_play(model, top)
        listed = self.listed(model)
        self._put_ranks(listed, top)
        rows, last = self._events(len(listed))
        told = [
            [
                (part, "newest" if at == len(model.lines) else "quiet")
                for part in self._wrapped(line, "  ")
            ]
            for at, line in enumerate(model.lines, 1)
        ]
        forms = ([*chain(*told[start:])] for start in range(max(1, len(told))))
        shown = fullest(forms, len, rows)[:rows]
        opening = len(model.lines) == 1 and not listed  # who goes first is no event
        self._put(shown, top if opening else top + last - len(shown))
        return []

    def _events(self, above: int) -> tuple[int, int]:
        """Return how many rows events have, and the row after them: the newest keeps its own.

        Where a log tells all of them, the last few are at the end of the band, below the scrap.
        """
        if self._plan.log:
            return min(EVENTS, self._height - above), self._height
        around = 0 if self._plan.text_below else 2
        rows = max(min(EVENTS, self._height), self._height - around)
        return rows, (self._height - rows) // 2 + rows

    def _put(self, rows: Sequence[Row], y: int) -> None:
        for line, fore in rows:
            put_sentence(
                self._sheet, self._x, y, line, self._glyphs, fore=fore, stop=self._plan.stop
            )
            y += 1

    def listed(self, model: MidModel) -> list[list[Sequence[Card]]]:
        """Share the ranks of the scrap among rows, where a log stands beside the table.

        One row is left for the newest event.
        """
        rows = list[list[Sequence[Card]]]()
        left = 0
        for _, alike in groupby(model.scrapped if self._plan.log else (), self._glyphs.rank):
            each = [*alike]
            width = cell_len(self._glyphs.rank(each[0])) + len(each)
            if not rows or width > left:
                rows, left = [*rows, []], self._room
            rows[-1].append(each)
            left -= width + _BESIDE_RANK
        return rows[: self._height - 1]

    def _put_ranks(self, rows: Sequence[Sequence[Sequence[Card]]], top: int) -> None:
        """List the scrap, the suits of each rank together."""
        for y, ranks in enumerate(rows, top):
            x = self._x
            for each in ranks:
                x = self._sheet.put(x, y, self._glyphs.rank(each[0]))
                for card in each:
                    x = self._sheet.put(x, y, self._glyphs.suit(card), "f" + suit_of(card))
                x += _BESIDE_RANK

    # the open play

    def _open_play(self, model: MidModel, top: int) -> list[Hotspot]:
        """Draw what has just been played in ink, and the rest in quiet."""
        forms = self._stories(model)
        rows = [*chain(*fullest(forms, lambda parts: sum(map(len, parts)), self._height))][
            : self._height
        ]
        y = top + max(0, self._height - max(EVENTS, len(rows))) // 2
        self._put(rows, y)
        return [
            spot
            for at, (line, _) in enumerate(rows, y)
            for spot in spots_in(line, self._x, at, self._glyphs, stop=self._plan.stop)
        ]

    def _stories(self, model: MidModel) -> Iterator[list[list[Row]]]:
        """Tell an open play in full, then in ever fewer lines."""
        below, several = model.told_below and is_low(self._plan), len(model.stack) > 1
        lines = model.lines[:-1] if below else model.lines
        newest = len(model.lines) - 1 - model.spoken if several else 0
        parts = [
            [(part, "newest" if at == newest else "quiet") for part in self._wrapped(line)]
            for at, line in enumerate(lines)
        ]
        yield parts
        if model.spoken:  # the log shows it as well
            yield (parts := parts[:-1])
        if model.brief:
            yield (parts := [*parts[:-1], [(part, "quiet") for part in self._wrapped(model.brief)]])
        for _ in parts[2:]:  # the cards of the open play show that as well
            yield (parts := [parts[0], *parts[2:]])
        # the title of a task is worth less than its sentence, and the newest counter most; of one
        # play the prompt says what must be answered
        yield parts[-1:] if model.told_below or several else parts[:1]

    def _wrapped(self, line: Sentence, indent: str = "") -> list[Sentence]:
        return wrap(line, self._room, self._glyphs, indent)

    def holds(self, model: MidModel) -> bool:
        """Return whether the lines about an open play fit whole; chat can be read in the log."""
        lines = model.lines[:-1] if model.spoken else model.lines
        return sum(len(self._wrapped(line)) for line in lines) <= self._height


_BESIDE: Final = 1
"""Columns between a pile and its label, and between cards of the open play."""
_EDGES: Final = 2
"""Columns for the edges of the deck."""
_EDGED_FROM: Final = 5
"""Minimum rows of a pile whose edges are drawn."""
_APART: Final = 2
"""Columns after the longer label, more before the text, and around a name with a sign."""
_MANY: Final = 3
"""The number of cards above which an open play is drawn as narrow as its text needs it."""
_NARROW: Final = 5
_WIDE: Final = 9
"""Columns of a card of the open play in an upright window."""
_NO_CARD: Final = -1
"""Stands for the unknown top card of the deck."""
_TEXT: Final = 28
"""Minimum columns for the text beside the open play."""


class Middle(Zone[MidModel]):
    """The zone that all players share."""

    def draw(self, model: MidModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        sheet.grounds[:] = ["band"] * sheet.height
        top = plan.band_tiles - plan.band
        piles, laid = piles_of(plan), list[Spot]()
        if model.dealt:
            cards = (model.deck, model.deck_top, model.top, model.scrap, model.lit)
            shown = (cards, model.stack, model.verdict, model.match)
            laid += sheet.part("piles", (), shown, lambda: self._piles(sheet, top, model, plan))
        x = piles.after if model.dealt else plan.first
        if model.verdict:
            draw_clash(sheet, x, top, model, plan, self.paint.glyphs)
            draw_shadows(sheet, laid, self.paint.glyphs)
            return []
        if not model.stack:
            width = 0
        elif piles.counts:
            x, width = _stack_after(model.stack, plan)
        else:
            width = self._stack_width(sheet, x, model, plan)
        for card in model.stack:
            size = TileSize(width, plan.pile.height)
            laid.append(self._stacked(sheet, x, top, size, card))
            x += width + _BESIDE
        text = BandText(sheet, self.paint.glyphs, x + bool(model.stack), plan)
        forms = (model.brief, model.spoken, model.newest_first, model.told_below)
        told = (model.lines, forms, model.scrapped, len(model.stack), x)
        self.keyspots += sheet.part("text", (), told, lambda: text.draw(model, top))
        draw_shadows(sheet, laid, self.paint.glyphs)
        return []

    def _stack_width(self, sheet: Sheet, x: int, model: MidModel, plan: Plan) -> int:
        """Return the columns of a card of the open play: enough for names if the text fits so."""
        stack, glyphs = model.stack, self.paint.glyphs
        room = plan.stop - piles_of(plan).after - _TEXT
        if len(stack) > _MANY:
            return max(_NARROW, min(_WIDE, room // len(stack) - _BESIDE))
        longest = max((cell_len(card.name) for card in stack), default=0)
        most = min(longest + _APART, room // max(1, len(stack)) - _BESIDE)
        for width in range(most, plan.pile.width - 1, -1):
            after = x + len(stack) * (width + _BESIDE) + 1
            if BandText(sheet, glyphs, after, plan).holds(model):
                return width
        return max(most, plan.pile.width)

    def _piles(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> list[Spot]:
        """Draw the deck and the scrap; return where cards lie."""
        laid: list[Spot] = []
        glyphs, width = self.paint.glyphs, plan.pile.width + _beside(plan)
        piles = piles_of(plan)
        deck, scrap = plan.first, piles.scrap
        if model.deck:
            lit = "deck" in model.lit
            draw_back(sheet, deck, top, plan.pile, glyphs, seen=model.deck_top, lit=lit)
            laid.append(Spot(_NO_CARD, deck, top, *plan.pile))
            if _beside(plan) > _BESIDE:
                edge = deck + plan.pile.width
                draw_edges(sheet, edge, top, plan.pile.height, model.deck, glyphs)
        else:
            draw_place(sheet, deck, top, plan.pile, glyphs, fill="pile")
        if model.top is not None:
            face = Face(model.top, look="mute", lit="scrap" in model.lit)
            laid.append(draw_tile(sheet, Tile(face, scrap, top, plan.pile), glyphs))
        else:
            draw_place(sheet, scrap, top, plan.pile, glyphs, fill="pile")
        if piles.counts:
            self._counts(sheet, top, model, plan)
        else:
            self._label(sheet, deck + width, top, str(DECK), model.deck, lit="deck" in model.lit)
            x, lit = scrap + width, "scrap" in model.lit
            self._label(sheet, x, top, str(SCRAP), model.scrap, lit=lit)
        return laid

    def _counts(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> None:
        """Write how many cards both piles have beside them, unless an open play takes the room."""
        at_edge = model.stack and not model.verdict
        if at_edge and _stack_after(model.stack, plan)[0] < piles_of(plan).after:
            return
        piles = (("deck", str(DECK), model.deck), ("scrap", str(SCRAP), model.scrap))
        x = piles_of(plan).counts
        stop = x + _label_width() - _APART + _GAP
        for y, (name, word, count) in enumerate(piles, top):
            sheet.put(x, y, word, "quiet")
            if name in model.lit:
                put_lit(sheet, stop - len(str(count)), y, str(count), self.paint.glyphs)
            else:
                sheet.put(stop - len(str(count)), y, str(count), bold=True)
        if plan.phone == "upright" and not model.stack:
            sheet.put(plan.stop - cell_len(model.match), top, model.match, "quiet")

    def place_at(self, x: int, y: int) -> str:
        """Return which of deck, scrap and latest events is at a cell; empty if none.

        Beside a log the first rows of the events list the scrap.
        """
        drawn = self._drawn_for
        plan = drawn[2] if drawn is not None else None
        if plan is None or self.model is None or not self.model.dealt:
            return ""
        piles, top = piles_of(plan), plan.band_tiles - plan.band
        cards = range(top, top + plan.pile.height)
        if plan.text_below and y in range(cards.stop, self.size.height):
            return "log"
        counts, end = piles.counts or piles.after, plan.table
        opened = self.model.stack and not self.model.verdict
        text = BandText(Sheet(*self.size), self.paint.glyphs, piles.after, plan)
        listed = 0 if self.model.newest_first else len(text.listed(self.model))
        told = "scrap" if y - top in range(listed) else "log"
        places = (
            ("deck", range(plan.first, piles.scrap)),
            ("scrap", range(piles.scrap, counts)),
            ("deck" if y == top else "scrap", range(counts, piles.after)),
            ("" if opened or plan.text_below else told, range(piles.after, end)),
        )
        return next((name for name, columns in places if y in cards and x in columns), "")

    def _label(self, sheet: Sheet, x: int, y: int, word: str, count: int, *, lit: bool) -> None:
        stop = sheet.put(x, y, word, "quiet")
        number = str(count)
        if lit:
            put_lit(sheet, stop - len(number), y + 1, number, self.paint.glyphs)
        else:
            sheet.put(stop - len(number), y + 1, number, bold=True)

    def _stacked(self, sheet: Sheet, x: int, y: int, size: TileSize, card: StackCard) -> Spot:
        name = fullest_text(size.width, card.name, card.short)
        face = Face(card.card, word=name) if card.mine else Face(card.card, ribbon=name, alarm=True)
        tile = Tile(replace(face, lit=card.lit), x, y, size, bleed_of(size.width))
        return draw_tile(sheet, tile, self.paint.glyphs)


def _label_width() -> int:
    """Return the columns for the label of a pile, in the player's language."""
    return max(cell_len(str(DECK)), cell_len(str(SCRAP))) + _APART


def _beside(plan: Plan) -> int:
    """Return the columns between a pile and its label: more where a deck has edges."""
    return _BESIDE + _EDGES * (plan.pile.height >= _EDGED_FROM)


class Piles(NamedTuple):
    """The columns of what lies left in the band, from the deck at the edge."""

    scrap: int
    counts: int
    """First column of how many cards both piles have; 0 where each has its label beside it."""
    after: int


def piles_of(plan: Plan) -> Piles:
    """Return the columns of the piles: labels beside each, or beside both on an upright phone."""
    pile, label = plan.pile.width + _beside(plan), _label_width()
    if plan.phone == "upright":
        scrap = plan.first + pile
        counts = scrap + plan.pile.width + _APART
        return Piles(scrap, counts, counts + label + _GAP)
    return Piles(plan.first + pile + label, 0, plan.first + 2 * (pile + label) + _APART)


def _stack_after(stack: Sequence[StackCard], plan: Plan) -> tuple[int, int]:
    """Return the first column and the width of the cards of an open play, after the piles.

    Cards that need more columns end at the right edge, under the royals of the field above.
    """
    piles = piles_of(plan)
    count, longest = len(stack), max(cell_len(card.name) for card in stack) + _APART
    room = (plan.stop - piles.after + _BESIDE) // count - _BESIDE
    width = min(_WIDE, max(longest, plan.pile.width), room)
    if width >= plan.pile.width:
        return piles.after, width
    over_counts = plan.stop - piles.counts
    width = min(plan.pile.width, (over_counts + _BESIDE) // count - _BESIDE)
    return plan.stop - count * (width + _BESIDE) + _BESIDE, width


class StakeBar(Zone[tuple[StakeLine, ...]]):
    """The zone of what is at stake; blank at tables that are not rated."""

    def draw(self, model: tuple[StakeLine, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the fullest line that fits: the match at the left, the ratings at the right."""
        if not model:
            return []
        glyphs, room = self.paint.glyphs, plan.stop - plan.first
        sheet.grounds[0] = "band"

        def width(line: StakeLine) -> int:
            apart = _GAP if line.ratings else 0
            return sum(sentence_width(part, glyphs) for part in line) + apart

        line = fullest(model, width, room)
        put_sentence(sheet, plan.first, 0, line.match, glyphs, fore="quiet", stop=plan.stop)
        if width(line) <= room:
            x = plan.stop - sentence_width(line.ratings, glyphs)
            put_sentence(sheet, x, 0, line.ratings, glyphs, fore="quiet", stop=plan.stop)
        return []
