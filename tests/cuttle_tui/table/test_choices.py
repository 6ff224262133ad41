"""Choosing: every legal action can be reached by keys, and nothing else ever comes out."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextvars import copy_context

import pytest
from hypothesis import given, settings, strategies as st

from cuttle_tui.i18n.translation import speak
from cuttle_tui.table import choices, choices as letters, selection
from cuttle_tui.table.choices import NOTHING, Choice, table_order
from engine.actions import Action, Kind, parse_action
from engine.bots.greedy import choose as bot_move
from engine.cards import ACE, SEVEN, TEN, card_name, rank_of
from engine.play.legal import is_legal
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.play.view import Ask, View
from engine.rules.options import parse_ruleset
from tests.cuttle_tui import tables
from tests.cuttle_tui.pressing import press
from tests.cuttle_tui.tables import card, view_of

KEYS = (
    *letters.TRAY_KEYS,
    *"abpsorjkxtdfyncilqz",
    *("enter", "escape", "space", "left", "right", "up", "down", "home", "end"),
)
SCREEN_ONLY = (Kind.CONCEDE,)


def keys_to(view: View, wanted: Action) -> list[str]:
    """Spell the keys that play an action, as a player would press them."""
    seat = view.viewer or 0
    cards = choices.tray(view, seat)
    if wanted.kind in (Kind.DECLINE, Kind.REJECT):
        return ["n"]
    if wanted.kind in (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF, Kind.ACCEPT):
        return [letters.TRAY_KEYS[cards.index(c)] for c in wanted.cards] + ["y"]
    if view.ask in (Ask.GIVE, Ask.PAY, Ask.LIMIT):
        return [*_picks(view, wanted, cards), "enter"]
    to_card = _way_to(view, cards, wanted.cards[0]) if wanted.cards else []
    if wanted.kind is Kind.TAKE:
        return [*to_card, "enter"]
    return [*to_card, letters.PLAY_KEYS[wanted.kind]]


def _way_to(view: View, cards: tuple[int, ...], wanted: int) -> list[str]:
    """Spell the key of a card, its rank and suit, or the arrows where it has none."""
    if view.ask is Ask.FETCH:
        return [*card_name(wanted)]
    if cards.index(wanted) < len(choices.tray_keys(view)):
        return [choices.tray_keys(view)[cards.index(wanted)]]
    return ["home", *["right"] * cards.index(wanted)]


def _picks(view: View, wanted: Action, cards: tuple[int, ...]) -> list[str]:
    picked = selection.settle(view, NOTHING, view.viewer or 0).picked
    return [_tray_key(cards, c) for c in wanted.cards if c not in picked]


def _tray_key(cards: tuple[int, ...], wanted: int) -> str:
    return letters.TRAY_KEYS[cards.index(wanted)]


def run(view: View, keys: list[str], choice: Choice | None = None) -> selection.Result:
    """Press keys until an action comes out."""
    seat = view.viewer or 0
    order = table_order(view, (), seat)
    result: selection.Result = selection.settle(view, choice or NOTHING, seat)
    for key in keys:
        assert isinstance(result, Choice), f"{result} came before {key}"
        result = press(view, result, key, seat, order)
    return result


def reach(view: View, wanted: Action) -> Action:
    """Play an action by keys, choosing targets by their letters."""
    result = run(view, keys_to(view, wanted))
    order = table_order(view, (), view.viewer or 0)
    for _ in range(4):
        if not isinstance(result, Choice):
            return result
        aims = choices.aims(view, result, order)
        aim = next(a for a in aims if a.card in wanted.targets or a.seat == wanted.seat >= 0)
        result = press(view, result, aim.key, view.viewer or 0, order)
    raise AssertionError(f"no keys do {wanted}")


def positions(ruleset: str, seed: int) -> list[Position]:
    """Play a game, mostly at random, and keep every position."""
    rng = random.Random(seed)
    rules = parse_ruleset(ruleset)
    cards = list(range(52 + rules.jokers))
    rng.shuffle(cards)
    position = deal(rules, cards, seed=bytes([seed]))
    kept: list[Position] = []
    while position.outcome is None and len(kept) < 200:
        kept.append(position)
        view = observe(position, position.prompt.seats[0])
        moves = [a for a in view.legal if a.kind not in SCREEN_ONLY]
        move = bot_move(view, seed) if rng.random() < 0.2 else rng.choice(moves)
        position = position.copy()
        play(position, move)
    return kept


RULESETS = (
    *("standard", "cuttle.cards", "howto", "cutthroat", "team"),
    "standard+nine-two+ten-block+joker-swap+eight-for-eight",
    "cutthroat+nine-two+drawing-four",
    "team+nine-two+ten-block",
)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_is_reached_by_keys(ruleset: str, seed: int) -> None:
    for position in positions(ruleset, seed):
        view = observe(position, position.prompt.seats[0])
        for action in view.legal:
            if action.kind not in SCREEN_ONLY:
                assert reach(view, action) == action
        for ending in choices.standing(view).values():
            assert is_legal(position, view.viewer or 0, ending)


@pytest.mark.slow
@settings(max_examples=40)
@given(seed=st.integers(0, 3), keys=st.lists(st.sampled_from(KEYS), max_size=30), data=st.data())
def test_nothing_but_legal_actions_comes_out(
    seed: int, keys: list[str], data: st.DataObject
) -> None:
    position = data.draw(st.sampled_from(positions("cuttle.cards", seed)))
    view = observe(position, position.prompt.seats[0])
    seat = view.viewer or 0
    choice = selection.settle(view, NOTHING, seat)
    for key in keys:
        result = press(view, choice, key, seat, table_order(view, (), seat))
        if isinstance(result, Action):
            assert result in view.legal
        else:
            choice = selection.settle(view, result, seat)
            assert selection.settle(view, choice, seat) == choice


def test_who_is_not_asked_can_only_look_at_cards() -> None:
    view = view_of(tables.WAITING, 0)
    for key in KEYS:
        assert isinstance(run(view, [key]), Choice)
    assert run(view, ["3"]) == Choice(card("3H"))


def test_a_letter_takes_the_only_target_at_once() -> None:
    view = view_of(tables.position(bobs="hand 4S points AS"), 0)
    assert run(view, ["3", "s"]) == parse_action("scuttle 3H>AS")


def test_enter_shows_the_only_target_before_it_is_taken() -> None:
    view = view_of(tables.position(bobs="hand 4S points AS"), 0)
    assert run(view, ["3", "enter", "down"]) == Choice(card("3H"), Kind.SCUTTLE)
    assert run(view, ["3", "enter", "down", "enter"]) == parse_action("scuttle 3H>AS")


def test_a_letter_never_takes_a_card_of_the_player_without_a_question() -> None:
    text = tables.position("hand 3H JS points 8S").replace("cuttle.cards", "standard")
    view = view_of(text, 0)
    assert run(view, ["2", "j"]) == Choice(card("JS"), Kind.JACK)
    assert run(view, ["2", "j", "enter"]) == parse_action("jack JS>8S")


def test_enter_alone_leads_all_the_way() -> None:
    view = view_of(tables.position(bobs="hand 4S points AS"), 0)
    assert run(view, ["enter", "enter"]) == Choice(card("AH"), Kind.POINTS)
    assert run(view, ["enter", "enter", "enter"]) == parse_action("points AH")


def test_enter_focuses_the_first_of_several_targets_before_it_takes_it() -> None:
    view = view_of(tables.TARGETS, 0)
    assert run(view, ["3", "s", "enter"]) == Choice(card("3H"), Kind.SCUTTLE, aim=0)
    assert isinstance(run(view, ["3", "s", "enter", "enter"]), Action)
    assert run(view, ["3", "s", "right", "right"]) == Choice(card("3H"), Kind.SCUTTLE, aim=1)


def test_escape_goes_back_one_step_at_a_time() -> None:
    view = view_of(tables.TARGETS, 0)
    assert run(view, ["3", "s", "escape"]) == Choice(card("3H"))
    assert run(view, ["3", "s", "escape", "escape"]) == NOTHING


def test_a_digit_is_always_a_card() -> None:
    view = view_of(tables.TARGETS, 0)
    assert run(view, ["3", "s", "1"]) == Choice(card("AH"))


def test_drawing_needs_one_key() -> None:
    assert run(view_of(tables.TARGETS, 0), ["d"]) == parse_action("draw")
    assert run(view_of(tables.TARGETS, 0), ["3", "d"]) == parse_action("draw")


def test_the_card_picked_first_gives_way() -> None:
    view = view_of(tables.ROBBED, 0)
    picked = run(view, ["1", "2", "3"])
    assert isinstance(picked, Choice)
    assert picked.picked == (card("4S"), card("5D"))
    assert run(view, ["1", "2", "3", "enter"]) == parse_action("discard 4S 5D")
    assert run(view, ["1", "enter"]) == Choice(card("4H"), picked=(card("4H"),))


def test_a_choice_survives_what_does_not_touch_it() -> None:
    view = view_of(tables.TARGETS, 0)
    half = Choice(card("3H"), Kind.SCUTTLE)
    assert selection.settle(view, half, 0) == half
    assert selection.settle(view_of(tables.FETCH, 0), half, 0).play is None
    gone = selection.settle(view_of(tables.OVER, 0), half, 0)
    assert gone == NOTHING


def test_a_letter_plays_at_once_also_when_enter_has_begun_another_way() -> None:
    view = view_of(tables.TARGETS, 0)
    assert run(view, ["1", "enter", "p"]) == parse_action("points AH")
    assert run(view, ["3", "enter", "s"]) == Choice(card("3H"), Kind.SCUTTLE)
    assert run(view, ["3", "enter", "d"]) == parse_action("draw")
    assert run(view, ["1", "enter", "j"]) == Choice(card("AH"), Kind.POINTS)


@pytest.mark.parametrize("spell", [str.upper, str.lower])
def test_a_card_of_a_scrap_of_44_is_chosen_by_its_rank_and_its_suit(
    spell: Callable[[str], str],
) -> None:
    view = view_of(tables.FETCH_ANY, 0)
    cards = choices.tray(view, 0)
    assert len(cards) == 44
    assert list(cards) == sorted(cards), "they lie by rank"
    for wanted in cards:
        keys = [*spell(card_name(wanted))]
        assert run(view, keys) == Choice(wanted, rank=rank_of(wanted)), "a key only marks"
        if wanted in choices.pickable(view):
            assert run(view, [*keys, "enter"]) == Action(Kind.TAKE, (wanted,))


def test_a_rank_takes_its_first_card_and_the_next_when_typed_again() -> None:
    view = view_of(tables.FETCH_ANY, 0)
    sevens = [card for card in choices.tray(view, 0) if rank_of(card) == SEVEN]
    assert len(sevens) == 3
    for count in range(1, 5):
        wanted = sevens[(count - 1) % 3]
        assert run(view, [*"7" * count, "enter"]) == Action(Kind.TAKE, (wanted,))
    for ten in ("0", "10", "t", "T"):
        assert run(view, [*ten, "s"]) == Choice(card("TS"), rank=TEN)
    for ace in ("1", "a", "A"):
        assert run(view, [ace, "s"]) == Choice(card("AS"), rank=ACE)


def test_a_suit_that_is_not_there_changes_nothing_and_a_move_ends_the_spelling() -> None:
    view = view_of(tables.FETCH_ANY, 0)
    chosen = run(view, ["7"])
    assert isinstance(chosen, Choice)
    assert card("7H") not in choices.tray(view, 0)
    assert run(view, ["7", "h"]) == chosen
    moved = run(view, ["7", "right"])
    assert isinstance(moved, Choice)
    assert moved.rank is None
    assert run(view, ["7", "right", "h"]) == moved


def test_cards_are_spelled_as_the_players_language_prints_them() -> None:
    view = view_of(tables.FETCH_ANY, 0)

    def spell() -> None:
        speak("fr")
        for keys, name in (("vt", "JC"), ("Dk", "QD"), ("rt", "KC"), ("ap", "AS"), ("7k", "7D")):
            found = run(view, [*keys])
            assert found == Choice(card(name), rank=rank_of(card(name))), keys

    copy_context().run(spell)


def test_keys_of_cards_mark_and_small_letters_act() -> None:
    view = view_of(tables.MANY, 0)
    eleventh = choices.tray(view, 0)[10]
    assert run(view, ["A"]) == Choice(eleventh)
    assert isinstance(run(view_of(tables.TARGETS, 0), ["3", "s", "a"]), Action)
    assert not set(letters.TRAY_KEYS) & {*"abcdefghijklmnopqrstuvwxyz"}
