"""Name the special keys as the player's keyboard does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cuttle_tui.i18n.translation import C_, Message

KEY_NAMES: Final[dict[str, Message]] = {
    "enter": C_("key", "enter"),
    "esc": C_("key", "esc"),
    "tab": C_("key", "tab"),
    "shift+tab": C_("key", "shift+tab"),
    "space": C_("key", "space"),
    "backspace": C_("key", "backspace"),
    "arrows": C_("key", "arrows"),
    "up": C_("key", "up"),
    "down": C_("key", "down"),
    "left": C_("key", "left"),
    "right": C_("key", "right"),
    "home": C_("key", "home"),
    "end": C_("key", "end"),
    "pgup": C_("key", "pgup"),
    "pgdn": C_("key", "pgdn"),
    "type": C_("key", "type"),
}
"""Each name is a single word, because clicks split a row of keys at spaces."""


def key_words(keys: str) -> str:
    """Name keys separated by spaces; signs represent themselves."""
    return " ".join(_name(key) for key in keys.split(" "))


def _name(key: str) -> str:
    return str(KEY_NAMES[key]) if key in KEY_NAMES else key


_SHORT: Final = {"escape": "esc", "pageup": "pgup", "pagedown": "pgdn"}
_RUN: Final = 4
"""Sequences of signs that are shortened to the first and the last."""


def keys_named(keys: Iterable[str]) -> str:
    """Name keys by their terminal names; shorten long sequences to their ends."""
    return " ".join(_named(keys))


def keys_listed(keys: Iterable[str]) -> str:
    """Name keys for reading, with commas so that no two look like a chord."""
    return ", ".join(_named(keys))


def _named(keys: Iterable[str]) -> list[str]:
    told: list[str] = []
    for run in _runs(keys):
        told += [f"{run[0]}-{run[-1]}"] if len(run) >= _RUN else run
    return [_name(_SHORT.get(key, key)) for key in told]


def _runs(keys: Iterable[str]) -> list[list[str]]:
    """Split keys into sequences of consecutive signs."""
    runs: list[list[str]] = []
    for key in keys:
        last = runs[-1][-1] if runs else ""
        follows = len(key) == len(last) == 1 and key.isalnum() and ord(key) == ord(last) + 1
        if follows:
            runs[-1].append(key)
        else:
            runs.append([key])
    return runs


def key_named(word: str) -> str:
    """Return the key with a name; a sign represents itself."""
    if len(word) == 1:
        return word
    return next((key for key, name in KEY_NAMES.items() if str(name) == word), word)
