"""The pages of the league: what lists of the screen and commands make of one declaration."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, strategies as st
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.graph import THIN, Room, curve_lines
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.i18n.translation import plain, speak
from cuttle_tui.league.beside import READ
from cuttle_tui.league.brackets import bracket_page
from cuttle_tui.league.pages import BOX, Look, Page, Tab, season_page, week_page, year_page
from cuttle_tui.league.people import head_to_head_page, profile_page, top_page
from cuttle_tui.league.plain import PAGES, TABS
from cuttle_tui.league.screen import LeagueScreen
from cuttle_tui.ports import RatingLine
from cuttle_tui.ports.league import HeadToHead, SeasonPage
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.gallery.staged import SCENES, resized, staged
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.table.test_table import settled
from tests.leagues import SampleLeague, bracket


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize("tab", TABS, ids=lambda tab: tab.title.text)
async def test_whatever_can_be_turned_to_can_be_read(tab: Tab, empty: bool) -> None:
    league = SampleLeague(empty=empty)
    issues = await tab.issues(league)
    sheets = [await tab.read(league, words) for words in issues.words]
    assert all(sheet.write(Look("ana")).lines for sheet in sheets)
    assert sheets or issues.none(Look()).lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
async def test_how_a_page_is_typed_begins_with_its_name(page: Page) -> None:
    assert page.usage.text.split()[0] == page.shortest.split()[0] == page.name
    with pytest.raises(ValueError, match="no"):
        await page.read(SampleLeague(), ["no", "such", "words", "here"])


async def press(pilot: Pilot[None], keys: str) -> None:
    await settled(pilot)
    for key in keys.split():
        await pilot.press(key)
        await settled(pilot)


@pytest.mark.slow
async def test_pages_are_turned_back_and_forth_in_each_list() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "l g -")
        assert "Clubs 2026" in "".join(grid(app))
        await press(pilot, "right -")
        assert "week 6 of 13" in "".join(grid(app))
        await press(pilot, "left")
        assert "Clubs 2026" in "".join(grid(app)), "where it was left"
        await press(pilot, "+")
        assert "Diamonds 2026" in "".join(grid(app))


class SlowLeague(SampleLeague):
    """A league whose standings wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def season(self, id: str = "") -> SeasonPage:
        await self.go.wait()
        return await super().season(id)


async def test_a_late_page_does_not_cover_the_list_that_was_turned_to() -> None:
    league = SlowLeague()
    app = CuttleApp(lobbies.online(league=league))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("l", "g", "left"):
            await pilot.press(key)
        async with asyncio.timeout(30):
            while "1812" not in "".join(grid(app)):
                await pilot.pause()
        league.go.set()
        await settled(pilot)
        assert "1812" in "".join(grid(app))


def test_a_resident_is_named_in_words_and_has_no_profile() -> None:
    lines = tuple(
        RatingLine(name, rating, 120, False, 40, "live-bots")
        for name, rating in (("computer sharp", 1588), ("ana", 1500))
    )
    page = top_page(lines, "ana", "live-bots")
    told = "\n".join(map(plain, page.lines))
    assert "the computer (sharp)" in told
    assert "against computers" in told
    assert [name for name in page.names if name] == ["ana"]


@given(
    st.lists(st.integers(-30, 2400), min_size=2, max_size=90),
    st.integers(1, 80),
    st.integers(1, 12),
    st.none() | st.just(0),
)
def test_a_curve_keeps_to_its_room_and_is_one_line(
    values: list[int], width: int, height: int, base: int | None
) -> None:
    curve = [("9999-01-05", value) for value in values]
    lines = [plain(line) for line in curve_lines(curve, THIN, Room(width, height), base)]
    drawn = [line for line in lines if "9999" not in line]
    assert len(drawn) <= height
    assert all(len(line) <= width for line in lines)
    label = max(len(str(value)) for value in values) + 1
    columns = zip(*(line[label:] for line in drawn), strict=True)
    assert all(any(sign != " " for sign in column) for column in columns), "no gap"


@pytest.mark.parametrize("width", [5, 9, 20, 60])
def test_the_figures_beside_a_curve_are_its_true_ends(width: int) -> None:
    values = [10, 3, 12, 40, 11, 14, 15, 16, 17, 18, 19, 20, 21]
    curve = [("2026-01-05", value) for value in values]
    lines = [plain(line) for line in curve_lines(curve, THIN, Room(width + 3, 4))]
    assert lines[0].startswith("40 ")
    assert lines[3].startswith(" 3 ")


