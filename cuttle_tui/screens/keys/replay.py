"""Hold the keys of a replay, and of what it asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.presenter.view_model import Mode
from cuttle_tui.screens.base import HELP
from cuttle_tui.screens.keymap import TYPE, Command, Purpose, Section, Sections
from cuttle_tui.screens.keys.zones import FOUND, LOG, SCRAP, TYPING, any_letter, log_sections
from cuttle_tui.table.replay_state import Asked
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.replay.practice import seat_key
from cuttle_tui.wording.replay.sharing import COPY_KEY
from engine.record.key_moments import KINDS

if TYPE_CHECKING:
    from cuttle_tui.screens.replay import ReplayScreen

WHILE_PLAYING: Final = ("+", "=", "-")
"""Keys that do not stop what plays by itself."""
_DIGITS: Final = tuple("0123456789")
_SEATS: Final = ("1", "2", "3", "4")


def _by(keys: tuple[str, ...], purpose: Purpose, step: int) -> Command[ReplayScreen]:
    return Command(keys, purpose, lambda screen, key: screen._go(screen.ply + step))


def _asks(keys: tuple[str, ...], purpose: Purpose, asked: Asked) -> Command[ReplayScreen]:
    return Command(keys, purpose, lambda screen, key: screen._ask(asked))


_SPEED: Final[tuple[Command[ReplayScreen], ...]] = (
    Command(("+", "="), words.FASTER, lambda screen, key: screen._change_speed(1)),
    Command(("-",), words.SLOWER, lambda screen, key: screen._change_speed(-1)),
)
_STEPS: Final[tuple[Command[ReplayScreen], ...]] = (
    _by(("right",), words.NEXT_PLY, 1),
    _by(("left", "backspace"), words.PLY_BACK, -1),
)


def _again(screen: ReplayScreen, key: str) -> None:
    screen._seek(1 if key == "n" else -1)


def _more(screen: ReplayScreen) -> bool:
    return screen.finds_more


def _no_more(screen: ReplayScreen) -> bool:
    return not screen.finds_more


_ONWARD: Final[tuple[Command[ReplayScreen], ...]] = (
    Command(("n",), words.FIND_NEXT, _again, when=_no_more),
    Command(("n",), words.FIND_ON, _again, when=_more),
    Command(("N",), words.FIND_BEFORE, _again),
)
"""Further along what was looked for; the last row tells it where something lies ahead."""


def _while(
    one: Command[ReplayScreen], live: Callable[[ReplayScreen], bool]
) -> Command[ReplayScreen]:
    return replace(one, now=lambda screen: one.keys if live(screen) else ())


def _sought(screen: ReplayScreen) -> bool:
    """Tell whether something was looked for in the game, and nothing is in the log."""
    return screen.reel.sought is not None and not screen.desk.reading.query


_BESIDE_LOG: Final = (
    _while(_STEPS[0], lambda screen: screen.ply < screen.frame.plies),
    _while(_STEPS[1], lambda screen: screen.ply > 0),
    *(_while(one, _sought) for one in _ONWARD),
)
"""The keys of a replay that do something while its log is open."""
_OUT: Final[Command[ReplayScreen]] = Command(
    ("ctrl+c",), words.LEAVE_REPLAY._replace(hint=""), lambda screen, key: screen.interrupt()
)
_REPLAY: Final[Section[ReplayScreen]] = Section(
    words.REPLAY,
    (
        Command(("space",), words.PLAY, lambda screen, key: screen._play()),
        *_SPEED,
        *_STEPS,
        _by(("down", "pagedown"), words.TEN_ON, 10),
        _by(("up", "pageup"), words.TEN_BACK, -10),
        Command(("home",), words.FIRST_PLY, lambda screen, key: screen._go(0)),
        Command(("end",), words.LAST_PLY, lambda screen, key: screen._go(screen.frame.plies)),
        _asks(("g",), words.GO_TO, "go"),
        Command(_DIGITS, words.NUMBER, lambda screen, key: screen._press_digit(key)),
        _asks(("f",), words.FIND, "find"),
        *_ONWARD,
        Command(("v",), words.SIDE, lambda screen, key: screen._turn_side()),
        Command(("b",), words.BRANCH, lambda screen, key: screen._ask_for_seat()),
        Command(("s",), words.SHARE, lambda screen, key: screen._ask_to_share()),
        Command(("z",), words.SCRAP, lambda screen, key: screen._open_scrap()),
        Command(("l",), words.LOG, lambda screen, key: screen._open_log()),
        HELP,
        Command(
            ("q", "escape", "ctrl+c"), words.LEAVE_REPLAY, lambda screen, key: screen.interrupt()
        ),
    ),
)
_RUNNING: Final[Section[ReplayScreen]] = Section(
    words.RUNNING,
    (Command(("space", "escape"), words.STOP, lambda screen, key: screen._stop()), *_SPEED),
)
_READING: Final[Section[ReplayScreen]] = Section(
    words.IN_LOG,
    (
        *(
            replace(one, purpose=one.purpose._replace(hint=hint))
            for one, hint in zip(_BESIDE_LOG, words.LOG_HINTS, strict=True)
        ),
        _OUT,
    ),
)
_ASKED: Final[dict[Asked, Section[ReplayScreen]]] = {
    "go": Section(
        words.GOING,
        (
            Command(_DIGITS, words.DIGIT, lambda screen, key: screen._press_digit(key)),
            Command(("backspace",), words.DIGIT_BACK, lambda screen, key: screen._drop_digit()),
            Command(("enter",), words.GO, lambda screen, key: screen._go_to_typed()),
            _asks(("escape", "q", "g"), words.STAY_HERE, ""),
            _OUT,
        ),
    ),
    "find": Section(
        words.FINDING,
        (
            Command(
                tuple(str(number) for number, _ in enumerate(KINDS, 1)),
                words.SOUGHT,
                lambda screen, key: screen._find(key),
            ),
            _asks(("escape", "q", "f"), words.FIND_NOTHING, ""),
            _OUT,
        ),
    ),
    "seat": Section(
        words.BRANCHING,
        (
            Command(
                ("enter",),
                words.LIKELY_SEAT,
                lambda screen, key: screen._practise(screen.reel.seats[0]),
            ),
            Command(
                _SEATS,
                words.SEAT,
                lambda screen, key: screen._practise(int(key) - 1),
                now=lambda screen: [seat_key(seat) for seat in screen.reel.seats],
            ),
            _asks(("escape", "q", "b"), words.NOT_PRACTISED, ""),
            _OUT,
        ),
    ),
    "share": Section(
        words.SHARING,
        (
            Command(
                (COPY_KEY,),
                words.COPY,
                lambda screen, key: screen._ask_for_name(),
                when=lambda screen: screen.reel.may_copy,
            ),
            _asks(("escape", "q", "s"), words.NOT_SHARED, ""),
            _OUT,
        ),
    ),
    "copy": Section(
        words.NAMING,
        (
            Command(
                (TYPE, "space"),
                words.TYPE_FILE,
                lambda screen, key: screen._press_letter(key),
                letters=any_letter,
            ),
            Command(
                ("backspace", "ctrl+u"),
                words.FILE_BACK,
                lambda screen, key: screen._correct(key),
            ),
            Command(("enter",), words.WRITE_FILE, lambda screen, key: screen._write_copy()),
            _asks(("escape",), words.NO_FILE, "share"),
            _OUT,
        ),
        when=lambda screen: screen.reel.may_copy,
    ),
}
_SCRAP_OUT: Final[Section[ReplayScreen]] = Section(words.REPLAY, (_OUT,))


def sections_at(screen: ReplayScreen) -> Sections:
    """Give what keys do in a replay, in the order in which they are asked."""
    mode, reel = screen.desk.mode, screen.reel
    running = (_RUNNING,) if reel.playing else ()
    if reel.asked:
        return (*running, _ASKED[reel.asked])
    if mode is Mode.SCRAP:
        return (*running, SCRAP, _SCRAP_OUT)
    if mode is Mode.LOG:
        return (*running, *log_sections(screen.desk.reading), _READING)
    return (*running, _REPLAY)


AT_REPLAY: Final[Sections] = (
    _REPLAY,
    _RUNNING,
    *_ASKED.values(),
    SCRAP,
    LOG,
    _READING,
    FOUND,
    TYPING,
)
