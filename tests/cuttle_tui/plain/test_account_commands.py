"""The account and the settings in plain mode: all that the screens can do."""

from __future__ import annotations

import pytest

from cuttle_tui.plain.account_commands import typed_name, typed_value
from cuttle_tui.plain.session import COMMANDS
from cuttle_tui.ports import LadderGame
from cuttle_tui.preferences import FIELDS, MemoryStore, Preferences, Settings
from cuttle_tui.worn import EARNED
from tests.cuttle_tui.lobbies import KEYS, FakeAccount, online
from tests.cuttle_tui.plain.test_plain import has
from tests.cuttle_tui.plain_talk import at_home, talk


async def test_the_account_is_told_with_its_keys() -> None:
    async with talk(online(account=FakeAccount())) as one:
        said = await one.type("account")
        assert said[0] == "You are ana."
        for number, key in enumerate(KEYS, 1):
            assert any(line.startswith(f"{number}: ") and key.added in line for line in said)
        assert has(said, "ssh -p 2222 HOST export > me.json")
        assert has(said, "To delete the account, type delete ana")


async def test_a_key_is_linked_and_taken_off() -> None:
    account = FakeAccount()
    async with talk(online(account=account)) as one:
        assert has(await one.type("link"), "type link H7KQ2MXP within 10 minutes")
        assert has(await one.type("unlink 9"), "There is no key 9")
        assert has(await one.type("unlink 2"), "That key no longer signs in.")
    assert account.done == ["code", f"unlink {KEYS[1].fingerprint}"]


async def test_an_account_is_deleted_by_its_whole_name_only() -> None:
    account = FakeAccount()
    async with talk(online(account=account)) as one:
        for line in ("delete", "delete an", "delete bob", "delete ana bob"):
            assert has(await one.type(line), "type delete ana")
        assert account.done == []
        said = await one.type("delete ana")
        assert has(said, "Your account is deleted.")
        assert one.session.done


async def test_guests_and_players_at_home_have_no_account() -> None:
    guest = FakeAccount(guest=True)
    async with talk(online(account=guest)) as one:
        for line in ("account", "link", "unlink 1", "delete ana"):
            assert has(await one.type(line), "You are a guest")
    assert guest.done == []
    async with talk(at_home()) as one:
        for line in ("account", "unlink 1", "delete ana"):
            assert has(await one.type(line), "everything is kept on this computer")


@pytest.mark.parametrize("name", FIELDS)
async def test_every_setting_can_be_changed(name: str) -> None:
    store = MemoryStore()
    lobby = online(account=FakeAccount(), climbed=(LadderGame("master", "won"),))
    async with talk(lobby, preferences=Preferences(store)) as one:
        listed = await one.type("settings")
        assert any(line.startswith(f"{typed_name(name)} ") for line in listed)
        assert has(await one.type(f"set {typed_name(name)}"), "You can choose: ")
        assert has(await one.type(f"set {typed_name(name)} pink"), "You can choose: ")
        assert name not in store.saved
        usual = getattr(Settings(), name)
        barred = {usual, *EARNED} - {"master"}
        other = next(c for c in reversed(FIELDS[name].choices) if c not in barred)
        await one.type(f"set {typed_name(name)} {typed_value(other)}")
    assert store.saved[name] == other


async def test_a_back_is_worn_once_it_is_earned() -> None:
    store = MemoryStore()
    lobby = online(account=FakeAccount(), climbed=(LadderGame("sharp", "lost"),))
    async with talk(lobby, preferences=Preferences(store)) as one:
        assert has(await one.type("set back sharp"), "not earned this back yet: beat it once.")
        assert has(await one.type("set back clubs"), "a place in this suit's championship.")
        assert store.saved == {}
        await one.type("set back own")
        lobby.climbed = (LadderGame("sharp", "won"),)
        await one.type("set back sharp")
    assert store.saved == {"back": "sharp"}


async def test_free_text_is_turned_on_by_a_line() -> None:
    account = FakeAccount()
    async with talk(online(account=account)) as one:
        assert has(await one.type("set free text on"), "Free-text is now on.")
        assert account.settings["free_text"] is True
        assert has(await one.type("set nonsense on"), "There is no setting nonsense")
        told = await one.type("set")
        assert told[0] == "Usage: set NAME VALUE."
        assert told[1:] == await one.type("settings")


def test_what_an_account_screen_does_has_a_line() -> None:
    assert {"account", "link", "unlink", "delete", "email", "vacation", "calendar"} <= set(COMMANDS)


async def test_the_link_to_a_calendar_is_told_where_browsers_come_in() -> None:
    account = FakeAccount()
    async with talk(online(account=account, link="https://club.example")) as one:
        assert await one.type("calendar") == ["https://club.example/calendar/link.ics"]
        assert await one.type("calendar renew") == ["https://club.example/calendar/renew.ics"]
        assert has(await one.type("calendar off"), "leads nowhere any more")
        assert has(await one.type("calendar tea"), "Usage: calendar")
    async with talk(online(account=account)) as one:
        assert has(await one.type("calendar"), "Browsers do not come in here")
    assert account.done == ["calendar link", "calendar renew", "calendar off"]
