"""Answer what browsers ask for beside the terminal: games, the league, what crawlers want."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final, ParamSpec, TypeAlias, TypeVar
from unicodedata import normalize
from urllib.parse import unquote
from weakref import WeakValueDictionary

from cuttle_tui.i18n.translation import ENGLISH, N_, Words, tr
from cuttle_tui.kit.words import reason_of
from cuttle_tui.ports import InboxLine, LobbyError
from cuttle_tui.table.plate import recorded_plate
from server.feeds import Club, service as feeds
from server.league.lobby import LeagueService
from server.lobby.archive import Archive
from server.people.accounts import NOBODY
from server.store.values import GameRow
from server.web import contents
from server.web.contents import LeaguePages, Size, Tone
from server.web.rendering import CARD, CLUB, Page, Preview, Renderer, in_language, known_language

if TYPE_CHECKING:
    from server.store.store import Store

MOST_BYTES: Final = 8_000_000
"""Size of all answers that are kept."""
MOST_WAITING: Final = 64
"""Requests that may wait for answers that are being made."""
MAKERS: Final = 2
"""Answers that are made at a time: readers of the database are for the players first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser gets for a path."""

    status: int
    content_type: str
    body: bytes
    max_age: int = 0
    """Seconds for which it may be kept. What it says may depend on the reader's language."""
    filename: str = ""
    """What it is saved as, if it is to be saved."""
    listed: bool = True
    """Whether search engines may list it."""
    form: bool = False
    """Whether it has a form that is sent to this server."""


FindViewer: TypeAlias = Callable[[], Awaitable[str]]
"""Finds the id of the account of whoever asks; empty for none."""


async def nobody() -> str:
    """Find nobody: a stranger asks."""
    return ""


class TooMany(Exception):
    """More requests wait than there is room for."""


Key = tuple[str, ...]


