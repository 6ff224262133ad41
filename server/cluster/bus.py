"""Messages between the nodes of a cluster, over NATS.

A node reads its messages in the order in which each other node sent them. Nothing is kept: what is
sent while the broker is away is lost: a node that misses something asks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from server.cluster.codec import Garbled, Plain
from server.cluster.connecting import (
    ASKED,
    MORE,
    PART,
    SUBJECTS,
    Incoming,
    Outgoing,
    Part,
    connect,
    first_of,
)
from server.cluster.options import ClusterOptions
from server.ops.health import Probe

log = logging.getLogger(__name__)

WAIT: Final = 3.0
"""Seconds for which an answer is waited for."""
_PROTOCOL: Final = 1
"""The version of the messages; a node reads those of the version before, too."""
_ALL: Final = f"{SUBJECTS}.all"
_AGAIN: Final = 0.25
"""Seconds between two tries to reach the broker again."""
_EVER: Final = 86_400
"""Seconds for which the broker may take to answer, in which another connection has begun."""
_FLUSHED: Final = 1
"""Seconds for which the broker may take a new name; the lease goes on running."""
_PING: Final = 2
"""Seconds between two looks whether the broker still answers."""


class NoAnswer(Exception):
    """A node does not answer: it has died, or the broker is away."""


class Receiver(Protocol):
    """Handles a node's messages."""

    def answer(self, sender: str, what: str, body: Mapping[str, Plain]) -> Awaitable[Plain]:
        """Answer another node's question; an error is logged, and gets no answer.

        Raises:
            NoAnswer: the question must not be answered.
        """

    def hear(self, sender: str, what: str, body: Mapping[str, Plain]) -> None:
        """Handle a message of another node."""

    def disconnected(self) -> None:
        """Wait: nothing can be sent or received."""

    def reconnected(self) -> None:
        """Catch up: messages may have been missed."""


class Bus(Protocol):
    """Sends messages to other nodes."""

    @property
    def connected(self) -> bool:
        """Whether the broker carries messages."""

    def ask(self, node: str, what: str, body: Mapping[str, Plain]) -> Awaitable[Any]:
        """Ask a node a question, and return its answer.

        Raises:
            NoAnswer: the node does not answer.
        """

    def tell(self, node: str, what: str, body: Mapping[str, Plain]) -> None:
        """Send a node a message, after all that was sent to it before."""

    def tell_all(self, what: str, body: Mapping[str, Plain]) -> None:
        """Send every other node a message."""


def _mailbox(node: str) -> str:
    return f"{SUBJECTS}.node.{node}"


