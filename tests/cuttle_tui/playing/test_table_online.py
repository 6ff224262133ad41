"""A table with other people: actions that are kept first, clocks, absence, talk, watching."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest
from textual.events import AppBlur, AppFocus, Key
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.i18n.translation import say
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Change, ChatLine, LobbyError, News, Sitter
from cuttle_tui.table.chat import PHRASES
from cuttle_tui.table.situation import Mode
from engine.actions import parse_action
from engine.errors import StaleAction
from engine.rules.options import parse_ruleset
from engine.table.seats import CallOff, Claim, Fill, ShowHands
from tests.cuttle_tui import lobbies, online as at, tables, tables_many
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeGuest, FakeLobby
from tests.cuttle_tui.table.test_table import BAR, OPTIONS, WHY, settled, table
from tests.cuttle_tui.tables import FakeChair, card


def app_at(chair: FakeChair, **more: object) -> tuple[CuttleApp, FakeLobby]:
    """Open the app of a server at a table."""
    lobby = lobbies.online(**more)
    return CuttleApp(lobby, chair=chair), lobby


def text(app: CuttleApp) -> str:
    return "\n".join(grid(app))


async def test_the_choice_stays_until_the_table_has_moved() -> None:
    chair = tables.chair(tables.TARGETS)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "s", "b")
        await settled(pilot)
        before = grid(app)
        assert chair.played == [(parse_action("scuttle 3H>2H"), 40)]
        assert table(app).ui.choice.card == card("3H")
        at.alter(chair, watchers=0)
        await settled(pilot)
        assert grid(app) == before
        chair.change(tables.WAITING)
        await settled(pilot)
        assert table(app).ui.choice.card is None
        assert "BOB'S TURN" in grid(app)[BAR]


async def test_what_was_refused_is_not_said_of_the_next_question() -> None:
    chair = tables.chair(tables.WAITING)
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await settled(pilot)
        assert "waiting for bob" in text(app)
        chair.change(tables.TARGETS.replace("turn 20", "turn 22").replace("ply 40", "ply 42"))
        await settled(pilot)
        assert "YOUR TURN" in grid(app)[BAR]
        assert "asked now" not in text(app)


async def test_an_announcement_ends_with_the_move_after_it() -> None:
    chair = tables.chair(tables.WAITING)
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        table(app).announce(say("your game with bob begins"))
        await settled(pilot)
        assert "your game with bob begins" in text(app)
        chair.change(tables.OVER)
        await settled(pilot)
        assert "YOU WIN" in grid(app)[BAR]
        assert "begins" not in text(app)


async def test_a_second_press_meanwhile_plays_nothing_and_says_nothing() -> None:
    chair = tables.chair(tables.TARGETS)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "s", "b")
        chair.refuse = StaleAction("the last action is still being saved")
        before = grid(app)
        await pilot.press("b", "enter", "1", "escape", "d")
        await settled(pilot)
        assert len(chair.played) == 1
        assert grid(app) == before


async def test_after_trouble_the_choice_can_be_played_again() -> None:
    chair = tables.chair(tables.TARGETS)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "s", "b")
        at.alter(chair, trouble="the disk is full")
        await settled(pilot)
        assert "PAUSED" in grid(app)[BAR]
        at.alter(chair, trouble="")
        await settled(pilot)
        await pilot.press("b")
        assert len(chair.played) == 2


@pytest.mark.parametrize("height", range(36, 44))
async def test_the_log_beside_a_table_begins_with_a_whole_line(height: int) -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(60).chair(0))
    async with app.run_test(size=(120, height)) as pilot:
        await settled(pilot)
        lines = [row[91:] for row in grid(app)[3:]]
        assert any(line.startswith("  ") for line in lines)
        assert not lines[0].strip() or not lines[0].startswith("  ")


async def test_the_log_stands_beside_a_table_once_the_cards_are_dealt() -> None:
    chair = at.room()
    app, _ = app_at(chair)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "log" not in text(app).split()
        bar = app.query_one("#prompt").region
        assert bar.width == 88
        at.alter(chair, sitters=at.BOTH)
        chair.change(tables.WAITING)
        await settled(pilot)
        assert "log" in text(app).split()
        assert app.query_one("#prompt").region == bar


@pytest.mark.slow
@pytest.mark.parametrize("queued", [True, False], ids=["queue", "room"])
async def test_a_click_on_the_board_of_a_table_that_waits_opens_its_puzzle(queued: bool) -> None:
    app, _ = app_at(at.queued() if queued else at.room(), waiting=at.QUEUE if queued else ())
    start = 0 if queued else 88
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        row = next(y for y, text in enumerate(grid(app)) if "p puzzle 1: Six to go" in text[start:])
        await pilot.click(offset=(start + 12, row + 4))
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.occasion == "puzzle"


async def test_the_queue_is_left_by_the_key_below_the_bar() -> None:
    chair = at.queued()
    app, _ = app_at(chair, waiting=at.QUEUE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        (row,) = (y for y, text in enumerate(grid(app)) if "q stop waiting" in text)
        assert "QUICK MATCH" in grid(app)[row - 1]
        await pilot.click(offset=(3, row))
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_nobody_is_asked_to_talk_where_nobody_hears_it() -> None:
    chair = at.queued()
    app, _ = app_at(chair, waiting=at.QUEUE)
    async with app.run_test() as pilot:
        await settled(pilot)
        assert " t say" not in grid(app)[-1]
        await pilot.press("t")
        await settled(pilot)
        assert "there is nobody to talk to here" in text(app)
        at.alter(chair, watchers=1)
        await settled(pilot)
        assert " t say" in grid(app)[-1]


async def test_a_table_that_waits_asks_who_is_ready() -> None:
    chair = at.room()
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("enter", "c")
        await settled(pilot)
        assert chair.rematches == 1
        assert chair.done == [Fill("regular")]
        assert "TABLE ELM   code K7QF: Are you ready?" in grid(app)[BAR]
        assert "ssh -t -p 2222 HOST join K7QF" in text(app)
        at.alter(chair, host=1, sitters=at.BOTH)
        await settled(pilot)
        await pilot.press("c")
        assert chair.done == [Fill("regular")]


async def test_who_practises_in_a_room_hears_that_they_are_no_longer_ready() -> None:
    chair, practice = at.room(), tables.chair(tables.TARGETS)
    at.alter(chair, ready=(0,))
    app, _ = app_at(chair, chairs=(practice,))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("g")
        await settled(pilot)
        assert "you are no longer ready: tab goes to your table" in text(app)


async def test_nothing_leads_back_to_a_room_that_was_left() -> None:
    app, _ = app_at(at.room())
    async with app.run_test() as pilot:
        await pilot.press("q", "y")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "tab your table" not in text(app)
        await pilot.press("tab")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_a_practice_game_ends_when_a_quick_match_is_found() -> None:
    chair, practice = at.queued(), tables.chair(tables.TARGETS)
    app, lobby = app_at(chair, waiting=at.QUEUE, chairs=(practice,))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("g")
        await settled(pilot)
        assert lobby.asked == ["practise standard"]
        assert "YOUR TURN" in grid(app)[BAR]
        assert "waiting for a match" in grid(app)[-1]
        chair.shown = replace(chair.shown, sitters=at.BOTH)
        chair.change(tables.WAITING)
        await settled(pilot)
        assert practice.left
        assert table(app).seating.chair is chair
        assert "your game with bob begins: press any key to play" in grid(app)[WHY]
        assert app.attention.called
        await pilot.press("d")  # a key meant for the practice game plays nothing here
        await settled(pilot)
        assert not chair.played
        assert "begins" not in grid(app)[WHY]
        assert not app.attention.called


async def test_leaving_a_practice_game_leads_back_to_the_queue() -> None:
    chair, practice = at.queued(), tables.chair(tables.TARGETS)
    app, _ = app_at(chair, waiting=at.QUEUE, chairs=(practice,))
    async with app.run_test() as pilot:
        await pilot.press("g", "q", "y")
        await settled(pilot)
        assert practice.left
        assert not chair.left
        assert "QUICK MATCH" in grid(app)[BAR]


@pytest.mark.parametrize(("rated", "title"), [(True, "RATED MATCH"), (False, "QUICK MATCH")])
async def test_the_wait_for_a_match_says_which(rated: bool, title: str) -> None:
    mine, *others = at.QUEUE
    app, _ = app_at(at.queued(), waiting=(replace(mine, rated=rated), *others))
    async with app.run_test() as pilot:
        await settled(pilot)
        assert title in grid(app)[BAR]


async def test_news_of_the_lists_wake_nobody_at_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(TableScreen, "take_news", lambda _, news: heard.append(news.kind))
    app, lobby = app_at(tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        await settled(pilot)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert not heard
        lobby.tell(News("your-move", "elm"))
        await settled(pilot)
        assert heard == ["your-move"]


@pytest.mark.parametrize(("by_code", "news"), [(True, []), (False, ["lobby"])])
async def test_news_of_the_lists_wake_a_table_that_waits_unless_friends_meet_there(
    monkeypatch: pytest.MonkeyPatch, by_code: bool, news: list[str]
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(TableScreen, "take_news", lambda _, news: heard.append(news.kind))
    app, lobby = app_at(at.room(by_code=True) if by_code else at.queued(), waiting=at.QUEUE)
    async with app.run_test() as pilot:
        await settled(pilot)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert heard == news


async def test_paired_while_at_home_leads_to_the_table() -> None:
    lobby = lobbies.online()
    app = CuttleApp(lobby)
    async with app.run_test() as pilot:
        await settled(pilot)
        lobby.resume = tables.chair(tables.TARGETS)
        lobby.tell(News("paired"))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.attention.called


async def test_paired_while_the_app_starts_leads_to_the_table() -> None:
    lobby = lobbies.online()
    app = CuttleApp(lobby)
    lobby.resume = tables.chair(tables.TARGETS)
    lobby.tell(News("paired"))
    async with app.run_test() as pilot:
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
    assert not lobby.listeners


async def test_paired_at_once_one_stays_where_one_sits() -> None:
    """Two may press the key so fast that the cards lie there before the screen does."""
    chair = tables.chair(tables.TARGETS)
    app, lobby = app_at(chair)
    async with app.run_test() as pilot:
        await settled(pilot)
        lobby.resume = chair
        lobby.tell(News("paired"))
        await settled(pilot)
        assert not chair.left
        assert table(app).seating.chair is chair


async def test_the_news_of_a_seat_may_arrive_before_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The cards may lie on another server's table before that server has answered."""
    chair = tables.chair(tables.TARGETS)
    lobby = lobbies.online()
    asked, answers = asyncio.Event(), asyncio.Event()

    async def late(*_: object, **__: object) -> FakeChair:
        asked.set()
        await answers.wait()
        return chair

    monkeypatch.setattr(lobby, "quick_match", late)
    app = CuttleApp(lobby)
    async with app.run_test() as pilot:
        await settled(pilot)
        app.screen.post_message(Key("enter", None))
        async with asyncio.timeout(10):
            await asked.wait()
        lobby.resume = chair
        lobby.tell(News("paired"))
        async with asyncio.timeout(10):
            while not isinstance(app.screen, TableScreen):
                await asyncio.sleep(0)
        answers.set()
        await settled(pilot)
        assert not chair.left
        assert table(app).seating.chair is chair
        assert sum(isinstance(screen, TableScreen) for screen in app.screen_stack) == 1


