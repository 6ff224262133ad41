"""Challenges and quick matches in the app: asked, shown on every screen, answered by a key."""

from __future__ import annotations

from contextvars import copy_context
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.i18n.translation import languages, plain, speak
from cuttle_tui.kit.names import Names
from cuttle_tui.learn.screen import LearnScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.table.words.game_over import stake_lines
from engine.table.state import Stake
from tests.cuttle_tui import lobbies, online, tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import ASKED, IVY, MADE, PEOPLE, WAITS, FakeLobby
from tests.cuttle_tui.table.test_table import settled

BAND, BAR, WHY = 4, 20, 22
CHALLENGED = News("challenged", "bob")


def opened(**facts: Any) -> tuple[CuttleApp, FakeLobby]:
    """Come to a server."""
    facts = {"chairs": (tables.chair(tables.TARGETS),), "present": (*PEOPLE, IVY), **facts}
    lobby = lobbies.online(**facts)
    return CuttleApp(lobby), lobby


async def test_somebody_is_challenged_with_rules_and_clocks() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)
        assert "Challenge bob?" in grid(app)[BAR]
        assert not any("computers" in row for row in grid(app))
        await pilot.press("t", "enter")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert lobby.asked == ["challenge p1 standard 0 quick private"]
        assert "you challenged bob: they have a minute" in grid(app)[WHY]
        assert any("you challenged bob (standard, quick)" in r for r in grid(app))
        await pilot.press("x")
        await settled(pilot)
        assert lobby.asked[-1] == "decline"
        assert "you withdrew your challenge" in grid(app)[WHY]


async def test_a_rated_challenge_has_the_seasons_rules_and_clocks() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down", "c", "e", "enter")
        await settled(pilot)
        assert lobby.asked == ["challenge p1 cuttle.cards 0 steady private rated"]


@pytest.mark.slow
async def test_other_rules_are_not_rated() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "e", *"tttttt")
        await settled(pilot)
        assert app.table_options.rated
        assert app.table_options.timing == "steady"  # never without clocks
        await pilot.press("down", "down", "down", "down", "right")
        await settled(pilot)
        await pilot.press("home", "down", "right")
        await settled(pilot)
        assert not app.table_options.rated
        assert lobby.asked == []


async def test_rated_on_and_off_changes_nothing_else() -> None:
    app, _ = opened()
    app.table_options = TableOptions("room", "howto", (("random-four", None),))
    chosen = app.table_options
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "n", "e")
        await settled(pilot)
        assert app.table_options.ruleset != chosen.ruleset
        await pilot.press("e")
        await settled(pilot)
        assert app.table_options == chosen
        await pilot.press("e", "escape")
        await settled(pilot)
        assert app.table_options == chosen
        assert app.ruleset == chosen.ruleset


async def test_a_challenge_leaves_the_choices_for_a_table_alone() -> None:
    app, lobby = opened()
    chosen = app.table_options
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down", "c", *"tttt", "enter")
        await settled(pilot)
        assert lobby.asked == ["challenge p1 standard 0 1d private"]
        assert app.table_options == chosen


