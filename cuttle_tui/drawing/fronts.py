"""Plan the screens around the games: their head and list, and what stands beside that."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from cuttle_tui.drawing.layout import (
    LARGE,
    LARGER,
    MIDDLE,
    SMALLEST,
    TALL_FRONTS,
    THUMB,
    Plan,
    front_for,
    plan_for,
)

_TWO_ROWS_FROM: Final = 28
"""Rows from which an upright window has two rows of such buttons."""


TITLE_ROWS: Final = 2
"""Rows of a head without tiles."""


_FRONT_WIDEST: Final = 100
_LOW: Final = (22, 36)
"""The rows below which a front screen has the small head of a narrow one; the second in an upright
window, where prompts have fewer rows then."""
_UPRIGHT_PROMPTS: Final = (5, 7)
"""Rows of a prompt on a front screen in a low and in a high upright window."""
LISTS_WIDEST: Final = 196
"""Maximum columns of a list with what stands beside it."""
ROOMY: Final = 148
"""Columns from which that has all the room it needs."""
_PANELS: Final = ((176, 100), (ROOMY, 56), (116, 42))
"""The columns of what stands beside a list, margins included, by the least of both."""


def panel_width(plan: Plan) -> int:
    """Return the columns of the panel beside a list; 0 if there is no room, or it is below."""
    if plan.front.tall:
        return 0
    return next((width for least, width in _PANELS if plan.content >= least), 0)


FRONT_HIGHEST: Final = 44
"""Maximum rows of a front screen, which is in the middle of a higher window."""
LISTS_HIGHEST: Final = 64
"""The same for a list with what stands beside it."""
ANY_HEIGHT: Final = 9999
"""As many rows as the window has, for what is long."""
_LEAST_AROUND: Final = 4
"""Rows above and below, without which the screen has all of them."""


@lru_cache(maxsize=256)
def front_plan_for(
    width: int,
    height: int,
    widest: int = _FRONT_WIDEST,
    highest: int = FRONT_HIGHEST,
    *,
    touch: bool = False,
) -> Plan | None:
    """Choose the plan of a front screen: no log, the prompt at the bottom.

    On a phone held across its buttons have full height.
    """
    plan = plan_for(width, height, touch=touch)
    if plan is None:
        return None
    upright = plan.phone == "upright"
    top = 0 if upright else (height - highest) // 2
    if top >= _LEAST_AROUND:
        plan = replace(plan, top=top, height=height - 2 * top)
    low = plan.phone == "across" or height < _LOW[upright]
    front = SMALLEST if low else plan.front
    content = min(width, widest)
    prompt_rows = _UPRIGHT_PROMPTS[not low] if upright else plan.prompt_rows
    keys_rows = plan.keys_rows
    if plan.phone == "across":
        prompt_rows, keys_rows = 1 + THUMB, THUMB
    return replace(
        plan,
        front=front,
        table=width,
        content=content,
        left=(width - content) // 2,
        prompt=plan.height - keys_rows - prompt_rows - front.foot,
        prompt_rows=prompt_rows,
        keys_rows=keys_rows,
    )


@lru_cache(maxsize=256)
def list_plan_for(width: int, height: int, highest: int, *, touch: bool = False) -> Plan | None:
    """Choose the plan of a list with what stands beside it, or below it in a tall window."""
    plan = front_plan_for(width, height, LISTS_WIDEST, highest, touch=touch)
    if plan is None or plan.phone:
        return plan
    beside = plan.content >= ROOMY or (panel_width(plan) and plan.height < _HIGH)
    tall = None if beside else front_for(TALL_FRONTS, plan.content, plan.height)
    return replace(plan, front=tall or plan.front)


_HIGH: Final = 50
"""Rows from which a panel without all the room it needs is below the list."""


def narrowed(plan: Plan, widest: int) -> Plan:
    """Return the plan with so many columns at most, in the middle."""
    content = min(plan.content, widest)
    return replace(plan, content=content, left=(plan.width - content) // 2)


def with_two_rows(plan: Plan) -> Plan:
    """Give the prompt of a low upright window two rows of buttons of full height."""
    missing = 1 + 2 * THUMB - plan.prompt_rows
    if plan.phone != "upright" or plan.height < _TWO_ROWS_FROM or missing <= 0:
        return plan
    return replace(plan, prompt=plan.prompt - missing, prompt_rows=plan.prompt_rows + missing)


def with_larger_head(plan: Plan) -> Plan:
    """Return the plan with a head of the next size, above a list that leaves rows for it."""
    return replace(plan, front=LARGER) if plan.front is LARGE else plan


def with_smaller_head(plan: Plan) -> Plan:
    """Return the plan with a head of middle size at most, beside a list with a high panel."""
    larger = not plan.front.tall and plan.front.least > MIDDLE.least
    return replace(plan, front=MIDDLE) if larger else plan


def with_long_page(plan: Plan) -> Plan:
    """Give a page in the lowest windows the rows that its prompt never fills."""
    spared = 0 if not plan.small or plan.phone else plan.prompt_rows - _PAGE_PROMPT
    return replace(plan, prompt=plan.prompt + spared, prompt_rows=plan.prompt_rows - spared)


_PAGE_PROMPT: Final = 2
"""Rows of the prompt of a page: the bar, and the keys."""


def without_keys(plan: Plan) -> Plan:
    """Return the plan of a page whose prompt has all the hints, which are not parted on phones."""
    if not plan.phone:
        return plan
    return replace(plan, keys_rows=0, prompt=plan.height - plan.prompt_rows)
