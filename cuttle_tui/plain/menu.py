"""Number what may be done now: the legal actions, or the cards of which several must go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.tongue import without_accents
from cuttle_tui.wording.plain.cards import card_words
from engine.actions import WORDS, Action, Kind, parse_action
from engine.cards import CARD_NAMES, Card, parse_card
from engine.errors import NotationError
from engine.view import Ask, View

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
        """Give the action that these numbers choose, if there is one."""
        if len(set(numbers)) != self.pick or not all(1 <= one <= self.count for one in numbers):
            return None
        if self.pick == 1:
            return self.actions[numbers[0] - 1]
        chosen = tuple(sorted(self.cards[one - 1] for one in numbers))
        return next((action for action in self.actions if action.cards == chosen), None)


def menu_of(view: View) -> Menu:
    """Number what the view's seat may do: what needs no card first, then kind by kind."""
    legal = tuple(sorted(view.legal, key=_place))
    pick = max((len(action.cards) for action in legal), default=0)
    if view.ask not in _MANY_ASKS or pick < 2 or len(legal) == 1:
        return Menu(view.ply, legal)
    cards = sorted({card for action in legal for card in action.cards})
    return Menu(view.ply, legal, tuple(cards), pick)


def _place(action: Action) -> tuple[bool, Action]:
    return action.kind not in _FIRST, action


def numbers_in(text: str) -> list[int] | None:
    """Read numbers set apart by blanks, commas or ``and``; None if it is anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    return [int(one) for one in re.findall(r"\d+", text)]


# what is typed -----------------------------------------------------------------------------------

KINDS: Final = frozenset(WORDS.values())
_RANKS: Final = {"ace": "A", "ten": "T", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
_NUMBER_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_IN_WORDS: Final = re.compile(r"\b(\w+) of (club|diamond|heart|spade)s?\b")
_TENS: Final = re.compile(r"\b10([cdhs])\b")
_SEAT: Final = re.compile(r"@\s*([\w-]+)")


def read_card(text: str) -> Card | None:
    """Read a card: ``9H``, ``10h``, ``nine of hearts``; None if it is none."""
    name = _with_short_cards(text.strip().lower()).upper()
    return parse_card(name) if name in CARD_NAMES else None


def read_action(text: str, names: Sequence[str]) -> Action:
    """Read an action, more leniently than its notation: any case, cards in words, seats by name.

    Raises:
        NotationError: it cannot be read.
    """
    text = _with_short_cards(text.strip().lower().replace("one-off", "oneoff"))
    text = _SEAT.sub(lambda match: f"@{_seat(match[1], names)}", text)
    text = re.sub(r"\s*([>,@])\s*", r"\1", text)
    word, _, rest = text.partition(" ")
    word, apart, aim = word.partition("@")
    return parse_action(f"{word}{apart}{aim}{' ' * bool(rest)}{rest.upper()}")


def _with_short_cards(text: str) -> str:
    """Write all cards by two signs; in words they may be English, or the reader's own."""
    for card, name in enumerate(CARD_NAMES):
        words = card_words(card)
        for one in {words, without_accents(words)}:
            text = re.sub(rf"\b{re.escape(one)}\b", name.lower(), text)
    text = text.replace("black joker", "xb").replace("red joker", "xr")
    text = _IN_WORDS.sub(lambda match: _rank(match[1]) + match[2][0], text)
    return _TENS.sub(r"t\1", text)


def _rank(word: str) -> str:
    if word in _NUMBER_WORDS:
        return str(_NUMBER_WORDS.index(word) + 2)
    return _RANKS.get(word, word)


def _seat(word: str, names: Sequence[str]) -> str:
    if word.isdigit():
        return word
    found = [seat for seat, name in enumerate(names) if name.lower() == word]
    if len(found) != 1:
        raise NotationError("nobody here is called {name!r}", name=word)
    return str(found[0])


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
