"""Fill the store of puzzles, in three steps: ``python -m tests.programs.puzzles --help``.

`find` plays games and proves what it finds, `rate` has the computer players try it, `fill` chooses
among it and writes the store. The first two append to their file, a puzzle a line, and are begun
again where they were left.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from engine.actions import parse_action
from tests.programs.puzzles.answering import is_answered_soon
from tests.programs.puzzles.choosing import store_lines
from tests.programs.puzzles.difficulty import rating, shares
from tests.programs.puzzles.finding import Found, found_in

STORE: Final = Path("cuttle_tui/learn/puzzles.tsv")


def find(into: Path, *, seed: int, games: int) -> None:
    """Look through games, and append what is found."""
    first = max((entry["game"] for entry in _lines(into)), default=-1) + 1
    with into.open("a", encoding="utf-8") as file:
        for number in range(first, games):
            for found in found_in(seed, number):
                entry = asdict(found) | {"solutions": [str(action) for action in found.solutions]}
                file.write(json.dumps(entry | {"game": number}) + "\n")
            file.flush()


def rate(found: Path, into: Path) -> None:
    """Have the computer players try what was found and is answered soon; append how that went."""
    done = {entry["text"] for entry in _lines(into)}
    with into.open("a", encoding="utf-8") as file:
        for entry in _lines(found):
            puzzle = _found(entry)
            if puzzle.text not in done and is_answered_soon(puzzle):
                hits = shares(puzzle)
                rated = entry | {"hits": hits, "rating": rating(puzzle, hits)}
                file.write(json.dumps(rated) + "\n")
                file.flush()


def fill(rated: Path, store: Path, *, count: int) -> None:
    """Write the store: so many of what was rated, the easiest first."""
    lines = store_lines(((_found(entry), entry["hits"]) for entry in _lines(rated)), count)
    store.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    if file.exists():
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _found(entry: dict[str, Any]) -> Found:
    named = {name: entry[name] for name in ("kind", "goal", "turns", "text", "nodes")}
    return Found(**named, solutions=tuple(map(parse_action, entry["solutions"])))


def main() -> None:
    """Carry out a step."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.puzzles")
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("find", help="play games, and prove the puzzles in them")
    step.add_argument("found", type=Path)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--games", type=int, default=2400)
    step = steps.add_parser("rate", help="have the computer players try them")
    step.add_argument("found", type=Path)
    step.add_argument("rated", type=Path)
    step = steps.add_parser("fill", help="choose among them, and write the store")
    step.add_argument("rated", type=Path)
    step.add_argument("--store", type=Path, default=STORE)
    step.add_argument("--count", type=int, default=1200)
    asked = parser.parse_args(sys.argv[1:])
    if asked.step == "find":
        find(asked.found, seed=asked.seed, games=asked.games)
    elif asked.step == "rate":
        rate(asked.found, asked.rated)
    else:
        fill(asked.rated, asked.store, count=asked.count)


if __name__ == "__main__":
    main()
