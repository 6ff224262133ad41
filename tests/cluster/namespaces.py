"""Nodes in network namespaces: the link to the broker and the database can be cut.

Each has two links, one for its players and one for the rest, so a node that is cut off keeps its
players. It takes Linux, ``ip`` and the right to make namespaces.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

_LINKS: Final = {"p": 77, "o": 78}
"""The networks of the links: one for players, one to the other processes."""


class NoNamespaces(Exception):
    """Namespaces cannot be made here; the text says why."""


def _ip(*words: str) -> None:
    """Run ``ip``.

    Raises:
        NoNamespaces: it is missing, or refuses.
    """
    if shutil.which("ip") is None:
        raise NoNamespaces("the program ip (iproute2) is missing")
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False, timeout=30)
    if done.returncode != 0:
        raise NoNamespaces(f"ip {' '.join(words)}: {done.stderr.strip()}")


@dataclass(frozen=True, slots=True)
class Namespace:
    """A network namespace with a link for players, and one to the other processes."""

    number: int

    @property
    def name(self) -> str:
        """What ``ip netns`` calls it."""
        return f"cuttle-{os.getpid()}-{self.number}"

    @property
    def host(self) -> str:
        """The address at which players reach what runs in it."""
        return f"10.77.{self.number}.2"

    @property
    def outside(self) -> str:
        """The address at which what runs in it reaches this machine, while its link is whole."""
        return f"10.78.{self.number}.1"

    @property
    def words(self) -> list[str]:
        """What comes before a command that is to run in it."""
        return ["ip", "netns", "exec", self.name]

    def _link(self, kind: str) -> str:
        return f"c{kind}{os.getpid() % 10**6}-{self.number}"  # at most 15 characters

    def make(self) -> None:
        """Make it and its links.

        Raises:
            NoNamespaces: that is not possible here.
        """
        _ip("netns", "add", self.name)
        _ip("-n", self.name, "link", "set", "lo", "up")
        for kind, net in _LINKS.items():
            outer, inner = self._link(kind), f"in-{kind}"
            _ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", self.name)
            _ip("addr", "add", f"10.{net}.{self.number}.1/30", "dev", outer)
            _ip("link", "set", outer, "up")
            _ip("-n", self.name, "addr", "add", f"10.{net}.{self.number}.2/30", "dev", inner)
            _ip("-n", self.name, "link", "set", inner, "up")

    def remove(self) -> None:
        """Remove it, its links first: they would stay for a moment after it, with their names."""
        for kind in _LINKS:
            _ip("link", "del", self._link(kind))
        _ip("netns", "del", self.name)

    def cut(self) -> None:
        """Lose every packet between it and the broker and the database."""
        _ip("link", "set", self._link("o"), "down")

    def mend(self) -> None:
        """Let packets through again."""
        _ip("link", "set", self._link("o"), "up")


@contextmanager
def namespaces(count: int) -> Iterator[list[Namespace]]:
    """Make namespaces, numbered from 1, and remove them.

    Raises:
        NoNamespaces: that is not possible here.
    """
    with ExitStack() as stack:
        made = []
        for number in range(1, count + 1):
            made.append(Namespace(number))
            made[-1].make()
            stack.callback(made[-1].remove)
        yield made
