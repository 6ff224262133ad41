"""Follow a table: read it again after each change, and keep what can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import Chair, Lobby, News, TableState
from cuttle_tui.presenter.digest import TableDigest, digest_of, settled
from cuttle_tui.presenter.highlight import news_since
from cuttle_tui.presenter.table import new_events_ask, stage
from cuttle_tui.presenter.view_model import Desk, Mode
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.seating import Seating
from cuttle_tui.screens.subscription import Subscription
from cuttle_tui.screens.talking import TalkingTable
from cuttle_tui.table import selection
from cuttle_tui.table.choices import NOTHING
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import begins_line
from cuttle_tui.wording.table.absence import coming_line
from cuttle_tui.wording.table.alerts import Call, call_of
from engine.play.view import View


class LiveTable(TalkingTable):
    """A table that changes while one looks at it; what the keys do is up to others."""

    def __init__(
        self,
        chairs: Sequence[Chair],
        brush: PaintContext,
        *,
        lobby: Lobby | None = None,
        notice: Sentence = SILENCE,
    ) -> None:
        """Sit down.

        Args:
            chairs: the player's chair; or one for each seat and a watcher's for between turns.
            brush: what to paint with.
            lobby: where the table belongs to; the app's, if not given.
            notice: what is said until the first key.
        """
        super().__init__(brush)
        self.seating = Seating(chairs)
        self.desk = Desk(mode=Mode.COVER if self.seating.shared else Mode.GAME)
        self.state: TableState = self.seating.state(covered=self.seating.shared)
        self._lobby = lobby
        self._notice = notice
        self._told: TableDigest | None = None
        self._covered = self.seating.shared
        """Whether nobody's hand may be shown."""
        self.matched = False
        """Whether a quick match was waited for here."""
        self._sent: int | None = None
        """The ply at which an action was played that the table has not shown yet."""
        self.following = Subscription(self, self._refresh_table)

    @property
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""
        return self.seating.seat

    @property
    def lobby(self) -> Lobby:
        """Where the table belongs to."""
        return self._lobby or self.cuttle.lobby

    def on_mount(self) -> None:
        """Begin to listen to the table."""
        self.following.begin(self.seating.subscribe)
        self._refresh_table()
        self.announce(self._notice)

    def on_unmount(self) -> None:
        """Stop listening, and be dark."""
        self.glowing.stop()
        self.following.stop()

    def hear(self, news: News) -> None:
        """Look again who waits, while nothing has been dealt."""
        if self.state.view is None:
            self._refresh_table()

    def _refresh_table(self) -> None:
        """Read the table again, keep what is still possible of the choice, and show it."""
        before, desk = self.state, self.desk
        if desk.mode is not Mode.LEAVE and self.seating.moved_on():
            desk = self._fresh_desk(Mode.COVER)
        if desk.mode is not Mode.LEAVE:  # that is asked over a covered hand as well
            self._covered = desk.mode is Mode.COVER
        covered = self._covered
        self.state = state = settled(self.seating.state(covered=covered))
        self._told = digest_of(state, self.seating.seat, covered=covered, hearing=self._hearing())
        desk = self._facts(self._after_sending(desk, before))
        view = state.view
        if happened := news_since(before.log, state.log):
            self._light(happened, before.view, view, alone=False)
        if view is not None:
            choice = selection.settle(view, desk.choice, self.seating.seat)
            desk = replace(desk, choice=choice)
            if before.view is not None and _question(before.view) != _question(view):
                desk = replace(desk, notice=SILENCE)
                self.announce(SILENCE)
            asked = new_events_ask(before.view, view)
            if asked and desk.mode in (Mode.SCRAP, Mode.LOG) and not desk.reading.searching:
                desk = replace(desk, mode=Mode.GAME)
            if asked and not self.seating.shared:
                self.cuttle.call_attention("turn", state.title)
            if state.claimable and not before.claimable:
                self.cuttle.call_attention("claimable", state.title)
            if came := coming_line(before, state, self._told.names):
                self.announce(came)
        self.matched = self.matched or bool(desk.queue)
        self._set_desk(desk)
        self._begin(before)
        self._call_above()

    def _call_above(self) -> None:
        """Let what lies over the table say what it waits for."""
        stack = self.cuttle.screen_stack
        for screen in stack[stack.index(self) + 1 :] if self in stack else ():
            if isinstance(screen, ZoneScreen) and screen.is_mounted:
                screen.hear_call()

    def call_of(self, steps: int) -> Call:
        """Say what this table waits for."""
        return call_of(self.state, self.seating.seat, steps)

    def _after_sending(self, desk: Desk, before: TableState) -> Desk:
        """Drop the choice once the action it became has happened."""
        view, recovered = self.state.view, before.trouble and not self.state.trouble
        if self._sent is None or (view is not None and view.ply == self._sent and not recovered):
            return desk
        self._sent = None
        return desk if recovered else replace(desk, choice=NOTHING, explain=False)

    def _begin(self, before: TableState) -> None:
        """Come forward when a game is dealt: the first one, or the next."""
        view = self.state.view
        if view is None or view.outcome is not None:
            return
        if before.view is None:
            self.cuttle.bring_forward(self)
            self.announce(begins_line([one.name for one in self.state.sitters], self._my_name))
            self.cuttle.call_attention("paired", self.state.title)
        elif before.view.outcome is not None or before.called_off > self.state.called_off:
            self.cuttle.bring_forward(self)

    def _facts(self, desk: Desk) -> Desk:
        """Note on the desk what the lobby knows."""
        online = self.lobby.online
        waiting = self.state.view is None and not self.seating.watching and self.state.code is None
        queue = online.queue() if waiting and online is not None else ()
        return replace(
            desk,
            watching=self.seating.watching,
            shared=self.seating.shared,
            online=online is not None,
            muted=frozenset(self.cuttle.muted),
            queue=queue if any(one.me for one in queue) else (),
            practising=self._practising,
        )

    @property
    def _practising(self) -> bool:
        """Whether a table at which one waits for a quick match lies below this one."""
        below = self.cuttle.screen_stack[:-1]
        return any(isinstance(one, LiveTable) and one.matched for one in below if one is not self)

    def _fresh_desk(self, mode: Mode) -> Desk:
        return self._facts(Desk(mode=mode))

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(stage(self.state, self.seating.seat, desk, self._told))

    def reword(self) -> None:
        """Word the table again."""
        self._refresh_table()

    def _hear_anew(self) -> None:
        self._refresh_table()


def _question(view: View) -> tuple[object, ...]:
    """Give what a refusal or a notice is about: with the next question it is out of date."""
    return view.ply, view.asked, view.outcome
