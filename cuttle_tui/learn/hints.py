"""Choose the hint for a puzzle of the store: words that fit its solution, and wrong plays as well.

A hint whose words only the solution fits would be the solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.learn.puzzles import Puzzle
from engine.actions import Action, Kind
from engine.cards import Card, card_name, rank_of
from engine.play.observe import observe
from engine.record.position_text import parse_position


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint, and the legal first actions that its words fit."""

    words: Message
    cards: tuple[Card, ...]
    """The cards that it names."""
    fits: frozenset[Action]

    def __str__(self) -> str:
        # cards in braces, as in all texts of tasks
        names = [f"{{{card_name(card)}}}" for card in self.cards]
        return tr(self.words, **dict(zip(("card", "other"), names, strict=False)))


@lru_cache(maxsize=64)
def hint_of(puzzle: Puzzle) -> Hint:
    """Return the hint that says most and still fits two wrong plays, or at least one."""
    legal, solutions = observe(parse_position(puzzle.text), 0).legal, set(puzzle.solutions)
    if puzzle.kind == "jack":  # the task names it
        legal = tuple(action for action in legal if action.kind is Kind.JACK)
    hints = [*_by_kind(puzzle, legal), *_by_play(puzzle, legal)]
    found = (hint for wrong in (2, 1) for hint in hints if len(hint.fits - solutions) >= wrong)
    return next(found, hints[-1])


def _hint(words: Message, fits: Iterable[Action], *cards: Card) -> Hint:
    return Hint(words, cards, frozenset(fits))


def _by_kind(puzzle: Puzzle, legal: tuple[Action, ...]) -> Iterator[Hint]:
    """Yield hints for what a puzzle asks, which fit its first solution."""
    right = puzzle.solutions[0]
    if puzzle.kind == "counter":
        yield _hint(_BOTH_WAYS, legal)
    elif puzzle.kind == "jack":
        wrong = (action.targets for action in legal if action not in puzzle.solutions)
        for pair in _pairs(right.targets, wrong):
            yield _hint(_WHICH_TARGET, (a for a in legal if a.targets[0] in pair), *pair)
    elif puzzle.kind == "discard" and len(right.cards) > 1:
        card = right.cards[0]
        yield _hint(_ONE_OF_THEM, (action for action in legal if card in action.cards), card)


def _by_play(puzzle: Puzzle, legal: tuple[Action, ...]) -> Iterator[Hint]:
    """Yield hints for the kind of play that the first solution is, those that say most first."""
    right = puzzle.solutions[0]
    alike = (action for action in legal if action.kind is right.kind)
    if right.kind is Kind.ONE_OFF:
        rank = rank_of(right.card)
        yield _hint(_ONE_OFFS[rank], (action for action in alike if rank_of(action.card) == rank))
    elif right.kind in _BY_KIND:
        yield _hint(_BY_KIND[right.kind], alike)
    if right.cards:
        same = (action for action in legal if action.cards[:1] == right.cards[:1])
        yield _hint(_BUT_HOW, same, right.card)
        wrong = (action.cards for action in legal if action not in puzzle.solutions)
        for pair in _pairs(right.cards, wrong):
            yield _hint(_WHICH_CARD, (a for a in legal if set(pair) & set(a.cards)), *pair)
    yield _hint(_NO_CARD if right.kind is Kind.DRAW else _BOTH_WAYS, legal)


def _pairs(
    right: tuple[Card, ...], wrong: Iterable[tuple[Card, ...]]
) -> Iterator[tuple[Card, Card]]:
    """Pair the first card of the solution with the highest of another play, by rank."""
    others = {cards[0] for cards in wrong if cards and cards[0] not in right}
    if right and others:
        low, high = sorted((right[0], max(others)))
        yield low, high


_BOTH_WAYS: Final = N_("Play each way out in your mind: what can bob do then?")
_WHICH_TARGET: Final = N_("The {card} or the {other}: what is on the table then?")
_WHICH_CARD: Final = N_("The {card} or the {other}?")
_ONE_OF_THEM: Final = N_("You can do without the {card}. What else?")
_BUT_HOW: Final = N_("It is the {card}, but how do you play it?")
_NO_CARD: Final = N_("Does any card in your hand help? If not, what is left?")
_BY_KIND: Final[dict[Kind, Message]] = {
    Kind.POINTS: N_("Play for points, but which?"),
    Kind.SCUTTLE: N_("One of your cards can scuttle one of his."),
    Kind.JACK: N_("Whose points would you rather have?"),
    Kind.ROYAL: N_("A royal does more here than points."),
    Kind.TAKE: N_("Which card in the scrap would decide the game?"),
    Kind.DISCARD: N_("Which of the cards can you do without?"),
}
_ONE_OFFS: Final = (
    N_("An ace scraps all point cards."),
    N_("A two scraps a royal."),
    N_("A three takes a card from the scrap."),
    N_("A four makes him discard."),
    N_("A five draws cards."),
    N_("A six scraps all royals."),
    N_("A seven plays from the deck."),
    N_("Which one-off helps?"),
    N_("A nine sends a card back to a hand."),
    N_("Which one-off helps?"),
)
"""By rank, from the ace."""
