"""Fixtures: a server that runs, keys to come with, and a matchmaker without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.kit.seating import QuestionGuard
from cuttle_tui.table.timers import StepTimer
from server.lobby.matchmaker import Matchmaker
from server.serve import Server
from server.terminal.textual_process import prepare_process
from tests.server.books import LeaguePaper, PaperBook
from tests.server.floor import floor_app
from tests.server.players import Clock, Paper, matchmaker_of
from tests.server.two_nodes import _two_nodes

prepare_process()

__all__ = ["_two_nodes"]


@pytest.fixture(autouse=True)
def _dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the cards of a new game at once."""
    monkeypatch.setattr(StepTimer, "begin", lambda _: None)


@pytest.fixture(autouse=True)
def _read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players have read each question at once."""
    monkeypatch.setattr(QuestionGuard, "unread", False)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server whose sessions run the floor app."""
    async with Server(tmp_path, app_for=floor_app) as running:
        yield running


@pytest.fixture(scope="session")
def ann_key() -> asyncssh.SSHKey:
    """Make Ann's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="session")
def bob_key() -> asyncssh.SSHKey:
    """Make Bob's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
def clock() -> Clock:
    """Make a clock."""
    return Clock()


@pytest.fixture
def book() -> PaperBook:
    """Begin a season."""
    return PaperBook()


@pytest.fixture
def paper(book: PaperBook) -> Paper:
    """Make a journal."""
    return LeaguePaper(book)


@pytest.fixture
def matchmaker(clock: Clock, paper: Paper, book: PaperBook) -> Matchmaker:
    """Make a matchmaker whose tables are written down, in a season."""
    return matchmaker_of(clock, paper, book)
