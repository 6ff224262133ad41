"""A player's own mistakes as tasks: each decision as it was seen then, to be decided anew."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cuttle_tui.kit.text_types import Guidance
from cuttle_tui.learn import mistake_words
from cuttle_tui.learn.mistakes import Mistakes, OwnPuzzle
from cuttle_tui.learn.tasks import Task
from cuttle_tui.ports import Lobby, LobbyError
from cuttle_tui.table.situation import Occasion, Verdict
from engine.actions import Action
from engine.coach.analysis import decision_view
from engine.play.events import Event
from engine.play.observe import determinize, observe, redacted
from engine.play.perform import play
from engine.play.view import View
from engine.record.record import RecordError
from engine.record.summary import Replay
from engine.solver import SetPosition, check_action


class PastDecision(SetPosition):
    """A decision of a finished game, for the seat that made it.

    It knows what that seat saw. What a play brings to light is dealt anew.
    """

    def __init__(self, view: View, names: Sequence[str]) -> None:
        """Set up what a seat saw; nothing else of the game is known here."""
        super().__init__(names)
        self._then = self._view = view
        self.first: Action | None = None
        """What was played now."""

    @property
    def seat(self) -> int | None:
        return self._then.viewer

    @property
    def view(self) -> View:
        return self._view

    def submit(self, action: Action, ply: int) -> None:
        """Play an action, with unknown cards dealt anew.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        check_action(self.view, action, ply)
        p = determinize(self._then, b"a second try")
        events: list[Event] = []
        p.events = events
        play(p, action)
        self.first, self._log = action, redacted(p, events, self.seat)
        self._view = observe(p, self.seat)
        self._listeners.notify({})

    def again(self) -> None:
        self._view, self.first, self._log = self._then, None, ()
        self._listeners.notify({})


@dataclass(frozen=True, slots=True)
class Remembered:
    """A mistake with what was seen and played then."""

    puzzle: OwnPuzzle
    view: View
    played: Action
    names: tuple[str, ...]

    def contest(self) -> PastDecision:
        """Set up the decision."""
        return PastDecision(self.view, self.names)


async def remember(lobby: Lobby, mistakes: Mistakes) -> tuple[Remembered, ...]:
    """Read the games of the mistakes that wait today; forget those whose game is gone.

    Raises:
        LobbyError: ``not-now``.
    """
    found: dict[OwnPuzzle, Remembered] = {}
    while (puzzle := next((p for p in mistakes.waiting if p not in found), None)) is not None:
        then = await _remembered(lobby, puzzle)
        if then is None:
            mistakes.forget(puzzle.game)
        else:
            found[puzzle] = then
    return tuple(found.values())


async def _remembered(lobby: Lobby, puzzle: OwnPuzzle) -> Remembered | None:
    """Read the game of a mistake; None if it is gone, or went on otherwise after a move back."""
    try:
        replay = await asyncio.to_thread(Replay, await lobby.own_record(puzzle.game))
    except RecordError:
        return None
    except LobbyError as error:
        if error.reason != "no-such-game":
            raise
        return None
    entry = replay.entry(puzzle.ply + 1) if puzzle.ply < replay.plies else None
    if entry is None or entry.seat != puzzle.seat or entry.action in puzzle.right:
        return None
    view = decision_view(replay, puzzle.ply)
    same = set(puzzle.right) <= set(view.legal)
    return Remembered(puzzle, view, entry.action, replay.names) if same else None


class MistakeTask(Task):
    """The mistakes that wait, one after another."""

    occasion: Occasion = "puzzle"
    contest: PastDecision

    def __init__(self, mistakes: Mistakes, remembered: Sequence[Remembered]) -> None:
        """Set up the first of some mistakes."""
        self._mistakes, self._remembered, self._place = mistakes, remembered, 0
        self._tries = 0
        """How often this one was answered."""
        super().__init__(remembered[0].contest())

    @property
    def _now(self) -> Remembered:
        return self._remembered[self._place]

    @property
    def verdict(self) -> Verdict:
        if self.contest.first is None:
            return ""
        return "done" if self.contest.first in self._now.puzzle.right else "missed"

    def guidance(self, *, hinted: bool) -> Guidance:
        return mistake_words.guidance(
            mistake_words.Try(
                self._now.puzzle,
                self._now.view,
                self._now.played,
                self._now.names,
                self.contest.first,
                right=self.verdict == "done",
                tries=max(1, self._tries),
                place=self._place,
                count=len(self._remembered),
                run=self._mistakes.run,
                today=self._mistakes.today,
            ),
            hinted=hinted,
        )

    def note_progress(self) -> None:
        """Save the first answer: what is tried again after it is for practice."""
        if self.verdict and not self._tries:
            self._mistakes.note_answer(self._now.puzzle, right=self.verdict == "done")
        self._tries += bool(self.verdict)

    def next_contest(self) -> PastDecision | None:
        if self._place + 1 == len(self._remembered):
            return None
        self._place, self._tries = self._place + 1, 0
        self.contest = self._now.contest()
        return self.contest
