"""Pair the players of a play night: Swiss, everybody against everybody, and arena."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from typing import Final

from server.league.night_results import Pairing, Result, points_of

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
            _Search(graph, mates, player).run()
    return mates


class _Search:
    """A search for an alternating path from one player alone to another, for one more pair.

    The matching is changed in place; nobody else loses their partner for good.

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
                        # exchange pairs and edges between pairs, back to the root
                        player = other
                        while player != NOBODY:
                            partner = self._parent[player]
                            following = self._mates[partner]
                            self._mates[player], self._mates[partner] = partner, player
                            player = following
                        return True
                    self._reach(self._mates[other])
        return False

    def _reach(self, player: int) -> None:
        if player not in self._even:
            self._even.add(player)
            self._queue.append(player)

    def _contract(self, one: int, other: int) -> None:
        """Make a blossom of the circle that an edge between two even players closes."""
        # where both ways back to the root meet
        base = self._base[one]
        passed = {base}
        while base != self._base[self._root]:
            base = self._base[self._parent[self._mates[base]]]
            passed.add(base)
        base = self._base[other]
        while base not in passed:
            base = self._base[self._parent[self._mates[base]]]
        circle: set[int] = set()
        self._lead_back(one, other, base, circle)
        self._lead_back(other, one, base, circle)
        for player in range(len(self._base)):
            if self._base[player] in circle:
                self._base[player] = base
                self._reach(player)

    def _lead_back(self, player: int, child: int, base: int, circle: set[int]) -> None:
        """Note the bases from a player to the base of a blossom, and the way round it."""
        while self._base[player] != base:
            mate = self._mates[player]
            circle |= {self._base[player], self._base[mate]}
            self._parent[player] = child
            child = mate
            player = self._parent[mate]


def swiss_rounds(players: int) -> int:
    """Return how many rounds leave only one player without a loss: 3 for 8, 6 for 64."""
    return max(1, (players - 1).bit_length())


def swiss(players: Sequence[str], results: Sequence[Result]) -> tuple[Pairing, ...]:
    """Return the pairings of the next round of a Swiss tournament, the best players first.

    Nobody meets the same opponent twice, unless no round without that is left; then nobody meets a
    third time, and so on. An odd player gets a bye: the last of those who had the fewest, if the
    others can be paired. Within that, each player from the top gets an opponent with as many
    points: the top half of those who have them meets the bottom half.

    Args:
        players: who is here now, in order of seed.
        results: of all rounds so far, with the byes.
    """
    table = _Table(players, results)
    for meetings in count():
        graph = table.graph(meetings)
        for bye in table.byes():
            if _most_paired(graph, bye) == len(players) - len(bye):
                return table.pairings(_best_pairs(table, graph, bye), bye)
    raise AssertionError  # once the meetings do not matter, anybody may meet anybody


def arena(free: Sequence[str], results: Sequence[Result], playing: int = 0) -> tuple[Pairing, ...]:
    """Return who of the free players meet now; the others wait.

    As many as possible meet, each from the top somebody with near points. Nobody meets the opponent
    of their last game, unless there is nobody else at all.

    Args:
        free: who is free, the longest waiting first. Where some must wait on, they are the latest.
        results: of all games so far. A player's games have rising rounds.
        playing: how many players are at tables now, and will be free later.
    """
    table = _Table(free, results, points_first=True)
    graph = table.graph_after_last_games()
    if len(free) == 2 and not playing:
        graph = [[1], [0]]
    most = _most_paired(graph)
    waiting: set[int] = set()
    for player in reversed(free):
        number = table.players.index(player)
        if len(free) - len(waiting) == most:
            break
        if _most_paired(graph, {*waiting, number}) == most:
            waiting.add(number)
    return table.pairings(_best_pairs(table, graph, waiting), ())


