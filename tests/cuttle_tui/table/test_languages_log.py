"""The log, refusals, endings, waiting and talk come out in the reader's language, whole."""

from __future__ import annotations

import contextvars
import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest

from cuttle_tui.i18n.translation import Sentence, plain, speak
from cuttle_tui.kit.names import Names, role_word
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.ports import APART, MOVING, ChatLine, QueueLine, TableState
from cuttle_tui.table.chat import PHRASES, ChatContext, ChatState, TalkStep
from cuttle_tui.table.choices import NOTHING, Question
from cuttle_tui.table.log_lines import committed_line, line_of, sealed_line, secret_line
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.selection import Objection
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.words import absence, chat, status_notes, waiting_room
from cuttle_tui.table.words.absence import leave_prompt
from cuttle_tui.table.words.game_over import over_lines, over_prompt
from cuttle_tui.table.words.refusals import (
    EXAMPLES,
    card_first_line,
    no_target_line,
    not_playable,
    objection_line,
    refusal_line,
)
from cuttle_tui.table.words.status_notes import Kind, title_of
from engine.actions import Action, Kind as Play
from engine.cards import ALL_CARDS
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play import events as ev
from engine.play.explain import Reason, Refusal
from engine.play.view import Outcome
from engine.rules.rulesets import PRESETS
from engine.table.state import NOBODY
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.lobbies import online
from tests.cuttle_tui.plain_talk import talk as conversation
from tests.cuttle_tui.tables import card
from tests.pseudo import english_left, pseudo

PEOPLE = ("ana", "bob", "carol", "dmitri")
NAMES = frozenset(
    {*PEOPLE, *map(str.upper, PEOPLE), "HOST", "ssh", "cuttle", "verify", "green", "GREEN"}
)
TWO = tables.chair(tables.OVER).shown
FOUR = tables_many.chair(tables_many.TEAM).shown


def untranslated(*sentences: Sentence | str) -> list[str]:
    """List the words left in English, but for names and cards."""
    left = []
    for one in sentences:
        text = one if isinstance(one, str) else "".join(s.text for s in one if s.role != "card")
        left += english_left(text, allowed=NAMES)
    return left


def rows(prompt: Prompt) -> tuple[Sentence | str, ...]:
    """Give all that a prompt says."""
    return prompt.head, prompt.sentence, *prompt.options, prompt.why


def readers(seats: int) -> Iterator[Names]:
    """Give the names of a table as each seat and a watcher read them."""
    for seat in (None, *range(seats)):
        yield Names(PEOPLE[:seats], seat)


# the log -----------------------------------------------------------------------------------------


def _values(kind: str, name: str, seats: int) -> list[Any]:
    """Give what may stand in a field of an event."""
    if name in ("seat", "other", "victim", "to", "origin", "first"):
        return list(range(seats))
    if name in ("goal", "count"):
        return [0, 1, 14]
    if name in ("winners", "exposed"):
        return [(), (1,), (0, 1)]
    if kind == "bool":
        return [False, True]
    if kind.startswith("tuple"):
        return [(), (card("9C"), card("TD"))]
    if name in ("card", "target", "against"):
        return [card(one) for one in ("9C", "KD", "TS", "AS")]
    return ["four"]


@pytest.mark.parametrize("kind", get_args(ev.Event), ids=lambda kind: kind.__name__)
def test_every_event(kind: Any) -> None:
    fields = dataclasses.fields(kind)
    with pseudo():
        for seats in (2, 3):
            values = (_values(str(f.type), f.name, seats) for f in fields)
            for chosen, names in product(product(*values), readers(seats)):
                assert untranslated(line_of(kind(*chosen), names)) == []


def test_a_card_that_comes_back() -> None:
    first = ev.Stole(1, card("JH"), card("2H"), 0, 1)
    with pseudo():
        for seat, origin, to in product(range(3), repeat=3):
            again = ev.Stole(seat, card("JC"), card("2H"), origin, to)
            for names in readers(3):
                assert untranslated(line_of(again, names, (first,))) == []
        assert untranslated(committed_line("1" * 16), sealed_line(), secret_line()) == []
        assert untranslated(secret_line(brief=True)) == []


# refusals ----------------------------------------------------------------------------------------

ACTIONS = (
    Action(Play.DRAW),
    Action(Play.OFFER),
    Action(Play.SCUTTLE, (card("3H"),), (card("TD"),)),
    Action(Play.POINTS, (card("3H"),)),
    Action(Play.JACK, (card("JS"),)),
)


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal(reason: Reason) -> None:
    sizes = (1,) if reason is Reason.TOO_HIGH else (1, 2)
    with pseudo():
        for state, seat, size, number in product((TWO, FOUR), (-1, 0, 1, 2), sizes, (1, 2, 9)):
            view = state.view
            assert view is not None
            if seat >= len(view.seats):
                continue
            by = (card("QC"), card("QD"))[:size]
            refusal = Refusal(reason, by=by, seat=seat, number=number)
            for action, names in product(ACTIONS[2:], readers(len(view.seats))):
                line = objection_line(view, Objection(action, refusal), names)
                example = EXAMPLES[action.kind] if reason is Reason.WRONG_COUNT else ""
                assert {*untranslated(line)} <= {*untranslated(example)}


