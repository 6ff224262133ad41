"""Show an earlier ply of a running game as its player saw it, while the game continues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from cuttle_tui.i18n.rich_text import SILENCE, say
from cuttle_tui.i18n.translation import Message
from cuttle_tui.keymap.commands import Intent, Sections
from cuttle_tui.ports import Chair, TableState
from cuttle_tui.presenter.digest import ChatFilter, digest_of
from cuttle_tui.presenter.highlight import news_since
from cuttle_tui.presenter.history import Past, news_line, present_past
from cuttle_tui.presenter.view_model import TableModel
from cuttle_tui.screens.seating import Subscription
from cuttle_tui.screens.table_view import TableView
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_search import ply_at
from cuttle_tui.table.replay_commands import PAST_CLICKS, PAST_SECTIONS, Step, Watch, past_sections
from cuttle_tui.table.situation import Situation
from cuttle_tui.table.ui import TableUi
from cuttle_tui.table.update import closed
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.log.log_view import NEWEST


class LookBack(TableView):
    """A table at an earlier ply; news of the game is announced and closes nothing."""

    SECTIONS: ClassVar[Sections] = PAST_SECTIONS
    CLICKS: ClassVar[tuple[Message, ...]] = PAST_CLICKS
    BAR_KEY: ClassVar[str] = "escape"
    WHEEL: ClassVar[tuple[str, ...]] = ("left", "right")

    def __init__(
        self,
        chair: Chair,
        past: Past,
        paint: PaintContext,
        *,
        chat_filter: ChatFilter,
        to_log: Callable[[], None],
    ) -> None:
        """Look back from a ply that has been played.

        `chat_filter` filters the chat; `to_log` opens the log of the table below.
        """
        super().__init__(paint, past.now, TableUi(watching=chair.seat is None))
        self._chair, self._hearing, self._to_log = chair, chat_filter, to_log
        self._see(past)
        self.following = Subscription(self, self._follow)

    @staticmethod
    async def seen(chair: Chair, ply: int) -> Past | None:
        """Return what a chair saw at a ply; None if that cannot be shown, or another game runs."""
        state = await chair.past(ply)
        before = await chair.past(ply - 1) if ply else None
        now = chair.state()
        if state is None or now.view is None or now.log[: len(state.log)] != state.log:
            return None
        return Past(state, before, now, chair.seat or 0)

    @property
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""
        return self.past.seat

    @property
    def situation(self) -> Situation:
        """The table at that ply."""
        return Situation(self.state, self.past.seat, self.ui, across=self.across, occasion="past")

    def sections(self) -> Sections:
        """Return the keys that move between plies or along the scrap."""
        return past_sections(self.situation)

    def present(self) -> TableModel:
        """Present the ply."""
        return present_past(self.past, self.ui, self._hearing)

    def on_mount(self) -> None:
        """Show the ply, and subscribe to the table."""
        self.following.begin(self._chair.subscribe)
        self._show_past()

    def on_unmount(self) -> None:
        """Unsubscribe, and end the highlight."""
        self.highlights.stop()
        self.following.stop()

    def perform(self, effect: Intent) -> None:
        """Carry out an effect."""
        if isinstance(effect, Step):
            self._go(effect.plies)
        elif effect == Watch.BACK_TO_LOG:
            self._close()
            self._to_log()
        elif effect == Act.BACK:
            self._close()
        else:
            super().perform(effect)

    def _see(self, past: Past) -> None:
        self.past = past
        self.state: TableState = past.state

    def _follow(self) -> None:
        """Follow the table; close once another game has begun."""
        now, before = self._chair.state(), self.past.now
        if now.view is None or now.log[: len(before.log)] != before.log:
            self._close()
            return
        past = replace(self.past, now=now)
        news = news_since(before.log, now.log)
        self._see(replace(past, meanwhile=news_line(news, past)) if news else past)
        self.show_ui(self.ui)

    def _go(self, step: int) -> None:
        """Go to the nearest ply; stay if it cannot be shown."""
        at_end = step > 0 and self.past.ply == self.past.plies
        ply = max(0, min(self.past.plies, self.past.ply + step))

        def there(found: Past | None) -> None:
            if found is not None:
                self._see(replace(self.past, state=found.state, before=found.before))
            self._show_past()
            if at_end:
                self.show_ui(replace(self.ui, notice=say(NEWEST)))

        self.wait_for_lobby(self.seen(self._chair, ply), there)

    def _show_past(self) -> None:
        past = self.past
        before = None if past.before is None else past.before.view
        self._light(past.happened, before, past.state.view, alone=True)
        self.show_ui(replace(closed(self.ui), notice=SILENCE))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Go to the clicked line of the log beside the table."""
        line = self._aside.line_at(message.y) if message.zone == "aside" else -1
        ply = None if line < 0 else self._ply_of(line)
        if ply is not None:
            message.prevent_default()
            self.attend()
            self._go(ply - self.past.ply)

    def _ply_of(self, line: int) -> int | None:
        now = self.past.now
        places = digest_of(now, self.past.seat, chat_filter=self._hearing).places
        return ply_at(places, now.steps, line)

    def _close(self) -> None:
        """Return to the table, unless another screen covers this one."""
        if self.cuttle.screen is self:
            self.cuttle.close_screen()

    def interrupt(self) -> None:
        """Return to the table."""
        self._close()