async def test_a_refused_challenge_says_why() -> None:
    app, _ = opened(reason=LobbyError("they-play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down", "c", "enter")
        await settled(pilot)
        assert "in the middle of a game" in grid(app)[WHY]


@pytest.mark.parametrize(
    ("keys", "screen"),
    [((), HomeScreen), (("l",), LobbyScreen), (("h",), LearnScreen), (("n",), NewTableScreen)],
)
async def test_a_challenge_is_shown_on_every_screen_and_accepted_by_a_key(
    keys: tuple[str, ...], screen: type
) -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await settled(pilot)
        assert isinstance(app.screen, screen)
        lobby.asking = (ASKED,)
        lobby.tell(CHALLENGED)
        await settled(pilot)
        assert "CHALLENGE   bob 1548?, rated, steady" in grid(app)[BAR]
        assert "f2 accept   f3 decline" in grid(app)[BAR + 1]
        await pilot.press("down")
        await settled(pilot)
        assert "CHALLENGE" not in grid(app)[BAR]
        assert "f2 yes, f3 no: bob 1548? challenges you" in grid(app)[WHY]
        await pilot.press("down")
        await settled(pilot)
        assert "challenges you" in grid(app)[WHY]  # until it is answered
        await pilot.press("f2")
        await settled(pilot)
        assert lobby.asked == ["accept"]
        assert isinstance(app.screen, TableScreen)


@pytest.mark.slow
async def test_a_challenge_is_shown_at_a_practice_table_and_declined() -> None:
    app, lobby = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert any("bob 1548? challenges you, rated (steady)" in row for row in grid(app))
        await pilot.press("f3")
        await settled(pilot)
        assert lobby.asked[-1] == "decline"
        assert any("you declined the challenge" in row for row in grid(app))
        await pilot.press("f3")
        assert lobby.asked[-1] == "decline"
        assert len(lobby.asked) == 2


async def test_a_withdrawn_challenge_is_gone() -> None:
    app, lobby = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.asking = ()
        lobby.tell(News("withdrawn", "bob"))
        await settled(pilot)
        assert "bob withdrew the challenge" in grid(app)[WHY]
        await pilot.press("f2", "down")
        await settled(pilot)
        assert "challenge" not in grid(app)[WHY]
        assert lobby.asked == []


async def test_the_keys_of_a_challenge_can_be_clicked() -> None:
    app, lobby = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.click(offset=(3, BAR + 1))
        await settled(pilot)
        assert lobby.asked == ["accept"]


async def test_a_click_on_the_bar_of_a_challenge_answers_nothing() -> None:
    app, lobby = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.click(offset=(3, BAR))
        await settled(pilot)
        assert lobby.asked == []
        assert "Wait for an opponent?" in grid(app)[BAR]
        await pilot.click(offset=(3, BAR))
        await settled(pilot)
        assert [asked.split()[0] for asked in lobby.asked] == ["quick"]


async def test_nobody_answers_a_question_that_a_challenge_hides() -> None:
    app, lobby = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "CHALLENGE" in grid(app)[BAR]
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == []
        assert "Wait for an opponent?" in grid(app)[BAR]
        assert "challenges you" in grid(app)[WHY]
        await pilot.press("enter")
        await settled(pilot)
        assert [asked.split()[0] for asked in lobby.asked] == ["quick"]


async def test_escape_lays_a_challenge_aside_and_does_nothing_else() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        lobby.asking = (ASKED,)
        lobby.tell(CHALLENGED)
        await settled(pilot)
        assert "esc later" in grid(app)[BAR + 1]
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "challenges you" in grid(app)[WHY]
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_an_option_that_is_no_answer_to_a_challenge_is_taken_at_once() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down")
        lobby.asking = (ASKED,)
        lobby.tell(CHALLENGED)
        await settled(pilot)
        assert "CHALLENGE" in grid(app)[BAR]
        await pilot.press("r")
        await settled(pilot)
        assert "Why are you reporting bob?" in grid(app)[BAR]


async def test_who_was_challenged_is_not_asked_again() -> None:
    app, lobby = opened(asking=(MADE,))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("l", "right", "right", "down")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "CHALLENGE   bob has not answered yet\n  x withdraw" in shown
        assert "you challenged bob 1548? (standard, quick)\n" in shown  # the bar names the key
        await pilot.press("enter", "c")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("x")
        await settled(pilot)
        assert lobby.asked == ["decline"]


async def test_a_key_from_before_a_challenge_answers_what_was_asked_then(
    reading: list[float],
) -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        reading[0] += 5
        lobby.asking = (ASKED,)
        lobby.tell(CHALLENGED)
        await settled(pilot)
        assert "CHALLENGE" in grid(app)[BAR]
        await pilot.press("down")
        await settled(pilot)
        assert "CHALLENGE" in grid(app)[BAR]  # nobody has read it yet
        reading[0] += 5
        await pilot.press("up")
        await settled(pilot)
        assert "Wait for an opponent?" in grid(app)[BAR]


async def test_ctrl_c_asks_whether_to_quit_before_a_challenge() -> None:
    app, _ = opened(asking=(ASKED,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+c")
        await settled(pilot)
        assert "QUIT?" in grid(app)[BAR]
        assert "challenges you" in grid(app)[WHY]


@pytest.mark.slow
async def test_who_waits_is_played_from_the_tables_and_from_the_people() -> None:
    app, lobby = opened(waiting=(WAITS,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        assert "Play ivy, who is waiting for a rated match?" in grid(app)[BAR]
        assert any("ivy 1439" in row and "cuttle.cards, steady" in row for row in grid(app))
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["sit q1"]
    app, lobby = opened(waiting=(WAITS,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "end", "enter")
        await settled(pilot)
        assert lobby.asked == ["sit q1"]


async def test_clocks_of_quick_matches_are_chosen_at_home() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right")
        await settled(pilot)
        assert "left right clocks: steady" in grid(app)[BAR + 1]
        await pilot.press("enter", "q", "y", "down", "left")
        await settled(pilot)
        assert "clocks: relaxed" in grid(app)[BAR + 1]
        assert "Clubs 2026, week 3 of 13" in grid(app)[WHY]
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["quick standard steady", "ranked cuttle.cards/1.0.2 relaxed"]


async def test_between_seasons_home_says_so_before_a_rated_match() -> None:
    app, _ = opened(season=None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        await settled(pilot)
        assert "no season is running: the games will be casual" in grid(app)[WHY]


async def test_who_comes_is_announced() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.tell(News("came", "bob"))
        await settled(pilot)
        assert "bob is here now" in grid(app)[WHY]


async def test_ones_own_challenge_is_withdrawn_only_while_it_waits() -> None:
    app, lobby = opened(asking=(MADE,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "x", "x")
        await settled(pilot)
        assert lobby.asked == ["decline"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_stake_of_a_table_changes_with_the_table(size: tuple[int, int]) -> None:
    chair = online.staked()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "counts" in shown
        assert "you lead 1-0" in shown
        assert "you 1512 +14 -16" in shown
        assert "bob 1548?" in shown
        online.alter(chair, stake=online.DECIDED)
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "casual: you won the match 2-0" in shown
        assert "+14" not in shown
        assert ", casual" in grid(app)[-1]
        online.alter(chair, stake=online.NO_SEASON)
        await settled(pilot)
        assert "no season" in "\n".join(grid(app))
        assert ", casual" in grid(app)[-1]
        assert "rated" not in grid(app)[-1]


async def test_no_computers_are_offered_at_a_rated_table() -> None:
    chair = online.room(rated=True, stake=online.STAKE)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert not any("add computers" in row for row in grid(app))
        await pilot.press("c")
        await settled(pilot)
        assert chair.done == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("stake", [online.STAKE, online.DECIDED, online.WON])
def test_long_names_leave_room_for_the_stake_at_80_columns(stake: Stake, language: str) -> None:
    def widths() -> list[int]:
        speak(language)
        names = Names(("bartholomew12345", "maximiliana12345"), 1)
        lines = stake_lines(online.staked(stake).state(), names)
        return [sum(len(plain(part)) for part in line) + 3 for line in lines]

    assert copy_context().run(widths)[3] <= 76  # with what it does to the reader's rating


async def test_the_form_of_a_challenge_has_a_row_for_each_option_at_60_columns() -> None:
    app, _ = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "right", "right", "down", "c", *["down"] * 5)
        await settled(pilot)
        assert any("▌ -  eight-for-eight" in row for row in grid(app))
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        rows = [row for row in grid(app) if row[3:6] == "-  "]
        assert any("▌ -  eight-for-eight" in row for row in rows)  # the blank row before it is gone
        assert len(rows) >= 5
        await pilot.press("tab")
        await settled(pilot)
        assert any("▌ r  rules" in row for row in grid(app))
