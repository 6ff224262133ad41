"""Draw the panel beside a list in a large window: texts under titles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import MARGIN, Plan, entries_top, panel_width
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say
from cuttle_tui.i18n.translation import tr
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.marks import BLANK
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.rules_in_short import in_short, more_rules_line
from cuttle_tui.wording.rules.book import rules_page
from engine.errors import RulesetError
from engine.rules.rulesets import Ruleset
from engine.rules.text import parse_ruleset


class Block(NamedTuple):
    """Some lines under a title."""

    title: str
    lines: tuple[Sentence, ...]
    more: Sentence = SILENCE
    """Where the rest can be read, if some lines of this block or a later one have no room."""


PanelModel = tuple[Block, ...]


def named_rules(ruleset: str) -> PanelModel:
    """Name a ruleset by its text, and write its rules; nothing if it cannot be read."""
    try:
        rules = parse_ruleset(ruleset)
    except RulesetError:
        return ()
    name = Block(tr("rules"), (say(Span(in_short(ruleset), "strong")),))
    return (name, *rules_blocks(rules))


def rules_blocks(ruleset: Ruleset) -> PanelModel:
    """Write the rules of a ruleset, as many as there is room for."""
    return tuple(
        Block(section.heading, tuple(say(line) for line in section.lines), more_rules_line())
        for section in rules_page(ruleset)
    )


class _Wrapped(NamedTuple):
    """A title and its lines, each as the rows it takes."""

    title: str
    lines: list[list[Sentence]]


class Panel(Zone[PanelModel]):
    """The zone of the panel."""

    def draw(self, model: PanelModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the blocks, one below the other, up to the end of a line.

        Lines that have no room are left out; if the panel says where to read them, nothing after
        them is drawn but that.
        """
        if not panel_width(plan):
            return []
        width = panel_width(plan) - 2 * MARGIN
        blocks = [
            _Wrapped(b.title, [wrap(line, width, self.paint.glyphs) for line in b.lines])
            for b in model
            if b.lines
        ]
        y, more = self.top(plan), next((block.more for block in model if block.more), SILENCE)
        if more and y + _height(blocks) > sheet.height - BLANK:
            blocks = _cut(blocks, sheet.height - y - BLANK - 1)
            y = self._blocks(blocks, plan, sheet, y)
            self._line(sheet, y - 1, more, plan)
        else:
            self._blocks(blocks, plan, sheet, y)
        return []

    def top(self, plan: Plan) -> int:
        """Return the row of the first title: that of the first row of the list."""
        del plan
        return 1

    def _blocks(self, blocks: Iterable[_Wrapped], plan: Plan, sheet: Sheet, y: int) -> int:
        """Draw blocks, with a blank row after each; return the row after that."""
        for block in blocks:
            end = self._block(block, plan, sheet, y)
            y = end + (end > y)
        return y

    def _block(self, block: _Wrapped, plan: Plan, sheet: Sheet, y: int) -> int:
        """Draw a block, as many lines as fit; return the row after it."""
        if y + 1 + len(block.lines[0]) >= sheet.height:
            return y
        sheet.put(MARGIN, y, block.title, "key", bold=True)
        y += 1
        for rows in block.lines:
            if y + len(rows) >= sheet.height:
                break
            for row in rows:
                self._line(sheet, y, row, plan)
                y += 1
        return y

    def _line(self, sheet: Sheet, y: int, line: Sentence, plan: Plan) -> None:
        glyphs, stop = self.paint.glyphs, panel_width(plan) - MARGIN
        put_sentence(sheet, MARGIN, y, line, glyphs, fore="quiet", stop=stop)
        self.keyspots += spots_in(line, MARGIN, y, glyphs, stop=stop)


def _height(blocks: Sequence[_Wrapped]) -> int:
    """Count the rows of blocks, with a blank one between two."""
    return sum(1 + sum(map(len, block.lines)) for block in blocks) + len(blocks) - 1


def _cut(blocks: Sequence[_Wrapped], room: int) -> list[_Wrapped]:
    """Return the blocks and lines, from the first on, that fit."""
    kept = list(blocks)
    while kept and _height(kept) > room:
        last = kept.pop()
        if len(last.lines) > 1:
            kept.append(last._replace(lines=last.lines[:-1]))
    return kept


class FrontPanel(Panel):
    """The panel beside the list of a front screen with tiles at its head."""

    def top(self, plan: Plan) -> int:
        """Return the row of the first title, as far below the band as the plan says."""
        return entries_top(plan)


class PagePanel(Panel):
    """The panel beside a page of text whose heading lies on a band."""

    def draw(self, model: PanelModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the rest of the band, then the blocks."""
        sheet.grounds[:_HEADING] = ["band"] * _HEADING
        return super().draw(model, plan, sheet)

    def top(self, plan: Plan) -> int:
        """Return the row of the first title: that of the first line below the heading."""
        del plan
        return _HEADING + 1


_HEADING: Final = 3
"""Rows of the heading of a page, with the blank ones around it."""
