"""The archive of finished games, as the app sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from engine.record.record import Record


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game with a stored record."""

    name: str
    """Its name in the archive."""
    players: tuple[str, ...]
    when: str
    winners: tuple[int, ...] | None = None
    """The seats that won, empty for a draw; None if the game was not finished."""
    readable: bool = True
    """Whether the head of the record could be read."""


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """Why games could not be stored or listed."""

    error: Exception
    folder: str
    """The folder of the archive."""


class GameArchive(Protocol):
    """A store of game records."""

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why the last game is not stored; None if it is."""

    @property
    def unlisted(self) -> ArchiveProblem | None:
        """Why the last listing failed; None if it did not."""

    def games(self, most: int | None = None) -> tuple[ArchivedGame, ...]:
        """List the games, newest first; only so many of them if a number is given."""

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is no legal record.
        """

    def where(self, record: Record) -> str:
        """Return the file of a game; empty if it is not stored here."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a game in replay, if known."""

    game: str = ""
    """Its id on the server."""
    door: str = "HOST"
    """The arguments of ssh for that server."""
    file: str = ""
    """Its file at home."""


NOWHERE: Final = Source()
"""An unknown source."""
