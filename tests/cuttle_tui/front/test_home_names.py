"""Names at home: one's own is asked once, those who share the keyboard are remembered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cuttle_tui.__main__ import HomeApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.local import user
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.preferences import FileStore, MemoryStore, Preferences
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeHosting
from tests.cuttle_tui.plain_talk import talk


def app_with(store: Any, **more: Any) -> HomeApp:
    lobby = LocalLobby("login", seed=bytes(32))
    return HomeApp(lobby, terminal=Terminal(), preferences=Preferences(store), **more)


def names(app: HomeApp) -> list[str]:
    assert isinstance(app.screen, TableScreen)
    return [sitter.name for sitter in app.screen.state.sitters]


@pytest.mark.slow
async def test_the_first_screen_asks_for_no_name_which_can_be_given_later(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    app = app_with(FileStore(path))
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        assert "login, this is Cuttle: a card duel to 21 points" in "\n".join(grid(app))
        await pilot.press("a", *"Bea", "enter")
        await settled(pilot)
        assert "Bea, this is Cuttle" in "\n".join(grid(app))
        await pilot.press("c")
        await settled(pilot)
        assert names(app) == ["Bea", "computer beginner"]
    assert json.loads(path.read_text(encoding="utf-8"))["name"] == "Bea"


def nameless(store: Any) -> HomeApp:
    """Make the app of somebody whose name is nowhere known."""
    lobby = LocalLobby("", seed=bytes(32))
    return HomeApp(lobby, terminal=Terminal(), preferences=Preferences(store))


async def test_against_computers_nobody_is_asked_for_a_name_or_called_by_one() -> None:
    app = nameless(MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "  this is Cuttle: a card duel" in "\n".join(grid(app))
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        rows = "\n".join(grid(app))
        assert " you " in rows
        assert "player" not in rows
    async with talk(LocalLobby("")) as one:
        assert one.said[0] == "Cuttle, plain mode."


@pytest.mark.slow
async def test_who_shares_the_keyboard_without_a_name_is_asked_once() -> None:
    store = MemoryStore()
    app = nameless(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "your name: player 1" in "\n".join(grid(app))
        await pilot.press(*"ana", "enter", *"Dee", "enter")
        await settled(pilot)
        assert names(app) == ["ana", "Dee"]
        await pilot.press("q", "y")
        await settled(pilot)
        await pilot.press("t")
        await settled(pilot)
        assert "the other player: Dee" in "\n".join(grid(app))
    assert (store.saved["name"], store.saved["companions"]) == ("ana", ["Dee"])


@pytest.mark.parametrize(
    ("rules", "seated"),
    [("standard", ["player 1", "player 2"]), ("cutthroat", ["player 1", "player 2", "player 3"])],
)
async def test_who_gives_no_names_is_the_first_player_of_several(
    rules: str, seated: list[str]
) -> None:
    """A name that nobody gave is remembered by nobody: it is no name to host friends under."""
    store = MemoryStore()
    app = nameless(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.share_keyboard(rules)
        await settled(pilot)
        await pilot.press(*["enter"] * len(seated))
        await settled(pilot)
        assert names(app) == seated
    assert "name" not in store.saved


async def test_at_a_keyboard_with_computers_alone_nobody_is_asked() -> None:
    app = nameless(MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.share_keyboard("cutthroat", 2)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_who_shares_the_keyboard_is_asked_and_remembered() -> None:
    store = MemoryStore()
    store.saved = {"name": "ana"}
    app = app_with(store)
    app.lobby.rename("ana")  # type: ignore[attr-defined]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"ANA", "enter")
        assert "somebody at this table already has that name" in "\n".join(grid(app))
        await pilot.press("ctrl+u", "enter")
        assert "type a name first" in "\n".join(grid(app))
        await pilot.press(*"Dee", "enter")
        await settled(pilot)
        assert names(app) == ["ana", "Dee"]
    assert store.saved["companions"] == ["Dee"]
    async with app_with(store).run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(pilot.app, HomeApp)
        assert "the other player: Dee" in "\n".join(grid(pilot.app))


@pytest.mark.parametrize(
    ("login", "sudo", "offer"),
    [
        ("ana", "", "ana"),
        ("root", "", "player"),
        ("root", "bea", "bea"),
        ("Administrator", "", "player"),
    ],
)
def test_the_login_name_is_the_offer_unless_it_names_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, login: str, sudo: str, offer: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("SUDO_USER", sudo)
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert user.player_name() == offer


@pytest.mark.slow
@pytest.mark.parametrize(("login", "keys"), [("Bea", ()), ("root", ("B", "e", "a"))])
async def test_who_invites_a_friend_is_asked_for_a_name_once(
    monkeypatch: pytest.MonkeyPatch, login: str, keys: tuple[str, ...]
) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    monkeypatch.setattr("getpass.getuser", lambda: login)
    store, hosting = MemoryStore(), FakeHosting(lobbies.online(), tables.waiting_chair())
    app = app_with(store, hosting=hosting)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "y")
        await settled(pilot)
        assert "What should your friends call you?" in "\n".join(grid(app))
        await pilot.press("escape", "y", *keys, "enter")
        await settled(pilot)
        assert hosting.hosts == [store.saved["name"]] == ["Bea"]
        await pilot.press("q", "y")
        await settled(pilot)
        assert "Bea, " in "\n".join(grid(app))
        await pilot.press("i", "y")
        await settled(pilot)
        assert hosting.hosts == ["Bea", "Bea"]


async def test_who_would_not_tell_a_name_opens_no_room() -> None:
    hosting = FakeHosting(lobbies.online(), tables.waiting_chair())
    app = app_with(MemoryStore(), hosting=hosting)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "y", "escape", "escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
    assert hosting.hosts == []


async def test_who_has_chosen_no_level_is_offered_the_one_that_the_ladder_has_next() -> None:
    store = MemoryStore()
    app = app_with(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert app.level == "beginner"
        app.choose_level("casual")
        assert app.level == "casual"


async def test_enter_offers_no_name_that_would_be_refused() -> None:
    app = app_with(MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "enter" in "\n".join(grid(app)[-4:])
        await pilot.press("ctrl+u")
        await settled(pilot)
        assert "enter" not in "\n".join(grid(app)[-4:])
        await pilot.press("g")
        await settled(pilot)
        assert "enter" in "\n".join(grid(app)[-4:])


async def test_g_moves_in_the_list_at_home_where_no_entry_has_that_letter() -> None:
    app = app_with(MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        first = grid(app)
        await pilot.press("G")
        await settled(pilot)
        assert grid(app) != first
        await pilot.press("g")
        await settled(pilot)
        assert grid(app) == first
