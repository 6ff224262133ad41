"""Hold the keys of the screen on which a table is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import Command, Purpose, Section
from cuttle_tui.screens.rows_newtable import SETTINGS
from cuttle_tui.wording.keys import front as words

if TYPE_CHECKING:
    from cuttle_tui.screens.newtable import NewTableScreen

_STEPS: Final = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -99, "end": 99}


def _setting(key: str, purpose: Purpose) -> Command[NewTableScreen]:
    """Make a command that changes the row of a key, where there is one."""
    row = SETTINGS[key]
    return Command(
        (key,),
        purpose,
        lambda screen, key: screen._change_row(row),
        when=lambda screen: screen._has(row),
    )


ROWS: Final[Section[NewTableScreen]] = Section(
    words.TABLE,
    (
        Command(tuple(_STEPS), words.MOVE_CHANGE, lambda screen, key: screen._move(_STEPS[key])),
        Command(("left",), words.CHANGE_BACK, lambda screen, key: screen._change(-1)),
        Command(("right",), words.CHANGE, lambda screen, key: screen._change(1)),
        Command(("space",), words.ON_OFF, lambda screen, key: screen._change(0)),
        _setting("w", words.WHO),
        Command(("r",), words.RULES_LIST, lambda screen, key: screen._list_rules()),
        _setting("c", words.COMPUTERS),
        _setting("t", words.CLOCKS),
        _setting("p", words.PUBLIC),
        Command(("h",), words.THESE_RULES, lambda screen, key: screen._read_rules()),
        Command(("enter",), words.OPEN, lambda screen, key: screen._open()),
        Command(("escape", "q", "ctrl+c"), words.BACK, lambda screen, key: screen.interrupt()),
    ),
)
RULES: Final[Section[NewTableScreen]] = Section(
    words.CHOOSING_RULES,
    (
        Command(
            tuple(_STEPS), words.MOVE_RULES, lambda screen, key: screen._move_rules(_STEPS[key])
        ),
        Command(("enter", "space"), words.TAKE_RULES, lambda screen, key: screen._take_rules()),
        Command(("h",), words.READ_RULES, lambda screen, key: screen._read_rules()),
        Command(("escape", "q", "r"), words.OTHER_RULES, lambda screen, key: screen._keep_rules()),
        Command(("ctrl+c",), words.BACK._replace(hint=""), lambda screen, key: screen.interrupt()),
    ),
)
