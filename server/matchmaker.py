"""Bring players together: who waits for whom, who sits where, which seat is held for whom.

All of it is synchronous and happens in one process. The tables are in their rooms, and what
happens there is written down before anybody sees it.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cuttle_tui.phrases import PHRASES
from cuttle_tui.ports import (
    Account,
    Chair,
    Change,
    LobbyError,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    TableLine,
    TablePlan,
)
from cuttle_tui.tongue import N_
from engine.branch import Branch
from engine.clocks import parse_control
from engine.errors import NotationError
from engine.options import parse_ruleset, stamped
from engine.table import HOLD, TableError
from server import board
from server.archive import Archive, NoArchive
from server.bots import ComputerPlayer, Thinkers
from server.lobby import PlayerLobby, SeatChair, WatcherChair
from server.manners import Manners
from server.people import Player, guest_of, is_guest
from server.presence import Presence
from server.rooms import COMPUTER, Ledger, NoLedger, Room, Rooms
from server.store.values import RunningTable
from server.talk import Side
from server.text import chat_line, room_code

if TYPE_CHECKING:
    from server.accounts import Farewell

log = logging.getLogger(__name__)

RATED: Final = "cuttle.cards"
"""The rules of rated games."""
_RATED_MATCH: Final = "cuttle.cards+first-to-2"
_FORSAKEN: Final = 24 * 3600.0
"""Seconds until a game that everybody has left is given up."""
_TABLE_BROKE: Final = N_("Your table broke on our side and is closed. Please connect again.")
_MOST_LEFT: Final = 500
"""Games that guests have left; beyond that the oldest is given up."""


class Matchmaker:
    """Brings players together at tables."""

    def __init__(
        self,
        thinkers: Thinkers,
        clock: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        ledger: Ledger | None = None,
        archive: Archive | None = None,
        manners: Manners | None = None,
        hold: float = HOLD,
    ) -> None:
        """Begin without a table.

        Args:
            thinkers: where computer players think.
            clock: tells the time in seconds since 1970.
            entropy: gives so many secret bytes, for deals.
            ledger: where tables are written down; nowhere by default.
            archive: the finished games; none by default.
            manners: how often things may be done, and who has blocked whom.
            hold: seconds the seat of an absent player is safe from a claim.
        """
        self._thinkers = thinkers
        self._clock = clock
        self._hold = hold
        self.archive = archive or NoArchive()
        self.manners = manners or Manners()
        self.presence = Presence()
        self.closing = False
        """Whether no new games are begun."""
        self.address = "HOST"
        """Where players come to, for invitations."""
        self.port = 2222
        self.rooms = Rooms(
            ledger or NoLedger(),
            hold=hold,
            clock=clock,
            entropy=entropy,
            changed=self._changed,
            broke=self._give_up,
        )
        self._places: dict[str, Room] = {}
        """Where each player sits, by identity."""
        self._queued: dict[str, Room] = {}
        """Where each player waits for a quick match; they may sit elsewhere meanwhile."""
        self._since: dict[str, float] = {}
        """Since when each of them has waited."""

    # players come and go

    def lobby(self, player: Player, account: Account | None = None) -> PlayerLobby:
        """Let a player in; a seat that was held is taken up again."""
        lobby = PlayerLobby(self, player, account)
        self.enter(lobby)
        return lobby

    def enter(self, lobby: PlayerLobby) -> None:
        """Note that a player is here."""
        self.presence.enter(lobby)
        self._set_present(lobby.who.identity, True)

    def lost(self, lobby: PlayerLobby) -> None:
        """See a session end."""
        self.exit(lobby)
        self.presence.forget(lobby)

    def exit(self, lobby: PlayerLobby) -> None:
        """Note that a player has gone: what they play at is held for them, what is over is left."""
        if lobby.watching is not None:
            lobby.watching.leave()
        identity = lobby.who.identity
        if not self.presence.exit(lobby):
            return
        place = self._places.get(identity)
        if place is not None and place.table.settled:
            self.leave(identity, place)
        self._set_present(identity, False)
        if identity not in self._places and identity not in self._queued:
            self.manners.forget(identity)

    def has_name(self, name: str) -> bool:
        """Tell whether somebody of this name is here, or sits at a table."""
        here = any(lobby.player == name for lobby in self.presence.every())
        return here or self.rooms.has_name(name)

    def _set_present(self, identity: str, present: bool) -> None:
        for room in (self._places.get(identity), self._queued.get(identity)):
            seat = None if room is None else room.seat_of(identity)
            if room is not None and seat is not None:
                room.table.set_present(seat, present)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a waiting table loses it, a running game is given up."""
        self._forget_place(identity, room)
        seat = room.seat_of(identity)
        if seat is not None:
            (room.table.leave if room.table.started else room.table.stand)(seat)

    def _forget_place(self, identity: str, room: Room) -> None:
        if self._places.get(identity) is room:
            del self._places[identity]
        if self._queued.get(identity) is room:
            del self._queued[identity]
            self._since.pop(identity, None)

    def see_off(self, identity: str, why: Farewell) -> int:
        """Free a player's seats and end their sessions; tell how many."""
        for room in (self._places.get(identity), self._queued.get(identity)):
            if room is not None:
                self.leave(identity, room)
        lobbies = self.presence.lobbies(identity)
        for lobby in lobbies:
            lobby.kick(why)
        return len(lobbies)

    def held(self, lobby: PlayerLobby) -> Chair | None:
        """Give the seat this player has, if any: at a table, else in the queue."""
        identity = lobby.who.identity
        room = self._places.get(identity) or self._queued.get(identity)
        seat = None if room is None else room.seat_of(identity)
        if room is None or seat is None or room.table.settled:
            return None
        return SeatChair(self, lobby, room, seat)

    def busy(self, identity: str) -> bool:
        """Tell whether somebody sits in a game in which the others are to act."""
        room = self._places.get(identity)
        seat = None if room is None else room.seat_of(identity)
        if room is None or seat is None or room.table.game is None or not room.table.running:
            return False
        return room.table.game.position.prompt.seats[:1] != (seat,)

    # tables

    def play_computer(self, lobby: PlayerLobby, ruleset: str) -> Chair:
        """Seat a player against the computer."""
        self._may_begin(lobby)
        self._rise(lobby.who, from_queue=False)
        room = self.rooms.open(ruleset, public=True)
        chair = self._sit(lobby, room)
        self.seat_computers(room)
        return chair

    def seat_computers(self, room: Room, count: int | None = None) -> None:
        """Leave so many free seats to the computer; all of them by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for number, seat in enumerate(chosen, 1):
            name = COMPUTER if len(chosen) == 1 else f"{COMPUTER} {number}"
            nonce = self.rooms.nonce()
            chair = room.table.sit(seat, name, "computer", nonce, who=COMPUTER)
            ComputerPlayer(chair, self._thinkers)

    def play_on(self, lobby: PlayerLobby, branch: Branch) -> Chair:
        """Let the computer play the other seats of a branch, which is no table of the server's."""
        self._may_begin(lobby)
        for seat in range(branch.seats):
            if seat != branch.seat:
                ComputerPlayer(branch.chair(seat), self._thinkers)
        return branch.chair(branch.seat)

    def quick_match(self, lobby: PlayerLobby, ruleset: str, *, rated: bool = False) -> Chair:
        """Seat a player with whoever waits for the same rules, or let the player wait."""
        self._may_begin(lobby)
        if rated:
            ruleset = self._rated_rules(lobby, ruleset)
        self._rise(lobby.who)
        identity = lobby.who.identity
        room = self._opponent(identity, stamped(parse_ruleset(ruleset)), rated)
        if room is None:
            timing = "steady" if rated else "none"
            room = self.rooms.open(ruleset, timing=timing, rated=rated, public=True, queue=True)
        self._since[identity] = self._clock()
        self._queued[identity] = room
        chair = self._sit(lobby, room, self._queued)
        if not room.table.free_seats():
            self._pair(room, identity)
        return chair

    def _rated_rules(self, lobby: PlayerLobby, ruleset: str) -> str:
        if lobby.who.guest:
            raise LobbyError("guests-unrated")
        if ruleset != RATED:
            raise LobbyError("rated-rules")
        return _RATED_MATCH

    def _opponent(self, identity: str, ruleset: str, rated: bool) -> Room | None:
        """Find where somebody waits whom this player may meet, the longest first."""
        for room in self.rooms:
            if not room.head.queue or not room.table.free_seats():
                continue
            if (room.head.ruleset, room.head.rated) == (ruleset, rated) and all(
                other in self.presence and not self.manners.at_odds(identity, other)
                for other in room.people()
            ):
                return room
        return None

    def _pair(self, room: Room, last: str) -> None:
        """Let those who waited begin; whatever else they played at meanwhile is dropped."""
        for identity in room.people():
            meanwhile = self._places.get(identity)
            if meanwhile is not None and meanwhile is not room:
                self.leave(identity, meanwhile)
            self._queued.pop(identity, None)
            self._since.pop(identity, None)
            self._places[identity] = room
            if identity != last:
                self.presence.tell([identity], News("paired"))

    def open_table(self, lobby: PlayerLobby, plan: TablePlan) -> Chair:
        """Open a table under a new code; the computer plays so many seats."""
        self._may_begin(lobby)
        with suppress(NotationError):
            parse_control(plan.timing)
            self._rise(lobby.who)
            room = self.rooms.open(plan.ruleset, timing=plan.timing, public=plan.public, coded=True)
            room.table.invitation = self._invitation(room)
            chair = self._sit(lobby, room, ready=False)
            self.seat_computers(room, min(plan.computers, len(room.table.free_seats())))
            return chair
        raise LobbyError("no-such-table")

    def _invitation(self, room: Room) -> str:
        return f"ssh -t {self.door} join {room.code}" if room.code else ""

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here."""
        return f"-p {self.port} {self.address}"

    def join_room(self, lobby: PlayerLobby, typed: str) -> Chair:
        """Seat a player at a friend's table; or a guest in the seat that was held.

        Raises:
            LobbyError: there is no such table, or this player cannot sit there.
        """
        code, who = room_code(typed), lobby.who
        if not self.manners.may("code", who.identity, lobby.address):
            raise LobbyError("too-many")
        room = self.rooms.waiting_under(code)
        if room is None:
            chair = self._resume(lobby, code)
            if chair is not None:
                return chair
            self.manners.count("code", who.identity, lobby.address)
            raise LobbyError("used-code" if code in self.rooms.used else "unknown-code")
        return self._join(lobby, room)

    def _resume(self, lobby: PlayerLobby, code: str) -> Chair | None:
        """Seat a guest whose connection was lost, by the code only that guest knows."""
        identity = guest_of(code)
        room = self._places.get(identity) or self._queued.get(identity)
        seat = None if room is None else room.seat_of(identity)
        if not lobby.who.guest or room is None or seat is None:
            return None
        lobby.became(Player(room.table.sitters[seat].name, identity, guest=True, resume=code))
        return self.held(lobby)

    def sit_at(self, lobby: PlayerLobby, table: str) -> Chair:
        """Seat a player at a public table, by its id."""
        room = self.rooms.find(table)
        if room is None or not room.head.public or room.head.queue or room.table.started:
            raise LobbyError("no-such-table")
        return self._join(lobby, room)

    def _join(self, lobby: PlayerLobby, room: Room) -> Chair:
        """Seat a player at a table that waits."""
        self._may_begin(lobby, opens=False)
        identity, people = lobby.who.identity, room.people()
        if identity in people:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        if any(self.manners.at_odds(identity, other) for other in people):
            raise LobbyError("blocked")
        self._rise(lobby.who)
        chair = self._sit(lobby, room)
        self.presence.tell(people, News("sat-down", lobby.player))
        return chair

    def watch(self, lobby: PlayerLobby, table: str) -> WatcherChair:
        """Let somebody look on at a game, by the table's id or title."""
        room = self.watchable(table)
        if lobby.who.identity in room.people():
            raise LobbyError("own-game")
        self.presence.lists_changed()
        return WatcherChair(self, lobby, room)

    def watchable(self, table: str) -> Room:
        """Find a game at which anybody may look on, by the table's id or title."""
        for room in self.rooms:
            if table in (room.id, room.table.title) and room.head.public and room.table.started:
                return room
        raise LobbyError("no-such-table")

    def _may_begin(self, lobby: PlayerLobby, *, opens: bool = True) -> None:
        if self.closing:
            raise LobbyError("closing")
        if opens:
            self.manners.count("table", lobby.who.identity)

    def _rise(self, who: Player, *, from_queue: bool = True) -> None:
        """Free the player from a table that waits or is over, and from the queue.

        Raises:
            LobbyError: the player is in the middle of a game.
        """
        place, queued = self._places.get(who.identity), self._queued.get(who.identity)
        if place is not None and place.table.running:
            raise LobbyError("busy")
        if place is not None:
            self.leave(who.identity, place)
        if queued is not None and from_queue:
            self.leave(who.identity, queued)

    def _sit(
        self,
        lobby: PlayerLobby,
        room: Room,
        where: dict[str, Room] | None = None,
        *,
        ready: bool = True,
    ) -> Chair:
        seat, who = room.table.free_seats()[0], lobby.who
        (self._places if where is None else where)[who.identity] = room
        nonce = self.rooms.nonce()
        room.table.sit(seat, who.name, "person", nonce, who=who.identity, ready=ready)
        return SeatChair(self, lobby, room, seat)

    # at the table

    def fill(self, room: Room, seat: int | None) -> None:
        """Seat computers in the free seats, if the host asks for it; nobody is paired with them."""
        if self.closing:
            raise LobbyError("closing")
        if room.table.host == seat and not room.head.queue:
            self.seat_computers(room)

    def ready(self, who: Player, room: Room, chair: Chair, yes: bool) -> None:
        """Let a seat ask for the next game, while no game runs."""
        if self.closing:
            raise LobbyError("closing")
        self.manners.count("change", who.identity)
        with suppress(TableError):
            chair.ready(yes)

    def say(self, who: Player, room: Room, side: Side, text: str, *, phrase: bool) -> None:
        """Carry a line to the others at a table."""
        line = room_code(text).lower() if phrase else chat_line(text)
        if not line or (phrase and line not in PHRASES):
            return
        self.manners.count("chat", who.identity)
        after = len(room.table.state(None).log)
        room.talk.say(side, who.identity, who.name, line, phrase=phrase, after=after)
        room.table.tell()

    def blocked_by(self, identity: str) -> frozenset[str]:
        """Give whom somebody does not want to meet."""
        return self.manners.blocked_by(identity)

    def block(self, who: Player, other: str, yes: bool) -> None:
        """Let somebody meet somebody no more, or again."""
        if other != who.identity:
            self.manners.count("change", who.identity)
            self.manners.block(who.identity, other, yes)
            self.presence.lists_changed()

    def report(self, who: Player, other: str, why: str) -> None:
        """Take a complaint, with what the other said last at the table both are at."""
        room = self._places.get(who.identity)
        said = [] if room is None else room.talk.by(other)[-5:]
        text = "; ".join([chat_line(why), *said])
        self.manners.report(who.identity, other, room.id if room else "", text)

    def _changed(self, room: Room, change: Change) -> None:
        """See to what follows from a change at a table."""
        del change
        table = room.table
        if table.started:
            self.rooms.retire_code(room)
        room.follow()
        for owner in {*table.owners} - room.people().keys():  # the others have claimed that seat
            if self._places.get(owner) is room:
                self.presence.leave_word(owner, News("claimed", table.title))
            self._forget_place(owner, room)
        if not room.people():
            if table.running:
                table.abandon()
            else:
                self.rooms.close(room)
        self.presence.lists_changed()

    def _give_up(self, room: Room) -> None:
        """Close a table that cannot go on, and tell its players."""
        for identity in room.people():
            self._forget_place(identity, room)
            for lobby in self.presence.lobbies(identity):
                lobby.kick(_TABLE_BROKE)
        self.rooms.close(room)

    # what the lobby lists

    def table_lines(self, identity: str) -> tuple[TableLine, ...]:
        """List the tables one may see."""
        return board.table_lines(self.rooms, identity)

    def person_lines(self, identity: str) -> tuple[PersonLine, ...]:
        """List who is here."""
        first = (self.presence.lobbies(one)[0] for one in self.presence)
        here = [lobby.who for lobby in first if lobby.named]
        watching = {one for room in self.rooms for one in room.watchers.values()}
        blocked = self.blocked_by(identity)
        return board.person_lines(here, self._places, watching, identity, blocked)

    def queue_lines(self, identity: str) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""
        waiting = [room for room in self.rooms if room.head.queue and not room.table.started]
        return board.queue_lines(waiting, self._since, identity, self._clock())

    def subscribe(self, lobby: PlayerLobby, listener: NewsListener) -> Callable[[], None]:
        """Call a listener with what a player is told."""
        return self.presence.subscribe(lobby, listener)

    # time

    def tick(self) -> None:
        """Look at every clock once: whose time is up, and whose table shows another time now."""
        for room in self.rooms:
            try:
                room.table.check_time()
                if self._is_attended(room):
                    room.tell_time()
            except Exception:  # one broken table must not stop the clocks of the others
                log.exception("the clocks of table %s cannot be looked at", room.id)
        self.presence.tick()

    def _is_attended(self, room: Room) -> bool:
        """Tell whether anybody is here to whom a table's times could be shown."""
        return bool(room.watchers) or any(who in self.presence for who in room.people())

    def sweep(self) -> None:
        """Free the seats of those who have been away for long from tables at which nobody plays."""
        for identity in {*self._places, *self._queued} - {*self.presence}:
            for room in (self._places.get(identity), self._queued.get(identity)):
                if room is not None and self._is_forsaken(identity, room):
                    self._clear(room, identity)
        for room in self._left_by_guests()[:-_MOST_LEFT]:
            self._clear(room, *room.people())

    def _clear(self, room: Room, *identities: str) -> None:
        """Free seats to which nobody comes back; a game there ends without a result."""
        room.table.abandon()
        for identity in identities:
            self.leave(identity, room)

    def _left_by_guests(self) -> list[Room]:
        """List the games that guests have left, the oldest first: it costs nothing to begin one."""
        return [
            room
            for room in self.rooms
            if room.table.running
            and all(is_guest(one) and one not in self.presence for one in room.people())
        ]

    def _is_forsaken(self, identity: str, room: Room) -> bool:
        since = room.away_since(identity)
        if since is None:
            return False
        if not room.table.running:
            return self._clock() - since > self._hold
        people = room.people()
        all_gone = not any(other in self.presence for other in people)
        last = max(room.away_since(other) or since for other in people)
        return all_gone and self._clock() - last > _FORSAKEN

    def pause(self, why: str | None) -> None:
        """Tell every table that moves cannot be kept just now, or that they can again."""
        for room in self.rooms:
            if why is None:
                room.table.begin_afresh()
            room.table.set_trouble(why or "")

    def restore(self, tables: Iterable[RunningTable]) -> None:
        """Bring every table back; everybody is away until they come back."""
        self.rooms.restore(tables)
        for room in self.rooms:
            waiting = room.head.queue and not room.table.started
            for identity, seat in room.people().items():
                (self._queued if waiting else self._places)[identity] = room
                if waiting:
                    self._since[identity] = self._clock()
                room.table.set_present(seat, False)
            self._seat_again(room)
            room.table.invitation = self._invitation(room)
            room.table.begin_afresh()
            if not room.people():
                self._changed(room, Change(()))

    def _seat_again(self, room: Room) -> None:
        """Let the computer go on playing where it sat."""
        for seat, sitter in enumerate(room.table.sitters):
            if sitter.kind == "computer":
                ComputerPlayer(room.table.chair(seat), self._thinkers)
