"""Send a JSON document to a URL, and an e-mail to an address; both block, so not in the loop."""

from __future__ import annotations

import json
import smtplib
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final, Literal, Self, TypeVar
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

_STEP: Final = 10.0
"""Seconds for each step of a connection."""
_IN_ALL: Final = 20.0
"""Seconds for everything, however little comes at a time."""
_POLICY: Final = SMTP.clone(max_line_length=500)
"""Links stand in headers as they are: what is longer than a line would be encoded."""
_READY: Final = 220
"""With this an SMTP server greets."""
_C = TypeVar("_C", HTTPConnection, smtplib.SMTP)

Security = Literal["starttls", "tls", "none"]


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that takes our e-mail."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    security: Security = "starttls"


class _Deadline:
    """Cuts a connection that takes too long in all; use it as a context.

    The timeouts of sockets count anew with each byte that comes.
    """

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._seconds = seconds
        self._over = False
        self._connection: HTTPConnection | smtplib.SMTP | None = None

    def watch(self, connection: _C) -> _C:
        """Cut this connection when it is time."""
        self._connection = connection
        return connection

    def _cut(self) -> None:
        self._over = True
        connection = self._connection
        open_socket = None if connection is None else connection.sock
        if open_socket is not None:
            with suppress(OSError):  # past the layer of TLS, which would wait for the other side
                socket.socket.shutdown(open_socket, socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._timer.cancel()
        if self._over:  # what was cut off may look complete
            raise TimeoutError(f"it took longer than {self._seconds:g} s") from error


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **named: Any) -> None:
        """Follow no redirect: the document goes where the operator said, or nowhere."""


class _Watched(HTTPHandler, HTTPSHandler):
    """Opens connections that a deadline cuts."""

    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def do_open(self, http_class: Any, req: Request, **arguments: Any) -> HTTPResponse:
        """Open a connection, and watch it."""

        def watched(*args: Any, **named: Any) -> HTTPConnection:
            connection: HTTPConnection = http_class(*args, **named)
            return self._deadline.watch(connection)

        return super().do_open(watched, req, **arguments)


def post_json(url: str, document: Mapping[str, object], *, seconds: float = _IN_ALL) -> None:
    """Send a JSON document by POST.

    Raises:
        OSError: it was not taken, or not within so many seconds.
    """
    request = Request(
        url,
        json.dumps(document).encode(),
        {"Content-Type": "application/json", "User-Agent": "cuttle"},
    )
    try:
        with _Deadline(seconds) as deadline:
            opener = build_opener(_NoRedirect, _Watched(deadline))
            opener.open(request, timeout=_STEP).close()
    except HTTPException as error:
        raise OSError(str(error)) from error


def send_mail(
    server: MailServer,
    to: str,
    subject: str,
    text: str,
    *,
    stop: str = "",
    seconds: float = _IN_ALL,
) -> None:
    """Send an e-mail to one address, which is the same in its header and its envelope.

    Args:
        stop: the link that ends such mail with one click (RFC 8058); empty for none.

    Raises:
        OSError: the server did not take it, or not within so many seconds.
        ValueError: a mail program would read the address otherwise.
    """
    mail = EmailMessage(policy=_POLICY)
    mail["From"], mail["To"], mail["Subject"] = server.sender, to, subject
    if [each.addr_spec for each in mail["To"].addresses] != [to]:
        raise ValueError("the address is not one and the same in a header")
    mail["Date"] = format_datetime(localtime())
    mail["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2] or None)
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text, cte="quoted-printable")
    with _Deadline(seconds) as deadline, _connection(server, deadline) as connection:
        if server.security == "starttls":
            connection.starttls(context=ssl.create_default_context())
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(mail, server.sender, [to])


def _connection(server: MailServer, deadline: _Deadline) -> smtplib.SMTP:
    if server.security == "tls":
        context = ssl.create_default_context()
        connection: smtplib.SMTP = smtplib.SMTP_SSL(timeout=_STEP, context=context)
    else:
        connection = smtplib.SMTP(timeout=_STEP)
    deadline.watch(connection)
    connection._host = server.host  # type: ignore[attr-defined]  # TLS checks this name
    try:
        code, _ = connection.connect(server.host, server.port)
        if code != _READY:
            raise smtplib.SMTPConnectError(code, "the mail server is not ready")
    except OSError:
        connection.close()
        raise
    return connection
