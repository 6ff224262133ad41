"""Finished games in lines of text: list, moves, moments, positions, files; and the coach of them.

The coach gives hints as well, in practice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Final, NamedTuple, TypeVar

from cuttle_tui.coach import words
from cuttle_tui.coach.comments import (
    NO_TURN,
    comment_line,
    commented,
    judge_next,
    seat_among_computers,
)
from cuttle_tui.coach.purposes import (
    NOTHING,
    ONLY_IN_PRACTICE,
    THINKING,
    UNCOUNTED,
    UNCOUNTED_DEAL,
    chance_line,
    hint_lines,
    hint_of,
)
from cuttle_tui.i18n.translation import N_, plain, say, tell, tr, worded
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.pasted import game_id
from cuttle_tui.kit.results import score_text
from cuttle_tui.kit.words import facts_line, lobby_line
from cuttle_tui.plain.commands import GAMES, LOBBY, SERVER, TABLE, LobbyCommands, Place, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import read_number, seat_called
from cuttle_tui.plain.table_feed import LONG_THOUGHT, TableFeed
from cuttle_tui.plain.table_words import NOT_DEALT, NOT_OVER, event_lines, table_lines
from cuttle_tui.plain.words import person_unknown
from cuttle_tui.ports import ArchivedGame, GameLine, LobbyError, TableState
from cuttle_tui.ports.chair import LONGER
from cuttle_tui.replay.archive_words import (
    LINK_CLOSED,
    NO_KEY,
    command_line,
    not_written_line,
    result_of,
    result_text,
    saved_line,
    seat_of,
    unreadable_line,
)
from cuttle_tui.replay.commands import seats_at
from cuttle_tui.replay.folder import NotWritten, write_beside
from cuttle_tui.replay.result_text import opens_by_ssh, result_text as shared_text, where_to_watch
from cuttle_tui.replay.words import begin_line, found_line, obstacle_line, practice_title
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.commands import CHECK, CLOSE_LINK, MOMENT
from cuttle_tui.table.log_view import fair_line, unfair_line, verify_command
from engine.play.view import View
from engine.record.parser import parse_record
from engine.record.record import Record, RecordError, record_text, verify
from engine.record.summary import Replay, moments_of
from engine.table.practice import PracticeError, PracticeGame
from engine.table.state import replayed_state

COMMANDS: Final = LobbyCommands(GAMES)
T = TypeVar("T")


def hint(session: Conversation, table: TableFeed, rest: str) -> None:
    """Name the best plays of the pending decision, in practice; the price is told first."""
    view, practice = table.view, table.chair.practice
    if practice is None:
        table.say(ONLY_IN_PRACTICE)
    elif view is None or not view.legal or not table.running:
        table.say(NOTHING)
    elif practice.counts and not session.is_guest:
        price = UNCOUNTED_DEAL if table.state.day else UNCOUNTED
        session.confirm(price, lambda: session.think(_hint(session, table, view)))
    else:
        session.think(_hint(session, table, view))


async def _hint(session: Conversation, table: TableFeed, view: View) -> None:
    try:
        found = hint_of(view, await _patiently(session, session.lobby.analyst.assess(view, LONGER)))
    except LobbyError as error:
        table.say(lobby_line(error))
        return
    if found is not None:
        table.say(chance_line(found, table.names), *hint_lines(found, table.names))
        if table.chair.practice is not None:
            table.chair.practice.note_help()


async def _patiently(session: Conversation, thought: Awaitable[T]) -> T:
    """Wait for the coach; say that it thinks, if that takes a while."""
    later = asyncio.get_running_loop().call_later(LONG_THOUGHT, session.output.tell, THINKING)
    try:
        return await thought
    finally:
        later.cancel()


def analyse(session: Conversation, table: TableFeed, rest: str) -> None:
    """Read the analysis of the game just finished."""
    text = table.chair.record()
    if text is None:
        table.say(NOT_OVER)
    else:
        game = table.state.game
        session.think(_read_analysis(session, parse_record(text), table.names, game))


def ended_against_computers(table: TableFeed) -> bool:
    """Return whether a game of the reader against computers alone is over, and has a record."""
    seat = table.chair.seat
    others = (other for place, other in enumerate(table.state.sitters) if place != seat)
    if seat is None or any(other.kind != "computer" for other in others):
        return False
    return table.chair.record() is not None


async def _read_analysis(session: Conversation, record: Record, names: Names, game: str) -> None:
    """Read out the analysis of a game, by its id on a server."""
    session.seen_analyses.add(game, record, session.lobby.archive)
    replay = Replay(record)
    analysis = session.analyses.of(replay)
    try:
        if not analysis.complete:
            session.output.tell(words.begin_line(analysis))
        while not analysis.complete:
            analyst = session.lobby.analyst
            analysis = await judge_next(analyst, session.analyses, replay, analysis)
    except LobbyError as error:
        session.output.tell(lobby_line(error))
        return
    lines = words.analysis_lines(replay, analysis, names)
    session.output.tell(*lines, names=names.spelled)


@COMMANDS(N_("games [match]"), N_("list finished games, or those of matches alone"), LOBBY)
async def _games(session: Conversation, rest: str) -> None:
    archive, online, matches = session.lobby.archive, session.lobby.online, rest.lower() == "match"
    if rest and not matches:
        raise UsageError
    if archive is not None:
        lines = kept_lines(archive.games(), session.lobby.player, matches=matches)
    else:
        games = () if online is None else await online.games()
        listed = [game for game in games if game.match is not None or not matches]
        lines = game_lines(listed, session.lobby.player)
    await session.items(lines or [tr("There are no saved games.")])
    session.number_opens("replay")


async def record_of(session: Conversation, name: str) -> Record:
    """Return the record of a finished game."""
    archive = session.lobby.archive
    try:
        if archive is None:
            return await session.online.replay(name)
        kept = archive.games()
        place = read_number(name)
        if 1 <= place <= len(kept):
            return archive.record(kept[place - 1].name)
        raise Refused(N_("There is no game with that name. Type games for the list."))
    except RecordError as error:
        raise Refused(plain(unreadable_line(worded(error)))) from error


@COMMANDS(N_("replay GAME"), N_("read a finished game from its beginning"), LOBBY, needs=True)
async def _replay(session: Conversation, rest: str) -> None:
    await read_out(session, await record_of(session, rest))


async def read_out(session: Conversation, record: Record) -> None:
    """Tell a finished game from its beginning, with all hands."""
    replay = Replay(record)
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply, all_hands=True)]
    names = names_of(replayed_state(replay, 0).sitters, None)
    who = reduce(lambda some, last: tr("{some} against {last}", some=some, last=last), names.names)
    ruleset = rules_in_words(record.ruleset.name)
    session.output.item(tr("{players}, by the rules of {ruleset}.", players=who, ruleset=ruleset))
    for place, event in enumerate(log):
        session.output.tell(*event_lines(event, names, log[:place]), names=names.spelled)
        await session.pause()


@COMMANDS(
    N_("analyse GAME"),
    N_("read the coach's opinion of a finished game: chances, turning points"),
    LOBBY,
    needs=True,
)
async def _analyse(session: Conversation, rest: str) -> None:
    record = await record_of(session, rest)
    names = names_of(replayed_state(Replay(record), 0).sitters, None)
    game = game_id(rest) if session.lobby.archive is None else ""
    session.think(_read_analysis(session, record, names, game))


def game_lines(games: Sequence[GameLine], me: str) -> list[str]:
    """List the finished games of a server: the result, the rules, when it ended."""
    lines = []
    for game in games:
        result = result_of(game)
        told = result_text(result, me, score_text(result.ending, seat_of(result, me)))
        source = (tr("played elsewhere: {source}", source=game.source),) if game.source else ()
        facts = facts_line((told, game.ruleset, f"{game.ended} UTC", *source))
        lines.append(tr("{number}: {game}", number=game.id, game=facts))
    return lines


def kept_lines(games: Sequence[ArchivedGame], me: str, *, matches: bool = False) -> list[str]:
    """List the games saved on this computer, or those of matches, by number, with their results."""
    return [
        tr("{number}: {game}", number=place, game=f"{result_text(game, me)}, {game.when}")
        for place, game in enumerate(games, 1)
        if game.match is not None or not matches
    ]


AFTER_MOVE: Final = N_("the table after move {number}")


class Looked(NamedTuple):
    """A finished game that a player asks about."""

    record: Record
    game: str
    """Its id on a server; empty for one of this computer."""
    seat: int | None
    """The player's own seat in it, if it is known."""

    @property
    def names(self) -> Names:
        """The players by their names."""
        return names_of(replayed_state(Replay(self.record), 0).sitters, None)


