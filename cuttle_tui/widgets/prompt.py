"""Draw the prompt: the filled bar, the options, the reason."""

from __future__ import annotations

from typing import Final

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.asking import Fill, Prompt

_GAP: Final = 3
_INKS: Final[dict[Fill, str]] = {"bar": "barink", "alarm": "alarmink", "wait": "waitink"}


class PromptBar(Zone[Prompt]):
    """The zone that says what is asked, in three rows."""

    def draw(self, model: Prompt, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the three rows."""
        sheet.grounds[0] = model.fill
        ink = _INKS[model.fill]
        glyphs = self.brush.glyphs
        x = sheet.put(plan.first, 0, model.head, ink, bold=True) + _GAP
        plain = model.fill != "wait"
        put_sentence(
            sheet, x, 0, model.sentence, glyphs, fore=ink, coloured=not plain, stop=plan.stop
        )
        self._options(sheet, model, plan)
        put_sentence(sheet, plan.first, 2, model.why, glyphs, fore="quiet", stop=plan.stop)
        return []

    def _options(self, sheet: Sheet, model: Prompt, plan: Plan) -> None:
        glyphs = self.brush.glyphs
        needed = sum(sentence_width(one, glyphs) + _GAP for one in model.options) - _GAP
        gap = _GAP if needed <= plan.stop - plan.first else _GAP - 1
        x = plan.first
        for one in model.options:
            x = put_sentence(sheet, x, 1, one, glyphs, stop=plan.stop) + gap
