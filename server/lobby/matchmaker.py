"""Own the server's tables, and react to players and to what happens at tables.

Everything is synchronous and in one process. What happens at a table is written to the journal
before anybody sees it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import Change, InboxLine, News, PersonLine, QueueLine, RatingLine, TableLine
from cuttle_tui.ports.league import NightPage, SeasonLine
from engine.bots.daily import CoachLines
from engine.bots.thinkers import Thinker
from engine.computers import called
from engine.protocol import MOST_GAMES
from engine.table.table import HOLD
from server.league.night_director import NightDirector
from server.league.player_night import PlayerNight
from server.league.ratings import Pool
from server.lobby import lists
from server.lobby.archive import Archive, ClosedLink
from server.lobby.daily import DailyService
from server.lobby.lists import TableList
from server.lobby.puzzles import PuzzleService
from server.names import alike, is_bot
from server.ops.limits import GAMES_OF_DAYS
from server.people.accounts import NOBODY, CheckName, ExitMessage, Player, guest_name
from server.people.friends import Friends
from server.people.notices import NoNotices, Notifier, Vacations
from server.people.player_limits import PlayerLimits
from server.people.presence import CutOff, Follows, Presence, Visitor
from server.store.values import RunningTable
from server.tables.chairs import BotSeats, SharedAnalyst, TableActions
from server.tables.challenges import Challenges, ChampionshipMatches, Residents
from server.tables.correspondence import Correspondence
from server.tables.doorstep import Doorstep
from server.tables.housekeeping import Housekeeping, Later, at_once
from server.tables.quick_match import POOL, BotLadder, QuickMatches
from server.tables.room import Journal, NoJournal, Room
from server.tables.rooms import PlayerLocations, Rooms
from server.tables.seating import TableServices
from server.tables.stakes import Book, NoBook, Stakes

if TYPE_CHECKING:
    from server.league.lobby import LeagueService

_TABLE_LOST: Final = N_(
    "Another server has taken over this table. The game is saved: connect again."
)

_JOINED: Final = N_("This account has joined your other one. Connect again to be there.")


class Matchmaker:
    """Owns every table of the server, and knows who is online."""

    def __init__(
        self,
        thinker: Thinker,
        clock: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        journal: Journal | None = None,
        archive: Archive | None = None,
        player_limits: PlayerLimits | None = None,
        league_book: Book | None = None,
        hold: float = HOLD,
        vacations: Vacations | None = None,
        notices: Notifier | None = None,
        games_of_days: int = GAMES_OF_DAYS,
        pace: float = 0.0,
        residents: Collection[str] = (),
    ) -> None:
        """Create the matchmaker, without a table.

        Args:
            clock: returns the time in seconds since 1970.
            entropy: returns that many secret bytes, for deals.
            journal: where tables are written down; nowhere by default.
            hold: seconds the seat of an absent player is safe from a claim.
            games_of_days: how many correspondence games a player may have.
            pace: the usual seconds a computer player takes for an answer.
            residents: the levels of the computer that play people for ratings.
        """
        self._clock = clock
        self.archive = archive or Archive()
        self.player_limits = player_limits = player_limits or PlayerLimits()
        self.presence = presence = Presence()
        player_limits.place_of = presence.place_of
        self.locations = locations = PlayerLocations()
        self.correspondence = correspondence = Correspondence(
            presence, vacations or Vacations(clock), notices or NoNotices(), clock, games_of_days
        )
        self.follows = Follows()
        self.friends = Friends(presence, player_limits)
        self.stakes = stakes = Stakes(league_book or NoBook(), clock)
        self.league: LeagueService | None = None
        """None where no games are stored."""
        self.rooms = rooms = Rooms(
            journal or NoJournal(),
            stakes,
            hold=hold,
            clock=clock,
            entropy=entropy,
            changed=self._changed,
            broke=self._give_up,
        )
        rooms.back_of = presence.back_of
        rooms.codes_are_guessed = lambda: player_limits.codes_are_guessed
        self.bots = bots = BotSeats(thinker, pace)
        self.analyst = SharedAnalyst()
        cut_off = CutOff(clock, locations.__contains__)
        self.doorstep = Doorstep(rooms, locations, presence, cut_off, player_limits, clock)
        self.actions = actions = TableActions(
            locations, correspondence, bots, player_limits, self.doorstep, presence.seats
        )
        quick = QuickMatches(rooms, locations, presence, player_limits, stakes, clock)
        self.challenges = Challenges(
            locations, correspondence, presence, player_limits, stakes, clock
        )
        self.ladder = BotLadder(rooms, locations, presence, player_limits, stakes, clock)
        self.services = TableServices(
            rooms,
            locations,
            presence,
            player_limits,
            actions,
            bots,
            clock,
            stakes,
            quick,
            self.challenges,
            correspondence,
            Residents(stakes, residents),
            cut_off,
            self.friends,
        )
        self.puzzles = PuzzleService(self.archive, clock)
        self.daily = DailyService(self.archive, CoachLines(thinker), clock, locations.check_rise)
        self.housekeeping = Housekeeping(self.services, hold)
        self.nights = NightDirector(
            rooms, locations, presence, journal or NoJournal(), clock, stakes.strength
        )
        self.championships = ChampionshipMatches(
            journal or NoJournal(), presence, self._champion_by
        )
        self._people: tuple[int, tuple[PersonLine, ...]] = -1, ()
        """The list of people, and the version of the lists it was made for."""
        self.listing = TableList(rooms, self._rating, lambda: presence.lists_version)
        self.check_guest: CheckName = partial(guest_name, accounts=player_limits.store)
        self.bearers_elsewhere: Callable[[str], set[str]] = lambda _name: set()
        """Returns the same of other processes."""
        self.closed_elsewhere: Callable[[ClosedLink], None] = lambda _closed: None
        """Has the players of a game told in other processes."""
        stakes.listen(self._ratings_changed)

    def _champion_by(self, championship: str, table: str) -> Awaitable[str] | None:
        return None if self.league is None else self.league.champion_by(championship, table)

    def leave_out(self, lost: float) -> None:
        """Charge nobody for seconds in which nobody could play; below 0 if the date was set back.

        The clock has been set already.
        """
        self.housekeeping.leave_out(lost)
        self.nights.leave_out(lost)

    def tick(self, later: Later = at_once) -> None:
        """Do what is due: clocks, quick matches, play nights, changed lists.

        `later` spreads the tables' clocks over the second.
        """
        if not self.actions.closing:
            self.nights.tick()
            self.ladder.tick()
        self.housekeeping.tick(later)

    # players come and go

    def enter(self, lobby: Visitor) -> None:
        """Add a player who came online."""
        identity = lobby.who.identity
        first = identity not in self.presence and lobby.named
        self.presence.enter(lobby)
        self.services.cut_off.forget(identity)
        self.listing.person_changed(identity)
        self.locations.set_present(identity, True)
        if first and lobby.here and lobby.shows_presence:
            self.tell_arrival(identity, lobby.player, self.friends.ids(identity))

    def tell_arrival(self, identity: str, name: str, friends: Collection[str]) -> None:
        """Tell friends of a player, and who follows them, that they have come.

        Who hides hears of nobody.
        """
        hearing = {*self.follows.followers(identity), *self.friends.hearing_of(identity, friends)}
        at_odds, shown = self.player_limits.at_odds, self.presence.is_shown
        told = (who for who in hearing if shown(who) and not at_odds(who, identity))
        self.presence.tell(told, News("came", name))

    def tell_closed(self, closed: ClosedLink) -> None:
        """Tell the players of a game that one of them has closed its link.

        Those with accounts are told where they are connected; guests, whom the stored game does
        not know, by the process that has the table at which they still sit.
        """
        news = News("link-closed", closed.name)
        self.presence.tell_here(news, {*closed.players} - {closed.by})
        room = self.rooms.with_id(closed.table)
        if room is not None:
            self.presence.tell(room.people().keys() - {closed.by, *closed.players}, news)

    def lost(self, lobby: Visitor) -> None:
        """End a session and its subscriptions, even if its app crashed."""
        self.exit(lobby)
        lobby.subscriptions.end()

    def exit(self, lobby: Visitor) -> None:
        """Remove a session: the player's seats are held, also after the last move of a game.

        A program asks for no rematch: it leaves tables that are over.
        """
        if lobby.watching is not None:
            lobby.watching.leave()
        self.doorstep.leave(lobby)
        identity = lobby.who.identity
        last = self.presence.exit(lobby)
        self.listing.person_changed(identity)
        if not last:
            return
        for room in self.locations.rooms(identity):
            if room.table.settled and lobby.who.bot:
                self.locations.leave(identity, room)
        self.locations.set_present(identity, False)
        needs_signs = bool(lobby.who.resume)
        self.services.cut_off.note(identity, lobby.address, needs_signs=needs_signs)
        self.challenges.drop(identity)
        self.follows.forget(identity)
        self.friends.forget(identity)
        if identity not in self.locations and identity not in self.correspondence:
            self.player_limits.forget(identity)

    def games_by_days(self, identity: str, besides: Iterable[RunningTable]) -> list[InboxLine]:
        """List a player's games with days for a move, also `besides` of what other nodes run."""
        days = self.correspondence
        rooms = filter(None, map(self.rooms.prepared, besides))
        theirs = (room for room in rooms if room.config.correspondence)
        there = [room for room in theirs if room.seat_of(identity) is not None]
        return [*days.lines(identity), *(days.line(room, identity) for room in there)]

    def has_name(self, name: str) -> bool:
        """Return whether a player of this name is online, or sits at a table."""
        return bool(self.bearers(name))

    def seated_name(self, identity: str) -> str:
        """Return the name under which somebody sits at a table; empty for nobody."""
        found = self.locations.seat(identity)
        return "" if found is None else found[0].table.sitters[found[1]].name

    def bearers(self, name: str) -> set[str]:
        """Return who is online or at a table under a name, or one like it, by identity."""
        is_like = alike(name)
        online = (lobby.who for lobby in self.presence.every())
        here = {who.identity for who in online if is_like(who.name)}
        return here | self.rooms.bearers(name) | self.bearers_elsewhere(name)

    def account_joined(self, person: str, into: str) -> None:
        """End the sessions of an account that has joined another; who blocked it blocks that."""
        self.player_limits.join(person, into)
        self.friends.drop(person)
        self.disconnect(person, _JOINED)

    def disconnect(self, identity: str, why: ExitMessage) -> int:
        """Free a player's seats and end their sessions; return how many."""
        for room in self.locations.rooms(identity):
            self.locations.leave(identity, room)
        for room in self.correspondence.rooms(identity):
            self.correspondence.leave(identity, room)
        lobbies = self.presence.lobbies(identity)
        for lobby in lobbies:
            lobby.kick(why)
        return len(lobbies)

    # what follows from what happens at tables

    def _changed(self, room: Room, change: Change) -> None:
        del change
        table = room.table
        self.listing.changed(room.id)
        if table.started:
            self.rooms.retire_code(room)
        room.follow()
        self.doorstep.follow(room)
        self.nights.follow(room)
        self.championships.follow(room)
        if room.config.correspondence:
            self.correspondence.follow(room)
        elif table.running and room.binds:
            for identity in room.people():
                if not self.locations.is_free_bot(identity):
                    self.challenges.drop(identity)
        for owner in {*table.owners} - room.people().keys():  # the others have claimed that seat
            if self.locations.sitting(owner) is room:
                self.presence.leave_message(owner, News("claimed", table.title))
            self.locations.forget(owner, room)
            self.correspondence.forget(owner, room)
        if not room.people():
            if table.running:
                table.abandon()
            else:
                self._close(room)
        self.presence.lists_changed()

    def _close(self, room: Room) -> None:
        self.rooms.close(room)
        self.correspondence.close(room)

    def _ratings_changed(self) -> None:
        """Show what a stored game did to the ratings."""
        self.listing.all_changed()
        for room in self.rooms:
            if room.config.rated:
                room.tell_time()
        self.presence.lists_changed()

    def _give_up(self, room: Room) -> None:
        """Close a broken table, and disconnect its players."""
        self._disconnect_players(
            room, N_("An error on our side closed your table. Please connect again.")
        )
        self._close(room)

    def _disconnect_players(self, room: Room, why: ExitMessage) -> None:
        self._forget_players(room)
        for identity in room.people():
            for lobby in self.presence.lobbies(identity):
                lobby.kick(why)

    def _forget_players(self, room: Room) -> None:
        for identity in room.people():
            self.locations.forget(identity, room)
            self.correspondence.forget(identity, room)

    def release(self, table: str) -> Room | None:
        """Stop running a table that another process runs; return it, if it was here."""
        room = self.rooms.with_id(table)
        if room is not None:
            self.rooms.forget(room)
            self.correspondence.close(room)
            self._forget_players(room)
            self.presence.lists_changed()
        return room

    def lose(self, table: str) -> bool:
        """Stop a table that another server runs now, and disconnect its players.

        Return whether it was here.
        """
        room = self.release(table)
        if room is None:
            return False
        self._disconnect_players(room, _TABLE_LOST)
        for lobby in self.presence.every():
            if lobby.watching in room.watchers:
                lobby.kick(_TABLE_LOST)
        return True

    def restore(self, tables: Iterable[RunningTable], lost: float | None = None) -> None:
        """Restore tables, last played `lost` seconds ago; their players count as away."""
        for room in self.rooms.restore(tables):
            self._resume(room)
            if not room.config.correspondence:
                for seat in room.people().values():
                    room.table.set_present(seat, False)
            room.table.restart_clocks(lost)
            self._close_if_empty(room)

    def take_over(self, room: Room) -> None:
        """Run a table that another process has handed over; its game was not interrupted."""
        self.rooms.take(room)
        self._resume(room)
        self._close_if_empty(room)

    def _resume(self, room: Room) -> None:
        if room.config.correspondence:
            self.correspondence.resume(room)
        else:
            waiting = room.config.queue and bool(room.table.free_seats())
            for identity, seat in room.people().items():
                if is_bot(room.table.sitters[seat].name):
                    self.locations.allow_several(identity, MOST_GAMES)
                if waiting:
                    self.locations.wait(identity, room, self._clock())
                elif self.locations.is_playing(identity):  # another process ran this table
                    continue
                elif room.table.settled and self.locations.sitting(identity) not in (None, room):
                    self.locations.leave(identity, room)
                else:
                    self.locations.sit(identity, room)
        self.bots.resume(room)
        self.services.invite(room)
        # repeat the message about a claimed game, which was lost with the process
        for seat, how in room.table.state(None).given_up:
            if how == "absent":
                news = News("claimed", room.table.title)
                self.presence.leave_message(room.table.owners[seat], news)
        self.championships.follow(room)

    def _close_if_empty(self, room: Room) -> None:
        if not room.people():
            self._changed(room, Change(()))

    # what the lobby lists

    @property
    def season(self) -> SeasonLine | None:
        """The season that runs."""
        season = self.stakes.season
        return None if season is None else lists.season_line(season, self.stakes.now())

    def _rating(self, identity: str, pool: Pool = "live") -> RatingLine | None:
        """Return the rating of a player who is here and does not hide it, or of a resident."""
        if called(identity) is not None:
            return self.stakes.rating(identity, POOL)
        lobbies = self.presence.lobbies(identity)
        shown = bool(lobbies) and all(lobby.shows_rating for lobby in lobbies)
        if not shown:
            return None
        return self.stakes.rating(identity, POOL if lobbies[0].who.bot else pool)

    def rating_changed(self, identity: str) -> None:
        """List a player's rating anew: they may show or hide it now."""
        self.listing.person_changed(identity)
        self.presence.lists_changed()

    def table_lines(self, identity: str) -> tuple[TableLine, ...]:
        """List the tables a player may see."""
        return self.listing.lines(identity)

    def person_lines(self, identity: str) -> tuple[PersonLine, ...]:
        """List the players who are online."""
        return lists.seen_by(self.reader(identity), self.everybody())

    def reader(self, identity: str) -> lists.Reader:
        """Return a player as somebody who reads the list of people."""
        blocked = self.player_limits.blocked_by(identity)
        return lists.Reader(identity, blocked, self.follows.of(identity))

    def everybody(self) -> tuple[PersonLine, ...]:
        """List the players who are connected to this process, for nobody in particular."""
        version, lines = self._people
        if version != self.presence.lists_version:
            first = (self.presence.lobbies(identity)[0] for identity in self.presence)
            here = [lobby.who for lobby in first if lobby.named and lobby.here]
            shown = self.presence.is_shown
            hidden = {who.identity for who in here if not shown(who.identity)}
            watching = self.listing.watching()
            lines = lists.person_lines(here, self.locations, watching, self._rating, hidden)
            self._people = self.presence.lists_version, lines
        return lines

    def night_desk(
        self, who: Callable[[], Player], address: Callable[[], str] = lambda: ""
    ) -> PlayerNight:
        """Return the play night as a player sees it."""
        return PlayerNight(self.nights, self.actions, self._clock, who, address)

    def night_page(self) -> NightPage | None:
        """Return the play night as somebody sees it who takes no part."""
        return self.night_desk(lambda: NOBODY).page()

    def queue_lines(self, identity: str) -> tuple[QueueLine, ...]:
        """List the players in the queue for a quick match."""
        waiting = self.services.quick.waiting()
        now = self._clock()
        return lists.queue_lines(waiting, self.locations, identity, now, self._rating)
