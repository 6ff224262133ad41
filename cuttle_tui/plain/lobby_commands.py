"""Commands of the lobby: tables, lists, rules and records, people, and the session itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from cuttle_tui.coach.plain import analyse_record
from cuttle_tui.correspondence import plain as inbox
from cuttle_tui.front import account_plain as account
from cuttle_tui.front.home_words import season_line
from cuttle_tui.i18n.rich_text import say, worded
from cuttle_tui.i18n.translation import adopt, languages
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.text_types import level_lines
from cuttle_tui.kit.words import DECLINED, WITHDRAWN, refused_line, sent_line
from cuttle_tui.league.plain import LEAGUE_COMMANDS, UsageError, league_text, night
from cuttle_tui.learn import plain as learning
from cuttle_tui.local import plain as at_home
from cuttle_tui.plain import help as helps
from cuttle_tui.plain import words as wording
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.lines import VERBS, level_among
from cuttle_tui.plain.table_words import event_lines
from cuttle_tui.ports import BY_CODE, RATED, RATED_TIMINGS, Account, LobbyError, TablePlan
from cuttle_tui.preferences import SaveError
from cuttle_tui.replay.archive_words import unreadable_line
from cuttle_tui.rules.book import rules_text, rulesets_text
from cuttle_tui.table.chat import REASONS
from cuttle_tui.table.words.waiting_room import queue_line
from engine.errors import NotationError
from engine.record.record import Record, RecordError, record_text
from engine.record.summary import Replay
from engine.rules.options import parse_ruleset
from engine.table.seats import NO_CLOCK, parse_control
from engine.table.state import replayed_state

_WAIT: Final = 300.0
_LONGEST_WAIT: Final = 3600.0
_NARROWEST: Final = 20
"""The least columns after which lines are broken."""


# tables ------------------------------------------------------------------------------------------


def _may_sit(session: Conversation) -> bool:
    """Return whether the player may go to another table; if not, tell them."""
    if _is_free(session):
        return True
    session.output.tell(wording.LEAVE_FIRST)
    return False


def _is_free(session: Conversation) -> bool:
    table = session.table
    return table is None or not table.binds or _queued(session)


def _queued(session: Conversation) -> bool:
    table = session.table
    online = session.lobby.online
    queue = () if online is None else online.queue()
    return table is not None and table.view is None and any(line.me for line in queue)


def _rise(session: Conversation) -> None:
    """Leave a table that does not bind the player: over, only watched, or with days a move."""
    table = session.table
    if table is not None and not table.binds:
        table.stop()
        table.chair.leave()
        session.table = None


async def _computer(session: Conversation, rest: str) -> None:
    level, words = level_among(rest)
    ruleset = parse_ruleset(words or session.ruleset)
    if _may_sit(session):
        _rise(session)
        if level:
            await session.choose_level(level)
        session.sit_down(await session.lobby.play_computer(ruleset.name, session.level))


async def _level(session: Conversation, rest: str) -> None:
    """Choose the level of computers, or list all."""
    level, words = level_among(rest)
    if level:
        await session.choose_level(level)
    if words:
        session.output.tell(helps.usage_line(helps.HELP_LOBBY["level"]))
    for line in level_lines(session.level):
        session.output.item(line)


async def _quick(session: Conversation, rest: str) -> None:
    plan = _plan(session, rest, "quick")
    if plan is not None and plan.rated:
        await _ranked(session, rest)
    elif plan is not None and _may_sit(session):
        _rise(session)
        session.sit_down(await session.online.quick_match(plan.ruleset, timing=plan.timing))


async def _ranked(session: Conversation, rest: str) -> None:
    """Wait for a rated match; between seasons, say first that it will be casual."""
    plan = _plan(session, f"{rest} rated", "ranked")
    if plan is not None and _may_sit(session):
        _rise(session)
        session.output.tell(season_line(session.online.season))
        session.sit_down(
            await session.online.quick_match(plan.ruleset, rated=True, timing=plan.timing)
        )


def _plan(session: Conversation, rest: str, command: str) -> TablePlan | None:
    """Parse what was asked for; if it is wrong, tell the player."""
    online = session.lobby.online
    season = None if online is None else online.season
    rated = RATED if season is None else season.ruleset
    try:
        return read_plan(rest.split(), session.ruleset, rated)
    except NotationError as error:
        session.output.tell(wording.timing_refused(str(error)))
    except ValueError:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE[command]))
    return None


async def _open(session: Conversation, rest: str) -> None:
    level, words = level_among(rest)
    plan = _plan(session, words, "open")
    if level:
        await session.choose_level(level)
    if plan is not None and _may_sit(session):
        _rise(session)
        session.sit_down(await session.online.open_table(replace(plan, level=session.level)))


def read_plan(words: list[str], ruleset: str, rated_rules: str = RATED) -> TablePlan:
    """Parse a table: ``RULES public computers N timing T rated``, in any order.

    Raises:
        NotationError: the time control is invalid.
        RulesetError: the ruleset is unknown.
        ValueError: another option is invalid.
    """
    rules, rated, public, computers, timing = "", False, False, 0, ""
    waiting = [*words]
    while waiting:
        word = waiting.pop(0)
        if word in ("public", "private"):
            public = word == "public"
        elif word == "rated":
            rated = True
        elif word in ("computers", "timing") and not waiting:
            raise ValueError(word)
        elif word == "computers":
            computers = int(waiting.pop(0))
        elif word == "timing":
            timing = waiting.pop(0)
            _check_timing(timing)
        else:
            rules = word
    rules = rules or (rated_rules if rated else ruleset)
    seats = parse_ruleset(rules).seats
    if not 0 <= computers <= seats - 1:
        raise ValueError("computers")
    usual = RATED_TIMINGS[0] if rated else NO_CLOCK
    return TablePlan(rules, computers, timing or usual, public, rated)


def _check_timing(text: str) -> None:
    try:
        parse_control(text)
    except NotationError:
        raise NotationError(text) from None


def _named_table(give: Command, name: str) -> Command:
    """Build a command that goes to a table by its name."""

    async def command(session: Conversation, rest: str) -> None:
        if not rest:
            session.output.tell(helps.usage_line(helps.HELP_ONLINE[name]))
        elif _may_sit(session):
            _rise(session)
            await give(session, rest)

    return command


async def _join(session: Conversation, code: str) -> None:
    """Sit down by a code; a guest who has used it may be asked for the resume code instead."""
    if not code:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["join"]))
        return
    if not _is_free(session):
        session.output.tell(wording.SEATED)
        return
    try:
        await _join_by(session, code)
    except LobbyError as error:
        if error.reason not in BY_CODE or session.online.guest is None or session.table is not None:
            raise
        session.output.tell(refused_line(error))
        session.ask_code(partial(_join_by, session))


async def _join_by(session: Conversation, code: str) -> None:
    """Sit down by a code, and leave a table that does not bind the player; not one's own seat."""
    chair, table = await session.online.join_room(code), session.table
    if table is not None and table.chair != chair and not table.binds:
        table.stop()
        table.chair.leave()
        session.table = None
    session.sit_down(chair)


