"""The account: keys, the link code, deletion."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.account import AccountScreen
from cuttle_tui.front.account_words import DELETE, EXPORT, LINK, prompt
from cuttle_tui.i18n.translation import SILENCE, plain
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.ports import LobbyError, News
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import BROWSERS, KEYS, FakeAccount
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.table.test_table import settled

BAR, OPTIONS, WHY = 20, 21, 22


def opened(**facts: object) -> tuple[CuttleApp, FakeAccount]:
    """Open the app of somebody with an account."""
    account = FakeAccount(**facts)  # type: ignore[arg-type]
    return CuttleApp(lobbies.online(account=account)), account


@pytest.mark.parametrize(
    ("row", "fill"), [("SHA256:Zr0m", "alarm"), (DELETE, "alarm"), (LINK, "bar"), (EXPORT, "bar")]
)
def test_what_cannot_be_undone_is_asked_on_the_ground_of_an_alarm(row: str, fill: str) -> None:
    assert prompt(row, SILENCE).fill == fill


async def test_a_guest_has_nothing_to_choose() -> None:
    app, account = opened(guest=True)
    async with app.run_test() as pilot:
        await pilot.press("a", "down", "enter", "end", "space", "d")
        await settled(pilot)
        assert isinstance(app.screen, AccountScreen)
        assert "An ssh key gets you an account" in grid(app)[BAR]
        assert not account.done


@pytest.mark.slow
async def test_who_comes_by_a_browser_reads_what_it_keeps_and_how_to_be_forgotten() -> None:
    for by_browser in (False, True):
        app, _ = opened(by_browser=by_browser, stored=BROWSERS)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("a")
            await settled(pilot)
            shown = "\n".join(grid(app))
            assert ("cookie" in shown) is by_browser
            beside = " ".join(" ".join(row[78:] for row in grid(app)).split())
            assert ("this browser forgets you" in beside) is by_browser
            assert ("400 days" in shown) is by_browser


async def test_a_browser_saves_the_players_data(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[tuple[str, str, str]] = []

    def save(name: str, kind: str, text: str) -> bool:
        saved.append((name, kind, text))
        return True

    app, account = opened(by_browser=True)
    monkeypatch.setattr(app, "deliver_file", save)
    async with app.run_test() as pilot:
        await pilot.press("a", "end", "up")
        await settled(pilot)
        assert "enter save it" in grid(app)[OPTIONS]
        await pilot.press("enter")
        await settled(pilot)
        assert account.done == ["export"]
        assert saved == [("cuttle-ana.json", "application/json", '{"name": "ana"}')]
        assert "your browser saves it" in grid(app)[WHY]


async def test_a_key_is_unlinked_only_when_asked_twice() -> None:
    app, account = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("down", "enter", "n")
        assert not account.done
        await pilot.press("enter", "y")
        await settled(pilot)
        assert account.done == [f"unlink {KEYS[1].fingerprint}"]
        assert "Zr0m2d8y" not in "\n".join(grid(app))
        account.reason = LobbyError("last-key")
        await pilot.press("up", "enter", "y")
        await settled(pilot)
        assert "this is your last key" in grid(app)[WHY]


async def test_a_key_that_was_linked_elsewhere_is_listed_at_once() -> None:
    app, account = opened(stored=KEYS[:1])
    lobby = app.lobby
    assert isinstance(lobby, lobbies.FakeLobby)
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "Zr0m2d8y" not in "\n".join(grid(app))
        await pilot.press("down", "enter")
        await settled(pilot)
        assert "H7KQ2MXP" in grid(app)[WHY]
        account.stored = KEYS
        lobby.tell(News("account"))
        await settled(pilot)
        assert "Zr0m2d8y" in "\n".join(grid(app))
        assert "H7KQ2MXP" in grid(app)[WHY]


async def test_a_link_code_is_shown() -> None:
    app, _ = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press(*["down"] * 2, "enter")
        await settled(pilot)
        assert "H7KQ2MXP" in grid(app)[WHY]


@pytest.mark.slow
async def test_the_account_goes_only_with_its_name() -> None:
    app, account = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("end", "enter", "b", "o", "b", "enter")
        await settled(pilot)
        assert "delete it" not in grid(app)[OPTIONS]
        assert "type your whole name, ana" in grid(app)[WHY]
        await pilot.press("escape", "enter", "a", "n", "a")
        assert "enter delete for good" in grid(app)[OPTIONS]
        await pilot.press("escape")
        assert not account.done
        assert isinstance(app.screen, AccountScreen)
        await pilot.press("enter", "a", "n", "a", "enter")
        await settled(pilot)
        assert account.done == ["forget"]
    assert not app.is_running


async def test_the_games_of_a_guest_are_added_by_the_code_that_is_typed() -> None:
    account = FakeAccount()
    app = CuttleApp(lobbies.online(account=account))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a", "down", "down", "down", "enter", *"h7kq", "enter")
        await settled(pilot)
        assert account.done == ["join h7kq"]
        assert "3 games are yours now" in "\n".join(grid(app))
    async with talk(lobbies.online(account=account)) as one:
        assert await one.type("guest H7KQ") == ["3 games are yours now."]
        assert "guest CODE" in (await one.type("guest"))[0]


async def test_another_account_joins_after_a_yes_that_knows_what_ends() -> None:
    account = FakeAccount()
    app = CuttleApp(lobbies.online(account=account))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a", "down", "down", "down", "enter", *"anna2345", "enter")
        await settled(pilot)
        asked = "\n".join(grid(app))
        assert "Join anna to ana for good?" in asked
        assert "your name, rating and league stay; those of anna end" in asked
        await pilot.press("n")
        await settled(pilot)
        assert account.done == []
        assert "those of anna end" not in "\n".join(grid(app))
        await pilot.press("enter", *"anna2345", "enter", "y")
        await settled(pilot)
        assert account.done == ["join anna2345"]
        assert "3 games are yours now" in "\n".join(grid(app))
    account = FakeAccount()
    async with talk(lobbies.online(account=account)) as one:
        said = await one.type("guest ANNA2345")
        assert "keys of anna come here" in said[0]
        assert "rating and league stay; those of anna end" in said[1]
        assert account.done == []
        await one.type("yes")
        assert "3 games are yours now." in one.said


async def test_the_link_to_a_calendar_is_shown_renewed_and_ended_where_browsers_come_in() -> None:
    account = FakeAccount()
    for link in ("", "https://club.example/"):
        app = CuttleApp(lobbies.online(account=account, link=link))
        async with app.run_test() as pilot:
            await pilot.press("a")
            await settled(pilot)
            assert ("for a calendar program" in "\n".join(grid(app)[:BAR])) == bool(link)
            if link:
                await pilot.press("end", "up", "up", "enter")
                await settled(pilot)
                assert "https://club.example/calendar/link.ics" in "\n".join(grid(app))
                await pilot.press("c", "r")
                await settled(pilot)
                assert "https://club.example/calendar/renew.ics" in "\n".join(grid(app))
                await pilot.press("o")
                await settled(pilot)
                assert "leads nowhere any more" in "\n".join(grid(app))
                assert "calendar/" not in "\n".join(grid(app))
    assert account.done == ["calendar link", "calendar renew", "calendar off"]


async def test_a_link_to_a_calendar_that_was_refused_leaves_none_in_sight() -> None:
    account = FakeAccount()
    app = CuttleApp(lobbies.online(account=account, link="https://club.example/"))
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("end", "up", "up", "enter")
        await settled(pilot)
        assert "calendar/link.ics" in "\n".join(grid(app))
        account.reason = LobbyError("too-many")
        await pilot.press("r")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "calendar/" not in shown
        assert plain(lobby_line(account.reason)) in shown