def test_a_lead_starts_at_its_base_and_names_the_ends() -> None:
    curve = [("2026-01-03", 0), ("2026-01-09", -1), ("2026-02-01", 2)]
    lines = [plain(line) for line in curve_lines(curve, THIN, Room(33, 6), base=0)]
    assert [line[:2].strip() for line in lines] == ["2", "", "0", "-1", ""]
    assert lines[2].startswith("0  ─") or lines[2].startswith(" 0 ─")


@pytest.mark.parametrize(("width", "titled"), [(35, True), (30, False)])
def test_the_title_of_a_curve_stands_between_its_days_if_it_fits(width: int, titled: bool) -> None:
    curve = [("2026-01-03", 1500), ("2026-02-01", 1600)]
    *_, days = curve_lines(curve, THIN, Room(width, 4), title="rating")
    assert plain(days).split() == ["2026-01-03", *["rating"] * titled, "2026-02-01"]
    assert len(plain(days)) == width


async def _two_players() -> HeadToHead:
    return await SampleLeague().head_to_head("bob", "ana")


@pytest.mark.parametrize("room", [Room(56, 10), Room(76, 15), Room(116, 29), Room(144, 46)])
async def test_two_players_games_fit_in_every_window(room: Room) -> None:
    page = head_to_head_page(await _two_players(), UNICODE, room, titled=False)
    told = [plain(line) for line in page.lines]
    assert told[0] == "9 won, 4 lost, 1 drawn   matches: 4 - 1"
    assert page.width <= room.width
    assert any("latest games" in line for line in told[:3]), "beside the figures"
    assert any(line.startswith("0 ") for line in told), "the curve has its base"


async def test_long_names_put_the_latest_games_below() -> None:
    page = replace(await _two_players(), one="wilhelmina-marie", other="maximiliane-rose")
    last = tuple(replace(game, names=(page.one, page.other)) for game in page.last)
    page = replace(page, last=last)
    text = head_to_head_page(page, UNICODE, Room(56, 10), titled=False)
    assert text.width <= 56
    assert [plain(line) for line in text.lines if "latest games" in plain(line)]


async def test_what_does_not_fit_of_the_weeks_is_the_oldest() -> None:
    page = await SampleLeague().season("2026-clubs")
    wide, narrow = (season_page(page, Look("ana", width)) for width in (100, 60))
    assert "  weeks" in plain(wide.lines[2])
    assert "last weeks" in plain(narrow.lines[2])
    assert plain(wide.lines[3]).endswith(plain(narrow.lines[3])[-9:])
    assert narrow.width <= 60


async def test_where_the_cut_is_the_heading_does_not_say_so_again() -> None:
    page = await SampleLeague().season()
    told = [plain(line) for line in season_page(page, Look()).lines]
    assert [line for line in told if "the best 8 qualify" in line] == [told[11]]
    everybody = replace(page, standings=page.standings[:8])
    told = [plain(line) for line in season_page(everybody, Look()).lines]
    assert told[0].endswith("the best 8 qualify")


async def test_beside_the_standings_stands_the_week_and_whom_the_reader_has_not_met() -> None:
    sheet = await READ["week"](SampleLeague(), [])
    told = [plain(line) for line in sheet.write(Look("ana", 44, height=40)).lines]
    assert told[2:4] == ["still to be decided", "  gus  1-0  ana"]
    at = told.index("you have not met this week")
    assert told[at + 1] == "  wilhelmina-marie, dmitri, eve, fay"
    assert any("1812" in line for line in told), "and the best ratings below"
    low = [plain(line) for line in sheet.write(Look("ana", 44, height=20)).lines]
    assert not any("1812" in line for line in low)


async def test_only_seasons_that_were_played_have_columns_and_one_is_the_total() -> None:
    page = await SampleLeague().year()
    assert "clubs" not in plain(year_page(page, Look()).lines[2])
    both = replace(page, lines=tuple(replace(line, seasons=(1, 2, 0, 0)) for line in page.lines))
    heads = plain(year_page(both, Look()).lines[2])
    assert "clubs" in heads
    assert "diamonds" in heads
    assert "hearts" not in heads


async def test_a_year_has_bars_and_says_how_many_qualify() -> None:
    page = await SampleLeague().year()
    low = [plain(line) for line in year_page(page, Look("ana", 56, height=6, room=56)).lines]
    assert low[0] == "The year 2026   the best 8 qualify"
    more = replace(page, lines=(*page.lines, replace(page.lines[-1], place=9, name="ivo")))
    wide = [plain(line) for line in year_page(more, Look("ana", 76, height=20, room=76)).lines]
    assert wide[0] == "The year 2026"
    assert "the best 8 qualify" in wide[-2]
    lengths = [line.count(BOX.full) for line in wide[3:-2]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] > 0
    assert max(map(len, wide)) <= 76


