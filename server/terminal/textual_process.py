"""Prepare a process to run many Textual apps at once."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import nullcontext
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from cuttle_tui.tty.private_textual import break_off, end_at_once, error_of, forget_errors
from server.ops.logs import OFTEN
from server.ops.share import Stuck, give_way

if TYPE_CHECKING:
    from rich.color import Color
    from rich.style import Style
    from rich.terminal_theme import TerminalTheme
    from textual.css.model import RuleSet
    from textual.filter import ANSIToTruecolor
    from textual.message import Message


T = TypeVar("T")


class Latch:
    """An event that is set once, and stays so."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return whether it has been set."""
        return self._is_set

    def set(self) -> None:
        """Set it, and wake everybody who waits."""
        self._is_set = True
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self) -> bool:
        """Wait until it is set."""
        if not self._is_set:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
        return True


class PumpQueue(Generic[T]):
    """A queue with a single reader, which wakes when something is put into it."""

    __slots__ = ("_reader", "_values", "ran")

    def __init__(self) -> None:
        self.ran = 0.0
        """The seconds that the reader's long steps have taken since there was nothing to read."""
        self._values: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, value: T) -> None:
        """Put a value at the end."""
        self._values.append(value)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def qsize(self) -> int:
        """Count the values."""
        return len(self._values)

    def empty(self) -> bool:
        """Return whether there is no value."""
        return not self._values

    def task_done(self) -> None:
        """Do nothing: nobody waits until all is done."""

    async def get(self) -> T:
        """Take the first value, once there is one."""
        while not self._values:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._values.pop(0)

    def get_nowait(self) -> T:
        """Take the first value.

        Raises:
            asyncio.QueueEmpty: there is none.
        """
        if not self._values:
            raise asyncio.QueueEmpty
        return self._values.pop(0)


log = logging.getLogger(__name__)

_ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
_WITHOUT_END: Final = 3.0
"""Seconds of long steps after which a pump whose queue was never empty is stuck."""
_FOREIGN: Final = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "ESCDELAY")


def patch(owner: object, **members: object) -> None:
    """Replace members of a library's class, module or object, by name."""
    for name, member in members.items():
        setattr(owner, name, member)


def prepare_process() -> None:
    """Set the server's own environment, then replace what Textual keeps for the whole process.

    It may be called again. The environment comes first: Textual reads it while it is imported.
    """
    for name in [*os.environ]:
        if name in _FOREIGN or name.startswith("TEXTUAL"):
            del os.environ[name]
    os.environ.update(_ENVIRONMENT)
    import textual.app
    import textual.message_pump

    # keep apps from replacing sys.stdout and sys.stderr for everybody
    patch(textual.app, redirect_stdout=nullcontext, redirect_stderr=nullcontext)
    _unpin_caches()
    share_stylesheets()
    # give each widget a queue and an event that take a tenth of the memory of Textual's
    patch(textual.message_pump, Queue=PumpQueue)
    patch(textual.message_pump.MessagePump._mounted_event, func=lambda _pump: Latch())
    _let_pumps_give_way()
    _keep_errors_off_the_streams()


def _unpin_caches() -> None:
    """Replace caches on methods, which keep their object (and its whole app) alive for good."""
    from textual._styles_cache import StylesCache
    from textual.filter import ANSIToTruecolor

    inner_outer = StylesCache.get_inner_outer
    if hasattr(inner_outer, "__wrapped__"):
        original = inner_outer.__wrapped__
        shared = lru_cache(1024)(lambda base, over: original(StylesCache, base, over))
        patch(StylesCache, get_inner_outer=lambda _self, base, over: shared(base, over))
    if hasattr(ANSIToTruecolor.truecolor_style, "__wrapped__"):
        colour = ANSIToTruecolor.truecolor_style.__wrapped__

        @lru_cache(4096)
        def by_theme(theme: TerminalTheme, style: Style, background: Color) -> Style:
            return colour(ANSIToTruecolor(theme), style, background)

        def truecolor_style(self: ANSIToTruecolor, style: Style, background: Color) -> Style:
            return by_theme(self._terminal_theme, style, background)

        patch(ANSIToTruecolor, truecolor_style=truecolor_style)


def share_stylesheets() -> None:
    """Parse each style sheet once for all apps of this process; nothing changes a rule later."""
    from textual.css.stylesheet import Stylesheet

    original = getattr(Stylesheet._parse_rules, "__wrapped__", Stylesheet._parse_rules)
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}

    @wraps(original)
    def parse_rules(sheet: Stylesheet, *place: Any, **more: Any) -> list[RuleSet]:
        key = (*place, *sorted(more.items()), frozenset(sheet._variables.items()))
        if key not in parsed:
            parsed[key] = original(sheet, *place, **more)
        return parsed[key]

    patch(Stylesheet, _parse_rules=parse_rules)


def _let_pumps_give_way() -> None:
    """Make a pump give way to other sessions between two messages, and end one without an end.

    Textual's goes on until its queue is empty, which it never is if each message brings another.
    """
    from textual.message_pump import MessagePump, MessagePumpClosed

    original = getattr(MessagePump._get_message, "__wrapped__", MessagePump._get_message)

    @wraps(original)
    async def get_message(self: MessagePump) -> Message:
        queue: object = self._message_queue
        if not isinstance(queue, PumpQueue):  # of an app that ran before this process hosted
            return await original(self)
        if self._pending_message is None and queue.empty():
            queue.ran = 0.0
        else:
            queue.ran += await give_way()
        if queue.ran > _WITHOUT_END:
            break_off(self.app, Stuck(f"{self!r} has messages without end"))
            raise MessagePumpClosed
        return await original(self)

    patch(MessagePump, _get_message=get_message)


def _keep_errors_off_the_streams() -> None:
    """Make a crashed app end at once; the session guard logs its error.

    Textual would render a traceback with all local variables (slow, and private) and write it to
    the server's standard error. An error in an app that is ending already, because its
    terminal hung up while a screen was built, is not a crash: it can mount and find nothing more.
    """
    from textual.app import App, ScreenStackError
    from textual.css.query import NoMatches
    from textual.widget import MountError
    from textual.worker import WorkerFailed

    too_late = MountError, NoMatches, ScreenStackError

    original = getattr(App._handle_exception, "__wrapped__", App._handle_exception)

    @wraps(original)
    def handle(self: App[object], error: Exception) -> None:
        if self._exit and error_of(self) is None:
            cause = error.error if isinstance(error, WorkerFailed) else error
            level = logging.DEBUG if isinstance(cause, too_late) else logging.INFO
            log.log(level, "an app broke while it was ending: %r", error, extra=OFTEN)
            end_at_once(self)
        else:
            original(self, error)

    patch(
        App,
        _handle_exception=handle,
        _fatal_error=end_at_once,
        _print_error_renderables=forget_errors,
    )


def keep_task_factory(loop: asyncio.AbstractEventLoop) -> None:
    """Keep apps from giving the shared loop another task factory, as they do from Python 3.12."""
    if hasattr(asyncio, "eager_task_factory"):
        patch(loop, set_task_factory=lambda _factory: None)
