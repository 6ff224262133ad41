"""Hold the keys of what lies over any table: the scrap, and the log with what is searched in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cuttle_tui.screens.keymap import TYPE, Command, Section, Sections
from cuttle_tui.table.choices import TRAY_KEYS, browsable
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.log.log_view import elsewhere
from engine.cards import Card

if TYPE_CHECKING:
    from cuttle_tui.screens.zones import TableZones
    from cuttle_tui.table.log_search import Reading

CARDS: Final = tuple(TRAY_KEYS)
ALONG_ROW: Final = ("left", "right", "home", "end")
ALONG: Final = (*ALONG_ROW, "up", "down")
SCROLL: Final = ("up", "down", "pageup", "pagedown")


def any_letter(letter: str) -> bool:
    """Take every letter for text."""
    return True


def _scrap(table: TableZones, key: str) -> None:
    table._press_scrap(key)


def _log(table: TableZones, key: str) -> None:
    table._press_log(key)


def _further(table: TableZones) -> tuple[str, ...]:
    """Give the keys to further lines that were found, if there are any."""
    log = None if table.scene is None else table.scene.log
    return ("n", "N") if log is not None and elsewhere(log.found, log.focus) else ()


def _in_scrap(table: TableZones) -> str:
    view = table.state.view
    return TRAY_KEYS[: len(browsable(view))] if view is not None else ""


def along_rows(table: TableZones, cards: Sequence[Card]) -> tuple[str, ...]:
    """Give the keys that move along cards as they are drawn: up and down where there are rows."""
    if not cards:
        return ()
    return ALONG if table.across(len(cards)) < len(cards) else ALONG_ROW


def _along_scrap(table: TableZones) -> tuple[str, ...]:
    view = table.state.view
    return () if view is None else along_rows(table, browsable(view))


SCRAP: Final[Section[TableZones]] = Section(
    words.IN_SCRAP,
    (
        Command(CARDS, words.SCRAP_CARD, _scrap, now=_in_scrap),
        Command(ALONG, words.ALONG_SCRAP, _scrap, now=_along_scrap),
        Command(("escape", "q", "enter", "z"), words.CLOSE, _scrap),
    ),
)
TYPING: Final[Section[TableZones]] = Section(
    words.SEARCHING,
    (
        Command((TYPE, "space"), words.TYPE_SEARCH, _log, letters=any_letter),
        Command(("backspace", "ctrl+w", "ctrl+u"), words.CORRECT, _log),
        Command(("up", "down"), words.ALONG_FOUND, _log),
        Command(("enter",), words.KEEP_SEARCH, _log),
        Command(("escape",), words.END_SEARCH, _log),
    ),
)
FOUND: Final[Section[TableZones]] = Section(
    words.SEARCHED,
    (
        Command(("n",), words.NEXT_FOUND, _log, now=_further),
        Command(("N",), words.FOUND_BEFORE, _log, now=_further),
        Command(("escape",), words.END_SEARCH, _log),
    ),
)
LOG: Final[Section[TableZones]] = Section(
    words.IN_LOG,
    (
        Command((*SCROLL, "home", "end"), words.ALONG_LOG, _log),
        Command(("enter",), words.LOOK_BACK, _log),
        Command(("/",), words.SEARCH, _log),
        Command(("escape", "q", "l"), words.CLOSE_LOG, _log),
    ),
)


def log_sections(reading: Reading) -> Sections:
    """Give what keys do in the log, as it is read now."""
    if reading.typing:
        return (TYPING,)
    return (FOUND, LOG) if reading.query else (LOG,)
