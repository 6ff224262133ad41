"""Calendars: what a validator of RFC 5545 checks, and who reads what in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest

from cuttle_tui.ports import InboxLine
from server.feeds import Club
from server.feeds.calendar import Event, calendar_text
from server.feeds.service import club_calendar, own_calendar
from server.store.store import Store
from server.store.values import KeepGame, Person
from tests.server.calls.week import (
    MONDAY,
    SEASON,
    close_season,
    open_season,
    play_championship,
    play_matches,
)
from tests.server.databases import new_database
from tests.server.store.duels import duel

CLUB = Club("Oslo Card Club", "club.example", "https://club.example")
NOW = MONDAY + timedelta(days=2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store with a season."""
    made = Store.open(new_database(tmp_path / "cuttle.db"))
    yield made
    made.close()


def checked(text: bytes) -> list[Any]:
    """Check a calendar by the rules of RFC 5545; return its events."""
    assert text.endswith(b"\r\n")
    assert b"\n" not in text.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    calendar: Any = icalendar.Calendar.from_ical(text)
    assert calendar["version"] == "2.0"
    assert calendar["prodid"].startswith("-//Cuttle//")
    events = [*calendar.walk("VEVENT")]
    assert calendar.subcomponents, "a calendar has at least one part"
    assert len({str(event["uid"]) for event in events}) == len(events)
    for event in events:
        assert event["dtstamp"].dt.tzinfo is not None
        assert event["uid"].endswith("@club.example")
        assert event["summary"]
        assert event["dtstart"].dt < event["dtend"].dt
        assert type(event["dtstart"].dt) is type(event["dtend"].dt)
    return events


def summaries(events: list[Any]) -> list[str]:
    return [str(event["summary"]) for event in events]


def test_a_season_its_weeks_and_its_championship_stand_in_the_calendar(store: Store) -> None:
    assert checked(club_calendar(store, CLUB, NOW)) == []
    people = open_season(store)
    play_matches(store, people)
    events = checked(club_calendar(store, CLUB, NOW))
    assert summaries(events) == ["Clubs 2026", "Clubs 2026, week 1"]
    assert (events[0]["dtstart"].dt, events[0]["dtend"].dt) == (date(2026, 1, 5), date(2026, 1, 12))
    assert str(events[1]["url"]) == "https://club.example/season/2026-clubs/1"
    close_season(store)
    play_championship(store, whole=True)
    drawn = checked(club_calendar(store, CLUB, NOW + timedelta(days=10)))[-1]
    assert str(drawn["summary"]) == "Clubs 2026: the championship is drawn"
    assert "ann is the champion" in drawn["description"]


def test_an_event_has_the_same_uid_each_time(store: Store) -> None:
    open_season(store)
    first, later = (
        [str(event["uid"]) for event in checked(club_calendar(store, CLUB, at))]
        for at in (NOW, NOW + timedelta(days=1))
    )
    assert first == later


def test_a_player_has_the_match_of_the_week_and_the_moves_that_are_due(store: Store) -> None:
    ann, bob, cid, _ = open_season(store)
    store.write([KeepGame(duel("g1", ann, bob, ann, MONDAY + timedelta(hours=1)))])
    line = InboxLine(
        id="t1",
        title="alder",
        opponents=("eve; \\n, ",),
        ruleset="standard",
        timing="3d",
        rated=False,
        state="playing",
        waits_for_me=True,
        mover="",
        deadline="2026-01-08 14:00",
        left=100,
        vacation="",
        score=(0, 0),
        result="",
        code="",
    )
    events = checked(own_calendar(store, CLUB, ann, [line], NOW))
    assert summaries(events)[2:] == ["match against bob", "your move against eve; \\n, "]
    assert events[3]["dtend"].dt == datetime(2026, 1, 8, 14, tzinfo=UTC)
    assert events[2]["dtend"].dt == date(2026, 1, 12)
    assert len(checked(own_calendar(store, CLUB, cid, [], NOW))) == 2
    play_matches_of_final(store, [ann, bob, cid])


def play_matches_of_final(store: Store, people: list[Person]) -> None:
    """Play until a championship has matches to be played."""
    play_matches(store, [*people, store.register("eve", "key-eve")])
    close_season(store)
    found = []
    for person in people:
        events = checked(own_calendar(store, CLUB, person, [], MONDAY + timedelta(days=9)))
        found += [text for text in summaries(events) if text.startswith("match against")]
    assert found


def test_what_somebody_wrote_ends_no_line_and_folds_between_letters() -> None:
    evil = "é" * 200 + "\r\nBEGIN:VALARM\r\n;,\\"
    event = Event("x", NOW, NOW + timedelta(hours=1), evil, evil)
    (read,) = checked(calendar_text(CLUB, "é" * 90, [event], NOW))
    assert "é" * 200 in str(read["summary"])
    assert not read.subcomponents


def test_the_link_of_a_person_can_be_renewed_and_goes_with_the_account(store: Store) -> None:
    ann = open_season(store)[0]
    first = store.private_link(ann.id, "calendar")
    assert len(first) == 32
    assert store.private_link(ann.id, "calendar") == first
    assert store.export(ann.id)["links"] == {"calendar": first}
    found = store.person_behind(first, "calendar")
    assert found is not None
    assert found.id == ann.id
    second = store.private_link(ann.id, "calendar", renew=True)
    assert store.person_behind(first, "calendar") is None
    store.drop_link(ann.id, "calendar")
    assert store.person_behind(second, "calendar") is None
    third = store.private_link(ann.id, "calendar")
    store.delete_person(ann.id)
    assert store.person_behind(third, "calendar") is None
    assert SEASON.weeks == 1
