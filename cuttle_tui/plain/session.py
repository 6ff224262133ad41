"""Run a session in lines of text: the whole game, without a screen.

The table of all commands outside a game is here, and those of the session itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final
from unicodedata import normalize

from cuttle_tui import correspondence, ladder
from cuttle_tui.correspondence import count_line
from cuttle_tui.front import lobby_plain as lobby
from cuttle_tui.front.lobby_plain import join_by
from cuttle_tui.i18n.translation import Message, languages, tr, worded
from cuttle_tui.kit.pasted import invited_code
from cuttle_tui.kit.words import asked_line, news_line, refused_line, you_are
from cuttle_tui.league import plain as league
from cuttle_tui.learn import plain as learning
from cuttle_tui.learn.puzzles import SavedProgress
from cuttle_tui.plain import account_commands, table_commands, words as wording
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.lines import VERBS
from cuttle_tui.plain.table_feed import TableFeed
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


async def _resume(session: Conversation, rest: str) -> None:
    if session.lobby.home is not None:
        account_commands.resume(session, session.lobby.home, rest)
        return
    session.resume()
    if session.table is None:
        session.output.tell(wording.NO_SEAT)


# lists, rules and records ------------------------------------------------------------------------


async def _rules(session: Conversation, rest: str) -> None:
    table = session.table
    ruleset = parse_ruleset(rest or session.ruleset)
    if not rest and table is not None and table.view is not None:
        ruleset = table.view.ruleset
    session.output.text(rules_text(ruleset))


async def _rulesets(session: Conversation, rest: str) -> None:
    session.output.text(rulesets_text())


# people ------------------------------------------------------------------------------------------


async def _name(session: Conversation, rest: str) -> None:
    """Choose the player's name: at home and as a guest whenever they like, on a server once."""
    online = session.lobby.online
    if session.lobby.home is not None:
        await account_commands.rename(session, session.lobby.home, rest)
    elif online is not None and online.guest is not None:
        await online.guest.choose_name(rest)
        session.output.tell(you_are(session.lobby.player))
    else:
        await account_commands.enter_by(lambda owner, name: owner.choose_name(name))(session, rest)


# language ----------------------------------------------------------------------------------------


async def _language(session: Conversation, rest: str) -> None:
    name = rest.lower()
    if name and name not in languages():
        session.output.tell(wording.language_unknown(rest))
        return
    if name:
        await account_commands.change(session, "language", name)
    session.output.tell(*wording.language_lines())


# the conversation itself -------------------------------------------------------------------------


async def _help(session: Conversation, rest: str) -> None:
    """Say what is likely here, and name all else; tell all, or what a word does, if asked."""
    whole = rest.lower() == "all"
    if rest and not whole:
        _help_about(session, rest.lower())
        return
    topics = {**_topics_here(session), **wording.HELP_ANYWHERE}
    likely = {word: topics[word] for word in wording.LIKELY[_where(session)]}
    others = {word: topics[word] for word in topics if word not in likely}
    _list_topics(session, wording.LIKELY_HEAD, likely)
    if whole:
        _list_topics(session, wording.HELP_HEAD, others)
    else:
        session.output.tell(wording.others_line(others), wording.HELP_MORE)
    if session.table is not None:
        session.output.tell(wording.verbs_line(VERBS))
    session.output.tell(wording.HELP_KEY)


def _list_topics(session: Conversation, head: Message, topics: wording.Topics) -> None:
    session.output.tell(head)
    for topic in topics.values():
        session.output.item(wording.help_line(*topic))


def _where(session: Conversation) -> wording.Where:
    """Return where a player is, for what they are likely to type there."""
    table = session.table
    if table is None:
        return "server" if session.lobby.home is None else "home"
    if isinstance(table, learning.TaskFeed):
        return "task"
    if table.view is None:
        return "room"
    if table.over:
        return "over"
    return "turn" if table.view.legal else "others"


def _topics_here(session: Conversation) -> wording.Topics:
    """Return what can be typed where the player is, by its first word."""
    if isinstance(session.table, learning.TaskFeed):
        return wording.HELP_TASK
    topics = dict(wording.HELP_LOBBY if session.table is None else wording.HELP_TABLE)
    if session.table is None or session.table.over:
        topics.update(wording.HELP_GAMES)
        if session.lobby.online is not None:
            topics["close"] = wording.HELP_ONLINE["close"]
    if session.lobby.home is not None:
        topics.update(wording.HELP_AT_HOME if session.table is None else wording.HELP_TABLE_AT_HOME)
        if session.table is not None:
            topics = wording.at_home(topics)
    if session.lobby.online is not None and session.table is None:
        topics.update(ONLINE)
    return topics


def _help_about(session: Conversation, word: str) -> None:
    """Say what a word does: here, or else wherever it can be typed; or what a subject has."""
    where = ONLINE if session.lobby.home is None else wording.HELP_AT_HOME
    everywhere = (
        *(_topics_here(session), wording.HELP_ANYWHERE, wording.HELP_LOBBY, where),
        *(wording.HELP_GAMES, wording.HELP_TABLE, wording.HELP_TABLE_AT_HOME, wording.HELP_TASK),
    )
    word = word.upper() if word.upper() in wording.HELP_TABLE else word
    found = next((topics[word] for topics in everywhere if word in topics), None)
    subject = wording.SUBJECTS.get(word, ())
    if found is None and not subject:
        session.output.tell(wording.unknown_line(word))
        return
    known = {name: topic for topics in everywhere for name, topic in topics.items()}
    for name in subject or (word,):
        session.output.item(wording.help_line(*(known[name] if subject else found or known[name])))


