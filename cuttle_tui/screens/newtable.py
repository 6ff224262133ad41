"""Choose a new table: who plays, the rules, the options, and open it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui import wish as wishes
from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import LobbyError, TablePlan
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.plans import Regions, new_table_regions
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Digest, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wish import Who, Wish
from cuttle_tui.wording import newtable as wording
from cuttle_tui.wording.front import VERSION, lobby_line
from engine.errors import RulesetError
from engine.options import OPTIONS
from engine.rulesets import PRESETS

_STEPS: Final = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -99, "end": 99}
_SETTINGS: Final = {
    "w": wording.WHO,
    "c": wording.COMPUTERS,
    "t": wording.TIMING,
    "p": wording.PUBLIC,
}


def _meeting_rows(wish: Wish) -> tuple[Choosable, ...]:
    """Make the rows about a table to which other people come."""
    return (
        Choosable(wording.TIMING, wording.TIMING, wording.timing_text(wish), "t"),
        Choosable(wording.PUBLIC, wording.PUBLIC, wording.public_text(wish), "p"),
    )


class NewTableScreen(ZoneScreen):
    """Put a table together, row by row; enter opens it."""

    def __init__(self, brush: Brush, who: Who | None = None) -> None:
        """Begin with what was chosen last; `who` says who is to play, if that is known."""
        super().__init__()
        self._who = who
        self._brush = brush
        self._focus = 0
        self._base: str | None = None
        """The ruleset under the cursor, while the list of all rulesets is open."""

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return new_table_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Title(self._brush, "head", front_plan_for)
        yield Digest(self._brush, "band", front_plan_for)
        yield Choices(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show what was chosen last."""
        if self._who is not None:
            self.cuttle.wish = replace(self.wish, who=self._who)
        self._show()

    @property
    def wish(self) -> Wish:
        """What is chosen; the app remembers it."""
        return self.cuttle.wish

    @property
    def _offered(self) -> tuple[Who, ...]:
        return ("computer", "room") if self.cuttle.lobby.online else ("computer", "keyboard")

    # what is shown

    def _show(self, why: Sentence = SILENCE) -> None:
        self.query_one(Title).show((wording.TITLE, wording.you_are(self.cuttle.lobby.player)))
        self.query_one(Digest).show(wording.digest(self.wish))
        self.query_one(Keys).show(KeysModel(wording.HINTS, VERSION))
        rows: tuple[Choosable | None, ...]
        if self._base is not None:
            rows = tuple(map(self._ruleset_row, PRESETS))
            focus = list(PRESETS).index(self._base)
            prompt = wording.rules_prompt(self._base)
        else:
            rows, focus = self._rows(), self._focus
            prompt = wording.new_table_prompt(self.wish, self._focused, why)
        self.query_one(Choices).show(ChoicesModel(rows, focus))
        self.query_one(PromptBar).show(prompt)

    def _ruleset_row(self, name: str) -> Choosable:
        return Choosable(name, name, PRESETS[name].title, chosen=name == self.wish.base)

    def _rows(self) -> tuple[Choosable | None, ...]:
        wish = self.wish
        options = (
            Choosable(name, wording.option_label(wish, one), one.title, chosen=wish.has(name))
            for name, one in OPTIONS.items()
        )
        return (
            Choosable(wording.WHO, wording.WHO, wording.who_text(wish), "w"),
            Choosable(wording.RULES, wording.RULES, wording.rules_text(wish), "r"),
            Choosable(wording.COMPUTERS, wording.COMPUTERS, wording.computers_text(wish), "c"),
            *(_meeting_rows(wish) if wish.who == "room" else ()),
            None,
            *options,
        )

    @property
    def _focused(self) -> str:
        row = self._rows()[self._focus]
        return "" if row is None else row.name

    # keys

    def press(self, key: str) -> None:
        """Answer a key."""
        if self._base is not None:
            self._press_rules(key, self._base)
        elif key == "escape" or key == "q":
            self.cuttle.go_home()
        elif key == "enter":
            self._open()
        elif key == "h":
            self.cuttle.show_page(rules_screen(self._brush, self.wish.ruleset))
        elif key == "r":
            self._base = self.wish.base
            self._show()
        elif key in _STEPS:
            self._move(_STEPS[key])
        else:
            self._press_row(key)

    def _press_row(self, key: str) -> None:
        if key in _SETTINGS:
            names = [row and row.name for row in self._rows()]
            if _SETTINGS[key] in names:
                self._focus = names.index(_SETTINGS[key])
                self._change(1)
        elif key in ("left", "right"):
            self._change(1 if key == "right" else -1)
        elif key == "space":
            self._change(0)

    def _move(self, step: int) -> None:
        """Move the cursor; blank rows are passed over."""
        rows = self._rows()
        self._focus = max(0, min(len(rows) - 1, self._focus + step))
        if rows[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

    def _change(self, step: int) -> None:
        """Change what the cursor is on; by no step an option is chosen or dropped."""
        name, wish, why = self._focused, self.wish, SILENCE
        if name == wording.WHO:
            wish = wishes.with_who(wish, self._offered, step or 1)
        elif name == wording.COMPUTERS:
            wish = wishes.with_computers(wish, step or 1)
        elif name == wording.TIMING:
            wish = wishes.with_timing(wish, step or 1)
        elif name == wording.PUBLIC:
            wish = replace(wish, public=not wish.public)
        elif name == wording.RULES and not step:
            self._base = wish.base
        elif name == wording.RULES:
            wish, why = self._with_base(wishes.next_base(wish, step))
        else:
            wish, why = self._with_option(name, step)
        self.cuttle.wish = wish
        self._show(why)

    def _with_base(self, base: str) -> tuple[Wish, Sentence]:
        wish, dropped = wishes.with_base(self.wish, base)
        return wish, wording.dropped_line(base, dropped)

    def _with_option(self, name: str, step: int) -> tuple[Wish, Sentence]:
        counting = step and OPTIONS[name].numbered
        try:
            if counting:
                return wishes.counted_on(self.wish, name, step), SILENCE
            return wishes.toggled(self.wish, name), SILENCE
        except RulesetError as error:
            return self.wish, wording.refused_line(self.wish, name, error)

    def _press_rules(self, key: str, base: str) -> None:
        """Answer a key while the list of rulesets is open."""
        bases = list(PRESETS)
        why = SILENCE
        if key in ("escape", "q", "r"):
            self._base = None
        elif key in ("enter", "space"):
            self._base = None
            self.cuttle.wish, why = self._with_base(base)
        elif key == "h":
            self.cuttle.show_page(rules_screen(self._brush, PRESETS[base]))
        elif key in _STEPS:
            place = bases.index(base) + _STEPS[key]
            self._base = bases[max(0, min(len(bases) - 1, place))]
        self._show(why)

    def _open(self) -> None:
        """Open the table; should the lobby refuse, say why."""
        lobby, wish = self.cuttle.lobby, self.wish
        plan = TablePlan(wish.text, wish.computers, wish.timing, wish.public)
        ways: dict[Who, Callable[[], None]] = {
            "computer": lambda: self.cuttle.sit_down((lobby.play_computer(wish.text),)),
            "keyboard": lambda: self.cuttle.sit_down(lobby.hot_seat(wish.text, wish.computers)),
            "room": lambda: self.cuttle.sit_down((lobby.open_table(plan),)),
        }
        try:
            ways[wish.who]()
        except LobbyError as error:
            self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.cuttle.go_home()

    # the mouse

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a row for a change of it, and one on the bar for enter."""
        if message.zone == "prompt":
            self.press("enter")
        if message.zone != "list":
            return
        place = self.query_one(Choices).row_of(message.y)
        if place < 0:
            return
        if self._base is not None:
            self._press_rules("enter", list(PRESETS)[place])
        elif self._rows()[place] is not None:
            self._focus = place
            self._change(0)
