"""A league in memory, for tests of rated tables: a season, and what the games kept do to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from engine.ratings import Rating
from server.league.ratings import Pool, rate
from server.league.seasons import RatedGame, Season
from server.store.values import GameRow, KeepGame, Write, player_id
from tests.server.players import Clock, Paper

SEASON = Season(
    "1970-clubs", "clubs", 1970, "cuttle.cards/1.0.2", datetime(1969, 12, 29, tzinfo=UTC)
)
"""It has begun when the clock of a test starts."""


class PaperBook:
    """What the server knows of the league."""

    def __init__(self, season: Season | None = SEASON) -> None:
        self.running = season
        self.ratings: dict[str, Rating] = {}
        self.games: list[RatedGame] = []
        self._calls: list[Callable[[], None]] = []

    def season(self, now: datetime) -> Season | None:
        """Return the season, if it runs."""
        season = self.running
        return season if season is not None and season.week(now) else None

    def rating(self, person: str, pool: Pool = "live") -> Rating:
        """Return a rating."""
        return self.ratings.get(person, Rating())

    def pair_games(self, one: str, other: str, now: datetime) -> tuple[RatedGame, ...]:
        """List the games of the running week."""
        season = self.season(now)
        pair = {player_id(one), player_id(other)}
        return tuple(
            game
            for game in self.games
            if season and season.week(game.ended) == season.week(now) and {*game.players} == pair
        )

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change."""
        self._calls.append(call)
        return lambda: self._calls.remove(call)

    def keep(self, row: GameRow) -> None:
        """Take a game from the store."""
        one, other = (person or "" for person in row.players)
        winner = player_id(row.players[row.winners[0]] or "") if row.winners else None
        players = player_id(one), player_id(other)
        self.games.append(RatedGame(row.id, row.ended, players, winner))
        if row.winners:
            ranks = (1, 2) if row.winners == (0,) else (2, 1)
            rated = rate([[self.rating(one)], [self.rating(other)]], ranks)
            self.ratings |= {one: rated[0][0], other: rated[1][0]}
        self.tell()

    def tell(self) -> None:
        """Tell that something has changed."""
        for call in self._calls:
            call()


class LeaguePaper(Paper):
    """A journal whose rated games come back as ratings."""

    def __init__(self, book: PaperBook) -> None:
        super().__init__()
        self.book = book

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something down."""
        super().put(write, then)
        if isinstance(write, KeepGame) and write.game.rated and not self.waits:
            self.book.keep(write.game)


def at(clock: Clock, day: float) -> None:
    """Set a clock to so many days after the start of the season."""
    clock.now = SEASON.start.timestamp() + day * 86_400
