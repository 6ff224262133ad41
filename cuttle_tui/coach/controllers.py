"""The coach of a replay and of a practice table, and its sentence about a finished game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.worker import Worker

from cuttle_tui.coach.comments import (
    comment_chance,
    comment_forms,
    comment_in,
    comment_row,
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
    Hint,
    hint_of,
    hint_prompt,
    opinion,
)
from cuttle_tui.coach.words import AnalysisModel, present_analysis, turning_line, turning_point_line
from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import KeysModel
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.chair import LONGER
from cuttle_tui.table.present_seats import with_cards_lit
from cuttle_tui.table.view_model import TableModel
from engine.actions import Action
from engine.bots.search import Assessment
from engine.coach.analysis import Analysis, Comment, Decision
from engine.record.summary import Replay

if TYPE_CHECKING:
    from cuttle_tui.kit.screen import ZoneScreen
    from cuttle_tui.playing.screen import TableScreen
    from cuttle_tui.replay.screen import ReplayScreen


class Better(NamedTuple):
    """A better play, and where it could have been played."""

    ply: int
    seat: int
    action: Action


class Commenter:
    """The coach's sentence about one finished game, which takes some seconds to be found."""

    def __init__(self, screen: ZoneScreen, told: Callable[[], None]) -> None:
        """Prepare; call `told` once the sentence is there, or is not to be had."""
        self._screen, self._told = screen, told
        self._worker: Worker[None] | None = None
        self.comment: Comment | None = None
        self.looks = False
        """Whether the coach is looking at the game."""

    def begin(self, replay: Replay, seat: int) -> None:
        """Look at what a seat decided in a finished game."""
        self.stop()
        self.looks = True
        work = cast(Any, partial(self._look, replay, seat))  # cancelled, it leaves nothing behind
        self._worker = self._screen.run_worker(work, group="comment", exclusive=True)

    def stop(self) -> None:
        """Look no more, and forget the sentence; what was judged is kept."""
        if self._worker is not None:
            self._worker.cancel()
        self._worker, self.comment, self.looks = None, None, False

    async def _look(self, replay: Replay, seat: int) -> None:
        host = self._screen.cuttle
        with suppress(LobbyError, TimeoutError):  # nobody asked for it: then nothing is said
            self.comment = await commented(host.lobby.analyst, host.analyses, replay, seat)
        self.looks = False
        if self._screen.still_open:
            self._told()


