"""A player's own mistakes as tasks: each decision as it was seen then, to be decided anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.kit.text_types import Guidance
from cuttle_tui.learn import mistake_words
from cuttle_tui.learn.mistakes import Mistakes, OwnPuzzle
from cuttle_tui.learn.tasks import Task
from cuttle_tui.ports import Lobby, LobbyError, TableState
from cuttle_tui.table.situation import Occasion, Verdict
from engine.actions import Action
from engine.coach.analysis import decision_view
from engine.play.events import Event
from engine.play.observe import determinize, observe, redacted
from engine.play.perform import play
from engine.play.view import View
from engine.record.record import RecordError
from engine.record.summary import Replay
from engine.solver import check_action
from engine.table.seats import Ready, SeatRequest
from engine.table.state import Listener, Sitter
from engine.table.table import Listeners


class PastDecision:
    """A decision of a finished game, as the chair of the seat that made it.

    It knows what that seat saw. What a play brings to light is dealt anew.
    """

    chat: Final = None
    practice: Final = None

    def __init__(self, view: View, names: Sequence[str]) -> None:
        """Set up what a seat saw; nothing else of the game is known here."""
        self._then = self.view = view
        self._names = names
        self._log: tuple[Event, ...] = ()
        self._listeners = Listeners()
        self.first: Action | None = None
        """What was played now."""

    @property
    def seat(self) -> int | None:
        return self._then.viewer

    def state(self) -> TableState:
        """Return the table as the seat may know it."""
        sitters = tuple(
            Sitter(name, "person" if seat == self.seat else "computer")
            for seat, name in enumerate(self._names)
        )
        return TableState("", sitters, (0,) * len(sitters), self.view, self._log)

    async def past(self, ply: int) -> TableState | None:
        """Return None: what came before is not shown."""
        del ply
        return None

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
        self.view = observe(p, self.seat)
        self._listeners.notify({})

    def again(self) -> None:
        """Begin anew."""
        self.view, self.first, self._log = self._then, None, ()
        self._listeners.notify({})

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._listeners.add(self.seat, listener)

    def ask(self, request: SeatRequest) -> None:
        """Begin anew, if another game is asked for."""
        if request == Ready():
            self.again()

    def record(self) -> str | None:
        """Return None: a single decision has no record."""
        return None

    def leave(self) -> None:
        """Leave without consequences."""


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