async def test_a_rating_is_a_dot_on_the_line_of_what_it_may_be() -> None:
    best = await SampleLeague().top()
    told = [plain(line) for line in top_page(best, "ana", scrolls=True, room=70).lines]
    places = [line.index(BOX.dot) for line in told if BOX.dot in line]
    assert len(places) == len(best)
    assert places == sorted(places, reverse=True)
    assert max(map(len, told)) <= 70
    assert not any(BOX.dot in plain(line) for line in top_page(best, "ana").lines)


async def test_the_reader_s_open_match_of_a_week_is_marked() -> None:
    week = await SampleLeague().week()
    high, low = (
        [plain(line) for line in week_page(week, Look("ana", 76, height=rows, room=76)).lines]
        for rows in (20, 9)
    )
    marked = [line.split() for line in high if line.startswith(BOX.here)]
    assert marked == [[BOX.here, "gus", "1", "-", "0", "ana", "not", "decided", "yet"]]
    assert low[2].split()[0] == "ana", "no heads where rows are few"
    assert "1  ana               5 - 1  5 points" in low[7]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_other_lists_stand_below_where_there_is_room(size: tuple[int, int]) -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "l g right right right")
        shown = "\n".join(grid(app))
        assert "The year 2026" in shown
        assert "Diamonds 2026" in shown, "the standings below"
        assert "still to be decided" in shown, "the week beside"
        await press(pilot, "up up down")
        assert "profile of bob" in "\n".join(grid(app)), "only the year can be in focus"
        await press(pilot, "right")
        shown = "\n".join(grid(app))
        assert "1812" in shown
        assert "The year 2026" in shown


def test_at_80_columns_the_final_is_tied_to_the_last_round() -> None:
    told = [plain(line).rstrip() for line in bracket_page(bracket(), "ana", 76).lines]
    assert told[2].split() == ["winners", "round", "2", "round", "3", "final"]
    final = next(line for line in told if line.endswith("── winner of ana - bob"))
    assert final.strip().startswith("5 eve")
    assert any(line.endswith("winner of losers") for line in told)
    assert all(len(line) <= 76 for line in told)


def test_it_is_said_whose_winner_and_loser_come_and_the_places_lie_below() -> None:
    wide = [plain(line) for line in bracket_page(bracket(), "ana", 144, height=32).lines]
    told = " ".join(wide)
    for expected in ("eve - wilhelmina-marie", "gus - dmitri", "ana - bob"):
        assert f"winner of {expected}" in told
    assert "loser of ana - bob" in told
    assert wide[-1].split() == ["8", "hal", "1"], "the places come last"
    narrower = " ".join(
        plain(line) for line in bracket_page(bracket(), "ana", 116, height=26).lines
    )
    assert "eve or wilhelmina-marie" in narrower, "in fewer words"
    assert max(len(line) for line in wide) <= 144


@pytest.mark.parametrize("width", [116, 144, 192])
def test_rounds_of_winners_and_losers_stand_in_the_same_columns(width: int) -> None:
    told = [plain(line) for line in bracket_page(bracket(), "ana", width, height=40).lines]
    upper, lower = (next(row for row in told if row.startswith(side)) for side in SIDES)
    for name in ("round 2", "round 3"):
        assert upper.index(name) == lower.index(name)


SIDES: Final = ("winners", "losers")


def test_the_reader_s_match_lies_on_a_ground_of_its_own() -> None:
    lines = bracket_page(bracket(), "ana", 144, height=40).lines
    chosen = [span.text.strip() for line in lines for span in line if span.role == "selected"]
    assert chosen == ["ana", "bob"]


@pytest.mark.slow
async def test_what_is_further_down_is_told_instead_of_counted() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "l g right right")
        assert "down: losers" in "\n".join(grid(app))
        await press(pilot, " ".join(["down"] * 4))
        assert "down: losers" not in "\n".join(grid(app))
        assert "more below" in "\n".join(grid(app))


