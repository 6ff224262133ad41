"""Finished games: those of the server, and those of a room on the host's own machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from cuttle_tui.ports import GameLine, LadderGame, LadderGames, LobbyError, Result
from cuttle_tui.replay.folder import FolderArchive
from engine.bots.names import called
from engine.record.parser import parse_record
from engine.record.record import Record, RecordError
from engine.record.summary import final_score
from engine.rules.options import unstamped
from server.sanitize import clean, log_text
from server.store.values import ComputerGame, GameRow, KeepGame, StoreError, Write
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store


log = logging.getLogger(__name__)

_MOST: Final = 50
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Archive:
    """The finished games; without a store there are none."""

    async def games(self, person: str = "") -> tuple[GameLine, ...]:
        """List the latest: the public games, and all of one person."""
        return ()

    async def ladder(self, person: str, ruleset: str) -> LadderGames:
        """List a person's games against computers by a ruleset, oldest first.

        Raises:
            LobbyError: ``not-now``.
        """
        return LadderGames()

    async def text(self, game: str) -> str:
        """Return the record of a game, as text.

        Raises:
            LobbyError: ``no-such-game``.
        """
        raise LobbyError("no-such-game")

    async def public(self, game: str) -> GameRow:
        """Return a game that everybody may see.

        Raises:
            LobbyError: ``no-such-game``, also for a game that is not public.
        """
        raise LobbyError("no-such-game")

    async def public_ids(self, games: Collection[str]) -> frozenset[str]:
        """Return which of these games everybody may see."""
        return frozenset()

    async def record(self, game: str) -> Record:
        """Return the record of a game.

        Raises:
            LobbyError: ``no-such-game``.
        """
        text = await self.text(game)
        try:
            return parse_record(text)
        except RecordError:
            log.exception("the record of game %s cannot be read", log_text(game))
            raise LobbyError("no-such-game") from None


class StoredGames(Archive):
    """The games in the store."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store = store
        self._writer = writer

    async def games(self, person: str = "") -> tuple[GameLine, ...]:
        rows = await self._ask(self._store.recent_games)
        if person:
            rows += await self._ask(self._store.recent_games, person=person)
        newest = sorted({row.id: row for row in rows}.values(), key=lambda row: row.ended)
        return await self._ask(lines_of, newest[::-1][:_MOST])

    async def ladder(self, person: str, ruleset: str) -> LadderGames:
        found = await self._ask(self._store.games_against_computers, person)
        wanted = unstamped(ruleset)
        played = (_ladder_game(game) for game in found if unstamped(game.ruleset) == wanted)
        return LadderGames(tuple(game for game in played if game is not None))

    async def text(self, game: str) -> str:
        row = await self._ask(self._store.game, clean(game, 32).lower())
        if row is None:
            raise LobbyError("no-such-game")
        return row.record

    async def public(self, game: str) -> GameRow:
        return _if_public(await self._ask(self._store.game, game))

    async def public_ids(self, games: Collection[str]) -> frozenset[str]:
        return await self._ask(self._store.public_games, games)

    async def _ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Query the store.

        Raises:
            LobbyError: ``not-now``.
        """
        try:
            return await self._writer.ask(function, *args, **named)
        except StoreError:
            raise LobbyError("not-now") from None


def _ladder_game(game: ComputerGame) -> LadderGame | None:
    """Return a game of the ladder; None for a void one. Nobody has help on a server."""
    level = called(game.names[0])
    if level is None or game.result not in _RESULTS:
        return None
    return LadderGame(level.level, _RESULTS[game.result], id=game.id)


_RESULTS: Final[dict[str, Result]] = {"won": "won", "lost": "lost", "drawn": "drawn"}


def _if_public(row: GameRow | None) -> GameRow:
    if row is None or not row.public:
        raise LobbyError("no-such-game")
    return row


def lines_of(rows: Sequence[GameRow]) -> tuple[GameLine, ...]:
    """Word games as lines; their records are played to the end for score and turns."""
    return tuple(map(_line, rows))


def _line(row: GameRow) -> GameLine:
    ended = row.ended.strftime("%Y-%m-%d %H:%M")
    scores, turns = _end_of(row.id, row.record)
    return GameLine(
        row.id, row.names, row.winners, row.ruleset, ended, row.rated, scores, turns, row.why
    )


@lru_cache(maxsize=1024)
def _end_of(game: str, record: str) -> tuple[tuple[int, ...], int]:
    """Return the scores and turns of a game; nothing for a record that cannot be read."""
    try:
        end = final_score(parse_record(record))
    except RecordError:
        log.warning("the record of game %s cannot be read", log_text(game))
        return (), 0
    return end.scores, end.turns


_MOST_IN_ROOM: Final = 200
"""Games that are found by their ids; beyond that the oldest is forgotten."""


class RoomGames(Archive):
    """Takes the place of a database: finished games are kept, and nothing else is."""

    def __init__(self, folder: FolderArchive, host: str) -> None:
        """Keep nothing yet; the games of the host, by identity, go to their own folder."""
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
        if len(self._rows) > _MOST_IN_ROOM:
            del self._rows[next(iter(self._rows))]
        if self._host in row.players:
            self._folder.keep(row.record)

    async def games(self, person: str = "") -> tuple[GameLine, ...]:
        """List the games, newest first: the public ones, and all of one person."""
        rows = [row for row in self._rows.values() if row.public or person in row.players]
        return lines_of(rows[::-1])

    async def text(self, game: str) -> str:
        row = self._rows.get(clean(game, 32).lower())
        if row is None:
            raise LobbyError("no-such-game")
        return row.record

    async def public(self, game: str) -> GameRow:
        return _if_public(self._rows.get(game))

    async def public_ids(self, games: Collection[str]) -> frozenset[str]:
        return frozenset(id for id in games if id in self._rows and self._rows[id].public)
