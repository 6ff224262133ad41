"""A year of the league, played through the matchmaker into the store, and worked out anew.

Forty people play four seasons: thousands of games that are conceded, played out, agreed, lost on
time and by absence; matches that are broken off, that cross the turn of a week, that are played a
second time in their week; games outside any season. Results are corrected meanwhile. Each season
ends with a championship, the year with another. Then everything is checked by `check_season`, which
knows nothing of the server, and rebuilt from the records.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from cuttle_tui.ports.league import League
from server.cli.main import main
from server.league.lobby import LeagueService
from server.people.accounts import Player
from server.store.store import Store
from tests.server.league.check_season import (
    CheckedSeason,
    Row,
    check_places,
    check_ratings,
    check_season,
    check_year,
    stored_rows,
)
from tests.server.league.club import Played
from tests.server.league.played_year import SEED, YEAR, PlayedYear
from tests.server.league.simulated import SimulatedSeason, simulate
from tests.whole import whole_only

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(900)]


def _expected(played: PlayedYear) -> list[Row]:
    """List the results as those know them who played, and as they were corrected."""
    rows: list[Row] = []
    for game in played.games:
        players = (game.one, game.other)
        verdict = played.verdicts.get(game.id, "")
        winner = game.winner if not verdict else None
        if verdict in ("P0", "P1"):
            winner = players[int(verdict[1])]
        if verdict != "void":
            rows.append((game.ended, *players, winner))
    return rows


async def _check(played: PlayedYear, rows: Sequence[Row]) -> None:
    """Compare every page that follows from games with what the rows come to."""
    club = played.club
    presence, follows = club.matchmaker.presence, club.matchmaker.follows
    service = LeagueService(played.store, club.writer, presence, follows, club.now)
    league = service.of(lambda: Player("", "", guest=True), lambda: None)
    checked = [check_season(rows, season.start) for season in played.year.seasons]
    for season, its in zip(played.year.seasons, checked, strict=True):
        await _check_season(league, f"{YEAR}-{season.suit}", its)
    inside = (row for s in played.year.seasons for row in rows if s.start <= row[0] < s.end)
    casual = {row for each in checked for row in each.casual}
    ratings = check_ratings(row for row in inside if row not in casual)
    top = await league.top()
    assert {line.name: (line.rating, line.games) for line in top} == ratings
    await _check_year(played, league, checked)
    _check_what_was_said(played, rows, casual)


async def _check_season(league: League, id: str, checked: CheckedSeason) -> None:
    page = await league.season(id)
    standings = [(s.place, s.name, s.points, s.wins, s.losses) for s in page.standings]
    assert sorted(standings) == sorted(checked.standings)
    assert {line.name: [*line.weeks] for line in page.standings} == checked.points
    void = 0
    for week in range(1, 14):
        shown = await league.week(id, week)
        points = {name: weeks[week - 1] for name, weeks in checked.points.items()}
        decided = [m for m in shown.matches if m.state == "decided"]
        void += len(shown.matches) - len(decided)
        assert {line.name: line.points for line in shown.lines} == {
            name: number for name, number in points.items() if number
        }
        assert sorted(
            (*sorted((match.one, match.other)), match.winner, sum(match.wins))
            for match in decided
            if match.winner
        ) == sorted((one, two, won, n) for at, one, two, won, n in checked.matches if at == week)
    assert void == checked.void


async def _check_year(played: PlayedYear, league: League, checked: list[CheckedSeason]) -> None:
    places: dict[str, list[str]] = {}
    for id, championship in played.championships.items():
        page = await league.bracket(id)
        places[id] = check_places(championship.seeds, championship.waves)
        assert [line.name for line in page.places] == places[id]
    for season, its in zip(played.year.seasons, checked, strict=True):
        if not _corrected_late(played, season):
            seeds = played.championships[f"{YEAR}-{season.suit}"].seeds
            merit = {player: key for _, player, *key in its.standings}
            best = sorted((merit[player][:2] for player in merit), reverse=True)[:8]
            assert [merit[player][:2] for player in seeds] == best
    points = Counter[str]()
    for each in checked:
        points.update({player: sum(weeks) for player, weeks in each.points.items()})
    world = f"{YEAR}-world"
    table = check_year([own for id, own in places.items() if id != world], points)
    shown = await league.year(YEAR)
    assert [(line.place, line.name, line.points) for line in shown.lines] == table
    by_name = {player: place for place, player, _ in table}
    entered = [by_name[player] for player in played.championships[world].seeds]
    assert entered == [place for place, *_ in table[:8]]


def _corrected_late(played: PlayedYear, season: SimulatedSeason) -> bool:
    """Return whether a result of a season was corrected after its end."""
    return any(
        at >= season.end and season.start <= game.ended < season.end
        for game, at in played.corrected
    )


def _check_what_was_said(played: PlayedYear, rows: Sequence[Row], casual: set[Row]) -> None:
    """Compare what tables said of their games with what became of these."""
    wrong = {_week_of(played, game) for game in played.games if game.id in played.verdicts}
    for game in played.games:
        row = (game.ended, game.one, game.other, game.winner)
        inside = any(s.start <= game.ended < s.end for s in played.year.seasons)
        if _week_of(played, game) not in wrong:
            assert game.counts == (inside and row not in casual)


def _week_of(played: PlayedYear, game: Played) -> tuple[int, str, str]:
    """Return the week and the pair of a game."""
    starts = [season.start for season in played.year.seasons if season.start <= game.ended]
    start = starts[-1] if starts else game.ended
    week = len(starts) * 100 + (game.ended - start) // timedelta(days=7)
    one, other = sorted((game.one, game.other))
    return week, one, other


def _check_variety(played: PlayedYear, rows: Sequence[Row]) -> None:
    """Make sure that the year was a year."""
    checked = [check_season(rows, season.start) for season in played.year.seasons]
    assert [len(each.seeds) for each in played.championships.values()] == [8] * 5
    assert len(played.games) > 5000
    assert sum(len(each.matches) + each.void for each in checked) > 2000
    assert all(each.void > 10 and len(each.casual) > 10 for each in checked)
    assert len(played.corrected) > 40
    assert len({*played.verdicts.values()}) == 4


async def _play(store: Store, database: Path) -> None:
    played = PlayedYear(store, simulate(SEED))
    await played.play()
    assert played.club.troubles == []
    rows = stored_rows(database)
    assert sorted(rows, key=str) == sorted(_expected(played), key=str)
    _check_variety(played, rows)
    await _check(played, rows)
    assert await played.club.writer.close() == 0


@whole_only
def test_a_year_of_the_league(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "cuttle.db"
    store = Store.open(f"sqlite:///{database}")
    try:
        asyncio.run(_play(store, database))
    finally:
        store.close()
    assert main(["league", "recompute", "--database", f"sqlite:///{database}"]) == 0
    assert capsys.readouterr().out == "equal: what is stored follows from the records\n"
