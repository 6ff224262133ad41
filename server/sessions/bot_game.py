"""A bot's seat at a table: its place, its messages, its game."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Final, Protocol

from cuttle_tui.ports import Change, LobbyError, TableError, TableState
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.view import View
from engine.protocol import (
    LineSplitter,
    Message,
    ProtocolError,
    encode,
    game_message,
    read_action,
    result_message,
    view_message,
)
from engine.table.seats import Claim, Ready
from server.ops.limits import Limits, Throttle
from server.tables.chairs import PlayerChair
from server.terminal.wire import StallTimer, Wire

LATE: Final = 60.0
"""Seconds a bot may take for an answer where no clock runs."""


class BotGame:
    """Follows a seat, game after game, until it is left."""

    def __init__(
        self, chair: PlayerChair, send: Callable[[Message], None], late: Callable[[BotGame], None]
    ) -> None:
        """Show the game as it stands, and follow it; call `late` if the bot takes too long."""
        self.chair = chair
        self.id = ""
        """The id of the game that was shown last."""
        self.over = True
        """Whether that game is over."""
        self.left = False
        """Whether the seat was left."""
        self._send = send
        self._late = late
        self._told = 0
        """How many events of the game were sent to the bot."""
        self._ply = -1
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._waits = False
        self._stop = chair.subscribe(self._changed)
        self._look()

    def close(self) -> None:
        """Stop following the seat."""
        self._stop()
        self._rest()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _changed(self, change: Change) -> None:
        """Look at the table once the change is complete."""
        del change
        if not self._waits:
            self._waits = True
            self._loop.call_soon(self._look, context=contextvars.Context())

    def _look(self) -> None:
        self._waits = False
        state = self.chair.state()
        view = state.view
        if self.left or view is None or view.viewer is None:
            return
        if self.chair.game != self.id:
            self.id, self.over, self._told, self._ply = self.chair.game, False, 0, -1
            names = [sitter.name for sitter in state.sitters]
            self._send(game_message(self.id, view.ruleset, view.viewer, names))
        if self.over:
            self._after(state)
        elif view.outcome is not None or state.called_off:
            assert view.viewer is not None
            self._rest()
            self.over = True
            outcome = None if state.called_off else view.outcome
            won = (
                view.viewer in outcome.winners if outcome is not None and outcome.winners else None
            )
            why = _why(state, view)
            self._send(result_message(self.id, outcome, won, why, state.log[self._told :]))
            self._told = len(state.log)
            self._after(state)
        elif state.claimable:
            with suppress(TableError, LobbyError):  # nobody else would end it
                self.chair.ask(Claim())
        elif view.ply != self._ply:
            self._rest()  # then wait for an answer no longer than is fair
            events, self._told, self._ply = state.log[self._told :], len(state.log), view.ply
            left = self.chair.time_left
            answer = LATE if left is None else int(10 * left) / 10
            self._send(view_message(self.id, view, events, answer, state.clocks))
            if view.legal and left is None:
                nobody = contextvars.Context()
                self._timer = self._loop.call_later(LATE, self._late, self, context=nobody)

    def _after(self, state: TableState) -> None:
        """Play on if the match goes on, or the others ask for another game; else leave."""
        mine = self.chair.seat
        others = [seat for seat in range(len(state.sitters)) if seat != mine]
        alone = all(state.sitters[seat].kind == "nobody" for seat in others)
        if alone or (self.chair.on_ladder and state.settled):
            self.left = True
            self.close()
            self.chair.leave()
        elif mine not in state.ready and (not state.settled or {*others} <= {*state.ready}):
            with suppress(LobbyError):
                self.chair.ask(Ready())

    def act(self, message: Message) -> None:
        """Play what the bot has chosen.

        Raises:
            ProtocolError: it may not do that now.
        """
        view = self.chair.state().view
        if view is None or self.over or view.outcome is not None:
            raise ProtocolError("no-game", "that game is over")
        action = read_action(message, view)
        try:
            self.chair.submit(action, view.ply)
        except StaleAction as error:
            raise ProtocolError("stale", str(error)) from None
        except NotYourTurn as error:
            raise ProtocolError("not-asked", str(error)) from None
        except IllegalAction as error:
            raise ProtocolError("illegal", str(error)) from None
        except TableError as error:
            raise ProtocolError("refused", str(error)) from None


def _why(state: TableState, view: View) -> str:
    """Say how a game ended, in a word."""
    if state.called_off:
        return "called off"
    if view.outcome is None:
        return ""
    if view.outcome.why == "concede" and state.given_up:
        _, how = state.given_up[-1]
        return how if how in ("time", "absent") else "concede"
    return view.outcome.why


IDLE: Final = 600.0
"""Seconds after which a bot that plays nothing makes room for another."""


class BotSession(Protocol):
    """A bot that is connected."""

    identity: str
    address: str

    @property
    def plays(self) -> bool:
        """Whether a game of its runs."""

    def make_room(self) -> None:
        """Leave, for another bot needs the room."""


class BotPlaces:
    """The bots that are connected to this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._inside: dict[BotSession, float] = {}
        """Since when each has played nothing, as far as is known."""

    def enter(self, bot: BotSession, limits: Limits) -> None:
        """Let a bot in; if there is no room, one that has played nothing for long makes some.

        Raises:
            ProtocolError: ``refused``: there is no room.
        """
        others = [each for each in self._inside if each.identity != bot.identity]
        near = [each for each in others if each.address == bot.address]
        if len(near) >= limits.bots_each and not self._make_room(near):
            raise ProtocolError("refused", "no more bots can come in from your address now")
        if len(others) >= limits.bots and not (limits.bots and self._make_room(others)):
            raise ProtocolError("refused", "no more bots can come in now")
        self._inside[bot] = self._clock()

    def leave(self, bot: BotSession) -> None:
        """Remove a bot; it may have made room before."""
        self._inside.pop(bot, None)

    def played(self, bot: BotSession) -> None:
        """Note that a bot plays."""
        if bot in self._inside:
            self._inside[bot] = self._clock()

    def _make_room(self, bots: Iterable[BotSession]) -> bool:
        since = {bot: at for bot, at in self._inside.items() if bot in bots and not bot.plays}
        longest = min(since, key=lambda bot: since[bot], default=None)
        if longest is None or self._clock() - since[longest] < IDLE:
            return False
        self.leave(longest)
        longest.make_room()
        return True


