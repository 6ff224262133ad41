"""Assemble the server, listen for players, and shut down in order."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import asyncssh

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import InboxLine, LobbyError, News, PersonLine
from engine.table.table import HOLD
from server.calls import CallsOptions
from server.cluster.options import ClusterControl, ClusterError, ClusterOptions
from server.doors.service import Doors
from server.league.book import LeagueBook
from server.lobby.archive import RoomGames, StoredGames
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.ops.addresses import public_door
from server.ops.health import Probe
from server.ops.host_key import host_key, signature_of
from server.ops.limits import GAMES_OF_DAYS, VACATION_DAYS, Limits, PlayClock
from server.ops.monitoring import Metrics
from server.ops.post import MailServer
from server.ops.share import StepTimer, time_tasks
from server.people.accounts import Accounts, ExitMessage, Mail
from server.people.notices import Mailboxes, Notices, Vacations
from server.people.player_limits import PlayerLimits
from server.people.presence import Visitor
from server.sessions.app import AppFor, SessionHandler, cuttle_app, warm_up
from server.sessions.arrival import ServerContext
from server.ssh.server import listen
from server.store.values import StoreError
from server.store.writer import Writer
from server.tables.chairs import PACE, thinkers
from server.terminal.textual_process import keep_task_factory
from server.web import WebOptions, WebPortTaken

if TYPE_CHECKING:
    from server.calls.service import Calls
    from server.cluster.member import Member
    from server.store.store import Store
    from server.web.door import WebDoor

log = logging.getLogger(__name__)

_TICK: Final = 1.0
"""Seconds between two checks of all clocks."""
_ALIVE_EVERY: Final = 3
"""Ticks between two notes that the server is alive, which show that the store takes writes."""
_SWEEP_EVERY: Final = 30
"""Ticks between two sweeps of abandoned seats."""
_TIDY_EVERY: Final = 3600
"""Ticks between two looks for what is to be deleted."""
_REPORTS_KEPT: Final = timedelta(days=90)
CLOSING: Final = N_("The server is restarting. Your game is saved: connect again in a minute.")
ROOM_CLOSED: Final = N_("The room is closed: its host has left.")
"""The exit message where nothing is stored."""
GAME_ENDS: Final = N_("The room is closed: its host has left, and the game ends here.")
"""The same during a game that is not kept."""
ROOM_CLOSED_WON: Final = N_("The room is closed: its host has left, and you have won the game.")
"""The same for who won by that."""
ROOM_KEPT: Final = N_(
    "The room is closed: its host has left. Your game is kept: "
    "when they open it again, the same line leads back."
)
"""The same where the host's machine keeps the game."""


def _room_closed(lobby: Visitor, *, kept: bool) -> ExitMessage:
    """Say to a friend that the room is closed, and what becomes of the game."""
    chair = lobby.held()
    state = None if chair is None else chair.state()
    if chair is None or state is None or state.view is None:
        return ROOM_CLOSED
    over = state.view.outcome
    if over is None:
        return ROOM_KEPT if kept else GAME_ENDS
    won = over.why == "concede" and chair.seat in over.winners
    return ROOM_CLOSED_WON if won else ROOM_CLOSED


@dataclass(frozen=True, slots=True)
class DaysOptions:
    """The options of correspondence games."""

    games: int = GAMES_OF_DAYS
    """How many a player may have."""
    vacation_days: int = VACATION_DAYS
    webhook: str = ""
    """The URL that gets notices; empty for none."""
    mail_server: MailServer | None = None
    """Takes e-mail; None for no e-mail."""


_DAYS: Final = DaysOptions()


