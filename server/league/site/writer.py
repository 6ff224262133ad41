"""Write the pages of a league into a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from posixpath import dirname, relpath
from tempfile import mkstemp
from typing import Final

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import League, Profile, SeasonLine, SeasonPage, WeekPage, is_deleted
from server.league.site.pages import (
    STYLE,
    Pages,
    PublicGame,
    curve_points,
    listed,
    players_of,
    slug,
)

_READABLE: Final = 0o644
_FOLDERS: Final = ("seasons", "championships", "years", "players", "games")
_GENERATOR: Final = "cuttle league site"
_OURS: Final = f'<meta name="generator" content="{_GENERATOR}">'.encode()
"""The mark of a page that was written here."""
_BEFORE: Final = (b'<span class="suits" aria-hidden="true">', b'href="../style.css"')
"""What pages had before they had that mark."""


class SiteError(Exception):
    """The pages cannot be written; the text says why."""


Games = Callable[[str], PublicGame | None]
"""Returns a game by its id; None if it is not public."""


class FolderLinks:
    """Addresses of pages in a folder, relative to one of them."""

    def __init__(self, path: str) -> None:
        """Link from the page at a path in the folder."""
        self._folder = dirname(path) or "."

    def page(self, name: str) -> str:
        return self._to(STYLE if name == "style" else f"{name}.html")

    def season(self, id: str) -> str:
        return self._to(f"seasons/{slug(id)}.html")

    def week(self, season: str, number: int) -> str:
        return self._to(f"seasons/{slug(season)}-{number}.html")

    def bracket(self, id: str) -> str:
        return self._to(f"championships/{slug(id)}.html")

    def year(self, year: int) -> str:
        return self._to(f"years/{year}.html")

    def player(self, name: str) -> str:
        return self._to(f"players/{slug(name)}.html")

    def game(self, id: str) -> str:
        return self._to(f"games/{slug(id)}.html")

    def _to(self, path: str) -> str:
        return relpath(path, self._folder)


_PATHS: Final = FolderLinks("")


async def write_site(
    league: League, folder: Path, title: str = "", games: Games = lambda id: None
) -> int:
    """Write every page, and return how many were written.

    Pages that are there are replaced, and those of this site that are no more are removed; other
    files in the folder stay.

    Raises:
        SiteError: the folder cannot be written.
    """
    site = _Site(folder, title, games)
    try:
        await site.write(league)
        site.remove_old()
    except OSError as error:
        raise SiteError(f"{error.filename or folder}: {error.strerror}") from None
    return site.written


class _Site:
    """The pages of a folder while they are written."""

    def __init__(self, folder: Path, title: str, games: Games) -> None:
        self._folder = folder
        self._games = games
        self._written: set[Path] = set()
        self._pages = Pages(title)

    @property
    def written(self) -> int:
        """How many files were written."""
        return len(self._written)

    async def write(self, league: League) -> None:
        """Write every page."""
        seasons = await league.seasons()
        brackets = await league.championships()
        top = await league.top()
        names = dict.fromkeys(line.name for line in top)
        self._put(STYLE, self._pages.style())
        self._page("seasons.html", here="seasons", seasons=seasons)
        latest = None
        for season in reversed(seasons):
            page = await self._season(league, season)
            names |= dict.fromkeys(line.name for line in page.standings)
            latest = page if season.state != "coming" else latest
        self._page("championships.html", here="championships", brackets=brackets)
        for bracket in brackets:
            self._page(_PATHS.bracket(bracket.id), "bracket.html", bracket=bracket)
            names |= dict.fromkeys(players_of(bracket))
        for year in sorted({season.year for season in seasons}):
            self._page(_PATHS.year(year), "year.html", page=await league.year(year))
        await self._players(league, names)
        newest = brackets[0] if brackets else None
        self._page("index.html", here="index", page=latest, bracket=newest, top=top[:10])

    async def _season(self, league: League, season: SeasonLine) -> SeasonPage:
        page = await league.season(season.id)
        weeks: list[int] = []
        if season.state != "coming":
            for number in range(season.week or season.weeks, 0, -1):
                week = await league.week(season.id, number)
                if week.matches:
                    weeks.append(number)
                    self._week(season, week)
        self._page(_PATHS.season(season.id), "season.html", page=page, weeks=weeks)
        return page

    def _week(self, season: SeasonLine, week: WeekPage) -> None:
        """Write a week, and its games that are public."""
        public = []
        for id in (id for match in week.matches for id in match.games):
            game = self._games(id)
            if game is not None:
                public.append(id)
                self._page(_PATHS.game(id), "game.html", game=game)
        self._page(_PATHS.week(season.id, week.week), "week.html", week=week, public=public)

    async def _players(self, league: League, names: Iterable[str]) -> None:
        """Write a page for everybody who is named on another page."""
        profiles = [await _profile(league, name) for name in names if not is_deleted(name)]
        for profile in profiles:
            curve = curve_points(profile.curve)
            self._page(_PATHS.player(profile.name), "player.html", profile=profile, curve=curve)
        ordered = sorted(profiles, key=lambda profile: profile.name.casefold())
        players = [listed(profile.name, profile.ratings) for profile in ordered]
        self._page("players.html", here="players", players=players)

    def _page(self, path: str, template: str = "", here: str = "", **values: object) -> None:
        values |= {"generator": _GENERATOR}
        link = FolderLinks(path)
        self._put(path, self._pages.render(template or path, link, here, **values))

    def _put(self, path: str, text: str) -> None:
        """Write a file in place of what is there; a link is replaced, and never followed.

        Raises:
            SiteError: its folder is a link, which may lead anywhere.
        """
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.parent != self._folder and file.parent.is_symlink():
            raise SiteError(f"{file.parent} is a link: remove it, or name another folder")
        number, draft = mkstemp(dir=file.parent, prefix=".", suffix=".new")
        try:
            with open(number, "w", encoding="utf-8") as written:
                written.write(text)
                os.fchmod(number, _READABLE)
            os.replace(draft, file)
        except BaseException:
            os.unlink(draft)
            raise
        self._written.add(file)

    def remove_old(self) -> None:
        """Remove the pages of an earlier time: of players, seasons and games that are no more."""
        folders = (self._folder / name for name in _FOLDERS)
        for folder in (each for each in folders if not each.is_symlink()):
            for page in folder.glob("*.html"):
                if page not in self._written and _is_ours(page):
                    page.unlink()


def _is_ours(page: Path) -> bool:
    """Return whether a page was written here, by this version or one without its mark."""
    if page.is_symlink() or not page.is_file():
        return False
    text = page.read_bytes()
    return _OURS in text or all(sign in text for sign in _BEFORE)


async def _profile(league: League, name: str) -> Profile:
    """Return a profile; an empty one, if the account is gone."""
    try:
        return await league.profile(name)
    except LobbyError:
        return Profile(name, "", online=False, followed=False, me=False, parts=frozenset())
