"""The state of a conversation in lines of text, as its commands see it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import N_, SILENCE, Message, Words, adopt, tr
from cuttle_tui.kit.words import BUSY, FRIEND_ASKED, refused_line
from cuttle_tui.plain import words as wording
from cuttle_tui.plain.lines import Output
from cuttle_tui.plain.table_feed import Menu, TableFeed
from cuttle_tui.ports import BY_CODE, Chair, Hosting, Lobby, LobbyError, OnlineLobby
from cuttle_tui.preferences import Preferences, SaveError, store_of
from cuttle_tui.table.words.menu_lines import Line
from engine.bots.levels import USUAL_LEVEL, level_of

if TYPE_CHECKING:
    from cuttle_tui.coach.comments import SeenAnalyses
    from cuttle_tui.learn.mistakes import Mistakes
    from cuttle_tui.learn.puzzles import Progress
    from engine.coach.analysis import AnalysisBook

_SETTLED: Final = 5.0
"""Seconds to wait for the table to show the last action before reading on."""
_AT_ONCE: Final = 8
"""Lines of a long answer that are written before others have a turn."""
_THINKING: Final = 300.0
"""Seconds to wait for the coach at most."""


class Refused(Exception):
    """A command does nothing; the player reads why."""

    def __init__(self, *told: Words, name: str = "") -> None:
        """Say why; a name is written as it is, also at the start of a line."""
        super().__init__(*told)
        self.told, self.names = told, (name,) if name else ()


class InputGate:
    """Holds typed lines back until a condition is true, or the time is up."""

    def __init__(self) -> None:
        """Start open."""
        self._until: Callable[[], bool] | None = None
        self._deadline = 0.0
        self._late: Callable[[], None] | None = None

    def begin(
        self,
        until: Callable[[], bool],
        seconds: float | None = None,
        late: Callable[[], None] | None = None,
    ) -> None:
        """Wait for a condition; call `late` if it is still false after some seconds."""
        self._until, self._late = until, late
        longest = _SETTLED if seconds is None else seconds
        self._deadline = asyncio.get_running_loop().time() + longest

    def drop(self) -> None:
        """Stop waiting."""
        self._until = None

    def holds(self) -> bool:
        """Return whether lines must still wait."""
        if self._until is None:
            return False
        if self._until():
            self._until = None
        elif self.left <= 0:
            self._until = None
            if self._late is not None:
                self._late()
        return self._until is not None

    @property
    def left(self) -> float:
        """The seconds left."""
        return self._deadline - asyncio.get_running_loop().time()


class Conversation:
    """A player's conversation, as commands see it."""

    analyses: AnalysisBook
    """What the coach thought of games during this session."""
    seen_analyses: SeenAnalyses
    """The games whose analysis the player has read."""
    progress: Progress
    """Which lessons and puzzles are done."""
    mistakes: Mistakes
    """The player's own mistakes, which come back as puzzles."""
    hosting: Hosting | None = None
    """Opens a room for friends in this process, if possible."""
    home: Lobby | None = None
    """The lobby at home, while such a room is open."""

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
        """Start in the lobby; for the arguments see `PlainSession`."""
        self.lobby = lobby
        self.output = Output(say, short=short)
        self.ruleset = ruleset
        self.ascii = ascii
        self.table: TableFeed | None = None
        self.done = False
        self.gate = InputGate()
        self._preferences = preferences
        self._changed = asyncio.Event()
        self._confirm: Callable[[], None] | None = None
        self._code_asked: Callable[[str], Awaitable[None]] | None = None
        self.offered_level = USUAL_LEVEL
        """The level for a player who has chosen none."""
        self._level = ""
        """The level chosen in this conversation."""
        self._thought: asyncio.Task[None] | None = None
        self._at_door: asyncio.Task[None] | None = None
        """Waits at a door to be let in."""
        self._listed: tuple[str, Menu | None] = ("", None)
        """What a number of the last list is typed after, and the question that stood then."""
        self.pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        """Lets others have a turn, between two parts of a long answer."""
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._saving: set[asyncio.Task[None]] = set()
        self._notes: dict[str, Any] = {}
        """What was saved beside the settings during this conversation."""

    @property
    def preferences(self) -> Preferences:
        """The player's settings: those at home, or those of the current account."""
        return self._preferences or Preferences(store_of(self.lobby.account))

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest on a server, of whom nothing is kept."""
        online = self.lobby.online
        return online is not None and online.guest is not None

    @property
    def level(self) -> str:
        """The level of computers that the player chose last, else the one that is offered."""
        return level_of(self.chosen_level or self.offered_level).name

    @property
    def chosen_level(self) -> str:
        """The level of computers that the player chose last; empty if none was chosen."""
        return self._level or str(self.preferences.recall("level") or "")

    def recall(self, name: str) -> Any:
        return self._notes.get(name, self.preferences.recall(name))

    def note(self, name: str, value: Any) -> None:
        """Save a value beside the settings; if that fails, it lasts for this conversation."""
        self._notes[name] = value
        save = self.preferences.note(name, value)

        async def keep() -> None:
            with suppress(SaveError):
                await save()

        self._keep(keep())

    def _keep(self, work: Awaitable[None]) -> None:
        """Do something that is waited for at the end."""
        saving = asyncio.ensure_future(work)
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)

    async def saved(self) -> None:
        """Wait until all that was noted is saved."""
        await asyncio.gather(*self._saving)

    async def choose_level(self, level: str) -> None:
        """Choose the level of computers, and remember it."""
        self._level = level
        with suppress(SaveError):  # it holds for this time
            await self.preferences.note("level", level)()

    def use_saved_language(self) -> None:
        """Switch to the language of the player's settings, unless it is "auto"."""
        language = self.preferences.settings.language
        if language != "auto":
            adopt(language, ascii=self.ascii)

    @property
    def online(self) -> OnlineLobby:
        """The server's lobby.

        Raises:
            LobbyError: ``offline``: this is a lobby at home.
        """
        if self.lobby.online is None:
            raise LobbyError("offline")
        return self.lobby.online

    def confirm(self, question: Words, then: Callable[[], None]) -> None:
        """Ask a question; only ``yes`` on the next line calls `then`."""
        self.output.tell(question, wording.SAY_YES)
        self._confirm = then

    def ask_code(self, then: Callable[[str], Awaitable[None]]) -> None:
        """Ask a guest for the resume code; the next line is the answer if it may be one."""
        self.output.tell(wording.LOST_SEAT)
        self._code_asked = then

    async def knock(self, code: str) -> None:
        """Stand at the door of a table as a player whose code was refused, and wait for a nod."""
        online = self.online
        try:
            await online.knock(code)
        except LobbyError as error:
            if error.reason not in BY_CODE:
                self.output.tell(refused_line(error))
            return

        async def wait() -> None:
            try:
                chair = await online.let_in()
            except LobbyError as error:
                self.output.tell(refused_line(error))
            else:
                self._code_asked = None
                self.sit_down(chair)
            self.wake()

        self.leave_door()
        self.output.tell(FRIEND_ASKED)
        self._at_door = asyncio.ensure_future(wait())

    def leave_door(self) -> None:
        """Wait at no door any more."""
        if self._at_door not in (None, asyncio.current_task()):
            self._at_door.cancel()
        self._at_door = None

    def number_opens(self, word: str) -> None:
        """Let a number alone mean this command with it, until a question is asked."""
        self._listed = word, self._question

    @property
    def opens(self) -> str:
        """The command that a number alone is meant for; empty if the last list has none."""
        word, question = self._listed
        return word if question is self._question else ""

    @property
    def _question(self) -> Menu | None:
        return None if self.table is None else self.table.menu

    async def items(self, lines: Iterable[Line]) -> None:
        """Write the items of a list; others have their turn in between."""
        for place, line in enumerate(lines, 1):
            self.output.item(line)
            if place % _AT_ONCE == 0:
                await self.pause()

    def think(self, work: Coroutine[Any, Any, None], *, asked: bool = True) -> None:
        """Let the coach think and speak; if it was asked, lines wait for it. Ctrl+c ends it."""
        self.stop_thinking()
        self._thought = thought = asyncio.ensure_future(work)
        thought.add_done_callback(lambda done: self._changed.set())
        if asked:
            self.gate.begin(thought.done, _THINKING)

    def stop_thinking(self) -> None:
        """End what the coach is thinking about."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def wake(self) -> None:
        """Take note that there is something to write."""
        self._changed.set()

    def go_to(self, table: TableFeed) -> None:
        """Follow this table instead of any other."""
        if self.table is not None:
            self.table.stop()
        self.table = table
        self.number_opens("")
        table.settings = self.preferences.settings
        table.arrive()

    def sit_down(self, chair: Chair) -> None:
        """Follow the table of this chair instead of any other."""
        self.leave_door()
        table = TableFeed(chair, self.output, self.wake)
        online = self.lobby.online
        if online is not None and online.guest is not None and chair.seat is not None:
            told = N_(
                "If you are cut off, come back and type: join {code}. Keep the code to yourself."
            )
            self.output.tell(tr(told, code=online.guest.resume_code))
        self.go_to(table)

    def resume(self) -> None:
        """Follow the table at which a server holds a seat for this player, if any."""
        online, table = self.lobby.online, self.table
        chair = None if online is None else online.held()
        if chair is not None and (table is None or table.state.title != chair.state().title):
            self.sit_down(chair)

    @property
    def is_free(self) -> bool:
        """Whether the player may go to another table; waiting for a quick match binds nobody."""
        table, online = self.table, self.lobby.online
        if table is None or not table.binds:
            return True
        queue = () if online is None else online.queue()
        return table.view is None and any(line.me for line in queue)

    def check_free(self) -> None:
        """Refuse a player who may not go to another table."""
        if not self.is_free:
            raise Refused(BUSY)

    def rise(self) -> None:
        """Leave a table that does not bind the player: over, only watched, or with days a move."""
        if self.table is not None and not self.table.binds:
            self._leave_table()

    def _leave_table(self) -> None:
        if self.table is not None:
            self.table.stop()
            self.table.chair.leave()
            self.table = None
            self._close_room()

    def listen(self) -> None:
        """Hear the news of the lobby."""

    def host(self, lobby: Lobby, chair: Chair) -> None:
        """Sit down in a room that was opened in this process."""
        self.put_aside()
        self.home, self.lobby = self.lobby, lobby
        self.listen()
        self.sit_down(chair)

    def _close_room(self) -> None:
        """Return to the lobby at home, if a room was opened in this process."""
        if self.home is not None and self.hosting is not None:
            self.lobby, self.home = self.home, None
            self.listen()
            self._keep(self.hosting.close())

    async def accept_challenge(self) -> None:
        """Sit down with the player who has challenged this one."""
        self.check_free()
        chair = await self.online.accept()
        self.rise()
        self.sit_down(chair)

    def stand_up(self) -> None:
        """Leave the table for good; return to a table where the player waits, if any."""
        told = SILENCE if self.table is None else self.table.farewell
        self._leave_table()
        self.output.tell(told, self.nowhere)
        self.resume()

    def step_out(self) -> None:
        """Leave a table at home; its game is kept."""
        kept = self._has_game_to_keep
        self.put_aside()
        self.output.tell(wording.KEPT if kept else self.nowhere)

    def put_aside(self) -> None:
        """Leave the table, if any, without giving up a game that is kept."""
        table, self.table = self.table, None
        if table is None:
            return
        table.stop()
        home = self.lobby.home
        if home is None or not home.put_aside(table.chair):
            table.chair.leave()

    @property
    def keeps(self) -> bool:
        """Whether the game at the table is kept when the player leaves."""
        home, table = self.lobby.home, self.table
        return home is not None and table is not None and home.keeps(table.chair)

    @property
    def _has_game_to_keep(self) -> bool:
        """Whether a game runs at the table in which somebody has moved."""
        return self.table is not None and self.table.running and not self.table.state.untouched

    @property
    def nowhere(self) -> Message:
        """Says where the player is when at no table."""
        return wording.IN_THE_LOBBY if self.lobby.online is not None else wording.AT_NO_TABLE

    def quit(self) -> None:
        """End the conversation; say so if a game is kept."""
        if self.keeps and self._has_game_to_keep:
            self.output.tell(wording.KEPT)
        if self.lobby.home is None:
            self.rise()  # nobody waits for a rematch with somebody who quit
        self.output.tell(wording.GOODBYE)
        self.done = True
