"""Update a table's screen: what it shows after an intent, and what is to be done beside that.

Pure. An effect is an intent that the screen carries out; what is not about the screen's own state
is passed on as it came.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cuttle_tui.keymap.commands import Intent
from cuttle_tui.table import chat, choices, log_search, selection
from cuttle_tui.table import intents as do
from cuttle_tui.table.chat import Talking
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_search import AT_NEWEST
from cuttle_tui.table.rejections import rejected
from cuttle_tui.table.situation import Situation
from cuttle_tui.table.ui import Desk, Mode
from engine.actions import Action
from engine.play.view import View

Update = tuple[Desk, tuple[Intent, ...]]
"""The new state of the screen, and the effects, which show the screen anew if there are any."""

_CARDS: Final = (do.ChooseCard, do.MoveCursor, do.Play, do.ChooseTarget, do.Answer)
_AT_CARDS: Final = (Act.CONFIRM, Act.PICK, Act.BACK)


def _is_of_cards(intent: Intent) -> bool:
    return isinstance(intent, _CARDS) or intent in _AT_CARDS


def update(at: Situation, intent: Intent) -> Update:
    """Return what the screen shows after an intent, and the effects."""
    return _BY_MODE[at.desk.mode](at, intent)


def closed(desk: Desk) -> Desk:
    """Return the screen without what lay over the table."""
    return replace(desk, mode=Mode.GAME)


def _at_game(at: Situation, intent: Intent) -> Update:
    opened = _OPENINGS.get(intent)
    if opened is not None:
        return opened(at)
    if _is_of_cards(intent) and at.view is not None and at.has_turns:
        return _at_cards(at, at.view, intent)
    return at.desk, (intent,)


def _at_cards(at: Situation, view: View, intent: Intent) -> Update:
    result = selection.choose(at.tray_of(view), at.choice, intent)
    if isinstance(result, Action):
        return at.desk, (do.Submit(result),)
    if at.sent:  # the cards stay as they are until the table has moved
        return at.desk, (Act.WAIT,)
    if result != at.choice:
        return replace(at.desk, choice=result), ()
    if isinstance(intent, do.ChooseTarget) and at.step == "target":
        return at.desk, (do.RejectTarget(intent.place),)
    refused = rejected(at.tray_of(view), result, intent)
    if refused is not None:
        return at.desk, (do.Reject(refused),)
    lacks_card = isinstance(intent, do.Play) and at.step == "card" and result.card is None
    return at.desk, (Act.ASK_FOR_CARD,) if lacks_card else ()


def _open_scrap(at: Situation) -> Update:
    return replace(at.desk, mode=Mode.SCRAP, look=replace(at.desk.look, card=None)), ()


def _open_log(at: Situation) -> Update:
    return replace(at.desk, mode=Mode.LOG, reading=AT_NEWEST), ()


def _open_chat(at: Situation) -> Update:
    if not at.accompanied:
        return at.desk, (Act.SAY_ALONE,)
    return replace(at.desk, mode=Mode.TALK, talking=Talking(), scroll=0), ()


def _explain(at: Situation) -> Update:
    """Explain the chosen card, or no longer; choose the first if none is."""
    if at.step in ("card", "wait") and at.choice.card is None:
        first = selection.move(at.choice, do.MoveCursor("first"), at.tray)
        return replace(at.desk, explain=True, choice=first), ()
    return replace(at.desk, explain=not at.desk.explain), ()


def _toggle_hint(at: Situation) -> Update:
    return replace(at.desk, hinted=not at.desk.hinted), ()


_OPENINGS: Final[dict[Intent, Callable[[Situation], Update]]] = {
    Act.OPEN_SCRAP: _open_scrap,
    Act.OPEN_LOG: _open_log,
    Act.OPEN_CHAT: _open_chat,
    Act.EXPLAIN: _explain,
    Act.TOGGLE_HINT: _toggle_hint,
}


def _at_scrap(at: Situation, intent: Intent) -> Update:
    if intent == Act.BACK:
        return closed(at.desk), ()
    if not _is_of_cards(intent):
        return at.desk, (intent,)
    look = selection.move(at.desk.look, intent, at.scrap, at.across(len(at.scrap)))
    return replace(at.desk, look=look), ()


def _at_log(at: Situation, intent: Intent) -> Update:
    if isinstance(intent, do.LookAtLine):
        if intent.line < 0:
            return at.desk, (do.LookAtLine(at.line),)
        there = log_search.focus(at.desk.reading, intent.line, len(at.lines))
        return replace(at.desk, reading=there), (intent,)
    if not log_search.takes(intent):
        return at.desk, (intent,)
    reading = log_search.read(at.desk.reading, intent, at.lines)
    mode = Mode.GAME if reading is None else Mode.LOG
    return replace(at.desk, mode=mode, reading=reading or AT_NEWEST), ()


def _at_chat(at: Situation, intent: Intent) -> Update:
    desk = at.desk
    if isinstance(intent, do.Scroll):
        scroll = max(0, min(len(at.lines), desk.scroll + intent.step))
        return replace(desk, scroll=scroll), ()
    if not chat.takes(intent):
        return desk, (intent,)
    talking, deed = chat.choose(desk.talking, intent, desk.company)
    mode = Mode.GAME if talking is None else Mode.TALK
    desk = replace(desk, mode=mode, talking=talking or Talking())
    return desk, () if deed is None else (deed,)


def _at_question(at: Situation, intent: Intent) -> Update:
    """Answer whether to leave."""
    if isinstance(intent, do.OutOfTurn) and at.view is not None:
        action = choices.standing(at.view).get(intent.kind)
        return (at.desk, ()) if action is None else (closed(at.desk), (do.Submit(action),))
    return (closed(at.desk) if intent == Act.STAY else at.desk), (intent,)


def _at_cover(at: Situation, intent: Intent) -> Update:
    return at.desk, (intent,)


_BY_MODE: Final[dict[Mode, Callable[[Situation, Intent], Update]]] = {
    Mode.GAME: _at_game,
    Mode.SCRAP: _at_scrap,
    Mode.LOG: _at_log,
    Mode.TALK: _at_chat,
    Mode.LEAVE: _at_question,
    Mode.COVER: _at_cover,
}
