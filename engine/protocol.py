"""The bot protocol: lines of JSON, views and events as values, what hosts and players say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final, Literal, NoReturn

from engine.actions import Action, Kind, parse_action
from engine.cards import Card, card_name
from engine.errors import NotationError, RulesetError
from engine.play.events import Event
from engine.play.view import Outcome, Pending, Placed, Remembered, SeatView, View
from engine.rules.options import parse_ruleset, stamped
from engine.rules.rulesets import Ruleset

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
        "known_top": [*map(_remembered, view.known_top)],
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
        "remembered": [*map(_remembered, seat.remembered)],
        "points": [*map(_placed, seat.points)],
        "royals": [*map(_placed, seat.royals)],
        "score": seat.score,
        "goal": seat.goal,
    }


def _remembered(found: Remembered) -> Value:
    return {"card": card_name(found.card), "turn": found.turn}


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


def _plain(value: object) -> object:
    return [*value] if isinstance(value, tuple) else value


_TELL: Final[dict[str, Callable[[Any], object]]] = {
    **dict.fromkeys(
        ("card", "target", "against"), lambda card: None if card is None else card_name(card)
    ),
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


VERSION: Final = 1
"""The version of the protocol; a change that breaks players raises it."""


def hello_message(server: str) -> Message:
    """Greet a player in the name of a program and its version."""
    return {"type": "hello", "protocol": VERSION, "server": server}


def game_message(
    game: str, ruleset: Ruleset, seat: int, names: Sequence[str], seed: int | None = None
) -> Message:
    """Tell a player that a game begins.

    `seed` is a number from which the player may draw its chance, so that games can be repeated.
    """
    seats = [
        {"seat": number, "name": name, "side": side}
        for number, (name, side) in enumerate(zip(names, ruleset.sides, strict=True))
    ]
    rules = stamped(ruleset)
    start = {"type": "game", "game": game, "ruleset": rules, "seat": seat, "seats": seats}
    return start if seed is None else {**start, "seed": seed}


def view_message(
    game: str, view: View, events: Sequence[Event], answer: float | None, left: Sequence[int] = ()
) -> Message:
    """Show a player its view, what has happened since the last one, and what it may do.

    Args:
        events: redacted for this seat.
        answer: the seconds within which it must answer; None if nothing limits that.
        left: the seconds on the clock of each seat; empty without clocks.
    """
    return {
        "type": "view",
        "game": game,
        "ply": view.ply,
        "view": view_value(view),
        "events": [event_value(event) for event in events],
        "legal": [{"choice": at, "text": str(action)} for at, action in enumerate(view.legal)],
        "clock": {"answer": answer if view.legal else None, "left": [*left]},
    }


def result_message(
    game: str, outcome: Outcome | None, won: bool | None, why: str, events: Sequence[Event] = ()
) -> Message:
    """Tell a player how a game ended.

    Args:
        outcome: the end by the rules; None if it was ended in another way.
        won: whether the player's side won; None if nobody did.
        events: what has happened since the last view.
    """
    return {
        "type": "result",
        "game": game,
        "outcome": outcome_value(outcome),
        "won": won,
        "why": why,
        "events": [event_value(event) for event in events],
    }


def error_message(error: ProtocolError, game: str = "", *, ends: bool = False) -> Message:
    """Tell a player what was wrong, and whether the conversation ends with it."""
    told: Message = {"type": "error", "code": error.code, "text": str(error), "ends": ends}
    return {**told, "game": game} if game else told


def bye_message(why: str) -> Message:
    """Tell a player that the conversation ends."""
    return {"type": "bye", "why": why}


LONGEST_NAME: Final = 32
"""Characters in the name of a program."""
_MOST_RULESETS: Final = 32
MOST_GAMES: Final = 16
"""Games that a player may play at a time."""
_UNASKED: Final = (Kind.CONCEDE, Kind.RETRACT, Kind.OFFER)
"""What a player may do besides choosing a legal action, where the rules allow it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a player says of itself."""

    name: str
    open: bool = False
    """Whether anybody may challenge it."""
    rulesets: tuple[str, ...] = ()
    """The rules it plays, with their versions; empty for all."""
    games: int = 1
    """How many games it plays at a time."""
    ladder: bool = False
    """Whether it plays rated games against other programs."""


def read_hello(message: Message) -> Hello:
    """Read the first message of a player.

    Raises:
        ProtocolError: it is no hello, or of another version.
    """
    if message["type"] != "hello":
        raise ProtocolError("type", "the first message is a hello")
    version = message.get("protocol")
    if type(version) is not int:
        raise ProtocolError("protocol", f"hello names its protocol, a number: {VERSION}")
    if version != VERSION:
        age = "newer" if version > VERSION else "older"
        raise ProtocolError(
            "protocol", f"protocol {version} is {age} than what is spoken here: {VERSION}"
        )
    name = _field(message, "name", str, "")
    if not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        raise ProtocolError("value", f"name: 1 to {LONGEST_NAME} printable characters")
    is_open = _field(message, "open", bool, False)
    rulesets = _rulesets(_field(message, "rulesets", list, []))
    games = _field(message, "games", int, 1)
    if not 1 <= games <= MOST_GAMES:
        raise ProtocolError("value", f"games: 1 to {MOST_GAMES}")
    return Hello(name, is_open, rulesets, games, _field(message, "ladder", bool, False))


def _field(message: Message, name: str, kind: type, default: Any) -> Any:
    value = message.get(name, default)
    if type(value) is not kind:
        raise ProtocolError("value", f"{name}: {_WORDS[kind]}")
    return value


_WORDS: Final = {str: "a text", bool: "true or false", list: "a list", int: "a whole number"}


def _rulesets(names: list[object]) -> tuple[str, ...]:
    if len(names) > _MOST_RULESETS:
        raise ProtocolError("value", f"rulesets: at most {_MOST_RULESETS}")
    found = []
    for name in names:
        if not isinstance(name, str):
            raise ProtocolError("value", "rulesets: a list of texts")
        try:
            found.append(stamped(parse_ruleset(name)))
        except RulesetError as error:
            raise ProtocolError("value", f"rulesets: {error}") from None
    return tuple(found)


def read_action(message: Message, view: View) -> Action:
    """Read what a player chose for its view.

    What may be done besides, such as conceding, is returned without a check.

    Raises:
        ProtocolError: it is no action, was chosen for another view, or is not legal.
    """
    ply = message.get("ply")
    if ply is not None and type(ply) is not int:
        raise ProtocolError("value", "ply: a whole number")
    if ply not in (None, view.ply):
        raise ProtocolError("stale", f"chosen for another ply than {view.ply}")
    choice, text = message.get("choice"), message.get("text")
    if (choice is None) == (text is None):
        raise ProtocolError("value", "an action has a choice or a text")
    if choice is not None:
        return _chosen(choice, view)
    if not isinstance(text, str):
        raise ProtocolError("value", "text: an action, such as draw")
    try:
        action = parse_action(text)
    except NotationError as error:
        raise ProtocolError("illegal", str(error)) from None
    if action in view.legal or (action.kind in _UNASKED and action.seat == view.viewer):
        return action
    if not view.legal:
        raise ProtocolError("not-asked", "another seat is asked")
    raise ProtocolError("illegal", f"not legal now: {action}")


def _chosen(choice: object, view: View) -> Action:
    if not view.legal:
        raise ProtocolError("not-asked", "another seat is asked")
    if type(choice) is not int:
        raise ProtocolError("value", "choice: a whole number")
    if not 0 <= choice < len(view.legal):
        raise ProtocolError("illegal", f"choice: a number from 0 to {len(view.legal) - 1}")
    return view.legal[choice]
