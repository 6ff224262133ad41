"""The match that finished games belong to, read from what is stored of each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.errors import RulesetError
from engine.record.record import GivenUp
from engine.rules.options import parse_ruleset

FOR_GOOD: Final = ("left", "absent")
"""The ways of giving up after which no further game is dealt."""


class MatchStanding(NamedTuple):
    """How a match stood after one of its games."""

    score: tuple[int, ...]
    """The games that each seat has won."""
    winners: tuple[int, ...]
    """The seats that have won the match; empty while it goes on."""
    sides: tuple[int, ...]
    """The side of each seat."""

    def by_side(self, first: int) -> tuple[tuple[list[int], int], ...]:
        """Return the seats of each side and the games it has won, the side of a seat first."""
        count = len(self.sides)
        around = [(first + step) % count for step in range(count)]
        seats: dict[int, list[int]] = {}
        for seat in around:
            seats.setdefault(self.sides[seat], []).append(seat)
        return tuple((sorted(same), self.score[same[0]]) for same in seats.values())


class PlayedGame(NamedTuple):
    """What is stored of a game, as far as its match asks."""

    ruleset: str
    players: tuple[str, ...]
    winners: tuple[int, ...] | None
    """Empty for a draw; None if the game was not finished."""
    given_up: GivenUp = ()
    table: str = ""
    """What all games of a table share; empty if their numbers tell tables apart."""
    number: int = 0
    """The number of the game at its table, from 1; 0 if unknown."""
    left: tuple[int, ...] = ()
    """The seats that left the match after it, in that order."""


def staying(sides: Sequence[int], left: Iterable[int]) -> tuple[int, ...]:
    """Return the seats of the side that was the first to be alone, as others left in that order."""
    there = set(sides)
    for seat in left:
        there.discard(sides[seat])
        if len(there) == 1:
            return tuple(seat for seat, side in enumerate(sides) if side in there)
    return ()


def standings(games: Iterable[PlayedGame]) -> Iterator[MatchStanding | None]:
    """Yield how the match of each game stood after it, the oldest game first.

    None for a single game, and where earlier games of the match are missing.
    """
    known: dict[tuple[str, ...], tuple[int, tuple[int, ...]]] = {}
    for game in games:
        try:
            rules = parse_ruleset(game.ruleset)
        except RulesetError:  # of a later version
            yield None
            continue
        key = (game.table, game.ruleset) if game.table else (game.ruleset, *game.players)
        number, score = known.get(key, (0, (0,) * rules.seats))
        if not game.table and game.number <= number:
            number, score = 0, (0,) * rules.seats  # another table
        if rules.match == "single" or (not game.table and not number and game.number != 1):
            known.pop(key, None)
            yield None
            continue
        score = tuple(won + (seat in (game.winners or ())) for seat, won in enumerate(score))
        winners = tuple(seat for seat, won in enumerate(score) if won >= rules.wins_needed)
        if not winners and game.winners is not None:
            gone = [seat for seat, how in game.given_up if how in FOR_GOOD]
            winners = staying(rules.sides, (*gone, *game.left))
        yield MatchStanding(score, winners, rules.sides)
        known[key] = game.number, (0,) * rules.seats if winners else score
