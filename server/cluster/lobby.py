"""The lobby of a session at a node of a cluster."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.kit.pasted import room_code, table_name
from cuttle_tui.ports import (
    Account,
    ChallengeLine,
    InboxLine,
    Inviter,
    LobbyError,
    News,
    PersonLine,
    QueueLine,
    TableLine,
    TablePlan,
)
from cuttle_tui.ports.league import NightPage
from engine.bots.levels import USUAL_LEVEL
from engine.play.view import View
from server.cluster.codec import pack
from server.cluster.moving_chair import MovingChair
from server.cluster.peers import candidates
from server.cluster.session import ClusterSession, SharedNights
from server.lobby.lists import at_table
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby
from server.people.accounts import Player, guest_of
from server.store.values import StoreError
from server.tables.chairs import PlayerChair, SeatChair, ServerChair
from server.tables.correspondence import inbox_order
from server.tables.room import Room

if TYPE_CHECKING:
    from server.cluster.node import Node

_FULL: Final = ("no-such-table", "has-begun", "room-full", "blocked", "they-play", "no-answer")
"""Reasons why a player who waits can no longer be joined."""


class ClusterLobby(ClusterSession):
    """A player's lobby, which asks other nodes for what is there."""

    def __init__(
        self, node: Node, matchmaker: Matchmaker, who: Player, account: Account | None = None
    ) -> None:
        super().__init__(node, matchmaker, who, account)
        self.refused_by: set[str] = set()
        """Tables of other nodes where somebody waits who has blocked this player."""
        self._door_node = ""
        """The node of the table at whose door this guest stands; empty for this one."""
        own = self.nights
        self.nights = None if own is None else SharedNights(own, self)

    # the player and their other sessions

    def become(self, who: Player) -> None:
        self.leave_other_nodes()
        super().become(who)

    def block(self, person: str, yes: bool = True) -> None:
        super().block(person, yes)
        blocked = sorted(self.blocked_ids())
        for node in self._standings:
            self._bus.tell(node, "blocked", {"session": self.session, "blocked": blocked})

    def notify_own(self, news: News) -> None:
        super().notify_own(news)
        body = {"identities": [self.who.identity], "news": pack(News, news)}
        self._bus.tell_all("news of", body)

    # one seat at a time

    @property
    def is_playing(self) -> bool:
        return super().is_playing or self._view_elsewhere() is not None

    @property
    def is_busy(self) -> bool:
        view = self._view_elsewhere()
        return super().is_busy or (view is not None and not view.legal)

    def _view_elsewhere(self) -> View | None:
        """Return the running game at another node where the player sits."""
        views = (chair.state().view for chair in self._held_elsewhere())
        return next((view for view in views if view is not None and view.outcome is None), None)

    @property
    def plays_elsewhere(self) -> bool:
        """Whether the player is in the middle of a game with others at another node."""
        return any(standing.playing for standing in self._standings.values())

    async def _free_seats(self, besides: str = "", *, from_queue: bool = True) -> None:
        """Free the player's seats at other nodes, except at `besides`.

        Raises:
            LobbyError: ``busy``; ``no-answer``: a game of theirs goes on soon, its node is gone.
        """
        games = self._peers.games_of(self.who.identity)
        if any(not self.knows(node) for node in games if node != besides):
            raise LobbyError("no-answer")
        # tables of nodes that are dead or not known yet are left once they are taken up
        try:
            rooms = await self._node.rooms_in_doubt(self.who.identity)
        except StoreError:
            raise LobbyError("no-answer") from None
        rooms = [room for room in rooms if not room.config.correspondence]
        if any(room.table.running for room in rooms):
            raise LobbyError("no-answer")
        self.leave_later(rooms)
        for node, standing in [*self._standings.items()]:
            if node != besides and standing.held is not None:
                await self._ask(node, "rise", from_queue)

    async def leave_other_tables(self, node: str) -> None:
        """Leave all tables but those at a node where a match begins."""
        for room in self._shared.locations.rooms(self.who.identity):
            self._shared.locations.leave(self.who.identity, room)
        try:
            await self._free_seats(node)
        except LobbyError:
            return  # its own clock or its opponent will end that game

    # the lobby's doors

    def held(self) -> MovingChair | None:
        own = self._held_here()
        if own is not None:
            return self._own(own)
        for chair in self._held_elsewhere():
            known = self._chairs.get(chair.place)
            if known is None or known.owner != self.who.identity or known.parted:
                return self._moving(chair.place, chair)
            return known  # it is at its table's node already
        return None

    def chairs(self) -> tuple[PlayerChair, ...]:
        here = {place: chair for place, chair in self._chairs.items() if not chair.state().settled}
        for chair in super().chairs():
            if isinstance(chair, SeatChair):
                own = self._own(chair)
                here[own.place] = own
        return tuple(here.values())

    async def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> PlayerChair:
        await self._free_seats(from_queue=False)
        return self._own(await super().play_computer(ruleset, level))

    async def deal_day(self, day: str, table: str) -> PlayerChair:
        await self._free_seats(from_queue=False)
        return self._own(await super().deal_day(day, table))

    async def play_resident(self, level: str) -> PlayerChair:
        self._shared.residents.check(self.who, level)
        await self._free_seats()  # a queue at another node could call the player from the game
        return self._own(await super().play_resident(level))

    async def open_table(self, plan: TablePlan) -> PlayerChair:
        await self._free_seats()
        return self._own(await super().open_table(plan))

    async def join_room(self, typed: str) -> PlayerChair:
        code = room_code(typed)
        waits_here = self._shared.rooms.waiting_under(code) is not None
        if not waits_here and self._own_seat(code) is None and self.may_try_codes:
            node = await self._node.find_code(code)
            if node is not None:
                return await self._sit_elsewhere(node, "join_room", code)
            if self.who.guest and self._peers.name_at_table(guest_of(code)):
                identity = guest_of(code)  # whose connection was lost
                name = self._peers.name_at_table(identity)
                self.become(Player(name, identity, guest=True, resume=code))
                await self.arrive()
                held = self.held()
                if held is None:
                    raise LobbyError("no-answer")
                return held
        if waits_here:
            await self._free_seats()
        try:
            return self._own(await super().join_room(typed))
        except LobbyError as error:
            if error.reason == "unknown-code" and await self._node.is_used(code):
                raise LobbyError("used-code") from None
            raise

    async def call_at_door(self, code: str) -> None:
        here = self._shared.rooms.opened_under(code) is not None
        node = "" if here else await self._node.find_opened(code) or ""
        if node != self._door_node:
            self.leave_door()
        if not node:
            await super().call_at_door(code)
            return
        if self.is_seated:
            raise LobbyError("busy")
        self._door_node = node
        await self._ask(node, "call_at_door", code)

    def leave_door(self) -> None:
        super().leave_door()
        node, self._door_node = self._door_node, ""
        if node:
            self._bus.tell(node, "left door", {"session": self.session})

    def _seat_as(self, name: str) -> PlayerChair | None:
        if name != self.player:  # at another node its stand-in alone was given the name
            PlayerLobby.become(self, replace(self.who, name=name))
        return self.held()

    async def invited_by(self, code: str) -> Inviter | None:
        try:
            return await super().invited_by(code)
        except LobbyError as error:
            if error.reason not in ("unknown-code", "used-code"):
                raise
            if await self._node.find_code(code) is not None:
                return None
            if await self._node.is_used(code):
                raise LobbyError("used-code") from None
            raise

    async def _sit_elsewhere(self, node: str, method: str, table: str) -> MovingChair:
        """Seat the player at another node, and free their seats everywhere else."""
        self._shared.locations.check_rise(self.who.identity)
        await self._free_seats(node)
        chair = await self._seat_at(node, method, table)
        self._shared.locations.rise(self.who.identity)
        return chair

    async def sit_at(self, table: str) -> PlayerChair:
        found = self._found_elsewhere(table)
        if found is not None:
            return await self._sit_elsewhere(found, "sit_at", table)
        await self._free_seats()
        return self._own(await super().sit_at(table))

    def _found_elsewhere(self, table: str) -> str | None:
        """Return the node of a table, by its id or title, if it is not here."""
        found = None if self._shared.rooms.find(table) is not None else self._peers.table(table)
        return None if found is None else found[0]

    async def watch(self, table: str) -> ServerChair:
        table = table_name(table)
        node = self._found_elsewhere(table)
        if node is None:
            return self._own(await super().watch(table))
        if self.watching is not None:
            self.watching.leave()
        chair = await self._seat_at(node, "watch", table)
        self.watching = chair
        return chair

    async def night_page(self) -> NightPage | None:
        node = self.nights_node
        if node is None:
            return await super().night_page()
        await self.introduce(node)
        return self.night_elsewhere()

    async def go_to(self, table: str) -> PlayerChair:
        node = self._found_elsewhere(table)
        if node is None:
            return self._own(await super().go_to(table))
        return await self._seat_at(node, "go_to", table)

    async def give_up(self, table: str) -> None:
        node = self._found_elsewhere(table)
        if node is None:
            await super().give_up(table)
        else:
            await self._ask(node, "give_up", table)

    async def report(self, person: str, why: str) -> None:
        """Report a player to the operators; the table's node knows what was said."""
        node = next((node for node, each in self._standings.items() if each.held), None)
        if node is None:
            await super().report(person, why)
        else:
            await self._ask(node, "report", person, why)

    # quick matches

    async def quick_match(
        self, ruleset: str, *, rated: bool = False, timing: str = ""
    ) -> PlayerChair:
        await self._free_seats()
        wanted = self._shared.quick.wanted(self.who, ruleset, timing, rated=rated)
        if not self._shared.quick.has_opponent(self.who, wanted):
            for node, table, _ in candidates(self._peers, self, self._shared, wanted, 0.0):
                try:
                    return await self._sit_elsewhere(node, "sit_at", table)
                except LobbyError as error:
                    self._note_refusal(table, error)
                    if error.reason not in _FULL:
                        raise
        return self._own(await super().quick_match(ruleset, rated=rated, timing=timing))

    async def move_to(self, node: str, table: str, room: Room) -> None:
        """Leave a place in the queue for a player who waits at another node."""
        identity, config = self.who.identity, room.config
        self._shared.locations.leave(identity, room)
        try:
            await self._seat_at(node, "sit_at", table)
        except LobbyError as error:
            self._note_refusal(table, error)
            await super().quick_match(config.ruleset, rated=config.rated, timing=config.timing)
        else:
            self._shared.presence.call_to_table([identity])

    def _note_refusal(self, table: str, error: LobbyError) -> None:
        """Try no table again at which somebody who has blocked the player waits."""
        if error.reason == "blocked":
            self.refused_by.add(table)

    # challenges

    async def challenge(self, person: str, plan: TablePlan) -> None:
        node = None
        if not self._shared.presence.is_here(person):
            node = self._peers.node_of_person(person)
        if node is None:
            await super().challenge(person, plan)
            return
        self._shared.actions.check_open()
        if self.plays_elsewhere or self._shared.locations.plays_people(self.who.identity):
            raise LobbyError("busy")
        await self._ask(node, "challenge", person, plan)

    async def accept(self) -> PlayerChair:
        asking = (
            node
            for node, standing in self._standings.items()
            if not all(line.mine for line in standing.challenges)
        )
        node = next(asking, None)
        await self._free_seats(node or "")
        if node is not None and self._shared.challenges.asking(self.who.identity) is None:
            self._shared.locations.rise(self.who.identity)
            return await self._seat_at(node, "accept")
        return self._own(await super().accept())

    async def decline(self) -> None:
        if self._shared.challenges.lines(self.who.identity):
            await super().decline()
            return
        for node, standing in [*self._standings.items()]:
            if standing.challenges:
                await self._ask(node, "decline")

    def challenges(self) -> tuple[ChallengeLine, ...]:
        lines = [*super().challenges()]
        for node, standing in self._standings.items():
            for each in standing.challenges:
                left = each.left - (time.monotonic() - self._came[node])
                lines.append(replace(each, left=max(0.0, left)))
        return tuple(sorted(lines, key=lambda line: not line.mine))

    # lists

    @property
    def _lists_version(self) -> object:
        return super()._lists_version, self._peers.version

    def _waiting_friends(self) -> dict[str, tuple[str, str]]:
        """Return the code and the rules of each room, at any node, where a friend waits."""
        me, at_odds = self.who.identity, self._shared.limits.at_odds
        there = {
            who: (table.code, table.line.ruleset)
            for table in self._peers.waiting_for(me)
            for who in table.people
            if not at_odds(who, me)
        }
        return there | super()._waiting_friends()

    def inbox(self) -> tuple[InboxLine, ...]:
        lines = [*super().inbox()]
        for standing in self._standings.values():
            lines += standing.inbox
        return tuple(sorted(lines, key=inbox_order))

    def _list_tables(self) -> tuple[TableLine, ...]:
        """List the tables a player may see, of all nodes."""
        lines = (*super()._list_tables(), *self._peers.table_lines(self.who.identity))
        return tuple(sorted(lines, key=lambda line: line.turn > 0))

    def _list_people(self) -> tuple[PersonLine, ...]:
        """List the players who are online, at all nodes."""
        places = self._peers.doing()
        here = super()._list_people()
        known = {line.id for line in here}
        theirs = self._peers.person_lines(self._reader)
        others = (line for line in theirs if line.id not in known)
        locations = self._shared.locations
        lines = []
        for line in (*here, *(at_table(line, locations) for line in others)):
            at = places.get(line.id)
            if at is not None and not line.table:  # they sit at a node that is not their own
                waits = line if line.queue else at
                line = replace(
                    line, doing=at.doing, table=at.table, queue=waits.queue, rated=waits.rated
                )
            lines.append(line)
        return tuple(sorted(lines, key=lambda line: line.name.lower()))

    def queue(self) -> tuple[QueueLine, ...]:
        lines = (
            *super().queue(),
            *self._peers.queue_lines(self.who.identity, self._shared.clock()),
        )
        return tuple(sorted(lines, key=lambda line: -line.since))