async def test_those_who_stayed_away_can_be_claimed_from() -> None:
    chair = at.claimable()
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("c", "u")
        assert chair.done == [Claim(), CallOff()]
        at.alter(chair, claimable=False, may_call_off=False)
        await settled(pilot)
        await pilot.press("c", "u")
        assert chair.done == [Claim(), CallOff()]


async def test_the_window_calls_when_a_win_may_be_claimed() -> None:
    chair = at.away()
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        app.post_message(AppBlur())
        await settled(pilot)
        assert not app.attention.called
        at.alter(chair, away=(None, 0), claimable=True)
        await settled(pilot)
        assert app.attention.called


async def test_ctrl_c_asks_with_nothing_in_the_way() -> None:
    chair = tables.chair(tables.TARGETS)
    app, lobby = app_at(chair)
    async with app.run_test() as pilot:
        lobby.tell(News("announcement", "a new version at noon"))
        await settled(pilot)
        await pilot.press("ctrl+c")
        await settled(pilot)
        assert "LEAVE?" in grid(app)[BAR]
        assert "forfeits this game" in grid(app)[BAR]


async def test_on_ones_own_turn_a_line_tells_of_the_claim() -> None:
    chair = at.table(tables.TARGETS, sitters=at.GONE, away=(None, 0), claimable=True)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await settled(pilot)
        assert "bob is still away: c claims the win" in grid(app)[WHY]
        await pilot.press("c")
        assert chair.done == [Claim()]


