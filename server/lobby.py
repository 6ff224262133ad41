"""Show the matchmaker to one player, through the protocols the app asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cuttle_tui.ports import Chair, Listener, LobbyError, Shelf, TableState
from engine.actions import Action
from server.people import Player

if TYPE_CHECKING:
    from server.matchmaker import Matchmaker


class SeatChair:
    """A chair of which the matchmaker learns that somebody has left it."""

    def __init__(self, chair: Chair, leave: Callable[[], None]) -> None:
        self._chair = chair
        self._leave = leave

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""
        return self._chair.seat

    def state(self) -> TableState:
        """Give the table as this seat may know it."""
        return self._chair.state()

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`."""
        self._chair.submit(action, ply)

    def rematch(self) -> None:
        """Ask for the next game."""
        self._chair.rematch()

    def record(self) -> str | None:
        """Give the record of the game once it is over."""
        return self._chair.record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        return self._chair.subscribe(listener)

    def leave(self) -> None:
        """Stand up for good."""
        self._leave()


class PlayerLobby:
    """The lobby of the server as one player uses it."""

    online = True

    def __init__(self, matchmaker: Matchmaker, who: Player) -> None:
        self._matchmaker = matchmaker
        self.who = who

    @property
    def player(self) -> str:
        """The player's name."""
        return self.who.name

    @property
    def shelf(self) -> Shelf | None:
        """Keep nobody's games on the server's disk."""
        return None

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down against the computer player."""
        return self._matchmaker.play_computer(self.who, ruleset)

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Refuse: people at one keyboard play at home."""
        raise LobbyError("only-at-home")

    def quick_match(self, ruleset: str) -> Chair:
        """Sit down with whoever waits, or wait for the next one."""
        return self._matchmaker.quick_match(self.who, ruleset)

    def open_room(self, ruleset: str, computers: int = 0) -> Chair:
        """Open a table for friends; its state carries the code."""
        return self._matchmaker.open_room(self.who, ruleset, computers)

    def join_room(self, code: str) -> Chair:
        """Sit down at a friend's table."""
        return self._matchmaker.join_room(self.who, code)

    def held(self) -> Chair | None:
        """Give the seat this player has in a running game, if any."""
        return self._matchmaker.held(self.who)
