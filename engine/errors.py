"""Errors of the engine.

An error is an English template with named parts, so that an app can show it in another language.
"""

from __future__ import annotations


class CuttleError(Exception):
    """Base class of the engine's errors."""

    def __init__(self, message: str = "", /, **parts: object) -> None:
        """Build the error.

        Args:
            message: what is wrong, with ``{name}`` for each part.
            parts: the values of the parts; another error is allowed.
        """
        super().__init__(message)
        self.message = message
        self.parts = parts

    def __str__(self) -> str:
        return self.message.format(**self.parts) if self.parts else self.message


class NotationError(CuttleError):
    """A text form (card, action, ruleset, position, record) cannot be read."""


class DeckError(CuttleError, ValueError):
    """A deck is not the pack of its ruleset, each card once."""


class RulesetError(CuttleError):
    """A ruleset is unknown, or its options exclude each other."""


class IllegalAction(CuttleError):
    """The seat may not do this now."""


class SeatError(IllegalAction, ValueError):
    """There is no such seat."""


class NotYourTurn(IllegalAction):
    """Another seat is asked, or the game is over."""


class StaleAction(IllegalAction):
    """The action was chosen for an earlier state of the table."""


class TableError(CuttleError):
    """The table cannot do this now."""
