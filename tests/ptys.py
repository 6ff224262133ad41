"""Run a command on a pseudo-terminal of its own, and answer what it asks of its terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence

Replies = Sequence[tuple[bytes, bytes]]
"""In order: what to wait for in the output, and what is typed then."""


def in_terminal(
    command: Sequence[str],
    replies: Replies,
    environment: Mapping[str, str],
    size: tuple[int, int] = (80, 24),
) -> tuple[int, bytes]:
    """Run a command to its end; give its exit status and all it showed.

    Args:
        command: the program and its arguments.
        replies: what is typed, and when.
        environment: all its variables.
        size: columns and rows.
    """
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    left = list(replies)
    with subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
    ) as process:
        os.close(side)
        shown, seen = b"", 0
        while chunk := _read(main):
            shown += chunk
            while left and (at := shown.find(left[0][0], seen)) >= 0:
                seen = at + len(left[0][0])
                os.write(main, left.pop(0)[1])
        status = process.wait(timeout=60)
    os.close(main)
    return status, shown


def _read(terminal: int) -> bytes:
    """Read what comes; nothing once the other end has closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
