"""The log is read line by line and searched, and each line knows its ply."""

from __future__ import annotations

import pytest

from cuttle_tui.i18n.translation import Sentence, card_span, say
from cuttle_tui.kit.finding import found
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.searching import AT_NEWEST, Reading, focus, ply_at
from engine.table.table import Table
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.pressing import press_log
from tests.cuttle_tui.tables import card

LINES: tuple[Sentence, ...] = (
    say("ana drew a card"),
    say("bob played ", card_span(card("TD")), " for 10 points"),
    say("ana scuttled ", card_span(card("TD")), " with ", card_span(card("TS"))),
    say("bob drew a card"),
    say("ana played ", card_span(card("QH")), " on guard"),
)


def after(keys: str, reading: Reading = AT_NEWEST) -> Reading | None:
    """Press keys."""
    now: Reading | None = reading
    for key in keys.split():
        assert now is not None
        now = press_log(now, key, LINES)
    return now


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("", 4),
        ("up", 3),
        ("up down", 4),
        ("up up down", 3),
        ("home", 0),
        ("home up", 0),
        ("pageup down", 1),
        ("home end", 4),
        ("x 3 space", 4),
        ("/ d r e w enter", 3),
        ("/ d r e w enter N", 0),
        ("/ d r e w enter n", 0),
        ("/ d r e w enter n n", 3),
        ("/ d r e w up", 0),
        ("home / g u a r d", 4),
        ("/ z z enter n N", 4),
        ("/ 1 0 d enter", 2),
        ("/ t d enter", 2),
        ("/ 1 0 ♦ enter N", 1),
        ("/ D R E W enter", 3),
        ("/ d r e w x backspace enter", 3),
        ("/ o b space p enter", 1),
        ("/ l q n N escape", 4),
    ],
)
def test_keys_lead_to_a_line(keys: str, line: int) -> None:
    reading = after(keys)
    assert reading is not None
    assert reading.place(len(LINES)) == line


@pytest.mark.parametrize("keys", ["q", "l", "escape", "up escape", "/ a enter escape escape"])
def test_keys_close_it(keys: str) -> None:
    assert after(keys) is None


def test_escape_leaves_the_search_first() -> None:
    assert after("/ d r e w escape") == Reading(line=3)
    assert after("/ d r e w enter escape") == Reading(line=3)
    assert after("/ d r e w enter / x") == Reading(line=3, typing=True, query="x")


def test_the_newest_stays_in_focus_as_lines_come_and_any_other_line_as_well() -> None:
    assert AT_NEWEST.place(5) == 4
    assert AT_NEWEST.place(7) == 6
    assert focus(AT_NEWEST, 2, 5).place(7) == 2
    assert AT_NEWEST.place(0) == -1


def test_what_is_found() -> None:
    assert found(LINES, "drew") == (0, 3)
    assert found(LINES, " ana ") == (0, 2, 4)
    assert found(LINES, "") == found(LINES, "  ") == ()


@pytest.mark.parametrize("ruleset", ["standard", "cutthroat", "team"])
def test_every_line_knows_the_ply_at_which_it_was_new(ruleset: str) -> None:
    whole: Table = table_after(99, ruleset)
    state = whole.state(0)
    told = digest_of(state, 0)
    assert len(told.places) == len(told.lines)
    for line in range(len(told.lines) - 1):  # the last one tells the secret, at the end
        ply = ply_at(told.places, state.steps, line)
        assert ply is not None
        past = whole.past(0, ply)
        assert past is not None
        assert digest_of(past, 0).lines[: line + 1] == told.lines[: line + 1]
        if ply:
            before = whole.past(0, ply - 1)
            assert before is not None
            assert digest_of(before, 0).lines[line : line + 1] != told.lines[line : line + 1]
    assert ply_at(told.places, state.steps, len(told.lines) - 1) == len(state.steps) - 1


def test_where_nothing_is_known_there_is_no_ply() -> None:
    assert ply_at((1, 2), (), 0) is None
    assert ply_at((1, 2), (1, 2), 5) is None
    assert ply_at((1, 2), (1, 2), -1) is None


@pytest.mark.parametrize("line", ["Zo\u00e9 drew a card", "Zoe\u0301 drew a card"])
@pytest.mark.parametrize("typed", ["/ Z o \u00e9", "/ Z o e \u0301"])
def test_an_accent_is_found_however_it_is_composed(line: str, typed: str) -> None:
    lines = (say("ana drew a card"), say(line), say("bob drew a card"))
    now: Reading | None = AT_NEWEST
    for key in typed.split():
        assert now is not None
        now = press_log(now, key, lines)
    assert now is not None
    assert found(lines, now.query) == (1,)
    assert now.query == "Zo\u00e9"
