"""The lobby of a session at a node of a cluster."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol, cast

from cuttle_tui.ports import (
    Account,
    Chair,
    ChallengeLine,
    InboxLine,
    LobbyError,
    News,
    PersonLine,
    QueueLine,
    Reason,
    TableLine,
    TablePlan,
)
from cuttle_tui.ports.nights import NightPage
from engine.bots.levels import USUAL_LEVEL
from engine.play.view import View
from server.cluster.bus import Bus, NoAnswer
from server.cluster.codec import Plain, pack, unpack
from server.cluster.moving_chair import HERE, AnyChair, MovingChair
from server.cluster.nights import Asker, SharedNights
from server.cluster.peers import Peers, wanted_at
from server.cluster.remote_chair import (
    ARGUMENTS,
    Answer,
    Missed,
    Opened,
    Place,
    RemoteChair,
    Standing,
    Visit,
)
from server.lobby.lists import at_table
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby
from server.people.accounts import Player, guest_of
from server.sanitize import room_code
from server.tables.chairs import PlayerChair, SeatChair, WatcherChair
from server.tables.correspondence import inbox_order
from server.tables.quick_match import Waiting, Wanted, may_pair
from server.tables.room import Room

_FULL: Final = ("no-such-table", "has-begun", "room-full", "blocked", "no-answer")
"""Why somebody who waits cannot be joined after all."""


class Cluster(Protocol):
    """What sessions need of their node."""

    bus: Bus
    peers: Peers

    @property
    def leader(self) -> str | None:
        """The node that holds the play nights; None if it is this one."""

    def find_code(self, code: str) -> Any:
        """Return, in time, the node of the table that waits under a code; None if there is none."""

    def is_used(self, code: str) -> Any:
        """Return, in time, whether the game of a code has begun at another node."""

    def follow(self, chair: MovingChair) -> None:
        """Move a chair along when its table goes to another node."""


class ClusterLobby(PlayerLobby):
    """A player's lobby; what is at another node is asked there."""

    def __init__(
        self,
        cluster: Cluster,
        matchmaker: Matchmaker,
        who: Player,
        account: Account | None = None,
    ) -> None:
        super().__init__(matchmaker, who, account)
        self._cluster = cluster
        self._bus = cluster.bus
        self._peers = cluster.peers
        self.session = secrets.token_hex(8)
        """Its id at the other nodes."""
        self._standings: dict[str, tuple[Standing, float]] = {}
        """How the player stands at other nodes, and when that was told."""
        self._remote: dict[tuple[str, Place], RemoteChair] = {}
        self._early: dict[tuple[str, Place], list[tuple[int, Plain]]] = {}
        """What has changed at chairs that are not shown yet, with its numbers."""
        self._chairs: dict[Place, MovingChair] = {}
        self._left: dict[Place, str] = {}
        """The seats that were left, and the node that was told so last, until it has said so."""
        own = self.nights
        self.nights = (
            None if own is None else SharedNights(own, self._night_page, self._nights_node)
        )

    # other nodes

    def visit(self) -> Visit:
        """Return this session, as it presents itself at another node."""
        return Visit(
            self.session,
            replace(self.who, resume="", login=""),
            self.address,
            self.key,
            self.named,
            self.shows_rating,
            tuple(sorted(self.blocked_ids())),
        )

    async def _ask(self, node: str, method: str, *arguments: object) -> Answer:
        """Ask another node to do something for the player.

        Raises:
            LobbyError: what it refuses; ``no-answer``.
        """
        return self._checked(node, await self._told(node, method, arguments))

    async def _told(self, node: str, method: str, arguments: Sequence[object]) -> Answer:
        packed = [
            pack(type_, each) for type_, each in zip(ARGUMENTS[method], arguments, strict=True)
        ]
        body = {"visit": pack(Visit, self.visit()), "method": method, "arguments": packed}
        return await self._asked(node, "do", body)

    async def _asked(self, node: str, what: str, body: dict[str, Plain]) -> Answer:
        try:
            return unpack(Answer, await self._bus.ask(node, what, body))
        except (NoAnswer, ValueError):
            raise LobbyError("no-answer") from None

    def _checked(self, node: str, answer: Answer) -> Answer:
        self.stands(node, answer.standing)
        if answer.refused:
            raise LobbyError(cast(Reason, answer.refused))
        return answer

    async def _seat_at(self, node: str, method: str, *arguments: object) -> MovingChair:
        """Ask another node for a chair."""
        answer = await self._told(node, method, arguments)
        if answer.opened is not None:
            self._left.pop(answer.opened.place, None)  # a seat that was left may be taken again
        self._checked(node, answer)
        if answer.opened is None:
            raise LobbyError("no-such-table")
        return self._seated(node, answer.opened)

    def _seated(self, node: str, opened: Opened) -> MovingChair:
        chair = self._opened(node, opened)
        return self._moving(opened.place, chair)

    def _opened(self, node: str, opened: Opened) -> RemoteChair:
        """Return the chair at another node that was shown."""
        key = node, opened.place
        chair = self._remote.get(key)
        if chair is None:
            chair = self._remote[key] = RemoteChair(self._bus, node, self.session, opened)
        else:
            chair.open_again(opened)
        for number, changed in self._early.pop(key, ()):
            self.change(node, opened.place, number, changed)
        return chair

    def change(self, node: str, place: Place, number: int, changed: Plain) -> bool:
        """Show what has changed at a chair; return whether nothing was missed before.

        What comes before the answer that shows the chair waits for it.
        """
        chair = self._remote.get((node, place))
        if chair is None:
            self._early.setdefault((node, place), []).append((number, changed))
            return True
        try:
            chair.change(number, changed)
        except Missed:
            return False
        return True

    def _moving(self, place: Place, chair: AnyChair) -> MovingChair:
        """Return the chair that follows a table."""
        self._left.pop(place, None)
        known = self._chairs.get(place)
        if known is not None and known.owner == self.who.identity:
            if known.chair != chair or known.parted:
                known.move(chair)
            self._cluster.follow(known)
            return known
        moving = MovingChair(self, self.who.identity, place, chair)
        self._chairs[place] = moving
        self._cluster.follow(moving)
        return moving

    def left(self, chair: MovingChair) -> None:
        """Forget a chair that was left; its table's node may be gone, and not have heard it."""
        if chair.seat is not None and (chair.waits or chair.node != HERE):
            self._left[chair.place] = chair.node
        self._chairs.pop(chair.place, None)
        self._remote.pop((chair.node, chair.place), None)
        self._early.pop((chair.node, chair.place), None)

    def _own(self, chair: SeatChair | WatcherChair | MovingChair) -> MovingChair:
        if isinstance(chair, MovingChair):
            return chair
        return self._moving(Place(chair.room.id, chair.seat), chair)

    def stands(self, node: str, standing: Standing) -> None:
        """Note how the player stands at another node, unless something newer was told."""
        if standing.held is not None and self._is_left(node, standing, standing.held):
            self._leave_again(node, standing.held)
            standing = replace(standing, held=None, opened=None)
        else:
            self._left = {place: told for place, told in self._left.items() if told != node}
        known = self._standings.get(node)
        if known is None or known[0].number < standing.number:
            self._standings[node] = standing, time.monotonic()
        if standing.opened is not None:
            self._opened(node, standing.opened)

    def _is_left(self, node: str, standing: Standing, place: Place) -> bool:
        """Return whether a seat was left for good: by order, or by sitting down elsewhere.

        A table that is over may come back with a node that takes it up, after its players have
        sat down at another.
        """
        known = self._remote.get((node, place))
        state = None if known is None else known.state()
        if standing.opened is not None:
            state = standing.opened.view.state
        over = state is not None and state.settled
        return place in self._left or (over and self._sits_besides(place))

    def _sits_besides(self, place: Place) -> bool:
        """Return whether the player has another seat."""
        own = super().held()
        held = {standing.held for standing, _ in self._standings.values()}
        if own is not None:
            held.add(Place(own.room.id, own.seat))
        return bool(held - {None, place})

    def _leave_again(self, node: str, place: Place) -> None:
        """Tell a node that a seat was left: the one that was told before did not hear it."""
        self._left[place] = node
        order = {"place": pack(Place, place), "order": "leave", "arguments": ()}
        self._bus.tell(node, "order", {"session": self.session, **order})

    def table_is_here(self, room: Room) -> None:
        """Leave a table that has come to this node, if its seat was left before."""
        seat = room.seat_of(self.who.identity)
        if seat is None:
            return
        place = Place(room.id, seat)
        left = self._left.pop(place, None) is not None
        if left or (room.table.settled and self._sits_besides(place)):
            SeatChair(self._shared.actions, self, room, seat).leave()

    def table_is_at(self, node: str, table: str) -> None:
        """Forget what other nodes have told of a seat at a table: it is at one node."""
        for other, (standing, at) in self._standings.items():
            place = standing.held
            if other != node and place is not None and place.table == table:
                self._standings[other] = replace(standing, held=None), at
                self._remote.pop((other, place), None)

    def forget_node(self, node: str) -> None:
        """Forget a node that is gone."""
        self._standings.pop(node, None)
        self._remote = {key: chair for key, chair in self._remote.items() if key[0] != node}
        self._early = {key: early for key, early in self._early.items() if key[0] != node}

    def remote(self, node: str, place: Place) -> RemoteChair | None:
        """Return a chair at another node."""
        return self._remote.get((node, place))

    async def attach(self, node: str, place: Place) -> RemoteChair:
        """Ask for a chair at a node, whole.

        Raises:
            LobbyError: it is not there, or does not answer.
        """
        body = {"visit": pack(Visit, self.visit()), "place": pack(Place, place)}
        answer = self._checked(node, await self._asked(node, "open", body))
        if answer.opened is None:
            raise LobbyError("no-such-table")
        return self._opened(node, answer.opened)

    def arrived(self, node: str, answer: Answer) -> None:
        """Go on in a chair that a node shows which runs its table from now on."""
        self.stands(node, answer.standing)
        if answer.opened is not None and answer.opened.place in self._chairs:
            self._seated(node, answer.opened)

    def own_chair(self, room: Room, place: Place) -> SeatChair | WatcherChair | None:
        """Return a chair at a table that is at this node now."""
        actions = self._shared.actions
        if place.seat is None:
            return WatcherChair(actions, self, room, self._shared.presence.turns)
        if room.seat_of(self.who.identity) != place.seat:
            return None
        return SeatChair(actions, self, room, place.seat)

    async def arrive(self) -> None:
        """Find the player's seats at other nodes."""
        for node in sorted(self._peers.nodes_of(self.who.identity)):
            with suppress(LobbyError):  # its tables will be found where they are adopted
                await self.introduce(node)

    async def introduce(self, node: str) -> None:
        """Ask how the player stands at a node, and be told from then on.

        Raises:
            LobbyError: ``no-answer``.
        """
        await self._ask(node, "hello")

    def knows(self, node: str) -> bool:
        """Return whether it is known how the player stands at a node."""
        return node in self._standings

    def bid_farewell(self) -> None:
        """Take leave of the other nodes."""
        for node in self._standings:
            self._bus.tell(node, "left", {"session": self.session})
        self._standings.clear()
        self._remote.clear()
        self._early.clear()
        self._left.clear()

    def become(self, who: Player) -> None:
        """Continue as another player."""
        self.bid_farewell()
        super().become(who)

    def block(self, person: str, yes: bool = True) -> None:
        """Block a player, or lift the block."""
        super().block(person, yes)
        blocked = sorted(self.blocked_ids())
        for node in self._standings:
            self._bus.tell(node, "blocked", {"session": self.session, "blocked": blocked})

    def notify_own(self, news: News) -> None:
        """Send news to every session of this player, at every node."""
        super().notify_own(news)
        body = {"identities": [self.who.identity], "news": pack(News, news)}
        self._bus.tell_all("news of", body)

    def _nights_node(self) -> Asker | None:
        """Return how to ask the node that holds the play nights; None if it is this one."""
        node = self._cluster.leader
        return None if node is None else partial(self._ask, node)

    def _night_page(self) -> NightPage | None:
        node = self._cluster.leader
        standing = None if node is None else self._standings.get(node)
        return None if standing is None else standing[0].night

    # one seat at a time

    @property
    def is_playing(self) -> bool:
        """Whether the player sits in a running game."""
        return super().is_playing or self._view_elsewhere() is not None

    @property
    def is_busy(self) -> bool:
        """Whether the player sits in a game and waits for others to act."""
        view = self._view_elsewhere()
        return super().is_busy or (view is not None and not view.legal)

    def _view_elsewhere(self) -> View | None:
        """Return the running game at another node where the player sits."""
        for node, (standing, _) in self._standings.items():
            chair = None if standing.held is None else self._remote.get((node, standing.held))
            view = None if chair is None else chair.state().view
            if view is not None and view.outcome is None:
                return view
        return None

    @property
    def plays_elsewhere(self) -> bool:
        """Whether the player is in the middle of a game with others at another node."""
        return any(standing.playing for standing, _ in self._standings.values())

    async def _rise(self, besides: str = "", *, from_queue: bool = True) -> None:
        """Free the player's seats at other nodes, except at `besides`.

        Raises:
            LobbyError: ``busy``; ``no-answer``: a game of theirs goes on soon, its node is gone.
        """
        games = self._peers.games_of(self.who.identity)
        if any(not self.knows(node) for node in games if node != besides):
            raise LobbyError("no-answer")
        for node, (standing, _) in [*self._standings.items()]:
            if node != besides and standing.held is not None:
                await self._ask(node, "rise", from_queue)

    async def met_at(self, node: str) -> None:
        """Leave every other table: a match begins at a node."""
        for room in self._shared.locations.rooms(self.who.identity):
            self._shared.locations.leave(self.who.identity, room)
        try:
            await self._rise(node)
        except LobbyError:
            return  # a game goes on there; its own clock and its opponent will end it

    # the lobby's doors

    def held(self) -> MovingChair | None:  # type: ignore[override]
        """Return the player's seat, if any, wherever it is."""
        own = super().held()
        if own is not None:
            return self._own(own)
        for node, (standing, _) in self._standings.items():
            chair = None if standing.held is None else self._remote.get((node, standing.held))
            if chair is not None:  # one that is known has been led to where its table is
                known = self._chairs.get(chair.place)
                if known is None or known.owner != self.who.identity or known.parted:
                    return self._moving(chair.place, chair)
                return known
        return None

    def chairs(self) -> tuple[PlayerChair, ...]:
        """Return every seat of a bot, whose tables are here or came from here."""
        here = {place: chair for place, chair in self._chairs.items() if not chair.state().settled}
        for chair in super().chairs():
            if isinstance(chair, SeatChair):
                own = self._own(chair)
                here[own.place] = own
        return tuple(here.values())

    async def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:  # type: ignore[override]
        """Seat the player against the computer; a place in the queue is kept."""
        await self._rise(from_queue=False)
        return self._own(await super().play_computer(ruleset, level))

    async def open_table(self, plan: TablePlan) -> Chair:  # type: ignore[override]
        """Open a table at this node."""
        await self._rise()
        return self._own(await super().open_table(plan))

    async def join_room(self, typed: str) -> Chair:  # type: ignore[override]
        """Seat the player at a friend's table; or a guest in the seat that was held."""
        code, waits_here = room_code(typed), self._waits_here(typed)
        if not waits_here and self._own_seat(code) is None and self._may_try():
            node = await self._cluster.find_code(code)
            if node is not None:
                return await self._sit_elsewhere(node, "join_room", code)
            if self.who.guest and self._peers.name_at_table(guest_of(code)):
                return await self._resume_elsewhere(code)
        if waits_here:
            await self._rise()
        try:
            return self._own(await super().join_room(typed))
        except LobbyError as error:
            if error.reason == "unknown-code" and await self._cluster.is_used(code):
                raise LobbyError("used-code") from None
            raise

    def _waits_here(self, typed: str) -> bool:
        """Return whether a table of this node waits under a code."""
        return self._shared.rooms.waiting_under(room_code(typed)) is not None

    async def has_seat(self, typed: str) -> bool:
        """Return whether a table waits under a room code, at any node."""
        closing = self._shared.actions.closing
        if closing or self._waits_here(typed) or not self._may_try():
            return await super().has_seat(typed)
        return await self._cluster.find_code(room_code(typed)) is not None

    def _may_try(self) -> bool:
        """Return whether the player may try another code; otherwise that is refused as always."""
        limits = self._shared.limits
        return limits.may("code", self.who.identity) and limits.may("code from", self.address)

    async def _resume_elsewhere(self, code: str) -> Chair:
        """Seat a guest whose connection was lost."""
        identity = guest_of(code)
        name = self._peers.name_at_table(identity)
        self.become(Player(name, identity, guest=True, resume=code))
        await self.arrive()
        held = self.held()
        if held is None:
            raise LobbyError("no-answer")
        return held

    async def _sit_elsewhere(self, node: str, method: str, table: str) -> MovingChair:
        """Sit down at another node; seats here and elsewhere are freed first."""
        self._shared.locations.check_rise(self.who.identity)
        await self._rise(node)
        chair = await self._seat_at(node, method, table)
        self._shared.locations.rise(self.who.identity)
        return chair

    async def sit_at(self, table: str) -> Chair:  # type: ignore[override]
        """Seat the player at a public table, by its id."""
        found = self._found_elsewhere(table)
        if found is not None:
            return await self._sit_elsewhere(found, "sit_at", table)
        await self._rise()
        return self._own(await super().sit_at(table))

    def _found_elsewhere(self, table: str) -> str | None:
        """Return the node of a table, by its id or title, if it is not here."""
        found = None if self._shared.rooms.find(table) is not None else self._peers.table(table)
        return None if found is None else found[0]

    async def watch(self, table: str) -> Chair:  # type: ignore[override]
        """Seat a watcher at a game, by the table's id or title."""
        node = self._found_elsewhere(table)
        if node is None:
            return self._own(await super().watch(table))
        if self.watching is not None:
            self.watching.leave()
        chair = await self._seat_at(node, "watch", table)
        self.watching = chair
        return chair

    async def night_page(self) -> NightPage | None:
        """Return the play night as somebody sees it who takes no part."""
        node = self._cluster.leader
        if node is None:
            return await super().night_page()
        await self.introduce(node)
        return self._night_page()

    async def go_to(self, table: str) -> Chair:  # type: ignore[override]
        """Return the player's seat at a table, by the table's id or title."""
        node = self._found_elsewhere(table)
        if node is None:
            return self._own(await super().go_to(table))
        return await self._seat_at(node, "go_to", table)

    async def give_up(self, table: str) -> None:
        """Leave a correspondence table that waits for players or is over."""
        node = self._found_elsewhere(table)
        if node is None:
            await super().give_up(table)
        else:
            await self._ask(node, "give_up", table)

    async def report(self, person: str, why: str) -> None:
        """Report a player to the operators; the table's node knows what was said."""
        node = next((node for node, (each, _) in self._standings.items() if each.held), None)
        if node is None:
            await super().report(person, why)
        else:
            await self._ask(node, "report", person, why)

    # quick matches

    async def quick_match(  # type: ignore[override]
        self, ruleset: str, *, rated: bool = False, timing: str = ""
    ) -> Chair:
        """Seat the player with an opponent who waits for the same, at any node, or queue them."""
        await self._rise()
        wanted = self._shared.quick.wanted(self.who, ruleset, timing, rated=rated)
        if not self._shared.quick.has_opponent(self.who, wanted):
            for node, table, _ in self.candidates(wanted, 0.0):
                try:
                    return await self._sit_elsewhere(node, "sit_at", table)
                except LobbyError as error:
                    if error.reason not in _FULL:
                        raise
        return self._own(await super().quick_match(ruleset, rated=rated, timing=timing))

    def candidates(self, wanted: Wanted, waited: float) -> list[tuple[str, str, float]]:
        """List other nodes' tables where somebody waits for the same, the longest wait first."""
        me = self.who.identity
        own = Waiting(me, waited, self._shared.stakes.strength(me))
        now, blocked = self._shared.clock(), self.blocked_ids()
        found = []
        for node, table in self._peers.tables():
            if not table.queue or wanted_at(table) != wanted or me in table.people:
                continue
            fit = all(
                may_pair(own, Waiting(each.identity, now - each.since, each.strength))
                and each.identity not in blocked
                for each in table.queue
            )
            if fit:
                found.append((table.queue[0].since, node, table.line.id))
        return [(node, table, since) for since, node, table in sorted(found)]

    def longer_waiting(self, room: Room) -> tuple[str, str] | None:
        """Return the node and table where somebody has waited longer for the same than the player.

        So of two who find each other at the same moment only one goes.
        """
        config, now = room.config, self._shared.clock()
        since = self._shared.locations.since(self.who.identity, now)
        wanted = Wanted(config.ruleset, config.timing, config.rated)
        longer = (
            (node, table)
            for node, table, theirs in self.candidates(wanted, now - since)
            if (theirs, table) < (since, room.id)
        )
        return next(longer, None)

    async def move_to(self, node: str, table: str, room: Room) -> None:
        """Go from one's own place in the queue to somebody who waits at another node."""
        identity, config = self.who.identity, room.config
        self._shared.locations.leave(identity, room)
        try:
            await self._seat_at(node, "sit_at", table)
        except LobbyError:
            await super().quick_match(config.ruleset, rated=config.rated, timing=config.timing)
        else:
            self._shared.presence.tell([identity], News("paired"))

    # challenges

    async def challenge(self, person: str, plan: TablePlan) -> None:
        """Challenge a player, wherever they are."""
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

    async def accept(self) -> Chair:  # type: ignore[override]
        """Accept the challenge to this player; both are seated."""
        node = self._node_asking(mine=False)
        await self._rise(node or "")
        if node is not None and self._shared.challenges.asking(self.who.identity) is None:
            return await self._sit_elsewhere_to_accept(node)
        return self._own(await super().accept())

    async def _sit_elsewhere_to_accept(self, node: str) -> MovingChair:
        self._shared.locations.rise(self.who.identity)
        return await self._seat_at(node, "accept")

    def _node_asking(self, *, mine: bool) -> str | None:
        for node, (standing, _) in self._standings.items():
            if any(line.mine == mine for line in standing.challenges):
                return node
        return None

    async def decline(self) -> None:
        """Decline the challenge to this player, or withdraw their own."""
        if self._shared.challenges.lines(self.who.identity):
            await super().decline()
            return
        for node, (standing, _) in [*self._standings.items()]:
            if standing.challenges:
                await self._ask(node, "decline")

    def challenges(self) -> tuple[ChallengeLine, ...]:
        """List the player's own challenge, and the one they are to answer."""
        lines = [*super().challenges()]
        for standing, at in self._standings.values():
            passed = time.monotonic() - at
            lines += [
                replace(each, left=max(0.0, each.left - passed)) for each in standing.challenges
            ]
        return tuple(sorted(lines, key=lambda line: not line.mine))

    # lists

    @property
    def _lists_version(self) -> object:
        """What changes with the lists, of this node and the others."""
        return super()._lists_version, self._peers.version

    def inbox(self) -> tuple[InboxLine, ...]:
        """List the player's correspondence games, wherever they are."""
        lines = [*super().inbox()]
        for standing, _ in self._standings.values():
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
        lines = (
            _at_place(line, places.get(line.id))
            for line in (*here, *(at_table(line, locations) for line in others))
        )
        return tuple(sorted(lines, key=lambda line: line.name.lower()))

    def queue(self) -> tuple[QueueLine, ...]:
        """List the players in the queue for a quick match, at all nodes."""
        lines = (
            *super().queue(),
            *self._peers.queue_lines(self.who.identity, self._shared.clock()),
        )
        return tuple(sorted(lines, key=lambda line: -line.since))


def _at_place(line: PersonLine, place: PersonLine | None) -> PersonLine:
    """Add where somebody sits at a node that is not their own."""
    if place is None or line.table:
        return line
    return replace(line, doing=place.doing, table=place.table, queue=line.queue or place.queue)
