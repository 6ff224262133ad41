"""Hold the keys of a table: those of each step of a turn, and those of what lies around a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cuttle_tui import offered
from cuttle_tui.keymap import TYPE, Command, Purpose, Section, Sections
from cuttle_tui.offered import PLAY_KEYS, TARGET_KEYS, TRAY_KEYS
from cuttle_tui.scene import Mode
from cuttle_tui.screens.base import HELP
from cuttle_tui.screens.keys_zones import (
    ALONG,
    CARDS,
    FOUND,
    LOG,
    SCRAP,
    SCROLL,
    TYPING,
    any_letter,
    log_sections,
)
from cuttle_tui.talking import MENU_KEYS, REASONS, Company
from cuttle_tui.wording import keys_table as words
from cuttle_tui.wording.away import CALL_OFF_KEY, CLAIM_KEY
from cuttle_tui.wording.leaving import LEAVE_KEYS, SHOW_KEY
from cuttle_tui.wording.seeing import ANALYSE_KEY, CHECK_KEY
from engine.actions import Kind

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen

_PLAYS: Final = tuple(PLAY_KEYS.values())

# the cards --------------------------------------------------------------------------------------


def _card(table: TableScreen, key: str) -> None:
    table._press_card(key)


def _in_tray(table: TableScreen) -> str:
    view = table.state.view
    return "" if view is None else TRAY_KEYS[: len(offered.tray(view, table.seating.seat))]


def _figures(table: TableScreen) -> str:
    return "".join(key for key in _in_tray(table) if key.isdecimal())


def _targets(table: TableScreen) -> list[str]:
    view, scene = table.state.view, table.scene
    if view is None or scene is None:
        return []
    return [aim.key for aim in offered.aims(view, table.desk.choice, scene.order)]


_BACK: Final[Command[TableScreen]] = Command(("escape",), words.STEP_BACK, _card)
_OTHER_CARD: Final[Command[TableScreen]] = Command(
    tuple(filter(str.isdecimal, TRAY_KEYS)), words.OTHER_CARD, _card, now=_figures
)
_TURN: Final[Section[TableScreen]] = Section(
    words.TURN,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS, _card),
        Command(("enter",), words.FIRST_PLAY, _card),
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
        Command(("left", "right"), words.ALONG_TARGETS, _card),
        Command(("enter",), words.TAKE_TARGET, _card),
        Command(("up", "down"), words.ALONG_PLAYS, _card),
        _OTHER_CARD,
        _BACK,
    ),
)
_PICKING: Final[Section[TableScreen]] = Section(
    words.PICKING,
    (
        Command(CARDS, words.PICK, _card, now=_in_tray),
        Command(ALONG, words.ALONG_PICKS, _card),
        Command(("space",), words.PICK_FOCUSED, _card),
        Command(("enter",), words.GIVE_PICKED, _card),
        Command(("escape",), words.UNPICK, _card),
    ),
)
_TAKING: Final[Section[TableScreen]] = Section(
    words.TAKING,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS, _card),
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
        Command(ALONG, words.OTHER_ANSWER, _card),
    ),
)
_WAITING: Final[Section[TableScreen]] = Section(
    words.WAITING,
    (
        Command(CARDS, words.CARD, _card, now=_in_tray),
        Command(ALONG, words.ALONG_CARDS._replace(hint=""), _card),
        Command(_PLAYS, words.WHY_NOT, _card),
        Command(("escape",), words.NO_CARD, _card),
    ),
)
_BY_STEP: Final[dict[offered.Step, Section[TableScreen]]] = {
    "card": _TURN,
    "play": _PLAYING,
    "target": _AIMING,
    "pick": _PICKING,
    "take": _TAKING,
    "answer": _ANSWERING,
    "wait": _WAITING,
}

# around the game --------------------------------------------------------------------------------

_AWAY: Final[Section[TableScreen]] = Section(
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
_BEFORE: Final[Section[TableScreen]] = Section(
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

# talking ----------------------------------------------------------------------------------------


def _talk(table: TableScreen, key: str) -> None:
    table._press_talk(key)


def _people(table: TableScreen) -> str:
    listed = REASONS if table.desk.talking.step == "report" else table.desk.company.people
    return MENU_KEYS[: len(listed)]


def _company(table: TableScreen) -> Company:
    """Give whom one talks with, or would."""
    return table.desk.company if table.desk.mode is Mode.TALK else table._company()


def _with_lobby(table: TableScreen) -> bool:
    return _company(table).known


def _writes(table: TableScreen) -> bool:
    return _company(table).free_text


def _online(table: TableScreen) -> bool:
    return table.lobby.online


_SCROLL: Final[Command[TableScreen]] = Command(SCROLL, words.SCROLL, _talk)
_UP: Final[Command[TableScreen]] = Command(("escape", "q", "enter", "t"), words.SHUT_UP, _talk)
_SAYING: Final[Section[TableScreen]] = Section(
    words.SAYING,
    (
        Command(tuple(MENU_KEYS), words.PHRASE, _talk),
        Command(("w",), words.WRITE, _talk, when=_writes),
        Command(("p",), words.PEOPLE, _talk, when=lambda table: bool(_company(table).people)),
        _SCROLL,
        _UP,
    ),
    when=_online,
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
_NAMING: Final[Section[TableScreen]] = Section(
    words.ABOUT,
    (Command(tuple(MENU_KEYS), words.PERSON, _talk, now=_people), _SCROLL, _UP),
    when=_online,
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
    when=_online,
)
_BY_TALK: Final = {
    "say": _SAYING,
    "write": _WRITING,
    "people": _NAMING,
    "report": _NAMING,
    "person": _ABOUT,
}

# leaving, passing the keyboard on ---------------------------------------------------------------


def _leave(table: TableScreen, key: str) -> None:
    table._press_leave(key)


def _standing(kind: Kind) -> Callable[[TableScreen], bool]:
    def stands(table: TableScreen) -> bool:
        view = table.state.view
        return view is not None and kind in offered.standing(view)

    return stands


_LEAVING: Final[Section[TableScreen]] = Section(
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
_COVERED: Final[Section[TableScreen]] = Section(
    words.COVERED,
    (
        Command(("enter",), words.SHOW_HAND, lambda table, key: table._show_hand()),
        Command(("q",), words.LEAVE, lambda table, key: table._ask_to_leave()),
    ),
    when=lambda table: table.seating.shared,
)

# looking around ---------------------------------------------------------------------------------


def _dealt(table: TableScreen) -> bool:
    return table.state.view is not None


def _sitting(table: TableScreen) -> bool:
    return not table.seating.watching


def _watching(table: TableScreen) -> bool:
    return table.seating.watching


def _say(table: TableScreen, key: str) -> None:
    table._open_talk()


_LOOKING: Final[tuple[Command[TableScreen], ...]] = (
    Command(("z",), words.SCRAP, lambda table, key: table._open_scrap(), when=_dealt),
    Command(("l",), words.LOG, lambda table, key: table._open_log(), when=_dealt),
    Command(
        ("i",),
        words.EXPLAIN,
        lambda table, key: table._explain(),
        when=lambda table: _dealt(table) and _sitting(table),
        now=lambda table: ("i",) if table.explains else (),
    ),
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
        Command(("t",), words.SAY, _say, when=_online),
        Command(("t",), words.NOBODY, _say, when=lambda table: not _online(table)),
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


# clicks -----------------------------------------------------------------------------------------

AT_CARDS: Final = (
    words.CARD_CLICKS,
    words.CHOSEN_CLICKS,
    words.DECK_CLICKS,
    words.PILE_CLICKS,
    words.LOG_CLICKS,
)
"""What clicks do at every table at which cards are played."""

# what answers now -------------------------------------------------------------------------------


def sections_at(table: TableScreen) -> Sections:
    """Give what keys do at a table, in the order in which they are asked."""
    desk = table.desk
    if desk.mode is Mode.GAME:
        return game_sections(table)
    if desk.mode is Mode.LOG:
        return (*log_sections(desk.reading), table.OUT)
    if desk.mode is Mode.TALK:
        return (_BY_TALK[desk.talking.step], table.OUT)
    if desk.mode is Mode.LEAVE:
        return (_LEAVING,)
    return (SCRAP if desk.mode is Mode.SCRAP else _COVERED, table.OUT)


def game_sections(table: TableScreen) -> Sections:
    """Give what keys do while nothing else lies over the game."""
    state = table.state
    if state.view is None:
        return (_BEFORE, table.LOOK)
    if table._over:
        return (OVER, table.LOOK)
    step = offered.step_of(state.view, table.desk.choice)
    if step == "target":
        return (_AIMING, table.OUT)
    away = (_AWAY,) if state.claimable else ()
    return (*away, *(() if table.seating.watching else (_BY_STEP[step],)), table.LOOK)


IN_GAME: Final[Sections] = tuple(_BY_STEP.values())
"""What keys do to the cards, in the order of the help."""
OVER_GAME: Final[Sections] = (SCRAP, LOG, FOUND, TYPING)
"""What they do in that which may lie over the cards of any table."""
AT_TABLE: Final[Sections] = (
    _BEFORE,
    *IN_GAME,
    LOOK,
    *OVER_GAME,
    _SAYING,
    _WRITING,
    _NAMING,
    _ABOUT,
    _AWAY,
    OVER,
    _LEAVING,
    _COVERED,
)
