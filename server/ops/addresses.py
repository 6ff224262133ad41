"""Where a server on this machine listens, and how others reach it."""

from __future__ import annotations

import socket
from typing import Final

from cuttle_tui.ports import Listening

PORT: Final = 2222
EVERYWHERE: Final = "0.0.0.0"


def listening_on(host: str = EVERYWHERE, port: int = PORT) -> Listening:
    """Describe a server that will listen there."""
    return Listening(port, own_address(host), everywhere=host in (EVERYWHERE, "::", ""))


def own_address(host: str = EVERYWHERE) -> str:
    """Return an address at which others may reach this machine."""
    if host not in (EVERYWHERE, "::", ""):
        return host
    name = socket.gethostname()
    try:
        found = socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return name
    addresses = [str(entry[4][0]) for entry in found]
    return next((each for each in addresses if not each.startswith("127.")), name)