async def _looked(session: Conversation, name: str) -> Looked:
    """Return the game of that name, or the one just finished at the table."""
    if name:
        record = await record_of(session, name)
        own = [at for at, player in enumerate(record.players) if player == session.lobby.player]
        seat = own[0] if len(own) == 1 else seat_among_computers(record)
        return Looked(record, _id(session, name), seat)
    table = session.table
    text = None if table is None else table.chair.record()
    if table is not None and text is not None:
        record = replace(parse_record(text), match=table.state.match)
        return Looked(record, _id(session, table.state.game), table.chair.seat)
    if table is not None and table.view is None:
        raise Refused(NOT_DEALT)
    if table is not None and table.running:
        raise Refused(NOT_OVER)
    raise UsageError(N_("No game has just ended here: name one. Type games for the list."))


@COMMANDS(N_("record [GAME]"), N_("the record of a finished game"), LOBBY | TABLE, needs=True)
async def _record(session: Conversation, rest: str) -> None:
    session.output.text(record_text((await _looked(session, rest)).record))


def _id(session: Conversation, name: str) -> str:
    return game_id(name) if session.lobby.archive is None else ""


# moves -------------------------------------------------------------------------------------------


@COMMANDS(N_("moments [GAME]"), N_("find captures, counters, one-offs, lead changes, near wins"))
async def _moments(session: Conversation, rest: str) -> None:
    looked = await _looked(session, rest)
    replay, lines = Replay(looked.record), []
    found = moments_of(replay)
    for moment in found:
        alike = [other for other in found if other.kind == moment.kind]
        told = found_line(moment, alike, replay.view(moment.ply), looked.names)
        lines.append(tell("move {number}: {moment}", number=moment.ply, moment=told))
    await session.items(lines)


