"""A chair that stays the player's while its table moves from node to node."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.ports import APART, MOVING, Change, LobbyError, TableState
from engine.actions import Action
from engine.errors import CuttleError, IllegalAction, StaleAction
from engine.table.seats import Ready, SeatRequest
from engine.table.state import NOBODY
from server.cluster.bus import NoAnswer
from server.cluster.remote_chair import Place, PlacedChair, RemoteChair, events_since
from server.tables.chairs import SeatChair, WatcherChair

if TYPE_CHECKING:
    from server.cluster.session import ClusterSession

_MOMENT: Final = 0.3
"""Seconds for which a table may be looked for before its players see it."""
_SOON: Final = 0.1
"""Seconds after which a refused action is played again."""
_TRIES: Final = 20
HERE: Final = "here"
AnyChair = SeatChair | WatcherChair | RemoteChair


class MovingChair(PlacedChair):
    """The chair of a session at a table, wherever the table is now."""

    def __init__(self, host: ClusterSession, owner: str, place: Place, chair: AnyChair) -> None:
        """Sit in a chair, here or at another node; `owner` is the player's identity."""
        super().__init__(place)
        self.host = host
        self.owner = owner
        self.chair = chair
        """The chair, where the table is now."""
        self.waits = False
        """Whether the table is being looked for."""
        self._trouble = ""
        """What is shown then, after a moment."""
        self._timer: asyncio.TimerHandle | None = None
        self.parted = False
        """Whether the table is closed to the player, or their seat lost, without their leaving."""
        self._unplayed: tuple[Action, int] | None = None
        """What was played last, and its ply, until the table has taken it."""
        self._asked: tuple[bool, str] | None = None
        """Whether another game was asked for, and after which; it is shown before it is stored."""
        self._tries = 0
        """How often it may still be played again."""
        self._again: asyncio.TimerHandle | None = None
        self._end = chair.subscribe(self._changed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MovingChair) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Place, str]:
        return self.place, self.owner

    # where the table is

    @property
    def node(self) -> str:
        """The node where the table is, as far as is known; `HERE` for this one."""
        return self.chair.node if isinstance(self.chair, RemoteChair) else HERE

    def wait(self) -> None:
        """Wait for the table; show it if that takes longer than a moment."""
        if not self.waits:
            self.waits = True
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_MOMENT, self._show_trouble)

    def _show_trouble(self) -> None:
        self._trouble = MOVING if self.host.reaches_others else APART
        self._notify(Change(()))

    def _found(self) -> None:
        self.waits, self._trouble = False, ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def part(self) -> None:
        """Show the table as it was, without the others: it is closed, or the seat is lost."""
        self.parted = True
        self._found()
        self._notify(Change(()))

    def move(self, chair: AnyChair) -> None:
        """Continue in another chair, at the node where the table is now."""
        self._end()
        before, self.chair = self.chair.state(), chair
        self.parted = False
        self._found()
        self._end = chair.subscribe(self._changed)
        self._play_again()
        if self._asked is not None and not self.waits:  # the table's new node may not know
            yes, game = self._asked
            if game == self.game and (self.seat in self.chair.state().ready) != yes:
                with suppress(CuttleError):
                    self.chair.ask(Ready(yes))
        self._notify(Change(events_since(before, chair.state())))

    def _play_again(self) -> None:
        """Repeat the action that the table had not saved when it moved."""
        self._again = None
        if self._unplayed is None or self.waits:
            return
        action, ply = self._unplayed
        if not self._may_play(action, ply):
            self._unplayed = None
            return
        try:
            self.chair.submit(action, ply)
        except IllegalAction:
            self.refused(ply)

    def refused(self, ply: int) -> None:
        """Repeat, soon, an action that the table refused while it was saving another."""
        played = self._unplayed
        if played is not None and played[1] == ply and self._again is None and self._tries:
            self._tries -= 1
            self._again = asyncio.get_running_loop().call_later(_SOON, self._play_again)

    def _changed(self, change: Change) -> None:
        if self._unplayed is not None:
            view = self.chair.state().view
            if view is None or view.ply != self._unplayed[1]:
                self._unplayed = None
        self._notify(change)

    # what is seen

    @property
    def game(self) -> str:
        return "" if isinstance(self.chair, WatcherChair) else self.chair.game

    @property
    def time_left(self) -> float | None:
        return None if isinstance(self.chair, WatcherChair) else self.chair.time_left

    @property
    def on_ladder(self) -> bool:
        return not isinstance(self.chair, WatcherChair) and self.chair.on_ladder

    def state(self) -> TableState:
        state = self.chair.state()
        if self.parted:
            seats = enumerate(state.sitters)
            here = (each if seat == self.seat else NOBODY for seat, each in seats)
            state = replace(state, sitters=tuple(here))
        return replace(state, trouble=self._trouble) if self._trouble else state

    async def past(self, ply: int) -> TableState | None:
        """Return a past table as the chair does; None as well if its node does not answer."""
        try:
            return await self.chair.past(ply)
        except NoAnswer:
            return None

    def record(self) -> str | None:
        return self.chair.record()

    # what is done

    def submit(self, action: Action, ply: int) -> None:
        """Play an action chosen at `ply`; a table that is moving gets it afterwards."""
        if self.waits and self._unplayed is not None:
            raise StaleAction("the last action is still being saved")
        saving = False
        try:
            if not self.waits:
                self.chair.submit(action, ply)
        except StaleAction:
            # a table that was just handed over may still be saving
            saving = self._may_play(action, ply)
            if not saving:
                raise
        self._unplayed, self._tries = (action, ply), _TRIES
        if saving:
            self.refused(ply)

    def _may_play(self, action: Action, ply: int) -> bool:
        """Return whether an action is legal in the table as it is shown."""
        view = self.chair.state().view
        return view is not None and view.ply == ply and action in view.legal

    def ask(self, request: SeatRequest) -> None:
        """Ask for something besides playing.

        Raises:
            LobbyError: ``no-answer``: the table is moving.
        """
        if not isinstance(request, Ready):
            if self.waits:
                raise LobbyError("no-answer")
            self.chair.ask(request)
            return
        # the next game, or not: while one is running, that means nothing
        if isinstance(self.chair, RemoteChair):
            self.host.count("change")
        if self.chair.state().running:
            return
        self._asked = request.yes, self.game
        if self.waits:
            return
        try:
            self.chair.ask(Ready(request.yes))
        except CuttleError:
            self._asked = None
            raise

    def say(self, text: str, *, phrase: bool) -> None:
        if isinstance(self.chair, RemoteChair):
            self.host.count("chat")
        self.chair.say(text, phrase=phrase)

    def leave(self) -> None:
        """Leave for good; a table that is moving is left at its new node."""
        if not self.waits:
            self.chair.leave()
        self.host.left(self)
