"""A table at home: its people and computers, its file, and its results."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from cuttle_tui.local.day_book import DayBook
from cuttle_tui.local.game_files import (
    GameFile,
    GameFileError,
    TableHead,
    append_lines,
    new_path,
    open_existing,
    read_table,
)
from cuttle_tui.ports import (
    ArchiveProblem,
    Chair,
    Change,
    LadderGame,
    Result,
    ResultLine,
    SavedGame,
)
from cuttle_tui.replay.folder import FolderArchive, record_games
from engine.bots.computer import ComputerPlayer
from engine.bots.thinkers import Thinker
from engine.computers import names_for
from engine.errors import N_, CuttleError
from engine.reading import decode_text
from engine.record.record import Record, record_text, time_text
from engine.rules.options import parse_ruleset, unstamped
from engine.table.events import Acted, CalledOff, DealtOut, Left, TableEvent
from engine.table.practice import PracticeChair, PracticeTable
from engine.table.queries import TableChair
from engine.table.table import Table

_RESULTS: Final[tuple[Result, ...]] = ("won", "lost", "drawn")
_TEXTS: Final = ("game", "ruleset", "level", "result")
"""What a line of results says, each a text."""
_Key = tuple[str, str]
"""A ruleset and a level."""


class ResultBook:
    """The results in a file; those that cannot be written are written with the next one."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._waiting: dict[str, str] = {}
        """The lines not yet written, by game."""
        self.problem: OSError | None = None
        """Why the last result is not stored; None if it is."""

    def note(self, record: Record, level: str, *, helped: bool = False) -> None:
        """Store the result of a finished game for its first seat, unless it is stored already.

        `helped` says whether the seat had a hint, or took a move back.
        """
        if record.outcome is None:
            return
        deal = f"{record.ruleset.name} {record.number} {record.commitment.hex()}"
        game = f"{time_text(record.started)} {deal}"
        winners = record.outcome.winners
        values = {
            "game": game,
            "ruleset": record.ruleset.name,
            "level": level,
            "result": ("won" if 0 in winners else "lost") if winners else "drawn",
            **({"helped": True} if helped else {}),
        }
        line = json.dumps(values, separators=(",", ":"))
        if self._read().lines.get(game) == line:
            return
        self._waiting[game] = line
        try:
            append_lines(self.path, self._waiting.values())
        except OSError as error:
            self.problem = error
        else:
            self._waiting.clear()
            self.problem = None

    def _read(self) -> _Book:
        """Read the last line of each game, also of those not yet written."""
        book = _Book()
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            data = b""
        except OSError as error:
            data, book.problem = b"", error
        try:
            text = decode_text(data)
        except UnicodeError:  # where a part is no text its lines are broken, and no others
            text = data.decode(errors="surrogateescape")
        for line in (*text.splitlines(), *self._waiting.values()):
            book.take(line)
        return book

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why results in the file cannot be read; they stay there. None if all can."""
        book = self._read()
        error: Exception | None = book.problem
        if error is None and book.broken:
            error = CuttleError(N_("broken lines: {count}"), count=book.broken)
        return None if error is None else ArchiveProblem(error, str(self.path))

    def ladder(self, ruleset: str) -> tuple[LadderGame, ...]:
        """List the games by a ruleset, or by any, oldest first."""
        return tuple(
            LadderGame(each["level"], each["result"], helped=bool(each.get("helped")))
            for each in self._read().results.values()
            if not ruleset or unstamped(each["ruleset"]) == unstamped(ruleset)
        )

    def results(self) -> tuple[ResultLine, ...]:
        """Count the results, by ruleset and level."""
        counts: dict[_Key, Counter[str]] = {}
        for each in self._read().results.values():
            counts.setdefault((each["ruleset"], each["level"]), Counter())[each["result"]] += 1
        return tuple(
            ResultLine(*key, *(count[result] for result in _RESULTS))
            for key, count in sorted(counts.items(), key=lambda each: -each[1].total())
        )


@dataclass(slots=True)
class _Book:
    """What a file of results says."""

    lines: dict[str, str] = field(default_factory=dict)
    """The last line of each game."""
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What those lines say, oldest first."""
    broken: int = 0
    """How many lines are no results."""
    problem: OSError | None = None
    """Why the file cannot be read; None if it can."""

    def take(self, line: str) -> None:
        """Read a line; a later one about the same game counts in its place."""
        with suppress(ValueError, RecursionError):
            values = json.loads(line)
            texts = isinstance(values, dict) and [type(values.get(name)) is str for name in _TEXTS]
            if texts and all(texts) and values["result"] in _RESULTS:
                self.lines[values["game"]] = line
                self.results.pop(values["game"], None)
                self.results[values["game"]] = values
                return
        self.broken += bool(line.strip())


