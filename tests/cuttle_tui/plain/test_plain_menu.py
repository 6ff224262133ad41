"""The numbered choices of plain mode are exactly what is legal, and everything has words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.plain import table_words as words
from cuttle_tui.plain.lines import read_actions, read_card
from cuttle_tui.plain.table_feed import completions, menu_of, numbers_in
from cuttle_tui.table.words import menu_lines
from cuttle_tui.table.words.menu_lines import card_words, line_of_text
from engine.actions import Action, Kind
from engine.cards import ALL_CARDS, card_name, parse_card
from engine.errors import NotationError
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.state import TableState
from engine.table.table import Table
from tests.cuttle_tui import tables, tables_many

pytestmark = pytest.mark.slow

NAMES = ("ana", "bob", "carol", "dmitri")


def asked_states(ruleset: str, seed: int, most: int = 300) -> Iterator[TableState]:
    """Play legal actions by chance; give the table as each asked seat sees it, and at the end."""
    chance = random.Random(seed)
    table = Table(parse_ruleset(ruleset), seed.to_bytes(4, "big"), title="elm")
    chairs = [table.sit(seat, NAMES[seat], "person") for seat in range(table.seats)]
    for _ in range(most):
        assert table.game is not None
        if table.over:
            break
        chair = chairs[table.game.position.prompt.seats[0]]
        state = chair.state()
        assert state.view is not None
        yield state
        chair.submit(chance.choice(state.view.legal), state.view.ply)
    for chair in (*chairs, table.watch()):
        yield chair.state()


RULESETS = (*PRESETS, "standard+hand-limit=3", "cuttle.cards+random-four")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_numbers_choose_exactly_what_is_legal(ruleset: str) -> None:
    for seed in range(3):
        for state in asked_states(ruleset, seed):
            view = state.view
            assert view is not None
            if not view.legal:
                continue
            menu = menu_of(view)
            picks = combinations(range(1, menu.count + 1), menu.pick)
            chosen = [menu.action(numbers) for numbers in picks]
            assert None not in chosen
            assert len(chosen) == len(view.legal)
            assert set(chosen) == set(view.legal)
            assert menu.action([menu.count + 1]) is None
            assert menu.action([0]) is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_choice_has_words_of_its_own_and_its_notation_is_read_again(ruleset: str) -> None:
    for seed in range(3):
        for state in asked_states(ruleset, seed):
            view = state.view
            assert view is not None
            names = names_of(state.sitters, view.viewer)
            told = [plain(menu_lines.choice_words(view, action, names)) for action in view.legal]
            assert len(set(told)) == len(told), told
            for action in view.legal:
                assert read_actions(str(action), names.names)[0] == action
                assert read_actions(str(action).lower(), names.names)[0] == action
                assert completions(view, action) == [action]


def told_choices(text: str, *called: str) -> list[str]:
    """Tell the choices of a table."""
    view = tables.view_of(text if "team" in text else text.replace(" XB XR", ""), 0)
    return [plain(menu_lines.choice_words(view, one, Names(called, 0))) for one in view.legal]


@pytest.mark.parametrize(
    ("ruleset", "hand", "line"),
    [
        ("cuttle.cards", "5C 9S", "5C as a one-off: discard 1 card, then draw 3 cards"),
        ("cuttle.cards", "5C", "5C as a one-off: draw 3 cards"),
        ("standard", "5C 9S", "5C as a one-off: draw 2 cards"),
    ],
)
def test_a_five_says_what_it_costs(ruleset: str, hand: str, line: str) -> None:
    text = tables_many.position(ruleset, f"hand {hand}", "hand 4S")
    assert line in told_choices(text, "ana", "bob")


@pytest.mark.parametrize(
    ("ruleset", "hands", "line"),
    [
        ("standard", ("hand 9C", "hand 4S court QH"), "9C as a one-off: return bob's QH to hand"),
        (
            "standard+nine-topdeck",
            ("hand 9C", "hand 4S court QH"),
            "9C as a one-off: put bob's QH on top of the deck",
        ),
        ("standard", ("hand 4C", "hand 4S 5S 6S"), "4C as a one-off: bob discards 2 cards"),
        ("standard", ("hand 4C", "hand 4S"), "4C as a one-off: bob discards 1 card"),
        (
            "standard+random-four",
            ("hand 4C", "hand 4S 5S 6S"),
            "4C as a one-off: bob discards 2 cards at random",
        ),
    ],
)
def test_a_four_and_a_nine_say_what_they_do(
    ruleset: str, hands: tuple[str, str], line: str
) -> None:
    assert line in told_choices(tables_many.position(ruleset, *hands), "ana", "bob")


def test_a_four_says_at_whom_it_is_aimed() -> None:
    hands = ("hand 4C", "hand 4S 5S", "hand 6S", "hand 7S 8S")
    told = told_choices(tables_many.position("team", *hands), *NAMES)
    assert "4C as a one-off: bob discards 2 cards" in told
    assert "4C as a one-off: dmitri discards 2 cards" in told


def test_a_five_off_the_deck_costs_a_card_of_the_hand() -> None:
    more = "turn 20 P0; ask seven P0; revealed 1; held 7S; ply 41"
    text = tables_many.position("cuttle.cards", "hand 9C", "hand 4S", more=more)
    text = text.replace(" 5C", "").replace("deck ", "deck 5C ")
    line = "5C as a one-off: discard 1 card, then draw 3 cards"
    assert line in told_choices(text, "ana", "bob")


def test_allies_are_marked() -> None:
    hands = ("hand JS 2S", "hand 4S points TD", "hand 3S points 8H court KH", "hand 9H points 5H")
    told = told_choices(tables_many.position("team", *hands), *NAMES)
    assert "steal your partner carol's 8H with JS" in told
    assert "steal bob's TD with JS for your partner carol" in told
    assert "steal bob's TD with JS" in told
    assert not [line for line in told if "partner bob" in line or "partner dmitri" in line]
    gift = told_choices(tables_many.position("team", f"{hands[0]} points 7C", *hands[1:]), *NAMES)
    assert "give your partner carol 7C with JS" in gift


def test_a_total_says_how_many_points_are_missing() -> None:
    view = tables.chair(tables.TARGETS).shown.view
    won = tables.chair(tables.OVER).shown.view
    assert view is not None
    assert won is not None
    names = names_of(tables.ANA_AND_BOB, 0)
    mine, bobs = (plain(words.score_line(view, seat, names)) for seat in (0, 1))
    assert mine == "you have 10 of 14 points, 4 to go"
    assert bobs == "bob has 13 of 14 points, 1 to go"
    assert plain(words.score_line(won, 0, names)) == "you have 19 of 14 points"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_event_and_every_moment_has_lines(ruleset: str) -> None:
    for seed in range(3):
        for state in asked_states(ruleset, seed):
            view = state.view
            assert view is not None
            names = names_of(state.sitters, view.viewer)
            assert all(words.table_lines(state, names))
            if view.legal or view.outcome is not None:
                assert any(words.question_lines(view, names, state))
        for place, event in enumerate(state.log):
            assert all(list(words.event_lines(event, names, state.log[:place])) or [()]), event


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("points 7s", "points 7S"),
        ("POINTS 10h", "points TH"),
        ("points seven of spades", "points 7S"),
        ("points 10 of hearts", "points TH"),
        ("one-off nine of clubs > king of diamonds", "oneoff 9C>KD"),
        ("oneoff 9c > kd , ts", "oneoff 9C>TS,KD"),
        ("oneoff 4C@bob", "oneoff 4C@1"),
        ("oneoff 4C @ BOB", "oneoff 4C@1"),
        ("jack js>th@2", "jack JS>TH@2"),
        ("joker black joker>KD", "joker XB>KD"),
        ("discard 4c 7d", "discard 4C 7D"),
        ("draw", "draw"),
    ],
)
def test_actions_are_read_leniently(text: str, action: str) -> None:
    assert str(read_actions(text, NAMES)[0]) == action


@pytest.mark.parametrize(
    "text", ["", "fly 7S", "points 11S", "oneoff 4C@eve", "points", "oneoff >", "@", "points 7S>"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    try:
        action = read_actions(text, NAMES)[0]
    except NotationError:
        return
    assert action == Action(Kind.POINTS), "a kind alone is the beginning of an action"


def test_an_unfinished_action_stands_for_those_it_begins() -> None:
    found = 0
    for state in asked_states("standard", 1):
        view = state.view
        assert view is not None
        for action in view.legal:
            if action.targets:
                begun = completions(view, action._replace(targets=()))
                assert action in begun
                assert all(one.cards == action.cards for one in begun)
                found += 1
    assert found


def test_cards_are_written_and_read_in_words() -> None:
    for card in range(ALL_CARDS):
        assert read_card(card_words(card)) == card
        assert read_card(card_name(card).lower()) == card
    assert card_words(parse_card("TH")) == "10 of hearts"
    assert read_card("ten of Hearts") == parse_card("TH")
    assert read_card("11 of hearts") is None


def test_numbers_are_read_apart_from_everything_else() -> None:
    assert numbers_in("7") == [7]
    assert numbers_in("1 4") == [1, 4]
    assert numbers_in("1, 4 and 12") == [1, 4, 12]
    assert numbers_in("9H") is None
    assert numbers_in("1 draw") is None
    assert numbers_in("-1") is None
    assert numbers_in("9999999") is None


def test_a_line_begins_with_a_capital_unless_a_name_comes_first() -> None:
    assert line_of_text("you drew 9H", ("bob",)) == "You drew 9H."
    assert line_of_text("bob drew a card", ("bob",)) == "bob drew a card."
    assert line_of_text("bob's turn:  go", ("bob",)) == "bob's turn: go."
    assert line_of_text("why?", ()) == "Why?"
    assert line_of_text("6 to go   1 move, 2 tries", ()) == "6 to go. 1 move, 2 tries."
    assert line_of_text("up (-12)   next: bob's", ()) == "Up (-12). Next: bob's."
    assert line_of_text("", ()) == ""