async def test_a_game_called_off_asks_for_no_card() -> None:
    chair = at.table(tables.TARGETS, called_off=True)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "d", "r")
        view = table(app).state.view
        assert view is not None
        assert not view.legal
        assert not chair.played
        assert chair.rematches == 1


LEFT = (Sitter("ana", "person"), Sitter("", "nobody"))


async def test_after_a_game_called_off_a_rematch_waits_for_who_is_away_by_name() -> None:
    chair = at.table(tables.TARGETS, called_off=True, sitters=at.GONE)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await settled(pilot)
        assert "r rematch" in text(app)
        assert "bob is away: the seat is held for another game" in grid(app)[WHY]
        await pilot.press("r")
        assert chair.rematches == 1
        at.alter(chair, ready=frozenset({0}))
        await settled(pilot)
        assert "Rematch: waiting for your opponent" in grid(app)[BAR]
        assert "bob is away" in grid(app)[WHY]
        assert "r rematch" not in text(app)


async def test_after_a_game_called_off_nothing_is_asked_of_who_has_left() -> None:
    chair = at.table(tables.TARGETS, called_off=True, sitters=LEFT)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("r")
        await settled(pilot)
        assert "CALLED OFF" in grid(app)[BAR]
        assert "r rematch" not in text(app)
        assert chair.rematches == 0