async def _sit(session: Conversation, table: str) -> None:
    lobby = session.online
    found = [line.id for line in lobby.tables() if table in (line.id, line.title)]
    found += [line.id for line in lobby.queue() if line.name == table and not line.me]
    session.sit_down(await lobby.sit_at(found[0] if found else table))


async def _watch(session: Conversation, table: str) -> None:
    session.sit_down(await session.online.watch(table))


async def _resume(session: Conversation, rest: str) -> None:
    if session.lobby.home is not None:
        at_home.resume(session, session.lobby.home, rest, may_sit=_may_sit)
        return
    session.resume()
    if session.table is None:
        session.output.tell(wording.NO_SEAT)


# lists, rules and records ------------------------------------------------------------------------


async def _who(session: Conversation, rest: str) -> None:
    await session.items(wording.people_lines(session.online.people()))


async def _tables(session: Conversation, rest: str) -> None:
    await session.items(wording.table_lines(session.online.tables()))


async def _queue(session: Conversation, rest: str) -> None:
    lines = [queue_line(line) for line in session.online.queue()]
    for line in lines or [say(wording.NOBODY_WAITS)]:
        session.output.item(line)


async def _rules(session: Conversation, rest: str) -> None:
    table = session.table
    ruleset = parse_ruleset(rest or session.ruleset)
    if not rest and table is not None and table.view is not None:
        ruleset = table.view.ruleset
    session.output.text(rules_text(ruleset))


async def _rulesets(session: Conversation, rest: str) -> None:
    session.output.text(rulesets_text())


