"""Show an earlier ply of a running game as its player saw it, while the game continues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.keymap import Pointing, Sections
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.seating import Subscription
from cuttle_tui.kit.text_types import KeysModel
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import Chair, TableState
from cuttle_tui.replay.commands import PAST_CLICKS, PAST_SECTIONS, Step, Watch, past_sections
from cuttle_tui.table import log_view
from cuttle_tui.table.digest import ChatFilter, digest_of
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_lines import line_of
from cuttle_tui.table.log_view import NEWEST, log_of
from cuttle_tui.table.present_seats import news_since
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.searching import AT_NEWEST, ply_at
from cuttle_tui.table.situation import Mode, Situation, TableUi
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.update import closed
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.words.status_notes import asked_of, where
from engine.play.events import Event


@dataclass(frozen=True, slots=True)
class Past:
    """A ply of the running game as seen then, and the news since."""

    state: TableState
    """The table at that ply."""
    before: TableState | None
    """The table one action earlier; None before the deal."""
    now: TableState
    seat: int
    meanwhile: Sentence = SILENCE
    """What has happened since the player began to look back."""

    @property
    def ply(self) -> int:
        """The number of actions played then."""
        return len(self.state.steps) - 1

    @property
    def plies(self) -> int:
        """The number of actions played by now."""
        return len(self.now.steps) - 1

    @property
    def turn(self) -> int:
        """The turn of the action that led there."""
        view = (self.before or self.state).view or self.state.view
        assert view is not None
        return view.turn + 1

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the action that led there."""
        return self.state.log[len(self.before.log) if self.before is not None else 0 :]


def news_line(events: Sequence[Event], past: Past) -> Sentence:
    """Format the latest news of the table."""
    log = past.now.log
    view = past.now.view
    assert view is not None
    names = names_of(past.now.sitters, view.viewer)
    lines = [line_of(event, names, log[: len(log) - len(events)]) for event in events]
    worded = [line for line in lines if line]
    return log_view.meanwhile_line(worded[-1]) if worded else past.meanwhile


class LookBack(ZoneScreen):
    """A table at an earlier ply; news of the game is announced and closes nothing."""

    SECTIONS: ClassVar[Sections] = PAST_SECTIONS
    CLICKS: ClassVar[tuple[Pointing, ...]] = PAST_CLICKS
    BAR_KEY: ClassVar[str] = "escape"
    body: TableView

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
        super().__init__(paint)
        self.state, self.ui = past.now, TableUi(watching=chair.seat is None)
        self.body = TableView(self, self, wheel=("left", "right"))
        self._chair, self._hearing, self._to_log = chair, chat_filter, to_log
        self._see(past)
        self.following = Subscription(self, self._follow)
        self.body.acts_with = {Step: lambda step: self._go(step.plies)}
        self.body.acts |= {Act.BACK: self.interrupt, Watch.BACK_TO_LOG: self._back_to_log}

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
    def situation(self) -> Situation:
        return Situation(
            self.state, self.past.seat, self.ui, across=self.body.across, occasion="past"
        )

    def sections(self) -> Sections:
        return past_sections(self.situation)

    def present(self) -> TableModel:
        past, state, ui = self.past, self.past.state, self.ui
        digest = digest_of(state, past.seat, chat_filter=self._hearing)
        model = present_table(state, past.seat, replace(ui, reading=AT_NEWEST), digest)
        if ui.mode is Mode.SCRAP:
            return model
        earlier = state.log[: len(state.log) - len(past.happened)]
        now = digest_of(past.now, past.seat, chat_filter=self._hearing)
        prompt = log_view.look_prompt(
            (past.turn, past.ply, past.plies),
            log_view.action_lines(past.happened, earlier, digest.names),
            asked_of(past.now.view),
            ui.notice or past.meanwhile,
        )
        right = where(state, past.turn, watching=ui.watching)
        tray = tuple(replace(face, key="", lifted=False) for face in model.tray)
        seen = [place for place, by in enumerate(now.places) if by <= len(state.log)]
        log = replace(log_of(now), focus=seen[-1] if seen else 0, brief=model.log.brief)
        return replace(model, prompt=prompt, keys=KeysModel((), right), tray=tray, log=log)

    def on_mount(self) -> None:
        self.following.begin(self._chair.subscribe)
        self._show_past()

    def on_unmount(self) -> None:
        self.body.stop()
        self.following.stop()

    def show_ui(self, ui: TableUi) -> None:
        self.body.show(ui)

    def _see(self, past: Past) -> None:
        self.past, self.state = past, past.state

    def _follow(self) -> None:
        """Follow the table; close once another game has begun."""
        now, before = self._chair.state(), self.past.now
        if now.view is None or now.log[: len(before.log)] != before.log:
            self.interrupt()
            return
        past = replace(self.past, now=now)
        news = news_since(before.log, now.log)
        self._see(replace(past, meanwhile=news_line(news, past)) if news else past)
        self.body.show(self.ui)

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
        self.body.light(past.happened, before, past.state.view, alone=True)
        self.show_ui(replace(closed(self.ui), notice=SILENCE))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Go to the clicked line of the log beside the table."""
        line = self.body.aside.line_at(message.y) if message.zone == "aside" else -1
        if line < 0:
            return
        now = self.past.now
        places = digest_of(now, self.past.seat, chat_filter=self._hearing).places
        ply = ply_at(places, now.steps, line)
        if ply is not None:
            message.prevent_default()
            self.note_presence()
            self._go(ply - self.past.ply)

    def interrupt(self) -> None:
        """Return to the table, unless another screen covers this one."""
        if self.cuttle.screen is self:
            self.cuttle.close_screen()

    def _back_to_log(self) -> None:
        self.interrupt()
        self._to_log()
