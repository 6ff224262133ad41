"""Keep what changes by itself out of the tests, and let them wait no longer than needed."""

from __future__ import annotations

import pytest

from cuttle_tui.kit import seating as question_guard
from cuttle_tui.kit.seating import QuestionGuard
from cuttle_tui.table.timers import HighlightTimer, StepTimer
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
    """Show the deal, and what moves at the end, in a test that asks for this."""


@pytest.fixture(autouse=True)
def _dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the cards at once in any other test."""
    if "dealing" not in request.fixturenames:
        monkeypatch.setattr(StepTimer, "begin", lambda _: None)


@pytest.fixture(autouse=True)
def _dark(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing glow in any other test."""
    if "glowing" not in request.fixturenames:
        monkeypatch.setattr(HighlightTimer, "light", lambda *_, **__: None)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give players time to read as long as this clock stands still; it holds seconds."""
    now = [1000.0]
    monkeypatch.setattr(question_guard, "now", lambda: now[0])
    return now


@pytest.fixture(autouse=True)
def _read(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players have read each question at once in any other test."""
    if "reading" not in request.fixturenames:
        monkeypatch.setattr(QuestionGuard, "unread", False)
