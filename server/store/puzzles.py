"""What people's answers to puzzles do to the ratings of these: one answer of each person counts."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from server.league.store.tables import insert_new
from server.store.people import known
from server.store.schema import puzzle_answers, puzzle_shifts
from server.store.values import PuzzleAnswer

FARTHEST: Final = 150.0
"""Points by which people may move the rating of a puzzle from what the levels gave it."""
FIRST_STEPS: Final = 16.0
"""Points that are at stake in the first answers."""
STEPS: Final = 6.0
"""The same once many have answered."""
MANY: Final = 30


def answer(connection: sa.Connection, row: PuzzleAnswer) -> bool:
    """Let a person's answer move the rating of a puzzle, unless they have answered it before.

    Return whether it has. Nodes that answer at the same time take turns at the puzzle's row.

    Raises:
        NoSuchPerson: the account was deleted meanwhile.
    """
    known(connection, row.person)
    said = {"person": row.person, "puzzle": row.puzzle, "right": row.right}
    if not insert_new(connection, puzzle_answers, said):
        return False
    of_puzzle = puzzle_shifts.c.puzzle == row.puzzle
    query = sa.select(puzzle_shifts.c.points, puzzle_shifts.c.answers).where(of_puzzle)
    insert_new(connection, puzzle_shifts, {"puzzle": row.puzzle, "points": 0.0, "answers": 0})
    points, answers = connection.execute(query.with_for_update()).one()
    after = {"points": moved(points, answers, row), "answers": answers + 1}
    connection.execute(puzzle_shifts.update().where(of_puzzle).values(after))
    return True


def moved(points: float, answers: int, row: PuzzleAnswer) -> float:
    """Return by how much the rating of a puzzle is moved after one more answer.

    The answer is a game between the person and the puzzle, as in Elo's scale.
    """
    step = FIRST_STEPS if answers < MANY else STEPS
    solved = 1 / (1 + 10 ** ((row.rating + points - row.own) / 400))
    after = points + step * (solved - row.right)
    return round(max(-FARTHEST, min(FARTHEST, after)), 3)


def shifts(connection: sa.Connection) -> dict[str, int]:
    """Return by how many points people have moved each puzzle that somebody has answered."""
    rows = connection.execute(sa.select(puzzle_shifts.c.puzzle, puzzle_shifts.c.points))
    return {puzzle: round(points) for puzzle, points in rows}


def plain(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return a person's answers as plain JSON."""
    query = sa.select(puzzle_answers.c.puzzle, puzzle_answers.c.right)
    rows = connection.execute(
        query.where(puzzle_answers.c.person == person).order_by(puzzle_answers.c.puzzle)
    )
    return [row._asdict() for row in rows]


def bring(connection: sa.Connection, other: str, person: str) -> None:
    """Give another account's answers to a person, but for puzzles that they have answered."""
    own = sa.select(puzzle_answers.c.puzzle).where(puzzle_answers.c.person == person)
    theirs = puzzle_answers.c.person == other, puzzle_answers.c.puzzle.not_in(own)
    connection.execute(puzzle_answers.update().where(*theirs).values(person=person))
