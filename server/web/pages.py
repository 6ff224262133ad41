"""Answer what browsers ask for beside the terminal: games, the league, what crawlers want."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from functools import partial
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast
from unicodedata import normalize
from urllib.parse import quote, unquote

from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader

from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.i18n.translation import C_, ENGLISH, N_, Words, languages, speak, tell_utc, tr
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.ports import LobbyError
from server.league.lobby import LeagueService
from server.league.site.pages import Pages
from server.lobby.archive import Archive
from server.people.accounts import NOBODY
from server.store.values import GameRow
from server.web import game_pages
from server.web.answer_cache import Answer, AnswerCache, TooMany
from server.web.game_pages import Size, Tone, game_page
from server.web.league_pages import LeaguePages, Page

_P = ParamSpec("_P")
_T = TypeVar("_T")

_LONGEST: Final = 200
"""Characters of a path that is looked at."""
_PATIENCE: Final = 10.0
"""Seconds for which somebody waits while others' pages are made."""
_LIVE: Final = 10
"""Seconds for which a page of the league may be kept."""
_OVER: Final = 60
"""Seconds for which a game may be kept that is over: names may go, with their accounts."""
_FIXED: Final = 600
"""Seconds for which a file of the program may be kept."""

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
    "lost": N_("Not found"),
    "trouble": N_("Not now"),
}
_CUTTLE: Final = "Cuttle"
_NO_PAGE: Final = N_("There is no such page here.")
_NO_STORE: Final = N_("This server stores no games, so it has no pages of games or of a league.")
_BUSY: Final = N_("Very many pages are asked for just now. Please try again in a minute.")
_ABSENT: Final = frozenset(
    (
        "no-such-game",
        "no-season",
        "no-such-season",
        "no-such-week",
        "no-such-championship",
        "no-such-player",
    )
)
"""Why there is no page."""


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


def _templates() -> ChoiceLoader:
    """Return the templates of the league's pages, in the frame of a page on a server."""
    own, site = PackageLoader("server.web"), PackageLoader("server.league.site")
    return ChoiceLoader([own, site, PrefixLoader({"site": site})])


