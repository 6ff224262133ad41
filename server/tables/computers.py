"""Seat computer players at the tables of the server."""

from __future__ import annotations

from collections.abc import Callable

from cuttle_tui.ports import Chair
from engine.table.practice import PracticeGame
from server.people.players import COMPUTER
from server.tables.bots import BotProcess, ComputerPlayer
from server.tables.room import Room


class Computers:
    """The computer players; they all think in one place."""

    def __init__(self, bot_process: BotProcess, nonce: Callable[[], bytes]) -> None:
        """Seat nobody yet.

        Args:
            thinkers: where they think.
            nonce: gives what a seat adds to the chance of the deals.
        """
        self._thinkers = bot_process
        self._nonce = nonce

    def fill(self, room: Room, count: int | None = None) -> None:
        """Leave so many free seats to the computer, the last ones; all of them by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for number, seat in enumerate(chosen, 1):
            name = COMPUTER if len(chosen) == 1 else f"{COMPUTER} {number}"
            chair = room.table.sit(seat, name, "computer", self._nonce(), who=COMPUTER)
            ComputerPlayer(chair, self._thinkers)

    def take_up(self, room: Room) -> None:
        """Let the computer go on playing where it sat."""
        for seat, sitter in enumerate(room.table.sitters):
            if sitter.kind == "computer":
                ComputerPlayer(room.table.chair(seat), self._thinkers)

    def play_on(self, branch: PracticeGame) -> Chair:
        """Let the computer play the other seats of a branch, which is no table of the server's."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                ComputerPlayer(branch.chair(seat), self._thinkers)
        return branch.chair(branch.seat)