@COMMANDS(
    N_("position [GAME] MOVE"),
    N_("list the cards on the table after that move; 0 is the deal"),
    LOBBY | TABLE,
)
async def _position(session: Conversation, rest: str) -> None:
    """Tell the table as it was after a move: of a finished game, or of the one being played."""
    name, _, number = rest.rpartition(" ")
    table = session.table
    if not rest:
        raise UsageError
    if table is not None and not name and table.chair.record() is None:
        await _past(session, table, number)
        return
    looked = await _looked(session, name)
    replay = Replay(looked.record)
    ply = _move(number, replay.plies)
    events = replay.events(ply, all_hands=True)
    names = names_of(replayed_state(replay, 0).sitters, looked.seat)
    session.output.tell(tell(AFTER_MOVE, number=ply))
    for place, event in enumerate(events):
        session.output.tell(*event_lines(event, names, events[:place]), names=names.spelled)
    _tell_table(session, replayed_state(replay, ply, all_hands=True), names)


async def _past(session: Conversation, table: TableFeed, number: str) -> None:
    """Tell the table at hand as its player saw it after a move."""
    if table.view is None:
        table.say(NOT_DEALT)
        return
    ply = _move(number, len(table.state.steps) - 1)
    state = await table.chair.past(ply)
    if state is None or state.view is None:
        table.say(N_("The table of that move cannot be seen here."))
    else:
        session.output.tell(tell(AFTER_MOVE, number=ply))
        _tell_table(session, state, table.names)


def _tell_table(session: Conversation, state: TableState, names: Names) -> None:
    session.output.tell(*table_lines(state, names), names=names.spelled)


def _move(text: str, last: int) -> int:
    """Parse the number of a move."""
    number = read_number(text)
    if not 0 <= number <= last:
        raise Refused(tr("There is no move {number}. Type 0 to {last}.", number=text, last=last))
    return number


@COMMANDS(
    N_("practise GAME MOVE [NAME]"),
    N_("play on from that move against the computer, in that player's seat"),
)
async def _practise(session: Conversation, rest: str) -> None:
    name, number, who = (*rest.split(maxsplit=2), "", "", "")[:3]
    if not number:
        raise UsageError
    looked = await _looked(session, name)
    session.check_free()
    replay = Replay(looked.record)
    ply = _move(number, replay.plies)
    try:
        seat = _seat_for(session, replay, ply, who, looked)
        branch = PracticeGame(looked.record, ply, seat, title=practice_title())
        chair = session.lobby.play_on(branch, session.level)
    except PracticeError as error:
        session.output.tell(obstacle_line(error))
        return
    session.rise()
    names = names_of(chair.state().sitters, chair.seat)
    session.output.tell(begin_line(names), names=names.spelled)
    session.sit_down(chair)


