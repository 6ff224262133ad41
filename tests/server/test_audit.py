"""The offered algorithms, judged by ssh-audit against the real server."""

from __future__ import annotations

import importlib.util
import os
import sys

import pytest

from server.serve import Server
from tests.server.sshclient import run

pytestmark = pytest.mark.slow

needs_audit = pytest.mark.skipif(
    importlib.util.find_spec("ssh_audit") is None and not os.environ.get("CI"),
    reason="needs ssh-audit",
)


@needs_audit
async def test_there_is_no_failure(server: Server) -> None:
    """Of its warnings one is allowed: clients before OpenSSH 9.9 know nothing post-quantum."""
    command = (sys.executable, "-m", "ssh_audit.ssh_audit", "--batch", "--level", "warn")
    _, out, err = await run(*command, "-p", str(server.port), "127.0.0.1")
    assert "(kex) curve25519-sha256 -- [warn]" in out, out + err
    assert err == ""
    assert "[fail]" not in out, out
    assert [line for line in _warnings(out) if "post-quantum" not in line] == []


def _warnings(report: str) -> list[str]:
    return [line for line in report.splitlines() if "[warn]" in line]
