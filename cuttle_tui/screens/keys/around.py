"""Hold the keys around a game: before the deal, when others stay away, when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import Command, Section
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.log.log_view import ANALYSE_KEY, CHECK_KEY
from cuttle_tui.wording.table.absence import CALL_OFF_KEY, CLAIM_KEY

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen

AWAY: Final[Section[TableScreen]] = Section(
    words.AWAY,
    (
        Command((CLAIM_KEY,), words.CLAIM, lambda table, key: table._end_alone(key)),
        Command(
            (CALL_OFF_KEY,),
            words.CALL_OFF,
            lambda table, key: table._end_alone(key),
            when=lambda table: table.state.may_call_off,
        ),
    ),
)


def _recorded(table: TableScreen) -> bool:
    return table.RECORDED


OVER: Final[Section[TableScreen]] = Section(
    words.OVER,
    (
        Command(
            ("r",),
            words.AGAIN,
            lambda table, key: table._play_again(),
            when=lambda table: not table.seating.watching,
        ),
        Command(("w",), words.WATCH_AGAIN, lambda table, key: table._watch_again(), _recorded),
        Command((ANALYSE_KEY,), words.ANALYSE, lambda table, key: table._analyse(), _recorded),
        Command((CHECK_KEY,), words.CHECK, lambda table, key: table._check_deal(), _recorded),
    ),
)
BEFORE: Final[Section[TableScreen]] = Section(
    words.BEFORE,
    (
        Command(
            ("enter",),
            words.READY,
            lambda table, key: table._get_ready(),
            when=lambda table: not table.desk.queue and not table.seating.watching,
        ),
        Command(
            ("c",),
            words.FILL,
            lambda table, key: table._fill(),
            when=lambda table: not table.desk.queue and table.may_fill,
        ),
        Command(
            ("c",),
            words.PRACTISE,
            lambda table, key: table._practise(),
            when=lambda table: bool(table.desk.queue),
        ),
    ),
    when=lambda table: table.state.view is None,
)
