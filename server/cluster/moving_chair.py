"""A chair that stays the player's while its table moves from node to node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.ports import Change, Listener, LobbyError, TableState
from engine.actions import Action
from engine.errors import CuttleError, IllegalAction, StaleAction
from engine.table.requests import Ready, SeatRequest
from engine.table.state import NOBODY
from server.cluster.bus import NoAnswer
from server.cluster.remote_chair import Place, RemoteChair, events_since
from server.tables.chairs import SeatChair, WatcherChair

if TYPE_CHECKING:
    from server.cluster.session import ClusterSession

_MOMENT: Final = 0.3
"""Seconds for which a table may be looked for before its players are told."""
_SOON: Final = 0.1
"""Seconds after which something that was not taken is played again."""
_TRIES: Final = 20
MOVING: Final = "moving"
"""The trouble of a table that is on its way."""
HERE: Final = "here"
AnyChair = SeatChair | WatcherChair | RemoteChair


class MovingChair:
    """The chair of a session at a table, wherever the table is now."""

    practice: Final = None

    def __init__(self, host: ClusterSession, owner: str, place: Place, chair: AnyChair) -> None:
        """Sit down.

        Args:
            host: the session.
            owner: the player's identity.
            place: the table and the seat.
            chair: the chair, here or at another node.
        """
        self.host = host
        self.owner = owner
        self.place = place
        self._chair = chair
        self._waits = False
        """Whether the table is being looked for."""
        self._trouble = ""
        """What is shown then, after a moment."""
        self._timer: asyncio.TimerHandle | None = None
        self._parted = False
        """Whether the player is at the table no more, without having left it."""
        self._listeners: dict[object, Listener] = {}
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
    def chair(self) -> AnyChair:
        """The chair, where the table is now."""
        return self._chair

    @property
    def node(self) -> str:
        """The node where the table is, as far as is known; `HERE` for this one."""
        return self._chair.node if isinstance(self._chair, RemoteChair) else HERE

    @property
    def waits(self) -> bool:
        """Whether the table is being looked for."""
        return self._waits

    @property
    def parted(self) -> bool:
        """Whether the player is at the table no more, without having left it."""
        return self._parted

    def wait(self) -> None:
        """Wait for the table; show it if that takes longer than a moment."""
        if not self._waits:
            self._waits = True
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_MOMENT, self._show_trouble)

    def _show_trouble(self) -> None:
        self._trouble = MOVING
        self._notify(Change(()))

    def _found(self) -> None:
        self._waits, self._trouble = False, ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def part(self) -> None:
        """Show the table as it was, with nobody else at it: it is closed, or the seat is lost."""
        self._parted = True
        self._found()
        self._notify(Change(()))

    def move(self, chair: AnyChair) -> None:
        """Go on in another chair: the table is at another node now."""
        self._end()
        before, self._chair = self._chair.state(), chair
        self._parted = False
        self._found()
        self._end = chair.subscribe(self._changed)
        self._play_again()
        self._ask_again()
        self._notify(Change(events_since(before, chair.state())))

    def _play_again(self) -> None:
        """Play once more what the table had not taken when it moved."""
        self._again = None
        if self._unplayed is None or self._waits:
            return
        action, ply = self._unplayed
        if not self._may_play(action, ply):
            self._unplayed = None
            return
        try:
            self._chair.submit(action, ply)
        except IllegalAction:
            self.refused(ply)

    def refused(self, ply: int) -> None:
        """Play once more, soon, what the table did not take: it was saving something else."""
        played = self._unplayed
        if played is not None and played[1] == ply and self._again is None and self._tries:
            self._tries -= 1
            self._again = asyncio.get_running_loop().call_later(_SOON, self._play_again)

    def _ask_again(self) -> None:
        """Ask once more for the next game, which may be forgotten where the table is now."""
        if self._asked is None or self._waits:
            return
        yes, game = self._asked
        if game == self.game and (self.seat in self._chair.state().ready) != yes:
            with suppress(CuttleError):
                self._chair.ask(Ready(yes))

    def _changed(self, change: Change) -> None:
        if self._unplayed is not None:
            view = self._chair.state().view
            if view is None or view.ply != self._unplayed[1]:
                self._unplayed = None
        self._notify(change)

    def _notify(self, change: Change) -> None:
        for listener in [*self._listeners.values()]:
            listener(change)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None) and None

    # what is seen

    @property
    def seat(self) -> int | None:
        """The seat; None for a watcher."""
        return self.place.seat

    @property
    def chat(self) -> MovingChair:
        """Talk with the others on this side."""
        return self

    @property
    def game(self) -> str:
        """The id of the game that runs here or was played last."""
        return "" if isinstance(self._chair, WatcherChair) else self._chair.game

    @property
    def time_left(self) -> float | None:
        """The seconds on this seat's clock; None without clocks."""
        return None if isinstance(self._chair, WatcherChair) else self._chair.time_left

    @property
    def on_ladder(self) -> bool:
        """Whether bots play here for their ratings."""
        return not isinstance(self._chair, WatcherChair) and self._chair.on_ladder

    def state(self) -> TableState:
        """Return the table as this seat may see it."""
        state = self._chair.state()
        if self._parted:
            seats = enumerate(state.sitters)
            here = (each if seat == self.seat else NOBODY for seat, each in seats)
            state = replace(state, sitters=tuple(here))
        return replace(state, trouble=self._trouble) if self._trouble else state

    async def past(self, ply: int) -> TableState | None:
        """Return the table as this seat saw it after so many actions; None if it cannot be had."""
        try:
            return await self._chair.past(ply)
        except NoAnswer:
            return None

    def record(self) -> str | None:
        """Return the record of the game once it is over."""
        return self._chair.record()

    # what is done

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`; a table that moves takes it afterwards."""
        if self._waits and self._unplayed is not None:
            raise StaleAction("the last action is still being saved")
        saving = False
        try:
            if not self._waits:
                self._chair.submit(action, ply)
        except StaleAction:
            saving = self._may_play(action, ply)  # as a table does that was just taken over
            if not saving:
                raise
        self._unplayed, self._tries = (action, ply), _TRIES
        if saving:
            self.refused(ply)

    def _may_play(self, action: Action, ply: int) -> bool:
        """Return whether the table, as it is shown, waits for an action."""
        view = self._chair.state().view
        return view is not None and view.ply == ply and action in view.legal

    def ask(self, request: SeatRequest) -> None:
        """Ask for something besides playing.

        Raises:
            LobbyError: ``no-answer``: the table is on its way.
        """
        if isinstance(request, Ready):
            self._ask_for_game(request.yes)
        elif self._waits:
            raise LobbyError("no-answer")
        else:
            self._chair.ask(request)

    def _ask_for_game(self, yes: bool) -> None:
        """Ask for the next game, or take that back; do nothing while a game is running."""
        if isinstance(self._chair, RemoteChair):
            self.host.count("change")
        if self._chair.state().running:
            return
        self._asked = yes, self.game
        if self._waits:
            return
        try:
            self._chair.ask(Ready(yes))
        except CuttleError:
            self._asked = None
            raise

    def say(self, text: str, *, phrase: bool) -> None:
        """Say something to the others on this side."""
        if isinstance(self._chair, RemoteChair):
            self.host.count("chat")
        self._chair.say(text, phrase=phrase)

    def leave(self) -> None:
        """Leave for good; a table that moves is told where it has gone."""
        if not self._waits:
            self._chair.leave()
        self.host.left(self)
