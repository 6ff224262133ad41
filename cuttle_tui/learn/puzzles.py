"""The puzzles: the book of those made by hand, the store of those found in games, progress."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, Protocol, get_args

from engine.actions import Action, parse_action
from engine.cards import card_name, parse_card
from engine.play.compiled import compile_rules
from engine.prng import Stream
from engine.ratings import DIGITS, START, Rating, after_duel, fixed, provisional
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
    named, pack = "; ".join(fields), compile_rules(parse_ruleset(rules)).pack
    shuffled = map(card_name, Stream(name.encode()).shuffled(pack))
    rest = [card for card in shuffled if not re.search(rf"\b{card}\b", named)]
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


Kind = Literal["win", "plan", "survive", "counter", "discard", "seven", "jack"]
"""Win this turn, win later, do not lose; counter or not; what to discard, what to do with what a
seven turned up, which card a jack takes."""


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
    book = []
    for entry in tomllib.loads(text)["puzzle"]:
        kind, table, turns = entry["kind"], entry["table"], entry.get("turns", 0)
        goal = entry.get("goal", "hold" if kind == "survive" else "win")
        puzzle = Puzzle(
            id=entry["id"],
            kind=kind,
            rules=entry["rules"],
            text=position_text(entry["id"], entry["rules"], table, entry.get("deck", 0)),
            aim=Objective(0, goal, (turn_of(table) or TURN) + turns),
            turns=turns,
            solutions=tuple(map(parse_action, entry["solutions"])),
        )
        book.append(puzzle)
    return tuple(book)


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


def done_in(kept: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of all that are done, as they are kept; ignore invalid data."""
    names = kept.get(DONE)
    names = names if isinstance(names, list) else []
    return frozenset(name for name in names if isinstance(name, str))


class SavedProgress:
    """Progress saved with the settings."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Store progress by callbacks that load and save the value of a key."""
        self._recall = recall
        self._note = note

    def load(self) -> frozenset[str]:
        """Return the names of all that are done; ignore invalid data."""
        return done_in({DONE: self._recall(DONE)})

    def save(self, done: frozenset[str]) -> None:
        self._note(DONE, sorted(done))


WEEK: Final = 7


class Store:
    """The puzzles of the store, by their places: in the order of their days, from a Monday on."""

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

        None comes again before all have come.
        """
        whole = len(self) - len(self) % WEEK
        return self.puzzle((day.toordinal() - 1) % whole)  # day 1 was a Monday

    def near(
        self, rating: int, without: Collection[str], moved: Callable[[str], int] = lambda id: 0
    ) -> Puzzle | None:
        """Return the puzzle whose rating is nearest, but for some; None if no other is left.

        Args:
            rating: the player's.
            without: the ids of those that are left out.
            moved: returns by how many points people have moved one.
        """
        ratings = self._ratings
        left = [(id, place) for id, place in self._places.items() if id not in without]
        if not left:
            return None
        _, place = min(left, key=lambda at: (abs(ratings[at[1]] + moved(at[0]) - rating), at[0]))
        return self.puzzle(place)


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


_STREAK: Final = re.compile(r"puzzles@(\d{4}-\d\d-\d\d):(\d{1,5}):(\d{1,5})(?::(\d{4}-\d\d-\d\d))?")


_GRACE: Final = 1
"""Days that may be left out in a run."""


@dataclass(frozen=True, slots=True)
class Streak:
    """How many puzzles were solved on the last day with any, and on how many days the day's."""

    day: date = date.min
    """The last day on which a puzzle was solved."""
    days: int = 0
    """How many days' puzzles were solved in a run, up to the last such day."""
    today: int = 0
    """How many were solved on the last day with any."""
    last: date = date.min
    """The last day on which the day's puzzle was solved."""

    @property
    def name(self) -> str:
        """The name under which it is saved among what is done."""
        return f"puzzles@{self.day}:{self.days}:{self.today}:{self.last}"

    def on(self, day: date, *, daily: date | None = None) -> Streak:
        """Return the streak with one more puzzle solved on a day.

        Args:
            day: when it was solved.
            daily: the day whose puzzle it is, which may be over by now; None for other puzzles.
        """
        today = self.today + 1 if day == self.day else 1
        if daily is None or daily <= self.last:
            return Streak(day, self.days, today, self.last)
        return Streak(day, self.running(daily) + 1, today, daily)

    def running(self, day: date) -> int:
        """Return how many puzzles of days there are in a run, to which a day's may be added.

        Days are those of UTC for everybody, so that a player's own evening may fall on either of
        two: a run goes on over one day that was left out.
        """
        return self.days if (day - self.last).days <= 1 + _GRACE else 0

    def solved_on(self, day: date) -> int:
        """Return how many puzzles were solved on a day, if it is the last one."""
        return self.today if day == self.day else 0


def streak_in(names: Iterable[str]) -> Streak:
    """Read the streak among the names of what is done; ignore invalid data."""
    for name in names:
        if found := _STREAK.fullmatch(name):
            try:
                day = date.fromisoformat(found[1])
                last = date.fromisoformat(found[4] or found[1])
                return Streak(day, int(found[2]), int(found[3]), last)
            except ValueError:
                continue
    return Streak()


_RATING: Final = re.compile(r"puzzle-rating@(-?\d{1,4}\.\d{1,6}):(\d{1,3}\.\d{1,6}):(\d{1,6})")


BEGINNER: Final = replace(START, mu=round(fixed(1100).mu, DIGITS))
"""The puzzle rating of somebody who has tried none: the first ones near it are easy."""


def after_answer(rating: Rating, puzzle: int, *, right: bool, hinted: bool = False) -> Rating:
    """Return a player's rating after the first answer to a puzzle, itself rated in shown points.

    While the rating is provisional a miss costs half: players learn the rules by puzzles. After a
    hint a right answer brings half.
    """
    after = after_duel(rating, fixed(puzzle), won=right)
    if hinted if right else provisional(rating):
        return replace(after, mu=round((rating.mu + after.mu) / 2, DIGITS))
    return after


def rating_name(rating: Rating) -> str:
    """Return the name under which a rating is saved among what is done."""
    return f"puzzle-rating@{rating.mu}:{rating.sigma}:{rating.games}"


def rating_in(names: Iterable[str]) -> Rating:
    """Read the puzzle rating among the names of what is done; ignore invalid data."""
    for name in names:
        if found := _RATING.fullmatch(name):
            return Rating(float(found[1]), float(found[2]), int(found[3]))
    return BEGINNER


def missed_name(id: str) -> str:
    """Return the name under which it is saved that the first answer to a puzzle was wrong."""
    return f"{id}:missed"


def hinted_name(id: str) -> str:
    """Return the name under which it is saved that a hint was taken before the first answer."""
    return f"{id}:hinted"
