"""Count what it takes to answer a player: somebody waits for it, and a server has other players."""

from __future__ import annotations

from copy import copy
from typing import Final

from engine.actions import Action
from engine.solver import Challenge, Search, TooMany
from tests.programs.puzzles.finding import Found

MOST: Final = 4_000
"""The limit of positions searched for an answer."""


class _Counted(Challenge):
    """A challenge that knows the searches for its last answer."""

    def __init__(self, found: Found) -> None:
        self._searches: list[Search] = []
        super().__init__(found.text, found.aim, ("you", "bob"))

    def _search(self, *, listening: bool = False) -> Search:
        search = Search(self.aim, nodes=MOST, listening=listening)
        self._searches.append(search)
        return search

    def answer(self, action: Action) -> int:
        """Play an action, and return how many positions were searched."""
        self._searches.clear()
        self.submit(action, self.view.ply)
        return sum(search.spent for search in self._searches)


def is_answered_soon(found: Found) -> bool:
    """Return whether every action that a player may try is answered within the limit."""
    try:
        return _all_answered(_Counted(found))
    except TooMany:
        return False


def _all_answered(contest: _Counted) -> bool:
    """Try every action, and after those that do not fail every further one."""
    for action in contest.view.legal:
        after = copy(contest)
        if after.answer(action) > MOST:
            return False
        if not after.failed and not after.settled and not _all_answered(after):
            return False
    return True
