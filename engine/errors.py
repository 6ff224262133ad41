"""Errors of the engine, texts marked for translation, and values that can be copied."""

from __future__ import annotations

import copyreg
from dataclasses import fields
from typing import Any


class CuttleError(Exception):
    """Base class of the engine's errors."""

    def __init__(self, message: str = "", /, **parts: object) -> None:
        """Build the error; the message has ``{name}`` for each part, and a part may be an error."""
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


def N_(text: str) -> str:
    """Mark a text for extraction and return it unchanged; the app translates it."""
    return text


def built_anew(*kinds: type[Any]) -> None:
    """Let pickle and copy build the values of these dataclasses from their fields."""
    for kind in kinds:
        copyreg.pickle(kind, _parts)


def _parts(value: Any) -> tuple[Any, ...]:
    return _build, (type(value), {part.name: getattr(value, part.name) for part in fields(value)})


def _build(kind: type[Any], parts: dict[str, Any]) -> Any:
    return kind(**parts)
