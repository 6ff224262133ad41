"""Read from a balancer's PROXY protocol header where a caller comes from.

The header, in version 1 or 2, is the first thing on a connection. It is read off the socket to the
byte, so that ssh begins with the byte after it. The specification:
https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final

from server.cluster.options import Network

TIMEOUT: Final = 1.0
"""Seconds a balancer may take for a header."""
LARGEST: Final = 2048
"""Bytes of a header: some balancers add what they know of a certificate."""
_MOST: Final = 256
"""Headers that are awaited at a time; with more of them the first must go."""

_SIGNATURE_1: Final = b"PROXY "
_LARGEST_1: Final = 107
"""Bytes of a header in version 1, as the specification counts them."""
_UNKNOWN: Final = b"UNKNOWN"
_SIGNATURE_2: Final = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED_2: Final = struct.Struct("!12sBBH")
"""Signature, version and command, family and transport, bytes that follow."""
_VERSION_2: Final = 0x20
_LOCAL, _PROXY = _VERSION_2, _VERSION_2 | 1
_TCP4, _TCP6 = 0x11, 0x21
_KINDS_1: Final[dict[bytes, type[IPv4Address | IPv6Address]]] = {
    b"TCP4": IPv4Address,
    b"TCP6": IPv6Address,
}
_KINDS_2: Final = {_TCP4: struct.Struct("!4s4sHH"), _TCP6: struct.Struct("!16s16sHH")}
"""Source, destination, and their ports."""

Source = tuple[str, int]
Address = tuple[Any, ...]


def within(address: str, networks: Collection[Network]) -> bool:
    """Return whether an address is in one of some networks."""
    if not networks:
        return False
    found = ip_address(address.partition("%")[0])
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in network for network in networks)


class BadHeader(Exception):
    """What a balancer sent is no header of the PROXY protocol."""


@dataclass(frozen=True, slots=True)
class Header:
    """A whole header."""

    size: int
    """Bytes it takes."""
    source: Source | None
    """The player's address and port; None for a health check of the balancer."""


def parse(data: bytes) -> Header | None:
    """Parse the header that begins a connection; return None while it is not whole.

    Raises:
        BadHeader: it will never be one, or it is too long.
    """
    for signature, read in ((_SIGNATURE_1, _version_1), (_SIGNATURE_2, _version_2)):
        if data.startswith(signature):
            return read(data)
        if signature.startswith(data):
            return None
    raise BadHeader


def _version_1(data: bytes) -> Header | None:
    line, end, _ = data[:_LARGEST_1].partition(b"\r\n")
    if not end:
        if len(data) >= _LARGEST_1:
            raise BadHeader
        return None
    size = len(line) + len(end)
    kind, *parts = line.removeprefix(_SIGNATURE_1).split(b" ")
    if kind == _UNKNOWN:
        return Header(size, None)
    if kind not in _KINDS_1 or len(parts) != 4:
        raise BadHeader
    source, _ = (_address(_KINDS_1[kind], text) for text in parts[:2])
    port, _ = map(_port, parts[2:])
    return Header(size, (source, port))


def _address(kind: type[IPv4Address | IPv6Address], text: bytes) -> str:
    try:
        found = kind(text.decode("ascii"))
    except ValueError:
        raise BadHeader from None
    if b"%" in text:
        raise BadHeader
    return str(found)


def _port(text: bytes) -> int:
    digits = text.isdigit() and len(text) <= 5 and (text == b"0" or not text.startswith(b"0"))
    if not digits or int(text) > 0xFFFF:
        raise BadHeader
    return int(text)


def _version_2(data: bytes) -> Header | None:
    if len(data) < _FIXED_2.size:
        return None
    _, command, kind, rest = _FIXED_2.unpack_from(data)
    size = _FIXED_2.size + rest
    if command not in (_LOCAL, _PROXY) or size > LARGEST:
        raise BadHeader
    if command == _LOCAL:
        return Header(size, None) if len(data) >= size else None
    form = _KINDS_2.get(kind)
    if form is None or rest < form.size:
        raise BadHeader
    if len(data) < size:
        return None
    source, _, port, _ = form.unpack_from(data, _FIXED_2.size)
    return Header(size, (str(ip_address(source)), port))


@dataclass(slots=True)
class _Awaited:
    """A connection whose header is not whole yet."""

    caller: socket.socket
    balancer: Address
    timer: asyncio.TimerHandle
    data: bytes = b""


class HeaderReader:
    """Reads the headers of balancers' connections, several at a time."""

    def __init__(
        self,
        balancers: Iterable[Network],
        arrived: Callable[[socket.socket, Source, Address], None],
        refused: Callable[[str, str], None],
    ) -> None:
        """Prepare to read.

        Args:
            balancers: where connections come from that must begin with a header.
            arrived: takes a caller, where it really comes from, and its balancer.
            refused: takes why a connection was closed, and the address of its balancer.
        """
        self._balancers = tuple(balancers)
        self._arrived, self._refused = arrived, refused
        self._awaited: dict[int, _Awaited] = {}
        """By file descriptor; oldest first."""

    def expects(self, address: Address) -> bool:
        """Return whether a connection from an address must begin with a header."""
        return within(str(address[0]), self._balancers)

    def read(self, caller: socket.socket, balancer: Address) -> None:
        """Begin to read a header; the reader has the socket until then."""
        if len(self._awaited) >= _MOST:
            self._end(next(iter(self._awaited.values())), "too many PROXY headers were awaited")
        loop, number = asyncio.get_running_loop(), caller.fileno()
        timer = loop.call_later(TIMEOUT, self._too_late, number)
        self._awaited[number] = _Awaited(caller, balancer, timer)
        loop.add_reader(number, self._more, number)

    def _too_late(self, number: int) -> None:
        self._end(self._awaited[number], "no whole PROXY header came in time")

    def _more(self, number: int) -> None:
        """Read the bytes of a connection's header, and not one more."""
        awaited = self._awaited[number]
        try:
            new = awaited.caller.recv(LARGEST, socket.MSG_PEEK)
            header = parse(awaited.data + new)
            size = header.size - len(awaited.data) if header else len(new)
            awaited.data += awaited.caller.recv(size)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._end(awaited, "")
        except BadHeader:
            self._end(awaited, "the PROXY header is missing or malformed")
        else:
            if header and header.source is not None:
                self._forget(awaited)
                self._arrived(awaited.caller, header.source, awaited.balancer)
            elif header:
                self._end(awaited, "")
            elif not new:
                self._end(awaited, "the PROXY header is not whole" if awaited.data else "")

    def _end(self, awaited: _Awaited, why: str) -> None:
        """Close a connection, and report why, unless it was only a port check."""
        self._forget(awaited)
        awaited.caller.close()
        if why:
            self._refused(why, str(awaited.balancer[0]))

    def _forget(self, awaited: _Awaited) -> None:
        number = awaited.caller.fileno()
        del self._awaited[number]
        awaited.timer.cancel()
        asyncio.get_running_loop().remove_reader(number)

    def close(self) -> None:
        """Close the connections whose header is not whole."""
        for awaited in [*self._awaited.values()]:
            self._end(awaited, "")