class Server:
    """A running server; use it as a context."""

    def __init__(
        self,
        data: Path,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        database: str | None = None,
        app_for: AppFor = cuttle_app,
        limits: Limits | None = None,
        hold: float = HOLD,
        pace: float = PACE,
        processes: int = 0,
        address: str = "HOST",
        motd: str = "",
        reserved: Iterable[str] = (),
        tables: int = 10,
        residents: Collection[str] = (),
        days: DaysOptions = _DAYS,
        metrics: Metrics | None = None,
        warm: bool = False,
        cluster: ClusterOptions | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        clock: Callable[[], float] | None = None,
        room_games: RoomGames | None = None,
        web: WebOptions | None = None,
        calls: CallsOptions | None = None,
    ) -> None:
        """Assemble the server; nothing is open yet but the database.

        Args:
            data: the directory of the host key.
            port: the port to listen on, 0 for any that is free.
            database: the URL of the database; nothing is stored by default.
            hold: seconds the seat of an absent player is safe from a claim.
            pace: the usual seconds a computer player takes for an answer.
            processes: how many may think for computer players; 0 for one less than cores.
            address: where players reach the server, perhaps with another port, as they read it.
            motd: a line every player sees on arrival.
            tables: how many tables a player may open in a minute.
            residents: the levels of the computer that play people for ratings.
            warm: run an app to its first frame before players are admitted.
            cluster: how this process plays as one server with others; None if it is alone.
            entropy: returns that many secret bytes, for deals.
            clock: returns the time in seconds since 1970; by default the `PlayClock`.
            room_games: keeps finished games where there is no database.
            web: lets browsers in; None for a server that only ssh leads to.
            calls: who is called; None for nobody, as where nothing is stored.

        Raises:
            DataError: the data directory cannot be used.
            StoreError: the database cannot be used.
        """
        self._host, self._port, self._address = host, port, address
        self._motd, self._reserved, self._tables = motd, tuple(reserved), tables
        self.metrics = metrics or Metrics()
        self._app_for, self._warm = app_for, warm
        self._limits = limits or Limits()
        self._cluster = cluster
        self._room_games = room_games
        self._web = web
        self._called = calls
        self.calls: Calls | None = None
        self.web: WebDoor | None = None
        self.cluster: ClusterControl | None = None
        """Carries the operator's orders to the other nodes; None for a server that is alone."""
        self.places_elsewhere: Callable[[], Mapping[str, PersonLine]] = dict
        """Returns where people sit at tables of other nodes, by identity."""
        self._member: Member | None = None
        """This process among the others."""
        self._key = host_key(data, make=cluster is None)
        self.store: Store | None = None
        if database is not None:  # a room at home has none, and needs no driver for one
            from server.store.store import Store

            self.store = Store.open(database, shared=cluster is not None)
        self._thinkers = thinkers(processes)
        self.clock = clock or PlayClock()
        self._days = days
        self._residents = residents
        self._matching = partial(
            Matchmaker,
            self._thinkers,
            self.clock,
            entropy,
            hold=hold,
            games_of_days=days.games,
            pace=pace,
        )
        self._notices: Notices | None = None
        self._in_trouble = False
        """Whether the store takes no writes."""
        self._probes: list[Probe] = []
        """Look whether the store answers, even while nobody plays."""
        self.writer: Writer | None = None
        self.accounts: Accounts | None = None
        self.league_book: LeagueBook | None = None
        """None where no games are stored."""
        self._listening: asyncssh.SSHAcceptor | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._steps = StepTimer()
        self._ticks = 0
        self._refused = 0

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._listening.get_port() if self._listening else self._port

    @property
    def door(self) -> str:
        """The arguments of ``ssh`` that lead players here."""
        return public_door(self._address, self.port)

    @property
    def fingerprint(self) -> str:
        """The host key's fingerprint, for players to compare."""
        return self._key.get_fingerprint()

    async def __aenter__(self) -> Self:
        """Restore the tables, and start to listen.

        Raises:
            OSError: the port cannot be had.
            StoreError: the database cannot be read.
        """
        time_tasks(asyncio.get_running_loop(), self._steps)
        keep_task_factory(asyncio.get_running_loop())
        if self._warm:
            await warm_up(self._app_for)
        self.matchmaker = self._matchmaker()
        self._member = self._prepared()
        self.cluster = self._member or self.cluster
        sign = partial(signature_of, key=self._key)
        enter = enter_lobby if self._member is None else self._member.enter
        look = None if self._member is None else self._member.visitor
        context = ServerContext(self.matchmaker, self.accounts, self._motd, sign, enter, look)
        handler = SessionHandler(context, self._app_for)
        self.doors = Doors(handler, self._limits, self.metrics)
        self.doors.guests.is_held = self.matchmaker.has_name
        self.doors.guests.seated_name = self.matchmaker.seated_name
        try:
            self._listening = await listen(
                self.doors, self._host, self._port, self._key, self._cluster
            )
            self.matchmaker.services.door = self.doors.door = self.door
            if self._web is not None:
                self.web = await self._open_to_browsers(self._web)
        except OSError:
            if self._listening is not None:
                self._listening.close()
            await self._close_store()
            raise
        if self._member is not None:
            await self._join(self._member)
        elif self.store is not None:
            self._restore(self.store)
        self._restore_nights()
        if self.store is not None and self.writer is not None:
            self._probe_store(self.store, self.writer)
            if self._called is not None:
                self._start_calls(self._called, self.store, self.writer)
        self._tick()
        return self

    async def _open_to_browsers(self, options: WebOptions) -> WebDoor:
        """Open the door for browsers, or raise `WebPortTaken`."""
        from server.web.door import WebDoor
        from server.web.pages import WebPages

        shared = self._cluster is not None and self._cluster.reuse_port
        matchmaker = self.matchmaker
        pages = WebPages(
            matchmaker.archive,
            lambda: matchmaker.league,
            title=options.title,
            public_url=lambda: web.url,
            door=lambda: self.door,
            prefix=options.prefix,
            days_of=self._days_of,
            stop_mail=self._stop_mail,
        )
        web = WebDoor(self.doors, options, pages, accounts=self.accounts, shared=shared)
        try:
            await web.open()
        except OSError as error:
            raise WebPortTaken(*error.args) from error
        self.matchmaker.services.link = web.url
        return web

    def _stop_link(self, person: str) -> str:
        """Return the link by which a player ends all mail; empty where pages come without TLS.

        Called in the thread that sends mail.
        """
        link = self.matchmaker.services.link
        if self.store is None or not link.startswith("https:"):
            return ""
        return f"{link}/mail/{self.store.private_link(person, 'mail')}"

    async def _stop_mail(self, token: str, sure: bool) -> bool:
        """End all mail to whose link this is, if they are sure; return whether it is anybody's."""
        if self.store is None or self.writer is None or self.accounts is None:
            return False
        try:
            person = await self.writer.ask(self.store.person_behind, token, "mail")
            if person is not None and sure:
                await self.writer.ask(self.store.remove_mailbox, person.id)
                if self.accounts.mail is not None:
                    self.accounts.mail.boxes.forget(person.id)
                self.accounts.changed("mailbox", {})
        except StoreError:
            raise LobbyError("not-now") from None
        return person is not None

    async def _days_of(self, identity: str) -> list[InboxLine]:
        """List a player's games with days for a move, at whichever node; LobbyError: not now."""
        if self.store is None or self.writer is None:
            return []
        try:
            store = self.store
            besides = await self.writer.ask(store.tables_besides, [store.node], identity)
        except StoreError:
            raise LobbyError("not-now") from None
        return self.matchmaker.games_by_days(identity, besides)

    def _start_calls(self, options: CallsOptions, store: Store, writer: Writer) -> None:
        """Call from now on; of a cluster's nodes the one that holds the nights sends."""
        from server.calls.service import Calls, CallsContext

        member = self._member

        def leads() -> bool:
            return member is None or member.node.leader is None

        context = CallsContext(store, writer, self.matchmaker, self.metrics, leads)
        self.calls = Calls(options, context, self.clock)
        self.calls.start()

    async def league_decided(self) -> None:
        """Have the league in memory follow what was decided, here and at the other nodes."""
        if self.league_book is None:
            return
        self.league_book.reread()
        if self.cluster is not None:
            with suppress(ClusterError):  # a node that does not hear has it next time
                await self.cluster.tell_all("league", {})

    def _restore_nights(self) -> None:
        """Restore the play nights, unless another process holds them."""
        holds = self._member is None or self._member.node.leader is None
        if self.store is not None and holds:
            nights = ((row.id, row.head, row.entries) for row in self.store.all_nights())
            self.matchmaker.nights.restore(nights, self.store.player_names)

    def _prepared(self) -> Member | None:
        if self._cluster is None or self.store is None or self.writer is None:
            return None
        from server.cluster.member import Member

        member = Member(self._cluster, self.store, self.writer, self.matchmaker, __version__)
        member.health = self.metrics.health
        member.on_drain = self.drain
        self.places_elsewhere = member.node.peers.doing
        member.on_lead = self._restore_nights
        if self.accounts is not None:
            member.share(self.accounts)
        book = self.league_book
        if book is not None:
            member.node.game_kept = book.stored
            self.writer.kept = member.kept_by(book.kept)
        return member

    async def _join(self, member: Member) -> None:
        """Enter the cluster; raise StoreError if its database or its broker cannot be used."""
        try:
            await member.join()
        except BaseException:
            await member.close()
            await self._close_store()
            raise

    def _matchmaker(self) -> Matchmaker:
        limited = partial(PlayerLimits, tables=self._tables, watchers=self._limits.watchers)
        if self.store is None:
            games = self._room_games
            return self._matching(player_limits=limited(), journal=games, archive=games)
        from server.league.lobby import LeagueService

        self.writer = Writer(self.store, self._trouble, self.metrics)
        self.writer.lost = self._lose
        self.accounts = self._open_accounts(self.store, self.writer)
        self.league_book = LeagueBook(self.store, self.writer, self.now)
        matchmaker = self._matching(
            journal=self.writer,
            archive=StoredGames(self.store, self.writer),
            player_limits=limited(self.accounts),
            league_book=self.league_book,
            residents=self._residents,
            vacations=self.accounts.vacations,
            notices=self._notices,
        )
        self.accounts.deleted = matchmaker.friends.drop
        self.accounts.joined = matchmaker.account_joined
        self.accounts.league_decided = self.league_decided
        matchmaker.league = LeagueService(
            self.store,
            self.writer,
            matchmaker.presence,
            matchmaker.follows,
            self.now,
            matchmaker.challenges,
            lambda: matchmaker.stakes.version,
        )
        return matchmaker

    def _restore(self, store: Store) -> None:
        """Restore the tables; the time without a server is not charged to anybody."""
        alive = store.last_alive()
        lost = None if alive is None else max(0.0, self.clock() - alive.timestamp())
        self.matchmaker.restore(store.adopt_tables(), lost)
        for identity in self.matchmaker.correspondence:  # they may be away while others join
            self.matchmaker.player_limits.remember(identity, store.blocks(identity))

    def _probe_store(self, store: Store, writer: Writer) -> None:
        """Look from now on whether the store answers reads, knows what a login needs, and writes.

        What writes notes that the server is alive. In a cluster each beat is a write as well.
        """
        health = self.metrics.health

        def login() -> None:
            store.person_of_key("")
            store.bans()

        def write() -> None:
            if not self._in_trouble:
                store.note_alive(self.now())

        def wrote(why: str) -> None:
            if not self._in_trouble:  # the writer says itself when it is over
                self.metrics.store_trouble(why)

        every = _ALIVE_EVERY if self._cluster is None else _SWEEP_EVERY
        self._probes = [
            Probe(lambda: writer.look(store.last_alive), partial(health.note, "reads")),
            Probe(lambda: writer.look(login), partial(health.note, "logins")),
            Probe(lambda: writer.look(write), wrote, every),
        ]

    def _open_accounts(self, store: Store, writer: Writer) -> Accounts:
        vacations, mailboxes = Vacations(self.clock, self._days.vacation_days), None
        vacations.restore(store.vacations())
        if self._days.mail_server is not None:
            mailboxes = Mailboxes(self.clock)
            mailboxes.restore(store.mailboxes())
        self._notices = Notices(
            self._days.webhook,
            self._days.mail_server,
            mailboxes,
            may_mail=store.may_mail,
            door=lambda: self.matchmaker.services.door,
            stop_link=self._stop_link,
            counted=self.metrics.notice,
        )
        mail = None if mailboxes is None else Mail(mailboxes, self._notices.send_code)
        reserved = self._reserved
        return Accounts(store, writer, vacations=vacations, mail=mail, reserved=reserved)

    def now(self) -> datetime:
        """Return the date and time by which games end."""
        return datetime.fromtimestamp(self.clock(), UTC)

    def _trouble(self, why: str | None) -> None:
        """Pause the games while the store takes no writes."""
        self._in_trouble = why is not None
        if why is None:
            log.warning("the store takes writes again")
        else:
            log.error("the store takes no writes, games wait: %s", why)
        self.metrics.store_trouble(why or "")
        self.matchmaker.housekeeping.pause(why)

    def _lose(self, table: str) -> None:
        """Stop a table that another server has taken over, and begin nothing new here.

        In a cluster that happens: its players go on at the node that has it.
        """
        if self._member is not None:
            self._member.node.failover.release(table)
            self.metrics.table_lost()
            return
        if self.matchmaker.lose(table):
            log.critical("another server runs table %s now: stop this one", table)
            self.metrics.table_lost()
            self.drain()

    def _watch_store(self) -> None:
        """Report a database that hangs, and drain when its file is gone."""
        if self.writer is None or self.store is None:
            return
        self.writer.watch()
        for probe in self._probes:
            probe.tick()
        if self._ticks % _SWEEP_EVERY:
            return
        lost = self.store.lost()
        if lost:
            log.critical("%s; nothing that is played now outlives this process", lost)
            self._trouble(lost)
            self.drain()

    def announce(self, text: str) -> int:
        """Show a line to everybody; return how many sessions there are."""
        self.matchmaker.presence.tell_here(News("announcement", text))
        return sum(lobby.here for lobby in self.matchmaker.presence.every())

    def drain(self) -> None:
        """Start no new games from now on, and announce it."""
        if not self.matchmaker.actions.closing:
            self.matchmaker.actions.closing = True
            log.info("the drain begins: no new games; what is played is kept")
            self.metrics.draining()
            self.matchmaker.presence.tell_here(News("closing"))

    async def __aexit__(self, *_: object) -> None:
        """Stop listening, restore every terminal, save everything, and end."""
        self.drain()
        if self._timer:
            self._timer.cancel()
        if self._listening:
            self._listening.close()
        if self.calls is not None:
            await self.calls.close()
        if self.web is not None:
            await self.web.stop_listening()
        if self._member is not None:
            await self._member.leave()
        kept = self._room_games is not None and self._room_games.keeps_tables
        for lobby in self.matchmaker.presence.every():
            if lobby.here:
                lobby.kick(CLOSING if self.store is not None else _room_closed(lobby, kept=kept))
        await self.doors.close()
        if self.web is not None:
            await self.web.close()
        self._thinkers.close()
        self.matchmaker.analyst.close()
        if self._member is not None:
            await self._member.close()
        await self._close_store()
        log.info("the drain is over: everything is kept, and the server ends")

    async def _close_store(self) -> None:
        if self._notices is not None:
            await asyncio.to_thread(self._notices.close)
        if self.writer is not None and self.store is not None:
            with suppress(StoreError):
                await self.writer.ask(self.store.note_alive, self.now())
            await self.writer.close()
        if self.store is not None:
            self.store.close()

    def _tick(self) -> None:
        """Check all clocks, publish changed lists, and sweep held seats now and then.

        An error at a table is logged and does not affect others.
        """
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_TICK, self._tick)
        self._ticks += 1
        lost = self.clock.catch_up() if isinstance(self.clock, PlayClock) else 0.0
        if lost:
            log.warning(
                "the date moved by %.0f s while nobody could play: no clock is charged", lost
            )
            self.matchmaker.leave_out(lost)
        self._watch_store()
        self.matchmaker.tick(loop.call_later)
        if self._member is not None:
            self._member.tick()
        # what monitoring counts
        self.metrics.longest_step(self._steps.take_longest())
        running = sum(room.table.running for room in self.matchmaker.rooms)
        waiting = sum(not room.table.started for room in self.matchmaker.rooms)
        self.metrics.tables(running, waiting)
        if self._member is not None:
            self.metrics.nodes(len(self._member.node.live))
        if self._ticks % _SWEEP_EVERY == 1:
            self._count_stored()
        refused = self.doors.admission.refused.total()
        for _ in range(refused - self._refused):
            self.metrics.refused("at_the_door")
        self._refused = refused

        if self._ticks % _SWEEP_EVERY == 0:
            self.matchmaker.housekeeping.sweep()
        if self._ticks % _TIDY_EVERY == 1:
            if self.writer is None or self.store is None or self._in_trouble:
                return
            if days := self.doors.limits.guest_days:
                self.writer.soon(self.store.drop_guests, self.now() - timedelta(days=days))
            self.writer.soon(self.store.drop_reports, self.now() - _REPORTS_KEPT)

    def _count_stored(self) -> None:
        """Read for monitoring how many accounts there are, and when the last backup was made."""
        store, metrics = self.store, self.metrics
        if self.writer is None or store is None:
            return

        def read() -> None:
            metrics.accounts(store.count_people())
            if (at := store.last_backup()) is not None:
                metrics.backed_up(at.timestamp())

        self.writer.look(read)  # what it cannot read now it reads next time
