"""Render pages in the reader's language, that of the terminal too, and hold the files they need."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from cuttle_tui.i18n.translation import C_, ENGLISH, N_, Words, languages, speak, tell_utc, tr
from server.feeds.service import feed_title
from server.league.site import Pages

_P = ParamSpec("_P")
_T = TypeVar("_T")

_WORDS: Final[dict[str, Words]] = {
    "play": C_("a link to the game", "Play"),
    "replay": N_("Watch the replay"),
    "record": N_("Record"),
    "picture": N_("Picture"),
    "moves": N_("Moves"),
    "turn": C_("a heading with a number", "Turn"),
    "terminal": N_("In a terminal:"),
    "deal": N_("The deal"),
    "home": N_("To the game"),
    "missing": N_("Not found"),
    "trouble": N_("Not now"),
    "mail": N_("E-mail from this server"),
    "mail_question": N_(
        "Do you want no more e-mail about your games? Your address is deleted then."
    ),
    "mail_stop": N_("Send me no more"),
    "mail_stopped": N_(
        "Your address is deleted: no more e-mail comes. You can give it again at any time."
    ),
}
CLUB: Final = "Cuttle"
"""The title of a club that has none."""
CARD: Final = "/card.png"
"""The path of the picture that chats show beside links without one of their own."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What chats show beside a link to a terminal; what is empty is as at every link."""

    title: str = ""
    about: str = ""
    card: str = CARD
    """The path of the picture."""


def _link(prefix: str, kind: str, *names: object) -> str:
    """Return the address of a page on this server."""
    return prefix + _PAGES[kind].format(*(quote(str(name)) for name in names))


