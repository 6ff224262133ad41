"""Players of other nodes at this one's tables: each has a stand-in here.

A stand-in is a session in this node's lobby like any other. So tables, presence, challenges and
limits need not know that the player is connected elsewhere.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from cuttle_tui.ports import Change, LobbyError, News
from engine.actions import parse_action
from engine.errors import CuttleError
from engine.table.seats import REQUESTS
from engine.table.state import TableState
from server.cluster.bus import Bus
from server.cluster.codec import Plain, difference, pack, unpack
from server.cluster.remote_chair import (
    ARGUMENTS,
    Answer,
    ChairView,
    Guest,
    Opened,
    Place,
    Standing,
    Told,
    Visit,
)
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby
from server.tables.chairs import SeatChair, WatcherChair
from server.tables.room import Room

log = logging.getLogger(__name__)

_OwnChair = SeatChair | WatcherChair


def view_of(chair: _OwnChair) -> ChairView:
    """Return all that a chair shows."""
    state, record = chair.state(), chair.record()
    if not isinstance(chair, SeatChair):
        return ChairView(state, record)
    return ChairView(state, record, chair.game, chair.time_left, chair.on_ladder)


def _next_number(last: int) -> int:
    """Return the next number of a message, above all that this node has used."""
    return max(last + 1, time.monotonic_ns() // 1000)


class _Shown:
    """A chair that another node shows; its changes are sent there, numbered."""

    def __init__(
        self, chair: _OwnChair, place: Place, tell: Callable[[Place, int, Plain], None], number: int
    ) -> None:
        self.chair = chair
        self.place = place
        self._tell = tell
        self.number = number
        self._last: ChairView | None = None
        self.end = chair.subscribe(self._changed)

    def whole(self) -> Opened:
        """Return all that it shows."""
        self._last = view_of(self.chair)
        return Opened(self.place, self._last, self.number)

    def _changed(self, change: Change) -> None:
        del change
        if self._last is None:
            return
        now = view_of(self.chair)
        changed = difference(ChairView, self._last, now)
        if changed:
            self._last, self.number = now, self.number + 1
            self._tell(self.place, self.number, changed)


class StandIn(PlayerLobby):
    """The session of a player who is connected to another node."""

    here = False

    def __init__(self, matchmaker: Matchmaker, bus: Bus, door: str, visit: Visit) -> None:
        """Prepare the stand-in of a session at the node `door`."""
        super().__init__(matchmaker, visit.who)
        self._bus = bus
        self.door_node = door
        self.visit = visit
        self.address, self.key = visit.address, visit.key
        self.kick = lambda why: self._tell_door("kick", {"why": str(why)})
        self._chairs: dict[Place, _Shown] = {}
        self._numbers = 0
        """The last number of a chair's change: numbers only rise."""
        self._last: object = None
        """The urgent part of the standing that was sent last."""
        self._last_standing: Standing | None = None
        """The standing that was sent last."""
        self._told_standings = 0
        """Its number."""

    @property
    def named(self) -> bool:
        return self.visit.named

    @property
    def shows_rating(self) -> bool:
        return self.visit.shows_rating

    @property
    def shows_presence(self) -> bool:
        return self.visit.shows_presence

    def _tell_door(self, what: str, body: Mapping[str, Plain]) -> None:
        self._bus.tell(self.door_node, what, {"session": self.visit.session, **body})

    # chairs

    def show(self, chair: _OwnChair) -> Opened:
        """Begin to show a chair."""
        place = Place(chair.room.id, chair.seat)
        shown = self._chairs.get(place)
        if shown is None:
            self._numbers = _next_number(self._numbers)
            shown = _Shown(chair, place, self._chair_changed, self._numbers)
            self._chairs[place] = shown
        return shown.whole()

    def _chair_changed(self, place: Place, number: int, changed: Plain) -> None:
        body = {"place": pack(Place, place), "number": number, "changed": changed}
        self._tell_door("changed", body)
        if self._gist() != self._last:
            self.tell_standing()

    def chair_at(self, place: Place) -> _OwnChair | None:
        """Return a chair that is shown."""
        shown = self._chairs.get(place)
        return None if shown is None else shown.chair

    def places(self) -> list[Place]:
        """List the places of the chairs that are shown."""
        return [*self._chairs]

    def hide(self, place: Place) -> None:
        """Stop showing a chair."""
        shown = self._chairs.pop(place, None)
        if shown is not None:
            self._numbers = max(self._numbers, shown.number)
            shown.end()

    def have_chairs_asked_for(self) -> None:
        """Make the other node ask for every chair again."""
        for place in self._chairs:
            self._tell_door("unknown", {"place": pack(Place, place)})

    # the player's standing

    def standing(self) -> Standing:
        """Return the player's standing here; its changes are sent from now on."""
        held, opened = self._held_here(), None
        place = None if held is None else Place(held.room.id, held.seat)
        if held is not None and place is not None:
            shown = self._chairs.get(place)
            if shown is None or shown.chair != held:
                self.hide(place)
                opened = self.show(held)
        self._last = self._gist()
        self._told_standings = _next_number(self._told_standings)
        self._last_standing = self._standing(place)
        return replace(self._last_standing, number=self._told_standings, opened=opened)

    def _standing(self, place: Place | None) -> Standing:
        return Standing(
            held=place,
            playing=self._shared.locations.plays_people(self.who.identity),
            challenges=self.challenges(),
            inbox=self.inbox(),
            night=None if self.nights is None else self.nights.page(),
        )

    def tell_changes(self) -> None:
        """Send the player's standing here to their node if it has changed."""
        held = self._held_here()
        place = None if held is None else Place(held.room.id, held.seat)
        if self._standing(place) != self._last_standing:
            self.tell_standing()

    def _gist(self) -> object:
        """Return the urgent part of the standing, whose changes are sent at once."""
        identity = self.who.identity
        seat = self._shared.locations.seat(identity)
        held = None if seat is None else (seat[0].id, seat[1])
        return held, self._shared.locations.plays_people(identity), len(self.challenges())

    def tell_standing(self, what: Literal["standing", "seat"] = "standing") -> None:
        """Send the player's standing; as "seat" if a table of theirs now runs here."""
        self._tell_door(what, {"standing": pack(Standing, self.standing())})

    def hear(self, news: News) -> None:
        """Pass news on."""
        self._tell_door("told", {"told": pack(Told, Told(news, self.standing()))})


