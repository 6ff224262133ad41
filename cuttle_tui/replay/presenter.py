"""Present a ply of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cuttle_tui.i18n.translation import SILENCE, Sentence, Span, listing, say, tell, tr
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.drawn import CourseModel, CourseSeat
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.results import sentence, table_result
from cuttle_tui.kit.text_types import (
    NO_CALL,
    Cell,
    KeysModel,
    PanelBlock,
    PanelModel,
    Prompt,
    Timeline,
    option,
)
from cuttle_tui.ports import TableState
from cuttle_tui.replay import commands as do, words as wording
from cuttle_tui.replay.archive_words import copy_prompt, share_prompt
from cuttle_tui.replay.commands import ReplayState
from cuttle_tui.replay.words import find_prompt, over_prompt, seat_prompt
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.digest import TableDigest, digest_of
from cuttle_tui.table.log_view import beside, line_of_log, log_prompt, read_log
from cuttle_tui.table.plate import present_plate
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.small_board import SEATS, board_seats
from cuttle_tui.table.view_model import LogModel, TableModel
from cuttle_tui.table.words.status_notes import OPEN_HAND
from engine.play.events import Event
from engine.play.view import View
from engine.record.record import RecordedAction
from engine.record.summary import Moment, Replay
from engine.table.state import replayed_state


@dataclass(frozen=True, slots=True)
class Side:
    """Whose view is shown, and who sits at the bottom of the screen."""

    seat: int
    viewer: int | None = None
    all_hands: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A ply of a replay, seen from one side."""

    state: TableState
    view: View
    digest: TableDigest
    side: Side
    ply: int
    plies: int
    why: Sentence
    silent: Sentence
    """The action that led here, if the log is silent about it."""
    happened: tuple[Event, ...] = ()
    """The events of that action."""
    before: View | None = None
    """The table before that action."""

    @property
    def turn(self) -> int:
        """The turn of that action, as the log and the coach number it."""
        return (self.before or self.view).turn + 1

    @property
    def viewer(self) -> str:
        """The name of the player whose view is shown, if it belongs to one seat."""
        return "" if self.side.viewer is None else self.digest.names.who(self.side.viewer)


def sides_of(seats: int, seat: int) -> tuple[Side, ...]:
    """List the sides to see a game from, for the player in a seat or a watcher behind it."""
    return (
        Side(seat, all_hands=True),
        *(Side(other, viewer=other) for other in range(seats)),
        Side(seat),
    )


def frame_of(replay: Replay, ply: int, side: Side) -> Frame:
    """Return one ply of a replay as seen from one side."""
    state = replayed_state(replay, ply, side.viewer, all_hands=side.all_hands)
    assert state.view is not None
    view = replace(state.view, legal=())
    state = replace(state, view=view)
    digest = digest_of(state, side.seat, covered=True)
    events = replay.events(ply, side.viewer, all_hands=side.all_hands)
    before = state.log[: len(state.log) - len(events)]
    entry: RecordedAction | None = replay.entry(ply)
    return Frame(
        state=state,
        view=view,
        digest=digest,
        side=side,
        ply=ply,
        plies=replay.plies,
        why=_why(replay, ply, state, digest),
        silent=wording.silent_line(entry, events, before, digest.names),
        happened=events,
        before=replay.view(ply - 1, side.viewer, all_hands=side.all_hands) if ply else None,
    )


def _why(replay: Replay, ply: int, state: TableState, digest: TableDigest) -> Sentence:
    result = table_result(state)
    if result.winners is not None:
        return sentence(result, digest.names)
    if ply == replay.plies:
        return tell("the record ends here, unfinished")
    rules = rules_in_words(replay.record.ruleset.name)
    return SILENCE if ply else tell("rules: {rules}", rules=rules)


