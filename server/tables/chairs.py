"""The chairs at the server's tables: those of players, those of computer players, and the coach.

Computer players and the coach think elsewhere and are sent only their view.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from cuttle_tui.coach.analyst import ProcessAnalyst, ThoughtQueue
from cuttle_tui.ports import Chair, Change, Chat, Listener, LobbyError, TableError, TableState
from cuttle_tui.ports.chair import SECONDS, SEED, Analyst
from cuttle_tui.table.chat import PHRASES
from engine.actions import Action
from engine.bots.computer import ComputerPlayer, Seat
from engine.bots.daily import chance_of
from engine.bots.levels import USUAL_LEVEL
from engine.bots.search import Assessment
from engine.bots.thinkers import Thinker, Thinkers
from engine.computers import called, names_for
from engine.errors import NotYourTurn
from engine.play.view import View
from engine.rules.rulesets import Ruleset
from engine.table.practice import PracticeChair, PracticeGame, PracticeTable
from engine.table.seats import Cut, Fill, LetIn, Ready, SeatRequest, SendAway
from server.people.accounts import COMPUTER, Player
from server.people.player_limits import PlayerLimits
from server.people.presence import AT_ONCE, InTurn, Turns, Visitor, isolate
from server.sanitize import BadLine, TooLong, chat_line, clean
from server.tables.chat import Side
from server.tables.correspondence import Correspondence
from server.tables.doorstep import Doorstep
from server.tables.room import Room, game_id
from server.tables.rooms import PlayerLocations

PACE: Final = 0.6
"""The usual seconds a computer player takes for an answer."""
_NICE: Final = 19
"""By how much the processes that think step back behind the server."""


def thinkers(processes: int = 0) -> Thinkers:
    """Prepare the processes of a server's computer players; they are started when needed.

    They keep off one core, if there are several, to leave it to the server. 0 `processes` are as
    many as there are other cores, at least one.
    """
    cores: list[int] = []
    with suppress(AttributeError, OSError):  # not every system has it
        cores = sorted(os.sched_getaffinity(0))[1:]
    return Thinkers(processes or max(1, len(cores)), nice=_NICE, cores=cores)


class BotSeats:
    """Seats computer players, who share the processes in which they think."""

    def __init__(self, thinker: Thinker, pace: float = 0.0) -> None:
        self._thinker = thinker
        self._pace = pace

    def play(self, chair: Seat, level: str, day: str = "") -> None:
        """Let the computer play a seat; at the deal of a day it plays the same for everybody."""
        seed = chance_of(day) if day else secrets.randbits(32)
        ComputerPlayer(chair, self._thinker, level, seed, self._pace, exact=bool(day))

    def fill(self, room: Room, count: int | None = None, level: str = USUAL_LEVEL) -> None:
        """Seat computer players in the last free seats, `count` of them; in all by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for seat, name in zip(chosen, names_for(len(chosen), level), strict=True):
            who = name if room.config.ladder else COMPUTER  # a resident has ratings of its own
            self.play(room.table.sit(seat, name, "computer", who=who), level, room.config.day)

    def resume(self, room: Room) -> None:
        """Reseat the computer after a restart."""
        for seat, sitter in enumerate(room.table.sitters):
            known = called(sitter.name)
            if sitter.kind == "computer":
                level = USUAL_LEVEL if known is None else known.level
                self.play(room.table.chair(seat), level, room.config.day)

    def practise(self, ruleset: Ruleset, name: str, level: str = USUAL_LEVEL) -> Chair:
        """Seat a player among computers at a table of which nothing is kept."""
        table = PracticeTable(ruleset, secrets.token_bytes(32), clock=time.time)
        table.sit(0, name, "person")
        for seat, computer in enumerate(names_for(table.seats - 1, level), 1):
            self.play(table.sit(seat, computer, "computer"), level)
        return PracticeChair(table, 0)

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        """Let the computer play the other seats of a practice game."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                self.play(branch.chair(seat), level)
        return branch.chair(branch.seat)


class SharedAnalyst:
    """Assesses one position at a time for all sessions.

    An analysis comes in small steps, and those of several players alternate.
    """

    def __init__(self, analyst: Analyst | None = None) -> None:
        """Share an analyst; by default, a process of its own."""
        self._own = ProcessAnalyst(_NICE)
        self._analyst = analyst or self._own
        self._thoughts = ThoughtQueue()

    async def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a game for the seat of a view, when it is its turn.

        Raises:
            LobbyError: ``no-coach``: the process was killed from outside.
        """
        async with self._thoughts.next(spare=spare):
            return await self._analyst.assess(view, seconds, seed=seed)

    def close(self) -> None:
        """End the process."""
        self._own.close()


