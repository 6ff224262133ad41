"""Look at the database of a server that was killed, and find whatever is wrong with it."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.actions import parse_action
from engine.cards import Card
from engine.errors import CuttleError
from engine.record.parser import parse_record
from engine.record.position_text import position_text
from engine.record.record import verify
from engine.rules.options import parse_ruleset
from engine.table.controls import parse_control
from engine.table.events import Acted, DealtOut, TableEvent, parse_table_event, table_event_text
from engine.table.history import TableConfig, TableHistory
from server.tables.room import RoomConfig, game_id
from tests.oracle import Knowledge

_BEFORE: Final = 300
"""Characters of a log that are shown before its first error."""
_EXCERPT: Final = 20_000
"""Characters of a log that are shown at most."""


def excerpt(log: str) -> str:
    """Return a log from its first error on; of a long one its end, which says what broke.

    Empty where the log holds no error.
    """
    first = re.search("Traceback|ERROR", log)
    return log[max(0, first.start() - _BEFORE) :][-_EXCERPT:] if first else ""


@dataclass
class Story:
    """A table, told again from its entries alone."""

    id: str
    head: str
    course: TableHistory
    title: str
    code: str | None
    texts: list[str] = field(default_factory=list)
    actions: int = 0
    finished: list[str] = field(default_factory=list)
    """The ids of its games that have a result."""
    knowledge: Knowledge | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def turn(self) -> int:
        """The turn of the present game, as it is shown."""
        return self.course.game.position.turn + 1 if self.course.game else 0

    @property
    def position(self) -> str:
        """The present position, as text."""
        return position_text(self.course.game.position) if self.course.game else ""

    def seat_of(self, who: str) -> int | None:
        """Find the seat of a person."""
        seating = self.course.seats
        owned = [seat for seat in seating.persons() if seating.owners[seat] == who]
        return owned[0] if owned else None

    def hidden(self, seat: int | None) -> frozenset[Card]:
        """Give the cards somebody has not seen in the present game."""
        return self.knowledge.hidden(seat) if self.knowledge else frozenset()

    def tell(self, texts: list[str]) -> None:
        """Go on with the entries that have come since; those told before must still be there."""
        if texts[: len(self.texts)] != self.texts:
            self.faults.append(f"table {self.id}: stored entries were lost or changed")
        for number, text in enumerate(texts[len(self.texts) :], len(self.texts)):
            self._apply(number, text)
        self.texts = texts

    def _apply(self, number: int, text: str) -> None:
        try:
            entry = parse_table_event(text)
            if table_event_text(entry) != text:
                raise CuttleError("it reads differently when written again")
            self._check(entry)
        except CuttleError as error:
            self.faults.append(f"table {self.id}, entry {number}: {error}: {text[:120]}")

    def _check(self, entry: TableEvent) -> None:
        """Apply an entry, which must have just the effect it names."""
        course, before = self.course, self.course.over
        if isinstance(entry, Acted):
            if course.game is None or course.over:
                raise CuttleError("an action without a game")
            course.game.check(entry.seat, parse_action(entry.action), entry.ply)
        dealt = course.games
        course.apply(entry)
        if isinstance(entry, Acted):
            self.actions += 1
            if course.game is None or course.game.position.ply != entry.ply + 1:
                raise CuttleError("an action that was played not once")
        if isinstance(entry, DealtOut) and course.games != dealt + 1:
            raise CuttleError("a deal that dealt nothing")
        self._learn(new=course.games != dealt, over=course.over and not before)

    def _learn(self, *, new: bool, over: bool) -> None:
        if self.course.game is None:
            return
        if new or self.knowledge is None:
            self.knowledge = Knowledge(self.course.game.position)
        self.knowledge.look(self.course.game.position)
        if over and not self.course.called_off:
            self.finished.append(game_id(self.id, self.course.games))


class Evidence:
    """All that one database has ever shown; each look compares it with the last one."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.stories: dict[str, Story] = {}
        self.faults: list[str] = []
        self.kept: set[str] = set()
        """The ids of the games in the archive."""
        self.actions = 0
        """Actions that were found stored, in all."""

    def look(self) -> None:
        """Read a copy of the database, as the killed server has left it."""
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            for end in ("", "-wal"):
                source = Path(f"{self._database}{end}")
                if source.exists():
                    shutil.copy(source, f"{copy}{end}")
            with closing(sqlite3.connect(copy)) as connection:
                self._read(connection)

    def _read(self, connection: sqlite3.Connection) -> None:
        (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        if whole != "ok":
            self.faults.append(f"the database is broken: {whole}")
        heads = dict(connection.execute("SELECT id, head FROM running"))
        rows = connection.execute('SELECT "table", number, text FROM entries ORDER BY 1, 2')
        entries: dict[str, list[str]] = {id: [] for id in heads}
        for id, number, text in rows:
            if number != len(entries[id]):
                self.faults.append(f"table {id}: entry {number} stands in place {len(entries[id])}")
            entries[id].append(text)
        before = sum(story.actions for story in self.stories.values())
        closed = sum(s.actions for id, s in self.stories.items() if id not in heads)
        self.stories = {id: self._told(id, heads[id], texts) for id, texts in entries.items()}
        self.actions += sum(s.actions for s in self.stories.values()) + closed - before
        self._archive(dict(connection.execute("SELECT id, record FROM games")))

    def _told(self, id: str, head: str, texts: list[str]) -> Story:
        story = self.stories.get(id) or _begun(id, head)
        if story.head != head:
            self.faults.append(f"table {id}: its head has changed")
        story.tell(texts)
        self.faults += story.faults
        story.faults = []
        return story

    def _archive(self, records: dict[str, str]) -> None:
        lost = self.kept - records.keys()
        if lost:
            self.faults.append(f"games are gone from the archive: {' '.join(sorted(lost))}")
        for id in records.keys() - self.kept:
            try:
                verify(parse_record(records[id]))
            except CuttleError as error:
                self.faults.append(f"game {id} does not verify: {error}")
        self.kept |= records.keys()

    def unkept(self) -> list[str]:
        """List the finished games of running tables that are not in the archive."""
        finished = [game for story in self.stories.values() for game in story.finished]
        return [game for game in finished if game not in self.kept]

    def compare(self, restored: dict[str, Any]) -> None:
        """Hold what a server has brought back against what its database told."""
        mine = {id: [s.title, s.course.games, s.position] for id, s in self.stories.items()}
        for id, story in self.stories.items():
            peopled = bool(story.course.seats.persons())
            if id not in restored and peopled:
                self.faults.append(f"table {id} was not brought back")
            elif id in restored and restored[id][:3] != mine[id]:
                self.faults.append(f"table {id} was brought back otherwise: {restored[id]}")


def _begun(id: str, head: str) -> Story:
    values = RoomConfig(**json.loads(head))
    terms = TableConfig(
        parse_ruleset(values.ruleset),
        bytes.fromhex(values.seed),
        parse_control(values.timing),
        values.rated,
    )
    return Story(id, head, TableHistory(terms), values.title, values.code)
