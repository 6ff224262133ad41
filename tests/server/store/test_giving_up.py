"""An order that nobody waits for any more changes nothing, even if it is carried out late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from pathlib import Path

import pytest

from cuttle_tui.ports import TablePlan
from server.admin.service import ServerAdmin
from server.lobby.player_lobby import enter_lobby
from server.serve import Server
from server.store.store import Store
from server.store.values import Ban, StoreError, Write, until_given_up
from tests.server.players import ANN
from tests.server.rawssh import until


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open an empty database."""
    return Store.open(f"sqlite:///{tmp_path / 'cuttle.db'}")


def _left_behind() -> Context:
    """Return the context of an order that was given up."""
    context = copy_context()
    with suppress(TimeoutError), until_given_up():
        context = copy_context()
        raise TimeoutError
    return context


def test_a_write_that_was_given_up_is_not_done_later(store: Store) -> None:
    ban = Ban("name", "bob", None, "")
    with pytest.raises(StoreError, match="given up"):
        _left_behind().run(store.ban, ban)
    assert store.bans() == []
    with until_given_up():
        copy_context().run(store.ban, ban)
    assert store.bans() == [ban]
    store.close()


def test_a_backup_that_was_given_up_leaves_no_file(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        _left_behind().run(store.backup, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    store.close()


@pytest.fixture
async def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """Run a server whose disk is full, until the test is over."""
    whole = Store.write

    def refuse(store: Store, writes: Sequence[Write]) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "write", refuse)
    async with Server(tmp_path, database=f"sqlite:///{tmp_path / 'cuttle.db'}") as server:
        yield server
        assert server.writer is not None
        assert server.store is not None
        monkeypatch.setattr(server.writer._thread, "_write", partial(whole, server.store))


@pytest.mark.slow
async def test_a_backup_is_written_elsewhere_while_the_disk_is_full(
    full: Server, tmp_path: Path
) -> None:
    await enter_lobby(full.matchmaker, ANN).open_table(TablePlan("standard"))
    await until(lambda: full.metrics.unwell)
    async with asyncio.timeout(60):
        missing = await ServerAdmin(full, lambda: None).backup(tmp_path / "copy")
    assert missing
    Store.open(f"sqlite:///{tmp_path / 'copy'}").close()