def test_a_small_window_has_a_row_for_each_match_from_the_final_back() -> None:
    told = [plain(line).split() for line in bracket_page(bracket(), "ana", 56, height=9).lines]
    assert told[2] == ["final", "winner", "of", "ana", "-", "bob", "-", "winner", "of", "losers"]
    assert told[3] == ["▌", "winners", "3", "ana", "-", "bob"], "the reader's own match is marked"
    assert told[4][:2] == ["losers", "2"]
    over = [plain(line) for line in bracket_page(bracket(over=True), "ana", 40, height=9).lines]
    assert over[2:4] == ["final", "  ana 2 - 0 bob"], "the round above where columns are few"


@pytest.mark.parametrize(
    ("width", "state"),
    [
        (76, "to be played: ana - bob, eve - wilhelmina-marie, gus - dmitri"),
        (56, "to be played: ana - bob, and 2 more"),
    ],
)
def test_the_reader_s_match_is_named_first_and_others_as_far_as_they_fit(
    width: int, state: str
) -> None:
    first = plain(bracket_page(bracket(), "ana", width).lines[0])
    assert first == f"Clubs 2026   {state}"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (44, 20), (50, 24)])
async def test_the_heads_of_standings_stay_where_others_are_scrolled(size: tuple[int, int]) -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "l g")
        for key in ("", *["down"] * 7, *["up"] * 13):
            await press(pilot, key)
            rows = grid(app)
            assert any("Diamonds 2026" in row for row in rows)
            assert any("player" in row and "points" in row for row in rows)
            screen = app.screen
            assert isinstance(screen, LeagueScreen)
            marked = [row for row in rows if row.lstrip().startswith(f"{UNICODE.turn} ")]
            chosen = screen.chosen
            assert any(chosen in row for row in marked), "the focus is in sight"
        assert chosen == "eve", "the first one"
        assert not any("more above" in row for row in rows)


async def test_a_low_window_shows_the_reader_amid_the_others_and_the_line() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "l g")
        rows = grid(app)
        assert any("6  ana" in row for row in rows)
        assert any("── the best 8 qualify" in row for row in rows)


@pytest.mark.slow
async def test_what_others_no_longer_see_is_said_though_the_row_is_out_of_sight() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "l g enter 2")
        assert "hidden from others now: opponents" in "\n".join(grid(app))
        await press(pilot, "2")
        assert "others see now: opponents" in "\n".join(grid(app))


async def test_a_profile_has_its_curve_beside_the_facts_where_rows_are_few() -> None:
    profile = await SampleLeague().profile("bob")
    low = [plain(line) for line in profile_page(profile, room=Room(76, 15)).lines]
    assert len(low) <= 15, "all of it is in sight"
    assert any("rated games" in line and line.count("1765") == 2 for line in low)
    high = [plain(line) for line in profile_page(profile, room=Room(116, 29)).lines]
    assert not any("rated games" in line and line.count("1765") == 2 for line in high)
    assert any(line.startswith("1765   ") for line in high)


async def test_ones_own_profile_says_in_a_line_what_others_see_where_rows_are_few() -> None:
    profile = await SampleLeague("ana").profile()
    shown = (True, False, True, True)
    low = [plain(line) for line in profile_page(profile, shown=shown, room=Room(76, 16)).lines]
    assert len(low) <= 16, "all of it is in sight"
    assert low[-1].split("  ")[:2] == ["1 games: shown", "2 opponents: hidden"]
    high = [plain(line) for line in profile_page(profile, shown=shown, room=Room(76, 30)).lines]
    assert "what others see" in high


async def test_ones_own_profile_shows_the_games_against_the_one_in_focus() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "l g enter")
        assert "ana - gus" in "\n".join(grid(app))
        await press(pilot, "down")
        assert "ana - bob" in "\n".join(grid(app))


@pytest.mark.slow
@pytest.mark.parametrize("height", [36, 40, 44])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_year_below_a_week_leaves_the_standings_beside_it(
    monkeypatch: pytest.MonkeyPatch, language: str, height: int
) -> None:
    monkeypatch.setattr(CuttleApp, "_speak", lambda _: speak(language))
    try:
        async with staged(SCENES["league-week"]) as (app, pilot):
            for width in (116, 118, 120, 124, 128, 132):
                await resized(pilot, (width, height))
                assert "juno" in "".join(grid(app)), width  # who has no match in this week
    finally:
        speak("en")


async def test_the_row_in_focus_of_a_profile_ends_where_the_opponents_do() -> None:
    text = profile_page(await SampleLeague().profile("bob"), room=Room(116, 20))
    line = next(place for place, name in enumerate(text.names) if name)
    assert plain(text.lines[line])[: text.reach].endswith("1")
    assert len(plain(text.lines[line])) > text.reach
