"""Hold the keys of the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import Command, Section
from cuttle_tui.table.chat import MENU_KEYS, REASONS
from cuttle_tui.wording.keys import front as words

if TYPE_CHECKING:
    from cuttle_tui.screens.lobby import LobbyScreen

_STEPS: Final = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -999, "end": 999}

LISTS: Final[Section[LobbyScreen]] = Section(
    words.LOBBY,
    (
        Command(
            tuple(_STEPS),
            words.MOVE_UP_DOWN,
            lambda lobby, key: lobby._go(0, _STEPS[key]),
            when=lambda lobby: lobby.lines > 1,
        ),
        Command(("tab", "right"), words.OTHER_LIST, lambda lobby, key: lobby._go(1, 0)),
        Command(("left", "shift+tab"), words.LIST_BEFORE, lambda lobby, key: lobby._go(-1, 0)),
        Command(("enter",), words.ENTER_LOBBY, lambda lobby, key: lobby._enter()),
        Command(("n",), words.NEW_TABLE, lambda lobby, key: lobby._new()),
        Command(("w",), words.WATCH_GAME, lambda lobby, key: lobby._watch()),
        Command(("b",), words.BLOCK, lambda lobby, key: lobby._block()),
        Command(("r",), words.REPORT, lambda lobby, key: lobby._report()),
        Command(("escape", "q", "ctrl+c"), words.HOME, lambda lobby, key: lobby.interrupt()),
    ),
)
REPORTING: Final[Section[LobbyScreen]] = Section(
    words.REPORTING,
    (
        Command(
            tuple(MENU_KEYS[: len(REASONS)]),
            words.REASON,
            lambda lobby, key: lobby._report_for(REASONS[MENU_KEYS.index(key)]),
        ),
        Command(("escape", "q"), words.NO_REPORT, lambda lobby, key: lobby._report_nobody()),
        Command(("ctrl+c",), words.AWAY_HOME, lambda lobby, key: lobby.interrupt()),
    ),
)
