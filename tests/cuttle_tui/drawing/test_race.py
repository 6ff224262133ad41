"""A row of points as a race: what is drawn of cards, rail, line, preview, numbers and royals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.drawing.faces import Face, Spot
from cuttle_tui.drawing.palette import (
    ASCII,
    ASCII_FILLED,
    EDGED_FILLED,
    UNICODE,
    UNICODE_EDGED,
    Glyphs,
)
from cuttle_tui.drawing.race import Run, draw_race
from cuttle_tui.drawing.rail import Lane
from engine.cards import value_of
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card

GOALS = (21, 14, 10, 7, 5)
TAUGHT = ("points: A to 10, laid end to end, each as wide as its worth", "points")


def face(text: str, **more: Any) -> Face:
    """Read a card, and the suits of the jacks on it: `2H/CD`."""
    name, _, jacks = text.partition("/")
    return Face(card(name), tuple(card(f"J{suit}") for suit in jacks), **more)


def faces(text: str) -> tuple[Face, ...]:
    return tuple(map(face, text.split()))


class Drawn:
    """A row of a race on a sheet of its own, with a row of numbers above it."""

    def __init__(
        self,
        run: Run,
        *,
        rows: int = 4,
        each: int = 3,
        glyphs: Glyphs = UNICODE,
        below: bool = False,
    ) -> None:
        self.sheet = WatchedSheet(44 if below else 80, rows + 3)
        self.lane = (
            Lane(1, 43, 1, rows, each, 21, below=range(rows + 1, rows + 3))
            if below
            else Lane(2, 78, 1, rows, each, 21, scale=0)
        )
        self.spots: list[Spot] | None = draw_race(self.sheet, self.lane, run, glyphs)
        self.texts = self.sheet.texts()

    @property
    def picture(self) -> str:
        return "\n".join(self.texts).rstrip()


def run(points: str = "", royals: str = "", goal: int = 21, **more: Any) -> Run:
    lying = faces(points)
    usual = Run(
        lying,
        faces(royals),
        goal,
        missing=goal - sum(value_of(one.card) for one in lying),
        goals=GOALS,
        to_go="to go",
        taught=TAUGHT,
    )
    return replace(usual, **more)


def test_an_ordinary_row() -> None:
    assert Drawn(run("AS TD 2H/HCD", "QC KC", 14)).picture == (
        """\
                 5              10           14
   A▌ 10♦                         ▌ 2♥  ▌▏  ▌                       Q♣    K♣
    ▌                             ▌ J♥♣♦▌   ▌                       ▄▀▄   █▄▀
   ♠▌ ♦  ♦  ♦  ♦  ♦  ♦  ♦  ♦  ♦  ♦▌ ♥  ♥▌   ▌                       ▀▄█   █▀▄
    ▌                             ▌     ▌   ▌"""
    )


def test_a_preview_that_crosses_the_line_wins() -> None:
    assert Drawn(run("7H 3C/C", "KD 8S", 14, coming=card("TD"))).picture == (
        """\
                 5              10           14
   7♥                 ▌ 3♣     ▌▏10♦        ▌                 ▕     K♦    8♠
                      ▌ J♣     ▌▏           ▌                 ▕     █▄▀   ♠♠♠♠
   ♥  ♥  ♥  ♥  ♥  ♥  ♥▌ ♣  ♣  ♣▌▏♦  ♦  ♦  ♦ ▌♦  ♦  ♦  ♦  ♦  ♦ ▕     █▀▄   ♠♠♠♠
                      ▌        ▌▏           ▌                 ▕"""
    )


def test_a_won_row_goes_on_past_the_line() -> None:
    won = run("7H TC TS", "8S")
    assert Drawn(won).texts[2:4] == [
        "                      ▌                             ▌            ║♠ ♠ ♠   ♠♠♠♠",
        "   ♥  ♥  ♥  ♥  ♥  ♥  ♥▌ ♣  ♣  ♣  ♣  ♣  ♣  ♣  ♣  ♣  ♣▌ ♠  ♠  ♠  ♠ ♠ ♠ ♠    ♠♠♠♠",
    ]


@pytest.mark.parametrize("points", ["AS TD 9H", "TD 9H"])
def test_a_card_that_crosses_the_line_has_the_second_fill_beyond_it(points: str) -> None:
    won = run(points, goal=14)
    lying = tuple(replace(one, look="sel", won=True) for one in won.points)
    drawn = Drawn(replace(won, points=lying), rows=3, each=2, below=True)
    fills = [drawn.sheet.at(x, 2)[1].ground for x in (28, 29)]
    assert fills == ["sel", "sel2"]


def test_gold_alone_says_who_won_and_a_stroke_where_the_goal_is() -> None:
    won = run("AS TD 9H", goal=14)
    lying = tuple(replace(one, look="sel", won=True) for one in won.points)
    drawn = Drawn(replace(won, points=lying), glyphs=ASCII_FILLED)
    assert not {"<", ">"} & set(drawn.picture)
    assert [drawn.sheet.at(44, y)[0] for y in range(1, 5)] == ["#"] * 4


def test_royals_are_as_near_to_a_card_beyond_the_line_as_to_each_other() -> None:
    spots = Drawn(run("AS TD 2H 9H", "QC KC", 14)).spots
    assert spots is not None
    assert [(spot.x, spot.y, spot.width) for spot in spots[4:]] == [(67, 1, 5), (73, 1, 5)]


def test_a_row_on_a_phone_in_letters_of_two_columns() -> None:
    assert Drawn(run("AD AH 2C/D 3H/SHC", "8C 8D", 14), each=2, below=True).picture == (
        """\

 A▌A▌2♣ ▌3♥   ▌           14 ▌  8♣    8♦
  ▌ ▌J♦ ▌J♠♥♣ ▌              ▌
 ♦▌♥▌♣ ♣▌♥ ♥ ♥▌      ▏       ▌  ♣♣♣   ♦♦♦
  ▌ ▌   ▌     ▌▏ ▏ ▏ ▏ ▏ ▏ ▏ ▌  ♣ ♣   ♦ ♦
                                ♣♣♣   ♦♦♦"""
    )


def test_the_goal_has_its_number_below_the_rail_though_royals_lie_after_the_line() -> None:
    laid = run("TH", "QC KC", 14)
    lane = Lane(1, 43, 0, 3, 2, 21, scale=3, below=range(3, 5))
    sheet = WatchedSheet(44, 5)
    draw_race(sheet, lane, laid, UNICODE)
    assert sheet.texts()[3].startswith("           5         10    14")
    assert sheet.faults == []


_STATES = (
    face("AH"),
    face("AS/D"),
    face("AD/HCD"),
    face("AC", look="tgt", ribbon="a"),
    face("AC/HCD", look="tgt", ribbon="b"),
    face("AC", look="sel", ribbon=">c", word="you", beside="="),
    face("AS/D", look="mute", word="x"),
    face("AS", ribbon="!", alarm=True),
)


@pytest.mark.parametrize(
    ("rows", "each", "glyphs", "expected"),
    [
        (4, 3, UNICODE, "   A▌ A▌ A▌ A▌ A▌ A▌ A▌ A▌|    ▌J♦▌J3▌  ▌J3▌  ▌J♦▌  ▌"),
        (3, 3, ASCII, "   A| A| A| A}AC} A<AS| A||    |JD|J3| C}J3} C<JD| S|"),
        (2, 3, UNICODE, "   A▌A♠▌A♦▌A♣▌A♣▌A♣▌A♠▌A♠▌|   ♥▌J♦▌J3▌a ▌bJ▌>c▌xJ▌! ▌"),
        (2, 2, UNICODE, "  A A♠A♦A♣A♣A♣A♠A♠|   ♥ J♦J3a bJ>cxJ!"),
    ],
)
def test_all_states_of_an_ace(rows: int, each: int, glyphs: Glyphs, expected: str) -> None:
    drawn = Drawn(Run(_STATES, (), 21), rows=rows, each=each, glyphs=glyphs)
    first, _, second = expected.partition("|    ") if rows > 2 else expected.partition("|   ")
    assert drawn.texts[1].startswith(first)
    assert second in drawn.texts[2]
    assert drawn.sheet.faults == []


def test_what_is_missing_stands_large_in_a_wide_gap_of_high_rows() -> None:
    drawn = Drawn(run("7H 3C", goal=14), rows=6)
    assert "to go" in drawn.picture
    assert "██" in drawn.picture
    for narrow in (run("TH 3C", goal=14), run("7H 3C", goal=14, coming=card("3H"))):
        assert "to go" not in Drawn(narrow, rows=6).picture
    assert "to go" not in Drawn(run("7H 3C", goal=14)).picture


@pytest.mark.parametrize("rows", range(5, 12))
def test_large_figures_lie_between_a_blank_row_and_the_ticks(rows: int) -> None:
    drawn = Drawn(run("5C 4H"), rows=rows)
    assert [("█" in drawn.texts[row]) for row in (1, 3, rows)] == [False, True, False]
    assert ("to go" in drawn.picture) == (rows > 5)


def test_each_missing_point_has_a_tick() -> None:
    for goal, total in ((14, 10), (21, 10), (10, 10)):
        row = Drawn(run("7H 3C", goal=goal)).texts[1]
        assert row.count("▏") == goal - total


def test_a_goal_that_would_move_has_a_thin_line_and_a_number() -> None:
    drawn = Drawn(run("7H 3C", goal=14, moving=21, loses=True))
    assert [row[65:66] for row in drawn.texts[1:5]] == ["▏"] * 4
    assert drawn.texts[0].endswith("14                   21")
    inks = {ink.fore for _, text, ink in drawn.sheet._rows[1] if text == "▏"}
    assert inks == {"threat"}
    assert "threat" not in {
        ink.fore for row in Drawn(run("7H", moving=14)).sheet._rows for _, _, ink in row
    }


@pytest.mark.parametrize(("goal", "was", "fore"), [(14, 21, "quiet"), (21, 14, "threat")])
@pytest.mark.parametrize("below", [False, True])
def test_the_line_stays_thin_where_it_was(goal: int, was: int, fore: str, *, below: bool) -> None:
    drawn = Drawn(run("7H 3C", goal=goal, was=was), each=2 if below else 3, below=below)
    x = drawn.lane.x + drawn.lane.each * was
    assert [row[x] for row in drawn.texts[1:5]] == ["▏"] * 4
    assert [row[drawn.lane.x + drawn.lane.each * goal] for row in drawn.texts[1:5]] == ["▌"] * 4
    assert fore in {ink.fore for _, text, ink in drawn.sheet._rows[1] if text == "▏"}


def test_no_card_gives_way_to_the_line_that_was() -> None:
    for points, royals, goal, was in (("TC 9C", "KC", 21, 14), ("7H", "KC QC QD QH 8S 8C", 14, 21)):
        before, after = (run(points, royals, goal, was=each) for each in (was, None))
        still, moved = Drawn(before), Drawn(after)
        assert still.spots == moved.spots
        assert all(index in still.picture for index in ("7♥", "8♠") if index in moved.picture)
        one, other = (each.texts[1].replace("▏", " ").rstrip() for each in (still, moved))
        assert one == other


def test_a_preview_hides_the_line_that_was() -> None:
    preview = run("7H 3C", goal=14, moving=10)
    assert Drawn(replace(preview, was=21)).picture == Drawn(preview).picture


@pytest.mark.parametrize("glyphs", [UNICODE, EDGED_FILLED, ASCII_FILLED])
def test_a_card_that_would_come_is_a_block_of_its_width(glyphs: Glyphs) -> None:
    drawn = Drawn(run("7H", coming=card("3H")), glyphs=glyphs)
    columns = range(2 + 3 * 7, 2 + 3 * 10)
    for y in range(1, 5):
        grounds = [drawn.sheet.at(x, y)[1].ground for x in range(columns.start, columns.stop + 1)]
        assert grounds == ["ghost"] * len(columns) + ["slot"]
        sides = [drawn.sheet.at(x, y) for x in (columns[0], columns[-1])]
        assert [char for char, _ in sides] == list(glyphs.borders)
        assert {ink.fore for _, ink in sides} == {"goal"}


def test_the_suits_of_jacks_on_a_card_have_their_colours() -> None:
    drawn = Drawn(run("AS TD 2H/HCD", "", 14))
    x = drawn.texts[2].index("J")
    inks = [drawn.sheet.at(at, 2) for at in range(x, x + 4)]
    assert [(char, ink.fore) for char, ink in inks] == [
        ("J", "pS"),
        ("♥", "pH"),
        ("♣", "pC"),
        ("♦", "pD"),
    ]


@pytest.mark.parametrize("each", [3, 4, 5])
def test_pips_are_in_the_middle_of_their_card(each: int) -> None:
    drawn = Drawn(run("3H 2S", goal=10), each=each)
    pips = drawn.texts[3][2 : 2 + 3 * each]  # the last cell is half felt
    before, after = pips.index("♥"), pips.rindex("▌") - pips.rindex("♥") - 0.5
    assert abs(before - after) <= 1


def test_an_empty_row_says_what_lies_there_and_where_kings_bring_the_line() -> None:
    drawn = Drawn(run(place=("royals", "K, Q, 8")))
    assert TAUGHT[0] in drawn.picture
    assert drawn.texts[0].split() == ["KKKK", "5", "KKK", "7", "KK", "10", "K", "14", "21"]
    assert "royals" in drawn.picture
    for some in (run("AS"), run(royals="KD", goal=14)):
        assert "points" not in Drawn(some).picture
        assert "KK" not in Drawn(some).picture


def test_numbers_of_the_scale_keep_a_blank_between_them() -> None:
    for goal in GOALS:
        for total in ("TH 5C", "TH TC TS", "9H"):
            scale = Drawn(run(total, goal=goal)).texts[0]
            scale = scale.replace(UNICODE.goal, "")  # beside the number where a card hides it
            assert all(number.isdecimal() for number in scale.split())
            assert str(goal) in scale.split()


_CARDS = st.lists(st.integers(0, 39), unique=True, max_size=7)


@pytest.mark.slow
@given(
    _CARDS,
    st.lists(st.integers(40, 51), unique=True, max_size=6),
    st.sampled_from(GOALS),
    st.sampled_from((2, 3, 4, 5, 6, 8)),
    st.sampled_from((UNICODE, ASCII, UNICODE_EDGED)),
    st.one_of(st.none(), st.integers(0, 39)),
)
def test_any_row_is_drawn_without_a_fault_and_no_index_is_cut(
    points: list[int], royals: list[int], goal: int, rows: int, glyphs: Glyphs, coming: int | None
) -> None:
    lying = Run(tuple(map(Face, points)), tuple(map(Face, royals)), goal, 1, GOALS, coming)
    drawn = Drawn(lying, rows=rows, glyphs=glyphs)
    if drawn.spots is None:
        return
    assert [fault for fault in drawn.sheet.faults if "touches" not in fault] == []
    assert len(drawn.spots) == len(points) + len(royals)
    for spot in drawn.spots[: len(points)]:
        text = drawn.texts[1][spot.x : spot.x + spot.width].strip(" |▕▌#┃║")
        below = "".join(row[spot.x : spot.x + spot.width] for row in drawn.texts[2:])
        alone = text == glyphs.rank(spot.card) and glyphs.suit(spot.card) in below
        assert alone or text.startswith(glyphs.index(spot.card))


@pytest.mark.parametrize("glyphs", [UNICODE, UNICODE_EDGED, ASCII, ASCII_FILLED])
def test_a_goal_that_would_move_crosses_no_word_of_an_empty_rail(glyphs: Glyphs) -> None:
    drawn = Drawn(run(moving=10), glyphs=glyphs)
    assert TAUGHT[0] in drawn.picture
    assert drawn.sheet.at(2 + 30, 3)[0] == glyphs.moved


def test_a_goal_that_would_move_to_the_edge_of_a_royal_is_seen_beside_it() -> None:
    sheet = WatchedSheet(80, 7)
    lane = Lane(2, 78, 1, 4, 3, 21, royal=6, scale=0)
    draw_race(sheet, lane, run("7H 3C", "KD 8S", 14, moving=21, loses=True), UNICODE)
    assert [sheet.at(64, y)[0] for y in range(1, 5)] == ["▕"] * 4
    assert sheet.texts()[0].index("21") == 63


@pytest.mark.parametrize(
    ("lying", "goals"),
    [
        (run(place=("royals", "K, Q, 8")), {"21": "slot"}),
        (run("7H"), {"21": "felt"}),
        (run("7H 3C", "KD 8S", 14, moving=21, loses=True), {"14": "felt", "21": "felt"}),
        (run("7H", moving=14), {"14": "slot", "21": "felt"}),
    ],
)
def test_a_row_without_numbers_has_each_goal_beside_its_line(
    lying: Run, goals: dict[str, str]
) -> None:
    sheet = WatchedSheet(60, 5)
    draw_race(sheet, Lane(2, 58, 1, 3, 2, 21), lying, UNICODE)
    (row,) = sheet.texts()[1:2]
    for goal, ground in goals.items():
        x = row.index(goal)
        around = [sheet.at(at, 1) for at in (x - 1, x + len(goal))]
        assert all(sign == " " and ink.ground == ground for sign, ink in around), row
        assert sheet.at(x, 1)[1].ground == ground


@pytest.mark.parametrize("length", range(30, 62))
def test_no_tick_touches_the_words_of_an_empty_row(length: int) -> None:
    drawn = Drawn(run(taught=("w" * length,)))
    after = 2 + 2 + length
    for row in drawn.texts[1:]:
        if "w" in row:
            assert row[after - 1 : after + 1] in ("w ", "w")


@pytest.mark.parametrize("each", [2, 3, 4])
def test_a_side_of_a_card_that_would_come_is_whole_or_not_there(each: int) -> None:
    drawn = Drawn(run("7H", coming=card("3H")), each=each)
    for x in (2 + each * 7, 2 + each * 10 - 1):
        assert len({drawn.sheet.at(x, y)[0] in UNICODE.borders for y in range(1, 5)}) == 1
