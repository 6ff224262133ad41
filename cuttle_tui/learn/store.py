"""The store of puzzles that were found in games and proved (ADR 31), and each day's among them.

A line a puzzle, the easiest first. A line is read only when its puzzle is asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection
from datetime import date
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Final, get_args

from cuttle_tui.learn.puzzles import Kind, Puzzle, turn_of
from engine.actions import parse_action
from engine.cards import card_name, parse_card
from engine.play.compiled import compile_rules
from engine.prng import Stream
from engine.rules.options import parse_ruleset
from engine.solver import Objective

WEEK: Final = 7


class Store:
    """The puzzles of the store, by their places: the easiest has place 0."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def __len__(self) -> int:
        return len(self._lines)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {line.partition("\t")[0]: place for place, line in enumerate(self._lines)}

    @cached_property
    def _ratings(self) -> list[int]:
        return [int(line.split("\t", 2)[1]) for line in self._lines]

    def puzzle(self, place: int) -> Puzzle:
        """Return the puzzle at a place."""
        id, rating, found_by, kind, goal, turns, solutions, text = self._lines[place].split("\t")
        text = _with_deck(text)
        turn = turn_of(text.replace("; ", "\n")) or 0
        return Puzzle(
            id=id,
            kind=next(each for each in get_args(Kind) if each == kind),
            rules=text.partition(";")[0],
            text=text,
            aim=Objective(0, "win" if goal == "win" else "hold", turn + int(turns)),
            turns=int(turns),
            solutions=tuple(map(parse_action, solutions.split(","))),
            rating=int(rating),
            found_by=found_by.strip("-"),
        )

    def named(self, id: str) -> Puzzle | None:
        """Return a puzzle by its id, in small letters or capitals; None if there is none."""
        place = self._places.get(id.upper())
        return None if place is None else self.puzzle(place)

    def of_the_day(self, day: date) -> Puzzle:
        """Return a day's puzzle, the same everywhere: an easy one on Monday, on Sunday a hard one.

        None comes again before all of its day of the week have come.
        """
        size = len(self) // WEEK
        week, weekday = divmod(day.toordinal() - 1, WEEK)  # day 1 was a Monday
        return self.puzzle(weekday * size + _order(weekday, size)[week % size])

    def near(self, rating: int, without: Collection[str]) -> Puzzle | None:
        """Return the puzzle whose rating is nearest, but for some; None if no other is left."""
        middle = bisect_left(self._ratings, rating)
        left = (place for place in self._places.values() if self._id(place) not in without)
        place = min(left, key=lambda place: self._far(place, rating, middle), default=None)
        return None if place is None else self.puzzle(place)

    def _id(self, place: int) -> str:
        return self._lines[place].partition("\t")[0]

    def _far(self, place: int, rating: int, middle: int) -> tuple[int, int]:
        return abs(self._ratings[place] - rating), abs(place - middle)


_CARD: Final = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def _with_deck(text: str) -> str:
    """Complete a position: the cards that it does not name lie in the deck, below those it does."""
    named = {parse_card(name) for name in _CARD.findall(text)}
    pack = compile_rules(parse_ruleset(text.partition(";")[0])).pack
    hidden = " ".join(card_name(card) for card in pack if card not in named)
    if not hidden:
        return text
    fields = text.split("; ")
    top = next((field for field in fields if field.startswith("deck ")), "deck")
    return "; ".join([*(field for field in fields if field != top), f"{top} {hidden}"])


@lru_cache(maxsize=1)
def read_store() -> Store:
    """Load the store."""
    file = files("cuttle_tui.learn") / "puzzles.tsv"
    return Store(file.read_text(encoding="utf-8"))


@lru_cache(maxsize=WEEK)
def _order(weekday: int, size: int) -> list[int]:
    """Return the order in which the puzzles of a day of the week come."""
    return Stream(b"puzzle of the day %d" % weekday).shuffled(range(size))
