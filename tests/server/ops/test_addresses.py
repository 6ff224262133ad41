"""The address that is shown to others, and the ways in which people write one."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from server.ops.addresses import (
    Address,
    everywhere,
    listening_on,
    own_address,
    parse_address,
    public_door,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("example.org", Address("example.org")),
        ("example.org:2022", Address("example.org", 2022)),
        ("192.0.2.7:22", Address("192.0.2.7", 22)),
        ("my_host", Address("my_host")),
        ("ann@example.org:2222", Address("example.org", 2222, "ann")),
        ("::1", Address("::1")),
        ("[::1]", Address("::1")),
        ("[::1]:2222", Address("::1", 2222)),
        ("ann@[2001:db8::7]:2222", Address("2001:db8::7", 2222, "ann")),
        ("fe80::1%eth0", Address("fe80::1%eth0")),
        ("[fe80::1%eth0]:22", Address("fe80::1%eth0", 22)),
        ("ssh://ann@example.org:2222/", Address("example.org", 2222, "ann")),
        ("ssh://[::1]", Address("::1")),
        (" example.org ", Address("example.org")),
    ],
)
def test_addresses_are_read_as_people_write_them(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", ":2222", "h:", "h:0", "h:65536", "h:22x", "h:²", "-oProxyCommand=x", "h;x", "a b"),
        *("@h", "-l@h", "[::1", "[h]:22", "[::1]x", "::1]:2", "1:2:3", "fe80::1%a b", "ssh://"),
        *("h/../x", "h:99999999999999999999", "zoé@h", "ssh://h/a", "x" * 300),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_address(text)


@pytest.mark.parametrize(
    ("address", "door"),
    [
        ("example.org", "-p 2222 example.org"),
        ("example.org:22", "example.org"),
        ("example.org:4022", "-p 4022 example.org"),
        ("[2001:db8::7]:4022", "-p 4022 2001:db8::7"),
        ("2001:db8::7", "-p 2222 2001:db8::7"),
        ("HOST", "-p 2222 HOST"),
    ],
)
def test_a_door_is_what_ssh_takes(address: str, door: str) -> None:
    assert public_door(address, 2222) == door


class Net:
    """A machine's way out, by the kind of address, and the addresses of its name."""

    def __init__(self, v4: str = "", v6: str = "", named: tuple[str, ...] = ()) -> None:
        self._routes = {socket.AF_INET: v4, socket.AF_INET6: v6}
        self._named = named

    def socket(self, family: socket.AddressFamily, kind: int) -> Any:
        """Open a socket that looks routes up."""
        assert kind == socket.SOCK_DGRAM  # so that nothing is sent
        return _Probe(self._routes[family])

    def getaddrinfo(self, host: str, port: None, family: int, kind: int) -> list[Any]:
        """Look the machine's own name up."""
        del host, port, family, kind
        if not self._named:
            raise socket.gaierror(-2, "Name or service not known")
        return [(0, 0, 0, "", (each, 0)) for each in self._named]


class _Probe:
    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> _Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, to: tuple[str, int]) -> None:
        """Find a route, or none."""
        del to
        if not self._address:
            raise OSError(101, "Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        """Return the own end of the route."""
        return self._address, 40_000


DEBIAN = ("127.0.1.1",)
"""What /etc/hosts gives the machine's name."""
CASES = {
    "debian": (Net("192.168.1.7", named=DEBIAN), "0.0.0.0", "192.168.1.7"),
    "both": (Net("192.168.1.7", "2001:db8::7"), "0.0.0.0", "192.168.1.7"),
    "ipv6 only": (Net("", "2001:db8::7", DEBIAN), "::", "2001:db8::7"),
    "a network without a way out": (
        Net("", named=("127.0.1.1", "10.0.0.5")),
        "0.0.0.0",
        "10.0.0.5",
    ),
    "no network": (Net("", named=DEBIAN), "0.0.0.0", "box"),
    "no network, no name": (Net(), "0.0.0.0", "box"),
    "a way out that is loopback": (Net("127.0.0.1"), "0.0.0.0", "box"),
}


@pytest.mark.parametrize(("net", "listens", "shown"), CASES.values(), ids=CASES)
def test_the_address_of_the_way_out_is_shown(
    net: Net, listens: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", net.socket)
    monkeypatch.setattr(socket, "getaddrinfo", net.getaddrinfo)
    monkeypatch.setattr(socket, "gethostname", lambda: "box")
    assert everywhere() == listens
    assert own_address(listens) == shown
    assert listening_on(listens).everywhere


def test_an_address_that_was_named_is_the_one_that_is_shown() -> None:
    assert own_address("192.0.2.7") == "192.0.2.7"
    assert not listening_on("192.0.2.7").everywhere
