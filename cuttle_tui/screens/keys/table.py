"""Gather the keys of a table: which of them answer now, and all there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.presenter.view_model import Mode
from cuttle_tui.screens.keymap import Sections
from cuttle_tui.screens.keys import talk as keys_talk
from cuttle_tui.screens.keys.around import AWAY, BEFORE, OVER
from cuttle_tui.screens.keys.cards import BY_STEP, IN_GAME
from cuttle_tui.screens.keys.leaving import COVERED, LEAVING
from cuttle_tui.screens.keys.looking import LOOK
from cuttle_tui.screens.keys.zones import FOUND, LOG, SCRAP, TYPING, log_sections
from cuttle_tui.table import choices
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.keys.front import BAR_CLICKS

if TYPE_CHECKING:
    from cuttle_tui.screens.table import TableScreen

AT_CARDS: Final = (
    words.CARD_CLICKS,
    words.CHOSEN_CLICKS,
    BAR_CLICKS,
    words.DECK_CLICKS,
    words.PILE_CLICKS,
    words.LOG_CLICKS,
)
"""What clicks do at every table at which cards are played."""


def sections_at(table: TableScreen) -> Sections:
    """Give what keys do at a table, in the order in which they are asked."""
    desk = table.desk
    if desk.mode is Mode.GAME:
        return game_sections(table)
    if desk.mode is Mode.LOG:
        return (*log_sections(desk.reading), table.OUT)
    if desk.mode is Mode.TALK:
        return (keys_talk.BY_STEP[desk.talking.step], table.OUT)
    if desk.mode is Mode.LEAVE:
        return (LEAVING,)
    return (SCRAP if desk.mode is Mode.SCRAP else COVERED, table.OUT)


def game_sections(table: TableScreen) -> Sections:
    """Give what keys do while nothing else lies over the game."""
    state = table.state
    if state.view is None:
        return (BEFORE, table.LOOK)
    if table._over:
        return (OVER, table.LOOK)
    step = choices.step_of(state.view, table.desk.choice)
    if step == "target":
        return (BY_STEP[step], table.OUT)
    away = (AWAY,) if state.claimable else ()
    return (*away, *(() if table.seating.watching else (BY_STEP[step],)), table.LOOK)


OVER_GAME: Final[Sections] = (SCRAP, LOG, FOUND, TYPING)
"""What they do in that which may lie over the cards of any table."""
AT_TABLE: Final[Sections] = (
    BEFORE,
    *IN_GAME,
    LOOK,
    *OVER_GAME,
    *keys_talk.SECTIONS,
    AWAY,
    OVER,
    LEAVING,
    COVERED,
)
"""All that keys do at a table, in the order of the help."""
