"""Share what the front screens need: a head, a band, a list of entries, a prompt."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap.commands import Command, by, steps
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.layouts import Regions, front_regions
from cuttle_tui.screens.task import Checklist
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.front import Band, EntryList, Head, HeadModel, ListModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import joining
from cuttle_tui.wording.prompt_types import Prompt

LIST_CLICKS: Final = N_("A click on a line puts it in focus, another one chooses it.")
STRAIGHT: Final = N_("straight there")
ENTRY_CLICKS: Final = N_("A click on a line chooses it.")


class FrontScreen(ZoneScreen):
    """A screen with a list to choose from."""

    CLICKS: ClassVar[tuple[Message, ...]] = (LIST_CLICKS, BAR_CLICKS)
    BAR_KEY: ClassVar[str] = "enter"
    AT_ONCE: ClassVar[bool] = False
    """Whether a click chooses an entry at once, or puts it in focus first."""
    WHOLE_LIST: ClassVar[bool] = False
    """Whether the whole list stays visible, down to the row above the bar."""

    def __init__(self, brush: PaintContext) -> None:
        super().__init__(brush)
        self._entries: tuple[joining.Entry, ...] = ()
        self._focus = 0

    @property
    def length(self) -> int:
        """The number of entries to make room for: other zones give up blank rows for them."""
        return 0

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        return front_regions(plan, self.length)

    def compose(self) -> ComposeResult:
        """Yield the zones."""
        yield Head(self.brush, "head", front_plan_for)
        yield Band(self.brush, "band", front_plan_for)
        yield EntryList(self.brush, "list", front_plan_for)
        yield PromptBar(self.brush, "prompt", front_plan_for)
        yield Keys(self.brush, "keys", front_plan_for)

    def _show_front(self, head: HeadModel, band: tuple[Sentence, ...], prompt: Prompt) -> None:
        """Show the parts of the screen; `entries` fill the list."""
        self.query_one(Head).show(head)
        self.query_one(Band).show(band)
        self.query_one(EntryList).show(ListModel(self._entries, self._focus, self.WHOLE_LIST))
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(self.hints(), joining.VERSION))

    def ignore(self) -> None:
        """Clear the message."""
        self._show()

    def move(self, step: int) -> None:
        """Move the cursor, stopping at the ends."""
        self._focus = max(0, min(len(self._entries) - 1, self._focus + step))
        self._show()

    def pick(self, place: int) -> None:
        """Focus a clicked entry, or choose it if it is already in focus."""
        chosen = self.AT_ONCE or place == self._focus
        self._focus = place
        if chosen:
            self.answer(self.BAR_KEY)
        else:
            self._show()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Handle a click on an entry."""
        plan = self.plan(self.size.width, self.size.height)
        if message.zone == "list" and plan is not None:
            place = self.query_one(EntryList).row_of(message.y, plan)
            if 0 <= place < len(self._entries):
                self.pick(place)


MOVE: Final[Command[FrontScreen]] = Command(
    by(steps(5), FrontScreen.move), N_("move along the list"), N_("move"), "arrows"
)


class ChecklistScreen(FrontScreen):
    """A list of lessons or puzzles, with their progress."""

    CLICKS: ClassVar[tuple[Message, ...]] = (ENTRY_CLICKS, BAR_CLICKS)
    AT_ONCE: ClassVar[bool] = True

    def __init__(self, brush: PaintContext, entries: Checklist) -> None:
        super().__init__(brush)
        self._list = entries
        self._focus = entries.first

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def on_screen_resume(self) -> None:
        """Refresh the progress."""
        if self.is_mounted:
            self._show()

    def focus_on(self, place: int) -> None:
        """Put the cursor on an entry."""
        self._focus = place
