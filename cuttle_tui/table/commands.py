"""Declare the commands of a table around the cards, and which sections are active."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import C_, N_, Message
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    CLOSE_LINK as CLOSE_LINK_KEY,
    DEAL,
    HELP,
    Interrupt,
    Pointing,
    Sections,
    on,
)
from cuttle_tui.table import choices, intents as do
from cuttle_tui.table.choices import LEAVE_KEYS
from cuttle_tui.table.intents import Act
from cuttle_tui.table.play_commands import (
    BY_CHAT_STEP,
    BY_STEP,
    CHAT_SECTIONS,
    IN_GAME,
    IN_SCRAP,
    OPENED,
    SETTINGS,
    log_sections,
)
from cuttle_tui.table.searching import spelling_keys
from cuttle_tui.table.situation import (
    AT_DOOR,
    FILL,
    LENGTH,
    READY,
    WHEN_AWAY,
    WHEN_LEAVING,
    Mode,
    Occasion,
    Situation,
    TableCommand,
    TableSection,
)
from engine.actions import Kind

# looking around, and the way out ------------------------------------------------------------------


def _dealt(at: Situation) -> bool:
    return at.view is not None


def _sitting(at: Situation) -> bool:
    return not at.ui.watching


EXPLAIN: Final = TableCommand(
    on("i", Act.EXPLAIN),
    N_("what the chosen card does"),
    N_("card"),
    when=lambda at: _dealt(at) and _sitting(at) and at.is_at_cards,
    now=lambda at: at.explains,
    useful=lambda at: at.choice.card is not None,
)
SCRAP: Final = TableCommand(
    on("z", Act.OPEN_SCRAP), N_("look through the scrap"), C_("a button", "scrap"), when=_dealt
)
LOG: Final = TableCommand(on("l", Act.OPEN_LOG), N_("read the log"), N_("log"), when=_dealt)
_SEARCH_LOG: Final = TableCommand(on("/", Act.SEARCH), N_("search the log"), when=_dealt)
LEAVE: Final = TableCommand(
    on("q", Act.ASK_TO_LEAVE), N_("leave, concede, offer a draw"), N_("leave"), when=_sitting
)
TAKE_BACK: Final = TableCommand(
    on("u", Act.TAKE_BACK),
    N_("take back your last move"),
    N_("take back"),
    when=lambda at: at.practises and at.may_take_back and not at.help_costs,
)
"""The last row shows it once a move can be taken back."""
_FIRST_TAKE_BACK: Final = replace(
    TAKE_BACK,
    help=N_("take back your last move: then the game no longer counts for the ladder"),
    hint=N_("take back, no ladder"),
    when=lambda at: at.practises and at.may_take_back and at.help_costs and not at.state.day,
)
_TAKE_BACK_OF_DEAL: Final = replace(
    TAKE_BACK,
    help=N_("take back your last move: then it no longer counts as today's deal"),
    hint=N_("take back, for fun"),
    when=lambda at: at.practises and at.may_take_back and at.help_costs and bool(at.state.day),
)
_HELPS: Final = "h"


def _asks_for_help(at: Situation) -> bool:
    """Return whether the letter of hints is no answer to what is asked."""
    if at.step == "target":
        return all(aim.key != _HELPS for aim in at.aims)
    return at.step != "take" or _HELPS not in spelling_keys(at.choice, at.tray)


ADVICE: Final = TableCommand(
    on(_HELPS, Act.ASK_COACH),
    N_("ask the coach for the best plays, or hide them"),
    C_("of the coach", "hint"),
    when=lambda at: at.practises and not at.help_costs,
    now=lambda at: at.step != "wait" and _asks_for_help(at),
)
_FIRST_ADVICE: Final = replace(
    ADVICE,
    help=N_("ask the coach: then the game no longer counts for the ladder"),
    hint=C_("of the coach", "hint, no ladder"),
    when=lambda at: at.practises and at.help_costs and not at.state.day,
)
_ADVICE_OF_DEAL: Final = replace(
    ADVICE,
    help=N_("ask the coach: then it no longer counts as today's deal"),
    hint=C_("of the coach", "hint, for fun"),
    when=lambda at: at.practises and at.help_costs and bool(at.state.day),
)
"""Help tells its price before it is asked for."""
_LOOKING: Final[tuple[TableCommand, ...]] = (
    _FIRST_ADVICE,
    _ADVICE_OF_DEAL,
    EXPLAIN,
    replace(EXPLAIN, hint="", when=lambda at: _dealt(at) and _sitting(at) and not at.is_at_cards),
    ADVICE,
    *(SCRAP, LOG, _SEARCH_LOG),
    *(_FIRST_TAKE_BACK, _TAKE_BACK_OF_DEAL, TAKE_BACK),
    replace(TAKE_BACK, hint="", when=lambda at: at.practises and not at.may_take_back),
    HELP,
)


def _may_go_on(at: Situation) -> bool:
    return at.ui.other_games > 0


def _has_moved(at: Situation) -> bool:
    return at.view is None or at.view.asked[:1] != (at.seat,)


NEXT_GAME: Final = TableCommand(
    on("tab", Act.NEXT_GAME),
    N_("your next correspondence game that waits for your move"),
    N_("next game"),
    when=lambda at: _may_go_on(at) and _has_moved(at),
)
"""The last row shows it once the player has moved here."""
_INTERRUPT: Final = TableCommand(
    on("ctrl+c", Interrupt()), N_("leave; twice leaves at once"), useful=lambda at: False
)
_ANY_TIME: Final = N_("at any time")
LOOK: Final = TableSection(
    _ANY_TIME,
    (
        TableCommand(
            on("t", Act.OPEN_CHAT),
            N_("say something; mute or report"),
            N_("say"),
            when=lambda at: at.accompanied,
        ),
        TableCommand(
            on("t", Act.OPEN_CHAT),
            N_("chat, where other people play"),
            when=lambda at: at.ui.online and not at.accompanied,
            useful=lambda at: False,
        ),
        NEXT_GAME,
        replace(NEXT_GAME, hint="", when=lambda at: _may_go_on(at) and not _has_moved(at)),
        *_LOOKING,
        LEAVE,
        TableCommand(
            on("q", Act.ASK_TO_LEAVE),
            N_("stop watching"),
            N_("stop watching"),
            when=lambda at: at.ui.watching,
        ),
        SETTINGS,
        _INTERRUPT,
    ),
)
_OUT: Final = TableSection(_ANY_TIME, (HELP, SETTINGS, _INTERRUPT))


def _alone(text: Message, hint: Message) -> tuple[TableSection, TableSection]:
    """Return the sections for looking around and for leaving, where leaving costs nothing."""
    leave = TableCommand(on(f"{LEAVE.key} ctrl+c", Interrupt()), text, hint)
    only = TableCommand(on("ctrl+c", Interrupt()), text)
    return (
        TableSection(_ANY_TIME, (*_LOOKING, leave, SETTINGS)),
        TableSection(_ANY_TIME, (HELP, SETTINGS, only)),
    )


_WAYS_OUT: Final[dict[Occasion, tuple[TableSection, TableSection]]] = {
    "game": (LOOK, _OUT),
    "practice": _alone(N_("back to the replay"), N_("leave")),
    "lesson": _alone(
        N_("back to the lessons; this one continues at its step next time"), N_("lessons")
    ),
    "puzzle": _alone(N_("back to the list"), N_("list")),
}
"""The sections for looking around, and those for when nothing can be looked at."""

# leaving, passing the keyboard on -----------------------------------------------------------------


def _standing(kind: Kind) -> Callable[[Situation], bool]:
    return lambda at: at.view is not None and kind in choices.standing(at.view)


STANDING: Final = {
    Kind.CONCEDE: N_("concede this game"),
    Kind.RETRACT: N_("do not concede"),
    Kind.LEAVE: N_("step away: the computer plays for you"),
    Kind.RETURN: N_("come back to your seat"),
    Kind.OFFER: N_("offer a draw"),
}
"""What can be done out of turn."""
YES_LEAVE: Final = TableCommand(on("y", Act.LEAVE), N_("leave the table"))


def _must_end(at: Situation) -> bool:
    """Return whether a game that is kept can only be given up by ending it."""
    alone = not at.ui.shared and _standing(Kind.CONCEDE)(at)
    return at.ui.kept and at.view is not None and not at.over and not alone


END_GAME: Final = TableCommand(
    on("e", Act.END_GAME), N_("end the game: it is not saved"), when=_must_end
)
STAY: Final = TableCommand(on("n escape", Act.STAY), N_("stay"))
_LEAVING: Final = TableSection(
    N_("when asked whether to leave"),
    (
        YES_LEAVE,
        *(
            TableCommand(on(LEAVE_KEYS[kind], do.OutOfTurn(kind)), text, when=_standing(kind))
            for kind, text in STANDING.items()
        ),
        TableCommand(
            on(LEAVE_KEYS[Kind.OFFER], do.OutOfTurn(Kind.OFFER)),
            N_("why you cannot offer a draw now"),
            when=lambda at: at.view is not None and not _standing(Kind.OFFER)(at),
            useful=lambda at: False,
        ),
        END_GAME,
        *WHEN_LEAVING,
        STAY,
        TableCommand(on("ctrl+c", Interrupt()), N_("leave at once, and quit")),
    ),
)
UNCOVER: Final = TableCommand(on("h", Act.UNCOVER), N_("show your hand"))
"""Its key must not play a card."""
_COVERED: Final = TableSection(
    N_("when the keyboard is passed on"),
    (UNCOVER, replace(LEAVE, when=None)),
    when=lambda at: at.ui.shared,
)

# around the game ----------------------------------------------------------------------------------

_AWAY: Final = TableSection(N_("when others are away"), WHEN_AWAY)
_AT_DOOR: Final = TableSection(N_("when somebody is at the door"), AT_DOOR)


def _recorded(at: Situation) -> bool:
    return at.occasion == "game"


def _may_play_again(at: Situation) -> bool:
    """Return whether another game can be dealt here: it would wait in vain for who has left.

    After the deal of the day there is none: it was the one try.
    """
    there = all(sitter.kind != "nobody" for sitter in at.state.sitters)
    return _sitting(at) and there and not at.state.day


AGAIN: Final = TableCommand(on("r", Act.PLAY_AGAIN), N_("play again"), when=_may_play_again)
WATCH_AGAIN: Final = TableCommand(
    on("w", Act.WATCH_AGAIN), N_("watch the game again"), when=_recorded
)
ANALYSE: Final = TableCommand(on("a", Act.ANALYSE), N_("analyse the game"), when=_recorded)
MOMENT: Final = TableCommand(
    on("m", Act.SEE_MOMENT),
    N_("the turn that decided the game, as the coach sees it"),
    when=lambda at: at.knows_moment,
)
FIELDS: Final = TableCommand(
    on("f", Act.TOGGLE_FIELDS),
    N_("see the final table, or how the game went"),
    N_("final table"),
    when=lambda at: at.summed_up and not at.ui.fields,
)
PICTURE: Final = TableCommand(
    on("p", Act.SAVE_PICTURE),
    N_("save the end of the game as a picture and as text"),
    N_("picture"),
    when=lambda at: at.summed_up,
)
RESULT: Final = TableCommand(
    on("y", Act.COPY_RESULT),
    N_("copy the result as three lines of text"),
    when=lambda at: at.summed_up and not at.state.day,
)
RESULT_OF_DEAL: Final = replace(
    RESULT,
    help=N_("copy the line about your try, to share"),
    when=lambda at: at.summed_up and bool(at.state.day),
)
SEE_DEAL: Final = TableCommand(
    on(DEAL, Act.SEE_DEAL),
    N_("today's deal, and the table of the day"),
    when=lambda at: at.summed_up and bool(at.state.day),
)
CLOSE_LINK: Final = TableCommand(
    on(CLOSE_LINK_KEY, Act.CLOSE_LINK),
    N_("close the link to a game with friends: then only its players can see it"),
    when=lambda at: at.summed_up and at.state.by_code and not at.ui.watching,
)
SAVE: Final = TableCommand(
    {"y": Act.WRITE_PICTURE, PICTURE.key: Act.SAVE_PICTURE},
    N_("save it in the folder that is named"),
)
DO_NOT_SAVE: Final = TableCommand(on("n escape", Act.BACK), N_("write nothing"))
_SAVING: Final = TableSection(
    N_("when asked whether to save the picture"),
    (SAVE, DO_NOT_SAVE),
    when=lambda at: bool(at.ui.folder),
)
CHECK: Final = TableCommand(
    on("c", Act.CHECK_DEAL),
    N_("check that the deal was fair"),
    N_("check the deal"),
    when=_recorded,
)
_OVER: Final = TableSection(
    N_("when the game is over"),
    (
        *(AGAIN, WATCH_AGAIN, ANALYSE, MOMENT),
        FIELDS,
        replace(FIELDS, hint=N_("how it went"), when=lambda at: at.summed_up and at.ui.fields),
        PICTURE,
        *(RESULT, RESULT_OF_DEAL, SEE_DEAL),
        CLOSE_LINK,
        CHECK,
    ),
)
OTHER_LEVEL: Final = N_("an easier or a harder level of the computer")
LEVEL: Final = TableCommand(
    {"left": Act.EASIER, "right": Act.HARDER},
    OTHER_LEVEL,
    when=lambda at: (not at.ui.queue and at.may_fill) or at.has_time,
)
COPY_LINE: Final = TableCommand(
    on("y", Act.COPY_LINE),
    N_("copy the line a friend types to join"),
    when=lambda at: at.may_copy_line,
)


def _waits(at: Situation) -> bool:
    return at.has_time


DO_PUZZLE: Final = TableCommand(on("p", Act.DO_PUZZLE), N_("a puzzle while you wait"), when=_waits)
DO_LESSON: Final = TableCommand(on("l", Act.DO_LESSON), N_("a lesson while you wait"), when=_waits)
PRACTISE: Final = TableCommand(
    on("g", Act.PRACTISE), N_("a game against the computer while you wait"), when=_waits
)
PLAY_RESIDENT: Final = TableCommand(
    on("k", Act.PLAY_RESIDENT),
    N_("a rated game against a computer, once you have waited a minute; your place is kept"),
    when=lambda at: at.may_meet_resident,
)
_BEFORE: Final = TableSection(
    N_("before the cards are dealt"),
    (READY, COPY_LINE, LENGTH, FILL, LEVEL, DO_PUZZLE, DO_LESSON, PRACTISE, PLAY_RESIDENT),
    when=lambda at: at.view is None,
)

# lessons and puzzles ------------------------------------------------------------------------------

HINT: Final = TableCommand(
    on(_HELPS, Act.TOGGLE_HINT),
    N_("show a hint, or hide it"),
    N_("hint"),
    now=lambda at: at.verdict != "done" and _asks_for_help(at),
)
START_OVER: Final = TableCommand(
    on("u", Act.START_OVER),
    N_("start the position again"),
    N_("from the start"),
    when=lambda at: bool(at.state.log),
)
_TASK: Final = TableSection(N_("what to do"), (HINT, START_OVER))
_JUDGED_TITLE: Final = N_("after your play")
GO_ON: Final = TableCommand(on("enter space n", Act.GO_ON), N_("go on to what comes next"))
_DONE: Final = TableSection(
    _JUDGED_TITLE, (GO_ON, TableCommand(on("escape", Interrupt()), N_("back to the list")))
)
_JUDGED: Final = TableSection(
    _JUDGED_TITLE,
    (
        TableCommand(
            on(f"enter space escape {AGAIN.key} {START_OVER.key}", Act.START_OVER), N_("try again")
        ),
        HINT,
    ),
)

# the active sections ------------------------------------------------------------------------------


def sections_at(at: Situation) -> Sections:
    """Return the active key sections at a table, in order of precedence."""
    ui = at.ui
    look, out = _WAYS_OUT[at.occasion]
    if ui.mode is Mode.GAME:
        if not at.has_task:
            return _game_sections(at, look, out)
        if at.verdict == "done":
            return (_DONE, _JUDGED, look)
        if at.verdict == "missed":
            return (_JUDGED, look)
        return (_TASK, *_game_sections(at, look, _WAYS_OUT[at.occasion][1]))
    if ui.mode is Mode.LOG:
        return (*log_sections(ui.reading), out)
    if ui.mode is Mode.TALK:
        return (BY_CHAT_STEP[ui.chat.step], out)
    if ui.mode is Mode.LEAVE:
        return (_LEAVING,)
    if ui.mode is Mode.SAVE:
        return (_SAVING, out)
    return (IN_SCRAP if ui.mode is Mode.SCRAP else _COVERED, out)


_HELP_TO_AIM: Final = TableSection(_ANY_TIME, (_FIRST_ADVICE, _ADVICE_OF_DEAL, ADVICE))
"""The only help to look around with while letters are targets."""


def _game_sections(at: Situation, look: TableSection, out: TableSection) -> Sections:
    """Return the key sections while nothing covers the game."""
    door = (_AT_DOOR,) if at.state.at_door else ()
    if at.view is None:
        return (*door, _BEFORE, look)
    if at.over:
        return (*door, _OVER, look)
    if at.step == "target":
        return (_HELP_TO_AIM, BY_STEP[at.step], out)
    away = (_AWAY,) if at.state.claimable or at.state.may_call_off else ()
    return (*door, *away, *(() if at.ui.watching else (BY_STEP[at.step],)), look)


def _task_help(occasion: Occasion) -> Sections:
    return (_TASK, _DONE, _JUDGED, *IN_GAME, _WAYS_OUT[occasion][0], *OPENED)


ALL_SECTIONS: Final[dict[Occasion, Sections]] = {
    "game": (
        *(_BEFORE, *IN_GAME, LOOK, *OPENED, *CHAT_SECTIONS),
        *(_AT_DOOR, _AWAY, _OVER, _SAVING, _LEAVING, _COVERED),
    ),
    "practice": (*IN_GAME, _WAYS_OUT["practice"][0], *OPENED, _OVER),
    "lesson": _task_help("lesson"),
    "puzzle": _task_help("puzzle"),
}
"""All key sections of a table, in the order of the help."""

# the mouse ----------------------------------------------------------------------------------------

LOG_CLICKS: Final = Pointing(
    N_("In the log a click on a line looks back at that moment."),
    N_("tap a line of the log to look back at it"),
)
PILE_CLICKS: Final = Pointing(
    N_("A click on the scrap opens it; a click on what happened opens the log."),
    N_("tap the scrap to look through it, and what happened last for the log"),
)
_CARD_CLICKS: Final = (
    Pointing(
        N_("A click on a card or a seat is the same as its key."),
        N_("tap a card of yours for what it can do"),
    ),
    Pointing(
        N_("A click on the chosen card puts it back; a click on its only target plays it."),
        N_("tap the chosen card to put it back, a marked one to aim at it"),
    ),
    BAR_CLICKS,
    Pointing(N_("A click on the deck draws."), N_("tap the deck to draw")),
    PILE_CLICKS,
    LOG_CLICKS,
)
_CHAT_CLICKS: Final = (
    *_CARD_CLICKS,
    Pointing(N_("A click on a phrase says it."), N_("tap a phrase to say it")),
)
AFTER_GAME: Final = (PILE_CLICKS, LOG_CLICKS)
"""What is left to point at when no card can be played."""


def clicks_at(occasion: Occasion, *, chats: bool) -> tuple[Pointing, ...]:
    """Return what clicks do, besides those on drawn keys."""
    return _CHAT_CLICKS if occasion == "game" and chats else _CARD_CLICKS


WHEELS: Final[dict[Mode, tuple[str, str]]] = {
    Mode.LOG: ("up", "down"),
    Mode.TALK: ("up", "down"),
    Mode.SCRAP: ("left", "right"),
}
"""The keys of the wheel over the open scrap or log."""