_BURST: Final = 100
_RATE: Final = 20.0
"""Lines a second that are read for long, after a burst."""
_HELD_BACK: Final = 64
"""Lines that may wait before the bot is made to wait."""
_BACKLOGS: Final = 4
"""How much more may wait for a bot than for a terminal: it is cut off beyond that."""


class BotWire:
    """A bot at the far end of a wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._splitter = LineSplitter()
        self._lines: deque[bytes] = deque()
        self._broken: ProtocolError | None = None
        self._over = False
        self._news = asyncio.Event()
        self._throttle = Throttle(_BURST, _RATE)
        self._holding = False
        self._stall: StallTimer | None = None

    # input

    def received(self, data: bytes) -> None:
        """Receive bytes, and hold a flood of lines back."""
        if self._broken is not None:
            return
        try:
            self._lines += self._splitter.feed(data)
        except ProtocolError as error:
            self._broken = error
        self._news.set()
        self._hold(self._broken is not None or len(self._lines) > _HELD_BACK)

    def _hold(self, hold: bool) -> None:
        if hold != self._holding:
            self._holding = hold
            self._wire.hold_input(hold)

    def resized(self) -> None:
        """Do nothing: there is no terminal."""

    def ended(self) -> None:
        self._over = True
        self._news.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines as fast as the limits allow, until there will be no more.

        Raises:
            ProtocolError: a line is too long; nothing can be read after it.
        """
        while True:
            while self._lines and not self._wire.dismissed:
                await self._wait_for_turn()
                yield self._lines.popleft()
                if len(self._lines) < _HELD_BACK // 2 and self._broken is None:
                    self._hold(False)
            if self._broken is not None:
                raise self._broken
            if self._over:
                return
            self._news.clear()
            await self._news.wait()

    async def _wait_for_turn(self) -> None:
        """Wait until a line may count, of this bot and of its address."""
        while not self._throttle.allow("line"):
            await asyncio.sleep(self._throttle.wait("line"))
        keys = self._wire.keys
        if keys is None:
            return
        while not keys.room():
            await asyncio.sleep(keys.wait())
        keys.take(1)
        if len(self._lines) <= 1:
            keys.caught_up()
        await self._wire.turn()

    # output

    def send(self, message: Message) -> None:
        """Send a message; a bot that does not read is cut off."""
        if not self._wire.alive:
            return
        self._wire.write(encode(message))
        if self._wire.waiting > _BACKLOGS * self._wire.limits.backlog:
            self._wire.cut()
        elif self._wire.congested and self._stall is None:
            self._stall = StallTimer(self._wire, self._freed)

    def _freed(self) -> None:
        self._stall = None

    def close(self) -> None:
        """Stop watching how fast the bot reads."""
        if self._stall is not None:
            self._stall.stop()
            self._stall = None
