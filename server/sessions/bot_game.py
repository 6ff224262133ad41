"""A bot's seat at a table: show it the game, and play what it chooses."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from cuttle_tui.ports import Change, LobbyError, TableError, TableState
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.view import View
from engine.protocol.answers import read_action
from engine.protocol.lines import Message, ProtocolError
from engine.protocol.messages import game_message, result_message, view_message
from server.tables.chairs import PlayerChair

LATE: Final = 60.0
"""Seconds a bot may take for an answer where no clock runs."""


class BotGame:
    """Follows a seat, game after game, until it is left."""

    def __init__(
        self, chair: PlayerChair, send: Callable[[Message], None], late: Callable[[BotGame], None]
    ) -> None:
        """Show the game as it stands, and follow it.

        Args:
            chair: the bot's seat.
            send: sends a message to the bot.
            late: is called if the bot does not answer in time.
        """
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
        """How many events of the game the bot was told."""
        self._ply = -1
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._waits = False
        self._stop = chair.subscribe(self._changed)
        self._look()

    def close(self) -> None:
        """Follow the seat no more."""
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
            self._begin(state, view)
        if self.over:
            self._after(state)
        elif view.outcome is not None or state.called_off:
            self._end(state, view)
        elif state.claimable:
            self._claim()
        elif view.ply != self._ply:
            self._show(state, view)

    def _claim(self) -> None:
        """Claim the game from those who stayed away: nobody else would end it."""
        online = self.chair.online
        with suppress(TableError, LobbyError):
            if online is not None:
                online.claim()

    def _begin(self, state: TableState, view: View) -> None:
        assert view.viewer is not None
        self.id, self.over, self._told, self._ply = self.chair.game, False, 0, -1
        names = [sitter.name for sitter in state.sitters]
        self._send(game_message(self.id, view.ruleset, view.viewer, names))

    def _show(self, state: TableState, view: View) -> None:
        """Send what the bot sees; if it is asked, wait for its answer no longer than is fair."""
        assert view.viewer is not None
        self._rest()
        events, self._told, self._ply = state.log[self._told :], len(state.log), view.ply
        left = self.chair.time_left
        answer = LATE if left is None else int(10 * left) / 10
        self._send(view_message(self.id, view, events, answer, state.clocks))
        if view.legal and left is None:
            nobody = contextvars.Context()
            self._timer = self._loop.call_later(LATE, self._late, self, context=nobody)

    def _end(self, state: TableState, view: View) -> None:
        assert view.viewer is not None
        self._rest()
        self.over = True
        outcome = None if state.called_off else view.outcome
        won = view.viewer in outcome.winners if outcome is not None and outcome.winners else None
        why = _why(state, view)
        self._send(result_message(self.id, outcome, won, why, state.log[self._told :]))
        self._told = len(state.log)
        self._after(state)

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
                self.chair.ready()

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
    if state.lost_by is not None:
        return state.lost_by[1]
    return "" if view.outcome is None else view.outcome.why
