"""Update a table's screen after an intent, and return the effects on the table.

Pure. An effect is an intent that the screen carries out; an intent that does not change the
screen's own state is returned unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cuttle_tui.kit.keymap import Intent
from cuttle_tui.table import chat, choices, intents as do, searching as log_search, selection
from cuttle_tui.table.chat import ChatState
from cuttle_tui.table.intents import Act
from cuttle_tui.table.searching import AT_NEWEST, spelled
from cuttle_tui.table.selection import rejected
from cuttle_tui.table.situation import Mode, Situation, TableUi
from engine.actions import Action, Kind

Update = tuple[TableUi, tuple[Intent, ...]]
"""The new state of the screen, and the effects; carrying them out refreshes the screen."""

_CARDS: Final = (do.ChooseCard, do.Spell, do.MoveCursor, do.Play, do.ChooseTarget, do.Answer)
_AT_CARDS: Final = (Act.CONFIRM, Act.PICK, Act.BACK)


def _is_of_cards(intent: Intent) -> bool:
    return isinstance(intent, _CARDS) or intent in _AT_CARDS


def update(at: Situation, intent: Intent) -> Update:
    """Return the state of the screen after an intent, and the effects."""
    return _BY_MODE[at.ui.mode](at, intent)


def closed(ui: TableUi) -> TableUi:
    """Return the screen with nothing covering the table."""
    return replace(ui, mode=Mode.GAME)


def _at_game(at: Situation, intent: Intent) -> Update:
    opened = _OPENINGS.get(intent)
    if opened is not None:
        return opened(at)
    if isinstance(intent, do.Scroll):
        return _scrolled(at, intent)
    if _is_of_cards(intent) and at.view is not None and at.has_turns:
        result = selection.choose(at.tray_of(at.view), at.choice, intent)
        if isinstance(result, Action):
            return at.ui, (do.Submit(result),)
        if at.sent:  # the cards stay as they are until the table has moved
            return at.ui, (Act.WAIT,)
        if result != at.choice:
            return replace(at.ui, choice=result), ()
        if isinstance(intent, do.ChooseTarget) and at.step == "target":
            return at.ui, (do.RejectTarget(intent.place),)
        refused = rejected(at.tray_of(at.view), result, intent)
        if refused is not None:
            return at.ui, (do.Reject(refused),)
        lacks_card = isinstance(intent, do.Play) and at.step == "card" and result.card is None
        return at.ui, (Act.ASK_FOR_CARD,) if lacks_card else ()
    return at.ui, (intent,)


def _search_log(at: Situation) -> Update:
    reading = log_search.read(AT_NEWEST, Act.SEARCH, at.lines)
    return replace(at.ui, mode=Mode.LOG, reading=reading or AT_NEWEST), ()


def _open_chat(at: Situation) -> Update:
    if not at.accompanied:
        return at.ui, (Act.SAY_ALONE,)
    return replace(at.ui, mode=Mode.TALK, chat=chat.opened(at.ui.chat_context), scroll=0), ()


def _explain(at: Situation) -> Update:
    """Toggle the explanation of the chosen card; choose the first card if none is."""
    if at.step in ("card", "wait") and at.choice.card is None:
        first = selection.move(at.choice, do.MoveCursor("first"), at.tray)
        return replace(at.ui, explain=True, choice=first, hinted=None), ()
    return replace(at.ui, explain=not at.ui.explain, hinted=None), ()


_OPENINGS: Final[dict[Intent, Callable[[Situation], Update]]] = {
    Act.OPEN_SCRAP: lambda at: (
        replace(at.ui, mode=Mode.SCRAP, look=replace(at.ui.look, card=None, rank=None)),
        (),
    ),
    Act.OPEN_LOG: lambda at: (replace(at.ui, mode=Mode.LOG, reading=AT_NEWEST), ()),
    Act.SEARCH: _search_log,
    Act.OPEN_CHAT: _open_chat,
    Act.EXPLAIN: _explain,
    Act.TOGGLE_FIELDS: lambda at: (replace(at.ui, fields=not at.ui.fields), ()),
}


def _at_scrap(at: Situation, intent: Intent) -> Update:
    if intent == Act.BACK:
        return closed(at.ui), ()
    if isinstance(intent, do.Spell):
        return replace(at.ui, look=spelled(at.ui.look, intent.letter, at.scrap) or at.ui.look), ()
    if not _is_of_cards(intent):
        return at.ui, (intent,)
    look = replace(at.ui.look, rank=None)
    look = selection.move(look, intent, at.scrap, at.across(len(at.scrap)))
    return replace(at.ui, look=look), ()


def _at_log(at: Situation, intent: Intent) -> Update:
    if isinstance(intent, do.LookAtLine):
        if intent.line < 0:
            return at.ui, (do.LookAtLine(at.line),)
        there = log_search.focus(at.ui.reading, intent.line, len(at.lines))
        return replace(at.ui, reading=there), (intent,)
    if not log_search.takes(intent):
        return at.ui, (intent,)
    reading = log_search.read(at.ui.reading, intent, at.lines)
    mode = Mode.GAME if reading is None else Mode.LOG
    return replace(at.ui, mode=mode, reading=reading or AT_NEWEST), ()


def _at_chat(at: Situation, intent: Intent) -> Update:
    ui = at.ui
    if isinstance(intent, do.Scroll):
        return _scrolled(at, intent)
    if not chat.takes(intent):
        return ui, (intent,)
    state, command = chat.choose(ui.chat, intent, ui.chat_context)
    mode = Mode.GAME if state is None else Mode.TALK
    ui = replace(ui, mode=mode, chat=state or ChatState())
    return ui, () if command is None else (command,)


def _scrolled(at: Situation, intent: do.Scroll) -> Update:
    """Scroll the log, as far as it has lines."""
    scroll = max(0, min(len(at.lines), at.ui.scroll + intent.step))
    return replace(at.ui, scroll=scroll), ()


def _at_question(at: Situation, intent: Intent) -> Update:
    """Answer whether to leave."""
    if isinstance(intent, do.OutOfTurn) and at.view is not None:
        action = choices.standing(at.view).get(intent.kind)
        if action is None:
            refused = do.Reject(Action(intent.kind, seat=at.seat))
            return at.ui, (refused,) if intent.kind is Kind.OFFER else ()
        return closed(at.ui), (do.Submit(action),)
    return (closed(at.ui) if intent == Act.STAY else at.ui), (intent,)


def _at_saving(at: Situation, intent: Intent) -> Update:
    """Answer whether to write the picture of a game."""
    if intent == Act.BACK:
        return closed(at.ui), ()
    if intent in (Act.WRITE_PICTURE, Act.SAVE_PICTURE):
        return closed(at.ui), (Act.WRITE_PICTURE,)
    return at.ui, (intent,)


_BY_MODE: Final[dict[Mode, Callable[[Situation, Intent], Update]]] = {
    Mode.GAME: _at_game,
    Mode.SCRAP: _at_scrap,
    Mode.LOG: _at_log,
    Mode.TALK: _at_chat,
    Mode.LEAVE: _at_question,
    Mode.COVER: lambda at, intent: (at.ui, (intent,)),
    Mode.SAVE: _at_saving,
}
