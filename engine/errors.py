"""Say what was wrong with what the engine was given.

The texts are for developers; what players read is worded by the app.
"""

from __future__ import annotations


class CuttleError(Exception):
    """Every error the engine raises on purpose."""


class NotationError(CuttleError):
    """A text form (card, action, ruleset, position, record) cannot be read."""


class RulesetError(CuttleError):
    """A ruleset is unknown, or its options exclude one another."""


class IllegalAction(CuttleError):
    """The seat may not do this now."""


class NotYourTurn(IllegalAction):
    """Another seat is asked, or the game is over."""


class StaleAction(IllegalAction):
    """The action was chosen for an earlier state of the table."""
