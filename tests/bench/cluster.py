"""Measure several nodes that play as one: `make bench-cluster`. Trust ratios, not digits.

A database, a broker and the nodes run on this machine, each in a process of its own. Nodes have no
ssh here: players sit in the processes of two of them, the doors, and act on their chairs as the app
does. The tables are at a door, or with owners at which nobody sits.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from tests.bench.crowd import Latencies
from tests.bench.measures import Figures
from tests.bench.nodes import Cluster, NodeProcess, all_ask, cluster
from tests.bench.report import machine, named_lines, row, table

_WARM: Final = 3.0
"""Seconds of play before what is measured."""
_IDLE_TABLES: Final = 2
_IDLE_PACE: Final = 0.1
"""Seconds to an answer where little else goes on."""
_FAST: Final = 0.25
"""Seconds between two actions at tables that are handed over: many are in the middle of one."""
_LATEST: Final = 60.0
"""Seconds after which a table that does not go on is given up."""
_EVERY: Final = 4.0
"""Seconds between two entries at a table of two people, in the forecast."""
_PERFORMANCE: Final = Path(__file__).parents[2] / "docs" / "PERFORMANCE.md"

GOALS: Final = (
    ("remote_added_p50_ms", 3, "an own action shows later if the table is elsewhere, p50, ms"),
    ("cpu_growth_1_to_8", 35, "processor time of all nodes for an action, 8 owners over 1, % more"),
    ("handover_max_ms", 250, "a table stands still while it is handed over, the longest, ms"),
)
"""Figures, what they should come to at most, and what they are."""


@dataclass(frozen=True)
class Scale:
    """How long and how often things are measured; seconds, and counts."""

    tables: int
    seconds: float
    owners: tuple[int, ...]
    kills: int
    handed: int
    drains: int
    pace: float = 2.0
    """Seconds between two actions at a table, on average."""


WHOLE = Scale(100, 20, (1, 2, 4, 8), 5, 50, 3)
SHORT = Scale(100, 8, (1, 8), 1, 50, 1)
TINY = Scale(4, 1, (1, 8), 1, 4, 1, 0.1)
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

    def all(self, name: str) -> list[Any]:
        """Return what all doors saw of something."""
        return [each for answer in self.answers for each in answer[name]]


def play(
    here: Cluster, doors: list[NodeProcess], pace: float, seconds: float, *, weigh: bool = False
) -> Played:
    """Have everybody play, first for a moment that does not count."""
    all_ask(doors, "play", pace=pace / 2 if weigh else pace)
    time.sleep(min(_WARM, seconds))
    all_ask(doors, "play", pace=pace, weigh=weigh)
    before, began = _costs(here, doors), time.monotonic()
    time.sleep(seconds)
    after, took = _costs(here, doors), time.monotonic() - began
    answers = all_ask(doors, "rest")
    actions = max(1, sum(len(each["here"]) + len(each["elsewhere"]) for each in answers))
    each = {name: (after[name] - before[name]) / actions for name in after}
    messages = each.pop("messages")
    return Played(
        answers,
        actions,
        {name: cpu * 1e3 for name, cpu in each.items()},
        messages,
        actions / took,
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


def added(here: Cluster, doors: list[NodeProcess], scale: Scale) -> tuple[Figures, Played]:
    """Compare an own action's time to show at this node and at another, in one run."""
    here.seat(doors, _IDLE_TABLES)
    idle = play(here, doors, _IDLE_PACE, scale.seconds)
    here.seat(doors, scale.tables - _IDLE_TABLES)
    loaded = play(here, doors, scale.pace, scale.seconds)
    return (
        _compared("idle_", idle)
        | _compared("", loaded)
        | {
            "actions_per_second": loaded.actions_per_second,
            "mixed_messages": loaded.messages,
            "lost_actions": sum(answer["lost"] for answer in (*idle.answers, *loaded.answers)),
        },
        loaded,
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
    ms: dict[str, float]
    resting: float
    """Milliseconds of processor time that all nodes use in a second in which nobody plays."""
    actions_per_second: float
    messages: float

    @property
    def nodes(self) -> float:
        """Milliseconds of processor time of all nodes for an action."""
        return self.ms["doors"] + self.ms["owners"]


def spread(here: Cluster, doors: list[NodeProcess], owners: int) -> list[NodeProcess]:
    """End the owners that are there, and have new ones run all tables."""
    old = [node for node in here.nodes if node not in doors]
    for node in old:
        node.ask("give", to=[door.id for door in doors])
        here.end(node)
    new = here.add(owners)
    here.spread(new)
    return new


def growth(here: Cluster, doors: list[NodeProcess], scale: Scale) -> tuple[list[Rung], Figures]:
    """Measure processor time at the same load with more and more owners."""
    rungs, figures = list[Rung](), Figures()
    for owners in scale.owners:
        spread(here, doors, owners)
        played = play(here, doors, scale.pace, scale.seconds)
        resting = _resting(here, doors, min(5.0, scale.seconds))
        rungs.append(Rung(owners, played.ms, resting, played.actions_per_second, played.messages))
        _tell(_rung_row(rungs[-1]))
    first, last = rungs[0], rungs[-1]
    figures[f"cpu_growth_{first.owners}_to_{last.owners}"] = (last.nodes / first.nodes - 1) * 100
    for rung in rungs:
        figures[f"cpu_ms_per_action_{rung.owners}"] = rung.nodes
    return rungs, figures


def _resting(here: Cluster, doors: list[NodeProcess], seconds: float) -> float:
    before = _costs(here, doors)
    time.sleep(seconds)
    after = _costs(here, doors)
    return sum(after[name] - before[name] for name in ("doors", "owners")) / seconds * 1e3


def weights(here: Cluster, doors: list[NodeProcess], scale: Scale) -> Figures:
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


def takeover(here: Cluster, doors: list[NodeProcess], scale: Scale) -> Figures:
    """Kill the owner of all tables, and wait until each has taken an action elsewhere."""
    whole, tables = list[float](), list[float]()
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
    return {
        "takeover_min_s": min(whole),
        "takeover_s": median(whole),
        "takeover_max_s": max(whole),
        "takeover_table_p50_s": median(tables),
    }


def handover(here: Cluster, doors: list[NodeProcess], scale: Scale) -> Figures:
    """Drain the owner of all tables while both sides play, and see how long each stands still."""
    still = list[float]()
    here.seat(doors, scale.handed)
    for _ in range(scale.drains):
        (owner,) = spread(here, doors, 1)
        all_ask(doors, "play", pace=_FAST)
        time.sleep(min(_WARM, scale.seconds))
        all_ask(doors, "expect", left=owner.id)
        given = owner.ask("drain")["given"]
        firsts = _firsts(doors, len(given))
        all_ask(doors, "rest")
        still += [(firsts[each] - begun) * 1e3 for each, begun in given.items()]
        _tell(f"handed {len(given)} tables over, the longest stood {max(still):.0f} ms")
        here.end(owner)
    return {
        "handover_p50_ms": median(still),
        "handover_p99_ms": Latencies([ms / 1e3 for ms in still]).ms(0.99),
        "handover_max_ms": max(still),
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


@dataclass(frozen=True)
class Results:
    """All that was measured."""

    figures: Figures
    mixed: Played
    """Each table at the door of one of its players."""
    rungs: list[Rung]


def run(scale: Scale) -> Results:
    """Measure everything."""
    with cluster() as here:
        doors = here.add(2)
        figures, mixed = added(here, doors, scale)
        _tell(named_lines(figures))
        rungs, grown = growth(here, doors, scale)
        figures |= grown | weights(here, doors, scale) | takeover(here, doors, scale)
    with cluster() as here:
        figures |= handover(here, here.add(2), scale)
    return Results(figures, mixed, rungs)


def players_per_core(document: Path = _PERFORMANCE) -> int:
    """Read how many players a core carries, as it was measured last."""
    found = re.search(r"^sessions_per_core: (\d+)$", document.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def forecast(results: Results, a_core: int) -> list[str]:
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
                    f"{entries * results.mixed.ms['database'] / 1e3:.1f}",
                    f"{entries * results.mixed.messages:,.0f}",
                    f"{entries * results.mixed.ms['broker'] / 1e3:.1f}",
                )
            )
        )
    return [
        "Computed, not measured. Assumed:",
        "",
        f"- {a_core} players a process and core (`sessions_per_core` of this page, over ssh);",
        f"- all sit at tables of two, each of which takes an entry every {_EVERY:g} s;",
        "- of every two players one is at their table's node and one at another;",
        f"- an action takes {results.mixed.ms['database']:.2f} ms of the database,"
        f" {results.mixed.ms['broker']:.2f} ms of the broker and {results.mixed.messages:.1f}"
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
            f"{rung.actions_per_second:.0f}",
            *(f"{rung.ms[name]:.2f}" for name in ("doors", "owners")),
            f"{rung.nodes:.2f}",
            *(f"{rung.ms[name]:.2f}" for name in ("broker", "database")),
            f"{rung.messages:.1f}",
            f"{rung.resting:.0f}",
        )
    )


def report(results: Results, seconds: float, busy: float) -> str:
    """Write everything as Markdown."""
    goals = [
        row((text, f"{results.figures[name]:.4g}", most, _verdict(results.figures[name] <= most)))
        for name, most, text in GOALS
    ]
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
            *forecast(results, players_per_core()),
            "",
        )
    )


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster", description=__doc__)
    parser.add_argument("--short", action="store_true", help="two minutes, and less certain")
    options = parser.parse_args()
    began, busy = time.monotonic(), os.getloadavg()[0]
    results = run(SHORT if options.short else WHOLE)
    text = report(results, time.monotonic() - began, busy)
    sys.stdout.write(f"{text}\n{named_lines(results.figures)}")


if __name__ == "__main__":
    main()
