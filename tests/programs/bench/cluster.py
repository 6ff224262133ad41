"""Measure several nodes that play as one: `make bench-cluster`. Trust ratios, not digits.

A database, a broker and the nodes run on this machine, each in a process of its own. Nodes have no
ssh here: players sit in the processes of two of them, the doors, and act on their chairs as the app
does. The tables are at a door, or with owners at which nobody sits.

What is compared is measured in the same run or in turn, for whatever else the machine does then
concerns both. Every wait ends; what could not be measured is `nan`.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from tests.cluster.processes import StartFailed
from tests.programs.bench.crowd import Latencies
from tests.programs.bench.measures import Figures
from tests.programs.bench.nodes import Cluster, NodeProcess, all_ask, cluster
from tests.programs.bench.report import machine, named_lines, row, table

_WARM: Final = 3.0
"""Seconds of play before what is measured."""
_TURN: Final = 6.0
"""Seconds of play with some owners, before it is the turn of others."""
_IDLE_TABLES: Final = 2
_IDLE_PACE: Final = 0.1
"""Seconds to an answer where little else goes on."""
_FAST: Final = 1.0
"""Seconds between two actions at tables that are handed over. Fifty of them do what the players of
a core do (`sessions_per_core` of 400, and an action every 4 s at a table of two)."""
_LATEST: Final = 30.0
"""Seconds after which a table that does not go on is given up."""
_LONGEST: Final = 600
"""Seconds after which what is being measured is broken off."""
_BEGUN: Final = 540
"""Seconds after which nothing more is begun."""
_EVERY: Final = 4.0
"""Seconds between two entries at a table of two people, in the forecast."""
_OWNERS: Final = (1, 8)
_PERFORMANCE: Final = Path(__file__).parents[3] / "docs" / "PERFORMANCE.md"

GOALS: Final = (
    ("remote_added_p50_ms", 3, "an own action shows later if the table is elsewhere, p50, ms"),
    ("cpu_growth_1_to_8", 35, "processor time of all nodes for an action, 8 owners over 1, % more"),
    ("handover_max_ms", 250, "a table stands still while it is handed over, the longest, ms"),
    ("takeover_max_s", 7, "a killed node's tables have all gone on, lease 5 s, the longest, s"),
)
"""Figures, what they should come to at most, and what they are."""


@dataclass(frozen=True)
class Scale:
    """How long and how often things are measured; seconds, and counts."""

    tables: int
    seconds: float
    turns: int
    """How often each number of owners has its turn."""
    kills: int
    handed: int
    drains: int
    pace: float = 2.0
    """Seconds between two actions at a table, on average."""


WHOLE = Scale(100, 20, 8, 4, 50, 4)
SHORT = Scale(100, 8, 2, 1, 50, 1)
TINY = Scale(4, 1, 1, 1, 4, 1, 0.1)
"""Shows that everything runs."""


@dataclass(frozen=True)
class Played:
    """What was seen and used while all played for a while."""

    answers: list[dict[str, Any]]
    """What each door's players saw."""
    actions: int
    ms: dict[str, float]
    """Milliseconds of processor time for each action: of doors, owners, broker and database."""
    messages: float
    """Messages that all nodes sent for each action."""
    actions_per_second: float

    @property
    def nodes(self) -> float:
        """Milliseconds of processor time of all nodes for an action."""
        return self.ms["doors"] + self.ms["owners"]

    def all(self, name: str) -> list[Any]:
        """Return what all doors saw of something."""
        return [each for answer in self.answers for each in answer[name]]


@dataclass
class Results:
    """All that was measured."""

    figures: Figures = field(default_factory=Figures)
    mixed: Played | None = None
    """Each table at the door of one of its players."""
    rungs: list[Rung] = field(default_factory=list)

    @property
    def missing(self) -> list[str]:
        """The figures that could not be measured."""
        return [name for name, value in self.figures.items() if math.isnan(value)]


def play(
    here: Cluster, doors: list[NodeProcess], pace: float, seconds: float, *, weigh: bool = False
) -> Played:
    """Have everybody play, first for a moment that does not count."""
    all_ask(doors, "play", pace=pace / 2 if weigh else pace)
    time.sleep(min(_WARM, seconds / 2))
    all_ask(doors, "play", pace=pace, weigh=weigh)
    before, began = _costs(here, doors), time.monotonic()
    time.sleep(seconds)
    after, took = _costs(here, doors), time.monotonic() - began
    answers = all_ask(doors, "rest")
    actions = max(1, sum(len(each["here"]) + len(each["elsewhere"]) for each in answers))
    each = {name: (after[name] - before[name]) / actions for name in after}
    messages = each.pop("messages")
    return Played(
        answers, actions, {name: cpu * 1e3 for name, cpu in each.items()}, messages, actions / took
    )


