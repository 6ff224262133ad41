"""Present the log: where it is read, its words, and what is asked in its column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Sentence,
    Span,
    Words,
    plain,
    tell,
    tr,
    typed,
)
from cuttle_tui.kit import finding
from cuttle_tui.kit.finding import count_line, is_elsewhere, place_line
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import NO_CALL, Call, Fill, Prompt, Upright, option
from cuttle_tui.ports import TableState
from cuttle_tui.table.chat import steps_back
from cuttle_tui.table.commands import LOG
from cuttle_tui.table.digest import TableDigest
from cuttle_tui.table.log_lines import joined, line_of
from cuttle_tui.table.log_texts import LET
from cuttle_tui.table.play_commands import FOUND_BEFORE, NEXT_FOUND, SEARCH
from cuttle_tui.table.searching import Reading
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import LogModel, TableModel
from cuttle_tui.table.words.chat import menu_of, talk_prompt
from cuttle_tui.table.words.status_notes import NOTHING_YET, Asked, asking, call_of
from engine.play.events import Declined, Ended, Event
from engine.play.view import View

Labels = Sequence[tuple[str, Message]]

LOOK: Final = N_("look back")
_BACK: Final = C_("a move", "back")
_NEXT: Final = C_("a move", "next")
_CLOSE: Final = ("esc", N_("close the log"))
_READ: Final[Labels] = (
    ("up down", N_("move")),
    ("enter", LOOK),
    (SEARCH.key, N_("search")),
    _CLOSE,
)
_SEARCHED: Final[Labels] = (
    (NEXT_FOUND.key, C_("a line", "next")),
    (FOUND_BEFORE.key, C_("a line", "before")),
    ("enter", LOOK),
    (SEARCH.key, N_("search again")),
    ("esc", N_("end the search")),
)
_TYPING: Final[Labels] = (("enter", N_("keep it")), ("esc", N_("end the search")))


def log_prompt(
    reading: Reading,
    found: Sequence[int],
    here: int,
    view: View | None,
    whole: Sentence = SILENCE,
    look: Words = LOOK,
) -> Prompt:
    """Word the prompt of the log view.

    Args:
        reading: the state of the log view.
        found: the lines that were found.
        here: the line in focus; -1 if there is none.
        view: the table now; None if nobody waits for the reader.
        whole: what the log covers; everything by default.
        look: what enter does.
    """
    call = asking(view, 2 if reading.searching else 1)
    fill, why, tapped = call.fill, call.line, Upright(call=call)
    if reading.typing:
        sentence = tell("Search the log for: {typed}", typed=typed(reading.query))
        told = count_line(found) if reading.query else SILENCE
        first = told if reading.query and not found else why
        return Prompt(
            "bar", tr("SEARCH"), sentence, _options(_TYPING), first or told, upright=tapped
        )
    if reading.query:
        options = _options(_SEARCHED if is_elsewhere(found, here) else _SEARCHED[2:], look)
        sentence = place_line(reading.query, found, here)
        if not found:
            query = Span(reading.query.strip(), "strong")
            sentence = tell("not found in the log: {query}", query=query)
        marks = tell("found lines are marked on the left") if found else SILENCE
        return Prompt(fill, tr("LOG"), sentence, options, why or marks, upright=tapped)
    if here < 0:
        nothing = tell("nothing has happened yet")
        return Prompt(fill, tr("LOG"), nothing, _options([_CLOSE]), why, upright=tapped)
    sentence = whole or tell("everything that happened, newest last")
    tapped = tapped._replace(sentence=whole or tell("all that happened, newest last"))
    return Prompt(fill, tr("LOG"), sentence, _options(_READ, look), why, upright=tapped)


def line_of_log(here: int, count: int) -> Sentence:
    """Say which line is in focus; nothing if there is none."""
    return tell("line {place} of {count}", place=here + 1, count=count) if count else SILENCE


def _options(table: Labels, look: Words = LOOK) -> tuple[Sentence, ...]:
    return tuple(option(key, look if label is LOOK else label) for key, label in table)


# looking back ------------------------------------------------------------------------------------

_LOOKING: Final[Labels] = (
    ("left", _BACK),
    ("right", _NEXT),
    ("home", C_("of a game", "deal")),
    (LOG.key, C_("to go back to", "the log")),
    ("esc", N_("back to now")),
)
_LOOKING_BRIEFLY: Final[Labels] = (
    *_LOOKING[:3],
    (LOG.key, N_("log")),
    ("esc", C_("to go back to", "now")),
)
_LOOKING_LEAST: Final[Labels] = (*_LOOKING_BRIEFLY[:2], *_LOOKING_BRIEFLY[3:])
_BRIEF: Final = 42
"""Columns of what happened for which the smallest window has room."""
_DEAD_AT_DEAL: Final = ("left", "home")
_DEAD_AT_END: Final = ("right",)
_HEADS: Final[dict[Asked, Message]] = {
    "": N_("LOOKING BACK"),
    "turn": N_("YOUR TURN"),
    "answer": N_("DECIDE NOW"),
}
_FILLS: Final[dict[Asked, Fill]] = {"": "wait", "turn": "bar", "answer": "alarm"}
NOT_HERE: Final = N_("you cannot look back at this table")
NEWEST: Final = N_("this is the table now: esc goes back to it")


def look_prompt(
    place: tuple[int, int, int], lines: Sequence[Sentence], asked: Asked, meanwhile: Sentence
) -> Prompt:
    """Word the prompt of a past position: the action that led there, and what happens now.

    `place` is its turn, its number, and how many there are, `asked` says whether the table waits
    for the reader, `meanwhile` what has happened since.
    """
    turn, ply, plies = place
    then = place_of(turn, ply, plies)
    sentence, why = then, meanwhile or joined(lines[1:])
    if asked:
        sentence = tell("at {then}: esc goes back", then=then)
        deed = joined(lines)
        if len(plain(deed)) > _BRIEF:
            deed = lines[-1]
        why = deed and tell("at this move: {deed}", deed=deed)
    elif lines:
        sentence = tell("{then}: {deed}", then=then, deed=lines[0])
    dead = (_DEAD_AT_DEAL if ply == 0 else ()) + (_DEAD_AT_END if ply == plies else ())
    options, shorter, shortest = (
        _options([entry for entry in each if entry[0] not in dead])
        for each in (_LOOKING, _LOOKING_BRIEFLY, _LOOKING_LEAST)
    )
    return Prompt(_FILLS[asked], tr(_HEADS[asked]), sentence, options, why, shorter, shortest)


def place_of(turn: int, ply: int, plies: int) -> Sentence:
    """Say how far a game has come: the turn, as the log numbers it, and the move."""
    if not ply:
        return tell("move {ply} of {plies}", ply=ply, plies=plies)
    return tell("turn {turn}, move {ply} of {plies}", turn=turn, ply=ply, plies=plies)


def meanwhile_line(line: Sentence) -> Sentence:
    """Report what happened at the table meanwhile."""
    return tell("meanwhile: {line}", line=line)


def action_lines(events: Sequence[Event], before: Sequence[Event], names: Names) -> list[Sentence]:
    """Word what an action did, without the end of the game."""
    lines = []
    for place, event in enumerate(events):
        if isinstance(event, Declined):
            lines.append(names.by(event.seat, *LET))
        elif not isinstance(event, Ended):
            lines.append(line_of(event, names, (*before, *events[:place])))
    return [line for line in lines if line]


# the seed ----------------------------------------------------------------------------------------


def fair_line(command: str = "", *, copied: bool = False) -> Sentence:
    """Say that the deal was checked, and how others can check it; at home there is no command."""
    if not command:
        return tell("deal fair: it matches the seal shown before the game")
    told = N_("deal fair; paste at home: {command}") if copied else N_("deal fair: {command}")
    return tell(told, command=Span(command, "line"))


def verify_command(game: str, door: str = "HOST") -> str:
    """Return the command that fetches the record of a server's game, and checks its deal."""
    return game and f"ssh {door} record {game} > g; cuttle verify g"


