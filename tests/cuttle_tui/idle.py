"""Wait until an app has nothing left to do: by looking at its loop, not by letting time pass."""

from __future__ import annotations

import asyncio
from typing import Any, Final

_SOON: Final = 0.02
"""Seconds within which a timer counts as something left to do: a frame is due within them."""
_WAITS: Final = 600
"""Timers after which something that goes on and on is let be. They are counted, not timed: on a
busy machine a process may stand still for seconds."""


async def until_idle(*_given: float) -> None:
    """Wait until nothing is ready to run, and no timer is due soon.

    It stands in for the library's own way, which lets at least two hundredths of a second pass
    after each key and looks at how busy the process was: the tests would mostly wait.
    """
    loop: Any = asyncio.get_running_loop()
    for _ in range(_WAITS):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while loop._ready:
            await asyncio.sleep(0)
        now = loop.time()
        due = [one.when() for one in loop._scheduled if not one.cancelled()]
        soon = [when for when in due if when < now + _SOON]
        if not soon:
            return
        await asyncio.sleep(max(0.0, min(soon) - now))
