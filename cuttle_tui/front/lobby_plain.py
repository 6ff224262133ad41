"""The lobby in lines of text: tables, who is here, challenges, blocks and reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from cuttle_tui.front.home_words import season_line
from cuttle_tui.front.lobby_words import NOBODY, note_text, person_line, table_line
from cuttle_tui.front.pages import friend_page
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit.names import level_lines
from cuttle_tui.kit.words import ASK_AGAIN, DECLINED, WITHDRAWN, facts_line, refused_line, sent_line
from cuttle_tui.ladder import Rung, offered_level, rungs_of, with_standing
from cuttle_tui.plain import words as wording
from cuttle_tui.plain.commands import HOME, LOBBY, SERVER, LobbyCommands, LobbyRun, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import level_among, match_among, options_among, rules_among
from cuttle_tui.plain.words import usage_line
from cuttle_tui.ports import BY_CODE, RATED, RATED_TIMINGS, LobbyError, TableLine, TablePlan
from cuttle_tui.table.chat import REASONS
from cuttle_tui.table.words.chat import done_line
from cuttle_tui.table.words.waiting_room import queue_line, resident_line
from engine.errors import NotationError
from engine.rules.options import parse_ruleset, with_match
from engine.table.controls import NO_CLOCK, parse_control

COMMANDS: Final = LobbyCommands(SERVER)


@COMMANDS(
    N_("computer [RULES] [match N] [LEVEL]"),
    N_("play the computer; the best of N games, or match to N for N wins"),
    LOBBY,
)
async def _computer(session: Conversation, rest: str) -> None:
    level, words = level_among(rest)
    ruleset = rules_among(words, session.ruleset)
    session.check_free()
    session.rise()
    if level:
        await session.choose_level(level)
    await _offer_level(session)
    session.sit_down(await session.lobby.play_computer(ruleset, session.level))


async def _offer_level(session: Conversation) -> tuple[Rung, ...]:
    """Offer the level that the ladder has next; return the ladder. Of guests none is kept."""
    games = () if session.is_guest else (await session.lobby.ladder(session.ruleset)).games
    rungs = rungs_of(games)
    session.offered_level = offered_level(rungs)
    return rungs


@COMMANDS(N_("level [LEVEL]"), N_("list the levels of the computer, or choose one"), LOBBY)
async def _level(session: Conversation, rest: str) -> None:
    level, words = level_among(rest)
    if level:
        await session.choose_level(level)
    if words:
        session.output.tell(usage_line(_level.usage, _level.word))
    rungs = await _offer_level(session)
    lines = level_lines(session.level, chosen=bool(session.chosen_level))
    for line, rung in zip(lines, rungs, strict=True):
        session.output.item(with_standing(line, rung))


@COMMANDS(
    N_("quick [RULES] [match N] [timing T]"),
    N_("play the next player to arrive; T is none, quick, steady or relaxed"),
)
async def _quick(session: Conversation, rest: str) -> None:
    plan = _plan(session, rest)
    if plan.rated:
        await _ranked.run(session, rest)
        return
    session.check_free()
    session.rise()
    session.sit_down(await session.online.quick_match(plan.ruleset, timing=plan.timing))


@COMMANDS(
    N_("ranked [timing T] [LEVEL]"),
    N_(
        "the same, rated, with the season's rules; T is never none; with a LEVEL, "
        "against a computer, at once, for a rating of its own"
    ),
)
async def _ranked(session: Conversation, rest: str) -> None:
    """Wait for a rated match; between seasons, say first that it will be casual.

    With a level, play a computer that is always here instead.
    """
    level, _ = level_among(rest)
    plan = None if level else _plan(session, f"{rest} rated")
    session.check_free()
    session.rise()
    if plan is None:
        session.sit_down(await session.online.play_resident(level))
        return
    session.output.tell(season_line(session.online.season))
    session.sit_down(await session.online.quick_match(plan.ruleset, rated=True, timing=plan.timing))


def _plan(session: Conversation, rest: str) -> TablePlan:
    """Parse what was asked for."""
    online = session.lobby.online
    season = None if online is None else online.season
    rated = RATED if season is None else season.ruleset
    try:
        return read_plan(rest.split(), session.ruleset, rated)
    except NotationError as error:
        told = N_("{text} is not a time control. Use none, quick, steady, relaxed, or 30+300.")
        raise Refused(tr(told, text=str(error))) from None
    except ValueError:
        raise UsageError from None


@COMMANDS(
    N_("open [RULES] [match N] [public] [computers N] [LEVEL] [timing T] [rated]"),
    N_(
        "open a table; the best of N games, or match to N for N wins; "
        "T is none, quick, steady, relaxed, seconds as 30+300, or days as 3d"
    ),
)
async def _open(session: Conversation, rest: str) -> None:
    level, words = level_among(rest)
    plan = _plan(session, words)
    if level:
        await session.choose_level(level)
    session.check_free()
    session.rise()
    session.sit_down(await session.online.open_table(replace(plan, level=session.level)))


def read_plan(words: list[str], ruleset: str, rated_rules: str = RATED) -> TablePlan:
    """Parse a table: ``RULES match N public computers N timing T rated``, in any order.

    Raises:
        NotationError: the time control is invalid.
        RulesetError: the ruleset or the length of the match is unknown.
        ValueError: another option is invalid.
    """
    length, given = match_among(words)
    options, others = options_among(given, computers=int, timing=_timing)
    rated = "rated" in others
    public = [word for word in others if word in ("public", "private")][-1:] == ["public"]
    named = [word for word in others if word not in ("public", "private", "rated")]
    rules = named[-1] if named else rated_rules if rated else ruleset
    if length is not None:
        rules = with_match(rules, length)
    computers, usual = options.get("computers", 0), RATED_TIMINGS[0] if rated else NO_CLOCK
    if not 0 <= computers < parse_ruleset(rules).seats:
        raise ValueError("computers")
    return TablePlan(rules, computers, options.get("timing", usual), public, rated)


def _timing(text: str) -> str:
    """Return the text of a time control; if it is none, name it in the error."""
    try:
        parse_control(text)
    except NotationError:
        raise NotationError(text) from None
    return text


def _to_a_table(go: LobbyRun) -> LobbyRun:
    """Build a command that goes to a table by its name."""

    async def command(session: Conversation, rest: str) -> None:
        if not rest:
            raise UsageError
        session.check_free()
        session.rise()
        await go(session, rest)

    return command


@COMMANDS(N_("join CODE"), N_("sit down at a friend's table, or return to your own seat"))
async def join(session: Conversation, code: str) -> None:
    """Sit down by a code, or wait for a nod at the door; guests may type the resume code."""
    if not code:
        raise UsageError
    session.check_free()
    try:
        await join_by(session, code)
    except LobbyError as error:
        guest, mistyped = session.online.guest is not None, error.reason == "unknown-code"
        if error.reason not in BY_CODE or session.table is not None or (mistyped and not guest):
            raise
        session.output.tell(ASK_AGAIN if mistyped else refused_line(error))
        if guest:
            session.ask_code(partial(join_by, session))
        await session.knock(code)


async def join_by(session: Conversation, code: str) -> None:
    """Sit down by a code, and leave a table that does not bind the player; not one's own seat."""
    chair, table = await session.online.join_room(code), session.table
    if table is not None and table.chair != chair:
        session.rise()
    session.sit_down(chair)


