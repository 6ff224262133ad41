"""Play nights as the app sees them: tournaments of one evening that the server runs."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from cuttle_tui.ports.league import BracketPage

NightFormat = Literal["swiss", "round-robin", "arena", "double-elimination"]
NIGHT_FORMATS: Final[tuple[NightFormat, ...]] = (
    "swiss",
    "round-robin",
    "arena",
    "double-elimination",
)
NightState = Literal["open", "running", "over"]
PairingState = Literal["waiting", "playing", "over"]
NIGHT_MINUTES: Final = (30, 60, 90, 120)
"""How long an arena may last."""
NIGHT_ROUNDS: Final = (0, 3, 4, 5, 6, 7, 9)
"""How many rounds a Swiss tournament may have; 0: as many as its players need."""


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What a host chooses."""

    format: NightFormat = "swiss"
    ruleset: str = "cuttle.cards"
    """Rules for two."""
    timing: str = "quick"
    rounds: int = 0
    minutes: int = 60


@dataclass(frozen=True, slots=True)
class NightLine:
    """A play night in a line."""

    host: str
    """The host's name."""
    format: NightFormat
    ruleset: str
    timing: str
    state: NightState
    players: int
    """How many take part now."""
    round: int
    """From 1; 0 before the first."""
    rounds: int
    """0 if that is not known."""
    minutes: int
    """Minutes of an arena."""
    left: int | None
    """Minutes until an arena pairs no more."""
    joined: bool
    """Whether the player takes part."""
    may_join: bool
    mine: bool
    """Whether the player is the host."""
    winner: str = ""
    """Who has won a night that is over; empty if nobody won alone."""


@dataclass(frozen=True, slots=True)
class NightPairing:
    """A match of a play night."""

    number: int
    """From 1."""
    round: int
    names: tuple[str, str]
    """The second is empty for a bye."""
    state: PairingState
    winner: str = ""
    """Empty while it is open, and if nobody won."""
    why: Literal["", "played", "bye", "no-show", "withdrew", "void"] = ""
    table: str = ""
    """The id of its table, while it is played."""
    missing: tuple[str, ...] = ()
    """Who is waited for."""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class NightPlace:
    """A player's place in a play night."""

    place: int
    name: str
    points: int
    """Two for a win or a bye, one for a draw."""
    wins: int
    draws: int
    losses: int
    byes: int
    buchholz: int
    """The points of all opponents."""


@dataclass(frozen=True, slots=True)
class NightPlayerLine:
    """A player of a play night."""

    name: str
    seed: int
    """From 1; 0 before the start."""
    online: bool
    left: bool


@dataclass(frozen=True, slots=True)
class NightPage:
    """Everything about a play night."""

    line: NightLine
    pairings: tuple[NightPairing, ...]
    """The latest first."""
    standings: tuple[NightPlace, ...]
    players: tuple[NightPlayerLine, ...]
    bracket: BracketPage | None
    """Of a double elimination that has begun."""
    opponent: str
    """Whom the player is to meet now; empty if nobody."""


class Nights(Protocol):
    """The play nights of a server: one at a time, and the last one until there is another."""

    def page(self) -> NightPage | None:
        """Return the play night, or the last one; None if there has been none."""

    def line(self) -> NightLine | None:
        """Return the same in a line."""

    def open(self, plan: NightPlan) -> Awaitable[None]:
        """Open a play night: others can join now. The host takes part.

        Raises:
            LobbyError: ``no-account``, ``night-open``, ``night-plan``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """

    def join(self) -> Awaitable[None]:
        """Take part.

        Raises:
            LobbyError: ``no-night``, ``night-begun``, ``closing``, ``too-many``.
        """

    def leave(self) -> Awaitable[None]:
        """Take part no more; a match that is played is lost.

        Raises:
            LobbyError: ``no-night``, ``too-many``.
        """

    def begin(self) -> Awaitable[None]:
        """Start with those who have joined, as the host.

        Raises:
            LobbyError: ``no-night``, ``not-host``, ``night-few``, ``closing``.
        """

    def withdraw(self, name: str) -> Awaitable[None]:
        """Withdraw a player for good, as the host.

        Raises:
            LobbyError: ``no-night``, ``not-host``, ``no-such-player``.
        """

    def end(self) -> Awaitable[None]:
        """End the night, as the host; matches that are played count for nobody.

        Raises:
            LobbyError: ``no-night``, ``not-host``.
        """
