"""What we take of Textual that it does not offer to others: in one place, each with its reason.

Textual may change any of it in any release. `PRIVATE` lists every name, what it is needed for, and
what would replace it; `tests/cuttle_tui/tty/test_private_textual.py` fails if one has changed or if
the code uses one that is not listed. Other modules use the functions and classes of this one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import itemgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual._xterm_parser import XTermParser
from textual.binding import Binding
from textual.events import Idle, Key
from textual.geometry import Region, Size
from textual.keys import _character_to_key as character_to_key
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from rich.console import Console
    from textual.app import App

__all__ = ["ANSI_SEQUENCES_KEYS", "ChopsUpdate", "character_to_key"]


class Private(NamedTuple):
    """A name of Textual that is not public."""

    module: str
    name: str
    """With its class, if it has one."""
    reason: str
    """What it is needed for."""
    instead: str
    """What would replace it, if Textual offered it."""


_ENDING: Final = "App.run_async could raise the error that ended it, and print nothing"
_FRAMES: Final = "a widget could say which of its cells have changed"
_BATCHES: Final = "App.batch_update, entered and left in two callbacks"
_PUMPS: Final = "a pump that gives way to other tasks now and then"
_DRIVERS: Final = "a driver that others may write, with an app and a size"
_PARSER: Final = "a parser of keys that is public and can be added to"

PRIVATE: Final = (
    Private("textual.app", "App._exception", "tell what ended an app", _ENDING),
    Private("textual.app", "App._exit", "tell an app that is ending", "App.is_exiting"),
    Private("textual.app", "App._exit_renderables", "print no traceback", _ENDING),
    Private("textual.app", "App._fatal_error", "print no traceback", _ENDING),
    Private("textual.app", "App._print_error_renderables", "print no traceback", _ENDING),
    Private("textual.app", "App._handle_exception", "end one session, and log it", _ENDING),
    Private("textual.app", "App._begin_batch", "send nothing to a slow terminal", _BATCHES),
    Private("textual.app", "App._end_batch", "send nothing to a slow terminal", _BATCHES),
    Private("textual.app", "App._batch_count", "lay out and paint in one frame", _FRAMES),
    Private("textual.app", "App._display", "paint all after ctrl+z and fg", "Screen.repaint"),
    Private("textual.app", "App._driver", "ask the terminal, and tell it more", "App.driver"),
    Private("textual.driver", "Driver._app", "drive another terminal", _DRIVERS),
    Private("textual.driver", "Driver._loop", "drive another terminal", _DRIVERS),
    Private("textual.driver", "Driver._size", "drive another terminal", _DRIVERS),
    Private("textual.message_pump", "MessagePump._running", "paint only while it runs", _DRIVERS),
    Private("textual.message_pump", "MessagePump._close_messages_no_wait", "end an app", _ENDING),
    Private("textual.message_pump", "MessagePump._get_message", "give way", _PUMPS),
    Private("textual.message_pump", "MessagePump._message_queue", "give way", _PUMPS),
    Private("textual.message_pump", "MessagePump._pending_message", "give way", _PUMPS),
    Private("textual.message_pump", "MessagePump._mounted_event", "memory of widgets", _PUMPS),
    Private("textual.message_pump", "MessagePump._on_message", "keys only while current", _PUMPS),
    Private("textual.screen", "Screen._compositor", "cut changed cells out of zones", _FRAMES),
    Private("textual.screen", "Screen._dirty_widgets", "send the cells that changed", _FRAMES),
    Private("textual.screen", "Screen._layout_required", "lay out, paint: one frame", _FRAMES),
    Private("textual.screen", "Screen._repaint_required", "lay out, paint: one frame", _FRAMES),
    Private("textual.screen", "Screen._scroll_required", "lay out, paint: one frame", _FRAMES),
    Private("textual.screen", "Screen._recompose_required", "lay out, paint: one frame", _FRAMES),
    Private("textual.screen", "Screen._update_timer", "paint at once when idle", _FRAMES),
    Private("textual.screen", "Screen._invoke_and_clear_callbacks", "paint when idle", _FRAMES),
    Private("textual.screen", "Screen._on_idle", "paint at once when idle", _FRAMES),
    Private("textual.screen", "Screen._on_timer_update", "lay out, paint: one frame", _FRAMES),
    Private(
        "textual.screen",
        "Screen._screen_resized",
        "end the resizes that answer each other without end (ADR 36)",
        "a layout for the size of the app, whatever the event says",
    ),
    Private("textual.screen", "Screen._forward_event", "a key straight to its screen", _DRIVERS),
    Private("textual.widget", "Widget._repaint_regions", "send the cells that changed", _FRAMES),
    Private(
        "textual.widget",
        "Widget._clear_arrangement_cache",
        "place zones anew when our plan has changed",
        "refresh(layout=True) that asks the layout again",
    ),
    Private("textual._compositor", "Compositor", "cut changed cells out of zones", _FRAMES),
    Private("textual._compositor", "Compositor._arrange_root", "place zones at once", _FRAMES),
    Private("textual._compositor", "Compositor._dirty_regions", "the cells that changed", _FRAMES),
    Private("textual._compositor", "Compositor._regions_to_spans", "cells by row", _FRAMES),
    Private("textual._compositor", "ChopsUpdate", "cut changed cells out of zones", _FRAMES),
    Private("textual._ansi_sequences", "ANSI_SEQUENCES_KEYS", "keys of terminals", _PARSER),
    Private("textual._xterm_parser", "XTermParser", "keys of terminals", _PARSER),
    Private(
        "textual._xterm_parser", "XTermParser._sequence_to_key_events", "keep chords apart", _PARSER
    ),
    Private("textual._xterm_parser", "XTermParser._parse_extended_key", "keep no cache", _PARSER),
    Private("textual._parser", "Parser._timeout_time", "when escape is escape", _PARSER),
    Private("textual.keys", "_character_to_key", "names of keys", _PARSER),
    Private(
        "textual.drivers.linux_driver",
        "LinuxDriver._sigcont_application",
        "a terminal that is lost is not resumed",
        "a driver that looks whether it was suspended",
    ),
    Private(
        "textual.drivers.linux_driver",
        "LinuxDriver._must_signal_resume",
        "a terminal that is lost is not resumed",
        "a driver that looks whether it was suspended",
    ),
    Private(
        "textual._styles_cache",
        "StylesCache.get_inner_outer",
        "a cache that keeps no widget",
        "a cache on a function, not on a method",
    ),
    Private(
        "textual.filter",
        "ANSIToTruecolor._terminal_theme",
        "a cache that keeps no filter",
        "a cache on a function, not on a method",
    ),
    Private(
        "textual.css.stylesheet",
        "Stylesheet._parse_rules",
        "parse style sheets once for all sessions",
        "a cache of parsed sheets for the process",
    ),
    Private(
        "textual.css.stylesheet",
        "Stylesheet._variables",
        "parse style sheets once for all sessions",
        "a cache of parsed sheets for the process",
    ),
    *(
        Private("textual.strip", f"Strip.{name}", "time and memory of rows", "a strip, no caches")
        for name in (
            *("_segments", "_cell_length", "_cell_count", "_link_ids", "_render_cache"),
            *("_crop_cache", "_crop_extend_cache", "_divide_cache", "_filter_cache"),
            *("_line_length_cache", "_offsets_cache", "_style_cache"),
        )
    ),
)


Arranged: TypeAlias = tuple[CompositorMap, set[Widget]]
"""The places of all widgets, and those that are shown."""


class CellsUpdate(ChopsUpdate):
    """Cells of the screen that changed, as row, first column and what they show now."""

    def __init__(self, cells: Iterable[tuple[int, int, Strip]]) -> None:
        self.cells = sorted(cells, key=itemgetter(0, 1))

    def render_segments(self, console: Console) -> str:
        """Return what a terminal is sent; the cursor moves on from where it is, in few bytes."""
        written: list[str] = []
        row = -2
        for y, x, strip in self.cells:
            move = f"\x1b[{x + 1}G" if y - row in (0, 1) else f"\x1b[{y + 1};{x + 1}H"
            written += ("\n" * (y == row + 1), move, strip.render(console))
            row = y
        return "".join(written)


class CellCompositor(Compositor):
    """A compositor that can be told where widgets go, and gives out the cells that changed."""

    def arrange(self, root: Widget, size: Size) -> Arranged | None:
        """Place the widgets; None leaves it to Textual."""
        return None

    def take_spans(self) -> list[tuple[int, int, int]]:
        """Return the cells that changed since the last call from the top: row, column and end."""
        dirty = [region.intersection(self.size.region) for region in self._dirty_regions]
        self._dirty_regions.clear()
        return list(self._regions_to_spans(filter(None, dirty)))

    def _arrange_root(self, root: Widget, size: Size, visible_only: bool = True) -> Arranged:
        return self.arrange(root, size) or super()._arrange_root(root, size, visible_only)


_FRAME: Final = 1 / 60
"""Seconds between two frames, at least."""


class FrameScreen(Screen[None]):
    """A screen that lays out and paints in one frame, for the size there is now."""

    def __init__(self, compositor: CellCompositor) -> None:
        super().__init__()
        self._compositor = compositor
        self._framed = 0.0
        """When the last frame was painted, by `time.monotonic`."""

    async def process(self, message: Message) -> None:
        """Process a message."""
        await super()._on_message(message)

    async def _on_message(self, message: Message) -> None:
        await self.process(message)

    async def _on_idle(self, event: Idle) -> None:
        """Paint the widgets that changed at once, if the last frame is long enough ago.

        Textual wakes the task of a timer for each frame, which waits behind all other sessions.
        """
        event.prevent_default()
        several = (  # steps, which one frame should show
            self._layout_required
            or self._repaint_required
            or self._scroll_required
            or self._recompose_required
        )
        if not (several or self._dirty_widgets) or self.app._batch_count or not self.is_current:
            await self._invoke_and_clear_callbacks()
        elif several or monotonic() - self._framed < _FRAME:
            self._update_timer.resume()
        else:
            self._on_timer_update()

    def _on_timer_update(self) -> None:
        """Lay out and paint in one frame; Textual sends one for the layout and the same again."""
        self._framed = monotonic()
        both = self._layout_required and self._repaint_required
        if both and self.is_current and not self.app._batch_count:
            self._compositor._dirty_regions.add(self.size.region)
            self._repaint_required = False
        super()._on_timer_update()

    def _screen_resized(self, size: Size) -> None:
        """Lay out for the size there is now, which may be a newer one than was posted.

        A layout of another size posts that size to the screen. Of two sizes that wait, each would
        be laid out and posted again by the other, for ever.
        """
        del size
        super()._screen_resized(self.app.size)


class KeyParser(XTermParser):
    """Textual's parser of what a terminal sends, without a cache that keeps every parser alive."""

    def keys_of(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        """Return the keys that a sequence of characters stands for."""
        return super()._sequence_to_key_events(sequence, alt)

    @property
    def deadline(self) -> float | None:
        """When a lone escape becomes the escape key, in `time.monotonic` seconds."""
        return self._timeout_time

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        return self.keys_of(sequence, alt)

    def _parse_extended_key(  # type: ignore[override]  # there it has a cache around it
        self, sequence: str
    ) -> list[Key] | None:
        return _extended_key(sequence)


@lru_cache(maxsize=1024)
def _extended_key(sequence: str) -> list[Key] | None:
    found: list[Key] | None = XTermParser._parse_extended_key.__wrapped__(XTermParser, sequence)
    return found


def was_suspended(driver: object) -> bool:
    """Return whether a driver stopped its process, and waits to be told to go on."""
    return bool(driver._must_signal_resume)  # type: ignore[attr-defined]  # only on Unix


def error_of(app: App[Any]) -> Exception | None:
    """Return the error that ended an app, if one did."""
    return app._exception


def break_off(app: App[Any], error: Exception) -> None:
    """End an app as an error in one of its own messages would."""
    app._handle_exception(error)


def end_at_once(app: App[Any]) -> None:
    """End an app without waiting for its messages."""
    app._close_messages_no_wait()


def forget_errors(app: App[Any]) -> None:
    """Drop the tracebacks that an app would print at its end."""
    app._exit_renderables.clear()


def hold_painting(app: App[Any]) -> None:
    """Paint nothing until as many calls of `release_painting`."""
    app._begin_batch()


def release_painting(app: App[Any]) -> None:
    """Paint again."""
    app._end_batch()


def paint_whole(app: App[Any]) -> None:
    """Send every cell of the screen, whatever the terminal shows."""
    app._display(app.screen, app.screen._compositor.render_update(full=True))


def pass_on(app: App[Any], message: Message) -> None:
    """Hand a message to an app from within its event loop.

    A key goes to the screen at once if nothing waits before it in the app's queue, and the app,
    which has no binding for it, would only pass it on.
    """
    shown = app._running and app.app_focus and app.screen_stack
    if (
        shown
        and isinstance(message, Key)
        and app._message_queue.empty()
        and message.key not in _keys_of(type(app))
    ):
        app.screen._forward_event(message)
    else:
        app.post_message(message)


@cache
def _keys_of(kind: type[App[Any]]) -> frozenset[str]:
    """Return the keys for which an app of a class, or of those it stands on, has bindings."""
    bound = (vars(each).get("BINDINGS", ()) for each in kind.__mro__)
    return frozenset(one.key for some in bound for one in Binding.make_bindings(some))


def forget_places(screen: Screen[Any]) -> None:
    """Have the layout of a screen place its widgets anew, for the same size too."""
    screen._clear_arrangement_cache()


def send_cells(widget: Widget, cells: Iterable[Region]) -> None:
    """Have the screen send cells of a widget with its next frame.

    Textual's way there, by way of messages between the two, takes a seventh of a key's time.
    """
    widget._repaint_regions.update(cells)
    widget.screen._dirty_widgets.add(widget)
    widget.screen.check_idle()
