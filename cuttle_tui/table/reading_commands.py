"""Declare the commands of the scrap, the log and the settings, at any table."""

from __future__ import annotations

from typing import Any, Final

from cuttle_tui.i18n.translation import C_, N_
from cuttle_tui.keymap.commands import Command, Sections, on
from cuttle_tui.keymap.editing import ERASE, SPACE, TypeText
from cuttle_tui.table import intents as do
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_search import Reading, is_elsewhere
from cuttle_tui.table.play_commands import ALONG, SPELLED, along
from cuttle_tui.table.situation import Situation, TableCommand, TableSection
from cuttle_tui.table.spelling import spelling_keys

SETTINGS: Final[Command[Any]] = Command(
    on(",", Act.OPEN_SETTINGS), N_("settings; the game goes on meanwhile")
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
        TableCommand(ALONG, N_("look along the cards"), now=lambda at: along(at, at.scrap)),
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
OPENED: Final[Sections] = (IN_SCRAP, _IN_LOG, _FOUND, _TYPING)
"""The key sections of the scrap and the log, at any table."""


def log_sections(reading: Reading) -> Sections:
    """Return the key sections of the log in its present state."""
    if reading.typing:
        return (_TYPING,)
    return (_FOUND, _IN_LOG) if reading.query else (_IN_LOG,)
