"""Fixtures: a server that runs, and keys to come with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from server.textual_process import prepare_process
from tests.server.floor import floor_app

prepare_process()


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
