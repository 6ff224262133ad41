"""Two accounts of one person become one player of the league, as an operator decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import sqlalchemy as sa

from server.league.store.championships import entered
from server.league.store.ratings import rerate_players, season_rows, stored_ratings
from server.league.store.recompute import derive_again
from server.league.store.tables import (
    Correction,
    StoredRating,
    championship_entrants,
    championship_entries,
    corrections,
    season_standings,
    starting_ratings,
)
from server.store.schema import games, seats
from server.store.values import AuditRow


def become_one_player(
    connection: sa.Connection, player: str, other: str, decision: AuditRow
) -> list[str]:
    """Make one player of the league the other as well; return what changes, as lines.

    Games of the two with each other are void: nobody plays against themselves. Where both entered
    a championship, the other stays there, as a player whose account is deleted.
    """
    before, rated = _places(connection, (player, other)), _ratings(connection, (player, other))
    void = _void_games_with_oneself(connection, player, other, decision)
    theirs = seats.c.player == other, seats.c.game.not_in(void)
    taken = connection.execute(seats.update().where(*theirs).values(player=player)).rowcount
    lines = [f"{taken} games count for one player in the league, with matches and ratings"]
    if void:
        lines.append(f"{len(void)} games of the two with each other are void")
    lines += _take_entries(connection, player, other)
    _take_start(connection, player, other)
    again = derive_again(connection, (player, other))
    rerate_players(connection, (player, other), decision.at)
    lines.append(f"{again} rated games are rated again, or form other matches")
    after = _places(connection, (player,))
    for season, place in after.items():
        if before.get(season) != place:
            lines.append(f"{season}: {place}, before: {before.get(season, 'no place')}")
    for pool, said in _ratings(connection, (player,)).items():
        lines.append(f"rating {pool}: {said}, before: {rated.get(pool, 'none')}")
    return lines


def _void_games_with_oneself(
    connection: sa.Connection, player: str, other: str, decision: AuditRow
) -> list[str]:
    """Declare the games void that two players had with each other; return their ids."""
    mine = sa.select(seats.c.game).where(seats.c.player == player)
    both = sa.select(seats.c.game).where(seats.c.player == other, seats.c.game.in_(mine))
    found = sorted(connection.scalars(both.join(games, games.c.id == seats.c.game)))
    for game in found:
        said = "both accounts are one person's", decision.by, decision.at
        correction = Correction(game, "void", None, *said)
        connection.execute(corrections.insert().values(asdict(correction)))
    connection.execute(seats.update().where(seats.c.game.in_(found)).values(result="void"))
    return found


def _take_entries(connection: sa.Connection, player: str, other: str) -> Iterator[str]:
    """Enter championships in place of another; yield where both have entered."""
    own = {id for id, _ in entered(connection, player)}
    for id, seed in entered(connection, other):
        if id in own:
            yield f"both entered {id}: the account that goes is withdrawn there"
            continue
        yield f"seed {seed} of {id} is theirs"
        which = championship_entrants.c.championship == id, championship_entrants.c.player == other
        connection.execute(championship_entrants.update().where(*which).values(player=player))
        changed = sa.func.replace(championship_entries.c.text, f'"{other}"', f'"{player}"')
        entries = championship_entries.update().where(championship_entries.c.championship == id)
        connection.execute(entries.values(text=changed))


def _take_start(connection: sa.Connection, player: str, other: str) -> None:
    """Take the ratings that another player brought along, where there is none of one's own."""
    table = starting_ratings.c
    own = [*connection.scalars(sa.select(table.pool).where(table.player == player))]
    theirs = table.player == other
    connection.execute(starting_ratings.delete().where(theirs, table.pool.in_(own)))
    connection.execute(starting_ratings.update().where(theirs).values(player=player))


def _places(connection: sa.Connection, players: tuple[str, ...]) -> dict[str, str]:
    """Return the places of players in each season, in words."""
    found: dict[str, str] = {}
    for row in season_rows(connection):
        lines = [
            f"place {each.place} with {each.points} points"
            for each in season_standings(connection, row.season)
            if each.player in players
        ]
        if lines:
            found[row.season.id] = " and ".join(lines)
    return found


def _ratings(connection: sa.Connection, players: tuple[str, ...]) -> dict[str, str]:
    """Return the ratings of players in each pool, in words."""
    found: dict[str, list[StoredRating]] = {}
    for each in stored_ratings(connection):
        if each.player in players:
            found.setdefault(each.pool, []).append(each)
    return {
        pool: " and ".join(f"{each.shown} after {each.games} games" for each in some)
        for pool, some in found.items()
    }
