"""Choose a new table: who plays, the rules, the options, and open it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from textual.app import ComposeResult

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.local import table_options as wishes
from cuttle_tui.local.table_options import TableOptions, Who
from cuttle_tui.ports import LobbyError, TablePlan
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.keymap import Sections
from cuttle_tui.screens.keys.newtable import ROWS, RULES
from cuttle_tui.screens.layouts import Regions, new_table_regions
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.rows_newtable import rows_of, ruleset_rows
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Digest, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import new_table as wording
from cuttle_tui.wording.front.joining import VERSION, lobby_line
from cuttle_tui.wording.keys import front as words
from engine.errors import RulesetError
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS


class NewTableScreen(ZoneScreen):
    """Put a table together, row by row; enter opens it."""

    SECTIONS = (ROWS, RULES)
    CLICKS = (words.ROW_CLICKS, words.BAR_CLICKS)
    BAR_KEY = "enter"

    def __init__(self, brush: PaintContext, who: Who | None = None) -> None:
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
    def wish(self) -> TableOptions:
        """What is chosen; the app remembers it."""
        return self.cuttle.wish

    @property
    def _offered(self) -> tuple[Who, ...]:
        return ("computer", "room") if self.cuttle.lobby.online else ("computer", "keyboard")

    # what is shown

    def _show(self, why: Sentence = SILENCE) -> None:
        self.query_one(Title).show((str(wording.TITLE), wording.you_are(self.cuttle.lobby.player)))
        self.query_one(Digest).show(wording.digest(self.wish))
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))
        rows: tuple[Choosable | None, ...]
        if self._base is not None:
            rows = ruleset_rows(self.wish)
            focus = list(PRESETS).index(self._base)
            prompt = wording.rules_prompt(self._base)
        else:
            rows, focus = rows_of(self.wish), self._focus
            prompt = wording.new_table_prompt(self.wish, self._focused, why)
        self.query_one(Choices).show(ChoicesModel(rows, focus))
        self.query_one(PromptBar).show(prompt)

    @property
    def _focused(self) -> str:
        row = rows_of(self.wish)[self._focus]
        return "" if row is None else row.name

    # keys

    def sections(self) -> Sections:
        """Give what keys do: along the rows, or along the list of all rulesets."""
        return (ROWS,) if self._base is None else (RULES,)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more, while rulesets are listed."""
        if self._base is not None:
            self._show()

    def _change_row(self, name: str) -> None:
        """Go to a row, and change it."""
        self._focus = self._names.index(name)
        self._change(1)

    @property
    def _names(self) -> list[str]:
        """The names of the rows; a blank one has none."""
        return [row.name if row else "" for row in rows_of(self.wish)]

    def _has(self, name: str) -> bool:
        """Tell whether there is a row of a name."""
        return name in self._names

    def _list_rules(self) -> None:
        self._base = self.wish.base
        self._show()

    def _read_rules(self) -> None:
        rules = self.wish.ruleset if self._base is None else PRESETS[self._base]
        self.cuttle.show_page(rules_screen(self._brush, rules))

    def _move(self, step: int) -> None:
        """Move the cursor; blank rows are passed over."""
        rows = rows_of(self.wish)
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

    def _with_base(self, base: str) -> tuple[TableOptions, Sentence]:
        wish, dropped = wishes.with_base(self.wish, base)
        return wish, wording.dropped_line(base, dropped)

    def _with_option(self, name: str, step: int) -> tuple[TableOptions, Sentence]:
        counting = step and OPTIONS[name].numbered
        try:
            if counting:
                return wishes.counted_on(self.wish, name, step), SILENCE
            return wishes.toggled(self.wish, name), SILENCE
        except RulesetError as error:
            return self.wish, wording.refused_line(self.wish, name, error)

    # the list of all rulesets

    def _move_rules(self, step: int) -> None:
        bases = list(PRESETS)
        place = bases.index(self._base or self.wish.base) + step
        self._base = bases[max(0, min(len(bases) - 1, place))]
        self._show()

    def _take_rules(self) -> None:
        base, self._base = self._base or self.wish.base, None
        self.cuttle.wish, why = self._with_base(base)
        self._show(why)

    def _keep_rules(self) -> None:
        self._base = None
        self._show()

    def _open(self) -> None:
        """Open the table; should the lobby refuse, say why."""
        lobby, wish = self.cuttle.lobby, self.wish
        plan = TablePlan(wish.text, wish.computers, wish.timing, wish.public)
        ways: dict[Who, Callable[[], None]] = {
            "computer": lambda: self.cuttle.sit_down((lobby.play_computer(wish.text),)),
        }
        if (home := lobby.home) is not None:
            ways["keyboard"] = lambda: self.cuttle.sit_down(
                home.hot_seat(wish.text, wish.computers)
            )
        if (online := lobby.online) is not None:
            ways["room"] = lambda: self.cuttle.sit_down((online.open_table(plan),))
        try:
            ways[wish.who]()
        except LobbyError as error:
            self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Go back to where one came from."""
        self.cuttle.close_screen()

    # the mouse

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a row for a change of it."""
        if message.zone != "list":
            return
        place = self.query_one(Choices).row_of(message.y)
        if place < 0:
            return
        if self._base is not None:
            self._base = list(PRESETS)[place]
            self._take_rules()
        elif rows_of(self.wish)[place] is not None:
            self._focus = place
            self._change(0)
