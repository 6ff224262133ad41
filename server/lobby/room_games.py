"""The games of a room on the host's own machine: for its guests, and in the host's archive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.archive.folder import FolderArchive
from cuttle_tui.ports import GameLine, LobbyError
from server.lobby.archive import Archive, lines_of
from server.sanitize import clean
from server.store.values import GameRow, KeepGame, Write

_MOST: Final = 200
"""Games that are found by their ids; beyond that the oldest is forgotten."""


class RoomGames(Archive):
    """Takes the place of a database: finished games are kept, and nothing else is."""

    def __init__(self, folder: FolderArchive, host: str) -> None:
        """Keep nothing yet.

        Args:
            folder: the host's own archive.
            host: the host's identity: those games of theirs go there.
        """
        self._folder = folder
        self._host = host
        self._rows: dict[str, GameRow] = {}

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Keep a finished game; call `then` at once."""
        if isinstance(write, KeepGame):
            self._keep(write.game)
        if then is not None:
            then()

    def _keep(self, row: GameRow) -> None:
        self._rows[row.id] = row
        if len(self._rows) > _MOST:
            del self._rows[next(iter(self._rows))]
        if self._host in row.players:
            self._folder.keep(row.record)

    async def games(self, person: str = "") -> tuple[GameLine, ...]:
        """List the games, newest first: the public ones, and all of one person."""
        rows = [row for row in self._rows.values() if row.public or person in row.players]
        return lines_of(rows[::-1])

    async def text(self, game: str) -> str:
        """Return the record of a game, as text.

        Raises:
            LobbyError: ``no-such-game``.
        """
        row = self._rows.get(clean(game, 32).lower())
        if row is None:
            raise LobbyError("no-such-game")
        return row.record
