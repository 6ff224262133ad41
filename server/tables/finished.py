"""Convert a finished game into the row that is stored."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from cuttle_tui.ports import Ending
from engine.record.record import record_text
from engine.rules.options import stamped
from engine.table.seats import TimeControl
from engine.table.table import Table
from server.league.ratings import pool_of
from server.people.accounts import has_account
from server.people.codes import reads_badly
from server.store.values import GameRow

_REMEMBERED: Final = 2048
"""Ids of games that are not worked out again each time when a table is shown."""


@lru_cache(_REMEMBERED)
def game_id(room: str, number: int) -> str:
    """Return the id of a game: short, stable, not guessable from another, and no insult."""
    digest = hashlib.sha256(f"cuttle game {room} {number}".encode()).digest()
    while reads_badly(id := base64.b32encode(digest)[:10].decode().lower()):
        digest = hashlib.sha256(digest).digest()
    return id


def ending_for(table: Table, seat: int) -> Ending:
    """Return how the last game of a table ended for a seat that is given up now."""
    state = table.state(None)
    outcome = None if state.view is None else state.view.outcome
    if outcome is None or state.called_off:
        return "off"
    if state.lost_by == (seat, "time"):
        return "time"
    if not state.settled:  # leaving a match loses it
        return "lost"
    winners = state.match_winners or outcome.winners
    return "won" if seat in winners else "lost" if winners else "drawn"


def game_row(
    room: str,
    table: Table,
    control: TimeControl | None,
    *,
    rated: bool,
    public: bool,
    bots: bool = False,
) -> GameRow:
    """Return the row of the game of a table that has just ended.

    Args:
        room: the id of the table's room.
        public: whether everybody may find it.
        bots: whether bots play for their ratings.
    """
    record = table.record()
    assert record.outcome is not None
    computers = bots or "computer" in {each.kind for each in table.sitters}
    return GameRow(
        id=game_id(room, table.games),
        table=room,
        ruleset=stamped(table.ruleset),
        players=tuple(owner if has_account(owner) else None for owner in table.owners),
        names=tuple(sitter.name for sitter in table.sitters),
        winners=record.outcome.winners,
        why=record.outcome.why,
        rated=rated,
        started=record.started,
        ended=datetime.fromtimestamp(table.ended_at, UTC),
        record=record_text(record),
        public=public,
        pool=pool_of(control, computers=computers),
    )
