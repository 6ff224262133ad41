"""Hold the keys with which one talks at a table, mutes, blocks and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.presenter.view_model import Mode
from cuttle_tui.screens.keymap import TYPE, Command, Section
from cuttle_tui.screens.keys.zones import SCROLL, any_letter
from cuttle_tui.table.chat import MENU_KEYS, REASONS, ChatContext, Step
from cuttle_tui.wording.keys import table as words

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen


def _talk(table: TableScreen, key: str) -> None:
    table._press_talk(key)


def _people(table: TableScreen) -> str:
    listed = REASONS if table.desk.talking.step == "report" else table.desk.company.people
    return MENU_KEYS[: len(listed)]


def _company(table: TableScreen) -> ChatContext:
    """Give whom one talks with, or would."""
    return table.desk.company if table.desk.mode is Mode.TALK else table._company()


def _with_lobby(table: TableScreen) -> bool:
    return _company(table).known


def _writes(table: TableScreen) -> bool:
    return _company(table).free_text


def _cuts(table: TableScreen) -> bool:
    return _company(table).cuts


def online(table: TableScreen) -> bool:
    """Tell whether other people can be at the table."""
    return table.lobby.online is not None


_SCROLL: Final[Command[TableScreen]] = Command(SCROLL, words.SCROLL, _talk)
_UP: Final[Command[TableScreen]] = Command(("escape", "q", "enter", "t"), words.SHUT_UP, _talk)
_SAYING: Final[Section[TableScreen]] = Section(
    words.SAYING,
    (
        Command(tuple(MENU_KEYS), words.PHRASE, _talk),
        Command(("w",), words.WRITE, _talk, when=_writes),
        Command(("c",), words.CUT, _talk, when=_cuts),
        Command(("p",), words.PEOPLE, _talk, when=lambda table: bool(_company(table).people)),
        _SCROLL,
        _UP,
    ),
    when=online,
)
_WRITING: Final[Section[TableScreen]] = Section(
    words.WRITING,
    (
        _SCROLL,
        Command((TYPE, "space"), words.TYPE_LINE, _talk, letters=any_letter),
        Command(("backspace", "ctrl+w", "ctrl+u"), words.CORRECT, _talk),
        Command(("enter",), words.SAY_IT, _talk),
        Command(("escape",), words.NOT_SAID, _talk),
    ),
    when=_writes,
)
_CUTTING: Final[Section[TableScreen]] = Section(
    words.CUTTING,
    (
        Command((TYPE, "space"), words.TYPE_LINE, _talk, letters=any_letter),
        Command(("backspace", "ctrl+w", "ctrl+u"), words.CORRECT, _talk),
        Command(("enter",), words.CUT_IT, _talk),
        Command(("escape",), words.NOT_CUT, _talk),
    ),
    when=_cuts,
)
_NAMING: Final[Section[TableScreen]] = Section(
    words.ABOUT,
    (Command(tuple(MENU_KEYS), words.PERSON, _talk, now=_people), _SCROLL, _UP),
    when=online,
)
_ABOUT: Final[Section[TableScreen]] = Section(
    words.ABOUT,
    (
        Command(("m",), words.MUTE, _talk),
        Command(("b",), words.BLOCK, _talk, when=_with_lobby),
        Command(("r",), words.REPORT, _talk, when=_with_lobby),
        _SCROLL,
        _UP,
    ),
    when=online,
)
BY_STEP: Final[dict[Step, Section[TableScreen]]] = {
    "say": _SAYING,
    "write": _WRITING,
    "cut": _CUTTING,
    "people": _NAMING,
    "report": _NAMING,
    "person": _ABOUT,
}
"""What keys do while one talks, by where one is in it."""
SECTIONS: Final = (_SAYING, _WRITING, _CUTTING, _NAMING, _ABOUT)
"""The same, in the order of the help."""
