"""What one seat may know of its table, as plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Literal

from engine.play.events import Event
from engine.play.view import View
from engine.rules.rulesets import Ruleset

HALF_MINUTE = 30


LostBy = tuple[int, Literal["time", "absent"]]
"""A seat that lost without giving up, and how: its time ran out, or it stayed away."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat."""

    name: str
    kind: Literal["person", "computer", "nobody"]
    present: bool = True
    """False while a person's connection is lost and the seat is held, or once it was left."""


NOBODY = Sitter("", "nobody", present=False)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something somebody at the table said."""

    who: str
    text: str
    """What was said; of a ready phrase its name, which each app words."""
    phrase: bool
    after: int
    """How many events the log held then."""
    number: int
    """Counts the lines of a table from 1."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one seat may know of its table at any ply of the game, now or looking back."""

    title: str
    """The table's name, one short word."""
    sitters: tuple[Sitter, ...]
    score: tuple[int, ...]
    """Games won by each seat in this match."""
    view: View | None
    """None until every seat is taken and the cards are dealt."""
    log: tuple[Event, ...]
    """This game's events so far, redacted for this seat."""
    steps: tuple[int, ...] = ()
    """How many events the log held after each action, the deal first."""
    commitment: str = ""
    """The hash of this game's secret, in hex."""
    invitation: str = ""
    """The line with which a friend gets here, while there is a code."""
    cuts: tuple[str, ...] = ()
    """The word with which each seat cut the deck; empty where the seat's part was drawn."""
    host: int | None = None
    """The seat of the person who has sat here longest, while the table waits."""
    ruleset: Ruleset | None = None
    """What is played here, where the table says so before the cards are dealt."""
    timing: str = "none"
    """The name of the time control."""
    rated: bool = False
    showing: tuple[int, ...] = ()
    """The seats that agreed to show their hands to watchers."""
    watchers: int = 0
    talk: tuple[ChatLine, ...] = ()
    game: str = ""
    """The id of this game's record, once it is over and stored on a server."""


@dataclass(frozen=True, slots=True)
class TableState(Snapshot):
    """All that one seat may know of its table: the game, and what holds only now."""

    code: str | None = None
    """The room code to give to a friend, while a seat is free."""
    ready: tuple[int, ...] = ()
    """The seats that asked for the next game."""
    match_winners: tuple[int, ...] = ()
    """Who has won the match, where one of several games is decided."""
    secret: str = ""
    """What this game's commitment is the hash of, once the game is over."""
    next_commitment: str = ""
    """The hash of the next game's secret, once this one is over."""
    next_cuts: tuple[str, ...] = ()
    """The words with which the next deck is cut, once this game is over."""
    clocks: tuple[int, ...] = ()
    """Seconds each seat has left, in the steps in which they are shown; empty without clocks."""
    away: tuple[int | None, ...] = ()
    """Seconds until the seat of an absent player may be claimed; None for who is here."""
    claimable: bool = False
    """Whether this seat may claim the win now, for the others stayed away."""
    may_call_off: bool = False
    """Whether this seat may end the game without a result now."""
    called_off: bool = False
    """Whether the game was ended without a result."""
    lost_by: LostBy | None = None
    """The seat whose time ran out or that stayed away, where that ended its game."""
    open_hands: bool = False
    """Whether watchers see every hand."""
    trouble: str = ""
    """Why actions cannot be saved just now, so that the game waits; empty when all is well."""

    @property
    def settled(self) -> bool:
        """Whether nothing is left to play here: the game is over, and its match as well."""
        if self.view is None or self.view.outcome is None:
            return self.called_off
        return self.view.ruleset.match == "single" or bool(self.match_winners) or self.called_off


@dataclass(frozen=True, slots=True)
class Change:
    """Something changed at the table; `events` are new, redacted for the listening seat."""

    events: tuple[Event, ...]


Listener = Callable[[Change], None]


def in_steps(seconds: float) -> int:
    """Round a time up to how it is shown: whole minutes, and seconds in the last half minute."""
    whole = max(0, ceil(seconds))
    return whole if whole <= HALF_MINUTE else ceil(whole / 60) * 60
