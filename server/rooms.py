"""Keep the tables of the server: each in a room, with all that is stored of it."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Final, Protocol

from engine.clocks import NO_CLOCK, parse_control
from engine.entries import Entry, entry_text, parse_entry
from engine.errors import CuttleError
from engine.options import parse_ruleset, stamped
from engine.record import record_text
from engine.table import HOLD, Change, Table, TableState
from server.codes import UsedCodes, new_code
from server.metrics import Metrics
from server.people import is_guest
from server.store.values import (
    AddEntry,
    CloseTable,
    GameRow,
    KeepGame,
    OpenTable,
    RunningTable,
    Write,
)
from server.talk import Side, Talk

log = logging.getLogger(__name__)

COMPUTER: Final = "computer"
"""Who sits in the seat of a computer player."""
_TITLES: Final = (  # noqa: SIM905
    "alder ash aspen beech birch cedar cherry elder elm fir hazel holly juniper larch lime maple "
    "oak pine plum poplar rowan spruce walnut willow yew"
).split()


class Ledger(Protocol):
    """Where everything that must outlive the process is written, in order."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something, and call what was given once it is there for good."""


class NoLedger:
    """Keeps nothing: for a room on one's own machine, and for tests."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Call what was given."""
        del write
        if then is not None:
            then()


class CountedLedger:
    """Writes to another ledger, and counts."""

    def __init__(self, ledger: Ledger, metrics: Metrics) -> None:
        self._ledger = ledger
        self._metrics = metrics

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something; note how long it takes."""
        began = time.perf_counter()

        def kept() -> None:
            self._metrics.stored(isinstance(write, AddEntry), time.perf_counter() - began)
            if then is not None:
                then()

        if isinstance(write, KeepGame):
            self._metrics.game_finished()
        self._ledger.put(write, kept)


@dataclass(frozen=True, slots=True)
class Head:
    """What a table was opened with; together with its entries it is the whole table."""

    ruleset: str
    seed: str
    title: str
    timing: str = NO_CLOCK
    rated: bool = False
    public: bool = False
    """Whether the lobby lists it while it waits, and lets people watch."""
    queue: bool = False
    """Whether it waits for a quick match."""
    code: str | None = None


class Room:
    """A table with who sits there, who watches, and what is said."""

    def __init__(
        self, id: str, head: Head, ledger: Ledger, hold: float, clock: Callable[[], float]
    ) -> None:
        """Set a table up.

        Raises:
            CuttleError: no table can be made of this head.
        """
        self.id = id
        self.head = head
        self.code = head.code
        self.talk = Talk()
        self.broke: Callable[[Room], None] = lambda _room: None
        """Is told when the table cannot go on."""
        self.watchers: dict[object, str] = {}
        """The identity of who watches, by chair."""
        self._ledger = ledger
        self._clock = clock
        self._shown: object = None
        """The times that the table's listeners have been told."""
        self._entries = 0
        self._seen = 0
        """The number of the game that is played."""
        self._kept = 0
        """The number of the game that was kept last."""
        self.table = Table(
            parse_ruleset(head.ruleset),
            bytes.fromhex(head.seed),
            title=head.title,
            clock=clock,
            control=parse_control(head.timing),
            rated=head.rated,
            hold=hold,
            keep=self._keep,
        )
        self.table.code = head.code

    def _keep(self, entry: Entry, then: Callable[[], None]) -> None:
        number, self._entries = self._entries, self._entries + 1
        self._ledger.put(AddEntry(self.id, number, entry_text(entry)), lambda: self._go_on(then))

    def _go_on(self, then: Callable[[], None]) -> None:
        """Let the table go on; should it break, it alone is given up."""
        try:
            then()
        except Exception:
            log.exception("table %s (%s) broke and is closed", self.id, self.head.ruleset)
            self.broke(self)

    def opened(self) -> None:
        """Have the table itself kept, before its entries."""
        self._ledger.put(OpenTable(self.id, json.dumps(asdict(self.head))))

    def closed(self) -> None:
        """Have nothing of it kept any more."""
        self._ledger.put(CloseTable(self.id))

    def restore(self, entries: tuple[str, ...]) -> None:
        """Bring the table back to where it was.

        Raises:
            CuttleError: the entries cannot be read.
        """
        self._entries = len(entries)
        self.table.restore(map(parse_entry, entries))

    def seat_of(self, identity: str) -> int | None:
        """Tell where a person sits, if they do."""
        return self.people().get(identity)

    def people(self) -> dict[str, int]:
        """Give the seat of each person who sits here, by identity."""
        table = self.table
        return {
            owner: seat
            for seat, (owner, sitter) in enumerate(zip(table.owners, table.sitters, strict=True))
            if sitter.kind == "person"
        }

    def away_since(self, identity: str) -> float | None:
        """Tell since when a person at the table has been away, in seconds since 1970."""
        seat = self.seat_of(identity)
        return None if seat is None else self.table.away[seat]

    def shown_in(self, state: TableState, side: Side, deaf_to: Collection[str]) -> TableState:
        """Add to a state of the table what was said by then, who watches, and the game's id.

        Args:
            state: the table, now or at an earlier ply.
            side: who looks at it.
            deaf_to: the identities of those one does not want to hear.
        """
        talk, told = self.talk.heard(side, deaf_to), len(state.log)
        kept = self.table.over and not self.table.called_off
        return replace(
            state,
            talk=tuple(line for line in talk if line.after <= told),
            watchers=len(self.watchers),
            game=game_id(self.id, self.table.games) if kept else "",
        )

    def tell_time(self) -> None:
        """Tell the table's listeners when its clocks show something else."""
        now = self._clock()
        shown = self.table.times(now), self.table.absences(now)
        if shown != self._shown:
            self._shown = shown
            self.table.tell()

    def follow(self) -> None:
        """Keep a game that has ended, once; let what was said stand before one that begins."""
        table = self.table
        if table.games != self._seen:
            self._seen = table.games
            self.talk.new_game()
        if table.over and not table.called_off and table.games != self._kept:
            self._kept = table.games
            self._ledger.put(KeepGame(self._row()))

    def _row(self) -> GameRow:
        table = self.table
        record = table.record()
        assert record.outcome is not None
        lasted = timedelta(seconds=record.entries[-1].seconds if record.entries else 0)
        return GameRow(
            id=game_id(self.id, table.games),
            table=self.id,
            ruleset=stamped(table.ruleset),
            players=tuple(None if _is_nobody(owner) else owner for owner in table.owners),
            names=tuple(sitter.name for sitter in table.sitters),
            winners=record.outcome.winners,
            why=record.outcome.why,
            rated=self.head.rated,
            started=record.started,
            ended=record.started + lasted,
            record=record_text(record),
            public=self.head.public,
        )


