"""The league as text: what each command writes, and what it says to words without meaning."""

from __future__ import annotations

import re

import pytest

from cuttle_tui.league.plain import league_text
from cuttle_tui.plain.commands import UsageError
from cuttle_tui.ports import LobbyError
from tests.cuttle_tui.lobbies import online
from tests.cuttle_tui.plain_talk import talk
from tests.leagues import SampleLeague


async def text(*words: str) -> list[str]:
    return (await league_text(SampleLeague(), list(words))).splitlines()


async def test_top_lists_ratings_the_best_first() -> None:
    lines = await text("top")
    assert lines[0] == "rated games"
    assert [line.split()[1] for line in lines[3:5]] == ["ana", "bob"]
    assert "1812" in lines[3]


async def test_nothing_is_drawn_for_the_ear() -> None:
    async with talk(online(league=SampleLeague())) as one:
        pages = ("season", "bracket", "year", "top", "player ana", "player ana bob")
        said = [line for page in pages for line in await one.type(page)]
    assert not [line for line in said if re.search("[\u2500-\u259f]|  ", line)]
    for line in (
        "1, eve, 22, 26, 3",
        "the best 8 qualify",
        "ana 2 - 1 hal",
        "4 games won in a row",
    ):
        assert line in said


async def test_top_knows_other_pools() -> None:
    assert (await text("top", "days"))[0] == "correspondence games"


async def test_season_shows_the_running_one() -> None:
    lines = await text("season")
    assert lines[0].startswith("Diamonds 2026   week 7 of 13")
    cut = next(place for place, line in enumerate(lines) if "the best 8 qualify" in line)
    assert [line.split()[0] for line in (lines[cut - 1], lines[cut + 1])] == ["8", "9"]


async def test_season_by_name_and_by_week() -> None:
    assert (await text("season", "2026-clubs"))[0].startswith("Clubs 2026   over")
    assert (await text("season", "2026-clubs", "week", "3"))[0] == "Clubs 2026   week 3 of 13"
    assert (await text("season", "week"))[0] == "Diamonds 2026   week 7 of 13"


async def test_bracket_is_a_tree() -> None:
    lines = await text("bracket")
    assert lines[0].startswith("Clubs 2026   to be played: ana - bob")
    assert any("─┐" in line for line in lines)


async def test_year_adds_up() -> None:
    assert "21" in (await text("year", "2026"))[3]


async def test_player_shows_a_profile_and_head_to_head() -> None:
    lines = await text("player", "bob")
    assert "88 games: 61 won, 24 lost, 3 drawn" in lines
    assert (await text("player", "bob", "ana"))[0].startswith("bob - ana   9 won, 4 lost, 1 drawn")


@pytest.mark.parametrize(
    "words",
    [
        ("top", "all"),
        ("top", "live", "days"),
        ("season", "2026-clubs", "month"),
        ("season", "week", "first"),
        ("season", "2026-clubs", "week", "1", "2"),
        ("bracket", "2026-clubs", "now"),
        ("year", "26"),
        ("player",),
        ("player", "a", "b", "c"),
    ],
)
async def test_words_without_meaning_are_answered_with_how_it_is_written(
    words: tuple[str, ...],
) -> None:
    with pytest.raises(UsageError, match=f"usage: {words[0]}"):
        await text(*words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("season", "1999-clubs"), "no-such-season"),
        (("bracket", "1999-clubs"), "no-such-championship"),
        (("player", "nobody"), "no-such-player"),
        (("player", "bob", "nobody"), "no-such-player"),
    ],
)
async def test_what_is_not_there_is_refused(words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(LobbyError) as refused:
        await text(*words)
    assert refused.value.reason == reason
