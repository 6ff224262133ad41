"""The matches of stored games, which all games of their tables tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

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


def in_matches(rows: Sequence[GameRow], oldest_first: Sequence[GameRow]) -> list[GameRow]:
    """Add to games how their matches stood, by all games of their tables."""
    found = standings(map(_played, oldest_first))
    known = dict(zip((row.id for row in oldest_first), found, strict=True))
    return [replace(row, match=known.get(row.id)) if is_of_match(row) else row for row in rows]


def _played(row: GameRow) -> PlayedGame:
    given_up, left = _gone(row.record.partition("\n\n")[0])
    return PlayedGame(row.ruleset, row.names, row.winners, given_up, row.table, left=left)


@lru_cache(maxsize=1024)
def _gone(head: str) -> tuple[GivenUp, tuple[int, ...]]:
    """Return who gave up a game, and who left its match after it."""
    try:
        record = parse_head(head)
    except RecordError:
        return (), ()
    return record.given_up, record.left
