"""What results are worth, and the report of an arena."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.arena import games as times
from engine.arena.entrants import Fault, Pair, sides_of
from engine.arena.games import Plan, PlayedBlock

Z: Final = 1.959963984540054
"""Standard deviations on each side of an interval of 95 %."""
_SCALE: Final = 400 / math.log(10)
"""Rating points to a natural logarithm of odds."""
_ENOUGH_BLOCKS: Final = 20
_ENOUGH_POINTS: Final = 10
"""Blocks, and points won and lost, from which on the spread of the blocks is trusted."""
_STEPS: Final = 50
_CLOSE: Final = 1e-9

Method = Literal["paired", "Wilson"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of points with its 95 % interval."""

    value: float
    low: float
    high: float
    method: Method
    """``paired``: from the spread of the blocks, each a deal played from every side; ``Wilson``:
    from the number of games, where there are few blocks or nearly all ended alike."""


def estimate(blocks: Sequence[float], games: int) -> Estimate:
    """Estimate the share of points a player makes, from its points in each block."""
    count = len(blocks)
    share = sum(blocks) / (count * games)
    error = Z * math.sqrt(variance(blocks) / count) / games
    if is_paired(blocks, games):
        return Estimate(share, max(0.0, share - error), min(1.0, share + error), "paired")
    return Estimate(share, *wilson(share, count * games), "Wilson")


def is_paired(blocks: Sequence[float], games: int) -> bool:
    """Return whether there are enough blocks, points won and points lost to trust their spread."""
    won, played = sum(blocks), len(blocks) * games
    enough = len(blocks) >= _ENOUGH_BLOCKS and min(won, played - won) >= _ENOUGH_POINTS
    return enough and variance(blocks) > 0


def variance(values: Sequence[float]) -> float:
    """Return the variance of what these values are a sample of; 0 for fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) of a share in so many games."""
    square = Z * Z / games
    middle = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def rating_difference(share: float, sides: int = 2) -> float:
    """Return by how many rating points a player is stronger, by its share of points, 0 to 1.

    All others are of the same strength.
    """
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return _SCALE * math.log((sides - 1) * share / (1 - share))


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players made of their games."""

    one: int
    other: int
    blocks: tuple[float, ...]
    """The points of the first in each block."""
    games: int
    """The games of a block, which is also how many sides play."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; the mean of all players is 0."""

    points: float
    error: float
    """Half of the 95 % interval."""


