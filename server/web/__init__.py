"""The door for browsers: pages, cookies, terminals over WebSockets. Here: where it is."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from server.cluster.options import Network

WEB_PORT: Final = 8080
_PACKAGES: Final = ("aiohttp", "textual_serve", "PIL", "jinja2")


def missing_packages() -> str:
    """Return the command that installs what the door needs; empty if it is all there."""
    if all(map(find_spec, _PACKAGES)):
        return ""
    from server.ops.installation import command_for

    return command_for("web")


class WebPortTaken(OSError):
    """The port for browsers cannot be had."""


@dataclass(frozen=True, slots=True)
class WebOptions:
    """Where browsers come in."""

    host: str = "127.0.0.1"
    port: int = WEB_PORT
    """0 for any that is free."""
    url: str = ""
    """What players type, as ``https://play.example.org``; empty for host and port."""
    proxies: tuple[Network, ...] = ()
    """Where X-Forwarded-For is believed, or Forwarded."""
    title: str = ""
    """The name of the club; empty for that of the game."""
    prefix: str = ""
    """The path below which all of it is, as ``/cuttle``; empty for a site of its own."""
    forwarded: bool = False
    """Whether the proxies send Forwarded, as RFC 7239 has it, in place of X-Forwarded-For."""

    @property
    def secure(self) -> bool:
        """Whether players come by TLS."""
        return self.url.lower().startswith("https:")

    @property
    def shown_url(self) -> str:
        """What players type."""
        named = "localhost" if self.host.startswith("127.") else self.host
        host = f"[{named}]" if ":" in named else named
        return (self.url or f"http://{host}:{self.port}") + self.prefix

    def inner(self, path: str) -> str | None:
        """Return a path as it is below the prefix; None for what is not ours."""
        if not self.prefix:
            return path
        below = path.removeprefix(self.prefix)
        return below if below != path and below.startswith("/") else None
