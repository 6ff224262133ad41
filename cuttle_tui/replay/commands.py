"""Declare the commands of a replay, of its questions, and of looking back from a running game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

from cuttle_tui.coach.commands import ANALYSE, HINT, SEE_TABLE, WHAT_IF, Ask
from cuttle_tui.i18n.translation import C_, N_, Words
from cuttle_tui.kit.editing import ERASE_LETTER_OR_ALL, SPACE, Erase, TypeText
from cuttle_tui.kit.keymap import HELP, Command, Intent, Interrupt, Section, Sections, each, on
from cuttle_tui.replay.update import AT_REST, Asked, AskFor, ChangeSpeed, ReplayState
from cuttle_tui.table.commands import LOG_CLICKS, PILE_CLICKS
from cuttle_tui.table.intents import Act
from cuttle_tui.table.play_commands import OPENED, SETTINGS, log_sections
from cuttle_tui.table.situation import Mode, Situation
from engine.record.summary import MomentKind

# intents ------------------------------------------------------------------------------------------


class Watch(Intent, Enum):
    """An intent at a replay without further values."""

    RUN = "play on by itself"
    STOP = "play by itself no more"
    TURN_SIDE = "see the game from another side"
    ASK_FOR_SEAT = "ask in which seat to practise from here"
    ASK_TO_SHARE = "say how others see this game"
    ASK_FOR_NAME = "ask how to name a copy"
    SAVE_PICTURE = "save the end of the game as a picture, or say how"
    SAVE_CAST = "save a recording of the replay, or say how"
    BACK_TO_LOG = "go back to the log of the running game"


@dataclass(frozen=True, slots=True)
class Step(Intent):
    """Move forward or back by a number of actions."""

    plies: int


@dataclass(frozen=True, slots=True)
class Find(Intent):
    """Find the nearest moment of a kind, by the index of the kind."""

    place: int


@dataclass(frozen=True, slots=True)
class GoTo(Intent):
    """Go to the next moment of a group, or to the previous one."""

    group: Literal["found", "marked", "turning"]
    step: int


@dataclass(frozen=True, slots=True)
class PractiseIn(Intent):
    """Practise from here in a seat."""

    seat: int


# commands -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReplaySituation(Situation):
    """A replay, or a running game's past, at one ply."""

    playback: ReplayState = AT_REST
    ply: int = 0
    plies: int = 0
    finds_more: bool = False
    """More matches are ahead."""
    kinds: tuple[MomentKind, ...] = ()
    """The kinds of moments to choose from, while the player is asked what to find."""
    turning_points: Collection[str] = ()
    """The keys that lead to a turning point: up to an earlier one, down to a later one."""
    knows_better: bool = False
    """The coach knows a better play than the last, or the best one here."""


ReplayCommand = Command[ReplaySituation]
ReplaySection = Section[ReplaySituation]
NEXT: Final = ReplayCommand(on("right", Step(1)), N_("the next action"), label=C_("a move", "next"))
ONE_BACK: Final = ReplayCommand(
    on("left backspace", Step(-1)), N_("one action back"), label=C_("a move", "back")
)
_STEPS: Final = (
    NEXT,
    ONE_BACK,
    ReplayCommand(on("down pagedown", Step(10)), N_("ten actions on")),
    ReplayCommand(on("up pageup", Step(-10)), N_("ten actions back")),
    ReplayCommand(on("home", Step(-9999)), N_("the deal")),
    ReplayCommand(on("end", Step(9999)), N_("the last action")),
)
_SCRAP: Final = ReplayCommand(on("z", Act.OPEN_SCRAP), N_("look through the scrap"), N_("scrap"))
FASTER: Final = ReplayCommand(on("+ =", ChangeSpeed(1)), N_("play faster"), label=N_("faster"))
SLOWER: Final = ReplayCommand(on("-", ChangeSpeed(-1)), N_("play more slowly"), label=N_("slower"))
_FIND_NEXT: Final = ReplayCommand(
    on("n", GoTo("found", 1)), N_("the next one found"), when=lambda at: not at.finds_more
)
_ONWARD: Final = (
    _FIND_NEXT,
    replace(_FIND_NEXT, hint=C_("of what was looked for", "more"), when=lambda at: at.finds_more),
    ReplayCommand(on("N", GoTo("found", -1)), N_("the one found before")),
)
"""The last row shows it if there are matches ahead."""
_MARKS: Final = (
    ReplayCommand(
        on("tab", GoTo("marked", 1)),
        N_("the next mark: ? turning point, x capture, ! counter, ^ lead change"),
        N_("marks"),
    ),
    ReplayCommand(on("shift+tab", GoTo("marked", -1)), N_("the mark before")),
)
_FIGURES: Final[dict[str, Intent]] = {figure: TypeText(figure) for figure in "0123456789"}
_OUT: Final = ReplayCommand(on("ctrl+c", Interrupt()), N_("leave"))
RUN: Final = ReplayCommand(
    on("space", Watch.RUN),
    N_("play on by itself, or stop; any other key stops as well"),
    label=C_("a recorded game", "play"),
)
TURN_SIDE: Final = ReplayCommand(
    on("v", Watch.TURN_SIDE),
    N_("another view: all hands, what each player saw, a watcher"),
    label=C_("the player whose cards are shown", "view"),
)
PRACTISE: Final = ReplayCommand(
    on("b", Watch.ASK_FOR_SEAT),
    N_("practise from here against the computer, in any seat"),
    label=N_("practise"),
)
SHARE: Final = ReplayCommand(
    on("s", Watch.ASK_TO_SHARE),
    N_("how others can see this game"),
    label=C_("a recorded game", "share"),
)
_REPLAY: Final = ReplaySection(
    N_("the replay"),
    (
        RUN,
        FASTER,
        SLOWER,
        *_STEPS,
        ReplayCommand(on("g", AskFor("go")), N_("go to a move: type its number, then enter")),
        ReplayCommand(_FIGURES, N_("go to the move of that number")),
        ReplayCommand(
            on("f", AskFor("find")),
            N_("find captures, counters, one-offs, lead changes, near wins"),
        ),
        *_ONWARD,
        *_MARKS,
        TURN_SIDE,
        PRACTISE,
        HINT,
        ANALYSE,
        WHAT_IF,
        SHARE,
        replace(_SCRAP, hint=""),
        ReplayCommand(on("l", Act.OPEN_LOG), N_("read and search the log"), N_("log")),
        HELP,
        ReplayCommand(on("q escape ctrl+c", Interrupt()), N_("leave"), N_("leave")),
        SETTINGS,
    ),
)
STOP: Final = ReplayCommand(on("space escape", Watch.STOP), N_("stop"), label=N_("stop"))
_RUNNING: Final = ReplaySection(N_("while it plays by itself"), (STOP, FASTER, SLOWER))


