"""Whatever the window, a table has its parts below each other, and its rows are not left blank.

Windows are those from 44x20 to 250x90: each height, and of the widths so many that every kind is
there, each with the one beside it. The default run looks at some of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, get_args

import pytest

from cuttle_tui.drawing.layout import (
    EVENTS,
    FLOOR,
    CardSize,
    Plan,
    TileSize,
    game_plan,
    hand_rows,
    plan_for,
)
from tests.whole import WHOLE

_WIDEST, _HIGHEST = 250, 90
_USUAL_HAND: Final = 6
_BANNER: Final = 6
"""Rows of a prompt that a question, its options and a reason fill, with buttons twice as many."""
EACH: Final = pytest.mark.parametrize(
    ("seats", "race", "cards"), [*product((2, 3, 4), (True, False), get_args(CardSize))]
)
"""How many sit there, whether points are a race where that has room, and the size of cards."""


def windows() -> Iterator[tuple[int, int]]:
    """List the windows, those at the edges of a change among them."""
    every = range(FLOOR[0], _WIDEST, 6 if WHOLE else 26)
    widths = {*every, *(width + 1 for width in every), 59, 60, 79, 80, 119, 120, 159, 160, _WIDEST}
    heights = {*range(FLOOR[1], _HIGHEST + 1, 1 if WHOLE else 3)}
    return product(sorted(widths), sorted(heights))


@cache
def planned(
    width: int, height: int, seats: int, cards: CardSize, *, race: bool, touch: bool = False
) -> Plan:
    plan = plan_for(width, height, seats, cards, race=race, touch=touch)
    assert plan is not None
    return plan if not touch else game_plan(plan, seats)


def opponents_of(plan: Plan, seats: int) -> Iterator[tuple[int, int]]:
    """List the parts of the opponents: those of each in turn, if they lie below each other."""
    for top in range(0, max(1, plan.lanes) * max(1, plan.opp_rows), max(1, plan.opp_rows)):
        line, field = top + plan.opp_line, top + plan.opp_field
        several = seats > 2 and not plan.lanes
        size = plan.compact if plan.lanes else plan.field
        yield line, line + 1
        yield max(top + plan.opp_hand, line + 1), field
        yield field, plan.band if several else field + size.height
        if plan.their_scale is not None:
            yield top + plan.their_scale, top + plan.their_scale + 1


def parts_of(plan: Plan, seats: int) -> list[tuple[int, int]]:
    """List the first row of each part of a table, and the row after it, from the top."""
    hand = (plan.lift, plan.lift + 1 + plan.hand.height)
    prompt = (plan.prompt, plan.below)
    scale = [] if plan.my_scale is None else [(plan.my_scale, plan.my_scale + 1)]
    return [
        *opponents_of(plan, seats),
        (plan.band, plan.band_tiles),
        (plan.band_tiles, plan.band_tiles + plan.pile.height + plan.text_rows),
        *scale,
        (plan.my_field, plan.my_field + plan.field.height),
        (plan.my_line, plan.my_line + 1),
        *((hand, prompt) if plan.hand_above else (prompt, hand)),
        (plan.keys, plan.height),
    ]


def blanks_of(plan: Plan) -> int:
    """Count the rows of a table of two, or of a race, in which nothing can stand."""
    alone = plan.back.height if plan.opp_hand > plan.opp_line else 0
    theirs = plan.compact if plan.lanes else plan.field
    used = [
        max(1, plan.lanes) * (1 + alone + theirs.height + (plan.their_scale is not None)),
        plan.field.height + (plan.my_scale is not None),
        plan.pile.height,
        0 if plan.log else plan.text_rows,
        1,
        min(plan.prompt_rows, 2 * _BANNER + 1 if plan.phone == "upright" else _BANNER),
        1 + plan.hand.height,
        plan.keys_rows,
    ]
    return plan.height - sum(used)


def area(plan: Plan) -> int:
    """Return the cells of a card in a usual hand, as it is drawn."""
    card = hand_rows(_USUAL_HAND, plan).card
    return card.width * card.height


@pytest.mark.slow
@EACH
def test_no_part_lies_on_another(seats: int, cards: CardSize, *, race: bool) -> None:
    for width, height in windows():
        for touch in (False, True):
            one = planned(width, height, seats, cards, race=race, touch=touch)
            parts = parts_of(one, seats)
            ends = [0, *(stop for _, stop in parts)]
            fine = all(
                end <= first <= stop for end, (first, stop) in zip(ends, parts, strict=False)
            )
            assert fine, (width, height, parts)
            assert parts[-1][1] == height
            assert one.left >= 0
            assert one.stop <= one.table


@pytest.mark.slow
@EACH
def test_a_table_of_two_and_a_race_leave_at_most_a_fifth_of_their_rows_blank(
    seats: int, cards: CardSize, *, race: bool
) -> None:
    for width, height in windows():
        for touch in (False, True):
            one = planned(width, height, seats, cards, race=race, touch=touch)
            if seats == 2 or one.lanes:
                assert blanks_of(one) <= (12 if height > 60 else height // 5), (width, height)


@pytest.mark.slow
@EACH
def test_no_card_is_smaller_in_a_window_that_is_larger(
    seats: int, cards: CardSize, *, race: bool
) -> None:
    """Cards of a race are as wide as their worth: none is like a tile, but those of the hand.

    Large ones have the blank rows, of which a race has fewer.
    """
    sizes: dict[tuple[int, int], tuple[TileSize, ...]] = {}
    for width, height in windows():
        plan = planned(width, height, seats, cards, race=race)
        sizes[width, height] = mine = (plan.field, plan.pile, plan.compact)[: 2 + (seats > 2)]
        for narrower, lower in ((width - 1, height), (width, height - 1)):
            if (narrower, lower) not in sizes:
                continue
            before = planned(narrower, lower, seats, cards, race=race)
            alike = before.lanes == plan.lanes
            if alike or cards != "large":
                assert area(before) <= area(plan), (width, height)
            for old, new in zip(sizes[narrower, lower], mine, strict=True):
                assert old.width <= new.width or not alike, (width, height)
                assert old.height <= new.height or not alike, (width, height)


@pytest.mark.parametrize(
    ("seats", "size", "rows"),
    [
        (2, (80, 24), (0, 0, 1, 5, 6, 9, 10, 14, 15)),
        (2, (60, 20), (0, 1, 2, None, 5, None, 7, 10, 11)),
        (2, (120, 40), (0, 1, 4, 10, 11, 17, 18, 24, 26)),
        (4, (80, 24), (0, 0, 1, None, 9, None, 11, 14, 15)),
    ],
)
def test_a_race_has_its_scales_on_both_sides_of_the_band(
    seats: int, size: tuple[int, int], rows: tuple[object, ...]
) -> None:
    plan = planned(*size, seats, "auto", race=True)
    theirs = plan.opp_line, plan.opp_hand, plan.opp_field, plan.their_scale
    assert (*(*theirs, plan.band, plan.my_scale, plan.my_field, plan.my_line), plan.prompt) == rows


@pytest.mark.parametrize(("seats", "least"), [(3, (80, 20)), (4, (80, 22))])
def test_more_than_two_race_below_each_other_where_they_have_the_rows(
    seats: int, least: tuple[int, int]
) -> None:
    width, height = least
    assert planned(width, height, seats, "auto", race=True).lanes == seats - 1
    smaller = [(width - 1, height), (44, 90), *[(width, height - 1)] * (height > FLOOR[1])]
    assert not any(planned(*size, seats, "auto", race=True).lanes for size in smaller)


def test_a_tall_window_has_rows_for_the_latest_turns() -> None:
    plan = planned(60, 90, 2, "auto", race=False)
    assert plan.text_rows >= EVENTS
    assert plan.text_below


@pytest.mark.parametrize("size", [(72, 30), (87, 59), (95, 53), (106, 50), (120, 60)])
def test_windows_between_the_usual_ones_have_cards_as_large_as_fit(size: tuple[int, int]) -> None:
    plan = planned(*size, 2, "auto", race=False)
    smaller = planned(size[0] - size[0] % 20, 24, 2, "auto", race=False)
    assert area(plan) >= 32
    assert plan.field.height > smaller.field.height
