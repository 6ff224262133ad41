"""Who comes in is let in by what is known at the end of their arrival."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from engine.bots.thinkers import AtOnce
from server.doors.session import Session
from server.lobby.account import PlayerAccount
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Accounts, Banned, Player
from server.people.player_limits import PlayerLimits
from server.sessions.arrival import ServerContext, arrive
from server.store.store import Store
from server.store.values import Ban
from server.store.writer import Writer

KEY = "SHA256:one"
BANS = (
    Ban("name", "ann", None, ""),
    Ban("key", KEY, None, ""),
    Ban("address", "127.0.0.9", None, ""),
)


@pytest.fixture
async def accounts(tmp_path: Path) -> AsyncIterator[Accounts]:
    """Open a store in which ann has an account."""
    store = Store.open(f"sqlite:///{tmp_path}/cuttle.db")
    writer = Writer(store, lambda _why: None)
    await writer.ask(store.register, "ann", KEY)
    yield Accounts(store, writer)
    await writer.close()
    store.close()


@pytest.mark.parametrize("ban", BANS)
async def test_who_is_banned_while_they_arrive_does_not_come_in(
    accounts: Accounts, ban: Ban, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def blocks(account: PlayerAccount) -> frozenset[str]:
        await accounts.writer.ask(accounts.store.ban, ban)
        await accounts.reread_bans()
        return frozenset()

    monkeypatch.setattr(PlayerAccount, "blocks", blocks)
    matchmaker = Matchmaker(AtOnce(), player_limits=PlayerLimits(accounts))
    session = SimpleNamespace(player=Player("ann", KEY), address="127.0.0.9", account=None)
    with pytest.raises(Banned):
        await arrive(cast(Session, session), ServerContext(matchmaker, accounts))
    assert [*matchmaker.presence] == []
