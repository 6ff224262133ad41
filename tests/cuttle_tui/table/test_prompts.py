"""What is asked names what is at stake, who may answer, and only what does something."""

from __future__ import annotations

import contextvars
import re
from dataclasses import replace
from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import ASCII, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import draw_tile
from cuttle_tui.i18n.translation import plain, speak
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import Timeline
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.commands import ReplayState
from cuttle_tui.replay.words import replay_prompt
from cuttle_tui.table import choices
from cuttle_tui.table.choices import NOTHING, Question
from cuttle_tui.table.log_view import look_prompt
from cuttle_tui.table.situation import Mode
from cuttle_tui.table.words.open_play import about_answer, win_ahead
from cuttle_tui.table.words.pending_effect import threat_line
from cuttle_tui.table.words.prompt import prompt_of
from engine.actions import Kind
from engine.cards import NINE, parse_card, rank_of
from engine.play.observe import observe
from engine.record.position_text import parse_position
from tests.cuttle_tui import lobbies, online, tables, tables_many
from tests.cuttle_tui.gallery import positions as at
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.table.test_table import BAR, OPTIONS, WHY, settled, table

MORE = "turn 21 P1; ask counter P0; pile P1 oneoff 6S; ply 41"


@pytest.mark.parametrize(
    ("bobs", "dmitris", "line"),
    [
        ("hand 4S QS", "hand 2D 6H", "dmitri can counter with 2D"),
        ("hand 2C QS", "hand 2D 6H", "bob and dmitri can counter with 2C or 2D"),
        ("hand 4S QS", "hand 9H 6H", "the open hands of bob and dmitri have no two"),
    ],
)
def test_all_foes_may_answer_a_counter(bobs: str, dmitris: str, line: str) -> None:
    hands = ("hand 2S AH court 8S", f"{bobs} points TD", "hand 3S", f"{dmitris} points 5C")
    view = tables.view_of(tables_many.position("team", *hands, more=MORE), 0)
    assert plain(about_answer(view, 0, True, Names(tables_many.NAMES, 0))) == line


@pytest.mark.parametrize(
    ("pile", "seat", "told"),
    [
        ("P1 oneoff 6S", 0, "n let it happen"),
        ("P0 oneoff 6S, P1 counter 2C", 0, "n let it happen: your 6S fails"),
        ("P1 oneoff 6S, P0 counter 2C, P1 counter 2H", 0, "n let it happen: bob's 6S works"),
    ],
)
def test_to_let_a_counter_happen_says_what_comes_of_the_first_play(
    pile: str, seat: int, told: str
) -> None:
    """Of a play alone the bar says it."""
    where = tables.position(
        "hand 2D AH", "hand 4S 2S", f"turn 21 P0; ask counter P{seat}; pile {pile}"
    )
    asked = prompt_of(
        Question(tables.view_of(where, seat), seat, Names(("you", "bob"), 0), NOTHING)
    )
    assert plain(asked.options[-1]) == told
    assert [plain(option) for option in asked.shorter[-1:]] in ([], ["n let it happen"])


def test_where_others_may_counter_too_nothing_is_said_of_the_first_play() -> None:
    more = "turn 21 P0; ask counter P0; pile P0 oneoff 6S, P1 counter 2C; ply 42"
    hands = ("hand 2S AH", "hand 4S QS points TD", "hand 3S", "hand 9H points 5C")
    view = tables.view_of(tables_many.position("team", *hands, more=more), 0)
    asked = prompt_of(Question(view, 0, Names(tables_many.NAMES, 0), NOTHING))
    assert plain(asked.options[-1]) == "n let it happen"


def test_foes_whose_hands_are_hidden_may_hold_a_two() -> None:
    hands = ("hand 2S AH", "hand 4S QS points TD", "hand 3S", "hand 9H points 5C")
    view = tables.view_of(tables_many.position("team", *hands, more=MORE), 0)
    told = plain(about_answer(view, 0, True, Names(tables_many.NAMES, 0)))
    assert told == "bob and dmitri can counter with a two"


