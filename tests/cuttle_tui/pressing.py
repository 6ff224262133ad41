"""Press keys on a table or a log without a screen: by the commands, to what they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from cuttle_tui.i18n.translation import Sentence
from cuttle_tui.kit.keymap import intent_of
from cuttle_tui.table import chat, choices, searching as log_search, selection
from cuttle_tui.table.chat import ChatContext, ChatState
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.play_commands import BY_CHAT_STEP, BY_STEP, log_sections
from cuttle_tui.table.searching import Reading
from cuttle_tui.table.situation import Situation, TableUi
from engine.cards import Card
from engine.play.view import View
from engine.table.state import TableState


def _state(view: View | None) -> TableState:
    return TableState("", (), (), view, ())


def press(
    view: View, choice: Choice, key: str, seat: int, order: Sequence[Card], across: int = 0
) -> selection.Result:
    """Return what is chosen after a key, or the action that is complete."""

    def in_a_row(count: int) -> int:
        return across or count

    at = Situation(_state(view), seat, TableUi(choice), tuple(order), across=in_a_row)
    intent = intent_of((BY_STEP[choices.step_of(view, choice)],), at, key)
    return choice if intent is None else selection.choose(at.tray_of(view), choice, intent)


def press_log(reading: Reading, key: str, lines: tuple[Sentence, ...]) -> Reading | None:
    """Return how the log is read after a key; None where it is closed."""
    at = Situation(_state(None), 0, TableUi(reading=reading), lines=lines)
    intent = intent_of(log_sections(reading), at, key)
    return reading if intent is None else log_search.read(reading, intent, lines)


def press_chat(state: ChatState, key: str, context: ChatContext) -> chat.Chosen:
    """Return the chat after a key (None when it is closed), and what is to be done."""
    at = Situation(_state(None), 0, TableUi(chat=state, chat_context=context))
    intent = intent_of((BY_CHAT_STEP[state.step],), at, key)
    return (state, None) if intent is None else chat.choose(state, intent, context)
