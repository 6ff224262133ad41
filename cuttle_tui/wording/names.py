"""Name players and count things in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.ports import Sitter
from engine.cards import EIGHT, JACK, KING, QUEEN, Card, rank_of
from engine.rulesets import Ruleset
from engine.view import View

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Names:
    """Who is called what, from one seat's side of the table."""

    names: tuple[str, ...]
    seat: int | None
    """The reader, who is "you"; None for a watcher."""

    def who(self, seat: int) -> str:
        """Name a seat: "you", or the player's name."""
        return "you" if seat == self.seat else self.names[seat]

    @property
    def longest(self) -> int:
        """Count the characters of the longest name; of two players alone, whose lines align."""
        return max(len(self.who(seat)) for seat in (0, 1)) if len(self.names) == 2 else 0

    def whose(self, seat: int) -> str:
        """Name a seat as an owner."""
        return "your" if seat == self.seat else f"{self.names[seat]}'s"

    def loud(self, seat: int) -> str:
        """Name a seat in capitals, for the first word of the bar."""
        return self.who(seat).upper()

    def short(self, seat: int) -> str:
        """Name a seat in three letters that no other seat has, as far as that goes."""
        name = self.who(seat)
        shared = sum(other[:3] == name[:3] for other in self.names) > 1
        return name[:2] + name[-1] if shared else name[:3]

    def verb(self, seat: int, plain: str) -> str:
        """Bend a regular verb in the present tense."""
        return plain if seat == self.seat else f"{plain}s"


def names_of(sitters: Sequence[Sitter], seat: int | None) -> Names:
    """Name the sitters of a table as one of them sees it."""
    return Names(tuple(sitter.name or "nobody" for sitter in sitters), seat)


def number(count: int) -> str:
    """Write a small number in words."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Count things, in figures."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def ally_of(view: View, seat: int) -> int | None:
    """Tell who plays on a seat's side; None where each plays for itself."""
    mine = view.seats[seat].side
    return next((s for s, one in enumerate(view.seats) if one.side == mine and s != seat), None)


def foes_of(view: View, seat: int) -> list[int]:
    """List the seats on other sides, the next in turn first."""
    count = len(view.seats)
    around = ((seat + step) % count for step in range(1, count))
    return [other for other in around if view.seats[other].side != view.seats[seat].side]


_ROLE_WORDS: Final = {
    0: "wipe",
    1: "undo",
    2: "fetch",
    3: "rob",
    4: "draw",
    5: "purge",
    6: "peek",
    8: "evict",
    9: "cost",
}
_COURT_WORDS: Final = {JACK: "steal", QUEEN: "guard", KING: "goal"}


def role_word(card: Card, ruleset: Ruleset) -> str:
    """Say in one word what a card does beside points, or nothing."""
    rank = rank_of(card)
    if rank in _COURT_WORDS:
        return _COURT_WORDS[rank]
    if rank == EIGHT:
        return "specs" if ruleset.eight_form != "none" or ruleset.eight_one_off else ""
    if rank > KING:
        return "swap" if ruleset.joker_mode == "handSwap" else "take"
    letter = "A23456789T"[rank]
    return _ROLE_WORDS.get(rank, "") if letter in ruleset.one_offs else ""


def goal_with(view: View, seat: int, kings: int) -> int:
    """Tell what a seat would need with so many kings."""
    goals = view.ruleset.goals
    return goals[min(kings, len(goals) - 1)]


def kings_of(view: View, seat: int) -> int:
    """Count a seat's kings on the table."""
    return sum(rank_of(placed.card) == KING for placed in view.seats[seat].court)
