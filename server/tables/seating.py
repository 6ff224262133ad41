"""Seat players: against the computer, at their own table, at a friend's, in a quick match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from cuttle_tui.kit.pasted import room_code, table_name
from cuttle_tui.ports import (
    Account,
    Chair,
    ChallengeLine,
    InboxLine,
    Inviter,
    LobbyError,
    News,
    QueueLine,
    TablePlan,
)
from engine.bots.daily import LEVEL, RULES
from engine.bots.levels import USUAL_LEVEL
from engine.rules.options import parse_ruleset, stamped, unstamped
from engine.table.controls import is_correspondence
from engine.table.practice import PracticeGame
from server.people.accounts import ExitMessage, Player, guest_of
from server.people.friends import Friends, Invited
from server.people.player_limits import PlayerLimits
from server.people.presence import CutOff, Presence, Subscriptions
from server.tables.chairs import (
    BotSeats,
    PlayerChair,
    SeatChair,
    ServerChair,
    TableActions,
    WatcherChair,
)
from server.tables.challenges import (
    RESIDENTS_TIMING,
    Challenges,
    Residents,
    checked_plan,
    may_be_rated,
)
from server.tables.correspondence import Correspondence
from server.tables.doorstep import name_in
from server.tables.quick_match import QuickMatches
from server.tables.room import Room
from server.tables.rooms import PlayerLocations, Rooms
from server.tables.stakes import Stakes


@dataclass(slots=True)
class TableServices:
    """The services that all sessions share: tables, locations, presence, limits."""

    rooms: Rooms
    locations: PlayerLocations
    presence: Presence
    limits: PlayerLimits
    actions: TableActions
    bots: BotSeats
    clock: Callable[[], float]
    stakes: Stakes
    quick: QuickMatches
    challenges: Challenges
    correspondence: Correspondence
    residents: Residents
    cut_off: CutOff
    friends: Friends
    door: str = "-p 2222 HOST"
    """The arguments of ``ssh`` that lead here."""
    link: str = ""
    """The address of the page that leads here; empty where browsers do not come in."""

    def invite(self, room: Room) -> None:
        """Set the command and the link with which friends join a table."""
        if room.code:
            room.table.invitation = f"ssh -t {self.door} join {room.code}"
            room.table.link = self.link and f"{self.link}/join/{room.code}"


class Seating:
    """A visitor who is seated: at tables, in the queue, as a watcher."""

    here = True

    def __init__(self, services: TableServices, who: Player, account: Account | None) -> None:
        self._shared = services
        self.who = who
        self.account = account
        self.address = ""
        self.key = ""
        self.watching: Chair | None = None
        self.subscriptions = Subscriptions()
        self.kick: Callable[[ExitMessage], None] = lambda _why: None
        """Ends the session, with a line that says why."""

    @abstractmethod
    def become(self, who: Player) -> None:
        """Continue as another player: a name was chosen, or a guest is back."""

    @property
    def named(self) -> bool:
        return bool(self.who.name) and (self.account is None or self.account.named)

    @property
    def shows_rating(self) -> bool:
        return self.account is None or self.account.settings.get("show_rating") is not False

    @property
    def shows_presence(self) -> bool:
        return self.account is None or self.account.settings.get("show_presence") is not False

    @property
    def player(self) -> str:
        return self.who.name

    def count_code(self) -> None:
        """Count that a code is tried.

        Raises:
            LobbyError: ``too-many``.
        """
        self._shared.limits.count_code(self.who.identity, self.address)

    @property
    def may_try_codes(self) -> bool:
        """Whether the player may try another code; if not, the usual refusal follows."""
        return self._shared.limits.may_try_code(self.who.identity, self.address)

    def blocked_ids(self) -> frozenset[str]:
        return self._shared.limits.blocked_by(self.who.identity)

    def _sit(self, room: Room, seat: int | None = None, *, ready: bool = True) -> SeatChair:
        """Seat the player in a room, by default in its first free seat."""
        who, services = self.who, self._shared
        seat = room.table.free_seats()[0] if seat is None else seat
        room.sit(seat, who.name, who.identity, ready=ready)
        return SeatChair(services.actions, self, room, seat)

    def _settle(self, room: Room, seat: int | None = None, *, ready: bool = True) -> SeatChair:
        """Seat the player, and know from now on that they sit there."""
        if room.config.correspondence:
            chair = self._sit(room, seat)
            self._shared.correspondence.sit(self.who.identity, room)
            return chair
        self._shared.locations.sit(self.who.identity, room)
        return self._sit(room, seat, ready=ready)

    def _make_room(self, timing: str) -> None:
        """Free the player for a table: from others, from the queue; raise if that cannot be."""
        if is_correspondence(timing):
            self._shared.correspondence.check(self.who)
        else:
            self._shared.locations.rise(self.who.identity)

    async def _may_begin(self) -> None:
        """Count a new table of the player's and wait for the turn to sit down, or raise."""
        self._shared.actions.may_begin(self.who, self.address)
        await self._turn()

    async def _turn(self) -> None:
        """Wait for the turn to sit down; raise ``closing`` if the session or the server ends."""
        presence = self._shared.presence
        await presence.seats.turn()
        if self not in presence.lobbies(self.who.identity):
            raise LobbyError("closing")  # the session has ended: nobody would leave the seat
        self._shared.actions.check_open()

    async def go_to(self, table: str) -> PlayerChair:
        services, identity = self._shared, self.who.identity
        room = services.correspondence.find(identity, table)
        place = services.locations.sitting(identity)
        if room is None and place is not None and table in (place.id, place.table.title):
            room = place
        seat = None if room is None else room.seat_of(identity)
        if room is None or seat is None:
            raise LobbyError("no-such-table")
        return SeatChair(services.actions, self, room, seat)

    def inbox(self) -> tuple[InboxLine, ...]:
        return self._shared.correspondence.lines(self.who.identity)

    async def give_up(self, table: str) -> None:
        self._shared.correspondence.give_up(self.who.identity, table)

    def held(self) -> PlayerChair | None:
        """Return the player's seat, if any: at a table, else in the queue.

        A game may have ended while its player was away: they are shown its end.
        """
        return self._held_here()

    def _held_here(self) -> SeatChair | None:
        found = self._shared.locations.seat(self.who.identity)
        return None if found is None else SeatChair(self._shared.actions, self, *found)

    def chairs(self) -> tuple[PlayerChair, ...]:
        """Return every seat of a player who may have several: a bot."""
        found = (
            (room, room.seat_of(self.who.identity))
            for room in self._shared.locations.rooms(self.who.identity)
        )
        actions = self._shared.actions
        return tuple(
            SeatChair(actions, self, room, seat) for room, seat in found if seat is not None
        )

    async def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> PlayerChair:
        await self._may_begin()
        ruleset = stamped(parse_ruleset(ruleset))
        self._shared.locations.rise(self.who.identity, from_queue=False)
        room = self._shared.rooms.open(ruleset, public=True)
        room.origin = self.address
        chair = self._settle(room)
        self._shared.bots.fill(room, level=level)
        return chair

    async def deal_day(self, day: str, table: str) -> PlayerChair:
        """Open a table, under an id, with the deal of a day; nobody watches, nor finds it.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
        """
        await self._may_begin()
        self._shared.locations.rise(self.who.identity, from_queue=False)
        room = self._shared.rooms.open(RULES, id=table, day=day)
        room.origin = self.address
        chair = self._settle(room)
        self._shared.bots.fill(room, level=LEVEL)
        return chair

    def residents(self) -> tuple[QueueLine, ...]:
        return self._shared.residents.lines(self.who)

    async def play_resident(self, level: str) -> PlayerChair:
        services = self._shared
        services.residents.check(self.who, level)
        await self._may_begin()
        services.locations.rise(self.who.identity, from_queue=False)
        room = services.rooms.open(
            services.stakes.ruleset, timing=RESIDENTS_TIMING, rated=True, public=True, ladder=True
        )
        room.origin = self.address
        chair = self._settle(room)
        services.bots.fill(room, level=level)
        return chair

    def practise(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        self._shared.actions.may_begin(self.who, self.address)
        return self._shared.bots.practise(parse_ruleset(ruleset), self.player, level)

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        self._shared.actions.may_begin(self.who, self.address)
        return self._shared.bots.play_on(branch, level)

    async def open_table(self, plan: TablePlan) -> PlayerChair:
        await self._may_begin()
        plan = checked_plan(plan, self._shared.stakes, self.who)
        self._make_room(plan.timing)
        if is_correspondence(plan.timing):
            self._shared.correspondence.check_waiting(self.address)
        friends, me = self._shared.friends, self.who.identity
        line = None if plan.public else friends.find(me, plan.friend)
        friend = line.id if line is not None and line.account else ""
        match = None if line is None or line.ruleset != unstamped(plan.ruleset) else line.match
        mine = 0 if match is None else match.seat
        pair = (me, plan.friend) if mine == 0 else (plan.friend, me)
        room = self._shared.rooms.open(
            plan.ruleset,
            timing=plan.timing,
            rated=plan.rated,
            public=plan.public,
            coded=True,
            friend=friend,
            match=None if is_correspondence(plan.timing) or plan.rated else match,
            pair=pair,
        )
        room.origin = self.address
        self._shared.invite(room)
        chair = self._settle(room, mine, ready=False)
        computers = min(plan.computers, len(room.table.free_seats()))
        self._shared.bots.fill(room, computers, plan.level)
        if friend:
            friends.invite(Invited(me, self.player, friend))
        return chair

    # an invitation by code: who waits there, then the seat

    async def invited_by(self, code: str) -> Inviter | None:
        """Return who waits under a room code, and for what; None if that is at another node.

        Raises:
            LobbyError: no free seat waits there for somebody else.
        """
        rooms, doorstep = self._shared.rooms, self._shared.actions.doorstep
        if not self.may_try_codes:
            raise LobbyError("too-many")
        self._shared.actions.check_open()
        room = rooms.waiting_under(code)
        if room is None:
            begun = rooms.opened_under(code)
            if begun is not None and doorstep.may_call(self.who, begun):
                raise LobbyError("ask-at-door")
            raise LobbyError("used-code" if rooms.is_used(code) else "unknown-code")
        if room.seat_of(self.who.identity) is not None:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        host = next(iter(room.people().values()), None)
        rules = room.table.ruleset.name
        return None if host is None else Inviter(room.table.sitters[host].name, rules)

    async def join_room(self, typed: str) -> PlayerChair:
        """Sit down by a code: in a seat that is the player's already, else in a free one."""
        rooms, code = self._shared.rooms, room_code(typed)
        if (own := self._own_seat(code)) is not None:
            return own
        if not self.may_try_codes:
            raise LobbyError("too-many")
        if (room := rooms.waiting_under(code)) is not None:
            if (back := self._back_in(room)) is not None:
                return back
            await self._turn()
            if (own := self._own_seat(code)) is not None:  # of another session, meanwhile
                return own
            if (room := rooms.waiting_under(code)) is not None:  # else its game has begun
                return await self._join(room)
        if (back := self._resume(code)) is not None:
            return back
        self.count_code()
        raise LobbyError("used-code" if rooms.is_used(code) else "unknown-code")

    def _own_seat(self, code: str) -> SeatChair | None:
        """Return the player's seat at the table that was opened under a code, if they have one."""
        identity, services = self.who.identity, self._shared
        rooms = (*services.locations.rooms(identity), *services.correspondence.rooms(identity))
        for room in rooms:
            seat = room.seat_of(identity)
            if code and room.config.code == code and seat is not None:
                return SeatChair(services.actions, self, room, seat)
        return None

    def _back_in(self, room: Room) -> SeatChair | None:
        """Seat a guest who was cut off, and comes anew to a full room, in the seat they had.

        The seat is that of the only guest of the same address who was cut off, before the deal:
        until cards are dealt there is nothing to see (ADR 35).
        """
        if room.table.free_seats() or room.table.started or not self.who.guest:
            return None
        cut = self._shared.cut_off.was_cut_off
        gone = [who for who in room.people() if cut(who, self.address)]
        if len(gone) != 1:
            return None
        self._make_room(room.config.timing)
        seat = room.people()[gone[0]]
        self.take_name(room.table.sitters[seat].name)
        self._shared.actions.doorstep.admit(room, seat, self.who.identity)
        return self._held_here()

    async def _join(self, room: Room) -> PlayerChair:
        identity, people = self.who.identity, room.people()
        if room.config.rated:
            may_be_rated(self.who)
        if identity in people and room.config.correspondence:
            return await self.go_to(room.id)
        if identity in people:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        if any(self._shared.limits.at_odds(identity, other) for other in people):
            raise LobbyError("blocked")
        self._make_room(room.config.timing)
        chair = self._settle(room, ready=not room.config.rated)  # first they see what is at stake
        self._shared.presence.tell(people, News("sat-down", self.player))
        return chair

    def _resume(self, code: str) -> SeatChair | None:
        """Seat a guest whose connection was lost, by signs that only that guest knows.

        Older signs of the same seat count as well, and more than those that came after them.
        """
        identity, doorstep = guest_of(code), self._shared.actions.doorstep
        if not self.who.guest:
            return None
        found = self._shared.locations.seat(identity)
        if found is None:
            found = doorstep.seat_known_before(identity)
            if found is None:
                return None
            doorstep.take_back(*found, identity)
        room, seat = found
        name = name_in(room, seat, self.who)
        self.become(Player(name, identity, guest=True, resume=code))
        return self._held_here()

    def take_name(self, name: str) -> None:
        self.become(replace(self.who, name=name))

    # a player who may have a seat, and cannot prove it

    @property
    def may_be_cut_off(self) -> bool:
        return self.who.guest and self._shared.cut_off.came_from(self.address)

    async def call_at_door(self, code: str) -> None:
        """Stand at the door of a table; News tells when this player is let in, or not.

        Raises:
            LobbyError: as `Doorstep.call`.
        """
        self._shared.actions.doorstep.call(self, code)

    def leave_door(self) -> None:
        """Stand at no door any more."""
        self._shared.actions.doorstep.leave(self)

    # a table of the lobby's list, and the queue

    async def sit_at(self, table: str) -> PlayerChair:
        await self._turn()
        room = self._shared.rooms.find(table)
        if room is None or not room.config.public:
            raise LobbyError("no-such-table")
        if room.table.started:
            raise LobbyError("has-begun")
        if not room.config.queue:
            return await self._join(room)
        self._shared.actions.may_begin(self.who, self.address)
        self._shared.quick.joinable(self.who, room)
        self._shared.locations.rise(self.who.identity)
        return self._wait_in(room)

    async def quick_match(
        self, ruleset: str, *, rated: bool = False, timing: str = ""
    ) -> PlayerChair:
        await self._may_begin()
        wanted = self._shared.quick.wanted(self.who, ruleset, timing, rated=rated)
        self._shared.locations.rise(self.who.identity)
        return self._wait_in(self._shared.quick.room_for(self.who, wanted))

    def _wait_in(self, room: Room) -> SeatChair:
        """Seat the player in a room of the queue; with the last free seat, the match is made."""
        quick, identity = self._shared.quick, self.who.identity
        ready = quick.prepare(room, identity)
        self._shared.locations.wait(identity, room, self._shared.clock())
        chair = self._sit(room, ready=ready)
        if not room.table.free_seats():
            quick.met(room, identity)
        return chair

    # challenges

    async def challenge(self, person: str, plan: TablePlan) -> None:
        self._shared.actions.check_open()
        self._shared.challenges.send(self.who, person, plan)

    def challenges(self) -> tuple[ChallengeLine, ...]:
        return self._shared.challenges.lines(self.who.identity)

    async def accept(self) -> PlayerChair:
        services = self._shared
        await self._turn()
        challenge = services.challenges.accept(self.who.identity)
        plan, other = challenge.plan, challenge.by
        room = services.rooms.open(
            plan.ruleset,
            timing=plan.timing,
            rated=plan.rated,
            public=True,
            championship=challenge.championship,
        )
        room.sit(0, other.name, other.identity)
        if room.config.correspondence:
            services.correspondence.sit(other.identity, room)
            chair = self._settle(room)
            services.presence.tell([other.identity], News("accepted", self.who.name))
            return chair
        services.locations.sit(other.identity, room)
        return self._wait_in(room)

    async def decline(self) -> None:
        self._shared.challenges.decline(self.who.identity)

    async def watch(self, table: str) -> ServerChair:
        table = table_name(table)
        if self.watching is not None:
            self.watching.leave()
        services = self._shared
        room = services.rooms.watchable(table)
        if self.who.identity in room.people():
            raise LobbyError("own-game")
        if len(room.watchers) >= services.limits.watchers:
            raise LobbyError("watchers-full")
        turns = services.presence.turns
        chair = WatcherChair(services.actions, self, room, turns)
        self.watching = chair
        return chair
