"""Set up and open a new table: the players, the rules and the options."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final

from cuttle_tui.drawing.fronts import ROOMY
from cuttle_tui.front import new_table_words as table_options, new_table_words as wording
from cuttle_tui.front.new_table_words import TableOptions, Who
from cuttle_tui.front.page_screen import rules_screen
from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, say, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    SPARE,
    Command,
    Pointing,
    Section,
    Sections,
    by,
    fields,
    steps,
    to,
)
from cuttle_tui.kit.list_screen import ListScreen
from cuttle_tui.kit.lists import OFF, ListModel, Row, RowList, choice_row
from cuttle_tui.kit.names import next_level
from cuttle_tui.kit.words import lobby_line, sent_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ladder import Rung, rungs_of
from cuttle_tui.ports import RATED, LadderGames, LobbyError, OnlineLobby, PersonLine, TablePlan
from cuttle_tui.rules.panels import rules_blocks
from cuttle_tui.rules.samples import cards_block, dealt_block
from engine.errors import RulesetError
from engine.rules.options import MATCHES, OPTIONS
from engine.rules.rulesets import PRESETS, Ruleset

ROW_CLICKS: Final = Pointing(
    N_("A click on a row takes its next choice, turns it on or off, or chooses it."),
    N_("tap a row for its next choice, or to turn it on or off"),
)
_DUEL: Final = 2
ROW_KEYS: Final = {
    wording.WHO: "w",
    wording.RULES: letters.ALL_RULES,
    wording.MATCH: "m",
    wording.COMPUTERS: "c",
    wording.LEVEL: "v",
    wording.TIMING: "t",
    wording.PUBLIC: "p",
    wording.RATED: "e",
}
"""The rows with a key of their own."""


_STEPS: Final[dict[str, Callable[[TableOptions, int], TableOptions]]] = {
    wording.MATCH: table_options.with_match,
    wording.COMPUTERS: table_options.with_computers,
    wording.TIMING: table_options.with_timing,
}
"""The rows that take a choice a number of places further."""


def _row_command(
    row: str, text: Message, change: Callable[[NewTableScreen, str], None]
) -> Command[NewTableScreen]:
    """Make a command that changes a row, if that row exists."""
    return Command(by({ROW_KEYS[row]: row}, change), text, when=lambda screen: row in screen._names)


class NewTableScreen(ListScreen):
    """Set up a table, row by row; enter opens it."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = (ROW_CLICKS, BAR_CLICKS)

    def __init__(
        self, paint: PaintContext, who: Who | None = None, against: PersonLine | None = None
    ) -> None:
        """Start with the last choices, for some players or against one who is challenged."""
        super().__init__(paint)
        self._who = who
        self._against = against
        self._before = TableOptions()
        """The choices made earlier."""
        self._base: str | None = None
        """The ruleset under the cursor, while all rulesets are listed."""
        self._named = ""
        """The row that was shown in focus: a low window has no blank rows before it."""
        self._climbed: tuple[str, tuple[Rung, ...]] = "", ()
        """The rules of the ladder that was looked up, and how the player stands there."""

    def on_mount(self) -> None:
        if self._against is not None and self.cuttle.challenge_options is None:
            rules = self.cuttle.table_options
            first = TableOptions("challenge", rules.base, rules.options)
            if first.ruleset.seats > _DUEL:
                first, _ = table_options.with_base(first, "standard")
            self.cuttle.challenge_options = first
        self._before = self.table
        if self._who is not None:
            self.table = replace(self.table, who=self._who)
        self._show()

    def on_unmount(self) -> None:
        """Give back what a rated match has forced: the next table may be another."""
        self.table = table_options.casual(self.table)
        if self.table.text != self._before.text:
            self.cuttle.keep_rules()

    @property
    def table(self) -> TableOptions:
        """The current choices, which the app remembers: those of challenges are their own."""
        challenge = self.cuttle.challenge_options if self._against is not None else None
        return self.cuttle.table_options if challenge is None else challenge

    @table.setter
    def table(self, table: TableOptions) -> None:
        if self._against is None:
            self.cuttle.table_options = table
        else:
            self.cuttle.challenge_options = table

    # what is shown

    def _show(self, why: Sentence = SILENCE) -> None:
        title = wording.TITLE if self._against is None else wording.CHALLENGE
        self.query_one(Title).show((str(title), tr(wording.SIGNS)))
        told = wording.digest(self.table)
        plain_rules = self.table.text == self.table.base
        low = self._is_low and plain_rules  # the first row names them
        self.query_one(Band).show(told[1:] if low else told)
        rows: tuple[Row | None, ...]
        if self._base is not None:
            rows = tuple(
                choice_row(name, name, tr(ruleset.title), chosen=name == self.table.base)
                for name, ruleset in PRESETS.items()
            )
            focus = list(PRESETS).index(self._base)
            prompt = wording.rules_prompt(self._base)
        else:
            rows, focus = self._lines, self._focus
            self._named = self._focused
            name = "" if self._against is None else self._against.name
            prompt = wording.new_table_prompt(
                self.table,
                self._focused,
                why,
                level=self.cuttle.level,
                against=name,
                rungs=self._rungs() if self._focused == wording.LEVEL else (),
            )
        rules = self.rules_to_read
        plan = self.plan(*self.app.size)
        dealt = [dealt_block(rules)] if plan is not None and plan.content >= ROOMY else []
        blocks = (cards_block(rules), *rules_blocks(rules))
        self._under = tuple(dealt)
        self._panel = tuple(block._replace(more=SILENCE) for block in blocks)  # a key below reads
        self.query_one(RowList).show(ListModel(rows, focus, wraps=True))
        self._show_prompt(prompt)

    def _rungs(self) -> tuple[Rung, ...]:
        """Return how the player stands by these rules; it is looked up first, if need be."""
        rules, lobby = self.table.ruleset.name, self.cuttle.lobby
        if self._climbed[0] != rules:
            self._climbed = rules, ()

            def take(found: LadderGames) -> None:
                if self._climbed[0] == rules and found.games:
                    self._climbed = rules, rungs_of(found.games)
                    self._show()

            self.ask_lobby(lobby.ladder(rules), take, lambda _: None)
        return self._climbed[1]

    @property
    def _lines(self) -> tuple[Row | None, ...]:
        rows = rows_of(self.table, self.cuttle.level)
        if not self._is_low or self._against is not None:
            return rows
        return tuple(row for row in rows if row is not None)

    @property
    def _is_low(self) -> bool:
        """Whether the window is low, and only the short list of a challenge has a blank row."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.small

    def on_resize(self) -> None:
        """Keep the row in focus where blank rows come or go; show a deal where it has room."""
        if self._named in self._names:
            self._focus = self._names.index(self._named)
        self._show()

    @property
    def _focused(self) -> str:
        return self._names[self._focus]

    # keys

    @property
    def bar(self) -> tuple[Command[NewTableScreen], ...]:
        return self._BAR if self._base is None else self._RULES.commands

    def sections(self) -> Sections:
        return (self._ROWS,) if self._base is None else (self._RULES,)

    def ignore(self) -> None:
        if self._base is not None:
            self._show()

    def _change_row(self, name: str) -> None:
        """Go to a row, and change it."""
        self._focus = self._names.index(name)
        self._change(1)

    @property
    def _names(self) -> list[str]:
        """The names of the rows; a blank row has none."""
        return [row.name if row else "" for row in self._lines]

    @property
    def rules_to_read(self) -> Ruleset:
        """The chosen rules, or those under the cursor while all are listed."""
        return self.table.ruleset if self._base is None else PRESETS[self._base]

    def _list_rules(self) -> None:
        self._base = self.table.base
        self._show()

    def _read_rules(self) -> None:
        self.cuttle.show_page(rules_screen(self.paint, self.rules_to_read))

    def _change(self, step: int) -> None:
        """Change the row in focus; a step of 0 toggles an option."""
        name, table, why = self._focused, self.table, SILENCE
        if name == wording.WHO:
            others: Who = "room" if self.cuttle.lobby.online else "keyboard"
            table = table_options.with_who(table, ("computer", others), step or 1)
        elif name in _STEPS:
            table = _STEPS[name](table, step or 1)
        elif name == wording.LEVEL:
            self.cuttle.choose_level(next_level(self.cuttle.level, step or 1))
        elif name == wording.TIMING:
            table = table_options.with_timing(table, step or 1)
        elif name == wording.PUBLIC:
            table = replace(table, public=not table.public)
        elif name == wording.RATED and table.rated:
            table = table_options.casual(table)
        elif name == wording.RATED:
            table = table_options.with_rated(table, self._rules)
        elif name == wording.RULES and not step:
            self._base = table.base
        elif name == wording.RULES:
            table, why = self._with_base(table_options.next_base(table, step))
        else:
            table, why = self._with_option(name, step)
        self._take(table, why)

    def _take(self, table: TableOptions, why: Sentence) -> None:
        """Take other choices; with other rules a match is not rated any more."""
        given, chosen = ((t.base, t.options, t.computers) for t in (self.table, table))
        if self.table.rated and table.rated and given != chosen:
            table = table_options.by_other_rules(self.table, table)
            why = say(wording.NOT_RATED)
        row = self._focused
        self.table = table
        self._focus = self._names.index(row) if row in self._names else 0  # the same, if there
        self._show(why)

    @property
    def _rules(self) -> str:
        """The name of the rules of rated matches."""
        online = self.cuttle.lobby.online
        season = None if online is None else online.season
        return RATED if season is None else season.ruleset.partition("/")[0]

    def _with_base(self, base: str) -> tuple[TableOptions, Sentence]:
        table, dropped = table_options.with_base(self.table, base)
        return table, wording.dropped_line(base, dropped)

    def _with_option(self, name: str, step: int) -> tuple[TableOptions, Sentence]:
        try:
            if step and OPTIONS[name].numbered:
                return table_options.counted_on(self.table, name, step), SILENCE
            return table_options.toggled(self.table, name), SILENCE
        except RulesetError as error:
            return self.table, wording.refused_line(self.table, name, error)

    def _turn_group(self, way: int) -> None:
        """Move to the first row of the next group, or of the one before."""
        starts = [0, next(place for place, name in enumerate(self._names) if name in OPTIONS)]
        group = bisect_right(starts, self._focus) - 1
        self._focus = starts[(group + way) % len(starts)]
        self._show()

    def go_to_line(self, line: int) -> None:
        step = line - self.line_here
        (self.move if self._base is None else self._move_rules)(step)

    # the list of all rulesets

    def _move_rules(self, step: int) -> None:
        bases = list(PRESETS)
        place = bases.index(self._base or self.table.base) + step
        self._base = bases[max(0, min(len(bases) - 1, place))]
        self._show()

    def _take_rules(self) -> None:
        base, self._base = self._base or self.table.base, None
        self._take(*self._with_base(base))

    def _keep_rules(self) -> None:
        self._base = None
        self._show()

    def _open(self) -> None:
        """Open the table; if the lobby refuses, show why."""
        lobby, table = self.cuttle.lobby, self.table
        rules, level = table.text, self.cuttle.level
        plan = TablePlan(rules, table.computers, table.timing, table.public, table.rated, level)
        ways: dict[Who, Callable[[], None]] = {
            "computer": lambda: self.sit(lobby.play_computer(rules, level), new=True)
        }
        if lobby.home is not None:
            ways["keyboard"] = lambda: self.cuttle.share_keyboard(rules, table.computers)
        if (online := lobby.online) is not None:
            ways["room"] = lambda: self.sit(online.open_table(plan))
            ways["challenge"] = lambda: self._send(online, plan)
        try:
            ways[table.who]()
        except LobbyError as error:
            self.tell_refusal(error)

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def _send(self, online: OnlineLobby, plan: TablePlan) -> None:
        """Challenge the player, and go back to where they were chosen."""
        against = self._against
        if against is None:
            return

        def sent(_: None) -> None:
            self.cuttle.close_screen()
            self.cuttle.tell(sent_line(against.name))

        self.wait_for_lobby(online.challenge(against.id, plan), sent)

    def interrupt(self) -> None:
        """Go back, and say that the choices are kept, if there are new ones."""
        table = table_options.casual(self.table)
        before = replace(self._before, who=table.who)
        super().interrupt()
        if table != before:
            self.cuttle.tell(wording.kept_line(table, before))

    def pick(self, place: int) -> None:
        if self._base is not None:
            self._base = list(PRESETS)[place]
            self._take_rules()
        else:
            self._focus = place
            self._change(0)

    _OPEN: ClassVar[Command[NewTableScreen]] = Command(
        to("enter", _open),
        N_("sit down, or open the table"),
        label_of=lambda screen: wording.verb_of(screen.table),
    )
    _BEFORE: ClassVar[Command[NewTableScreen]] = Command(
        by({"left": -1}, _change),
        N_("the choice before"),
        named="left right",
        label_of=lambda screen: wording.change_label(screen.table, screen._focused),
    )
    _TOGGLE: ClassVar[Command[NewTableScreen]] = Command(
        by({"space": 0}, _change),
        N_("turn an option on or off, or take the next choice"),
        N_("on or off"),
        label_of=lambda screen: wording.toggle_label(screen.table, screen._focused),
    )
    _LIST_RULES: ClassVar[Command[NewTableScreen]] = Command(
        to(ROW_KEYS[wording.RULES], _list_rules),
        N_("choose from all rulesets"),
        label_of=lambda screen: N_("all rules") if screen._focused == wording.RULES else "",
    )
    _BAR: ClassVar[tuple[Command[NewTableScreen], ...]] = (_OPEN, _TOGGLE, _BEFORE, _LIST_RULES)
    """In the order of the options."""
    _ROWS: ClassVar[Section[NewTableScreen]] = Section(
        N_("a new table"),
        (
            Command(
                by(steps(8), ListScreen.move),
                N_("move along the rows"),
                N_("move, change"),
                "arrows",
                spare=SPARE,
            ),
            Command(
                by({"tab": 1, "shift+tab": -1}, _turn_group),
                N_("to the house rules, and back to the rows above them"),
                spare=SPARE,
            ),
            _BEFORE,
            Command(by({"right": 1}, _change), N_("the next choice")),
            _TOGGLE,
            _row_command(wording.WHO, N_("change who plays"), _change_row),
            _LIST_RULES,
            _row_command(wording.MATCH, N_("change how many games decide"), _change_row),
            _row_command(wording.COMPUTERS, N_("change how many computers play"), _change_row),
            _row_command(wording.LEVEL, N_("change how well the computers play"), _change_row),
            _row_command(wording.TIMING, N_("change the clocks"), _change_row),
            _row_command(wording.PUBLIC, N_("change who may join"), _change_row),
            _row_command(wording.RATED, N_("play a rated match, or not"), _change_row),
            Command(
                to(letters.READ_RULES, _read_rules),
                N_("read the rules chosen"),
                N_("read the rules"),
            ),
            _OPEN,
            Command(
                to("escape q ctrl+c", interrupt),
                N_("back to where you were; your choices are kept"),
                N_("back"),
            ),
        ),
    )
    _RULES: ClassVar[Section[NewTableScreen]] = Section(
        N_("in the list of all rulesets"),
        (
            Command(
                by(fields(8), _move_rules),
                N_("move along the rulesets"),
                N_("move"),
                "arrows",
                spare=SPARE,
            ),
            Command(
                to("enter space", _take_rules),
                N_("use the marked ruleset"),
                label_of=lambda screen: tr("use {rules}", rules=screen._base),
            ),
            Command(
                to(letters.READ_RULES, _read_rules),
                N_("read the marked rules"),
                label=N_("read the rules"),
            ),
            Command(
                to(f"escape q {letters.ALL_RULES}", _keep_rules),
                N_("back to the table, rules unchanged"),
                label=N_("back"),
            ),
            Command(to("ctrl+c", interrupt), N_("back to where you were")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_ROWS, _RULES)


# the rows -----------------------------------------------------------------------------------------


def rows_of(table: TableOptions, level: str) -> tuple[Row | None, ...]:
    """Make the rows of all choices; None is a blank row. A level is asked for where one plays."""
    texts = {wording.RULES: wording.rules_text(table)}
    if not table.rated:
        texts[wording.MATCH] = wording.match_text(table)
    if table.who != "challenge":
        texts = {wording.WHO: wording.who_text(table), **texts}
        texts[wording.COMPUTERS] = wording.computers_text(table)
        if table.who == "computer" or table.computers:
            texts[wording.LEVEL] = wording.level_text(level)
    if table.who in ("room", "challenge"):
        texts[wording.TIMING] = wording.control_text(table.timing)
        if table.who == "room":
            texts[wording.PUBLIC] = wording.public_text(table)
        texts[wording.RATED] = wording.rated_text(table)
    options = (
        choice_row(
            name,
            wording.option_label(table, option),
            tr(option.title),
            OFF,
            chosen=table.has(name),
            stepped=option.numbered,
            brief=str(wording.BRIEF.get(name, "")),
        )
        for name, option in OPTIONS.items()
        if name not in MATCHES
    )
    chosen = (
        choice_row(name, str(wording.LABELS[name]), text, ROW_KEYS[name], stepped=True)
        for name, text in texts.items()
    )
    return (*chosen, None, *options)
