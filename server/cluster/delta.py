"""What has changed between two plain values, as a plain value."""

from __future__ import annotations

from typing import Any, Final

Plain = Any
"""None, a number, a text, bytes, or lists and maps (by text) of such."""
_SET, _GONE, _KEPT, _MORE, _NEW = "set", "gone", "keep", "more", "new"
UNCHANGED: Final[Plain] = {}
"""The change between two values that are alike."""


def replaced(new: Plain) -> Plain:
    """Return the change that puts a new value in place of any."""
    return {_NEW: new}


def extended(kept: int, more: Plain) -> Plain:
    """Return the change that keeps so many values at the beginning of a list, and adds more."""
    return {_KEPT: kept, _MORE: more}


def updated(changed: dict[str, Plain], gone: list[str]) -> Plain:
    """Return the change that applies others to the values of a map, and takes some away."""
    if gone:
        return {_SET: changed, _GONE: gone}
    return {_SET: changed} if changed else UNCHANGED


def apply(old: Plain, change: Plain) -> Plain:
    """Return the new value; the old one stays as it is, and parts that are alike are the same.

    Raises:
        KeyError, TypeError: the change was not made from this value.
    """
    if not change:
        return old
    if _NEW in change:
        return change[_NEW]
    if _MORE in change:
        return [*old[: change[_KEPT]], *change[_MORE]]
    gone = change.get(_GONE, ())
    new = {key: part for key, part in old.items() if key not in gone}
    for key, part in change[_SET].items():
        new[key] = apply(old.get(key), part)
    return new
