"""Run the timers of a screen only while they are needed: highlights, the deal, autoplay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from cuttle_tui.presenter.deal import STEPS
from cuttle_tui.presenter.highlight import NO_HIGHLIGHT, Highlight

SECONDS: Final = 0.8
"""How long a highlight lasts."""
BEAT: Final = 0.11
"""Seconds for a step of the deal."""
_TOGETHER: Final = 3
"""The most changes to highlight together, if each comes before the last has ended."""


class HighlightTimer:
    """The current highlights; they all end together, timed from the last one."""

    def __init__(
        self, screen: Widget, gone_out: Callable[[], None], seconds: float = SECONDS
    ) -> None:
        """Begin without highlights; call `gone_out` when they end."""
        self.seconds = seconds
        self._screen = screen
        self._gone_out = gone_out
        self._lit: deque[Highlight] = deque(maxlen=_TOGETHER)
        self._timer: Timer | None = None

    @property
    def highlight(self) -> Highlight:
        """Everything that is highlighted."""
        highlight = NO_HIGHLIGHT
        for lit in self._lit:
            highlight |= lit
        return highlight

    def light(self, highlight: Highlight, *, alone: bool = False) -> None:
        """Add a highlight to the present ones, or replace them."""
        if alone:
            self.stop()
        if not highlight:
            return
        self._lit.append(highlight)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(self.seconds, self.go_out)

    def go_out(self) -> None:
        """End the highlights, and notify the screen."""
        self.stop()
        self._gone_out()

    def stop(self) -> None:
        """End the highlights without notifying the screen."""
        self._lit.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class DealTimer:
    """The deal of a new game, step by step; it ends by itself, or when the player acts."""

    def __init__(self, screen: Widget, changed: Callable[[], None], seconds: float = BEAT) -> None:
        """Begin without a deal; call `changed` after each step and at the end."""
        self.seconds = seconds
        self.step: int | None = None
        """The step to show; None if no deal is shown."""
        self._screen = screen
        self._changed = changed
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Show the first step."""
        self.stop()
        self.step = 0
        self._timer = self._screen.set_interval(self.seconds, self._go_on)

    def _go_on(self) -> None:
        if self.step is None or self.step + 1 >= STEPS:
            self.end()
            return
        self.step += 1
        self._changed()

    def end(self) -> None:
        """Show the table as it is."""
        if self.step is not None:
            self.stop()
            self._changed()

    def stop(self) -> None:
        """End the deal without notifying the screen."""
        self.step = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class Autoplay:
    """A repeating timer, which exists only while it runs."""

    def __init__(self, screen: Widget, beat: Callable[[], None]) -> None:
        """Prepare to call `beat` repeatedly with a timer of the screen."""
        self._screen = screen
        self._beat = beat
        self._timer: Timer | None = None

    @property
    def on(self) -> bool:
        """Whether it is running."""
        return self._timer is not None

    def start(self, rate: float) -> None:
        """Start at a number of beats per second."""
        self.stop()
        self._timer = self._screen.set_interval(1 / rate, self._beat)

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
