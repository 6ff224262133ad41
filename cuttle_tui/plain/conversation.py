"""The state of a conversation in lines of text, and what its commands can do with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cuttle_tui.i18n.rich_text import say
from cuttle_tui.i18n.translation import Words, adopt
from cuttle_tui.plain.input_gate import InputGate
from cuttle_tui.plain.output import Output
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import Chair, Lobby, LobbyError, OnlineLobby
from cuttle_tui.preferences.stores import Preferences, store_of
from cuttle_tui.wording.plain import lines as wording


class Conversation:
    """One player's conversation, as far as commands see it."""

    def __init__(
        self,
        lobby: Lobby,
        say: Callable[[str], None],
        *,
        ruleset: str,
        short: bool,
        ascii: bool,
        preferences: Preferences | None,
    ) -> None:
        """Begin in the lobby; for the arguments see `PlainSession`."""
        self.lobby = lobby
        self.output = Output(say, short=short)
        self.ruleset = ruleset
        self.ascii = ascii
        self.table: TableFeed | None = None
        self.done = False
        self.gate = InputGate(self.output.tell)
        self._preferences = preferences
        self._changed = asyncio.Event()
        self._confirm: Callable[[], None] | None = None

    @property
    def preferences(self) -> Preferences:
        """The player's settings: those at home, or those of the account there is now."""
        return self._preferences or Preferences(store_of(self.lobby.account))

    def use_saved_language(self) -> None:
        """Switch to the language of the player's settings, if they name one."""
        language = self.preferences.settings.language
        if language != "auto":
            adopt(language, ascii=self.ascii)

    @property
    def online(self) -> OnlineLobby:
        """The server's lobby.

        Raises:
            LobbyError: ``offline``: the game is played at home.
        """
        if self.lobby.online is None:
            raise LobbyError("offline")
        return self.lobby.online

    def confirm(self, question: Words, then: Callable[[], None]) -> None:
        """Ask first; only ``yes`` on the next line does it."""
        self.output.tell(question, wording.SAY_YES)
        self._confirm = then

    def sit_down(self, chair: Chair) -> None:
        """Follow this table from now on, and no other."""
        if self.table is not None:
            self.table.stop()
        self.table = table = TableFeed(chair, self.output, self._changed.set)
        account = self.lobby.account
        if account is not None:
            table.free_text = bool(account.settings.get("free_text", False))
            if account.guest and chair.seat is not None and account.resume_code:
                self.output.tell(say(wording.resume_line(account.resume_code)))
        table.arrive()

    def resume(self) -> None:
        """Go to the seat a server holds for this player, unless that is followed already."""
        online, table = self.lobby.online, self.table
        chair = None if online is None else online.held()
        if chair is not None and (table is None or table.state.title != chair.state().title):
            self.sit_down(chair)

    def stand_up(self) -> None:
        """Leave the table for good; go back to where one waits, if one does."""
        if self.table is not None:
            self.table.stop()
            self.table.chair.leave()
            self.table = None
        self.output.tell(wording.IN_THE_LOBBY)
        self.resume()

    def quit(self) -> None:
        """End the conversation."""
        self.output.tell(wording.GOODBYE)
        self.done = True


Command = Callable[[Conversation, str], Awaitable[None]]
"""Obeys a command of the lobby, with what was typed behind its name."""
TableCommand = Callable[[Conversation, TableFeed, str], None]
"""Obeys a command at a table."""
