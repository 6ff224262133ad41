"""Let players in by a link: the page of a terminal, and its WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket as sockets
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Context
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from cuttle_tui.i18n.translation import ENGLISH, language_of, speak
from cuttle_tui.kit.pasted import game_id, room_code, table_name
from cuttle_tui.ports import LobbyError
from cuttle_tui.tty.terminal import Terminal
from server.cluster.options import Network
from server.doors.admission import open_socket
from server.doors.proxy_protocol import within
from server.doors.service import Doors
from server.doors.session import Command, Session
from server.ops.limits import Throttle, origin
from server.ops.logs import OFTEN, line_of as log_text
from server.people.accounts import Accounts, Player, keyed
from server.sanitize import clean
from server.store.values import StoreError
from server.web import WebOptions
from server.web.callers import (
    COOKIE_LASTS,
    LEAVE_TIME,
    RENEWED_AFTER,
    BrowserWire,
    Connection,
    Cookie,
    cookie_name,
    cookie_of,
    new_cookie,
)
from server.web.negotiation import address_of, by_preference, hops, is_kept, takes_gzip
from server.web.pages import Answer, WebPages
from server.web.rendering import File, page_files, terminal_page

log = logging.getLogger(__name__)

_LARGEST_MESSAGE: Final = 64 * 1024
"""Bytes of a message of a page: a long paste has fewer."""
_PING: Final = 30.0
"""Seconds between two looks whether a browser is still there."""
_MESSAGES_BURST, _MESSAGES_RATE = 240.0, 120.0
"""Messages of a page at once, and in a second for long."""
_A_MESSAGE: Final = 1024
"""Bytes that count as a message more."""
_PAGE_CLOSED: Final = WSCloseCode.GOING_AWAY
"""What browsers say as they close a page, load it again or leave it; a lost line says nothing."""
_TAKEN: Final = (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG)
_FILES: Final = 10
"""Files that are asked for with a page: a whole class of pupils may come from one address."""
_FIRST_PAGES: Final = 3
"""Pages of terminals that are loaded for each terminal that may begin: some load theirs again."""
_RENEWALS: Final = 60, 60 / 86_400
"""Cookies of an address that are replaced at once, and in a second for long: each is stored."""
_OLD: Final = timedelta(days=RENEWED_AFTER)
"""The age from which on a browser's key gives way to another: a cookie may lie about its day."""
_SUCCESSORS: Final = 256
"""Cookies that are remembered to have been given in the place of others."""
_NUMBER: Final = re.compile(r"[0-9]{1,5}")
_PAGE: Final = re.compile(r"[A-Za-z0-9]{1,32}")
_HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?")
_WORD: Final = re.compile(r"[\w.-]{1,64}")
_VERBS: Final = {"join": room_code, "enter": str.upper, "watch": table_name, "replay": game_id}
"""What a link can lead to beside the app's first screen, and how the rest is read."""
_UNLISTED: Final = "noindex"
"""Search engines list no such page; chats may still preview it."""
_PICTURES: Final = "image/"
_SOCKETS: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the terminal sets the sizes of its cells so
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' {sockets}",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_STRICT: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_WITH_FORM: Final = _STRICT.replace("form-action 'none'", "form-action 'self'")
_SERVER: Final = "Cuttle"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Server": _SERVER,
}
_FOR_PROXIES: Final = "max-age=31536000"
"""Behind TLS: browsers come by nothing else for a year."""


class BrowserSession(Session):
    """A session in a page."""

    wire: BrowserWire
    remembered = True

    def __init__(self, doors: Doors, player: Player, command: Command, terminal: Terminal) -> None:
        super().__init__(doors, player)
        self.wire = BrowserWire(doors.limits, doors.metrics.frame)
        self.command, self.terminal = command, terminal
        self.has_pty = True
        self.door = doors.door or "HOST"
        self.parked: asyncio.TimerHandle | None = None
        """Ends the session while it has no page."""

    @property
    def away(self) -> bool:
        return self.parked is not None

    def stay(self) -> None:
        """Keep the session, now that its page is back."""
        if self.parked is not None:
            self.parked.cancel()
            self.parked = None


