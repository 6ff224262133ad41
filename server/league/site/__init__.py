"""The league as static pages that a club can put on its web site, with links of any kind."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from posixpath import dirname, relpath
from tempfile import mkstemp
from typing import Final, NamedTuple

from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined

from cuttle_tui.drawing.backs import back_inks, design_of, pixels
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.i18n.translation import C_, N_, Words, spoken, tr
from cuttle_tui.league.pages import season_state, shown_name
from cuttle_tui.league.people import award_text, play_name, rating_text, tally_text
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import (
    BracketMatch,
    BracketPage,
    League,
    Profile,
    SeasonLine,
    SeasonPage,
    has_account,
)
from cuttle_tui.ports.listings import RatingLine
from cuttle_tui.table.words.game_over import season_name

STYLE: Final = "style.css"
_WORDS: Final[dict[str, Words]] = {
    "cuttle": N_("Cuttle league"),
    "home": C_("a page of the site", "League"),
    "seasons": C_("a page of the site", "Seasons"),
    "championships": C_("a page of the site", "Championships"),
    "players": C_("a page of the site", "Players"),
    "standings": N_("Standings"),
    "ratings": N_("Ratings"),
    "week": N_("Week"),
    "matches": N_("Matches"),
    "places": N_("Places"),
    "place": C_("head of a column", "place"),
    "player": C_("head of a column", "player"),
    "opponent": C_("head of a column", "opponent"),
    "rules": C_("head of a column", "rules"),
    "points": C_("head of a column", "points"),
    "won": C_("head of a column", "won"),
    "lost": C_("head of a column", "lost"),
    "drawn": C_("head of a column", "drawn"),
    "rating": C_("head of a column", "rating"),
    "games": C_("head of a column", "games"),
    "year_points": C_("head of a column", "year points"),
    "winners": C_("side of a bracket", "winners"),
    "losers": C_("side of a bracket", "losers"),
    "final": C_("side of a bracket", "final"),
    "against": N_("Opponents"),
    "by_rules": N_("Rulesets"),
    "favourites": N_("Favourite plays"),
    "awards": N_("Championships"),
    "back": N_("The back of this player's cards"),
    "curve": N_("Rating after each day with a rated game"),
    "no_match": N_("No match has been decided yet."),
    "no_season": N_("There has been no season here yet."),
    "no_championship": N_("No championship has been held yet."),
    "nobody": N_("Nobody has a rating yet."),
    "void": N_("not decided in time"),
    "open": N_("not decided yet"),
    "best": N_("These players enter the championship as things stand."),
    "entered": N_("These players entered the championship."),
    "final_standings": N_("Final standings"),
    "championship": C_("a page of the site", "Championship"),
    "game": N_("Game"),
    "record": N_("Record"),
    "no-show": N_("did not come"),
    "withdrawn": N_("withdrew"),
    "corrected": N_("corrected"),
    "provisional": N_("? = fewer games than a settled rating needs"),
    "year": N_("Year"),
}


def words() -> dict[str, str]:
    """Return every word, by its name in the templates."""
    return {name: tr(message) for name, message in _WORDS.items()} | {"lang": spoken()}


Link = Callable[..., str]
"""Returns the address of a page by its kind, and by what names it: ``link("week", season, 3)``."""


class Pages:
    """The templates of the league's pages."""

    def __init__(self, title: str, loader: BaseLoader | None = None) -> None:
        """Prepare the pages of a club; by default with the templates of this folder."""
        self._templates = Environment(
            loader=loader or PackageLoader("server.league.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals |= {
            "title": title,
            "season_name": season_name,
            "season_state": season_state,
            "rating_text": rating_text,
            "back_picture": back_picture,
            "tally_text": tally_text,
            "award_text": award_text,
            "play_name": play_name,
            "rounds": bracket_rounds,
            "has_account": has_account,
            "held_elsewhere": lambda source: tr("held elsewhere: {source}", source=source),
            "shown_name": shown_name,
        }

    def render(self, template: str, link: Link, here: str = "", **values: object) -> str:
        """Render a page in the language that is spoken; `here` is its name in the navigation."""
        page = self._templates.get_template(template)
        return page.render(w=words(), link=link, here=here, **values)

    def style(self, name: str = STYLE) -> str:
        """Return a style sheet."""
        return self._templates.get_template(name).render()


_PLAIN: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")
_LONGEST: Final = 80
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that Windows keeps for itself."""


def slug(name: str) -> str:
    """Return the file name of a page, without its ending.

    A name of plain letters stays as it is, in small letters. Any other is written in such letters,
    with a few signs of its hash, so that no two names have one page.
    """
    small = unicodedata.normalize("NFC", name).casefold()
    if _PLAIN.fullmatch(small) and len(small) <= _LONGEST and not _DEVICES.fullmatch(small):
        return small
    letters = unicodedata.normalize("NFKD", small).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9_]+", "-", letters).strip("-_")[:_LONGEST]
    digest = hashlib.sha256(small.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain or 'page'}-{digest}"


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A finished game that everybody may see."""

    id: str
    names: tuple[str, ...]
    ended: str
    """Day and time, UTC."""
    ruleset: str
    record: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A player in the list of players."""

    name: str
    rating: RatingLine | None


def listed(name: str, ratings: Sequence[RatingLine]) -> Listed:
    """List a player with the first of their ratings."""
    return Listed(name, ratings[0] if ratings else None)


def bracket_rounds(page: BracketPage, side: str) -> list[list[BracketMatch]]:
    """Return the matches of a side, by rounds."""
    rounds: dict[int, list[BracketMatch]] = {}
    for match in page.matches:
        if match.side == side:
            rounds.setdefault(match.round, []).append(match)
    return [rounds[number] for number in sorted(rounds)]


def players_of(page: BracketPage) -> list[str]:
    """Return who is named in a bracket, perhaps several times."""
    return [slot.name for match in page.matches for slot in match.slots if slot.name]


_CURVE: Final = (600, 160)
"""Width and height of a rating curve."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating curve as a line in a picture."""

    points: str
    """As SVG wants them."""
    low: int
    high: int
    first: str
    last: str


_BACK: Final = TileSize(14, 10)
"""The size of a back on a page, in columns and rows of a table."""


class BackPicture(NamedTuple):
    """A back, ready to be drawn as SVG."""

    width: int
    height: int
    ground: str
    ink: str
    path: str
    """The inked pixels, those beside each other in one piece."""


def back_picture(back: str) -> BackPicture:
    """Draw what somebody's cards wear, in the colours of a table."""
    rows = pixels(design_of(back), _BACK)
    pieces = [
        f"M{run.start()} {y}h{len(run.group())}v1h-{len(run.group())}z"
        for y, row in enumerate(rows)
        for run in re.finditer("#+", row)
    ]
    ink, ground = (DEFAULT.colours[role] for role in back_inks(back))
    return BackPicture(_BACK.width, len(rows), ground, ink, "".join(pieces))


def curve_points(curve: tuple[tuple[str, int], ...]) -> Curve | None:
    """Lay a rating curve into the picture; None for fewer than two points."""
    if len(curve) < 2:
        return None
    width, height = _CURVE
    ratings = [rating for _, rating in curve]
    low, high = min(ratings), max(ratings)
    span = max(1, high - low)
    step = width / (len(ratings) - 1)
    points = (
        f"{place * step:.1f},{height - (rating - low) * height / span:.1f}"
        for place, rating in enumerate(ratings)
    )
    return Curve(" ".join(points), low, high, curve[0][0], curve[-1][0])


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


_FILES: Final = {
    "style": STYLE,
    "index": "index.html",
    "seasons": "seasons.html",
    "season": "seasons/{}.html",
    "week": "seasons/{}-{}.html",
    "championships": "championships.html",
    "bracket": "championships/{}.html",
    "year": "years/{}.html",
    "players": "players.html",
    "player": "players/{}.html",
    "game": "games/{}.html",
}
"""The paths of pages in the folder."""


def _file(kind: str, *names: object) -> str:
    return _FILES[kind].format(*(slug(str(name)) for name in names))


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
    return len(site.written)


class _Site:
    """The pages of a folder while they are written."""

    def __init__(self, folder: Path, title: str, games: Games) -> None:
        self._folder = folder
        self._games = games
        self.written: set[Path] = set()
        self._pages = Pages(title)

    async def write(self, league: League) -> None:
        """Write every page."""
        seasons = await league.seasons()
        brackets = await league.championships()
        top = await league.top()
        names = dict.fromkeys(line.name for line in top)
        self._put(STYLE, self._pages.style())
        self._page("seasons", seasons=seasons)
        latest = None
        for season in reversed(seasons):
            page = await self._season(league, season)
            names |= dict.fromkeys(line.name for line in page.standings)
            latest = page if season.state != "coming" else latest
        self._page("championships", brackets=brackets)
        for bracket in brackets:
            self._page("bracket", bracket.id, bracket=bracket)
            names |= dict.fromkeys(players_of(bracket))
        for year in sorted({season.year for season in seasons}):
            self._page("year", year, page=await league.year(year))
        await self._players(league, names)
        newest = brackets[0] if brackets else None
        self._page("index", page=latest, bracket=newest, top=top[:10])

    async def _season(self, league: League, season: SeasonLine) -> SeasonPage:
        page = await league.season(season.id)
        weeks: list[int] = []
        if season.state != "coming":
            for number in range(season.week or season.weeks, 0, -1):
                week = await league.week(season.id, number)
                if week.matches:
                    weeks.append(number)
                    games = {id: self._games(id) for match in week.matches for id in match.games}
                    written = {id: game for id, game in games.items() if game is not None}
                    for id, game in written.items():
                        self._page("game", id, game=game)
                    matches = tuple(
                        replace(match, games=tuple(filter(written.__contains__, match.games)))
                        for match in week.matches
                    )
                    week = replace(week, matches=matches)
                    self._page("week", season.id, week.week, week=week)
        self._page("season", season.id, page=page, weeks=weeks)
        return page

    async def _players(self, league: League, names: Iterable[str]) -> None:
        """Write a page for everybody who is named on another page."""
        profiles: list[Profile] = []
        for name in names:
            if has_account(name):
                profile = Profile(
                    name, "", online=False, followed=False, me=False, parts=frozenset()
                )
                with suppress(LobbyError):  # the account is gone
                    profile = await league.profile(name)
                profiles.append(profile)
        for profile in profiles:
            curve = curve_points(profile.curve)
            self._page("player", profile.name, profile=profile, curve=curve)
        ordered = sorted(profiles, key=lambda profile: profile.name.casefold())
        players = [listed(profile.name, profile.ratings) for profile in ordered]
        self._page("players", players=players)

    def _page(self, kind: str, *names: object, **values: object) -> None:
        """Write a page of a kind, from the template of that name."""
        path = _file(kind, *names)
        folder = dirname(path) or "."

        def link(kind: str, *names: object) -> str:
            return relpath(_file(kind, *names), folder)

        here = "" if names else kind
        text = self._pages.render(f"{kind}.html", link, here, generator=_GENERATOR, **values)
        self._put(path, text)

    def _put(self, path: str, text: str) -> None:
        """Write a file in place of what is there; a link is replaced, and never followed."""
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
        self.written.add(file)

    def remove_old(self) -> None:
        """Remove the pages of an earlier time: of players, seasons and games that are no more.

        Pages that were not written here stay; those of old versions have no mark.
        """
        folders = (self._folder / name for name in _FOLDERS)
        for folder in (each for each in folders if not each.is_symlink()):
            for page in folder.glob("*.html"):
                if page in self.written or page.is_symlink() or not page.is_file():
                    continue
                text = page.read_bytes()
                if _OURS in text or all(sign in text for sign in _BEFORE):
                    page.unlink()
