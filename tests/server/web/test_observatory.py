"""What Mozilla's HTTP Observatory asks of a site holds for every kind of answer.

Its marks: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring. Redirection from
plain HTTP, and TLS itself, are the work of the proxy in front.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from engine.record.record import record_text
from server.serve import Server
from server.store.store import Store
from server.web import WebOptions
from tests.cuttle_tui.games import record_after
from tests.server.databases import new_database
from tests.server.store.duels import CLUBS, duel, keep, people
from tests.server.web.page import browser

_SITE: Final = "https://play.example.org"
_GAME: Final = "played"
_SIX_MONTHS: Final = 15_768_000
_PRIVATE: Final = ("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin")
_UNSAFE: Final = ("'unsafe-inline'", "'unsafe-eval'", "data:", "https:", "http:", "*")


def _policy(headers: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the sources of a content security policy by directive."""
    parts = (part.split() for part in headers["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in filter(None, parts)}


def _csp(headers: Mapping[str, str]) -> Iterator[str]:
    policy = _policy(headers)
    if policy.get("default-src") != ["'none'"]:
        yield "everything is allowed that is not named"
    for name in ("script-src", "object-src", "default-src"):
        if {*policy.get(name, ())} & {*_UNSAFE}:
            yield f"{name} is unsafe"
    for name in ("base-uri", "form-action", "frame-ancestors"):
        if policy.get(name) != ["'none'"]:
            yield f"{name} is open"
    sources = [source for sources in policy.values() for source in sources]
    if any(source.startswith(("http:", "ws:", "ftp:")) for source in sources):
        yield "something may be loaded without TLS"


def _cookies(answer: aiohttp.ClientResponse) -> Iterator[str]:
    for line in answer.headers.getall("Set-Cookie", ()):
        for name, cookie in SimpleCookie(line).items():
            if not cookie["secure"] or not cookie["httponly"]:
                yield f"the cookie {name} can be read"
            if cookie["samesite"] not in ("Strict", "Lax"):
                yield f"the cookie {name} is sent by other sites"
            if not name.startswith("__Host-") or cookie["domain"] or cookie["path"] != "/":
                yield f"the cookie {name} is not bound to its host"


def _others(headers: Mapping[str, str]) -> Iterator[str]:
    age = re.match(r"max-age=(\d+)", headers.get("Strict-Transport-Security", ""))
    if age is None or int(age[1]) < _SIX_MONTHS:
        yield "browsers may come back without TLS"
    if headers.get("Referrer-Policy") not in _PRIVATE:
        yield "other sites learn where somebody was"
    if headers.get("X-Content-Type-Options") != "nosniff":
        yield "types are guessed"
    if headers.get("X-Frame-Options") not in ("DENY", "SAMEORIGIN"):
        yield "it may be framed"
    is_picture = headers.get("Content-Type", "").startswith("image/")  # chats show them
    own = headers.get("Cross-Origin-Resource-Policy") in ("same-origin", "same-site")
    if not own and not is_picture:
        yield "other sites may embed it"
    if headers.get("Server") != "Cuttle":
        yield "versions are told"
    if "Access-Control-Allow-Origin" in headers:
        yield "other sites may read it"


class _Sources(HTMLParser):
    """Collects what a page loads, and what stands in it that runs."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and "src" not in given:
            self.inline.append(tag)
        self.inline += [name for name in given if name.startswith("on") or name == "style"]
        if tag in ("script", "img", "iframe", "source"):
            self.loaded += filter(None, (given.get("src"), given.get("srcset")))
        if tag == "link" and given.get("rel") != "canonical":
            self.loaded += filter(None, (given.get("href"),))


def _content(text: str) -> Iterator[str]:
    """Complain of scripts of other sites, which would need a checksum, and of those in the page."""
    sources = _Sources()
    sources.feed(text)
    yield from (f"{each} runs in the page" for each in sources.inline)
    for source in sources.loaded:
        if not source.startswith("/") or source.startswith("//"):
            yield f"{source} is another site's"


async def _faults(answer: aiohttp.ClientResponse) -> list[str]:
    faults = [*_csp(answer.headers), *_cookies(answer), *_others(answer.headers)]
    if answer.content_type == "text/html":
        faults += _content(await answer.text())
    return faults


def _database(folder: Path) -> str:
    """Make a database with a game; return its URL."""
    url = new_database(folder / "club.db")
    store = Store.open(url)
    ann, bob = people(store, "ann", "bob")
    game = duel(_GAME, ann, bob, ann, CLUBS.start)
    keep(store, replace(game, record=record_text(record_after())))
    store.close()
    return url


PATHS: Final = {
    "/": 200,
    "/join/K7QF": 200,
    "/watch/elm": 200,
    f"/replay/{_GAME}": 200,
    f"/game/{_GAME}": 200,
    f"/game/{_GAME}.png": 200,
    f"/game/{_GAME}.svg": 200,
    f"/game/{_GAME}.txt": 200,
    "/league": 200,
    "/style.css": 200,
    "/robots.txt": 200,
    "/page/page.js": 200,
    "/page/textual.js": 200,
    "/page/page.css": 200,
    "/page/mono.ttf": 200,
    "/page/icon.svg": 200,
    "/page/manifest.json": 200,
    "/nothing": 404,
    "/game/nothing": 404,
    "/crossdomain.xml": 404,
    "/clientaccesspolicy.xml": 404,
    "/socket": 403,
}


@pytest.mark.slow
async def test_the_observatory_finds_nothing(tmp_path: Path) -> None:
    """Pages, pictures, files and refusals have no fault, and none has more than it needs."""
    options = WebOptions(port=0, url=_SITE)
    async with (
        Server(tmp_path, database=_database(tmp_path), web=options) as server,
        browser(server, headers={"Host": "play.example.org"}) as there,
    ):
        for path, status in PATHS.items():
            answer = await there.get(path)
            assert (path, answer.status, await _faults(answer)) == (path, status, [])


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Content-Security-Policy", "default-src 'self'"),
        ("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'"),
        ("Set-Cookie", "cuttle=1; Path=/"),
        ("Strict-Transport-Security", "max-age=60"),
        ("Referrer-Policy", "unsafe-url"),
        ("Access-Control-Allow-Origin", "*"),
    ],
)
async def test_faults_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str, value: str
) -> None:
    """The rules would see what is wrong."""
    options = WebOptions(port=0, url=_SITE)
    async with Server(tmp_path, web=options) as server, browser(server) as there:
        assert server.web is not None
        monkeypatch.setitem(server.web._safe, header, value)
        assert await _faults(await there.get("/nothing"))