class ReplayCoach:
    """What the coach thinks of the game of one replay."""

    def __init__(self, screen: ReplayScreen, replay: Replay) -> None:
        self._screen, self._replay = screen, replay
        self._worker: Worker[None] | None = None
        self._analysis: Analysis | None = None
        self._seat = seat_among_computers(replay.record)
        self._own: Analysis | None = None
        self._commenter = Commenter(screen, self._hear)
        self._waiting = False
        """Whether a hint has been asked for: another key asks for no second one."""
        self.hint: Hint | None = None
        """The best plays at this ply, while they are shown."""

    # hints

    def toggle_hint(self) -> None:
        """Ask for the best plays of the seat to move at this ply, or hide them."""
        if self.hint is not None:
            self.hint = None
            self._screen.note_coach()
            return
        ply = self._screen.frame.ply
        asked = self._replay.view(ply).asked
        view = self._replay.view(ply, asked[0]) if asked else None
        if view is None or not view.legal or view.outcome is not None:
            self._screen.tell(say(NOTHING))
            return
        if self._waiting:
            self._screen.tell(say(THINKING))
            return

        def show(assessment: Assessment) -> None:
            self._waiting = False
            if self._screen.frame.ply == ply:
                self.hint = hint_of(view, assessment)
                self._screen.tell(SILENCE)

        self._waiting = True
        self._screen.tell(say(THINKING))
        work = self._screen.cuttle.lobby.analyst.assess(view, LONGER)
        self._screen.ask_lobby(work, show, self._fail)

    # the analysis

    @property
    def analysis(self) -> Analysis:
        """The analysis, as far as it has come in this session."""
        if self._analysis is None:
            self._analysis = self._screen.cuttle.analyses.of(self._replay)
        return self._analysis

    def begin(self) -> None:
        """Go on with the analysis, unless it is complete or being made; the player sees it now."""
        cuttle, source = self._screen.cuttle, self._screen.playback.source
        cuttle.seen_analyses.add(source.game, self._replay.record, cuttle.lobby.archive)
        running = self._worker is not None and not self._worker.is_finished
        if not running and not self.analysis.complete:
            self._worker = self._screen.run_worker(self._analyse, group="coach", exclusive=True)

    def stop(self) -> None:
        """Stop the analysis; what is known is kept."""
        self._commenter.stop()
        if self._worker is not None:
            self._worker.cancel()

    async def _analyse(self) -> None:
        """Judge one decision after another, each away from the app's task."""
        host = self._screen.cuttle
        analyst, book = host.lobby.analyst, host.analyses
        while not self.analysis.complete:
            try:
                self._analysis = await judge_next(analyst, book, self._replay, self.analysis)
            except LobbyError as error:
                self._fail(error)
                return
            self._screen.note_coach()

    def _fail(self, error: LobbyError) -> None:
        self._waiting = False
        self._screen.tell(lobby_line(error))

    def model(self) -> AnalysisModel:
        """Present the analysis at this ply."""
        frame = self._screen.frame
        names, seat = frame.digest.names, frame.side.seat
        room = self._screen.body.prompt_room
        return present_analysis(self._replay, self.analysis, names, frame.ply, seat, room)

    # the sentence about the whole game

    @property
    def own(self) -> Analysis | None:
        """The analysis of the only person in the game, as far as it has come."""
        if self._own is None and self._seat is not None:
            self._own = self._screen.cuttle.analyses.of(self._replay, self._seat)
        return self._own

    @property
    def comment(self) -> Comment | None:
        """What decided the game, once its decisions have been judged."""
        if self._seat is None:
            return None
        parts = (part for part in (self.own, self.analysis) if part is not None)
        found = (comment_in(self._replay, part, self._seat) for part in parts)
        return next(filter(None, found), None)

    def comment_on_own(self) -> None:
        """Find out what decided the game, at its end and if the reader played it."""
        own, names = self.own, self._replay.record.players
        mine = self._seat is not None and names[self._seat] == self._screen.cuttle.lobby.player
        if own is None or not mine or own.complete or self._commenter.looks:
            return
        if own.winners is not None:
            self._commenter.begin(self._replay, cast(int, self._seat))

    def _hear(self) -> None:
        self._own = None
        self._screen.note_coach()

    # turning points

    def _turning_at(self, ply: int) -> Decision | None:
        found = self.analysis.turning_at(ply)
        return self.own.turning_at(ply) if found is None and self.own is not None else found

    def line(self, *, brief: bool = False) -> Sentence:
        """Word the turning point that led to this ply, if any; briefly, only what was better.

        Without one: what decided the game at its end, and the chance where that happened.
        """
        frame, room = self._screen.frame, self._screen.body.prompt_room
        names = frame.digest.names
        point = self._turning_at(frame.ply)
        if point is not None:
            word = turning_line if brief else turning_point_line
            return word(self._replay, point, names, room)
        comment = self.comment
        if comment is None:
            return SILENCE
        if frame.ply == frame.plies:
            return comment_row(comment_forms(self._replay, comment, names), comment.ply, room)
        return comment_chance(comment, names) if comment.ply == frame.ply else SILENCE

    def better(self) -> Better | None:
        """Return the play that was better than the last, or the best one here if it is shown."""
        if self.hint is not None:
            seat = cast(int, self.hint.view.viewer)
            return Better(self.hint.view.ply, seat, self.hint.plays[0].action)
        point = self._turning_at(self._screen.frame.ply)
        return None if point is None else Better(point.ply, point.seat, point.best.action)


class TableCoach:
    """Hints at one table; only where moves can be taken back, so never against people."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._hint: Hint | None = None
        self._waiting = False
        """Whether a hint has been asked for: another key asks for no second one."""

    @property
    def hint(self) -> Hint | None:
        """The hint that is shown: it gives way to a chosen card, and to the next decision."""
        table, hint = self._table, self._hint
        shown = hint is not None and table.ui.shows_hint and hint.view == table.state.view
        return hint if shown else None

    def toggle(self) -> None:
        """Ask for the best plays of this decision, or hide them."""
        table, view = self._table, self._table.state.view
        if self.hint is not None:
            table.show_ui(replace(table.ui, hinted=None))
        elif table.seating.chair.practice is None:
            table.tell(say(ONLY_IN_PRACTICE))
        elif view is None or not view.legal:
            table.tell(say(NOTHING))
        elif self._waiting:
            table.tell(say(THINKING))
        elif table.moves.pays_for_help():
            self._waiting = True
            table.tell(say(THINKING))
            work = table.lobby.analyst.assess(view, LONGER)
            table.ask_lobby(work, lambda found: self._show(hint_of(view, found)), self._fail)

    def _show(self, hint: Hint | None) -> None:
        """Show a hint, unless the table has moved on."""
        self._waiting = False
        table = self._table
        practice = table.seating.chair.practice
        if hint is not None and practice is not None and hint.view == table.state.view:
            first = practice.note_help()
            self._hint = hint
            table.show_ui(replace(table.ui, hinted=table.ui.choice, notice=SILENCE))
            if first and table.state.day:
                table.announce(say(UNCOUNTED_DEAL))
            elif first and table.has_ladder:
                table.announce(say(UNCOUNTED))

    def _fail(self, error: LobbyError) -> None:
        self._waiting = False
        self._table.tell(lobby_line(error))


def with_hint(model: TableModel, hint: Hint, names: Names, room: int) -> TableModel:
    """Put a hint in place of the question, and light the cards of the best play."""
    assert hint.view.viewer is not None
    model = with_cards_lit(model, hint.named)
    tray = tuple(replace(face, lit=face.lit or face.card in hint.named) for face in model.tray)
    keys = KeysModel(model.keys.hints, opinion(names, hint.view.viewer))
    return replace(model, prompt=hint_prompt(hint, names, room), tray=tray, keys=keys)
