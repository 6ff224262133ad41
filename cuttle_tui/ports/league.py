"""The league as the app sees it: ratings, seasons, matches, championships, profiles, nights."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from cuttle_tui.ports.listings import GameLine, RatingLine

SeasonState = Literal["coming", "running", "over"]
MatchState = Literal["open", "decided", "void"]
BracketSide = Literal["winners", "losers", "final"]
BracketState = Literal["waiting", "open", "over"]


_DELETED: Final = "deleted player "
"""What the name of a player begins with who has no account any more; no real name has a blank."""


def deleted_name(number: int) -> str:
    """Return how a player is named whose account was deleted."""
    return f"{_DELETED}{number}"


def is_deleted(name: str) -> bool:
    """Return whether this is the name of a player whose account was deleted."""
    return name.startswith(_DELETED)


def unknown_name(name: str) -> str:
    """Return how somebody is named who played elsewhere and has no account."""
    return f"{name} *"


def has_account(name: str) -> bool:
    """Return whether a name can be that of an account: no real name has a blank."""
    return " " not in name


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season of the league."""

    id: str
    """As ``2026-clubs``."""
    suit: str
    """``clubs``, ``diamonds``, ``hearts`` or ``spades``."""
    year: int
    ruleset: str
    start: str
    """First day, UTC, as ``2026-01-05``."""
    end: str
    """The day after the last, UTC."""
    weeks: int
    week: int | None
    """The running week, from 1."""
    state: SeasonState
    size: int = 8
    """How many players enter its championship."""
    closed: bool = False
    """Whether it is final: its championship has its players."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player's place in a season."""

    place: int
    name: str
    points: int
    wins: int
    losses: int
    weeks: tuple[int, ...]
    """Points of each week so far."""
    qualified: bool
    """Whether the place is good for the championship as things stand; if the season is closed,
    whether the player has entered it."""


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The standings of a season."""

    season: SeasonLine
    standings: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of the league: the first to win two games wins."""

    one: str
    other: str
    wins: tuple[int, int]
    winner: str
    """Empty while nobody has won."""
    state: MatchState
    ended: str
    """Day and time, UTC; empty while the match is open."""
    games: tuple[str, ...]
    """The ids of its games, stalemates among them."""


@dataclass(frozen=True, slots=True)
class WeekLine:
    """What a player did in a week."""

    place: int | None
    """None for those who won no match."""
    name: str
    wins: int
    losses: int
    points: int


@dataclass(frozen=True, slots=True)
class WeekPage:
    """A week of a season."""

    season: SeasonLine
    week: int
    lines: tuple[WeekLine, ...]
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A side of a bracket match."""

    name: str
    """Empty while it is not known who plays."""
    seed: int
    """0 while it is not known who plays."""
    wins: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket."""

    number: int
    side: BracketSide
    round: int
    """From 1, on its side."""
    slots: tuple[BracketSlot, BracketSlot]
    winner: str
    state: BracketState
    why: Literal["", "played", "bye", "no-show", "withdrawn", "corrected"] = ""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place in a championship."""

    place: int
    name: str
    points: int
    """Points for the year; 0 at a World Championship or a play night."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A championship."""

    id: str
    """The season's id, or ``2026-world``."""
    year: int
    suit: str
    """The season's suit; empty for the World Championship."""
    matches: tuple[BracketMatch, ...]
    places: tuple[PlaceLine, ...]
    """Those that are decided."""
    source: str = ""
    """Where it was held, if that was elsewhere."""

    @property
    def champion(self) -> str:
        """The winner; empty until there is one."""
        return next((line.name for line in self.places if line.place == 1), "")


@dataclass(frozen=True, slots=True)
class YearLine:
    """A player's year."""

    place: int
    name: str
    points: int
    titles: int
    """Season championships won."""
    best: int
    """The best place in a championship."""
    seasons: tuple[int, ...]
    """Points of each season's championship, clubs first."""