def round_robin(
    players: Sequence[str], results: Sequence[Result] = ()
) -> tuple[tuple[Pairing, ...], ...]:
    """Return the rounds that are left until everybody has met everybody who is here.

    The circle method, without the games already played. Whoever is in no pairing of a round rests.
    """
    _refuse_twins(players)
    met = _meetings(results)
    starts = _Starts(results)
    rounds: list[list[tuple[str, str]]] = []
    for pair in _circle(players):
        if met[frozenset(pair)]:
            continue
        # The first round in which both are free: that closes the gaps of games already played.
        free = (each for each in rounds if not {*pair} & {name for game in each for name in game})
        place = next(free, None)
        if place is None:
            rounds.append(place := [])
        # A whole circle is even as it is.
        place.append(starts.in_order(pair) if results else pair)
        starts.add(*place[-1])
    following = _next_round(results)
    return tuple(
        tuple(Pairing(number, *pair) for pair in each)
        for number, each in enumerate(rounds, following)
    )


def _circle(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield all pairs, round by round: one player stays, the others move on around the table."""
    seats: list[str | None] = [*players] if len(players) % 2 == 0 else [None, *players]
    for turn in range(len(seats) - 1):
        for board in range(len(seats) // 2):
            one, other = seats[board], seats[-1 - board]
            # The player who stays starts in every other round; the boards beside take turns.
            swapped = turn % 2 if board == 0 else board % 2
            if one is not None and other is not None:
                yield (other, one) if swapped else (one, other)
        seats = [seats[0], seats[-1], *seats[1:-1]]


# -- what results say ---------------------------------------------------------------------------


class _Starts:
    """Who started in which games, and who is to start in the next."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._balance: Counter[str] = Counter()
        self._last: dict[str, bool] = {}
        for result in sorted(results, key=lambda result: result.pairing.round):
            if result.pairing.second is not None:
                self.add(result.pairing.first, result.pairing.second)

    def add(self, first: str, second: str) -> None:
        """Count a game."""
        self._balance[first] += 1
        self._balance[second] -= 1
        self._last |= {first: True, second: False}

    def in_order(self, pair: tuple[str, str], board: int = 0) -> tuple[str, str]:
        """Return the players of a pair, the one who starts first.

        The one who started less, else the one who did not start last time, else the better on
        every other board.
        """
        one, other = pair
        due = self._balance[one] - self._balance[other]
        due = due or self._last.get(one, False) - self._last.get(other, False) or board % 2
        return (other, one) if due > 0 else (one, other)

    def clash(self, one: str, other: str) -> bool:
        """Return whether both should start, or both should not."""
        return self._balance[one] * self._balance[other] > 0


class _Table:
    """What the results say of the players who are here, numbered from the top of the standings."""

    def __init__(
        self, players: Sequence[str], results: Sequence[Result], *, points_first: bool = False
    ) -> None:
        _refuse_twins(players)
        points = points_of(results)
        self.players = sorted(players, key=lambda player: -points[player])  # stable: in seed order
        self.points = [points[player] for player in self.players]
        self.results = results
        self.starts = _Starts(results)
        self._met = _meetings(results)
        self._points_first = points_first

    def graph(self, meetings: int) -> list[list[int]]:
        """Return whom each player may meet: who has been met so many times at most."""
        return self._graph(lambda one, other: self._met[frozenset((one, other))] <= meetings)

    def graph_after_last_games(self) -> list[list[int]]:
        """Return whom each player may meet: anybody but the opponent in the last game of either."""
        last: dict[str, str] = {}
        for result in sorted(self.results, key=lambda result: result.pairing.round):
            if result.pairing.second is not None:
                one, other = result.players
                last |= {one: other, other: one}
        return self._graph(lambda one, other: last.get(one) != other and last.get(other) != one)

    def _graph(self, may_meet: Callable[[str, str], bool]) -> list[list[int]]:
        graph: list[list[int]] = []
        for player in self.players:
            meets = (name != player and may_meet(player, name) for name in self.players)
            graph.append([number for number, yes in enumerate(meets) if yes])
        return graph

    def byes(self) -> list[tuple[int, ...]]:
        """Return who may have byes, best choice first: nobody, or one of an odd number."""
        if len(self.players) % 2 == 0:
            return [()]
        had = Counter(each.pairing.first for each in self.results if each.pairing.second is None)
        numbers = range(len(self.players))
        return [
            (number,) for number in sorted(numbers, key=lambda at: (had[self.players[at]], -at))
        ]

    def wishes(self, graph: Sequence[Collection[int]], left: Sequence[int]) -> list[int]:
        """Return whom the first of the players left may meet, best choice first.

        Fewest meetings and nearest points, or the other way round in an arena; then somebody who is
        not due to start as well, then the player half a score group further down.
        """
        player = left[0]
        group = sum(self.points[other] == self.points[player] for other in left)
        opposite = left[max(1, group // 2)]

        def rank(other: int) -> tuple[tuple[int, int], bool, int, int]:
            one, name = self.players[player], self.players[other]
            meetings = self._met[frozenset((one, name))]
            gap = self.points[player] - self.points[other]
            return (
                (gap, meetings) if self._points_first else (meetings, gap),
                self.starts.clash(one, name),
                abs(other - opposite),
                -other,
            )

        return sorted((other for other in left[1:] if other in graph[player]), key=rank)

    def pairings(
        self, pairs: Sequence[tuple[int, int]], byes: Collection[int]
    ) -> tuple[Pairing, ...]:
        """Return pairings for the next round, byes at the end."""
        number = _next_round(self.results)
        named = [(self.players[one], self.players[other]) for one, other in pairs]
        games = [
            Pairing(number, *self.starts.in_order(pair, board)) for board, pair in enumerate(named)
        ]
        return (*games, *(Pairing(number, self.players[bye], None) for bye in byes))


def _best_pairs(
    table: _Table, graph: Sequence[Collection[int]], alone: Collection[int]
) -> list[tuple[int, int]]:
    """Return pairs of all but those who stay alone; it is known that there are such pairs.

    Each player from the top gets the first of their wishes that leaves everybody else a partner: of
    opponents with as many points, rather one who leaves their score group as many pairs.
    """
    everybody = {*range(len(graph))}
    left = sorted(everybody.difference(alone))
    pairs: list[tuple[int, int]] = []
    while left:
        player = left[0]
        group = [other for other in left if table.points[other] == table.points[player]]
        most_in_group = _most_paired(graph, everybody.difference(group))
        possible: list[tuple[int, int]] = []
        for opponent in table.wishes(graph, left):
            if possible and opponent not in group:
                break
            others = {*left} - {player, opponent}
            if _most_paired(graph, everybody - others) < len(others):
                continue  # somebody would stay alone
            possible.append((player, opponent))
            group_left = others.intersection(group)
            if (
                opponent not in group
                or _most_paired(graph, everybody - group_left) == most_in_group - 2
            ):
                possible = [(player, opponent)]
                break
        pairs.append(possible[0])
        left = [other for other in left if other not in possible[0]]
    return pairs


def _most_paired(graph: Sequence[Collection[int]], gone: Collection[int] = ()) -> int:
    """Return how many players can have a partner among those who are not gone."""
    here = [
        [] if one in gone else [other for other in others if other not in gone]
        for one, others in enumerate(graph)
    ]
    return len(graph) - maximum_matching(here).count(NOBODY)


def _meetings(results: Sequence[Result]) -> Counter[frozenset[str]]:
    """Return how often each two players have met."""
    return Counter(frozenset(result.players) for result in results)


def _next_round(results: Sequence[Result]) -> int:
    return 1 + max((result.pairing.round for result in results), default=0)


def _refuse_twins(players: Sequence[str]) -> None:
    if len(set(players)) < len(players):
        raise ValueError("a player is named twice")
