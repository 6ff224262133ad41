"""What tests of operators' commands share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.admin.admin_socket import AdminSocket
from server.admin.service import ServerAdmin
from tests.server.admin.desk import Desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """Run a server with an admin socket."""
    made = Desk(tmp_path)
    async with (
        made.server as server,
        AdminSocket(tmp_path / "admin.sock", ServerAdmin(server, lambda: None)),
    ):
        yield made
