"""Views and events as plain values for JSON.

A value holds what the view or the redacted event holds and nothing else. Cards are names, and what
does not apply is null.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from engine.actions import Action
from engine.cards import Card, card_name
from engine.play.events import Event
from engine.play.view import Outcome, Pending, Placed, SeatView, View

Value = dict[str, Any]


def view_value(view: View) -> Value:
    """Return a view as a value."""
    return {
        "viewer": view.viewer,
        "turn": view.turn,
        "mover": view.mover,
        "ply": view.ply,
        "ask": view.ask.name.lower(),
        "asked": [*view.asked],
        "owed": view.owed,
        "seats": [_seat(number, seat) for number, seat in enumerate(view.seats)],
        "deck_size": view.deck_size,
        "revealed": _names(view.revealed),
        "scrap": _names(view.scrap),
        "pile": [*map(_pending, view.pile)],
        "pending_sevens": _names(view.pending_sevens),
        "passes": view.passes,
        "exposer": _or_none(view.exposer),
        "sudden": _or_none(view.sudden),
        "offerer": _or_none(view.offerer),
        "retired": [*view.retired],
        "absent": [*view.absent],
        "conceding": [*view.conceding],
        "outcome": outcome_value(view.outcome),
    }


def _seat(number: int, seat: SeatView) -> Value:
    return {
        "seat": number,
        "side": seat.side,
        "hand_size": seat.hand_size,
        "hand": _names(seat.hand),
        "frozen": _names(seat.frozen),
        "points": [*map(_placed, seat.points)],
        "royals": [*map(_placed, seat.royals)],
        "score": seat.score,
        "goal": seat.goal,
    }


def _placed(placed: Placed) -> Value:
    return {
        "card": card_name(placed.card),
        "stack": _names(placed.stack),
        "lenders": [*placed.lenders],
    }


def _pending(pending: Pending) -> Value:
    return {
        "seat": pending.seat,
        "action": str(pending.action),
        "later": [*pending.later],
        "from_seven": pending.from_seven,
    }


def outcome_value(outcome: Outcome | None) -> Value | None:
    """Return how a game ended, as a value."""
    return None if outcome is None else {"winners": [*outcome.winners], "why": outcome.why}


def legal_values(legal: Sequence[Action]) -> list[Value]:
    """Return legal actions with the numbers by which they are chosen."""
    return [{"choice": choice, "text": str(action)} for choice, action in enumerate(legal)]


def event_value(event: Event) -> Value:
    """Return an event, already redacted, as a value."""
    kind: Any = type(event)
    name, parts = _parts(kind)
    return {"event": name} | {part: told(getattr(event, part)) for part, told in parts}


def event_name(kind: type) -> str:
    """Return how a kind of event is called: ``PlayedPoints`` is ``played_points``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _names(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def _card(card: Card | None) -> str | None:
    return None if card is None else card_name(card)


def _plain(value: object) -> object:
    return [*value] if isinstance(value, tuple) else value


_TELL: Final[dict[str, Callable[[Any], object]]] = {
    **dict.fromkeys(("card", "target", "against"), _card),
    **dict.fromkeys(("cards", "targets", "lost", "queens"), _names),
}
"""How the fields of events that hold cards are told; others are told as they are."""
_SEATS: Final = frozenset(("victim",))
"""The fields in which -1 stands for no seat."""


@lru_cache(maxsize=64)
def _parts(kind: type) -> tuple[str, tuple[tuple[str, Callable[[Any], object]], ...]]:
    """Return the name of a kind of event, and how each of its fields is told."""
    parts = (field.name for field in fields(kind))
    return event_name(kind), tuple(
        (part, _or_none if part in _SEATS else _TELL.get(part, _plain)) for part in parts
    )