class AnswerCache:
    """Keeps good answers as long as they may be kept; where room is short, those used latest."""

    def __init__(
        self,
        kept: int = MOST_BYTES,
        waiting: int = MOST_WAITING,
        makers: int = MAKERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._most_waiting = kept, waiting
        self._clock = clock
        self._size = 0
        self._kept: OrderedDict[Key, tuple[float, Answer]] = OrderedDict()
        self._makers = asyncio.Semaphore(makers)
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    async def get(self, key: Key, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer that is kept, or make it.

        Raises:
            TooMany: too many others wait.
        """
        found = self._found(key)
        if found is not None:
            return found
        if self._waiting >= self._most_waiting:
            raise TooMany
        self._waiting += 1
        try:
            async with self._making.setdefault(key, asyncio.Lock()):
                found = self._found(key)
                if found is None:
                    async with self._makers:
                        found = await make()
                    self._keep(key, found)
                return found
        finally:
            self._waiting -= 1

    def _found(self, key: Key) -> Answer | None:
        until, answer = self._kept.get(key, (0.0, None))
        if answer is None or until <= self._clock():
            return None
        self._kept.move_to_end(key)
        return answer

    def _keep(self, key: Key, answer: Answer) -> None:
        if answer.status != _GOOD or not answer.max_age:
            return
        if key in self._kept:
            self._drop(key)
        self._kept[key] = self._clock() + answer.max_age, answer
        self._size += _size(answer)
        while self._size > self._most:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        self._size -= _size(self._kept.pop(key)[1])


def _size(answer: Answer) -> int:
    return len(answer.body) + _AROUND


_AROUND: Final = 1000
"""Bytes of an answer besides its body."""

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
_FED: Final = 300
"""Seconds for which a calendar or a feed may be kept."""
_FIXED: Final = 600
"""Seconds for which a file of the program may be kept."""

_GAME: Final = N_("Cuttle, the combat card game.")
_NO_PAGE: Final = N_("There is no such page here.")
_NO_STORE: Final = N_("This server stores no games, so it has no pages of games or of a league.")
_BUSY: Final = N_("The server is busy with many pages just now. Please try again in a minute.")
_ABSENT: Final = frozenset(
    (
        *("no-such-game", "only-result", "no-season", "no-such-season", "no-such-week"),
        *("no-such-championship", "no-such-player"),
    )
)
"""Why there is no page."""


class WebPages:
    """Answers for the paths of pages, in the reader's language."""

    def __init__(
        self,
        archive: Archive,
        league: Callable[[], LeagueService | None],
        title: str,
        public_url: Callable[[], str],
        door: Callable[[], str],
        days_of: Callable[[str], Awaitable[list[InboxLine]]] | None = None,
        stop_mail: Callable[[str, bool], Awaitable[bool]] | None = None,
        prefix: str = "",
    ) -> None:
        """Prepare the pages.

        Args:
            archive: has the games.
            league: returns the league; None where nothing is stored.
            title: the name of the club, perhaps empty.
            public_url: returns where browsers find this server, as ``https://club.example``.
            door: returns the arguments of ``ssh`` that lead players here.
            stop_mail: ends all mail to a player by their link, if they are sure; returns whether it
                is anybody's link. None where no mail is sent.
            days_of: lists a player's games with days for a move; None where there are none.
            prefix: the path below which they are, perhaps empty.
        """
        self._archive = archive
        self._league = league
        self._club = title or CLUB
        self._renderer = Renderer(title, public_url, door, prefix)
        self._door = door
        self._public_url = public_url
        self._days_of = days_of
        self._stops_mail = stop_mail
        self._answers = AnswerCache()
        self._drawer = ThreadPoolExecutor(1, "web-pages")
        """Makes pages one at a time: several threads at work hold the loop for long."""

    def close(self) -> None:
        """Make no more pages."""
        self._drawer.shutdown(wait=False, cancel_futures=True)

    async def answer(
        self, path: str, language: str = ENGLISH, find_viewer: FindViewer = nobody
    ) -> Answer | None:
        """Answer for a path, as a browser sent it or decoded; None if it is no path of ours.

        An unknown language is taken for English. Who looks is asked only where strangers may not.
        """
        language, asked = known_language(language), _readable(path)
        if asked is None:
            return self.missing(language)
        for pattern, tell in _GAME_ROUTES:
            match = pattern.fullmatch(asked.rstrip(_TRAILING).lower())
            if match is not None:
                return await self._of_a_game(language, tell, find_viewer, **match.groupdict())
        for pattern, make in _ROUTES:
            match = pattern.fullmatch(asked)
            if match is not None:
                request = partial(make, self, language, **match.groupdict())
                return await self._answered(language, (asked, language), request)
        return self.missing(language) if _OURS.match(asked) else None

    async def _of_a_game(
        self, language: str, tell: _Make, find_viewer: FindViewer, id: str, **named: str
    ) -> Answer:
        """Answer with something of a game; its players may see more than strangers."""

        async def answer_for(viewer: str) -> Answer:
            async def make() -> Answer:
                row = await self._archive.game(id, viewer)
                if not row.record:
                    raise LobbyError("only-result")
                return await tell(self, language, row, **named)

            key = (tell.__name__, id, *named.values(), language, viewer)
            return await self._answered(language, key, make)

        answer = await answer_for("")
        if answer.status != _MISSING:
            return answer
        try:
            viewer = await find_viewer()
        except LobbyError as error:  # whose game it is cannot be told
            return self._message(language, _UNAVAILABLE, reason_of(error))
        return await answer_for(viewer) if viewer else answer

    async def _answered(
        self, language: str, key: Key, make: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._answers.get(key, make)
        except LobbyError as error:
            if error.reason in _ABSENT:
                return self.missing(language)
            return self._message(language, _UNAVAILABLE, reason_of(error))
        except (TooMany, TimeoutError):
            return self._message(language, _UNAVAILABLE, _BUSY)

    def missing(self, language: str = ENGLISH) -> Answer:
        """Answer that there is no such page; whether there was or will be one is not told."""
        text = _NO_PAGE if self._league() is not None else _NO_STORE
        return self._message(known_language(language), _MISSING, text)

    def _message(self, language: str, status: int, text: Words) -> Answer:
        page = Page("message.html", {"text": text, "status": status})
        return Answer(status, _HTML, in_language(language, self._renderer.html, page))

    # pages of the league

    async def league_page(
        self, language: str, read: Callable[[LeaguePages], Awaitable[Page]]
    ) -> Answer:
        """Make a page of the league.

        Raises:
            LobbyError: there is none, or it cannot be read now.
        """
        service = self._league()
        if service is None:
            raise LobbyError("no-season")
        league = service.of(lambda: NOBODY, lambda: None)
        page = await read(LeaguePages(league))
        return Answer(_GOOD, _HTML, await self._made(language, self._renderer.html, page), _LIVE)

    # mail

    async def stop_mail(self, language: str, token: str, *, sure: bool = False) -> Answer:
        """Ask whether to end all mail to a player; if they are sure, end it.

        Mail programs and what looks for malware open every link, so to open it changes nothing.
        """
        language, found = known_language(language), False
        if self._stops_mail is not None and re.fullmatch(_TOKEN, token):
            try:
                found = await self._stops_mail(token, sure)
            except LobbyError as error:
                return self._message(language, _UNAVAILABLE, reason_of(error))
        if not found:
            return self.missing(language)
        page = Page("stop.html", {"done": sure})
        made = await self._made(language, self._renderer.html, page)
        return Answer(_GOOD, _HTML, made, listed=False, form=not sure)

    # calendars and feeds

    async def _fed(self, language: str, kind: str, make: Callable[[Store, Club], bytes]) -> Answer:
        """Make a calendar or a feed.

        Raises:
            LobbyError: it cannot be read now.
        """
        service = self._league()
        if service is None:
            return self.missing(language)
        call = partial(in_language, language, make, service.store, self._whose())
        return Answer(_GOOD, kind, await service.ask(call), _FED)

    def _whose(self) -> Club:
        return Club(self._club, self._door(), self._public_url().rstrip("/"))

    async def calendar(self, language: str) -> Answer:
        """Return the calendar of everybody."""
        now = self._now()
        return await self._fed(
            language, _ICS, lambda store, club: feeds.club_calendar(store, club, now)
        )

    async def own_calendar(self, language: str, token: str) -> Answer:
        """Return the calendar of a player, by a link that nobody can guess."""
        service = self._league()
        person = None
        if service is not None:
            person = await service.ask(service.store.person_behind, token, "calendar")
        if person is None:
            return self.missing(language)
        lines = [] if self._days_of is None else await self._days_of(person.id)
        now = self._now()
        answer = await self._fed(
            language, _ICS, lambda store, club: feeds.own_calendar(store, club, person, lines, now)
        )
        return replace(answer, max_age=0, listed=False)

    def _now(self) -> datetime:
        service = self._league()
        return datetime.now(UTC) if service is None else service.clock()

    async def feed(self, language: str) -> Answer:
        """Return the feed of results."""
        return await self._fed(language, _ATOM, feeds.result_feed)

    async def player_feed(self, language: str, name: str) -> Answer:
        """Return the feed of a player's games; without one it is as for nobody."""
        answer = await self._fed(
            language, _ATOM, lambda store, club: feeds.game_feed(store, club, name) or b""
        )
        return answer if answer.body else self.missing(language)

    # what there is of a game, for somebody who may see it

    async def game(self, language: str, row: GameRow) -> Answer:
        """Make the page of a game."""
        made = await self._made(language, lambda: self._renderer.html(contents.page_of(row)))
        return _of(row, _HTML, made)

    async def record(self, language: str, row: GameRow) -> Answer:
        """Return the record of a game, to be saved."""
        return _of(row, _TEXT, row.record.encode(), f"{row.id}.txt")

    async def picture(self, language: str, row: GameRow) -> Answer:
        """Draw the plate of a game."""
        return _of(row, _SVG, await self._made(language, contents.picture, row))

    async def graphs(self, language: str, row: GameRow, size: Size, tone: Tone) -> Answer:
        """Draw the scores and fields of a game, for its page."""
        return _of(row, _SVG, await self._made(language, contents.graphs, row, size, tone))

    async def game_card(self, language: str, row: GameRow) -> Answer:
        """Draw what chats show beside a link to a game."""
        drawn = await self._made(language, _game_card, row, self._club, self._door())
        return _of(row, _PNG, drawn)

    async def preview(self, language: str, verb: str, named: str) -> Preview:
        """Word what chats show beside a link to a terminal; of a game as a stranger may see it."""
        if verb != "replay":
            return in_language(language, _PREVIEWS.get(verb, Preview))
        try:
            row = await self._archive.game(named, "")
        except LobbyError:
            return Preview()
        return in_language(language, contents.preview_of, row)

    # what is the same for everybody

    async def card(self, language: str) -> Answer:
        """Draw what chats show beside other links."""
        drawn = await self._made(language, _club_card, self._club, self._door())
        return Answer(_GOOD, _PNG, drawn, _FIXED)

    async def style(self, language: str) -> Answer:
        """Return the style sheet."""
        return Answer(_GOOD, _CSS, self._renderer.style(), _FIXED)

    async def ssh(self, language: str) -> Answer:
        """Say where ssh leads to this server, as arguments of it: links name no such address."""
        return Answer(_GOOD, _TEXT, f"{self._door()}\n".encode(), _FIXED)

    async def robots(self, language: str) -> Answer:
        """Keep crawlers from what is no page."""
        robots = _ROBOTS.format(prefix=self._renderer.prefix)
        return Answer(_GOOD, _TEXT, robots.encode(), _FIXED)

    async def _made(
        self, language: str, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs
    ) -> _T:
        """Call a function in the thread that makes pages, with a language spoken."""
        call = partial(in_language, language, function, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._drawer, call)


def _of(row: GameRow, kind: str, body: bytes, filename: str = "") -> Answer:
    """Answer with something of a game; of one that can be closed nothing is kept."""
    age = _OVER if row.public else 0
    return Answer(_GOOD, kind, body, age, filename, listed=row.public)


def _game_card(row: GameRow, club: str, door: str) -> bytes:
    from server.web.link_card import game_card

    return game_card(recorded_plate(contents.replay_of(row)), club, door)


def _club_card(club: str, door: str) -> bytes:
    from server.web.link_card import club_card

    return club_card(club, tr(_GAME), door)


_TRAILING: Final = " /.,;:!?)>]\"'"
"""What chats leave at the end of a link to a game."""


def _readable(path: str) -> str | None:
    """Decode a path; None if it cannot be one of ours."""
    if len(path) > _LONGEST:
        return None
    try:
        text = normalize("NFC", unquote(path, errors="strict"))
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and "%" not in text else None


_GOOD, _MISSING, _UNAVAILABLE = 200, 404, 503
_HTML: Final = "text/html; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"
_ICS: Final = "text/calendar; charset=utf-8"
_ATOM: Final = "application/atom+xml; charset=utf-8"
_CSS: Final = "text/css; charset=utf-8"
_SVG: Final = "image/svg+xml; charset=utf-8"
_PNG: Final = "image/png"

_Make: TypeAlias = Callable[..., Awaitable[Answer]]


def _league(read: Callable[..., Awaitable[Page]]) -> _Make:
    def make(pages: WebPages, language: str, **named: str) -> Awaitable[Answer]:
        return pages.league_page(language, lambda league: read(league, **named))

    return make


_TOKEN: Final = r"(?P<token>[a-z2-7]{32})"
_ID: Final = r"(?P<id>[a-z0-9]{1,32})"
_SEASON: Final = r"(?P<season>[a-z0-9-]{1,40})"
_NAME: Final = r"(?P<name>[^\W\d_][\w-]{1,15})"
_GAME_ROUTES: Final[tuple[tuple[re.Pattern[str], _Make], ...]] = tuple(
    (re.compile(rf"/game/{_ID}{ending}"), tell)
    for ending, tell in (
        (r"", WebPages.game),
        (r"\.txt", WebPages.record),
        (r"\.svg", WebPages.picture),
        (r"\.png", WebPages.game_card),
        (r"\.(?P<size>wide|narrow)\.(?P<tone>dark|light)\.svg", WebPages.graphs),
    )
)
_ROUTES: Final[tuple[tuple[re.Pattern[str], _Make], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
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
        (rf"/player/{_NAME}\.atom", WebPages.player_feed),
        (rf"/mail/{_TOKEN}", WebPages.stop_mail),
        (r"/feed\.atom", WebPages.feed),
        (r"/calendar\.ics", WebPages.calendar),
        (rf"/calendar/{_TOKEN}\.ics", WebPages.own_calendar),
        (re.escape(CARD), WebPages.card),
        (r"/style\.css", WebPages.style),
        (r"/robots\.txt", WebPages.robots),
        (r"/ssh\.txt", WebPages.ssh),
    )
)
_OURS: Final = re.compile(
    r"/(calendar|mail|game|league|seasons?|brackets?|years?|players?)(/|$)", re.ASCII
)
"""Paths below which there is nothing but pages of ours."""
_ROBOTS: Final = "User-agent: *\nDisallow: {prefix}/socket\n"
"""Chats may look at every link to preview it; what search engines may not list says so itself."""
_PREVIEWS: Final[dict[str, Callable[[], Preview]]] = {
    "join": lambda: Preview(tr("A friend waits for you at a card table")),
    "watch": lambda: Preview(tr("Watch a game of Cuttle as it is played")),
}
