"""Put a running game into a database, for a server to bring back."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import asyncssh

from cuttle_tui.ports import TablePlan
from engine.bots.thinkers import AtOnce
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.store.store import Store
from server.store.values import Write


class _Collected:
    """Keeps in memory what would be written."""

    def __init__(self) -> None:
        self.writes: list[Write] = []

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Take a write, and say at once that it is kept."""
        self.writes.append(write)
        if then is not None:
            then()


async def keep_game(
    database: Path,
    keys: Mapping[str, asyncssh.SSHKey],
    ruleset: str = "standard",
    timing: str = "none",
    seed: int = 1,
) -> str:
    """Seat the holders of these keys at a table, deal, and write it all down; give the table's id.

    Args:
        database: the file; it may be there already.
        keys: the key of each player, by name.
        ruleset: how they play.
        timing: the time control.
        seed: decides the deal.
    """
    journal = _Collected()
    matchmaker = Matchmaker(AtOnce(), journal=journal, entropy=random.Random(seed).randbytes)
    store = Store.open(f"sqlite:///{database}")
    people = [store.register(name, key.get_fingerprint()) for name, key in keys.items()]
    host, *others = (enter_lobby(matchmaker, Player(person.name, person.id)) for person in people)
    chair = await host.open_table(TablePlan(ruleset, timing=timing, public=True))
    chair.ask(Ready())
    for other in others:
        await other.join_room(chair.state().code or "")
    store.write(journal.writes)
    store.close()
    (room,) = matchmaker.rooms
    assert room.table.started
    return room.id
