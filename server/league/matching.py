"""Whether everybody can be paired: perfect matchings, by Edmonds' blossom algorithm.

Players are numbers from 0, a graph is a list of the players each may meet, a matching a list of
the partners of each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

NOBODY: Final = -1


def maximum_matching(graph: Sequence[Collection[int]]) -> list[int]:
    """Return a matching with as many pairs as possible; who stays alone has `NOBODY`."""
    mates = [NOBODY] * len(graph)
    for player, opponents in enumerate(graph):  # most pairs are found without a search
        partner = next((each for each in opponents if mates[each] == NOBODY), NOBODY)
        if mates[player] == NOBODY and partner != NOBODY:
            mates[player], mates[partner] = partner, player
    for player in range(len(graph)):
        if mates[player] == NOBODY:
            augment(graph, mates, player)
    return mates


def augment(graph: Sequence[Collection[int]], mates: list[int], alone: int) -> bool:
    """Give a player a partner by changing those of others, if that can be done.

    Nobody else loses theirs for good. The matching is changed in place.
    """
    return _Search(graph, mates, alone).run()


class _Search:
    """A search for an alternating path from one player alone to another.

    Players at an even distance from the root are to get a new partner. An edge between two of them
    closes an odd circle, a blossom: any of its players can be the one left over, so the whole
    circle is even from then on, and is known by its player nearest to the root, its base.
    """

    def __init__(self, graph: Sequence[Collection[int]], mates: list[int], root: int) -> None:
        self._graph = graph
        self._mates = mates
        self._root = root
        self._base = list(range(len(graph)))
        self._parent = [NOBODY] * len(graph)
        """For a player at an odd distance: who leads to them, nearer to the root."""
        self._even = {root}
        self._queue = deque([root])

    def run(self) -> bool:
        """Return whether a path was found; its players have their new partners then."""
        while self._queue:
            player = self._queue.popleft()
            for other in self._graph[player]:
                if self._base[player] == self._base[other] or self._mates[player] == other:
                    continue
                if other in self._even:
                    self._contract(player, other)
                elif self._parent[other] == NOBODY:
                    self._parent[other] = player
                    if self._mates[other] == NOBODY:
                        self._flip(other)
                        return True
                    self._reach(self._mates[other])
        return False

    def _reach(self, player: int) -> None:
        if player not in self._even:
            self._even.add(player)
            self._queue.append(player)

    def _flip(self, player: int) -> None:
        """Exchange pairs and edges between pairs, from the end of the path back to the root."""
        while player != NOBODY:
            partner = self._parent[player]
            following = self._mates[partner]
            self._mates[player], self._mates[partner] = partner, player
            player = following

    def _contract(self, one: int, other: int) -> None:
        """Make a blossom of the circle that an edge between two even players closes."""
        base = self._common_base(one, other)
        circle: set[int] = set()
        self._lead_back(one, other, base, circle)
        self._lead_back(other, one, base, circle)
        for player in range(len(self._base)):
            if self._base[player] in circle:
                self._base[player] = base
                self._reach(player)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        at = self._base[one]
        passed.add(at)
        while at != self._base[self._root]:
            at = self._base[self._parent[self._mates[at]]]
            passed.add(at)
        at = self._base[other]
        while at not in passed:
            at = self._base[self._parent[self._mates[at]]]
        return at

    def _lead_back(self, player: int, child: int, base: int, circle: set[int]) -> None:
        """Note the bases from a player to the base of a blossom, and the way round it."""
        while self._base[player] != base:
            mate = self._mates[player]
            circle |= {self._base[player], self._base[mate]}
            self._parent[player] = child
            child = mate
            player = self._parent[mate]
