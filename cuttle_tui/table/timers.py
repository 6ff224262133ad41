"""Let things move on a table for a while: highlights, the deal, a replay that plays by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from cuttle_tui.table.present_seats import COUNT, NO_HIGHLIGHT, Highlight

SECONDS: Final = 0.8
"""How long a highlight lasts."""
BEAT: Final = 0.11
"""Seconds for a step of the deal."""
SWEEP_BEAT: Final = 0.14
"""Seconds for a step in which the points that won turn gold."""
_TOGETHER: Final = 3
"""The most changes to highlight together, if each comes before the last has ended."""


class HighlightTimer:
    """The current highlights; they all end together, timed from the last one.

    Only what is newest moves: each of its steps, and its end, wait for one timer.
    """

    def __init__(
        self, screen: Widget, changed: Callable[[], None], seconds: float = SECONDS
    ) -> None:
        """Begin without highlights; call `changed` after each step and when they end."""
        self.seconds = seconds
        self._screen = screen
        self._changed = changed
        self._lit: deque[Highlight] = deque(maxlen=_TOGETHER)
        self._left = 0.0
        """Seconds after the step that is waited for."""
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
        if self._lit:
            self._lit[-1] = self._lit[-1].still
        self._lit.append(highlight)
        self._left = self.seconds
        self._wait()

    def _wait(self) -> None:
        """Wait for the next step, or for the end if there is none."""
        beat = self.seconds / COUNT if self._lit[-1].totals else self._left
        self._left -= beat
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(beat, self.go_on)

    def go_on(self) -> None:
        """Take the next step; after the last one, end the highlights."""
        if not self._left:
            self.go_out()
            return
        self._lit[-1] = self._lit[-1].later
        self._wait()
        self._changed()

    def be_still(self) -> None:
        """End what moves, and notify the screen; what is lit stays until its time is over."""
        if self._lit and self._lit[-1] != self._lit[-1].still:
            self._lit[-1] = self._lit[-1].still
            self._changed()

    def go_out(self) -> None:
        """End the highlights, and notify the screen."""
        self.stop()
        self._changed()

    def stop(self) -> None:
        """End the highlights without notifying the screen."""
        self._lit.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class StepTimer:
    """A movement in a few steps; it ends by itself, or when the player acts."""

    def __init__(
        self, screen: Widget, changed: Callable[[], None], steps: int, seconds: float
    ) -> None:
        """Begin at rest; call `changed` after each step and at the end."""
        self.seconds = seconds
        self.step: int | None = None
        """The step to show; None if nothing moves."""
        self._steps = steps
        self._screen = screen
        self._changed = changed
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Show the first step."""
        self.stop()
        self.step = 0
        self._timer = self._screen.set_interval(self.seconds, self._go_on)

    def _go_on(self) -> None:
        if self.step is None or self.step + 1 >= self._steps:
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
        """End the movement without notifying the screen."""
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
