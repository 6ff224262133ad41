"""Bind a socket that only the server's own user can reach."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from server.ops.host_key import DataError


def bind(path: Path) -> socket.socket:
    """Bind a socket for its owner alone, in place of one that a dead server left.

    Raises:
        DataError: another server listens there, or there can be no socket.
    """
    if answers(path):
        raise DataError(f"another server uses {path.parent}: stop it, or name another --data DIR")
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        path.unlink(missing_ok=True)
        listening.bind(str(path))
    except OSError as error:
        listening.close()
        raise DataError(
            f"cannot make the admin socket {path} ({error.strerror or error}): "
            "name another directory, with a shorter path, with --data DIR"
        ) from error
    finally:
        os.umask(mask)
    return listening


def answers(path: Path) -> bool:
    """Whether somebody listens at a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True
