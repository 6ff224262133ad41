"""What pages show: a finished game in words and in pictures, the league as read from the store."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from typing import Final, Literal

from cuttle_tui.drawing.palette import DEFAULT, THEMES, UNICODE, Palette, palette_of, suit_of
from cuttle_tui.i18n.translation import Sentence, Span, plain, tr
from cuttle_tui.kit.names import Names, names_of, with_level
from cuttle_tui.kit.results import GameResult, title
from cuttle_tui.league.pages import season_state, shown_name
from cuttle_tui.league.people import rating_text, tally_text
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import BracketPage, League, Profile, SeasonPage, has_account
from cuttle_tui.replay.export import graphs_svg, picture_svg
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.plate import recorded_plate
from cuttle_tui.table.view_model import PlateModel
from cuttle_tui.worn import own_back
from engine.cards import parse_card
from engine.record.summary import Replay
from engine.rules.options import unstamped
from engine.table.state import replayed_state
from server.feeds.service import RESULTS, games_path
from server.league.seasons import SUITS
from server.league.site import curve_points, listed, players_of
from server.lobby.archive import record_of
from server.store.values import GameRow
from server.web.rendering import Page, Preview

Size = Literal["wide", "narrow"]
Tone = Literal["dark", "light"]

_COLUMNS: Final[dict[Size, int]] = {"wide": 84, "narrow": 44}
_PALETTES: Final[dict[Tone, Palette]] = {
    "dark": DEFAULT,
    "light": palette_of(THEMES["felt-light"], "two-colour", "true"),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in a turn."""

    number: int
    """0 for what came before the first."""
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who played in a seat."""

    name: str
    page: str
    """The name of their page; empty for guests, computers and deleted accounts."""


@dataclass(frozen=True, slots=True)
class GameInWords:
    """A game in words."""

    id: str
    title: str
    how: str
    caption: str
    players: tuple[Sitting, ...]
    plate: PlateModel
    turns: tuple[Turn, ...]
    source: str = ""
    """Where it was played, if it was brought in from elsewhere."""

    @property
    def about(self) -> str:
        """The game in a line, for previews."""
        parts = (self.how, ", ".join(map(words_of, self.plate.counts)), self.caption)
        return ". ".join(part for part in parts if part)


@lru_cache(maxsize=2)
def replay_of(row: GameRow) -> Replay:
    """Replay a stored game; a page is asked for together with its pictures.

    The cards of those who have an account wear their own backs.

    Raises:
        LobbyError: ``no-such-game``: its record cannot be read.
    """
    return Replay(record_of(row), [own_back(id) if id else "" for id in row.players])


def game_in_words(row: GameRow) -> GameInWords:
    """Put a game into words, in the language that is spoken."""
    replay = replay_of(row)
    plate = recorded_plate(replay)
    names = names_of(replayed_state(replay, 0).sitters, None)
    digest = digest_of(replayed_state(replay, replay.plies, all_hands=True), 0)
    told = zip(digest.turns, digest.lines, strict=True)
    return GameInWords(
        row.id,
        names.begun(words_of(plate.title)),
        words_of(plate.how),
        plate.caption,
        tuple(
            Sitting(with_level(name), "" if account is None else name)
            for name, account in zip(row.names, row.players, strict=True)
        ),
        plate,
        tuple(
            Turn(number, tuple(line for _, line in lines))
            for number, lines in groupby(told, key=lambda line: line[0])
        ),
        tr("played elsewhere: {source}", source=row.source) if row.source else "",
    )


def words_of(sentence: Sentence) -> str:
    """Return a sentence as text, cards by their ranks and suit signs."""
    return "".join(index_of(span) if span.role == "card" else span.text for span in sentence)


def index_of(span: Span) -> str:
    """Return the index of a card that a sentence names."""
    return UNICODE.index(parse_card(span.text))


def is_red(span: Span) -> bool:
    """Return whether a card that a sentence names is red."""
    return suit_of(parse_card(span.text)) in _RED


_RED: Final = frozenset("DH")


def graphs(row: GameRow, size: Size, tone: Tone) -> bytes:
    """Draw scores and final fields as SVG."""
    return graphs_svg(replay_of(row), _COLUMNS[size], _PALETTES[tone]).encode()


def picture(row: GameRow) -> bytes:
    """Draw the plate at the end as SVG, as ``ssh HOST picture`` writes it."""
    return picture_svg(replay_of(row)).encode()


def page_of(row: GameRow) -> Page:
    """Return the page of a game, ready to be rendered in the language that is spoken."""
    game, path = game_in_words(row), f"/game/{row.id}"
    values = {
        "game": game,
        "rated": row.rated,
        "described": described(game.plate),
        "words_of": words_of,
        "index_of": index_of,
        "is_red": is_red,
    }
    return Page("played.html", values, about=lambda: game.about, path=path, card=f"{path}.png")


def preview_of(row: GameRow) -> Preview:
    """Word a link to the replay of a game, from what is known without playing it through."""
    day = f"{row.ended:%Y-%m-%d}"
    told = tr("{rules}, {day}: watch it move by move", rules=unstamped(row.ruleset), day=day)
    names = Names(tuple(map(with_level, row.names)), None)
    beaten = plain(title(GameResult(row.winners, row.why), names))
    return Preview(beaten, told, f"/game/{row.id}.png")


def described(plate: PlateModel) -> str:
    """Say what the picture of a game shows, for those who cannot see it."""
    return "; ".join(f"{seat.name}: {words_of(seat.total)}" for seat in plate.seats)


_TOP: Final = 10
"""Ratings on the first page."""
_NAMED: Final = 3
"""Players who are named when a page is previewed."""


class LeaguePages:
    """Reads what the pages of the league show."""

    def __init__(self, league: League) -> None:
        """Read a league as somebody without an account."""
        self._league = league

    async def front(self) -> Page:
        """Read the latest season, the newest championship, and the best ratings."""
        brackets, top = await self._league.championships(), await self._league.top()
        bracket = brackets[0] if brackets else None
        values = {"page": await self._latest(), "bracket": bracket, "top": top[:_TOP]}
        return Page("index.html", values, "index", feed=RESULTS)

    async def seasons(self) -> Page:
        """Read the list of seasons."""
        return Page(
            "seasons.html", {"seasons": await self._league.seasons()}, "seasons", feed=RESULTS
        )

    async def season(self, season: str = "") -> Page:
        """Read the standings of a season: by its id or its suit, by default the latest."""
        page = await self._season(await self._id(season))
        if page is None:
            return await self.seasons()
        # those in which something was played, and the running one, the newest first
        line = page.season
        weeks = [
            week
            for week in range(line.week or line.weeks, 0, -1)
            if week == line.week or any(any(row.weeks[week - 1 : week]) for row in page.standings)
        ]
        return Page(
            "season.html",
            {"page": page, "weeks": weeks},
            about=lambda: _standings(page),
            feed=RESULTS,
        )

    async def week(self, season: str, week: str) -> Page:
        """Read a week of a season."""
        return Page(
            "week.html", {"week": await self._league.week(await self._id(season), int(week))}
        )

    async def championships(self) -> Page:
        """Read the list of championships."""
        brackets = await self._league.championships()
        return Page("championships.html", {"brackets": brackets}, "championships", feed=RESULTS)

    async def bracket(self, season: str = "") -> Page:
        """Read a championship: by its season, by default the latest."""
        if not season and not await self._league.championships():
            return await self.championships()
        bracket = await self._league.bracket(await self._id(season))
        return Page(
            "bracket.html", {"bracket": bracket}, about=lambda: _champion(bracket), feed=RESULTS
        )

    async def year(self, year: str = "") -> Page:
        """Read the table of a year, by default this one."""
        return Page("year.html", {"page": await self._league.year(int(year) if year else None)})

    async def players(self) -> Page:
        """List the players with a rating, in the latest season, and in championships."""
        top = {line.name: line for line in await self._league.top()}
        latest, brackets = await self._latest(), await self._league.championships()
        standings = () if latest is None else latest.standings
        names = {*top, *(line.name for line in standings)}
        names.update(*map(players_of, brackets))
        ordered = sorted((name for name in names if has_account(name)), key=str.casefold)
        players = [listed(name, [top[name]] if name in top else []) for name in ordered]
        return Page("players.html", {"players": players}, "players")

    async def player(self, name: str) -> Page:
        """Read what a player shows of themselves."""
        profile = await self._league.profile(name)
        has_feed = {"games", "opponents"} <= {*profile.parts}  # as for the feed itself
        values = {"profile": profile, "curve": curve_points(profile.curve)}
        return Page(
            "player.html",
            values,
            about=lambda: _player(profile),
            feed=games_path(profile.name) if has_feed else "",
            feed_of=profile.name,
        )

    async def _season(self, id: str = "") -> SeasonPage | None:
        """Return a season, by default the latest; None if there has been none yet."""
        try:
            return await self._league.season(id)
        except LobbyError as error:
            if error.reason != "no-season":
                raise
            return None

    async def _latest(self) -> SeasonPage | None:
        page = await self._season()
        return None if page is None or page.season.state == "coming" else page

    async def _id(self, season: str) -> str:
        """Return the id of a season; of a suit, that of its latest season that has begun."""
        if season not in SUITS:
            return season
        seasons = await self._league.seasons()
        begun = (each for each in seasons if each.suit == season and each.state != "coming")
        return next((each.id for each in begun), season)


def _standings(page: SeasonPage) -> str:
    first = islice(page.standings, _NAMED)
    leaders = (f"{line.place}. {shown_name(line.name)} {line.points}" for line in first)
    return ", ".join((season_state(page.season), *leaders))


def _champion(bracket: BracketPage) -> str:
    places = sorted(bracket.places, key=lambda line: line.place)
    return ", ".join(f"{line.place}. {shown_name(line.name)}" for line in places[:_NAMED])


def _player(profile: Profile) -> str:
    ratings = (rating_text(line) for line in profile.ratings[:1])
    return ", ".join((*ratings, *([tally_text(profile.games)] * ("games" in profile.parts))))
