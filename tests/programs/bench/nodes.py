"""Hold the processes of a cluster that is measured, and read what each costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from typing import Any, Final, Self

from tests.cluster.processes import Broker, a_cluster_of_postgres, broker
from tests.programs.bench.subject import cpu_seconds, family
from tests.server.store.postgres import Postgres

_PATIENCE: Final = 60.0
"""Seconds until what does not come is given up."""
_PART: Final = 65536
"""Bytes that are read at a time."""
_OFTEN: Final = 0.05
"""Seconds between two looks."""


class NodeProcess:
    """A node in a process of its own; orders may be given to several before they answer."""

    def __init__(self, name: str, database: str, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.programs.bench.node_under_test", name, database, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._said = b""
        """What was read and is no whole line yet."""
        self.name = name
        self.id = ""
        """Its id in the cluster, once it is in."""

    def enter(self) -> None:
        """Wait until it is in the cluster."""
        self.answer()
        self.id = self.ask("look")["id"]

    def order(self, what: str, **arguments: object) -> Self:
        """Give an order; its answer must be read."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"do": what, **arguments}).encode() + b"\n")
        return self

    def answer(self) -> dict[str, Any]:
        """Read the answer to the oldest order that was not answered.

        Raises:
            RuntimeError: the node has ended.
            TimeoutError: it does not answer.
        """
        assert self._process.stdout
        latest = time.monotonic() + _PATIENCE
        while b"\n" not in self._said:
            left = max(0.0, latest - time.monotonic())
            if not select([self._process.stdout], [], [], left)[0]:
                raise TimeoutError(f"node {self.name} does not answer")
            part = os.read(self._process.stdout.fileno(), _PART)
            if not part:
                raise RuntimeError(f"node {self.name} ended")
            self._said += part
        line, _, self._said = self._said.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, what: str, **arguments: object) -> dict[str, Any]:
        """Give an order, and wait for its answer."""
        return self.order(what, **arguments).answer()

    @property
    def cpu(self) -> float:
        """Processor time used so far, in seconds, in all threads."""
        return cpu_seconds(self._process.pid)

    def kill(self) -> None:
        """End at once, as in a crash."""
        with self._process:  # which closes the pipes
            self._process.kill()

    def end(self) -> None:
        """End in order, for there are no more orders; at once if that takes too long."""
        assert self._process.stdin
        self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        with self._process:
            pass


class Cluster:
    """Some nodes with their database and their broker."""

    def __init__(self, postgres: Postgres, nats: Broker) -> None:
        self._postgres = postgres
        self._nats = nats
        self._database = postgres.database()
        self._made = 0
        self.nodes: list[NodeProcess] = []

    def add(self, count: int = 1) -> list[NodeProcess]:
        """Start nodes, and wait until all know each other."""
        names = [f"n{number}" for number in range(self._made + 1, self._made + 1 + count)]
        self._made += count
        new = [NodeProcess(name, self._database, self._nats.url) for name in names]
        self.nodes += new
        for node in new:
            node.enter()
        self.until(lambda: all(look["nodes"] == len(self.nodes) for look in self.looks()))
        return new

    def kill(self, node: NodeProcess) -> float:
        """End a node as in a crash; return when, by `time.monotonic`."""
        self.nodes.remove(node)
        now = time.monotonic()
        node.kill()
        return now

    def end(self, node: NodeProcess) -> None:
        """End a node in order."""
        self.nodes.remove(node)
        node.end()

    def close(self) -> None:
        """End all nodes in order."""
        while self.nodes:
            self.end(self.nodes[0])

    def looks(self) -> list[dict[str, Any]]:
        """Ask every node how it stands."""
        return all_ask(self.nodes, "look")

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so.

        Raises:
            TimeoutError: it never was.
        """
        latest = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > latest:
                raise TimeoutError("what should happen in a cluster did not")
            time.sleep(_OFTEN)

    # what it costs

    @property
    def broker_cpu(self) -> float:
        """Processor time of the broker so far, in seconds."""
        assert self._nats.process is not None
        return cpu_seconds(self._nats.process.pid)

    def backends(self) -> dict[int, float]:
        """Return the processor time of every process of the database, in seconds."""
        file = self._postgres.folder / "data" / "postmaster.pid"
        pids = family(int(file.read_text().split("\n", 1)[0]))
        return {pid: cpu_seconds(pid) for pid in pids if Path(f"/proc/{pid}/stat").exists()}

    # tables

    def seat(self, doors: list[NodeProcess], tables: int) -> None:
        """Open tables between two doors, half of them at each, and have all begin."""
        for opener, joiner in (doors, doors[::-1]):
            codes = opener.ask("open", count=tables // 2)["codes"]
            joiner.ask("join", codes=codes)
        self.until(lambda: all(_all_play(look) for look in all_ask(doors, "look")))

    def spread(self, owners: list[NodeProcess]) -> None:
        """Give the tables of all other nodes to some, in turn, and wait until they are there."""
        ids = [node.id for node in owners]
        for node in self.nodes:
            if node not in owners:
                node.ask("give", to=ids)
        self.until(lambda: all(look["elsewhere"] == look["seats"] for look in self.looks()))


def _all_play(look: dict[str, Any]) -> bool:
    return bool(look["playing"] == look["seats"])


def all_ask(nodes: Iterable[NodeProcess], what: str, **arguments: object) -> list[dict[str, Any]]:
    """Give several nodes an order at once, and wait for all answers."""
    return [node.answer() for node in [node.order(what, **arguments) for node in nodes]]


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a database and a broker; nodes are added as they are wanted."""
    with ExitStack() as stack:
        postgres = stack.enter_context(a_cluster_of_postgres())
        made = Cluster(postgres, stack.enter_context(broker()))
        stack.callback(made.close)
        yield made
