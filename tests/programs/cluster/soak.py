"""Games over several nodes while nodes, broker and database fail: `make soak-cluster`.

Pairs of players in plain mode, at different nodes, play one game after the other by chance. After
each game they compare what they were shown as it happened with the log of the table, which follows
from what is stored: every action that was acknowledged must be there once, in this order, and
nothing else may have been shown.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

import asyncssh

from tests.cluster.namespaces import NoNamespaces, namespaces
from tests.cluster.processes import Broker, Node, a_cluster_of_postgres, broker, nodes
from tests.ports import lasting_port
from tests.server.store.postgres import Postgres

LEASE: Final = 5.0
"""Seconds; see `server.cluster.options`."""
PATIENT: Final = LEASE + 2.0
"""Seconds after which a table must go on when its node has gone."""
_SLACK: Final = 3.0
"""Seconds more on a machine whose few cores all nodes share: processes start meanwhile."""
_EVERY: Final = 0.01
_LOBBY: Final = "You are in the lobby."
_SHOWN: Final = 1_500
"""Characters of a finding that are printed."""
_ALONE: Final = "obody is left to play with"
_HAND: Final = "Your hand"
_NO_ANSWER: Final = "The server of that table does not answer"
_FORFEITS: Final = "Leaving forfeits this game."
_IDLE: Final = 1.5
"""Seconds after which players look what is to be done, when nothing happens."""
_TYPED: Final = 5.5
"""Seconds after which they type again what nobody has answered; plain mode waits for five."""
_ASKED: Final = re.compile(
    r"^Type (?:a number from 1 to |(?P<many>\d+) numbers from 1 to )?(?P<most>\d+)\.$", re.MULTILINE
)
_AGAIN: Final = "Type ready to play again"
_ENDED: Final = re.compile(r"won|draw\b|stalemate|Stalemate|conceded")
"""How the last line of a log reads."""
_DEALT: Final = re.compile(r"^(You go|\S+ goes) first\.$", re.MULTILINE)
_ACTION: Final = re.compile(
    r"^(You|\w+-\d+) (played|drew|scuttled|stole|gave|countered|took|discarded|passed)\b",
    re.MULTILINE,
)
"""Lines that tell what somebody has done, and that are in the log of a game."""


@dataclass
class Findings:
    """What was seen."""

    games: int = 0
    acknowledged: int = 0
    """Actions that their players were shown as done, and that were looked for in the log."""
    unknown: list[str] = field(default_factory=list)
    """What was shown, and is not in the log, or not so often, or not in this order."""
    missed: list[str] = field(default_factory=list)
    """What is in the log, and was not shown to a player who was there from the deal to the end."""
    waits: list[float] = field(default_factory=list)
    """Seconds between a fault and the moment when every table had gone on."""
    restarts: int = 0
    stuck: list[str] = field(default_factory=list)
    """What players had read last whose tables did not go on, or stood still for too long."""
    traces: list[str] = field(default_factory=list)
    """Errors that nodes have written."""

    @property
    def wrong(self) -> list[str]:
        """What must not be."""
        late = [f"a table stood still for {wait:.1f} s" for wait in self.waits if wait > LATEST]
        return [*self.unknown, *self.missed, *self.traces, *self.stuck, *late]

    def __str__(self) -> str:
        waits = sorted(self.waits) or [0.0]
        return "\n".join(
            (
                f"games: {self.games}",
                f"acknowledged: {self.acknowledged}",
                f"restarts: {self.restarts}",
                f"not_in_the_log: {len(self.unknown)}",
                f"not_shown: {len(self.missed)}",
                f"takeover_median_s: {waits[len(waits) // 2]:.2f}",
                f"takeover_max_s: {waits[-1]:.2f}",
                f"errors: {len(self.traces)}",
            )
        )


LATEST: Final = PATIENT + _SLACK


def subsequence(shown: list[str], log: list[str]) -> list[str]:
    """Return the lines that were shown and are not in the log after those before them."""
    unknown, at = [], 0
    for line in shown:
        if line in log[at:]:
            at = log.index(line, at) + 1
        else:
            unknown.append(line)
    return unknown


class Seat:
    """A player who comes back whenever their connection is lost."""

    def __init__(
        self, name: str, address: str, doors: Callable[[], Node], chance: random.Random
    ) -> None:
        self.name = name
        self._address = address
        """Where the player comes from, if the nodes are at this machine's own address."""
        self.text = ""
        """What was read since the player came, or since the last game."""
        self.moved = time.monotonic()
        """When something that somebody had done, or the end of a game, was shown last."""
        self.here = asyncio.Event()
        self.door: Node | None = None
        """Where the player is connected."""
        self.typed = 0.0
        """When the player typed last."""
        self.silent = False
        """Whether the player leaves questions open for now."""
        self._doors = doors
        self._chance = chance
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self._asked = 0
        self._input: asyncssh.SSHWriter[str] | None = None
        self._began: asyncssh.SSHWriter[str] | None = None
        """The connection on which the last game was asked for."""

    async def run(self) -> None:
        """Come, and come again, until cancelled."""
        while True:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                await self._stay(self._doors())
            self.here.clear()
            self._input = None
            await asyncio.sleep(_EVERY * 10)

    async def _stay(self, door: Node) -> None:
        options = asyncssh.SSHClientConnectionOptions(
            client_keys=[self._key], known_hosts=None, username=self.name, login_timeout=5
        )
        local = (self._address, 0) if door.host == "127.0.0.1" else None
        async with (
            asyncssh.connect(door.host, door.port, local_addr=local, options=options) as connection,
            connection.create_process("plain", term_type=None) as process,
        ):
            self.text, self._asked, self._input = "", 0, process.stdin
            self.door = door
            self.here.set()
            while text := await process.stdout.read(1 << 14):
                self.text += text
                if _ACTION.search(text) or _AGAIN in text:
                    self.moved = time.monotonic()

    def hang_up(self) -> None:
        """Lose the connection, and come back."""
        if self._input is not None:
            self._input.channel.get_connection().abort()

    def begin(self, *, game: bool) -> None:
        """Forget what was read; a game begins, or something else."""
        self.text, self._asked = "", 0
        self._began = self._input if game else None

    @property
    def stayed(self) -> bool:
        """Whether the player was there from the deal."""
        dealt = _DEALT.search(self.text) is not None
        return dealt and self._began is not None and self._began is self._input

    def type(self, line: str) -> None:
        """Type a line, if somebody is there to read it."""
        self.typed = time.monotonic()
        if self._input is not None:
            with suppress(OSError, asyncssh.Error):
                self._input.write(f"{line}\n")

    async def until(self, pattern: str, patience: float = 30.0, *, after: int = 0) -> re.Match[str]:
        """Wait until a text was read, after so many characters of this connection."""
        connection = self._input
        try:
            async with asyncio.timeout(patience):
                while (found := re.search(pattern, self.text[after:])) is None:
                    await asyncio.sleep(_EVERY)
                    if self._input is not connection:
                        after = 0
        except TimeoutError:
            raise AssertionError(f"{self.name}: no {pattern!r} in {self.text!r}") from None
        return found

    def answer(self) -> bool:
        """Answer by chance what is asked; return whether something was."""
        found = self._open_questions()
        if not found or self.silent:
            return False
        self._asked = len(self.text)
        many, most = int(found[-1]["many"] or 1), int(found[-1]["most"])
        numbers = self._chance.sample(range(1, most + 1), many)
        self.type(" ".join(map(str, numbers)))
        return True

    @property
    def asked(self) -> bool:
        """Whether a question is open."""
        return bool(self._open_questions())

    @property
    def in_lobby(self) -> bool:
        """Whether the player is at no table, or alone at one."""
        return self.text.rfind(_LOBBY) > self.text.rfind(_HAND) or _ALONE in self.text

    @property
    def over(self) -> bool:
        """Whether the game is over, and no other was dealt."""
        return self.text.rfind(_AGAIN) > self.text.rfind(_HAND)

    @property
    def last(self) -> str:
        """Who it is, where, and what was read last."""
        where = "nowhere" if self.door is None or not self.here.is_set() else self.door.name
        lines = [*dict.fromkeys(self.text[-4000:].splitlines())]
        return f"{self.name} at {where}: {lines[-8:]}"

    def _open_questions(self) -> list[re.Match[str]]:
        return [each for each in _ASKED.finditer(self.text) if each.start() >= self._asked]

    def shown(self) -> list[str]:
        """Return the lines of the last game that belong into its log.

        A game that begins before the last one has ended does not count as another: its players
        were told anew, for what they had seen before was not so.
        """
        games = [part for part in self.text.split(_AGAIN) if _ACTION.search(part)]
        return [line for line in games[-1].splitlines() if _ACTION.match(line)] if games else []


