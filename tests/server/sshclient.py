"""Run the ssh client everybody has against a server in this process."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping

import pytest

from server.serve import Server

needs_ssh = pytest.mark.skipif(
    shutil.which("ssh") is None and not os.environ.get("CI"), reason="needs an ssh client"
)


def options(server: Server, port_flag: str = "-p") -> tuple[str, ...]:
    """Give options that keep the client away from this machine's own configuration."""
    return (
        *("-F", "none", port_flag, str(server.port)),
        *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
        *("-o", "IdentityAgent=none", "-o", "IdentityFile=none"),
    )


async def start(*words: str, env: Mapping[str, str] | None = None) -> asyncio.subprocess.Process:
    """Start a program whose streams the test holds."""
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **(env or {})},
    )


async def run(
    *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a program to its end and give its exit status and what it wrote."""
    process = await start(*words, env=env)
    async with asyncio.timeout(30):
        out, err = await process.communicate(stdin)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def ssh(
    server: Server, *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run ssh to its end, quiet but for errors unless the words say otherwise."""
    quiet = () if any("LogLevel" in word for word in words) else ("-o", "LogLevel=ERROR")
    return await run("ssh", *options(server), *quiet, *words, stdin=stdin, env=env)
