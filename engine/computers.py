"""Tell computer players from people by their names, as records hold them."""

from __future__ import annotations

from typing import Final

COMPUTER: Final = "computer"
"""The first word of the name of every computer player; no person can have it."""
_FORMER: Final = "machine"
"""Stands for it in old records."""


def is_computer(name: str) -> bool:
    """Return whether a name is that of a computer player."""
    return name.split(" ")[0] in (COMPUTER, _FORMER)
