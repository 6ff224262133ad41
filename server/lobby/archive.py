"""Finished games: those of the server, and those of a room on the host's own machine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from cuttle_tui.kit.pasted import game_id
from cuttle_tui.local.friends import FriendBook
from cuttle_tui.ports import (
    FriendLine,
    GameLine,
    LadderGame,
    LadderGames,
    LobbyError,
    OwnGame,
    Result,
)
from cuttle_tui.ports.listings import added_up
from cuttle_tui.replay.folder import FolderArchive
from engine.bots.daily import try_order
from engine.computers import called
from engine.record.match import staying
from engine.record.parser import parse_record
from engine.record.record import GivenUp, Record, RecordError
from engine.record.summary import FinalScore, final_score
from engine.rules.options import unstamped
from server.lobby.open_tables import OpenTables
from server.people.accounts import has_account
from server.sanitize import log_text
from server.store.matches import open_match
from server.store.values import (
    EndTry,
    GameRow,
    KeepGame,
    LeaveMatch,
    NoSuchPerson,
    PuzzleAnswer,
    StoreError,
    TryRow,
    Write,
    with_left,
)
from server.store.who_may_see import is_listed, link_of, may_open
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store


log = logging.getLogger(__name__)

_MOST: Final = 50
_SETTLES: Final = 2.0
"""Seconds for which what was just played is waited for."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ClosedLink:
    """A player has closed the link to a finished game."""

    table: str
    players: tuple[str, ...]
    """The ids of the accounts that played it."""
    by: str
    """The identity of whoever closed it."""
    name: str
    """Their name."""


class Archive:
    """The finished games; without a store there are none.

    Whoever asks for games says who wants to see them: the id of their account, empty for those
    without one. `server.store.who_may_see` decides. Tries at the deal of a day are kept for as long
    as the process lasts, where no store keeps them.
    """

    def __init__(self) -> None:
        self._tries: dict[tuple[str, str], TryRow] = {}
        """By day and identity."""

    @property
    def keeps_tables(self) -> bool:
        """Whether the next room can go on with the games of this one, without a store."""
        return False

    async def begin_try(self, row: TryRow) -> TryRow:
        """Note that somebody begins the deal of a day; return their try, which may be an older one.

        Raises:
            LobbyError: ``not-now``.
        """
        return self._tries.setdefault((row.day, row.who), row)

    def end_try(self, write: EndTry) -> None:
        """Note how a try ended that no store keeps."""
        values = {name: value for name, value in asdict(write).items() if name != "table"}
        for which, row in self._tries.items():
            if row.table == write.table and not row.end:
                self._tries[which] = replace(row, **values)

    async def tries(self, day: str) -> list[TryRow]:
        """List the tries at the deal of a day.

        Raises:
            LobbyError: ``not-now``.
        """
        return [row for row in self._tries.values() if row.day == day]

    async def best_record(self, day: str) -> Record:
        """Return the best game of a day that is over, whoever asks.

        Raises:
            LobbyError: ``deal-unplayed``, ``not-now``.
        """
        raise LobbyError("deal-unplayed")

    async def answer_puzzle(self, row: PuzzleAnswer) -> None:
        """Let a person's first answer move the rating of a puzzle, where there is a store.

        Raises:
            LobbyError: ``not-now``, ``no-account``.
        """

    async def puzzle_shifts(self) -> dict[str, int]:
        """Return by how many points people have moved the ratings of puzzles.

        Raises:
            LobbyError: ``not-now``.
        """
        return {}

    async def settled(self) -> None:
        """Wait until what has happened so far is stored, but not for long."""

    async def is_running(self, table: str) -> bool:
        """Return whether a table is stored that this process does not run.

        Raises:
            LobbyError: ``not-now``.
        """
        return False

    async def games(self, viewer: str) -> tuple[GameLine, ...]:
        """List the latest that are listed for somebody."""
        return ()

    async def ladder(self, person: str, ruleset: str) -> LadderGames:
        """List a person's games against computers by a ruleset, or by any, oldest first.

        Raises:
            LobbyError: ``not-now``.
        """
        return LadderGames()

    async def settle(self) -> None:
        """Wait until the games that have ended are stored, but not for ever."""

    async def last_game(self, guest: str) -> str:
        """Return the id of the last game of a guest that others can open; empty for none.

        Raises:
            LobbyError: ``not-now``.
        """
        return ""

    async def own_games(self, person: str, since: date) -> tuple[OwnGame, ...]:
        """List a person's latest games since a day, newest first.

        Raises:
            LobbyError: ``not-now``.
        """
        return ()

    async def friends(self, identity: str) -> tuple[FriendLine, ...]:
        """List a player's friends, whom they met last first.

        Raises:
            LobbyError: ``not-now``.
        """
        return ()

    async def forget_friend(self, person: str, friend: str) -> None:
        """Forget a friend of a player.

        Raises:
            LobbyError: ``not-now``, ``no-account``: it was deleted meanwhile.
        """

    async def game(self, named: str, viewer: str) -> GameRow:
        """Return a game by its id, or by a line or a link that has it.

        Raises:
            LobbyError: ``no-such-game``, also for a game that is not for this viewer.
        """
        row = await self._find(game_id(named), viewer)
        if row is None:
            raise LobbyError("no-such-game")
        return row

    async def _find(self, id: str, viewer: str) -> GameRow | None:
        """Return a game that a viewer may open; None if there is none."""
        return None

    async def record(self, named: str, viewer: str) -> Record:
        """Return the record of a game.

        Raises:
            LobbyError: ``no-such-game``.
        """
        return record_of(await self.game(named, viewer))

    async def close_link(self, id: str) -> None:
        """Close the link to a game for good.

        Raises:
            LobbyError: ``not-now``.
        """