def ratings(players: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """Rate players by all their games: the most likely ratings (Bradley and Terry).

    Each pair is given one more game, drawn, so that nobody is infinitely strong. The errors follow
    from the spread of the blocks.
    """
    strengths = [0.0] * players
    for _ in range(_STEPS):
        inverse = _inverse(_information(strengths, meetings))
        slope = _slope(strengths, meetings)
        steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        strengths = [
            strength + max(-1.0, min(1.0, step))
            for strength, step in zip(strengths, steps, strict=True)
        ]
        if max(map(abs, steps)) < _CLOSE:
            break
    mean = sum(strengths) / players
    inverse = _inverse(_information(strengths, meetings))
    count = len(inverse)
    spread = [[0.0] * count for _ in range(count)]
    for meeting in meetings:
        share = _expected(strengths, meeting)
        by_chance = _games(meeting) * share * (1 - share)
        seen = variance(meeting.blocks) * len(meeting.blocks)
        _add(spread, meeting, seen if is_paired(meeting.blocks, meeting.games) else by_chance)
    errors = [
        math.sqrt(sum(row[i] * spread[i][j] * row[j] for i in range(count) for j in range(count)))
        for row in inverse
    ]
    return [
        Rating(_SCALE * (strength - mean), Z * _SCALE * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _expected(strengths: Sequence[float], meeting: Meeting) -> float:
    """Return the share of points the first of a meeting is expected to make."""
    ahead = strengths[meeting.one] - strengths[meeting.other] - math.log(meeting.games - 1)
    return 1 / (1 + math.exp(-ahead))


def _games(meeting: Meeting) -> int:
    return len(meeting.blocks) * meeting.games + 1


def _slope(strengths: Sequence[float], meetings: Sequence[Meeting]) -> list[float]:
    """Return what each player made beyond what was expected."""
    slope = [0.0] * len(strengths)
    for meeting in meetings:
        drawn = 1 / meeting.games
        beyond = sum(meeting.blocks) + drawn - _games(meeting) * _expected(strengths, meeting)
        slope[meeting.one] += beyond
        slope[meeting.other] -= beyond
    return slope


def _information(strengths: Sequence[float], meetings: Sequence[Meeting]) -> list[list[float]]:
    """Return the information matrix; a constant makes it invertible, and fixes the mean."""
    count = len(strengths)
    matrix = [[1 / count] * count for _ in range(count)]
    for meeting in meetings:
        share = _expected(strengths, meeting)
        _add(matrix, meeting, _games(meeting) * share * (1 - share))
    return matrix


def _add(matrix: list[list[float]], meeting: Meeting, weight: float) -> None:
    one, other = meeting.one, meeting.other
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


_FAULTS: dict[Fault, str] = {
    "illegal": "by an illegal action",
    "slow": "by being slow",
    "ended": "because the program ended",
    "unreadable": "by a message that cannot be read",
    "broken": "by an error",
    "conceded": "by conceding",
}

_LEAST: Final = 8
"""Columns of a name that are left when it is cut."""


def report(plan: Plan, played: Sequence[PlayedBlock], width: int | None = None) -> Iterator[str]:
    """Yield the lines of a report on sorted blocks, at least one.

    Tables fit the width, in columns; None for any number.
    """
    sides = sides_of(plan.rules)
    games = len(played) * sides
    deals = len({each.block.deal for each in played})
    yield f"{plan.stamped}, seed {plan.seed}: {_count(games, 'game')} on {_count(deals, 'deal')}"
    pairs: dict[Pair, list[PlayedBlock]] = {}
    for each in sorted(played, key=lambda each: each.block.pair):
        pairs.setdefault(each.block.pair, []).append(each)
    if len(pairs) == 1:
        ((pair, blocks),) = pairs.items()
        yield from _pair_lines(plan, pair, blocks)
    else:
        yield from _table_lines(plan, pairs, width)
    yield ""
    counts: list[Counter[int]] = [Counter() for _ in plan.entrants]
    for one in played:
        for game in one.games:
            for number, taken in zip(one.block.pair, game.times, strict=True):
                counts[number].update(taken)
    rows = [["time a move", "median", "95 % within", "moves"]]
    for entrant, taken in zip(plan.entrants, counts, strict=True):
        parts = [_time(times.quantile(taken, part)) for part in (0.5, 0.95)]
        rows.append([entrant.name, *parts, str(sum(taken.values()))])
    yield from _aligned(rows, width)
    yield from _loss_lines(plan, played)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _points(blocks: Sequence[PlayedBlock]) -> list[float]:
    """Return what the first of a pair made of each block."""
    return [sum(game.points for game in each.games) for each in blocks]


def _pair_lines(plan: Plan, pair: Pair, blocks: Sequence[PlayedBlock]) -> Iterator[str]:
    """Yield the result of two players."""
    one, other = (plan.entrants[number].name for number in pair)
    sides = sides_of(plan.rules)
    found = estimate(_points(blocks), sides)
    yield ""
    if sides > 2:
        yield f"{one} had one side, {other} the other {sides - 1}: {1 / sides:.1%} would be level"
    method = "paired by deal" if found.method == "paired" else "Wilson"
    interval = f"95 % interval {found.low:.1%} to {found.high:.1%}, {method}"
    yield f"{one} made {found.value:.1%} of the points against {other} ({interval})"
    games = [game for each in blocks for game in each.games]
    won = sum(game.points == 1 for game in games)
    lost = sum(game.points == 0 for game in games)
    yield f"won {won}, drawn {len(games) - won - lost}, lost {lost}"
    ahead, low, high = (
        rating_difference(share, sides) for share in (found.value, found.low, found.high)
    )
    yield f"rating difference {_signed(ahead)} (95 % interval {_signed(low)} to {_signed(high)})"


def _signed(points: float) -> str:
    if math.isinf(points):
        return "+infinity" if points > 0 else "-infinity"
    return f"{round(points):+}"


def _table_lines(
    plan: Plan, pairs: dict[Pair, list[PlayedBlock]], width: int | None
) -> Iterator[str]:
    """Yield everybody's rating, and what each made against each, the strongest first."""
    sides, count = sides_of(plan.rules), len(plan.entrants)
    meetings = [Meeting(*pair, tuple(_points(blocks)), sides) for pair, blocks in pairs.items()]
    found = ratings(count, meetings)
    shares: dict[Pair, str] = {}
    for meeting in meetings:
        share = sum(meeting.blocks) / (len(meeting.blocks) * sides)
        shares[meeting.one, meeting.other] = f"{100 * share:.1f}"
        shares[meeting.other, meeting.one] = f"{100 * (1 - share):.1f}"
    order = sorted(range(count), key=lambda number: -found[number].points)
    names = [plan.entrants[number].name for number in order]
    head = ["", "rating", "95 %", *(str(place) for place in range(1, count + 1))]
    rows = [head]
    for place, number in enumerate(order, 1):
        rating = found[number]
        row = [f"{place} {names[place - 1]}", _signed(rating.points), f"±{rating.error:.0f}"]
        rows.append([*row, *(shares.get((number, other), "") for other in order)])
    yield ""
    yield from _aligned(rows, width)
    yield "the columns on the right: per cent of the points; the mean of all ratings is 0"
    paired = [is_paired(meeting.blocks, meeting.games) for meeting in meetings]
    method = "paired by deal" if any(paired) else "by the number of games"
    enough = " where there are enough" if any(paired) and not all(paired) else ""
    yield f"± is the 95 % interval: {method}{enough}"
    if sides > 2:
        yield f"one player had one side, the other {sides - 1} sides"


def _aligned(rows: Sequence[Sequence[str]], most: int | None) -> Iterator[str]:
    """Yield rows of cells: the first to the left, all others to the right.

    The first are cut, as far as they can be, so that a row has no more columns than `most`.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if most is not None:
        room = most - sum(2 + width for width in widths[1:])
        widths[0] = min(widths[0], max(room, _LEAST))
    for first, *rest in rows:
        if len(first) > widths[0]:
            first = first[: widths[0] - 1] + "…"
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join((first.ljust(widths[0]), *cells)).rstrip()


def _time(seconds: float | None) -> str:
    """Write a time with two digits that count: ``1.2 s``, ``220 ms``."""
    if seconds is None:
        return "-"
    rounded = float(f"{seconds:.2g}")
    return f"{rounded:g} s" if rounded >= 1 else f"{rounded * 1000:g} ms"


def _loss_lines(plan: Plan, played: Sequence[PlayedBlock]) -> Iterator[str]:
    """Yield how often each player lost without playing to the end, each with an example."""
    found: Counter[tuple[int, Fault]] = Counter()
    examples: dict[tuple[int, Fault], str] = {}
    for each in played:
        for game in each.games:
            if game.loss is not None:
                key = each.block.pair[game.loss.who], game.loss.fault
                found[key] += 1
                examples.setdefault(key, game.loss.text)
    for (number, fault), count in sorted(found.items()):
        name, games = plan.entrants[number].name, _count(count, "game")
        example = "" if fault == "conceded" else f": {examples[number, fault]}"
        yield f"{name} lost {games} {_FAULTS[fault]}{example}"
