"""Word the title of the window while the player looks elsewhere."""

from __future__ import annotations

from typing import Final, Literal

NAME: Final = "cuttle"
Kind = Literal["turn", "paired", "sat-down", "claimable"]
_WORDS: Final[dict[Kind, str]] = {
    "turn": "your turn",
    "paired": "your game begins",
    "sat-down": "somebody sat down",
    "claimable": "you may claim the win",
}


def title_of(kind: Kind, table: str) -> str:
    """Say what the player is wanted for, and at which table."""
    return f"{NAME}: {_WORDS[kind]} at {table}" if table else f"{NAME}: {_WORDS[kind]}"