def read_text(text: str) -> str:
    """Return what a player wrote for others, whole.

    Raises:
        LobbyError: ``text-long``, ``text-unreadable``.
    """
    try:
        return chat_line(text)
    except TooLong:
        raise LobbyError("text-long") from None
    except BadLine:
        raise LobbyError("text-unreadable") from None


@dataclass(eq=False)
class TableActions:
    """Checks and performs what players do at tables."""

    _locations: PlayerLocations
    _correspondence: Correspondence
    _bots: BotSeats
    _limits: PlayerLimits
    doorstep: Doorstep
    seats: Turns
    """The turns in which players ask for games: with the last of a table, one is dealt."""
    closing: bool = False
    """Whether the server refuses new games."""

    def check_open(self) -> None:
        """Refuse new games while the server shuts down.

        Raises:
            LobbyError: ``closing``.
        """
        if self.closing:
            raise LobbyError("closing")

    def may_begin(self, who: Player, address: str) -> None:
        """Count a new table against the rate limits of its player and of their address.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.check_open()
        self._limits.count("table", who.identity, address)

    def may_open_night(self, who: Player, address: str) -> None:
        """Count a new play night against the rate limits of its host and of their address.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.may_begin(who, address)
        self._limits.count("night", who.identity, address)

    def fill(self, room: Room, seat: int, level: str) -> None:
        """Seat computers in the free seats, if the host asks for it; nobody is paired with them.

        Raises:
            LobbyError: ``closing``.
        """
        self.check_open()
        if room.table.host == seat and not (room.config.queue or room.config.rated):
            self._bots.fill(room, level=level)

    def may_change(self, who: Player, address: str) -> None:
        """Count a change against the rate limits of its player and of their address.

        Raises:
            LobbyError: ``too-many``.
        """
        self._limits.count("change", who.identity, address)

    def say(self, lobby: Visitor, room: Room, side: Side, text: str, *, phrase: bool) -> None:
        """Send a chat line to the others at a table.

        Raises:
            LobbyError: ``too-many``, ``text-long``, ``text-unreadable``.
        """
        line = clean(text, 16).lower() if phrase else read_text(text)
        if not line or (phrase and line not in PHRASES):
            return
        who = lobby.who
        self._limits.count("chat", who.identity, lobby.address)
        after = len(room.table.state(None).log)
        room.chat.say(side, who.identity, who.name, line, phrase=phrase, after=after)

    def report(self, who: Player, address: str, other: str, why: str) -> None:
        """Store a report, with the other player's last chat lines.

        Raises:
            LobbyError: ``too-many``, ``text-long``, ``text-unreadable``.
        """
        room = self._locations.sitting(who.identity)
        said = [] if room is None else room.chat.by(other)[-5:]
        text = "; ".join([read_text(why), *said])
        self._limits.report(who.identity, address, other, room.id if room else "", text)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a running game is conceded, unless there are days for each move."""
        if room.config.correspondence:
            self._correspondence.look_away(identity, room)
        else:
            self._locations.leave(identity, room)


class ServerChair(Chair, Protocol):
    """A chair at a server's table, wherever that is."""

    @property
    def chat(self) -> Chat:
        """Chat with the others on this side."""


class PlayerChair(ServerChair, Protocol):
    """A player's chair, wherever the table is."""

    @property
    def game(self) -> str:
        """The id of the game that runs here or was played last, also of its record."""

    @property
    def time_left(self) -> float | None:
        """The seconds on this seat's clock, not rounded; None without clocks."""

    @property
    def on_ladder(self) -> bool:
        """Whether bots play here for their ratings."""


