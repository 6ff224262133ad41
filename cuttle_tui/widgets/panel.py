"""Draw the panel beside a list in a large window: texts under titles."""

from __future__ import annotations

from typing import Final, NamedTuple

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import MARGIN, Plan, entries_top, panel_width
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.i18n.rich_text import Sentence, Span, say
from cuttle_tui.i18n.translation import tr
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.rules_in_short import in_short
from cuttle_tui.wording.rules.book import rules_page
from engine.errors import RulesetError
from engine.rules.rulesets import Ruleset
from engine.rules.text import parse_ruleset


class Block(NamedTuple):
    """Some lines under a title."""

    title: str
    lines: tuple[Sentence, ...]


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
        Block(section.heading, tuple(say(line) for line in section.lines))
        for section in rules_page(ruleset)
    )


class Panel(Zone[PanelModel]):
    """The zone of the panel."""

    def draw(self, model: PanelModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the blocks, one below the other; a line that does not fit is left out."""
        if not panel_width(plan):
            return []
        y = self.top(plan)
        for block in model:
            end = self._block(block, plan, sheet, y)
            y = end + (end > y)
        return []

    def top(self, plan: Plan) -> int:
        """Return the row of the first title: that of the first row of the list."""
        del plan
        return 1

    def _block(self, block: Block, plan: Plan, sheet: Sheet, y: int) -> int:
        """Draw a block; return the row after it."""
        stop, glyphs = panel_width(plan) - MARGIN, self.paint.glyphs
        wrapped = [wrap(line, stop - MARGIN, glyphs) for line in block.lines]
        if not wrapped or y + 1 + len(wrapped[0]) >= sheet.height:
            return y
        sheet.put(MARGIN, y, block.title, "key", bold=True)
        y += 1
        for rows in wrapped:
            if y + len(rows) >= sheet.height:
                break
            for row in rows:
                put_sentence(sheet, MARGIN, y, row, glyphs, fore="quiet", stop=stop)
                self.keyspots += spots_in(row, MARGIN, y, glyphs, stop=stop)
                y += 1
        return y


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