ACE, SIX, FIVE = (MORE.replace("6S", played) for played in ("AS", "6S", "5S"))


@pytest.mark.parametrize(
    ("mine", "bobs", "carols", "more", "line"),
    [
        ("points 7S TH", "", "", ACE, "AS scraps your 7S and TH: 17 points"),
        ("", "points 9D", "points TH", ACE, "AS scraps your partner's TH: 10 points"),
        (*("points 7S", "", "points 2C TH", ACE), "AS takes 7S, 2 of carol's: 7 and 12 points"),
        (
            *("points 7S 8S 9S TS", "", "points 2C 3C TH", ACE),
            "AS takes 4 of yours, 3 of carol's: 34 and 15 points",
        ),
        ("", "points 9D", "", ACE, "AS costs you nothing"),
        ("", "", "court QH", SIX, "6S scraps your partner's QH"),
        ("court 8S", "", "court QH", SIX, "6S takes 8S, carol's QH"),
        ("court KD", "", "", SIX, "6S scraps your KD; goal back to 21"),
        (*("court KD 8S", "", "court QH 8H", SIX), "6S takes 8S and KD, 2 of carol's: goal 21"),
        ("points 8H[JD<1]", "", "", SIX, "6S scraps your JD: 8 points go back to bob"),
        ("points 8H[JD<0,JC<1]", "", "", SIX, "6S scraps your JD and JC"),
        (*("points 8H[JD<1] 9H[JC<3]", "", "", SIX), "6S scraps your JD and JC: 17 points go back"),
        (
            *("points 8H[JD<1] court KD", "", "", SIX),
            "6S scraps your JD and KD: goal 21, 8 points go back to bob",
        ),
        ("", "", "points 8H[JD<1]", SIX, "6S scraps your partner's JD: 8 points go back to bob"),
        (*("court QS", "", "points 8H[JD<1]", SIX), "6S takes QS, carol's JD: 8 points go back"),
        ("", "", "", FIVE, "5S: bob discards 1 card, then draws 3 cards"),
    ],
)
def test_what_is_lost_to_it_is_named_with_what_follows(
    mine: str, bobs: str, carols: str, more: str, line: str
) -> None:
    hands = (f"hand 2S {mine}", f"hand 4S {bobs}", f"hand 3S {carols}", "hand 9C")
    view = tables.view_of(tables_many.position("team", *hands, more=more), 0)
    told = threat_line(view, 0, Names(tables_many.NAMES, 0))
    assert plain(told) == line


@pytest.mark.parametrize("played", [ACE, SIX])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_both_allies_lose_fits_the_bar(played: str, language: str) -> None:
    hands = (
        "hand 2S points 7S 8S 9S TH[JD<1] court KD KS 8C",
        "hand 4S",
        "hand 3S points 7H 8H 9H TD[JC<1] court KC QH 8D",
        "hand 9C",
    )
    view = tables.view_of(tables_many.position("team", *hands, more=played), 0)
    place = contextvars.copy_context()
    place.run(speak, language)
    told = plain(place.run(threat_line, view, 0, Names(tables_many.NAMES, 0)))
    assert len(told) <= 65


def test_a_five_that_costs_nothing_is_told_without_a_cost() -> None:
    hands = ("hand 2S", "points TD", "hand 3S", "hand 9H")
    view = tables.view_of(tables_many.position("team", *hands, more=FIVE), 0)
    told = plain(threat_line(view, 0, Names(tables_many.NAMES, 0)))
    assert told == "5S: bob draws 3 cards"


def test_a_king_that_would_win_is_told_of() -> None:
    view = tables.view_of(at.REBUFF, 1)
    told = plain(threat_line(view, 1, Names(("bob", "ana"), 1)))
    assert told == "bob plays KH and wins: 13 of 10"


async def test_who_played_waits_for_the_answer_of_the_other() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.COUNTER, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert grid(app)[BAR].strip() == "WAITING   bob may counter"


