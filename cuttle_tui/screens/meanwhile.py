"""Do something while a table waits, and be called back to it."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import Chair
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.host import PlayedTable, TaskKind
from cuttle_tui.wording.front.meanwhile import practice_line
from cuttle_tui.wording.front.waiting_room import call_line


class Meanwhile:
    """The puzzles, lessons and practice of a player whose table waits for others.

    Whoever turns to one of them in a room is not ready any more, so that no clock starts behind
    their back; they are called once everybody else is there. In the queue everybody is ready, and
    the game comes to the front when it begins.
    """

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._practice: Chair | None = None
        """The practice game, as it was left."""
        self._called = False

    @property
    def offers(self) -> tuple[Sentence, ...]:
        """Name the next puzzle, the next lesson and the practice game, if there is time."""
        if not self._table.situation.has_time:
            return ()
        practice = practice_line(self._table.cuttle.level, begun=self._begun)
        return (*self._table.cuttle.task_offers(), practice)

    @property
    def _begun(self) -> bool:
        """Whether there is a practice game to go on with."""
        view = None if self._practice is None else self._practice.state().view
        return view is not None and view.outcome is None

    @property
    def call(self) -> Sentence:
        """Call the player back if the others wait; silence if nobody does."""
        table = self._table
        if not table.situation.waits or table.digest is None or table.ui.queue:
            return SILENCE
        return call_line(table.state, table.seating.seat, table.digest.names)

    def call_away(self) -> None:
        """Call the player from what they do, once; show there that the table waits, or no more."""
        screen: object = self._table.cuttle.screen
        line = self.call
        if bool(line) is self._called or screen == self._table:
            return
        self._called = bool(line)
        if isinstance(screen, ZoneScreen) and screen.is_mounted:
            screen.reword()
            screen.announce(line)

    def open_task(self, kind: TaskKind) -> None:
        """Open the next puzzle or lesson."""
        self._step_aside()
        self._table.cuttle.open_task(kind)

    def practise(self) -> None:
        """Play the computer, or go on with the game that was left.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        table = self._table
        if self._practice is None or not self._begun:
            self._practice = table.cuttle.lobby.practise(self._rules, table.cuttle.level)
        self._step_aside()
        table.cuttle.open_practice(self._practice)

    @property
    def _rules(self) -> str:
        """The text of the rules that will be played."""
        ruleset = self._table.state.ruleset or self._table.cuttle.ruleset
        return next((line.ruleset for line in self._table.ui.queue if line.me), ruleset.name)

    def _step_aside(self) -> None:
        """Take back that the player is ready."""
        table = self._table
        if table.seating.seat in table.state.ready and not table.ui.queue:
            table.seating.chair.ready(False)

    def close(self) -> None:
        """Leave the practice game for good."""
        practice, self._practice = self._practice, None
        if practice is not None:
            practice.leave()
