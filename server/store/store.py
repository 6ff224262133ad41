"""The store: everything the server must not forget, each method one transaction."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from server.store import backup, games, moderation, people, running, schema
from server.store.address import Address, engine, parse
from server.store.errors import KeyTaken, LastKey, NameTaken, NoSuchPerson, StoreError
from server.store.explain import explain
from server.store.lock import FileClaim, Pen, advisory
from server.store.values import Ban, GameRow, Key, Person, Report, RunningTable, Write

_P = ParamSpec("_P")
_T = TypeVar("_T")
_ANSWERS = (NameTaken, KeyTaken, LastKey, NoSuchPerson)
"""What is no trouble with the database, but the answer to a wrong question."""


class Store:
    """A database that is claimed, of the newest version, and safe to use from any thread.

    Every method raises StoreError when the database fails.
    """

    def __init__(self, address: Address, claim: FileClaim | None) -> None:
        self._address = address
        self._claim = claim
        self._engine = engine(address)
        self._pen = Pen(self._engine, None if claim else advisory)
        self._file: tuple[int, int] | None = None
        """Which file was opened."""

    @classmethod
    def open(cls, url: str) -> Store:
        """Claim a database and bring it to the newest version; an SQLite file is made if need be.

        Args:
            url: ``sqlite:////folder/cuttle.db`` or ``postgresql://user@host/database``.

        Raises:
            StoreError: it cannot be used, is foreign or too new, or another server uses it.
        """
        address = parse(url)
        try:
            return cls._opened(address)
        except Exception as error:
            raise explain(error, address.place) from None

    @classmethod
    def _opened(cls, address: Address) -> Store:
        claim = None if address.path is None else _claimed(address, address.path)
        store = None
        try:
            store = cls(address, claim)
            store._prepare()
        except BaseException:
            if store is not None:
                store.close()
            elif claim is not None:
                claim.release()
            raise
        return store

    def _prepare(self) -> None:
        if self._address.path is not None:
            _make_file(self._address.path)
            self._file = _file_id(self._address.path)
        with self._pen.writing() as connection:
            schema.check(connection, self._address.place)
            schema.migrate(connection)

    def lost(self) -> str:
        """Return what became of the database's file, if it is not the one that was opened."""
        path = self._address.path
        if path is None or _file_id(path) == self._file:
            return ""
        fate = "replaced" if path.exists() else "deleted"
        return f"the database {self._address.place} was {fate} while the server used it"

    def close(self) -> None:
        """Let the database go."""
        self._pen.close()
        self._engine.dispose()
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _read(
        self,
        ask: Callable[Concatenate[sa.Connection, _P], _T],
        *args: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        try:
            with self._engine.connect() as connection:
                return ask(connection, *args, **named)
        except _ANSWERS:
            raise
        except Exception as error:
            raise explain(error, self._address.place) from None

    def _write(
        self,
        do: Callable[Concatenate[sa.Connection, _P], _T],
        *args: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        try:
            with self._pen.writing() as connection:
                return do(connection, *args, **named)
        except _ANSWERS:
            raise
        except Exception as error:
            raise explain(error, self._address.place) from None

    # people

    def person_of_key(self, fingerprint: str) -> Person | None:
        """Find who comes in with a key."""
        return self._read(people.person_of_key, fingerprint)

    def person(self, id: str) -> Person | None:
        """Find a person by id."""
        return self._read(people.person, id)

    def person_named(self, name: str) -> Person | None:
        """Find a person by a name that looks like theirs."""
        return self._read(people.person_named, name)

    def name_free(self, name: str) -> bool:
        """Tell whether nobody has this name or one that looks like it."""
        return self._read(people.name_free, name)

    def register(self, name: str, fingerprint: str) -> Person:
        """Make an account of a name and a first key.

        Args:
            name: as ``names.check_name`` gave it.
            fingerprint: of the key with which they came in.

        Raises:
            NameTaken: somebody has it, or one that looks like it.
            KeyTaken: somebody comes in with this key.
        """
        return self._write(people.register, name, fingerprint)

    def link(self, person_id: str, fingerprint: str) -> None:
        """Let a person come in with one more key.

        Raises:
            KeyTaken: it is somebody else's.
            NoSuchPerson: nobody has this id.
        """
        self._write(people.link, person_id, fingerprint)

    def keys(self, person_id: str) -> list[Key]:
        """List a person's keys, oldest first."""
        return self._read(people.keys_of, person_id)

    def unlink(self, person_id: str, fingerprint: str) -> None:
        """Take a key from a person.

        Raises:
            LastKey: it is their last one.
        """
        self._write(people.unlink, person_id, fingerprint)

    def save_settings(self, person_id: str, settings: dict[str, Any]) -> None:
        """Replace a person's settings.

        Raises:
            NoSuchPerson: nobody has this id.
        """
        self._write(people.save_settings, person_id, settings)

    def delete_person(self, person_id: str) -> None:
        """Forget a person, their keys, blocks, settings and reports.

        The games they played stay; their name there becomes ``someone``.
        """
        self._write(people.delete, person_id)

    def export(self, person_id: str) -> dict[str, Any]:
        """Gather all that is kept about a person, as plain JSON.

        Raises:
            NoSuchPerson: nobody has this id.
        """
        return self._read(people.export, person_id)

    def block(self, person_id: str, other_id: str) -> None:
        """Keep somebody away from a person.

        Raises:
            NoSuchPerson: nobody has one of the ids.
        """
        self._write(people.block, person_id, other_id)

    def unblock(self, person_id: str, other_id: str) -> None:
        """Take a block back."""
        self._write(people.unblock, person_id, other_id)

    def blocks(self, person_id: str) -> frozenset[str]:
        """Give the ids of whom a person has blocked."""
        return self._read(people.blocks_of, person_id)

    # reports and bans

    def report(self, report: Report) -> None:
        """Keep a complaint."""
        self._write(moderation.report, report)

    def reports(self, limit: int) -> list[Report]:
        """List complaints, newest first."""
        return self._read(moderation.recent_reports, limit)

    def ban(self, ban: Ban) -> None:
        """Ban a key, a name or an address; a new ban takes the place of an older one."""
        self._write(moderation.ban, ban)

    def unban(self, kind: str, value: str) -> bool:
        """Take a ban back; tell whether there was one."""
        return self._write(moderation.unban, kind, value)

    def bans(self) -> list[Ban]:
        """List the bans that have not run out."""
        return self._read(moderation.bans_in_force)

    # games and tables

    def game(self, id: str) -> GameRow | None:
        """Find a kept game."""
        return self._read(games.game, id)

    def recent_games(self, limit: int = 50, person: str | None = None) -> list[GameRow]:
        """List kept games, newest first: of everybody, or those in which a person sat."""
        return self._read(games.recent, limit, person)

    def running_tables(self) -> list[RunningTable]:
        """Give every table that has not been closed, with its entries in order."""
        return self._read(running.running_tables)

    def write(self, writes: Sequence[Write]) -> None:
        """Write in order, all or nothing; to write the same again changes nothing.

        Raises:
            Unstorable: one of them does not fit; to try again is in vain.
        """
        self._write(running.apply, writes)

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the database to a new file while it is in use; SQLite only.

        Raises:
            StoreError: the file is there already or cannot be written; or it is PostgreSQL, and
                the text names the command to use.
        """
        backup.copy(self._address, Path(path))


def _claimed(address: Address, path: Path) -> FileClaim:
    """Claim an SQLite file, and look at it before anything could touch it."""
    if not path.parent.is_dir():
        raise StoreError(f"the folder {path.parent} is not there: make it", address.place)
    if path.exists() and not path.is_file():
        raise StoreError("this is no file: name another one", address.place)
    claim = FileClaim(path)
    try:
        backup.look(address)
    except BaseException:
        claim.release()
        raise
    return claim


def _file_id(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from every other one, or nothing if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_file(path: Path) -> None:
    """Make a database file for its owner alone; SQLite gives its companions the same rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
