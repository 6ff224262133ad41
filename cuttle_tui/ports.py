"""Name what the app asks of the world: a lobby, and a table as one seat sees it.

The same app runs at home and over ssh; only what stands behind these protocols differs. What
crosses them is plain values. Listeners are called in the caller's task: they may only put
something on a queue.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine.actions import Action
from engine.branch import Branch
from engine.clocks import NO_CLOCK
from engine.errors import CuttleError
from engine.record import Record
from engine.table import Change, ChatLine, Listener, Sitter, TableError, TableState

__all__ = [
    "Account",
    "Chair",
    "Change",
    "ChatLine",
    "GameLine",
    "Hosting",
    "Invitation",
    "Kept",
    "Key",
    "Listener",
    "Lobby",
    "LobbyError",
    "News",
    "NewsListener",
    "PersonLine",
    "QueueLine",
    "Shelf",
    "Sitter",
    "TableError",
    "TableLine",
    "TablePlan",
    "TableState",
]

Reason = Literal[
    "unknown-code",
    "used-code",
    "room-full",
    "own-room",
    "own-game",
    "busy",
    "closing",
    "not-now",
    "offline",
    "only-at-home",
    "too-many",
    "guests-unrated",
    "rated-rules",
    "no-such-table",
    "no-such-game",
    "blocked",
    "name-taken",
    "name-short",
    "name-long",
    "name-letters",
    "name-reserved",
    "key-taken",
    "last-key",
    "no-account",
    "no-terminal",
    "cannot-listen",
]


class LobbyError(CuttleError):
    """The lobby cannot do what was asked; `reason` says why, for the app to word."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Chair(Protocol):
    """A table as one seat sees it. A watcher's chair has seat None.

    A player's chairs are equal if they stand at the same table.
    """

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    def state(self) -> TableState:
        """Give the table as this seat may know it."""

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions of the present game.

        There is nothing to do in it. None where no such ply was played, or nothing is told of it.
        """

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`; the table changes once it is kept.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or take that back; it begins when every person asked."""

    def claim(self) -> None:
        """Claim the game from those who stayed away.

        Raises:
            TableError: nobody has been away for long enough.
        """

    def call_off(self) -> None:
        """End the game without a result, for all others stayed away.

        Raises:
            TableError: somebody is here, or has not been away for long enough.
        """

    def show_hands(self, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """

    def fill(self) -> None:
        """Seat computers in every free seat, as the host of a table that waits."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say something to those one shares the table with: a ready phrase by name, or free text.

        Raises:
            LobbyError: ``too-many`` lines in a short time.
        """

    def record(self) -> str | None:
        """Give the record of the game once it is over, as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a friend gets to a server, for the home screen to tell."""

    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game whose record was kept."""

    name: str
    """What the shelf calls it."""
    players: str
    when: str


class Shelf(Protocol):
    """Where the records of games are kept."""

    @property
    def trouble(self) -> str:
        """Why the last game could not be kept; empty when it was."""

    def games(self) -> tuple[Kept, ...]:
        """List the games, newest first."""

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is none.
        """

    def where(self, record: Record) -> str:
        """Tell in which file a game lies; empty when it is not kept here."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table is to be like."""

    ruleset: str
    computers: int = 0
    """How many of the other seats the computer plays."""
    timing: str = NO_CLOCK
    public: bool = False
    """Whether the lobby lists it, so that anybody may sit down."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table as the lobby lists it."""

    id: str
    title: str
    names: tuple[str, ...]
    """Who sits there."""
    free: int
    seats: int
    ruleset: str
    timing: str
    running: bool
    turn: int
    """Of a running game, counted from 1; 0 before."""
    watchers: int
    rated: bool
    mine: bool
    """Whether one sits there oneself."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody who is here."""

    id: str
    name: str
    guest: bool
    doing: Literal["lobby", "waiting", "playing", "watching"]
    table: str
    """The title of the table, where there is one."""
    me: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """Somebody who waits for a quick match."""

    name: str
    ruleset: str
    rated: bool
    since: float
    """Seconds they have waited."""
    me: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game."""

    id: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    ruleset: str
    ended: str
    """Day and time, UTC, as ``2026-11-21 08:15``."""
    rated: bool


@dataclass(frozen=True, slots=True)
class News:
    """Something the lobby tells one player."""

    kind: Literal["lobby", "paired", "announcement", "closing", "sat-down", "claimed", "account"]
    """``lobby``: its lists have changed; ``paired``: a quick match was found; ``sat-down``:
    somebody took a seat at one's table; ``claimed``: one stayed away, and the others claimed the
    game at the table named; ``account``: what the server keeps of one was changed, here or
    elsewhere; the others carry a text."""
    text: str = ""


NewsListener = Callable[[News], None]


@dataclass(frozen=True, slots=True)
class Key:
    """A key by which an account is known."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session came by it."""


class Account(Protocol):
    """What a player keeps on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key, so nothing is kept but the seat in a running game."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; without one nothing else can be done."""

    @property
    def resume_code(self) -> str:
        """What a guest comes back with after a lost connection; empty for others."""

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here: the port, and the address or HOST."""

    @property
    def suggestion(self) -> str:
        """A name to offer on the first visit."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the player has set."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Open the account under a name.

        Raises:
            LobbyError: ``name-…``.
        """

    def use_link_code(self, code: str) -> Awaitable[None]:
        """Make this key another key of the account that made the code.

        Raises:
            LobbyError: ``unknown-code``, ``too-many``.
        """

    def link_code(self) -> str:
        """Make a code, good once and for ten minutes, by which another key is linked."""

    def keys(self) -> Awaitable[tuple[Key, ...]]:
        """List the keys of the account."""

    def unlink(self, fingerprint: str) -> Awaitable[None]:
        """Take a key away.

        Raises:
            LobbyError: ``last-key``.
        """

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Keep settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and all that belongs to it; its games stay, without the name."""


class Lobby(Protocol):
    """Where tables are found and opened, for one player."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def online(self) -> bool:
        """Whether other people can be met here (the ssh server), or not (at home)."""

    @property
    def shelf(self) -> Shelf | None:
        """Where this player's games are kept, None where none are."""

    @property
    def account(self) -> Account | None:
        """What the server keeps of this player; None at home."""

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down with computer players in every other seat.

        While one waits for a quick match this passes the time: the place in the queue is kept.
        """

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table whose seats are played at this keyboard; only at home.

        The last chair is a watcher's: what may be shown between two turns. The computer plays so
        many of the seats.
        """

    def play_on(self, branch: Branch) -> Chair:
        """Sit down in a game that goes on from a finished one; computers take the other seats.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """

    def quick_match(self, ruleset: str, *, rated: bool = False) -> Chair:
        """Sit down with whoever waits, or wait for the next one.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
        """

    def open_table(self, plan: TablePlan) -> Chair:
        """Open a table; its state carries the code to hand to friends.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
        """

    def join_room(self, code: str) -> Chair:
        """Sit down at a friend's table; or, by a guest's resume code, in one's own seat again.

        Raises:
            LobbyError: no room waits under that code.
        """

    def sit_at(self, table: str) -> Chair:
        """Sit down at a public table, by its id.

        Raises:
            LobbyError: ``no-such-table``, ``room-full``, ``busy``, ``blocked``.
        """

    def watch(self, table: str) -> Chair:
        """Watch a running game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``own-game``.
        """

    def held(self) -> Chair | None:
        """The seat in a running game or at a table that waits, if this player has one."""

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables one may see: those that wait first, then the games in play."""

    def people(self) -> tuple[PersonLine, ...]:
        """List who is here."""

    def queue(self) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""

    def games(self) -> Awaitable[tuple[GameLine, ...]]:
        """List the latest finished games of everybody."""

    def replay(self, game: str) -> Awaitable[Record]:
        """Give the record of a finished game, by its id.

        Raises:
            LobbyError: ``no-such-game``.
        """

    def block(self, person: str, yes: bool = True) -> None:
        """Meet somebody no more, by the id of their line; or again."""

    def report(self, person: str, why: str) -> None:
        """Tell those who run the server about somebody, by the id of their line.

        Raises:
            LobbyError: ``too-many``.
        """

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news; the result ends that."""


class Hosting(Protocol):
    """Opens a room in this very process, for friends to come to over ssh."""

    def open(self, plan: TablePlan) -> Awaitable[tuple[Lobby, Chair]]:
        """Open the door and a table behind it; the host plays in the chair.

        Raises:
            LobbyError: ``cannot-listen``.
        """

    def close(self) -> Awaitable[None]:
        """Close the door."""