def present_replay(
    frame: Frame,
    ui: TableUi,
    playback: ReplayState,
    cells: tuple[Cell, ...] = (),
    found: Sequence[Moment] = (),
    coached: Sentence = SILENCE,
) -> TableModel:
    """Present a ply of a replay.

    Args:
        found: the moments to search for; needed only while that is asked.
        coached: what the coach says of this ply, if it is a turning point.
    """
    side = frame.side
    model = present_table(frame.state, side.seat, ui.of_table, frame.digest)
    right = wording.where(frame.viewer, frame.turn, all_hands=side.all_hands)
    others = tuple(
        replace(seat, hand_notes=(str(OPEN_HAND),)) if seat.hand_notes else seat
        for seat in model.others
    )
    model = replace(model, others=others, keys=KeysModel((), right))
    if ui.mode is Mode.SCRAP:
        back = option(do.TO_REPLAY, do.TO_REPLAY.help)
        options = (*model.prompt.options[:-1], back)
        return replace(model, prompt=replace(model.prompt, options=options))
    tray = tuple(replace(face, key="") for face in model.tray)
    if ui.mode is Mode.LOG and not ui.beside:
        return replace(model, prompt=_reading(model.log, frame, ui, playback), tray=tray)
    frame = replace(frame, why=coached or frame.why)
    model = replace(model, prompt=_prompt(frame, playback, found, cells), tray=tray)
    if not ui.beside:
        return model
    log = read_log(model.log, ui)
    return beside(model, log, _reading(log, frame, ui, playback), NO_CALL, ui)


def game_panel(replay: Replay, me: str) -> PanelModel:
    """Say how a game went, and show its end and its course, a player at the bottom."""
    seat = replay.names.index(me) if me in replay.names else 0
    state = replayed_state(replay, replay.plies, None)
    names = names_of(state.sitters, None)
    plate = present_plate(replay, state, names, seat)
    blocks = [PanelBlock(tr("in numbers"), (listing(plate.counts),))]
    blocks += [PanelBlock(label, forms[:1]) for label, forms in plate.facts]
    if len(replay.names) == SEATS:
        title = say(Span(tr("how it ended"), "strong"))
        board = board_seats(present_table(state, seat, TableUi()))
        blocks.append(PanelBlock("", (), drawn=BoardModel("enter", (title,), board, "", ())))
    seats = tuple(
        CourseSeat(seat.name, seat.total, seat.scores, seat.goals, won=seat.won)
        for seat in plate.seats
    )
    course = CourseModel(tr("points, turn by turn"), seats)
    return (*blocks, PanelBlock("", (), drawn=course))


def _reading(log: LogModel, frame: Frame, ui: TableUi, playback: ReplayState) -> Prompt:
    """Word the prompt of the log."""
    head = wording.log_head(frame.ply, frame.plies)
    if ui.beside:  # the table beside it says which move this is
        head = line_of_log(log.focus, len(log.lines))
    prompt = log_prompt(ui.reading, log.found, log.focus, None, head, do.GO_THERE.help)
    return replace(prompt, why=playback.notice or prompt.why)


def _prompt(
    frame: Frame, playback: ReplayState, found: Sequence[Moment], cells: tuple[Cell, ...]
) -> Prompt:
    if playback.asked == "go":
        return wording.go_prompt(playback.typed, frame.plies)
    if playback.asked == "find":
        return find_prompt(found, playback)
    if playback.asked == "seat":
        view = frame.view
        mover = view.asked[0] if view.asked else view.mover
        return seat_prompt(playback.seats, frame.digest.names, mover)
    if playback.asked == "share":
        return share_prompt(
            playback.source, may_copy=playback.may_copy, link=playback.link, why=playback.notice
        )
    if playback.asked == "copy":
        return copy_prompt(playback.typed, playback.notice)
    timeline = Timeline(cells, frame.ply)
    at = (frame.turn, frame.plies)
    return wording.replay_prompt(timeline, at, frame.silent, frame.why, playback)


def present_practice(model: TableModel, view: View, ply: int) -> TableModel:
    """Mark a table as practice, which ends without a match or a record."""
    if view.outcome is None:
        return model
    return replace(model, prompt=over_prompt(model.prompt, ply))
