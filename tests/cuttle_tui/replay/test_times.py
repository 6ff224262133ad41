"""Times are the reader's own, or say that they are UTC."""

from __future__ import annotations

import time
from contextvars import Context
from datetime import UTC, datetime

import pytest

from cuttle_tui.i18n.translation import day_text, tell_utc
from cuttle_tui.replay.folder import stem_of
from cuttle_tui.table.plate import caption
from tests.engine.test_summary import record_by_hand

LATE = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Pacific/Auckland", "2026-11-22"),
        ("America/Los_Angeles", "2026-11-21"),
        ("UTC", "2026-11-21"),
    ],
)
def test_a_day_at_home_is_the_readers_own_in_lists_and_on_the_plate(
    monkeypatch: pytest.MonkeyPatch, zone: str, day: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert day_text(LATE) == day
        record = record_by_hand()
        assert caption(record).endswith(stem_of(record).partition("_")[0])
        assert Context().run(_in_utc) == "2026-11-21 UTC"
    finally:
        monkeypatch.undo()
        time.tzset()


def _in_utc() -> str:
    tell_utc()
    return day_text(LATE)
