"""The coach in lines of text: hints, and the analysis of a finished game."""

from __future__ import annotations

from contextlib import suppress

from cuttle_tui.coach import words
from cuttle_tui.coach.comments import comment_line, commented, judge_next
from cuttle_tui.coach.purposes import NOTHING, ONLY_IN_PRACTICE, chance_line, hint_lines, hint_of
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.plain.table_words import NOT_OVER
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.chair import LONGER
from engine.play.view import View
from engine.record.parser import parse_record
from engine.record.record import Record
from engine.record.summary import Replay
from engine.table.state import replayed_state

_PARTS = 4
"""How many times an analysis reports its progress."""


def hint(session: Conversation, table: TableFeed, rest: str) -> None:
    """Name the best plays of the pending decision; only in practice."""
    view = table.view
    if table.chair.practice is None:
        table.say(ONLY_IN_PRACTICE)
    elif view is None or not view.legal or not table.running:
        table.say(NOTHING)
    else:
        session.think(_hint(session, table, view))


async def _hint(session: Conversation, table: TableFeed, view: View) -> None:
    try:
        found = hint_of(view, await session.lobby.analyst.assess(view, LONGER))
    except LobbyError as error:
        table.say(lobby_line(error))
        return
    if found is not None:
        if table.chair.practice is not None:
            table.chair.practice.note_help()
        table.say(chance_line(found, table.names), *hint_lines(found, table.names))


def analyse(session: Conversation, table: TableFeed, rest: str) -> None:
    """Read the analysis of the game just finished."""
    text = table.chair.record()
    if text is None:
        table.say(NOT_OVER)
    else:
        session.think(_analyse(session, parse_record(text), table.names))


def ended_against_computers(table: TableFeed) -> bool:
    """Return whether a game of the reader against computers alone is over, and has a record."""
    seat = table.chair.seat
    others = (other for place, other in enumerate(table.state.sitters) if place != seat)
    if seat is None or any(other.kind != "computer" for other in others):
        return False
    return table.chair.record() is not None


async def comment(session: Conversation, table: TableFeed) -> None:
    """Say what decided such a game, as soon as it is known."""
    seat, text = table.chair.seat, table.chair.record()
    if seat is None or text is None:
        return
    replay = Replay(parse_record(text))
    with suppress(LobbyError, TimeoutError):  # nobody asked for it: then nothing is said
        found = await commented(session.lobby.analyst, session.analyses, replay, seat)
        if found is not None and table.over and session.table is table:
            table.say(comment_line(replay, found, table.names))


def analyse_record(session: Conversation, record: Record) -> None:
    """Read the analysis of a stored game, with the players by their names."""
    names = names_of(replayed_state(Replay(record), 0).sitters, None)
    session.think(_analyse(session, record, names))


async def _analyse(session: Conversation, record: Record, names: Names) -> None:
    replay = Replay(record)
    analysis = session.analyses.of(replay)
    try:
        while not analysis.complete:
            if analysis.done % max(1, len(analysis.plies) // _PARTS) == 0:
                session.output.tell(words.progress_line(analysis))
            analyst = session.lobby.analyst
            analysis = await judge_next(analyst, session.analyses, replay, analysis)
    except LobbyError as error:
        session.output.tell(lobby_line(error))
        return
    lines = words.analysis_lines(replay, analysis, names)
    session.output.tell(*lines, names=names.spelled)
