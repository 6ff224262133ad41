"""Replace members of a library's classes, modules and objects."""

from __future__ import annotations


def patch(owner: object, **members: object) -> None:
    """Replace members of a class, a module or an object, by name."""
    for name, member in members.items():
        setattr(owner, name, member)
