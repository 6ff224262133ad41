"""Find a card by its rank and suit, and a line of the log by its text. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from cuttle_tui.i18n.translation import COURT, SUIT_NAMES, Sentence
from cuttle_tui.kit.finding import LONGEST, found, next_match
from cuttle_tui.kit.keymap import Erase, Intent, TypeText, edited
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.intents import Act, MoveLine, NextFound
from engine.cards import ACE, JOKER, RANK_LETTERS, SUIT_LETTERS, TEN, Card, rank_of


@dataclass(frozen=True, slots=True)
class Reading:
    """The state of reading the log."""

    line: int = -1
    """The line in focus; -1 follows the newest."""
    typing: bool = False
    """The query is being typed."""
    query: str = ""
    """The query."""

    @property
    def searching(self) -> bool:
        """Whether a search is active."""
        return self.typing or bool(self.query)

    def place(self, count: int) -> int:
        """Return the line in focus among `count` lines; -1 if there is none."""
        return count - 1 if self.line < 0 else min(self.line, count - 1)


AT_NEWEST: Final = Reading()


_ACTS: Final = (Act.SEARCH, Act.END_SEARCH, Act.CONFIRM, Act.BACK)


def takes(intent: Intent) -> bool:
    """Return whether an intent belongs to the log."""
    return isinstance(intent, TypeText | Erase | NextFound | MoveLine) or intent in _ACTS


def read(reading: Reading, intent: Intent, lines: Sequence[Sentence]) -> Reading | None:
    """Return the state after an intent; None when the log is closed."""
    if isinstance(intent, TypeText | Erase):
        query = edited(reading.query, intent, LONGEST)
        typed, at = replace(reading, query=query), reading.place(len(lines))
        hits = found(lines, query)
        nearest = [line for line in hits if line <= at][-1:] or hits[:1]
        return focus(typed, nearest[0], len(lines)) if nearest else typed
    if isinstance(intent, NextFound):
        # go to the next or the previous match, wrapping around
        matches, here = found(lines, reading.query), reading.place(len(lines))
        if not matches:
            return reading
        return focus(reading, next_match(matches, here, intent.step), len(lines))
    if isinstance(intent, MoveLine):
        return focus(reading, reading.place(len(lines)) + intent.step, len(lines))
    if intent == Act.SEARCH:
        return replace(reading, typing=True, query="")
    if intent == Act.END_SEARCH:
        return replace(reading, typing=False, query="")
    if intent == Act.CONFIRM:
        return replace(reading, typing=False)
    return None if intent == Act.BACK else reading


def focus(reading: Reading, line: int, count: int) -> Reading:
    """Focus the nearest line; a focus on the newest line follows new ones."""
    line = max(0, min(count - 1, line))
    return replace(reading, line=-1 if line == count - 1 else line)


def ply_at(places: Sequence[int], steps: Sequence[int], line: int) -> int | None:
    """Return the number of actions at a line of the log; None if that is unknown.

    `places` has the number of events up to each line, `steps` after each action, the deal first.
    """
    if not steps or not 0 <= line < len(places):
        return None
    told = max(places[line], steps[0])
    return min(bisect_right(steps, told - 1), len(steps) - 1)


SPELLING_KEYS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*"
"""Keys that may be a rank or a suit, by the player's language."""
_OTHER_RANKS: Final = {"1": ACE, "0": TEN, "*": JOKER, "x": JOKER, "X": JOKER}
"""Ten is typed as `10`, `0` or `t`."""
_JOKERS: Final = "BR"
"""The letters of the jokers, the black one first."""


def spelled(choice: Choice, letter: str, cards: Sequence[Card]) -> Choice | None:
    """Return the choice after a letter of a card's name; None if it names none of these cards.

    A rank chooses its first card, and the next one when it is typed again. While a rank is typed,
    letters of suits are suits: one that is not there changes nothing.
    """
    suit = _suits(choice.rank).get(letter)
    if suit is not None:
        named = [card for card in cards if rank_of(card) == choice.rank and card & 3 == suit]
        return replace(choice, card=named[0]) if named else choice
    rank = _ranks().get(letter)
    alike = [card for card in cards if rank_of(card) == rank]
    if not alike:
        return None
    again = choice.rank == rank and choice.card in alike
    place = alike.index(choice.card) + 1 if again and choice.card is not None else 0
    return replace(choice, card=alike[place % len(alike)], rank=rank)


def spelling_keys(choice: Choice, cards: Sequence[Card]) -> list[str]:
    """Return the keys that name a rank or a suit now."""
    held, ranks, suits = {rank_of(card) for card in cards}, _ranks(), _suits(choice.rank)
    return [key for key in SPELLING_KEYS if key in suits or ranks.get(key) in held]


def _ranks() -> dict[str, int]:
    """Return the ranks by their letters: as they are printed, or as in English."""
    printed = tuple((str(name), rank) for rank, name in COURT.items())
    return _by_letter(RANK_LETTERS, printed) | _OTHER_RANKS


def _suits(rank: int | None) -> dict[str, int]:
    """Return the suits of a rank by their letters; there are none before a rank is typed."""
    if rank is None:
        return {}
    suits = _JOKERS if rank == JOKER else SUIT_LETTERS
    return _by_letter(suits, tuple((str(SUIT_NAMES[suit]), suit) for suit in suits))


@lru_cache(maxsize=64)
def _by_letter(english: str, printed: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """Return the places of letters, large and small; what is printed goes before English."""
    places = {letter: place for place, letter in enumerate(english)}
    places |= {shown: places[letter] for shown, letter in printed}
    return places | {letter.lower(): place for letter, place in places.items()}
