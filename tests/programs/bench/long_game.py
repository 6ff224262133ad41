"""A long finished game, for what is asked of records."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.record.record import record_text
from engine.rules.options import parse_ruleset, stamped
from engine.table.table import Table
from server.store.store import Store
from server.store.values import GameRow, KeepGame

LONG_GAME: Final = "longestgam"
"""Its id."""
_TRIES: Final = 40


def _played(seed: int) -> Table:
    """Play a game at random."""
    luck = random.Random(seed)
    table = Table(parse_ruleset("standard"), seed.to_bytes(4, "big"), title="elm")
    chairs = [table.sit(seat, f"player{seat}", "person") for seat in range(table.seats)]
    while not table.over and table.game is not None:
        (seat, *_) = table.game.position.prompt.seats
        view = chairs[seat].state().view
        assert view is not None
        chairs[seat].submit(luck.choice(view.legal), view.ply)
    return table


def keep_long_game(data: Path) -> str:
    """Put the longest of some games into a new database; return its URL."""
    table = max(map(_played, range(_TRIES)), key=lambda each: len(each.record().entries))
    record = table.record()
    assert record.outcome is not None
    now = datetime.now(UTC)
    row = GameRow(
        id=LONG_GAME,
        table="t",
        ruleset=stamped(table.ruleset),
        players=(None, None),
        names=record.players,
        winners=record.outcome.winners,
        why=record.outcome.why,
        rated=False,
        started=now,
        ended=now,
        record=record_text(record),
    )
    url = f"sqlite:///{data / 'bench.db'}"
    store = Store.open(url)
    store.write([KeepGame(row)])
    store.close()
    return url
