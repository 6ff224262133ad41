"""The rules of Cuttle for programs: rulesets, games, views and records.

What is named here is the public door; ``docs/ENGINE.md`` goes through it, and says where each rule
stands. Mistakes of the caller raise a `CuttleError`. A game is dealt from a seed, and played by
choosing one of its legal actions until it has an outcome:

>>> from engine import Game, legal_actions, parse_ruleset
>>> game = Game.from_seed(parse_ruleset("standard"), b"any bytes")
>>> while game.outcome is None:
...     seat = game.position.prompt.seats[0]
...     action = legal_actions(game.position)[0]
...     events = game.submit(seat, action, game.position.ply)
>>> game.outcome
Outcome(winners=(), why='passes')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.actions import Action, Kind, parse_action
    from engine.cards import Card, card_name, parse_card
    from engine.errors import (
        CuttleError,
        DeckError,
        IllegalAction,
        NotationError,
        NotYourTurn,
        RulesetError,
        StaleAction,
    )
    from engine.play.explain import Reason, Refusal, explain
    from engine.play.legal import is_legal, legal_actions, standing_actions
    from engine.play.observe import determinize, observe
    from engine.play.perform import play as play_action
    from engine.play.position import Position, deal
    from engine.play.view import Ask, Outcome, SeatView, View
    from engine.record.parser import parse_record
    from engine.record.position_text import parse_position, position_text
    from engine.record.record import Game, Record, RecordError, record_of, record_text, verify
    from engine.record.summary import Replay
    from engine.rules.effects import effect_of, reaches_of
    from engine.rules.options import OPTIONS, Option, parse_ruleset
    from engine.rules.rulesets import PRESETS, Ruleset

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Action",
    "Ask",
    "Card",
    "CuttleError",
    "DeckError",
    "Game",
    "IllegalAction",
    "Kind",
    "NotYourTurn",
    "NotationError",
    "Option",
    "Outcome",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Replay",
    "Ruleset",
    "RulesetError",
    "SeatView",
    "StaleAction",
    "View",
    "card_name",
    "deal",
    "determinize",
    "effect_of",
    "explain",
    "is_legal",
    "legal_actions",
    "observe",
    "parse_action",
    "parse_card",
    "parse_position",
    "parse_record",
    "parse_ruleset",
    "play_action",
    "position_text",
    "reaches_of",
    "record_of",
    "record_text",
    "standing_actions",
    "verify",
]

_MODULES: Final = (
    "actions",
    "cards",
    "errors",
    "rules.rulesets",
    "rules.options",
    "rules.effects",
    "play.view",
    "play.position",
    "play.legal",
    "play.perform",
    "play.observe",
    "play.explain",
    "record.record",
    "record.parser",
    "record.position_text",
    "record.summary",
)
"""Where the names of the door live, the lightest first: a module is imported when it is needed."""

_INSIDE: Final = {"play_action": "play"}
"""Names that differ inside: `engine.play` is a folder."""


def __getattr__(name: str) -> object:
    """Import the module of a public name; importing `engine` alone imports nothing."""
    if name in __all__:
        for module in _MODULES:
            found = vars(import_module(f"{__name__}.{module}")).get(_INSIDE.get(name, name))
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
