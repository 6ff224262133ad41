"""Send calls over HTTP: to the addresses that a receiver's name leads to now, and nowhere else."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult

from server.calls import Hook, is_public, signing_key
from server.calls.forms import Request

PATIENCE: Final = 15.0
"""Seconds for a request with its answer."""
_READ: Final = 64 * 1024
"""Bytes of an answer that are read; more is no answer of a receiver."""
_AGENT: Final = "cuttle"
_LATER: Final = frozenset((408, 425, 429))
"""Refusals that may be over soon, as all from 500 on may."""

Result = Literal["sent", "later", "never"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request."""

    result: Result
    why: str = ""
    answer: Any = None
    """What was answered, if it was JSON."""
    after: float = 0.0
    """Seconds for which the receiver wants to be left alone."""


class Refused(Exception):
    """A receiver's name leads to where calls may not go."""


class _Pinned(AbstractResolver):
    """Leads to addresses that were looked up, and judged, before."""

    def __init__(self, found: list[ResolveResult]) -> None:
        self._found = found

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return them."""
        return self._found

    async def close(self) -> None:
        """Close nothing."""


async def addresses_of(host: str, port: int, *, private: bool) -> list[ResolveResult]:
    """Look up the addresses of a host, once.

    Raises:
        OSError: there are none.
        Refused: one of them is not public, and none may be private.
    """
    loop = asyncio.get_running_loop()
    entries = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    found = [
        ResolveResult(
            hostname=host,
            host=str(address[0]),
            port=port,
            family=family,
            proto=protocol,
            flags=socket.AI_NUMERICHOST,
        )
        for family, _, protocol, _, address in entries
    ]
    if not private:
        for each in found:
            if not is_public(each["host"]):
                raise Refused("its name leads into a private network: calls.private is false")
    return found


def signature(secret: str, id: str, at: int, body: bytes) -> str:
    """Sign a request as Standard Webhooks does: over its id, the time and the body."""
    signed = hmac.new(signing_key(secret), f"{id}.{at}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


def headers_of(hook: Hook, id: str, at: float, body: bytes) -> dict[str, str]:
    """Return the headers of a request."""
    given = {
        "Content-Type": "application/json",
        "User-Agent": _AGENT,
        "webhook-id": id,
        "webhook-timestamp": str(int(at)),
    }
    if hook.secret:
        given["webhook-signature"] = signature(hook.secret, id, int(at), body)
    return given


async def deliver(
    hook: Hook,
    request: Request,
    id: str,
    at: float,
    *,
    private: bool,
    patience: float = PATIENCE,
    tls: ssl.SSLContext | None = None,
) -> Outcome:
    """Send a request, in bounded time; whatever happens is an outcome.

    Args:
        id: that of the call, the same each time it is tried.
        private: whether it may go to this machine and to private networks.
        tls: the certificates that are trusted; those of the system by default.
    """
    parts = urlsplit(request.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(patience):
            found = await addresses_of(parts.hostname or "", port, private=private)
            return await _sent(hook, request, id, at, found, tls)
    except Refused as error:
        return Outcome("never", str(error))
    except TimeoutError:
        return Outcome("later", "no answer in time")
    except (OSError, ClientError, ValueError) as error:
        return Outcome("later", type(error).__name__)


async def _sent(
    hook: Hook,
    request: Request,
    id: str,
    at: float,
    found: list[ResolveResult],
    tls: ssl.SSLContext | None,
) -> Outcome:
    """Connect to one of the addresses, send, and read the beginning of the answer."""
    body, pinned = request.body, _Pinned(found)
    connector = TCPConnector(
        resolver=pinned, use_dns_cache=False, force_close=True, ssl=True if tls is None else tls
    )
    async with (
        ClientSession(
            connector=connector,
            cookie_jar=DummyCookieJar(),
            timeout=ClientTimeout(total=None),
            auto_decompress=False,
            trust_env=False,
        ) as session,
        session.request(
            request.method,
            request.url,
            data=body or None,
            headers=headers_of(hook, id, at, body),
            allow_redirects=False,
        ) as response,
    ):
        answer = await response.content.read(_READ)
        return _judged(response.status, answer, response.headers.get("Retry-After", ""), at)


def _judged(status: int, answer: bytes, after: str, at: float) -> Outcome:
    if 200 <= status < 300:
        parsed = None
        with suppress(ValueError, RecursionError):
            parsed = json.loads(answer)
        return Outcome("sent", answer=parsed)
    if status in _LATER or status >= 500:
        return Outcome("later", f"status {status}", after=_seconds(after, at))
    return Outcome("never", f"status {status}")


def _seconds(text: str, at: float) -> float:
    """Return how long a receiver wants to be left alone, in seconds or until a date."""
    try:
        return max(0.0, float(text)) if text[:1].isdecimal() else 0.0
    except ValueError:
        pass
    with suppress(ValueError, TypeError):
        return max(0.0, parsedate_to_datetime(text).timestamp() - at)
    return 0.0
