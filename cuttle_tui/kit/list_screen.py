"""Share what screens with a list need: a head, a band, rows or a menu, a prompt, a name to type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import starmap
from typing import Any, ClassVar, Final, NamedTuple

from cuttle_tui.drawing.fronts import LISTS_HIGHEST, list_plan_for, panel_width
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.i18n.translation import N_, Sentence, Words
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.dialogue import Asker
from cuttle_tui.kit.finding import Finder
from cuttle_tui.kit.heads import Band, Head, HeadModel, Panel, Tabs, Title, UnderPanel, rows_below
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    SPARE,
    Command,
    Pointing,
    Section,
    Sections,
    by,
    fields,
    to,
)
from cuttle_tui.kit.layouts import LOW, Regions, beside_list, front_regions, list_regions
from cuttle_tui.kit.lists import (
    WAYS,
    FrontList,
    Heads,
    ListModel,
    Row,
    RowList,
    entry_row,
    row_text,
)
from cuttle_tui.kit.prompt import Hint, Keys, PromptBar
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import KeysModel, PanelModel, Prompt, options_of
from cuttle_tui.kit.words import NAME, VERSION, Entry
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.tty.private_textual import forget_places
from engine.cards import parse_card
from engine.rules.rulesets import Ruleset

LIST_CLICKS: Final = Pointing(
    N_("A click on a line puts it in focus, a second one chooses it."),
    N_("tap a line to mark it, and again to choose it"),
)
ENTRY_CLICKS: Final = Pointing(
    N_("A click on a line chooses it."), N_("tap a line of the list to open it")
)
_HAND: Final = tuple(map(parse_card, ("AS", "KH", "QC", "JD")))


def name_head(title: Words = "", board: BoardModel | None = None) -> HeadModel:
    """Return the head with the game's name; above a long list, a title takes its place."""
    return HeadModel(tuple(NAME), 2, hand=_HAND, title=str(title) or NAME, board=board)


