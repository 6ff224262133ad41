"""An operator's desk: a running server, its admin socket, and what its players read."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from server.cli.main import main
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import ExitMessage, Player
from server.serve import Server
from server.store.store import Store
from server.store.values import Person
from tests.server.store.duels import START

KEY = "SHA256:iz5mcFPA/EzkWFTLZjld4jgZcGeOog849h8qfqF2Oxc"
Out = pytest.CaptureFixture[str]


class Desk:
    """The operator at a running server, and what its players read when they are sent away."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server = Server(
            data, database=f"sqlite:///{data}/c.db", clock=lambda: self.time.timestamp()
        )
        self.time = START + timedelta(days=30)
        self.told: list[str] = []

    @property
    def store(self) -> Store:
        """The server's store."""
        assert self.server.store is not None
        return self.server.store

    async def admin(self, *words: str) -> int:
        """Run `cuttle admin`."""
        return await asyncio.to_thread(main, ["admin", "--data", str(self.data), *words])

    def seat(self, person: Person, address: str = "192.0.2.7") -> PlayerLobby:
        """Let a player in."""
        lobby = enter_lobby(self.server.matchmaker, Player(person.name, person.id))
        lobby.address, lobby.key = address, KEY

        def kick(why: ExitMessage) -> None:
            self.told.append(str(why))

        lobby.kick = kick
        return lobby


def rebuilt(store: Store) -> list[str]:
    """Return how what is derived differs from what the games say."""
    return store.recompute(True, lambda _done, _total: None)
