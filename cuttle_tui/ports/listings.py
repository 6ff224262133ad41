"""The lists, ratings and news of the lobby, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from engine.record.match import MatchStanding
from engine.record.record import GivenUp


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating in one pool."""

    name: str
    rating: int
    spread: int
    """The rating is probably within so much of the true strength, both ways."""
    provisional: bool
    """Whether there are too few games yet to trust it."""
    games: int
    pool: str
    """``live`` or ``days``; against computers ``live-bots`` or ``days-bots``."""
    before: int = 0
    """How many of the games were played elsewhere."""
    source: str = ""
    """Where these were played."""


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
    ratings: tuple[RatingLine | None, ...] = ()
    """The rating of each player named; None for those without rated games."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A connected player."""

    id: str
    name: str
    guest: bool
    doing: Literal["lobby", "queue", "waiting", "playing", "watching"]
    """``queue``: in the lobby, waiting for a quick match."""
    table: str
    """The title of their table, if any."""
    me: bool
    blocked: bool
    rating: RatingLine | None = None
    """None for those without rated games."""
    followed: bool = False
    """Whether the reader hears when they come."""
    queue: str = ""
    """The id under which they wait for a quick match, if they do."""
    rated: bool = False
    """Whether that match is rated."""
    hidden: bool = False
    """Whether nobody else may see that they are here."""


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A player waiting for a quick match."""

    name: str
    ruleset: str
    rated: bool
    since: float
    """Seconds they have waited."""
    me: bool
    id: str = ""
    """What to sit down at, to play them."""
    timing: str = "none"
    rating: RatingLine | None = None
    """None for those without rated games."""
    level: str = ""
    """The level of a computer that is always here for rated games; empty for people."""


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge that waits for an answer."""

    name: str
    """The other player."""
    rating: RatingLine | None
    ruleset: str
    timing: str
    rated: bool
    mine: bool
    """Whether the reader made it; otherwise they are asked."""
    left: float
    """Seconds until it expires."""
    championship: bool = False
    """Whether it is their match in a championship."""


BY_NAME: Final = "name:"
"""Begins the id of a friend without an account, before the name."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match between two that is not decided: it goes on at a table that one opens for the other.

    Another match of theirs by a code takes its place.
    """

    table: str
    """The id of the table where it began."""
    played: int
    """How many games of it were dealt."""
    won: tuple[int, ...]
    """The games that each seat has won."""
    seat: int
    """The player's seat."""

    @property
    def score(self) -> str:
        """The games that the player and the friend have won: ``2-1``."""
        return f"{self.won[self.seat]}-{self.won[1 - self.seat]}"


@dataclass(frozen=True, slots=True)
class FriendLine:
    """Somebody who has played with the player at a room by code."""

    id: str
    name: str
    won: int
    """Games that the player won, and the friend lost, wherever they began."""
    lost: int
    met: datetime
    """When their last game ended, with its time zone."""
    ruleset: str
    """The rules of their last game by a code; empty while that is not known."""
    account: bool
    """Whether they have an account here, by which they can be invited."""
    here: bool = False
    """Whether they are here, if both let friends see that."""
    code: str = ""
    """The code of the room in which they wait for the player; empty if they do not."""
    match: OpenMatch | None = None
    """The match that goes on with them, if their last game by a code was one of it."""


def added_up(lines: Iterable[FriendLine]) -> tuple[FriendLine, ...]:
    """Add up the games with each friend; whom the player met last comes first."""
    found: dict[str, FriendLine] = {}
    for line in sorted(lines, key=lambda line: line.met, reverse=True):
        last = found.get(line.id, replace(line, won=0, lost=0))
        found[line.id] = replace(
            last,
            won=last.won + line.won,
            lost=last.lost + line.lost,
            ruleset=last.ruleset or line.ruleset,
        )
    return tuple(found.values())


GameLink = Literal["public", "open", "closed"]
"""Who may see a finished game: everybody, who has its link, or its players alone."""


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
    scores: tuple[int, ...] = ()
    """The points of each seat; empty if unknown."""
    turns: int = 0
    """0 if unknown."""
    why: str = ""
    """Why it ended, as in a record; empty if unknown."""
    link: GameLink = "public"
    goals: tuple[int, ...] = ()
    """The goal of each seat; empty if unknown."""
    given_up: GivenUp = ()
    """The seats that gave up, and how, if that is known."""
    match: MatchStanding | None = None
    """How its match stood after it; None for a single game, and if that is not known."""
    source: str = ""
    """Where it was played, if not here."""


Ending = Literal["", "won", "lost", "drawn", "time", "off"]
"""``time``: lost on time; ``off``: called off."""


@dataclass(frozen=True, slots=True)
class News:
    """A notification of the lobby to a player."""

    kind: Literal[
        "lobby",
        "paired",
        "announcement",
        "closing",
        "sat-down",
        "claimed",
        "ended",
        "account",
        "nobody-came",
        "your-move",
        "game-over",
        "came",
        "invited",
        "challenged",
        "accepted",
        "declined",
        "expired",
        "withdrawn",
        "let-in",
        "door-shut",
        "night",
        "night-over",
        "champion",
        "link-closed",
    ]
    """``let-in``: the guest at a door has the seat of the name given again; ``door-shut``: they do
    not; ``lobby``: its lists have changed; ``paired``: an opponent was found; ``sat-down``:
    somebody joined the player's table; ``claimed``: the player stayed away, and the others claimed
    the game at the table named; ``ended``: that game ended otherwise, and its table is closed;
    ``nobody-came``: nobody has sat down at the correspondence table named, which is closed;
    ``account``: the player's account has changed, here or elsewhere; ``your-move``, ``game-over``:
    so it is at the correspondence table named; ``accepted``: the player named takes a challenge by
    days; ``came``: a player they follow, or a friend, is
    here; ``invited``: the friend named waits for them in a room; ``challenged``: the player named
    asks for a game; ``withdrawn``: not any more;
    ``declined``, ``expired``: what became of their own challenge; ``night``: the
    host named has opened a play night; ``night-over``: it is over, and the player named has won;
    ``champion``: somebody has won a championship; ``link-closed``: the player named has closed
    the link to a game with this player; the others carry a text."""
    text: str = ""
    how: Ending = ""
    """How the game ended for this player; empty if that is not told."""


NewsListener = Callable[[News], None]