@pytest.mark.slow
async def test_a_phrase_is_said_with_two_keys() -> None:
    chair = at.clocked()
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        for key in "1234567890ab":
            await pilot.press("t", key)
        assert chair.done == [f"say {name}" for name in PHRASES]
        assert table(app).ui.mode is Mode.GAME


async def test_what_is_said_while_a_play_is_open_is_read_at_once() -> None:
    chair = tables.counter_chair()
    said = ChatLine("bob", "oops", phrase=True, after=len(chair.shown.log), number=1)
    chair.shown = replace(chair.shown, talk=(said,))
    app, _ = app_at(chair)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "bob: oops" in text(app)
        assert "purge" in text(app)


async def test_long_names_are_whole_and_both_score_lines_align() -> None:
    sitters = (Sitter("ana", "person"), Sitter("guest-beaver", "person"))
    app, _ = app_at(at.table(sitters=sitters))
    async with app.run_test() as pilot:
        await settled(pilot)
        his, mine = (line for line in grid(app) if re.search(r"\d of \d", line))
        assert "guest-beaver " in his
        assert his.index(" of ") == mine.index(" of ")


async def test_it_is_said_who_hears_what_one_says() -> None:
    watcher = at.table(seat=None, watchers=2)
    app, _ = app_at(watcher)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "other watchers read this; the players do not" in text(app)
    app = CuttleApp(lobbies.online(account=FakeAccount()), chair=at.table())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "hear you" not in text(app)


