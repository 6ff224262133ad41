"""Render pages of a server: in the reader's language, with addresses that browsers know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import quote

from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader

from cuttle_tui.i18n.translation import C_, ENGLISH, N_, Words, languages, speak, tell_utc, tr
from server.league.site.pages import Pages

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
}
CARD: Final = "/card.png"
"""The path of the picture that chats show beside links without one of their own."""


class LiveLinks:
    """Addresses of pages on a server."""

    def page(self, name: str) -> str:
        return _PAGES[name]

    def season(self, id: str) -> str:
        return f"/season/{id}"

    def week(self, season: str, number: int) -> str:
        return f"/season/{season}/{number}"

    def bracket(self, id: str) -> str:
        return f"/bracket/{id}"

    def year(self, year: int) -> str:
        return f"/year/{year}"

    def player(self, name: str) -> str:
        return f"/player/{quote(name)}"

    def game(self, id: str) -> str:
        return f"/game/{id}"


_PAGES: Final = {
    "index": "/league",
    "seasons": "/seasons",
    "championships": "/brackets",
    "players": "/players",
    "style": "/style.css",
}
_LINKS: Final = LiveLinks()


def _nothing() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is ready to be rendered."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    here: str = ""
    """Its name in the navigation, if it stands there."""
    about: Callable[[], str] = field(default=_nothing)
    """Words what it says, for previews, in the language that is spoken."""
    path: str = ""
    """Where it is, if it has an address of its own."""
    card: str = CARD
    """The path of its picture for chats."""


class Renderer:
    """Renders pages in the frame of a server."""

    def __init__(self, title: str, public_url: Callable[[], str], door: Callable[[], str]) -> None:
        own, site = PackageLoader("server.web"), PackageLoader("server.league.site")
        self._pages = Pages(title, ChoiceLoader([own, site, PrefixLoader({"site": site})]))
        self._public_url = public_url
        self._door = door

    def html(self, page: Page) -> bytes:
        """Render a page in the language that is spoken."""
        home = self._public_url().rstrip("/")
        values: Mapping[str, Any] = {
            "t": {name: tr(word) for name, word in _WORDS.items()},
            "door": self._door(),
            "about": page.about(),
            "url": home and page.path and home + page.path,
            "image": home and home + page.card,
            "own_image": page.card != CARD,
            **page.values,
        }
        return self._pages.render(page.template, _LINKS, page.here, **values).encode()

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
