"""Keep what changes by itself out of the tests, and let them wait no longer than needed."""

from __future__ import annotations

import pytest

from cuttle_tui.screens.timers import DealTimer, HighlightTimer
from server.terminal.textual_process import share_stylesheets
from tests.cuttle_tui.idle import until_idle

share_stylesheets()


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests go on as soon as there is nothing left to do."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", until_idle)


@pytest.fixture
def glowing() -> None:
    """Let things glow in a test that asks for this."""


@pytest.fixture
def dealing() -> None:
    """Show the deal in a test that asks for this."""


@pytest.fixture(autouse=True)
def _dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the cards at once in any other test."""
    if "dealing" not in request.fixturenames:
        monkeypatch.setattr(DealTimer, "begin", lambda _: None)


@pytest.fixture(autouse=True)
def _dark(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing glow in any other test."""
    if "glowing" not in request.fixturenames:
        monkeypatch.setattr(HighlightTimer, "light", lambda *_, **__: None)
