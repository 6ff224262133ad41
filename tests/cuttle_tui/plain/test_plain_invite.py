"""A room for friends is opened at home in plain mode, and closes when its table is left."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import Lobby, LobbyError
from tests.cuttle_tui import lobbies, online as at
from tests.cuttle_tui.lobbies import FakeHosting
from tests.cuttle_tui.plain_talk import at_home, talk


def _hosting(reason: LobbyError | None = None) -> FakeHosting:
    return FakeHosting(lobbies.online(), at.room(), reason)


async def test_only_yes_opens_a_room() -> None:
    hosting, home = _hosting(), at_home()
    async with talk(home, hosting=hosting) as one:
        told = await one.type("invite cuttle.cards")
        assert "2222" in told[0]
        await one.type("no")
        assert not hosting.plans
        await one.type("invite cuttle.cards")
        await one.type("yes")
        assert [plan.ruleset for plan in hosting.plans] == ["cuttle.cards"]
        assert one.session.lobby is hosting.lobby
        assert one.session.table is not None
        await one.type("leave")
        assert one.session.lobby is home
        assert (await one.type("results"))[0].startswith("You have not finished")
    assert hosting.closed == 1


async def test_the_room_closes_with_the_conversation() -> None:
    hosting = _hosting()
    async with talk(at_home(), hosting=hosting) as one:
        await one.type("invite")
        await one.type("yes")
    assert hosting.closed == 1


async def test_a_door_that_cannot_open_says_why_and_nothing_changes() -> None:
    hosting, home = _hosting(LobbyError("cannot-listen")), at_home()
    async with talk(home, hosting=hosting) as one:
        await one.type("invite")
        told = await one.type("yes")
        assert told
        assert one.session.lobby is home
        assert one.session.table is None
    assert hosting.closed == 0


@pytest.mark.parametrize("lobby", [at_home(), lobbies.online()], ids=["home", "server"])
async def test_where_nothing_can_be_opened_that_is_said(lobby: Lobby) -> None:
    async with talk(lobby) as one:
        (told,) = await one.type("invite")
        assert told
