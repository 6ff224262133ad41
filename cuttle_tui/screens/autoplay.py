"""Let a screen go on by itself: a timer that exists only while it does."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget


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
