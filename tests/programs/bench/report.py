"""Say what was measured: tables for people, `name: value` lines for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from tests.programs.bench.measures import Figures, Rung

BEGIN: Final = "<!-- bench-server: written by `make bench-server-write` -->"
END: Final = "<!-- bench-server: end -->"


class Goal(NamedTuple):
    """What a figure should come to."""

    name: str
    must: float
    stretch: float
    text: str
    more: bool = False
    """Whether more is better."""


GOALS: Final = (
    Goal("sessions_per_core", 300, 800, "sessions per core, a key every 2 s, p95 < 50 ms", True),
    Goal("p99_ms_at_200", 50, 15, "p99 key to frame at 200 sessions, ms"),
    Goal("cpu_per_key_over_floor", 3, 1.6, "CPU per cursor key ÷ the floor app's"),
    Goal("connect_cpu_over_floor", 3, 1.7, "CPU to connect ÷ the floor app's"),
    Goal("memory_mb_per_session", 1.2, 0.75, "memory per session after a play, MB"),
    Goal("leak_kb_per_session", 20, 0, "growth per session come and gone, kB"),
    Goal("apps_alive", 0, 0, "apps alive after all sessions have gone"),
    Goal("bytes_per_cursor_key", 2000, 1000, "bytes of a cursor key"),
    Goal("bytes_per_play", 14000, 6000, "bytes of a play, its answer included"),
    Goal("bytes_first_screen", 60000, 20000, "bytes of the first screen"),
    Goal("stalled_client_growth_mb", 1, 0.2, "growth by a stalled client, MB"),
    Goal("flood_p95_ms", 100, 50, "p95 of the others while one floods, ms"),
    Goal("lobby_key_many_over_few_tables", 1.2, 1.05, "a key in the lobby, 2,000 tables ÷ 20"),
    Goal("player_line_many_over_few_watchers", 1.2, 1.05, "a player's line, 100 watchers ÷ 2"),
    Goal(
        "watcher_line_per_watcher_many_over_few", 1.2, 1, "a watcher's line, for each of 100 ÷ of 2"
    ),
    Goal("idle_writes_per_minute", 0, 0, "writes of an idle session a minute"),
    Goal("idle_cpu_percent", 1, 0.5, "CPU of 50 idle sessions, percent of a core"),
)
LADDER_HEAD: Final = (
    *("app", "sessions", "p50 ms", "p95 ms", "p99 ms", "CPU %", "waited %"),
    *("MB", "bytes/key", "keys"),
)
_BUSY: Final = 2.0
"""Percent of the time without a core beyond which a rung's latencies are void."""


def named_lines(figures: Figures) -> str:
    """Give a `name: value` line for each figure."""
    return "".join(f"{name}: {value:.4g}\n" for name, value in figures.items())


def ladder_line(rung: Rung) -> str:
    """Give one row of the ladder's table."""
    trouble = f" ({rung.silent} silent, {rung.errors} errors)" if rung.silent or rung.errors else ""
    return row(
        (
            rung.app,
            rung.sessions,
            *(f"{ms:.1f}" for ms in rung.ms),
            f"{rung.cpu:.0f}",
            f"{rung.waited:.1f}",
            f"{rung.megabytes:.0f}",
            f"{rung.bytes_per_key:.0f}",
            f"{rung.keys}{trouble}",
        )
    )


def report(rungs: list[Rung], figures: Figures, seconds: float, busy: float, *, short: bool) -> str:
    """Give everything as Markdown."""
    form = "short form" if short else "whole form"
    goals = [_goal_row(goal, figures[goal.name]) for goal in GOALS]
    return "\n".join(
        (
            f"{machine()}; {form}, {seconds / 60:.1f} minutes.",
            f"The machine had {busy:.1f} other processes running before the run, on average.",
            *verdict(rungs),
            "",
            *table(("", "measured", "must", "stretch", "reached"), goals),
            "",
            *table(LADDER_HEAD, map(ladder_line, rungs)),
            "",
        )
    )


def verdict(rungs: list[Rung]) -> tuple[str, ...]:
    """Say whether the server had the core to itself, by the time it waited for it."""
    most = max((rung.waited for rung in rungs), default=0.0)
    if most <= _BUSY:
        return (f"The server waited for its core for at most {most:.1f} % of the time.",)
    return (
        f"**A busy machine**: the server waited for its core for up to {most:.0f} % of the time",
        "(`waited %`). There latencies and sessions per core are void.",
    )


def _goal_row(goal: Goal, value: float) -> str:
    reached = "stretch" if _meets(goal, value, goal.stretch) else "must"
    if not _meets(goal, value, goal.must):
        reached = "**no**"
    return row((goal.text, f"{value:.4g}", f"{goal.must:g}", f"{goal.stretch:g}", reached))


def _meets(goal: Goal, value: float, wanted: float) -> bool:
    return value >= wanted if goal.more else round(value, 2) <= wanted


def table(head: tuple[str, ...], rows: Iterable[str]) -> list[str]:
    return [row(head), "|" + "---|" * len(head), *rows]


def row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def machine() -> str:
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    parts = f"Textual {version('textual')}, asyncssh {version('asyncssh')}"
    model = names[0] if names else platform.machine()
    return f"{os.cpu_count()} cores of {model}, Python {platform.python_version()}, {parts}"


def write_into(document: Path, text: str) -> None:
    """Put a text between the two marks of a document."""
    before, _, rest = document.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    document.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}")
