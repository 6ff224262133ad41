"""Open tables in this process: against the computer, or at a shared keyboard."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cuttle_tui.archive.folder import FolderArchive, Recorder
from cuttle_tui.i18n.translation import C_, tr
from cuttle_tui.ports import Chair, Change, HomeLobby
from engine.bots import greedy
from engine.errors import StaleAction
from engine.record.record import record_text
from engine.rules.text import parse_ruleset
from engine.table.chair import TableChair
from engine.table.practice import PracticeChair, PracticeGame, PracticeTable
from engine.table.table import Table

COMPUTER: Final = "computer"
"""The name of the computer player."""

PEOPLE: Final = ("ana", "bob", "carol", "dmitri")
"""The names of players at a shared keyboard."""

_TITLE: Final = C_("a table", "home")

PACE: Final = 0.7
"""Seconds the computer takes for a move, so that players can follow."""


class ComputerPlayer:
    """Plays a seat from its view, a little after each change."""

    def __init__(self, chair: Chair, seed: int, pace: float) -> None:
        self._chair = chair
        self._seed = seed
        self._pace = pace
        self._waiting = False
        self._end: Callable[[], None] = chair.subscribe(self._changed)
        self._changed(Change(()))

    def _changed(self, change: Change) -> None:
        view = self._chair.state().view
        if view is None or self._waiting:
            return
        if view.legal or greedy.out_of_turn(view):
            self._waiting = True
            asyncio.get_running_loop().call_later(self._pace, self._move)

    def _move(self) -> None:
        self._waiting = False
        view = self._chair.state().view
        if view is None:
            return
        action = greedy.out_of_turn(view)
        if action is None and view.legal:
            action = greedy.choose(view, self._seed)
        if action is None:
            return
        try:
            self._chair.submit(action, view.ply)
        except StaleAction:
            self._changed(Change(()))


class RecordingChair(TableChair):
    """A watcher's chair that also provides the record of a game without a result."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, None)
        self._kept = table

    def record(self) -> str | None:
        """Return the record of a finished game, or of a called-off game with at least a move."""
        table = self._kept
        left = table.called_off and table.game is not None and table.game.actions
        return record_text(table.record()) if left else super().record()


class SharedChair(TableChair):
    """A seat at a shared keyboard: all players leave together, and nobody concedes."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table, seat)
        self._shared = table

    def leave(self) -> None:
        """End the running game without a result."""
        self._shared.abandon()
        super().leave()


class LocalLobby:
    """The lobby of a player at this terminal, alone or with others at one keyboard."""

    online: Final = None
    account: Final = None

    def __init__(
        self,
        player: str = "you",
        *,
        pace: float = PACE,
        seed: bytes | None = None,
        records: Path | None = None,
    ) -> None:
        """Create the lobby.

        Args:
            player: the player's name.
            pace: seconds the computer takes for a move.
            seed: the seed of the deals; by default a fresh secret for every table.
            records: the folder for finished games; None stores none.
        """
        self.player: Final = player
        self._pace = pace
        self._seed = seed
        self.archive: Final = None if records is None else FolderArchive(records)

    @property
    def home(self) -> HomeLobby:
        """Sharing a keyboard."""
        return self

    def _deal_seed(self) -> bytes:
        return self._seed or secrets.token_bytes(32)

    def _keep_games(self, table: Table) -> None:
        if self.archive is not None:
            Recorder(RecordingChair(table), self.archive)

    def play_computer(self, ruleset: str) -> Chair:
        """Start a game with computers in every other seat; moves can be taken back."""
        table = self._practice_table(ruleset)
        self._keep_games(table)
        return self._against_computers(table)

    def practise(self, ruleset: str) -> Chair:
        """Start a game with computers of which nothing is kept."""
        return self._against_computers(self._practice_table(ruleset))

    def _practice_table(self, ruleset: str) -> PracticeTable:
        rules = parse_ruleset(ruleset)
        return PracticeTable(rules, self._deal_seed(), title=tr(_TITLE), clock=time.time)

    def _against_computers(self, table: PracticeTable) -> Chair:
        table.sit(0, self.player, "person", self._nonce())
        self._seat_computers(table, list(range(1, table.seats)))
        return PracticeChair(table, 0)

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table for players at this keyboard; the last chair is a watcher's."""
        rules = parse_ruleset(ruleset)
        table = Table(rules, self._deal_seed(), title=tr(_TITLE), clock=time.time)
        self._keep_games(table)
        people = max(1, table.seats - computers)
        for seat in range(people):
            table.sit(seat, PEOPLE[seat], "person", self._nonce())
        chair = SharedChair if people > 1 else TableChair
        chairs = [chair(table, seat) for seat in range(people)]
        watcher = table.watch()
        self._seat_computers(table, list(range(people, table.seats)))
        return (*chairs, watcher)

    def play_on(self, branch: PracticeGame) -> Chair:
        """Seat computers in the other seats of a branch; it is not recorded."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                ComputerPlayer(branch.chair(seat), self._chance(), self._pace)
        return branch.chair(branch.seat)

    def _seat_computers(self, table: Table, seats: list[int]) -> None:
        for number, seat in enumerate(seats, 1):
            name = COMPUTER if len(seats) == 1 else f"{COMPUTER} {number}"
            chair = table.sit(seat, name, "computer", self._nonce())
            ComputerPlayer(chair, self._chance(), self._pace)

    def _chance(self) -> int:
        """Return a seed for the guesses of a computer player."""
        return int.from_bytes(self._nonce()[:4], "big")

    def _nonce(self) -> bytes:
        """Return a seat's contribution to the shuffle; fixed if there is a seed."""
        return secrets.token_bytes(16) if self._seed is None else self._seed[:16]