async def test_free_text_is_for_those_who_turned_it_on() -> None:
    chair = at.clocked()
    app, _ = app_at(chair)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t", "w", "h", "i", "enter")
        await settled(pilot)
        assert not chair.done
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert text(app).count("turn on free text to read it") <= 2
        assert "rock" not in text(app)
    chair = at.clocked()
    app, _ = app_at(chair, account=FakeAccount(settings={"free_text": True}))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t", "h", "i", "space", "1", "enter")
        await settled(pilot)
        assert chair.done == ["type hi 1"]
        assert "bob: you [bold]rock[/bold]" in text(app)


async def test_who_is_muted_is_heard_no_more() -> None:
    app, lobby = app_at(at.clocked())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "bob: hello" in text(app)
        await pilot.press("t", "p", "1", "m")
        await settled(pilot)
        assert "bob: hello" not in text(app)
        await pilot.press("p", "1", "b", "p", "1", "r", "1")
        await settled(pilot)
        assert lobby.asked == ["block p1", "report p1 rude"]


async def test_talk_that_is_refused_says_why() -> None:
    chair = at.clocked()

    def refuse(text: str, *, phrase: bool) -> None:
        raise LobbyError("too-many")

    chair.say = refuse  # type: ignore[method-assign]
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("t", "1")
        await settled(pilot)
        assert "too many in a short time" in grid(app)[WHY]


async def test_a_click_says_a_phrase() -> None:
    chair = at.clocked()
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        y = next(y for y, row in enumerate(grid(app)) if "good luck" in row)
        await pilot.click(offset=(4, y))
        assert chair.done == ["say good-luck"]


async def test_hands_are_opened_from_the_leave_page() -> None:
    chair = at.table()
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("q", "h")
        assert chair.done == [ShowHands()]
        at.alter(chair, showing=(0,))
        await settled(pilot)
        assert "h hide hand" in grid(app)[OPTIONS]
        await pilot.press("h")
        assert chair.done == [ShowHands(), ShowHands(False)]
        at.alter(chair, rated=True)
        await settled(pilot)
        await pilot.press("h")
        assert chair.done == [ShowHands(), ShowHands(False)]


async def test_a_watcher_can_only_look_and_leave() -> None:
    chair = at.table(tables.TARGETS, None)
    app, _ = app_at(chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "d", "enter", "p", "c", "u")
        await settled(pilot)
        assert not chair.played
        assert not chair.done
        assert "watching elm" in grid(app)[23]
        await pilot.press("q")
        await settled(pilot)
        assert chair.left
        assert isinstance(app.screen, HomeScreen)


async def test_announcements_reach_every_screen_until_the_next_key() -> None:
    chair = tables.chair(tables.TARGETS)
    app, lobby = app_at(chair)
    async with app.run_test() as pilot:
        for keys, row in ((["i"], WHY), (["question_mark"], 22)):
            await pilot.press(*keys)
            lobby.tell(News("announcement", "a new version at noon"))
            await settled(pilot)
            assert "news: a new version at noon" in grid(app)[row]
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        lobby.tell(News("closing", "in a minute"))
        await settled(pilot)
        assert "server shutting down: in a minute" in grid(app)[WHY]
        await pilot.press("3")
        await settled(pilot)
        assert "closes" not in text(app)


async def heard_by_terminal(app: CuttleApp, pilot: Pilot[None]) -> list[str]:
    """Note all that is written to the terminal beside pictures."""
    written: list[str] = []
    assert app._driver is not None
    app._driver.write = written.append  # type: ignore[method-assign,assignment]
    await settled(pilot)
    return written


