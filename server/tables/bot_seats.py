"""Seat computer players at the tables of the server."""

from __future__ import annotations

from collections.abc import Callable

from cuttle_tui.ports import Chair
from engine.table.practice import PracticeGame
from server.people.players import COMPUTER
from server.tables.bots import BotPlayer, BotProcess
from server.tables.room import Room


class BotSeats:
    """Seats computer players, who share a bot process."""

    def __init__(self, bot_process: BotProcess, nonce: Callable[[], bytes]) -> None:
        """Prepare to seat bots.

        Args:
            bot_process: where they think.
            nonce: returns a seat's contribution to the shuffles.
        """
        self._bot_process = bot_process
        self._nonce = nonce

    def fill(self, room: Room, count: int | None = None) -> None:
        """Seat computer players in the last free seats, `count` of them; in all by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for number, seat in enumerate(chosen, 1):
            name = COMPUTER if len(chosen) == 1 else f"{COMPUTER} {number}"
            chair = room.table.sit(seat, name, "computer", self._nonce(), who=COMPUTER)
            BotPlayer(chair, self._bot_process)

    def take_up(self, room: Room) -> None:
        """Reseat the computer after a restart."""
        for seat, sitter in enumerate(room.table.sitters):
            if sitter.kind == "computer":
                BotPlayer(room.table.chair(seat), self._bot_process)

    def play_on(self, branch: PracticeGame) -> Chair:
        """Let the computer play the other seats of a practice game."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                BotPlayer(branch.chair(seat), self._bot_process)
        return branch.chair(branch.seat)
