"""What people's answers to puzzles do to the ratings of these."""

from __future__ import annotations

from typing import Protocol


class PuzzleRatings(Protocol):
    """The ratings of puzzles as people have moved them, on a server."""

    def moved(self, puzzle: str) -> int:
        """Return by how many points people have moved a puzzle, as far as that was read."""

    def note(self, puzzle: str, *, rating: int, own: int, right: bool) -> None:
        """Let this player's first answer move the rating of a puzzle; guests' do not.

        Args:
            puzzle: its id.
            rating: how hard the levels of the computer find it.
            own: the rating of the player with puzzles, before the answer.
            right: whether it was right.
        """
