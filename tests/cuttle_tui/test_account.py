"""The account: settings, keys, the link code, deletion."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports import LobbyError
from cuttle_tui.screens.account import AccountScreen
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.grids import check, grid
from tests.cuttle_tui.lobbies import KEYS, FakeAccount
from tests.cuttle_tui.test_table import settled

SIZES = ((80, 24), (100, 30), (120, 40))
BAR, WHY = 20, 22


def opened(**facts: object) -> tuple[CuttleApp, FakeAccount]:
    """Open the app of somebody with an account."""
    account = FakeAccount(**facts)  # type: ignore[arg-type]
    return CuttleApp(lobbies.online(account=account)), account


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "keys", "is_guest"),
    [
        ("120_account", "down", False),
        ("121_unlink", "down down down enter", False),
        ("122_delete", "end enter a n", False),
        ("123_account_guest", "", True),
    ],
)
async def test_account(name: str, keys: str, is_guest: bool, size: tuple[int, int]) -> None:
    app, _ = opened(guest=is_guest, resume_code="H7KQ2MXP" if is_guest else "")
    async with app.run_test(size=size) as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press(*keys.split())
        await settled(pilot)
        check(app, name)


async def test_settings_are_kept() -> None:
    app, account = opened()
    async with app.run_test() as pilot:
        await pilot.press("a", "enter", "down", "space")
        await settled(pilot)
        assert account.settings == {"free_text": True, "bell": False}


async def test_a_key_is_unlinked_only_when_asked_twice() -> None:
    app, account = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("down", "down", "down", "enter", "n")
        assert not account.done
        await pilot.press("enter", "y")
        await settled(pilot)
        assert account.done == [f"unlink {KEYS[1].fingerprint}"]
        assert "Zr0m2d8y" not in "\n".join(grid(app))
        account.reason = LobbyError("last-key")
        await pilot.press("up", "enter", "y")
        await settled(pilot)
        assert "it is your last key" in grid(app)[WHY]


async def test_a_link_code_is_shown() -> None:
    app, _ = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press(*["down"] * 4, "enter")
        await settled(pilot)
        assert "H7KQ2MXP" in grid(app)[WHY]


async def test_the_account_goes_only_with_its_name() -> None:
    app, account = opened()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("end", "enter", "b", "o", "b", "enter")
        await settled(pilot)
        assert "nothing was deleted" in grid(app)[WHY]
        await pilot.press("enter", "a", "n", "a", "escape")
        assert not account.done
        assert isinstance(app.screen, AccountScreen)
        await pilot.press("enter", "a", "n", "a", "enter")
        await settled(pilot)
        assert account.done == ["forget"]
    assert not app.is_running
