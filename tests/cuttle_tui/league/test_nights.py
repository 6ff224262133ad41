"""The screen of play nights: start one, join, watch, leave, end it; its line in the lobby."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.i18n.translation import Sentence, plain
from cuttle_tui.league.nights import pairings_page, plan_page, players_page, rounds_page
from cuttle_tui.league.nights_screen import NewNightScreen, NightScreen
from cuttle_tui.league.pages import Look
from cuttle_tui.league.screen import ProfileScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.ports.league import NIGHT_FORMATS, NightFormat, NightPage, NightPlan
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.table.test_table import settled
from tests.leagues import SampleLeague
from tests.nights import FakeNights, night

BAR, OPTIONS, WHY = 20, 21, 22


class Visit:
    """An app with the screen of the play night, driven by keys."""

    def __init__(self, page: NightPage | None, **facts: object) -> None:
        self.nights = FakeNights(page)
        self.lobby: FakeLobby = lobbies.online(league=SampleLeague(), nights=self.nights, **facts)
        self.app = CuttleApp(self.lobby)

    @asynccontextmanager
    async def run(self, keys: str = "l v") -> AsyncIterator[Visit]:
        """Open the app, and press keys."""
        async with self.app.run_test(size=(80, 24)) as pilot:
            self._pilot = pilot
            await self.press(keys)
            yield self

    async def press(self, keys: str) -> None:
        """Press keys, and wait until everything is shown."""
        await settled(self._pilot)
        for key in keys.split():
            await self._pilot.press(key)
            await settled(self._pilot)

    async def news(self) -> None:
        """Let the lobby say that something has changed."""
        self.lobby.tell(News("lobby"))
        await settled(self._pilot)

    @property
    def rows(self) -> list[str]:
        """What is shown."""
        return grid(self.app)

    @property
    def text(self) -> str:
        """What is shown, in one."""
        return "\n".join(self.rows)


@pytest.mark.slow
async def test_a_host_opens_a_night_and_starts_it() -> None:
    visit = Visit(None)
    async with visit.run():
        assert "no play night now" in visit.text
        await visit.press("n")
        assert isinstance(visit.app.screen, NewNightScreen)
        await visit.press("f f o t g r")
        assert "arena" in visit.text
        await visit.press("enter")
        (opened,) = visit.nights.done
        assert opened.split()[:2] == ["open", "arena"]
        assert opened.endswith(" 90")
        assert "+first-to-2" in opened
        assert isinstance(visit.app.screen, NightScreen)
        assert "s start" in visit.rows[OPTIONS]
        await visit.press("s")
        assert visit.nights.done[1:] == ["begin"]


@pytest.mark.slow
async def test_what_the_lobby_refuses_is_said() -> None:
    visit = Visit(None)
    visit.nights.reason = LobbyError("night-open")
    async with visit.run("l v n enter"):
        assert "there is a play night already" in visit.rows[WHY]
        assert isinstance(visit.app.screen, NewNightScreen)
    visit = Visit(night(state="open", joined=False, may_join=True))
    visit.nights.reason = LobbyError("night-begun")
    async with visit.run("l v j"):
        assert "cannot join" in visit.rows[WHY]


async def test_a_guest_can_join_but_open_none() -> None:
    visit = Visit(None, account=FakeAccount(guest=True))
    async with visit.run("l v n"):
        assert isinstance(visit.app.screen, NightScreen)
        assert "with an account" in visit.text


async def test_joining_and_leaving() -> None:
    visit = Visit(night(state="open", joined=False, may_join=True))
    async with visit.run("l v"):
        assert "take part?" in visit.rows[BAR]
        await visit.press("j")
        assert visit.nights.done == ["join"]
        assert "You are in" in visit.rows[BAR]
        await visit.press("l n")
        assert visit.nights.done == ["join"]
        await visit.press("l y")
        assert visit.nights.done == ["join", "leave"]


@pytest.mark.slow
async def test_the_own_match_is_in_focus_and_leads_to_its_table() -> None:
    visit = Visit(night(), resume=tables.chair(tables.TARGETS))
    async with visit.run():
        assert "Your match: bob" in visit.rows[BAR]
        await visit.press("t")
        assert isinstance(visit.app.screen, TableScreen)
    visit = Visit(night(), resume=tables.chair(tables.TARGETS))
    async with visit.run("l v enter"):
        assert isinstance(visit.app.screen, TableScreen)
        assert not visit.lobby.asked


async def test_another_match_is_watched() -> None:
    visit = Visit(night(), chairs=(tables.chair(tables.TARGETS, None),))
    async with visit.run("l v down enter"):
        assert visit.lobby.asked == ["watch t7"]
        assert isinstance(visit.app.screen, TableScreen)


async def test_a_match_that_is_not_played_is_not_watched() -> None:
    visit = Visit(night())
    async with visit.run("l v down down enter"):
        assert isinstance(visit.app.screen, NightScreen)
        assert not visit.lobby.asked


async def test_the_lists_and_the_profile_of_a_player() -> None:
    visit = Visit(night())
    async with visit.run("l v right"):
        assert "Buchholz" in visit.text
        assert "3.5" in visit.text
        await visit.press("right")
        assert "not connected" in visit.text
        await visit.press("enter")
        assert isinstance(visit.app.screen, ProfileScreen)


async def test_a_double_elimination_shows_its_bracket() -> None:
    visit = Visit(night("double-elimination"))
    async with visit.run("l v right"):
        assert "bracket" in visit.rows[1]
        assert "winners" in visit.text


async def test_the_host_withdraws_a_player_and_ends_the_night() -> None:
    visit = Visit(night(mine=True))
    async with visit.run("l v left down x"):
        assert visit.nights.done == ["withdraw bob"]
        await visit.press("e y")
        assert visit.nights.done[1:] == ["end"]


async def test_only_the_host_can_withdraw_and_end() -> None:
    visit = Visit(night())
    async with visit.run("l v left down x e y"):
        assert visit.nights.done == []


async def test_news_renew_the_list_and_keep_the_focus() -> None:
    visit = Visit(night())
    async with visit.run("l v down"):
        page = visit.nights.shown
        assert page is not None
        visit.nights.shown = replace(page, pairings=page.pairings[:2], opponent="")
        await visit.news()
        assert "Your match" not in visit.rows[BAR]
        assert "enter watch" in visit.rows[OPTIONS]


@pytest.mark.slow
async def test_the_lobby_and_home_announce_a_night() -> None:
    visit = Visit(night(state="open", joined=False, may_join=True))
    async with visit.run(""):
        assert "v  play night" in visit.text
        assert "bob starts it; 9 players" in visit.text
        await visit.press("l")
        assert "play night (Swiss, 9 players): v to join" in visit.text
    visit = Visit(None)
    async with visit.run(""):
        assert "play night" not in visit.text
        visit.nights.shown = night(joined=False)
        await visit.news()
        assert "v  play night" in visit.text
        assert "round 2 of 4" in visit.text
        await visit.press("v")
        assert isinstance(visit.app.screen, NightScreen)
        assert not visit.nights.done, "who cannot join watches"


@pytest.mark.slow
async def test_one_key_of_the_first_screen_joins_a_night_and_opens_it() -> None:
    visit = Visit(night(state="open", joined=False, may_join=True))
    async with visit.run("v"):
        assert visit.nights.done == ["join"]
        assert isinstance(visit.app.screen, NightScreen)
        await visit.press("escape")
        assert "you are in: bob starts it; 9 players" in visit.text
        await visit.press("v")
        assert visit.nights.done == ["join"]
    visit = Visit(night(state="open", joined=False, may_join=True))
    visit.nights.reason = LobbyError("night-begun")
    async with visit.run("v"):
        assert isinstance(visit.app.screen, HomeScreen)
        assert "cannot join" in visit.text


async def test_without_a_league_there_is_no_night() -> None:
    app = CuttleApp(lobbies.online())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("v", "l", "v")
        await settled(pilot)
        assert not isinstance(app.screen, NightScreen)


async def test_plain_mode_has_a_command_for_nights() -> None:
    nights = FakeNights()
    lobby = lobbies.online(nights=nights)
    async with talk(lobby) as said:
        assert await said.type("night") == ["There is no play night now."]
        await said.type("night start arena standard timing steady minutes 30")
        await said.type("night join")
        await said.type("night begin")
        await said.type("night withdraw bob")
        await said.type("night leave")
        await said.type("night end")
        assert nights.done == [
            "open arena standard steady 30",
            "join",
            "begin",
            "withdraw bob",
            "leave",
            "end",
        ]
        shown = "\n".join(await said.type("night"))
        assert "gus, carol, gus won: carol did not come" in shown
        assert not re.search("[\u2500-\u259f]", shown)
        assert "Buchholz" in shown
        for wrong in ("night now", "night withdraw", "night start swiss rounds", "night join me"):
            assert (await said.type(wrong))[0].startswith("Usage: night")
        assert len(nights.done) == 6


# championship matches -----------------------------------------------------------------------------


async def test_an_open_match_of_the_championship_is_played_by_a_key() -> None:
    league = SampleLeague()
    app = CuttleApp(lobbies.online(league=league))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("l", "g", "right", "right"):
            await settled(pilot)
            await pilot.press(key)
        await settled(pilot)
        assert "Play your match against bob?" in grid(app)[BAR]
        assert "enter challenge bob" in grid(app)[OPTIONS]
        await pilot.press("enter")
        await settled(pilot)
        assert league.called == ["2026-clubs"]
        assert "you challenged bob" in grid(app)[WHY]
        league.reason = LobbyError("not-here")
        await pilot.press("enter")
        await settled(pilot)
        assert "not here any more" in grid(app)[WHY]


async def test_who_has_no_open_match_is_offered_none() -> None:
    league = SampleLeague(me="hal")
    app = CuttleApp(lobbies.online(league=league, player="hal"))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("l", "g", "right", "right", "enter"):
            await settled(pilot)
            await pilot.press(key)
        await settled(pilot)
        assert "challenge" not in grid(app)[OPTIONS]
        assert "Lose two matches" in grid(app)[BAR]
        assert league.called == []


async def test_plain_mode_calls_an_opponent_to_the_match() -> None:
    league = SampleLeague()
    async with talk(lobbies.online(league=league)) as said:
        assert (await said.type("match"))[0].startswith("You challenged bob")
        await said.type("match 2026-hearts")
        assert league.called == ["2026-clubs", "2026-hearts"]


async def test_who_asks_for_a_match_without_a_championship_hears_of_quick_matches() -> None:
    league = SampleLeague(empty=True)
    async with talk(lobbies.online(league=league)) as said:
        told = await said.type("match")
        assert told == ["No championship has been held yet. For a quick match, type quick."]


@pytest.mark.slow
async def test_the_row_in_focus_of_a_new_night_is_changed_with_the_arrows() -> None:
    visit = Visit(None)
    async with visit.run("l v n right"):
        screen = visit.app.screen
        assert isinstance(screen, NewNightScreen)
        assert "round robin" in visit.text
        await visit.press("left down right")
        assert screen.chosen_plan.format == "swiss"
        assert screen.chosen == "r", "the focus stays in its row"
        assert screen.chosen_plan.ruleset != NightPlan().ruleset


def test_results_are_written_in_short_where_columns_are_few() -> None:
    wide, narrow = (pairings_page(night(), Look(width=width)) for width in (80, 56))
    told = [plain(line) for line in wide.lines]
    assert any("gus won: carol did not come" in line for line in told)
    assert narrow.width <= 56
    assert [plain(line).split()[-1] for line in narrow.lines[3:6]] == [
        "playing",
        "playing",
        "waiting",
    ]
    assert plain(narrow.lines[-2]).endswith("gus won"), "but not why"
    least = pairings_page(night(), Look(width=50, height=9))
    assert plain(least.lines[-2]).endswith("1 - 0")
    assert not plain(least.lines[-6]), "a blank row parts the rounds of a window"


def test_beside_another_list_stand_the_rounds_that_fit_with_their_results() -> None:
    whole, low = (rounds_page(night(), Look("ana", 50, height=rows)) for rows in (20, 12))
    told = [plain(line) for line in whole.lines]
    assert told[0] == "round 2"
    assert told[9] == "round 1"
    assert told[10].split() == ["ana", "wilhelmina-marie", "ana", "won"]
    assert told[-2].endswith("gus won"), "in short where the reason has no room"
    assert len(low.lines) == 8, "a round is there as a whole, or not at all"


def test_players_are_listed_with_what_is_known_of_them() -> None:
    page = players_page(night(state="open"), Look("ana"), {"ana": "1812"})
    told = [" ".join(plain(line).split()) for line in page.lines]
    assert told[2:5] == ["player rating state", "ana 1812 here", "bob here, the host"]
    assert "hal left" in told
    running = players_page(night(), Look("ana"))
    assert plain(running.lines[2]).split() == ["seed", "player", "points", "state"]


@pytest.mark.parametrize("format", NIGHT_FORMATS)
def test_the_band_says_how_long_a_format_takes(format: NightFormat) -> None:
    page = plan_page(NightPlan(format=format), Look())
    assert page.lines[0]
    assert page.lines[1]
    assert not page.lines[2]
    assert page.lines[3]
    assert max(map(sentence_length, page.lines[:2])) <= 76


def sentence_length(line: Sentence) -> int:
    return len(plain(line))