def test_what_is_refused() -> None:
    view = tables.view_of(tables.TARGETS, 0)
    names = Names(PEOPLE[:2], 0)
    with pseudo():
        for action in ACTIONS:
            line = objection_line(view, Objection(action, Refusal(Reason.DECK_EMPTY)), names)
            assert untranslated(line) == []
        for number in range(ALL_CARDS):
            assert untranslated(not_playable(view, number, names)) == []
        for error in (StaleAction("x"), NotYourTurn("x"), IllegalAction("x")):
            assert untranslated(refusal_line(error)) == []
        for text in (tables.TARGETS, tables.PEEK):
            assert untranslated(card_first_line(tables.view_of(text, 0))) == []
        assert untranslated(no_target_line("z", "ab")) == []
        assert untranslated(no_target_line("z", "abcde")) == []
        for kind in (Play.SCUTTLE, Play.JACK, Play.JOKER, Play.ONE_OFF):
            for number in range(ALL_CARDS):
                lack = Objection(Action(kind, (number,)), Refusal(Reason.NO_TARGET))
                assert untranslated(objection_line(view, lack, names)) == []


# the end, leaving, waiting -----------------------------------------------------------------------


def _ended(state: TableState) -> Iterator[TableState]:
    assert state.view is not None
    whys = get_args(Outcome.__annotations__["why"]) or ("goal", "passes", "concede", "agreed")
    for why, winners, match in product(whys, ((), (0,), (1,)), (False, True)):
        if why == "concede" and not winners:
            continue
        view = replace(state.view, outcome=Outcome(winners, why))
        yield replace(state, view=view, match_winners=winners if match else ())
        yield replace(state, view=view, ready=(1,), given_up=((1, "time"),))
        yield replace(state, view=view, ready=(0, 1), given_up=((0, "absent"),))
        yield replace(state, view=view, sitters=(*state.sitters[:-1], NOBODY))
        yield replace(state, view=view, called_off=True)


@pytest.mark.parametrize("state", [TWO, FOUR], ids=["two", "four"])
def test_every_end(state: TableState) -> None:
    with pseudo():
        for ended in _ended(state):
            assert ended.view is not None
            for names in readers(len(ended.sitters)):
                assert untranslated(*rows(over_prompt(ended.view, names, ended))) == []
                assert untranslated(*over_lines(ended.view, names, ended)) == []


LEAVABLE = (
    tables.chair(tables.TARGETS).shown,
    tables_many.chair(tables_many.CUTTHROAT).shown,
    tables_many.chair(tables_many.TEAM).shown,
)


def _leaving() -> Iterator[Prompt]:
    for state in LEAVABLE:
        view, count = state.view, len(state.sitters)
        assert view is not None
        marks = ((), (0,), (2 % count,))
        for absent, conceding, shown, all_open in product(marks, marks, marks, (False, True)):
            told = replace(view, absent=absent, conceding=conceding)
            watched = replace(state, showing=shown, open_hands=all_open)
            yield leave_prompt(told, Names(PEOPLE[:count], 0), watched)
    yield leave_prompt(None, Names(PEOPLE[:2], 0))


def test_every_way_to_leave() -> None:
    with pseudo():
        for asked in _leaving():
            assert untranslated(*rows(asked)) == []


def test_whoever_stays_away() -> None:
    view = FOUR.view
    assert view is not None
    view = replace(view, asked=(1,))
    gone = ((None,) * 4, (0,) * 4, (None, 0, None, None), (None, 20, None, None))
    with pseudo():
        for claimable, may_call_off, one in product((False, True), (False, True), gone):
            for names in readers(4):
                q = Question(
                    view,
                    0,
                    names,
                    NOTHING,
                    away=one,
                    claimable=claimable,
                    may_call_off=may_call_off,
                )
                said = (absence.waiting_line(q, ""), absence.aside(q))
                assert untranslated(*said) == []
                assert untranslated(*rows(absence.claim_prompt(q, ()))) == []


