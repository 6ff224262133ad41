"""Home on a server, the first visit, and the door a player opens for friends."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.events import Paste

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.code import CodeScreen
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.front.naming import NameScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.kit.keymap import ERASE, TypeText, edited
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Chair, LobbyError, News, TablePlan, WantedTable
from cuttle_tui.preferences import MemoryStore, Preferences
from cuttle_tui.replay.screen import ReplayScreen
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeHosting, FakeLobby
from tests.cuttle_tui.table.test_table import settled, table

BAR, OPTIONS, WHY = 20, 21, 22


def visitor(**facts: object) -> tuple[CuttleApp, FakeLobby, FakeAccount]:
    """Come for the first time."""
    account = FakeAccount(named=False, **facts)  # type: ignore[arg-type]
    lobby = lobbies.online(account=account)
    return CuttleApp(lobby), lobby, account


def guest() -> FakeLobby:
    """Come without a key."""
    account = FakeAccount(guest=True)
    return lobbies.online(account=account, player="guest-otter")


async def test_a_guest_is_led_to_an_account_by_a_list_that_leaves_a_blank_row() -> None:
    lobby = guest()
    lobby.resume = tables.chair(tables.TARGETS)
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        rows = grid(app)
        last = max(y for y, row in enumerate(rows) if row.split()[:2] == ["h", "how"])
        assert last < BAR - 1
        assert not rows[BAR - 1].strip()
        assert "your account" not in "\n".join(rows)
        assert sum("get an account" in row for row in rows) == 1
        await pilot.press("a")
        await settled(pilot)
        assert grid(app)[1].strip() == "no account yet"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_guest_who_may_have_been_cut_off_is_asked_for_the_code_first(
    size: tuple[int, int],
) -> None:
    lobby = guest()
    lobby.may_be_cut_off, lobby.chairs = True, (tables.chair(tables.TARGETS),)
    app = CuttleApp(lobby)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, CodeScreen)
        told = "\n".join(grid(app))
        assert "were you cut off from a game?" in told
        assert "8 for your seat" in told
        assert "esc" in told
        await pilot.press(*"h7kq2mxp", "enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert lobby.asked == ["join H7KQ2MXP"]


async def test_who_was_not_cut_off_goes_on_by_one_key_and_is_not_asked_again() -> None:
    lobby = guest()
    lobby.may_be_cut_off = True
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("j", "escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert lobby.asked == []


async def test_every_entry_is_in_sight_on_the_smallest_screen() -> None:
    lobby = lobbies.online(resume=tables.chair(tables.TARGETS))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "resume your game" in shown
        assert "quit" in shown


async def test_a_name_is_chosen_before_anything_else_opens() -> None:
    app, _, account = visitor()
    async with app.run_test() as pilot:
        assert isinstance(app.screen, NameScreen)
        assert app.screen.field.name == "ana"
        await pilot.press("escape", "q", "l")
        assert app.screen.field.name == "ql"
        await pilot.press("backspace", "backspace", *"ana", "enter")
        await settled(pilot)
        assert account.done == ["name ana"]
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("q")
        await settled(pilot)
    assert not app.is_running


@pytest.mark.parametrize(
    ("keys", "name"), [("enter", "ana"), ("backspace enter", ""), ("down up enter", "ana")]
)
async def test_the_suggested_name_is_taken_or_erased(keys: str, name: str) -> None:
    app, _, account = visitor()
    async with app.run_test() as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert account.done == [f"name {name}"]


async def test_a_pasted_name_replaces_the_suggestion() -> None:
    app, _, account = visitor()
    async with app.run_test() as pilot:
        app.post_message(Paste(" robin\n"))
        await pilot.press("enter")
        await settled(pilot)
        assert account.done == ["name robin"]


@pytest.mark.parametrize(
    ("pasted", "why"),
    [
        ("robin\nhood", "only Latin letters"),
        ("Ольга", "only Latin letters"),
        ("bartholomew-featherstonehaugh", "at most sixteen"),
    ],
)
async def test_a_pasted_name_is_inserted_whole_or_not_at_all(pasted: str, why: str) -> None:
    app, _, account = visitor()
    async with app.run_test() as pilot:
        await pilot.press(*"ann")
        app.post_message(Paste(pasted))
        await settled(pilot)
        assert why in " ".join(grid(app))
        await pilot.press("enter")
        await settled(pilot)
        assert account.done == ["name ann"]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("name-taken", "very like it, is taken"),
        ("name-short", "at least two letters"),
        ("name-long", "at most sixteen letters"),
        ("name-letters", "only Latin letters"),
        ("name-reserved", "is reserved"),
    ],
)
async def test_a_refused_name_is_explained(reason: str, words: str) -> None:
    app, _, account = visitor(reason=LobbyError(reason))  # type: ignore[arg-type]
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await settled(pilot)
        assert words in grid(app)[WHY]
        if reason in ("name-taken", "name-reserved"):
            assert "take ana" not in "\n".join(grid(app)), "it would be refused again"
        account.reason = None
        await pilot.press("x", "enter")
        await settled(pilot)
        assert account.done == ["name ana", "name anax"]
        assert isinstance(app.screen, HomeScreen)


async def test_enter_takes_no_name_of_one_letter_on_a_server() -> None:
    app, _, _ = visitor()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await settled(pilot)
        assert "take g" not in "\n".join(grid(app))
        await pilot.press("o")
        await settled(pilot)
        assert "take go" in "\n".join(grid(app))


async def test_letters_that_no_name_has_are_refused_at_once() -> None:
    app, _, account = visitor()
    rule = "only Latin letters (a, é, ø), digits, - and _, starting with a letter"
    async with app.run_test(size=(80, 24)) as pilot:
        for key, taken in (("7", False), ("é", True), ("!", False), ("7", True), ("ж", False)):
            await pilot.press(key)
            await settled(pilot)
            assert (rule in grid(app)[22]) == (not taken), key
        await pilot.press("_", "enter")
        await settled(pilot)
        assert account.done == ["name é7_"]


async def test_a_chair_waits_behind_the_name() -> None:
    account = FakeAccount(named=False)
    app = CuttleApp(lobbies.online(account=account), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        assert isinstance(app.screen, NameScreen)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_replay_behind_the_name_ends_the_visit() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount(named=False)), record=record_after(20))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("q")
        await settled(pilot)
    assert not app.is_running


@pytest.mark.parametrize(
    ("pasted", "code"),
    [
        (" h7kq-2mxp\n", "H7KQ2MXP"),
        ("h7kq", "H7KQ"),
        ("h7kq2mxp9", ""),
        ("ssh -t -p 2222 HOST email H7KQ2MXP", "H7KQ2MXP"),
        ("h7kq!2mx", ""),
    ],
)
async def test_a_pasted_code_is_inserted_whole_or_not_at_all(pasted: str, code: str) -> None:
    app, _, _ = visitor()
    async with app.run_test() as pilot:
        await pilot.press("down", "enter")
        await settled(pilot)
        app.post_message(Paste(pasted))
        await settled(pilot)
        assert isinstance(app.screen, CodeScreen)
        assert app.screen.code == code
        assert ("no room has that code" in "\n".join(grid(app))) == (not code)


@pytest.mark.parametrize(
    "pasted",
    [
        "ssh -t -p 2222 HOST join HRGH",
        "cuttle join HRGH@HOST:2222",
        "https://club.example/join/hrgh",
        "<https://club.example/JOIN/HRGH/>.",
        "Come, the code is HRGH!",
        "hr gh",
    ],
)
async def test_whatever_a_friend_has_sent_is_pasted_as_a_code(pasted: str) -> None:
    app = CuttleApp(lobbies.online())
    async with app.run_test() as pilot:
        await pilot.press("j")
        await settled(pilot)
        await pilot.press("b")
        app.post_message(Paste(pasted))
        await settled(pilot)
        assert isinstance(app.screen, CodeScreen)
        assert app.screen.code == "HRGH"
        assert app.screen.whole


async def test_an_invitation_pasted_in_place_of_a_name_is_followed_once_there_is_one() -> None:
    app, lobby, account = visitor()
    lobby.chairs = (tables.chair(tables.TARGETS),)
    async with app.run_test() as pilot:
        app.post_message(Paste("https://club.example/join/hrgh"))
        await settled(pilot)
        assert account.done == []
        assert "then you sit down with the code HRGH" in " ".join("\n".join(grid(app)).split())
        await pilot.press("enter")
        await settled(pilot)
        assert "join HRGH" in lobby.asked


async def test_the_code_that_leads_to_a_door_makes_room_for_the_next() -> None:
    app = CuttleApp(
        lobbies.online(guest=lobbies.FakeGuest(), at_door="HRGH", reason=LobbyError("used-code"))
    )
    async with app.run_test() as pilot:
        await pilot.press("j", *"hrgh", "enter")
        await settled(pilot)
        assert "at the door of room HRGH" in "\n".join(grid(app))
        assert isinstance(app.screen, CodeScreen)
        assert app.screen.code == ""
        assert "enter join" not in "\n".join(grid(app))
        await pilot.press(*"5RJ7SQ2L")
        await settled(pilot)
        assert app.screen.whole


async def test_who_has_an_account_waits_at_a_door_and_reads_of_no_signs() -> None:
    app = CuttleApp(lobbies.online(at_door="HRGH", reason=LobbyError("used-code")))
    async with app.run_test() as pilot:
        await pilot.press("j", *"hrgh", "enter")
        await settled(pilot)
        text = " ".join("\n".join(grid(app)).split())
        assert "your friend is asked to let you in: wait here" in text
        assert "eight signs" not in text


async def test_a_key_is_linked_instead_of_a_name() -> None:
    app, _, account = visitor()
    async with app.run_test() as pilot:
        await pilot.press("down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, CodeScreen)
        account.reason = LobbyError("unknown-link")
        await pilot.press(*"h7kq2mx", "enter")
        await settled(pilot)
        assert account.done == []
        assert grid(app)[22].strip() == "1 more letter or digit"
        await pilot.press("p", "enter")
        await settled(pilot)
        assert "no account has that code, or it expired" in "\n".join(grid(app))
        account.reason = None
        await pilot.press("enter")
        await settled(pilot)
        assert account.done == ["link H7KQ2MXP", "link H7KQ2MXP"]
        assert isinstance(app.screen, HomeScreen)


async def test_news_that_come_while_a_screen_is_made_break_nothing() -> None:
    app, lobby, account = visitor()

    async def linked(code: str) -> None:
        account.named = True
        lobby.tell(News("account"))

    account.use_link_code = linked  # type: ignore[method-assign]
    async with app.run_test() as pilot:
        await pilot.press("down", "enter", *"h7kq2mxp", "enter")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_an_answer_that_comes_late_breaks_nothing() -> None:
    app, _, account = visitor()
    gate = asyncio.Event()

    async def slow(code: str) -> None:
        await gate.wait()

    account.use_link_code = slow  # type: ignore[method-assign]
    async with app.run_test() as pilot:
        await pilot.press("down", "enter", *"h7kq2mxp", "enter", "escape")
        await settled(pilot)
        gate.set()
        await settled(pilot)
        assert isinstance(app.screen, NameScreen)


async def test_an_interrupt_leaves_the_first_visit() -> None:
    app, _, _ = visitor()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        await settled(pilot)
    assert not app.is_running


async def test_matches_and_where_keys_lead() -> None:
    chair = tables.chair(tables.TARGETS)
    lobby = lobbies.online(chairs=(chair,))
    app = CuttleApp(lobby)
    async with app.run_test() as pilot:
        await pilot.press("e")
        await settled(pilot)
        assert lobby.asked == ["ranked cuttle.cards/1.0.2 steady"]
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y", "l")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("escape", "o")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)
        await pilot.press("t", "p", "enter")
        assert lobby.asked[-1] == "table standard 0 quick public"


async def test_a_guest_is_offered_no_rated_match() -> None:
    lobby = guest()
    app = CuttleApp(lobby)
    async with app.run_test() as pilot:
        await pilot.press("e")
        await settled(pilot)
        assert not any("rated match" in row for row in grid(app))
        assert lobby.asked == []


async def test_home_looks_again_when_the_lobby_has_changed() -> None:
    lobby = lobbies.online()
    app = CuttleApp(lobby)
    async with app.run_test() as pilot:
        await pilot.press("down")
        lobby.resume = tables.chair(tables.TARGETS)
        lobby.tell(News("lobby"))
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "resume your game" in shown
        assert "Play a rated match?" in shown


async def test_the_lobby_hears_nothing_after_the_end() -> None:
    lobby = lobbies.online()
    async with CuttleApp(lobby).run_test() as pilot:
        await settled(pilot)
        assert len(lobby.listeners) == 1
    assert not lobby.listeners


@pytest.mark.parametrize("hosting", [True, False])
async def test_the_page_about_friends_tells_of_the_door_that_can_be_opened(hosting: bool) -> None:
    lobby = FakeLobby()
    door = FakeHosting(lobby, tables.chair(tables.TARGETS)) if hosting else None
    app = CuttleApp(lobby, hosting=door)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("f")
        await pilot.pause()
        shown = "\n".join(grid(app))
        assert "cuttle host" in shown
        assert ("; so does i on" in shown) is hosting


def _named() -> Preferences:
    """Return the settings of somebody who has told their name."""
    store = MemoryStore()
    store.saved = {"name": "ana"}
    return Preferences(store)


@pytest.mark.slow
async def test_a_friend_is_invited_from_home() -> None:
    chair = tables.waiting_chair()
    hosting = FakeHosting(lobbies.online(), chair)
    app = CuttleApp(FakeLobby(), hosting=hosting, preferences=_named())
    async with app.run_test() as pilot:
        await pilot.press("i")
        await settled(pilot)
        asked = "\n".join(grid(app))
        assert "port 2222 opens on all your addresses (192.168.1.7)" in asked
        assert "closes when you leave" in asked
        await pilot.press("escape", "i", "n")
        await settled(pilot)
        assert hosting.plans == []
        await pilot.press("i", "y")
        await settled(pilot)
        assert hosting.plans == [TablePlan("standard")]
        assert table(app).lobby is hosting.lobby
        assert "read the code out, or send this line" in "\n".join(grid(app))
        await pilot.press("q", "y")
        await settled(pilot)
        assert hosting.closed == 1
        assert isinstance(app.screen, HomeScreen)


async def test_a_game_that_goes_on_in_ones_room_comes_first_at_home() -> None:
    hosting = FakeHosting(lobbies.online(), tables.chair(tables.TARGETS), kept=("bob",))
    app = CuttleApp(FakeLobby(), hosting=hosting, preferences=_named())
    async with app.run_test() as pilot:
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert re.search("i +your game with bob +it goes on", shown)
        assert "invite a friend" not in shown
        assert "Open your room again, and go on?" in shown
        await pilot.press("enter", "y")
        await settled(pilot)
        assert len(hosting.plans) == 1
        hosting.kept = ()
        await pilot.press("q", "y")
        await settled(pilot)
        assert "invite a friend" in "\n".join(grid(app))


async def test_a_door_that_does_not_open_is_explained() -> None:
    hosting = FakeHosting(lobbies.online(), tables.waiting_chair(), LobbyError("cannot-listen"))
    app = CuttleApp(FakeLobby(), hosting=hosting, preferences=_named())
    async with app.run_test() as pilot:
        await pilot.press("i", "y")
        await settled(pilot)
        assert "could not listen here" in grid(app)[WHY]
        await pilot.press("escape", "f")
        await settled(pilot)
        assert "PLAY A FRIEND" in "\n".join(grid(app))


async def test_an_entry_is_chosen_by_a_click() -> None:
    app = CuttleApp(lobbies.online())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        y = next(y for y, row in enumerate(grid(app)) if "people, tables" in row)
        await pilot.click(offset=(10, y))
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("key", "left"), [("backspace", "good gam"), ("ctrl+w", "good "), ("ctrl+u", "")]
)
def test_a_line_is_corrected_as_in_a_shell(key: str, left: str) -> None:
    assert edited("good game", ERASE[key], 20) == left


def test_what_is_too_long_is_not_typed() -> None:
    assert edited("good game", TypeText("s"), 9) == "good game"


@pytest.mark.parametrize("sign", ["\ue000", "\U00100000", "\u202e", "\u200b", "\x9b"])
def test_signs_without_a_shape_of_their_own_are_not_typed(sign: str) -> None:
    assert edited("go", TypeText(sign), 9) == "go"


async def test_who_comes_straight_to_a_room_is_offered_the_level_that_home_offers() -> None:
    chair = at.room()

    async def room() -> Chair:
        return chair

    lobby = lobbies.online(account=FakeAccount(named=False))
    app = CuttleApp(lobby, wanted=WantedTable(room))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "practice against the computer (beginner)" in "\n".join(grid(app))


async def test_a_mistyped_code_is_told_before_the_way_back_to_a_seat() -> None:
    async def no_room() -> Chair:
        raise LobbyError("unknown-code")

    lobby = lobbies.online(account=FakeAccount(guest=True), player="guest-otter")
    lobby.may_be_cut_off = True
    app = CuttleApp(lobby, wanted=WantedTable(no_room))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        shown = " ".join(" ".join(grid(app)).split())
        title, told, back = map(
            shown.index, ("join a friend's room", "ask your friend", "cut off? type")
        )
        assert title < told < back
        await pilot.press(*"k7qf")
        assert "ask your friend" not in "\n".join(grid(app))
