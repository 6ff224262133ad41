"""The commands of the cards, the scrap, the log and the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from cuttle_tui.i18n.translation import C_, N_
from cuttle_tui.kit.finding import is_elsewhere
from cuttle_tui.kit.keymap import (
    ERASE,
    HELP,
    SPACE,
    SPARE,
    Command,
    Intent,
    Sections,
    TypeText,
    each,
    on,
    steps,
)
from cuttle_tui.table import intents as do
from cuttle_tui.table.chat import REASONS, TalkStep
from cuttle_tui.table.choices import (
    FIGURES,
    MENU_KEYS,
    PLAY_KEYS,
    TARGET_KEYS,
    TRAY_KEYS,
    Step,
    focused,
)
from cuttle_tui.table.intents import Act
from cuttle_tui.table.searching import SPELLING_KEYS, Reading, spelling_keys
from cuttle_tui.table.situation import Situation, TableCommand, TableSection
from engine.actions import Kind
from engine.cards import Card
from engine.play.view import Ask

_ROW: Final[dict[str, Intent]] = {
    "left": do.MoveCursor("left"),
    "right": do.MoveCursor("right"),
    "home": do.MoveCursor("first"),
    "end": do.MoveCursor("last"),
    "tab": do.MoveCursor("right"),
    "shift+tab": do.MoveCursor("left"),
}
_ROWS: Final[dict[str, Intent]] = {"up": do.MoveCursor("up"), "down": do.MoveCursor("down")}
ALONG: Final = {**_ROW, **_ROWS}
SPELLED: Final[dict[str, Intent]] = {key: do.Spell(key) for key in SPELLING_KEYS}
CARDS: Final = each(TRAY_KEYS, do.ChooseCard)
_PLAYS: Final[dict[str, Intent]] = {key: do.Play(kind) for kind, key in PLAY_KEYS.items()}
_TARGETS: Final = each(TARGET_KEYS, do.ChooseTarget)


def _in_tray(at: Situation) -> str:
    return TRAY_KEYS[: len(at.tray)]


def along(at: Situation, cards: Sequence[Card]) -> Sequence[str]:
    """Return the keys that move along cards: up and down only if there are several rows."""
    if not cards:
        return ()
    return tuple(ALONG if at.across(len(cards)) < len(cards) else _ROW)


def _targets(at: Situation) -> list[str]:
    return [aim.key for aim in at.aims]


def _no_targets(at: Situation) -> list[str]:
    targets = _targets(at)
    return [key for key in TARGET_KEYS if key not in targets]


def _unfocused(at: Situation) -> bool:
    return focused(at.choice, len(at.aims)) < 0


def _picked(at: Situation) -> bool:
    return at.choice.card in at.choice.picked


def _can(kind: Kind) -> Callable[[Situation], bool]:
    """Return whether some card can be played that way now."""
    return lambda at: at.view is not None and any(one.kind is kind for one in at.view.legal)


def _plays_of_card(at: Situation) -> list[str]:
    """Return the keys of the ways to play the chosen card."""
    legal = () if at.view is None else at.view.legal
    return [
        PLAY_KEYS[one.kind]
        for one in legal
        if at.choice.card in one.cards and one.kind in PLAY_KEYS
    ]


def _has_card(at: Situation) -> bool:
    return at.choice.card is not None


_NO_CARD: Final = TableCommand(on("escape", Act.BACK), N_("choose no card"), useful=_has_card)
_BACK: Final = TableCommand(on("escape", Act.BACK), N_("one step back"))
_CARD: Final = TableCommand(
    CARDS, N_("pick that card; lower-case letters act at once"), now=_in_tray
)
_ALONG_CARDS: Final = TableCommand(
    ALONG,
    N_("move along the cards"),
    N_("choose"),
    "arrows",
    now=lambda at: along(at, at.tray),
    spare=SPARE,
)
_OTHER_CARD: Final = TableCommand(
    each(FIGURES, do.ChooseCard), N_("another card"), now=lambda at: FIGURES[: len(at.tray)]
)
_NAMES: Final = {
    Kind.POINTS: C_("a way to play", "points"),
    Kind.SCUTTLE: C_("a way to play", "scuttle"),
    Kind.ONE_OFF: C_("a way to play", "one-off"),
    Kind.ROYAL: N_("royal"),
    Kind.JACK: C_("a way to play", "steal"),
    Kind.JOKER: C_("a way to play", "steal royal"),
    Kind.DISCARD: N_("discard"),
    Kind.DRAW: C_("a way to play", "draw"),
    Kind.PASS: C_("a choice in a list", "pass"),
}
"""What ways to play are called in a word, for help in little room."""


def _has_jokers(at: Situation) -> bool:
    """Return whether the deck has jokers."""
    return at.view is None or bool(at.view.ruleset.jokers)


_TURN: Final = TableSection(
    N_("when you choose a card"),
    (
        _CARD,
        _ALONG_CARDS,
        TableCommand(
            on("enter space", Act.CONFIRM),
            N_("look at the first way to play it; enter again plays it"),
            N_("go on"),
            now=lambda at: at.choice.card in at.tray,
        ),
        TableCommand(
            on("enter space", Act.CONFIRM),
            N_("choose the first card"),
            now=lambda at: bool(at.tray) and at.choice.card not in at.tray,
        ),
        *(
            TableCommand(
                on(PLAY_KEYS[kind], do.Play(kind)),
                text,
                when=_has_jokers if kind is Kind.JOKER else None,
                useful=_can(kind),
                on_button=True,
                label=_NAMES.get(kind, ""),
            )
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
        TableCommand(on("enter space", Act.CONFIRM), N_("play it")),
        TableCommand(_ROWS, N_("another way to play it"), N_("choose"), "arrows"),
        _OTHER_CARD,
        TableCommand(
            _PLAYS, N_("play it that way at once, or read why you cannot"), useful=_plays_of_card
        ),
        _BACK,
    ),
)
_AIMING: Final = TableSection(
    N_("when you choose a target"),
    (
        TableCommand(_TARGETS, N_("take the target, or the seat, with that letter"), now=_targets),
        TableCommand(
            _TARGETS,
            N_("see why that letter is not a target"),
            now=_no_targets,
            useful=lambda at: False,
        ),
        TableCommand(
            {key: _ROW[key] for key in ("left", "right", "tab", "shift+tab")},
            N_("move along the targets"),
            N_("choose"),
            "arrows",
            spare=SPARE,
        ),
        TableCommand(on("enter space", Act.CONFIRM), N_("mark the first target"), when=_unfocused),
        TableCommand(
            on("enter space", Act.CONFIRM),
            N_("take the marked target"),
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
        TableCommand(CARDS, N_("pick that card, or keep it"), now=_in_tray),
        replace(_ALONG_CARDS, hint=N_("move")),
        TableCommand(
            on("space", Act.PICK),
            N_("pick the marked card"),
            N_("pick"),
            when=lambda at: at.choice.card is not None and not _picked(at),
        ),
        TableCommand(
            on("space", Act.PICK), N_("keep the marked card"), N_("put back"), when=_picked
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("continue with the chosen cards")),
        TableCommand(on("escape", Act.BACK), N_("keep the card chosen last")),
    ),
)
_TAKING: Final = TableSection(
    N_("when you take a card from the scrap"),
    (
        TableCommand(
            SPELLED,
            N_("the rank of a card, then its suit: 7 h, 0 s, Q d"),
            now=lambda at: spelling_keys(at.choice, at.tray),
        ),
        _ALONG_CARDS,
        TableCommand(on("enter space", Act.CONFIRM), N_("take the marked card")),
        _NO_CARD,
    ),
)


def _is_asked(at: Situation, ask: Ask) -> bool:
    return at.view is not None and at.view.ask is ask


YES: Final = TableCommand(
    on("y", do.Answer(yes=True)),
    N_("yes: counter, block, accept"),
    when=lambda at: not (_is_asked(at, Ask.COUNTER) or _is_asked(at, Ask.OFFER)),
)
NO: Final = TableCommand(on("n", do.Answer(yes=False)), N_("no: let it happen"))
_ANSWERING: Final = TableSection(
    N_("when you are asked something"),
    (
        YES,
        replace(YES, help=N_("yes: counter"), when=lambda at: _is_asked(at, Ask.COUNTER)),
        replace(YES, help=N_("yes: accept"), when=lambda at: _is_asked(at, Ask.OFFER)),
        NO,
        TableCommand(
            on("enter space", Act.CONFIRM), N_("let it happen, where nothing else is possible")
        ),
        TableCommand(CARDS, N_("the card to counter with; why another cannot"), now=_in_tray),
        TableCommand(_ROW, N_("another card to counter with"), spare=SPARE),
    ),
)
_WAITING: Final = TableSection(
    N_("while others play"),
    (
        _CARD,
        replace(_ALONG_CARDS, hint=""),
        TableCommand(_PLAYS, N_("why you cannot do that now"), useful=_has_card),
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

SETTINGS: Final[Command[Any]] = Command(
    on(",", Act.OPEN_SETTINGS), N_("settings; the game goes on")
)
IN_SCRAP: Final = TableSection(
    N_("in the scrap"),
    (
        TableCommand(on("escape q enter z", Act.BACK), N_("back to the table"), N_("back")),
        TableCommand(
            SPELLED,
            N_("the rank of a card, then its suit: 7 h, 0 s, Q d"),
            now=lambda at: spelling_keys(at.ui.look, at.scrap),
        ),
        TableCommand(
            ALONG, N_("look along the cards"), now=lambda at: along(at, at.scrap), spare=SPARE
        ),
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
            {key: do.MoveLine(step) for key, step in steps(0).items() if step},
            N_("move along the lines"),
            named="up down",
            spare=SPARE,
        ),
        TableCommand(
            {"pageup": do.MoveLine(-10), "pagedown": do.MoveLine(10), "space": do.MoveLine(10)},
            N_("ten lines up or down"),
        ),
        TableCommand(on("enter", do.LookAtLine()), N_("see the table as it was at this line")),
        SEARCH,
        TableCommand(on("escape q l", Act.BACK), N_("back to the table"), C_("the log", "close")),
    ),
)
OPENED: Final[Sections] = (IN_SCRAP, _IN_LOG, _FOUND, _TYPING)
"""The key sections of the scrap and the log, at any table."""


def log_sections(reading: Reading) -> Sections:
    """Return the key sections of the log in its present state."""
    if reading.typing:
        return (_TYPING,)
    return (_FOUND, _IN_LOG) if reading.query else (_IN_LOG,)


def _online(at: Situation) -> bool:
    return at.ui.online


def _with_lobby(at: Situation) -> bool:
    return at.ui.chat_context.known


def _cuts(at: Situation) -> bool:
    return at.ui.chat_context.cuts


def _entries(at: Situation) -> str:
    reporting = at.ui.chat.step == "report"
    return MENU_KEYS[: len(REASONS if reporting else at.ui.chat_context.people)]


def _word_typed(letter: str) -> TypeText | None:
    """Take any other letter for the first of a word; help keeps its key until one is typed."""
    return None if letter in HELP.intents else TypeText(letter)


_SCROLL: Final = TableCommand(
    {
        "up": do.Scroll(1),
        "down": do.Scroll(-1),
        "pageup": do.Scroll(10),
        "pagedown": do.Scroll(-10),
    },
    N_("scroll the log"),
)
_TYPED: Final = N_("your words, letter by letter")
_ERASING: Final = TableCommand(ERASE, N_("delete a letter, a word, or everything"))
_END_CHAT: Final = TableCommand(on("escape q enter t", Act.BACK), N_("back, without a word"))
PHRASES: Final = TableCommand(each(MENU_KEYS, do.ChooseEntry), N_("say the phrase with that key"))
WRITE: Final = TableCommand(
    on("w", Act.WRITE), N_("write your own words"), when=lambda at: at.ui.chat_context.free_text
)
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
LIST_PHRASES: Final = TableCommand(
    on("tab", Act.LIST_PHRASES), N_("the phrases; mute, block or report somebody")
)
SHOW_SEAL: Final = TableCommand(
    on("tab", Act.SHOW_SEAL),
    N_("the whole seal of the deal, and marks of the others' words"),
    when=lambda at: bool(at.ui.chat_context.seal),
)
_SAYING: Final = TableSection(
    N_("when you say something"),
    (
        *(PHRASES, WRITE, CUT, PEOPLE, _SCROLL),
        TableCommand(on("escape enter", Act.BACK), N_("back, without a word")),
        TableCommand(SPACE, _TYPED, typed=_word_typed, asks=False),
    ),
    when=_online,
)
_WRITING: Final = TableSection(
    N_("while you write"),
    (
        _SCROLL,
        TableCommand(SPACE, _TYPED, typed=TypeText),
        _ERASING,
        TableCommand(on("enter", Act.CONFIRM), N_("say it")),
        LIST_PHRASES,
        TableCommand(on("escape", Act.BACK), N_("back, without a word")),
    ),
    when=_online,
)
_CUTTING: Final = TableSection(
    N_("while you cut the deck"),
    (
        TableCommand(SPACE, _TYPED, typed=TypeText),
        _ERASING,
        TableCommand(on("enter", Act.CONFIRM), N_("cut the deck")),
        SHOW_SEAL,
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
BY_CHAT_STEP: Final[dict[TalkStep, TableSection]] = {
    "say": _SAYING,
    "write": _WRITING,
    "cut": _CUTTING,
    "people": _NAMING,
    "report": _NAMING,
    "person": _ABOUT,
}
CHAT_SECTIONS: Final[Sections] = tuple(dict.fromkeys(BY_CHAT_STEP.values()))
"""The same sections, in the order of the help."""
