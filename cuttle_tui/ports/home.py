"""The lobby at home: sharing a keyboard, kept games, and results against the computer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cuttle_tui.ports.archive import ArchiveProblem
from cuttle_tui.ports.chair import Chair
from engine.bots.levels import USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that was left, and can be resumed."""

    id: str
    players: tuple[str, ...] = ()
    people: int = 1
    """How many of the players sit at this keyboard: the first so many."""
    points: tuple[int, ...] = ()
    """The points of each player on the table."""
    won: tuple[int, ...] = ()
    """The games each player has won before."""
    turn: int = 0
    """The turn, from 1; 0 between the games of a match."""
    ruleset: str = ""
    when: str = ""
    """When it was played last, in local time, as ``2026-11-21 08:15``."""
    problem: ArchiveProblem | None = None
    """Why it cannot be resumed; its file stays as it is. None if it can."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The results of this player against a level of the computer, by one ruleset."""

    ruleset: str
    level: str
    won: int
    lost: int
    drawn: int


class HomeLobby(Protocol):
    """A lobby at home."""

    def rename(self, name: str) -> None:
        """Use another name for the player at all tables opened from now on."""

    def alone(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Start a game with computers in every other seat."""

    def hot_seat(
        self,
        ruleset: str,
        computers: int = 0,
        others: Sequence[str] = (),
        level: str = USUAL_LEVEL,
    ) -> tuple[Chair, ...]:
        """Open a table for players at this keyboard.

        The computer plays the last `computers` seats. The last chair is a watcher's, to be shown
        between turns.

        Args:
            ruleset: the rules.
            computers: how many seats the computer plays.
            others: the names of the other people; missing ones get a usual name.
            level: how well the computer plays: a name in `engine.bots.levels.LEVELS`.
        """

    def saved(self) -> tuple[SavedGame, ...]:
        """List the kept games that no app plays now, the one played last first."""

    def resume_game(self, game: str) -> tuple[Chair, ...]:
        """Return to a kept game, by its id; the chairs are as from where it was opened.

        Raises:
            LobbyError: ``no-such-table``, ``played-elsewhere``, ``game-unreadable``.
        """

    def keeps(self, chair: Chair) -> bool:
        """Return whether the game at this chair is kept, so that it can be resumed."""

    def put_aside(self, chair: Chair) -> bool:
        """Leave a game without giving it up; return False if games like this are not kept."""

    @property
    def unkept(self) -> ArchiveProblem | None:
        """Why the last move of a running game, or a result, is not stored; None if it is."""

    def results(self) -> tuple[ResultLine, ...]:
        """Return the results against the computer, by ruleset and level."""
