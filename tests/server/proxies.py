"""Proxies in front of servers, as programs of this machine, and browsers that come by them."""

from __future__ import annotations

import os
import re
import shutil
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from yarl import URL

from server.ops.monitoring import Endpoint, Metrics
from server.serve import Server
from server.web import WebOptions
from server.web.door import BrowserSession
from tests.cluster.certificates import Authority
from tests.cluster.processes import Program, wait_until
from tests.server.floor import floor_app
from tests.server.web.page import Browser, browser

HOSTING: Final = Path(__file__).parents[2] / "docs" / "hosting"
HAPROXY_CFG: Final = (HOSTING / "haproxy.cfg").read_text()
HAPROXY: Final = shutil.which("haproxy") or shutil.which(
    "haproxy", path="/usr/sbin:/usr/local/sbin"
)


def needs(program: str | None, name: str) -> pytest.MarkDecorator:
    """Skip a test where its program is missing; CI must have it, so that it fails there."""
    missing = program is None and not os.environ.get("CI")
    return pytest.mark.skipif(missing, reason=f"{name} is not installed")


needs_haproxy = needs(HAPROXY, "HAProxy")


def site(folder: Path) -> tuple[str, ssl.SSLContext]:
    """Write a certificate for browsers with its key.

    Returns:
        The file, as a configuration names it, and a context that trusts it.
    """
    authority = Authority(folder)
    file = folder / "site.pem"
    file.write_bytes(b"".join(part.read_bytes() for part in authority.sign("proxy")))
    return f'"{file}"', ssl.create_default_context(cafile=str(authority.file))


def haproxy_cfg(text: str, ports: dict[str, int], nodes: dict[str, tuple[int, int]]) -> str:
    """Put ports in place of those of the example, and check often; nodes without ports go."""
    for place, port in ports.items():
        text = text.replace(f"bind :::{place} v4v6", f"bind 127.0.0.1:{port}")
    text = text.replace("inter 2s fall 2 rise 2", "inter 500ms fall 1 rise 1")
    text = text.replace("maxconn 20000", "maxconn 100")
    text = text.replace("timeout connect 3s", "timeout connect 60s\n    timeout check 60s")

    def placed(found: re.Match[str]) -> str:
        door, health = nodes.get(found[1], (0, 0))
        return f"    server {found[1]} 127.0.0.1:{door}{found[2]} port {health}\n" if door else ""

    return re.sub(r" +server ([abc]) [\d.]+:\d+(.*)\n", placed, text)


@contextmanager
def program(folder: Path, words: list[str], port: int) -> Iterator[Program]:
    """Run a program until it listens on a port, and end it after."""
    running = Program(folder, words, lambda: f":{port}" in _listening())
    try:
        yield running.start()
    finally:
        running.kill()


def _listening() -> str:
    """List the ports of IPv4 that somebody listens on, in decimal."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = [int(row[1].partition(":")[2], 16) for row in rows if row[3] == "0A"]
    return " ".join(f":{end}" for end in ends)


@contextmanager
def haproxy(folder: Path, text: str, port: int) -> Iterator[Program]:
    """Run HAProxy with a configuration."""
    file = folder / "haproxy.cfg"
    file.write_text(text)
    with program(folder, [str(HAPROXY), "-db", "-f", str(file)], port) as running:
        yield running


def waiting_for(running: Program, text: str) -> Callable[[], None]:
    """Build a wait for what a program says."""

    def wait() -> None:
        wait_until(lambda: text in running.said, lambda: running.said)

    return wait


@dataclass
class Club:
    """A server that browsers reach by a proxy of this machine."""

    server: Server
    metrics: Metrics
    ports: tuple[int, int]
    """For browsers, and for checks."""

    @property
    def sessions(self) -> list[BrowserSession]:
        """The sessions of pages that it has."""
        assert self.server.web is not None
        return [*self.server.web._sessions.values()]

    @property
    def addresses(self) -> set[str]:
        """Where their players come from."""
        return {session.address for session in self.sessions}


@asynccontextmanager
async def club(folder: Path, url: str, prefix: str = "") -> AsyncIterator[Club]:
    """Open a club to which a link leads, perhaps below a path."""
    folder.mkdir()
    metrics = Metrics()
    web = WebOptions(port=0, url=url, prefix=prefix, proxies=(ip_network("127.0.0.1"),))
    async with (
        Endpoint(metrics, 0) as health,
        Server(folder, app_for=floor_app, metrics=metrics, web=web) as server,
    ):
        assert server.web is not None
        yield Club(server, metrics, (server.web.port, health.port))


@asynccontextmanager
async def browser_from(source: str, club: Club, trusts: ssl.SSLContext) -> AsyncIterator[Browser]:
    """Come by a club's link from one address, and pretend to come from another."""
    connector = aiohttp.TCPConnector(ssl=trusts, local_addr=(source, 0))
    forged = {"X-Forwarded-For": "198.51.100.1"}
    assert club.server.web is not None
    link = URL(club.server.web.url)
    async with browser(link, connector=connector, headers=forged) as there:
        yield there
