"""The coach of a replay: hints, the analysis made in small steps, and the better play."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol, cast

from textual.worker import Worker

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.analyst import LONGER
from cuttle_tui.presenter.coach import present_analysis
from cuttle_tui.presenter.replay import Frame
from cuttle_tui.presenter.view_model import AnalysisModel
from cuttle_tui.screens.host import Host
from cuttle_tui.table.coach import Hint, hint_of
from cuttle_tui.wording.coach.analysis import turning_line, turning_point_line
from cuttle_tui.wording.coach.hints import NOTHING, THINKING
from cuttle_tui.wording.front.joining import lobby_line
from engine.actions import Action
from engine.bots.assess import Assessment
from engine.coach.analysis import Analysis, decision_view, judged
from engine.play.view import View
from engine.record.replay import Replay

_GROUP: Final = "coach"


class Better(NamedTuple):
    """A better play, and where it could have been played."""

    ply: int
    seat: int
    action: Action


class CoachedReplay(Protocol):
    """The screen of a replay, as seen by its coach."""

    frame: Frame

    @property
    def cuttle(self) -> Host: ...
    @property
    def prompt_room(self) -> int: ...

    def ask_lobby(self, work: Any, then: Any, fail: Any) -> None: ...
    def run_worker(self, work: Any, *, group: str, exclusive: bool) -> Worker[None]: ...
    def tell(self, line: Sentence) -> None: ...
    def note_coach(self) -> None: ...


class ReplayCoach:
    """What the coach thinks of the game of one replay."""

    def __init__(self, screen: CoachedReplay, replay: Replay) -> None:
        self._screen, self._replay = screen, replay
        self._worker: Worker[None] | None = None
        self._analysis: Analysis | None = None
        self._waiting = False
        """Whether a hint has been asked for: another key asks for no second one."""
        self.hint: Hint | None = None
        """The best plays at this ply, while they are shown."""

    # hints

    def toggle_hint(self) -> None:
        """Ask for the best plays of the seat to move at this ply, or hide them."""
        if self.hint is not None:
            self.drop_hint()
            self._screen.note_coach()
            return
        ply = self._screen.frame.ply
        view = self._asked_view(ply)
        if view is None or self._waiting:
            self._screen.tell(say(NOTHING if view is None else THINKING))
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

    def _asked_view(self, ply: int) -> View | None:
        asked = self._replay.view(ply).asked
        view = self._replay.view(ply, asked[0]) if asked else None
        return view if view is not None and view.legal and view.outcome is None else None

    def drop_hint(self) -> None:
        """Forget the hint, because the table shows another ply."""
        self.hint = None

    # the analysis

    @property
    def analysis(self) -> Analysis:
        """The analysis, as far as it has come in this session."""
        if self._analysis is None:
            self._analysis = self._screen.cuttle.analyses.of(self._replay)
        return self._analysis

    def begin(self) -> None:
        """Go on with the analysis, unless it is complete or being made."""
        running = self._worker is not None and not self._worker.is_finished
        if not running and not self.analysis.complete:
            self._worker = self._screen.run_worker(self._analyse, group=_GROUP, exclusive=True)

    def stop(self) -> None:
        """Stop the analysis; what is known is kept."""
        if self._worker is not None:
            self._worker.cancel()

    async def _analyse(self) -> None:
        """Judge one decision after another, each away from the app's task."""
        host = self._screen.cuttle
        while not self.analysis.complete:
            ply = self.analysis.plies[self.analysis.done]
            try:
                assessment = await host.lobby.analyst.assess(decision_view(self._replay, ply))
            except LobbyError as error:
                self._fail(error)
                return
            self._analysis = self.analysis.further(judged(self._replay, ply, assessment))
            host.analyses.keep(self._replay, self._analysis)
            self._screen.note_coach()

    def _fail(self, error: LobbyError) -> None:
        self._waiting = False
        self._screen.tell(lobby_line(error))

    def model(self) -> AnalysisModel:
        """Present the analysis at this ply."""
        frame = self._screen.frame
        names, seat = frame.digest.names, frame.side.seat
        room = self._screen.prompt_room
        return present_analysis(self._replay, self.analysis, names, frame.ply, seat, room)

    # turning points

    def line(self, *, brief: bool = False) -> Sentence:
        """Word the turning point that led to this ply, if it is one.

        Args:
            brief: say only what was better, where the rest is in sight.
        """
        frame = self._screen.frame
        point = self.analysis.turning_at(frame.ply)
        if point is None:
            return SILENCE
        word = turning_line if brief else turning_point_line
        return word(self._replay, point, frame.digest.names, self._screen.prompt_room)

    def better(self) -> Better | None:
        """Return the play that was better than the last, or the best one here if it is shown."""
        if self.hint is not None:
            seat = cast(int, self.hint.view.viewer)
            return Better(self.hint.view.ply, seat, self.hint.plays[0].action)
        point = self.analysis.turning_at(self._screen.frame.ply)
        return None if point is None else Better(point.ply, point.seat, point.best.action)
