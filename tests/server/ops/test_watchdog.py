"""What holds the event loop is found, and interrupted only where that leaves nothing half done."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextvars import copy_context
from types import FunctionType
from typing import Final

import pytest

from server.ops.limits import Limits
from server.ops.share import TimeShares, charge, spender_of
from server.ops.watchdog import READY, STATUS, ServiceManager, holder_of, is_shared

pytestmark = pytest.mark.slow


async def test_who_holds_the_loop_is_found_in_a_call_and_in_a_task() -> None:
    loop, context, seen = asyncio.get_running_loop(), copy_context(), []
    share = TimeShares(Limits()).join("192.0.2.1")
    charge(context, share)

    def look() -> None:
        seen.append(holder_of(sys._getframe()))

    async def task() -> None:
        look()

    handle = loop.call_soon(look, context=context)
    await loop.create_task(task(), context=context)
    assert seen[0] is handle
    assert [spender_of(held._context) for held in seen] == [share, share]  # type: ignore[union-attr]
    look()
    assert spender_of(seen[-1]._context) is None  # type: ignore[union-attr]
    assert holder_of(None) is None


@pytest.mark.parametrize(
    ("module", "shared"),
    [
        ("server.tables.room", True),
        ("server.store.store", True),
        ("engine.table.table", True),
        ("cuttle_tui.table.update", False),
        ("server.sessions.app", False),
        ("server.tablesaw", False),
    ],
)
def test_what_sessions_share_is_not_left_half_changed(module: str, shared: bool) -> None:
    def look() -> bool:
        return is_shared(sys._getframe())

    def call(what: Callable[[], bool]) -> bool:
        return what()

    names = {"sys": sys, "is_shared": is_shared}
    there = FunctionType(look.__code__, {"__name__": module, **names})
    library = FunctionType(look.__code__, {"__name__": "json.decoder", **names})
    called_there = FunctionType(call.__code__, {"__name__": module})
    assert there() is shared
    assert called_there(library) is shared


_WATCHED: Final = """
import asyncio, os, signal
from server.ops import watchdog
from server.ops.monitoring import Metrics

watchdog._LOOK, watchdog._BEAT = 0.05, 0.1

async def main():
    heard = asyncio.Event()
    watching = watchdog.Watchdog(Metrics(), heard.set)
    watching.start(lambda share: None)
    os.kill(os.getpid(), signal.SIGSTOP)
    heard.clear()
    while not heard.is_set():
        await asyncio.sleep(0.05)
    watching.stop()

asyncio.run(main())
"""


def test_a_process_that_was_stopped_is_not_taken_for_stuck() -> None:
    process = subprocess.Popen([sys.executable, "-c", _WATCHED])
    with process:
        _, how = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(how)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3.0)
        process.send_signal(signal.SIGCONT)
        assert process.wait(60) == 0


_HELD: Final = """
import asyncio, signal, sys
from contextvars import copy_context
from types import FunctionType
from server.ops import watchdog
from server.ops.limits import Limits
from server.ops.monitoring import Metrics
from server.ops.share import Stuck, TimeShares, charge

watchdog._LOOK = 0.05

def spin():
    while True:
        pass

async def hold():
    signal.raise_signal(watchdog._SIGNAL)
    print("goes on", flush=True)
    FunctionType(spin.__code__, {"__name__": sys.argv[1]})()

async def main():
    context = copy_context()
    if sys.argv[2] == "session":
        charge(context, TimeShares(Limits()).join("192.0.2.1"))
    watching = watchdog.Watchdog(Metrics(), lambda: None)
    watching.start(lambda share: None)
    try:
        await asyncio.get_running_loop().create_task(hold(), context=context)
    except Stuck:
        print("interrupted", flush=True)
    watching.stop()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("module", "whose", "status"),
    [
        ("cuttle_tui.table.update", "session", 0),
        ("engine.table.table", "session", STATUS),
        ("cuttle_tui.table.update", "nobody", STATUS),
    ],
)
def test_a_session_is_interrupted_where_it_is_stuck_by_itself_and_nothing_else(
    module: str, whose: str, status: int
) -> None:
    """A signal that somebody else sends interrupts nobody."""
    command = [sys.executable, "-c", _HELD, module, whose]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.stdout.split("\n")[:-1] == ["goes on", *["interrupted"] * (status == 0)]
    assert ended.returncode == status


def test_nobody_else_speaks_for_the_server() -> None:
    environment = {"NOTIFY_SOCKET": "/nowhere/at/all", "HOME": "/"}
    manager = ServiceManager(environment)
    assert environment == {"HOME": "/"}
    manager.tell(READY)  # and nobody hears it
    ServiceManager(environment).tell(READY)