def _costs(here: Cluster, doors: list[NodeProcess]) -> dict[str, float]:
    """Return seconds of processor time so far, and messages sent."""
    return {
        "messages": sum(look["sent"] for look in here.looks()),
        "doors": sum(node.cpu for node in doors),
        "owners": sum(node.cpu for node in here.nodes if node not in doors),
        "broker": here.broker_cpu,
        "database": sum(here.backends().values()),
    }


# latency


def latency(scale: Scale, results: Results) -> None:
    """Compare an own action's time to show at this node and at another, in one run."""
    with cluster() as here:
        doors = here.add(2)
        here.seat(doors, _IDLE_TABLES)
        idle = play(here, doors, _IDLE_PACE, scale.seconds)
        here.seat(doors, scale.tables - _IDLE_TABLES)
        results.mixed = loaded = play(here, doors, scale.pace, scale.seconds)
    results.figures |= (
        _compared("idle_", idle)
        | _compared("", loaded)
        | {
            "actions_per_second": loaded.actions_per_second,
            "mixed_messages": loaded.messages,
            "lost_actions": sum(answer["lost"] for answer in (*idle.answers, *loaded.answers)),
        }
    )


def _compared(name: str, played: Played) -> Figures:
    figures: Figures = {}
    seen = {where: Latencies(played.all(where)) for where in ("here", "elsewhere")}
    for part, share in (("p50", 0.5), ("p99", 0.99)):
        local, remote = (seen[where].ms(share) for where in ("here", "elsewhere"))
        figures[f"{name}local_{part}_ms"] = local
        figures[f"{name}remote_{part}_ms"] = remote
        figures[f"{name}remote_added_{part}_ms"] = remote - local
    return figures


# processor time and bytes


@dataclass(frozen=True)
class Rung:
    """The same load, with the tables spread over so many owners."""

    owners: int
    turns: list[Played]
    resting: float
    """Milliseconds of processor time that all nodes use in a second in which nobody plays."""

    def ms(self, name: str) -> float:
        """Return milliseconds of processor time for an action."""
        return mean(turn.ms[name] for turn in self.turns)

    @property
    def nodes(self) -> float:
        """Milliseconds of processor time of all nodes for an action."""
        return self.ms("doors") + self.ms("owners")


def spread(here: Cluster, doors: list[NodeProcess], owners: int) -> list[NodeProcess]:
    """End the owners that are there, and have new ones run all tables."""
    old = [node for node in here.nodes if node not in doors]
    for node in old:
        node.ask("give", to=[door.id for door in doors])
        here.end(node)
    new = here.add(owners)
    here.spread(new)
    return new


def growth(scale: Scale, results: Results) -> None:
    """Measure processor time at the same load with few owners and with many, in turn."""
    with ExitStack() as stack:
        sides = {owners: stack.enter_context(cluster()) for owners in _OWNERS}
        doors = {owners: here.add(2) for owners, here in sides.items()}
        turns: dict[int, list[Played]] = {owners: [] for owners in _OWNERS}
        for owners, here in sides.items():
            here.seat(doors[owners], scale.tables)
            spread(here, doors[owners], owners)
        for _ in range(scale.turns):
            for owners, here in sides.items():
                played = play(here, doors[owners], scale.pace, min(_TURN, scale.seconds))
                turns[owners].append(played)
                _tell(f"{owners} owners: {played.nodes:.2f} ms an action")
        results.rungs = [
            Rung(owners, turns[owners], _resting(here, doors[owners], min(5.0, scale.seconds)))
            for owners, here in sides.items()
        ]
        few = sides[_OWNERS[0]]
        results.figures |= _weights(few, doors[_OWNERS[0]], scale)
    first, last = (turns[owners] for owners in _OWNERS)
    growths = [many.nodes / few.nodes - 1 for few, many in zip(first, last, strict=True)]
    results.figures["cpu_growth_1_to_8"] = median(growths) * 100
    for rung in results.rungs:
        results.figures[f"cpu_ms_per_action_{rung.owners}"] = rung.nodes
        results.figures[f"resting_ms_{rung.owners}"] = rung.resting


