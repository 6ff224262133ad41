"""A session of this node, and its seats at other nodes.

Each node that was asked sends the player's `Standing` there from then on: seat, challenges and
inbox. Each seat has a `MovingChair`, which stays the player's when its table moves.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cuttle_tui.ports import Account, Chair, LobbyError, Reason
from cuttle_tui.ports.league import NightLine, NightPage, NightPlan, Nights
from server.cluster.bus import NoAnswer
from server.cluster.codec import Plain, pack, unpack
from server.cluster.moving_chair import HERE, AnyChair, MovingChair
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
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby
from server.people.accounts import Player
from server.tables.chairs import SeatChair, WatcherChair
from server.tables.room import Room

if TYPE_CHECKING:
    from server.cluster.node import Node


class ClusterSession(PlayerLobby):
    """A session of a player at a node of a cluster."""

    def __init__(
        self, node: Node, matchmaker: Matchmaker, who: Player, account: Account | None = None
    ) -> None:
        super().__init__(matchmaker, who, account)
        self._node = node
        self._bus = node.bus
        self._peers = node.peers
        self.session = secrets.token_hex(8)
        """Its id at the other nodes."""
        self._standings: dict[str, Standing] = {}
        """The player's standing at other nodes."""
        self._came: dict[str, float] = {}
        """When each of these came."""
        self._remote: dict[tuple[str, Place], RemoteChair] = {}
        self._early: dict[tuple[str, Place], list[tuple[int, Plain]]] = {}
        """Numbered changes of chairs that are not shown yet."""
        self._chairs: dict[Place, MovingChair] = {}
        self._left: dict[Place, str] = {}
        """The seats that were left, and the node that was told last, until it has confirmed it."""

    # asking other nodes

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
            self.shows_presence,
        )

    async def _ask(self, node: str, method: str, *arguments: object) -> Answer:
        """Ask another node to do something for the player; LobbyError says what it refuses."""
        return self._checked(node, await self._answer_of(node, method, arguments))

    async def _answer_of(self, node: str, method: str, arguments: Sequence[object]) -> Answer:
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
        self.note_standing(node, answer.standing)
        if answer.refused:
            raise LobbyError(cast(Reason, answer.refused))
        return answer

    async def arrive(self) -> None:
        for node in sorted(self._peers.nodes_of(self.who.identity)):
            with suppress(LobbyError):  # its tables will be found where they are adopted
                await self.introduce(node)

    async def introduce(self, node: str) -> None:
        """Ask for the player's standing at a node, which sends each change from then on.

        Raises:
            LobbyError: ``no-answer``.
        """
        await self._ask(node, "hello")

    @property
    def reaches_others(self) -> bool:
        """Whether messages reach other nodes."""
        return self._bus.connected

    def knows(self, node: str) -> bool:
        """Return whether the player's standing at a node is known."""
        return node in self._standings

    def leave_other_nodes(self) -> None:
        for node in self._standings:
            self._bus.tell(node, "left", {"session": self.session})
        self._standings.clear()
        self._remote.clear()
        self._early.clear()
        self._left.clear()

    def forget_node(self, node: str) -> None:
        """Forget a node that is gone."""
        self._standings.pop(node, None)
        self._remote = {key: chair for key, chair in self._remote.items() if key[0] != node}
        self._early = {key: early for key, early in self._early.items() if key[0] != node}

    @property
    def nights_node(self) -> str | None:
        """The node that holds the play nights; None if it is this one."""
        return self._node.leader

    def night_elsewhere(self) -> NightPage | None:
        """Return the play night as the node that holds it sent it last."""
        standing = self._standings.get(self.nights_node or "")
        return None if standing is None else standing.night

    # chairs at other nodes

    async def _seat_at(self, node: str, method: str, *arguments: object) -> MovingChair:
        """Ask another node for a chair."""
        answer = await self._answer_of(node, method, arguments)
        if answer.opened is not None:
            self._left.pop(answer.opened.place, None)  # a seat that was left may be taken again
        self._checked(node, answer)
        if answer.opened is None:
            raise LobbyError("no-such-table")
        return self._moving(answer.opened.place, self._opened(node, answer.opened))

    def _opened(self, node: str, opened: Opened) -> RemoteChair:
        """Return the chair that another node shows."""
        key = node, opened.place
        chair = self._remote.get(key)
        if chair is None:
            chair = self._remote[key] = RemoteChair(self._bus, node, self.session, opened)
        else:
            chair.open_again(opened)
        self._apply(chair, self._early.pop(key, ()))
        return chair

    def change(self, node: str, place: Place, number: int, changed: Plain) -> None:
        """Apply a change to a chair.

        A change that arrives before the answer that opens the chair waits for that answer.
        """
        chair = self._remote.get((node, place))
        if chair is None:
            self._early.setdefault((node, place), []).append((number, changed))
        else:
            self._apply(chair, [(number, changed)])

    def _apply(self, chair: RemoteChair, changes: Iterable[tuple[int, Plain]]) -> None:
        """Apply numbered changes; if one is missing before them, ask for the whole chair again.

        The one that is missing may be on its way, in an answer that comes later, or lost.
        """
        try:
            for number, changed in changes:
                chair.change(number, changed)
        except Missed:
            self._node.soon(self._node.open_again(self, chair.node, chair.place))

    def _moving(self, place: Place, chair: AnyChair) -> MovingChair:
        """Return the chair that follows a table."""
        self._left.pop(place, None)
        known = self._chairs.get(place)
        if known is None or known.owner != self.who.identity:
            known = self._chairs[place] = MovingChair(self, self.who.identity, place, chair)
        elif known.chair != chair or known.parted:
            known.move(chair)
        self._node.failover.follow(known)
        return known

    def left(self, chair: MovingChair) -> None:
        if chair.seat is not None and (chair.waits or chair.node != HERE):
            self._left[chair.place] = chair.node
        self._chairs.pop(chair.place, None)
        self._remote.pop((chair.node, chair.place), None)
        self._early.pop((chair.node, chair.place), None)

    def _own(self, chair: Chair) -> MovingChair:
        """Return the chair that follows the table of a chair, which is at this node."""
        if isinstance(chair, MovingChair):
            return chair
        assert isinstance(chair, SeatChair | WatcherChair)
        return self._moving(Place(chair.room.id, chair.seat), chair)

    def own_chair(self, room: Room, place: Place) -> SeatChair | WatcherChair | None:
        """Return a chair at a table that is at this node now."""
        actions = self._shared.actions
        if place.seat is None:
            return WatcherChair(actions, self, room, self._shared.presence.turns)
        if room.seat_of(self.who.identity) != place.seat:
            return None
        return SeatChair(actions, self, room, place.seat)

    def _held_elsewhere(self) -> list[RemoteChair]:
        """List the chairs of the player's seats at other nodes."""
        held = [(node, standing.held) for node, standing in self._standings.items()]
        return [
            self._remote[node, place]
            for node, place in held
            if place is not None and (node, place) in self._remote
        ]

    def remote(self, node: str, place: Place) -> RemoteChair | None:
        """Return a chair at another node."""
        return self._remote.get((node, place))

    async def attach(self, node: str, place: Place) -> RemoteChair:
        """Ask a node for all that a chair shows.

        Raises:
            LobbyError: it is not there, or does not answer.
        """
        body = {"visit": pack(Visit, self.visit()), "place": pack(Place, place)}
        answer = self._checked(node, await self._asked(node, "open", body))
        if answer.opened is None:
            raise LobbyError("no-such-table")
        return self._opened(node, answer.opened)

    def continue_at(self, node: str, answer: Answer) -> None:
        """Continue in the chair that a table's new node shows."""
        self.note_standing(node, answer.standing)
        if answer.opened is not None and answer.opened.place in self._chairs:
            self._moving(answer.opened.place, self._opened(node, answer.opened))

    # seats that were left, or are elsewhere

    def note_standing(self, node: str, standing: Standing) -> None:
        """Note the player's standing at another node, unless a newer one is known."""
        if standing.held is not None and self._is_left(node, standing, standing.held):
            # tell a node that a seat was left: the table's earlier node did not hear it
            self._left[standing.held] = node
            order = {"place": pack(Place, standing.held), "order": "leave", "arguments": ()}
            self._bus.tell(node, "order", {"session": self.session, **order})
            standing = replace(standing, held=None, opened=None)
        else:
            self._left = {place: told for place, told in self._left.items() if told != node}
        known = self._standings.get(node)
        if known is None or known.number < standing.number:
            self._standings[node], self._came[node] = standing, time.monotonic()
        if standing.opened is not None:
            self._opened(node, standing.opened)

    def _is_left(self, node: str, standing: Standing, place: Place) -> bool:
        """Return whether a seat was left for good: by order, or by sitting down elsewhere.

        A table that is over may come back with a node that adopts it, after its players have sat
        down at another.
        """
        known = self._remote.get((node, place))
        state = None if known is None else known.state()
        if standing.opened is not None:
            state = standing.opened.view.state
        over = state is not None and state.settled
        return place in self._left or (over and self._sits_besides(place))

    def _sits_besides(self, place: Place) -> bool:
        """Return whether the player has another seat."""
        own = self._held_here()
        held = {standing.held for standing in self._standings.values()}
        if own is not None:
            held.add(Place(own.room.id, own.seat))
        return bool(held - {None, place})

    def leave_later(self, rooms: Iterable[Room]) -> None:
        """Leave seats at tables that no node runs now."""
        for room in rooms:
            self._left[Place(room.id, room.seat_of(self.who.identity))] = ""

    def leave_again_at(self, room: Room) -> None:
        """Leave a table that has come to this node, if its seat was left before."""
        seat = room.seat_of(self.who.identity)
        if seat is None:
            return
        place = Place(room.id, seat)
        left = self._left.pop(place, None) is not None
        if left or (room.table.settled and self._sits_besides(place)):
            SeatChair(self._shared.actions, self, room, seat).leave()

    def forget_seats_besides(self, node: str, table: str) -> None:
        """Forget seats at a table that other nodes than its own have told of."""
        for other, standing in self._standings.items():
            place = standing.held
            if other != node and place is not None and place.table == table:
                self._standings[other] = replace(standing, held=None)
                self._remote.pop((other, place), None)


class SharedNights:
    """The play night as one player sees it, wherever it is held."""

    def __init__(self, here: Nights, session: ClusterSession) -> None:
        """Show the night to a player; `here` is that of this node, if it holds it."""
        self._here = here
        self._session = session

    def page(self) -> NightPage | None:
        return self._session.night_elsewhere() if self._session.nights_node else self._here.page()

    def line(self) -> NightLine | None:
        page = self.page()
        return None if page is None else page.line

    async def _do(self, method: str, *arguments: object) -> None:
        node = self._session.nights_node
        if node is None:
            await getattr(self._here, method)(*arguments)
        else:
            await self._session._ask(node, f"night {method}", *arguments)

    async def open(self, plan: NightPlan) -> None:
        await self._do("open", plan)

    async def join(self) -> None:
        await self._do("join")

    async def leave(self) -> None:
        await self._do("leave")

    async def begin(self) -> None:
        await self._do("begin")

    async def withdraw(self, name: str) -> None:
        await self._do("withdraw", name)

    async def end(self) -> None:
        await self._do("end")
