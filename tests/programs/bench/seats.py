"""Players without a terminal, who play and note when their own chair shows what they did."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from cuttle_tui.ports import Change
from engine.errors import CuttleError
from engine.play.view import View
from engine.table.seats import Ready
from server.cluster.codec import pack
from server.cluster.moving_chair import HERE, MovingChair
from server.cluster.remote_chair import ChairView

LOST: Final = 5.0
"""Seconds after which an action without an answer counts as lost."""


@dataclass
class Tally:
    """What the players of a process have seen."""

    here: list[float] = field(default_factory=list)
    """Seconds from an action to its showing, where the table was at this node."""
    elsewhere: list[float] = field(default_factory=list)
    """The same, where it was at another."""
    states: list[int] = field(default_factory=list)
    """Bytes of the whole states that were weighed."""
    refused: int = 0
    games: int = 0

    @property
    def actions(self) -> int:
        """Count the actions that were shown."""
        return len(self.here) + len(self.elsewhere)


class Seat:
    """A player who answers some time after being asked, with any legal action."""

    def __init__(self, chair: MovingChair, luck: random.Random) -> None:
        self.chair = chair
        self.pace: float | None = None
        """Seconds a player takes to answer, on average; None for one who does not play."""
        self.tally = Tally()
        self.weighs = False
        """Whether whole states are weighed, which takes time."""
        self.left: str | None = None
        """The node from which the table goes away; None if nobody waits for that."""
        self.first: float | None = None
        """When the first own action showed after that, by `time.monotonic`."""
        self._luck = luck
        self._timer: asyncio.TimerHandle | None = None
        self._sent: tuple[float, int, bool] | None = None
        """When the last action was played, at which ply, and whether here; None once it shows."""
        self._looks = False
        """Whether a look at the table is due."""
        self._next: str | None = None
        """The game after which the next was asked for."""
        chair.subscribe(self._changed)

    @property
    def node(self) -> str:
        """The node of the table; `HERE` for this one."""
        return self.chair.node

    @property
    def lost(self) -> bool:
        """Whether an action has been without an answer for long."""
        return self._sent is not None and time.monotonic() - self._sent[0] > LOST

    @property
    def plays(self) -> bool:
        """Whether a game goes on here."""
        view = self.chair.state().view
        return view is not None and view.outcome is None

    def begin(self, pace: float | None, tally: Tally, *, weighs: bool) -> None:
        """Play at a pace from now on, and count in a new tally; None for no more."""
        self.pace, self.tally, self.weighs = pace, tally, weighs
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._go_on(self.chair.state().view)

    def expect(self, left: str) -> None:
        """Note the first action that shows once the table has gone from a node."""
        self.left, self.first = left, None

    def _changed(self, change: Change) -> None:
        """Look at the table soon: who listens to a table holds up nobody else, nor does the app."""
        del change
        if not self._looks:
            self._looks = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._looks = False
        now = time.monotonic()
        view = self.chair.state().view
        if self._sent is not None and (view is None or view.ply != self._sent[1]):
            since, _, here = self._sent
            self._sent = None
            (self.tally.here if here else self.tally.elsewhere).append(now - since)
            if self._has_gone() and self.first is None:
                self.first = now
        if self.weighs:
            self._weigh()
        self._go_on(view)

    def _weigh(self) -> None:
        whole = ChairView(self.chair.state(), self.chair.record(), self.chair.game)
        self.tally.states.append(len(msgspec.msgpack.encode(pack(ChairView, whole))))

    def _has_gone(self) -> bool:
        return self.left is not None and not self.chair.waits and self.node != self.left

    def _go_on(self, view: View | None) -> None:
        if self.pace is None or self._sent is not None or self.chair.waits or view is None:
            return
        if view.outcome is not None:
            self._ask_for_another()
        elif view.legal:
            self._answer_soon(self.pace)

    def _answer_soon(self, pace: float) -> None:
        """Answer after a while; at once where the table has just arrived at another node."""
        if self._has_gone() and self.first is None:
            pace = 0.0
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        if self._timer is None:
            delay = pace * self._luck.uniform(0.5, 1.5)
            self._timer = asyncio.get_running_loop().call_later(delay, self._play)

    def _ask_for_another(self) -> None:
        if self._next != self.chair.game:
            self._next = self.chair.game
            self.tally.games += 1
            self.chair.ask(Ready())

    def _play(self) -> None:
        self._timer = None
        view = self.chair.state().view
        if self.pace is None or self._sent is not None or view is None or not view.legal:
            return
        self._sent = time.monotonic(), view.ply, self.node == HERE
        try:
            self.chair.submit(self._luck.choice(view.legal), view.ply)
        except CuttleError:  # the table is on its way, and says so when it has arrived
            self._sent = None
            self.tally.refused += 1


def all_of(seats: list[Seat], done: Callable[[Seat], bool]) -> int:
    """Count the seats of which something holds."""
    return sum(map(done, seats))
