"""Friends on the first screen: a row and a key for each, a table for them, and forgetting them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.code import InviteScreen
from cuttle_tui.front.friends import FriendsScreen
from cuttle_tui.front.friends_words import when_met
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError, News, OpenMatch
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import DAY, settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FRIENDS, FakeAccount, FakeHosting, FakeLobby
from tests.cuttle_tui.plain_talk import talk

DANA, OTTER, MAX, EVE, _ = FRIENDS


def shown(app: CuttleApp) -> str:
    """Return what the screen shows."""
    return "\n".join(grid(app))


def app_of(lobby: FakeLobby, **more: object) -> CuttleApp:
    app = CuttleApp(lobby, **more)  # type: ignore[arg-type]
    app.today = lambda: DAY
    return app


def online(*friends: object, **more: object) -> FakeLobby:
    """Return a server's lobby for a player with friends."""
    account = FakeAccount(guest=bool(more.pop("guest", False)))
    chairs = (tables.waiting_chair(),)
    long_ago = (replace(lobbies.GAMES[0], ended="2026-10-01 08:15"),)
    facts = {"met": friends, "chairs": chairs, "account": account, "finished": long_ago}
    return lobbies.online(**facts, **more)


@pytest.mark.parametrize(
    ("day", "told"), [(21, "today"), (22, "yesterday"), (23, "21 Nov"), (20, "21 Nov")]
)
def test_a_meeting_is_dated_as_people_say_it(day: int, told: str) -> None:
    met = datetime(2026, 11, 21, 23, 59, tzinfo=UTC)
    assert when_met(met, date(2026, 11, day)) == told
    assert when_met(met, date(2027, 1, 1)) == "2026-11-21"


