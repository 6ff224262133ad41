"""The archive of finished games, as the app sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from engine.record.record import Record


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game whose record was kept."""

    name: str
    """What the shelf calls it."""
    players: tuple[str, ...]
    when: str
    winners: tuple[int, ...] | None = None
    """The seats that won, none of them in a draw; None where the game was not finished."""
    readable: bool = True
    """Whether the record could be read as far as that."""


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """Why games could not be kept so far, or why they cannot be listed."""

    error: Exception
    folder: str
    """Where they are kept, or were to be."""


class GameArchive(Protocol):
    """Where the records of games are kept."""

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why the last game could not be kept so far; None when it was."""

    @property
    def unlisted(self) -> ArchiveProblem | None:
        """Why the games could not be listed last time; None when they were."""

    def games(self) -> tuple[ArchivedGame, ...]:
        """List the games, newest first."""

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is none.
        """

    def where(self, record: Record) -> str:
        """Return the file of a game; empty if it is not stored here."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game that is watched again came from, as far as that is known."""

    game: str = ""
    """Its id on the server."""
    door: str = "HOST"
    """What ssh is told to get to that server."""
    file: str = ""
    """Its file at home."""


NOWHERE: Final = Source()
"""Nothing is known of it."""
