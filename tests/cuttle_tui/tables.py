"""Lay tables for the tests: a position as text becomes a chair that can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cuttle_tui.ports import Change, Listener, Sitter, TableState
from engine.actions import Action
from engine.cards import CARD_NAMES, parse_card
from engine.errors import IllegalAction
from engine.play.events import (
    AnnouncedOneOff,
    Dealt,
    Drew,
    Event as TableEvent,
    Evicted,
    PlayedPoints,
    PlayedRoyal,
    Stole,
)
from engine.play.observe import observe
from engine.play.view import Ask, View
from engine.record.position_text import parse_position
from engine.rules.rulesets import PRESETS
from engine.table.queries import TakeBack
from engine.table.seats import Ready, SeatRequest

ANA_AND_BOB = (Sitter("ana", "person"), Sitter("bob", "person"))

MINE = "hand 2S AH 3H 9C JS QD points 7H 3C court KD 8S"
BOBS = "hand 4S TC QH 3D KS points TD 2H[JH<0,JC<1,JD<0] AS court KC QC"


def card(name: str) -> int:
    """Read a card."""
    return parse_card(name)


def position(mine: str = MINE, bobs: str = BOBS, more: str = "", *, scrap: int = 11) -> str:
    """Write a position of two seats; cards it does not name go to the scrap and the deck."""
    tail = more or "turn 20 P0; ask play P0; ply 40"
    named = f"{mine} {bobs} {tail} 9S"
    rest = [name for name in CARD_NAMES[:52] if name not in named]
    scrapped = " ".join([*rest[: scrap - 1], "9S"])
    deck = " ".join(rest[scrap - 1 :])
    return f"cuttle.cards; P0 {mine}; P1 {bobs}; deck {deck}; scrap {scrapped}; {tail}"


TARGETS = position(f"{MINE} frozen 9C")
COUNTER = position(
    BOBS.replace("court KC QC", "court 8D").replace("JH<0,JC<1,JD<0", "JH<1,JC<0,JD<1"),
    MINE,
    "turn 20 P0; ask counter P1; pile P0 oneoff 6S; ply 41",
)
FETCH = position(
    MINE.replace("3H ", "") + " frozen 9C",
    more="turn 20 P0; ask fetch P0; pile P0 oneoff 3H; ply 41",
)
WAITING = position(more="turn 21 P1; ask play P1; ply 41")
OVER = position(
    "hand 2S AH JS QD points 7H 3C 9C court KD 8S", more="turn 20 P0; over goal P0; ply 44"
)
ROBBED = position(
    "hand 4S 4H 5D 6C 7S 9D TC TH JD KS frozen 9D points AS AH AD AC 2S 2D 2C 3H[JC<1,JH<0,JS<1]"
    " 3S court QS QH 8C 8D",
    "hand 5S 6H 7D 8H 9C TD points 3D 3C 4D 5C 2H court QD QC 8S",
    "turn 32 P1; ask give P0 2; pile P1 oneoff 4C; ply 60",
    scrap=3,
)
LIMIT = position(
    "hand 4S 4H 5D 6C 7S 9D TC TH JD points AS",
    "hand 5S points 3D",
    "turn 32 P0; ask limit P0 1; ply 60",
)
PAY = position(more="turn 20 P0; ask pay P0 1; pile P0 oneoff 5H; ply 41")
PEEK = position(more="turn 20 P0; ask seven P0; revealed 2; held 7S; ply 41")
FETCH_ANY = position(
    "hand 2S AH points 7H",
    "hand 4S points TD",
    "turn 20 P0; ask fetch P0; pile P0 oneoff 3H; ply 41",
    scrap=44,
)
"""A three that has nearly the whole pack to choose from."""
_HELD = " ".join(name for name in CARD_NAMES[:52] if name[0] in "A45678")
MANY = position(f"hand {_HELD} points 2H", "hand TC points TD 3S 3D", scrap=4)
"""A hand that lies in two rows."""
MANY_WAITING = MANY.replace("turn 20 P0; ask play P0", "turn 21 P1; ask play P1")
MANY_LIMIT = MANY.replace("ask play P0", "ask limit P0 2")
MANY_PAY = MANY.replace("ask play P0", "ask pay P0 1; pile P0 oneoff 5H").replace(" 5H ", " ", 1)

LOG: tuple[TableEvent, ...] = (
    Dealt(1, (5, 6)),
    PlayedPoints(1, card("AS")),
    Drew(0, 1, (card("3H"),)),
    PlayedPoints(0, card("7H")),
    PlayedPoints(1, card("TD")),
    PlayedPoints(0, card("2H")),
    Stole(1, card("JH"), card("2H"), 0, 1),
    Stole(0, card("JC"), card("2H"), 1, 0),
    PlayedPoints(0, card("3C")),
    Drew(1, 1, ()),
    Stole(1, card("JD"), card("2H"), 0, 1),
    PlayedRoyal(1, card("KC"), 14),
    PlayedRoyal(0, card("8S"), 14),
    Evicted(1, card("9H"), card("9C"), 0, frozen=True, to_deck=False, lost=()),
)

WON_LOG = (*LOG[:-1], PlayedPoints(0, card("9C")))
"""The same where the first seat has won with its nine."""

KINGLESS = tuple(
    PlayedRoyal(1, card("8D"), 21) if event == PlayedRoyal(1, card("KC"), 14) else event
    for event in LOG
)
"""The same where bob has no king, but glasses."""


def from_the_second_seat(log: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """Tell the same of a table at which the two sit the other way round."""
    return tuple(
        replace(
            event, **{name: 1 - getattr(event, name) for name in _SEATS if hasattr(event, name)}
        )
        for event in log
    )


_SEATS = ("first", "seat", "origin", "to", "victim")
"""The fields of an event that name a seat."""


def view_of(text: str, seat: int | None) -> View:
    """Show a position to a seat."""
    return observe(parse_position(text), seat)


@dataclass
class FakeChair:
    """A chair whose table never moves, but tells what was played."""

    seat: int | None
    shown: TableState
    played: list[tuple[Action, int]] = field(default_factory=list)
    submissions: int = 0
    listeners: list[Listener] = field(default_factory=list)
    refuse: IllegalAction | None = None
    left: bool = False
    kept: str | None = None
    rematches: int = 0
    done: list[str | SeatRequest] = field(default_factory=list)
    """What was said and asked."""
    before: dict[int, TableState] = field(default_factory=dict)
    """The table as it was, by ply."""

    practice: TakeBack | None = None

    @property
    def chat(self) -> FakeChair:
        """Talk is noted."""
        return self

    def state(self) -> TableState:
        """Give the state it was made with."""
        return self.shown

    async def past(self, ply: int) -> TableState | None:
        """Give what was laid there, if anything."""
        return self.before.get(ply)

    def submit(self, action: Action, ply: int) -> None:
        """Note the action, or refuse it."""
        self.submissions += 1
        if self.refuse is not None:
            raise self.refuse
        self.played.append((action, ply))

    def ask(self, request: SeatRequest) -> None:
        """Note it, and count another game that is asked for."""
        if isinstance(request, Ready):
            self.rematches += request.yes
        else:
            self.done.append(request)

    def say(self, text: str, *, phrase: bool) -> None:
        """Note it."""
        self.done.append(f"say {text}" if phrase else f"type {text}")

    def record(self) -> str | None:
        """Give the record it was made with."""
        return self.kept

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Keep the listener."""
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def leave(self) -> None:
        """Note it."""
        self.left = True

    def change(self, text: str) -> None:
        """Show another position, and tell so."""
        self.shown = replace(self.shown, view=view_of(text, self.seat))
        for listener in self.listeners:
            listener(Change(()))


