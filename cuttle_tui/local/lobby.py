"""Open tables in this process: against the computer, or at a shared keyboard."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from cuttle_tui.coach.analyst import AlongAnalyst, ProcessAnalyst
from cuttle_tui.front.account_words import usual_names
from cuttle_tui.local.daily import HomeDaily
from cuttle_tui.local.day_book import DayBook
from cuttle_tui.local.friends import FriendBook, friends_in
from cuttle_tui.local.game_files import SUFFIX, TableHead, parse_head
from cuttle_tui.local.home_table import Computers, HomeTable, ResultBook, Stores, opened, restored
from cuttle_tui.local.user import nameless
from cuttle_tui.ports import (
    Analyst,
    ArchiveProblem,
    Chair,
    FriendLine,
    HomeLobby,
    LadderGames,
    LobbyError,
    OwnGame,
    ResultLine,
    SavedGame,
)
from cuttle_tui.replay.folder import FolderArchive, records_in
from cuttle_tui.worn import own_back
from engine.bots.computer import ComputerPlayer
from engine.bots.daily import LEVEL, RULES, CoachLines, chance_of, seed_of
from engine.bots.levels import USUAL_LEVEL
from engine.bots.thinkers import AtOnce, Thinker, Thinkers
from engine.errors import CuttleError
from engine.record.record import Record, RecordError
from engine.rules.options import parse_ruleset, stamped
from engine.rules.rulesets import Ruleset
from engine.table.practice import PracticeGame

PACE: Final = 0.7
"""The usual seconds the computer takes for a move, so that players can follow."""
_LATEST: Final = 24
"""Games among which the player's own are looked for."""
_NICE: Final = 5
"""By how much a process that thinks steps back behind the app."""


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
        running: Path | None = None,
        results: Path | None = None,
        friends: Path | None = None,
        thinker: Thinker | None = None,
        analyst: Analyst | None = None,
        along: bool = False,
        days: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Create the lobby.

        Args:
            player: the player's name; empty if it is not known.
            pace: the usual seconds the computer takes for a move.
            seed: the seed of the deals; by default a fresh secret for every table.
            records: the folder for finished games; None stores none.
            running: the folder for games that can be resumed; None keeps none.
            results: the file for results against the computer; None counts none.
            friends: the file for games with friends; None knows none.
            thinker: where the computer thinks; by default here, which holds the app up.
            analyst: assesses positions for the coach; by default a process of its own.
            along: whether the coach thinks during games against computers, about what the player
                decides; nothing of that is told before the end.
            days: the file for the deals of the days; None keeps them for this visit.
            clock: returns the time in seconds since 1970, which says what day it is.
        """
        self._player = player
        self._computers = Computers(thinker or AtOnce(), pace)
        self._seed = seed
        self.archive: Final = None if records is None else FolderArchive(records)
        self._running = running
        self._book = None if results is None else ResultBook(results)
        day_book = DayBook(days)
        self._stores = Stores(running, self.archive, self._book, day_book)
        coach = CoachLines(self._computers.thinker)
        self.puzzles: Final = None
        self.daily: Final = HomeDaily(self, day_book, coach, clock)
        self._friends = None if friends is None else FriendBook(friends)
        self._own_analyst = ProcessAnalyst()
        self._along = AlongAnalyst(analyst or self._own_analyst) if along else None
        self.analyst: Final[Analyst] = self._along or analyst or self._own_analyst
        self._tables: list[HomeTable] = []
        """The tables that are open in this process."""

    @property
    def player(self) -> str:
        return self._player or nameless()

    @property
    def named(self) -> bool:
        return bool(self._player)

    @property
    def back(self) -> str:
        return own_back(self._player)

    @property
    def home(self) -> HomeLobby:
        return self

    def close(self) -> None:
        """End what thinks for the computer and for the coach: the process waits for its threads."""
        self._computers.thinker.close()
        if self._along is not None:
            self._along.close()
        self._own_analyst.close()

    def rename(self, name: str) -> None:
        self._player = name

    # opening tables

    async def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        return self.alone(ruleset, level)

    def alone(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Start a game with computers in every other seat; moves can be taken back."""
        return self._alone(ruleset, level, self._stores)

    def practise(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        return self._alone(ruleset, level, Stores(None, None, None))

    def _alone(self, ruleset: str, level: str, stores: Stores) -> Chair:
        return self._open(parse_ruleset(ruleset), (self.player,), level, stores, practice=True)[0]

    def hot_seat(
        self,
        ruleset: str,
        computers: int = 0,
        others: Sequence[str] = (),
        level: str = USUAL_LEVEL,
        *,
        own: str = "",
    ) -> tuple[Chair, ...]:
        rules = parse_ruleset(ruleset)
        count = max(1, rules.seats - computers) - 1
        names = (own or self.player, *others[:count], *usual_names(count)[len(others) :])
        return self._open(rules, names, level, self._stores, practice=False)

    def _open(
        self, rules: Ruleset, names: Sequence[str], level: str, stores: Stores, *, practice: bool
    ) -> tuple[Chair, ...]:
        computers = rules.seats - len(names)
        head = TableHead(
            ruleset=stamped(rules),
            seed=(self._seed or secrets.token_bytes(32)).hex(),
            people=len(names),
            practice=practice,
            chances=tuple(self._chance() for _ in range(computers)),
            level=level,
        )
        return self._begin(opened(head, stores, self._computers, names))

    def _begin(self, table: HomeTable) -> tuple[Chair, ...]:
        self._tables = [open_table for open_table in self._tables if not open_table.closed]
        self._tables.append(table)
        chairs = table.begin()
        if self._along is not None and table.head.people == 1:
            self._along.think_along(chairs[0])
        return chairs

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        """Seat computers in the other seats of a branch; it is not recorded."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                chair, how = branch.chair(seat), self._computers
                ComputerPlayer(chair, how.thinker, level, self._chance(), how.pace)
        return branch.chair(branch.seat)

    def _chance(self) -> int:
        """Return a seed for the guesses of a computer player."""
        return int.from_bytes((self._seed or secrets.token_bytes(4))[:4], "big")

    # the deal of a day

    def deal_day(self, day: str) -> Chair:
        """Open a table with the deal of a day; with a move taken back it counts no more."""
        head = TableHead(
            ruleset=stamped(parse_ruleset(RULES)),
            seed=seed_of(day).hex(),
            people=1,
            practice=True,
            chances=(chance_of(day),),
            level=LEVEL,
            day=day,
        )
        return self._begin(opened(head, self._stores, self._computers, (self.player,)))[0]

    def kept_deal(self, day: str) -> Chair | None:
        """Return to a kept table with the deal of a day, if there is one.

        Raises:
            LobbyError: as `resume_game`.
        """
        for table in self._tables:
            if table.table.day == day and table.resumable and not table.closed:
                return table.chairs[0]
        for path in self._paths():
            found = ""
            with suppress(OSError, CuttleError, UnicodeError), path.open(encoding="utf-8") as file:
                found = parse_head(file.readline()).day
            if found == day:
                return self.resume_game(path.name)[0]
        return None

    # kept games

    def saved(self) -> tuple[SavedGame, ...]:
        found = [(path.stat().st_mtime, path) for path in self._paths() if path.exists()]
        listed = (self._saved(path, changed) for changed, path in sorted(found, reverse=True))
        return tuple(game for game in listed if game is not None)

    def _paths(self) -> list[Path]:
        if self._running is None:
            return []
        try:
            return [path for path in self._running.iterdir() if path.suffix == SUFFIX]
        except OSError:  # there is no folder, or none that can be read
            return []

    def _saved(self, path: Path, changed: float) -> SavedGame | None:
        """Read a kept game; a finished one goes where finished games go."""
        try:
            table = restored(path, self._stores, self._computers)
        except (OSError, CuttleError) as error:
            return SavedGame(path.name, problem=ArchiveProblem(error, str(path)))
        if table is None:
            return None
        try:
            if table.resumable:
                return table.summary(path.name, changed)
            table.settle()
            return None
        finally:
            table.close()

    def resume_game(self, game: str) -> tuple[Chair, ...]:
        path = next((path for path in self._paths() if path.name == game), None)
        if path is None:
            raise LobbyError("no-such-table")
        try:
            table = restored(path, self._stores, self._computers)
        except (OSError, CuttleError) as error:
            raise LobbyError("game-unreadable") from error
        if table is None:
            raise LobbyError("played-elsewhere" if path.exists() else "no-such-table")
        return self._begin(table)

    def _table_of(self, chair: Chair) -> HomeTable | None:
        tables = (table for table in self._tables if any(chair is one for one in table.chairs))
        return next(tables, None)

    def keeps(self, chair: Chair) -> bool:
        table = self._table_of(chair)
        return table is not None and table.file is not None and table.file.problem is None

    def put_aside(self, chair: Chair) -> bool:
        table = self._table_of(chair)
        if table is None or table.file is None:
            return False
        table.close()
        return True

    @property
    def unkept(self) -> ArchiveProblem | None:
        for table in self._tables:
            if table.file is not None and table.file.problem is not None and not table.closed:
                return ArchiveProblem(table.file.problem, str(table.file.path.parent))
        if self._book is not None and self._book.problem is not None:
            return ArchiveProblem(self._book.problem, str(self._book.path.parent))
        return None

    def results(self) -> tuple[ResultLine, ...]:
        return () if self._book is None else self._book.results()

    def friends(self) -> tuple[FriendLine, ...]:
        return () if self._friends is None else self._friends.friends()

    async def ask_friends(self) -> None:
        """Ask nobody: the file is read each time."""

    async def forget_friend(self, friend: str) -> None:
        if self._friends is not None:
            self._friends.forget(friend)

    async def ladder(self, ruleset: str) -> LadderGames:
        if self._book is None:
            return LadderGames()
        return LadderGames(self._book.ladder(ruleset), self._book.trouble)

    async def own_games(self, since: date) -> tuple[OwnGame, ...]:
        games = () if self.archive is None else self.archive.games(_LATEST)
        return tuple(
            OwnGame(game.name, game.players.index(self.player))
            for game in games
            if self.player in game.players and game.when >= str(since)
        )

    async def own_record(self, game: str) -> Record:
        if self.archive is None:
            raise LobbyError("no-such-game")
        try:
            return self.archive.record(game)
        except RecordError:
            raise LobbyError("no-such-game") from None


def thinkers() -> Thinkers:
    """Prepare the process in which the computer thinks; it is started when it is needed."""
    return Thinkers(nice=_NICE)


def data_lobby(
    data: Path,
    player: str,
    *,
    seed: bytes | None = None,
    pace: float = PACE,
    thinker: Thinker | None = None,
    along: bool = False,
    clock: Callable[[], float] = time.time,
) -> LocalLobby:
    """Create the lobby whose games are stored in a data folder."""
    return LocalLobby(
        player,
        pace=pace,
        seed=seed,
        records=records_in(data),
        running=data / "running",
        results=data / "results.jsonl",
        days=data / "days.jsonl",
        clock=clock,
        friends=friends_in(data),
        thinker=thinker,
        along=along,
    )
