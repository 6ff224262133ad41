"""Hold the ready phrases: what can be said at a table with one key."""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "hello": "hello",
    "good-luck": "good luck",
    "well-played": "well played",
    "thanks": "thanks",
    "oops": "oops",
    "one-moment": "one moment",
    "back-now": "I am back",
    "your-turn": "it is your turn",
    "nice-counter": "nice counter",
    "good-game": "good game",
    "another": "another one?",
    "bye": "goodbye",
}
"""The name of each phrase, which is what crosses the wire, and how it reads."""
