"""Share what screens with a list need: a head, a band, rows, a prompt, a name to type."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import starmap
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from textual.events import Paste

from cuttle_tui.drawing.fronts import LISTS_HIGHEST, list_plan_for, panel_width, with_larger_head
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Words
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.finder import Finder
from cuttle_tui.kit.heads import Band, Head, HeadModel, Panel, Tabs, Title, UnderPanel, rows_below
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    ERASE,
    SPARE,
    Command,
    Edit,
    Intent,
    Pointing,
    Section,
    Sections,
    TypeText,
    bound,
    by,
    edited,
    fields,
    on,
    to,
    with_value,
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
from cuttle_tui.kit.words import NAME, VERSION, Entry, lobby_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import LobbyError
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


A = TypeVar("A")


@dataclass(frozen=True)
class Question(Generic[A]):
    """A question in the bar, which a dialogue awaits: ``answer = await Question(...)``."""

    section: Section[Any]
    """The keys that answer it; `ListScreen.reply` takes the answer."""
    prompt: Callable[[str], Prompt]
    """Makes the prompt from what was typed so far."""
    longest: int = 0
    """The most characters that can be typed."""
    typed: str = ""
    why: Sentence = SILENCE
    """Why the last answer would not do."""

    def __await__(self) -> Generator[Question[A], A, A]:
        return (yield self)

    @property
    def shown(self) -> Prompt:
        """The prompt as it is now."""
        prompt = self.prompt(self.typed)
        return replace(prompt, why=self.why or prompt.why)


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A request to the lobby, which a dialogue awaits; it may raise `LobbyError`."""

    work: Awaitable[A]
    closes: bool = False
    """Whether the question in the bar is closed meanwhile."""

    def __await__(self) -> Generator[Request[A], A, A]:
        return (yield self)


