"""Ask a real browser, without a window, what it makes of a page."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final, Literal

import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
Scheme = Literal["dark", "light"]
needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="needs chromium"
)


def found_by(page: Path, scheme: Scheme = "dark") -> str:
    """Open a page under a system's colour scheme; return the text of its element ``found``.

    The page's scripts have 20 seconds of their own time. The browser's profile is made beside it.
    """
    assert CHROMIUM is not None, "chromium is missing"
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            "--allow-file-access-from-files",
            f"--user-data-dir={page.parent / 'browser'}",
            f"--blink-settings=preferredColorScheme={int(scheme == 'light')}",
            "--virtual-time-budget=20000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=True,
        env=os.environ | {"HOME": str(page.parent)},
    )
    return done.stdout.partition('id="found">')[2].partition("</pre>")[0]
