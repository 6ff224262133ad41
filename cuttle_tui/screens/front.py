"""Share what the front screens need: a head, a band, a list of rows, a prompt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Any, ClassVar, Final

from cuttle_tui.drawing.layout import LISTS_WIDEST, Plan, front_plan_for
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import N_, Message, Words
from cuttle_tui.keymap.commands import Command, Section, by, steps
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.layouts import Regions, beside_list, front_regions, list_regions
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.front import Band, Head, HeadModel, Title
from cuttle_tui.widgets.keys import Hint, Keys
from cuttle_tui.widgets.lists import FrontList, ListModel, RowList, entry_row
from cuttle_tui.widgets.marks import WAYS
from cuttle_tui.widgets.panel import FrontPanel, Panel, PanelModel
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front.joining import NAME, VERSION, Entry
from cuttle_tui.wording.prompt_types import Prompt
from engine.cards import parse_card
from engine.rules.rulesets import Ruleset

LIST_CLICKS: Final = N_("A click on a line puts it in focus, another one chooses it.")
ENTRY_CLICKS: Final = N_("A click on a line chooses it.")
_HAND: Final = tuple(map(parse_card, ("AS", "KH", "QC", "JD")))


def name_head(title: Words = "") -> HeadModel:
    """Return the head with the game's name; above a long list, a title takes its place."""
    return HeadModel(tuple(NAME), 2, hand=_HAND, title=str(title) or NAME)


class ListScreen(ZoneScreen):
    """A screen with a title, a band and a list to choose from."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        "head": Title,
        "band": Band,
        "list": RowList,
        "panel": Panel,
        "prompt": PromptBar,
        "keys": Keys,
    }
    CLICKS: ClassVar[tuple[Message, ...]] = (ENTRY_CLICKS, BAR_CLICKS)
    BAR_KEY: ClassVar[str] = "enter"
    BESIDE: ClassVar[bool] = True
    """Whether anything may stand beside the list; otherwise the list has the whole width."""
    _panel: PanelModel = ()
    """What stands beside the list in a large window."""

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._focus = 0

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with room for a panel beside the list."""
        return front_plan_for(width, height, LISTS_WIDEST)

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        regions = list_regions(plan)
        return beside_list(plan, regions) if self.BESIDE else regions

    @property
    @abstractmethod
    def _lines(self) -> Sequence[object]:
        """The lines of the list, None for a blank one."""

    def _show_prompt(self, prompt: Prompt) -> None:
        """Show a prompt, the panel if there is one, and the other keys that work now."""
        if "panel" in self.ZONES:
            self.query_one(Panel).show(self._panel)
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(unsaid(self.hints(), prompt), VERSION))

    def ignore(self) -> None:
        """Clear the message."""
        self._show()

    def move(self, step: int) -> None:
        """Move the cursor, stopping at the ends and skipping blank lines."""
        lines = self._lines
        self._focus = max(0, min(len(lines) - 1, self._focus + step))
        if lines and lines[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

    def pick(self, place: int) -> None:
        """Choose a clicked line."""
        self._focus = place
        self.answer(self.BAR_KEY)

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Move to the hidden lines whose number was clicked."""
        rows = self.query_one(RowList)
        place = rows.beyond(WAYS.get(message.key, 0))
        if place is not None and rows.model is not None:
            message.prevent_default()
            self.attend()
            self.move(place - rows.model.focus)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Handle a click on a line of the list."""
        if message.zone == "list":
            place = self.query_one(RowList).row_at(message.y)
            if place >= 0:
                self.pick(place)


def unsaid(hints: tuple[Hint, ...], prompt: Prompt) -> tuple[Hint, ...]:
    """Drop the hints whose keys the prompt names already, even where it has little room."""
    forms = [options for options in (prompt.options, prompt.shorter) if options]
    said = [{span.text for line in form for span in line if span.role == "key"} for form in forms]
    return tuple(hint for hint in hints if not said or any(hint[0] not in keys for keys in said))


class FrontScreen(ListScreen):
    """A screen with letters on tiles, and entries to choose from."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        **ListScreen.ZONES,
        "head": Head,
        "list": FrontList,
        "panel": FrontPanel,
    }
    WHOLE_LIST: ClassVar[bool] = False
    """Whether the whole list stays visible, down to the row above the bar."""

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._entries: tuple[Entry, ...] = ()

    @property
    def _lines(self) -> Sequence[object]:
        return self._entries

    @property
    def rules_to_read(self) -> Ruleset:
        """The rules of the next table."""
        return self.cuttle.ruleset

    @property
    def length(self) -> int:
        """The number of entries to make room for: other zones give up blank rows for them."""
        return 0

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        regions = front_regions(plan, self.length)
        return beside_list(plan, regions) if self.BESIDE else regions

    def _choose(self) -> None:
        """Choose the entry in focus."""

    def choose_entry(self, place: int) -> None:
        """Choose an entry directly."""
        self._focus = place
        self._choose()

    def _show_front(self, head: HeadModel, band: tuple[Sentence, ...], prompt: Prompt) -> None:
        """Show the parts of the screen; `entries` fill the list."""
        rows = tuple(map(entry_row, self._entries))
        self.query_one(Head).show(head)
        self.query_one(Band).show(band)
        self.query_one(RowList).show(ListModel(rows, self._focus, whole=self.WHOLE_LIST))
        self._show_prompt(prompt)


MOVE: Final[Command[ListScreen]] = Command(
    by(steps(5), ListScreen.move), N_("move along the list"), N_("move"), "arrows"
)


@lru_cache(maxsize=64)
def straight_to(
    entries: tuple[Entry, ...], aliases: tuple[tuple[str, str], ...] = ()
) -> Section[FrontScreen]:
    """Make a command for each entry.

    Args:
        entries: what is offered.
        aliases: other keys, each with the key of the entry that it chooses too.
    """

    def command(place: int, entry: Entry) -> Command[FrontScreen]:
        keys = (entry.key, *(other for other, key in aliases if key == entry.key))
        return Command(by(dict.fromkeys(keys, place), FrontScreen.choose_entry), entry.label)

    return Section(N_("straight there"), tuple(starmap(command, enumerate(entries))))