async def test_three_friends_have_rows_and_a_key_lists_the_others() -> None:
    app = app_of(online(*FRIENDS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for row in ("x  dana ", "3-2, here now", "y  guest-otter ", "0-1, yesterday"):
            assert row in shown(app)
        assert "  eve " not in shown(app)
        assert "f friends" in shown(app)
        assert "Wait for an opponent?" in shown(app), "a friend who does not wait is not in focus"
        await pilot.press("f")
        await settled(pilot)
        assert isinstance(app.screen, FriendsScreen)
        assert "1-0" in shown(app)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_nobody_is_mentioned_to_who_has_no_friends() -> None:
    app = app_of(online())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "friend" not in shown(app).replace("for friends or anybody", "")
        await pilot.press("f", "d", "x")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "for a friend" not in " ".join(app.lobby.asked)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("key", "asked", "told"),
    [
        ("x", "table standard 0 none private for id-dana", "dana is invited"),
        (
            "y",
            "table standard 0 none private for id-guest-otter",
            "send guest-otter the line or the link",
        ),
    ],
)
async def test_a_key_opens_a_table_for_a_friend(key: str, asked: str, told: str) -> None:
    lobby = online(*FRIENDS)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press(key)
        await settled(pilot)
        assert lobby.asked == [asked]
        assert isinstance(app.screen, TableScreen)
        assert told in shown(app)


async def test_who_waits_comes_in_focus_and_is_joined_by_the_code() -> None:
    lobby = online(DANA, OTTER, MAX, EVE)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.met = (replace(EVE, code="K7QF"), DANA, OTTER, MAX)
        lobby.tell(News("invited", "eve"))
        await settled(pilot)
        for row in ("x  dana", "z  eve"):
            assert row in shown(app), "the others keep their keys"
        assert "waits for you: cutthroat" in shown(app)
        assert "Sit down with eve?" in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["join K7QF"]
        assert isinstance(app.screen, TableScreen)


async def test_who_looks_elsewhere_is_called_by_an_invitation() -> None:
    lobby = online(DANA)
    app = app_of(lobby)
    called: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.attention.call = lambda title, **_: called.append(title)  # type: ignore[method-assign]
        app.app_focus = False
        lobby.tell(News("invited", "dana"))
        await settled(pilot)
        assert called == ["cuttle: a friend waits for you"]
        assert "dana waits for you in a room" in shown(app)


async def test_friends_keep_their_places_until_the_screen_opens_again() -> None:
    lobby = online(DANA, OTTER)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("up")
        assert "Open a table for guest-otter?" in shown(app)
        lobby.met = (OTTER, replace(DANA, here=False))
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "x  dana                        3-2, yesterday" in shown(app)
        assert "Open a table for guest-otter?" in shown(app)
        await pilot.press("h", "escape")
        await settled(pilot)
        assert "y  dana                        3-2, yesterday" in shown(app)


async def test_a_friend_is_forgotten_after_a_question() -> None:
    lobby = online(DANA, OTTER)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("up", "up", "d")
        await settled(pilot)
        assert "Forget dana?" in shown(app)
        await pilot.press("n", "d", "y")
        await settled(pilot)
        assert lobby.asked == ["forget id-dana"]
        assert "dana is forgotten" in shown(app)
        assert "x  guest-otter" in shown(app)
        await pilot.press("f", "d", "y")
        await settled(pilot)
        assert "nobody yet" in shown(app)
        await pilot.press("escape")
        await settled(pilot)
        assert "guest-otter" not in shown(app)


async def test_a_refusal_is_told_and_nobody_forgotten() -> None:
    lobby = online(DANA)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.reason = LobbyError("not-now")
        await pilot.press("up", "d", "y")
        await settled(pilot)
        assert "x  dana" in shown(app)
        assert "forgotten" not in shown(app)


async def test_a_guest_forgets_a_friend_as_anybody_does() -> None:
    lobby = online(DANA, guest=True)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("up", "d")
        await settled(pilot)
        assert "Forget dana?" in shown(app)
        await pilot.press("y")
        await settled(pilot)
        assert lobby.asked == ["forget id-dana"]
        assert "x  dana" not in shown(app)


async def test_at_home_a_friend_is_asked_in_before_a_port_is_opened() -> None:
    lobby = FakeLobby(met=(DANA,))
    hosting = FakeHosting(lobby, tables.chair(tables.TARGETS))
    app = app_of(lobby, hosting=hosting)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "f  friends" in shown(app)
        await pilot.press("x")
        await settled(pilot)
        assert isinstance(app.screen, InviteScreen)
        await pilot.press("escape", "f", "h")
        await settled(pilot)
        assert "PLAY A FRIEND" in shown(app)


async def test_a_match_with_a_friend_goes_on_from_their_row() -> None:
    match = OpenMatch("t1", 1, (0, 1), 1)
    lobby = online(replace(DANA, ruleset="standard+first-to-2", match=match), OTTER)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert re.search(r"x  dana +match goes on at 1-0; here now", shown(app))
        await pilot.press("home")
        while "dana?" not in shown(app):
            await pilot.press("down")
        assert "Open a table, and go on with the match with dana?" in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["table standard+first-to-2 0 none private for id-dana"]


async def test_a_table_for_a_friend_has_days_for_each_move_by_one_key() -> None:
    lobby = online(DANA, OTTER)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("home")
        while "for guest-otter?" not in shown(app):
            await pilot.press("down")
        assert "clocks:" not in shown(app), "a guest has no days"
        await pilot.press("up")
        assert "clocks: none" in shown(app)
        await pilot.press("right")
        assert "clocks: 1d" in shown(app)
        assert "1 day a move: dana need not be here now" in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["table standard 0 1d private for id-dana"]
        assert "dana is invited" in shown(app)
    async with talk(online(DANA)) as one:
        await one.type("again dana days")
        assert one.session.lobby.asked == ["table standard 0 3d private for id-dana"]  # type: ignore[attr-defined]


async def test_friends_are_named_met_and_forgotten_in_plain_mode() -> None:
    lobby = online(replace(EVE, code="K7QF"), DANA, OTTER)
    async with talk(lobby) as one:
        assert "eve waits for you at a table. Type again eve." in one.said
        assert any("Friends: dana 3-2, here now; guest-otter 0-1" in line for line in one.said)
        one.session.clock = lambda: datetime(2026, 11, 22, tzinfo=UTC)
        said = await one.type("friends")
        assert said[1:] == [
            "dana: 3-2, here now. Type again dana.",
            "guest-otter: 0-1, yesterday. Type again guest-otter.",
        ]
        assert "no friend of yours here" in (await one.type("again zoe"))[0]
        await one.type("forget guest-otter")
        said = await one.type("yes")
        assert "guest-otter is forgotten." in one.said
        assert len(await one.type("friends")) == 2
        await one.type("again eve")
        assert lobby.asked[-1] == "join K7QF"
    lobby = online(DANA)
    async with talk(lobby) as one:
        said = await one.type("again dana")
        assert lobby.asked == ["table standard 0 none private for id-dana"]
        assert any(line.startswith("dana is invited") for line in said)
    async with talk(online()) as one:
        assert not any("riends" in line for line in one.said)
        assert "Nobody yet" in (await one.type("friends"))[0]


async def test_enter_on_the_page_of_all_friends_opens_a_table_for_the_one_in_focus() -> None:
    lobby = online(DANA, OTTER)
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("f", "enter")
        await settled(pilot)
        assert lobby.asked == ["table standard 0 none private for id-dana"]
        assert isinstance(app.screen, TableScreen)


async def test_a_friend_who_waits_no_more_is_announced_no_more() -> None:
    waits = replace(DANA, code="K7QF")
    lobby = online(waits)
    app = app_of(lobby)
    told = "dana waits for you in a room"
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.tell(News("invited", "dana"))
        await settled(pilot)
        assert told in shown(app)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert told in shown(app), "she waits still"
        lobby.met = (DANA,)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert told not in shown(app)


async def test_what_was_announced_since_stays() -> None:
    lobby = online(replace(DANA, code="K7QF"))
    app = app_of(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.tell(News("invited", "dana"))
        await settled(pilot)
        lobby.tell(News("came", "hal"))
        await settled(pilot)
        lobby.met = (DANA,)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "hal is here now" in shown(app)