async def test_a_jack_for_ones_own_cards_alone_gives_them_away() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(at.DEAD_SEVEN))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert grid(app)[OPTIONS].split("   ")[0].strip() == "j give bob 3♣ or 7♥"
        assert "must be played" in grid(app)[WHY]


async def test_targets_that_have_no_room_are_told_by_their_letters() -> None:
    foe = "hand 4S points AC AD AH 2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D"
    text = tables.position("hand JS", foe)
    app = CuttleApp(FakeLobby(), chair=tables.chair(text))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "j")
        await settled(pilot)
        assert grid(app)[OPTIONS].strip() == "a-n theirs   esc another card"


async def test_no_digits_lie_on_the_hand_while_digits_choose_phrases() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.body.model is not None
        assert [face.key for face in app.screen.body.model.tray][:2] == ["1", "2"]
        app.screen.show_ui(replace(app.screen.ui, mode=Mode.TALK))
        assert {face.key for face in app.screen.body.model.tray} == {""}


def keyed(app: CuttleApp) -> list[str]:
    """List the keys on the cards of the tray."""
    scene = table(app).body.model
    assert scene is not None
    assert scene.tray
    return [face.key for face in scene.tray if face.key]


@pytest.mark.parametrize(
    ("keys", "lie"), [("", True), ("l", False), ("l slash A", False), ("q", False), ("z", False)]
)
async def test_digits_lie_on_the_cards_where_digits_choose_them(keys: str, lie: bool) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert bool(keyed(app)) == lie


async def test_a_watcher_has_no_digits_on_an_open_hand() -> None:
    app = CuttleApp(lobbies.online(), chair=online.opened())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert keyed(app) == []
        await pilot.press("z")
        await settled(pilot)
        assert keyed(app) == []
        await pilot.press("5", "d")
        await settled(pilot)
        assert table(app).ui.look.card == parse_card("5D")


async def test_the_last_row_stays_as_it_is_from_card_to_card() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("3")
        await settled(pilot)
        row = grid(app)[39]
        assert "i card" in row
        told = []
        for key in ("right", "right", "left", "4", "i", "i"):
            await pilot.press(key)
            await settled(pilot)
            assert grid(app)[39] == row
            told.append(grid(app)[28])
        assert told[-1] == told[-3] != told[-2], "the key tells what the card is good for"


def test_a_target_keeps_its_letter_for_the_second_step() -> None:
    view = tables.view_of(at.NINE_TWO, 0)
    nine = next(card for card in view.seats[0].hand if rank_of(card) == NINE)
    first = choices.Choice(nine, Kind.ONE_OFF)
    letters = {aim.card: aim.key for aim in choices.aims(view, first, ())}
    for card in letters:
        assert card is not None
        second = choices.aims(view, replace(first, targets=(card,)), ())
        assert second
        assert {aim.card: aim.key for aim in second}.items() < letters.items()


async def test_whoever_may_claim_is_asked() -> None:
    app = CuttleApp(lobbies.online(), chair=online.claimable())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        scene = table(app).body.model
        assert scene is not None
        assert scene.prompt.fill == "bar"
        assert "CLAIM?   bob is still away: claim the win, or wait" in grid(app)[BAR]


@pytest.mark.parametrize(
    ("keys", "note"),
    [("l", "16 more above"), ("l home", "16 more below"), ("l home pagedown", "more below")],
)
async def test_an_open_log_tells_what_is_out_of_sight(keys: str, note: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", *keys.split())
        await settled(pilot)
        assert grid(app)[1].startswith("  log  ")
        assert grid(app)[1].rstrip().endswith(note)


async def test_with_an_empty_hand_no_key_for_cards_is_offered() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(at.NO_HAND))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert grid(app)[-1].split("  ")[1:5] == ["z scrap", "l log", "? help", "q leave"]