def record_of(row: GameRow) -> Record:
    """Read the record of a game.

    Raises:
        LobbyError: ``no-such-game``: it cannot be read; ``only-result``: it was played on paper.
    """
    if not row.record:
        raise LobbyError("only-result")
    return replace(_parsed(row.id, row.record), match=row.match)


def _parsed(game: str, text: str) -> Record:
    """Read a record.

    Raises:
        LobbyError: ``no-such-game``: it cannot be read.
    """
    try:
        return parse_record(text)
    except RecordError:
        log.exception("the record of game %s cannot be read", log_text(game))
        raise LobbyError("no-such-game") from None


class StoredGames(Archive):
    """The games in the store."""

    def __init__(self, store: Store, writer: Writer) -> None:
        super().__init__()
        self._store = store
        self._writer = writer

    async def begin_try(self, row: TryRow) -> TryRow:
        return await self._ask(self._store.begin_try, row)

    async def tries(self, day: str) -> list[TryRow]:
        return await self._ask(self._store.tries_of, day)

    async def best_record(self, day: str) -> Record:
        text = await self._ask(self._store.best_record, day)
        if text is None:
            raise LobbyError("deal-unplayed")
        return _parsed(day, text)

    async def answer_puzzle(self, row: PuzzleAnswer) -> None:
        await self._ask(self._store.answer_puzzle, row)

    async def puzzle_shifts(self) -> dict[str, int]:
        return await self._ask(self._store.puzzle_shifts)

    async def settled(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writer.drain(), _SETTLES)

    async def is_running(self, table: str) -> bool:
        return await self._ask(self._store.running_table, table) is not None

    async def games(self, viewer: str) -> tuple[GameLine, ...]:
        rows = await self._ask(self._store.recent_games)
        if viewer:
            rows += await self._ask(self._store.recent_games, person=viewer)
        newest = sorted({row.id: row for row in rows}.values(), key=lambda row: row.ended)
        return await self._ask(lines_of, newest[::-1][:_MOST])

    async def ladder(self, person: str, ruleset: str) -> LadderGames:
        found = await self._ask(self._store.games_against_computers, person)
        wanted = unstamped(ruleset)
        games = []
        for game in found:
            level, result = called(game.names[0]), _RESULTS.get(game.result)
            asked_for = not ruleset or unstamped(game.ruleset) == wanted
            if asked_for and level is not None and result is not None:  # void ones have none
                games.append(LadderGame(level.level, result, id=game.id))
        return LadderGames(tuple(games))

    async def settle(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writer.drain(), self._writer.slowest)

    async def last_game(self, guest: str) -> str:
        return await self._ask(self._store.last_game_of_guest, guest)

    async def friends(self, identity: str) -> tuple[FriendLine, ...]:
        return await self._ask(self._store.friends, identity)

    async def forget_friend(self, person: str, friend: str) -> None:
        await self._ask(self._store.forget_friend, person, friend)

    async def own_games(self, person: str, since: date) -> tuple[OwnGame, ...]:
        begun = datetime.combine(since, time.min, UTC)
        seats = await self._ask(self._store.seats_since, person, begun)
        return tuple(OwnGame(game, seat) for game, seat in seats)

    async def _find(self, id: str, viewer: str) -> GameRow | None:
        return await self._ask(self._store.game, id, viewer)

    async def close_link(self, id: str) -> None:
        await self._ask(self._store.close_link, id)

    async def _ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Query the store, or raise ``not-now``."""
        try:
            return await self._writer.ask(function, *args, **named)
        except StoreError:
            raise LobbyError("not-now") from None
        except NoSuchPerson:
            raise LobbyError("no-account") from None


_RESULTS: Final[dict[str, Result]] = {"won": "won", "lost": "lost", "drawn": "drawn"}


def lines_of(rows: Sequence[GameRow]) -> tuple[GameLine, ...]:
    """Word games as lines; their records are played to the end for score and turns."""
    return tuple(map(_line, rows))


def _line(row: GameRow) -> GameLine:
    ended = row.ended.strftime("%Y-%m-%d %H:%M")
    line = GameLine(
        row.id,
        row.names,
        row.winners,
        row.ruleset,
        ended,
        row.rated,
        why=row.why,
        link=link_of(row),
        match=row.match,
        source=row.source,
    )
    known = _end_of(row.id, row.record) if row.record else None
    if known is None:
        return line
    end, given_up = known
    return replace(line, scores=end.scores, turns=end.turns, goals=end.goals, given_up=given_up)


@lru_cache(maxsize=1024)
def _end_of(game: str, text: str) -> tuple[FinalScore, GivenUp] | None:
    """Return the end of a game, and who gave it up; None for a record that cannot be read."""
    try:
        record = parse_record(text)
        return final_score(record), record.given_up
    except RecordError:
        log.warning("the record of game %s cannot be read", log_text(game))
        return None


_MOST_IN_ROOM: Final = 200
"""Games that are found by their ids; beyond that the oldest is forgotten."""


class RoomGames(Archive):
    """Takes the place of a database: it keeps finished games, and the tables that are open."""

    def __init__(
        self,
        folder: FolderArchive,
        host: str,
        friends: FriendBook | None = None,
        tables: OpenTables | None = None,
    ) -> None:
        """Keep nothing yet; the games of the host, by identity, go to their own folder and book."""
        super().__init__()
        self._folder, self._friends, self._tables = folder, friends, tables
        self._host = host
        self._rows: dict[str, GameRow] = {}
        self._forgotten: dict[tuple[str, str], datetime] = {}
        """When a guest has forgotten somebody, by both identities."""

    @property
    def keeps_tables(self) -> bool:
        return self._tables is not None and self._tables.writing

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Keep a finished game, and what happens at open tables; call `then` at once."""
        if self._tables is not None:
            self._tables.note(write)
        match write:
            case KeepGame():
                self._keep(write.game)
            case LeaveMatch() if (game := self._rows.get(write.id)) is not None:
                self._leave(game, write.left)
            case EndTry():
                self.end_try(write)
        if then is not None:
            then()

    def _keep(self, row: GameRow) -> None:
        self._rows[row.id] = row
        if len(self._rows) > _MOST_IN_ROOM:
            del self._rows[next(iter(self._rows))]
        if self._host not in row.players:
            return
        self._folder.keep(row.record)
        host, sat = row.players.index(self._host), zip(row.players, row.guests, strict=True)
        others = [seat for seat, who in enumerate(sat) if any(who) and seat != host]
        if self._friends is not None and others:
            with suppress(RecordError):
                record = parse_record(row.record)
                match = open_match(row, host)
                self._friends.add(record, host, tuple(others), row.ended, match)

    def _leave(self, game: GameRow, left: tuple[int, ...]) -> None:
        """Note in the record of a match's last game that players have left the match."""
        row = replace(game, record=with_left(game.record, left))
        if row.match is not None:
            row = replace(row, match=row.match._replace(winners=staying(row.match.sides, left)))
        self._rows[row.id] = row
        if self._host in row.players:
            self._folder.keep(row.record)

    async def best_record(self, day: str) -> Record:
        done = [row for row in await self.tries(day) if row.end and row.game in self._rows]
        if not done:
            raise LobbyError("deal-unplayed")
        best = min(done, key=lambda row: try_order(row.end, row.turns, row.margin))
        return record_of(self._rows[best.game])

    async def friends(self, identity: str) -> tuple[FriendLine, ...]:
        if identity == self._host and self._friends is not None:
            return self._friends.friends()
        lines = []
        for row in self._rows.values():
            sat = [
                person or guest or "" for person, guest in zip(row.players, row.guests, strict=True)
            ]
            if identity not in sat:
                continue
            own = sat.index(identity)
            for seat, who in enumerate(sat):
                since = self._forgotten.get((identity, who))
                if who and seat != own and (since is None or row.ended > since):
                    won, lost = own in row.winners, seat in row.winners
                    lines.append(
                        FriendLine(
                            id=who,
                            name=row.names[seat],
                            won=int(won and not lost),
                            lost=int(lost and not won),
                            met=row.ended,
                            ruleset="" if row.public else unstamped(row.ruleset),
                            account=has_account(who),
                            match=open_match(row, own),
                        )
                    )
        return tuple(line for line in added_up(lines) if line.ruleset)

    async def forget_friend(self, person: str, friend: str) -> None:
        if person == self._host and self._friends is not None:
            self._friends.forget(friend)
        else:
            self._forgotten[person, friend] = datetime.now(UTC)

    async def last_game(self, guest: str) -> str:
        played = (row.id for row in self._rows.values() if guest in row.guests and not row.closed)
        return next(reversed([*played]), "")

    async def games(self, viewer: str) -> tuple[GameLine, ...]:
        rows = [row for row in self._rows.values() if is_listed(row, viewer)]
        return lines_of(rows[::-1])

    async def _find(self, id: str, viewer: str) -> GameRow | None:
        row = self._rows.get(id)
        return row if row is not None and may_open(row, viewer) else None

    async def close_link(self, id: str) -> None:
        if id in self._rows:
            self._rows[id] = replace(self._rows[id], closed=True)