async def test_the_window_calls_only_who_looks_elsewhere() -> None:
    chair = tables.chair(tables.WAITING)
    app, lobby = app_at(chair)
    async with app.run_test() as pilot:
        written = await heard_by_terminal(app, pilot)
        chair.change(tables.TARGETS)
        await settled(pilot)
        assert not any("\x1b]2;" in one for one in written)
        app.post_message(AppBlur())
        chair.change(tables.WAITING)
        await settled(pilot)
        chair.change(tables.TARGETS)
        await settled(pilot)
        assert any("\x1b]2;cuttle: your turn at elm\a" in one for one in written)
        assert "\a" in written
        app.post_message(AppFocus())
        await settled(pilot)
        assert "\x1b]2;cuttle\a" in written[-1] or "\x1b]2;cuttle\a" in written
        app.post_message(AppBlur())
        await settled(pilot)
        lobby.tell(News("sat-down"))
        await settled(pilot)
        assert any("somebody sat down" in one for one in written)
        lobby.tell(News("sat-down", "cy"))
        await settled(pilot)
        assert "cy sat down at your table" in grid(app)[WHY]
        lobby.tell(News("claimed", "oak"))
        await settled(pilot)
        assert "claimed the win at oak" in grid(app)[WHY]


async def test_the_bell_is_silent_for_those_who_want_it_so() -> None:
    chair = tables.chair(tables.WAITING)
    app, _ = app_at(chair, account=FakeAccount(settings={"bell": False}))
    async with app.run_test() as pilot:
        written = await heard_by_terminal(app, pilot)
        app.post_message(AppBlur())
        await settled(pilot)
        chair.change(tables.TARGETS)
        await settled(pilot)
        assert "\a" not in written
        assert any("your turn at elm" in one for one in written)


@pytest.mark.parametrize(
    ("seat", "facts", "says"),
    [
        (0, {"away": (None, 120)}, "bob is away: you can claim the win in 2 min"),
        (None, {"away": (None, 120)}, "bob is away: the seat is held for 2 min"),
        (0, {"away": (None, 120), "clocks": (60, 8)}, "bob is away, and the clock is running"),
        (0, {"away": (None, 120), "clocks": (60, 300)}, "you can claim the win in 2 min"),
    ],
)
async def test_it_is_said_what_comes_of_an_absence(
    seat: int | None, facts: dict[str, Any], says: str
) -> None:
    app, _ = app_at(at.table(seat=seat, sitters=at.GONE, **facts))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert says in grid(app)[BAR]


async def test_the_dialog_is_the_same_once_the_other_is_back() -> None:
    chair = at.table(clocks=(240, 60))
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = text(app)
        at.alter(chair, sitters=at.GONE, away=(None, 180))
        await settled(pilot)
        assert text(app) != before
        at.alter(chair, sitters=at.BOTH, away=(None, None))
        await settled(pilot)
        assert text(app) == before


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("nobody", "bob left: the computer plays on"),
        ("person", "bob stepped away: the computer plays for now"),
    ],
)
async def test_it_is_told_when_the_computer_takes_a_seat_over(kind: str, says: str) -> None:
    chair = tables_many.chair(tables_many.TEAM)
    view = chair.shown.view
    assert view is not None
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        ana, bob, *rest = chair.shown.sitters
        gone = Sitter(bob.name, "nobody" if kind == "nobody" else "person", present=False)
        sitters = (ana, gone if kind == "nobody" else bob, *rest)
        at.alter(chair, view=replace(view, absent=(1,)), sitters=sitters)
        await settled(pilot)
        assert says in grid(app)[WHY]
        if kind == "person":
            at.alter(chair, view=view)
            await settled(pilot)
            assert "bob is back" in grid(app)[WHY]
            await pilot.press("right")
            await settled(pilot)
            assert "bob is back" not in text(app)


async def test_after_somebody_has_left_it_is_told_that_nothing_more_is_played() -> None:
    sitters = (Sitter("ana", "person"), Sitter("bob", "nobody", present=False))
    app, _ = app_at(at.table(tables.OVER, sitters=sitters))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "bob left: no further games at this table" in grid(app)[WHY]


