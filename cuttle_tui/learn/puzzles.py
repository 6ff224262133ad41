"""The puzzles, the book of those made by hand, and which of them are done."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, Protocol

from engine.actions import Action, parse_action
from engine.cards import card_name
from engine.play.compiled import compile_rules
from engine.prng import Stream
from engine.rules.options import parse_ruleset
from engine.solver import Challenge, Objective

TURN: Final = 20
"""The default turn: late enough for the cards to be where they are."""

NAMES: Final = ("you", "bob", "carol", "dmitri")
"""Names of the seats; the player has seat 0."""


def position_text(name: str, rules: str, table: str, deck: int) -> str:
    """Return the text of the whole position."""
    fields = [field.strip() for field in table.strip().split("\n")]
    if turn_of(table) is None:
        seats = sum(re.match(r"P\d ", field) is not None for field in fields)
        fields.insert(seats, f"turn {TURN} P0")
    rest = _rest(rules, "; ".join(fields), name)
    scrap = next((field for field in fields if field.startswith("scrap ")), "scrap")
    fields = [field for field in fields if field != scrap]
    scrapped = [*rest[deck:], *scrap.split()[1:]]
    if deck:
        fields.append(" ".join(["deck", *rest[:deck]]))
    if scrapped:
        fields.append(" ".join(["scrap", *scrapped]))
    return "; ".join([rules, *fields])


def turn_of(table: str) -> int | None:
    """Return the number of the turn, if the position has it."""
    match = re.search(r"^turn (\d+)", table, re.MULTILINE)
    return int(match[1]) if match else None


def seats_of(rules: str) -> int:
    """Return the number of seats."""
    return parse_ruleset(rules).seats


def _rest(rules: str, named: str, seed: str) -> list[str]:
    pack = compile_rules(parse_ruleset(rules)).pack
    names = map(card_name, Stream(seed.encode()).shuffled(pack))
    return [name for name in names if not re.search(rf"\b{name}\b", named)]


Kind = Literal["win", "plan", "survive", "counter"]
"""Win this turn, win later, do not lose, or counter or not."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle; `cuttle_tui.learn.puzzle_texts` has the words of those of the book, by id."""

    id: str
    kind: Kind
    rules: str
    text: str
    """The text of the whole position."""
    aim: Objective
    turns: int
    """How many further turns count."""
    solutions: tuple[Action, ...]
    """Every first action that solves it."""
    rating: int | None = None
    """How hard it is, on the scale of players; None for the puzzles of the book."""
    found_by: str = ""
    """The weakest level of computer players from which on each mostly finds it; empty if none."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return seats_of(self.rules)

    def contest(self) -> Challenge:
        """Set up the challenge."""
        return Challenge(self.text, self.aim, NAMES[: self.seats])


@lru_cache(maxsize=1)
def read_book() -> tuple[Puzzle, ...]:
    """Load the puzzles made by hand, easiest first."""
    text = (files("cuttle_tui.learn") / "puzzles.toml").read_text(encoding="utf-8")
    return tuple(_puzzle(entry) for entry in tomllib.loads(text)["puzzle"])


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    kind, table, turns = entry["kind"], entry["table"], entry.get("turns", 0)
    goal = entry.get("goal", "hold" if kind == "survive" else "win")
    return Puzzle(
        id=entry["id"],
        kind=kind,
        rules=entry["rules"],
        text=position_text(entry["id"], entry["rules"], table, entry.get("deck", 0)),
        aim=Objective(0, goal, (turn_of(table) or TURN) + turns),
        turns=turns,
        solutions=tuple(map(parse_action, entry["solutions"])),
    )


DONE: Final = "done"
"""The key of the progress in the preferences."""


class Progress(Protocol):
    """A store of the puzzles and lessons that a player has done."""

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""


class InMemory:
    """Progress in memory."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def load(self) -> frozenset[str]:
        return self._done

    def save(self, done: frozenset[str]) -> None:
        self._done = done


class SavedProgress:
    """Progress saved with the settings."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Store progress by callbacks that load and save the value of a key."""
        self._recall = recall
        self._note = note

    def load(self) -> frozenset[str]:
        """Return the names of all that are done; ignore invalid data."""
        kept = self._recall(DONE)
        names = kept if isinstance(kept, list) else []
        return frozenset(name for name in names if isinstance(name, str))

    def save(self, done: frozenset[str]) -> None:
        self._note(DONE, sorted(done))
