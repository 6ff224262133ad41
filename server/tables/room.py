"""A table of the server with its journal, watchers and chat, and the row of a finished game."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Protocol

from cuttle_tui.ports import Ending
from cuttle_tui.ports.listings import BY_NAME
from cuttle_tui.worn import own_back
from engine.bots.daily import TryResult, try_result
from engine.record.record import record_text
from engine.rules.options import parse_ruleset, stamped
from engine.table.controls import NO_CLOCK, is_correspondence, parse_control
from engine.table.events import (
    Joined,
    Left,
    TableEvent,
    Vacated,
    parse_table_event,
    table_event_text,
)
from engine.table.state import AtDoor, Change, ChatLine, Stake, TableState
from engine.table.table import Table
from server.codes import reads_badly
from server.league.ratings import Pool, pool_of
from server.people.accounts import has_account, is_guest
from server.store.values import (
    FIRST_EPOCH,
    AddEntry,
    CloseTable,
    EndTry,
    GameRow,
    GiveTable,
    KeepGame,
    LeaveMatch,
    OpenTable,
    RetireCode,
    RunningTable,
    Write,
)
from server.tables.chat import Side, TableChat
from server.tables.stakes import Stakes, TableStake

_REMEMBERED: Final = 2048
"""Ids of games that are not worked out again each time when a table is shown."""


@lru_cache(_REMEMBERED)
def game_id(room: str, number: int) -> str:
    """Return the id of a game: short, stable, not guessable from another, and no insult."""
    digest = hashlib.sha256(f"cuttle game {room} {number}".encode()).digest()
    while reads_badly(id := base64.b32encode(digest)[:10].decode().lower()):
        digest = hashlib.sha256(digest).digest()
    return id


def game_ending_for(table: Table, seat: int) -> Ending:
    """Return how the last game of a table ended for a seat; at the end of a match, how that did."""
    state = table.state(None)
    outcome = None if state.view is None else state.view.outcome
    if outcome is None or state.called_off:
        return "off"
    if (seat, "time") in state.given_up and outcome.why == "concede":
        return "time"
    winners = state.match_winners or outcome.winners
    return "won" if seat in winners else "lost" if winners else "drawn"


def ending_for(table: Table, seat: int) -> Ending:
    """Return how the last game of a table ended for a seat that is given up now."""
    ending = game_ending_for(table, seat)
    leaves = ending not in ("off", "time") and not table.settled
    return "lost" if leaves else ending  # leaving a match loses it


log = logging.getLogger(__name__)
_MINUTE: Final = 60
_DUEL: Final = 2
_LATEST: Final = 32
"""Entries that a table remembers as they were stored, for the process that may run it next."""


class Journal(Protocol):
    """Stores everything that must outlive the process, in order."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Store a write, then call `then`."""


