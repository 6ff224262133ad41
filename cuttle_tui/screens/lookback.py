"""Show an earlier ply of a running game, as its player could see it then; the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, say
from cuttle_tui.ports import Chair, TableState
from cuttle_tui.presenter.chat import ChatFilter
from cuttle_tui.presenter.highlight import news_since
from cuttle_tui.presenter.history import Past, news_line, present_past
from cuttle_tui.presenter.view_model import Desk, Mode
from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.screens.keys.zones import SCRAP
from cuttle_tui.screens.subscription import Subscription
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.log.log_view import NEWEST


class LookBack(TableZones):
    """A table at one of its plies; whatever happens there now is told, and throws nobody out."""

    CLICKS = (words.PILE_CLICKS,)
    BAR_KEY = "escape"
    WHEEL = ("left", "right")

    def __init__(
        self,
        chair: Chair,
        ply: int,
        brush: PaintContext,
        *,
        hearing: ChatFilter,
        to_log: Callable[[], None],
    ) -> None:
        """Look back.

        Args:
            chair: whose eyes one sees with.
            ply: where to begin; it must have been played.
            brush: what to paint with.
            hearing: whose talk is read.
            to_log: opens the log of the table below.
        """
        super().__init__(brush)
        now = chair.state()
        self.desk = Desk(watching=chair.seat is None)
        self._chair, self._hearing, self._to_log = chair, hearing, to_log
        self.past = Past(now, None, now, chair.seat or 0)
        self.past = self._at(ply)
        self.following = Subscription(self, self._follow)

    @property
    def state(self) -> TableState:  # type: ignore[override]
        """The table as it was."""
        return self.past.state

    @property
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""
        return self.past.seat

    def on_mount(self) -> None:
        """Show the ply, and begin to listen to the table."""
        self.following.begin(self._chair.subscribe)
        self._show_past()

    def on_unmount(self) -> None:
        """Stop listening, and be dark."""
        self.glowing.stop()
        self.following.stop()

    def _follow(self) -> None:
        """Take up what happened at the table; in another game there is no looking back at this."""
        now, before = self._chair.state(), self.past.now
        if now.view is None or now.log[: len(before.log)] != before.log:
            self._close()
            return
        self.past = replace(self.past, now=now)
        news = news_since(before.log, now.log)
        if news:
            self.past = replace(self.past, meanwhile=news_line(news, self.past))
        self._set_desk(self.desk)

    def _at(self, ply: int) -> Past:
        """Look at a ply, or at the nearest there is; stay where that cannot be seen."""
        ply = max(0, min(self.past.plies, ply))
        state = self._chair.past(ply)
        if state is None:
            return self.past
        before = self._chair.past(ply - 1) if ply else None
        return replace(self.past, state=state, before=before)

    def _go(self, step: int) -> None:
        notice = NEWEST if step > 0 and self.past.ply == self.past.plies else None
        self.past = self._at(self.past.ply + step)
        self._show_past()
        if notice is not None:
            self._set_desk(replace(self.desk, notice=say(notice)))

    def _show_past(self) -> None:
        past = self.past
        before = None if past.before is None else past.before.view
        self._light(past.happened, before, past.state.view, alone=True)
        self._set_desk(replace(self.desk, mode=Mode.GAME, notice=SILENCE))

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(present_past(self.past, desk, self._hearing))

    def _look_back(self, line: int) -> None:
        """Do nothing: the log lies at the table itself."""

    def reword(self) -> None:
        """Word the ply again."""
        self._set_desk(self.desk)

    # keys

    def sections(self) -> Sections:
        """Give what keys do: from ply to ply, or along the scrap."""
        return (SCRAP, _OUT) if self.desk.mode is Mode.SCRAP else (_PAST,)

    def _back_to_log(self) -> None:
        self._close()
        self._to_log()

    def _close(self) -> None:
        """Go back to the table, unless something else lies over this already."""
        if self.cuttle.screen is self:
            self.cuttle.close_screen()

    def interrupt(self) -> None:
        """Go back to the table, which asks."""
        self._close()


def _by(keys: tuple[str, ...], purpose: Purpose, step: int) -> Command[LookBack]:
    return Command(keys, purpose, lambda past, key: past._go(step))


_PAST: Final[Section[LookBack]] = Section(
    words.PAST,
    (
        _by(("right",), words.NEXT_PLY, 1),
        _by(("left", "backspace"), words.PLY_BACK, -1),
        _by(("down", "pagedown"), words.TEN_ON, 10),
        _by(("up", "pageup"), words.TEN_BACK, -10),
        _by(("home",), words.FIRST_PLY, -9999),
        _by(("end",), words.LAST_PLY, 9999),
        Command(("z",), words.SCRAP, call(LookBack._open_scrap)),
        Command(("l",), words.TO_LOG, call(LookBack._back_to_log)),
        Command(("escape", "q", "enter", "ctrl+c"), words.NOW, call(LookBack._close)),
    ),
)
_OUT: Final[Section[LookBack]] = Section(
    words.PAST, (Command(("ctrl+c",), words.NOW._replace(hint=""), call(LookBack._close)),)
)
LookBack.SECTIONS = (_PAST, SCRAP)
