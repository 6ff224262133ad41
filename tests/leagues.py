"""A league made up for tests: forty weeks of values, without a store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cuttle_tui.ports import GameLine, LobbyError, RatingLine
from cuttle_tui.ports.league import (
    PROFILE_PARTS,
    BracketMatch,
    BracketPage,
    BracketSlot,
    HeadToHead,
    MatchLine,
    PlaceLine,
    Profile,
    SeasonLine,
    SeasonPage,
    StandingLine,
    Tally,
    WeekLine,
    WeekPage,
    YearLine,
    YearPage,
)
from cuttle_tui.worn import own_back

PLAYERS = (
    "ana",
    "bob",
    "wilhelmina-marie",
    "dmitri",
    "eve",
    "fay",
    "gus",
    "hal",
    "carol",
    "ivo",
    "juno",
    "kit",
)
CLUBS = SeasonLine(
    "2026-clubs", "clubs", 2026, "cuttle.cards", "2026-01-05", "2026-04-06", 13, None, "over"
)
DIAMONDS = replace(
    CLUBS,
    id="2026-diamonds",
    suit="diamonds",
    start="2026-04-06",
    end="2026-07-06",
    week=7,
    state="running",
)
HEARTS = replace(
    CLUBS, id="2026-hearts", suit="hearts", start="2026-07-06", end="2026-10-05", state="coming"
)
_POINTS = (5, 4, 3, 2, 2, 1, 0, 5, 4, 2, 3, 1, 2)


def standings(weeks: int, players: tuple[str, ...] = PLAYERS) -> tuple[StandingLine, ...]:
    """Return made-up standings after so many weeks."""
    lines = []
    for number, name in enumerate(players):
        points = tuple(_POINTS[(number * 5 + week) % 13] for week in range(weeks))
        lines.append((sum(points), 30 - number, name, points))
    lines.sort(reverse=True)
    return tuple(
        StandingLine(place, name, total, wins, place + 2, points, qualified=place <= 8)
        for place, (total, wins, name, points) in enumerate(lines, 1)
    )


def week_page(season: SeasonLine, week: int) -> WeekPage:
    """Return a made-up week."""
    lines = tuple(
        WeekLine(number if wins else None, name, wins, 1, points)
        for number, (name, wins, points) in enumerate(
            zip(PLAYERS, (5, 3, 3, 2, 1, 0), (5, 4, 4, 2, 2, 1), strict=False), 1
        )
    )
    matches = (
        MatchLine(
            "ana", "bob", (2, 1), "ana", "decided", "2026-01-06 19:12", ("abc", "abd", "abe")
        ),
        MatchLine("wilhelmina-marie", "eve", (0, 2), "eve", "decided", "2026-01-07 08:01", ("b",)),
        MatchLine("dmitri", "fay", (1, 1), "", "void", "", ("c", "d")),
        MatchLine("gus", "ana", (1, 0), "", "open", "", ("e",)),
    )
    return WeekPage(season, week, lines, matches)


def _slot(seed: int, wins: int | None = None) -> BracketSlot:
    return BracketSlot(PLAYERS[seed - 1] if seed else "", seed, wins)


def _over(number: int, side: str, round: int, winner: int, loser: int) -> BracketMatch:
    slots = (_slot(winner, 2), _slot(loser, number % 2))
    name = PLAYERS[winner - 1]
    return BracketMatch(number, side, round, slots, name, "over", "played")  # type: ignore[arg-type]


def bracket(*, over: bool = False) -> BracketPage:
    """Return a championship of eight: played to its end, or in the middle."""
    first = [_over(n, "winners", 1, w, 9 - w) for n, w in enumerate((1, 4, 2, 3), 1)]
    second = [_over(5, "winners", 2, 1, 4), _over(6, "winners", 2, 2, 3)]
    rest = [_over(7, "losers", 1, 5, 8), _over(8, "losers", 1, 7, 6)]
    if over:
        rest += [
            _over(9, "losers", 2, 5, 3),
            _over(10, "losers", 2, 4, 7),
            _over(11, "winners", 3, 1, 2),
            _over(12, "losers", 3, 4, 5),
            _over(13, "losers", 4, 2, 4),
            _over(14, "final", 1, 1, 2),
        ]
        order = (1, 2, 4, 5, 3, 7, 6, 8)
        points = (21, 14, 10, 7, 5, 3, 2, 1)
        places = tuple(
            PlaceLine(place, PLAYERS[seed - 1], points[place - 1])
            for place, seed in enumerate(order, 1)
        )
    else:
        rest += [
            BracketMatch(9, "losers", 2, (_slot(5), _slot(3)), "", "open"),
            BracketMatch(10, "losers", 2, (_slot(7), _slot(4)), "", "open"),
            BracketMatch(11, "winners", 3, (_slot(1), _slot(2)), "", "open"),
            BracketMatch(12, "losers", 3, (_slot(0), _slot(0)), "", "waiting"),
            BracketMatch(13, "losers", 4, (_slot(0), _slot(0)), "", "waiting"),
            BracketMatch(14, "final", 1, (_slot(0), _slot(0)), "", "waiting"),
        ]
        places = (PlaceLine(7, PLAYERS[5], 2), PlaceLine(8, PLAYERS[7], 1))
    order_of = {"winners": 0, "losers": 1, "final": 2}
    matches = sorted([*first, *second, *rest], key=lambda m: (order_of[m.side], m.round))
    return BracketPage("2026-clubs", 2026, "clubs", tuple(matches), places)


def rating(number: int) -> RatingLine:
    """Return the made-up rating of a player."""
    games = 90 - 8 * number
    return RatingLine(
        PLAYERS[number], 1812 - 47 * number, 40 + 9 * number, games < 15, games, "live"
    )


_LATEST: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("2026-02-01", (0,)),
    ("2026-01-30", (0,)),
    ("2026-01-30", (1,)),
    ("2026-01-24", (0,)),
    ("2026-01-23", ()),
    ("2026-01-17", (0,)),
    ("2026-01-16", (0,)),
    ("2026-01-10", (1,)),
    ("2026-01-09", (0,)),
    ("2026-01-03", (0,)),
)
"""Days and winners of the latest games of two players, newest first."""
_SCORES: Final[dict[tuple[int, ...], tuple[int, int]]] = {
    (0,): (21, 13),
    (1,): (6, 21),
    (): (14, 14),
}
"""Their scores, by the winners."""


@dataclass
class SampleLeague:
    """A league whose pages are made up."""

    me: str = "ana"
    empty: bool = False
    reason: LobbyError | None = None
    """Why nobody can be called to a match."""
    called: list[str] = field(default_factory=list)

    async def seasons(self) -> tuple[SeasonLine, ...]:
        """List the seasons."""
        return () if self.empty else (HEARTS, DIAMONDS, CLUBS)

    async def season(self, id: str = "") -> SeasonPage:
        """Return a season."""
        for season in await self.seasons():
            if season.id == (id or DIAMONDS.id):
                weeks = {"over": 13, "running": 7, "coming": 0}[season.state]
                return SeasonPage(season, standings(weeks) if weeks else ())
        raise LobbyError("no-such-season")

    async def week(self, season: str = "", week: int | None = None) -> WeekPage:
        """Return a week."""
        page = await self.season(season)
        return week_page(page.season, week or page.season.week or page.season.weeks)

    async def championships(self) -> tuple[BracketPage, ...]:
        """List the championships."""
        return () if self.empty else (bracket(),)

    async def bracket(self, id: str = "") -> BracketPage:
        """Return a championship."""
        if self.empty or id not in ("", "2026-clubs"):
            raise LobbyError("no-such-championship")
        return bracket()

    async def play(self, championship: str) -> str:
        """Note that somebody is called to a match."""
        self.called.append(championship)
        if self.reason is not None:
            raise self.reason
        return "bob"

    async def year(self, year: int | None = None) -> YearPage:
        """Return a year."""
        if self.empty:
            return YearPage(year or 2026, ())
        points = (21, 14, 10, 7, 5, 3, 2, 1)
        lines = tuple(
            YearLine(n, PLAYERS[n - 1], p, int(n == 1), n, (p, 0, 0, 0))
            for n, p in enumerate(points, 1)
        )
        return YearPage(year or 2026, lines)

    async def top(self, pool: str = "live") -> tuple[RatingLine, ...]:
        """List ratings."""
        if self.empty:
            return ()
        return tuple(replace(rating(number), pool=pool) for number in range(len(PLAYERS)))

    async def profile(self, name: str = "") -> Profile:
        """Return a profile."""
        name = name or self.me
        if name not in PLAYERS:
            raise LobbyError("no-such-player")
        number = PLAYERS.index(name)
        start = 1500 + round(rating(number).rating - rating(0).rating)
        curve = tuple(
            (f"2026-0{1 + day // 28}-{1 + day % 28:02}", start + day * 4 - 60 * (day % 7 == 3))
            for day in range(0, 80, 2)
        )
        return Profile(
            name=name,
            back=own_back(name),
            since="2025-11-30",
            online=number % 2 == 0,
            followed=number == 2,
            me=name == self.me,
            parts=frozenset(PROFILE_PARTS),
            ratings=(rating(number),),
            curve=curve,
            games=Tally(61, 24, 3),
            by_ruleset=(("cuttle.cards", Tally(50, 20, 3)), ("standard", Tally(11, 4, 0))),
            by_opponent=tuple(
                (other, Tally(9, 4, 1)) for other in ("gus", "bob", "eve") if other != name
            ),
            favourites=(("points", 312), ("oneoff", 120), ("scuttle", 88)),
            streak=4,
            best_streak=9,
            awards=(("2026-clubs", number + 1),),
        )

    async def head_to_head(self, one: str, other: str) -> HeadToHead:
        """Return two players' games."""
        if one not in PLAYERS or other not in PLAYERS:
            raise LobbyError("no-such-player")
        last = tuple(
            replace(
                GameLine("abcdefghij", (one, other), winners, "cuttle.cards", f"{day} 20:15", True),
                scores=_SCORES[winners],
            )
            for day, winners in _LATEST
        )
        return HeadToHead(one, other, Tally(9, 4, 1), (4, 1), last)

    async def follow(self, name: str, yes: bool = True) -> None:
        """Do nothing."""
