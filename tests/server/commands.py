"""Run the `cuttle` command in this process: for what says nothing of processes, and in no time."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from server.cli.main import main


def run_here(*words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with an empty input; return its status, what it writes and its errors."""
    out, err = io.StringIO(), io.StringIO()
    with (
        open(os.devnull, encoding="utf-8") as nothing,
        mock.patch("sys.stdin", nothing),
        mock.patch.dict(os.environ, env or {}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())
