"""Set up and open a new table: the players, the rules and the options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.keymap.commands import Command, Section, Sections, by, steps, to
from cuttle_tui.ports import RATED, LobbyError, OnlineLobby, PersonLine, TablePlan
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.layouts import Regions, new_table_regions
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.table import table_options as wishes
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.table.table_options import TableOptions, Who
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Digest, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import new_table as wording
from cuttle_tui.wording.front.challenges import sent_line
from cuttle_tui.wording.front.joining import VERSION, lobby_line
from engine.errors import RulesetError
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS

ROW_CLICKS: Final = N_("A click on a row takes its next choice, turns it on or off, or chooses it.")
_DUEL: Final = 2
ROW_KEYS: Final = {
    wording.WHO: "w",
    wording.RULES: "r",
    wording.COMPUTERS: "c",
    wording.TIMING: "t",
    wording.PUBLIC: "p",
    wording.RATED: "e",
}
"""The rows with a key of their own."""


def _row_command(
    row: str, text: Message, change: Callable[[NewTableScreen, str], None]
) -> Command[NewTableScreen]:
    """Make a command that changes a row, if that row exists."""
    return Command(by({ROW_KEYS[row]: row}, change), text, when=lambda screen: screen.has_row(row))


class NewTableScreen(ZoneScreen):
    """Set up a table, row by row; enter opens it."""

    CLICKS: ClassVar[tuple[Message, ...]] = (ROW_CLICKS, BAR_CLICKS)
    BAR_KEY: ClassVar[str] = "enter"

    def __init__(
        self, brush: PaintContext, who: Who | None = None, against: PersonLine | None = None
    ) -> None:
        """Start with the last choices.

        Args:
            brush: the paint context.
            who: the players, if that is known.
            against: the player who is challenged, if any.
        """
        super().__init__(brush)
        self._who = who
        self._against = against
        self._focus = 0
        self._base: str | None = None
        """The ruleset under the cursor, while all rulesets are listed."""

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        return new_table_regions(plan)

    def compose(self) -> ComposeResult:
        """Yield the zones."""
        yield Title(self.brush, "head", front_plan_for)
        yield Digest(self.brush, "band", front_plan_for)
        yield Choices(self.brush, "list", front_plan_for)
        yield PromptBar(self.brush, "prompt", front_plan_for)
        yield Keys(self.brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show the last choices."""
        if self._who is not None:
            self.cuttle.wish = replace(self.wish, who=self._who)
        if self._against is not None and self.wish.ruleset.seats > _DUEL:
            self.cuttle.wish, _ = wishes.with_base(self.wish, "standard")
        self._show()

    @property
    def wish(self) -> TableOptions:
        """The current choices, which the app remembers."""
        return self.cuttle.wish

    @property
    def _offered(self) -> tuple[Who, ...]:
        return ("computer", "room") if self.cuttle.lobby.online else ("computer", "keyboard")

    # what is shown

    def _show(self, why: Sentence = SILENCE) -> None:
        title = wording.TITLE if self._against is None else wording.CHALLENGE
        self.query_one(Title).show((str(title), wording.you_are(self.cuttle.lobby.player)))
        self.query_one(Digest).show(wording.digest(self.wish))
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))
        rows: tuple[Choosable | None, ...]
        if self._base is not None:
            rows = ruleset_rows(self.wish)
            focus = list(PRESETS).index(self._base)
            prompt = wording.rules_prompt(self._base)
        else:
            rows, focus = rows_of(self.wish), self._focus
            name = "" if self._against is None else self._against.name
            prompt = wording.new_table_prompt(self.wish, self._focused, why, against=name)
        self.query_one(Choices).show(ChoicesModel(rows, focus))
        self.query_one(PromptBar).show(prompt)

    @property
    def _focused(self) -> str:
        row = rows_of(self.wish)[self._focus]
        return "" if row is None else row.name

    # keys

    def sections(self) -> Sections:
        """Return the keys of the rows, or of the list of all rulesets."""
        return (self._ROWS,) if self._base is None else (self._RULES,)

    def ignore(self) -> None:
        """Clear the message while the rulesets are listed."""
        if self._base is not None:
            self._show()

    def _change_row(self, name: str) -> None:
        """Go to a row, and change it."""
        self._focus = self._names.index(name)
        self._change(1)

    @property
    def _names(self) -> list[str]:
        """The names of the rows; a blank row has none."""
        return [row.name if row else "" for row in rows_of(self.wish)]

    def has_row(self, name: str) -> bool:
        """Return whether there is a row with a name."""
        return name in self._names

    def _list_rules(self) -> None:
        self._base = self.wish.base
        self._show()

    def _read_rules(self) -> None:
        rules = self.wish.ruleset if self._base is None else PRESETS[self._base]
        self.cuttle.show_page(rules_screen(self.brush, rules))

    def _move(self, step: int) -> None:
        """Move the cursor, skipping blank rows."""
        rows = rows_of(self.wish)
        self._focus = max(0, min(len(rows) - 1, self._focus + step))
        if rows[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

    def _change(self, step: int) -> None:
        """Change the row in focus; a step of 0 toggles an option."""
        name, wish, why = self._focused, self.wish, SILENCE
        if name == wording.WHO:
            wish = wishes.with_who(wish, self._offered, step or 1)
        elif name == wording.COMPUTERS:
            wish = wishes.with_computers(wish, step or 1)
        elif name == wording.TIMING:
            wish = wishes.with_timing(wish, step or 1)
        elif name == wording.PUBLIC:
            wish = replace(wish, public=not wish.public)
        elif name == wording.RATED:
            wish = wishes.casual(wish) if wish.rated else wishes.with_rated(wish, self._rules)
        elif name == wording.RULES and not step:
            self._base = wish.base
        elif name == wording.RULES:
            wish, why = self._with_base(wishes.next_base(wish, step))
        else:
            wish, why = self._with_option(name, step)
        self._take(wish, why)

    def _take(self, wish: TableOptions, why: Sentence) -> None:
        """Take other choices; with other rules a match is not rated any more."""
        if self.wish.rated and wish.rated and _rules_of(wish) != _rules_of(self.wish):
            wish, why = wishes.casual(wish), say(wording.NOT_RATED)
        self.cuttle.wish = wish
        self._show(why)

    @property
    def _rules(self) -> str:
        """The name of the rules of rated matches."""
        online = self.cuttle.lobby.online
        season = None if online is None else online.season
        return RATED if season is None else season.ruleset.partition("/")[0]

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
        wish, why = self._with_base(base)
        if wish.rated and _rules_of(wish) != _rules_of(self.wish):
            wish, why = wishes.casual(wish), say(wording.NOT_RATED)
        self.cuttle.wish = wish
        self._show(why)

    def _keep_rules(self) -> None:
        self._base = None
        self._show()

    def _open(self) -> None:
        """Open the table; if the lobby refuses, show why."""
        lobby, wish = self.cuttle.lobby, self.wish
        plan = TablePlan(wish.text, wish.computers, wish.timing, wish.public, wish.rated)
        ways: dict[Who, Callable[[], None]] = {
            "computer": lambda: self.cuttle.sit_down((lobby.play_computer(wish.text),))
        }
        if (home := lobby.home) is not None:
            ways["keyboard"] = lambda: self.cuttle.sit_down(
                home.hot_seat(wish.text, wish.computers)
            )
        if (online := lobby.online) is not None:
            ways["room"] = lambda: self.cuttle.sit_down((online.open_table(plan),))
            ways["challenge"] = lambda: self._send(online, plan)
        try:
            ways[wish.who]()
        except LobbyError as error:
            self._show(lobby_line(error))

    def _send(self, online: OnlineLobby, plan: TablePlan) -> None:
        """Challenge the player, and go back to where they were chosen."""
        if self._against is not None:
            online.challenge(self._against.id, plan)
            self.cuttle.close_screen()
            self.cuttle.tell(sent_line(self._against.name))

    # the mouse

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Change the clicked row."""
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

    _ROWS: ClassVar[Section[NewTableScreen]] = Section(
        N_("a new table"),
        (
            Command(by(steps(8), _move), N_("move along the rows"), N_("move, change"), "arrows"),
            Command(by({"left": -1}, _change), N_("the choice before")),
            Command(by({"right": 1}, _change), N_("the next choice")),
            Command(
                by({"space": 0}, _change),
                N_("turn an option on or off, or take the next choice"),
                N_("on or off"),
            ),
            _row_command(wording.WHO, N_("change who plays"), _change_row),
            Command(to(ROW_KEYS[wording.RULES], _list_rules), N_("choose from all rulesets")),
            _row_command(wording.COMPUTERS, N_("change how many computers play"), _change_row),
            _row_command(wording.TIMING, N_("change the clocks"), _change_row),
            _row_command(wording.PUBLIC, N_("change who may join"), _change_row),
            _row_command(wording.RATED, N_("play a rated match, or not"), _change_row),
            Command(to("h", _read_rules), N_("read the rules chosen"), N_("read the rules")),
            Command(to("enter", _open), N_("sit down, or open the table")),
            Command(
                to("escape q ctrl+c", ZoneScreen.interrupt),
                N_("back to where you came from"),
                N_("back"),
            ),
        ),
    )
    _RULES: ClassVar[Section[NewTableScreen]] = Section(
        N_("in the list of all rulesets"),
        (
            Command(by(steps(8), _move_rules), N_("move along the rulesets"), N_("move"), "arrows"),
            Command(to("enter space", _take_rules), N_("use the ruleset in focus")),
            Command(to("h", _read_rules), N_("read the rules in focus"), N_("read the rules")),
            Command(
                to("escape q r", _keep_rules),
                N_("back to the table, rules unchanged"),
                N_("back"),
            ),
            Command(to("ctrl+c", ZoneScreen.interrupt), N_("back to where you came from")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_ROWS, _RULES)


# the rows -----------------------------------------------------------------------------------------


def rows_of(wish: TableOptions) -> tuple[Choosable | None, ...]:
    """Make the rows of all choices; None is a blank row."""
    who = (_row(wording.WHO, wording.who_text(wish)),)
    computers = (_row(wording.COMPUTERS, wording.computers_text(wish)),)
    rules = _row(wording.RULES, wording.rules_text(wish))
    alone = wish.who == "challenge"
    return (
        *(() if alone else who),
        rules,
        *(() if alone else computers),
        *(_meeting_rows(wish) if wish.who in ("room", "challenge") else ()),
        None,
        *(
            Choosable(name, wording.option_label(wish, o), tr(o.title), chosen=wish.has(name))
            for name, o in OPTIONS.items()
        ),
    )


def _meeting_rows(wish: TableOptions) -> tuple[Choosable, ...]:
    """Make the rows of a table that other people can join."""
    public = (_row(wording.PUBLIC, wording.public_text(wish)),) if wish.who == "room" else ()
    return (
        _row(wording.TIMING, wording.timing_text(wish)),
        *public,
        _row(wording.RATED, wording.rated_text(wish)),
    )


def _rules_of(wish: TableOptions) -> tuple[object, ...]:
    """Return the choices that a rated match does not leave open."""
    return wish.base, wish.options, wish.computers


def _row(name: str, text: str) -> Choosable:
    return Choosable(name, str(wording.LABELS[name]), text, ROW_KEYS[name])


def ruleset_rows(wish: TableOptions) -> tuple[Choosable, ...]:
    """Make a row for each ruleset."""
    return tuple(
        Choosable(name, name, tr(ruleset.title), chosen=name == wish.base)
        for name, ruleset in PRESETS.items()
    )
