"""Commands of the session itself, and the table of all commands outside a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cuttle_tui import correspondence, ladder
from cuttle_tui.front import account_plain as account, lobby_plain as lobby
from cuttle_tui.i18n.translation import adopt, languages
from cuttle_tui.league import plain as league
from cuttle_tui.learn import plain as learning
from cuttle_tui.local import plain as at_home
from cuttle_tui.plain import words as helps, words as wording
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.lines import VERBS
from cuttle_tui.preferences import SaveError
from cuttle_tui.replay import plain as replays
from cuttle_tui.rules.book import rules_text, rulesets_text
from engine.rules.options import parse_ruleset

_WAIT: Final = 300.0
_LONGEST_WAIT: Final = 3600.0
_NARROWEST: Final = 20
"""The least columns after which lines are broken."""


async def _resume(session: Conversation, rest: str) -> None:
    if session.lobby.home is not None:
        at_home.resume(session, session.lobby.home, rest)
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
        await at_home.rename(session, session.lobby.home, rest)
    elif online is not None and online.guest is not None:
        await online.guest.choose_name(rest)
        session.output.tell(wording.named_line(session.lobby.player))
    else:
        await account.enter_by(lambda owner, name: owner.choose_name(name))(session, rest)


# language ----------------------------------------------------------------------------------------


async def _language(session: Conversation, rest: str) -> None:
    name = rest.lower()
    if name and name not in languages():
        session.output.tell(wording.language_unknown(rest))
        return
    if name:
        await _change(session, name)
    session.output.tell(*wording.language_lines())


async def _change(session: Conversation, name: str) -> None:
    """Switch to a language, and store it with the other settings."""
    adopt(name, ascii=session.ascii)
    preferences = session.preferences
    changes: dict[str, Any] = {"language": name}
    try:
        await preferences.take(replace(preferences.settings, **changes))
    except SaveError as why:
        session.output.tell(str(why))


# the conversation itself -------------------------------------------------------------------------


async def _help(session: Conversation, rest: str) -> None:
    """List what can be typed here; of a word, say what it does, wherever it can be typed."""
    if rest:
        _help_about(session, rest.lower())
        return
    topics = {**_topics_here(session), **helps.HELP_ANYWHERE}
    likely = {word: topics[word] for word in helps.LIKELY[_where(session)]}
    others = {word: topics[word] for word in topics if word not in likely}
    for head, some in ((helps.LIKELY_HEAD, likely), (helps.HELP_HEAD, others)):
        session.output.tell(head)
        for line in helps.help_lines(some):
            session.output.item(line)
    if session.table is not None:
        session.output.tell(helps.verbs_line(VERBS))
    session.output.tell(helps.HELP_KEY)


def _where(session: Conversation) -> helps.Where:
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


def _topics_here(session: Conversation) -> helps.Topics:
    """Return what can be typed where the player is, by its first word."""
    if isinstance(session.table, learning.TaskFeed):
        return helps.HELP_TASK
    topics = dict(helps.HELP_LOBBY if session.table is None else helps.HELP_TABLE)
    if session.table is None or session.table.over:
        topics.update(helps.HELP_GAMES)
    if session.lobby.home is not None:
        topics.update(helps.HELP_AT_HOME if session.table is None else helps.HELP_TABLE_AT_HOME)
        if session.table is not None:
            topics = helps.at_home(topics)
    if session.lobby.online is not None and session.table is None:
        topics.update(ONLINE)
    return topics


def _help_about(session: Conversation, word: str) -> None:
    """Say what a word does: here, or else wherever it can be typed; or what a subject has."""
    where = ONLINE if session.lobby.home is None else helps.HELP_AT_HOME
    everywhere = (
        *(_topics_here(session), helps.HELP_ANYWHERE, helps.HELP_LOBBY, where),
        *(helps.HELP_GAMES, helps.HELP_TABLE, helps.HELP_TABLE_AT_HOME, helps.HELP_TASK),
    )
    found = next((topics[word] for topics in everywhere if word in topics), None)
    subject = helps.SUBJECTS.get(word, ())
    if found is None and not subject:
        session.output.tell(helps.unknown_line(word))
        return
    known = {name: topic for topics in everywhere for name, topic in topics.items()}
    for name in subject or (word,):
        session.output.item(helps.help_line(*(known[name] if subject else found or known[name])))


def _write_cards(*, short: bool) -> Command:
    """Build a command that writes cards by their two-character names, or in words."""

    async def command(session: Conversation, rest: str) -> None:
        session.output.short = short
        session.output.tell(wording.SHORT if short else wording.LONG)

    return command


async def _width(session: Conversation, rest: str) -> None:
    """Break lines between words after so many columns, where no terminal says how many it has."""
    if not (rest.isdecimal() and len(rest) < 4 and (not int(rest) or int(rest) >= _NARROWEST)):
        session.output.tell(helps.usage_line(helps.HELP_ANYWHERE["width"]))
        return
    session.output.width = int(rest)
    session.output.tell(wording.width_line(int(rest)))


async def _wait(session: Conversation, rest: str) -> None:
    """Hold the next line back until the player is asked, the game ends, or time is up."""
    if rest and not (rest.isdecimal() and len(rest) < 6):
        session.output.tell(helps.usage_line(helps.HELP_ANYWHERE["wait"]))
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
        session.confirm(wording.quit_question(online=online), session.quit)
    else:
        session.quit()


ONLINE: Final[helps.Topics] = {**helps.HELP_OTHERS, **league.TOPICS, **helps.HELP_OWN}
"""All that can be typed in the lobby of a server."""

FOR_STRANGERS: Final = (
    *("help", "name", "link", "rules", "rulesets", *learning.COMMANDS),
    *("language", "quit", "short", "long", "width"),
)
"""Commands that are available before a name is chosen."""

COMMANDS: Final[Mapping[str, Command]] = {
    **lobby.COMMANDS,
    **account.COMMANDS,
    **ladder.COMMANDS,
    **league.COMMANDS,
    **correspondence.COMMANDS,
    **learning.COMMANDS,
    **replays.COMMANDS,
    **at_home.COMMANDS,
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
