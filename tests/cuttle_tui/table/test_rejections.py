"""Why not: every reason of the engine in words, and never silence."""

from __future__ import annotations

import random

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names
from cuttle_tui.table import choices, choices as letters
from cuttle_tui.table.selection import Objection, objection_to, objection_to_aim
from cuttle_tui.table.words.engine_reasons import REASONS, reason_line
from cuttle_tui.table.words.refusals import expected_kind, not_playable, objection_line
from engine.actions import Action, Kind, parse_action
from engine.play.explain import Reason, Refusal
from engine.play.observe import observe
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.table.test_choices import positions
from tests.cuttle_tui.tables import card, view_of

NAMES = Names(("ana", "bob"), 0)
WHY = 17


def test_every_reason_has_words() -> None:
    assert set(REASONS) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_worded(reason: Reason) -> None:
    view = view_of(tables.TARGETS, 0)
    action = parse_action("scuttle 3H>TD")
    refusal = Refusal(reason, by=(card("TD"),), seat=1, number=2)
    line = plain(reason_line(view, action, refusal, NAMES))
    assert line
    assert not line.endswith(".")
    assert plain(objection_line(view, Objection(action, refusal), NAMES))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scuttle 3H>TD", "not TD: higher than your 3H"),
        ("scuttle 3H", "not TD: higher than your 3H"),
        ("jack JS", "not AS, 2H or TD: protected by KC"),
        ("points JS", "not JS for points: only aces to tens score or scuttle"),
        ("points 9C", "not 9C: frozen until your next turn"),
        ("pass", "no pass: you can only pass when the deck is empty"),
        ("counter 2S", "you have something else to decide first"),
    ],
)
def test_objections(text: str, line: str) -> None:
    position = tables.TARGETS.replace("court KC QC", "court QC KC")
    view = view_of(position, 0)
    objection = objection_to(view, parse_action(text))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)) == line.replace("KC", "QC")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scuttle 9H>TD", "not 9H: it is not in your hand"),
        ("oneoff 9H>TD", "not 9H: it is not in your hand"),
        ("jack JD>TD", "not JD: it is not in your hand"),
        ("scuttle 9C>TD", "not 9C: frozen until your next turn"),
        ("scuttle QD>TD", "not QD: only aces to tens score or scuttle"),
        ("oneoff AH>TD", "not AH: it has no target"),
        ("scuttle 3H>9D", "not 9D: it is not on the table"),
    ],
)
def test_what_is_wrong_with_the_card_is_not_said_of_its_target(text: str, line: str) -> None:
    view = view_of(tables.TARGETS, 0)
    objection = objection_to(view, parse_action(text))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scuttle 3H TD", "write > before the target, as in scuttle 3H>10D"),
        ("scuttle TD AH", "write > before the target, as in scuttle AH>10D"),
        ("jack JS TD", "write > before the target, as in jack JS>10D"),
        ("oneoff 2S KC", "write > before the target, as in oneoff 2S>KC"),
        ("jack", "which card? as in jack JH>10S"),
        ("scuttle", "which card? as in scuttle 9S>8D"),
        ("points 3H 9C", "one card at a time, as in points 7S"),
        ("royal", "which card? as in royal KD"),
    ],
)
def test_what_is_half_typed_is_answered_by_how_to_type_it(text: str, line: str) -> None:
    view = view_of(tables.TARGETS, 0)
    objection = objection_to(view, parse_action(text))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)) == line


def test_an_effect_that_is_missing_is_explained() -> None:
    view = view_of(tables.TARGETS, 0)
    assert plain(not_playable(view, card("2S"), NAMES)) == ""
    assert plain(not_playable(view, card("AH"), NAMES)) == ""
    assert plain(not_playable(view, card("9C"), NAMES)) == "not 9C: frozen until your next turn"
    two_queens = tables.BOBS.replace(" QH", "").replace("court KC QC", "court KC QC QH")
    view = view_of(tables.position(bobs=two_queens), 0)
    line = plain(not_playable(view, card("2S"), NAMES))
    assert line == "not JD, QC, QH or 1 more: protected by QC and QH"


