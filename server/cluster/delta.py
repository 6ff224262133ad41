"""What has changed between two plain values, as a plain value."""

from __future__ import annotations

from typing import Final

from server.cluster.codec import Plain

_SET, _GONE, _KEPT, _MORE, _NEW = "set", "gone", "keep", "more", "new"
UNCHANGED: Final[Plain] = {}
"""The difference between two values that are alike."""


def difference(old: Plain, new: Plain) -> Plain:
    """Return what makes the new value of the old one."""
    if old == new:
        return UNCHANGED
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {
            key: difference(old[key], part) if key in old else {_NEW: part}
            for key, part in new.items()
            if key not in old or old[key] != part
        }
        gone = [key for key in old if key not in new]
        return {_SET: changed, _GONE: gone} if gone else {_SET: changed}
    if isinstance(old, list) and isinstance(new, list) and old and new[: len(old)] == old:
        return {_KEPT: len(old), _MORE: new[len(old) :]}
    return {_NEW: new}


def apply(old: Plain, change: Plain) -> Plain:
    """Return the new value; the old one stays as it is.

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
