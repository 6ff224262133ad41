"""Keep what changes by itself with time out of the tests that compare pictures."""

from __future__ import annotations

import pytest

from cuttle_tui.screens.glowing import Glowing


@pytest.fixture
def glowing() -> None:
    """Let things glow in a test that asks for this."""


@pytest.fixture(autouse=True)
def _dark(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing glow in any other test."""
    if "glowing" not in request.fixturenames:
        monkeypatch.setattr(Glowing, "light", lambda *_, **__: None)