def _seat_for(session: Conversation, replay: Replay, ply: int, who: str, looked: Looked) -> int:
    """Return the seat that a player names, or the likeliest.

    Raises:
        PracticeError: no game can go on from there.
    """
    if not who:
        return seats_at(replay, ply, looked.seat, session.lobby.player)[0]
    seat = seat_called(who, looked.names.names, looked.seat)
    if seat is None:
        raise Refused(person_unknown(who))
    return seat


# the coach and the result ------------------------------------------------------------------------


@COMMANDS(N_("decided [GAME]"), MOMENT.help)
async def _decided(session: Conversation, rest: str) -> None:
    looked = await _looked(session, rest)
    if looked.seat is None:
        raise Refused(N_("The coach says this only to those who played."))
    session.think(_decide(session, looked, looked.seat, rest))


async def _decide(session: Conversation, looked: Looked, seat: int, name: str) -> None:
    replay = Replay(looked.record)
    names = names_of(replayed_state(replay, 0).sitters, seat)
    try:
        thought = commented(session.lobby.analyst, session.analyses, replay, seat)
        found = await _patiently(session, thought)
    except (LobbyError, TimeoutError) as error:
        session.output.tell(lobby_line(error) if isinstance(error, LobbyError) else say(NO_TURN))
        return
    if found is None:
        session.output.tell(say(NO_TURN))
        return
    session.output.tell(comment_line(replay, found, names), names=names.spelled)
    if found.ply is not None:
        command = " ".join(filter(None, ("position", name, str(found.ply))))
        session.output.tell(tell("type {command} to hear the table then", command=command))


@COMMANDS(N_("result [GAME]"), N_("print the result in a line or two, for a chat"))
async def _result(session: Conversation, rest: str) -> None:
    """Write the result in the lines that people send in a chat, without the drawn curve."""
    looked = await _looked(session, rest)
    online, where = session.lobby.online, ""
    if online is not None and await online.link_of(looked.game) != "closed":
        where = where_to_watch(looked.game, online.link, online.door)
    text = shared_text(Replay(looked.record), looked.seat or 0, where, curve=False)
    session.output.text(text)


@COMMANDS(N_("close [GAME]"), CLOSE_LINK.help, SERVER | Place.SERVER_OVER)
async def _close(session: Conversation, rest: str) -> None:
    looked = await _looked(session, rest)
    await session.online.close_link(looked.game)
    session.output.tell(say(LINK_CLOSED))


@COMMANDS(N_("check [GAME]"), CHECK.help)
async def _check(session: Conversation, rest: str) -> None:
    looked = await _looked(session, rest)
    online = session.lobby.online
    try:
        verify(looked.record)
    except RecordError as error:
        session.output.tell(unfair_line(worded(error)))
    else:
        may = online is None or await opens_by_ssh(online, looked.game)
        door = "HOST" if online is None else online.door
        session.output.tell(fair_line(verify_command(looked.game, door) if may else ""))


# files, which alone need the library of the screens ---------------------------------------


async def _save(session: Conversation, rest: str, *, what: str, suffix: str) -> None:
    """Write files at home, or name the line that fetches one from a server."""
    looked = await _looked(session, rest)
    online = session.lobby.online
    if online is not None and not await opens_by_ssh(online, looked.game):
        raise Refused(NO_KEY)
    if online is not None:
        line = f"ssh {online.door} {what} {looked.game} > {looked.game}{suffix}"
        session.output.tell(command_line(line, copied=False))
        return
    from cuttle_tui.replay.export import cast_text, picture_svg, picture_text

    replay = Replay(looked.record)
    if what == "cast":
        texts = {suffix: cast_text(replay)}
    else:
        texts = {suffix: picture_svg(replay), ".txt": picture_text(replay)}
    try:
        session.output.tell(saved_line(write_beside(looked.record, texts)))
    except NotWritten as error:
        session.output.tell(not_written_line(error))


COMMANDS.add(
    N_("picture [GAME]"),
    N_("save the end of the game as a picture, or see how"),
    partial(_save, what="picture", suffix=".svg"),
)
COMMANDS.add(
    N_("cast [GAME]"),
    N_("save the game as a recording for asciinema, or see how"),
    partial(_save, what="cast", suffix=".cast"),
)
