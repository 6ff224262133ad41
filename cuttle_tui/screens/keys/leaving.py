"""Hold the keys with which one leaves a table, or passes the keyboard on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import Command, Purpose, Section
from cuttle_tui.table import choices
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.table.leaving import LEAVE_KEYS, SHOW_KEY
from cuttle_tui.wording.table.status_notes import SHOW_HAND_KEY
from engine.actions import Kind

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen


def _leave(table: TableScreen, key: str) -> None:
    table._press_leave(key)


def _standing(kind: Kind) -> Callable[[TableScreen], bool]:
    def stands(table: TableScreen) -> bool:
        view = table.state.view
        return view is not None and kind in choices.standing(view)

    return stands


LEAVING: Final[Section[TableScreen]] = Section(
    words.LEAVING,
    (
        Command(("y",), words.YES_LEAVE, _leave),
        *(
            Command((key,), Purpose(words.LEAVE_KINDS[kind]), _leave, when=_standing(kind))
            for key, kind in LEAVE_KEYS.items()
        ),
        Command((SHOW_KEY,), words.OPEN_HANDS, _leave, when=lambda table: table.may_show),
        Command(("n", "escape"), words.STAY, _leave),
        Command(("ctrl+c",), words.QUIT, lambda table, key: table.interrupt()),
    ),
)
COVERED: Final[Section[TableScreen]] = Section(
    words.COVERED,
    (
        Command((SHOW_HAND_KEY,), words.SHOW_HAND, lambda table, key: table._show_hand()),
        Command(("q",), words.LEAVE, lambda table, key: table._ask_to_leave()),
    ),
    when=lambda table: table.seating.shared,
)
