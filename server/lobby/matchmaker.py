"""Bring players together: put together those who look after the tables, and see who comes and goes.

All of it is synchronous and happens in one process. The tables are in their rooms, and what
happens there is written down before anybody sees it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import Change, News, PersonLine, QueueLine, TableLine
from engine.table.table import HOLD
from server.lobby import lists
from server.lobby.archive import Archive, NoArchive
from server.people.bans import Farewell
from server.people.limits import Manners
from server.people.presence import Presence, Visitor
from server.store.values import RunningTable
from server.tables.actions import Conduct
from server.tables.bots import Thinkers
from server.tables.computers import Computers
from server.tables.housekeeping import Upkeep
from server.tables.pairing import Pairing
from server.tables.player_locations import Places
from server.tables.room import Journal, NoJournal, Room
from server.tables.rooms import Rooms
from server.tables.seating import Seating

_TABLE_BROKE: Final = N_("Your table had an error on our side and is closed. Please connect again.")


class Matchmaker:
    """Brings players together at tables."""

    def __init__(
        self,
        thinkers: Thinkers,
        clock: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        journal: Journal | None = None,
        archive: Archive | None = None,
        manners: Manners | None = None,
        hold: float = HOLD,
    ) -> None:
        """Begin without a table.

        Args:
            thinkers: where computer players think.
            clock: tells the time in seconds since 1970.
            entropy: gives so many secret bytes, for deals.
            journal: where tables are written down; nowhere by default.
            archive: the finished games; none by default.
            manners: how often things may be done, and who has blocked whom.
            hold: seconds the seat of an absent player is safe from a claim.
        """
        self._clock = clock
        self.archive = archive or NoArchive()
        self.manners = manners = manners or Manners()
        self.presence = presence = Presence()
        self.places = places = Places()
        self.rooms = rooms = Rooms(
            journal or NoJournal(),
            hold=hold,
            clock=clock,
            entropy=entropy,
            changed=self._changed,
            broke=self._give_up,
        )
        self.computers = computers = Computers(thinkers, rooms.nonce)
        self.conduct = conduct = Conduct(places, computers, manners)
        self.seating = Seating(rooms, places, presence, manners, conduct, computers)
        self.pairing = Pairing(rooms, places, presence, manners, conduct, self.seating, clock)
        self.upkeep = Upkeep(rooms, places, presence, manners, clock, hold)

    # players come and go

    def enter(self, lobby: Visitor) -> None:
        """Note that a player is here."""
        self.presence.enter(lobby)
        self.places.set_present(lobby.who.identity, True)

    def lost(self, lobby: Visitor) -> None:
        """See a session end; it hears nothing more, even if its app broke and did not say so."""
        self.exit(lobby)
        lobby.hears.end()

    def exit(self, lobby: Visitor) -> None:
        """Note that a player has gone: what they play at is held for them, what is over is left."""
        if lobby.watching is not None:
            lobby.watching.leave()
        identity = lobby.who.identity
        if not self.presence.exit(lobby):
            return
        place = self.places.sitting(identity)
        if place is not None and place.table.settled:
            self.places.leave(identity, place)
        self.places.set_present(identity, False)
        if identity not in self.places:
            self.manners.forget(identity)

    def has_name(self, name: str) -> bool:
        """Tell whether somebody of this name is here, or sits at a table."""
        here = any(lobby.player == name for lobby in self.presence.every())
        return here or self.rooms.has_name(name)

    def see_off(self, identity: str, why: Farewell) -> int:
        """Free a player's seats and end their sessions; tell how many."""
        for room in self.places.rooms(identity):
            self.places.leave(identity, room)
        lobbies = self.presence.lobbies(identity)
        for lobby in lobbies:
            lobby.kick(why)
        return len(lobbies)

    def busy(self, identity: str) -> bool:
        """Tell whether somebody sits in a game in which the others are to act."""
        return self.places.is_busy(identity)

    # what follows from what happens at tables

    def _changed(self, room: Room, change: Change) -> None:
        """See to what follows from a change at a table."""
        del change
        table = room.table
        if table.started:
            self.rooms.retire_code(room)
        room.follow()
        for owner in {*table.owners} - room.people().keys():  # the others have claimed that seat
            if self.places.sitting(owner) is room:
                self.presence.leave_word(owner, News("claimed", table.title))
            self.places.forget(owner, room)
        if not room.people():
            if table.running:
                table.abandon()
            else:
                self.rooms.close(room)
        self.presence.lists_changed()

    def _give_up(self, room: Room) -> None:
        """Close a table that cannot go on, and tell its players."""
        for identity in room.people():
            self.places.forget(identity, room)
            for lobby in self.presence.lobbies(identity):
                lobby.kick(_TABLE_BROKE)
        self.rooms.close(room)

    def restore(self, tables: Iterable[RunningTable]) -> None:
        """Bring every table back; everybody is away until they come back."""
        self.rooms.restore(tables)
        for room in self.rooms:
            waiting = room.head.queue and not room.table.started
            for identity, seat in room.people().items():
                if waiting:
                    self.places.wait(identity, room, self._clock())
                else:
                    self.places.sit(identity, room)
                room.table.set_present(seat, False)
            self.computers.take_up(room)
            self.seating.invite(room)
            self._leave_word_again(room)
            room.table.begin_afresh()
            if not room.people():
                self._changed(room, Change(()))

    def _leave_word_again(self, room: Room) -> None:
        """Tell again whose game was claimed: a word that nobody heard yet went with the process."""
        seat, why = room.table.state(None).lost_by or (None, "")
        if seat is not None and why == "absent":
            self.presence.leave_word(room.table.owners[seat], News("claimed", room.table.title))

    # what the lobby lists

    def table_lines(self, identity: str) -> tuple[TableLine, ...]:
        """List the tables one may see."""
        return lists.table_lines(self.rooms, identity)

    def person_lines(self, identity: str) -> tuple[PersonLine, ...]:
        """List who is here."""
        first = (self.presence.lobbies(one)[0] for one in self.presence)
        here = [lobby.who for lobby in first if lobby.named]
        watching = {one for room in self.rooms for one in room.watchers.values()}
        blocked = self.manners.blocked_by(identity)
        return lists.person_lines(here, self.places, watching, identity, blocked)

    def queue_lines(self, identity: str) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""
        waiting = [room for room in self.rooms if room.head.queue and not room.table.started]
        return lists.queue_lines(waiting, self.places, identity, self._clock())
