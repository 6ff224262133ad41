"""The coach's eye: what a seat may think of its game, from its view alone."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final, Protocol

from engine.bots.assess import Assessment
from engine.play.view import View

SECONDS: Final = 0.1
"""How long a position is thought about in an analysis."""
LONGER: Final = 0.4
"""How long for a hint, which a player waits for."""


class Analyst(Protocol):
    """Assesses positions outside the app's own task, so that the app is never held up."""

    def assess(self, view: View, seconds: float = SECONDS) -> Awaitable[Assessment]:
        """Assess a game for the seat of a view; the same view gives much the same result.

        Raises:
            LobbyError: ``no-coach``: what assesses has failed.
        """