def chair(text: str, seat: int | None = 0, log: tuple[TableEvent, ...] | None = None) -> FakeChair:
    """Sit down at a position, after the log that leads to most of them if none is given."""
    if log is None:
        log = WON_LOG if "over goal P0" in text else LOG
    return dated(FakeChair(seat, TableState("elm", ANA_AND_BOB, (2, 1), view_of(text, seat), log)))


def dated(sat: FakeChair) -> FakeChair:
    """Let each event of the log have been a turn, up to that of the position."""
    view, plies = sat.shown.view, range(len(sat.shown.log))
    assert view is not None
    newest = view.turn + (view.ask is not Ask.PLAY)  # an answer is asked for in its turn
    turns = tuple(max(0, newest - len(plies) + 1 + ply) for ply in plies)
    sat.shown = replace(sat.shown, steps=tuple(ply + 1 for ply in plies), turns=turns)
    return sat


def counter_chair() -> FakeChair:
    """Sit where a six must be answered."""
    log = (*from_the_second_seat(KINGLESS), AnnouncedOneOff(0, card("6S"), (), -1))
    sat = chair(COUNTER, 1, log)
    sat.shown = replace(sat.shown, sitters=(Sitter("bob", "person"), Sitter("ana", "person")))
    return sat


def waiting_chair() -> FakeChair:
    """Sit in a room that waits for a friend."""
    sitters = (Sitter("ana", "person"), Sitter("", "nobody"))
    return FakeChair(
        0,
        TableState(
            "elm",
            sitters,
            (0, 0),
            None,
            (),
            code="K7QF",
            invitation="ssh -t -p 2222 HOST join K7QF",
            ruleset=PRESETS["standard"],
        ),
    )
