"""Word the title of the window while the player looks elsewhere."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.translation import N_, Message, tr

NAME: Final = "cuttle"
Kind = Literal["turn", "paired", "sat-down", "claimable"]
_WORDS: Final[dict[Kind, tuple[Message, Message]]] = {
    "turn": (N_("cuttle: your turn"), N_("cuttle: your turn at {table}")),
    "paired": (N_("cuttle: your game begins"), N_("cuttle: your game begins at {table}")),
    "sat-down": (N_("cuttle: somebody sat down"), N_("cuttle: somebody sat down at {table}")),
    "claimable": (
        N_("cuttle: you can claim the win"),
        N_("cuttle: you can claim the win at {table}"),
    ),
}
"""What the player is wanted for; the second where the table has a title."""


def title_of(kind: Kind, table: str) -> str:
    """Say what needs the player, and at which table."""
    return tr(_WORDS[kind][bool(table)], table=table)