class WebPages:
    """Answers for the paths of pages, in the reader's language."""

    def __init__(
        self,
        archive: Archive,
        league: Callable[[], LeagueService | None],
        title: str,
        public_url: Callable[[], str],
        door: Callable[[], str],
    ) -> None:
        """Prepare the pages.

        Args:
            archive: has the games.
            league: returns the league; None where nothing is stored.
            title: the name of the club, perhaps empty.
            public_url: returns where browsers find this server, as ``https://club.example``.
            door: returns the arguments of ``ssh`` that lead players here.
        """
        self._archive = archive
        self._league = league
        self._public_url = public_url
        self._door = door
        self._title = title
        self._pages = Pages(title, _templates())
        self._answers = AnswerCache()
        self._drawer = ThreadPoolExecutor(1, "web-pages")
        """Makes pages one at a time: several threads at work hold the loop for long."""

    def close(self) -> None:
        """Make no more pages."""
        self._drawer.shutdown(wait=False, cancel_futures=True)

    async def answer(self, path: str, language: str = ENGLISH) -> Answer | None:
        """Answer for a path, as a browser sent it or decoded; None if it is no path of ours.

        An unknown language is taken for English.
        """
        asked = _readable(path)
        if asked is None:
            return self.missing(language)
        language = language if language in languages() else ENGLISH
        for pattern, make in _ROUTES:
            match = pattern.fullmatch(asked)
            if match is not None:
                request = partial(make, self, _spoken_in(language), **match.groupdict())
                return await self._answered((asked, language), request)
        return self.missing(language) if _OURS.match(asked) else None

    async def _answered(
        self, key: tuple[str, str], request: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        context = _spoken_in(key[1])
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._answers.get(key, request)
        except LobbyError as error:
            if error.reason in _ABSENT:
                return self.missing(key[1])
            return self._message(context, _UNAVAILABLE, plain(context.run(lobby_line, error)))
        except (TooMany, TimeoutError):
            return self._message(context, _UNAVAILABLE, context.run(tr, _BUSY))

    def missing(self, language: str = ENGLISH) -> Answer:
        """Answer that there is no such page; whether there was or will be one is not told."""
        context = _spoken_in(language)
        text = _NO_PAGE if self._league() is not None else _NO_STORE
        return self._message(context, _MISSING, context.run(tr, text))

    def _message(self, context: Context, status: int, text: str) -> Answer:
        values = {"text": text, "missing": status == _MISSING}
        return self._html(context, Page("message.html", values), status=status)

    # pages of the league

    async def league_page(
        self, context: Context, read: Callable[[LeaguePages], Awaitable[Page]]
    ) -> Answer:
        """Make a page of the league.

        Raises:
            LobbyError: there is none, or it cannot be read now.
        """
        service = self._league()
        if service is None:
            raise LobbyError("no-season")
        league = service.of(lambda: NOBODY, lambda: None)
        page = await read(LeaguePages(league, self._archive))
        return await self._drawn(self._html, context, page, max_age=_LIVE)

    # pages of games

    async def game(self, context: Context, id: str) -> Answer:
        """Make the page of a game.

        Raises:
            LobbyError: there is none that everybody may see.
        """
        row = await self._archive.public(id)
        return await self._drawn(self._game, context, row)

    def _game(self, context: Context, row: GameRow) -> Answer:
        game = context.run(game_page, row)
        home = self._public_url().rstrip("/")
        url = home and f"{home}/game/{row.id}"
        values = {
            "game": game,
            "described": game_pages.described(game.plate),
            "url": url,
            "image": url and f"{url}.png",
            "words_of": game_pages.words_of,
            "index_of": game_pages.index_of,
            "is_red": game_pages.is_red,
        }
        page = Page("played.html", values, about=lambda: game.about)
        return self._html(context, page, max_age=_OVER)

    async def record(self, context: Context, id: str) -> Answer:
        """Return the record of a game, to be saved."""
        row = await self._archive.public(id)
        body = row.record.encode()
        return Answer(_GOOD, "text/plain; charset=utf-8", body, _OVER, f"{row.id}.txt")

    async def picture(self, context: Context, id: str) -> Answer:
        """Draw the plate of a game."""
        row = await self._archive.public(id)
        return _svg(await self._drawn(context.run, game_pages.picture, row))

    async def graphs(self, context: Context, id: str, size: str, tone: str) -> Answer:
        """Draw the scores and fields of a game, for its page."""
        row = await self._archive.public(id)
        draw = partial(game_pages.graphs, size=cast(Size, size), tone=cast(Tone, tone))
        return _svg(await self._drawn(context.run, draw, row))

    async def card(self, context: Context, id: str) -> Answer:
        """Draw what chats show beside a link to a game."""
        from server.web.link_card import link_card

        row = await self._archive.public(id)
        plate = await self._drawn(context.run, game_pages.plate_of, row)
        body = await self._drawn(link_card, plate, self._title or _CUTTLE, self._door())
        return Answer(_GOOD, "image/png", body, _OVER)

    # files of the program

    async def style(self, context: Context) -> Answer:
        """Return the style sheet."""
        text = self._pages.style() + self._pages.style("live.css")
        return Answer(_GOOD, "text/css; charset=utf-8", text.encode(), _FIXED)

    async def robots(self, context: Context) -> Answer:
        """Keep crawlers from opening terminals."""
        return Answer(_GOOD, "text/plain; charset=utf-8", _ROBOTS.encode(), _FIXED)

    # making

    async def _drawn(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Call a function in the thread that makes pages."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._drawer, partial(function, *args, **named))

    def _html(self, context: Context, page: Page, *, status: int = 200, max_age: int = 0) -> Answer:
        """Render a page."""
        text = context.run(self._rendered, page)
        return Answer(status, "text/html; charset=utf-8", text.encode(), max_age)

    def _rendered(self, page: Page) -> str:
        values: Mapping[str, Any] = {
            "t": {name: tr(word) for name, word in _WORDS.items()},
            "door": self._door(),
            "about": page.about(),
            "url": "",
            "image": "",
            **page.values,
        }
        return self._pages.render(page.template, _LINKS, page.here, **values)


def _spoken_in(language: str) -> Context:
    """Return a context in which a language is spoken, and times are in UTC."""
    context = copy_context()
    context.run(speak, language if language in languages() else ENGLISH)
    context.run(tell_utc)
    return context


def _readable(path: str) -> str | None:
    """Decode a path; None if it cannot be one of ours."""
    if len(path) > _LONGEST:
        return None
    try:
        text = normalize("NFC", unquote(path, errors="strict"))
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and "%" not in text else None


def _svg(text: str) -> Answer:
    return Answer(_GOOD, "image/svg+xml; charset=utf-8", text.encode(), _OVER)


_GOOD, _MISSING, _UNAVAILABLE = 200, 404, 503

_Make: TypeAlias = Callable[..., Awaitable[Answer]]


def _league(read: Callable[..., Awaitable[Page]]) -> _Make:
    """Answer with a page of the league."""

    def make(pages: WebPages, context: Context, **named: str) -> Awaitable[Answer]:
        return pages.league_page(context, lambda league: read(league, **named))

    return make


_ID: Final = r"(?P<id>[a-z0-9]{1,32})"
_SEASON: Final = r"(?P<season>[a-z0-9-]{1,40})"
_NAME: Final = r"(?P<name>[^\W\d_][\w-]{1,15})"
_ROUTES: Final[tuple[tuple[re.Pattern[str], _Make], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"/game/{_ID}", WebPages.game),
        (rf"/game/{_ID}\.txt", WebPages.record),
        (rf"/game/{_ID}\.svg", WebPages.picture),
        (rf"/game/{_ID}\.png", WebPages.card),
        (rf"/game/{_ID}\.(?P<size>wide|narrow)\.(?P<tone>dark|light)\.svg", WebPages.graphs),
        (r"/league", _league(LeaguePages.front)),
        (r"/seasons", _league(LeaguePages.seasons)),
        (r"/season", _league(LeaguePages.season)),
        (rf"/season/{_SEASON}", _league(LeaguePages.season)),
        (rf"/season/{_SEASON}/(?P<week>[1-9][0-9]?)", _league(LeaguePages.week)),
        (r"/brackets", _league(LeaguePages.championships)),
        (r"/bracket", _league(LeaguePages.bracket)),
        (rf"/bracket/{_SEASON}", _league(LeaguePages.bracket)),
        (r"/year", _league(LeaguePages.year)),
        (r"/year/(?P<year>[12][0-9]{3})", _league(LeaguePages.year)),
        (r"/players", _league(LeaguePages.players)),
        (rf"/player/{_NAME}", _league(LeaguePages.player)),
        (r"/style\.css", WebPages.style),
        (r"/robots\.txt", WebPages.robots),
    )
)
_OURS: Final = re.compile(r"/(game|league|seasons?|brackets?|years?|players?)(/|$)", re.ASCII)
"""Paths below which there is nothing but pages of ours."""
_ROBOTS: Final = "User-agent: *\nDisallow: /join/\nDisallow: /watch/\nDisallow: /replay/\n"