class NoJournal:
    """Stores nothing: for a room on the host's own machine, and for tests."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        del write
        if then is not None:
            then()


@dataclass(frozen=True, slots=True)
class RoomConfig:
    """The plan of a table; with its entries it restores the table."""

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
    championship: str = ""
    """The id of the championship whose match is played here."""
    ladder: bool = False
    """Whether it is rated in the pool of bots: two of them play, or a person and a resident."""
    day: str = ""
    """The day whose deal its first game is, as ``2026-11-30``; empty at other tables."""
    friend: str = ""
    """The id of a friend who is invited."""
    match: str = ""
    """The id of the table where the match began that goes on here; empty for none."""
    played: int = 0
    """How many games of it were played elsewhere."""
    won: Sequence[int] = ()
    """The games of it that each seat has won."""
    pair: Sequence[str] = ()
    """Whose seats they are: identities, or ids of friends without an account."""

    @property
    def correspondence(self) -> bool:
        """Whether its players have days for each decision."""
        return is_correspondence(self.timing)

    @property
    def by_code(self) -> bool:
        """Whether nobody sits down here but by a code that was given to them."""
        return self.code is not None and not (self.public or self.queue)


class Room:
    """A table with its players, its watchers and its chat."""

    def __init__(
        self,
        id: str,
        config: RoomConfig,
        journal: Journal,
        hold: float,
        clock: Callable[[], float],
        stakes: Stakes,
    ) -> None:
        """Create the table.

        Raises:
            CuttleError: the config is invalid.
        """
        self.id = id
        self.config = config
        self.code = config.code
        self.origin = ""
        """The address from which it was opened; empty if that is not known here."""
        self.at_door: Callable[[], tuple[AtDoor, ...]] = tuple
        """Returns who stands at the door, for those who sit here."""
        self.back_of: Callable[[str], str] = own_back
        """Returns what the cards of a player wear, by identity."""
        self.chat = TableChat()
        self.broke: Callable[[Room], None] = lambda _room: None
        """Called when the table is broken."""
        self.watchers: dict[object, str] = {}
        """The identity of each watcher, by chair."""
        self._journal = journal
        self._clock = clock
        self._opened = clock()
        self._shown: object = None
        """The times that the listeners saw last."""
        self._entries = 0
        self._latest: deque[str] = deque(maxlen=_LATEST)
        self._epoch = FIRST_EPOCH
        self.given = False
        """Whether it was handed over: nothing more is written down here."""
        self._seen = 0
        """The number of the game that is played."""
        self._kept = 0
        """The number of the game that was kept last."""
        rules = parse_ruleset(config.ruleset)
        self.table = Table(
            rules,
            bytes.fromhex(config.seed),
            title=config.title,
            clock=clock,
            control=parse_control(config.timing),
            rated=config.rated,
            goes_on=config.by_code and not config.correspondence and rules.seats == _DUEL,
            played=config.played,
            hold=hold,
            keep=self._keep,
        )
        self.table.code = config.code
        self.table.deal_day = config.day
        self.table.won_before = self._won_before
        self._left: tuple[int, ...] = ()
        """Who left the match since its last game, as far as that was stored."""
        self._tried = False
        """Whether the end of the deal of the day is noted."""
        self._stake = TableStake(stakes, self.table, self.pool) if config.rated else None
        self._watched: TableState | None = None
        """What watchers see who block nobody, until the next change."""
        self._watched_lines = 0
        """How many lines had been said then."""
        self.table.subscribe(None, self._forget_watched)

    def _won_before(self) -> tuple[int, ...] | None:
        """Return the games that each seat has won in the match that goes on here, before the deal.

        None once it has begun, and if somebody has the seat of another.
        """
        seats = zip(self.table.owners, self.table.sitters, self.config.pair, strict=False)
        theirs = all(owner in ("", who) or BY_NAME + each.name == who for owner, each, who in seats)
        same = self.table.ruleset == self.table.config.ruleset and not self.table.started
        return tuple(self.config.won) or None if theirs and same else None

    def _forget_watched(self, change: Change) -> None:
        del change
        self._watched = None

    def _keep(self, entry: TableEvent, then: Callable[[], None]) -> None:
        if self.given:
            return
        if isinstance(entry, Joined | Vacated | Left):
            # log that a person sits down or gets up; others than who acts may be seated
            if isinstance(entry, Joined):
                event, name, kind = "joined a table", entry.called, str(entry.kind)
            else:
                sitter = self.table.sitters[entry.seat]
                event, name, kind = "left a table", sitter.name, sitter.kind
            if kind == "person":
                self._note(event, player=name, address=None)
        number, self._entries = self._entries, self._entries + 1
        write = AddEntry(self.id, number, table_event_text(entry), self._epoch)
        self._latest.append(write.text)
        self._journal.put(write, lambda: self._go_on(then))

    def _note(self, event: str, **context: str | None) -> None:
        """Log what happens at a table of the server; one at home is nobody else's business."""
        if not isinstance(self._journal, NoJournal):
            log.info(event, extra={"table": self.id, **context})

    def _go_on(self, then: Callable[[], None]) -> None:
        """Apply an entry; if the table breaks, only that table is closed."""
        try:
            then()
        except Exception:
            log.exception("table %s (%s) broke and is closed", self.id, self.config.ruleset)
            self.broke(self)

    def opened(self) -> None:
        """Write the table itself, before its entries."""
        self._note("opened a table")
        self._journal.put(OpenTable(self.id, json.dumps(asdict(self.config)), self.code))

    def retire_code(self) -> None:
        """Let nobody else join by the code."""
        self.table.code = None
        if not self.given:
            self._journal.put(RetireCode(self.id, self._epoch))

    def closed(self) -> None:
        """Delete the table from the store; a deal of the day that had no end was left."""
        self._end_try()
        self._note("closed a table", player=None, address=None)
        self._journal.put(CloseTable(self.id, self._epoch))

    def give(self, to: str, then: Callable[[], None]) -> int:
        """Hand the table over to another process as the last thing that is written here.

        Returns the epoch under which it runs there; `then` is called once that is stored.
        """
        self.given = True
        self._journal.put(GiveTable(self.id, self._epoch, to), then)
        return self._epoch + 1

    def restore(self, kept: RunningTable) -> None:
        """Restore the table from its entries, and run it.

        Raises:
            CuttleError: the entries cannot be read.
        """
        self.replay(kept.entries)
        self.go_on(kept.epoch)

    def replay(self, entries: Sequence[str]) -> None:
        """Take in entries that are stored; another process may still run the table.

        Raises:
            CuttleError: they cannot be read.
        """
        self._entries += len(entries)
        events = [*map(parse_table_event, entries)]
        if events:
            self._opened = min(self._opened, events[0].at)
        self.table.replay(events)

    def go_on(self, epoch: int) -> None:
        """Run the table from now on."""
        self._epoch = epoch
        self.table.restore(())

    def sit(self, seat: int, name: str, identity: str, *, ready: bool = True) -> None:
        """Seat a person, whose cards wear from then on what they wear now.

        Raises:
            TableError: the seat is taken, or the game has begun.
        """
        back = self.back_of(identity)
        self.table.sit(seat, name, "person", who=identity, ready=ready, back=back)

    @property
    def entries(self) -> int:
        """Count the entries so far."""
        return self._entries

    def entries_after(self, number: int) -> list[str] | None:
        """Return all entries but the first so many; None if they are not remembered."""
        missing = self._entries - number
        if not 0 <= missing <= len(self._latest):
            return None
        return [*self._latest][len(self._latest) - missing :]

    @property
    def stake(self) -> Stake | None:
        """What is at stake; None at tables that are not rated."""
        return None if self._stake is None else self._stake.now()

    @property
    def pool(self) -> Pool:
        """The pool in which its games are rated, if they are."""
        return pool_of(parse_control(self.config.timing), computers=self.config.ladder)

    @property
    def binds(self) -> bool:
        """Whether its players must not be called away from a running game."""
        return self.config.ladder or bool(self.table.day) or len(self.people()) > 1

    @property
    def counts_for_rating(self) -> bool:
        """Whether its games change ratings."""
        stake = self.stake
        return self.config.rated and (stake is None or not stake.casual)

    def seat_of(self, identity: str) -> int | None:
        """Return a player's seat, if they sit here."""
        return self.people().get(identity)

    def people(self) -> dict[str, int]:
        """Return the seat of each person who sits here, by identity."""
        table = self.table
        return {
            owner: seat
            for seat, (owner, sitter) in enumerate(zip(table.owners, table.sitters, strict=True))
            if sitter.kind == "person"
        }

    def is_free_to_leave(self, seat: int | None) -> bool:
        """Return whether a seat gives nothing up: in a casual game with computers, unplayed."""
        game = self.table.game
        alone = not self.binds and not self.config.rated
        return alone and self.table.running and game is not None and seat not in game.actors

    def time_left(self, seat: int) -> float | None:
        """Return the seconds a seat has on its clock; None without clocks."""
        return self.table.timeouts.left(seat, self._clock())

    def away_since(self, identity: str) -> float | None:
        """Return when a player at the table went away, in seconds since 1970."""
        seat = self.seat_of(identity)
        return None if seat is None else self.table.away[seat]

    def shown_in(self, state: TableState, side: Side, blocked_ids: Collection[str]) -> TableState:
        """Add the chat up to then, the watchers and the game's id to a state as a side sees it."""
        facts: dict[str, Any] = {} if self._stake is None else self._stake.shown_in(state)
        return replace(
            state,
            talk=self._said(state, side, blocked_ids),
            watchers=len(self.watchers),
            by_code=self.config.by_code,
            at_door=self.at_door() if side == "players" else (),
            free_to_leave=state.view is not None and self.is_free_to_leave(state.view.viewer),
            game=game_id(self.id, self.table.games) if self._has_result else "",
            won_before=self._won_before() or (),
            **facts,
        )

    def _said(
        self, state: TableState, side: Side, blocked_ids: Collection[str]
    ) -> tuple[ChatLine, ...]:
        """Return what was said on a side up to a state of the table."""
        told = len(state.log)
        return tuple(line for line in self.chat.heard(side, blocked_ids) if line.after <= told)

    def watched(self, blocked_ids: Collection[str]) -> TableState:
        """Return the table as a watcher may see it; made once for all who block nobody.

        A line changes only the talk of what was made before.
        """
        state = self._watched
        if state is None:
            state = self.shown_in(self.table.state(None), "watchers", ())
        elif self._watched_lines != self.chat.count:
            state = replace(state, talk=self._said(state, "watchers", ()))
        self._watched, self._watched_lines = state, self.chat.count
        if blocked_ids:
            return replace(state, talk=self._said(state, "watchers", blocked_ids))
        return state

    @property
    def age(self) -> float:
        """The seconds since it was opened."""
        return self._clock() - self._opened

    @property
    def at_rest(self) -> bool:
        """Whether nothing that somebody sees changes by itself."""
        if self._stake is not None or (self.config.queue and not self.table.started):
            return False
        return self.table.timeouts.at_rest(watched=bool(self.watchers))

    def tell_time(self) -> None:
        """Notify the table's listeners when its displayed times, or what is at stake, change."""
        now = self._clock()
        waits = self.config.queue and not self.table.started
        shown = (
            self.table.timeouts.times(now),
            self.table.timeouts.absences(now),
            self.stake,
            int(now - self._opened) // _MINUTE if waits else 0,  # since an opponent is waited for
            self.at_door(),
        )
        if shown != self._shown:
            self._shown = shown
            self.table.notify()

    @property
    def _has_result(self) -> bool:
        """Whether the last game is one to store: played, or given up where that has a price."""
        table, config = self.table, self.config
        counts = config.rated or config.ladder or config.correspondence or not table.unplayed
        return table.over and not table.called_off and counts

    def follow(self) -> None:
        """Store a game that has ended, once; start the chat of the next."""
        table = self.table
        if table.games != self._seen:
            if self._seen:
                self.chat.new_game()
            self._seen = table.games
            if self._stake is not None:
                self._stake.dealt()
        if self._has_result and table.games != self._kept:
            self._kept = table.games
            row = self._row()
            self._journal.put(KeepGame(row))
            if self._stake is not None:
                self._stake.ended(row)
        if table.left_match != self._left:
            self._left = table.left_match
            number = table.games - table.unplayed
            if self._left and number:
                self._journal.put(LeaveMatch(game_id(self.id, number), self._left))
        if table.day and table.over:
            self._end_try()

    def _end_try(self) -> None:
        """Note how the deal of the day ended, once; without a result it was left."""
        table = self.table
        if not self.config.day or self._tried:
            return
        self._tried = True
        if table.games > 1:  # it was noted before this process had the table
            return
        result = TryResult("left")
        if table.over and not table.called_off:
            result = try_result(table.record())
        game = game_id(self.id, 1) if self._has_result else ""
        self._journal.put(EndTry(self.id, **asdict(result), game=game))

    def _row(self) -> GameRow:
        """Return the row of the game that has just ended."""
        table, config = self.table, self.config
        record = table.record()
        assert record.outcome is not None
        computers = config.ladder or "computer" in {each.kind for each in table.sitters}
        return GameRow(
            id=game_id(self.id, table.games),
            table=config.match if table.came and config.match else self.id,
            ruleset=stamped(table.ruleset),
            players=tuple(owner if has_account(owner) else None for owner in table.owners),
            names=tuple(sitter.name for sitter in table.sitters),
            winners=record.outcome.winners,
            why=record.outcome.why,
            rated=config.rated or config.ladder,
            started=record.started,
            ended=datetime.fromtimestamp(table.ended_at, UTC),
            record=record_text(record),
            public=config.public,
            closed=bool(table.day),
            pool=pool_of(parse_control(config.timing), computers=computers),
            guests=tuple(owner if is_guest(owner) else None for owner in table.owners),
            match=table.state(None).match,
        )


def match_winner(room: Room) -> int | None:
    """Return the seat that has won the match of a settled table of two.

    None for a draw, and for a game without a result. Whoever leaves an undecided match has lost it.
    """
    table = room.table
    state = table.state(None)
    if table.called_off or state.view is None or state.view.outcome is None:
        return None
    winners = state.match_winners or state.view.outcome.winners
    if table.ruleset.match != "single" and not state.match_winners:
        staying = tuple(room.people().values())
        winners = staying if len(staying) == 1 else winners
    return winners[0] if winners else None
