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
from engine.table.practice import Branch
from server.lobby.matchmaker import Matchmaker
from server.people.bans import Farewell
from server.people.players import Player
from server.people.presence import Subscriptions, apart
from server.tables.chairs import SeatChair, WatcherChair


def enter_lobby(
    matchmaker: Matchmaker, player: Player, account: Account | None = None
) -> PlayerLobby:
    """Let a player in; a seat that was held is taken up again."""
    lobby = PlayerLobby(matchmaker, player, account)
    matchmaker.enter(lobby)
    return lobby


class PlayerLobby:
    """The lobby of the server as one player uses it."""

    home = None
    shelf = None  # games are kept in the server's store

    def __init__(self, matchmaker: Matchmaker, who: Player, account: Account | None = None) -> None:
        self._matchmaker = matchmaker
        self.who = who
        self.account = account
        self.address = ""
        """Where the player comes from."""
        self.key = ""
        """The fingerprint of the key, for whoever runs the server."""
        self.watching: WatcherChair | None = None
        self.hears = Subscriptions()
        """What this session listens to."""
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
    def online(self) -> PlayerLobby:
        """Meeting other people."""
        return self

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here."""
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

    def blocked_ids(self) -> frozenset[str]:
        """Return the identities this player has blocked."""
        return self._matchmaker.manners.blocked_by(self.who.identity)

    def play_computer(self, ruleset: str) -> SeatChair:
        """Sit down against the computer player."""
        return self._matchmaker.seating.play_computer(self, ruleset)

    def play_on(self, branch: Branch) -> Chair:
        """Sit down in a game that goes on from a finished one."""
        return self._matchmaker.seating.play_on(self, branch)

    def quick_match(self, ruleset: str, *, rated: bool = False) -> SeatChair:
        """Sit down with whoever waits, or wait for the next one."""
        return self._matchmaker.pairing.quick_match(self, ruleset, rated=rated)

    def open_table(self, plan: TablePlan) -> SeatChair:
        """Open a table; its state carries the code."""
        return self._matchmaker.seating.open_table(self, plan)

    def join_room(self, code: str) -> SeatChair:
        """Sit down at a friend's table, or in one's own seat again."""
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
        """Give the seat this player has, if any."""
        return self._matchmaker.seating.held(self)

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
        if person != self.who.identity:
            self.count("change")
            self._matchmaker.manners.block(self.who.identity, person, yes)
            self._matchmaker.presence.lists_changed()

    def report(self, person: str, why: str) -> None:
        """Tell those who run the server about somebody."""
        self._matchmaker.conduct.report(self.who, person, why)

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news."""
        end = self._matchmaker.presence.subscribe(self, apart(listener, self.player))
        return self.hears.until(end)
