"""Run the timers of a screen only while they are needed: highlights and autoplay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from cuttle_tui.presenter.highlight import NO_HIGHLIGHT, Highlight

SECONDS: Final = 0.8
"""How long a highlight lasts."""
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
