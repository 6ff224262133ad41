"""Define the letters of cards, plays, targets and entries, both for drawing and for typing."""

from __future__ import annotations

from typing import Final

from engine.actions import Kind

FIGURES: Final = "1234567890"
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TRAY_KEYS: Final = FIGURES + _CAPITALS
"""Keys of the cards in the hand. They only mark a card; small letters act at once."""
PLAY_KEYS: Final[dict[Kind, str]] = {
    Kind.POINTS: "p",
    Kind.SCUTTLE: "s",
    Kind.ONE_OFF: "o",
    Kind.ROYAL: "r",
    Kind.JACK: "j",
    Kind.JOKER: "k",
    Kind.DISCARD: "f",
    Kind.DRAW: "d",
    Kind.PASS: "x",
}
"""The letter of each kind of play, in the order they are offered."""
TARGET_KEYS: Final = f"abcdefghijklmnopqrstuvwxyz{_CAPITALS}"
"""Letters of targets: small ones, which act at once; there are hardly ever more."""
MENU_KEYS: Final = "1234567890ab"
"""Keys of phrases, people and reasons."""
LEAVE_KEYS: Final[dict[Kind, str]] = {
    Kind.CONCEDE: "g",
    Kind.RETRACT: "t",
    Kind.LEAVE: "a",
    Kind.RETURN: "b",
    Kind.OFFER: "o",
}
"""The key of each action available at any time, in the order they are offered."""
