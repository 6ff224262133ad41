"""Mark the engine's player-facing texts for translation."""

from __future__ import annotations


def N_(text: str) -> str:
    """Mark a text for extraction and return it unchanged; the app translates it."""
    return text
