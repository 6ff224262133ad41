"""Players, a clock and a journal, for tests of who meets whom and who sits where."""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import isawaitable

import pytest

from cuttle_tui.ports import Chair, LobbyError, TablePlan
from engine.bots.thinkers import AtOnce
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player, guest_of
from server.people.notices import Notifier, Vacations
from server.people.player_limits import PlayerLimits
from server.store.values import (
    AddEntry,
    AddNightEntry,
    CloseTable,
    EnterMatch,
    KeepGame,
    OpenNight,
    OpenTable,
    RunningTable,
    Write,
)
from server.tables.challenges import USUAL_RESIDENTS
from server.tables.stakes import Book

ANN = Player("ann", "SHA256:ann")
BOB = Player("bob", "SHA256:bob")
CY = Player("cy", "SHA256:cy")
GUEST = Player("guest-otter", guest_of("ABCD2345"), guest=True, resume="ABCD2345")
PLAN = TablePlan("standard")


class Clock:
    """A clock a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time, in seconds."""
        return self.now


class Paper:
    """A journal that remembers, and can be told to wait."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.entries: dict[str, list[str]] = {}
        self.games: list[KeepGame] = []
        self.matches: list[EnterMatch] = []
        self.nights: dict[str, tuple[str, list[str]]] = {}
        self.waits = False
        self.waiting: list[Callable[[], None]] = []

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something down."""
        match write:
            case OpenTable():
                self.heads[write.id], self.entries[write.id] = write.head, []
            case AddEntry():
                assert write.number == len(self.entries[write.table])
                self.entries[write.table].append(write.text)
            case CloseTable():
                del self.heads[write.id], self.entries[write.id]
            case KeepGame():
                self.games.append(write)
            case EnterMatch():
                self.matches.append(write)
            case OpenNight():
                self.nights[write.id] = write.head, []
            case AddNightEntry():
                assert write.number == len(self.nights[write.night][1]) + 1
                self.nights[write.night][1].append(write.text)
        if then is not None and self.waits:
            self.waiting.append(then)
        elif then is not None:
            then()

    def tables(self) -> list[RunningTable]:
        """Give back the tables that were not closed."""
        return [RunningTable(id, head, tuple(self.entries[id])) for id, head in self.heads.items()]


def matchmaker_of(
    clock: Clock,
    paper: Paper,
    book: Book | None = None,
    *,
    vacations: Vacations | None = None,
    notices: Notifier | None = None,
    in_turn: bool = False,
) -> Matchmaker:
    """Make a matchmaker whose tables are written down, with a league if there is a book.

    Unless it is to be `in_turn`, any number of games are dealt at once.
    """
    matchmaker = Matchmaker(
        AtOnce(),
        clock,
        journal=paper,
        player_limits=PlayerLimits(clock=clock),
        league_book=book,
        vacations=vacations,
        notices=notices,
        residents=USUAL_RESIDENTS,
    )
    if not in_turn:
        matchmaker.presence.seats.at_once = sys.maxsize
    return matchmaker


async def reason(call: Callable[[], object]) -> str:
    """Tell why the lobby refuses something."""
    with pytest.raises(LobbyError) as caught:
        await _done(call)
    return caught.value.reason


async def _done(call: Callable[[], object]) -> None:
    work = call()
    if isawaitable(work):
        await work


def present(chair: Chair) -> list[bool]:
    """Tell of each seat whether its player is here."""
    return [sitter.present for sitter in chair.state().sitters]
