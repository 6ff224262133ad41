"""The games of one player against the computer, from which the ladder follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cuttle_tui.ports.account import ArchiveProblem

Result = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A finished game against a level of the computer."""

    level: str
    result: Result
    helped: bool = False
    """Whether the player had a hint, or took a move back."""
    id: str = ""
    """The id of the game on a server."""


@dataclass(frozen=True, slots=True)
class LadderGames:
    """The games by one ruleset, oldest first."""

    games: tuple[LadderGame, ...] = ()
    trouble: ArchiveProblem | None = None
    """Why some or all of them cannot be read; None if they can."""
