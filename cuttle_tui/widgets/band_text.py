"""Draw the text of the band: the open play with its question, or what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width, wrap
from cuttle_tui.i18n.rich_text import Sentence, Span, say
from cuttle_tui.i18n.translation import tr
from cuttle_tui.presenter.view_model import MidModel, TurnLines
from cuttle_tui.widgets.hotspots import Hotspot, spots_in

_EVENTS: Final = 3
"""The number of latest events, where the log is not beside the table."""
_GAP: Final = 3
"""Blank columns between options, and after the number of a turn."""

Row = tuple[Sentence, str]
"""A line of text and its colour."""


def is_low(plan: Plan) -> bool:
    """Return whether the band has fewer rows than its text."""
    return plan.pile.height < _EVENTS


class BandText:
    """The text of the band, from a column to the end of the table."""

    def __init__(self, sheet: Sheet, glyphs: Glyphs, x: int, plan: Plan) -> None:
        self._sheet, self._glyphs, self._x, self._plan = sheet, glyphs, x, plan
        self._room = plan.stop - x
        self._height = plan.pile.height

    def draw(self, model: MidModel, top: int) -> list[Hotspot]:
        """Draw the text beside cards that begin at a row; return where its keys are."""
        if model.newest_first:
            return self._open_play(model, top)
        if self._plan.log and model.turns:
            self._turns(model.turns, top)
            return []
        beside, rows = self._plan.log, min(_EVENTS, self._height)
        shown = self._latest(model.lines[-1:] if beside else model.lines, rows)
        self._put(shown, top + (self._height - (len(shown) if beside else rows)) // 2)
        return []

    def _latest(self, lines: Sequence[Sentence], rows: int) -> list[Row]:
        """Wrap the newest line, in ink, and before it as many others in quiet as fit whole."""
        shown: list[Row] = []
        for line in reversed(lines):
            fore = "quiet" if shown else "ink"
            parts = [(part, fore) for part in wrap(line, self._room, self._glyphs)]
            if shown and len(parts) + len(shown) > rows:
                break
            shown = parts + shown
        return shown[:rows]

    def _put(self, rows: Sequence[Row], y: int) -> None:
        for line, fore in rows:
            put_sentence(
                self._sheet, self._x, y, line, self._glyphs, fore=fore, stop=self._plan.stop
            )
            y += 1

    # what happened last

    def _turns(self, turns: Sequence[TurnLines], top: int) -> None:
        """Draw the last turn of each player in its place, after its number.

        Only what has happened since changes: a turn stays where it is until the player's next.
        """
        labels = [tr("turn {turn}", turn=one.turn) if one.turn else "" for one in turns]
        wide = max(map(cell_len, labels)) + _GAP
        parts = [self._told(one, wide) for one in turns]
        while len(parts) > 1 and sum(map(len, parts)) > self._height:
            oldest = min(range(len(parts)), key=lambda place: turns[place].turn)
            turns = [*turns[:oldest], *turns[oldest + 1 :]]
            del parts[oldest], labels[oldest]
        y = top + (self._height - sum(map(len, parts))) // 2
        for label, part in zip(labels, parts, strict=True):
            self._sheet.put(self._x, y, label, "quiet")
            for line in part:
                put_sentence(self._sheet, self._x + wide, y, line, self._glyphs)
                y += 1

    def _told(self, one: TurnLines, wide: int) -> list[Sentence]:
        """Wrap what happened in a turn; of too much, the end. A turn to come has a blank row."""
        room = self._room - wide
        rows = [part for line in one.lines for part in wrap(line, room, self._glyphs)]
        return rows[-self._height :] or [()]

    # the open play

    def _open_play(self, model: MidModel, top: int) -> list[Hotspot]:
        """Draw the first line in ink and the rest in quiet, then the question if there is room."""
        asked = self._question(model.question) if self._plan.log else []
        rows = self._story(model, self._height)
        if asked and len(rows) + len(asked) <= self._height:
            roomy = len(rows) + len(asked) < self._height
            rows += [((), "ink"), *asked] if roomy else asked
        y = top + max(0, self._height - max(_EVENTS, len(rows))) // 2
        self._put(rows, y)
        return [
            spot
            for at, (line, _) in enumerate(rows, y)
            for spot in spots_in(line, self._x, at, self._glyphs, stop=self._plan.stop)
        ]

    def _story(self, model: MidModel, room: int) -> list[Row]:
        lines = model.lines[:-1] if model.told_below and is_low(self._plan) else model.lines
        parts = [wrap(line, self._room, self._glyphs, indent="") for line in lines]
        if model.spoken and sum(map(len, parts)) > room:
            del parts[-1]  # the log shows it as well
        while len(parts) > 2 and sum(map(len, parts)) > room:
            del parts[1]  # the cards of the open play show that as well
        while len(parts) > 1 and sum(map(len, parts)) > room:
            del parts[-1]  # the prompt says what must be answered; no sentence is cut
        rows = [
            (line, "quiet" if place else "ink") for place, some in enumerate(parts) for line in some
        ]
        return rows[:room]

    def holds(self, model: MidModel) -> bool:
        """Return whether the lines about an open play fit whole; chat can be read in the log."""
        lines = model.lines[:-1] if model.spoken else model.lines
        rows = [wrap(line, self._room, self._glyphs, indent="") for line in lines]
        return sum(map(len, rows)) <= self._height

    def _question(self, question: tuple[Sentence, ...]) -> list[Row]:
        """Write what the reader must answer in the colour of a threat, and the options below."""
        if not question:
            return []
        asked, *options = question
        rows = [(line, "threat") for line in wrap(asked, self._room, self._glyphs, indent="")]
        gap = Span(" " * _GAP)
        row: Sentence = ()
        for option in options:
            wider = say(row, gap, option) if row else option
            if row and sentence_width(wider, self._glyphs) > self._room:
                rows.append((row, "ink"))
                wider = option
            row = wider
        return [*rows, (row, "ink")] if row else rows
