"""Number the choices of a decision: the legal actions, or the cards to choose several from."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    """The choices of a decision, numbered from 1."""

    ply: int
    """The ply of the decision, to submit an action with."""
    actions: tuple[Action, ...] = ()
    """The legal actions, in display order."""
    cards: tuple[Card, ...] = ()
    """The cards to choose several from; empty if a single number is enough."""
    pick: int = 1
    """How many numbers to choose."""

    @property
    def count(self) -> int:
        """Number of choices."""
        return len(self.cards) if self.pick > 1 else len(self.actions)

    def action(self, numbers: Sequence[int]) -> Action | None:
        """Return the action for these numbers, if any."""
        if len(set(numbers)) != self.pick or not set(numbers) <= {*range(1, self.count + 1)}:
            return None
        if self.pick == 1:
            return self.actions[numbers[0] - 1]
        chosen = tuple(sorted(self.cards[number - 1] for number in numbers))
        return next((action for action in self.actions if action.cards == chosen), None)


def menu_of(view: View) -> Menu:
    """Number the legal actions of a view: actions without a card first, then by kind and rank."""
    legal = tuple(sorted(view.legal, key=_place))
    pick = max((len(action.cards) for action in legal), default=0)
    if view.ask not in _MANY_ASKS or pick < 2 or len(legal) == 1:
        return Menu(view.ply, legal)
    cards = sorted({card for action in legal for card in action.cards})
    return Menu(view.ply, legal, tuple(cards), pick)


def _place(action: Action) -> tuple[bool, Action]:
    return action.kind not in _FIRST, action


def numbers_in(text: str) -> list[int] | None:
    """Parse numbers separated by blanks, commas or ``and``; None for anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    return list(map(int, re.findall(r"\d+", text)))


def completions(view: View, action: Action) -> list[Action]:
    """List the legal actions that complete this action, whose targets may be missing."""
    if action in view.legal:
        return [action]
    return [
        legal
        for legal in view.legal
        if (legal.kind, legal.cards) == (action.kind, action.cards)
        and set(action.targets) <= set(legal.targets)
        and action.seat in (-1, legal.seat)
    ]