def unfair_line(reason: str) -> Sentence:
    """Report that a deal could not be checked, or fails the check."""
    return tell("this deal fails the check: {reason}", reason=reason)


def log_of(digest: TableDigest) -> LogModel:
    """Return the log with the numbers of its turns."""
    # the number of the turn that begins with each line; 0 for the others and for chat
    numbers, last = [], 0
    for place, turn in enumerate(digest.turns):
        begins = turn > last and place not in digest.spoken
        numbers.append(turn if begins else 0)
        last = turn if begins else last
    return LogModel(digest.lines, numbers=tuple(numbers), empty=NOTHING_YET)


def read_log(log: LogModel, ui: TableUi) -> LogModel:
    """Show the log, with the line in focus while it is read."""
    if ui.mode is not Mode.LOG:
        return log if log.scroll == ui.scroll else replace(log, scroll=ui.scroll)
    reading = ui.reading
    return replace(
        log, focus=reading.place(len(log.lines)), found=finding.found(log.lines, reading.query)
    )


def talked(model: TableModel, ui: TableUi) -> TableModel:
    """Ask what to say, with the phrases below the log."""
    muted = ui.chat.who in ui.muted
    prompt = talk_prompt(ui.chat, ui.chat_context, muted=muted, listed=ui.beside)
    log = replace(model.log, scroll=ui.scroll, menu=menu_of(ui.chat, ui.chat_context))
    return replace(model, prompt=prompt, log=log)


def in_column(model: TableModel, state: TableState, seat: int, ui: TableUi) -> TableModel:
    """Read the log or talk in the column beside a table that stays in sight."""
    if ui.mode is Mode.TALK:
        opened = talked(model, ui)
        steps = steps_back(ui.chat, ui.chat_context)
        call = call_of(state, seat, steps, watching=ui.watching)
        return beside(model, opened.log, opened.prompt, call, ui)
    log = read_log(model.log, ui)
    place = line_of_log(log.focus, len(log.lines))
    prompt = log_prompt(ui.reading, log.found, log.focus, None, place)
    call = call_of(state, seat, 2 if ui.reading.searching else 1, watching=ui.watching)
    return beside(model, log, prompt, NO_CALL if call.kind == "over" else call, ui)


def beside(model: TableModel, log: LogModel, prompt: Prompt, call: Call, ui: TableUi) -> TableModel:
    """Move the filled bar, the keys and any notice from a table to the column beside it."""
    urgent = call.line if call.kind == "answer" else SILENCE
    prompt = replace(
        prompt,
        fill="alarm" if urgent else "bar",
        why=ui.notice or urgent or prompt.why or call.line,
    )
    return replace(
        model,
        prompt=replace(model.prompt, fill="wait", options=(), shorter=(), shortest=()),
        tray=tuple(replace(face, key="") for face in model.tray),
        log=replace(log, prompt=prompt),
    )
