"""Messages as lines of JSON, views and events as plain values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, Literal, NoReturn

from engine.actions import Action
from engine.cards import Card, card_name
from engine.play.events import Event
from engine.play.view import Outcome, Pending, Placed, SeatView, View

Value = dict[str, Any]


def view_value(view: View) -> Value:
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


LONGEST_LINE: Final = 4096
"""Bytes of a line that a player may send."""

Message = dict[str, Any]
"""A message: its ``type`` and what belongs to it."""

Code = Literal[
    "syntax",
    "too-long",
    "protocol",
    "type",
    "value",
    "no-game",
    "not-asked",
    "stale",
    "illegal",
    "late",
    "flood",
    "refused",
]


class ProtocolError(Exception):
    """A message cannot be read or obeyed; `code` is the reason, for programs."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code: Final = code


def encode(message: Message) -> bytes:
    """Write a message as a line of ASCII."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> Message:
    """Read a message from a line.

    Raises:
        ProtocolError: ``syntax``, ``value``: it is no JSON object with a ``type``.
    """
    try:
        message = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ProtocolError("syntax", "a message is a line of JSON in UTF-8") from None
    if not isinstance(message, dict):
        raise ProtocolError("syntax", "a message is a JSON object")
    if not isinstance(message.get("type"), str):
        raise ProtocolError("value", "a message has a type")
    return message


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


class LineSplitter:
    """Splits a stream of bytes into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the lines that are complete now, without blank ones.

        Raises:
            ProtocolError: ``too-long``: a line has more than `LONGEST_LINE` bytes.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            _check_length(line)
            if line.strip():
                yield line
        _check_length(self._rest)


def _check_length(line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise ProtocolError("too-long", f"a line has at most {LONGEST_LINE} bytes")