def _while(
    command: ReplayCommand, live: Callable[[ReplaySituation], bool], hint: Words = ""
) -> ReplayCommand:
    return replace(command, now=live, hint=hint)


def _sought(at: ReplaySituation) -> bool:
    """Return whether there is a search in the game, and none in the log."""
    return at.playback.sought is not None and not at.ui.reading.query


_READING: Final = ReplaySection(
    N_("in the log"),
    (
        _while(NEXT, lambda at: at.ply < at.plies, C_("a move", "next")),
        _while(ONE_BACK, lambda at: at.ply > 0, C_("a move", "one back")),
        _while(_ONWARD[0], _sought),
        _while(_ONWARD[1], _sought, N_("next found")),
        _while(_ONWARD[2], _sought),
        _OUT,
    ),
)
"""The keys of a replay that work while its log is open."""
COPY: Final = ReplayCommand(
    on("c", Watch.ASK_FOR_NAME),
    N_("write a copy into a file"),
    label=N_("write a copy"),
    when=lambda at: at.playback.may_copy,
)
PICTURE: Final = ReplayCommand(
    on("p", Watch.SAVE_PICTURE),
    N_("save its end as a picture and as text, or see how"),
    label=N_("picture"),
)
CAST: Final = ReplayCommand(
    on("r", Watch.SAVE_CAST),
    N_("save it as a recording for asciinema, or see how"),
    label=N_("recording"),
)
SEAT_KEYS: Final = "1234"
KIND_KEYS: Final = "1234567"
"""The numbers of the kinds of moments that a game has."""
STAY: Final = ReplayCommand(on("escape q", AskFor("")), N_("stay here"), N_("stay here"))
GO_THERE: Final = ReplayCommand(on("enter", Act.CONFIRM), N_("go there"))
TO_REPLAY: Final = ReplayCommand(
    on("escape q s", AskFor("")), N_("back to the replay"), label=N_("back")
)
WRITE: Final = ReplayCommand(on("enter", Act.CONFIRM), N_("write the file"), label=N_("write it"))
TO_SHARING: Final = ReplayCommand(
    on("escape", AskFor("share")), N_("back, without writing"), label=N_("back")
)


def _stay(letter: str, hint: Words = STAY.hint) -> ReplayCommand:
    """Let the letter that asked cancel the question, too."""
    return replace(STAY, intents=on(f"escape q {letter}", AskFor("")), hint=hint)


