"""Hold the keys of each step of a turn at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections
from cuttle_tui.screens.keys.zones import ALONG, ALONG_ROW, CARDS, along_rows
from cuttle_tui.table import choices
from cuttle_tui.table.choices import PLAY_KEYS, TARGET_KEYS, TRAY_KEYS
from cuttle_tui.wording.keys import table as words

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen

_PLAYS: Final = tuple(PLAY_KEYS.values())


def _card(table: TableScreen, key: str) -> None:
    table._press_card(key)


def _miss(table: TableScreen, key: str) -> None:
    table._miss(key)


def _in_tray(table: TableScreen) -> str:
    view = table.state.view
    return "" if view is None else TRAY_KEYS[: len(choices.tray(view, table.seating.seat))]


def _enter(table: TableScreen) -> tuple[str, ...]:
    return ("enter",) if _in_tray(table) else ()


def _along(table: TableScreen) -> tuple[str, ...]:
    view = table.state.view
    return () if view is None else along_rows(table, choices.tray(view, table.seating.seat))


def _figures(table: TableScreen) -> str:
    return "".join(key for key in _in_tray(table) if key.isdecimal())


def _targets(table: TableScreen) -> list[str]:
    view, scene = table.state.view, table.scene
    if view is None or scene is None:
        return []
    return [aim.key for aim in choices.aims(view, table.desk.choice, scene.order)]


def _unfocused(table: TableScreen) -> bool:
    return table.desk.choice.aim < 0 and len(_targets(table)) > 1


def _focused(table: TableScreen) -> bool:
    return not _unfocused(table)


def _no_targets(table: TableScreen) -> list[str]:
    targets = _targets(table)
    return [key for key in TARGET_KEYS if key not in targets]


def _picked(table: TableScreen) -> bool:
    return table.desk.choice.card in table.desk.choice.picked


def _not_picked(table: TableScreen) -> bool:
    return table.desk.choice.card is not None and not _picked(table)


_BACK: Final[Command[TableScreen]] = Command(("escape",), words.STEP_BACK, _card)
_OTHER_CARD: Final[Command[TableScreen]] = Command(
    tuple(filter(str.isdecimal, TRAY_KEYS)), words.OTHER_CARD, _card, now=_figures
)
_TURN: Final[Section[TableScreen]] = Section(
    words.TURN,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS, _card, now=_along),
        Command(("enter",), words.FIRST_PLAY, _card, now=_enter),
        *(Command((key,), Purpose(words.PLAYS[kind]), _card) for kind, key in PLAY_KEYS.items()),
        Command(("escape",), words.NO_CARD, _card),
    ),
)
_PLAYING: Final[Section[TableScreen]] = Section(
    words.PLAYING,
    (
        Command(("enter",), words.PLAY_IT, _card),
        Command(("up", "down"), words.OTHER_PLAY, _card),
        _OTHER_CARD,
        Command(_PLAYS, words.AT_ONCE, _card),
        _BACK,
    ),
)
_AIMING: Final[Section[TableScreen]] = Section(
    words.AIMING,
    (
        Command(tuple(TARGET_KEYS), words.TARGET, _card, now=_targets),
        Command(tuple(TARGET_KEYS), words.NO_TARGET, _miss, now=_no_targets),
        Command(("left", "right"), words.ALONG_TARGETS, _card),
        Command(("enter",), words.FIRST_TARGET, _card, when=_unfocused),
        Command(("enter",), words.TAKE_TARGET, _card, when=_focused),
        Command(("up", "down"), words.ALONG_PLAYS, _card),
        _OTHER_CARD,
        _BACK,
    ),
)
_PICKING: Final[Section[TableScreen]] = Section(
    words.PICKING,
    (
        Command(CARDS, words.PICK, _card, now=_in_tray),
        Command(ALONG, words.ALONG_PICKS, _card, now=_along),
        Command(("space",), words.PICK_FOCUSED, _card, when=_not_picked),
        Command(("space",), words.PUT_BACK, _card, when=_picked),
        Command(("enter",), words.GIVE_PICKED, _card),
        Command(("escape",), words.UNPICK, _card),
    ),
)
_TAKING: Final[Section[TableScreen]] = Section(
    words.TAKING,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS, _card, now=_along),
        Command(("enter", "space"), words.TAKE_CARD, _card),
        Command(("escape",), words.NO_CARD, _card),
    ),
)
_ANSWERING: Final[Section[TableScreen]] = Section(
    words.ANSWERING,
    (
        Command(("y",), words.YES, _card),
        Command(("n",), words.NO, _card),
        Command(("enter",), words.ENTER_NO, _card),
        Command(CARDS, words.ANSWER_WITH, _card, now=_in_tray),
        Command(ALONG_ROW, words.OTHER_ANSWER, _card),
    ),
)
_WAITING: Final[Section[TableScreen]] = Section(
    words.WAITING,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS._replace(hint=""), _card, now=_along),
        Command(_PLAYS, words.WHY_NOT, _card),
        Command(("escape",), words.NO_CARD, _card),
    ),
)
BY_STEP: Final[dict[choices.Step, Section[TableScreen]]] = {
    "card": _TURN,
    "play": _PLAYING,
    "target": _AIMING,
    "pick": _PICKING,
    "take": _TAKING,
    "answer": _ANSWERING,
    "wait": _WAITING,
}
"""What keys do to the cards, by what is chosen next."""
IN_GAME: Final[Sections] = tuple(BY_STEP.values())
"""The same, in the order of the help."""