async def test_a_player_who_was_cut_off_in_the_room_is_away_not_ready() -> None:
    chair = at.room(sitters=at.BOTH, ready=(1,))
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "away" not in text(app)
        at.alter(chair, sitters=(at.BOTH[0], replace(at.BOTH[1], present=False)))
        await settled(pilot)
        rows = grid(app)
        named = next(row for row in rows if "2 bob" in row)
        assert "away" in rows[rows.index(named) + 1]


async def test_what_was_refused_is_forgotten_when_the_cards_are_dealt() -> None:
    chair = at.room(ready=(0,))
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.tell(say("refused"))
        at.alter(chair, watchers=2)
        await settled(pilot)
        assert "refused" in text(app)
        at.alter(chair, view=tables.chair(tables.TARGETS).shown.view, code=None)
        await settled(pilot)
        assert "refused" not in text(app)


@pytest.mark.parametrize(("size", "heard"), [((60, 20), False), ((80, 24), True)])
async def test_talk_takes_no_room_from_what_a_play_does(size: tuple[int, int], heard: bool) -> None:
    chair = tables.counter_chair()
    app, _ = app_at(chair)
    async with app.run_test(size=size) as pilot:
        said = ChatLine("bob", "oops", phrase=True, after=len(chair.shown.log), number=1)
        at.alter(chair, talk=(said,))
        await settled(pilot)
        assert "bob plays 6♠: purge" in text(app)
        assert heard == ("bob: oops" in text(app))
        await pilot.press("l")
        await settled(pilot)
        assert "bob: oops" in text(app)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("cutthroat", "rules: cutthroat"),
        ("cuttle.cards+first-to-2", "rules: cuttle.cards, but "),
        ("standard+random-four", "rules: standard, but a four discards two cards at random"),
    ],
)
async def test_a_table_that_waits_names_its_rules(rules: str, said: str) -> None:
    ruleset = parse_ruleset(rules)
    app, _ = app_at(at.room(ruleset=ruleset))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "code K7QF:" in text(app)
        assert said in text(app)
        await pilot.press("?")
        await pilot.press("h")
        await settled(pilot)
        assert ruleset.title in text(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_table_that_waits_says_what_house_rules_change(size: tuple[int, int]) -> None:
    app, _ = app_at(at.room(ruleset=at.HOUSE))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        words = " ".join(text(app).split())
        assert "but a four" in words
        assert "freeze" in words


@pytest.mark.parametrize("size", [(60, 20), (72, 20)])
async def test_the_lowest_table_that_waits_titles_house_rules(size: tuple[int, int]) -> None:
    app, _ = app_at(at.room(ruleset=at.HOUSE))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert "fours at random, nines freeze" in grid(app)[0]
        await pilot.press("?")
        await pilot.press("h")
        await settled(pilot)
        words = " ".join(text(app).split())
        assert "a four discards two cards at random" in words


async def test_who_joins_is_told_who_plays_with_whom_and_that_this_is_being_ready() -> None:
    chair = tables_many.waiting_chair()
    chair.shown = replace(chair.shown, ruleset=parse_ruleset("team"), host=1, ready=(0,))
    app, _ = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        sides = "you and seat 3 against bob and seat 4"
        assert f"{sides}; you joined, so you are ready" in grid(app)[WHY]
        at.alter(chair, ready=())
        await settled(pilot)
        assert grid(app)[WHY].strip() == sides


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_guest_reads_the_way_back_whole_when_a_timed_game_begins(
    size: tuple[int, int],
) -> None:
    chair = at.room(code=None, sitters=at.BOTH, ready=(0, 1), timing="steady")
    app = CuttleApp(lobbies.online(guest=FakeGuest()), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        dealt = tables.chair(tables.TARGETS).shown
        chair.shown = replace(dealt, timing="steady", clocks=(600, 600))
        for listener in chair.listeners:
            listener(Change(()))
        await settled(pilot)
        assert "cut off? come back with H7KQ2MXP" in " ".join(" ".join(grid(app)).split())
