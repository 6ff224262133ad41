"""The plain values that the store takes and returns, its errors, and orders given up."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event
from typing import Any, Final, Literal, TypeAlias

from engine.computers import called
from engine.record.match import MatchStanding
from server.league.ratings import LeagueError

DoorState: TypeAlias = Literal["open", "invited", "closed"]
BanKind: TypeAlias = Literal["key", "name", "address", "network"]
FORM: Final = 14
"""The number of the form in which values are stored: what rows, entries and records hold.

Raise it with every change of them, even where no table changes: an older server then refuses the
database before it writes. `tests/server/store/forms.txt` holds the shape of each beside the number.
"""
GUESTS: Final = "guest:"
"""Begins the identities of guests; those of people are ids."""
FIRST_EPOCH: Final = 1
"""The epoch of a table that was opened by the server that runs it."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with an account."""

    id: str
    name: str
    created: datetime
    """In UTC, as every moment here."""
    settings: dict[str, Any]
    """Their settings; anything that fits JSON."""

    @property
    def player(self) -> str:
        """The person in the league."""
        return player_id(self.id)


def player_id(person: str) -> str:
    """Return who a person or a resident is in the league; a resident's id is its name.

    People stay there when their account is deleted: then it is only somebody, and always the same
    somebody, but nobody can tell who.
    """
    if called(person) is not None:
        return person
    return hashlib.sha256(f"cuttle player {person}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of a person."""

    fingerprint: str
    added: datetime


@dataclass(frozen=True, slots=True)
class Report:
    """A complaint about a player, for the operators."""

    by: str
    """The reporter's id, or a guest's name."""
    against: str
    """The reported player's id, or a guest's name."""
    table: str
    text: str
    at: datetime
    by_address: str = ""
    """Where the reporter came from, for a guest: operators can ban it."""
    against_address: str = ""
    """The same of the reported player."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A key, name, address or network that may not come in."""

    kind: BanKind
    value: str
    """A fingerprint, a name, an address, or a network as ``192.0.2.0/24``."""
    until: datetime | None
    """None: for good."""
    why: str


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who may come in for the first time."""

    state: DoorState = "open"
    guests: bool = True
    """Whether guests come in, who have no account."""
    members: int = 0
    """How many invitations a member may have given that are not used yet."""
    why: str = ""
    """What new people read."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code that lets new people in."""

    code: str
    by: str
    """The name of who gave it."""
    person: str | None
    """The id of the member who gave it; None for an operator."""
    note: str
    """Whom it is for, as the operator wrote."""
    uses: int
    """How many people it is for."""
    used: int
    until: datetime


@dataclass(frozen=True, slots=True)
class AuditRow:
    """Something an operator has decided."""

    at: datetime
    by: str
    action: str
    detail: dict[str, Any] = field(default_factory=dict)
    reason: str = ""


def as_secretary(name: str) -> str:
    """Return how a secretary is named in the audit, where operators have their own names."""
    return f"{name} (secretary)"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game."""

    id: str
    table: str
    ruleset: str
    players: tuple[str | None, ...]
    """The id of the person at each seat; None for guests and computers."""
    names: tuple[str, ...]
    winners: tuple[int, ...]
    """Seats."""
    why: str
    rated: bool
    started: datetime
    ended: datetime
    record: str
    public: bool = True
    """Whether it was played at a public table."""
    closed: bool = False
    """Whether one of its players has closed the link to it (`server.store.who_may_see`)."""
    pool: str = "live"
    """Which games it is rated with, if it is rated."""
    source: str = ""
    """Where it comes from, if it was played elsewhere; its record may be empty then."""
    imported: int | None = None
    """The number of the import that brought it in."""
    guests: tuple[str | None, ...] = ()
    """The identity of the guest at each seat, as it is stored; not read again."""
    match: MatchStanding | None = None
    """How the match of its table stood after it; found with it, and not stored."""


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """A finished game of a person with computers, seen from the person's seat."""

    id: str
    ruleset: str
    result: str
    names: tuple[str, ...]
    """Of the computers."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a person's clocks of days stand still."""

    person: str
    start: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Where a person gets e-mail."""

    person: str
    address: str
    code: str
    """What confirms the address; empty once it is confirmed."""
    asked: datetime
    """When the code was sent."""
    language: str = "en"
    """The language of the mails."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """An open table: its head, and its entries in order."""

    id: str
    head: str
    entries: tuple[str, ...]
    epoch: int = FIRST_EPOCH
    """Rises with each server that adopts the table."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Write: a table begins."""

    id: str
    head: str
    code: str | None = None
    """The room code under which it waits."""


@dataclass(frozen=True, slots=True)
class AddEntry:
    """Write: something happened at a table."""

    table: str
    number: int
    """Rises with each entry of this table."""
    text: str
    epoch: int = FIRST_EPOCH
    """Under which the server runs this table."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Write: a table ends, and all that is stored of it goes."""

    id: str
    epoch: int = FIRST_EPOCH


@dataclass(frozen=True, slots=True)
class RetireCode:
    """Write: nobody joins a table by its code any more."""

    id: str
    epoch: int = FIRST_EPOCH


@dataclass(frozen=True, slots=True)
class GiveTable:
    """Write: another node runs a table from now on; nothing is stored after it here."""

    id: str
    epoch: int
    to: str
    """The id of that node."""


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A process that plays as one server with others."""

    id: str
    """New at each start."""
    name: str
    """What operators call it."""
    started: float
    """In seconds since 1970."""
    version: str
    draining: bool
    """Whether it takes no more tables."""
    left: float
    """Seconds until its lease ends."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The answer to a node's sign of life."""

    alive: bool
    """Whether it had a lease, which is renewed; otherwise others may run its tables."""
    nodes: tuple[NodeRow, ...]
    """The nodes that are there, the oldest first."""


@dataclass(frozen=True, slots=True)
class KeepGame:
    """Write: a game has ended and is kept."""

    game: GameRow


@dataclass(frozen=True, slots=True)
class LeaveMatch:
    """Write: players have left a match between its games; the record of the last game tells it."""

    id: str
    """The id of that game."""
    left: tuple[int, ...]
    """Their seats, in the order in which they left."""


@dataclass(frozen=True, slots=True)
class TryRow:
    """Somebody's try at the deal of a day."""

    day: str
    """In UTC, as ``2026-11-30``."""
    who: str
    """The identity of the player."""
    person: str | None
    """The id of their account; None for a guest."""
    name: str
    table: str
    """The id of the table where it is played."""
    end: str = ""
    """How it ended, as `engine.bots.daily.TryEnd`; empty while it goes on."""
    turns: int = 0
    margin: int = 0
    race: str = ""
    game: str = ""
    """The id of the finished game, if it was stored."""


@dataclass(frozen=True, slots=True)
class EndTry:
    """Write: a try at the deal of a day is over; the first end of a table stands."""

    table: str
    end: str
    turns: int = 0
    margin: int = 0
    race: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle."""

    person: str
    """The id of their account."""
    puzzle: str
    rating: int
    """How hard the levels of the computer find it."""
    own: int
    """The rating of the person with puzzles, before it."""
    right: bool


@dataclass(frozen=True, slots=True)
class OpenNight:
    """Write: a play night is opened."""

    id: str
    head: str


@dataclass(frozen=True, slots=True)
class AddNightEntry:
    """Write: something happened at a play night."""

    night: str
    number: int
    """Rises with each entry of this night."""
    text: str


@dataclass(frozen=True, slots=True)
class EnterMatch:
    """Write: a championship match was decided at a table."""

    championship: str
    table: str
    """The id of the table: its result is entered once."""
    winner: str
    """A player's id in the league."""
    loser: str
    wins: tuple[int, int]
    """Games won by the winner and the loser."""


Write: TypeAlias = (
    OpenTable
    | AddEntry
    | RetireCode
    | GiveTable
    | CloseTable
    | KeepGame
    | LeaveMatch
    | EndTry
    | OpenNight
    | AddNightEntry
    | EnterMatch
)


def table_of(write: Write | None) -> str:
    """Return the id of the running table that a write changes; empty if it changes none."""
    match write:
        case AddEntry():
            return write.table
        case OpenTable() | CloseTable() | RetireCode() | GiveTable():
            return write.id
        case _:
            return ""


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


class TooManyInvitations(Exception):
    """A member has given as many invitations as they may at a time."""


MOST_KEYS: Final = 50
"""Keys of an account, browsers included."""


class ManyKeys(Exception):
    """This account has as many keys as it may have."""


class Seated(Exception):
    """This account sits at a table, and cannot join another."""


class LastKey(Exception):
    """Without this key nobody could come back as this person."""


class NoSuchPerson(LookupError):
    """Nobody has this id."""


class Refused(LeagueError):
    """An operator's decision about the league cannot be carried out; the text says why."""

    def __init__(self, why: str) -> None:
        super().__init__("{why}", why=why)


_GIVEN_UP: Final[ContextVar[tuple[Event, ...]]] = ContextVar("given up", default=())


@contextmanager
def until_given_up() -> Iterator[None]:
    """Give up what was begun in this context, and in threads with a copy of it, by an error."""
    event = Event()
    token = _GIVEN_UP.set((*_GIVEN_UP.get(), event))
    try:
        yield
    except BaseException:
        event.set()
        raise
    finally:
        _GIVEN_UP.reset(token)


def is_given_up() -> bool:
    """Return whether nobody waits any more for what is done in this context."""
    return any(event.is_set() for event in _GIVEN_UP.get())


def check_wanted() -> None:
    """Stop what was given up, by a `StoreError`."""
    if is_given_up():
        raise StoreError("this was given up, and nothing was changed")


def with_origin(record: str, origin: str) -> str:
    """Say in the head of a record where the game was played, unless it says so already."""
    head, line, rest = record.partition("\n\n")
    if re.search(r"^origin: ", head, flags=re.M):
        return record
    said = f"origin: {origin}\nresult: "
    return re.sub(r"^result: ", lambda _: said, head, count=1, flags=re.M) + line + rest


def with_left(record: str, left: Sequence[int]) -> str:
    """Say in the head of a record who left its match after it."""
    head, line, rest = record.partition("\n\n")
    head = re.sub(r"^left match: .*\n", "", head, flags=re.M)
    said = f"left match: {' '.join(map(str, left))}\nresult: "
    return re.sub(r"^result: ", said, head, count=1, flags=re.M) + line + rest