GUARDED = tables.position("hand 2S AH JS QD points 7H", "hand 4S 9D points TD AS court QC")
UNGUARDED = GUARDED.replace(" court QC", "")


@pytest.mark.parametrize(
    ("position", "text", "line"),
    [
        (GUARDED, "jack JS", "not AS or TD: protected by QC"),
        (GUARDED, "oneoff JS", "not AS or TD: protected by QC"),
        (GUARDED, "royal JS", "not AS or TD: protected by QC"),
        (UNGUARDED, "oneoff JS", "JS is a jack: it steals a point card"),
        (UNGUARDED, "oneoff QD", "QD is a royal: it has no one-off effect"),
        (UNGUARDED, "jack QD", "QD is not a jack"),
    ],
)
def test_a_court_card_is_spoken_of_as_it_is_played(position: str, text: str, line: str) -> None:
    view = view_of(position, 0)
    objection = objection_to(view, parse_action(text))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)) == line


@pytest.mark.parametrize(
    ("position", "one", "line"),
    [
        (GUARDED, "JS", "not AS or TD: protected by QC"),
        (GUARDED, "9D", "not 9D: it is not in your hand"),
        (GUARDED, "QC", "not QC: it is not in your hand"),
        (tables.WAITING, "2S", "waiting for bob"),
    ],
)
def test_why_a_card_cannot_be_played_names_the_play_that_was_meant(
    position: str, one: str, line: str
) -> None:
    assert plain(not_playable(view_of(position, 0), card(one), NAMES)) == line


@pytest.mark.parametrize("target", ["TD", "AS", "QC", "8D"])
@pytest.mark.parametrize("ruleset", ["cuttle.cards", "standard", "howto"])
def test_a_protected_target_is_never_called_out_of_play(ruleset: str, target: str) -> None:
    """Whatever card is played at a card behind a queen, the reason is not one of another play."""
    for rank in "2J9":
        laid = tables.position(f"hand {rank}H", "hand 4S points TD AS court QC QS 8D")
        view = view_of(laid.replace("cuttle.cards", ruleset, 1), 0)
        found = objection_to_aim(view, card(f"{rank}H"), card(target))
        told = "" if found is None else plain(objection_line(view, found, NAMES))
        assert "one-off" not in told
        assert "in this game" not in told


@pytest.mark.parametrize(
    ("position", "picked", "line"),
    [
        (tables.MANY_LIMIT, "discard", "choose two cards first; you may keep 8 cards"),
        (tables.MANY_LIMIT, "discard 4S", "choose two cards first; you may keep 8 cards"),
        (tables.PAY, "discard", "choose one card first; then you draw 3 cards"),
        (tables.MANY_LIMIT, "discard 4S 5S 6S", "not 4S, 5S and 6S: discard two cards"),
    ],
)
def test_too_few_picked_asks_for_more_and_says_why(position: str, picked: str, line: str) -> None:
    view = view_of(position, 0)
    objection = objection_to(view, parse_action(picked))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)).startswith(line)


@pytest.mark.parametrize("ruleset", ["standard", "howto", "team", "standard+nine-two"])
def test_no_effect_that_is_offered_is_called_missing(ruleset: str) -> None:
    for position in positions(ruleset, 4)[::5]:
        view = observe(position, position.prompt.seats[0])
        names = Names(tables_many.NAMES[: len(view.seats)], view.viewer)
        for one in {action.card for action in view.legal if action.cards}:
            if expected_kind(view, one) in choices.plays(view, one):
                assert not not_playable(view, one, names)