def test_every_table_that_waits() -> None:
    with pseudo():
        for free, ready, code, timing in product(
            (0, 1, 2, 3), ((), (0,), (1,)), ("", "4711"), ("none", "3+5")
        ):
            sat = (*FOUR.sitters[: 4 - free], *(NOBODY,) * free)
            state = replace(
                FOUR,
                view=None,
                sitters=sat,
                ready=ready,
                code=code or None,
                timing=timing,
                title="green",
                invitation="ssh HOST" if code and free == 1 else "",
                host=0,
            )
            for names in readers(4):
                seat = names.seat or 0
                said = (
                    *rows(waiting_room.waiting_prompt(state, seat)),
                    waiting_room.seat_note(state, seat),
                )
                assert untranslated(*said, *waiting_room.waiting_lines(state, names)) == []
        for me, rated, since in product((True, False), (True, False), (1.0, 70.0, 400.0)):
            line = waiting_room.queue_line(QueueLine("bob", "green", rated, since, me))
            assert untranslated(line) == []
        for rated in (True, False):
            queue = [QueueLine("bob", "green", rated, 1.0, me=True)]
            assert untranslated(*rows(waiting_room.queue_prompt(queue))) == []


def test_what_surrounds_the_game() -> None:
    view = TWO.view
    assert view is not None
    with pseudo():
        paused = map(status_notes.paused_prompt, ("disk full", APART, MOVING))
        for prompt in (status_notes.cover_prompt("bob"), *paused):
            assert untranslated(*rows(prompt)) == []
        for count, top in product((0, 1, 2), (True, False)):
            assert untranslated(*rows(status_notes.scrap_prompt(count, (), top_only=top))) == []
        open_table = replace(TWO, title="green", rated=True, watchers=2, open_hands=True)
        for watching in (True, False):
            where = status_notes.where(open_table, 3, watching=watching, practising=True)
            assert (
                untranslated(
                    where, status_notes.to_go(3), status_notes.ally("bob"), status_notes.away(0)
                )
                == []
            )
        for kind in get_args(Kind):
            assert untranslated(title_of(kind, "green"), title_of(kind, "")) == []
        for number, ruleset in product(range(ALL_CARDS), PRESETS.values()):
            assert untranslated(role_word(number, ruleset)) == []


@pytest.mark.parametrize("mode", [Mode.SCRAP, Mode.LOG, Mode.LEAVE, Mode.TALK, Mode.COVER])
def test_every_zone_beside_the_game(mode: Mode) -> None:
    state = replace(LEAVABLE[0], title="green")
    with pseudo():
        scene = present_table(state, 0, TableUi(mode=mode, online=True))
        seats = (*scene.others, scene.me)
        assert untranslated(*rows(scene.prompt), *scene.log.lines, *scene.mid.lines) == []
        assert untranslated(*(word for hint in scene.keys.hints for word in hint)) == []
        assert untranslated(*(word for seat in seats for word in (seat.note, seat.name))) == []
        assert untranslated(*(label for _, label in scene.log.menu)) == []


# talk --------------------------------------------------------------------------------------------


def test_all_talk() -> None:
    with pseudo():
        for step, known, muted in product(get_args(TalkStep), (False, True), (False, True)):
            context = ChatContext(("bob",), free_text=muted, known=known)
            state = ChatState(step, who="bob")
            assert untranslated(*rows(chat.talk_prompt(state, context, muted=muted))) == []
            assert untranslated(*(label for _, label in chat.menu_of(state, context))) == []
        for kind in ("mute", "unmute", "block", "unblock", "report"):
            assert untranslated(chat.done_line(kind, "bob"), chat.away_line("bob")) == []
        assert untranslated(str(chat.ALONE)) == []
        hidden = chat.spoken(
            ChatLine("bob", "hm", phrase=False, after=0, number=1), "ana", readable=False
        )
        assert untranslated(hidden) == []


@pytest.mark.parametrize("name", PHRASES)
def test_a_phrase_is_read_in_the_language_of_its_reader(name: str) -> None:
    line = ChatLine("bob", name, phrase=True, after=0, number=1)

    def read() -> str:
        return plain(chat.spoken(line, "ana", readable=True))

    assert read() == f"bob: {PHRASES[name].text}"
    with pseudo():
        assert english_left(read(), allowed=NAMES) == []


def test_choices_fit_the_smallest_screen_in_french() -> None:
    def widths() -> list[int]:
        speak("fr")
        ends = [
            over_prompt(state.view, Names(PEOPLE[: len(state.sitters)], 0), state)
            for state in (*_ended(TWO), *_ended(FOUR))
            if state.view is not None
        ]
        return [len("  ".join(map(plain, one.options))) for one in (*ends, *_leaving())]

    assert max(contextvars.copy_context().run(widths)) <= 76


async def test_phrases_are_typed_by_name_in_english_or_as_they_are_read() -> None:
    chair = tables.chair(tables.TARGETS)
    with pseudo():
        async with conversation(online(chairs=(chair,))) as one:
            await one.type("computer")
            for words in ("good-game", "good game", str(PHRASES["good-game"]).upper()):
                await one.type(f"say {words}")
    assert chair.done == ["say good-game"] * 3
