"""Play the computer at home so that moves can be taken back: the table is built again without."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final

from cuttle_tui.archive.folder import Keeper
from cuttle_tui.i18n.translation import C_, tr
from cuttle_tui.local.lobby import COMPUTER, ComputerPlayer, LocalLobby
from cuttle_tui.ports import Chair, Change, Listener, TableState
from engine.actions import Action, parse_action
from engine.rules.rulesets import Ruleset
from engine.rules.text import parse_ruleset
from engine.table.events import Acted, DealtOut, TableEvent
from engine.table.table import Table, TableChair

_SEAT: Final = 0
_TITLE: Final = C_("a table", "home")


class PracticeLobby(LocalLobby):
    """The lobby at home, whose games against the computer can be taken back."""

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down with computer players in every other seat."""
        seed = self._seed or secrets.token_bytes(32)
        rules = parse_ruleset(ruleset)
        return PracticeChair(lambda: _Branch(rules, seed), self._settle, self._seat_all)

    def _seat_all(self, branch: _Branch) -> None:
        """Take every seat of a new table."""
        rivals = branch.table.seats - 1
        branch.table.sit(_SEAT, self._player, "person", self._nonce())
        for number in range(1, rivals + 1):
            name = COMPUTER if rivals == 1 else f"{COMPUTER} {number}"
            branch.table.sit(number, name, "computer", self._nonce())

    def _settle(self, branch: _Branch) -> None:
        """Let the computers play, and games be kept."""
        if self._folder is not None:
            Keeper(_OnBranch(branch, None), self._folder)
        for seat in range(1, branch.table.seats):
            chance = int.from_bytes(self._nonce()[:4], "big")
            ComputerPlayer(_OnBranch(branch, seat), chance, self._pace)


class _Branch:
    """One course of a table; once it is given up, nobody there sees a game any more."""

    def __init__(self, ruleset: Ruleset, seed: bytes) -> None:
        self.entries: list[TableEvent] = []
        self.alive = True
        self.table = Table(ruleset, seed, title=tr(_TITLE), clock=time.time, keep=self._keep)

    def _keep(self, entry: TableEvent, then: Callable[[], None]) -> None:
        self.entries.append(entry)
        then()

    def restore(self, entries: Sequence[TableEvent]) -> None:
        """Bring the table to where these entries lead."""
        self.entries = [*entries]
        self.table.restore(self.entries)


class _OnBranch(TableChair):
    """A chair at one branch, for a computer or for whoever keeps the records."""

    def __init__(self, branch: _Branch, seat: int | None) -> None:
        super().__init__(branch.table, seat)
        self._branch = branch

    def state(self) -> TableState:
        """Give the table; an empty one once the branch is given up."""
        return super().state() if self._branch.alive else _empty(self._branch)

    def record(self) -> str | None:
        """Give the record of the game once it is over, if it is the one that counts."""
        return super().record() if self._branch.alive else None


def _empty(branch: _Branch) -> TableState:
    return Table(branch.table.ruleset, b"").state(None)


class PracticeChair:
    """A seat among computers, in which the last move can be taken back."""

    seat = _SEAT

    def __init__(
        self,
        make: Callable[[], _Branch],
        settle: Callable[[_Branch], None],
        seat_all: Callable[[_Branch], None],
    ) -> None:
        """Open the table.

        Args:
            make: makes an empty table.
            settle: sets the computers of a table going.
            seat_all: takes every seat of a new table.
        """
        self._make, self._settle = make, settle
        self._listeners: dict[object, Listener] = {}
        self._branch = make()
        seat_all(self._branch)
        self._begin()

    def _begin(self) -> None:
        self._branch.table.subscribe(_SEAT, self._spread)
        self._settle(self._branch)

    def _spread(self, change: Change) -> None:
        for listener in [*self._listeners.values()]:
            listener(change)

    def undo(self) -> Action | None:
        """Take one's last move back, with all that followed; tell which it was, if there was."""
        entries = self._branch.entries
        moves = (
            (at, one.action)
            for at, one in reversed([*enumerate(entries)])
            if isinstance(one, Acted) and one.seat == _SEAT
        )
        deals = [at for at, one in enumerate(entries) if isinstance(one, DealtOut)]
        at, text = next(moves, (-1, ""))
        if not text or at < deals[-1]:
            return None
        self._branch.alive = False
        self._branch = self._make()
        self._branch.restore(entries[:at])
        self._begin()
        return parse_action(text)

    # the rest is the table's

    @property
    def _chair(self) -> TableChair:
        return self._branch.table.chair(_SEAT)

    def state(self) -> TableState:
        """Give the table as this seat may know it."""
        return self._chair.state()

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions."""
        return self._chair.past(ply)

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`."""
        self._chair.submit(action, ply)

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or take that back."""
        self._chair.ready(yes)

    def claim(self) -> None:
        """Claim the game: computers stay."""
        self._chair.claim()

    def call_off(self) -> None:
        """End the game without a result: computers stay."""
        self._chair.call_off()

    def show_hands(self, yes: bool = True) -> None:
        """Agree to show hands to watchers."""
        self._chair.show_hands(yes)

    def fill(self) -> None:
        """Do nothing: no seat is free."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say nothing: nobody else listens at home."""

    def record(self) -> str | None:
        """Give the record of the game once it is over."""
        return self._chair.record()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        token = object()
        self._listeners[token] = listener

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""
        self._chair.leave()
