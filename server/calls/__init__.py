"""The club calls people: receivers of webhooks, what they want, and when they get it. Here: who."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

Kind = Literal["seek", "night", "round", "week", "final", "day"]
"""Somebody waits for a game, a night opens, a round is paired, a week is over, a championship
comes to its final, a deal of the day is over."""
Form = Literal["json", "discord", "slack", "matrix", "ntfy"]
"""What a receiver reads."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
FORMS: Final[tuple[Form, ...]] = get_args(Form)
SECRET_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = range(24, 65)
_LOOPBACK_NAMES: Final = ("localhost", "localhost.")
_NAT64: Final = ip_network("64:ff9b::/96")
Address: TypeAlias = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Hook:
    """A receiver that the operator has named."""

    name: str
    form: Form
    url: str
    wants: tuple[Kind, ...] = KINDS
    secret: str = ""
    """What its calls are signed with; empty for none."""
    language: str = "en"

    @property
    def host(self) -> str:
        """The machine it is on, for the log: the rest of a URL may be a secret."""
        return urlsplit(self.url).hostname or ""


@dataclass(frozen=True, slots=True)
class CallsOptions:
    """Who is called, and how often."""

    hooks: tuple[Hook, ...]
    private: bool = False
    """Whether receivers may be on this machine and in private networks."""
    wait: float = 60.0
    """Seconds after which somebody who waits for a game is told of."""
    per_minute: int = 10
    """Requests that each receiver gets in a minute, at most."""
    pace: float = 1.0
    """Seconds between two looks at what there is to call."""


def missing_package() -> str:
    """Return the command that installs what sends calls; empty if it is there."""
    if find_spec("aiohttp"):
        return ""
    from server.ops.installation import command_for

    return command_for("web")


def url_fault(url: str) -> str:
    """Return why a URL will not do; empty if it will."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "its url cannot be read"
    if not (url.isascii() and url.isprintable()) or " " in url or not parts.hostname or port == 0:
        return "its url must be one such as https://example.org/hook"
    if parts.username or parts.password or parts.fragment:
        return "its url has a user, a password or a fragment, which no receiver gets: take it out"
    if parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname)):
        return ""
    return "its url must begin with https:// (http:// only to this machine)"


def secret_fault(secret: str) -> str:
    """Return why a secret will not do; empty if it will."""
    try:
        key = signing_key(secret)
    except ValueError:
        key = b""
    if len(key) in _SECRET_BYTES:
        return ""
    return (
        f"its secret must be {SECRET_PREFIX} and 24 to 64 bytes in base64: "
        f'make one with  echo "{SECRET_PREFIX}$(openssl rand -base64 32)"'
    )


def signing_key(secret: str) -> bytes:
    """Return the bytes of a secret; ValueError if it is none."""
    if not secret.startswith(SECRET_PREFIX):
        raise ValueError("a secret begins with its mark")
    try:
        return base64.b64decode(secret.removeprefix(SECRET_PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("this is not base64") from error


def is_loopback(host: str) -> bool:
    """Return whether a host, as a URL names it, is this machine itself."""
    if host.lower() in _LOOPBACK_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Return whether an address is one of the public network, and leads to no other within it.

    An address of IPv6 may stand for one of IPv4: what it stands for must be public as well.
    """
    found = ip_address(address.partition("%")[0])
    meant = [*_within(found)] or [found]
    return all(each.is_global and not each.is_multicast for each in meant)


def _within(address: Address) -> Iterator[Address]:
    """Return the addresses of IPv4 that an address of IPv6 stands for."""
    if isinstance(address, IPv4Address):
        return
    if address in _NAT64:
        yield IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