class NatsBus:
    """The bus of a node, on NATS."""

    def __init__(self, node: str, receiver: Receiver) -> None:
        self._node = node
        self._receiver = receiver
        self._client: Client = Client()
        self._mailbox: Subscription | None = None
        self._outgoing: asyncio.Queue[tuple[str, bytes] | asyncio.Event] = asyncio.Queue()
        """What is sent in this order; an event is set when its turn comes."""
        self._sender: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._incoming = Incoming()
        self._parts = Outgoing()
        self._reached = True
        """Whether messages are carried, as the receiver was told last."""
        self._probe = Probe(self._ping, self._note_silence)
        self._pings: set[asyncio.Task[None]] = set()

    async def open(self, options: ClusterOptions) -> None:
        """Connect, and read messages from now on.

        Raises:
            ClusterError: the broker cannot be reached, or refuses.
        """
        self._client = await connect(
            options,
            name=self._node,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=_AGAIN,
            ping_interval=_PING,
            max_outstanding_pings=2,
            reconnected_cb=self._reconnected,
            disconnected_cb=self._disconnected,
            error_cb=_log_error,
        )
        self._mailbox = await self._client.subscribe(_mailbox(self._node), cb=self._received)
        await self._client.subscribe(_ALL, cb=self._received)
        await self._client.flush()
        self._sender = asyncio.get_running_loop().create_task(self._send())

    @property
    def connected(self) -> bool:
        """Whether the broker carries messages."""
        return self._client.is_connected and self._reached

    def tick(self) -> None:
        """Look whether the broker still answers; once a second."""
        if self._client.is_connected:
            self._probe.tick()

    def _ping(self) -> asyncio.Task[None]:
        """Have the broker answer; never cancelled, as the client reads the answer in any case."""
        ping = asyncio.get_running_loop().create_task(self._client.flush(_EVER))
        self._pings.add(ping)
        ping.add_done_callback(self._pings.discard)
        return ping

    def _note_silence(self, why: str) -> None:
        if self._client.is_connected:
            self._set_reached(not why)

    def _set_reached(self, yes: bool) -> None:
        """Tell the receiver when the broker goes, and when it is back."""
        if yes == self._reached or self._sender is None:
            return
        self._reached = yes
        if yes:
            log.warning("the broker is there again")
            self._receiver.reconnected()
        else:
            log.error("the broker is away: tables of other nodes cannot be reached")
            self._receiver.disconnected()

    async def move(self, node: str) -> None:
        """Read the messages of another name: the node goes on under it.

        A broker that is away takes the name when it is back.
        """
        self._node = node
        before, mailbox = self._mailbox, _mailbox(node)
        if before is None or before.subject != mailbox:
            self._mailbox = await self._client.subscribe(mailbox, cb=self._received)
            if before is not None:
                await before.unsubscribe()
        with suppress(NatsError):
            await self._client.flush(_FLUSHED)

    async def close(self) -> None:
        """Send what waits, and disconnect."""
        if self._sender is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._outgoing.join(), WAIT)
            self._sender.cancel()
            self._sender = None
        for task in [*self._tasks]:
            task.cancel()
        self._drop_pings()
        with suppress(NatsError, TimeoutError, OSError):
            await self._client.close()

    # sending

    async def ask(self, node: str, what: str, body: Mapping[str, Plain]) -> Any:
        data = self._packed(what, body)
        if len(data) > self._most:
            parts = self._parts.cut(data, self._most)
            self._put_parts(_mailbox(node), ASKED, parts)
            data = self._packed(ASKED, {"number": parts[0].number})
        answer = await self._request(node, data)
        first = first_of(answer)
        return msgspec.msgpack.decode(answer) if first is None else await self._rest(node, first)

    async def _rest(self, node: str, first: Part) -> Any:
        """Ask for the rest of an answer, and return the whole."""
        whole, part = Incoming(), first
        while (data := whole.add(node, part)) is None:
            more = self._packed(MORE, {"number": first.number})
            part = msgspec.msgpack.decode(await self._request(node, more), type=Part)
            if not part.data:
                raise NoAnswer(f"{node} has dropped its answer")
        return msgspec.msgpack.decode(data)

    async def _request(self, node: str, data: bytes) -> bytes:
        try:
            async with asyncio.timeout(WAIT):
                # wait for what was to be sent before, and for nothing that is added meanwhile
                turn = asyncio.Event()
                self._outgoing.put_nowait(turn)
                await turn.wait()
                answer = await self._client.request(_mailbox(node), data, timeout=WAIT)
        except (NatsError, TimeoutError, OSError) as error:
            raise NoAnswer(f"{node} does not answer: {error!r}") from None
        if not answer.data:
            raise NoAnswer(f"{node} cannot answer")
        return bytes(answer.data)

    @property
    def _most(self) -> int:
        """Bytes of a message that the broker takes."""
        return self._client.max_payload

    def tell(self, node: str, what: str, body: Mapping[str, Plain]) -> None:
        self._put(_mailbox(node), what, body)

    def tell_all(self, what: str, body: Mapping[str, Plain]) -> None:
        self._put(_ALL, what, body)

    def _put(self, subject: str, what: str, body: Mapping[str, Plain]) -> None:
        if not self.connected:  # what waits for a broker would come too late
            return
        data = self._packed(what, body)
        if len(data) <= self._most:
            self._outgoing.put_nowait((subject, data))
            return
        self._put_parts(subject, PART, self._parts.cut(data, self._most))

    def _put_parts(self, subject: str, what: str, parts: Iterable[Part]) -> None:
        for part in parts:
            message = msgspec.msgpack.encode([_PROTOCOL, self._node, what, part])
            self._outgoing.put_nowait((subject, message))

    def _packed(self, what: str, body: Mapping[str, Plain]) -> bytes:
        return msgspec.msgpack.encode([_PROTOCOL, self._node, what, body])

    async def _send(self) -> None:
        while True:
            message = await self._outgoing.get()
            try:
                if isinstance(message, asyncio.Event):
                    message.set()
                else:
                    await self._publish(*message)
            finally:
                self._outgoing.task_done()

    async def _publish(self, subject: str, data: bytes) -> None:
        try:
            await self._client.publish(subject, data)
        except (NatsError, OSError):
            log.warning("a message of %d bytes to %s is lost", len(data), subject)
        except Exception:
            log.exception("a message of %d bytes to %s is lost", len(data), subject)

    # receiving

    async def _received(self, message: Msg) -> None:
        try:
            _, sender, what, body = msgspec.msgpack.decode(message.data)
        except (msgspec.DecodeError, ValueError, TypeError):
            log.warning("a message of %d bytes cannot be read", len(message.data))
            return
        if sender == self._node:
            return
        try:
            if what == MORE:
                part = self._parts.more(body["number"]) or Part(body["number"], 0, 0, b"")
                await self._respond(message, what, msgspec.msgpack.encode(part))
            elif message.reply:
                if what == ASKED:  # its parts have come before
                    asked = self._incoming.take(sender, body["number"])
                    _, _, what, body = msgspec.msgpack.decode(asked)
                await self._answer(message, sender, what, body)
            elif what in (PART, ASKED):
                self._hear_part(sender, what, body)
            else:
                self._receiver.hear(sender, what, body)
        except Exception:
            log.exception("%r of node %s failed", what, sender)

    def _hear_part(self, sender: str, kind: str, body: Plain) -> None:
        """Collect a part of a message; handle the whole message, or keep it until asked."""
        part = msgspec.convert(body, Part)
        whole = self._incoming.add(sender, part)
        if whole is None:
            return
        if kind == ASKED:
            self._incoming.keep(sender, part.number, whole)
            return
        _, sender, what, body = msgspec.msgpack.decode(whole)
        self._receiver.hear(sender, what, body)

    async def _answer(self, message: Msg, sender: str, what: str, body: Plain) -> None:
        """Answer, without holding up the messages behind it."""
        work = asyncio.ensure_future(self._receiver.answer(sender, what, body))
        await asyncio.sleep(0)
        if work.done():
            await self._reply(message, what, work)
            return
        task = asyncio.get_running_loop().create_task(self._reply(message, what, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reply(self, message: Msg, what: str, work: asyncio.Future[Plain]) -> None:
        data = b""
        try:
            data = msgspec.msgpack.encode(await work)
        except NoAnswer as why:
            log.info("%r is not answered: %s", what, why)
        except Garbled as garbled:
            log.warning("%r cannot be read: %s", what, garbled)
        except Exception:
            log.exception("%r cannot be answered", what)
        if len(data) > self._most:
            data = self._parts.hold(data, self._most)
        await self._respond(message, what, data)

    async def _respond(self, message: Msg, what: str, data: bytes) -> None:
        try:
            await message.respond(data)
        except (NatsError, OSError) as error:
            log.warning("the answer to %r, %d bytes, is lost: %r", what, len(data), error)

    async def _reconnected(self) -> None:
        self._drop_pings()
        self._set_reached(True)

    async def _disconnected(self) -> None:
        self._set_reached(False)

    def _drop_pings(self) -> None:
        """Forget what was asked on an earlier connection: its answer never comes."""
        self._probe.drop()
        for ping in [*self._pings]:
            ping.cancel()


async def _log_error(error: Exception) -> None:
    if not isinstance(error, OSError | TimeoutError):
        log.warning("the broker: %s", error)
