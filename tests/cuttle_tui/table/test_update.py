"""What a table shows after an intent, and what is to be done beside that: without a screen."""

from __future__ import annotations

import pytest

from cuttle_tui.i18n.translation import say
from cuttle_tui.kit.keymap import Intent, Interrupt, TypeText
from cuttle_tui.table.chat import ChatCommand, ChatContext, ChatState
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.intents import (
    Act,
    ChooseCard,
    ChooseEntry,
    ChooseTarget,
    LookAtLine,
    MoveLine,
    OutOfTurn,
    Play,
    Reject,
    RejectTarget,
    Scroll,
    Submit,
)
from cuttle_tui.table.situation import Mode, Situation, TableUi
from cuttle_tui.table.update import update
from engine.actions import Action, Kind, parse_action
from engine.table.state import TableState
from tests.cuttle_tui import tables
from tests.cuttle_tui.tables import card, view_of

LINES = (say("ana drew"), say("bob drew"), say("ana scuttled"))


def at(
    ui: TableUi | None = None, position: str = tables.TARGETS, *, sent: bool = False
) -> Situation:
    """Describe a table in the first seat's eyes."""
    view = view_of(position, 0)
    state = TableState("oak", (), (), view, ())
    return Situation(state, 0, ui or TableUi(), lines=LINES, sent=sent)


def effects(here: Situation, intent: Intent) -> tuple[Intent, ...]:
    return update(here, intent)[1]


def test_what_is_chosen_is_shown_and_an_action_that_is_whole_is_played() -> None:
    chosen, nothing = update(at(), ChooseCard(0))
    assert chosen.choice == Choice(card("AH"))
    assert nothing == ()
    assert effects(at(chosen), Play(Kind.POINTS)) == (Submit(parse_action("points AH")),)
    assert effects(at(), Play(Kind.DRAW)) == (Submit(parse_action("draw")),)


def test_what_cannot_be_done_is_rejected_with_what_it_stands_for() -> None:
    nine = TableUi(Choice(card("9C")))
    assert effects(at(nine), Play(Kind.POINTS)) == (Reject(parse_action("points 9C")),)
    assert effects(at(), Play(Kind.POINTS)) == (Act.ASK_FOR_CARD,)
    aiming = TableUi(Choice(card("3H"), Kind.SCUTTLE))
    assert effects(at(aiming), ChooseTarget(25)) == (RejectTarget(25),)


def test_the_cards_lie_still_until_the_table_has_moved() -> None:
    assert update(at(sent=True), ChooseCard(0)) == (TableUi(), (Act.WAIT,))


@pytest.mark.parametrize(
    ("intent", "mode"), [(Act.OPEN_SCRAP, Mode.SCRAP), (Act.OPEN_LOG, Mode.LOG)]
)
def test_what_lies_over_the_table_opens_and_closes(intent: Intent, mode: Mode) -> None:
    opened, _ = update(at(), intent)
    assert opened.mode is mode
    closed, _ = update(at(opened), Act.BACK)
    assert closed.mode is Mode.GAME


def test_a_chat_needs_somebody_to_hear_it() -> None:
    assert effects(at(), Act.OPEN_CHAT) == (Act.SAY_ALONE,)
    chat_context = TableUi(online=True, chat_context=ChatContext(("bob",), free_text=True))
    chat, _ = update(at(chat_context), Act.OPEN_CHAT)
    assert chat.mode is Mode.TALK
    scrolled, _ = update(at(chat), Scroll(10))
    assert scrolled.scroll == len(LINES)
    written, _ = update(at(chat), TypeText("h"))
    assert written.chat == ChatState("write", "h")
    listed, _ = update(at(written), Act.LIST_PHRASES)
    said, done = update(at(listed), ChooseEntry(0))
    assert said.mode is Mode.GAME
    assert done == (ChatCommand("phrase", text="hello"),)
    again, _ = update(at(listed), Act.WRITE)
    assert again.chat == written.chat


def test_a_line_of_the_log_is_looked_at_where_it_is_or_where_it_was_clicked() -> None:
    log = TableUi(mode=Mode.LOG)
    up, _ = update(at(log), MoveLine(-1))
    assert effects(at(up), LookAtLine()) == (LookAtLine(1),)
    focused, done = update(at(log), LookAtLine(0))
    assert focused.reading.line == 0
    assert done == (LookAtLine(0),)


def test_the_question_whether_to_leave_is_answered() -> None:
    asked = TableUi(mode=Mode.LEAVE)
    stayed, done = update(at(asked), Act.STAY)
    assert stayed.mode is Mode.GAME
    assert done == (Act.STAY,)
    _, conceded = update(at(asked), OutOfTurn(Kind.CONCEDE))
    assert conceded == (Submit(Action(Kind.CONCEDE, seat=0)),)
    assert update(at(asked), OutOfTurn(Kind.RETRACT)) == (asked, ())


@pytest.mark.parametrize("mode", Mode)
def test_what_is_not_about_the_screen_s_own_state_is_passed_on(mode: Mode) -> None:
    ui = TableUi(mode=mode)
    assert update(at(ui), Interrupt()) == (ui, (Interrupt(),))
