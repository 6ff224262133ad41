"""Let what has just happened glow on a screen for a moment: a timer that exists only meanwhile."""

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
"""Changes that glow together at most, where each comes before the last has gone out."""


class HighlightTimer:
    """What glows now. It goes out all at once, so long after the last that lit up."""

    def __init__(
        self, screen: Widget, gone_out: Callable[[], None], seconds: float = SECONDS
    ) -> None:
        """Begin in the dark.

        Args:
            screen: whose timer it is.
            gone_out: is called when all is dark again.
            seconds: how long something glows.
        """
        self.seconds = seconds
        self._screen = screen
        self._gone_out = gone_out
        self._lit: deque[Highlight] = deque(maxlen=_TOGETHER)
        self._timer: Timer | None = None

    @property
    def glow(self) -> Highlight:
        """All that glows."""
        glow = NO_HIGHLIGHT
        for one in self._lit:
            glow |= one
        return glow

    def light(self, glow: Highlight, *, alone: bool = False) -> None:
        """Light something up, beside what glows already or in its place."""
        if alone:
            self.stop()
        if not glow:
            return
        self._lit.append(glow)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(self.seconds, self.go_out)

    def go_out(self) -> None:
        """Be dark again, and tell so."""
        self.stop()
        self._gone_out()

    def stop(self) -> None:
        """Be dark again, without a word."""
        self._lit.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