Dialogue = Coroutine[Question[Any] | Request[Any], Any, None]
"""Asks the player and the lobby, one after the other."""


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

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self.finder = Finder(self, self._show)
        self._focus = 0
        self.asked: Question[Any] | None = None
        """The question in the bar, while one is asked."""
        self._placed_for: object = None
        """What the zones were placed for last."""
        self._dialogue: Dialogue | None = None
        """What goes on with its answer; nothing while the lobby is asked about that."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with room for a panel beside the list."""
        return list_plan_for(width, height, self.HIGHEST, touch=self.paint.touch)

    def place(self, plan: Plan) -> Regions:
        regions = list_regions(
            plan, self.rows_listed(plan), tabs=issubclass(self.ZONES["head"], Tabs)
        )
        return self.with_panel(plan, regions)

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

    def needs(self, plan: Plan) -> object:
        """Return what the places of the zones depend on besides the plan."""
        if "list" not in self.ZONES:
            return None
        shown = self.get_child_by_id("list", RowList)
        return shown.rows_of(plan), shown.rows_taken(plan), self._rows_below(plan)

    def _make_room(self) -> None:
        """Place the zones anew if the list has other needs than before.

        In a low window its heads give way, and without room beside it the panel is below.
        """
        plan = self.plan(*self.app.size)
        if plan is None or (plan.height >= LOW and panel_width(plan) and not self._under):
            return
        needs = plan, self.needs(plan)
        if needs == self._placed_for:
            return
        self._placed_for = needs
        wanted = self.place(plan).get("list")
        if wanted is not None and wanted.height != self.query_one(RowList).outer_size.height:
            forget_places(self)
            self.refresh(layout=True)

    @property
    @abstractmethod
    def _lines(self) -> Sequence[object]:
        """The lines of the list, None for a blank one."""

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
        if self.asked is not None:
            prompt = self.asked.shown
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

    def begin(self, dialogue: Dialogue) -> None:
        """Run a dialogue, up to its first question."""
        self._go_on(dialogue, lambda: dialogue.send(None))

    def reply(self, answer: object) -> None:
        """Go on with an answer to the question in the bar."""
        if self.asked is not None and (dialogue := self._dialogue) is not None:
            self._go_on(dialogue, lambda: dialogue.send(answer))

    def reply_typed(self) -> None:
        """Go on with what was typed as the answer."""
        if self.asked is not None:
            self.reply(self.asked.typed)

    def edit_reply(self, edit: Edit) -> None:
        """Change what is typed as the answer."""
        if self.asked is not None:
            typed = edited(self.asked.typed, edit, self.asked.longest)
            self.ask_again(typed=typed, why=SILENCE)

    def ask_again(self, **changes: Any) -> None:
        """Change the question in the bar, or what has been typed there."""
        if self.asked is not None:
            self.asked = replace(self.asked, **changes)
            self._show()

    def _go_on(self, dialogue: Dialogue, step: Callable[[], Question[Any] | Request[Any]]) -> None:
        """Take a dialogue up to its next question, or its next request to the lobby.

        It runs within the handling of a key, so the next key finds what this one has changed. The
        question stays open until the lobby has answered.
        """
        asked, self.asked, self._dialogue = self.asked, None, None
        try:
            awaited = step()
        except StopIteration:
            return
        except LobbyError as error:
            self.tell_refusal(error)
            return
        if isinstance(awaited, Question):
            self.asked, self._dialogue = awaited, dialogue
            self._show()
        else:
            self.asked = None if awaited.closes else asked
            self.ask_lobby(
                awaited.work,
                lambda result: self._go_on(dialogue, lambda: dialogue.send(result)),
                lambda error: self._go_on(dialogue, lambda: dialogue.throw(error)),
            )

    def move(self, step: int) -> None:
        """Move the cursor, stopping at the ends and skipping blank lines."""
        lines = self._lines
        self._focus = max(0, min(len(lines) - 1, self._focus + step))
        if lines and lines[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

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
        shown = self._shown_list if self.FINDS and self.asked is None else None
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
        """Choose a clicked line."""
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


def replies(keys: str, answer: object) -> dict[str, Intent]:
    """Bind keys, separated by spaces, to an answer to the question in the bar."""
    return on(keys, with_value(ListScreen.reply, answer))


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


class FrontScreen(ListScreen):
    """A screen with letters on tiles, and entries to choose from."""

    FINDS: ClassVar[bool] = False

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        **ListScreen.ZONES,
        "head": Head,
        "list": FrontList,
    }
    WHOLE_LIST: ClassVar[bool] = False
    """Whether the whole list stays visible, down to the row above the bar."""
    CLOSE: ClassVar[bool] = False
    """Whether its rows have no blank ones between them in any window."""

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._entries: tuple[Entry, ...] = ()

    @property
    def _lines(self) -> Sequence[object]:
        return self._entries

    @property
    def rules_to_read(self) -> Ruleset:
        return self.cuttle.ruleset

    @property
    def length(self) -> int:
        """The number of entries to make room for: other zones give up blank rows for them."""
        return 0

    def needs(self, plan: Plan) -> object:
        return super().needs(plan), self.length, self.may_grow, self.boarded

    def place(self, plan: Plan) -> Regions:
        regions = front_regions(plan, self.length, another=self.may_grow, board=self.boarded)
        return self.with_panel(plan, regions)

    @property
    def may_grow(self) -> bool:
        """Whether one more entry may come, for which the blank row below the list is kept."""
        return False

    @property
    def boarded(self) -> bool:
        """Whether there is a position to show, for which the head is higher."""
        return False

    @property
    def in_focus(self) -> Entry:
        """The entry in focus."""
        return self._entries[self._focus]

    @property
    def verb(self) -> Words:
        """What enter does."""
        return self.in_focus.verb

    def _choose(self) -> None:
        """Choose the entry in focus."""

    def choose(self) -> None:
        """Choose the entry in focus."""
        self._choose()

    def choose_entry(self, place: int) -> None:
        """Choose an entry directly."""
        self._focus = place
        self._choose()

    @property
    def _heads(self) -> Heads | None:
        """The names of the columns, if the entries are a table."""
        return None

    def _row_of(self, place: int) -> Row:
        """Make the row of an entry."""
        return entry_row(self._entries[place])

    def _show_front(self, head: HeadModel, band: tuple[Sentence, ...], prompt: Prompt) -> None:
        """Show the parts of the screen; `entries` fill the list."""
        rows = tuple(map(self._row_of, range(len(self._entries))))
        self.query_one(Head).show(replace(head, crowded=len(band) > 1))
        self.query_one(Band).show(band)
        heads = self._heads if rows else None
        model = ListModel(rows, self._focus, heads=heads, whole=self.WHOLE_LIST, close=self.CLOSE)
        self.query_one(RowList).show(model)
        self._show_prompt(prompt)


