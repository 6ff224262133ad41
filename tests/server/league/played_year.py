"""Play a league year through the matchmaker: seasons, corrections, championships."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Final

from server.league.ratings import LeagueError
from server.league.seasons import Season
from server.league.store import pages
from server.league.store.seasons import Draw
from server.store.store import Store
from server.store.values import AuditRow
from tests.server.league.club import Club, End, Played, Way
from tests.server.league.simulated import Row, SimulatedSeason, SimulatedYear

YEAR: Final = 2026
RULES: Final = "cuttle.cards/1.0.2"
SEED: Final = 7
_SHARE: Final = 0.68
"""How many of the simulated evenings are played: thousands of games."""
_PATIENT: Final = 150
"""Games, the first, for which everybody waits until what they do is stored."""
_BATCH: Final = 12
"""Games after which everything is stored."""
_EVERY: Final = 90
"""Games after which a result is corrected."""
_ENDS: Final[Mapping[End, int]] = {"concede": 78, "leave": 8, "time": 6, "absent": 4, "play": 4}
_WAYS: Final[tuple[Way, ...]] = ("queue", "challenge", "table")


@dataclass
class Championship:
    """A championship as it was played."""

    seeds: list[str]
    waves: list[list[str]] = field(default_factory=list)
    """Who lost for the second time, round by round."""


class PlayedYear:
    """Plays the year."""

    def __init__(self, store: Store, year: SimulatedYear) -> None:
        """Open the seasons, and let everybody in; call it in a running loop."""
        for season in year.seasons:
            store.open_season(False, season_of(season), AuditRow(season.start, "root", "open"))
        self.store = store
        self.year = year
        self.chance = random.Random(SEED)
        self.club = Club(store, year.players, year.seasons[0].start - timedelta(days=8), SEED)
        self.games: list[Played] = []
        self.verdicts: dict[str, str] = {}
        """The latest correction of each game."""
        self.corrected: list[tuple[Played, datetime]] = []
        """What was corrected, and when."""
        self.championships: dict[str, Championship] = {}

    async def play(self) -> None:
        """Play everything, in order of time."""
        rows = list(_evenings(self.year))
        waiting = [*self.year.seasons]
        for row, after in pairwise([*rows, _end(self.year)]):
            await self._game(row)
            pause = after.ended - row.ended > timedelta(minutes=10)
            if pause and waiting and row.ended >= waiting[0].end:
                await self._close(waiting.pop(0))
            elif pause and len(self.games) % _EVERY == 0:
                await self.club.call_off(row.one, row.other)
        assert not waiting
        await self._world()
        await self.club.settle()

    async def _game(self, row: Row) -> None:
        ends = [*_ENDS]
        how = self.chance.choices(ends, [_ENDS[end] for end in ends])[0]
        if row.winner is None:
            how = "agree"
        way = self.chance.choice(_WAYS)
        pair = (row.one, row.other)
        game = await self.club.play(row.ended, pair, row.winner or row.one, how, way)
        assert game.ended == row.ended
        self.games.append(game)
        self.club.journal.hurries = len(self.games) >= _PATIENT
        if len(self.games) % _BATCH == 0:
            await self.club.settle()
        if len(self.games) % _EVERY == 0:
            await self._correct(self.chance.choice(self.games[-_EVERY:]))
        if len(self.games) % (_EVERY * 20) == 0:
            await self._correct(self.games[len(self.games) // 3])

    async def _correct(self, game: Played) -> None:
        """Correct a result, as an operator does while people play."""
        await self.club.settle()
        verdict = self.chance.choice(("P0", "P1", "stalemate", "void"))
        entry = self._decided("result correct")
        await self.club.writer.ask(self.store.correct, False, game.id, verdict, entry)
        self.club.book.reread()
        await self.club.settle()
        self.verdicts[game.id] = verdict
        self.corrected.append((game, self.club.now()))

    def _decided(self, action: str) -> AuditRow:
        return AuditRow(self.club.now(), "root", action)

    # championships

    async def _close(self, season: SimulatedSeason) -> None:
        """Close a season, and play its championship."""
        await self.club.settle()
        id = f"{YEAR}-{season.suit}"
        page = self.store.read(pages.season_page, id, season.end)
        assert page is not None
        names = [line.name for line in page.standings]
        close = partial(self.store.close_season, False, id)
        self._draw(close, names, self._decided("season close"))
        await self._championship(id)

    async def _world(self) -> None:
        names = [line.name for line in self.store.read(pages.year_page, YEAR).lines]
        draw = partial(self.store.draw_championship, False, str(YEAR), None)
        self._draw(draw, names, self._decided("championship draw"))
        await self._championship(f"{YEAR}-world")

    def _draw(
        self, draw: Callable[[Draw, AuditRow], object], names: Sequence[str], entry: AuditRow
    ) -> None:
        """Draw a championship; by lot, if players are level for the last seed."""
        try:
            draw(Draw(), entry)
        except LeagueError:
            draw(Draw(lot=tuple(self.chance.sample(names, len(names)))), entry)

    async def _championship(self, id: str) -> None:
        page = self.store.read(pages.find_bracket, id)
        assert page is not None
        seeds = {slot.seed: slot.name for match in page.matches for slot in match.slots}
        made = Championship([seeds[seed] for seed in sorted(seeds) if seed])
        losses = Counter[str]()
        while not page.champion:
            wave = [match for match in page.matches if match.state == "open"]
            losers = [await self._match(id, *(slot.name for slot in m.slots)) for m in wave]
            losses.update(losers)
            made.waves.append([loser for loser in losers if losses[loser] == 2])
            page = self.store.read(pages.find_bracket, id)
            assert page is not None
        self.championships[id] = made

    async def _match(self, id: str, one: str, other: str) -> str:
        """Play a match of a championship, and enter its result; return who lost."""
        stronger = self.year.strengths[one] > self.year.strengths[other]
        winner, loser = (one, other) if stronger ^ (self.chance.random() < 0.3) else (other, one)
        await self.club.friendly(winner, loser)
        entry = self._decided("championship result")
        self.store.enter_result(False, id, "beat", [winner, loser], (2, 0), entry)
        return loser


def _evenings(year: SimulatedYear) -> Iterator[Row]:
    """Yield the games of some evenings, and all that end as a week turns."""
    turns = {s.start + week * timedelta(days=7) for s in year.seasons for week in range(14)}
    for row in year.rows:
        pair = sorted((row.one, row.other))
        day = (row.ended - year.seasons[0].start).days // 3
        turning = {row.ended, row.ended + timedelta(microseconds=1)} & turns
        if turning or random.Random(f"{pair} {day}").random() < _SHARE:
            yield row


def _end(year: SimulatedYear) -> Row:
    return year.rows[-1]._replace(ended=year.seasons[-1].end + timedelta(days=30))


def season_of(season: SimulatedSeason) -> Season:
    """Return a season as the server knows it."""
    return Season(f"{YEAR}-{season.suit}", season.suit, YEAR, RULES, season.start)
