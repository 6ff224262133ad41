"""What can go wrong with the store, each with a text that says what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used, or did not take what it was given."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place = place
        self.why = why
        """What is wrong and what to do, in one sentence that names no place and no content."""


class Unstorable(StoreError):
    """What was given does not fit the database; to try it again is in vain."""


class NameTaken(Exception):
    """Somebody has this name, or one that looks like it."""


class KeyTaken(Exception):
    """This key belongs to somebody."""


class LastKey(Exception):
    """Without this key nobody could come back as this person."""


class NoSuchPerson(LookupError):
    """Nobody has this id."""