class Pair:
    """Two players and their table."""

    def __init__(self, one: Seat, other: Seat, findings: Findings) -> None:
        self.seats = one, other
        self._findings = findings
        self._nudged = 0.0

    @property
    def moved(self) -> float:
        """When something was shown to both of them last."""
        return min(seat.moved for seat in self.seats)

    @property
    def playing(self) -> bool:
        """Whether they are in the middle of a game."""
        over = any(seat.over or seat.in_lobby for seat in self.seats)
        return not over and all(_HAND in seat.text for seat in self.seats)

    async def meet(self, host: Seat | None) -> None:
        """Sit down at a table of one of them, or of somebody who leaves it to them."""
        one, other = self.seats
        for seat in (*self.seats, host):
            if seat is not None:
                await seat.here.wait()
                await seat.until("Choose a name")
                seat.type(f"name {seat.name}")
                await seat.until(f"(?s)You are {seat.name}\\..*You are {seat.name}\\.")
        opener = host or one
        opener.type("open standard")
        code = (await opener.until(r"join ([A-Z2-9]{4})")).group(1)
        if host is not None:
            one.type(f"join {code}")
            await host.until(f"{one.name} is ready")
            host.type("leave")
            await one.until("left the table|One seat is free")  # or never shown
        other.type(f"join {code}")
        if host is None:
            await one.until(f"{other.name} is ready")
            one.type("ready")
        for seat in self.seats:
            await seat.until(_HAND)

    async def play(self) -> None:
        """Play game after game, and look at each when it is over."""
        while True:
            if not any([seat.answer() for seat in self.seats]):  # noqa: C419
                await asyncio.sleep(_EVERY)
            if time.monotonic() - max(self.moved, self._nudged) > _IDLE:
                await self._nudge()
            if all(seat.over for seat in self.seats):
                await self._look_back()

    async def _nudge(self) -> None:
        """Type again what was typed to a node that has gone; after a game, meet once more.

        Who is cut off after a game has left its table: there is nothing to come back to.
        """
        self._nudged = time.monotonic()
        if any(seat.in_lobby for seat in self.seats):
            with suppress(AssertionError):
                await self._meet_again()
            self._nudged = time.monotonic()  # whoever is led to a table comes there first
            return
        for seat in self.seats:
            if time.monotonic() - seat.typed < _TYPED:
                continue
            seat._asked = 0
            if not seat.shown():
                seat.type("ready")
            if not seat.asked:  # what was asked may have been read before
                seat.type("choices")

    async def _meet_again(self) -> None:
        """Leave and sit down once more, unless the game that was looked for is there again."""
        one, other = self.seats
        for seat in self.seats:
            read = len(seat.text)
            seat.type("leave")
            found = await seat.until(f"{_LOBBY}|{_FORFEITS}|{_HAND}", 5, after=read)
            if found[0] != _LOBBY:
                seat.type("no")
                return
            seat.begin(game=False)
        one.type("open standard")
        found = await one.until(rf"join ([A-Z2-9]{{4}})|{_HAND}|{_NO_ANSWER}", 5)
        if found[1] is None:
            return
        other.type(f"join {found[1]}")
        found = await one.until(f"{other.name} is ready|{_HAND}", 5)
        if found[0] != _HAND:
            one.type("ready")

    async def _look_back(self) -> None:
        for seat in self.seats:
            if not seat.over:  # another was dealt meanwhile
                continue
            shown, before, connection = seat.shown(), len(seat.text), seat._input
            stayed = seat.stayed
            seat.type("log all")
            try:
                log = await self._log_of(seat, before)
            except TimeoutError:
                if seat._input is connection:
                    self._findings.stuck.append(f"no log: {seat.last}")
            else:
                if log:
                    self._compare(seat, shown, log, stayed=stayed)
        self._findings.games += 1
        for seat in self.seats:
            seat.begin(game=True)
            seat.type("ready")

    async def _log_of(self, seat: Seat, before: int) -> list[str]:
        """Return the log that a player asked for; its last line tells how the game ended.

        It is empty if the next game was dealt before it. A node that is frozen meanwhile sends it
        when it goes on.

        Raises:
            TimeoutError: the player was cut off, or nothing came.
        """
        connection = seat._input
        async with asyncio.timeout(3 * LATEST):
            while seat._input is connection:
                lines = seat.text[before:].splitlines()
                ends = [at for at, line in enumerate(lines) if _ENDED.search(line)]
                if ends:
                    return lines[: ends[-1] + 1]
                if any(line.startswith(_HAND) for line in lines):
                    return []
                await asyncio.sleep(_EVERY)
        raise TimeoutError

    def _compare(self, seat: Seat, shown: list[str], log: list[str], *, stayed: bool) -> None:
        self._findings.acknowledged += sum(line.startswith("You ") for line in shown)
        if unknown := subsequence(shown, log):
            self._findings.unknown.append(
                f"{seat.name} was shown {unknown} among {shown}, and the log is {log}"
            )
        told = [line for line in log if _ACTION.match(line)]
        if stayed and (missed := subsequence(told, shown)):
            self._findings.missed.append(
                f"{seat.name} was not shown {missed} of {log}, but {shown}"
            )


