"""Draw the prompt: the filled bar, the options, the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.timeline import Place, draw_timeline
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.prompt_types import Fill, Prompt

_GAP: Final = 3
_OPTIONS: Final = 1
"""The row of the options."""
_INKS: Final[dict[Fill, str]] = {"bar": "barink", "alarm": "alarmink", "wait": "waitink"}


class PromptBar(Zone[Prompt]):
    """The zone of the prompt, in three rows; the third may show an announcement for a while."""

    _news: Sentence = SILENCE
    _asked: Prompt | None = None
    _places: Sequence[Place] = ()
    """Where the timeline leads."""

    def show(self, model: Prompt) -> None:
        """Show a prompt, with any announcement in its last row."""
        self._asked = model
        super().show(replace(model, why=self._news) if self._news else model)

    def announce(self, news: Sentence) -> None:
        """Show an announcement in the last row, or restore the prompt if it is empty."""
        if news == self._news:
            return
        self._news = news
        if self._asked is not None:
            self.show(self._asked)

    def ply_at(self, x: int, y: int) -> int | None:
        """Return the ply whose place on the timeline is at a cell."""
        found = (place.ply for place in self._places if place.x <= x < place.stop)
        return next(found, None) if y == 0 else None

    def draw(self, model: Prompt, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the three rows."""
        sheet.grounds[0] = model.fill
        ink = _INKS[model.fill]
        glyphs = self.paint.glyphs
        x = sheet.put(plan.first, 0, model.head, ink, bold=True) + _GAP
        plain = model.fill != "wait"
        put_sentence(
            sheet, x, 0, model.sentence, glyphs, fore=ink, coloured=not plain, stop=plan.stop
        )
        self.keyspots += spots_in(model.sentence, x, 0, glyphs, stop=plan.stop)
        self._places = ()
        if model.timeline is not None:
            first = x + sentence_width(model.sentence, glyphs) + _GAP
            self._places = draw_timeline(sheet, first, plan.stop, 0, model.timeline, glyphs)
        self._options(sheet, model, plan)
        put_sentence(sheet, plan.first, 2, model.why, glyphs, fore="quiet", stop=plan.stop)
        self.keyspots += spots_in(model.why, plan.first, 2, glyphs, stop=plan.stop)
        return []

    def _options(self, sheet: Sheet, model: Prompt, plan: Plan) -> None:
        """Draw the options side by side; if they do not fit, shorten the widest label."""
        glyphs = self.paint.glyphs
        room = plan.stop - plan.first
        options, widths = model.options, self._widths(model.options)
        if model.shorter and _row(widths, _GAP - 1) > room:
            options, widths = model.shorter, self._widths(model.shorter)
        gap = _GAP if _row(widths, _GAP) <= room else _GAP - 1
        if (over := _row(widths, gap) - room) > 0:
            widths[widths.index(max(widths))] -= over
        x = plan.first
        for option, width in zip(options, widths, strict=True):
            stop = min(x + width, plan.stop)
            self.keyspots += spots_in(option, x, _OPTIONS, glyphs, stop=stop)
            put_sentence(sheet, x, _OPTIONS, option, glyphs, stop=stop)
            x += width + gap

    def _widths(self, options: Sequence[Sentence]) -> list[int]:
        return [sentence_width(option, self.paint.glyphs) for option in options]


def _row(widths: Sequence[int], gap: int) -> int:
    """Return the width of options side by side."""
    return sum(widths) + gap * (len(widths) - 1)
