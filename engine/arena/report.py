"""The result of an arena as lines of text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.arena import statistics, times
from engine.arena.games import Plan, PlayedBlock
from engine.arena.schedule import Pair, sides_of
from engine.arena.seats import Fault

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
    """Yield the lines of a report.

    Args:
        plan: what was played.
        played: the blocks so far, sorted; at least one.
        width: the columns that tables should fit; None for any number.
    """
    sides = sides_of(plan.rules)
    games = len(played) * sides
    deals = len({each.block.deal for each in played})
    yield f"{plan.stamped}, seed {plan.seed}: {_count(games, 'game')} on {_count(deals, 'deal')}"
    pairs = _by_pair(played)
    if len(pairs) == 1:
        ((pair, blocks),) = pairs.items()
        yield from _pair_lines(plan, pair, blocks)
    else:
        yield from _table_lines(plan, pairs, width)
    yield ""
    yield from _aligned(_time_rows(plan, played), width)
    yield from _loss_lines(plan, played)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _by_pair(played: Sequence[PlayedBlock]) -> dict[Pair, list[PlayedBlock]]:
    pairs: dict[Pair, list[PlayedBlock]] = {}
    for each in played:
        pairs.setdefault(each.block.pair, []).append(each)
    return dict(sorted(pairs.items()))


def _points(blocks: Sequence[PlayedBlock]) -> list[float]:
    """Return what the first of a pair made of each block."""
    return [sum(game.points for game in each.games) for each in blocks]


def _pair_lines(plan: Plan, pair: Pair, blocks: Sequence[PlayedBlock]) -> Iterator[str]:
    """Yield the result of two players."""
    one, other = (plan.entrants[number].name for number in pair)
    sides = sides_of(plan.rules)
    found = statistics.estimate(_points(blocks), sides)
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
        statistics.rating_difference(share, sides) for share in (found.value, found.low, found.high)
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
    meetings = [
        statistics.Meeting(*pair, tuple(_points(blocks)), sides) for pair, blocks in pairs.items()
    ]
    found = statistics.ratings(count, meetings)
    shares: dict[Pair, float] = {}
    for meeting in meetings:
        share = sum(meeting.blocks) / (len(meeting.blocks) * sides)
        shares[meeting.one, meeting.other] = share
        shares[meeting.other, meeting.one] = 1 - share
    order = sorted(range(count), key=lambda number: -found[number].points)
    names = [plan.entrants[number].name for number in order]
    head = ["", "rating", "95 %", *(str(place) for place in range(1, count + 1))]
    rows = [head]
    for place, number in enumerate(order, 1):
        rating = found[number]
        cells = [_share(shares.get((number, other))) for other in order]
        row = [f"{place} {names[place - 1]}", _signed(rating.points), f"±{rating.error:.0f}"]
        rows.append([*row, *cells])
    yield ""
    yield from _aligned(rows, width)
    yield "the columns on the right: per cent of the points; the mean of all ratings is 0"
    yield f"± is the 95 % interval: {_how(meetings)}"
    if sides > 2:
        yield f"one player had one side, the other {sides - 1} sides"


def _how(meetings: Sequence[statistics.Meeting]) -> str:
    """Say where the errors of the ratings come from."""
    paired = [statistics.is_paired(meeting.blocks, meeting.games) for meeting in meetings]
    if all(paired):
        return "paired by deal"
    return "paired by deal where there are enough" if any(paired) else "by the number of games"


def _share(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _aligned(rows: Sequence[Sequence[str]], most: int | None) -> Iterator[str]:
    """Yield rows of cells: the first to the left, all others to the right.

    The first are cut, as far as they can be, so that a row has no more columns than `most`.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if most is not None:
        room = most - sum(2 + width for width in widths[1:])
        widths[0] = min(widths[0], max(room, _LEAST))
    for row in ([_cut(first, widths[0]), *rest] for first, *rest in rows):
        first, *rest = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *rest)).rstrip()


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _time_rows(plan: Plan, played: Sequence[PlayedBlock]) -> list[list[str]]:
    """Return how long each player's moves took."""
    counts: list[Counter[int]] = [Counter() for _ in plan.entrants]
    for each in played:
        for game in each.games:
            for number, taken in zip(each.block.pair, game.times, strict=True):
                times.add(counts[number], taken)
    rows = [["time a move", "median", "95 % within", "moves"]]
    for entrant, taken in zip(plan.entrants, counts, strict=True):
        parts = [_time(times.quantile(taken, part)) for part in (0.5, 0.95)]
        rows.append([entrant.name, *parts, str(sum(taken.values()))])
    return rows


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
