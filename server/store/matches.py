"""The matches of stored games, which all games of their tables tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from cuttle_tui.ports.listings import OpenMatch
from engine.record.match import PlayedGame, standings
from engine.record.parser import parse_head
from engine.record.record import GivenUp, RecordError
from engine.rules.options import with_match
from server.store.values import GameRow


def is_of_match(row: GameRow) -> bool:
    """Return whether a game is one of a match of its table.

    Rated ones are not: their matches are those of the league, which go on at other tables.
    """
    return not row.rated and with_match(row.ruleset, "") != row.ruleset


def is_between_friends(row: GameRow) -> bool:
    """Return whether two people met by a code for a game at one sitting.

    Whoever leaves there has not lost the match: it goes on at another table.
    """
    return not row.public and len(row.names) == _DUEL and row.pool == "live"


_DUEL: Final = 2


def open_match(row: GameRow, seat: int) -> OpenMatch | None:
    """Return the match of a game for a player if it goes on; None if not, or while it is even."""
    match = row.match
    if match is None or match.winners or not any(match.score) or not is_between_friends(row):
        return None
    return OpenMatch(row.table, _head_of(row).number, match.score, seat)


def in_matches(rows: Sequence[GameRow], oldest_first: Sequence[GameRow]) -> list[GameRow]:
    """Add to games how their matches stood, by all games of their tables."""
    found = standings(map(_played, oldest_first))
    known = dict(zip((row.id for row in oldest_first), found, strict=True))
    return [replace(row, match=known.get(row.id)) if is_of_match(row) else row for row in rows]


def _played(row: GameRow) -> PlayedGame:
    head = _head_of(row)
    given_up = () if is_between_friends(row) else head.given_up
    return PlayedGame(row.ruleset, row.names, row.winners, given_up, row.table, left=head.left)


class _Head(NamedTuple):
    """What the head of a record says of its match."""

    given_up: GivenUp = ()
    left: tuple[int, ...] = ()
    """Who left the match after the game."""
    number: int = 0
    """The number of the game in it."""


def _head_of(row: GameRow) -> _Head:
    return _read(row.record.partition("\n\n")[0])


@lru_cache(maxsize=1024)
def _read(head: str) -> _Head:
    """Read the head of a record; it says nothing if it cannot be read."""
    try:
        record = parse_head(head)
    except RecordError:
        return _Head()
    return _Head(record.given_up, record.left, record.number)
