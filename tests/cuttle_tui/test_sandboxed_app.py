"""What every app of ours does otherwise than Textual's."""

from __future__ import annotations

import asyncio
from itertools import chain, repeat
from typing import Final

import pytest
from textual import _time

from cuttle_tui.app import SandboxedApp

_PATIENCE: Final = 20
"""Seconds, on a busy machine."""


async def test_a_timer_is_not_lost_though_the_process_was_held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The new size of a terminal reaches its screen by such a timer."""
    app, heard = SandboxedApp(), asyncio.Event()
    real, held_up = _time.get_time, chain(range(6), repeat(6))
    async with app.run_test():
        with monkeypatch.context() as patched:
            patched.setattr(_time, "get_time", lambda: real() + next(held_up))
            app.set_timer(0.01, heard.set)
            async with asyncio.timeout(_PATIENCE):
                await heard.wait()
