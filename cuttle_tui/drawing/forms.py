"""Choose among the forms of a part: the fullest that has room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rich.cells import cell_len

T = TypeVar("T")


def fullest(forms: Iterable[T], size: Callable[[T], int], room: int) -> T:
    """Return the first form that has room, else the last one; the fullest come first."""
    last: T | None = None
    for last in forms:
        if size(last) <= room:
            break
    assert last is not None, "a part without any form"
    return last


def fullest_text(room: int, *forms: str) -> str:
    """Return the first text that has room, else the last one; empty ones are no forms.

    >>> fullest_text(8, "the computer", "computer", "")
    'computer'
    """
    return fullest([form for form in forms if form] or [""], cell_len, room)
