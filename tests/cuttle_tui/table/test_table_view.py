"""The body of a table places its zones and carries effects out, whatever screen has it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.ports import TableState
from cuttle_tui.table.intents import Act
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, Situation, TableUi
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import tables


@dataclass
class _Table:
    """A table that notes what it is asked to show."""

    state: TableState
    ui: TableUi = field(default_factory=TableUi)
    shown: list[TableUi] = field(default_factory=list)

    @property
    def situation(self) -> Situation:
        return Situation(self.state, 0, self.ui)

    def present(self) -> TableModel:
        return present_table(self.state, 0, self.ui)

    def show_ui(self, ui: TableUi) -> None:
        self.ui = ui
        self.shown.append(ui)


def _view(**options: Any) -> tuple[TableView, _Table]:
    table = _Table(tables.chair(tables.TARGETS).state())
    screen = SimpleNamespace(paint=paint_context_for(Terminal()))
    return TableView(cast(ZoneScreen, screen), table, **options), table


def test_an_open_log_lies_on_the_table_unless_it_has_a_column() -> None:
    view, table = _view()
    plan = view.plan(80, 24)
    assert plan is not None
    assert "log" not in view.place(plan)
    table.ui = replace(table.ui, mode=Mode.LOG)
    assert "log" in view.place(plan)
    table.ui = replace(table.ui, column=True)
    assert "log" not in view.place(plan)


def test_an_intent_changes_what_is_open_or_has_an_effect() -> None:
    view, table = _view()
    done = []
    view.acts[Act.ASK_COACH] = lambda: done.append("asked")
    view.update(Act.OPEN_LOG)
    assert [ui.mode for ui in table.shown] == [Mode.LOG]
    table.ui = TableUi()
    view.update(Act.ASK_COACH)
    assert done == ["asked"]


def test_the_wheel_turns_what_is_open() -> None:
    view, table = _view(wheel=("left", "right"))
    assert view.wheel == ("left", "right")
    table.ui = replace(table.ui, mode=Mode.LOG)
    assert view.wheel == ("up", "down")