class WebDoor:
    """Serves pages and terminals, from `open` to `close`."""

    def __init__(
        self,
        doors: Doors,
        options: WebOptions,
        pages: WebPages,
        *,
        accounts: Accounts | None = None,
        shared: bool = False,
    ) -> None:
        """Prepare the door; nothing is open yet.

        Args:
            accounts: those of the players; without them everybody in a browser is a guest.
            pages: answers the links that lead to no terminal.
            shared: whether other processes listen on the same port.
        """
        self._doors = doors
        self._options = options
        self._accounts = accounts
        self._pages = pages
        self._shared = shared
        self._files = page_files()
        self._sessions: dict[tuple[str, str], BrowserSession] = {}
        """By the identity of a browser and the name of its page."""
        burst, rate = doors.limits.arrivals_burst, doors.limits.arrivals_rate
        self._requests = Throttle(burst, rate)
        self._first_asked = Throttle(burst * _FIRST_PAGES, rate * _FIRST_PAGES)
        self._files_asked = Throttle(burst * _FILES, rate * _FILES)
        self._renewals = Throttle(*_RENEWALS)
        self._successors: dict[str, Cookie] = {}
        """What takes the place of old cookies, by their identities; the latest is last."""
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None
        self._safe = {**_HEADERS, "Content-Security-Policy": _STRICT}
        if options.secure and not options.prefix:  # else the host is not ours alone
            self._safe["Strict-Transport-Security"] = _FOR_PROXIES
        self._port = options.port
        self._count = 0

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def prefix(self) -> str:
        """The path below which it is, perhaps empty."""
        return self._options.prefix

    @property
    def url(self) -> str:
        """Where players find it."""
        return replace(self._options, port=self._port).shown_url

    async def open(self) -> None:
        """Begin to listen.

        Raises:
            OSError: the port cannot be had.
        """
        listening = open_socket(
            self._doors.admission,
            *(self._options.host, self._options.port, _refusal),
            shared=self._shared,
        )
        listening.loads = True
        listening.patience = self._doors.limits.login_time
        listening.proxies = self._options.proxies
        self._port = listening.getsockname()[1]
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(self._protect)
        app.router.add_get(f"{self._options.prefix}/socket", self._terminal)
        app.router.add_post(f"{self._options.prefix}/mail/{{token}}", self._stop_mail)
        app.router.add_get("/{path:.*}", self._page)
        self._runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._connection, sock=listening, backlog=512)

    def _connection(self) -> Connection:
        assert self._runner is not None
        assert self._runner.server is not None
        return Connection(self._runner.server, self._safe, self._doors.limits.stall_timeout)

    async def stop_listening(self) -> None:
        """Take no more callers; pages wait for a server that keeps their games."""
        for session in self._sessions.values():
            session.wire.restarting = self._accounts is not None
        if self._listening is not None:
            self._listening.close()

    async def close(self) -> None:
        """Close what is open; the sessions have ended before."""
        if self._runner is not None:
            await self._runner.cleanup()
        self._pages.close()

    # requests

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Count a request, and answer for those that fail."""
        if request.transport is not None:
            self._doors.admission.logged_in(request.transport.get_extra_info("peername") or ())
        path = self._options.inner(request.path)
        if path in self._files:
            throttle = self._files_asked
        elif path is None or _command(path) is None:
            throttle = self._requests
        else:
            throttle = self._first_asked
        if not throttle.allow(origin(self._address(request))):
            response = _text(
                429, "Too many requests come from your address. Please wait a little.\n"
            )
            response.force_close()
            return response
        try:
            return await handler(request)
        except web.HTTPException as error:
            return _text(error.status, f"{error.reason}\n", Allow=error.headers.get("Allow", ""))
        except Exception:
            log.exception("a request for %r ended by an error", clean(request.path, 200))
            return _text(500, "Something went wrong on our side. Please try again.\n")

    async def _protect(self, request: web.Request, response: web.StreamResponse) -> None:
        del request
        for name, value in self._safe.items():
            response.headers.setdefault(name, value)
        response.headers["Server"] = _SERVER  # in place of the versions of Python and the library

    def _address(self, request: web.Request) -> str:
        """Return where a request comes from; a proxy that is trusted says for whom it asks."""
        found = None if request.transport is None else request.transport.get_extra_info("peername")
        peer = str(found[0]) if found else ""
        if not peer or not within(peer, self._options.proxies):
            return peer
        standard = self._options.forwarded
        name = "Forwarded" if standard else "X-Forwarded-For"
        named = hops(request.headers.getall(name, ()), standard=standard)
        try:
            return _first_stranger(named, self._options.proxies) or peer
        except ValueError as error:
            log.warning("a trusted proxy named no address, so that it is counted itself: %s", error)
            self._doors.metrics.address_unread()
            return peer

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """Answer a link: a file of the page, the page of the terminal, or another page."""
        path, prefix = self._options.inner(request.path), self._options.prefix
        raw = self._options.inner(request.rel_url.raw_path)
        if prefix and request.path == prefix:
            return _text(308, f"{self.url}/\n", Location=f"{prefix}/")
        if path is None or raw is None:
            return _text(404, f"Cuttle is at {self.url}/\n")
        file = self._files.get(path)
        if file is not None:
            return _file_response(request, file)
        language = _language(request)
        command = _command(path)
        if command is not None:
            return await self._terminal_page(request, command, language)
        viewer = partial(self._viewer, request)
        answer = await self._pages.answer(raw, language, viewer)
        return self._response(self._pages.missing(language) if answer is None else answer)

    async def _stop_mail(self, request: web.Request) -> web.StreamResponse:
        """End all mail to a player: with the button of the page, or one click in a mail program."""
        token = request.match_info["token"]
        return self._response(await self._pages.stop_mail(_language(request), token, sure=True))

    def _response(self, answer: Answer) -> web.Response:
        response = web.Response(status=answer.status, body=answer.body)
        response.headers["Content-Type"] = answer.content_type
        keep = f"public, max-age={answer.max_age}" if answer.max_age else "no-store"
        response.headers["Cache-Control"] = keep
        response.headers["Vary"] = "Accept-Language"
        if answer.content_type.startswith(_PICTURES):  # chats and other sites may show it
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        if answer.form:
            response.headers["Content-Security-Policy"] = _WITH_FORM
        if not answer.listed:
            response.headers["X-Robots-Tag"] = _UNLISTED
        if answer.filename:
            response.headers["Content-Disposition"] = f'attachment; filename="{answer.filename}"'
        return response

    def _cookie_of(self, request: web.Request) -> Cookie | None:
        options = self._options
        return cookie_of(request.cookies, secure=options.secure, prefix=options.prefix)

    async def _viewer(self, request: web.Request) -> str:
        """Return the id of a browser's account, empty for none, or raise ``not-now``."""
        cookie = self._cookie_of(request)
        if cookie is None or self._accounts is None:
            return ""
        try:
            store, ask = self._accounts.store, self._accounts.writer.ask
            person = await ask(store.person_of_key, cookie.identity)
        except StoreError:
            raise LobbyError("not-now") from None
        return "" if person is None else person.id

    async def _terminal_page(
        self, request: web.Request, command: Command, language: str
    ) -> web.StreamResponse:
        speak(language)
        words = command.words
        ssh = ("ssh -t", self._doors.door or "HOST")
        line, plain = " ".join((*ssh, *words)), " ".join((*ssh, "plain", *words))
        verb, named = words or ("", "")
        preview = await self._pages.preview(language, verb, named)
        path = "/" + "/".join(words)
        title = self._options.title
        prefix = self._options.prefix
        page = terminal_page(line, plain, self.url, path, language, title, preview, prefix)
        response = web.Response(body=page, content_type="text/html", charset="utf-8")
        if words:
            response.headers["X-Robots-Tag"] = _UNLISTED
        host, kinds = _host(request), ("wss",) if self._options.secure else ("ws", "wss")
        # not every browser takes 'self' for sockets
        sockets = " ".join(f"{kind}://{host}" for kind in kinds if host)
        response.headers["Content-Security-Policy"] = _SOCKETS.format(sockets=sockets)
        response.headers["Cache-Control"] = "no-store"
        await self._give_cookie(request, response)
        return response

    async def _give_cookie(self, request: web.Request, response: web.Response) -> None:
        """Give a browser its cookie, and another in its place now and then."""
        cookie = self._cookie_of(request)
        if cookie is None:
            cookie = new_cookie()
        elif (
            cookie.is_old
            and self._accounts is not None
            and self._renewals.allow(origin(self._address(request)))
        ):
            # the same in its place for pages that are opened at once
            after = self._successors.pop(cookie.identity, None) or cookie.successor()
            self._successors[cookie.identity] = after
            if len(self._successors) > _SUCCESSORS:
                del self._successors[next(iter(self._successors))]
            if await self._accounts.renew_key(cookie.identity, after.identity, _OLD):
                cookie = after
        response.set_cookie(
            cookie_name(secure=self._options.secure, prefix=self._options.prefix),
            str(cookie),
            max_age=COOKIE_LASTS,
            path=self._options.prefix or "/",
            secure=self._options.secure,
            httponly=True,
            samesite="Lax",  # Strict would hide it from links that are followed in a chat
        )

    # terminals

    async def _terminal(self, request: web.Request) -> web.StreamResponse:
        """Carry a terminal's session for as long as its page is open."""
        asks = "why" not in request.query  # as a page does that got no socket
        if asks and not self._is_own(request):
            told = {"address": self._address(request), **OFTEN}
            log.info("a page of another site was refused", extra=told)
            return _text(403, "This page belongs to another site.\n")
        cookie = self._cookie_of(request)
        path = self._options.inner(request.query.get("path", f"{self._options.prefix}/"))
        command = None if path is None else _command(path)
        page = request.query.get("page", "")
        fits = bool(_PAGE.fullmatch(page)) and "Sec-WebSocket-Protocol" not in request.headers
        if cookie is None or (asks and (command is None or not fits)):
            return _text(400, "Please load the page again.\n")
        socket = web.WebSocketResponse(
            max_msg_size=_LARGEST_MESSAGE,
            heartbeat=_PING,
            compress=False,
            timeout=LEAVE_TIME,
            autoping=False,  # pings count as messages
        )
        if command is None or not (asks and socket.can_prepare(request)):
            return _text(426, "This address is for WebSockets.\n", Upgrade="websocket")
        self._count += 1
        address, admission = self._address(request), self._doors.admission
        place = (address, "web", self._count)
        if admission.arrive(place, lambda: None):  # counted as a connection of ssh
            return _text(429, "Too many connections from your address. Please wait a little.\n")
        admission.logged_in(place)
        try:
            with contextlib.suppress(ConnectionError):  # it may be lost at any time
                await socket.prepare(request)
                await self._carry(request, socket, cookie, page, command, address)
        finally:
            admission.left(place)
        return socket

    def _is_own(self, request: web.Request) -> bool:
        """Return whether a WebSocket is asked for by a page of ours."""
        try:
            page = urlsplit(request.headers.get("Origin", "").lower())
        except ValueError:  # brackets without an address in them
            return False
        by_tls = page.scheme == "https" or not self._options.secure
        hosts = (_host(request), urlsplit(self._options.url.lower()).netloc)
        return by_tls and bool(page.netloc) and page.netloc in hosts

    async def _carry(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        cookie: Cookie,
        page: str,
        command: Command,
        address: str,
    ) -> None:
        transport = request.transport
        if transport is None:
            return
        raw: sockets.socket | None = transport.get_extra_info("socket")
        if raw is not None:
            with contextlib.suppress(OSError):
                raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, self._doors.limits.backlog)
        if self._accounts is not None and cookie.before:
            await self._accounts.drop_key(cookie.identity_before, cookie.identity)
        place = cookie.identity, page
        known = self._sessions.get(place)
        fresh = known is None or known.task is None or known.task.done()
        session = self._new_session(request, cookie, command) if fresh or not known else known
        session.stay()
        wire = session.wire
        wire.attach(socket, transport)
        wire.resized(*_size(request.query))
        wire.looked(**_look(request.query))
        if fresh:
            self._sessions[place] = session
            session.begin(address)
            assert session.task is not None
            session.task.add_done_callback(lambda _task: self._ended(place, session))
        sender = asyncio.create_task(wire.send_all(socket))
        try:
            await _read_messages(socket, wire)
        finally:
            sender.cancel()
            if wire.detach(socket):
                self._park(session, closed=socket.close_code == _PAGE_CLOSED)

    def _new_session(
        self, request: web.Request, cookie: Cookie, command: Command
    ) -> BrowserSession:
        asked = request.query
        look = _look(asked)
        terminal = Terminal(
            light=look["light"],
            touch=asked.get("touch") == "1",
            still=look["still"],
            language=_language(request),
        )
        self._doors.metrics.login("browser")
        if self._accounts is not None:
            player = keyed("", cookie.identity)
        else:
            player = replace(self._doors.guests.arrive(code=cookie.resume_code), resume="")
        return BrowserSession(self._doors, player, command, terminal)

    def _park(self, session: BrowserSession, *, closed: bool) -> None:
        """Keep a session whose page is gone for a while: it may have been a tunnel.

        A page that was closed can only have been loaded again, which does not take long; and what
        has not begun has nothing to come back to.
        """
        over = session.task is None or session.task.done() or not session.wire.alive
        if over or not session.begun:
            session.lost()
            return
        limits = self._doors.limits
        wait = limits.reload_time if closed else limits.stall_timeout
        loop = asyncio.get_running_loop()
        session.parked = loop.call_later(wait, session.lost, context=Context())

    def _ended(self, place: tuple[str, str], session: BrowserSession) -> None:
        session.stay()
        if self._sessions.get(place) is session:
            del self._sessions[place]
        if session.player.guest:
            self._doors.guests.leave(session.player)
        if not session.wire.attached:
            session.lost()