@dataclass(frozen=True, slots=True)
class YearPage:
    """The table that seeds a World Championship."""

    year: int
    lines: tuple[YearLine, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.drawn


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players' games against each other, from the first one's side."""

    one: str
    other: str
    games: Tally
    matches: tuple[int, int]
    """Decided league matches won by each."""
    last: tuple[GameLine, ...]
    """The latest games, newest first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player shows of themselves."""

    name: str
    since: str
    """Day of the first visit, UTC."""
    online: bool
    followed: bool
    """Whether the player who looks follows this one."""
    me: bool
    parts: frozenset[str]
    """What is shown: ``games``, ``opponents``, ``plays``, ``rating``."""
    ratings: tuple[RatingLine, ...] = ()
    curve: tuple[tuple[str, int], ...] = ()
    """Rating in live games after each day with a game, oldest first."""
    games: Tally = Tally()
    matches: tuple[int, int] = (0, 0)
    """Matches won and lost, at tables of two and in the league."""
    by_ruleset: tuple[tuple[str, Tally], ...] = ()
    by_opponent: tuple[tuple[str, Tally], ...] = ()
    """The most frequent opponents first."""
    favourites: tuple[tuple[str, int], ...] = ()
    """Kinds of plays as in records, and how often, the most frequent first."""
    streak: int = 0
    """Games won in a row up to now; negative for games lost."""
    best_streak: int = 0
    awards: tuple[tuple[str, int], ...] = ()
    """Championships as (id, place), the newest first."""
    back: str = ""
    """What the player's cards wear."""


PROFILE_PARTS = ("games", "opponents", "plays", "rating")
"""What a player may hide from others."""


def shown_setting(part: str) -> str:
    """Return the setting that says whether others see a part of a profile; False hides it."""
    return f"show_{part}"


class League(Protocol):
    """The league of a server. Every method may raise LobbyError: ``not-now``."""

    def seasons(self) -> Awaitable[tuple[SeasonLine, ...]]:
        """List the seasons, newest first."""

    def season(self, id: str = "") -> Awaitable[SeasonPage]:
        """Return the standings of a season: the running one, else the latest.

        Raises:
            LobbyError: ``no-such-season``; ``no-season``: there has been none yet.
        """

    def week(self, season: str = "", week: int | None = None) -> Awaitable[WeekPage]:
        """Return a week of a season: the running one, else the last.

        Raises:
            LobbyError: ``no-such-season``, ``no-season``, ``no-such-week``.
        """

    def championships(self) -> Awaitable[tuple[BracketPage, ...]]:
        """List the championships, newest first."""

    def bracket(self, id: str = "") -> Awaitable[BracketPage]:
        """Return a championship: the latest, if none is named.

        Raises:
            LobbyError: ``no-such-championship``.
        """

    def play(self, championship: str) -> Awaitable[str]:
        """Challenge the opponent of the player's match in a championship; return their name.

        Raises:
            LobbyError: ``no-match``, ``not-here``, or why they cannot play now; ``they-called``:
                the opponent has called first, so the challenge can be accepted.
        """

    def year(self, year: int | None = None) -> Awaitable[YearPage]:
        """Return the table of a year."""

    def top(self, pool: str = "live") -> Awaitable[tuple[RatingLine, ...]]:
        """List the best rated players of a pool."""

    def profile(self, name: str = "") -> Awaitable[Profile]:
        """Return a player's profile; one's own, if none is named.

        Raises:
            LobbyError: ``no-such-player``.
        """

    def head_to_head(self, one: str, other: str) -> Awaitable[HeadToHead]:
        """Return two players' record against each other.

        Raises:
            LobbyError: ``no-such-player``, ``hidden``.
        """

    def follow(self, name: str, yes: bool = True) -> Awaitable[None]:
        """Follow a player, or stop: followers hear when they come.

        Raises:
            LobbyError: ``no-account``, ``no-such-player``, ``too-many``.
        """


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
