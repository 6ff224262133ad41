"""Choose a port for a server that is to listen on the same one again."""

from __future__ import annotations

import random
import socket
from typing import Final

_LASTING: Final = range(10_240, 32_768)
"""Ports that no client on this machine is given: it could hold one just as its server restarts."""
_given: Final[set[int]] = set()
"""What this process was given: nobody may listen there yet."""


def lasting_port() -> int:
    """Return a port on which nobody listens, never one twice, and which no connection is given."""
    rng = random.SystemRandom()
    while True:
        port = rng.choice(_LASTING)
        if port in _given:
            continue
        with socket.socket() as end:
            try:
                end.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given.add(port)
        return port