async def _read_messages(socket: web.WebSocketResponse, wire: BrowserWire) -> None:
    """Pass on what a page sends, no faster than a person types, until it is gone."""
    loop = asyncio.get_running_loop()
    allowance, since = _MESSAGES_BURST, loop.time()
    async for message in socket:
        if message.type not in _TAKEN:
            return
        now = loop.time()
        allowance = min(_MESSAGES_BURST, allowance + (now - since) * _MESSAGES_RATE)
        allowance, since = allowance - 1 - len(message.data) / _A_MESSAGE, now
        if allowance < 0:
            await asyncio.sleep(-allowance / _MESSAGES_RATE)
        if message.type is WSMsgType.TEXT:
            await wire.may_read.wait()
            _take_message(wire, message.data)
        elif message.type is WSMsgType.PING:
            await socket.pong(message.data)


def _take_message(wire: BrowserWire, text: str) -> None:
    """Take one message; what no page of ours sends is dropped."""
    try:
        what, *values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return
    value = values[0] if values else None
    if what == "stdin" and isinstance(value, str):
        wire.received(value.encode("utf-8", "replace"))
    elif what == "resize" and isinstance(value, dict):
        wire.resized(*_size(value))
    elif what == "look" and isinstance(value, dict):
        wire.looked(**_look(value))
    elif what == "ping" and isinstance(value, str):
        wire.pong(value[:32])


