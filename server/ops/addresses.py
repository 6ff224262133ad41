"""Where a server on this machine listens, and how others reach it."""

from __future__ import annotations

import socket
from typing import Any, Final

from cuttle_tui.ports import Listening

PORT: Final = 2222
EVERYWHERE: Final = "0.0.0.0"
EVERY_HOST: Final = frozenset((EVERYWHERE, "::", ""))
"""The ways to say that a server listens on every address."""


def listening_on(host: str = EVERYWHERE, port: int = PORT) -> Listening:
    """Describe a server that will listen there."""
    return Listening(port, own_address(host), everywhere=host in EVERY_HOST)


def own_address(host: str = EVERYWHERE) -> str:
    """Return an address at which others may reach this machine."""
    if host not in EVERY_HOST:
        return host
    name = socket.gethostname()
    try:
        found = socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return name
    addresses = [str(entry[4][0]) for entry in found]
    return next((each for each in addresses if not each.startswith("127.")), name)


def is_this_machine(host: str) -> bool:
    """Return whether a name or an address is one of this machine's own."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return any(map(_is_own, found))


def _is_own(entry: tuple[Any, ...]) -> bool:
    """Return whether a socket can be bound to an address that was found."""
    family, kind, protocol, _, address = entry
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.bind(address)
    except OSError:
        return False
    return True
