"""Hold the keys with which one looks around at a table, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.base import HELP
from cuttle_tui.screens.keymap import Command, Purpose, Section
from cuttle_tui.wording.keys import table as words

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen


def _dealt(table: TableScreen) -> bool:
    return table.state.view is not None


def _sitting(table: TableScreen) -> bool:
    return not table.seating.watching


def _watching(table: TableScreen) -> bool:
    return table.seating.watching


def _say(table: TableScreen, key: str) -> None:
    table._open_talk()


def _explain(purpose: Purpose, *, more: bool) -> Command[TableScreen]:
    """Make the key that tells of a card; the last row names it where it says something new."""
    return Command(
        ("i",),
        purpose,
        lambda table, key: table._explain(),
        when=lambda table: _dealt(table) and _sitting(table) and _tells_more(table) == more,
        now=lambda table: ("i",) if table.explains else (),
    )


def _take_back(purpose: Purpose, *, possible: bool) -> Command[TableScreen]:
    """Make the key that takes a move back; the last row names it once there is one."""

    def holds(table: TableScreen) -> bool:
        practice = table.seating.chair.practice
        return practice is not None and practice.possible == possible

    return Command(("u",), purpose, lambda table, key: table._take_back(), when=holds)


def _tells_more(table: TableScreen) -> bool:
    return table.scene is not None and table.scene.tells_more


_LOOKING: Final[tuple[Command[TableScreen], ...]] = (
    _explain(words.EXPLAIN, more=True),
    _explain(words.EXPLAIN._replace(hint=""), more=False),
    Command(("z",), words.SCRAP, lambda table, key: table._open_scrap(), when=_dealt),
    Command(("l",), words.LOG, lambda table, key: table._open_log(), when=_dealt),
    _take_back(words.TAKE_BACK, possible=True),
    _take_back(words.TAKE_BACK._replace(hint=""), possible=False),
    HELP,
)


def _out(table: TableScreen, key: str) -> None:
    table._ask_to_leave()


_INTERRUPT: Final[Command[TableScreen]] = Command(
    ("ctrl+c",), words.INTERRUPT, lambda table, key: table.interrupt()
)
LOOK: Final[Section[TableScreen]] = Section(
    words.LOOKING,
    (
        Command(("t",), words.SAY, _say, when=lambda table: table.accompanied),
        Command(("t",), words.NOBODY, _say, when=lambda table: not table.accompanied),
        *_LOOKING,
        Command(("q",), words.LEAVE, _out, when=_sitting),
        Command(("q",), words.STOP_WATCHING, _out, when=_watching),
        _INTERRUPT,
    ),
)
OUT: Final[Section[TableScreen]] = Section(words.LOOKING, (HELP, _INTERRUPT))


def alone(back: Purpose) -> tuple[Section[TableScreen], Section[TableScreen]]:
    """Make the keys at a table where nobody is to talk with, and leaving costs nothing.

    Args:
        back: where leaving leads.

    Returns:
        What can be looked at, with the way out; the way out alone.
    """
    leave: Command[TableScreen] = Command(("q", "ctrl+c"), back, _out)
    only: Command[TableScreen] = Command(("ctrl+c",), back._replace(hint=""), _out)
    return Section(words.LOOKING, (*_LOOKING, leave)), Section(words.LOOKING, (HELP, only))
