"""Run a command on a pseudo-terminal of its own, and answer what it asks of its terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

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
    left = list(replies)
    with started(command, environment, size) as (process, terminal):
        shown, seen = b"", 0
        while chunk := _read(terminal):
            shown += chunk
            while left and (at := shown.find(left[0][0], seen)) >= 0:
                seen = at + len(left[0][0])
                os.write(terminal, left.pop(0)[1])
        status = process.wait(timeout=60)
    return status, shown


@contextmanager
def started(
    command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (80, 24)
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start a command; give it and the other end of its terminal, and end both at last.

    Args:
        command: the program and its arguments.
        environment: all its variables.
        size: columns and rows.
    """
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    with subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
    ) as process:
        os.close(side)
        try:
            yield process, main
        finally:
            process.kill()
    os.close(main)


def _read(terminal: int) -> bytes:
    """Read what comes; nothing once the other end has closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
