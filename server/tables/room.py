"""Hold a table of the server with all that is stored of it: who sits there, watches, talks."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from typing import Protocol

from engine.rules.text import parse_ruleset
from engine.table.clocks import NO_CLOCK, parse_control
from engine.table.events import Entry, entry_text, parse_entry
from engine.table.table import Table, TableState
from server.store.values import AddEntry, CloseTable, KeepGame, OpenTable, Write
from server.tables.chat import Side, Talk
from server.tables.finished import game_id, game_row

log = logging.getLogger(__name__)


class Journal(Protocol):
    """Where everything that must outlive the process is written, in order."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something, and call what was given once it is stored."""


class NoJournal:
    """Stores nothing: for a room on the host's own machine, and for tests."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Call what was given."""
        del write
        if then is not None:
            then()


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
        self, id: str, head: Head, journal: Journal, hold: float, clock: Callable[[], float]
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
        self._journal = journal
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
        self._journal.put(AddEntry(self.id, number, entry_text(entry)), lambda: self._go_on(then))

    def _go_on(self, then: Callable[[], None]) -> None:
        """Let the table go on; should it break, it alone is given up."""
        try:
            then()
        except Exception:
            log.exception("table %s (%s) broke and is closed", self.id, self.head.ruleset)
            self.broke(self)

    def opened(self) -> None:
        """Have the table itself kept, before its entries."""
        self._journal.put(OpenTable(self.id, json.dumps(asdict(self.head))))

    def closed(self) -> None:
        """Have nothing of it kept any more."""
        self._journal.put(CloseTable(self.id))

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
        shown = self.table.patience.times(now), self.table.patience.absences(now)
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
            row = game_row(self.id, table, rated=self.head.rated, public=self.head.public)
            self._journal.put(KeepGame(row))