async def _games(session: Conversation, rest: str) -> None:
    archive, online = session.lobby.archive, session.lobby.online
    if archive is not None:
        lines = wording.kept_lines(archive.games(), session.lobby.player)
    else:
        lines = wording.game_lines(() if online is None else await online.games())
    await session.items(lines)


async def _league(session: Conversation, rest: str, *, name: str) -> None:
    league = None if session.lobby.online is None else session.lobby.online.league
    if league is None:
        session.output.tell(wording.NO_LEAGUE)
        return
    try:
        text = await league_text(league, [name, *rest.split()])
    except UsageError as error:
        session.output.tell(str(error))
        return
    session.output.text(text)


async def _record_of(session: Conversation, name: str) -> Record | None:
    """Return the record of a finished game; if there is none, tell the player."""
    archive = session.lobby.archive
    try:
        if archive is None:
            return await session.online.replay(name)
        kept = archive.games()
        place = int(name) if name.isdecimal() and len(name) < 6 else 0
        if 1 <= place <= len(kept):
            return archive.record(kept[place - 1].name)
        session.output.tell(wording.NO_SUCH_GAME)
    except RecordError as error:
        session.output.tell(unreadable_line(worded(error)))
    return None


async def _replay(session: Conversation, rest: str) -> None:
    record = await _record_of(session, rest)
    if record is None:
        return
    replay = Replay(record)
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply, all_hands=True)]
    names = names_of(replayed_state(replay, 0).sitters, None)
    session.output.item(wording.replay_head(names.names, replay.record.ruleset.name))
    for place, event in enumerate(log):
        session.output.tell(*event_lines(event, names, log[:place]), names=names.spelled)
        await session.pause()


async def _analyse(session: Conversation, rest: str) -> None:
    record = await _record_of(session, rest)
    if record is not None:
        analyse_record(session, record)


async def _record(session: Conversation, rest: str) -> None:
    record = await _record_of(session, rest)
    if record is not None:
        session.output.text(record_text(record))


# people ------------------------------------------------------------------------------------------


def _enter(step: Callable[[Account, str], Awaitable[None]]) -> Command:
    """Build a command that opens or links the account of a new player."""

    async def command(session: Conversation, rest: str) -> None:
        account = session.lobby.account
        if account is None or account.named:
            session.output.tell(wording.NO_NAME_HERE)
            return
        await step(account, rest)
        session.use_saved_language()
        session.output.tell(wording.named_line(session.lobby.player))
        session.resume()

    return command


async def _name(session: Conversation, rest: str) -> None:
    """Choose the player's name: at home and as a guest whenever they like, on a server once."""
    online = session.lobby.online
    if session.lobby.home is not None:
        await at_home.rename(session, session.lobby.home, rest)
    elif online is not None and online.guest is not None:
        await online.guest.choose_name(rest)
        session.output.tell(wording.named_line(session.lobby.player))
    else:
        await _enter(lambda account, name: account.choose_name(name))(session, rest)


async def _link(session: Conversation, rest: str) -> None:
    """Join an account with its code; without one, make a code for another key."""
    own = session.lobby.account
    if not rest and own is not None and own.named:
        await account.make_link(session)
    else:
        await _enter(lambda owner, code: owner.use_link_code(code))(session, rest)


def _about_person(verb: str) -> Command:
    """Build a command that blocks or unblocks a player."""

    async def command(session: Conversation, rest: str) -> None:
        person = _person(session, rest)
        if person is not None:
            session.online.block(person, verb == "block")
            session.output.tell(wording.done_about(verb, rest))

    return command


async def _match(session: Conversation, rest: str) -> None:
    """Call the opponent to the player's match of a championship: the latest, if none is named."""
    league = session.online.league
    if league is None:
        raise LobbyError("no-match")
    if not rest and not await league.championships():
        session.output.tell(wording.QUICK_INSTEAD)
        return
    championship = rest or (await league.bracket()).id
    try:
        called = await league.play(championship)
    except LobbyError as error:
        if error.reason != "they-called":
            raise
        await _accept(session, "")
    else:
        session.output.tell(sent_line(called))


async def _challenge(session: Conversation, rest: str) -> None:
    name, _, options = rest.partition(" ")
    if not name:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["challenge"]))
        return
    person, plan = _person(session, name), _plan(session, options, "challenge")
    if person is not None and plan is not None:
        await session.online.challenge(person, plan)
        session.output.tell(sent_line(name), names=(name,))