class Soak:
    """Some nodes, players at them, and what goes wrong."""

    def __init__(
        self, running: list[Node], carrier: Broker, base: Postgres, pairs: int, seed: int
    ) -> None:
        self.nodes = running
        self.findings = Findings()
        self._broker, self._base = carrier, base
        self._chance = random.Random(seed)
        self._pairs: list[Pair] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._frozen: set[str] = set()
        self._told: set[str] = set()
        places = cycle(range(len(running)))
        for number in range(pairs):
            first = next(places)
            self._pairs.append(self._pair(number, first))

    def _door(self, number: int) -> Callable[[], Node]:
        """Return what finds a node to connect to: always the same, as long as it is there."""

        def find() -> Node:
            there = [node for node in self.nodes if node.running and node.name not in self._frozen]
            wanted = self.nodes[number % len(self.nodes)]
            return wanted if wanted in there else self._chance.choice(there)

        return find

    def _seat(self, name: str, number: int, door: int) -> Seat:
        """Return a player; those of a pair share an address, so that no limit of one is met."""
        address, chance = f"127.0.1.{number + 1}", random.Random(self._chance.random())
        return Seat(f"{name}-{number}", address, self._door(door), chance)

    def _pair(self, number: int, first: int) -> Pair:
        one = self._seat("ann", number, first)
        other = self._seat("bob", number, first + 1)
        return Pair(one, other, self.findings)

    async def begin(self) -> None:
        """Let everybody come and sit down; every other table is at a third node."""
        for number, pair in enumerate(self._pairs):
            host = self._seat("cy", number, number + 2) if number % 2 else None
            people = [seat for seat in (*pair.seats, host) if seat is not None]
            tasks = [asyncio.create_task(seat.run()) for seat in people]
            await pair.meet(host)
            if host is not None:
                tasks.pop().cancel()
            self._tasks += tasks
        self._tasks += [asyncio.create_task(pair.play()) for pair in self._pairs]

    async def end(self) -> None:
        """Send everybody home, and look at what the nodes have written."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for node in self.nodes:
            errors = node.said.split("Traceback (most recent call last)")[1:]
            self.findings.traces += [f"{node.name}: {error.strip()}" for error in errors]

    def new_findings(self) -> list[str]:
        """List what was found wrong since the last time."""
        wrong = self.findings.wrong
        new = [each for each in wrong if each not in self._told]
        self._told.update(wrong)
        return new

    def _in_game(self) -> list[Pair]:
        """List the pairs that are in the middle of a game, and so wait for their table."""
        return [pair for pair in self._pairs if pair.playing]

    async def _all_go_on(self, since: float, waited: list[Pair]) -> float:
        """Wait until something has happened at every table.

        Returns:
            The seconds until the last of the pairs that waited for their table went on.
        """
        waiting, late, told = {*self._pairs}, since, False
        with suppress(TimeoutError):
            async with asyncio.timeout(4 * LATEST):
                while waiting:
                    moved = {pair for pair in waiting if pair.moved >= since}
                    late = max([late, *(pair.moved for pair in moved.intersection(waited))])
                    waiting -= moved
                    if not told and time.monotonic() - since > LATEST:
                        told = True
                        self._note_stuck(waiting.intersection(waited))
                    await asyncio.sleep(_EVERY)
        self._note_stuck(waiting)
        return late - since

    def _note_stuck(self, pairs: Iterable[Pair]) -> None:
        self.findings.stuck += [seat.last for pair in pairs for seat in pair.seats]

    async def kill(self) -> None:
        """End a node as a crash does; start it again once all tables go on.

        Somebody who may be at another node loses their connection as well, and comes back.
        """
        node, waiting = self._chance.choice(self.nodes), self._in_game()
        node.kill()
        self._chance.choice(self._pairs).seats[self._chance.randrange(2)].hang_up()
        began = time.monotonic()
        await asyncio.sleep(1.0)  # what was shown before the fault may still arrive
        self.findings.waits.append(1.0 + await self._all_go_on(began + 1.0, waiting))
        await asyncio.to_thread(node.start)

    async def restart_all(self) -> None:
        """Restart one node after the other: their tables go to the others before they end."""
        for node in self.nodes:
            await asyncio.to_thread(node.stop)
            self.findings.waits.append(await self._all_go_on(time.monotonic(), self._in_game()))
            await asyncio.to_thread(node.start)
            self.findings.restarts += 1

    async def freeze(self) -> None:
        """Stop a node past its lease, and let it go on while others run its tables.

        Its own players answer while it stands: that is the first thing it reads when it goes on,
        before it learns that its lease has ended.
        """
        node = max(self.nodes, key=lambda each: each.tables)
        own = [seat for pair in self._pairs for seat in pair.seats if seat.door is node]
        for seat in own:
            seat.silent = True
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                while sum(seat.asked for seat in own) < (len(own) + 1) // 2:
                    await asyncio.sleep(_EVERY)
        self._frozen.add(node.name)
        node.signal(signal.SIGSTOP)
        for seat in own:
            seat.silent = False
        await asyncio.sleep(self._chance.choice((LEASE + 2.0, 2 * LEASE + 2.0)))
        node.signal(signal.SIGCONT)
        self._frozen.discard(node.name)
        self.findings.waits.append(await self._all_go_on(time.monotonic(), self._in_game()))

    async def cut_off(self) -> None:
        """Cut a node off from the others past its lease, while its players stay with it."""
        node = max(self.nodes, key=lambda each: each.tables)
        assert node.space is not None
        node.space.cut()
        await asyncio.sleep(2 * LEASE)
        node.space.mend()
        self.findings.waits.append(await self._all_go_on(time.monotonic(), self._in_game()))

    async def without_broker(self, seconds: float) -> None:
        """Have the broker away for a while."""
        self._broker.kill()
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self._broker.start)
        self.findings.waits.append(await self._all_go_on(time.monotonic(), self._in_game()))

    async def without_database(self, seconds: float) -> None:
        """Have the database away for a while."""
        await asyncio.to_thread(self._base.stop)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self._base.start)
        self.findings.waits.append(await self._all_go_on(time.monotonic(), self._in_game()))


@contextmanager
def some_nodes(
    count: int, *, fence: bool = True, apart: bool = False
) -> Iterator[tuple[list[Node], Broker, Postgres]]:
    """Run nodes, a broker and a database that can be stopped and started.

    Args:
        count: how many nodes.
        fence: whether they fence what they store; without it they are late (see `late.py`).
        apart: whether each is in a network namespace, so that it can be cut off.

    Raises:
        NoNamespaces: these cannot be made here.
    """
    with ExitStack() as stack:
        made = stack.enter_context(namespaces(count)) if apart else []
        base = stack.enter_context(a_cluster_of_postgres(lasting_port() if apart else 0))
        carrier = stack.enter_context(broker(host="0.0.0.0" if apart else "127.0.0.1"))
        module = "server.cli" if fence else "tests.programs.cluster.late"
        database = base.database()
        name = database.partition("@/")[2].partition("?")[0]
        spaces = [
            (each, base.url_at(each.outside, name), f"nats://{each.outside}:{carrier.port}")
            for each in made
        ]
        running = stack.enter_context(
            nodes(count, database=database, broker=carrier.url, module=module, spaces=spaces)
        )
        yield running, carrier, base


async def soak(
    *,
    kills: int = 0,
    stops: int = 0,
    restarts: int = 0,
    cuts: int = 0,
    outage: float = 0.0,
    pairs: int = 6,
    count: int = 3,
    seed: int = 1,
    fence: bool = True,
    note: Callable[[str], object] = lambda _line: None,
) -> Findings:
    """Play while things fail; return what was seen.

    Args:
        kills: how many nodes are ended as by a crash, one after the other.
        stops: how many are stopped past their lease.
        restarts: how often all nodes are restarted, one after the other.
        cuts: how often a node is cut off from the others, in network namespaces.
        outage: seconds for which the broker and the database are away; 0 for not at all.
        pairs: how many pairs of players.
        count: how many nodes.
        seed: the source of chance.
        fence: whether the nodes fence what they store; without it they are late to learn what
            they have lost (see `late.py`), and the first thing that is lost ends the faults.
        note: takes a line after each fault.
    """
    with some_nodes(count, fence=fence, apart=cuts > 0) as (running, carrier, base):
        played = Soak(running, carrier, base, pairs, seed)
        await played.begin()
        async for line in _faults(played, kills, stops, cuts, restarts, outage):
            note(line)
            for wrong in played.new_findings():
                note(wrong[:_SHOWN])
            if not fence and played.findings.unknown:
                break
        await asyncio.sleep(5)  # some games more, all is well
        await played.end()
        return played.findings


async def _faults(
    played: Soak, kills: int, stops: int, cuts: int, restarts: int, outage: float
) -> AsyncIterator[str]:
    """Have one thing fail after the other; tell each."""
    waits = played.findings.waits
    for number in range(1, max(kills, stops) + 1):
        if number <= kills:
            await played.kill()
            yield f"kill {number}: {waits[-1]:.1f} s"
        if number <= stops:
            await played.freeze()
            yield f"stop {number}: {played.findings.games} games"
    for number in range(1, cuts + 1):
        await played.cut_off()
        yield f"cut {number}: {waits[-1]:.1f} s after it was mended"
    for number in range(1, restarts + 1):
        await played.restart_all()
        each = ", ".join(f"{wait:.1f}" for wait in waits[-len(played.nodes) :])
        yield f"restart {number}: {each} s"
    if outage:
        await played.without_broker(outage)
        yield f"broker: {waits[-1]:.1f} s after it was back"
        await played.without_database(outage)
        yield f"database: {waits[-1]:.1f} s after it was back"


def main() -> int:
    """Play as the command line says; return the exit status."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.programs.cluster.soak", description=__doc__
    )
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--stops", type=int, default=40)
    asked.add_argument("--restarts", type=int, default=3)
    asked.add_argument("--cuts", type=int, default=10, help="takes the right to make namespaces")
    asked.add_argument("--outage", type=float, default=30.0, metavar="SECONDS")
    asked.add_argument("--pairs", type=int, default=6)
    asked.add_argument("--nodes", type=int, default=3)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--without-fence", action="store_true")
    how = asked.parse_args()
    if how.cuts:
        try:
            with namespaces(1):
                pass
        except NoNamespaces as error:
            sys.stderr.write(f"no node is cut off: {error}\n")
            how.cuts = 0
    findings = asyncio.run(
        soak(
            kills=how.kills,
            stops=how.stops,
            restarts=how.restarts,
            cuts=how.cuts,
            outage=how.outage,
            pairs=how.pairs,
            count=how.nodes,
            seed=how.seed,
            fence=not how.without_fence,
            note=lambda line: sys.stderr.write(f"{line}\n"),
        )
    )
    sys.stdout.write(f"{findings}\n")
    for line in findings.wrong:
        sys.stdout.write(f"  {line[:_SHOWN]}\n")
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
