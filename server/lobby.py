"""Show the matchmaker to one player, through the protocols the app asks for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from cuttle_tui.ports import (
    Account,
    Chair,
    Change,
    GameLine,
    Listener,
    LobbyError,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    Shelf,
    TableLine,
    TablePlan,
    TableState,
)
from engine.actions import Action
from engine.branch import Branch
from engine.errors import NotYourTurn
from engine.record import Record
from server.listening import apart
from server.people import Player
from server.rooms import Room

if TYPE_CHECKING:
    from server.accounts import Farewell
    from server.matchmaker import Matchmaker


class SeatChair:
    """A chair of which the matchmaker learns what is done there.

    It belongs to whoever sat down. Another session of theirs may give the seat up before the
    cards are dealt, and somebody else may take it: then this chair shows and does nothing more.
    """

    def __init__(self, matchmaker: Matchmaker, lobby: PlayerLobby, room: Room, seat: int) -> None:
        self._matchmaker = matchmaker
        self._lobby = lobby
        self._room = room
        self._chair = room.table.chair(seat)
        self._seat = seat
        self._owner = lobby.who.identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatChair) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[int, int, str]:
        return id(self._room), self._seat, self._owner

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""
        return self._chair.seat

    @property
    def _lost(self) -> bool:
        """Whether the seat was given up before the cards were dealt."""
        return self._room.table.owners[self._seat] != self._owner

    @property
    def _sits(self) -> bool:
        return self._room.seat_of(self._owner) == self._seat

    def _check(self) -> None:
        if not self._sits:
            raise LobbyError("no-such-table")

    def state(self) -> TableState:
        """Give the table as this seat may know it."""
        if self._lost:
            return replace(self._room.table.state(None), view=None, log=(), code=None)
        return self._with_room(self._chair.state())

    def _with_room(self, state: TableState) -> TableState:
        return self._room.shown_in(state, "players", self._lobby.deaf_to())

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions."""
        past = None if self._lost else self._chair.past(ply)
        return None if past is None else self._with_room(past)

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`."""
        if not self._sits:
            raise NotYourTurn("this seat was given up")
        self._chair.submit(action, ply)

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or take that back."""
        self._check()
        self._matchmaker.ready(self._lobby.who, self._room, self._chair, yes)

    def claim(self) -> None:
        """Claim the game from those who stayed away."""
        self._check()
        self._chair.claim()

    def call_off(self) -> None:
        """End the game without a result, for the others stayed away."""
        self._check()
        self._chair.call_off()

    def show_hands(self, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back."""
        self._check()
        self._matchmaker.manners.count("change", self._owner)
        self._chair.show_hands(yes)

    def fill(self) -> None:
        """Seat computers in the free seats, as the host."""
        self._check()
        self._matchmaker.fill(self._room, self._seat)

    def say(self, text: str, *, phrase: bool) -> None:
        """Say something to the other players."""
        self._check()
        self._matchmaker.say(self._lobby.who, self._room, "players", text, phrase=phrase)

    def record(self) -> str | None:
        """Give the record of the game once it is over."""
        return None if self._lost else self._chair.record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        told = apart(listener, self._lobby.player)
        return self._chair.subscribe(lambda change: told(Change(()) if self._lost else change))

    def leave(self) -> None:
        """Stand up for good."""
        if not self._lost:
            self._matchmaker.leave(self._owner, self._room)


class WatcherChair:
    """A chair from which one looks on; it counts while it is taken."""

    seat = None

    def __init__(self, matchmaker: Matchmaker, lobby: PlayerLobby, room: Room) -> None:
        self._matchmaker = matchmaker
        self._lobby = lobby
        self._room = room
        self._chair = room.table.watch()
        room.watchers[self] = lobby.who.identity
        room.table.tell()

    def state(self) -> TableState:
        """Give the table as watchers may know it."""
        return self._with_room(self._chair.state())

    def _with_room(self, state: TableState) -> TableState:
        return self._room.shown_in(state, "watchers", self._lobby.deaf_to())

    def past(self, ply: int) -> TableState | None:
        """Give the table as watchers could see it after so many actions."""
        past = self._chair.past(ply)
        return None if past is None else self._with_room(past)

    def submit(self, action: Action, ply: int) -> None:
        """Refuse: a watcher plays nothing."""
        self._chair.submit(action, ply)

    def ready(self, yes: bool = True) -> None:
        """Do nothing: a watcher is not asked."""

    def claim(self) -> None:
        """Do nothing: a watcher is not asked."""

    def call_off(self) -> None:
        """Do nothing: a watcher is not asked."""

    def show_hands(self, yes: bool = True) -> None:
        """Do nothing: a watcher is not asked."""

    def fill(self) -> None:
        """Do nothing: a watcher is not asked."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say something to the other watchers."""
        self._matchmaker.say(self._lobby.who, self._room, "watchers", text, phrase=phrase)

    def record(self) -> str | None:
        """Give the record of the game once it is over."""
        return self._chair.record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        return self._chair.subscribe(apart(listener, self._lobby.player))

    def leave(self) -> None:
        """Stop looking on."""
        if self._room.watchers.pop(self, None) is not None:
            self._room.table.tell()


class PlayerLobby:
    """The lobby of the server as one player uses it."""

    online = True

    def __init__(self, matchmaker: Matchmaker, who: Player, account: Account | None = None) -> None:
        self._matchmaker = matchmaker
        self.who = who
        self.account = account
        self.address = ""
        """Where the player comes from."""
        self.key = ""
        """The fingerprint of the key, for whoever runs the server."""
        self.watching: WatcherChair | None = None
        self.errand = ""
        """The code of the table this player came for, until there is a name to sit down with."""
        self.kick: Callable[[Farewell], None] = lambda _why: None
        """Ends the session behind this lobby, with a line that says why."""

    @property
    def player(self) -> str:
        """The player's name."""
        return self.who.name

    @property
    def named(self) -> bool:
        """Whether this player has a name yet; until then nobody meets them."""
        return self.account is None or self.account.named

    @property
    def shelf(self) -> Shelf | None:
        """Keep nobody's games on the server's disk, but in its store."""
        return None

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here."""
        return self._matchmaker.door

    def became(self, who: Player) -> None:
        """Go on as somebody: a name was chosen, or a guest is back."""
        self._matchmaker.exit(self)
        self.who = who
        self._matchmaker.enter(self)
        if self.errand:
            with suppress(LobbyError):
                self.join_room(self.errand)
            self.errand = ""

    def count_code(self) -> None:
        """Count that a code is tried.

        Raises:
            LobbyError: ``too-many``.
        """
        self._matchmaker.manners.count("code", self.who.identity, self.address)

    def count(self, what: str, *names: str) -> None:
        """Count that something is done.

        Raises:
            LobbyError: ``too-many``.
        """
        self._matchmaker.manners.count(what, *(names or (self.who.identity,)))

    def remember(self, blocks: frozenset[str]) -> None:
        """Take up whom the player has blocked before."""
        self._matchmaker.manners.remember(self.who.identity, blocks)

    def tell_own(self, news: News) -> None:
        """Tell every session of this player something."""
        self._matchmaker.presence.tell([self.who.identity], news)

    def see_off_key(self, key: str, why: Farewell) -> None:
        """End the other sessions that came by a key."""
        for lobby in self._matchmaker.presence.lobbies(self.who.identity):
            if lobby.key == key and lobby is not self:
                lobby.kick(why)

    def see_off(self, why: Farewell) -> None:
        """Leave every table, and end every session of this player."""
        self._matchmaker.see_off(self.who.identity, why)

    def deaf_to(self) -> frozenset[str]:
        """Give the identities of those one does not want to hear."""
        return self._matchmaker.blocked_by(self.who.identity)

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down against the computer player."""
        return self._matchmaker.play_computer(self, ruleset)

    def play_on(self, branch: Branch) -> Chair:
        """Sit down in a game that goes on from a finished one."""
        return self._matchmaker.play_on(self, branch)

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Refuse: people at one keyboard play at home."""
        raise LobbyError("only-at-home")

    def quick_match(self, ruleset: str, *, rated: bool = False) -> Chair:
        """Sit down with whoever waits, or wait for the next one."""
        return self._matchmaker.quick_match(self, ruleset, rated=rated)

    def open_table(self, plan: TablePlan) -> Chair:
        """Open a table; its state carries the code."""
        return self._matchmaker.open_table(self, plan)

    def join_room(self, code: str) -> Chair:
        """Sit down at a friend's table, or in one's own seat again."""
        return self._matchmaker.join_room(self, code)

    def sit_at(self, table: str) -> Chair:
        """Sit down at a public table."""
        return self._matchmaker.sit_at(self, table)

    def watch(self, table: str) -> Chair:
        """Watch a running game."""
        if self.watching is not None:
            self.watching.leave()
        self.watching = self._matchmaker.watch(self, table)
        return self.watching

    def held(self) -> Chair | None:
        """Give the seat this player has, if any."""
        return self._matchmaker.held(self)

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables one may see."""
        return self._matchmaker.table_lines(self.who.identity)

    def people(self) -> tuple[PersonLine, ...]:
        """List who is here."""
        return self._matchmaker.person_lines(self.who.identity)

    def queue(self) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""
        return self._matchmaker.queue_lines(self.who.identity)

    async def games(self) -> tuple[GameLine, ...]:
        """List the latest finished games."""
        return await self._matchmaker.archive.games(self.who.identity)

    async def replay(self, game: str) -> Record:
        """Give the record of a finished game."""
        return await self._matchmaker.archive.record(game)

    def block(self, person: str, yes: bool = True) -> None:
        """Meet somebody no more, or again."""
        self._matchmaker.block(self.who, person, yes)

    def report(self, person: str, why: str) -> None:
        """Tell those who run the server about somebody."""
        self._matchmaker.report(self.who, person, why)

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news."""
        return self._matchmaker.subscribe(self, apart(listener, self.player))
