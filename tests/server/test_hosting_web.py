"""Browsers come by the proxies of the hosting guide: with its files, by TLS, as who they are."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path
from typing import Final

import pytest
from yarl import URL

from tests.ports import lasting_port
from tests.server.proxies import (
    HAPROXY_CFG,
    HOSTING,
    Club,
    browser_from,
    club,
    haproxy,
    haproxy_cfg,
    needs,
    needs_haproxy,
    program,
    site,
    waiting_for,
)
from tests.server.web.page import Browser

pytestmark = pytest.mark.slow

_CADDY: Final = shutil.which("caddy")
_NGINX: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
GUIDE: Final = (HOSTING.parent / "HOSTING.md").read_text()
_NAME: Final = "cuttle.example.org"
"""Where the club of the guide is."""


_PLACES: Final = [("", "__Host-cuttle"), ("/cuttle", "__Secure-cuttle")]
"""Below which path the club is, and what its cookie is called there."""
_SAID: Final = dict(
    re.findall(r"^\| (Caddy|nginx|HAProxy) \| (`.+` \| `.+`) \|$", GUIDE, re.MULTILINE)
)
"""What the guide says to write below a path, in place of what."""


def _placed(kind: str, text: str, prefix: str) -> str:
    """Change a proxy's file as the guide says, where the club is below a path."""
    if not prefix:
        return text
    instead, written = _SAID[kind].strip("`").split("` | `")
    assert text.count(instead) == 1
    return text.replace(instead, written)


async def _is_whole(there: Browser, of: Club) -> None:
    """See that every link, picture and preview of the pages leads to something of the club."""
    assert of.server.web is not None
    url = of.server.web.url
    for path in ("/", "/join/K7QF", "/league"):
        text = await (await there.get(path)).text()
        links = set(re.findall(r'(?:href|src|data-script)="(/[^"]*)"', text))
        shown = set(re.findall(r'content="(https:[^"]*)"', text))
        assert links
        assert {
            link for link in links if not f"{there.url.origin()}{link}".startswith(url)
        } == set()
        assert {link for link in shown if not link.startswith(url)} == set()
        for link in links | shown:
            async with there.session.get(there.url.join(URL(link))) as answer:
                assert answer.headers["Content-Type"][:10] != "text/plain", link  # nothing is there
                assert answer.status in (200, 404), link  # a club that stores nothing has no league
    manifest = await (await there.get("/page/manifest.json")).json(content_type=None)
    at = there.url / "page/manifest.json"
    assert str(at.join(URL(manifest["start_url"]))).rstrip("/") == url
    async with there.session.get(at.join(URL(manifest["icons"][0]["src"]))) as icon:
        assert icon.status == 200
    async with there.session.get(url) as front:  # as somebody types it
        assert front.status == 200
        assert "data-session-websocket-url" in await front.text()


async def _look(there: Browser, of: Club) -> None:
    """Open a page, see that a terminal lives in it, and that its player's address is known."""
    async with there.page() as page:
        await page.until(lambda text: bool(text.strip()))
        await page.type("k")
        await page.until("1")
        assert of.addresses == {"127.0.0.2"}


@needs(_CADDY, "Caddy")
@pytest.mark.parametrize(("prefix", "cookie"), _PLACES)
async def test_browsers_come_by_caddy(tmp_path: Path, prefix: str, cookie: str) -> None:
    port = lasting_port()
    (certificate, trusts), folder = site(tmp_path), tmp_path / "caddy"
    async with club(tmp_path / "club", f"https://127.0.0.1:{port}", prefix) as here:
        text = _placed("Caddy", (HOSTING / "Caddyfile").read_text(), prefix)
        own = f"127.0.0.1:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {certificate}"
        text = text.replace(f"{_NAME} {{", own)
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{here.ports[0]}")
        folder.mkdir()
        alone = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
        (folder / "Caddyfile").write_text(f"{alone}{text}")
        words = [str(_CADDY), "run", "--config", str(folder / "Caddyfile")]
        with program(folder, words, port):
            async with browser_from("127.0.0.2", here, trusts) as there:
                await _look(there, here)
                await _is_whole(there, here)
                assert there.cookies.keys() == {cookie}


@needs(_NGINX, "nginx")
@pytest.mark.parametrize(("prefix", "cookie"), _PLACES)
async def test_browsers_come_by_nginx(tmp_path: Path, prefix: str, cookie: str) -> None:
    plain, port = lasting_port(), lasting_port()
    (certificate, trusts), folder = site(tmp_path), tmp_path / "nginx"
    async with club(tmp_path / "club", f"https://127.0.0.1:{port}", prefix) as here:
        text = _placed("nginx", (HOSTING / "nginx.conf").read_text(), prefix)
        text = re.sub(r" +listen \[::\].*\n", "", text)
        text = re.sub(r"/etc/letsencrypt/\S+\.pem", certificate, text)
        text = text.replace("http://127.0.0.1:8080", f"http://127.0.0.1:{here.ports[0]}")
        text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
        folder.mkdir()
        (folder / "cuttle.conf").write_text(text)
        (folder / "nginx.conf").write_text(_around_nginx(folder))
        words = [str(_NGINX), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
        with program(folder, words, port):
            async with browser_from("127.0.0.2", here, trusts) as there:
                await _look(there, here)
                await _is_whole(there, here)
                assert there.cookies.keys() == {cookie}
                moved = await there.session.get(f"http://127.0.0.1:{plain}/", allow_redirects=False)
                assert (moved.status, moved.headers["Location"][:6]) == (301, "https:")


def _around_nginx(folder: Path) -> str:
    """Return a configuration that has a file of the guide as nginx's own has those of conf.d."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f'{kind}_temp_path "{folder}/{kind}";\n' for kind in kinds)
    return (
        f'daemon off;\nmaster_process off;\npid "{folder}/pid";\nevents {{}}\n'
        f'http {{\naccess_log off;\n{temporary}include "{folder}/cuttle.conf";\n}}\n'
    )


@needs_haproxy
@pytest.mark.parametrize(("prefix", "cookie"), _PLACES)
async def test_browsers_come_by_haproxy_and_come_back_to_their_node(
    tmp_path: Path, prefix: str, cookie: str
) -> None:
    """Once the node takes nobody new, they come to another."""
    plain, port = lasting_port(), lasting_port()
    url, (certificate, trusts) = f"https://127.0.0.1:{port}", site(tmp_path)
    async with club(tmp_path / "a", url, prefix) as one, club(tmp_path / "b", url, prefix) as two:
        text = _placed("HAProxy", HAPROXY_CFG, prefix)
        text = text.replace("/etc/haproxy/site.pem", certificate)
        ports = {"2222": lasting_port(), "80": plain, "443": port}
        cfg = haproxy_cfg(text, ports, {"a": one.ports, "b": two.ports})
        with haproxy(tmp_path, cfg, port) as running:
            async with browser_from("127.0.0.2", one, trusts) as there:
                moved = await there.session.get(f"http://127.0.0.1:{plain}/", allow_redirects=False)
                assert (moved.status, moved.headers["Location"][:6]) == (301, "https:")
                await there.get()
                assert there.cookies.keys() == {cookie, "node"}
                name = there.cookies["node"].value
                node, other = (one, two) if name == "a" else (two, one)
                await _look(there, node)
                await _is_whole(there, node)
                (session,) = node.sessions
                async with there.page() as page:
                    await page.until("1")
                    assert node.sessions == [session]
                assert not other.sessions
                node.metrics.draining()
                await asyncio.to_thread(waiting_for(running, f"Server pages/{name} is DOWN"))
                await _look(there, other)
