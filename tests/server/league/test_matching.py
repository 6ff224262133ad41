"""Matchings: as many pairs as brute force finds."""

from __future__ import annotations

from functools import cache

from hypothesis import given, strategies as st

from server.league.pairing import NOBODY, maximum_matching

_edges = st.integers(2, 11).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=24),
    )
)


def _graph(size: int, edges: set[tuple[int, int]]) -> list[list[int]]:
    real = {frozenset(edge) for edge in edges if edge[0] != edge[1]}
    return [[b for b in range(size) if frozenset((a, b)) in real] for a in range(size)]


def _most_pairs(graph: list[list[int]]) -> int:
    @cache
    def most(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        rest = left - {one}
        return max([most(rest)] + [1 + most(rest - {b}) for b in graph[one] if b in rest])

    return most(frozenset(range(len(graph))))


@given(_edges)
def test_there_are_as_many_pairs_as_can_be(drawn: tuple[int, set[tuple[int, int]]]) -> None:
    graph = _graph(*drawn)
    mates = maximum_matching(graph)
    paired = [player for player, mate in enumerate(mates) if mate != NOBODY]
    assert all(mates[mates[player]] == player for player in paired)
    assert all(mates[player] in graph[player] for player in paired)
    assert len(paired) == 2 * _most_pairs(graph)


def test_an_odd_circle_with_tails_is_resolved() -> None:
    # 0-1 and 2-3 taken first leave 4 and 5 alone, with the circle 1-2-3-4-5's neighbours between.
    edges = {(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (2, 5)}
    assert NOBODY not in maximum_matching(_graph(6, edges))
