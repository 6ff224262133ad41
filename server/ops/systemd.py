"""Tell systemd how the server does, if it asks: see sd_notify(3)."""

from __future__ import annotations

import socket
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Final

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"


class ServiceManager:
    """Takes what the server tells; nobody does if no service manager has started it."""

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        """Take the address from the environment, so that no other process speaks for this one."""
        address = environment.pop("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def tell(self, state: str) -> None:
        """Tell a state; safe in any thread, and never waits."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.setblocking(False)
            there.sendto(state.encode(), self._address)