@COMMANDS(N_("sit TABLE"), N_("sit down at a public table, or with a waiting player, by name"))
@_to_a_table
async def _sit(session: Conversation, table: str) -> None:
    lobby = session.online
    level = next((line.level for line in lobby.residents() if line.name == table), "")
    if level:
        session.sit_down(await lobby.play_resident(level))
        return
    found = [line.id for line in lobby.tables() if table in (line.id, line.title)]
    found += [line.id for line in lobby.queue() if line.name == table and not line.me]
    session.sit_down(await lobby.sit_at(found[0] if found else table))


@COMMANDS(N_("watch TABLE"), N_("watch a game in play"))
@_to_a_table
async def _watch(session: Conversation, table: str) -> None:
    session.sit_down(await session.online.watch(table))


# who and what is here ------------------------------------------------------------------------


@COMMANDS("who", N_("who is here"))
async def _who(session: Conversation, rest: str) -> None:
    people = session.online.people()
    if not people:
        session.output.tell(NOBODY)
    await session.items(person_line(line, note_text(line)) for line in people)


@COMMANDS("tables", N_("list the tables"))
async def _tables(session: Conversation, rest: str) -> None:
    tables = session.online.tables()
    if not tables:
        session.output.tell(tr("No table is open."))
    await session.items(facts_line(_told(table)) for table in tables)


