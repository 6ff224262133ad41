"""Number what may be done now: the legal actions, or the cards of which several must go."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import Ask, View

_MANY_ASKS: Final = (Ask.GIVE, Ask.PAY, Ask.LIMIT)
_FIRST: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE, Kind.ACCEPT, Kind.REJECT)
_NUMBERS: Final = re.compile(r"\d{1,3}(?:(?:\s*,\s*|\s+and\s+|\s+)\d{1,3})*")


@dataclass(frozen=True, slots=True)
class Menu:
    """What may be chosen by number, counted from 1."""

    ply: int
    """When it was told: an action chosen from it carries this stamp."""
    actions: tuple[Action, ...] = ()
    """The legal actions, in the order in which they are told."""
    cards: tuple[Card, ...] = ()
    """The cards to choose from, where several must be chosen; empty where one number does."""
    pick: int = 1
    """How many numbers must be given."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(self.cards) if self.pick > 1 else len(self.actions)

    def action(self, numbers: Sequence[int]) -> Action | None:
        """Return the action that these numbers choose, if there is one."""
        if len(set(numbers)) != self.pick or not all(1 <= one <= self.count for one in numbers):
            return None
        if self.pick == 1:
            return self.actions[numbers[0] - 1]
        chosen = tuple(sorted(self.cards[one - 1] for one in numbers))
        return next((action for action in self.actions if action.cards == chosen), None)


def menu_of(view: View) -> Menu:
    """Number what the view's seat may do: what needs no card first, then kind by kind.

    Cards of the scrap come newest first, as they are asked for.
    """
    order = _newest_first(view) if view.ask is Ask.FETCH else _place
    legal = tuple(sorted(view.legal, key=order))
    pick = max((len(action.cards) for action in legal), default=0)
    if view.ask not in _MANY_ASKS or pick < 2 or len(legal) == 1:
        return Menu(view.ply, legal)
    cards = sorted({card for action in legal for card in action.cards})
    return Menu(view.ply, legal, tuple(cards), pick)


def _place(action: Action) -> tuple[bool, Action]:
    return action.kind not in _FIRST, action


def _newest_first(view: View) -> Callable[[Action], int]:
    newest = view.scrap[::-1]
    return lambda action: newest.index(action.card)


def numbers_in(text: str) -> list[int] | None:
    """Read numbers set apart by blanks, commas or ``and``; None if it is anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    return [int(one) for one in re.findall(r"\d+", text)]


def completions(view: View, action: Action) -> list[Action]:
    """List the legal actions of which this one is the beginning: its aim may still be missing."""
    if action in view.legal:
        return [action]
    return [
        one
        for one in view.legal
        if (one.kind, one.cards) == (action.kind, action.cards)
        and set(action.targets) <= set(one.targets)
        and action.seat in (-1, one.seat)
    ]
