"""Errors of the store, each with a text that says what to do."""

from __future__ import annotations

from server.league.errors import LeagueError


class StoreError(Exception):
    """The database cannot be used, or did not accept a write."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place = place
        self.why = why
        """What is wrong and what to do, in a sentence without the place or any content."""


class Unstorable(StoreError):
    """The database does not accept this value; trying again is pointless."""


class Lost(Exception):
    """Another server runs these tables: nothing of the transaction is stored."""

    def __init__(self, tables: frozenset[str]) -> None:
        super().__init__(", ".join(sorted(tables)))
        self.tables = tables


class NameTaken(Exception):
    """This name, or a look-alike, is taken."""


class KeyTaken(Exception):
    """This key belongs to an account."""


class LastKey(Exception):
    """Without this key nobody could come back as this person."""


class NoSuchPerson(LookupError):
    """Nobody has this id."""


class Refused(LeagueError):
    """An operator's decision about the league cannot be carried out; the text says why."""

    def __init__(self, why: str) -> None:
        super().__init__("{why}", why=why)
