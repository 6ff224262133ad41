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
RACE: Final = 0
"""Stands for a table of two whose fields are rails."""
EACH: Final = pytest.mark.parametrize(
    ("seats", "cards"), [*product((RACE, 2, 3, 4), get_args(CardSize))]
)
EACH_OF_TWO: Final = pytest.mark.parametrize(
    ("seats", "cards"), [*product((RACE, 2), get_args(CardSize))]
)


def windows() -> Iterator[tuple[int, int]]:
    """List the windows, those at the edges of a change among them."""
    every = range(FLOOR[0], _WIDEST, 6 if WHOLE else 26)
    widths = {*every, *(width + 1 for width in every), 59, 60, 79, 80, 119, 120, 159, 160, _WIDEST}
    heights = {*range(FLOOR[1], _HIGHEST + 1, 1 if WHOLE else 3)}
    return product(sorted(widths), sorted(heights))


@cache
def planned(width: int, height: int, seats: int, cards: CardSize, *, touch: bool = False) -> Plan:
    plan = plan_for(width, height, seats or 2, cards, race=seats == RACE, touch=touch)
    assert plan is not None
    return plan if not touch else game_plan(plan, seats or 2)


def parts_of(plan: Plan, seats: int) -> list[tuple[int, int]]:
    """List the first row of each part of a table, and the row after it, from the top."""
    others = plan.band if seats > 2 else plan.opp_field + plan.field.height
    hand = (plan.lift, plan.lift + 1 + plan.hand.height)
    prompt = (plan.prompt, plan.below)
    return [
        (plan.opp_line, plan.opp_line + 1),
        (max(plan.opp_hand, plan.opp_line + 1), plan.opp_field),
        (plan.opp_field, others),
        (plan.band, plan.band_tiles),
        (plan.band_tiles, plan.band_tiles + plan.pile.height + plan.text_rows),
        (plan.my_field, plan.my_field + plan.field.height),
        (plan.my_line, plan.my_line + 1),
        *((hand, prompt) if plan.hand_above else (prompt, hand)),
        (plan.keys, plan.height),
    ]


def blanks_of(plan: Plan) -> int:
    """Count the rows of a table of two in which nothing can stand."""
    used = [
        1 + (plan.back.height if plan.opp_hand > plan.opp_line else 0),
        2 * plan.field.height,
        plan.pile.height,
        0 if plan.log else plan.text_rows,
        1,
        min(plan.prompt_rows, 2 * _BANNER + 1 if plan.phone == "upright" else _BANNER),
        1 + plan.hand.height,
        plan.keys_rows,
        len(plan.scales),
    ]
    return plan.height - sum(used)


def area(plan: Plan) -> int:
    """Return the cells of a card in a usual hand, as it is drawn."""
    card = hand_rows(_USUAL_HAND, plan).card
    return card.width * card.height


@EACH
def test_no_part_lies_on_another(seats: int, cards: CardSize) -> None:
    for width, height in windows():
        for touch in (False, True):
            one = planned(width, height, seats, cards, touch=touch)
            parts = parts_of(one, seats)
            ends = [0, *(stop for _, stop in parts)]
            fine = all(
                end <= first <= stop for end, (first, stop) in zip(ends, parts, strict=False)
            )
            assert fine, (width, height, parts)
            assert parts[-1][1] == height
            assert one.left >= 0
            assert one.stop <= one.table


@EACH_OF_TWO
def test_a_table_of_two_leaves_at_most_a_fifth_of_its_rows_blank(
    seats: int, cards: CardSize
) -> None:
    for width, height in windows():
        for touch in (False, True):
            one = planned(width, height, seats, cards, touch=touch)
            assert blanks_of(one) <= (12 if height > 60 else height // 5), (width, height)


@EACH
def test_no_card_is_smaller_in_a_window_that_is_larger(seats: int, cards: CardSize) -> None:
    sizes: dict[tuple[int, int], tuple[TileSize, ...]] = {}
    for width, height in windows():
        plan = planned(width, height, seats, cards)
        mine = (plan.field, plan.pile, *((plan.compact,) if seats > 2 else ()))
        for narrower, lower in ((width - 1, height), (width, height - 1)):
            if (narrower, lower) not in sizes:
                continue
            before = planned(narrower, lower, seats, cards)
            for old, new in zip(sizes[narrower, lower], mine, strict=True):
                assert old.width <= new.width, (width, height)
                assert old.height <= new.height, (width, height)
            assert area(before) <= area(plan), (width, height)
        sizes[width, height] = mine


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        ((80, 24), (0, 0, 1, (5, 9), 6, 10, 14, 15)),
        ((60, 20), (0, 1, 2, (), 5, 7, 10, 11)),
        ((120, 40), (0, 1, 4, (10, 17), 11, 18, 24, 26)),
    ],
)
def test_a_race_has_its_scales_on_both_sides_of_the_band(
    size: tuple[int, int], rows: tuple[object, ...]
) -> None:
    plan = planned(*size, RACE, "auto")
    seats = plan.opp_line, plan.opp_hand, plan.opp_field, plan.scales
    assert (*seats, plan.band, plan.my_field, plan.my_line, plan.prompt) == rows


def test_a_tall_window_has_rows_for_the_latest_turns() -> None:
    plan = planned(60, 90, 2, "auto")
    assert plan.text_rows >= EVENTS
    assert plan.text_below


@pytest.mark.parametrize("size", [(72, 30), (87, 59), (95, 53), (106, 50), (120, 60)])
def test_windows_between_the_usual_ones_have_cards_as_large_as_fit(size: tuple[int, int]) -> None:
    plan = planned(*size, 2, "auto")
    smaller = planned(size[0] - size[0] % 20, 24, 2, "auto")
    assert area(plan) >= 32
    assert plan.field.height > smaller.field.height
