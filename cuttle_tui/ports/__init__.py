"""The interfaces of the app to the world: the lobby, and a table seen from a seat.

The same app runs at home and over ssh; only the implementations of these protocols differ. They
exchange plain values; those of the table come from the engine. Listeners are called in the caller's
task: they may only put something on a queue.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from engine.actions import Action
from engine.errors import CuttleError
from engine.errors import TableError as TableError
from engine.record.record import Record
from engine.table.chair import TakeBack
from engine.table.clocks import NO_CLOCK
from engine.table.practice import PracticeGame
from engine.table.state import Change as Change
from engine.table.state import ChatLine as ChatLine
from engine.table.state import Listener as Listener
from engine.table.state import Sitter as Sitter
from engine.table.state import TableState as TableState

# the table seen from a seat -----------------------------------------------------------------------


class Chat(Protocol):
    """Chat at a table."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Send a quick phrase by its name, or free text, to the others on this side.

        Raises:
            LobbyError: ``too-many`` lines in a short time.
        """


class OnlineSeat(Protocol):
    """What only a seat at a server's table can do."""

    def cut(self, word: str) -> None:
        """Cut the next deck with a word, which enters its shuffle.

        Raises:
            TableError: the deck is dealt already, or the word is not printable.
        """

    def claim(self) -> None:
        """Claim the game from players who stayed away.

        Raises:
            TableError: nobody has been away long enough.
        """

    def call_off(self) -> None:
        """Call off the game, because everybody else stayed away.

        Raises:
            TableError: somebody is here, or has not been away long enough.
        """

    def show_hands(self, yes: bool = True) -> None:
        """Allow or forbid watchers to see this hand.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """

    def fill(self) -> None:
        """Seat computers in every free seat, as the host of a waiting table."""


class Chair(Protocol):
    """A table seen from a seat. A watcher's chair has seat None.

    A player's chairs are equal if they are at the same table.
    """

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    @property
    def chat(self) -> Chat | None:
        """Chat with the other people; None at home and in practice."""

    @property
    def online(self) -> OnlineSeat | None:
        """The actions of a player at a server's table; None elsewhere, and for watchers."""

    @property
    def practice(self) -> TakeBack | None:
        """Taking moves back; None where that is not possible."""

    def state(self) -> TableState:
        """Return the table as this seat may see it."""

    def past(self, ply: int) -> TableState | None:
        """Return the table as this seat saw it at a ply of the current game, read-only.

        None if that ply was not played, or may not be shown.
        """

    def submit(self, action: Action, ply: int) -> None:
        """Play an action chosen at `ply`; the table changes once it is saved.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or withdraw that; it starts once everybody has asked."""

    def record(self) -> str | None:
        """Return the record of a finished game as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; call the result to unsubscribe."""

    def leave(self) -> None:
        """Leave for good, conceding a running game."""


# the account on a server --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of an account."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session uses it."""


class Account(Protocol):
    """A player's account on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key: only a seat in a running game is stored."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; everything else requires a name."""

    @property
    def resume_code(self) -> str:
        """The code with which a guest returns after a lost connection; empty for others."""

    @property
    def door(self) -> str:
        """The arguments of ``ssh`` for this server: the port, and the address or HOST."""

    @property
    def suggestion(self) -> str:
        """The suggested name on the first visit."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The stored settings."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Create the account under a name.

        Raises:
            LobbyError: ``name-…``.
        """

    def use_link_code(self, code: str) -> Awaitable[None]:
        """Add this key to the account that created the code.

        Raises:
            LobbyError: ``unknown-link``, ``too-many``.
        """

    def link_code(self) -> str:
        """Create a code that links another key, once, within ten minutes."""

    def keys(self) -> Awaitable[tuple[Key, ...]]:
        """List the keys of the account."""

    def unlink(self, fingerprint: str) -> Awaitable[None]:
        """Remove a key.

        Raises:
            LobbyError: ``last-key``.
        """

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Store settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and its data; its games remain, without the name."""


# the archive of finished games --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game with a stored record."""

    name: str
    """Its name in the archive."""
    players: tuple[str, ...]
    when: str
    winners: tuple[int, ...] | None = None
    """The seats that won, empty for a draw; None if the game was not finished."""
    readable: bool = True
    """Whether the head of the record could be read."""


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """Why games could not be stored or listed."""

    error: Exception
    folder: str
    """The folder of the archive."""


class GameArchive(Protocol):
    """A store of game records."""

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why the last game is not stored; None if it is."""

    @property
    def unlisted(self) -> ArchiveProblem | None:
        """Why the last listing failed; None if it did not."""

    def games(self) -> tuple[ArchivedGame, ...]:
        """List the games, newest first."""

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is no legal record.
        """

    def where(self, record: Record) -> str:
        """Return the file of a game; empty if it is not stored here."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a game in replay, if known."""

    game: str = ""
    """Its id on the server."""
    door: str = "HOST"
    """The arguments of ssh for that server."""
    file: str = ""
    """Its file at home."""


NOWHERE: Final = Source()
"""An unknown source."""


