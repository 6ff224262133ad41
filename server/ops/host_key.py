"""The server's host key, and the socket by which `cuttle admin` reaches it."""

from __future__ import annotations

import base64
import hashlib
import os
import socket
from pathlib import Path
from textwrap import wrap
from typing import Final

import asyncssh
from asyncssh.packet import String, UInt32

from cuttle_tui.local.user import private_folder
from server.ops.addresses import parse_address

NAME: Final = "host_ed25519"


class DataError(Exception):
    """The data directory cannot be used; the text says why and what to do."""


def needed(directory: Path) -> str:
    """Say that the host key of a cluster must be there beforehand, and where it comes from."""
    path = directory / NAME
    return (
        f"there is no host key {path}, and all nodes of a cluster need the same one: copy that "
        f"file from another node, or for the first node make it with: ssh-keygen -q -t ed25519 "
        f"-N '' -C cuttle -f {path}"
    )


def host_key(directory: Path, *, make: bool = True) -> asyncssh.SSHKey:
    """Read the host key of a data directory, or generate it on the first run if `make`.

    Raises:
        DataError: the directory cannot be written, the key there cannot be read, or it is missing
            and may not be made.
    """
    path = directory / NAME
    if not make and not path.exists():
        raise DataError(needed(directory))
    try:
        private_folder(directory)
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519", comment="cuttle")
            draft = path.with_suffix(".new")  # written atomically, readable by its owner alone
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(key.export_private_key())
                os.fsync(file.fileno())
            draft.replace(path)
            return key
    except OSError as error:
        raise DataError(
            f"cannot use the data directory {directory} ({error.strerror or error}): "
            "name another one with --data DIR"
        ) from error
    return _read_key(path)


def _read_key(path: Path) -> asyncssh.SSHKey:
    try:
        return asyncssh.read_private_key(path)
    except asyncssh.KeyImportError as error:
        raise DataError(
            f"the host key {path} cannot be read ({error}): put it back from a copy, or delete it "
            "to get a new one (players will then be warned that the key has changed)"
        ) from error
    except OSError as error:
        raise DataError(
            f"the host key {path} cannot be read ({error.strerror or error}): let the user who "
            "runs the server read it"
        ) from error


_ED25519: Final = 4
"""The number of this kind of key in an SSHFP record."""
_SHA256: Final = 2


def published(key: asyncssh.SSHKey, name: str, port: int) -> str:
    """Write a host key's fingerprint, its line for ``known_hosts``, and its DNS record.

    `name` is how players reach the server, perhaps with a port; empty if that is not known.
    """
    address = parse_address(name or "HOST")
    host, port = address.host, address.port or port
    public = key.export_public_key("openssh").decode().split()
    digest = hashlib.sha256(base64.b64decode(public[1])).hexdigest()
    known = host if port == 22 else f"[{host}]:{port}"
    return (
        f"fingerprint  {key.get_fingerprint()} (ED25519)\n"
        f"known_hosts  {known} {public[0]} {public[1]}\n"
        f"DNS          {host.rstrip('.')}. IN SSHFP {_ED25519} {_SHA256} {digest}\n"
    )


NAMESPACE: Final = "cuttle-record"
"""The namespace of signatures: no other signature passes for that of a record."""
_MAGIC: Final = b"SSHSIG"
_VERSION: Final = 1
_HASH: Final = "sha512"
_WIDTH: Final = 70
_RSA: Final = b"rsa-sha2-512"


def signature_of(text: str, key: asyncssh.SSHKey) -> str:
    """Sign a text for ``ssh-keygen -Y verify``; the result is an armoured signature file.

    The format is SSHSIG: https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig.
    """
    digest = hashlib.sha512(text.encode()).digest()
    about = String(NAMESPACE) + String("") + String(_HASH)
    algorithm = _RSA if _RSA in key.sig_algorithms else key.sig_algorithms[0]
    signed = key.sign(_MAGIC + about + String(digest), algorithm)
    blob = _MAGIC + UInt32(_VERSION) + String(key.public_data) + about + String(signed)
    lines = wrap(base64.b64encode(blob).decode(), _WIDTH)
    return "\n".join(("-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""))


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
