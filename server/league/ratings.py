"""Ratings of players, by openskill's Plackett-Luce model (ADR 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from engine.bots.levels import USUAL_LEVEL
from engine.computers import called
from engine.errors import CuttleError
from engine.ratings import DIGITS, LUCK, MEAN, SPREAD, START, Rating, fixed, shown
from engine.table.controls import TimeControl

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


Pool: TypeAlias = Literal["live", "days", "live-bots", "days-bots"]
"""Which games are rated together. A player has a rating in each pool."""

POOLS: Final[tuple[Pool, ...]] = get_args(Pool)
_LIVE_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class RatingGame:
    """A finished game that is rated."""

    id: str
    ended: datetime
    pool: Pool
    teams: tuple[tuple[str, ...], ...]
    """The players of each team; where everybody plays alone, a team of one each."""
    ranks: tuple[int, ...]
    """The place of each team, from 1. Teams with the same place did equally well."""

    @classmethod
    def duel(cls, id: str, ended: datetime, pool: Pool, winner: str, loser: str) -> RatingGame:
        """Build a game of two players."""
        return cls(id, ended, pool, ((winner,), (loser,)), (1, 2))


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to the rating of one of its players: a point of the rating's curve."""

    game: str
    ended: datetime
    pool: Pool
    player: str
    before: Rating
    after: Rating


# -- pools --------------------------------------------------------------------------------------


def pool_of(control: TimeControl | None, computers: bool = False) -> Pool:
    """Return the pool of a game; one without a clock is played in one go."""
    live = control is None or control.decision + control.bank <= _LIVE_SECONDS
    if computers:
        return "live-bots" if live else "days-bots"
    return "live" if live else "days"


# -- residents ----------------------------------------------------------------------------------

_STRENGTHS: Final = {
    "beginner": 1275,
    "casual": 1375,
    "regular": 1500,
    "sharp": 1580,
    "expert": 1680,
    "master": 1800,
}
"""The ratings of residents, a new player's 1500 for the usual one: the steps are measured
(docs/BOTS.md)."""


def held(player: str, rating: Rating) -> Rating:
    """Return a player's rating; a resident's never moves, as it plays no better for winning."""
    known = called(player)
    if known is None:
        return rating
    points = _STRENGTHS.get(known.level, _STRENGTHS[USUAL_LEVEL])
    return replace(fixed(points), games=rating.games)


# -- one game -----------------------------------------------------------------------------------


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after a game, in the same shape; `ranks` are the places of the teams.

    Raises:
        ValueError: there are not two to four players, or not a place for each team, or no team
            was better than another. Stalemates are not rated.
    """
    players = sum(map(len, teams))
    if not 2 <= players <= 4 or not all(teams):
        raise ValueError(f"two to four players are rated together, not {players}")
    if len(ranks) != len(teams):
        raise ValueError(f"{len(teams)} teams need as many places, not {len(ranks)}")
    if len(set(ranks)) == 1:
        raise ValueError("a game without a winner is not rated")
    model = _model()
    before = [[model.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    after = model.rate(before, ranks=[float(rank) for rank in ranks])
    return tuple(
        tuple(
            Rating(round(new.mu, DIGITS), round(new.sigma, DIGITS), old.games + 1)
            for old, new in zip(team, rated, strict=True)
        )
        for team, rated in zip(teams, after, strict=True)
    )


@cache
def _model() -> PlackettLuce:
    # Here, not above: a game at home is played without the extra `server`.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=SPREAD, beta=LUCK)


def changes(one: Rating, other: Rating) -> tuple[int, int]:
    """Return what a win and what a loss would do to the shown rating of the first player."""
    won = rate(((one,), (other,)), (1, 2))[0][0]
    lost = rate(((one,), (other,)), (2, 1))[0][0]
    return shown(won) - shown(one), shown(lost) - shown(one)


def rate_game(game: RatingGame, before: Mapping[str, Rating]) -> tuple[RatingChange, ...]:
    """Return what a game does to each of its players' ratings; those without one are new.

    Ratings depend on the order of play: rate a pool's games by their ends, then by their ids.
    """
    ratings = [[held(player, before.get(player, START)) for player in team] for team in game.teams]
    return tuple(
        RatingChange(game.id, game.ended, game.pool, player, old, held(player, new))
        for team, olds, news in zip(game.teams, ratings, rate(ratings, game.ranks), strict=True)
        for player, old, new in zip(team, olds, news, strict=True)
    )


class LeagueError(CuttleError):
    """The league cannot do this; the message says what to do instead."""
