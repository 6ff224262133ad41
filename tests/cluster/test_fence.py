"""A node that does not know that another one runs its table acknowledges nothing there.

The database refuses the node's beats, and the broker is away: it neither renews its lease nor hears
that its table has gone. All else works for it, so it plays on where it stood. The fence alone holds
up what it then stores; the same game without the fence shows that nothing else does.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.cluster.players import OpenSSH, players
from tests.cluster.processes import Broker, Node, a_cluster_of_postgres, broker, nodes, wait_until
from tests.server.store.postgres import Postgres, binaries
from tests.whole import some, takes_longer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    takes_longer,
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here"),
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh client here"),
]

_ADOPTED: Final = "1 tables of a node that is gone go on here"
_REFUSED: Final = "writes are not stored"
_CONCEDED: Final = "you conceded"
_BOTH: Final = pytest.mark.parametrize(
    "stopped", some([pytest.param(True, id="stopped"), pytest.param(False, id="cut off")], 2)
)
"""The late node runs all the time, or is stopped until the other one has taken its table over."""


@dataclass
class Two:
    """Two nodes, of which one can be left without a lease."""

    late: Node
    other: Node
    base: Postgres
    database: str
    carrier: Broker

    def end_lease(self) -> None:
        """Let nothing reach the late node by which it keeps its lease, or learns of the others."""
        self.carrier.kill()
        self.base.execute("REVOKE UPDATE ON nodes FROM late", self.database)

    def mend(self) -> None:
        """Let it learn what has happened."""
        self.base.execute("GRANT UPDATE ON nodes TO late", self.database)
        self.carrier.start()


@contextmanager
def two_nodes(module: str) -> Iterator[Two]:
    """Run two nodes; the late one has a role of its own in the database."""
    with a_cluster_of_postgres() as base, broker() as carrier:
        url = base.ready_database()
        database = url.partition("@/")[2].partition("?")[0]
        base.execute("CREATE ROLE late LOGIN")
        for kind in ("TABLES", "SEQUENCES"):
            base.execute(f"GRANT ALL ON ALL {kind} IN SCHEMA public TO late", database)
        spaces = [(None, base.url(database, "late"), carrier.url), (None, url, carrier.url)]
        with nodes(2, module=module, spaces=spaces) as (late, other):
            yield Two(late, other, base, database, carrier)


async def _until(condition: Callable[[], bool], why_not: Callable[[], str]) -> None:
    await asyncio.to_thread(wait_until, condition, why_not)


async def _deal(ann: OpenSSH, bob: OpenSSH) -> None:
    """Begin a game at ann's node, in which bob is to move."""
    code = (await ann.say("open standard", r"join ([A-Z2-9]{4})")).group(1)
    bob.type(f"join {code}")
    await ann.until("bob is ready")
    ann.type("ready")
    first = await bob.until(r"(You go|ann goes) first")
    if not first[1].startswith("You"):
        await ann.say("draw", "You drew")
    await bob.until(r"(?m)^Type a number")


async def _conceded_at(two: Two, folder: Path, *, stopped: bool) -> bool:
    """Concede at the late node while the other one plays on; return whether that was acknowledged.

    The game goes on in any case, as it is stored: the concession is not.
    """
    async with players(folder, (two.late, "ann"), (two.other, "bob")) as (ann, bob):
        await _deal(ann, bob)
        two.end_lease()
        if stopped:
            two.late.signal(signal.SIGSTOP)
        await _until(lambda: _ADOPTED in two.other.said, lambda: two.other.said)
        await bob.say("draw", "You drew")
        ann.type("concede")
        ann.type("yes")
        if stopped:
            two.late.signal(signal.SIGCONT)
        await _until(
            lambda: _CONCEDED in ann.text or _REFUSED in two.late.said,
            lambda: f"{ann.text}\n{two.late.said}",
        )
        two.mend()
        await ann.until(r"(?ms)bob drew a card.*^Type a number")
        shown = len(bob.text)
        await ann.say("draw", "You drew")
        await bob.until("ann drew a card", shown)
        return _CONCEDED in ann.text


@_BOTH
async def test_without_the_fence_a_player_is_told_what_is_stored_nowhere(
    tmp_path: Path, *, stopped: bool
) -> None:
    with two_nodes("tests.programs.cluster.unfenced") as two:
        assert await _conceded_at(two, tmp_path, stopped=stopped)


@_BOTH
async def test_with_the_fence_nothing_is_acknowledged_that_is_not_stored(
    tmp_path: Path, *, stopped: bool
) -> None:
    with two_nodes("server.cli") as two:
        assert not await _conceded_at(two, tmp_path, stopped=stopped)
        assert _REFUSED in two.late.said