def _write_cards(*, short: bool) -> Command:
    """Build a command that writes cards by their two-character names, or in words."""

    async def command(session: Conversation, rest: str) -> None:
        session.output.short = short
        session.output.tell(wording.SHORT if short else wording.LONG)

    return command


async def _width(session: Conversation, rest: str) -> None:
    """Break lines between words after so many columns, where no terminal says how many it has."""
    if not (rest.isdecimal() and len(rest) < 4 and (not int(rest) or int(rest) >= _NARROWEST)):
        session.output.tell(wording.usage_line(wording.HELP_ANYWHERE["width"]))
        return
    session.output.width = int(rest)
    session.output.tell(wording.width_line(int(rest)))


async def _wait(session: Conversation, rest: str) -> None:
    """Hold the next line back until the player is asked, the game ends, or time is up."""
    if rest and not (rest.isdecimal() and len(rest) < 6):
        session.output.tell(wording.usage_line(wording.HELP_ANYWHERE["wait"]))
        return
    seconds = min(float(rest or _WAIT), _LONGEST_WAIT)

    def ready() -> bool:
        table = session.table
        return table is None or table.over or table.menu is not None

    session.gate.begin(ready, seconds, lambda: session.output.tell(wording.WAIT_OVER))


async def _quit(session: Conversation, rest: str) -> None:
    table = session.table
    if table is not None and table.running and table.binds and not session.keeps:
        online = session.lobby.online is not None and session.home is None
        session.confirm(wording.QUIT_ONLINE if online else wording.QUIT_AT_HOME, session.quit)
    else:
        session.quit()


ONLINE: Final[wording.Topics] = {**wording.HELP_OTHERS, **league.TOPICS, **wording.HELP_OWN}
"""All that can be typed in the lobby of a server."""

FOR_STRANGERS: Final = (
    *("help", "name", "link", "rules", "rulesets", *learning.COMMANDS),
    *("language", "quit", "short", "long", "width"),
)
"""Commands that are available before a name is chosen."""

COMMANDS: Final[Mapping[str, Command]] = {
    **lobby.COMMANDS,
    **account_commands.COMMANDS,
    **ladder.COMMANDS,
    **league.COMMANDS,
    **correspondence.COMMANDS,
    **learning.COMMANDS,
    **replays.COMMANDS,
    "resume": _resume,
    "name": _name,
    "rules": _rules,
    "rulesets": _rulesets,
    "language": _language,
    "help": _help,
    "short": _write_cards(short=True),
    "long": _write_cards(short=False),
    "width": _width,
    "wait": _wait,
    "quit": _quit,
}

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
            self.leave_door()
            if self.table is not None:
                self.table.stop()
            self._close_room()
            self._deaf()
            await self.saved()
        return 0

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
            left = self.gate.left if held else self._long_wait()
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
                self.output.tell(wording.resident_offer(level))
        while not self._news.empty():
            self._tell_news(self._news.get_nowait())
        table = self.table
        if table is not None and table.follow() and replays.ended_against_computers(table):
            self.think(self._look_back(table), asked=False)

    async def _look_back(self, table: TableFeed) -> None:
        """Say what a game against computers has changed, then what decided it."""
        await ladder.tell_after(self, table)
        await replays.comment(self, table)

    def _tell_news(self, news: News) -> None:
        here = None if self.table is None else self.table.state.title
        if news.kind == "challenged":
            asked = [line for line in self.online.challenges() if not line.mine]
            self.output.tell(*map(asked_line, asked), names=(news.text,))
        elif news.kind in ("your-move", "game-over") and news.text == here:
            pass  # the table says so itself
        elif news.kind != "sat-down" or self.table is None:
            self.output.tell(news_line(news))
        if news.kind == "paired":
            self.resume()

    def _greet(self) -> None:
        home = self.lobby.home
        known = home is None or home.named
        self.output.tell(*wording.greeting(self.lobby.player if known else ""))
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
                self.output.tell(*account_commands.saved_lines(self.lobby.home.saved()))
            if self.table is None:
                archive = self.lobby.archive
                if not (self.progress.load() or (archive and archive.games())):
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
        if rest and word in wording.ALONE:
            self.output.tell(wording.unread_line(word, rest))
        account = self.lobby.account
        if account is not None and not account.named and word not in FOR_STRANGERS:
            self.output.tell(wording.NAME_FIRST)
        elif self.table is not None and await table_commands.obey(self, self.table, word, rest):
            return
        elif not rest and word in wording.NEEDING:
            topic = wording.NEEDING[word]
            self.output.tell(wording.usage_line(topic), topic.text)
        elif word in COMMANDS:
            await COMMANDS[word](self, rest)
        elif word in table_commands.COMMANDS:
            self.output.tell(wording.ONLY_AT_A_TABLE, self.nowhere)
        elif self.lobby.online is not None and (code := invited_code(text)):
            await COMMANDS["join"](self, code)  # the line or the link that a friend has sent
        else:
            self.output.tell(wording.unknown_line(text))


def _may_be_code(text: str) -> bool:
    """Return whether a line may be a guest's resume code: one word of its length, no command."""
    code = "".join(filter(str.isalnum, text))
    return len(code) == _CODE and " " not in text and text.lower() not in COMMANDS


_ALIASES: Final[Mapping[str, str]] = {
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "?": "help",
    "h": "help",
    "lang": "language",
}