class Reception:
    """The stand-ins at this node, by the node and the id of the session."""

    def __init__(
        self, matchmaker: Matchmaker, bus: Bus, load: Callable[[str], Awaitable[Room | None]]
    ) -> None:
        """Receive nobody yet; `load` returns a table of this node, even one it was just given."""
        self._matchmaker = matchmaker
        self._bus = bus
        self._load = load
        self._guests: dict[tuple[str, str], StandIn] = {}
        self._strangers: frozenset[str] = frozenset()
        """The nodes with sessions here that were unknown at the last check."""
        self._version = -1
        """The version of the lists when standings were sent last."""

    def __len__(self) -> int:
        return len(self._guests)

    # who is here

    def _stand_in(self, door: str, visit: Visit) -> StandIn:
        """Return the stand-in of a session, as it is now."""
        known = self._guests.get((door, visit.session))
        if known is not None and known.who.identity != visit.who.identity:
            self.leave(door, visit.session)
            known = None
        if known is None:
            known = self._guests[door, visit.session] = StandIn(
                self._matchmaker, self._bus, door, visit
            )
            self._matchmaker.player_limits.remember(visit.who.identity, frozenset(visit.blocked))
            self._matchmaker.enter(known)
            known.subscribe(known.hear)
        known.visit, known.who = visit, visit.who
        return known

    def leave(self, door: str, session: str) -> None:
        """Remove a session that has ended."""
        known = self._guests.pop((door, session), None)
        if known is not None:
            self._matchmaker.lost(known)

    def leave_door(self, door: str, session: str) -> None:
        """Note that a session stands at no door any more."""
        known = self._guests.get((door, session))
        if known is not None:
            known.leave_door()

    def drop_gone(self, live: Collection[str], gone: Collection[str]) -> None:
        """Remove the sessions of nodes that are gone.

        A node may send messages before it is listed; one that is unknown twice running is gone too.
        """
        strangers = frozenset(door for door, _ in self._guests if door not in live)
        for door, session in [*self._guests]:
            if door in gone or door in strangers & self._strangers:
                self.leave(door, session)
        self._strangers = strangers

    def tell_again(self) -> None:
        """Send every session its standing: messages may have been lost."""
        for stand_in in self._guests.values():
            stand_in.tell_standing()
            stand_in.have_chairs_asked_for()

    def tell_changes(self) -> None:
        """Send every session its standing if it has changed."""
        version = self._matchmaker.presence.lists_version
        if version != self._version:
            self._version = version
            for stand_in in self._guests.values():
                stand_in.tell_changes()

    # what they ask

    async def answer(self, door: str, body: Mapping[str, Plain]) -> Plain:
        """Do what a session asks."""
        visit = unpack(Visit, body["visit"])
        method = body["method"]
        types = ARGUMENTS[method]
        arguments: list[Any] = [
            unpack(type_, part) for type_, part in zip(types, body["arguments"], strict=True)
        ]
        stand_in = self._stand_in(door, visit)
        return pack(Answer, await self._answered(stand_in, method, arguments))

    async def _answered(self, stand_in: StandIn, method: str, arguments: list[Any]) -> Answer:
        try:
            chair = await self._done(stand_in, method, arguments)
        except LobbyError as error:
            return Answer(stand_in.standing(), refused=error.reason)
        except CuttleError:  # rules that only the other node knows, for one
            return Answer(stand_in.standing(), refused="not-now")
        opened = stand_in.show(chair) if isinstance(chair, _OwnChair) else None
        return Answer(stand_in.standing(), opened)

    async def _done(self, stand_in: StandIn, method: str, arguments: list[Any]) -> object:
        """Do what a session asks; return the chair where its player sits then, if any."""
        match method.split():
            case ["hello"]:  # each answer holds the standing
                return None
            case ["rise"]:  # the player sits down elsewhere
                (from_queue,) = arguments
                self._matchmaker.locations.rise(stand_in.who.identity, from_queue=from_queue)
                return None
            case ["night", of_night]:
                return await getattr(stand_in.nights, of_night)(*arguments)
            case _:
                return await getattr(stand_in, method)(*arguments)

    async def open(self, door: str, body: Mapping[str, Plain]) -> Plain:
        """Show a chair to a session: its own seat, or a watcher's."""
        stand_in = self._stand_in(door, unpack(Visit, body["visit"]))
        place = unpack(Place, body["place"])
        room = await self._load(place.table)
        if room is None:
            return pack(Answer, Answer(refused="no-such-table"))
        if place.seat is not None:
            return pack(Answer, self._seat(stand_in, room, place, place.seat))
        stand_in.hide(place)
        return pack(Answer, await self._answered(stand_in, "watch", [place.table]))

    def _seat(self, stand_in: StandIn, room: Room, place: Place, seat: int) -> Answer:
        """Show a session its own seat."""
        stand_in.hide(place)
        if room.seat_of(stand_in.who.identity) != seat:
            return Answer(stand_in.standing(), refused="not-here")
        opened = stand_in.show(SeatChair(self._matchmaker.actions, stand_in, room, seat))
        return Answer(stand_in.standing(), opened)

    # tables that come and go with those who sit there

    def guests_at(self, table: str) -> list[Guest]:
        """List the sessions that sit at a table."""
        return [
            Guest(door, stand_in.visit, place)
            for (door, _), stand_in in self._guests.items()
            for place in stand_in.places()
            if place.table == table and place.seat is not None
        ]

    def tables(self) -> frozenset[str]:
        """Return the tables where sessions of other nodes sit."""
        places = (place for stand_in in self._guests.values() for place in stand_in.places())
        return frozenset(place.table for place in places if place.seat is not None)

    def hide(self, room: Room) -> None:
        """Stop showing a table that runs elsewhere.

        It may be back as another room, which stays shown.
        """
        for stand_in in self._guests.values():
            for place in stand_in.places():
                chair = stand_in.chair_at(place)
                if chair is not None and chair.room is room:
                    stand_in.hide(place)

    def tell_seated(self, room: Room) -> None:
        """Tell players of other nodes who sit at a table that it runs here now."""
        for stand_in in self._guests.values():
            if room.seat_of(stand_in.who.identity) is not None:
                stand_in.tell_standing("seat")

    def welcome(self, room: Room, guests: Iterable[Guest]) -> None:
        """Show their seats to the sessions that have come with a table."""
        for guest in guests:
            stand_in, place = self._stand_in(guest.door, guest.visit), guest.place
            if place.seat is not None:
                answer = self._seat(stand_in, room, place, place.seat)
                told = {"session": guest.visit.session, "answer": pack(Answer, answer)}
                self._bus.tell(guest.door, "arrived", told)

    async def past(self, door: str, body: Mapping[str, Plain]) -> Plain:
        """Return a table as a chair saw it at a ply."""
        chair = self._chair(door, body)
        return None if chair is None else pack(TableState | None, await chair.past(body["ply"]))

    def _chair(self, door: str, body: Mapping[str, Plain]) -> _OwnChair | None:
        stand_in = self._guests.get((door, body["session"]))
        return None if stand_in is None else stand_in.chair_at(unpack(Place, body["place"]))

    def order(self, door: str, body: Mapping[str, Plain]) -> None:
        """Carry out what somebody does in their chair."""
        chair = self._chair(door, body)
        if chair is None:
            lost = {"session": body["session"], "place": body["place"]}
            self._bus.tell(door, "unknown", lost)
            return
        if chair.room.given:  # it is done once more where the table has gone
            return
        try:
            match body["order"], body["arguments"]:
                case "submit", (action, ply):
                    chair.submit(parse_action(action), ply)
                case "say", (text, phrase):
                    chair.say(text, phrase=phrase)
                case "leave", ():
                    chair.leave()
                case request, arguments:  # what a player asks of a table
                    chair.ask(REQUESTS[request](*arguments))
        except CuttleError:  # their own node has checked it, and shows what is so now
            if body["order"] == "submit":
                refused = {"session": body["session"], "place": body["place"]}
                self._bus.tell(door, "refused", {**refused, "ply": body["arguments"][1]})
        if body["order"] == "leave":
            stand_in = self._guests[door, body["session"]]
            stand_in.hide(unpack(Place, body["place"]))
            stand_in.tell_standing()

    def block(self, door: str, body: Mapping[str, Plain]) -> None:
        """Note whom a player has blocked."""
        stand_in = self._guests.get((door, body["session"]))
        if stand_in is not None:
            limits = self._matchmaker.player_limits
            limits.forget(stand_in.who.identity)
            limits.remember(stand_in.who.identity, frozenset(body["blocked"]))
