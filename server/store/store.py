"""The store: each method is a transaction."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from server.cluster import store as nodes
from server.league.ratings import LeagueError
from server.league.store import (
    championships,
    decisions,
    profiles,
    ratings,
    recompute,
    seasons,
    tables,
)
from server.store import (
    calls,
    database,
    entrance,
    friends,
    games,
    imports,
    joining,
    links,
    people,
    personal_data,
    puzzles,
    running_tables as running,
    secretary,
    tries,
)
from server.store.address import Address, engine, explain, parse
from server.store.database import (
    FileLock,
    WriteConnection,
    advisory,
    advisory_shared,
    one_at_a_time,
)
from server.store.values import (
    AuditRow,
    Beat,
    KeepGame,
    KeyTaken,
    LastKey,
    Lost,
    ManyKeys,
    NameTaken,
    NoSuchPerson,
    RunningTable,
    Seated,
    StoreError,
    TooManyInvitations,
    Write,
)

_P = ParamSpec("_P")
_T = TypeVar("_T")
_ANSWERS = (
    *(NameTaken, KeyTaken, LastKey, ManyKeys, NoSuchPerson, Seated, TooManyInvitations),
    *(LeagueError, Lost, profiles.Hidden),
)
"""Errors that are answers, not trouble with the database."""


def _read(
    function: Callable[Concatenate[sa.Connection, _P], _T],
) -> Callable[Concatenate[Store, _P], _T]:
    """Turn a query on a connection into a method of the store."""

    @wraps(function)
    def method(store: Store, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return store.read(function, *args, **named)

    return method


def _write(
    function: Callable[Concatenate[sa.Connection, _P], _T],
) -> Callable[Concatenate[Store, _P], _T]:
    """Turn a change on a connection into a method of the store, in a transaction."""

    @wraps(function)
    def method(store: Store, /, *args: _P.args, **named: _P.kwargs) -> _T:
        with store._failures(), store._connection.writing() as connection:
            return function(connection, *args, **named)

    return method


def _of_node(
    function: Callable[Concatenate[sa.Connection, str, _P], _T],
) -> Callable[Concatenate[Store, _P], _T]:
    """Turn what a node does in the name of its id into a method of the store."""

    @wraps(function)
    def method(store: Store, /, *args: _P.args, **named: _P.kwargs) -> _T:
        with store._failures(), store._engine.begin() as connection:
            return function(connection, store.node, *args, **named)

    return method


def _decision(
    function: Callable[Concatenate[sa.Connection, _P], list[str]],
) -> Callable[Concatenate[Store, bool, _P], list[str]]:
    """Turn a decision of an operator into a method of the store, in a transaction.

    The method's first argument says whether to try it only: what would change is returned, and
    nothing changes.
    """

    @wraps(function)
    def method(store: Store, trial: bool, /, *args: _P.args, **named: _P.kwargs) -> list[str]:
        with store._failures(), store._connection.writing(patient=True) as connection:
            if store._shared:
                one_at_a_time(connection)
            if not trial:
                return function(connection, *args, **named)
            changes = connection.begin_nested()
            try:
                return function(connection, *args, **named)
            finally:
                changes.rollback()

    return method


class Store:
    """A locked database of the newest version, safe to use from any thread.

    Every method raises StoreError when the database fails.
    """

    def __init__(self, address: Address, lock: FileLock | None, *, shared: bool = False) -> None:
        self._address = address
        self._lock = lock
        self._shared = shared
        self.node = secrets.token_hex(8)
        """Who we are: the owner of the tables that are opened or adopted here."""
        self._engine = engine(address)
        kept_out = advisory_shared if shared else advisory
        self._connection = WriteConnection(self._engine, None if lock else kept_out)
        self._beating: list[sa.Connection] = []
        """The connection for the next beat, unless one hangs."""
        self._file: tuple[int, int] | None = None
        """Which file was opened."""

    @classmethod
    def open(cls, url: str, *, shared: bool = False, migrate: bool = True) -> Store:
        """Lock a database and migrate it; an SQLite file is created if it is missing.

        Args:
            url: ``sqlite:////folder/cuttle.db`` or ``postgresql://user@host/database``.
            shared: whether other processes of a cluster use it as well; PostgreSQL only.
            migrate: whether it may be migrated or created; otherwise it must be there, and of the
                newest version.

        Raises:
            StoreError: it cannot be used, is foreign or too new, or another server uses it.
        """
        address = parse(url)
        if shared and address.path is not None:
            raise StoreError("several servers need a PostgreSQL database: name one", address.place)
        try:
            if not migrate and address.path is not None and not address.path.is_file():
                raise StoreError("there is no database", address.place)
            return cls._opened(address, shared, migrate)
        except Exception as error:
            raise explain(error, address.place) from None

    @classmethod
    def beside(cls, url: str) -> Store:
        """Open a database only to read it, beside the server that may use it.

        Raises:
            StoreError: it cannot be used, is foreign, too new or too old.
        """
        address = parse(url)
        store = cls(address, None)
        try:
            if address.path is not None and not address.path.is_file():
                raise StoreError("there is no database", address.place)
            with store._engine.connect() as connection:
                database.check(connection, address.place, empty=False, newest=True)
        except Exception as error:
            store.close()
            raise explain(error, address.place) from None
        return store

    @classmethod
    def _opened(cls, address: Address, shared: bool, migrate: bool) -> Store:
        lock = None if address.path is None else _locked(address, address.path)
        store = None
        try:
            store = cls(address, lock, shared=shared)
            if address.path is not None:  # for its owner alone; SQLite's companion files follow
                os.close(os.open(address.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
                store._file = _file_id(address.path)
            with store._connection.writing(patient=True) as connection:
                if shared:
                    one_at_a_time(connection)
                database.check(connection, address.place, empty=migrate, newest=not migrate)
                if migrate:
                    database.migrate(connection)
        except BaseException:
            if store is not None:
                store.close()
            elif lock is not None:
                lock.release()
            raise
        return store

    def lost(self) -> str:
        """Return what became of the database's file, if it is no longer the same file."""
        path = self._address.path
        if path is None or _file_id(path) == self._file:
            return ""
        fate = "replaced" if path.exists() else "deleted"
        return f"the database {self._address.place} was {fate} while the server used it"

    def close(self) -> None:
        """Close the database, and release its lock."""
        self._connection.close()
        while self._beating:
            _drop(self._beating.pop())
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def read(
        self,
        query: Callable[Concatenate[sa.Connection, _P], _T],
        /,
        *args: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        """Run a query, which gets a connection; pages of the league are read this way."""
        with self._failures(), self._engine.connect() as connection:
            return query(connection, *args, **named)

    count_people = _read(people.count)
    person_of_key = _read(people.person_of_key)
    person = _read(people.person)
    person_named = _read(people.person_named)
    name_free = _read(people.name_free)
    keys = _read(people.keys_of)
    blocks = _read(people.blocks_of)
    export = _read(personal_data.export)
    register = _write(people.register)
    link = _write(people.link)
    unlink = _write(people.unlink)
    save_settings = _write(people.save_settings)
    delete_person = _write(personal_data.delete)
    block = _write(people.block)
    unblock = _write(people.unblock)

    forget_friend = _write(friends.forget)
    join = _write(joining.join)
    last_game_of_guest = _read(friends.last_game_of_guest)
    friends = _read(friends.friends_of)

    reports = _read(people.recent_reports)
    is_secretary = _read(people.is_secretary)
    set_secretary = _decision(secretary.set_secretary)
    bans = _read(people.bans_in_force)
    report = _write(people.report)
    drop_reports = _write(people.drop_reports)
    ban = _write(people.ban)
    unban = _write(people.unban)

    game = _read(games.game)
    recent_games = _read(games.recent)
    close_link = _write(games.close_link)
    games_against_computers = _read(games.against_computers)
    seats_since = _read(games.seats_since)
    drop_guests = _write(games.drop_guests)
    running_tables = _read(nodes.running_tables)

    begin_try = _write(tries.begin)
    tries_of = _read(tries.of_day)
    best_record = _read(tries.best_record)

    private_link = _write(links.link_of)
    drop_link = _write(links.unlink)
    person_behind = _read(links.person_behind)

    known_hooks = _read(calls.known_hooks)
    open_seeks = _read(calls.open_seeks)
    call_names = _read(calls.names_allowed)
    begin_calls = _write(calls.begin)
    offer_calls = _write(calls.offer)
    end_calls = _write(calls.end)
    claim_call = _write(calls.claim)
    settle_call = _write(calls.settle)
    forget_calls = _write(calls.forget)

    answer_puzzle = _write(puzzles.answer)
    puzzle_shifts = _read(puzzles.shifts)

    vacations = _read(personal_data.all_vacations)
    set_vacation = _write(personal_data.set_vacation)
    mailboxes = _read(personal_data.all_mailboxes)
    set_mailbox = _write(personal_data.set_mailbox)
    remove_mailbox = _write(personal_data.remove_mailbox)
    may_mail = _write(personal_data.may_mail)
    last_alive = _read(personal_data.last_alive)
    note_alive = _write(personal_data.note_alive)
    last_backup = _read(personal_data.last_backup)
    note_backup = _write(personal_data.note_backup)

    league = _read(ratings.snapshot)
    league_after = _read(ratings.after_game)
    all_seasons = _read(ratings.season_rows)
    ratings = _read(ratings.stored_ratings)
    player_names = _read(tables.names)
    follows = _read(profiles.followed_by)
    follow = _write(profiles.follow)
    unfollow = _write(profiles.unfollow)

    all_championships = _read(championships.all_championships)
    all_nights = _read(running.all_nights)

    recompute = _decision(recompute.recompute)
    doors = _read(entrance.state_of_doors)
    set_doors = _decision(entrance.set_doors)
    invite = _write(entrance.invite)
    invitations = _read(entrance.open_invitations)
    withdraw_invitation = _write(entrance.withdraw)
    let_in = _write(entrance.let_in)
    is_invited = _read(entrance.is_invited)
    filed_reports = _read(secretary.filed_reports)
    settle_report = _decision(secretary.settle_report)
    bring_in_championship = _decision(imports.bring_in_championship)
    bring_in_ratings = _decision(imports.bring_in_ratings)
    brought_in = _read(imports.all_imports)
    bring_in = _decision(imports.bring_in)
    take_out = _decision(imports.take_out)
    note_seen = _write(people.note_seen)
    account_lines = _read(secretary.account_lines)
    account_page = _read(secretary.account_page)
    rename_account = _decision(secretary.rename_account)
    merge_accounts = _decision(secretary.merge_accounts)
    delete_account = _decision(secretary.delete_account)
    note_order = _write(people.note_decision)
    audit = _read(people.recent_decisions)
    open_season = _decision(seasons.open_season)
    change_season = _decision(seasons.change_season)
    delete_season = _decision(seasons.delete_season)
    close_season = _decision(seasons.close_season)
    reopen_season = _decision(seasons.reopen_season)
    draw_championship = _decision(decisions.draw_championship)
    delete_championship = _decision(decisions.delete_championship)
    enter_result = _decision(championships.enter_result)
    reinstate_player = _decision(championships.reinstate)
    take_back_result = _decision(championships.take_back)
    results = _read(decisions.results)
    _correct = _decision(decisions.correct)

    def correct(self, trial: bool, /, game: str, verdict: str, decision: AuditRow) -> list[str]:
        """Correct the result of a game; a trial rates nothing again, which would take long."""
        return self._correct(trial, game, verdict, decision, rerating=not trial)

    def write(self, writes: Sequence[Write]) -> None:
        """Store writes in order; nothing of them, if another server runs a table: `Lost`."""
        with self._failures(), self._connection.writing() as connection:
            rated = any(isinstance(write, KeepGame) and write.game.rated for write in writes)
            if self._shared and rated:
                one_at_a_time(connection)  # ratings follow from all games before
            running.apply(connection, self.node, writes)

    def adopt_tables(self) -> list[RunningTable]:
        """Become the owner of every open table; earlier owners can store nothing more there."""
        with self._failures(), self._connection.writing(patient=True) as connection:
            return running.adopt(connection, self.node)

    # several processes

    def join_nodes(self, name: str, version: str, lease: float) -> None:
        """Enter the list of nodes, for the seconds of a lease."""
        with self._failures(), self._engine.begin() as connection:
            nodes.limit(connection, lease / 2, "LOCAL")  # it never waits for half a lease
            nodes.join(connection, self.node, name, version, lease)

    def rejoin(self, name: str, version: str, lease: float) -> None:
        """Enter the list again under a new id; other nodes own the old one's tables."""
        self.node = secrets.token_hex(8)
        self.join_nodes(name, version, lease)

    def beat(self, lease: float) -> Beat:
        """Renew this node's lease, beside all that is being written, and list the nodes."""
        with self._failures():
            connection = self._beating.pop() if self._beating else self._to_beat(lease)
            try:
                beat = nodes.beat(connection, self.node, lease)
            except BaseException:
                _drop(connection)
                raise
            self._beating.append(connection)
            return beat

    def _to_beat(self, lease: float) -> sa.Connection:
        """Connect for beats: each is a transaction, and never waits for half a lease."""
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            nodes.limit(connection, lease / 2, "SESSION")
        except BaseException:
            _drop(connection)
            raise
        return connection

    def strike(self) -> tuple[str, ...]:
        """Remove the nodes whose leases have ended; return their ids."""
        with self._failures(), self._engine.begin() as connection:
            return nodes.strike(connection)

    nodes_are_late = _read(nodes.are_late)
    leave_nodes = _of_node(nodes.leave)
    set_draining = _of_node(nodes.drain)
    adopt_orphans = _of_node(nodes.adopt_orphans)
    take = _of_node(nodes.take)
    running_table = _read(nodes.read)
    tables_besides = _read(nodes.tables_besides)
    owner_of = _read(nodes.owner_of)
    table_under = _read(nodes.table_under)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Raise a StoreError that says what to do in place of what a library raises."""
        try:
            yield
        except _ANSWERS:
            raise
        except Exception as error:
            raise explain(error, self._address.place) from None

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the database to a new file while it is in use, or name the command of PostgreSQL."""
        database.copy(self._address, Path(path))


def _drop(connection: sa.Connection) -> None:
    """Close a connection that is set up for something of its own, not for others to use."""
    with suppress(sa.exc.SQLAlchemyError):
        connection.invalidate()
    connection.close()


def _locked(address: Address, path: Path) -> FileLock:
    """Lock an SQLite file, and inspect it before anything can change it."""
    if not path.parent.is_dir():
        raise StoreError(f"the folder {path.parent} is not there: make it", address.place)
    if path.exists() and not path.is_file():
        raise StoreError("this is not a file: name another one", address.place)
    lock = FileLock(path)
    try:
        database.look(address)
    except BaseException:
        lock.release()
        raise
    return lock


def _file_id(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file, or nothing if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
