"""What is at stake in rated games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, Protocol

from cuttle_tui.ports import RATED, RatingLine, TableState
from engine.computers import called
from engine.ratings import Rating, provisional, shown, spread
from engine.rules.options import parse_ruleset, stamped
from engine.table.state import Stake, StakeSeat
from engine.table.table import Table
from server.league.ratings import Pool, changes
from server.league.seasons import PairWeek, RatedGame, Season, pair_week
from server.people.accounts import has_account
from server.store.values import GameRow, player_id

_MOST_PENDING: Final = 1000

Week = tuple[str, int | None]
"""A week of a season: the season's id, empty between seasons, and the week."""
Pair = tuple[str, str]
"""Two persons, in the order of their seats."""


class Book(Protocol):
    """The league as it is now, in memory; `LeagueBook` is the server's."""

    def season(self, now: datetime) -> Season | None:
        """Return the season that runs."""

    def rating(self, person: str, pool: Pool = "live") -> Rating:
        """Return a person's rating; that of a new player, if there is none."""

    def pair_games(self, one: str, other: str, now: datetime) -> tuple[RatedGame, ...]:
        """List the rated games of two persons in the running week, by player id."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change; the result ends that."""


class NoBook:
    """No league: no season, and nobody has a rating."""

    def season(self, now: datetime) -> Season | None:
        """Return none."""

    def rating(self, person: str, pool: Pool = "live") -> Rating:
        return Rating()

    def pair_games(self, one: str, other: str, now: datetime) -> tuple[RatedGame, ...]:
        return ()

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        return lambda: None


class Stakes:
    """Tells what is at stake between two players now."""

    def __init__(self, book: Book, clock: Callable[[], float]) -> None:
        self._book = book
        self._clock = clock
        self._pending: dict[str, tuple[Pair, RatedGame]] = {}
        """Games that have ended and are not in the book yet, by id."""
        self.version = 0
        """Rises with each change of the book."""
        book.listen(self._changed)

    def _changed(self) -> None:
        self.version += 1
        for pair, game in [*self._pending.values()]:
            if any(game.id == known.id for known in self._book.pair_games(*pair, game.ended)):
                del self._pending[game.id]

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change of the book; the result ends that."""
        return self._book.listen(call)

    def now(self) -> datetime:
        """Return the time."""
        return datetime.fromtimestamp(self._clock(), UTC)

    @property
    def season(self) -> Season | None:
        """The season that runs."""
        return self._book.season(self.now())

    def week_at(self, at: datetime) -> Week:
        """Return the week of a moment."""
        season = self._book.season(at)
        return ("", None) if season is None else (season.id, season.week(at))

    @property
    def ruleset(self) -> str:
        """The rules of rated matches, with their version."""
        season = self.season
        return stamped(parse_ruleset(RATED if season is None else season.ruleset))

    def rating(self, identity: str, pool: Pool = "live") -> RatingLine | None:
        """Return a player's rating for a list; None for guests and people without rated games."""
        resident = called(identity) is not None
        known = has_account(identity) or resident
        rating = self._book.rating(identity, pool) if known else Rating()
        return line_of("", rating, pool) if rating.games or resident else None

    def strength(self, identity: str) -> int | None:
        """Return the number by which a player is paired; None for those without rated games."""
        line = self.rating(identity)
        return None if line is None else line.rating

    def stake(self, pair: Pair | None, pool: Pool = "live") -> Stake:
        """Return what is at stake between two players; without them, what there is to play for."""
        week = self.week(pair, self.now())
        if pair is None:
            return self._stake(week, ())
        ratings = self.ratings(pair, pool)
        one, other = ratings
        mine = theirs = (0, 0)
        if week.counts:  # elsewhere openskill need not be installed
            mine, theirs = changes(one, other), changes(other, one)
        seats = (_seat(one, *mine), _seat(other, *theirs))
        return self._stake(week, seats)

    def after(self, pair: Pair, game: str, ended: datetime, before: tuple[Rating, ...]) -> Stake:
        """Return what a finished game did to the ratings its players had at the deal, if known."""
        games = self._games(pair, ended)
        others = [each for each in games if each.id != game]
        why = self._week(pair, others, ended).why
        week = self._week(pair, games, ended)
        seats = _changed_seats(self.ratings(pair), () if why else before)
        return self._stake(PairWeek(week.week, week.wins, why), seats)

    def apart(
        self, pair: Pair | None, pool: Pool, before: tuple[Rating, ...], *, over: bool
    ) -> Stake:
        """Return what is at stake in a game that belongs to no weekly match."""
        why: Literal["days", "bots", "no-season"] = "days" if pool == "days" else "bots"
        why = "no-season" if self.season is None else why
        seats: tuple[StakeSeat, ...] = ()
        if pair is not None:
            now = self.ratings(pair, pool)
            if over:
                seats = _changed_seats(now, before)
            elif why == "no-season":
                seats = tuple(_seat(rating, 0, 0) for rating in now)
            else:
                one, other = now
                seats = (_seat(one, *changes(one, other)), _seat(other, *changes(other, one)))
        return Stake(season="", week=0, weeks=0, score=(0, 0), counts=False, why=why, seats=seats)

    def ended(self, pair: Pair, game: str, winner: int | None, at: datetime) -> None:
        """Count a game that has ended, until it comes back from the store."""
        players = player_id(pair[0]), player_id(pair[1])
        won = None if winner is None else players[winner]
        self._pending[game] = pair, RatedGame(game, at, players, won)
        if len(self._pending) > _MOST_PENDING:
            del self._pending[next(iter(self._pending))]

    def ratings(self, pair: Pair, pool: Pool = "live") -> tuple[Rating, Rating]:
        """Return the ratings of two players."""
        return self._book.rating(pair[0], pool), self._book.rating(pair[1], pool)

    def week(self, pair: Pair | None, now: datetime) -> PairWeek:
        """Return how two players stand in the running week."""
        return self._week(pair, self._games(pair, now) if pair is not None else (), now)

    def _week(self, pair: Pair | None, games: Sequence[RatedGame], now: datetime) -> PairWeek:
        season = self._book.season(now)
        players = ("", " ") if pair is None else (player_id(pair[0]), player_id(pair[1]))
        return pair_week(season, games, players, now)

    def _games(self, pair: Pair, now: datetime) -> tuple[RatedGame, ...]:
        known = self._book.pair_games(*pair, now)
        ids = {game.id for game in known}
        new = (game for _, game in self._pending.values() if game.id not in ids)
        return (*known, *new)

    def _stake(self, week: PairWeek, seats: tuple[StakeSeat, ...]) -> Stake:
        season = self.season if week.week is not None else None
        return Stake(
            season=season.id if season is not None else "",
            week=week.week or 0,
            weeks=season.weeks if season is not None else 0,
            score=week.wins,
            counts=week.counts,
            why=week.why,
            seats=seats,
        )