# the lists and news of the lobby ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table as the lobby lists it."""

    id: str
    title: str
    names: tuple[str, ...]
    free: int
    seats: int
    ruleset: str
    timing: str
    running: bool
    turn: int
    """Turn of a running game, from 1; 0 before."""
    watchers: int
    rated: bool
    mine: bool
    """Whether the player sits there."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A connected player."""

    id: str
    name: str
    guest: bool
    doing: Literal["lobby", "waiting", "playing", "watching"]
    table: str
    """The title of their table, if any."""
    me: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A player waiting for a quick match."""

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


Ending = Literal["", "won", "lost", "drawn", "time", "off"]
"""``time``: lost on time; ``off``: called off."""


@dataclass(frozen=True, slots=True)
class News:
    """A notification of the lobby to a player."""

    kind: Literal[
        "lobby", "paired", "announcement", "closing", "sat-down", "claimed", "ended", "account"
    ]
    """``lobby``: its lists have changed; ``paired``: a quick match was found; ``sat-down``:
    somebody joined the player's table; ``claimed``: the player stayed away, and the others claimed
    the game at the table named; ``ended``: that game ended otherwise, and its table is closed;
    ``account``: the player's account has changed, here or elsewhere; the others carry a text."""
    text: str = ""
    how: Ending = ""
    """How the game ended for this player."""


NewsListener = Callable[[News], None]


# what the lobby refuses ---------------------------------------------------------------------------


Reason = Literal[
    "unknown-code",
    "unknown-link",
    "used-code",
    "room-full",
    "own-room",
    "own-game",
    "watchers-full",
    "busy",
    "closing",
    "not-now",
    "offline",
    "too-many",
    "guests-unrated",
    "rated-rules",
    "no-such-table",
    "has-begun",
    "not-begun",
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


# the lobby, and hosting for friends ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The options of a new table."""

    ruleset: str
    computers: int = 0
    """Number of seats for computers."""
    timing: str = NO_CLOCK
    public: bool = False
    """Whether the lobby lists it, so that anybody can join."""


RATED: Final = "cuttle.cards"
"""The rules of rated matches; the first to win two games wins."""


class Lobby(Protocol):
    """A player's lobby; features that only some lobbies have are None elsewhere."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def online(self) -> OnlineLobby | None:
        """Meeting other people, on a server; None at home."""

    @property
    def home(self) -> HomeLobby | None:
        """Sharing a keyboard, at home; None on a server."""

    @property
    def archive(self) -> GameArchive | None:
        """This player's own archive of finished games; None where none is kept."""

    @property
    def account(self) -> Account | None:
        """This player's account on the server; None at home."""

    def play_computer(self, ruleset: str) -> Chair:
        """Start a game with computers in every other seat.

        A player waiting for a quick match keeps their place in the queue.
        """

    def play_on(self, branch: PracticeGame) -> Chair:
        """Start practice from a finished game; computers take the other seats.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """


class HomeLobby(Protocol):
    """A lobby at home."""

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table for players at this keyboard.

        The computer plays the last `computers` seats. The last chair is a watcher's, to be shown
        between turns.
        """


class OnlineLobby(Lobby, Protocol):
    """A server's lobby: queue, public tables, rooms, people and finished games."""

    def quick_match(self, ruleset: str, *, rated: bool = False) -> Chair:
        """Join a player waiting for the same rules, or wait for the next.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
        """

    def open_table(self, plan: TablePlan) -> Chair:
        """Open a table; its state has the room code.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
        """

    def join_room(self, code: str) -> Chair:
        """Join a friend's table by its room code, or resume a guest's seat by its resume code.

        Raises:
            LobbyError: no table has that code.
        """

    def sit_at(self, table: str) -> Chair:
        """Join a public table, by its id.

        Raises:
            LobbyError: ``no-such-table``, ``has-begun``, ``room-full``, ``busy``, ``blocked``.
        """

    def watch(self, table: str) -> Chair:
        """Watch a running game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``, ``watchers-full``.
        """

    def held(self) -> Chair | None:
        """Return this player's seat in a running game or at a waiting table, if any."""

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables this player may see: waiting tables first, then running games."""

    def people(self) -> tuple[PersonLine, ...]:
        """List the connected players."""

    def queue(self) -> tuple[QueueLine, ...]:
        """List the players waiting for a quick match."""

    def games(self) -> Awaitable[tuple[GameLine, ...]]:
        """List the latest finished games on the server."""

    def replay(self, game: str) -> Awaitable[Record]:
        """Return the record of a finished game, by its id.

        Raises:
            LobbyError: ``no-such-game``.
        """

    def block(self, person: str, yes: bool = True) -> None:
        """Block or unblock a player, by the id of their line."""

    def report(self, person: str, why: str) -> None:
        """Report a player to the operators, by the id of their line.

        Raises:
            LobbyError: ``too-many``.
        """

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news; call the result to unsubscribe."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The ways for a friend to reach a server, as commands to show."""

    commands: tuple[str, ...]


class Hosting(Protocol):
    """Hosts a room for friends over ssh, in this process."""

    def open(self, plan: TablePlan) -> Awaitable[tuple[Lobby, Chair]]:
        """Start the server, and open a table; the host plays in the chair.

        Raises:
            LobbyError: ``cannot-listen``.
        """

    def close(self) -> Awaitable[None]:
        """Stop the server."""