class RecordingChair(TableChair):
    """A watcher's chair that also provides the record of a game without a result."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, None)
        self._kept = table

    def record(self) -> str | None:
        """Return the record of a finished game, or of a called-off game with at least a move."""
        table = self._kept
        left = table.called_off and table.game is not None and table.game.actions
        return record_text(table.record()) if left else super().record()


class SharedChair(TableChair):
    """A seat at a shared keyboard: all players leave together, and nobody concedes."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table, seat)
        self._shared = table

    def leave(self) -> None:
        """End the running game without a result."""
        self._shared.abandon()
        super().leave()


@dataclass(frozen=True, slots=True)
class Stores:
    """Where the games of this terminal go."""

    running: Path | None = None
    """The folder of running games; None keeps none."""
    archive: FolderArchive | None = None
    results: ResultBook | None = None
    days: DayBook | None = None
    """Which deals of a day were begun, and how they ended."""


@dataclass(frozen=True, slots=True)
class Computers:
    """How the computer players of this terminal play."""

    thinker: Thinker
    pace: float
    """The usual seconds they take for a move."""


@dataclass
class HomeTable:
    """A table in this process, kept in a file while a game runs."""

    head: TableHead
    stores: Stores
    computers: Computers
    file: GameFile | None
    chairs: tuple[Chair, ...] = ()
    """As they were handed out: those of the people, then a watcher's at a shared keyboard."""
    closed: bool = False
    _players: list[ComputerPlayer] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules, seed = parse_ruleset(self.head.ruleset), bytes.fromhex(self.head.seed)
        if self.head.practice:
            self.table: Table = PracticeTable(
                rules, seed, clock=time.time, keep=self._keep, cut_back=self._cut_back
            )
        else:
            self.table = Table(rules, seed, clock=time.time, keep=self._keep)
        self.table.deal_day = self.head.day

    def _keep(self, event: TableEvent, then: Callable[[], None]) -> None:
        if self.file is not None:
            self.file.append(event)
        then()
        if isinstance(event, Left | CalledOff):
            # close the table; computers that play on end their game first, without delay
            if self.table.running:
                for computer in self._players:
                    computer.hurry()
            else:
                self.close()

    def _cut_back(self, count: int) -> None:
        if self.file is not None:
            self.file.cut_back(count)

    def begin(self) -> tuple[Chair, ...]:
        """Store what is played from now on, let the computers play, and return the chairs."""
        if self.stores.archive is not None:
            record_games(RecordingChair(self.table), self.stores.archive)
        self.table.subscribe(None, self._changed)
        people = range(self.head.people)
        if self.head.practice:
            assert isinstance(self.table, PracticeTable)
            self.chairs = (PracticeChair(self.table, 0),)
        else:
            kind = SharedChair if len(people) > 1 else TableChair
            seats = [kind(self.table, seat) for seat in people]
            self.chairs = (*seats, self.table.watch())
        for seat, chance in enumerate(self.head.chances, len(people)):
            chair, how = self.table.chair(seat), self.computers
            player = ComputerPlayer(
                chair, how.thinker, self.head.level, chance, how.pace, exact=bool(self.head.day)
            )
            self._players.append(player)
        return self.chairs

    def _changed(self, change: Change) -> None:
        """Count the result of a game against the computer, and that of the deal of a day."""
        record, book, days = self.table.finished(), self.stores.results, self.stores.days
        helped = isinstance(self.table, PracticeTable) and self.table.helped
        if record is not None and book is not None and self.head.people == 1:
            book.note(record, self.head.level, helped=helped)
        if record is not None and days is not None and self.table.day:
            days.end(self.table.day, record, helped=helped)
        if self._abandoned and not self.table.running:
            archive = self.stores.archive
            if self.table.left_match and archive is not None:  # the record of its last game says so
                archive.keep(RecordingChair(self.table).record() or "")
            self.close()

    @property
    def _abandoned(self) -> bool:
        """Whether a person has left for good."""
        return any(sitter.kind == "nobody" for sitter in self.table.sitters[: self.head.people])

    def close(self) -> None:
        """Stop playing; a game that runs, or a match that goes on, stays in its file."""
        if self.closed:
            return
        self.closed = True
        for computer in self._players:
            computer.stop()
        if self.file is None:
            return
        archive, results = self.stores.archive, self.stores.results
        unstored = archive is not None and archive.trouble is not None
        uncounted = results is not None and results.problem is not None
        if self.resumable or unstored or uncounted:
            self.file.close()
        else:
            self.file.delete()

    @property
    def resumable(self) -> bool:
        """Whether there is a game, or the next game of a match, to come back to."""
        goes_on = self.table.running or self.table.awaits_next
        return goes_on and not self._abandoned

    def settle(self) -> None:
        """Store again what a finished game leaves behind, in case the process ended before that."""
        text = RecordingChair(self.table).record()
        if text is not None and self.stores.archive is not None:
            self.stores.archive.keep(text)
        self._changed(Change(()))

    def summary(self, name: str, changed: float) -> SavedGame:
        """Return what the list of kept games shows."""
        view, seats = self.table.state(None).view, range(self.table.seats)
        assert view is not None
        return SavedGame(
            id=name,
            players=tuple(sitter.name for sitter in self.table.sitters),
            people=self.head.people,
            points=tuple(view.seats[seat].score for seat in seats),
            won=self.table.score,
            turn=view.turn + 1 if self.table.running else 0,
            day=self.table.day,
            ruleset=self.table.ruleset.name,
            when=f"{datetime.fromtimestamp(changed):%Y-%m-%d %H:%M}",
            state=self.table.state(0 if self.head.people == 1 else None),
        )


