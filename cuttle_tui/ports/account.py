"""A player's account, finished games and correspondence games, as the app sees them."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, get_args

from cuttle_tui.ports.desk import Desk
from cuttle_tui.ports.listings import Ending
from engine.record.match import MatchStanding
from engine.record.record import GivenUp, Record


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
    why: str = ""
    """Why it ended, as in a record; empty if unknown."""
    given_up: GivenUp = ()
    """The seats that gave up, and how, if that is known."""
    match: MatchStanding | None = None
    """How its match stood after it; None for a single game, and if that is not known."""


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """Why games could not be stored or listed."""

    error: Exception
    folder: str
    """The folder of the archive."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game of the player's own."""

    id: str
    """Its name in the archive at home, or its id on a server."""
    seat: int
    """The seat that the player had."""


class GameArchive(Protocol):
    """A store of game records."""

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why the last game is not stored; None if it is."""

    @property
    def unlisted(self) -> ArchiveProblem | None:
        """Why the last listing failed; None if it did not."""

    def games(self, most: int | None = None) -> tuple[ArchivedGame, ...]:
        """List the games, newest first; only so many of them if a number is given."""

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
    """The arguments of ssh for that server; empty if nobody there would use them."""
    link: str = ""
    """The address of that server for browsers; empty if it lets in none."""
    file: str = ""
    """Its file at home."""


NOWHERE: Final = Source()
"""An unknown source."""


@dataclass(frozen=True, slots=True)
class InboxLine:
    """A correspondence table at which the player sits."""

    id: str
    """The table's id."""
    title: str
    opponents: tuple[str, ...]
    """The names of the others; fewer while seats are free."""
    ruleset: str
    timing: str
    """The days for each move, as ``3d``."""
    rated: bool
    state: Literal["waiting", "playing", "over"]
    """``waiting``: for players; ``over``: the game, which the player may look at."""
    waits_for_me: bool
    """Whether it is the player's move, or they have to ask for the next game."""
    mover: str = ""
    """Whose move it is; empty for the player's own, and where there is no game."""
    deadline: str = ""
    """When that player's time ends, as ``2026-11-25 14:00`` in UTC."""
    left: int = 0
    """The seconds left to that player, rounded for display."""
    vacation: str = ""
    """Until when that player is on vacation, in the form of the deadline; empty if they are not."""
    score: tuple[int, ...] = ()
    """Games won at this table, the player's first."""
    result: Ending = ""
    """How the match ended, if it has."""
    code: str = ""
    """The room code, while seats are free."""


@dataclass(frozen=True, slots=True)
class VacationLine:
    """A player's vacation from correspondence games."""

    days_left: int
    """Days that may still be taken this year."""
    until: str = ""
    """When the running vacation ends, as ``2026-11-25 14:00`` in UTC; empty if there is none."""


MailKind = Literal["moves", "results"]
MAIL_KINDS: Final[tuple[MailKind, ...]] = get_args(MailKind)
"""What mail may be about: it is the player's move; a game is over, and how it ended."""
NO_MAIL: Final = "no_mail"
"""The key of the kinds that a player does not want, beside the settings."""


@dataclass(frozen=True, slots=True)
class EmailLine:
    """Where a player gets e-mail about their games by days, and of which kinds."""

    address: str = ""
    """Empty if there is none."""
    confirmed: bool = False
    """Whether the code that was sent there has come back; until then nothing else is sent."""
    unwanted: tuple[MailKind, ...] = ()
    """The kinds that are not sent."""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of an account, or a browser, whose cookie stands for one."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session uses it."""
    browser: bool = False


CalendarStep = Literal["link", "renew", "off"]
"""What is done with the link to a player's own calendar: see it, make another, or end it."""


def calendar_step(word: str) -> CalendarStep | None:
    """Return what a word does with that link; None for another word."""
    steps: tuple[CalendarStep, ...] = get_args(CalendarStep)
    return next((step for step in steps if step == word), None)


class Guest(Protocol):
    """A player without a key, who has no account: known for this visit, and by a code alone."""

    @property
    def resume_code(self) -> str:
        """The code with which the guest returns to a seat after a lost connection."""

    @property
    def suggestion(self) -> str:
        """A name to offer."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Be called by another name from now on, until the end of the visit.

        Raises:
            LobbyError: ``name-…``; ``seated``: others at a table know the guest by the old name.
        """


class Account(Protocol):
    """A player's account on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key: only a seat in a running game is stored."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; everything else requires a name."""

    @property
    def by_browser(self) -> bool:
        """Whether the player came by a browser, whose cookie stands for a key."""

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

    def joins_by(self, code: str) -> Awaitable[str]:
        """Return the name of the account that would join this one by a code; empty for none.

        Raises:
            LobbyError: ``no-account``, ``too-many``.
        """

    def join(self, code: str) -> Awaitable[int]:
        """Add what somebody did as a guest, by the resume code, or in another account.

        That account's code is one that links a key; it is deleted then. Returns how many games
        there were.

        Raises:
            LobbyError: ``no-account``, ``nothing-to-join``, ``other-seated``, ``many-keys``,
                ``too-many``.
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

    def desk(self) -> Awaitable[Desk | None]:
        """Return the player's desk as a secretary; None for everybody else.

        Raises:
            LobbyError: ``not-now``.
        """

    @property
    def vacation(self) -> VacationLine | None:
        """The player's vacation; None where no accounts are kept."""

    def take_vacation(self, days: int) -> Awaitable[None]:
        """Stop the player's clocks in correspondence games for so many days.

        Raises:
            LobbyError: ``no-account``, ``on-vacation``, ``no-days-left``.
        """

    def end_vacation(self) -> Awaitable[None]:
        """End the vacation; whole days that are left can be taken later.

        Raises:
            LobbyError: ``no-account``, ``no-vacation``.
        """

    @property
    def email(self) -> EmailLine | None:
        """The player's e-mail address; None where the server sends no e-mail."""

    def set_email(self, address: str) -> Awaitable[None]:
        """Send a code to an address; once confirmed, it gets word of the player's moves.

        Raises:
            LobbyError: ``no-account``, ``no-mail``, ``bad-address``, ``code-sent``, ``too-many``.
        """

    def confirm_email(self, code: str) -> Awaitable[None]:
        """Confirm the address by the code that was sent there.

        Raises:
            LobbyError: ``no-account``, ``no-mail``, ``wrong-code``, ``too-many``.
        """

    def switch_mail(self, kind: MailKind) -> Awaitable[None]:
        """Send no more mail of a kind, or send it again.

        Raises:
            LobbyError: ``no-account``, ``too-many``.
        """

    def remove_email(self) -> Awaitable[None]:
        """Forget the address.

        Raises:
            LobbyError: ``no-account``.
        """

    def calendar(self, step: CalendarStep) -> Awaitable[str]:
        """Return the path of the player's own calendar on the server's page; empty for none.

        Raises:
            LobbyError: ``no-account``, ``too-many``.
        """

    def export_text(self) -> Awaitable[str]:
        """Return everything that is stored about the player, as JSON."""

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Store settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and its data; its games remain, without the name."""


Result = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A finished game against a level of the computer."""

    level: str
    result: Result
    helped: bool = False
    """Whether the player had a hint, or took a move back."""
    id: str = ""
    """The id of the game on a server."""


@dataclass(frozen=True, slots=True)
class LadderGames:
    """The games by one ruleset, oldest first."""

    games: tuple[LadderGame, ...] = ()
    trouble: ArchiveProblem | None = None
    """Why some or all of them cannot be read; None if they can."""
