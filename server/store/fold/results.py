"""How each seat did in a game, corrections applied; and what it played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from engine.actions import WORDS, Kind
from server.store.fold.values import Correction, Result
from server.store.league_tables import corrections

AS_PLAYED: Final = "as-played"
"""A correction that takes those before it back."""
_PLAY: Final = re.compile(r"^[0-9]+\. P([0-9]) ([a-z]+)", re.MULTILINE)
COUNTED: Final = frozenset(
    WORDS[kind]
    for kind in (
        Kind.DRAW,
        Kind.PASS,
        Kind.POINTS,
        Kind.SCUTTLE,
        Kind.ROYAL,
        Kind.JACK,
        Kind.JOKER,
        Kind.ONE_OFF,
        Kind.COUNTER,
        Kind.BLOCK,
        Kind.REBUFF,
    )
)
"""The kinds of play that are counted, as records write them."""


def result_of(seat: int, winners: Collection[int], correction: Correction | None) -> Result:
    """Return how a game ended for a seat.

    Args:
        seat: the seat.
        winners: the seats that won by the record.
        correction: the one that holds, if any.
    """
    if correction is not None and correction.result != AS_PLAYED:
        if correction.result == "void":
            return "void"
        winners = () if correction.seat is None else (correction.seat,)
    if not winners:
        return "drawn"
    return "won" if seat in winners else "lost"


def corrections_of(connection: Connection, games: Iterable[str]) -> dict[str, Correction]:
    """Return the correction that holds for each of these games that has one."""
    return _latest(connection, corrections.c.game.in_([*games]))


def all_corrections(connection: Connection) -> dict[str, Correction]:
    """Return the correction that holds for each game that has one."""
    return _latest(connection, sa.true())


def _latest(connection: Connection, which: sa.ColumnElement[bool]) -> dict[str, Correction]:
    query = sa.select(
        corrections.c.game,
        corrections.c.result,
        corrections.c.seat,
        corrections.c.reason,
        corrections.c.by,
        corrections.c.at,
    ).where(which)
    rows = connection.execute(query.order_by(corrections.c.number))
    latest = {row.game: Correction(*row) for row in rows}
    return {game: each for game, each in latest.items() if each.result != AS_PLAYED}


def plays_of(game: str, record: str) -> list[dict[str, Any]]:
    """Return a row for each kind of play that a seat made, counted in the text of a record."""
    made = Counter((int(seat), kind) for seat, kind in _PLAY.findall(record))
    return [
        {"game": game, "seat": seat, "kind": kind, "count": count}
        for (seat, kind), count in sorted(made.items())
        if kind in COUNTED
    ]