async def _accept(session: Conversation, rest: str) -> None:
    if _may_sit(session):
        chair = await session.online.accept()
        _rise(session)
        session.sit_down(chair)


async def _decline(session: Conversation, rest: str) -> None:
    made = [line for line in session.online.challenges() if not line.mine]
    await session.online.decline()
    session.output.tell(DECLINED if made else WITHDRAWN)


def _follow(*, yes: bool) -> Command:
    """Build a command that follows a player, or stops."""

    async def command(session: Conversation, rest: str) -> None:
        league = session.online.league
        if not rest or league is None:
            session.output.tell(helps.usage_line(helps.HELP_ONLINE["follow"]))
            return
        await league.follow(rest, yes)
        session.output.tell(wording.followed(rest, yes=yes), names=(rest,))

    return command


def _person(session: Conversation, name: str) -> str | None:
    """Return the id of a connected player, by name; if there is none, tell the player."""
    online = session.lobby.online
    people = () if online is None else online.people()
    found = next((line for line in people if line.name == name and not line.me), None)
    if found is None:
        session.output.tell(wording.person_unknown(name))
        return None
    return found.id


async def _report(session: Conversation, rest: str) -> None:
    name, _, why = rest.partition(" ")
    if why.strip() not in REASONS:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["report"]))
        session.output.tell(wording.reasons_line(REASONS))
        return
    person = _person(session, name)
    if person is not None:
        await session.online.report(person, why.strip())
        session.output.tell(wording.reported(name), names=(name,))


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
    topics = _topics_here(session)
    session.output.tell(helps.HELP_HEAD)
    for line in helps.help_lines({**topics, **helps.HELP_ANYWHERE}):
        session.output.item(line)
    if session.table is not None:
        session.output.tell(helps.verbs_line(VERBS))
    session.output.tell(helps.HELP_KEY)


def _topics_here(session: Conversation) -> helps.Topics:
    """Return what can be typed where the player is, by its first word."""
    if isinstance(session.table, learning.TaskFeed):
        return helps.HELP_TASK
    topics = dict(helps.HELP_LOBBY if session.table is None else helps.HELP_TABLE)
    if session.lobby.home is not None:
        topics.update(helps.HELP_AT_HOME if session.table is None else helps.HELP_TABLE_AT_HOME)
        if session.table is not None:
            topics = helps.at_home(topics)
    if session.lobby.online is not None and session.table is None:
        topics.update(helps.HELP_ONLINE)
    return topics


def _help_about(session: Conversation, word: str) -> None:
    """Say what a word does: here, or else wherever it can be typed; or what a subject has."""
    everywhere = (_topics_here(session), helps.HELP_ANYWHERE, *helps.everywhere(session.lobby))
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
        online = session.lobby.online is not None
        session.confirm(wording.quit_question(online=online), session.quit)
    else:
        session.quit()


FOR_STRANGERS: Final = (
    *("help", "name", "link", "rules", "rulesets", *learning.COMMANDS),
    *("language", "quit", "short", "long", "width"),
)
"""Commands that are available before a name is chosen."""

COMMANDS: Final[Mapping[str, Command]] = {
    **inbox.COMMANDS,
    **learning.COMMANDS,
    **account.COMMANDS,
    "computer": _computer,
    "level": _level,
    "quick": _quick,
    "ranked": _ranked,
    "queue": _queue,
    "challenge": _challenge,
    "meet": _accept,
    "refuse": _decline,
    "withdraw": _decline,
    "follow": _follow(yes=True),
    "unfollow": _follow(yes=False),
    "open": _open,
    "night": night,
    "match": _match,
    "join": _join,
    "sit": _named_table(_sit, "sit"),
    "watch": _named_table(_watch, "watch"),
    "resume": _resume,
    "who": _who,
    "tables": _tables,
    "rules": _rules,
    "rulesets": _rulesets,
    "games": _games,
    "replay": _replay,
    "analyse": _analyse,
    **{name: partial(_league, name=name) for name in LEAGUE_COMMANDS},
    "record": _record,
    "language": _language,
    "results": at_home.results,
    "name": _name,
    "link": _link,
    "block": _about_person("block"),
    "unblock": _about_person("unblock"),
    "report": _report,
    "help": _help,
    "short": _write_cards(short=True),
    "long": _write_cards(short=False),
    "width": _width,
    "wait": _wait,
    "quit": _quit,
}
