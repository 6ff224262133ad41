"""Keep an app away from its machine, which may be a server that others play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App

if TYPE_CHECKING:
    from textual.timer import Timer, TimerCallback


class SandboxedApp(App[None]):
    """A Textual app that cannot touch files, processes or browsers."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    CSS = "Screen { overflow: hidden; background: black; }"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Create an app whose screens have no tooltips or toasts, each a widget and a task."""
        super().__init__(*arguments, **options)
        self._disable_tooltips = self._disable_notifications = True

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """Call a function after a delay, however long the process is held up.

        Textual skips what is overdue as it begins to wait, even if it was to happen just once: on a
        busy machine a screen would never hear of its new size.
        """
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer

    def action_suspend_process(self) -> None:
        """Do nothing: the process may be a server that others play on."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Write nothing: the disk may be a server's."""

    def deliver_screenshot(
        self,
        filename: str | None = None,
        path: str | None = None,
        time_format: str | None = None,
    ) -> str | None:
        """Write nothing: the disk may be a server's."""
        return None

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""
