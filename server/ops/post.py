"""Send a JSON document to a URL, and an e-mail to an address; both block, so not in the loop."""

from __future__ import annotations

import json
import smtplib
import ssl
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid
from http.client import HTTPException
from typing import Any, Final, Literal

_TIMEOUT: Final = 10.0
"""Seconds for each step of a connection."""
_MOST_READ: Final = 4096

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


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **named: Any) -> None:
        """Follow no redirect: the document goes where the operator said, or nowhere."""


def post_json(url: str, document: Mapping[str, object]) -> None:
    """Send a JSON document by POST.

    Raises:
        OSError: it was not taken.
    """
    request = urllib.request.Request(
        url,
        json.dumps(document).encode(),
        {"Content-Type": "application/json", "User-Agent": "cuttle"},
    )
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=_TIMEOUT) as answer:
            answer.read(_MOST_READ)
    except HTTPException as error:
        raise OSError(str(error)) from error


def send_mail(server: MailServer, to: str, subject: str, text: str) -> None:
    """Send an e-mail.

    Raises:
        OSError: the server did not take it.
    """
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = server.sender, to, subject
    mail["Date"] = format_datetime(localtime())
    mail["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2] or None)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text, cte="quoted-printable")
    with _connection(server) as connection:
        if server.security == "starttls":
            connection.starttls(context=ssl.create_default_context())
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(mail)


def _connection(server: MailServer) -> smtplib.SMTP:
    if server.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=_TIMEOUT, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=_TIMEOUT)
