"""Choose a port for a server that is to listen on the same one again."""

from __future__ import annotations

import random
import socket
from typing import Final

_LASTING: Final = range(10_240, 32_768)
"""Ports that no client on this machine is given: it could hold one just as its server restarts."""


def lasting_port() -> int:
    """Return a port on which nobody listens, and which no connection is given by chance."""
    rng = random.SystemRandom()
    while True:
        port = rng.choice(_LASTING)
        with socket.socket() as end:
            try:
                end.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
