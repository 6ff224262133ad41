"""The messages that a host sends to a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play.events import Event
from engine.play.view import Outcome, View
from engine.protocol.lines import Message, ProtocolError
from engine.protocol.values import event_value, legal_values, outcome_value, view_value
from engine.rules.rulesets import Ruleset
from engine.rules.text import stamped

VERSION: Final = 1
"""The version of the protocol; a change that breaks players raises it."""


def hello_message(server: str) -> Message:
    """Greet a player.

    Args:
        server: the program and version that hosts it.
    """
    return {"type": "hello", "protocol": VERSION, "server": server}


def game_message(
    game: str, ruleset: Ruleset, seat: int, names: Sequence[str], seed: int | None = None
) -> Message:
    """Tell a player that a game begins.

    Args:
        game: the id by which messages name it.
        ruleset: its rules.
        seat: the player's seat.
        names: the name at each seat.
        seed: a number from which the player may draw its chance, so that games can be repeated.
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
        game: the id of the game.
        view: the game as the player's seat sees it.
        events: what has happened since, redacted for this seat.
        answer: the seconds within which it must answer; None if nothing limits that.
        left: the seconds on the clock of each seat; empty without clocks.
    """
    return {
        "type": "view",
        "game": game,
        "ply": view.ply,
        "view": view_value(view),
        "events": [event_value(event) for event in events],
        "legal": legal_values(view.legal),
        "clock": {"answer": answer if view.legal else None, "left": [*left]},
    }


def result_message(
    game: str,
    outcome: Outcome | None,
    won: bool | None,
    why: str,
    events: Sequence[Event] = (),
) -> Message:
    """Tell a player how a game ended.

    Args:
        game: the id of the game.
        outcome: the end by the rules; None if it was ended in another way.
        won: whether the player's side won; None if nobody did.
        why: in a few words.
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
    """Tell a player what was wrong.

    Args:
        error: what was wrong.
        game: the game it belongs to, if any.
        ends: whether the conversation ends with it.
    """
    told: Message = {"type": "error", "code": error.code, "text": str(error), "ends": ends}
    return {**told, "game": game} if game else told


def bye_message(why: str) -> Message:
    """Tell a player that the conversation ends."""
    return {"type": "bye", "why": why}