def _is_nobody(owner: str) -> bool:
    """Whether a seat's owner has no account."""
    return not owner or owner == COMPUTER or is_guest(owner)


def game_id(room: str, number: int) -> str:
    """Make the id of a game: short, the same each time, and not to be guessed from another."""
    digest = hashlib.sha256(f"cuttle game {room} {number}".encode()).digest()
    return base64.b32encode(digest)[:10].decode().lower()


class Rooms:
    """All rooms there are."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        hold: float = HOLD,
        clock: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        changed: Callable[[Room, Change], None],
        broke: Callable[[Room], None],
    ) -> None:
        """Begin without a room.

        Args:
            ledger: where tables are kept.
            hold: seconds the seat of an absent player is safe from a claim.
            clock: tells the time in seconds since 1970.
            entropy: gives so many secret bytes, for deals.
            changed: is told of every change at every table.
            broke: is told when a table cannot go on.
        """
        self._ledger = ledger
        self._hold = hold
        self._clock = clock
        self._entropy = entropy
        self._changed = changed
        self._broke = broke
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, Room] = {}
        self.used = UsedCodes()

    def __iter__(self) -> Iterator[Room]:
        """Go through all rooms, the oldest first."""
        return iter([*self._rooms.values()])

    def __len__(self) -> int:
        """Count the rooms."""
        return len(self._rooms)

    def open(
        self,
        ruleset: str,
        *,
        timing: str = NO_CLOCK,
        rated: bool = False,
        public: bool = False,
        queue: bool = False,
        coded: bool = False,
    ) -> Room:
        """Open a room with an empty table."""
        head = Head(
            ruleset=stamped(parse_ruleset(ruleset)),
            seed=self._entropy(32).hex(),
            title=random.choice(self._titles()),
            timing=timing,
            rated=rated,
            public=public,
            queue=queue,
            code=new_code(self._codes) if coded else None,
        )
        room = Room(secrets.token_hex(8), head, self._ledger, self._hold, self._clock)
        room.opened()
        self._take(room)
        return room

    def _titles(self) -> list[str]:
        """List the names that no table has; all of them when there are more tables than names."""
        taken = {room.table.title for room in self}
        return [title for title in _TITLES if title not in taken] or _TITLES

    def _take(self, room: Room) -> None:
        self._rooms[room.id] = room
        room.broke = self._broke
        if room.code is not None and not room.table.started:
            self._codes[room.code] = room
        room.table.subscribe(None, lambda change: self._changed(room, change))

    def nonce(self) -> bytes:
        """Give what a seat adds to the chance of the deals."""
        return self._entropy(16)

    def restore(self, tables: Iterable[RunningTable]) -> None:
        """Bring back every table that was open; one that cannot be read is left in the store."""
        for kept in tables:
            try:
                room = Room(
                    kept.id, Head(**json.loads(kept.head)), self._ledger, self._hold, self._clock
                )
                room.restore(kept.entries)
                self._take(room)
            except (CuttleError, ValueError, TypeError, LookupError):
                log.exception("table %s cannot be read and is left in the store", kept.id)

    def waiting_under(self, code: str) -> Room | None:
        """Give the room that waits under a code."""
        return self._codes.get(code)

    def retire_code(self, room: Room) -> None:
        """Let nobody in by the code any more."""
        if room.code is not None and self._codes.get(room.code) is room:
            del self._codes[room.code]
            self.used.add(room.code)
            room.table.code = None

    def close(self, room: Room) -> None:
        """Forget a room."""
        if self._rooms.pop(room.id, None) is not None:
            if room.code is not None and self._codes.get(room.code) is room:
                del self._codes[room.code]
            room.closed()

    def has_name(self, name: str) -> bool:
        """Tell whether somebody of this name sits at a table."""
        return any(sitter.name == name for room in self for sitter in room.table.sitters)

    def find(self, name: str) -> Room | None:
        """Find a room by its id or by its table's title."""
        named = (room for room in self if room.table.title == name)
        return self._rooms.get(name) or next(named, None)
