"""Run a session in lines of text: the whole game, without a screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final
from unicodedata import normalize

from cuttle_tui import ladder
from cuttle_tui.coach import plain as coach
from cuttle_tui.correspondence import count_line
from cuttle_tui.front.lobby_plain import join_by
from cuttle_tui.i18n.translation import tr, worded
from cuttle_tui.kit.words import asked_line, news_line, refused_line
from cuttle_tui.learn.puzzles import SavedProgress
from cuttle_tui.local.plain import saved_lines
from cuttle_tui.plain import lobby_commands, table_commands, words as wording
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.plain.words import unknown_line
from cuttle_tui.ports import Chair, Hosting, Lobby, LobbyError, News, TableError
from cuttle_tui.preferences import Preferences
from engine.coach.analysis import AnalysisBook
from engine.errors import RulesetError

INTERRUPT: Final = "\x03"
"""Represents ctrl+c among the lines."""
PROMPT: Final = "> "
"""The prompt of an interactive session."""
LONGEST: Final = 400
"""Maximum characters of a line."""
_UNKNOWN: Final = "\ufffd"
"""What stands for bytes that are no text."""

_CODE: Final = 8
"""Letters and digits of a resume code."""


class PlainSession(Conversation):
    """A player's session, independent of terminals and connections."""

    def __init__(
        self,
        lobby: Lobby,
        lines: AsyncIterator[str],
        say: Callable[[str], None],
        *,
        prompt: Callable[[], None] = lambda: None,
        ruleset: str = "standard",
        chair: Chair | None = None,
        short: bool = False,
        ascii: bool = False,
        preferences: Preferences | None = None,
        pause: Callable[[], Awaitable[None]] | None = None,
        hosting: Hosting | None = None,
    ) -> None:
        """Create the session.

        Args:
            lobby: the lobby to play in.
            lines: the lines the player types.
            say: receives each line for the player, without a line feed.
            prompt: shows that a line can be typed.
            ruleset: the default ruleset of new tables.
            chair: the seat to start in.
            short: write cards by their two-character names.
            ascii: strip accents, whatever language is chosen later.
            preferences: the settings at home; by default those of the account.
            pause: lets others have a turn, between two parts of a long answer.
            hosting: opens a room for friends in this process, if possible.
        """
        super().__init__(
            lobby, say, ruleset=ruleset, short=short, ascii=ascii, preferences=preferences
        )
        self.analyses = AnalysisBook()
        self.progress = SavedProgress(self.recall, self.note)
        self.pause = pause or self.pause
        self._lines = lines
        self._prompt = prompt
        self._chair = chair
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._interrupted = False
        self.hosting = hosting
        self._deaf: Callable[[], None] = lambda: None
        """Ends hearing the news of the lobby."""

    def listen(self) -> None:
        self._deaf()
        online = self.lobby.online
        self._deaf = (lambda: None) if online is None else online.subscribe(self._hear)

    async def run(self) -> int:
        """Run until the player quits or the lines end; return the exit status."""
        self.use_saved_language()
        self.listen()
        reading = self._next_line()
        try:
            self._greet()
            while not self.done:
                self._follow()
                held = self.gate.holds()
                if reading.done() and (not held or reading.result() == INTERRUPT):
                    line = reading.result()
                    if line is None:
                        break
                    await self._take(line)
                    reading = reading if self.done else self._next_line()
                    await asyncio.sleep(0)  # what others did meanwhile comes first
                else:
                    await self._pause(reading, held=held)
        finally:
            reading.cancel()
            self.stop_thinking()
            if self.table is not None:
                self.table.stop()
            self._close_room()
            self._deaf()
            await self.saved()
        return 0

    def _next_line(self) -> asyncio.Task[str | None]:
        return asyncio.ensure_future(_line_of(self._lines))

    def _hear(self, news: News) -> None:
        self._news.put_nowait(news)
        self._changed.set()

    async def _pause(self, reading: asyncio.Task[str | None], *, held: bool) -> None:
        """Wait for news, or for a line unless lines are held back."""
        changed = asyncio.ensure_future(self._changed.wait())
        try:
            if not held:
                self._prompt()
            watched = [changed] if reading.done() else [changed, reading]
            left = self.gate.left if held else None
            await asyncio.wait(watched, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()

    def _follow(self) -> None:
        """Write the news of the table and the lobby."""
        self._changed.clear()
        while not self._news.empty():
            self._tell_news(self._news.get_nowait())
        table = self.table
        if table is not None and table.follow() and coach.ended_against_computers(table):
            self.think(self._look_back(table), asked=False)

    async def _look_back(self, table: TableFeed) -> None:
        """Say what a game against computers has changed, then what decided it."""
        await ladder.tell_after(self, table)
        await coach.comment(self, table)

    def _tell_news(self, news: News) -> None:
        if news.kind == "challenged":
            asked = [line for line in self.online.challenges() if not line.mine]
            self.output.tell(*map(asked_line, asked), names=(news.text,))
        elif news.kind in ("your-move", "game-over") and self._follows(news.text):
            pass  # the table says so itself
        elif news.kind != "sat-down" or self.table is None:
            self.output.tell(news_line(news))
        if news.kind == "paired":
            self.resume()

    def _follows(self, title: str) -> bool:
        return self.table is not None and self.table.state.title == title

    def _greet(self) -> None:
        self.output.tell(*wording.greeting(self.lobby.player))
        account = self.lobby.account
        if account is not None and not account.named:
            self.output.tell(*wording.stranger_lines(account))
        elif self._chair is not None:
            self.sit_down(self._chair)
        else:
            online = self.lobby.online
            waiting = "" if online is None else count_line(online.inbox())
            if waiting:
                self.output.tell(waiting)
            self.resume()
            if self.table is None and online is not None and online.may_be_cut_off:
                self.ask_code(partial(join_by, self))
            if self.table is None and self.lobby.home is not None:
                self.output.tell(wording.AT_HOME)
                self.output.tell(*saved_lines(self.lobby.home.saved()))

    async def _take(self, line: str) -> None:
        """Process a line; report errors to the player."""
        if line == INTERRUPT:
            self._interrupt()
            return
        self._interrupted = False
        if len(line) > LONGEST:
            self.output.tell(tr(wording.TOO_LONG, most=LONGEST))
            return
        blanks = "".join(" " if sign.isspace() else sign for sign in line)
        text = normalize("NFC", blanks.strip())  # as names are kept, however accents are typed
        if not text.isprintable() or _UNKNOWN in text:
            self.output.tell(wording.UNREADABLE)
            return
        if not text or self._answers_question(text):
            return
        asked, self._code_asked = self._code_asked, None
        try:
            if asked is not None and _may_be_code(text):
                self._code_asked = asked  # a code that was mistyped is typed again
                await asked(text)
                self._code_asked = None
            else:
                await self._obey(text)
        except (LobbyError, TableError) as error:
            self.output.tell(refused_line(error))
        except RulesetError as error:
            self.output.tell(wording.rules_refused(worded(error)))

    def _interrupt(self) -> None:
        self.gate.drop()
        self.stop_thinking()
        self._confirm = None
        if self._interrupted:
            self.done = True
        else:
            self._interrupted = True
            self.output.tell(wording.INTERRUPT)

    def _answers_question(self, text: str) -> bool:
        """Process a line as the answer to our question, if any; return whether it was."""
        confirm, self._confirm = self._confirm, None
        if confirm is None:
            return False
        if text.lower() in ("yes", "y"):
            try:
                confirm()
            except (LobbyError, TableError) as error:
                self.output.tell(refused_line(error))
            return True
        self.output.tell(wording.STAYED)
        return text.lower() in ("no", "n")

    async def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        word, rest = _ALIASES.get(word.lower(), word.lower()), rest.strip()
        account = self.lobby.account
        if account is not None and not account.named and word not in lobby_commands.FOR_STRANGERS:
            self.output.tell(wording.NAME_FIRST)
        elif self.table is not None and await table_commands.obey(self, self.table, word, rest):
            return
        elif word in lobby_commands.COMMANDS:
            await lobby_commands.COMMANDS[word](self, rest)
        elif word in table_commands.COMMANDS:
            self.output.tell(wording.ONLY_AT_A_TABLE, self.nowhere)
        else:
            self.output.tell(unknown_line(text))


def _may_be_code(text: str) -> bool:
    """Return whether a line may be a guest's resume code: one word of its length, no command."""
    code = "".join(filter(str.isalnum, text))
    return len(code) == _CODE and " " not in text and text.lower() not in lobby_commands.COMMANDS


async def _line_of(lines: AsyncIterator[str]) -> str | None:
    return await anext(lines, None)


_ALIASES: Final[Mapping[str, str]] = {
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "?": "help",
    "h": "help",
    "lang": "language",
}