@pytest.mark.parametrize(("ply", "dead"), [(0, {"left"}), (5, set()), (9, {"right"})])
def test_a_replay_offers_no_step_beyond_its_ends(ply: int, dead: set[str]) -> None:
    for prompt in (
        replay_prompt(Timeline((), ply), (3, 9), (), (), ReplayState()),
        look_prompt((3, ply, 9), (), "", ()),
    ):
        keys = {plain(one).split()[0] for one in prompt.options}
        assert {"left", "right"} - keys == dead


def test_before_the_first_action_there_is_no_step_either_way() -> None:
    keys = {plain(one).split()[0] for one in look_prompt((1, 0, 0), (), "turn", ()).options}
    assert keys == {"l", "esc"}


@pytest.mark.parametrize(
    ("hand", "more", "options"),
    [
        ("2S", "court KC", "p points: 2/21 o one-off: scrap K♣ d draw"),
        ("2S", "court KC KH", "p points: 2/21 o one-off: scrap K♣ or K♥ d draw"),
        ("2S", "court KC KH KS", "p points: 2/21 o one-off: scrap K♣ or 2 more d draw"),
        ("5S", "court KC", "p points: 5/21 o one-off: draw 3 cards d draw"),
        ("7S", "court KC", "p points: 7/21 o one-off: peek d draw"),
    ],
)
async def test_a_one_off_is_named_for_what_it_does(hand: str, more: str, options: str) -> None:
    text = tables.position(f"hand {hand}", f"hand 4S points 4D {more}")
    app = CuttleApp(FakeLobby(), chair=tables.chair(text, log=()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("1")
        shown = " ".join(grid(app)[OPTIONS].split())
        assert shown.replace(" s scuttle 4♦", "").startswith(options)


async def test_enter_on_a_two_denies_no_effect_that_it_has() -> None:
    text = tables.position("hand 2S", "hand 4S points 4D court KC")
    app = CuttleApp(FakeLobby(), chair=tables.chair(text, log=()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("1", "enter")
        assert "points: 2/21" in grid(app)[BAR]
        assert not grid(app)[WHY].strip()
        await pilot.press("down")
        assert "Play 2♠?  one-off: scrap K♣" in grid(app)[BAR]


@pytest.mark.parametrize("mover", [0, 1])
def test_a_partner_who_would_give_up_is_told_of(mover: int) -> None:
    hands = "P0 hand 5C; P1 hand 2D; P2 hand 3D; P3 hand 4D; deck 7S 8S"
    text = f"team; {hands}; turn {mover} P{mover}; conceding P2"
    view = observe(parse_position(text), 0)
    names = Names(("ana", "bob", "cid", "dot"), 0)
    line = plain(prompt_of(Question(view, 0, names, NOTHING)).why)
    assert line == "cid wants to concede: the game ends if you agree"


@pytest.mark.parametrize(
    ("mine", "bobs", "told"),
    [
        ("court 8S", "hand 3D JC KS points TD court KC", "bob wins next turn with KS"),
        ("court 8S", "hand 3D 4S points TD court KC", "bob wins next turn with 4S"),
        ("court 8S points 4H", "hand JC points TD court KC", "bob wins next turn with JC"),
        ("court 8S QH points 4H", "hand JC points TD court KC", ""),
        ("court 8S", "hand 4S frozen 4S points TD court KC", ""),
        ("court QS", "hand 3D 4S KS points TD court KC", ""),  # it is hidden
    ],
)
def test_with_what_an_open_hand_wins_is_told(mine: str, bobs: str, told: str) -> None:
    view = observe(parse_position(tables.position(f"hand 5C {mine}", bobs)), 0)
    names = Names(("ana", "bob"), 0)
    assert plain(prompt_of(Question(view, 0, names, NOTHING)).why) == told


def test_a_warning_in_fewer_words_keeps_the_cards_longest() -> None:
    position = tables.position("hand 5C court 8S", "hand 3D 4S points TD court KC")
    names = Names(("ana", "bob"), 0)
    forms = win_ahead(observe(parse_position(position), 0), 0, names)
    assert [plain(form) for form in forms] == [
        "bob wins next turn with 4S",
        "bob wins with 4S",
        "bob can win next turn",
        "bob can win",
    ]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("keys", [(), ("3",), ("3", "s"), ("1", "o"), ("4",)])
async def test_that_an_opponent_can_win_is_told_whatever_is_chosen(
    size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert len(re.findall("bob (wins|can win)", shown)) == 1


@pytest.mark.parametrize("keys", [(), ("3",)])
async def test_a_wide_bar_warns_and_names_the_cards_before_and_after_one_is_chosen(
    keys: tuple[str, ...],
) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await settled(pilot)
        (bar,) = (row for row in grid(app) if "YOUR TURN" in row)
        assert re.search("bob wins .*with 3., 4., 10. or K.", bar)


_BOB: Final = "bob wins next turn with 4S, 5D, 7S or TC"
_CAROL: Final = "carol wins next turn with 6H, 8C or 9H"
_BOTH: Final = "bob and carol can win next turn"


@pytest.mark.parametrize(
    ("more", "sudden", "told"),
    [
        ("ply 40", -1, _BOTH),
        ("retired P1; ply 40", -1, _CAROL),
        ("ply 40", 2, _BOB),
        ("retired P1; ply 40", 2, _CAROL),
        ("ply 40", 1, ""),
    ],
)
def test_who_has_another_turn_is_told_of_and_nobody_else(more: str, sudden: int, told: str) -> None:
    text = tables_many.position(
        "cutthroat+open-hands", *tables_many.THREE, more=f"turn 20 P0; {more}"
    )
    view = replace(observe(parse_position(text), 0), sudden=sudden)
    names = Names(("ana", "bob", "carol"), 0)
    assert plain(prompt_of(Question(view, 0, names, NOTHING)).why) == told


def test_what_a_first_card_and_a_king_do_is_told() -> None:
    text = tables.position("hand 5C 9D KD", "hand 3D", "turn 0 P0; ask play P0; ply 0")
    view = observe(parse_position(text), 0)
    line = plain(prompt_of(Question(view, 0, Names(("ana", "bob"), 0), NOTHING)).why)
    assert line == "tip: 9D scores 9 of 21; KD lowers the goal to 14"


def test_no_king_is_told_of_to_who_holds_none() -> None:
    text = tables.position("hand 5C 9D QD", "hand 3D", "turn 0 P0; ask play P0; ply 0")
    view = observe(parse_position(text), 0)
    line = plain(prompt_of(Question(view, 0, Names(("ana", "bob"), 0), NOTHING)).why)
    assert line == "tip: 9D scores 9 of 21"


async def test_a_hand_above_its_limit_is_told_as_that() -> None:
    over, full = tables.chair(tables.MANY), tables.chair(tables.TARGETS)
    for chair, line in ((over, "hand 24, limit 8"), (full, "hand 6 of 8")):
        app = CuttleApp(FakeLobby(), chair=chair)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert any(row.endswith(line) for row in grid(app))


async def test_own_cards_among_targets_say_so_and_enter_names_what_it_does() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(at.NINE_TWO))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4", "o")
        await settled(pilot)
        assert "c K♦ (yours)   d 8♠ (yours)" in grid(app)[OPTIONS]
        assert "c you" in "\n".join(grid(app))
        assert "b you" not in "\n".join(grid(app))


@pytest.mark.parametrize(("width", "sign"), [(7, "(a you)"), (5, "a you"), (4, "a="), (3, "a=")])
def test_a_narrow_target_says_by_a_sign_that_it_is_ones_own(width: int, sign: str) -> None:
    sheet = Sheet(10, 4)
    face = Face(tables.card("7H"), look="tgt", ribbon="a", word="you", beside="=")
    glyphs = ASCII if sign.startswith("(") else UNICODE
    draw_tile(sheet, Tile(face, 1, 0, TileSize(width, 3)), glyphs)
    assert sheet.texts()[2].strip() == sign
