"""Run a command on a pseudo-terminal of its own, and answer what it asks of its terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

PATIENCE = 60
"""Seconds for which a program may show nothing."""
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
    with started(command, environment, size) as (process, terminal):
        shown = answer(terminal, replies)
        while True:
            assert _is_told(terminal), f"never ended after {replies}\n{shown[-3000:]!r}"
            if not (chunk := read(terminal)):
                break
            shown += chunk
        status = process.wait(timeout=PATIENCE)
    return status, shown


def answer(terminal: int, replies: Replies) -> bytes:
    """Type each reply when its time has come; give what was shown until the last, or the end."""
    shown, seen = b"", 0
    for wanted, reply in replies:
        while (at := shown.find(wanted, seen)) < 0:
            assert _is_told(terminal), f"never came: {wanted!r} after\n{shown[seen:][-3000:]!r}"
            chunk = read(terminal)
            if not chunk:
                return shown
            shown += chunk
        seen = at + len(wanted)
        os.write(terminal, reply)
    return shown


def without_terminal(
    command: Sequence[str], replies: Replies, environment: Mapping[str, str]
) -> int:
    """Run a command, take its terminal away after the replies, without a signal; give its status.

    Raises:
        TimeoutExpired: it does not end.
    """
    with started(command, environment) as (process, terminal):
        answer(terminal, replies)
        take_away(terminal)
        return process.wait(timeout=30)


def take_away(terminal: int) -> None:
    """Close a terminal for the process at its other end, without a signal."""
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), terminal)


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


def _is_told(terminal: int) -> bool:
    """Wait until something can be read, or the other end has closed; return whether that came."""
    return bool(select.select([terminal], [], [], PATIENCE)[0])


def read(terminal: int) -> bytes:
    """Read what comes; nothing once the other end has closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def until(terminal: int, text: bytes) -> None:
    """Read until a text is shown."""
    shown = b""
    while text not in shown:
        chunk = read(terminal)
        assert chunk, shown
        shown += chunk
