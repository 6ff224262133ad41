"""Run a session in lines of text: the whole game, without a screen.

All that can be typed is gathered here, from the rooms that declare it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final
from unicodedata import normalize

from cuttle_tui import correspondence, ladder
from cuttle_tui.coach.comments import SeenAnalyses
from cuttle_tui.daily import plain as daily
from cuttle_tui.front import (
    desk_plain as desk,
    friends_plain as friends,
    lobby_plain as lobby,
    waiting_plain as waits,
)
from cuttle_tui.front.lobby_plain import join, join_by
from cuttle_tui.front.waiting import Waiting
from cuttle_tui.i18n.translation import N_, Words, language_name, languages, spoken, tr, worded
from cuttle_tui.kit.names import level_name
from cuttle_tui.kit.pasted import invited_code
from cuttle_tui.kit.words import asked_line, news_line, refused_line
from cuttle_tui.league import plain as league
from cuttle_tui.learn import plain as learning
from cuttle_tui.learn.mistakes import SPARE_AFTER, Mistakes, look_at_games
from cuttle_tui.learn.plain import TASK_COMMANDS
from cuttle_tui.learn.puzzles import SavedProgress
from cuttle_tui.plain import account_commands, table_commands, words as wording
from cuttle_tui.plain.commands import (
    ALWAYS,
    ANYWHERE,
    LOBBY,
    NAMELESS,
    TABLE,
    LobbyCommands,
    Place,
    UsageError,
)
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.help import Commands, tell_help
from cuttle_tui.plain.lines import read_number
from cuttle_tui.plain.play_commands import told
from cuttle_tui.plain.typed_words import begun_in_english, in_english
from cuttle_tui.ports import Chair, Hosting, Lobby, LobbyError, News, TableError
from cuttle_tui.preferences import Preferences
from cuttle_tui.replay import plain as replays
from cuttle_tui.rules.book import rules_text, rulesets_text
from cuttle_tui.table.situation import LONG_WAIT
from engine.coach.analysis import AnalysisBook
from engine.errors import RulesetError
from engine.rules.options import parse_ruleset

_WAIT: Final = 300.0
_LONGEST_WAIT: Final = 3600.0
_NARROWEST: Final = 20
"""The least columns after which lines are broken."""
_WIDEST: Final = 999


_OWN: Final = LobbyCommands(ALWAYS)

# lists, rules and records ------------------------------------------------------------------------


@_OWN(N_("rules [NAME]"), N_("read the rules in use, or those of that name"))
async def _rules(session: Conversation, rest: str) -> None:
    table = session.table
    ruleset = parse_ruleset(rest or session.ruleset)
    if not rest and table is not None and table.view is not None:
        ruleset = table.view.ruleset
    session.output.text(rules_text(ruleset))


@_OWN("rulesets", N_("list all rules and house rules"), LOBBY | NAMELESS)
async def _rulesets(session: Conversation, rest: str) -> None:
    session.output.page(rulesets_text())


# language ----------------------------------------------------------------------------------------


@_OWN(N_("language [NAME]"), N_("list the languages, or switch to one"))
async def _language(session: Conversation, rest: str) -> None:
    name = rest.lower()
    if name and name not in languages():
        told = N_("There is no language {name}. You can choose: {names}")
        raise Refused(tr(told, name=rest, names=", ".join(languages())))
    if name:
        await account_commands.change(session, "language", name)
    there = ", ".join(f"{name} ({language_name(name)})" for name in languages())
    session.output.tell(tr("This is {language}.", language=language_name(spoken())))
    session.output.tell(tr("Type language and one of these: {names}", names=there))


# the conversation itself -------------------------------------------------------------------------


@_OWN(
    N_("help [WORD]"),
    N_("what can be typed; help WORD says what that word does, help all tells all"),
)
async def _help(session: Conversation, rest: str) -> None:
    tell_help(session, in_english(rest.lower()), ALL)


@_OWN("short", N_("write cards as two characters, such as 9H and TS"))
async def _short(session: Conversation, rest: str) -> None:
    session.output.short = True
    session.output.tell(wording.SHORT)


@_OWN("long", N_("write cards in words"))
async def _long(session: Conversation, rest: str) -> None:
    session.output.short = False
    session.output.tell(wording.LONG)


@_OWN(N_("width COLUMNS"), N_("break lines between words, from 20 columns on; 0 for no breaks"))
async def _width(session: Conversation, rest: str) -> None:
    columns = read_number(rest)
    if columns != 0 and not _NARROWEST <= columns <= _WIDEST:
        raise UsageError
    session.output.width = columns
    told = N_("Lines are broken between words, after at most {columns} columns.")
    none = N_("Lines are not broken.")
    session.output.tell(tr(told, columns=columns) if columns else none)


@_OWN(N_("wait [SECONDS]"), N_("for scripts: read no further line until you are asked"), ANYWHERE)
async def _wait(session: Conversation, rest: str) -> None:
    """Hold the next line back until the player is asked, the game ends, or time is up."""
    seconds = min(read_number(rest) if rest else _WAIT, _LONGEST_WAIT)
    if seconds < 0:
        raise UsageError

    def ready() -> bool:
        table = session.table
        return table is None or table.over or table.menu is not None

    session.gate.begin(ready, seconds, lambda: session.output.tell(wording.WAIT_OVER))


@_OWN("quit", N_("leave plain mode"))
async def _quit(session: Conversation, rest: str) -> None:
    table = session.table
    if table is not None and table.running and table.binds and not session.keeps:
        online = session.lobby.online is not None and session.home is None
        session.confirm(wording.QUIT_ONLINE if online else wording.QUIT_AT_HOME, session.quit)
    else:
        session.quit()


_LOBBY: Final = (
    *(*lobby.COMMANDS, *friends.COMMANDS, *waits.COMMANDS, *daily.COMMANDS),
    *(*ladder.COMMANDS, *learning.COMMANDS, *replays.COMMANDS),
    *(*league.COMMANDS, *correspondence.COMMANDS, *account_commands.COMMANDS),
    *(*desk.COMMANDS, *_OWN),
)
COMMANDS: Final = {command.word: command for command in _LOBBY}
"""Each command that needs no table, by its word."""
ALL: Final[Commands] = (*table_commands.COMMANDS, *TASK_COMMANDS, *_LOBBY)
"""All that can be typed, in the order of the help."""


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
        self.seen_analyses = SeenAnalyses(self.recall, self.note)
        self.progress = SavedProgress(self.recall, self.note)
        self.mistakes = Mistakes(self.recall, self.note, lambda: self.clock().date())
        self.pause = pause or self.pause
        self._lines = lines
        self._prompt = prompt
        self._chair = chair
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._interrupted = False
        self._offered = False
        """Whether a computer was offered in this wait for an opponent."""
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
        looking = asyncio.ensure_future(self._look_at_games())
        try:
            self._greet(await waits.waits_at_start(self), new=await waits.is_new(self))
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
            looking.cancel()
            self.stop_thinking()
            self.leave_door()
            if self.table is not None:
                self.table.stop()
            self._close_room()
            self._deaf()
            await self.saved()
        return 0

    async def _look_at_games(self) -> None:
        """Look for mistakes in the player's latest games, in spare time."""
        await asyncio.sleep(SPARE_AFTER)
        with suppress(LobbyError):  # nobody asked for it
            if not self.is_guest:
                await look_at_games(self.lobby, self.analyses, self.mistakes)

    def _next_line(self) -> asyncio.Task[str | None]:
        return asyncio.ensure_future(anext(self._lines, None))

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
            silence = None if self.table is None else self.table.silence
            due = (self.gate.left if held else self._long_wait(), silence)
            left = min((each for each in due if each is not None), default=None)
            await asyncio.wait(watched, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()

    def _long_wait(self) -> float | None:
        """Return the seconds until the wait for an opponent is a long one; None if none will be."""
        online = self.lobby.online
        if online is None or self.table is None or self.table.view is not None:
            self._offered = False
            return None
        waits = [line.since for line in online.queue() if line.me]
        return max(0.0, LONG_WAIT - waits[0]) if waits and not self._offered else None

    def _follow(self) -> None:
        """Write the news of the table and the lobby."""
        self._changed.clear()
        if self._long_wait() == 0.0:
            levels = [line.level for line in self.online.residents()]
            self._offered = True
            if levels:
                level = self.level if self.level in levels else levels[0]
                told = N_(
                    "Nobody has come yet. Type {command} to play the computer ({level}) for a "
                    "rating meanwhile; you keep your place in the queue."
                )
                named = level_name(level)
                self.output.tell(tr(told, command=f"ranked {level}", level=named))
        while not self._news.empty():
            news = self._news.get_nowait()
            here = None if self.table is None else self.table.state.title
            if news.kind == "challenged":
                asked = [line for line in self.online.challenges() if not line.mine]
                self.output.tell(*map(asked_line, asked), names=(news.text,))
            elif news.kind == "invited":
                friends.tell_waiting(self, news.text)
            elif news.kind in ("your-move", "game-over") and news.text == here:
                pass  # the table says so itself
            elif news.kind != "sat-down" or self.table is None:
                self.output.tell(news_line(news))
            if news.kind == "paired":
                self.resume()
        table = self.table
        if table is not None and table.follow() and replays.ended_against_computers(table):
            after = daily if table.state.day else ladder
            self.think(after.tell_after(self, table), asked=False)

    def _greet(self, waiting: tuple[Waiting, ...], *, new: bool) -> None:
        home = self.lobby.home
        known = home is None or home.named
        told = N_("Cuttle, plain mode. You are {name}.") if known else N_("Cuttle, plain mode.")
        self.output.tell(tr(told, name=self.lobby.player))
        self.output.tell(N_("Type help to hear what you can type."))
        account = self.lobby.account
        if account is not None and not account.named:
            self.output.tell(wording.BE_NAMED)
            if account.suggestion:
                self.output.tell(tr("For example: name {name}", name=account.suggestion))
            self.output.tell(wording.OR_LINK)
        elif self._chair is not None:
            self.sit_down(self._chair)
        else:
            online = self.lobby.online
            self.resume()
            if self.table is None and online is not None and online.may_be_cut_off:
                self.ask_code(partial(join_by, self))
            if self.table is None and self.lobby.home is not None:
                self.output.tell(wording.AT_HOME)
                kept = account_commands.saved_lines(self.lobby.home.saved())
                self.output.tell(*kept)
                self.number_opens("resume" if kept else "")
            if self.table is None:
                waits.tell_waiting(self, waiting)
                if new:
                    self.output.tell(wording.NEW_HERE)

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
        except Refused as why:
            self.output.tell(*why.told, names=why.names)
        except RulesetError as error:
            self.output.tell(wording.rules_refused(worded(error)))

    def _in_english(self, text: str) -> str:
        """Return a line with its first word in English, unless it is a choice as it was told."""
        english = begun_in_english(text)
        if english != text and self.table is not None and told(self.table, text) is not None:
            return text
        return english

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
        answer = in_english(text.lower())
        if answer in ("yes", "y"):
            try:
                confirm()
            except (LobbyError, TableError) as error:
                self.output.tell(refused_line(error))
            return True
        self.output.tell(wording.STAYED)
        return answer in ("no", "n")

    async def _obey(self, typed: str) -> None:
        text = self._in_english(typed)
        word, _, rest = text.partition(" ")
        word, rest = _ALIASES.get(word.lower(), word.lower()), rest.strip()
        if self.opens and text.isdecimal():
            word, rest = self.opens, text
        named = [command for command in ALL if command.word == word]
        paired = (word, rest.lower()) in table_commands.PAIRS
        if rest and not paired and named and all(command.stands_alone for command in named):
            told = N_("{word} is typed alone; this was not read: {rest}.")
            self.output.tell(tr(told, word=typed.split()[0], rest=rest))
        account = self.lobby.account
        if account is not None and not account.named and not _are_in(NAMELESS, named):
            self.output.tell(wording.NAME_FIRST)
            return
        try:
            if self.table is None or not await table_commands.obey(self, self.table, word, rest):
                needing = next((command for command in named if command.needs), None)
                at_table = self.table is not None and _are_in(TABLE, named)
                if needing is not None and not rest and not at_table:
                    self.output.tell(wording.usage_line(_whole(needing.usage), word), needing.text)
                elif word in COMMANDS:
                    await COMMANDS[word].run(self, rest)
                elif _are_in(TABLE, named):
                    self.output.tell(wording.ONLY_AT_A_TABLE, self.nowhere)
                elif self.lobby.online is not None and (code := invited_code(text)):
                    await join.run(self, code)  # the line or the link that a friend has sent
                else:
                    self.output.tell(wording.unknown_line(typed))
        except UsageError as error:
            usage = _whole(named[0].usage) if error.lacking else named[0].usage
            self.output.tell(error.lacking, wording.usage_line(usage, word))


def _whole(usage: Words) -> str:
    """Write a usage that leaves nothing out."""
    return str(usage).replace("[", "").replace("]", "")


def _are_in(place: Place, named: Commands) -> bool:
    """Return whether any of these commands can be typed in a place."""
    return any(command.places & place for command in named)


def _may_be_code(text: str) -> bool:
    """Return whether a line may be a guest's resume code: one word of its length, no command."""
    code = "".join(filter(str.isalnum, text))
    return len(code) == _CODE and " " not in text and in_english(text).lower() not in COMMANDS


_ALIASES: Final[Mapping[str, str]] = {
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "?": "help",
    "h": "help",
    "lang": "language",
}