class SeatChair:
    """A seat of a player, within their limits.

    It belongs to the player who sat down. Another session of theirs may give it up before the
    cards are dealt, and another player may take it: then this chair shows and does nothing more.
    """

    practice = None

    def __init__(self, actions: TableActions, lobby: Visitor, room: Room, seat: int) -> None:
        self._actions = actions
        self._lobby = lobby
        self.room = self._room = room
        self._table = room.table
        self.seat = seat
        self._owner = lobby.who.identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatChair) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, int, str]:
        return self._room.id, self.seat, self._owner

    @property
    def game(self) -> str:
        return game_id(self._room.id, self._table.games)

    @property
    def time_left(self) -> float | None:
        return self._room.time_left(self.seat)

    @property
    def on_ladder(self) -> bool:
        return self._room.config.ladder

    @property
    def chat(self) -> SeatChair:
        return self

    @property
    def _lost(self) -> bool:
        """Whether the seat was left before the deal."""
        return self._table.owners[self.seat] != self._owner

    @property
    def _sits(self) -> bool:
        return self._room.seat_of(self._owner) == self.seat

    def _check(self) -> None:
        if not self._sits:
            raise LobbyError("no-such-table")

    def state(self) -> TableState:
        if self._lost:
            return replace(self._table.state(None), view=None, log=(), code=None)
        return self._with_room(self._table.state(self.seat))

    def _with_room(self, state: TableState) -> TableState:
        return self._room.shown_in(state, "players", self._lobby.blocked_ids())

    async def past(self, ply: int) -> TableState | None:
        past = None if self._lost else self._table.past(self.seat, ply)
        return None if past is None else self._with_room(past)

    def submit(self, action: Action, ply: int) -> None:
        if not self._sits:
            raise NotYourTurn("you have left this seat")
        self._table.submit(self.seat, action, ply)

    def ask(self, request: SeatRequest) -> None:
        self._check()
        if isinstance(request, Ready):
            # ask for the next game; the first of a correspondence table begins without
            if self._room.config.correspondence and not self._table.started:
                return
            self._actions.check_open()
            self._actions.may_change(self._lobby.who, self._lobby.address)
            self._actions.seats.soon(partial(self._set_ready, request))
        elif isinstance(request, Fill):
            self._actions.fill(self._room, self.seat, request.level)
        elif isinstance(request, LetIn | SendAway):
            self._actions.may_change(self._lobby.who, self._lobby.address)
            if isinstance(request, LetIn):
                self._actions.doorstep.let_in(self._room, request.caller, request.place)
            else:
                self._actions.doorstep.send_away(self._room, request.caller)
        elif isinstance(request, Cut):
            self._carry_out(Cut(read_text(request.word)))
        else:
            self._carry_out(request)

    def _set_ready(self, request: Ready) -> None:
        """Note what was asked, if nothing that came meanwhile forbids it."""
        if self._sits and not self._actions.closing:
            with suppress(TableError):
                self._table.ask(self.seat, request)

    def _carry_out(self, request: SeatRequest) -> None:
        if request.limited:
            self._actions.may_change(self._lobby.who, self._lobby.address)
        self._table.ask(self.seat, request)

    def say(self, text: str, *, phrase: bool) -> None:
        self._check()
        self._actions.say(self._lobby, self._room, "players", text, phrase=phrase)

    def record(self) -> str | None:
        return None if self._lost else self._table.chair(self.seat).record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change and each line; the result ends that."""
        told = isolate(listener, self._lobby.player)
        end = self._table.subscribe(
            self.seat, lambda change: told(Change(()) if self._lost else change)
        )
        end_talk = self._room.chat.subscribe("players", told, self._owner)
        return self._lobby.subscriptions.until(_both(end, end_talk))

    def leave(self) -> None:
        if not self._lost:
            self._actions.leave(self._owner, self._room)


class WatcherChair:
    """A watcher's chair; it counts until it is left."""

    seat = None
    practice = None

    def __init__(self, actions: TableActions, lobby: Visitor, room: Room, turns: Turns) -> None:
        self._actions = actions
        self._lobby = lobby
        self.room = self._room = room
        self._chair = room.table.watch()
        self._turns = turns if len(room.watchers) >= AT_ONCE else None
        room.watchers[self] = lobby.who.identity
        room.table.notify()

    @property
    def chat(self) -> WatcherChair:
        return self

    def state(self) -> TableState:
        return self._room.watched(self._lobby.blocked_ids())

    async def past(self, ply: int) -> TableState | None:
        past = await self._chair.past(ply)
        if past is None:
            return None
        return self._room.shown_in(past, "watchers", self._lobby.blocked_ids())

    def submit(self, action: Action, ply: int) -> None:
        """Refuse: a watcher plays nothing."""
        self._chair.submit(action, ply)

    def ask(self, request: SeatRequest) -> None:
        """Do nothing: a watcher asks for nothing."""

    def say(self, text: str, *, phrase: bool) -> None:
        self._actions.say(self._lobby, self._room, "watchers", text, phrase=phrase)

    def record(self) -> str | None:
        return self._chair.record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change, soon where many watch; the result ends that."""
        told = isolate(listener, self._lobby.player)
        in_turn = None if self._turns is None else InTurn(told, self._turns)
        called = in_turn or told
        owner = self._lobby.who.identity
        end_talk = self._room.chat.subscribe("watchers", called, owner)
        end = _both(self._chair.subscribe(called), end_talk)
        if in_turn is not None:
            end = _both(end, in_turn.stop)
        return self._lobby.subscriptions.until(end)

    def leave(self) -> None:
        """Stop watching."""
        if self._room.watchers.pop(self, None) is not None:
            self._room.table.notify()


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def do() -> None:
        one()
        other()

    return do
