"""Tell which share of the puzzles each level solves, by the day of the week and by the rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from cuttle_tui.learn.puzzles import WEEK, Puzzle, Store
from engine.play.legal import legal_actions
from engine.record.position_text import parse_position
from tests.programs.puzzles.difficulty import FILE, TRIES, Tries, read_tries, shares, tried
from tests.programs.puzzles.finding import Found, kind_of

STORE: Final = Path("cuttle_tui/learn/puzzles.tsv")
DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
BAND: Final = 100
OTHER_SEEDS: Final = 1_000
"""Before these are the seeds of the tries that are kept."""


def stored(text: str) -> Iterator[tuple[str, Found]]:
    """Yield the puzzles of a store by their ids, each of the kind that it is by what it asks."""
    store = Store(text)
    for place in range(len(store)):
        puzzle = store.puzzle(place)
        yield puzzle.id, found_of(puzzle)


def found_of(puzzle: Puzzle) -> Found:
    """Return a puzzle of the store as it was found."""
    position, goal = parse_position(puzzle.text), puzzle.aim.goal
    legal, ask = legal_actions(position), position.prompt.ask
    kind = kind_of(ask, goal, puzzle.turns, puzzle.solutions, legal)
    return Found(kind, goal, puzzle.turns, puzzle.text, puzzle.solutions, 0)


def weekdays(store: Store) -> list[list[Puzzle]]:
    """Return the puzzles of each day of the week."""
    every = [store.puzzle(place) for place in range(len(store))]
    return [every[weekday::WEEK] for weekday in range(WEEK)]


def days(again: int = 0) -> list[str]:
    """Tell of each day of the week who solves how much, and what it asks most."""
    store = Store(STORE.read_text(encoding="utf-8"))
    groups = dict(zip(DAYS, weekdays(store), strict=True))
    return _table("day", groups, again)


def bands(again: int = 0) -> list[str]:
    """Tell of each band of ratings who solves how much, and which level that tells apart most."""
    store = Store(STORE.read_text(encoding="utf-8"))
    groups: dict[str, list[Puzzle]] = {}
    every = [store.puzzle(place) for place in range(len(store))]
    for puzzle in sorted(every, key=lambda each: each.rating or 0):
        groups.setdefault(str((puzzle.rating or 0) // BAND * BAND), []).append(puzzle)
    return _table("from", groups, again)


def _table(title: str, groups: Mapping[str, Sequence[Puzzle]], again: int) -> list[str]:
    kept = read_tries(FILE.read_text(encoding="utf-8"))
    by_group = {name: _shares_of(some, kept, again) for name, some in groups.items()}
    rows = [(title, "puzzles", *TRIES, "falls most", "asks most")]
    falls = ["", *(_fall(*pair) for pair in pairwise(by_group.values()))]
    for (name, some), fall in zip(groups.items(), falls, strict=True):
        [(kind, count)] = Counter(each.kind for each in some).most_common(1)
        told = (f"{100 * share:.0f}" for share in by_group[name].values())
        most = f"{kind} {100 * count / len(some):.0f} %"
        rows.append((name, str(len(some)), *told, fall, most))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return ["  ".join(row) for row in cells]


def _fall(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Name the level whose share falls most, and by how many points."""
    level = max(before, key=lambda name: before[name] - after[name])
    return f"{level} {100 * (before[level] - after[level]):.0f}"


def _shares_of(some: Sequence[Puzzle], kept: Mapping[str, Tries], again: int) -> dict[str, float]:
    """Return the shares by the tries that are kept, or by new ones at some puzzles."""
    if not again:
        return shares(kept[puzzle.id] for puzzle in some)
    step = max(1, len(some) // again)
    sample = some[::step][:again]
    return shares(tried(found_of(puzzle), OTHER_SEEDS) for puzzle in sample)