_ASKED: Final[dict[Asked, ReplaySection]] = {
    "go": ReplaySection(
        N_("when asked for a move"),
        (
            ReplayCommand(_FIGURES, N_("a digit of its number")),
            ReplayCommand(on("backspace", Erase("letter")), N_("delete a digit")),
            GO_THERE,
            _stay("g", hint=""),
            _OUT,
        ),
    ),
    "find": ReplaySection(
        N_("when asked what to find"),
        (
            ReplayCommand(
                each(KIND_KEYS, Find),
                N_("go to the nearest of that kind"),
                now=lambda at: KIND_KEYS[: len(at.kinds)],
            ),
            _stay("f"),
            _OUT,
        ),
    ),
    "seat": ReplaySection(
        N_("when asked whose seat to take"),
        (
            ReplayCommand(on("enter", Act.CONFIRM), N_("practise in the first seat offered")),
            ReplayCommand(
                each(SEAT_KEYS, PractiseIn),
                N_("practise in the seat of that number"),
                now=lambda at: [SEAT_KEYS[seat] for seat in at.playback.seats],
            ),
            _stay("b"),
            _OUT,
        ),
    ),
    "share": ReplaySection(
        N_("when asked how to share"),
        (
            COPY,
            PICTURE,
            CAST,
            TO_REPLAY,
            _OUT,
        ),
    ),
    "copy": ReplaySection(
        N_("when you name a file"),
        (
            ReplayCommand(SPACE, N_("its name, letter by letter"), typed=TypeText),
            ReplayCommand(ERASE_LETTER_OR_ALL, N_("delete a letter, or everything")),
            WRITE,
            TO_SHARING,
            _OUT,
        ),
        when=lambda at: at.playback.may_copy,
    ),
}
TURNING_POINTS: Final = ReplayCommand(
    {"up": GoTo("turning", -1), "down": GoTo("turning", 1)},
    N_("the turning point before, or the next one"),
    now=lambda at: at.turning_points,
    label=N_("turning points"),
)
BACK: Final = ReplayCommand(
    on("escape q", Interrupt()),
    N_("back to where you came from"),
    N_("back"),
    when=lambda at: at.playback.only_to_analyse,
)
_ANALYSIS: Final = ReplaySection(
    N_("in the analysis"),
    (
        TURNING_POINTS,
        NEXT,
        ONE_BACK,
        *_STEPS[-2:],
        *_MARKS,
        WHAT_IF,
        HINT,
        SEE_TABLE,
        BACK,
        replace(
            BACK,
            intents=on("escape q", Ask.SEE_TABLE),
            help=TO_REPLAY.help,
            when=lambda at: not at.playback.only_to_analyse,
        ),
        HELP,
        SETTINGS,
        _OUT,
    ),
)
_SCRAP_OUT: Final = ReplaySection(N_("the replay"), (_OUT,))


def replay_sections(at: ReplaySituation) -> Sections:
    """Return the active key sections of a replay, in order of precedence."""
    running = (_RUNNING,) if at.playback.playing else ()
    if at.playback.analysing:
        return (*running, _ANALYSIS)
    if at.playback.asked:
        return (*running, _ASKED[at.playback.asked])
    if at.ui.mode is Mode.SCRAP:
        return (*running, OPENED[0], _SCRAP_OUT)
    if at.ui.mode is Mode.LOG:
        return (*running, *log_sections(at.ui.reading), _READING)
    return (*running, _REPLAY)


REPLAY_SECTIONS: Final[Sections] = (
    *(_REPLAY, _RUNNING, _ANALYSIS, *_ASKED.values()),
    *(OPENED[0], OPENED[1], _READING, *OPENED[2:]),
)
"""All key sections of a replay, in the order of the help."""
_TIMELINE_CLICKS: Final = N_("A click on the timeline goes there.")
REPLAY_CLICKS: Final = (_TIMELINE_CLICKS, LOG_CLICKS, PILE_CLICKS)

# looking back -------------------------------------------------------------------------------------

_PAST_STEPS: Final = (
    ReplayCommand(on("right down", Step(1)), N_("the next action")),
    ReplayCommand(on("left up backspace", Step(-1)), N_("one action back")),
    ReplayCommand(on("pagedown", Step(10)), N_("ten actions on")),
    ReplayCommand(on("pageup", Step(-10)), N_("ten actions back")),
    *_STEPS[-2:],
)
"""Up and down as along the log, which stands beside the table."""
_PAST: Final = ReplaySection(
    N_("looking back"),
    (
        *_PAST_STEPS,
        _SCRAP,
        ReplayCommand(on("l", Watch.BACK_TO_LOG), N_("back to the log"), N_("log")),
        ReplayCommand(
            on("escape q enter ctrl+c", Act.BACK), N_("back to the table as it is now"), N_("now")
        ),
    ),
)
_PAST_OUT: Final = ReplaySection(
    N_("looking back"),
    (ReplayCommand(on("ctrl+c", Interrupt()), N_("back to the table as it is now")),),
)


def past_sections(at: Situation) -> Sections:
    """Return the keys of looking back: from ply to ply, or along the scrap."""
    return (OPENED[0], _PAST_OUT) if at.ui.mode is Mode.SCRAP else (_PAST,)


PAST_SECTIONS: Final[Sections] = (_PAST, OPENED[0])
PAST_CLICKS: Final = (PILE_CLICKS,)