@COMMANDS("queue", N_("list who is waiting for a quick match"))
async def _queue(session: Conversation, rest: str) -> None:
    queue = session.online.queue()
    if not queue:
        session.output.tell(tr("Nobody is waiting for a quick match."))
    await session.items(map(queue_line, queue))
    await session.items(map(resident_line, session.online.residents()))


def _told(table: TableLine) -> Iterator[str]:
    yield table_line(table)
    if not table.mine:
        way = N_("type watch {table}") if table.running else N_("type sit {table}")
        yield tr(way, table=table.title)


# people ----------------------------------------------------------------------------------------


@COMMANDS(
    N_("challenge NAME [RULES] [match N] [timing T] [rated]"),
    N_("challenge somebody to a game for two"),
)
async def _challenge(session: Conversation, rest: str) -> None:
    name, _, options = rest.partition(" ")
    if not name:
        raise UsageError
    person, plan = _find_person(session, name), _plan(session, options)
    await session.online.challenge(person, plan)
    session.output.tell(sent_line(name), names=(name,))


@COMMANDS("meet", N_("accept a challenge, and sit down"))
async def _accept(session: Conversation, rest: str) -> None:
    await session.accept_challenge()


@COMMANDS("refuse", N_("decline a challenge"))
async def _decline(session: Conversation, rest: str) -> None:
    made = [line for line in session.online.challenges() if not line.mine]
    await session.online.decline()
    session.output.tell(DECLINED if made else WITHDRAWN)


COMMANDS.add("withdraw", N_("withdraw your challenge"), _decline.run)


async def _block(session: Conversation, rest: str, *, yes: bool) -> None:
    person = _find_person(session, rest)
    session.online.block(person, yes)
    session.output.tell(done_line("block" if yes else "unblock", rest), names=(rest,))


COMMANDS.add(
    N_("block NAME"),
    N_("never meet somebody again; unblock NAME undoes that"),
    partial(_block, yes=True),
    needs=True,
)
COMMANDS.add(N_("unblock NAME"), N_("meet somebody again"), partial(_block, yes=False), needs=True)


def _find_person(session: Conversation, name: str) -> str:
    """Return the id of a connected player, by name."""
    online = session.lobby.online
    people = () if online is None else online.people()
    found = next((line for line in people if line.name == name and not line.me), None)
    if found is None:
        raise Refused(wording.person_unknown(name))
    return found.id


@COMMANDS(N_("report NAME WHY"), N_("report somebody to those who run the server"))
async def _report(session: Conversation, rest: str) -> None:
    name, _, why = rest.partition(" ")
    if why.strip() not in REASONS:
        session.output.tell(usage_line(_report.usage, _report.word))
        session.output.tell(tr("The reasons are: {reasons}.", reasons=", ".join(REASONS)))
        return
    person = _find_person(session, name)
    await session.online.report(person, why.strip())
    session.output.tell(done_line("report", name), names=(name,))


@COMMANDS("friend", N_("how to play with friends over ssh"), HOME)
async def _friend(session: Conversation, rest: str) -> None:
    page = friend_page(inviting=False)
    for line in (*page.lead, *(line for block in page.blocks for line in block.lines)):
        session.output.item(line)