def line_of(name: str, rating: Rating, pool: Pool) -> RatingLine:
    """Return a rating as lists show it."""
    return RatingLine(name, shown(rating), spread(rating), provisional(rating), rating.games, pool)


def _changed_seats(now: Sequence[Rating], before: Sequence[Rating]) -> tuple[StakeSeat, ...]:
    """Return what a game that has ended did to each seat, once that is known."""
    known = bool(before) and all(
        after.games > then.games for after, then in zip(now, before, strict=True)
    )
    changed = [shown(after) - shown(then) for after, then in zip(now, before, strict=known)]
    return tuple(
        StakeSeat(shown(after), provisional(after), 0, 0, changed[seat] if known else None)
        for seat, after in enumerate(now)
    )


def _seat(rating: Rating, win: int, loss: int) -> StakeSeat:
    return StakeSeat(shown(rating), provisional(rating), win, loss)


class TableStake:
    """Follows a rated table."""

    def __init__(self, stakes: Stakes, table: Table, pool: Pool) -> None:
        """Follow a table, which is rated in a pool: it counts its match as the league does."""
        self._stakes = stakes
        self._table = table
        self._before: tuple[Rating, ...] = ()
        """The ratings at the deal."""
        self._ended: tuple[str, datetime] | None = None
        """The id of the game that is over, and when it ended."""
        self._pool = pool
        self._apart = pool != "live"
        """Whether its games belong to no match: correspondence games, and those with a resident."""
        self._key: object = None
        self._now: Stake | None = None
        table.won_before = self.won

    @property
    def pair(self) -> Pair | None:
        """The players, once both seats are taken."""
        one, other = self._table.owners
        return (one, other) if one and other else None

    def won(self) -> tuple[int, ...] | None:
        """Return the games each seat has won in the week's match; None if the next is casual."""
        pair = None if self._apart else self.pair
        week = None if pair is None else self._stakes.week(pair, self._stakes.now())
        return None if week is None or week.why else week.wins

    def dealt(self) -> None:
        """Note that a game was dealt."""
        self._ended = None
        self._before = () if self.pair is None else self._stakes.ratings(self.pair, self._pool)

    def ended(self, row: GameRow) -> None:
        """Count the game that has ended."""
        if self.pair is not None:
            winner = row.winners[0] if row.winners else None
            if not self._apart:
                self._stakes.ended(self.pair, row.id, winner, row.ended)
            self._ended = row.id, row.ended

    def now(self) -> Stake:
        """Return what is at stake, or what the game that is over did."""
        week = self._stakes.week_at(self._stakes.now())
        key = (self.pair, self._table.games, self._ended, week, self._stakes.version)
        if self._now is None or key != self._key:
            self._key, self._now = key, self._read(week)
        return self._now

    def _read(self, week: Week) -> Stake:
        if self._apart:
            over = self._ended is not None
            return self._stakes.apart(self.pair, self._pool, self._before, over=over)
        if self.pair is None or self._ended is None:
            return self._stakes.stake(self.pair)
        if self._now is not None and week != self._stakes.week_at(self._ended[1]):
            return self._now  # the book has turned to another week
        return self._stakes.after(self.pair, *self._ended, self._before)

    def shown_in(self, state: TableState) -> dict[str, object]:
        """Return what the league changes in a state of the table.

        A game that ended in another week than it began in has opened a new match.
        """
        stake = self.now()
        told: dict[str, object] = {"stake": stake}
        if self._ended is not None and stake.counts and stake.score != state.score:
            winners = (stake.score.index(max(stake.score)),) if stake.decided else ()
            told |= {"score": stake.score, "match_winners": winners}
        return told