_PAGES: Final = {
    "index": "/league",
    "seasons": "/seasons",
    "championships": "/brackets",
    "players": "/players",
    "style": "/style.css",
    "season": "/season/{}",
    "week": "/season/{}/{}",
    "bracket": "/bracket/{}",
    "year": "/year/{}",
    "player": "/player/{}",
    "game": "/game/{}",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is ready to be rendered."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    here: str = ""
    """Its name in the navigation, if it stands there."""
    about: Callable[[], str] = str
    """Words what it says, for previews, in the language that is spoken."""
    path: str = ""
    """Where it is, if it has an address of its own."""
    card: str = CARD
    """The path of its picture for chats."""
    feed: str = ""
    """The path of the feed of what it shows, if there is one."""
    feed_of: str = ""
    """The player whose games that feed has; empty for results."""


class Renderer:
    """Renders pages in the frame of a server."""

    def __init__(
        self, title: str, public_url: Callable[[], str], door: Callable[[], str], prefix: str = ""
    ) -> None:
        self._title = title
        own, site = PackageLoader("server.web"), PackageLoader("server.league.site")
        self._pages = Pages(title, ChoiceLoader([own, site, PrefixLoader({"site": site})]))
        self._public_url = public_url
        self._door = door
        self.prefix = prefix
        """The path below which the pages are."""

    def html(self, page: Page) -> bytes:
        """Render a page in the language that is spoken."""
        home = self._public_url().rstrip("/")
        values: Mapping[str, Any] = {
            "t": {name: tr(word) for name, word in _WORDS.items()},
            "door": self._door(),
            "base": self.prefix,
            "about": page.about(),
            "url": home and page.path and home + page.path,
            "image": home and home + page.card,
            "own_image": page.card != CARD,
            "feed": page.feed and self.prefix + quote(page.feed),
            "feed_title": feed_title(self._title or CLUB, page.feed_of),
            **page.values,
        }
        link = partial(_link, self.prefix)
        return self._pages.render(page.template, link, page.here, **values).encode()

    def style(self) -> bytes:
        """Return the style sheet: that of the league's site, and what only a server has."""
        return (self._pages.style() + self._pages.style("live.css")).encode()


def known_language(language: str) -> str:
    """Return a language if there is a catalogue for it, else English."""
    return language if language in languages() else ENGLISH


def in_language(
    language: str, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs
) -> _T:
    """Call a function with a language spoken, and times in UTC; nobody else is touched."""

    def call() -> _T:
        speak(language)
        tell_utc()
        return function(*args, **named)

    return copy_context().run(call)


_SCRIPTS: Final = ("notice.js", "typing.js", "line.js", "page.js")
"""The parts of the page's script, which are of use together alone."""
_OURS: Final = {
    "/page/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page/icon.svg": ("icon.svg", "image/svg+xml"),
    "/page/touch-icon.png": ("touch-icon.png", "image/png"),
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
    zipped_tag: str
    """The same for what is compressed: other bytes have another tag."""


@lru_cache(maxsize=1)
def page_files() -> dict[str, File]:
    """Return every file by its path; no other path leads to a file."""
    ours, theirs = files("server.web") / "page", files("textual_serve") / "static"
    found = {path: (ours / name, kind) for path, (name, kind) in _OURS.items()}
    found |= {path: (theirs / name, kind) for path, (name, kind) in _THEIRS.items()}
    made = {path: _served_file(place.read_bytes(), kind) for path, (place, kind) in found.items()}
    script = b"\n".join((files("server.web") / "page" / name).read_bytes() for name in _SCRIPTS)
    return {**made, "/page/page.js": _served_file(script, "text/javascript; charset=utf-8")}


def _address_of(prefix: str, name: str) -> str:
    """Return the address of a file, another for another file: caches must not mix them."""
    path = f"/page/{name}"
    return f"{prefix}{path}?{page_files()[path].tag.strip(chr(34))}"


def _served_file(body: bytes, content_type: str) -> File:
    tag = hashlib.sha256(body).hexdigest()[:16]
    return File(content_type, body, gzip.compress(body, 9, mtime=0), f'"{tag}"', f'"{tag}-gzip"')


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("server.web", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_PLAIN: Final = Preview()


def terminal_page(
    line: str,
    plain: str,
    home: str,
    path: str,
    language: str,
    club: str = "",
    preview: Preview = _PLAIN,
    prefix: str = "",
) -> bytes:
    """Build the page of a terminal, in the language that is spoken now.

    Args:
        line: what leads to the same place by ssh.
        plain: what leads there in plain mode.
        home: the address of the server.
        path: where the page is there.
        language: the language that is spoken.
        club: its name, perhaps empty.
        preview: what chats show beside the link.
        prefix: the path below which all pages are.
    """
    title = tr("Cuttle, a card game for two")
    words = {
        "title": title,
        "shared": preview.title or title,
        "about": preview.about
        or tr("Build 21 points, or tear your opponent down. Nothing to install: play here."),
        "no_script": tr("This page needs JavaScript. Without it, play by ssh:"),
        "late": tr("The page has not started yet. If it does not, try again, or play by ssh:"),
        "plain": tr("For screen readers there is plain mode, in lines of text, by ssh:"),
        "back": tr("Come back"),
        "retry": tr("Try again"),
        "type": tr("Keyboard"),
    }
    told = {
        "socket": tr("This page cannot reach the server by WebSocket. Play by ssh:"),
        "cookies": tr("This page needs cookies. Allow them and try again, or play by ssh:"),
        "broken": tr("Something on this page does not work in this browser. Play by ssh:"),
        "unreached": tr("The server does not answer. Trying again… Or play by ssh:"),
        "busy": tr("Too many come from your address, or the server is full. Trying again…"),
        "lost": tr("The connection is lost. Trying again…"),
        "offline": tr(
            "The connection is lost: you are offline. The game comes back with the network."
        ),
        "restart": tr("The server is restarting. Trying again…"),
        "elsewhere": tr("This game continues in another window."),
        "bye": tr("You have left. Your seat is held if a game is still running."),
        "refused": tr("The server has closed this session."),
    }
    page = _templates().get_template("terminal.html")
    named = {"line": line, "plain": plain, "url": home + path, "image": home + preview.card}
    named |= {"lang": language, "club": club, "base": prefix}
    file = partial(_address_of, prefix)
    return page.render(w=words, told=told, file=file, **named).encode()