def opened(
    head: TableHead, stores: Stores, computers: Computers, names: Sequence[str]
) -> HomeTable:
    """Open a new table, and seat people, then computers; the first game is dealt."""
    file = None if stores.running is None else GameFile(new_path(stores.running), head)
    home = HomeTable(head, stores, computers, file)
    for seat, name in enumerate([*names, *names_for(home.table.seats - len(names), head.level)]):
        home.table.sit(seat, name, "person" if seat < len(names) else "computer")
    return home


def restored(path: Path, stores: Stores, computers: Computers) -> HomeTable | None:
    """Restore a table from its file; return None if another process has it, or it is gone.

    Raises:
        OSError: the file cannot be read.
        CuttleError: it is broken, none of ours, or of another version.
    """
    file = open_existing(path)
    if file is None:
        return None
    try:
        head, events = read_table(file)
        kept = GameFile.taken_over(path, head, events, file)
        table = HomeTable(head, stores, computers, kept)
        last = max(
            (at for at, event in enumerate(events) if isinstance(event, DealtOut)), default=None
        )
        try:
            table.table.restore(events)
        except (CuttleError, LookupError, ValueError, TypeError, AttributeError) as error:
            raise GameFileError(N_("its moves cannot be played here")) from error
        if last is None or table.table.game is None:
            raise GameFileError(N_("no cards are dealt in it"))
        acted = sum(isinstance(event, Acted) for event in events[last:])
        if len(table.table.game.actions) < acted or len(table.head.chances) != (
            table.table.seats - table.head.people
        ):
            raise GameFileError(N_("its moves cannot be played here"))
    except BaseException:
        os.close(file)
        raise
    return table
