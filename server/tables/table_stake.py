"""What is at stake at one rated table, while its players sit down, play and finish."""

from __future__ import annotations

from datetime import datetime

from cuttle_tui.ports import TableState
from engine.table.stake import Stake
from engine.table.table import Table
from server.league.ratings import Pool, Rating, pool_of
from server.store.values import GameRow
from server.tables.stakes import Pair, Stakes, Week


class TableStake:
    """Follows a rated table."""

    def __init__(self, stakes: Stakes, table: Table) -> None:
        """Follow a table: it counts its match as the league does."""
        self._stakes = stakes
        self._table = table
        self._before: tuple[Rating, ...] = ()
        """The ratings at the deal."""
        self._ended: tuple[str, datetime] | None = None
        """The id of the game that is over, and when it ended."""
        self._days = pool_of(table.config.control) == "days"
        """Whether it is a correspondence game, which belongs to no match."""
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
        pair = None if self._days else self.pair
        week = None if pair is None else self._stakes.week(pair, self._stakes.now())
        return None if week is None or week.why else week.wins

    def dealt(self) -> None:
        """Note that a game was dealt."""
        self._ended = None
        pool: Pool = "days" if self._days else "live"
        self._before = () if self.pair is None else self._stakes.ratings(self.pair, pool)

    def ended(self, row: GameRow) -> None:
        """Count the game that has ended."""
        if self.pair is not None:
            winner = row.winners[0] if row.winners else None
            if not self._days:
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
        if self._days:
            return self._stakes.days(self.pair, self._before, over=self._ended is not None)
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
