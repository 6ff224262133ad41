"""Show the server to one player, through the protocol the app asks for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cuttle_tui.ports import (
    Account,
    Chair,
    GameLine,
    LobbyError,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    TableLine,
    TablePlan,
)
from engine.record.record import Record
from engine.table.practice import PracticeGame
from server.lobby.matchmaker import Matchmaker
from server.people.bans import ExitMessage
from server.people.players import Player
from server.people.presence import Subscriptions, isolate
from server.tables.chairs import SeatChair, WatcherChair


def enter_lobby(
    matchmaker: Matchmaker, player: Player, account: Account | None = None
) -> PlayerLobby:
    """Enter a player; a held seat is resumed."""
    lobby = PlayerLobby(matchmaker, player, account)
    matchmaker.enter(lobby)
    return lobby


class PlayerLobby:
    """The lobby of the server as one player uses it."""

    home = None
    archive = None  # games are kept in the server's store

    def __init__(self, matchmaker: Matchmaker, who: Player, account: Account | None = None) -> None:
        self._matchmaker = matchmaker
        self.who = who
        self.account = account
        self.address = ""
        """Where the player comes from."""
        self.key = ""
        """The fingerprint of the key, for the operators."""
        self.watching: WatcherChair | None = None
        self.subscriptions = Subscriptions()
        """The subscriptions of this session."""
        self.pending_code = ""
        """The room code this player came with, until they have chosen a name."""
        self.kick: Callable[[ExitMessage], None] = lambda _why: None
        """Ends the session, with a line that says why."""

    @property
    def player(self) -> str:
        """The player's name."""
        return self.who.name

    @property
    def named(self) -> bool:
        """Whether this player has chosen a name; until then nobody can meet them."""
        return self.account is None or self.account.named

    @property
    def online(self) -> PlayerLobby:
        """Meeting other people."""
        return self

    @property
    def door(self) -> str:
        """The arguments of ``ssh`` that lead here."""
        return self._matchmaker.seating.door

    def become(self, who: Player) -> None:
        """Continue as another player: a name was chosen, or a guest is back.

        Nothing comes of it once the session has ended: nobody would see this player off again.
        """
        if self not in self._matchmaker.presence.lobbies(self.who.identity):
            return
        self._matchmaker.exit(self)
        self.who = who
        self._matchmaker.enter(self)
        if self.pending_code:
            with suppress(LobbyError):
                self.join_room(self.pending_code)
            self.pending_code = ""

    def count_code(self) -> None:
        """Count that a code is tried.

        Raises:
            LobbyError: ``too-many``.
        """
        self._matchmaker.player_limits.count("code", self.who.identity)
        self._matchmaker.player_limits.count("code from", self.address)

    def count(self, what: str, *names: str) -> None:
        """Count that something is done.

        Raises:
            LobbyError: ``too-many``.
        """
        self._matchmaker.player_limits.count(what, *(names or (self.who.identity,)))

    def remember(self, blocks: frozenset[str]) -> None:
        """Load the player's blocks."""
        self._matchmaker.player_limits.remember(self.who.identity, blocks)

    def notify_own(self, news: News) -> None:
        """Send news to every session of this player."""
        self._matchmaker.presence.tell([self.who.identity], news)

    def disconnect_key(self, key: str, why: ExitMessage) -> None:
        """End the other sessions that came by a key."""
        for lobby in self._matchmaker.presence.lobbies(self.who.identity):
            if lobby.key == key and lobby is not self:
                lobby.kick(why)

    def disconnect(self, why: ExitMessage) -> None:
        """Leave every table, and end every session of this player."""
        self._matchmaker.disconnect(self.who.identity, why)

    def blocked_ids(self) -> frozenset[str]:
        """Return the identities this player has blocked."""
        return self._matchmaker.player_limits.blocked_by(self.who.identity)

    def play_computer(self, ruleset: str) -> SeatChair:
        """Sit down against the computer player."""
        return self._matchmaker.seating.play_computer(self, ruleset)

    def play_on(self, branch: PracticeGame) -> Chair:
        """Sit down in a game that goes on from a finished one."""
        return self._matchmaker.seating.play_on(self, branch)

    def quick_match(self, ruleset: str, *, rated: bool = False) -> SeatChair:
        """Sit down with an opponent who waits, or join the queue."""
        return self._matchmaker.seating.quick_match(self, ruleset, rated=rated)

    def open_table(self, plan: TablePlan) -> SeatChair:
        """Open a table; its state carries the code."""
        return self._matchmaker.seating.open_table(self, plan)

    def join_room(self, code: str) -> SeatChair:
        """Sit down at a friend's table, or resume a seat."""
        return self._matchmaker.seating.join_room(self, code)

    def sit_at(self, table: str) -> SeatChair:
        """Sit down at a public table."""
        return self._matchmaker.seating.sit_at(self, table)

    def watch(self, table: str) -> WatcherChair:
        """Watch a running game."""
        if self.watching is not None:
            self.watching.leave()
        self.watching = self._matchmaker.seating.watch(self, table)
        return self.watching

    def held(self) -> SeatChair | None:
        """Return the seat this player has, if any."""
        return self._matchmaker.seating.held(self)

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables a player may see."""
        return self._matchmaker.table_lines(self.who.identity)

    def people(self) -> tuple[PersonLine, ...]:
        """List the players who are online."""
        return self._matchmaker.person_lines(self.who.identity)

    def queue(self) -> tuple[QueueLine, ...]:
        """List the players in the queue for a quick match."""
        return self._matchmaker.queue_lines(self.who.identity)

    async def games(self) -> tuple[GameLine, ...]:
        """List the latest finished games."""
        return await self._matchmaker.archive.games(self.who.identity)

    async def replay(self, game: str) -> Record:
        """Return the record of a finished game."""
        return await self._matchmaker.archive.record(game)

    def block(self, person: str, yes: bool = True) -> None:
        """Block a player, or lift the block."""
        if person != self.who.identity:
            self.count("change")
            self._matchmaker.player_limits.block(self.who.identity, person, yes)
            self._matchmaker.presence.lists_changed()

    def report(self, person: str, why: str) -> None:
        """Report a player to the operators."""
        self._matchmaker.actions.report(self.who, person, why)

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news."""
        end = self._matchmaker.presence.subscribe(self, isolate(listener, self.player))
        return self.subscriptions.until(end)
