"""Choose a new table: who plays, the rules, the options, and open it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui import wish as wishes
from cuttle_tui.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import LobbyError, TablePlan
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.plans import Regions, new_table_regions
from cuttle_tui.tongue import tr
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Digest, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wish import Who, Wish
from cuttle_tui.wording import keys_front as words
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
        _row(wording.TIMING, wording.timing_text(wish), "t"),
        _row(wording.PUBLIC, wording.public_text(wish), "p"),
    )


def _row(name: str, text: str, key: str) -> Choosable:
    return Choosable(name, str(wording.LABELS[name]), text, key)


class NewTableScreen(ZoneScreen):
    """Put a table together, row by row; enter opens it."""

    CLICKS = (words.ROW_CLICKS, words.BAR_CLICKS)
    BAR_KEY = "enter"

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
        self.query_one(Title).show((str(wording.TITLE), wording.you_are(self.cuttle.lobby.player)))
        self.query_one(Digest).show(wording.digest(self.wish))
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))
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
        return Choosable(name, name, tr(PRESETS[name].title), chosen=name == self.wish.base)

    def _rows(self) -> tuple[Choosable | None, ...]:
        wish = self.wish
        options = (
            Choosable(name, wording.option_label(wish, one), tr(one.title), chosen=wish.has(name))
            for name, one in OPTIONS.items()
        )
        return (
            _row(wording.WHO, wording.who_text(wish), "w"),
            _row(wording.RULES, wording.rules_text(wish), "r"),
            _row(wording.COMPUTERS, wording.computers_text(wish), "c"),
            *(_meeting_rows(wish) if wish.who == "room" else ()),
            None,
            *options,
        )

    @property
    def _focused(self) -> str:
        row = self._rows()[self._focus]
        return "" if row is None else row.name

    # keys

    def sections(self) -> Sections:
        """Give what keys do: along the rows, or along the list of all rulesets."""
        return (_ROWS,) if self._base is None else (_RULES,)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more, while rulesets are listed."""
        if self._base is not None:
            self._show()

    def _press_row(self, key: str) -> None:
        """Change the row of a key."""
        self._focus = self._names.index(_SETTINGS[key])
        self._change(1)

    @property
    def _names(self) -> list[str]:
        """The names of the rows; a blank one has none."""
        return [row.name if row else "" for row in self._rows()]

    def _has(self, key: str) -> bool:
        """Tell whether there is a row with a key."""
        return _SETTINGS[key] in self._names

    def _list_rules(self) -> None:
        self._base = self.wish.base
        self._show()

    def _read_rules(self) -> None:
        rules = self.wish.ruleset if self._base is None else PRESETS[self._base]
        self.cuttle.show_page(rules_screen(self._brush, rules))

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

    # the list of all rulesets

    def _move_rules(self, key: str) -> None:
        bases = list(PRESETS)
        place = bases.index(self._base or self.wish.base) + _STEPS[key]
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
        """Take a click on a row for a change of it."""
        if message.zone != "list":
            return
        place = self.query_one(Choices).row_of(message.y)
        if place < 0:
            return
        if self._base is not None:
            self._base = list(PRESETS)[place]
            self._take_rules()
        elif self._rows()[place] is not None:
            self._focus = place
            self._change(0)


def _setting(key: str, purpose: Purpose) -> Command[NewTableScreen]:
    return Command((key,), purpose, NewTableScreen._press_row, when=lambda one: one._has(key))


_ROWS: Final[Section[NewTableScreen]] = Section(
    words.TABLE,
    (
        Command(tuple(_STEPS), words.MOVE_CHANGE, lambda screen, key: screen._move(_STEPS[key])),
        Command(("left",), words.CHANGE_BACK, lambda screen, key: screen._change(-1)),
        Command(("right",), words.CHANGE, lambda screen, key: screen._change(1)),
        Command(("space",), words.ON_OFF, lambda screen, key: screen._change(0)),
        _setting("w", words.WHO),
        Command(("r",), words.RULES_LIST, call(NewTableScreen._list_rules)),
        _setting("c", words.COMPUTERS),
        _setting("t", words.CLOCKS),
        _setting("p", words.PUBLIC),
        Command(("h",), words.THESE_RULES, call(NewTableScreen._read_rules)),
        Command(("enter",), words.OPEN, call(NewTableScreen._open)),
        Command(("escape", "q", "ctrl+c"), words.HOME, call(NewTableScreen.interrupt)),
    ),
)
_RULES: Final[Section[NewTableScreen]] = Section(
    words.CHOOSING_RULES,
    (
        Command(tuple(_STEPS), words.MOVE_RULES, NewTableScreen._move_rules),
        Command(("enter", "space"), words.TAKE_RULES, call(NewTableScreen._take_rules)),
        Command(("h",), words.READ_RULES, call(NewTableScreen._read_rules)),
        Command(("escape", "q", "r"), words.OTHER_RULES, call(NewTableScreen._keep_rules)),
        Command(("ctrl+c",), words.AWAY_HOME, call(NewTableScreen.interrupt)),
    ),
)
NewTableScreen.SECTIONS = (_ROWS, _RULES)