def _resting(here: Cluster, doors: list[NodeProcess], seconds: float) -> float:
    before = _costs(here, doors)
    time.sleep(seconds)
    after = _costs(here, doors)
    return sum(after[name] - before[name] for name in ("doors", "owners")) / seconds * 1e3


def _weights(here: Cluster, doors: list[NodeProcess], scale: Scale) -> Figures:
    """Weigh whole states and changes; the tables are at owners."""
    seen = play(here, doors, scale.pace, scale.seconds / 2, weigh=True)
    states, deltas = seen.all("states"), seen.all("deltas")
    return {
        "bytes_state": mean(states),
        "bytes_state_max": max(states),
        "bytes_delta": mean(deltas),
        "bytes_delta_max": max(deltas),
        "bytes_message": mean(seen.all("messages")),
    }


# tables that go from node to node


def takeover(scale: Scale, results: Results) -> None:
    """Kill the owner of all tables, and wait until each has taken an action elsewhere."""
    whole, tables = list[float](), list[float]()
    with cluster() as here:
        doors = here.add(2)
        here.seat(doors, scale.tables)
        for _ in range(scale.kills):
            (owner,) = spread(here, doors, 1)
            all_ask(doors, "play", pace=scale.pace)
            time.sleep(min(_WARM, scale.seconds))
            all_ask(doors, "expect", left=owner.id)
            killed = here.kill(owner)
            firsts = _firsts(doors, scale.tables)
            all_ask(doors, "rest")
            whole.append(max(firsts.values()) - killed)
            tables += [first - killed for first in firsts.values()]
            _tell(f"took over {len(firsts)} tables in {whole[-1]:.2f} s")
    results.figures |= {
        "takeover_min_s": min(whole),
        "takeover_s": median(whole),
        "takeover_max_s": max(whole),
        "takeover_table_p50_s": median(tables),
    }


def handover(scale: Scale, results: Results) -> None:
    """Drain the owner of all tables while both sides play, and see how long each stands still."""
    still, took = list[float](), list[float]()
    with cluster() as here:
        doors = here.add(2)
        here.seat(doors, scale.handed)
        for _ in range(scale.drains):
            (owner,) = spread(here, doors, 1)
            all_ask(doors, "play", pace=min(_FAST, scale.pace))
            time.sleep(min(_WARM, scale.seconds))
            all_ask(doors, "expect", left=owner.id)
            began = time.monotonic()
            given = owner.ask("drain")["given"]
            took.append(time.monotonic() - began)
            firsts = _firsts(doors, len(given))
            all_ask(doors, "rest")
            pauses = [(firsts[each] - begun) * 1e3 for each, begun in given.items()]
            still += pauses
            _tell(f"handed {len(given)} tables over, the longest stood {max(pauses):.0f} ms")
            here.end(owner)
    results.figures |= {
        "handover_p50_ms": median(still),
        "handover_p99_ms": Latencies([ms / 1e3 for ms in still]).ms(0.99),
        "handover_max_ms": max(still),
        "handover_all_s": median(took),
    }


def _firsts(doors: list[NodeProcess], tables: int) -> dict[str, float]:
    """Wait until every table has taken an action where it went; return when, by table.

    Raises:
        TimeoutError: one of them does not go on.
    """
    latest, firsts = time.monotonic() + _LATEST, dict[str, float]()
    while len(firsts) < tables:
        if time.monotonic() > latest:
            raise TimeoutError(f"{tables - len(firsts)} of {tables} tables do not go on")
        time.sleep(0.2)
        for answer in all_ask(doors, "firsts"):
            for each, first in answer["firsts"].items():
                firsts[each] = min(first, firsts.get(each, first))
    return firsts


# everything


_PARTS: Final[dict[Callable[[Scale, Results], None], tuple[str, ...]]] = {
    latency: (
        *(
            f"{idle}{what}_{part}_ms"
            for idle in ("idle_", "")
            for part in ("p50", "p99")
            for what in ("local", "remote", "remote_added")
        ),
        *("actions_per_second", "mixed_messages", "lost_actions"),
    ),
    growth: (
        *("cpu_growth_1_to_8", "cpu_ms_per_action_1", "cpu_ms_per_action_8"),
        *("resting_ms_1", "resting_ms_8"),
        *("bytes_state", "bytes_state_max", "bytes_delta", "bytes_delta_max", "bytes_message"),
    ),
    takeover: ("takeover_min_s", "takeover_s", "takeover_max_s", "takeover_table_p50_s"),
    handover: ("handover_p50_ms", "handover_p99_ms", "handover_max_ms", "handover_all_s"),
}
"""What is measured, and the figures that come of it."""


