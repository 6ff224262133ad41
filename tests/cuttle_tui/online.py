"""Lay tables for the tests at which other people sit: clocks, talk, absence, waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cuttle_tui.ports import Change, ChatLine, QueueLine, Sitter
from engine.play.observe import observe
from engine.record.position_text import parse_position
from engine.rules.options import parse_ruleset
from engine.table.state import Stake, StakeSeat
from tests.cuttle_tui import tables
from tests.cuttle_tui.tables import FakeChair

GONE = (Sitter("ana", "person"), Sitter("bob", "person", present=False))
BOTH = (Sitter("ana", "person"), Sitter("bob", "person"))
TALK = (
    ChatLine("bob", "hello", phrase=True, after=1, number=1),
    ChatLine("bob", "you [bold]rock[/bold]", phrase=False, after=10, number=2),
    ChatLine("bob", "and again", phrase=False, after=11, number=3),
    ChatLine("ana", "nice-counter", phrase=True, after=14, number=4),
)
QUEUE = (
    QueueLine("ana", "standard", rated=False, since=130.0, me=True),
    QueueLine("gus", "cuttle.cards", rated=True, since=20.0, me=False),
)


RATED_QUEUE = (
    QueueLine("ana", "cuttle.cards+first-to-2", rated=True, since=12.0, me=True, timing="steady"),
    QueueLine("gus", "cuttle.cards+first-to-2", rated=True, since=20.0, me=False, timing="steady"),
    QueueLine("eve", "standard", rated=False, since=200.0, me=False),
)
LONG_QUEUE = (replace(RATED_QUEUE[0], since=75.0),)
HOUSE = parse_ruleset("standard+random-four+nine-freeze")


def cut_by_the_other() -> FakeChair:
    """Sit in a room where the other player has cut the deck."""
    facts = {"commitment": "0123456789abcdef" * 4, "cuts": ("", "theirs")}
    return room(code=None, sitters=BOTH, ready=(1,), **facts)


def addressed() -> FakeChair:
    """Sit in a room of a server that knows its own address."""
    line = "ssh -t -p 2222 cards.example.org join K7QF"
    return room(invitation=line, ready=(0,), timing="steady")


def linked() -> FakeChair:
    """Sit in a room of a server that browsers find as well."""
    line = "ssh -t cards.example.org join K7QF"
    return room(invitation=line, link="https://cards.example.org/join/K7QF", ready=(0,))


def table(text: str = tables.WAITING, seat: int | None = 0, **facts: Any) -> FakeChair:
    """Sit down at a position with something more to tell."""
    chair = tables.chair(text, seat)
    chair.shown = replace(chair.shown, **facts)
    return chair


def clocked() -> FakeChair:
    """Sit at a rated table with clocks, where people talk and others watch."""
    return table(clocks=(240, 25), rated=True, watchers=2, talk=TALK)


def opened() -> FakeChair:
    """Watch where every hand lies open."""
    view = observe(parse_position(tables.WAITING), None, all_hands=True)
    return table(seat=None, open_hands=True, view=view)


def days() -> FakeChair:
    """Sit at a correspondence table, where it is the player's move."""
    return table(
        tables.TARGETS, clocks=(187_200, 259_200), timing="3d", deadline="2026-11-24 18:00"
    )


def resting() -> FakeChair:
    """Sit at a correspondence table whose other player is on vacation."""
    return table(
        tables.WAITING,
        clocks=(259_200, 187_200),
        timing="3d",
        deadline="2026-12-08 18:00",
        vacations=("", "2026-12-06 11:00"),
    )


STAKE = Stake(
    "2026-clubs",
    3,
    13,
    (1, 0),
    counts=True,
    seats=(StakeSeat(1512, False, 14, -16), StakeSeat(1548, True, 29, -25)),
)
DECIDED = replace(
    STAKE,
    score=(2, 0),
    counts=False,
    why="decided",
    seats=tuple(replace(seat, win=0, loss=0) for seat in STAKE.seats),
)
NO_SEASON = replace(DECIDED, season="", week=0, weeks=0, score=(0, 0), why="no-season")
WON = replace(
    STAKE,
    score=(2, 0),
    seats=tuple(
        replace(seat, rating=seat.rating + change, win=0, loss=0, change=change)
        for seat, change in zip(STAKE.seats, (14, -25), strict=True)
    ),
)


def staked(stake: Stake = STAKE, text: str = tables.WAITING, **facts: Any) -> FakeChair:
    """Sit at a rated table of the league."""
    return table(text, rated=True, stake=stake, clocks=(240, 25), **facts)


def away() -> FakeChair:
    """Sit where the other player is away."""
    return table(sitters=GONE, away=(None, 120))


def claimable() -> FakeChair:
    """Sit where the other player stayed away."""
    return table(sitters=GONE, away=(None, 0), claimable=True, may_call_off=True)


def room(**facts: Any) -> FakeChair:
    """Sit at one's own table, which waits."""
    chair = tables.waiting_chair()
    chair.shown = replace(chair.shown, **{"host": 0, **facts})
    return chair


def queued() -> FakeChair:
    """Wait for a quick match."""
    return room(code=None, invitation="", host=None)


def alter(chair: FakeChair, **facts: Any) -> None:
    """Change what a table shows, and tell so."""
    chair.shown = replace(chair.shown, **facts)
    for listener in chair.listeners:
        listener(Change(()))
