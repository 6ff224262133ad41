"""Define the letters of cards, plays, targets and entries, both for drawing and for typing."""

from __future__ import annotations

from typing import Final

from engine.actions import Kind

TRAY_KEYS: Final = "1234567890abegmvw"
"""Keys of the cards in the tray: none of them is the letter of a play or of a command."""
FIGURES: Final = "1234567890"
"""The keys that still choose cards while letters are targets."""
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
TARGET_KEYS: Final = "abcdefghijklmnopqrstuvwxyz"
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
