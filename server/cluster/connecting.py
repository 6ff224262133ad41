"""Connect to the broker, and send messages larger than it takes."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import ssl
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nats import errors
from nats.aio.client import DEFAULT_FLUSH_TIMEOUT, Client

from engine.reading import decode_text
from server.cluster.options import ClusterError, ClusterOptions

SUBJECTS: Final = "cuttle"
"""The first word of every subject, inboxes included: a node may use no others."""
_INBOX: Final = f"{SUBJECTS}.inbox"
_TIMEOUT: Final = 2
"""Seconds a broker may take to greet."""
_PROBE: Final = 10.0
"""Seconds to find out whether any broker admits this node."""
_JWT: Final = re.compile(r"-----BEGIN NATS USER JWT-----\s+(\S+)\s")
_SEED: Final = re.compile(r"\bSU[A-Z2-7]{56}\b")
_SEED_HEAD: Final = 2
"""Bytes before the 32 of an nkey's seed: that it is one, and a user's."""
_USER: Final = 20 << 3
"""The byte before a user's public nkey; in base 32 it makes the key begin with U."""


class BrokerClient(Client):
    """A client that says nothing before TLS, if its server's URL begins with ``tls://``."""

    public_nkey = ""
    """The public nkey to log in with, where there is no JWT."""

    async def _connect_to_server(self, s: Any) -> None:
        """Connect to the next server, with nothing left of the one before."""
        self.hang_up()
        await super()._connect_to_server(s)

    def hang_up(self) -> None:
        """Close a connection that has led nowhere; nats-py leaves that to the collector."""
        writer = getattr(self._transport, "_io_writer", None)
        if writer is not None:
            writer.transport.abort()

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        """Refuse a greeting that offers no TLS where it is wanted."""
        server = self._current_server
        wanted = server is not None and server.uri.scheme == "tls"
        if initial_connection and wanted and not info.get("tls_required"):
            raise errors.SecureConnWantedError
        self._public_nkey = self.public_nkey or None
        await super()._process_info(info, initial_connection)

    async def flush(self, timeout: int = DEFAULT_FLUSH_TIMEOUT) -> None:
        """Wait until the broker has read all that was written, subscriptions too.

        A ping is written before what waits to be written: its answer can come before a broker has
        read a subscription. A second ping is written after it.

        Raises:
            FlushTimeoutError: the broker does not answer a ping within `timeout` seconds.
        """
        for _ in range(2):
            await super().flush(timeout)


def _tells(record: logging.LogRecord) -> bool:
    """Return whether to log a record: asyncio warns of how nats-py ends TLS."""
    return "eof_received() has no effect" not in str(record.msg)


async def connect(options: ClusterOptions, **arguments: Any) -> BrokerClient:
    """Connect to the first broker that admits this node.

    Args:
        options: the brokers, and how this node logs in.
        arguments: for nats-py's `Client.connect`: callbacks, patience.

    Raises:
        ClusterError: a file of the configuration cannot be used.
        Exception: the errors of nats-py, where it gives up.
    """
    logging.getLogger("asyncio").addFilter(_tells)
    client = BrokerClient()
    told: dict[str, Any] = {
        "connect_timeout": _TIMEOUT,
        "inbox_prefix": _INBOX,
        "name": f"cuttle {options.name}",
        "tls": _tls(options),
        **_login(options, client),
    }
    try:
        await client.connect([*options.nats], **told | arguments)
    except BaseException:
        client.hang_up()
        await asyncio.sleep(0)  # the loop closes what was hung up
        raise
    return client


def _tls(options: ClusterOptions) -> ssl.SSLContext | None:
    """Return whom to trust and what to show; None if no URL wants TLS and no file is named."""
    if not any(url.startswith("tls:") for url in options.nats) and not options.nats_ca:
        return None
    try:
        context = ssl.create_default_context(cafile=options.nats_ca)
        if options.nats_cert is not None:
            context.load_cert_chain(options.nats_cert, options.nats_key)
    except OSError as error:  # ssl.SSLError is one
        raise ClusterError(
            f"the certificates for NATS cannot be used ({error.strerror or error}): see "
            "cluster.nats_ca, cluster.nats_cert and cluster.nats_key"
        ) from None
    return context


