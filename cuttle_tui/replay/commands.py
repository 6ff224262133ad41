"""The commands of a replay, and how they change it. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

from cuttle_tui.coach.commands import ANALYSE, HINT, MOMENT, SEE_TABLE, WHAT_IF, AskCoach
from cuttle_tui.i18n.translation import C_, N_, SILENCE, Sentence, Words
from cuttle_tui.kit.keymap import (
    CLOSE_LINK as CLOSE_LINK_KEY,
    ERASE_LETTER_OR_ALL,
    HELP,
    SPACE,
    Command,
    Erase,
    Intent,
    Interrupt,
    Pointing,
    Section,
    Sections,
    TypeText,
    each,
    edited,
    on,
)
from cuttle_tui.ports import NOWHERE, GameLink, Source
from cuttle_tui.table.commands import LOG_CLICKS, PILE_CLICKS
from cuttle_tui.table.intents import Act
from cuttle_tui.table.play_commands import OPENED, SETTINGS, log_sections
from cuttle_tui.table.situation import Mode, Situation
from engine.record.summary import KINDS, Moment, MomentKind, Replay
from engine.table.practice import PracticeError

Asked = Literal["", "go", "find", "seat", "share", "copy"]
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""The speeds of autoplay, in moves per second."""


_LONGEST: Final[dict[Asked, int]] = {"go": 5, "copy": 400}
"""The maximum length of a typed answer."""