@pytest.mark.parametrize("ruleset", ["howto", "team", "standard+nine-two+ten-block+joker-swap"])
def test_no_legal_action_is_objected_to_and_every_other_is(ruleset: str) -> None:
    rng = random.Random(1)
    for position in positions(ruleset, 5)[::9]:
        view = observe(position, position.prompt.seats[0])
        names = Names(tables_many.NAMES[: len(view.seats)], view.viewer)
        assert all(objection_to(view, action) is None for action in view.legal)
        cards = [rng.randrange(52) for _ in range(6)]
        for kind in letters.PLAY_KEYS:
            for one in cards:
                action = Action(kind, () if kind in (Kind.DRAW, Kind.PASS) else (one,))
                objection = objection_to(view, action)
                assert action in view.legal or (
                    objection is not None and plain(objection_line(view, objection, names))
                )


@pytest.mark.parametrize(
    ("ruleset", "mine", "bobs", "text", "line"),
    [
        ("cuttle.cards", "hand JS", "hand 4S", "jack JS", "bob has no point card to steal"),
        ("standard", "hand JS", "hand 4S", "jack JS", "nobody has a point card to steal"),
        ("standard", "hand 8S", "hand 4S", "scuttle 8S", "bob has no point card to scuttle"),
        (
            *("standard", "hand 2C points 7H", "hand 4S points TD", "oneoff 2C"),
            "nobody has a royal or glasses to scrap",
        ),
        (
            *("howto", "hand 2C court KD", "hand 4S court QS", "oneoff 2C"),
            "bob has no jack or king to scrap",
        ),
        ("howto", "hand 9C court KD", "hand 4S", "oneoff 9C", "bob has no card to return"),
    ],
)
def test_what_is_missing_is_named(ruleset: str, mine: str, bobs: str, text: str, line: str) -> None:
    laid = tables.position(mine, bobs).replace("cuttle.cards", ruleset, 1)
    view = view_of(laid, 0)
    objection = objection_to(view, parse_action(text))
    assert objection is not None
    assert plain(objection_line(view, objection, NAMES)).endswith(f": {line}")


def test_of_several_foes_none_has_what_is_missing() -> None:
    laid = tables_many.position("cutthroat", "hand JS", "hand 4S", "hand 5S")
    view = view_of(laid, 0)
    objection = objection_to(view, parse_action("jack JS"))
    assert objection is not None
    names = Names(tables_many.NAMES[:3], 0)
    assert "point card to steal" in plain(objection_line(view, objection, names))


async def test_keys_and_clicks_in_vain_are_answered() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        for keys, line in (
            ("x", "no pass: you can only pass when the deck is empty"),
            ("5 p", "not J♠ for points: only aces to tens"),
            ("4 o", "not 9♣: frozen until your next turn"),
        ):
            await pilot.press(*keys.split())
            await pilot.pause()
            assert line in grid(app)[WHY]
        await pilot.press("3", "s")
        await pilot.click(offset=(10, 4))
        await pilot.pause()
        assert "not 10♦: higher than your 3♥" in grid(app)[WHY]
        await pilot.press("escape", "escape")
        await pilot.click(offset=(3, 4))
        await pilot.pause()
        assert "choose one of your cards first" in grid(app)[WHY]


async def test_out_of_turn_the_app_says_whose_turn_it_is() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.WAITING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await pilot.pause()
        assert "waiting for bob" in grid(app)[WHY]


async def test_a_card_that_does_not_answer_is_told_so() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.counter_chair())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert "not 3♥: only a two can counter" in grid(app)[WHY]


async def test_only_the_top_of_the_scrap_may_be_looked_at_where_the_rules_say_so() -> None:
    position = tables.TARGETS.replace("cuttle.cards;", "cuttle.cards+scrap_view=top;")
    view = view_of(position, 0)
    assert choices.browsable(view) == (card("9S"),)
    app = CuttleApp(FakeLobby(), chair=tables.chair(position))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("z", "right", "right")
        await pilot.pause()
        assert "only the top one can be seen" in grid(app)[15]
        assert grid(app)[18].split() == ["9♠"]
