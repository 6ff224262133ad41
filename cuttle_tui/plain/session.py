"""Hold a conversation in lines of text: the whole game, without a screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

from cuttle_tui.i18n.rich_text import say
from cuttle_tui.i18n.translation import Words
from cuttle_tui.plain import at_lobby, at_table
from cuttle_tui.plain.input_gate import Hold
from cuttle_tui.plain.language_command import speak_as_kept
from cuttle_tui.plain.lobby_commands import go_to_held
from cuttle_tui.plain.output import Voice
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import Chair, Lobby, LobbyError, News, TableError
from cuttle_tui.preferences.stores import Preferences, store_of
from cuttle_tui.wording.errors import worded
from cuttle_tui.wording.front.joining import news_line, refused_line
from cuttle_tui.wording.plain import lines as wording
from cuttle_tui.wording.plain.help import unknown_line
from engine.errors import RulesetError

INTERRUPT: Final = "\x03"
"""What stands for control and c among the lines."""
PROMPT: Final = "> "
"""What is shown where somebody can type a line."""
LONGEST: Final = 400
"""Characters a line may have."""


class PlainSession:
    """One player's conversation; it knows nothing of terminals and connections."""

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
    ) -> None:
        """Prepare the conversation.

        Args:
            lobby: where tables are found.
            lines: what the player types; it ends when there is no more.
            say: takes one line for the player, without its end.
            prompt: shows that a line can be typed now, where somebody types.
            ruleset: the rules of tables for which none are named.
            chair: a seat to begin in.
            short: write cards by their two-character names.
            ascii: leave out accents, whatever language is chosen later.
            preferences: the settings kept at home; by default those of the account.
        """
        self.lobby = lobby
        self.voice = Voice(say, short=short)
        self.ruleset = ruleset
        self.ascii = ascii
        self.sitting: TableFeed | None = None
        self.done = False
        self._lines = lines
        self._prompt = prompt
        self._chair = chair
        self._preferences = preferences
        self._stirred = asyncio.Event()
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._confirm: Callable[[], None] | None = None
        self.hold = Hold(self.voice.tell)
        self._interrupted = False

    @property
    def preferences(self) -> Preferences:
        """The player's settings; those of the account there is now, if they are not at home."""
        return self._preferences or Preferences(store_of(self.lobby.account))

    # the conversation

    async def run(self) -> int:
        """Talk until the player quits or no more lines come; give the exit status."""
        speak_as_kept(self)
        online = self.lobby.online
        end = None if online is None else online.subscribe(self._hear)
        reading = self._next_line()
        try:
            self._greet()
            while not self.done:
                self._follow()
                held = self.hold.holds()
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
            if end is not None:
                end()
            if self.sitting is not None:
                self.sitting.stop()
        return 0

    def _next_line(self) -> asyncio.Task[str | None]:
        return asyncio.ensure_future(_line_of(self._lines))

    def _hear(self, news: News) -> None:
        self._news.put_nowait(news)
        self._stirred.set()

    async def _pause(self, reading: asyncio.Task[str | None], *, held: bool) -> None:
        """Wait for something to tell, or for a line, if one may be read."""
        stirred = asyncio.ensure_future(self._stirred.wait())
        try:
            if not held:
                self._prompt()
            watched = [stirred] if reading.done() else [stirred, reading]
            left = self.hold.left if held else None
            await asyncio.wait(watched, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stirred.cancel()

    def _follow(self) -> None:
        """Tell what is new at the table and in the lobby."""
        self._stirred.clear()
        while not self._news.empty():
            self._tell_news(self._news.get_nowait())
        if self.sitting is not None:
            self.sitting.follow()

    def _tell_news(self, news: News) -> None:
        if news.kind != "sat-down" or self.sitting is None:
            self.voice.tell(news_line(news))
        if news.kind == "paired":
            go_to_held(self)

    def _greet(self) -> None:
        self.voice.tell(*wording.greeting(self.lobby.player))
        account = self.lobby.account
        if account is not None and not account.named:
            self.voice.tell(*wording.stranger_lines(account))
        elif self._chair is not None:
            self.sit_down(self._chair)
        else:
            go_to_held(self)
            if self.sitting is None and self.lobby.online is None:
                self.voice.tell(wording.AT_HOME)

    # lines

    async def _take(self, line: str) -> None:
        """Answer a line; whatever is wrong with it is said and changes nothing."""
        if line == INTERRUPT:
            self._interrupt()
            return
        self._interrupted = False
        if len(line) > LONGEST:
            self.voice.tell(wording.TOO_LONG)
            return
        text = "".join(sign if sign.isprintable() else " " for sign in line).strip()
        if not text or self._answers_question(text):
            return
        try:
            await self._obey(text)
        except (LobbyError, TableError) as error:
            self.voice.tell(refused_line(error))
        except RulesetError as error:
            self.voice.tell(wording.rules_refused(worded(error)))

    def _interrupt(self) -> None:
        self.hold.drop()
        self._confirm = None
        if self._interrupted:
            self.done = True
        else:
            self._interrupted = True
            self.voice.tell(wording.INTERRUPT)

    def _answers_question(self, text: str) -> bool:
        """Take a line for the answer to a question of our own, if there is one."""
        confirm, self._confirm = self._confirm, None
        if confirm is None:
            return False
        if text.lower() in ("yes", "y"):
            try:
                confirm()
            except (LobbyError, TableError) as error:
                self.voice.tell(refused_line(error))
            return True
        self.voice.tell(wording.STAYED)
        return text.lower() in ("no", "n")

    async def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        word, rest = _ALIASES.get(word.lower(), word.lower()), rest.strip()
        account = self.lobby.account
        if account is not None and not account.named and word not in at_lobby.FOR_STRANGERS:
            self.voice.tell(wording.NAME_FIRST)
        elif self.sitting is not None and await at_table.obey(self, self.sitting, word, rest):
            return
        elif word in at_lobby.COMMANDS:
            await at_lobby.COMMANDS[word](self, rest)
        elif word in at_table.COMMANDS:
            self.voice.tell(wording.ONLY_AT_A_TABLE)
        else:
            self.voice.tell(unknown_line(text[:40]))

    # what commands do with the conversation

    def confirm(self, question: Words, then: Callable[[], None]) -> None:
        """Ask first; only ``yes`` on the next line does it."""
        self.voice.tell(question, wording.SAY_YES)
        self._confirm = then

    def sit_down(self, chair: Chair) -> None:
        """Follow this table from now on, and no other."""
        if self.sitting is not None:
            self.sitting.stop()
        self.sitting = sitting = TableFeed(chair, self.voice, self._stirred.set)
        account = self.lobby.account
        if account is not None:
            sitting.free_text = bool(account.settings.get("free_text", False))
            if account.guest and chair.seat is not None and account.resume_code:
                self.voice.tell(say(wording.resume_line(account.resume_code)))
        sitting.arrive()

    def stand_up(self) -> None:
        """Leave the table for good; go back to where one waits, if one does."""
        if self.sitting is not None:
            self.sitting.stop()
            self.sitting.chair.leave()
            self.sitting = None
        self.voice.tell(wording.IN_THE_LOBBY)
        go_to_held(self)

    def quit(self) -> None:
        """End the conversation."""
        self.voice.tell(wording.GOODBYE)
        self.done = True


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
