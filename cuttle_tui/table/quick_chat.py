"""Define the quick chat phrases, each said with one key."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import C_, Message

PHRASES: Final[dict[str, Message]] = {
    "hello": C_("said to others", "hello"),
    "good-luck": C_("said to others", "good luck"),
    "well-played": C_("said to others", "well played"),
    "thanks": C_("said to others", "thanks"),
    "oops": C_("said to others", "oops"),
    "one-moment": C_("said to others", "one moment"),
    "back-now": C_("said to others", "I am back"),
    "your-turn": C_("said to others", "it is your turn"),
    "nice-counter": C_("said to others", "nice counter"),
    "good-game": C_("said to others", "good game"),
    "another": C_("said to others", "another one?"),
    "bye": C_("said to others", "goodbye"),
}
"""The name of each phrase, sent over the network, and its translatable text."""