def _look(told: Mapping[str, object]) -> dict[str, bool]:
    """Return whether a page has a light ground, and whether less is to move in it."""
    return {name: str(told.get(name)) == "1" for name in ("light", "still")}


def _size(told: Mapping[str, object]) -> tuple[int, int]:
    """Return the columns and rows of a page; 0 for what is no number."""
    texts = (str(told.get(name)) for name in ("width", "height"))
    width, height = (int(text) if _NUMBER.fullmatch(text) else 0 for text in texts)
    return width, height


def _command(path: str) -> Command | None:
    """Return what a link asks of a terminal; None if it leads to another page."""
    if path == "/":
        return Command()
    verb, _, rest = path.strip("/ ").partition("/")
    read = None if "/" in rest else _VERBS.get(verb.lower())
    named = "" if read is None else read(rest)
    return Command((verb.lower(), named)) if _WORD.fullmatch(named) else None


def _language(request: web.Request) -> str:
    """Return the first language that a browser asks for and that we speak."""
    for name in by_preference(request.headers.get("Accept-Language", "")):
        found = language_of({"LANG": name.replace("-", "_")})
        if found != ENGLISH or name.startswith(ENGLISH):
            return found
    return ENGLISH


def _host(request: web.Request) -> str:
    """Return the host that was asked, as browsers write it; empty if it is none."""
    host = request.headers.get("Host", "").lower()
    return host if _HOST.fullmatch(host) else ""