@dataclass(frozen=True, slots=True)
class AskFor(Intent):
    """Ask a question in the prompt, or cancel it."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class ChangeSpeed(Intent):
    """Change the speed of autoplay."""

    step: int


@dataclass(frozen=True, slots=True)
class ReplayState:
    """The state of the screen besides the ply and the side."""

    asked: Asked = ""
    """The question in the prompt, if any."""
    typed: str = ""
    """The answer typed so far."""
    playing: bool = False
    pace: int = 1
    """The speed, as an index into `SPEEDS`."""
    sought: MomentKind | None = None
    """The last search."""
    seats: tuple[int, ...] = ()
    """The seats that practice can start in, the most likely first."""
    notice: Sentence = SILENCE
    """The result of the last intent, until the next."""
    source: Source = NOWHERE
    """Where the game came from."""
    may_copy: bool = False
    """Whether files can be written here."""
    link: GameLink = "public"
    """Who may see the game, on a server."""
    analysing: bool = False
    """Whether the analysis covers the fields."""
    only_to_analyse: bool = False
    """Whether the player came for the analysis, and has not looked at the table yet."""

    @property
    def speed(self) -> float:
        """The speed in moves per second."""
        return SPEEDS[self.pace]


AT_REST: Final = ReplayState()
"""No question is asked."""


def update(playback: ReplayState, intent: Intent) -> ReplayState | None:
    """Return the state after an intent; None if the intent is about something else."""
    if isinstance(intent, AskFor):
        return replace(playback, asked=intent.asked, typed="")
    if isinstance(intent, ChangeSpeed):
        return replace(playback, pace=max(0, min(len(SPEEDS) - 1, playback.pace + intent.step)))
    if isinstance(intent, TypeText | Erase):
        asked = playback.asked or "go"  # a digit asks for a move
        return replace(playback, asked=asked, typed=edited(playback.typed, intent, _LONGEST[asked]))
    return None


def kinds_of(found: Sequence[Moment]) -> tuple[MomentKind, ...]:
    """List the kinds of moments that a game has, in the order of their numbers."""
    kinds = {moment.kind for moment in found}
    return tuple(kind for kind in KINDS if kind in kinds)


def nearest(found: Sequence[Moment], ply: int) -> Moment:
    """Return the first moment at or after a ply, otherwise the last before it."""
    return found[min(bisect_left(_plies(found), ply), len(found) - 1)]


def further(found: Sequence[Moment], ply: int, step: int) -> Moment | None:
    """Return the moment after a ply, or before it for a step of -1; None if there is none."""
    plies = _plies(found)
    place = bisect_right(plies, ply) if step > 0 else bisect_left(plies, ply) - 1
    return found[place] if 0 <= place < len(found) else None


def _plies(found: Sequence[Moment]) -> list[int]:
    return [moment.ply for moment in found]


def seats_at(replay: Replay, ply: int, viewer: int | None, player: str) -> tuple[int, ...]:
    """List the seats available at a ply, the most likely first, the others in order.

    The most likely is the seat in view, then the player's own, then the seat to move.

    Raises:
        PracticeError: no game can continue from there.
    """
    if replay.record.outcome is None:
        raise PracticeError("unfinished")
    view = replay.view(ply)
    if view.outcome is not None:
        raise PracticeError("over")
    seats = tuple({*range(len(view.seats))} - {*view.retired, *view.absent})
    if not seats:
        raise PracticeError("gone")
    names = replay.record.players
    own = names.index(player) if names.count(player) == 1 else None
    mover = view.asked[0] if view.asked else view.mover
    likely = next(seat for seat in (viewer, own, mover, *seats) if seat in seats)
    return (likely, *(seat for seat in seats if seat != likely))


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
    COPY_RESULT = "copy the result of the game as text"
    CLOSE_LINK = "close the link to the game"
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
    knows_moment: bool = False
    """The coach knows the turn that decided the game."""

    @property
    def engaged(self) -> bool:
        return bool(self.playback.asked) or super().engaged


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
_SCRAP: Final = ReplayCommand(
    on("z", Act.OPEN_SCRAP), N_("look through the scrap"), C_("a button", "scrap")
)
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
    N_("play by itself, or stop; any other key stops it too"),
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
RESULT: Final = ReplayCommand(
    on("y", Watch.COPY_RESULT),
    N_("copy the result as three lines of text"),
    label=C_("of a game", "result"),
)
_REPLAY: Final = ReplaySection(
    N_("the replay"),
    (
        RUN,
        FASTER,
        SLOWER,
        *_STEPS,
        ReplayCommand(on("g", AskFor("go")), N_("go to a move: type its number")),
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
        MOMENT,
        SHARE,
        RESULT,
        replace(_SCRAP, hint=""),
        ReplayCommand(on("l", Act.OPEN_LOG), N_("read the log"), N_("log")),
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
CLOSE_LINK: Final = ReplayCommand(
    on(CLOSE_LINK_KEY, Watch.CLOSE_LINK),
    N_("close the link to a game with friends: then only its players can see it"),
    label=N_("close the link"),
    when=lambda at: at.playback.link == "open",
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
            ReplayCommand(_FIGURES, N_("a digit of its number"), asks=True),
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
        N_("when asked how to share"), (COPY, PICTURE, CAST, RESULT, CLOSE_LINK, TO_REPLAY, _OUT)
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
    N_("back to where you were"),
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
        MOMENT,
        HINT,
        SEE_TABLE,
        BACK,
        replace(
            BACK,
            intents=on("escape q", AskCoach.SEE_TABLE),
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
_TIMELINE_CLICKS: Final = Pointing(
    N_("A click on the timeline goes there."), N_("tap the timeline to go there")
)
REPLAY_CLICKS: Final = (_TIMELINE_CLICKS, LOG_CLICKS, PILE_CLICKS)

# looking back -------------------------------------------------------------------------------------

_PAST: Final = ReplaySection(
    N_("looking back"),
    (
        # up and down as along the log, which stands beside the table
        ReplayCommand(on("right down", Step(1)), N_("the next action")),
        ReplayCommand(on("left up backspace", Step(-1)), N_("one action back")),
        ReplayCommand(on("pagedown", Step(10)), N_("ten actions on")),
        ReplayCommand(on("pageup", Step(-10)), N_("ten actions back")),
        *_STEPS[-2:],
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
