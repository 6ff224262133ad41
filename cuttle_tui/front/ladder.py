"""Show the ladder: the levels of the computer, how the player stands, and a game against one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from cuttle_tui import ladder as wording
from cuttle_tui.drawing.fronts import panel_width
from cuttle_tui.drawing.rows import wrap
from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, tr
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import Command, Section, Sections, to
from cuttle_tui.kit.list_screen import MOVE, ListScreen
from cuttle_tui.kit.lists import Below, Cell, ListModel, Row, RowList, dots, heads_of
from cuttle_tui.kit.names import level_name
from cuttle_tui.kit.screen import BACK
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ladder import NEEDED, Rung, next_rung, rungs_of
from cuttle_tui.ports import LadderGame, LadderGames, LobbyError
from cuttle_tui.rules.book import rules_in_words
from engine.bots.levels import level_of


class LadderScreen(ListScreen):
    """The levels of the computer, weakest first; enter plays the one in focus."""

    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, found: LadderGames, rules: str) -> None:
        """List the levels for games by some rules, with the next to beat in focus."""
        super().__init__(paint)
        self._found = found
        self._rules = rules
        self._why: Sentence = SILENCE
        rungs = self._lines
        self._focus = rungs.index(next_rung(rungs) or rungs[-1])

    @property
    def _lines(self) -> tuple[Rung, ...]:
        return rungs_of(self._found.games)

    def on_screen_resume(self) -> None:
        """Show the ladder with the games that are finished by now."""
        self._show()
        self.ask_lobby(self.cuttle.lobby.ladder(self._rules), self._take, self.tell_refusal)

    def _take(self, found: LadderGames) -> None:
        self._found = found
        self._show()

    def tell_refusal(self, error: LobbyError) -> None:
        self._why = lobby_line(error)
        self._show()

    def _show(self) -> None:
        rungs, found = self._lines, self._found
        rung = rungs[self._focus]
        plan = self.plan(*self.app.size)
        wide = plan is not None and panel_width(plan)  # there is room to say how a level plays
        untried = not found.games and wide
        rows = tuple(_untried_row(each, rungs) if untried else _row(each, rungs) for each in rungs)
        played = tr("rules: {rules}", rules=rules_in_words(self._rules))
        self.query_one(Title).show((tr(wording.ABOUT), played))
        self.query_one(Band).show((wording.next_line(rungs), self._second_line()))
        names, columns = _UNTRIED if untried else _TRIED
        heads = heads_of(tuple(map(str, names)), columns)
        below, gap = (last_games(found.games),), int(untried)
        self.query_one(RowList).show(ListModel(rows, self._focus, gap, heads=heads, below=below))
        self._panel = wording.rung_panel(rung, found.games)
        self._show_prompt(wording.ladder_prompt(rung, self._why))

    def _second_line(self) -> Sentence:
        """Say what is wrong in a row, or how a level is beaten, as fully as there is room."""
        trouble, plan = self._found.trouble, self.plan(*self.app.size)
        forms = wording.rule_forms() if trouble is None else wording.trouble_forms(trouble)
        if plan is None:
            return forms[-1]
        room = self.place(plan)["band"].height - 1 if trouble is None else 1
        width, glyphs = plan.stop - plan.first, self.paint.glyphs
        fitting = (form for form in forms if len(wrap(form, width, glyphs, "")) <= room)
        return next(fitting, forms[-1])

    def on_resize(self) -> None:
        """Say as much in the band as there is room for."""
        self._show()

    def move(self, step: int) -> None:
        self._why = SILENCE
        super().move(step)

    def _play(self) -> None:
        """Sit down at a table with the level in focus, which is remembered."""
        level = self._lines[self._focus].level
        self.cuttle.choose_level(level)
        self.sit(self.cuttle.lobby.play_computer(self._rules, level), new=True)

    @property
    def verb(self) -> str:
        """What enter does."""
        return tr("play {level}", level=level_name(self._lines[self._focus].level))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter space", _play),
                    N_("play the marked level"),
                    label_of=lambda screen: screen.verb,
                ),
                BACK,
            ),
        ),
    )


_Heads = tuple[tuple[Message | str, ...], tuple[int, ...]]
_TRIED: Final[_Heads] = (wording.HEADS, wording.COLUMNS)
_UNTRIED: Final[_Heads] = ((*wording.HEADS[:2], wording.HOW, ""), wording.COLUMNS[:3])
"""The heads and their columns, once a game is played and before."""
_LATEST: Final = 24
"""How many of the last games against all levels are listed."""
_LAST_COLUMNS: Final = wording.COLUMNS[:3]


def last_games(games: Sequence[LadderGame]) -> Below:
    """List the last games against all levels, newest first, and what each has changed."""
    counts = range(len(games), max(0, len(games) - _LATEST), -1)
    roles = ("ink", "ink", "quiet")
    cells = (wording.last_cells(games[:count]) for count in counts)
    rows = tuple(Row(tuple(map(Cell, _LAST_COLUMNS, texts, roles))) for texts in cells)
    heads = heads_of(tuple(map(str, wording.LAST_HEADS)), _LAST_COLUMNS)
    return Below(tr("your last games"), heads, rows)


def _untried_row(rung: Rung, rungs: tuple[Rung, ...]) -> Row:
    """Make the row of a level while none was played: what it is like."""
    name, wins = _row(rung, rungs).cells[:2]
    return Row(
        (name, wins, Cell(wording.COLUMNS[2], tr(level_of(rung.level).describes), name.role))
    )


def _row(rung: Rung, rungs: tuple[Rung, ...]) -> Row:
    """Make the row of a level: its wins as dots; quiet, if it is above the next one."""
    *cells, right = wording.rung_cells(rung, rungs)
    wins = dots(NEEDED if rung.beaten else min(rung.recent, NEEDED), NEEDED)
    upcoming = next_rung(rungs)
    reached = rung.beaten or rung.played or rung == upcoming
    role = "ink" if reached else "quiet"
    name, *others = cells
    drawn = (
        Cell(wording.COLUMNS[0], name, role, bold=rung == upcoming),
        Cell(wording.COLUMNS[1], wins, role),
        *(Cell(at, text, "quiet") for at, text in zip(wording.COLUMNS[2:], others, strict=True)),
    )
    return Row(drawn, right=right)
