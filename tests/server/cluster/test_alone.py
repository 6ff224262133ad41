"""A server that is alone loads nothing of a cluster."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

_LOADED = """
import asyncio, pathlib, sys, tempfile
from server.cli import main, serve
from server.serve import Server

async def run(folder):
    database = f"sqlite:///{folder}/cuttle.db"
    async with Server(pathlib.Path(folder), database=database) as server:
        assert server.port

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(run(folder))
parts = {"nats", "msgspec", "server.cluster.codec", "server.cluster.node", "server.cluster.lobby"}
print(sorted(parts & {*sys.modules}))
"""


def test_one_process_loads_neither_broker_nor_codec() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stderr
