"""Where a server on this machine listens, and how others reach it."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from cuttle_tui.ports import Listening

PORT: Final = 2222
EVERYWHERE: Final = "0.0.0.0"
_EVERYWHERE_TOO: Final = "::"
"""The same for both kinds of addresses."""
EVERY_HOST: Final = frozenset((EVERYWHERE, _EVERYWHERE_TOO, ""))
"""The ways to say that a server listens on every address."""
_SSH_PORT: Final = 22
"""The port that ssh uses unless it is told another."""
_LAST_PORT: Final = 65_535
_NAME: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,253}[A-Za-z0-9._])?")
_USER: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_BRACKETED: Final = re.compile(r"\[(?P<host>[^\[\]]*)\](?::(?P<port>.*))?")
_ROUTES: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation: nobody has them, and the way to them is the way out."""
_ANY_PORT: Final = 9


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server, as people write it."""

    host: str
    """A name, or an address without brackets."""
    port: int | None = None
    """None if none is given."""
    user: str = ""

    @property
    def destination(self) -> str:
        """What ssh takes for it, without the port."""
        return f"{self.user}@{self.host}" if self.user else self.host


def parse_address(text: str) -> Address:
    """Parse ``name``, ``name:port``, ``[v6]:port`` or a bare address, with ``user@`` before it.

    ``ssh://`` may come first.

    Raises:
        ValueError: it is none.
    """
    text = text.strip()
    if text.lower().startswith("ssh://"):
        text = text[len("ssh://") :].removesuffix("/")
    user, at, place = text.rpartition("@")
    if at and not _USER.fullmatch(user):
        raise ValueError(text)
    return Address(*_place(place), user)


def _place(text: str) -> tuple[str, int | None]:
    bracketed = _BRACKETED.fullmatch(text)
    if bracketed is not None:
        port = bracketed["port"]
        return _v6(bracketed["host"]), None if port is None else _port(port)
    if text.count(":") > 1:
        return _v6(text), None
    name, colon, port = text.partition(":")
    if not _NAME.fullmatch(name):
        raise ValueError(text)
    return name, _port(port) if colon else None


def _v6(text: str) -> str:
    address, percent, zone = text.partition("%")
    if percent and not _NAME.fullmatch(zone):
        raise ValueError(text)
    IPv6Address(address)
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _LAST_PORT):
        raise ValueError(text)
    return int(text)


def door(host: str, port: int) -> str:
    """Return the arguments of ``ssh`` that lead to a server."""
    return host if port == _SSH_PORT else f"-p {port} {host}"


def public_door(address: str, port: int) -> str:
    """Return the arguments of ``ssh`` by which players reach a server that listens on a port.

    Args:
        address: where they reach it, perhaps with a port of its own; `parse_address` takes it.
    """
    parsed = parse_address(address)
    return door(parsed.host, parsed.port or port)


def everywhere() -> str:
    """Return where to listen for everybody: by IPv6 as well if this machine has nothing else."""
    return EVERYWHERE if _way_out(*_ROUTES[0]) or not _way_out(*_ROUTES[1]) else _EVERYWHERE_TOO


def listening_on(host: str = EVERYWHERE, port: int = PORT) -> Listening:
    """Describe a server that will listen there."""
    return Listening(port, own_address(host), everywhere=host in EVERY_HOST)


def free_port(host: str, wanted: int) -> int:
    """Return a port that nobody listens on; the one that is wanted, if it is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (wanted, 0):
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    return wanted


def own_address(host: str = EVERYWHERE) -> str:
    """Return an address at which others may reach this machine.

    It is that of the route out, then any that belongs to the machine's name. Debian gives its own
    name a loopback address, which nobody else can use.
    """
    if host not in EVERY_HOST:
        return host
    for route in _ROUTES[:1] if host == EVERYWHERE else _ROUTES:
        if address := _way_out(*route):
            return address
    family = socket.AF_INET if host == EVERYWHERE else socket.AF_UNSPEC
    with suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM):
            address = str(entry[4][0])
            if not _is_loopback(address):
                return address
    return socket.gethostname()


def _way_out(family: socket.AddressFamily, to: str) -> str:
    """Return this machine's address on the route to another; empty if there is none.

    Nothing is sent: a datagram socket that connects only looks up the route.
    """
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((to, _ANY_PORT))
        address = str(probe.getsockname()[0])
        return "" if _is_loopback(address) else address
    return ""


def _is_loopback(address: str) -> bool:
    """Return whether an address leads back to whatever machine asks for it."""
    parsed = ip_address(address.partition("%")[0])
    return parsed.is_loopback or parsed.is_unspecified


def is_this_machine(host: str) -> bool:
    """Return whether a name or an address is one of this machine's own: one that can be bound."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    for family, kind, protocol, _, address in found:
        with suppress(OSError), socket.socket(family, kind, protocol) as probe:
            probe.bind(address)
            return True
    return False
