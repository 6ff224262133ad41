"""Feeds: what a validator of RFC 4287 checks, and whose games stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest

from server.feeds import Club
from server.feeds.atom import Entry, feed_text
from server.feeds.service import game_feed, result_feed
from server.store.store import Store
from server.store.values import KeepGame
from tests.server.calls.week import MONDAY, open_season, play_matches
from tests.server.databases import new_database
from tests.server.store.duels import duel

CLUB = Club("Oslo <Card> Club", "club.example", "https://club.example")
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store."""
    made = Store.open(new_database(tmp_path / "cuttle.db"))
    yield made
    made.close()


def checked(text: bytes) -> list[ET.Element]:
    """Check a feed by the rules of RFC 4287; return its entries."""
    feed = ET.fromstring(text)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for part in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(part.findall(f"{ATOM}{name}")) == 1, name
        id = part.findtext(f"{ATOM}id") or ""
        assert urlsplit(id).scheme == "tag"
        assert datetime.fromisoformat(part.findtext(f"{ATOM}updated") or "").tzinfo is not None
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Oslo <Card> Club"
    relations = [link.get("rel") for link in feed.findall(f"{ATOM}link")]
    assert relations == ["self", "alternate"]
    ids = [each.findtext(f"{ATOM}id") for each in entries]
    assert len({*ids}) == len(ids)
    latest = max((each.findtext(f"{ATOM}updated") or "" for each in entries), default="")
    assert not entries or feed.findtext(f"{ATOM}updated") == latest
    return entries


def titles(entries: list[ET.Element]) -> list[str]:
    return [each.findtext(f"{ATOM}title") or "" for each in entries]


def test_decided_matches_are_results_the_latest_first(store: Store) -> None:
    assert checked(result_feed(store, CLUB)) == []
    play_matches(store, open_season(store))
    entries = checked(result_feed(store, CLUB))
    assert titles(entries)[0] == "cid beat dan 2-0"
    assert len(entries) == 6
    link = entries[0].find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == "https://club.example/season/2026-clubs/1"


def test_a_feed_of_games_has_what_strangers_may_see(store: Store) -> None:
    ann, bob, *_ = open_season(store)
    at = MONDAY + timedelta(hours=1)
    shown = duel("g1", ann, bob, ann, at, rated=False)
    by_code = replace(duel("g2", ann, bob, bob, at + timedelta(hours=1), rated=False), public=False)
    drawn = duel("g3", ann, bob, None, at + timedelta(hours=2), rated=False)
    store.write([KeepGame(shown), KeepGame(by_code), KeepGame(drawn)])
    found = game_feed(store, CLUB, "Ann")
    assert found is not None
    entries = checked(found)
    assert titles(entries) == ["ann, bob: a draw", "ann beat bob"]
    assert b"g2" not in found
    for part in ("show_games", "show_opponents"):
        store.save_settings(ann.id, {part: False})
        assert game_feed(store, CLUB, "ann") is None
    assert game_feed(store, CLUB, "nobody") is None
    store.delete_person(bob.id)
    store.save_settings(ann.id, {})
    found = game_feed(store, CLUB, "ann")
    assert found is not None
    assert b"bob" not in found


def test_a_game_of_which_only_the_result_is_known_leads_to_no_page(store: Store) -> None:
    ann, bob, *_ = open_season(store)
    game = duel("g1", ann, bob, ann, MONDAY, rated=False)
    later = duel("g2", ann, bob, ann, MONDAY + timedelta(hours=1), rated=False)
    store.write([KeepGame(replace(game, record="")), KeepGame(replace(later, record="cuttle"))])
    found = game_feed(store, CLUB, "ann")
    assert found is not None
    linked, bare = ET.fromstring(found).findall(f"{ATOM}entry")
    link = linked.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == "https://club.example/game/g2"
    assert bare.find(f"{ATOM}link") is None


def test_what_somebody_wrote_is_text() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    evil = "<script>&]]>\u2028é"
    (entry,) = checked(feed_text(CLUB, "/feed.atom", evil, [Entry("x", evil, at, "/x")], at))
    assert titles([entry]) == [evil]
