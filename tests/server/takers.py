"""A mail server and a web server on this machine, for tests of what the server sends off."""

from __future__ import annotations

import json
import queue
import socketserver
import threading
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast


class _Smtp(socketserver.StreamRequestHandler):
    """Speaks as much SMTP as a client needs, and keeps the mail."""

    def handle(self) -> None:
        """Take mails until the client is done."""
        self._say("220 ready")
        while line := self.rfile.readline().decode().strip():
            verb = line[:4].upper()
            if verb == "DATA":
                self._say("354 go on")
                self._keep()
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _keep(self) -> None:
        lines = []
        while (line := self.rfile.readline().rstrip(b"\r\n")) != b".":
            lines.append(line)
        cast(Any, self.server).taken.put(message_from_bytes(b"\n".join(lines)))
        self._say("250 kept")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class _Hook(BaseHTTPRequestHandler):
    """Keeps each document that is posted."""

    def do_POST(self) -> None:
        """Keep a document."""
        size = int(self.headers["Content-Length"])
        cast(Any, self.server).taken.put(json.loads(self.rfile.read(size)))
        self.send_response(cast(Any, self.server).status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


class Taker:
    """A server on this machine, and what it took."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._server.taken = queue.Queue()
        self._server.status = 200
        self.port: int = server.server_address[1]
        self._thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def take(self) -> Any:
        """Wait for the next thing."""
        return self._server.taken.get(timeout=20)

    @property
    def empty(self) -> bool:
        """Whether nothing else came."""
        return bool(self._server.taken.empty())

    def answer(self, status: int) -> None:
        """Answer with another status from now on."""
        self._server.status = status

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def mail_taker() -> Taker:
    """Run a mail server."""
    return Taker(socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Smtp))


def web_taker() -> Taker:
    """Run a web server."""
    return Taker(ThreadingHTTPServer(("127.0.0.1", 0), _Hook))