def _first_stranger(hops: list[str], proxies: tuple[Network, ...]) -> str:
    """Return the last hop that is no proxy of ours; raise ValueError if one cannot be read."""
    for hop in reversed(hops):
        address = address_of(hop)
        if not address:
            raise ValueError(log_text(hop, 80))
        if not within(address, proxies):
            return address  # what stands before it anybody can write
    return ""


def _text(status: int, text: str, **headers: str) -> web.Response:
    """Answer in a sentence; headers without a value are left out."""
    given = {name: value for name, value in headers.items() if value}
    return web.Response(status=status, text=text, headers={"Cache-Control": "no-store", **given})


def _file_response(request: web.Request, file: File) -> web.Response:
    zipped = takes_gzip(",".join(request.headers.getall("Accept-Encoding", ())))
    if zipped is None:
        return _text(406, "This file is sent as it is, or by gzip.\n", Vary="Accept-Encoding")
    tag = file.zipped_tag if zipped else file.tag
    if is_kept(request.headers.getall("If-None-Match", ()), tag):
        response = web.Response(status=304)
    else:
        response = web.Response(body=file.zipped if zipped else file.body)
        response.headers["Content-Type"] = file.content_type
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _refusal(reason: str) -> bytes:
    """Build what a caller is sent who is not admitted."""
    body = f"{reason}\n".encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: 60\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
