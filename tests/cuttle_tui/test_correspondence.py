"""Correspondence games: the inbox, the next game, vacations, e-mail; also in plain mode."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import YOURS, LobbyScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import EmailLine, LobbyError, News, VacationLine
from tests.cuttle_tui import lobbies, online
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import INBOX, FakeAccount, FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.table.test_table import settled
from tests.cuttle_tui.tables import FakeChair

BAR, WHY = 20, 22


def opened(chair: FakeChair | None = None, **facts: object) -> tuple[CuttleApp, FakeLobby]:
    """Come to a server with correspondence games."""
    chairs = (chair or online.days(),)
    more = {"letters": INBOX, "account": FakeAccount(), **facts}
    lobby = lobbies.online(chairs=chairs, **more)
    return CuttleApp(lobby), lobby


async def test_home_tells_of_games_that_wait_and_a_key_shows_them() -> None:
    app, _ = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert [row for row in grid(app) if "i  your move  " in row and "bob, 19 h; 2 more" in row]
        await pilot.press("i")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.tab == YOURS
        rows = grid(app)
        assert "your move, 19 h" in rows[9]
        assert "Play on at alder, with bob?" in rows[BAR]
        assert "you have until 2026-11-23 09:30 UTC" in rows[WHY]


async def test_nothing_is_told_where_nothing_waits() -> None:
    app, _ = opened(letters=INBOX[3:])
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "your move" not in "\n".join(grid(app))


async def test_enter_opens_a_game_and_leaving_it_leads_back_to_the_list() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "down", "enter")
        await settled(pilot)
        assert lobby.asked == ["go to t2"]
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        await settled(pilot)
        assert "Your seat stays yours" in grid(app)[15]
        await pilot.press("y")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.tab == YOURS


async def test_a_key_leads_to_the_next_game() -> None:
    app, lobby = opened(online.resting())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await settled(pilot)
        assert "tab next game" in grid(app)[23]
        await pilot.press("tab")
        await settled(pilot)
        assert lobby.asked == ["go to t1", "go to t1"]
        tables_open = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        assert len(tables_open) == 1
        lobby.letters = INBOX[3:]
        await pilot.press("tab")
        await settled(pilot)
        assert len(lobby.asked) == 2


async def test_a_live_table_leads_to_no_other_game() -> None:
    app, lobby = opened(online.clocked())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert len(lobby.asked) == 1


async def test_a_table_that_waits_is_left_from_the_list() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "end", "d")
        await settled(pilot)
        assert lobby.asked == ["give up t7"]
        assert "plum" not in "\n".join(grid(app))
        lobby.reason = LobbyError("game-running")
        await pilot.press("home", "d")
        await settled(pilot)
        assert "open it to concede" in grid(app)[WHY]


async def test_word_of_a_turn_is_told_unless_the_table_is_open() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        lobby.tell(News("your-move", "alder"))
        await settled(pilot)
        assert "it is your move at alder" in "\n".join(grid(app))
        await pilot.press("i", "enter")
        await settled(pilot)
        lobby.tell(News("your-move", "elm"))  # the title of the table that is open
        await settled(pilot)
        assert "it is your move at elm" not in "\n".join(grid(app))


async def test_word_of_an_end_says_how_and_interrupts_no_table() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        lobby.tell(News("game-over", "alder", "time"))
        await settled(pilot)
        assert "you ran out of time at alder, and lost the game" in "\n".join(grid(app))
        await pilot.press("i", "enter")
        await settled(pilot)
        table = app.screen
        lobby.tell(News("game-over", "alder", "won"))
        await settled(pilot)
        assert app.screen is table
        assert "you won your game at alder" in "\n".join(grid(app))


async def test_a_vacation_is_begun_and_ended_on_the_account_screen() -> None:
    account = FakeAccount()
    app, _ = opened(account=account)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press(*["down"] * 4, "enter", "enter", "x", "enter")
        assert not account.done
        await pilot.press("backspace", "1", "0", "enter")
        await settled(pilot)
        assert account.done == ["vacation 10"]
        assert "you are on vacation until 2026-12-05 14:00" in grid(app)[WHY]
        await pilot.press("enter", "n", "enter", "y")
        await settled(pilot)
        assert account.done == ["vacation 10", "vacation ends"]
        account.reason = LobbyError("no-days-left")
        await pilot.press("enter", "9", "9", "enter")
        await settled(pilot)
        assert "that many vacation days" in grid(app)[WHY]
        assert "For how many days? 99" in grid(app)[BAR]


@pytest.mark.slow
async def test_an_address_is_set_confirmed_and_forgotten() -> None:
    account = FakeAccount(email=EmailLine())
    app, _ = opened(account=account)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press(*["down"] * 5, "enter", *"a@x.org", "enter")
        await settled(pilot)
        assert "a code is on its way" in grid(app)[WHY]
        await pilot.press(*"h7kq", "enter")
        await settled(pilot)
        assert "confirmed" in grid(app)[WHY]
        assert "ana@example.org" in "\n".join(grid(app))
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert account.done == ["email a@x.org", "confirm h7kq", "no email"]


async def test_each_kind_of_mail_is_switched_off_and_on() -> None:
    account = FakeAccount(email=EmailLine("ana@example.org", confirmed=True))
    app, _ = opened(account=account)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "when a game is over" in "\n".join(grid(app))
        await pilot.press(*["down"] * 6, "enter")
        await settled(pilot)
        assert "mail when it is your move: no" in grid(app)[WHY]
        await pilot.press("down", "enter", "enter")
        await settled(pilot)
        assert "mail when a game is over: yes" in grid(app)[WHY]
        assert account.done == ["mail moves", "mail results", "mail results"]
    async with talk(lobbies.online(account=account)) as one:
        assert "Mail when it is your move: no." in await one.type("email")
        assert "Mail when it is your move: yes." in await one.type("email moves")


async def test_a_server_without_mail_offers_none() -> None:
    app, _ = opened(account=FakeAccount(vacation=VacationLine(3)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "e-mail" not in shown
        assert "3 vacation days left this year" in shown


async def test_plain_mode_lists_and_opens_them() -> None:
    lobby = lobbies.online(chairs=(online.days(),), letters=INBOX, account=FakeAccount())
    async with talk(lobby) as one:
        assert "Your move: bob, 19 h; 2 more. Type inbox." in one.said
        listed = await one.type("inbox")
        assert listed[1].startswith(
            "1: table alder; against bob (1-0); rules standard, 3d; your move, 19 h; you have"
        )
        assert listed[7].startswith("7: table plum; nobody yet; rules standard, 14d; code H7KQ")
        told = await one.type("2")
        assert lobby.asked == ["go to t2"]
        assert any("2 days 4 hours" in line for line in told)
        await one.type("next")
        assert lobby.asked == ["go to t2", "go to t1"]
        assert one.session.table is not None
        await one.type("leave")
        assert one.session.table is None


async def test_plain_mode_changes_vacations_and_addresses() -> None:
    account = FakeAccount()
    lobby = lobbies.online(letters=(), account=account)
    async with talk(lobby) as one:
        assert not any("move" in line for line in one.said)
        assert "vacation days left" in (await one.type("vacation"))[0]
        assert "2026-12-05 14:00 UTC; 11" in (await one.type("vacation 10"))[0]
        assert "is over" in (await one.type("vacation end"))[0]
        assert "Usage: vacation" in (await one.type("vacation soon"))[0]
        assert "sends no e-mail" in (await one.type("email a@x.org"))[0]
        account.email = EmailLine()
        assert "on its way" in (await one.type("email a@x.org"))[0]
        assert "not confirmed yet" in (await one.type("email"))[0]
        assert "onfirmed" in (await one.type("email H7KQ2MXP"))[0]
        assert "deleted" in (await one.type("email off"))[0]
        assert account.done[2:] == ["email a@x.org", "confirm H7KQ2MXP", "no email"]
