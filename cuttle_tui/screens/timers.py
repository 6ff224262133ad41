"""Run a screen's timers, which exist only while they are needed: highlights and autoplay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from cuttle_tui.presenter.highlight import NO_HIGHLIGHT, Highlight

SECONDS: Final = 0.8
"""How long something glows."""
_TOGETHER: Final = 3
"""Changes that are highlighted together at most, where each comes before the last has ended."""


class HighlightTimer:
    """The highlights of now; they end all at once, so long after the last one began."""

    def __init__(
        self, screen: Widget, gone_out: Callable[[], None], seconds: float = SECONDS
    ) -> None:
        """Begin with none.

        Args:
            screen: whose timer it is.
            gone_out: is called when the highlights end.
            seconds: how long something is highlighted.
        """
        self.seconds = seconds
        self._screen = screen
        self._gone_out = gone_out
        self._lit: deque[Highlight] = deque(maxlen=_TOGETHER)
        self._timer: Timer | None = None

    @property
    def highlight(self) -> Highlight:
        """All that is highlighted."""
        highlight = NO_HIGHLIGHT
        for one in self._lit:
            highlight |= one
        return highlight

    def light(self, highlight: Highlight, *, alone: bool = False) -> None:
        """Highlight something, beside what is highlighted already or in its place."""
        if alone:
            self.stop()
        if not highlight:
            return
        self._lit.append(highlight)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(self.seconds, self.go_out)

    def go_out(self) -> None:
        """End the highlights, and say so."""
        self.stop()
        self._gone_out()

    def stop(self) -> None:
        """End the highlights, without a word."""
        self._lit.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class Autoplay:
    """A beat that can be started and stopped; at rest there is no timer."""

    def __init__(self, screen: Widget, beat: Callable[[], None]) -> None:
        """Prepare to call `beat` again and again, as a timer of the screen's."""
        self._screen = screen
        self._beat = beat
        self._timer: Timer | None = None

    @property
    def on(self) -> bool:
        """Whether it beats."""
        return self._timer is not None

    def start(self, rate: float) -> None:
        """Beat so many times a second from now on."""
        self.stop()
        self._timer = self._screen.set_interval(1 / rate, self._beat)

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