def _login(options: ClusterOptions, client: BrokerClient) -> dict[str, Any]:
    if options.nats_credentials is not None:
        text = _read(options.nats_credentials, "cluster.nats_credentials")
        jwt, seed = _JWT.search(text), _SEED.search(text)
        if seed is None:
            raise ClusterError(
                f"{options.nats_credentials} holds no seed of a NATS user (SU...): make one with "
                "`nsc` or `nk -gen user`, and name its file as cluster.nats_credentials"
            )
        # nats-py would need the packages nkeys and PyNaCl, which do what `cryptography` does
        raw = base64.b32decode(seed[0] + "=" * (-len(seed[0]) % 8))
        key = Ed25519PrivateKey.from_private_bytes(raw[_SEED_HEAD : _SEED_HEAD + 32])
        login: dict[str, Any] = {
            "signature_cb": lambda nonce: base64.b64encode(key.sign(nonce.encode()))
        }
        if jwt is not None:
            return login | {"user_jwt_cb": partial(bytes, jwt[1], "ascii")}
        client.public_nkey = _public_nkey(key)
        return login
    if not options.nats_user:
        return {}
    file = options.nats_password_file
    password = _read(file, "cluster.nats_password_file").strip() if file is not None else ""
    return {"user": options.nats_user, "password": password}


def _public_nkey(key: Ed25519PrivateKey) -> str:
    """Write a user's public key as NATS does: kind, key, CRC-16 (XMODEM), in base 32."""
    body = bytes([_USER]) + key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    check = 0
    for byte in body:
        check ^= byte << 8
        for _ in range(8):
            check = (check << 1) ^ (0x1021 if check & 0x8000 else 0)
        check &= 0xFFFF
    return base64.b32encode(body + check.to_bytes(2, "little")).decode().rstrip("=")


