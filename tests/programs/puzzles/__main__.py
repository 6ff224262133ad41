"""Fill the store of puzzles, in three steps: ``python -m tests.programs.puzzles --help``.

`find` plays games and proves what it finds, `rate` has the computer players try it, `fill` chooses
among it and writes the store. The first two append to their file, a puzzle a line, and are begun
again where they were left. `days` tells who solves how much on each day of the week, `bands` of
each band of ratings; both can have a sample tried again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from engine.actions import parse_action
from tests.programs.puzzles.answering import is_answered_soon
from tests.programs.puzzles.bench import STORE, bands, days, stored
from tests.programs.puzzles.choosing import calendar, id_of, store_line
from tests.programs.puzzles.difficulty import FILE, TRIES, Try, rating, tried, tries_line
from tests.programs.puzzles.finding import KINDS, Asked, Found, found_in

COUNT: Final = 728
"""The puzzles of the store: two years of weeks."""


def find(into: Path, *, seed: int, games: int, kinds: Collection[Asked]) -> None:
    """Look through games, and append what is found."""
    first = max((entry.get("game", -1) for entry in _lines(into)), default=-1) + 1
    with into.open("a", encoding="utf-8") as file:
        for number in range(first, games):
            for found in found_in(seed, number, kinds):
                file.write(json.dumps(_entry(found) | {"game": number}) + "\n")
            file.flush()


def take(into: Path) -> None:
    """Append the puzzles of the store to what was found, to be rated anew."""
    with into.open("a", encoding="utf-8") as file:
        for id, found in stored(STORE.read_text(encoding="utf-8")):
            file.write(json.dumps(_entry(found) | {"id": id}) + "\n")


def rate(found: Iterable[Path], into: Path) -> None:
    """Have the computer players try what was found and is answered soon; append how that went."""
    done = {entry["text"] for entry in _lines(into)}
    with into.open("a", encoding="utf-8") as file:
        for entry in (entry for each in found for entry in _lines(each)):
            puzzle = _found(entry)
            if puzzle.text in done:
                continue
            done.add(puzzle.text)
            soon = "id" in entry or is_answered_soon(puzzle)  # the store has no others
            tries = tried(puzzle) if soon else {}
            rated = {"tries": tries, "rating": rating(tries) if soon else 0}
            file.write(json.dumps(entry | rated) + "\n")
            file.flush()


def fill(rated: Path, store: Path, *, count: int) -> None:
    """Write the store, in the order of its days, and the tries beside this program."""
    entries = (entry for entry in _lines(rated) if entry["tries"])
    order = calendar(
        (
            (
                entry.get("id") or id_of(entry["text"]),
                _found(entry),
                {name: Try(*entry["tries"][name]) for name in TRIES},
            )
            for entry in entries
        ),
        count,
    )
    store.write_text("".join(f"{store_line(each)}\n" for each in order), encoding="utf-8")
    kept = sorted(tries_line(each.id, each.tries) for each in order)
    FILE.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    if file.exists():
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _entry(found: Found) -> dict[str, Any]:
    return asdict(found) | {"solutions": [str(action) for action in found.solutions]}


def _found(entry: dict[str, Any]) -> Found:
    named = {name: entry[name] for name in ("kind", "goal", "turns", "text", "nodes")}
    return Found(**named, solutions=tuple(map(parse_action, entry["solutions"])))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.programs.puzzles")
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("find", help="play games, and prove the puzzles in them")
    step.add_argument("found", type=Path)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--games", type=int, default=2400)
    step.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    step = steps.add_parser("take", help="take those of the store as found, to rate them anew")
    step.add_argument("found", type=Path)
    step = steps.add_parser("rate", help="have the computer players try them")
    step.add_argument("found", type=Path, nargs="+")
    step.add_argument("rated", type=Path)
    step = steps.add_parser("fill", help="choose among them, and write the store")
    step.add_argument("rated", type=Path)
    step.add_argument("--store", type=Path, default=STORE)
    step.add_argument("--count", type=int, default=COUNT)
    for name, told in (("days", "day of the week"), ("bands", "band of 100 points")):
        step = steps.add_parser(name, help=f"tell who solves how much of each {told}")
        step.add_argument("--again", type=int, default=0, help="try so many of each anew")
    return parser


def main() -> None:
    """Carry out a step."""
    asked = _parser().parse_args(sys.argv[1:])
    if asked.step == "find":
        find(asked.found, seed=asked.seed, games=asked.games, kinds=asked.kinds)
    elif asked.step == "take":
        take(asked.found)
    elif asked.step == "rate":
        rate(asked.found, asked.rated)
    elif asked.step == "fill":
        fill(asked.rated, asked.store, count=asked.count)
    else:
        told = days if asked.step == "days" else bands
        sys.stdout.write("".join(f"{line}\n" for line in told(asked.again)))


if __name__ == "__main__":
    main()
