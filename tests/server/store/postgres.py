"""A real PostgreSQL for the tests, in a temporary directory, as an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg

from server.store.store import Store

_ROOT: Final = Path("/usr/lib/postgresql")
_USERS: Final = ("postgres", "nobody")
_OPTIONS: Final = "-c fsync=off -c max_connections=200"
_IN_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 1_000_000_000
"""Bytes that clusters of several processes may take in memory."""
PASSWORD: Final = "s3cr3t-word"


def binaries() -> Path | None:
    """Find the newest PostgreSQL that is installed."""
    found = sorted(_ROOT.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


def _other_user() -> list[str]:
    """Give the words before a command that make it run as somebody who is not root."""
    if os.geteuid() != 0:
        return []
    user = next(user for user in map(_user, _USERS) if user is not None)
    groups = ["--regid", str(user.pw_gid), "--clear-groups"]
    return ["setpriv", "--reuid", str(user.pw_uid), *groups]


def _user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _place() -> Path | None:
    """Find memory for a cluster's thousands of files, if there is enough: a disk is slow to delete.

    Return nothing if the temporary folder has to do.
    """
    there = os.access(_IN_MEMORY, os.W_OK)
    return _IN_MEMORY if there and shutil.disk_usage(_IN_MEMORY).free >= _ROOM else None


_NO_PORT: Final = "-c listen_addresses=''"


class Postgres:
    """A cluster that can be stopped and started; who has the password is ``cautious``."""

    def __init__(self, path: Path, port: int = 0) -> None:
        """Make it and start it.

        Args:
            path: where its programs are.
            port: where it listens for everybody on this machine's networks; by default it has
                only a socket in its folder.
        """
        self._path = path
        self._port = port
        self._as = _other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="cuttle-pg-", dir=_place()))
        if self._as:
            shutil.chown(self.folder, *map(int, (self._as[2], self._as[4])))
        self._run("initdb", "-D", self._data, "-U", "cuttle", "--auth=trust", "-N", "-E", "UTF8")
        self._ask_cautious_for_password()
        self._made = 0
        self._model = ""
        """The database that others are copied from."""
        self.start()
        self.execute(f"CREATE ROLE cautious LOGIN PASSWORD '{PASSWORD}'")

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _ask_cautious_for_password(self) -> None:
        file = self.folder / "data" / "pg_hba.conf"
        more = "host all all 10.78.0.0/16 trust\n" if self._port else ""
        file.write_text("local all cautious scram-sha-256\n" + file.read_text() + more)

    def _run(self, tool: str, *args: str) -> None:
        done = subprocess.run(
            [*self._as, str(self._path / tool), *args],
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        listen = f"-c listen_addresses='*' -c port={self._port}" if self._port else _NO_PORT
        log, options = str(self.folder / "log"), f"{_OPTIONS} {listen} -k {self.folder}"
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", log, "-o", options)

    def stop(self) -> None:
        """Stop at once, as in a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", self._data)

    def remove(self) -> None:
        """Stop and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder)

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement as the owner of everything."""
        with psycopg.connect(
            host=str(self.folder),
            port=self._port or None,
            user="cuttle",
            dbname=database,
            autocommit=True,
        ) as connection:
            connection.execute(statement.encode())

    def database(self) -> str:
        """Make a database of its own for a test, and give its URL."""
        self._made += 1
        name = f"test{self._made}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def ready_database(self) -> str:
        """Make a database that has its tables, as a copy of one made once; give its URL."""
        if not self._model:
            self._model = "model"
            self.execute(f"CREATE DATABASE {self._model}")
            Store.open(self.url(self._model)).close()
        self._made += 1
        name = f"test{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {self._model}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database that was made for a test."""
        name = url.partition("@/")[2].partition("?")[0]
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, database: str, login: str = "cuttle") -> str:
        """Write the URL of a database here."""
        port = f"&port={self._port}" if self._port else ""
        return f"postgresql://{login}@/{database}?host={quote(str(self.folder), safe='')}{port}"

    def url_at(self, host: str, database: str) -> str:
        """Write the URL of a database, by a network and the port."""
        return f"postgresql://cuttle@{host}:{self._port}/{database}"
