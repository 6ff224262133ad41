"""What a record says is read back as it was, over all that a record can say."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given, strategies as st

from cuttle_tui.local.home_table import ResultBook
from cuttle_tui.replay.folder import FolderArchive, stem_of
from cuttle_tui.table.plate import caption
from engine.errors import TableError
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions
from engine.record.parser import parse_record
from engine.record.record import (
    SCHEMES,
    Deal,
    Game,
    Record,
    RecordedAction,
    RecordError,
    is_cut,
    is_name,
    record_text,
)
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.table import Table
from tests.engine.strategies import rulesets

ZONES = st.integers(-24 * 60 + 1, 24 * 60 - 1).map(lambda m: timezone(timedelta(minutes=m)))
MOMENTS = st.datetimes(timezones=ZONES | st.just(UTC))
NAMES = st.text(max_size=20).filter(is_name)
SECONDS = st.floats(0, allow_nan=False, allow_infinity=False)
WORDS = st.text(max_size=64).filter(is_cut).map(str.encode)


@st.composite
def deals(draw: st.DrawFn, seats: int) -> Deal:
    """Draw a deal of any scheme."""
    scheme = draw(st.sampled_from(SCHEMES))
    nonce = st.binary(max_size=40) if scheme == 1 else st.just(b"") | WORDS
    secret = draw(st.binary(min_size=32, max_size=32))
    return Deal(secret, tuple(draw(nonce) for _ in range(seats)), scheme)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record with everything that its head and its lines can hold."""
    ruleset: Ruleset = draw(rulesets())
    deal = draw(st.none() | deals(ruleset.seats))
    deck = list(compile_rules(ruleset).pack)
    random.Random(draw(st.integers(0, 99))).shuffle(deck)
    record = Record(
        ruleset=ruleset,
        players=tuple(draw(NAMES) for _ in range(ruleset.seats)),
        first=draw(st.integers(0, ruleset.seats - 1)),
        entries=(),
        outcome=None,
        started=draw(MOMENTS),
        deal=deal,
        deck=() if deal else tuple(deck),
        seed=b"" if deal else draw(st.binary(max_size=40)),
        commitment=deal.commitment(ruleset) if deal else b"",
        number=draw(st.integers(0, 999_999_999)),
    )
    game = record.game()
    entries = tuple(_played(game, draw(st.lists(SECONDS, max_size=8))))
    return replace(record, entries=entries, outcome=game.outcome)


def _played(game: Game, times: list[float]) -> list[RecordedAction]:
    entries = []
    for seconds in times:
        if game.outcome is None:
            seat = game.position.prompt.seats[0]
            action = legal_actions(game.position)[-1]
            game.submit(seat, action, game.position.ply)
            entries.append(RecordedAction(seat, action, seconds))
    return entries


def _in_reach(moment: datetime) -> bool:
    try:
        moment.astimezone(UTC)
    except OverflowError:
        return False
    return True


@pytest.mark.slow
@given(records())
def test_a_record_reads_back_equal(record: Record) -> None:
    assume(_in_reach(record.started))
    text = record_text(record)
    again = parse_record(text)
    assert replace(again, ruleset=record.ruleset) == record
    assert record_text(again) == text


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "0"),
        (2.5, "2.5"),
        (1209648.6, "1209648.6"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e16, "1e+16"),
        (1e-7, "1e-07"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (5e-324, "5e-324"),
        (-0.0, "0"),
    ],
)
def test_seconds_keep_all_their_digits(seconds: float, written: str) -> None:
    record = _record(datetime(2026, 11, 26, tzinfo=UTC), seconds)
    text = record_text(record)
    assert f"{{{written}}}" in text
    assert parse_record(text).entries[0].seconds == seconds


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_seconds_that_cannot_be_read_are_not_written(seconds: float) -> None:
    with pytest.raises(RecordError, match="not a time since the start"):
        record_text(_record(datetime(2026, 11, 26, tzinfo=UTC), seconds))


FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("started", "written"),
    [
        (FIRST, "0001-01-01T00:00:00Z"),
        (datetime(999, 5, 6, 7, 8, 9, tzinfo=UTC), "0999-05-06T07:08:09Z"),
        (LAST, "9999-12-31T23:59:59Z"),
        (datetime(2026, 1, 1, 0, 0, 0, 250_000, UTC), "2026-01-01T00:00:00.250000Z"),
    ],
)
def test_a_year_has_four_digits(started: datetime, written: str) -> None:
    text = record_text(_record(started))
    assert f"started: {written}\n" in text
    assert parse_record(text).started == started


def _eastern(minutes: int) -> timezone:
    return timezone(timedelta(minutes=minutes))


@pytest.mark.parametrize(
    "started",
    [datetime(1, 1, 1, tzinfo=_eastern(60)), datetime(9999, 12, 31, 23, 59, tzinfo=_eastern(-60))],
)
def test_a_moment_that_has_no_date_in_utc_is_refused(started: datetime) -> None:
    with pytest.raises(RecordError, match="this time is out of reach"):
        record_text(_record(started))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
@pytest.mark.parametrize("started", [FIRST, LAST])
def test_no_date_is_too_far_for_the_archive(
    started: datetime, zone: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    import time
    from pathlib import Path

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        record = _record(started)
        assert stem_of(record).startswith(("0001-01-01_", "9999-12-31_"))
        folder = Path(str(tmp_path))
        archive = FolderArchive(folder / "records")
        archive.keep(record_text(record))
        assert archive.trouble is None
        (kept,) = archive.games()
        assert kept.readable
        assert archive.where(archive.record(kept.name))
        assert started.date().isoformat() in caption(record)
        ResultBook(folder / "results").note(record, "regular")
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("name", ["a\nresult: 0 goal", " ana", "ana ", "a\rb", "a\u2028b", "\t"])
def test_a_name_cannot_be_taken_for_a_line(name: str) -> None:
    record = replace(_record(FIRST), players=(name, "bob"))
    with pytest.raises(RecordError, match="a name is one line"):
        record_text(record)
    with pytest.raises(TableError, match="a name is one line"):
        Table(PRESETS["standard"], b"seed").sit(0, name, "person")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("first: 0", "first: +0"),
        ("first: 0", "first: 00"),
        ("first: 0", "first: 0_0"),
        ("first: 0", "first: ٠"),
        ("first: 0", "first: 0 "),
        ("1. P", "01. P"),
        ("0001-01-01", "٠٠٠١-01-01"),
        ("0001-01-01", "1-1-1"),
        ("T00:", "T0:"),
        ("result: *", "result: 0,1 goal"),
        ("result: *", "result:  * *"),
        ("seed: 00ff", "seed: 00 ff"),
        ("seed: 00ff", "seed: 0 0ff"),
        ("{0}", "{1_0}"),
        ("{0}", "{٣}"),
        ("{0}", "{1e999}"),
    ],
)
def test_numbers_are_written_one_way(old: str, new: str) -> None:
    text = record_text(_record(FIRST))
    assert old in text
    changed = text.replace(old, new, 1)
    if new.strip() == old:  # blanks at the end of a line say nothing
        assert parse_record(changed) == parse_record(text)
        return
    with pytest.raises(RecordError):
        parse_record(changed)


@pytest.mark.parametrize("result", ["0,,1 goal", "+0 goal", "0 1 goal", "1,0 goal", "-,- passes"])
def test_a_result_is_written_one_way(result: str) -> None:
    from engine.record.parser import parse_head

    text = record_text(_record(FIRST)).replace("result: *", f"result: {result}")
    with pytest.raises(RecordError):
        parse_head(text)


def _record(started: datetime, seconds: float = 0) -> Record:
    deck = tuple(compile_rules(PRESETS["standard"]).pack)
    record = Record(
        PRESETS["standard"], ("ana", "bob"), 0, (), None, started, deck=deck, seed=b"\x00\xff"
    )
    game = record.game()
    return replace(record, entries=tuple(_played(game, [seconds])))


@pytest.mark.slow
@given(records())
def test_blank_lines_before_the_heading_are_left_out(record: Record) -> None:
    text = record_text(record)
    assert parse_record(f"\n \r\n{text}") == parse_record(text)
