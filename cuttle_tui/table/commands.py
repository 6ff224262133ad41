"""Declare the commands of a table: keys, intent, texts and condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import C_, N_, Message
from cuttle_tui.keymap.commands import HELP, Command, Intent, Interrupt, Section, Sections, each, on
from cuttle_tui.keymap.editing import ERASE, SPACE, TypeText
from cuttle_tui.table import choices
from cuttle_tui.table import intents as do
from cuttle_tui.table.chat import REASONS
from cuttle_tui.table.chat import Step as ChatStep
from cuttle_tui.table.choices import Step
from cuttle_tui.table.intents import Act
from cuttle_tui.table.letters import (
    FIGURES,
    LEAVE_KEYS,
    MENU_KEYS,
    PLAY_KEYS,
    TARGET_KEYS,
    TRAY_KEYS,
)
from cuttle_tui.table.log_search import Reading, is_elsewhere
from cuttle_tui.table.situation import Occasion, Situation
from cuttle_tui.table.ui import Mode
from engine.actions import Kind
from engine.cards import Card
from engine.table.clocks import is_correspondence

TableCommand = Command[Situation]
TableSection = Section[Situation]

_ROW: Final[dict[str, Intent]] = {
    "left": do.MoveCursor("left"),
    "right": do.MoveCursor("right"),
    "home": do.MoveCursor("first"),
    "end": do.MoveCursor("last"),
}
_ROWS: Final[dict[str, Intent]] = {"up": do.MoveCursor("up"), "down": do.MoveCursor("down")}
_ALONG: Final = {**_ROW, **_ROWS}
_CARDS: Final = each(TRAY_KEYS, do.ChooseCard)
_PLAYS: Final[dict[str, Intent]] = {key: do.Play(kind) for kind, key in PLAY_KEYS.items()}
_TARGETS: Final = each(TARGET_KEYS, do.ChooseTarget)

# the cards ----------------------------------------------------------------------------------------


def _in_tray(at: Situation) -> str:
    return TRAY_KEYS[: len(at.tray)]


def _along(at: Situation, cards: Sequence[Card]) -> Sequence[str]:
    """Return the keys that move along cards: up and down only if there are several rows."""
    if not cards:
        return ()
    return tuple(_ALONG if at.across(len(cards)) < len(cards) else _ROW)


def _along_tray(at: Situation) -> Sequence[str]:
    return _along(at, at.tray)


def _targets(at: Situation) -> list[str]:
    return [aim.key for aim in at.aims]


def _no_targets(at: Situation) -> list[str]:
    targets = _targets(at)
    return [key for key in TARGET_KEYS if key not in targets]


def _unfocused(at: Situation) -> bool:
    return at.choice.aim < 0 and len(at.aims) > 1


def _picked(at: Situation) -> bool:
    return at.choice.card in at.choice.picked


_NO_CARD: Final = TableCommand(on("escape", Act.BACK), N_("choose no card"))
_BACK: Final = TableCommand(on("escape", Act.BACK), N_("one step back"))
_CARD: Final = TableCommand(_CARDS, N_("the card with that key"), now=_in_tray)
_ALONG_CARDS: Final = TableCommand(
    _ALONG, N_("move along the cards"), N_("choose"), "arrows", now=_along_tray
)
_OTHER_CARD: Final = TableCommand(
    each(FIGURES, do.ChooseCard), N_("another card"), now=lambda at: FIGURES[: len(at.tray)]
)
_TURN: Final = TableSection(
    N_("when you choose a card"),
    (
        _CARD,
        _ALONG_CARDS,
        TableCommand(
            on("enter", Act.CONFIRM),
            N_("go on with the first way to play it"),
            N_("do it"),
            now=lambda at: bool(at.tray),
        ),
        *(
            TableCommand(on(PLAY_KEYS[kind], do.Play(kind)), text)
            for kind, text in {
                Kind.POINTS: N_("play the card for points"),
                Kind.SCUTTLE: N_("scuttle with it"),
                Kind.ONE_OFF: N_("play it as a one-off"),
                Kind.ROYAL: N_("play it as a royal or as glasses"),
                Kind.JACK: N_("steal with a jack"),
                Kind.JOKER: N_("steal a royal with a joker"),
                Kind.DISCARD: N_("discard it"),
                Kind.DRAW: N_("draw a card"),
                Kind.PASS: N_("pass, when the deck is empty"),
            }.items()
        ),
        _NO_CARD,
    ),
)
_PLAYING: Final = TableSection(
    N_("when a card is to be played"),
    (
        TableCommand(on("enter", Act.CONFIRM), N_("play it"), N_("do it")),
        TableCommand(_ROWS, N_("another way to play it"), N_("choose"), "arrows"),
        _OTHER_CARD,
        TableCommand(_PLAYS, N_("play it that way at once, or read why you cannot")),
        _BACK,
    ),
)
_AIMING: Final = TableSection(
    N_("when you choose a target"),
    (
        TableCommand(_TARGETS, N_("the target, or the seat, with that letter"), now=_targets),
        TableCommand(_TARGETS, N_("see that no target has that letter"), now=_no_targets),
        TableCommand(
            {key: _ROW[key] for key in ("left", "right")},
            N_("move along the targets"),
            N_("choose"),
            "arrows",
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("move to the first target"), when=_unfocused),
        TableCommand(
            on("enter", Act.CONFIRM),
            N_("take the target in focus"),
            N_("do it"),
            when=lambda at: not _unfocused(at),
        ),
        TableCommand(_ROWS, N_("another way to play it")),
        _OTHER_CARD,
        _BACK,
    ),
)
_PICKING: Final = TableSection(
    N_("when you choose cards to discard"),
    (
        TableCommand(_CARDS, N_("choose the card with that key, or keep it"), now=_in_tray),
        TableCommand(_ALONG, N_("move along the cards"), N_("move"), "arrows", now=_along_tray),
        TableCommand(
            on("space", Act.PICK),
            N_("pick the card in focus"),
            N_("pick"),
            when=lambda at: at.choice.card is not None and not _picked(at),
        ),
        TableCommand(
            on("space", Act.PICK), N_("keep the card in focus"), N_("put back"), when=_picked
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("continue with the chosen cards")),
        TableCommand(on("escape", Act.BACK), N_("keep the card chosen last")),
    ),
)
_TAKING: Final = TableSection(
    N_("when you take a card from the scrap"),
    (
        _CARD,
        _ALONG_CARDS,
        TableCommand(on("enter space", Act.CONFIRM), N_("take the card in focus"), N_("do it")),
        _NO_CARD,
    ),
)
YES: Final = TableCommand(on("y", do.Answer(yes=True)), N_("yes: counter, block, accept"))
NO: Final = TableCommand(on("n", do.Answer(yes=False)), N_("no: let it happen"))
_ANSWERING: Final = TableSection(
    N_("when you are asked something"),
    (
        YES,
        NO,
        TableCommand(on("enter", Act.CONFIRM), N_("let it happen, where nothing else is possible")),
        TableCommand(_CARDS, N_("the card to counter with; why another cannot"), now=_in_tray),
        TableCommand(_ROW, N_("another card to counter with")),
    ),
)
_WAITING: Final = TableSection(
    N_("while others play"),
    (
        _CARD,
        replace(_ALONG_CARDS, hint=""),
        TableCommand(_PLAYS, N_("why you cannot do that now")),
        _NO_CARD,
    ),
)
BY_STEP: Final[dict[Step, TableSection]] = {
    "card": _TURN,
    "play": _PLAYING,
    "target": _AIMING,
    "pick": _PICKING,
    "take": _TAKING,
    "answer": _ANSWERING,
    "wait": _WAITING,
}
"""The key sections of the cards, by the next step."""
IN_GAME: Final[Sections] = tuple(BY_STEP.values())
"""The same sections, in the order of the help."""

# the scrap and the log ----------------------------------------------------------------------------

_IN_SCRAP: Final = TableSection(
    N_("in the scrap"),
    (
        TableCommand(
            _CARDS, N_("look at the card with that key"), now=lambda at: TRAY_KEYS[: len(at.scrap)]
        ),
        TableCommand(_ALONG, N_("look along the cards"), now=lambda at: _along(at, at.scrap)),
        TableCommand(on("escape q enter z", Act.BACK), N_("back to the table"), N_("back")),
    ),
)
_TYPING: Final = TableSection(
    N_("while you type what to search for"),
    (
        TableCommand(SPACE, N_("a word or a card, letter by letter"), typed=TypeText),
        TableCommand(ERASE, N_("delete a letter, a word, or everything")),
        TableCommand(
            {"up": do.NextFound(-1), "down": do.NextFound(1)},
            N_("the line above or below that mentions it"),
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("keep what was found and keep reading")),
        TableCommand(on("escape", Act.END_SEARCH), N_("end the search")),
    ),
)


def _found_more(at: Situation) -> bool:
    return is_elsewhere(at.found, at.line)


NEXT_FOUND: Final = TableCommand(
    on("n", do.NextFound(1)), N_("the next line that mentions it"), now=_found_more
)
FOUND_BEFORE: Final = TableCommand(
    on("N", do.NextFound(-1)), N_("the line before that mentions it"), now=_found_more
)
_FOUND: Final = TableSection(
    N_("when you search for something"),
    (NEXT_FOUND, FOUND_BEFORE, TableCommand(on("escape", Act.END_SEARCH), N_("end the search"))),
)
SEARCH: Final = TableCommand(on("/", Act.SEARCH), N_("search for a word or a card"))
_IN_LOG: Final = TableSection(
    N_("in the log"),
    (
        TableCommand(
            {
                "up": do.MoveLine(-1),
                "down": do.MoveLine(1),
                "pageup": do.MoveLine(-10),
                "pagedown": do.MoveLine(10),
                "home": do.MoveLine(-9999),
                "end": do.MoveLine(9999),
            },
            N_("move along the lines"),
        ),
        TableCommand(on("enter", do.LookAtLine()), N_("see the table as it was at this line")),
        SEARCH,
        TableCommand(on("escape q l", Act.BACK), N_("back to the table"), C_("the log", "close")),
    ),
)
OPENED: Final[Sections] = (_IN_SCRAP, _IN_LOG, _FOUND, _TYPING)
"""The key sections of the scrap and the log, at any table."""


def log_sections(reading: Reading) -> Sections:
    """Return the key sections of the log in its present state."""
    if reading.typing:
        return (_TYPING,)
    return (_FOUND, _IN_LOG) if reading.query else (_IN_LOG,)


# chat ---------------------------------------------------------------------------------------------


def _online(at: Situation) -> bool:
    return at.ui.online


def _with_lobby(at: Situation) -> bool:
    return at.ui.chat_context.known


def _writes(at: Situation) -> bool:
    return at.ui.chat_context.free_text


def _cuts(at: Situation) -> bool:
    return at.ui.chat_context.cuts


def _entries(at: Situation) -> str:
    reporting = at.ui.chat.step == "report"
    return MENU_KEYS[: len(REASONS if reporting else at.ui.chat_context.people)]


_SCROLL: Final = TableCommand(
    {
        "up": do.Scroll(1),
        "down": do.Scroll(-1),
        "pageup": do.Scroll(10),
        "pagedown": do.Scroll(-10),
    },
    N_("scroll the log"),
)
_END_CHAT: Final = TableCommand(on("escape q enter t", Act.BACK), N_("back, without a word"))
PHRASES: Final = TableCommand(each(MENU_KEYS, do.ChooseEntry), N_("say the phrase with that key"))
WRITE: Final = TableCommand(on("w", Act.WRITE), N_("write your own words"), when=_writes)
CUT: Final = TableCommand(
    on("c", Act.CUT_DECK), N_("cut the next deck with a word of your own"), when=_cuts
)
PEOPLE: Final = TableCommand(
    on("p", Act.LIST_PEOPLE),
    N_("mute, block or report somebody"),
    when=lambda at: bool(at.ui.chat_context.people),
)
MUTE: Final = TableCommand(on("m", Act.MUTE), N_("stop reading them, or read them again"))
BLOCK: Final = TableCommand(
    on("b", Act.BLOCK), N_("block them: you will not meet again"), when=_with_lobby
)
REPORT: Final = TableCommand(on("r", Act.REPORT), N_("report them"), when=_with_lobby)
_SAYING: Final = TableSection(
    N_("when you say something"), (PHRASES, WRITE, CUT, PEOPLE, _SCROLL, _END_CHAT), when=_online
)
_WRITING: Final = TableSection(
    N_("while you write"),
    (
        _SCROLL,
        TableCommand(SPACE, N_("your words, letter by letter"), typed=TypeText),
        TableCommand(ERASE, N_("delete a letter, a word, or everything")),
        TableCommand(on("enter", Act.CONFIRM), N_("say it")),
        TableCommand(on("escape", Act.BACK), N_("back to the phrases")),
    ),
    when=_writes,
)
_CUTTING: Final = TableSection(
    N_("while you cut the deck"),
    (
        TableCommand(SPACE, N_("your words, letter by letter"), typed=TypeText),
        TableCommand(ERASE, N_("delete a letter, a word, or everything")),
        TableCommand(on("enter", Act.CONFIRM), N_("cut the deck")),
        TableCommand(on("escape", Act.BACK), N_("leave the cut to chance")),
    ),
    when=_cuts,
)
_NAMING: Final = TableSection(
    N_("when you mute, block or report somebody"),
    (
        TableCommand(
            each(MENU_KEYS, do.ChooseEntry),
            N_("the person, or the reason, with that key"),
            now=_entries,
        ),
        _SCROLL,
        _END_CHAT,
    ),
    when=_online,
)
_ABOUT: Final = TableSection(
    N_("when you mute, block or report somebody"),
    (MUTE, BLOCK, REPORT, _SCROLL, _END_CHAT),
    when=_online,
)
BY_CHAT_STEP: Final[dict[ChatStep, TableSection]] = {
    "say": _SAYING,
    "write": _WRITING,
    "cut": _CUTTING,
    "people": _NAMING,
    "report": _NAMING,
    "person": _ABOUT,
}

# looking around, and the way out ------------------------------------------------------------------


def _dealt(at: Situation) -> bool:
    return at.view is not None


def _sitting(at: Situation) -> bool:
    return not at.ui.watching


_EXPLAIN: Final = TableCommand(
    on("i", Act.EXPLAIN),
    N_("what the chosen card does"),
    N_("card"),
    when=lambda at: _dealt(at) and _sitting(at) and at.tells_more,
    now=lambda at: at.explains,
)
"""The last row shows it if the prompt has more to say."""
SCRAP: Final = TableCommand(
    on("z", Act.OPEN_SCRAP), N_("look through the scrap"), N_("scrap"), when=_dealt
)
LOG: Final = TableCommand(
    on("l", Act.OPEN_LOG), N_("read and search the log"), N_("log"), when=_dealt
)
LEAVE: Final = TableCommand(
    on("q", Act.ASK_TO_LEAVE),
    N_("leave, concede or offer a draw (asks first)"),
    N_("leave"),
    when=_sitting,
)
_TAKE_BACK: Final = TableCommand(
    on("u", Act.TAKE_BACK),
    N_("take back your last move"),
    N_("take back"),
    when=lambda at: at.practises and at.may_take_back,
)
"""The last row shows it once a move can be taken back."""
_LOOKING: Final[tuple[TableCommand, ...]] = (
    _EXPLAIN,
    replace(_EXPLAIN, hint="", when=lambda at: _dealt(at) and _sitting(at) and not at.tells_more),
    SCRAP,
    LOG,
    _TAKE_BACK,
    replace(_TAKE_BACK, hint="", when=lambda at: at.practises and not at.may_take_back),
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
_INTERRUPT: Final = TableCommand(on("ctrl+c", Interrupt()), N_("leave; twice leaves at once"))
_ANY_TIME: Final = N_("at any time")
LOOK: Final = TableSection(
    _ANY_TIME,
    (
        TableCommand(
            on("t", Act.OPEN_CHAT),
            N_("say something; mute, block or report somebody"),
            N_("say"),
            when=lambda at: at.accompanied,
        ),
        TableCommand(
            on("t", Act.OPEN_CHAT),
            N_("talk, where other people play"),
            when=lambda at: not at.accompanied,
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
        _INTERRUPT,
    ),
)
_OUT: Final = TableSection(_ANY_TIME, (HELP, _INTERRUPT))


def _alone(text: Message, hint: Message) -> tuple[TableSection, TableSection]:
    """Return the sections for looking around and for leaving, where leaving costs nothing."""
    leave = TableCommand(on(f"{LEAVE.key} ctrl+c", Interrupt()), text, hint)
    only = TableCommand(on("ctrl+c", Interrupt()), text)
    return TableSection(_ANY_TIME, (*_LOOKING, leave)), TableSection(_ANY_TIME, (HELP, only))


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


YES_LEAVE: Final = TableCommand(on("y", Act.LEAVE), N_("leave the table"))


def _must_end(at: Situation) -> bool:
    """Return whether a game that is kept can only be given up by ending it."""
    alone = not at.ui.shared and _standing(Kind.CONCEDE)(at)
    return at.ui.kept and at.view is not None and not at.over and not alone


END_GAME: Final = TableCommand(
    on("e", Act.END_GAME), N_("end the game: it is not kept"), when=_must_end
)
OPEN_HANDS: Final = TableCommand(
    on("h", Act.SHOW_HANDS),
    N_("show your hand to watchers, or hide it"),
    when=lambda at: at.may_show,
)
STAY: Final = TableCommand(on("n escape", Act.STAY), N_("stay"))
_LEAVING: Final = TableSection(
    N_("when asked whether to leave"),
    (
        YES_LEAVE,
        *(
            TableCommand(on(LEAVE_KEYS[kind], do.OutOfTurn(kind)), text, when=_standing(kind))
            for kind, text in {
                Kind.CONCEDE: N_("concede this game"),
                Kind.RETRACT: N_("do not concede"),
                Kind.LEAVE: N_("step away: the computer plays for you"),
                Kind.RETURN: N_("come back to your seat"),
                Kind.OFFER: N_("offer a draw"),
            }.items()
        ),
        END_GAME,
        OPEN_HANDS,
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

CLAIM: Final = TableCommand(on("c", Act.CLAIM), N_("claim the win"))
CALL_OFF: Final = TableCommand(
    on("u", Act.CALL_OFF), N_("call the game off"), when=lambda at: at.state.may_call_off
)
_AWAY: Final = TableSection(N_("when others are away"), (CLAIM, CALL_OFF))


def _recorded(at: Situation) -> bool:
    return at.occasion == "game"


AGAIN: Final = TableCommand(on("r", Act.PLAY_AGAIN), N_("play again"), when=_sitting)
WATCH_AGAIN: Final = TableCommand(
    on("w", Act.WATCH_AGAIN), N_("watch the game again"), when=_recorded
)
ANALYSE: Final = TableCommand(on("a", Act.ANALYSE), N_("find its key moments"), when=_recorded)
CHECK: Final = TableCommand(
    on("c", Act.CHECK_DEAL),
    N_("check that the deal was fair"),
    N_("check the deal"),
    when=_recorded,
)
_OVER: Final = TableSection(N_("when the game is over"), (AGAIN, WATCH_AGAIN, ANALYSE, CHECK))
READY: Final = TableCommand(
    on("enter", Act.GET_READY),
    N_("ready, or not ready"),
    when=lambda at: not (at.ui.queue or at.ui.watching or is_correspondence(at.state.timing)),
)
FILL: Final = TableCommand(
    on("c", Act.FILL),
    N_("let computers take the free seats"),
    when=lambda at: not at.ui.queue and at.may_fill,
)
PRACTISE: Final = TableCommand(
    on("c", Act.PRACTISE), N_("play the computer while you wait"), when=lambda at: bool(at.ui.queue)
)
_BEFORE: Final = TableSection(
    N_("before the cards are dealt"), (READY, FILL, PRACTISE), when=lambda at: at.view is None
)

# lessons and puzzles ------------------------------------------------------------------------------

HINT: Final = TableCommand(
    on("h", Act.TOGGLE_HINT),
    N_("show a hint, or hide it"),
    N_("hint"),
    when=lambda at: at.step != "target",
    now=lambda at: at.verdict != "done",
)
START_OVER: Final = TableCommand(
    on("u", Act.START_OVER),
    N_("start the position again"),
    N_("from the start"),
    when=lambda at: bool(at.state.log),
)
_TASK: Final = TableSection(N_("what to do"), (HINT, START_OVER))
_JUDGED_TITLE: Final = N_("after your play")
_DONE: Final = TableSection(
    _JUDGED_TITLE, (TableCommand(on("enter space n", Act.GO_ON), N_("go on to what comes next")),)
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
        return _task_sections(at, look) if at.has_task else _game_sections(at, look, out)
    if ui.mode is Mode.LOG:
        return (*log_sections(ui.reading), out)
    if ui.mode is Mode.TALK:
        return (BY_CHAT_STEP[ui.chat.step], out)
    if ui.mode is Mode.LEAVE:
        return (_LEAVING,)
    return (_IN_SCRAP if ui.mode is Mode.SCRAP else _COVERED, out)


def _task_sections(at: Situation, look: TableSection) -> Sections:
    if at.verdict == "done":
        return (_DONE, _JUDGED, look)
    if at.verdict == "missed":
        return (_JUDGED, look)
    return (_TASK, *_game_sections(at, look, _WAYS_OUT[at.occasion][1]))


def _game_sections(at: Situation, look: TableSection, out: TableSection) -> Sections:
    """Return the key sections while nothing covers the game."""
    if at.view is None:
        return (_BEFORE, look)
    if at.over:
        return (_OVER, look)
    if at.step == "target":
        return (BY_STEP[at.step], out)
    away = (_AWAY,) if at.state.claimable else ()
    return (*away, *(() if at.ui.watching else (BY_STEP[at.step],)), look)


def _task_help(occasion: Occasion) -> Sections:
    return (_TASK, _DONE, _JUDGED, *IN_GAME, _WAYS_OUT[occasion][0], *OPENED)


ALL_SECTIONS: Final[dict[Occasion, Sections]] = {
    "game": (
        *(_BEFORE, *IN_GAME, LOOK, *OPENED, _SAYING, _WRITING, _CUTTING, _NAMING, _ABOUT),
        *(_AWAY, _OVER, _LEAVING, _COVERED),
    ),
    "practice": (*IN_GAME, _WAYS_OUT["practice"][0], *OPENED, _OVER),
    "lesson": _task_help("lesson"),
    "puzzle": _task_help("puzzle"),
}
"""All key sections of a table, in the order of the help."""

# the mouse ----------------------------------------------------------------------------------------

BAR_CLICKS: Final = N_("A click on the bar is the same as enter.")
LOG_CLICKS: Final = N_("In the log a click on a line looks back at that moment.")
PILE_CLICKS: Final = N_("A click on the scrap opens it; a click on what happened opens the log.")
_CARD_CLICKS: Final = (
    N_("A click on a card or a seat is the same as its key."),
    N_("A click on the chosen card puts it back."),
    BAR_CLICKS,
    N_("A click on the deck draws."),
    PILE_CLICKS,
    LOG_CLICKS,
)
_CHAT_CLICKS: Final = (*_CARD_CLICKS, N_("A click on a phrase says it."))


def clicks_at(occasion: Occasion) -> tuple[Message, ...]:
    """Return what clicks do, besides those on drawn keys."""
    return _CHAT_CLICKS if occasion == "game" else _CARD_CLICKS


WHEELS: Final[dict[Mode, tuple[str, str]]] = {
    Mode.LOG: ("up", "down"),
    Mode.TALK: ("up", "down"),
    Mode.SCRAP: ("left", "right"),
}
"""The keys of the wheel over the open scrap or log."""
