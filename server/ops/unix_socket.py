"""The socket in the data directory, by which `cuttle admin` reaches the server."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from server.ops.host_key import DataError


def bind(path: Path) -> socket.socket:
    """Bind a socket for its owner alone, replacing what a dead server left.

    Raises:
        DataError: another server listens there, or there can be no socket.
    """
    if answers(path):
        raise DataError(f"another server uses {path.parent}: stop it, or name another --data DIR")
    check_path(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        path.unlink(missing_ok=True)
        listening.bind(str(path))
    except OSError as error:
        listening.close()
        raise _no_socket(path, error.strerror or str(error)) from error
    finally:
        os.umask(mask)
    return listening


def check_path(path: Path) -> None:
    """Refuse a path at which there can be no socket; nothing is made there.

    Raises:
        DataError: it is too long for a socket, or a directory.
    """
    if path.is_dir():
        raise _no_socket(path, "it is a directory")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError as error:
            if error.errno is None:  # the library looks at the length before the system does
                raise _no_socket(path, str(error)) from None


def _no_socket(path: Path, why: str) -> DataError:
    return DataError(
        f"cannot make the admin socket {path} ({why}): "
        "name another directory, with a shorter path, with --data DIR"
    )


def answers(path: Path) -> bool:
    """Return whether a server listens at a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True
