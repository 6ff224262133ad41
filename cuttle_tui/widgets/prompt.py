"""Draw the prompt: the filled bar, the options, the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.layout import Plan
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.asking import Fill, Prompt

_GAP: Final = 3
_OPTIONS: Final = 1
"""The row of the options."""
_INKS: Final[dict[Fill, str]] = {"bar": "barink", "alarm": "alarmink", "wait": "waitink"}


class PromptBar(Zone[Prompt]):
    """The zone that says what is asked, in three rows; the third may have news for a while."""

    _news: Sentence = SILENCE
    _asked: Prompt | None = None

    def show(self, model: Prompt) -> None:
        """Show a prompt, with the news in its last row while there are some."""
        self._asked = model
        super().show(replace(model, why=self._news) if self._news else model)

    def announce(self, news: Sentence) -> None:
        """Tell news, or (with none) show the prompt as it is again."""
        if news == self._news:
            return
        self._news = news
        if self._asked is not None:
            self.show(self._asked)

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
        self.keyspots += spots_in(model.sentence, x, 0, glyphs, stop=plan.stop)
        self._options(sheet, model, plan)
        put_sentence(sheet, plan.first, 2, model.why, glyphs, fore="quiet", stop=plan.stop)
        self.keyspots += spots_in(model.why, plan.first, 2, glyphs, stop=plan.stop)
        return []

    def _options(self, sheet: Sheet, model: Prompt, plan: Plan) -> None:
        """Put them side by side; where they do not fit, the widest is cut, and no key is lost."""
        glyphs = self.brush.glyphs
        widths = [sentence_width(one, glyphs) for one in model.options]
        room = plan.stop - plan.first
        gap = _GAP if sum(widths) + _GAP * (len(widths) - 1) <= room else _GAP - 1
        if (over := sum(widths) + gap * (len(widths) - 1) - room) > 0:
            widths[widths.index(max(widths))] -= over
        x = plan.first
        for one, width in zip(model.options, widths, strict=True):
            stop = min(x + width, plan.stop)
            self.keyspots += spots_in(one, x, _OPTIONS, glyphs, stop=stop)
            put_sentence(sheet, x, _OPTIONS, one, glyphs, stop=stop)
            x += width + gap
