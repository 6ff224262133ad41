"""The league in memory: the running season, everybody's rating, and the games of the week.

It is read on the loop while a table is shown, and follows the store: after each rated game that is
stored, and after each decision of an operator.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from engine.ratings import START, Rating
from server.league.ratings import Pool, changes, held
from server.league.seasons import Pair, RatedGame, Season, pair_of
from server.store.values import GameRow, StoreError, player_id
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.league.store.ratings import Snapshot
    from server.store.store import Store


log = logging.getLogger(__name__)


class LeagueBook:
    """The league as it is now."""

    def __init__(self, store: Store, writer: Writer, clock: Callable[[], datetime]) -> None:
        """Read the league from the store; call it before players come."""
        self._store = store
        self._writer = writer
        self._clock = clock
        self._seasons: tuple[Season, ...] = ()
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._games: dict[tuple[tuple[str, int], Pair], tuple[RatedGame, ...]] = {}
        """By season and week, and by pair."""
        self._listeners: dict[object, Callable[[], None]] = {}
        self._new: list[str] = []
        """Ids of stored games that are not taken up yet."""
        self._stale = False
        """Whether everything must be read again."""
        self._task: asyncio.Task[None] | None = None
        self._take(store.league(clock()))
        changes(START, START)  # load the library of ratings before a player waits for it
        writer.kept = self.kept

    def season(self, now: datetime) -> Season | None:
        return next((each for each in self._seasons if each.week(now) is not None), None)

    def rating(self, person: str, pool: Pool = "live") -> Rating:
        player = player_id(person)
        return held(player, self._ratings.get((player, pool), START))

    def pair_games(self, one: str, other: str, now: datetime) -> tuple[RatedGame, ...]:
        season = self.season(now)
        week = season.week(now) if season is not None else None
        if season is None or week is None:
            return ()
        pair = pair_of(player_id(one), player_id(other))
        return self._games.get(((season.id, week), pair), ())

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        key = object()
        self._listeners[key] = call
        return lambda: self._listeners.pop(key, None) and None

    def kept(self, game: GameRow) -> None:
        if game.rated:
            self.stored(game.id)

    def stored(self, game: str) -> None:
        """Take up a rated game that was stored, here or by another process, by its id."""
        self._new.append(game)
        self._work()

    def reread(self) -> None:
        """Read everything again: an operator has decided something."""
        self._stale = True
        self._work()

    async def settled(self) -> None:
        """Wait until all that was stored before is taken up."""
        while self._task is not None:
            await asyncio.shield(self._task)

    def _work(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        try:
            while self._new or self._stale:
                if self._stale:
                    self._stale = False
                    self._new.clear()
                    self._take(await self._writer.ask(self._store.league, self._clock()))
                else:
                    await self._take_up(self._new.pop(0))
                for call in [*self._listeners.values()]:
                    call()
        except StoreError as error:
            self._stale = True  # the next game reads everything again
            log.warning("the league cannot be read again: %s", error.why)
        finally:
            self._task = None

    async def _take_up(self, game: str) -> None:
        """Have ratings and the week's matches follow a game; drop the games of earlier weeks."""
        after = await self._writer.ask(self._store.league_after, game)
        for each in after.ratings:
            self._ratings[each.player, each.pool] = Rating(each.mu, each.sigma, each.games)
        live = [game for game in after.games if game.pool == "live"]
        if live:
            season, week, pair = live[0].season, live[0].week, (live[0].one, live[0].other)
            for known in [*self._games]:
                if known[0][0] != season or known[0][1] < week - 1:
                    del self._games[known]
            self._games[(season, week), pair] = tuple(game.rated for game in live)

    def _take(self, league: Snapshot) -> None:
        self._seasons = tuple(row.season for row in league.seasons)
        self._ratings = {
            (each.player, each.pool): Rating(each.mu, each.sigma, each.games)
            for each in league.ratings
        }
        games: dict[tuple[tuple[str, int], Pair], list[RatedGame]] = {}
        for game in league.games:
            if game.pool == "live":
                key = ((game.season, game.week), (game.one, game.other))
                games.setdefault(key, []).append(game.rated)
        self._games = {key: tuple(some) for key, some in games.items()}
