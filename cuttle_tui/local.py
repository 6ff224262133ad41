"""Find tables in this process: against the computer, or with everyone at one keyboard."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

from cuttle_tui.ports import Chair, Change, LobbyError
from engine.bots import greedy
from engine.errors import StaleAction
from engine.options import parse_ruleset
from engine.table import Table

COMPUTER: Final = "machine"
"""What the computer player is called."""

PACE: Final = 0.7
"""Seconds the computer player takes over a move, so that one can follow it."""


class ComputerPlayer:
    """Play a seat by looking at its view, a little later than the change that asked for it."""

    def __init__(self, chair: Chair, seed: int, pace: float) -> None:
        self._chair = chair
        self._seed = seed
        self._pace = pace
        self._waiting = False
        self._end: Callable[[], None] = chair.subscribe(self._changed)
        self._changed(Change(()))

    def _changed(self, change: Change) -> None:
        view = self._chair.state().view
        if view is not None and view.legal and not self._waiting:
            self._waiting = True
            asyncio.get_running_loop().call_later(self._pace, self._move)

    def _move(self) -> None:
        self._waiting = False
        view = self._chair.state().view
        if view is None or not view.legal:
            return
        try:
            self._chair.submit(greedy.choose(view, self._seed), view.ply)
        except StaleAction:
            self._changed(Change(()))


class LocalLobby:
    """A lobby for whoever sits at this terminal."""

    def __init__(
        self, player: str = "you", *, pace: float = PACE, seed: bytes | None = None
    ) -> None:
        """Open the lobby.

        Args:
            player: the player's name.
            pace: seconds the computer takes over a move.
            seed: where deals come from; by default a fresh secret for every table.
        """
        self._player = player
        self._pace = pace
        self._seed = seed

    @property
    def player(self) -> str:
        """The player's name."""
        return self._player

    @property
    def online(self) -> bool:
        """Nobody else can be met here."""
        return False

    def _open(self, ruleset: str, title: str) -> Table:
        return Table(parse_ruleset(ruleset), self._seed or secrets.token_bytes(32), title=title)

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down against the computer player."""
        table = self._open(ruleset, "home")
        chair = table.sit(0, self._player, "person")
        for seat in range(1, table.seats):
            number = "" if table.seats == 2 else f" {seat}"
            other = table.sit(seat, COMPUTER + number, "computer")
            ComputerPlayer(other, secrets.randbits(32) if self._seed is None else 0, self._pace)
        return chair

    def hot_seat(self, ruleset: str) -> tuple[Chair, ...]:
        """Open a table whose every seat is played at this keyboard; the last chair watches."""
        table = self._open(ruleset, "home")
        names = ["ana", "bob", "carol", "dmitri"][: table.seats]
        chairs = [table.sit(seat, name, "person") for seat, name in enumerate(names)]
        return (*chairs, table.watch())

    def quick_match(self, ruleset: str) -> Chair:
        """Nobody else can be met here."""
        raise LobbyError("offline")

    def open_room(self, ruleset: str) -> Chair:
        """Nobody else can be met here."""
        raise LobbyError("offline")

    def join_room(self, code: str) -> Chair:
        """Nobody else can be met here."""
        raise LobbyError("offline")

    def held(self) -> Chair | None:
        """No seat is held at home."""
        return None
