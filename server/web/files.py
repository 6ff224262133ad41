"""Build the page of the terminal, and hold the files it needs in memory."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from cuttle_tui.i18n.translation import tr

_OURS: Final = {
    "/page/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/page/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page/icon.svg": ("icon.svg", "image/svg+xml"),
    "/page/manifest.json": ("manifest.json", "application/manifest+json"),
}
_THEIRS: Final = {
    "/page/textual.js": ("js/textual.js", "text/javascript; charset=utf-8"),
    "/page/xterm.css": ("css/xterm.css", "text/css; charset=utf-8"),
    "/page/mono.ttf": ("fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
"""What textual-serve ships: a terminal for pages, with its font."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that is served."""

    content_type: str
    body: bytes
    zipped: bytes
    """The same, compressed."""
    tag: str
    """What changes with the content."""


@lru_cache(maxsize=1)
def page_files() -> dict[str, File]:
    """Return every file by its path; no other path leads to a file."""
    ours, theirs = files("server.web") / "page", files("textual_serve") / "static"
    found = {path: (ours / name, kind) for path, (name, kind) in _OURS.items()}
    found |= {path: (theirs / name, kind) for path, (name, kind) in _THEIRS.items()}
    return {path: _file(place.read_bytes(), kind) for path, (place, kind) in found.items()}


def _file(body: bytes, content_type: str) -> File:
    tag = hashlib.sha256(body).hexdigest()[:16]
    return File(content_type, body, gzip.compress(body, 9, mtime=0), f'"{tag}"')


@lru_cache(maxsize=1)
def _pages() -> Environment:
    return Environment(
        loader=PackageLoader("server.web", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def terminal_page(line: str, url: str, image: str, language: str, club: str = "") -> bytes:
    """Build the page of a terminal, in the language that is spoken now.

    Args:
        line: what leads to the same place by ssh.
        url: the page's own address.
        image: the address of a picture for chats.
        language: the language that is spoken.
        club: its name, perhaps empty.
    """
    words = {
        "title": tr("Cuttle, a card game for two"),
        "about": tr("Build 21 points, or tear your opponent down. Nothing to install: play here."),
        "no_script": tr("This page needs JavaScript. Without it, play by ssh:"),
        "no_socket": tr("This page cannot reach the server by WebSocket. Play by ssh:"),
        "elsewhere": tr("This game continues in another window."),
        "bye": tr("You have left. Your seat is held if a game is still running."),
        "back": tr("Come back"),
        "lost": tr("The connection is lost. Trying again…"),
        "refused": tr("The server has closed this session."),
        "restart": tr("The server is restarting. Trying again…"),
        "type": tr("Keyboard"),
    }
    page = _pages().get_template("terminal.html")
    named = {"line": line, "url": url, "image": image, "lang": language, "club": club}
    return page.render(w=words, **named).encode()