def _read(file: Path, key: str) -> str:
    try:
        return decode_text(file.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise ClusterError(f"{file} cannot be read ({why}): see {key}") from None


async def probe(options: ClusterOptions) -> str:
    """Return why no broker admits this node, with what to do; empty if one does."""
    seen: list[Exception] = []

    async def note(error: Exception) -> None:
        seen.append(error)

    try:
        async with asyncio.timeout(_PROBE):
            client = await connect(
                options,
                error_cb=note,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0.1,
            )
            await client.close()
    except ClusterError as error:
        return str(error)
    except (OSError, errors.Error, TimeoutError) as error:
        shown = [*seen, error]
        urls = map(urlsplit, options.nats)
        where = ", ".join(f"{url.hostname}:{url.port or 4222}" for url in urls)
        for meets, explain in _REASONS:
            if found := next(filter(meets, shown), None):
                return f"NATS at {where} {explain(found)}"
        text = str(next((one for one in shown if str(one)), "")) or "no answer"
        return f"cannot reach NATS at {where} ({text}): start it, or see cluster.nats"
    return ""


_REASONS: Final[tuple[tuple[Callable[[Exception], bool], Callable[[Exception], str]], ...]] = (
    (
        lambda error: (
            isinstance(error, errors.AuthorizationError) or "authorization" in str(error).lower()
        ),
        lambda error: (
            "refuses this node's credentials: see cluster.nats_credentials (or cluster.nats_user "
            "and cluster.nats_password_file), and the users in its configuration"
        ),
    ),
    (
        lambda error: isinstance(error, errors.SecureConnWantedError),
        lambda error: (
            "offers no TLS, and cluster.nats says tls://: give NATS a certificate, or write "
            "nats:// if nobody else is on that network"
        ),
    ),
    (
        lambda error: isinstance(error, ssl.SSLError),
        lambda error: (
            f"cannot be trusted ({getattr(error, 'verify_message', '') or error}): see "
            "cluster.nats_ca, and cluster.nats_cert and cluster.nats_key if it asks for them"
        ),
    ),
)

PART: Final = "part"
"""The name of a message that is a part of one."""
ASKED: Final = "asked"
"""The name of a part of a question, and of the question when all parts are sent."""
MORE: Final = "more"
"""The question for the next part of an answer."""
_OVERHEAD: Final = 1024
"""Bytes that a part takes beside its data."""
_FIRST: Final = 1
"""The kind of extension that marks the first part of an answer."""
_MOST: Final = 64
"""Messages and answers that are held; the oldest is dropped for another."""
_LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a message that is put together."""


class Part(msgspec.Struct, array_like=True, frozen=True):
    """A part of a message, or of an answer."""

    number: int
    """Which message of its sender."""
    at: int
    """Where it begins."""
    size: int
    """How large the whole is."""
    data: bytes


def cut(data: bytes, number: int, most: int) -> list[Part]:
    """Cut a message into parts, each with its overhead not above `most` bytes."""
    step = max(1, most - _OVERHEAD)
    size = len(data)
    return [Part(number, at, size, data[at : at + step]) for at in range(0, size, step)]


def first_of(answer: bytes) -> Part | None:
    """Return the first part of an answer that comes in parts; None for a whole one."""
    read = msgspec.msgpack.decode(answer)
    if not isinstance(read, msgspec.msgpack.Ext) or read.code != _FIRST:
        return None
    return msgspec.msgpack.decode(read.data, type=Part)


@dataclass(slots=True)
class Incoming:
    """Messages of which parts have arrived."""

    _begun: OrderedDict[tuple[str, int], bytearray] = field(default_factory=OrderedDict)
    _whole: OrderedDict[tuple[str, int], bytes] = field(default_factory=OrderedDict)

    def add(self, sender: str, part: Part) -> bytes | None:
        """Add a part; return the message if it is whole now.

        A part that does not follow the one before drops the message: something was lost.
        """
        key = sender, part.number
        begun = self._begun.pop(key, bytearray())
        if part.at != len(begun) or not len(begun) + len(part.data) <= part.size <= _LARGEST:
            return None
        begun += part.data
        if len(begun) == part.size:
            return bytes(begun)
        self._begun[key] = begun
        if len(self._begun) > _MOST:
            self._begun.popitem(last=False)
        return None

    def keep(self, sender: str, number: int, whole: bytes) -> None:
        """Keep a message until it is taken."""
        self._whole[sender, number] = whole
        if len(self._whole) > _MOST:
            self._whole.popitem(last=False)

    def take(self, sender: str, number: int) -> bytes:
        """Return a message that was kept, once.

        Raises:
            KeyError: it is not here.
        """
        return self._whole.pop((sender, number))


@dataclass(slots=True)
class Outgoing:
    """Numbers for what is sent in parts, and the answers that are being fetched."""

    _numbers: count[int] = field(default_factory=count)
    _answers: OrderedDict[int, list[Part]] = field(default_factory=OrderedDict)

    def cut(self, data: bytes, most: int) -> list[Part]:
        """Cut what a node tells into parts."""
        return cut(data, next(self._numbers), most)

    def hold(self, answer: bytes, most: int) -> bytes:
        """Hold the rest of an answer; return its first part, packed."""
        first, *rest = self.cut(answer, most)
        self._answers[first.number] = rest[::-1]
        if len(self._answers) > _MOST:
            self._answers.popitem(last=False)
        kind = msgspec.msgpack.Ext(_FIRST, msgspec.msgpack.encode(first))
        return msgspec.msgpack.encode(kind)

    def more(self, number: int) -> Part | None:
        """Return the next part of an answer; None if it is not held any more."""
        rest = self._answers.get(number)
        if not rest:
            return None
        part = rest.pop()
        if not rest:
            del self._answers[number]
        return part
