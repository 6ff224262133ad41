"""Word the puzzles of the store from what is known of them: nobody wrote a text for each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.learn.puzzle_texts import PuzzleWords
from cuttle_tui.learn.puzzles import Puzzle
from engine.actions import Kind
from engine.cards import rank_of
from engine.play.view import View

_DIFFICULTIES: Final = (
    (1200, N_("easy")),
    (1350, N_("medium")),
    (1550, N_("hard")),
    (9999, N_("very hard")),
)
"""What a rating below each number is called."""


def difficulty_of(puzzle: Puzzle) -> str:
    """Return how hard a puzzle of the store is, in a word or two."""
    rating = puzzle.rating or 0
    return str(next(word for below, word in _DIFFICULTIES if rating < below))


def words_of(puzzle: Puzzle, view: View) -> PuzzleWords:
    """Word a puzzle of the store at its table."""
    title = tr("Puzzle {id}", id=puzzle.id)
    return PuzzleWords(title, _story(view), _hint(puzzle, view), _lesson(puzzle))


def _story(view: View) -> str:
    """Say how the points stand, and whether the opponent's hand is seen."""
    me, other = view.seats
    told = N_(
        "You have {own} of {own_goal} points, bob has {points} of {goal}, and you see his hand."
    )
    if len(other.hand) < other.hand_size:
        told = N_("You have {own} of {own_goal} points, bob has {points} of {goal}.")
    return tr(told, own=me.score, own_goal=me.goal, points=other.score, goal=other.goal)


_HINTS: Final[dict[Kind, Message]] = {
    Kind.POINTS: N_("Play for points, but which?"),
    Kind.SCUTTLE: N_("One of your cards can scuttle one of his."),
    Kind.JACK: N_("Whose points would you rather have?"),
    Kind.ROYAL: N_("A royal does more here than points."),
    Kind.DRAW: N_("None of the cards in your hand helps. What is left?"),
    Kind.COUNTER: N_("What happens if you let it through?"),
    Kind.DECLINE: N_("What else will you need your two for?"),
    Kind.TAKE: N_("Which card in the scrap would decide the game?"),
    Kind.DISCARD: N_("Which of the cards can you do without?"),
}
_ONE_OFF_HINTS: Final = (
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


def _hint(puzzle: Puzzle, view: View) -> str:
    del view
    first = puzzle.solutions[0]
    if first.kind is Kind.ONE_OFF:
        return str(_ONE_OFF_HINTS[rank_of(first.card)])
    return str(_HINTS.get(first.kind, N_("Try each play in your mind.")))


def _lesson(puzzle: Puzzle) -> str:
    """Say who finds it."""
    if not puzzle.found_by:
        return tr("Rated {rating}: no computer player finds it reliably.", rating=puzzle.rating)
    return tr(
        "Rated {rating}: computer players find it from {level} up.",
        rating=puzzle.rating,
        level=puzzle.found_by,
    )


def time_to_next(now: datetime) -> str:
    """Return how long it is until the next puzzle of the day: until midnight, UTC."""
    midnight = datetime(now.year, now.month, now.day, tzinfo=now.tzinfo) + timedelta(days=1)
    minutes = -(-(midnight - now) // timedelta(minutes=1))
    if minutes > 60:
        return tr("{n} h", n=round(minutes / 60))
    return tr("{n} min", n=minutes)
