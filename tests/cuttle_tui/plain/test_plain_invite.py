"""A room for friends is opened at home in plain mode, and closes when its table is left."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import Lobby, LobbyError
from cuttle_tui.preferences import MemoryStore, Preferences
from tests.cuttle_tui import lobbies, online as at
from tests.cuttle_tui.lobbies import FakeHosting
from tests.cuttle_tui.plain_talk import at_home, talk


def _hosting(reason: LobbyError | None = None) -> FakeHosting:
    return FakeHosting(lobbies.online(), at.room(), reason)


def _settings() -> Preferences:
    return Preferences(MemoryStore())


async def test_only_a_name_and_yes_open_a_room() -> None:
    hosting, home = _hosting(), at_home()
    async with talk(home, hosting=hosting, preferences=_settings()) as one:
        (told,) = await one.type("invite")
        assert "Type name and the name, then invite" in told
        await one.type("yes")
        assert not hosting.plans
        await one.type("name Bea")
        told, *_ = await one.type("invite cuttle.cards")
        assert "2222" in told
        await one.type("no")
        assert not hosting.plans
        await one.type("invite cuttle.cards")
        await one.type("yes")
        assert [plan.ruleset for plan in hosting.plans] == ["cuttle.cards"]
        assert hosting.hosts == ["Bea"]
        assert one.session.lobby is hosting.lobby
        assert one.session.table is not None
        await one.type("leave")
        assert one.session.lobby is home
        assert (await one.type("results"))[0].startswith("You have not finished")
    assert hosting.closed == 1


async def test_the_room_closes_with_the_conversation() -> None:
    hosting = _hosting()
    async with talk(at_home(), hosting=hosting, preferences=_settings()) as one:
        await one.type("name Bea")
        await one.type("invite")
        await one.type("yes")
    assert hosting.closed == 1


async def test_a_door_that_cannot_open_says_why_and_nothing_changes() -> None:
    hosting, home = _hosting(LobbyError("cannot-listen")), at_home()
    async with talk(home, hosting=hosting, preferences=_settings()) as one:
        await one.type("name Bea")
        await one.type("invite")
        await one.type("yes")
        assert len(hosting.plans) == 1
        assert "Could not listen here" in one.said[-1]
        assert one.session.lobby is home
        assert one.session.table is None
    assert hosting.closed == 0


@pytest.mark.parametrize("lobby", [at_home(), lobbies.online()], ids=["home", "server"])
async def test_where_nothing_can_be_opened_that_is_said(lobby: Lobby) -> None:
    async with talk(lobby) as one:
        (told,) = await one.type("invite")
        assert told