MOVE: Final[Command[ListScreen]] = Command(
    by(fields(5), ListScreen.move), N_("move along the list"), N_("move"), "arrows", spare=SPARE
)


CHOOSE: Final[Command[Any]] = Command(
    to("enter space", FrontScreen.choose),
    N_("do what the bar says"),
    label_of=lambda screen: screen.verb,
)
CHOOSE_TYPED: Final = replace(CHOOSE, intents=to("enter", FrontScreen.choose))
"""The same where blanks may be typed."""


@lru_cache(maxsize=64)
def straight_to(
    entries: tuple[Entry, ...], aliases: tuple[tuple[str, str], ...] = ()
) -> Section[FrontScreen]:
    """Make a command for each entry; aliases are other keys, each with the key of its entry."""

    def command(place: int, entry: Entry) -> Command[FrontScreen]:
        keys = (entry.key, *(other for other, key in aliases if key == entry.key))
        return Command(by(dict.fromkeys(keys, place), FrontScreen.choose_entry), entry.label)

    return Section(N_("straight there"), tuple(starmap(command, enumerate(entries))))


class Tabbed(Protocol):
    """A screen with several lists."""

    def turn_to(self, step: int) -> None:
        """Switch to the list so many places to the right, starting over after the last."""


def _turn(screen: Tabbed, step: int) -> None:
    screen.turn_to(step)


OTHER_LISTS: Final[tuple[Command[Any], ...]] = (
    Command(by(dict.fromkeys(("tab", "right"), 1), _turn), N_("the next list"), N_("other lists")),
    Command(by(dict.fromkeys(("left", "shift+tab"), -1), _turn), N_("the list before")),
)


class TypedNameScreen(FrontScreen):
    """A name that is typed; the first letter replaces the name that is offered."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = (LIST_CLICKS, BAR_CLICKS)
    CLOSE: ClassVar[bool] = True
    LONGEST: ClassVar[int]
    """The most characters that can be typed."""

    def __init__(self, paint: PaintContext, offer: str) -> None:
        super().__init__(paint)
        self.name_typed = offer
        self._suggested = True
        """Whether the name is still the offer."""
        self.told_first: Sentence = SILENCE
        """What is said until the first letter."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size: the two or three entries leave rows for a larger head."""
        plan = super().plan(width, height)
        return None if plan is None else with_larger_head(plan)

    def on_mount(self) -> None:
        self._show(self.told_first)

    def edit(self, edit: Edit) -> None:
        """Change the name, unless a character cannot be in one."""
        before = self._before
        why = self._reason(before, edit.letter) if isinstance(edit, TypeText) else SILENCE
        if not why:
            self.name_typed, self._suggested = edited(before, edit, self.LONGEST), False
        self._show(why)

    @property
    def _before(self) -> str:
        """What was typed so far."""
        return "" if self._suggested else self.name_typed

    def _reason(self, before: str, letter: str) -> Sentence:
        if len(before) >= self.LONGEST:
            return lobby_line(LobbyError("name-long"))
        return self.objection(before, letter)

    def objection(self, before: str, letter: str) -> Sentence:
        """Return why a character cannot follow what was typed; nothing if it can."""
        del before, letter
        return SILENCE

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted name, whole or not at all."""
        event.stop()
        typed = self._before
        for letter in event.text.strip():
            why = self._reason(typed, letter)
            if why:
                self._show(why)
                return
            typed += letter
        self.name_typed, self._suggested = typed, False
        self._show()

    def pick(self, place: int) -> None:
        """Put a clicked entry in focus; choose it if it already is."""
        if place == self._focus:
            super().pick(place)
        else:
            self.move(place - self._focus)

    @abstractmethod
    def _show(self, why: Sentence = SILENCE) -> None:
        """Show the name, and why it will not do."""


EDITING: Final[tuple[Command[TypedNameScreen], ...]] = (
    Command(bound(ERASE, TypedNameScreen.edit), N_("delete a letter, a word, or everything")),
    Command(
        by({"up": -1, "down": 1, "tab": 1, "shift+tab": -1}, FrontScreen.move),
        N_("move along the list"),
        N_("move"),
        "up down",
        spare=SPARE,
    ),
)
"""The commands of every such screen, after the one that types."""
