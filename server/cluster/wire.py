"""What nodes tell each other, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.ports import (
    ChallengeLine,
    InboxLine,
    News,
    PersonLine,
    TableLine,
    TablePlan,
)
from cuttle_tui.ports.nights import NightPage, NightPlan
from engine.table.state import TableState
from server.people.players import Player
from server.tables.chat import Talk


@dataclass(frozen=True, slots=True)
class Visit:
    """A session at one node, as it presents itself at another."""

    session: str
    """The id of the session."""
    who: Player
    address: str = ""
    key: str = ""
    named: bool = True
    shows_rating: bool = True
    blocked: tuple[str, ...] = ()
    """The identities that the player has blocked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chair at a table."""

    table: str
    seat: int | None = None
    """None for a watcher."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A session that goes along with the table at which it sits."""

    door: str
    """The node where the session is."""
    visit: Visit
    place: Place


@dataclass(frozen=True, slots=True)
class ChairView:
    """All that a chair shows."""

    state: TableState
    record: str | None = None
    """The record of the game, once it is over."""
    game: str = ""
    """The id of the game."""
    time_left: float | None = None
    """Seconds on this seat's clock, not rounded."""
    on_ladder: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A chair that is shown from now on."""

    place: Place
    view: ChairView
    number: int
    """The number of what is told of it next, minus one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands at a node."""

    number: int = 0
    """Rises with each that is told to a session."""
    held: Place | None = None
    """The seat that is theirs there."""
    opened: Opened | None = None
    """Its chair, if it was not shown before."""
    playing: bool = False
    """Whether they are in the middle of a game with other people."""
    challenges: tuple[ChallengeLine, ...] = ()
    inbox: tuple[InboxLine, ...] = ()
    night: NightPage | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to what a session asked at another node."""

    standing: Standing = field(default_factory=Standing)
    opened: Opened | None = None
    """The chair where the player sits now."""
    refused: str = ""
    """The lobby's reason."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A table that is handed over to a node which has read it before."""

    table: str
    epoch: int
    known: int
    """How many entries that node has read."""
    entries: tuple[str, ...]
    """The others."""
    guests: tuple[Guest, ...] = ()
    talk: Talk = field(default_factory=Talk)
    """What was said there; after a crash it is lost."""


@dataclass(frozen=True, slots=True)
class Told:
    """News for a session elsewhere."""

    news: News
    standing: Standing


@dataclass(frozen=True, slots=True)
class Waiter:
    """Who waits in a room for a quick match."""

    identity: str
    since: float
    """In seconds since 1970."""
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table as the other nodes know it."""

    line: TableLine
    rules: str
    """The ruleset with its version."""
    listed: bool
    """Whether everybody may see it."""
    people: dict[str, str]
    """The names of those who sit there, by identity."""
    queue: tuple[Waiter, ...] = ()
    """Those who wait there for a quick match."""
    days: bool = False
    """Whether its players have days for each decision."""
    watchers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lists:
    """What a node has to show in the lobby."""

    tables: dict[str, SharedTable] = field(default_factory=dict)
    """By id."""
    people: dict[str, PersonLine] = field(default_factory=dict)
    """Those whose sessions are there, by identity."""
    night: bool = False
    """Whether a play night is held there, or was held last."""


ARGUMENTS: Final[dict[str, tuple[type, ...]]] = {
    "hello": (),
    "sit_at": (str,),
    "join_room": (str,),
    "watch": (str,),
    "go_to": (str,),
    "give_up": (str,),
    "challenge": (str, TablePlan),
    "accept": (),
    "decline": (),
    "report": (str, str),
    "rise": (bool,),
    "night open": (NightPlan,),
    "night join": (),
    "night leave": (),
    "night begin": (),
    "night withdraw": (str,),
    "night end": (),
}
"""What a session may ask at another node, with the types of the arguments."""