def run(scale: Scale) -> Results:
    """Measure everything; what cannot be measured is `nan`."""
    results = Results()
    results.figures |= {name: math.nan for names in _PARTS.values() for name in names}
    latest = time.monotonic() + _BEGUN
    for part in _PARTS:
        try:
            if time.monotonic() > latest:
                raise TimeoutError("it is too late")
            part(scale, results)
        except (TimeoutError, RuntimeError, StartFailed) as error:
            _tell(f"the {part.__name__} is not measured: {error}")
    return results


@contextmanager
def _ended_after(seconds: int) -> Iterator[None]:
    """Break off what has not ended by then."""

    def late(*_: object) -> None:
        raise TimeoutError(f"{seconds} s are over")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def players_per_core(document: Path = _PERFORMANCE) -> int:
    """Read how many players a core carries, as it was measured last."""
    found = re.search(r"^sessions_per_core: (\d+)$", document.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def forecast(mixed: Played, a_core: int) -> list[str]:
    """Compute what many players would take."""
    rows = []
    for power in (4, 5, 6):
        entries = 10**power / 2 / _EVERY
        rows.append(
            row(
                (
                    f"10^{power}",
                    math.ceil(10**power / a_core),
                    f"{entries:,.0f}",
                    f"{entries * mixed.ms['database'] / 1e3:.1f}",
                    f"{entries * mixed.messages:,.0f}",
                    f"{entries * mixed.ms['broker'] / 1e3:.1f}",
                )
            )
        )
    return [
        "Computed, not measured. Assumed:",
        "",
        f"- {a_core} players a process and core (`sessions_per_core` of this page, over ssh);",
        f"- all sit at tables of two, each of which takes an entry every {_EVERY:g} s;",
        "- of every two players one is at their table's node and one at another;",
        f"- an action takes {mixed.ms['database']:.2f} ms of the database,"
        f" {mixed.ms['broker']:.2f} ms of the broker and {mixed.messages:.1f}"
        " messages, as with the tables of this run, whatever their number;",
        "- lists of the lobby, which all nodes tell all others, cost nothing more: with many"
        " nodes they do.",
        "",
        *table(
            (
                *("players", "processes", "entries/s", "PostgreSQL cores"),
                *("bus messages/s", "broker cores"),
            ),
            rows,
        ),
    ]


def _verdict(reached: bool) -> str:
    return "yes" if reached else "**no**"


def _rung_row(rung: Rung) -> str:
    return row(
        (
            rung.owners,
            f"{mean(turn.actions_per_second for turn in rung.turns):.0f}",
            *(f"{rung.ms(name):.2f}" for name in ("doors", "owners")),
            f"{rung.nodes:.2f}",
            *(f"{rung.ms(name):.2f}" for name in ("broker", "database")),
            f"{mean(turn.messages for turn in rung.turns):.1f}",
            f"{rung.resting:.0f}",
        )
    )


def report(results: Results, seconds: float, busy: float) -> str:
    """Write everything as Markdown."""
    goals = [
        row((text, f"{results.figures[name]:.4g}", most, _verdict(results.figures[name] <= most)))
        for name, most, text in GOALS
    ]
    mixed = results.mixed
    return "\n".join(
        (
            f"{machine()}; {seconds / 60:.1f} minutes.",
            f"The machine had {busy:.1f} other processes running before the run, on average.",
            "",
            *table(("", "measured", "goal", "reached"), goals),
            "",
            *table(
                (
                    *("owners", "actions/s", "doors, ms", "owners, ms", "all nodes, ms"),
                    *("broker, ms", "database, ms", "messages", "at rest, ms/s"),
                ),
                map(_rung_row, results.rungs),
            ),
            "",
            *(() if mixed is None else forecast(mixed, players_per_core())),
            "",
        )
    )


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


def main() -> int:
    """Measure and print; return the exit status: 1 if something could not be measured."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.cluster", description=__doc__
    )
    parser.add_argument("--short", action="store_true", help="two minutes, and less certain")
    options = parser.parse_args()
    began, busy = time.monotonic(), os.getloadavg()[0]
    with _ended_after(_LONGEST):
        results = run(SHORT if options.short else WHOLE)
    text = report(results, time.monotonic() - began, busy)
    sys.stdout.write(f"{text}\n{named_lines(results.figures)}")
    return 1 if results.missing else 0


if __name__ == "__main__":
    sys.exit(main())
