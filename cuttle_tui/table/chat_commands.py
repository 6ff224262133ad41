"""Declare the commands of the chat at a table, by what is asked there."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import HELP, Sections, each, on
from cuttle_tui.keymap.editing import ERASE, SPACE, TypeText
from cuttle_tui.table import intents as do
from cuttle_tui.table.chat import REASONS, Step
from cuttle_tui.table.intents import Act
from cuttle_tui.table.letters import MENU_KEYS
from cuttle_tui.table.situation import Situation, TableCommand, TableSection


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
LIST_PHRASES: Final = TableCommand(
    on("tab", Act.LIST_PHRASES), N_("the phrases; mute, block or report somebody")
)
_SAYING: Final = TableSection(
    N_("when you say something"),
    (
        *(PHRASES, WRITE, CUT, PEOPLE, _SCROLL),
        TableCommand(on("escape enter", Act.BACK), N_("back, without a word")),
        TableCommand(SPACE, _TYPED, typed=_word_typed),
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
BY_CHAT_STEP: Final[dict[Step, TableSection]] = {
    "say": _SAYING,
    "write": _WRITING,
    "cut": _CUTTING,
    "people": _NAMING,
    "report": _NAMING,
    "person": _ABOUT,
}
CHAT_SECTIONS: Final[Sections] = tuple(dict.fromkeys(BY_CHAT_STEP.values()))
"""The same sections, in the order of the help."""
