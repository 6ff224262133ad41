"""Show the position of a puzzle in small, as it is seen before it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cuttle_tui.i18n.translation import N_, Sentence, Span, card_span, say, tell, tr
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.learn.puzzle_words import aim_of, head_of, title_of
from cuttle_tui.learn.puzzles import Puzzle
from cuttle_tui.ports import TableState
from cuttle_tui.table.plate import YOUR_HAND
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.small_board import SEATS, bare, board_seats

_TITLES: Final = (N_("{key} today's puzzle: {aim}"), N_("{key} today: {aim}"), N_("{key} {aim}"))
"""What a board is called, the fullest first."""
_FIRST: Final = (N_("{key} a first puzzle: {aim}"), N_("{key} {aim}"))
"""The same of an easy one, which is not today's."""


def has_seats(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has as many seats as a board shows."""
    return puzzle.seats == SEATS


def board_of(puzzle: Puzzle, opens: str) -> BoardModel | None:
    """Return today's puzzle, or one of the book to begin with, as a small board that a key opens.

    None for more than two seats.
    """
    first = puzzle.rating is None
    asked = head_of(puzzle).lower() if first else title_of(puzzle)
    key, aim = Span(opens, "key"), Span(asked, "strong")
    titles = _FIRST if first else _TITLES
    return _board(puzzle, opens, [tell(title, key=key, aim=aim) for title in titles])


def board_beside(puzzle: Puzzle, opens: str) -> BoardModel | None:
    """Return a puzzle as a small board that says what is asked; None for more than two seats."""
    return _board(puzzle, opens, [say(Span(aim_of(puzzle), "strong"))])


def board_called(puzzle: Puzzle, opens: str, offer: Sentence) -> BoardModel | None:
    """Return a puzzle as a small board that is called by an offer, or by its title if that is long.

    None for more than two seats.
    """
    title = say(Span(opens, "key"), " ", title_of(puzzle))
    return _board(puzzle, opens, [offer, title])


def _board(puzzle: Puzzle, opens: str, titles: Sequence[Sentence]) -> BoardModel | None:
    """Return a position, with the cards that were just played behind its title."""
    if not has_seats(puzzle):
        return None
    table = present_table(_state(puzzle), 0, TableUi())
    played = [part for each in table.mid.stack for part in (" ", card_span(each.card))]
    return BoardModel(
        opens,
        tuple(say(title, *played) for title in titles),
        board_seats(table),
        tr(YOUR_HAND),
        bare(table.tray),
    )


@lru_cache(maxsize=8)
def _state(puzzle: Puzzle) -> TableState:
    """Set the position up, as the player may know it."""
    return puzzle.contest().state()