class ListScreen(ZoneScreen):
    """A screen with a title, a band and a list to choose from."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        "head": Title,
        "band": Band,
        "list": RowList,
        "panel": Panel,
        "under": UnderPanel,
        "prompt": PromptBar,
        "keys": Keys,
    }
    CLICKS: ClassVar[tuple[Pointing, ...]] = (ENTRY_CLICKS, BAR_CLICKS)
    BAR_KEY: ClassVar[str] = "enter"
    HIGHEST: ClassVar[int] = LISTS_HIGHEST
    FINDS: ClassVar[bool] = True
    """Whether the lines can be searched."""
    BESIDE: ClassVar[bool] = True
    """Whether anything may stand beside the list; otherwise the list has the whole width."""
    _panel: PanelModel = ()
    """What stands beside the list in a large window."""
    _under: PanelModel = ()
    """What stands under the list if that leaves rows there, else at the end of the panel."""

    def __init__(self, paint: PaintContext, menu: Menu | None = None) -> None:
        super().__init__(paint)
        self.menu = menu or Menu()
        self.finder = Finder(self, self._show)
        self.asker = Asker(self, self._show)
        self._focus = 0
        self._placed_for: object = None
        """What the zones were placed for last."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with room for a panel beside the list."""
        return list_plan_for(width, height, self.HIGHEST, touch=self.paint.touch)

    def place(self, plan: Plan) -> Regions:
        if self._is_menu:
            return self.with_panel(plan, self.menu.regions(plan))
        tabs = issubclass(self.ZONES["head"], Tabs)
        return self.with_panel(plan, list_regions(plan, self.rows_listed(plan), tabs=tabs))

    @property
    def _is_menu(self) -> bool:
        return issubclass(self.ZONES.get("head", Title), Head)

    def with_panel(self, plan: Plan, regions: Regions) -> Regions:
        """Part the region of the list for the panel, beside it or below it."""
        if not self.BESIDE:
            return regions
        shown = self._row_list
        if shown is None:
            return beside_list(plan, regions)
        return beside_list(
            plan, regions, shown.rows_taken(plan)._replace(below=self._rows_below(plan))
        )

    def _rows_below(self, plan: Plan) -> int:
        """Return how many rows what is below the list should have; 0 if nothing is."""
        below = self._under if panel_width(plan) else (*self._panel, *self._under)
        return rows_below(below) if below else 0

    def rows_listed(self, plan: Plan) -> int:
        """Return how many rows the list takes that is shown now."""
        return sum(shown.rows_of(plan) for shown in self.query(RowList))

    def _make_room(self) -> None:
        """Place the zones anew if the list has other needs than before.

        In a low window its heads give way, and without room beside it the panel is below.
        """
        plan = self.plan(*self.app.size)
        if plan is None or (plan.height >= LOW and panel_width(plan) and not self._under):
            return
        shown = self._row_list
        if shown is None:
            return
        room = self.menu.room() if self._is_menu else None
        needs = plan, shown.rows_of(plan), shown.rows_taken(plan), self._rows_below(plan), room
        if needs == self._placed_for:
            return
        self._placed_for = needs
        if self.place(plan)["list"].height != shown.outer_size.height:
            forget_places(self)
            self.refresh(layout=True)

    @property
    def _lines(self) -> Sequence[object]:
        """The lines of the list, None for a blank one."""
        return self.menu.entries

    @property
    def rules_to_read(self) -> Ruleset | None:
        return self.cuttle.ruleset if self._is_menu else None

    @property
    def answering(self) -> Sections:
        return self.finder.sections(super().answering)

    @property
    def bar(self) -> Iterable[Command[Any]]:
        """The commands with options in the bar, in their order there: that of its key is first."""
        commands = (command for section in self.sections() for command in section.commands)
        return sorted(commands, key=lambda command: self.BAR_KEY not in command.keys)

    def _show_prompt(self, prompt: Prompt) -> None:
        """Show a prompt, the panel if there is one, and the other keys that work now."""
        self._make_room()
        self._show_panel()
        if self.asker.asked is not None:
            prompt = self.asker.asked.shown
        prompt = self.finder.prompt(prompt)
        if not prompt.options:
            prompt = replace(prompt, options=options_of(self.bar, self))
        hints = unsaid(self.hints(), prompt, touch=self.paint.touch)
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(hints, VERSION, yields=True))

    def _show_panel(self) -> None:
        """Show what stands beside the list, with what has no rows under it."""
        plan = self.plan(*self.app.size)
        if plan is None or "panel" not in self.ZONES:
            return
        apart = "under" in self.place(plan)
        beside = self._panel if apart else (*self._panel, *self._under)
        self.get_child_by_id("panel", Panel).show(beside)
        self.get_child_by_id("under", Panel).show(self._under)

    def on_resize(self) -> None:
        """Part the panel anew."""
        self._show_panel()

    def ignore(self) -> None:
        self._show()

    def move(self, step: int) -> None:
        """Move the cursor, stopping at the ends and skipping blank lines."""
        lines = self._lines
        self._focus = max(0, min(len(lines) - 1, self._focus + step))
        if lines and lines[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

    # a menu

    @property
    def in_focus(self) -> Entry:
        """The entry in focus."""
        return self.menu.entries[self._focus]

    @property
    def verb(self) -> Words:
        """What enter does."""
        return self.in_focus.verb

    def choose(self) -> None:
        """Choose the entry in focus."""
        self.menu.choose()

    def choose_entry(self, place: int) -> None:
        """Choose an entry directly."""
        self._focus = place
        self.menu.choose()

    def show_menu(
        self,
        head: HeadModel,
        band: tuple[Sentence, ...],
        prompt: Prompt,
        rows: Sequence[Row] | None = None,
        heads: Heads | None = None,
    ) -> None:
        """Show the parts of a menu, whose entries have rows of their own if they are a table."""
        self.query_one(Head).show(replace(head, crowded=len(band) > 1))
        self.query_one(Band).show(band)
        self.query_one(RowList).show(self.menu.model(self._focus, rows, heads))
        self._show_prompt(prompt)

    # the list

    @property
    def _row_list(self) -> RowList | None:
        """The list, once it is there."""
        return next((zone for zone in self.children if isinstance(zone, RowList)), None)

    @property
    def _shown_list(self) -> ListModel | None:
        """The list as it is shown."""
        return None if self._row_list is None else self._row_list.model

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        shown = self._shown_list if self.FINDS and self.asker.asked is None else None
        return () if shown is None else tuple(map(row_text, shown.rows))

    @property
    def can_search(self) -> bool:
        return len(self.lines_to_search) > 1

    @property
    def line_here(self) -> int:
        return 0 if self._shown_list is None else self._shown_list.focus

    def go_to_line(self, line: int) -> None:
        self.move(line - self.line_here)

    def pick(self, place: int) -> None:
        """Choose a clicked line; at its second click, where the first puts it in focus."""
        if LIST_CLICKS in self.CLICKS and place != self._focus:
            self.move(place - self._focus)
        else:
            self._focus = place
            self.press_key(self.BAR_KEY)

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Move to the hidden lines whose number was clicked."""
        for rows in self.query(RowList):
            place = rows.beyond(WAYS.get(message.key, 0))
            if place is not None and rows.model is not None:
                message.prevent_default()
                self.note_presence()
                self.move(place - rows.model.focus)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        if message.zone == "list":
            place = self.query_one(RowList).row_at(message.y)
            if place >= 0:
                self.pick(place)


def unsaid(hints: tuple[Hint, ...], prompt: Prompt, *, touch: bool = False) -> tuple[Hint, ...]:
    """Drop the hints whose keys the prompt names already, even where it has little room.

    Where nobody presses keys, drop those that are worded like an option as well.
    """
    forms = [options for options in (prompt.options, prompt.shorter) if options]
    said = [{span.text for line in form for span in line if span.role == "key"} for form in forms]
    options = prompt.options if touch else ()
    words = {"".join(span.text for span in line[1:]).strip() for line in options}
    return tuple(
        hint
        for hint in hints
        if hint[1] not in words and (not said or any(hint[0] not in keys for keys in said))
    )


MENU_ZONES: Final[Mapping[str, type[Zone[Any]]]] = {
    **ListScreen.ZONES,
    "head": Head,
    "list": FrontList,
}
"""The zones of a menu, which has letters on tiles for a head."""
MOVE: Final[Command[ListScreen]] = Command(
    by(fields(5), ListScreen.move), N_("move along the list"), N_("move"), "arrows", spare=SPARE
)


CHOOSE: Final[Command[Any]] = Command(
    to("enter space", ListScreen.choose),
    N_("do what the bar says"),
    label_of=lambda screen: screen.verb,
)


@lru_cache(maxsize=64)
def straight_to(
    entries: tuple[Entry, ...], aliases: tuple[tuple[str, str], ...] = ()
) -> Section[ListScreen]:
    """Make a command for each entry; aliases are other keys, each with the key of its entry."""

    def command(place: int, entry: Entry) -> Command[ListScreen]:
        keys = (entry.key, *(other for other, key in aliases if key == entry.key))
        return Command(by(dict.fromkeys(keys, place), ListScreen.choose_entry), entry.label)

    return Section(N_("straight there"), tuple(starmap(command, enumerate(entries))))


def _turn(screen: Any, step: int) -> None:
    screen.turn_to(step)  # so many places to the right, starting over after the last


OTHER_LISTS: Final[tuple[Command[Any], ...]] = (
    Command(by(dict.fromkeys(("tab", "right"), 1), _turn), N_("the next list"), N_("other lists")),
    Command(by(dict.fromkeys(("left", "shift+tab"), -1), _turn), N_("the list before")),
)


class MenuRoom(NamedTuple):
    """What other zones give up blank rows for."""

    entries: int = 0
    """The number of entries to make room for."""
    another: bool = False
    """Whether one more may come, for which the blank row below the list is kept."""
    board: bool = False
    """Whether there is a position to show, for which the head is higher."""


@dataclass
class Menu:
    """The entries of a screen, and what choosing one does."""

    entries: tuple[Entry, ...] = ()
    choose: Callable[[], None] = lambda: None
    """Does what the entry in focus says."""
    room: Callable[[], MenuRoom] = MenuRoom
    whole: bool = False
    """Whether the whole list stays visible, down to the row above the bar."""
    close: bool = False
    """Whether its rows have no blank ones between them in any window."""

    def regions(self, plan: Plan) -> Regions:
        """Place the zones of a menu."""
        entries, another, board = self.room()
        return front_regions(plan, entries, another=another, board=board)

    def model(
        self, focus: int, rows: Sequence[Row] | None = None, heads: Heads | None = None
    ) -> ListModel:
        """Return the list, by default with a row for each entry; heads only above some rows."""
        rows = tuple(map(entry_row, self.entries) if rows is None else rows)
        shown = heads if rows else None
        return ListModel(rows, focus, heads=shown, whole=self.whole, close=self.close)
