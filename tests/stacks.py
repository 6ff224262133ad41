"""Show where a test hangs, shortly before it is ended: all threads, and what all tasks wait for."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import threading
from collections.abc import Generator
from typing import Final

import pytest

_SHARE: Final = 0.9
"""The share of a test's limit after which its stacks are shown."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch over a test while it runs."""
    timer = threading.Timer(_limit(item) * _SHARE, _show, (item,))
    timer.daemon = True
    timer.start()
    try:
        return (yield)
    finally:
        timer.cancel()


def _limit(item: pytest.Item) -> float:
    """Return the seconds a test may take: its own limit, or that of all."""
    own = item.get_closest_marker("timeout")
    config = item.config
    return float(own.args[0] if own else config.getoption("timeout") or config.getini("timeout"))


def _show(item: pytest.Item) -> None:
    """Write to standard error itself: a worker's output is captured, and would end with it."""
    capture = item.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(in_=False)
    try:
        with open(os.dup(2), "w", encoding="utf-8") as out:
            out.write(f"\n{item.nodeid} hangs: its threads\n")
            out.flush()
            faulthandler.dump_traceback(out)
            out.write("and its tasks\n")
            for one in gc.get_objects():
                if isinstance(one, asyncio.Task) and not one.done():
                    one.print_stack(file=out)
    finally:
        if capture is not None:
            capture.resume_global_capture()
