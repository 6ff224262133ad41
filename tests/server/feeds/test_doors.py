"""Calendars and feeds at both doors: by a page, and as text over ssh."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree as ET

import asyncssh
import icalendar
import pytest
from aiohttp import ClientSession

from cuttle_tui.ports import TablePlan
from engine.table.seats import Ready
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.web import WebOptions
from tests.server.calls.week import NAMES, open_season, play_matches
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.feeds.test_calendar import summaries
from tests.server.floor import floor_app

pytestmark = pytest.mark.slow


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a season behind it, which lets browsers in."""
    database = new_database(tmp_path / "cuttle.db")
    web = WebOptions(port=0)
    async with Server(tmp_path, app_for=floor_app, database=database, web=web) as running:
        assert running.store is not None
        play_matches(running.store, open_season(running.store))
        yield running


async def read(server: Server, path: str) -> tuple[int, str, bytes]:
    """Ask for a page; return the status, the type and what it says."""
    assert server.web is not None
    url = f"http://127.0.0.1:{server.web.port}{path}"
    async with ClientSession() as browser, browser.get(url) as page:
        return page.status, page.headers["Content-Type"], await page.read()


async def ask(server: Server, command: str, key: asyncssh.SSHKey | None = None) -> str:
    """Run a command without a terminal; return what it wrote, or the refusal."""
    async with connect(server.port, key) as connection:
        session = await open_terminal(connection, command, term=None)
        await session.until_closed()
        return session.raw.decode() + session.errors.decode()


async def test_pages_give_the_calendar_and_the_feeds_to_everybody(server: Server) -> None:
    status, kind, text = await read(server, "/calendar.ics")
    assert (status, kind) == (200, "text/calendar; charset=utf-8")
    assert icalendar.Calendar.from_ical(text).walk("VEVENT")
    status, kind, text = await read(server, "/feed.atom")
    assert (status, kind) == (200, "application/atom+xml; charset=utf-8")
    assert len(ET.fromstring(text).findall("{http://www.w3.org/2005/Atom}entry")) == 6
    assert (await read(server, f"/player/{NAMES[0]}.atom"))[0] == 200
    assert (await read(server, "/player/nobody.atom"))[0] == 404
    assert (await read(server, f"/calendar/{'a' * 32}.ics"))[0] == 404


async def test_pages_name_the_feed_of_what_they_show(server: Server) -> None:
    kind = r'<link rel="alternate" type="application/atom\+xml"'
    feed = re.compile(kind + r' title="(.*?)" href="(.*?)">')
    for path in ("/league", "/seasons", "/season", "/brackets"):
        text = (await read(server, path))[2].decode()
        assert feed.findall(text) == [("Cuttle: results", "/feed.atom")]
    own = (await read(server, f"/player/{NAMES[0]}"))[2].decode()
    assert feed.findall(own) == [(f"Cuttle: games of {NAMES[0]}", f"/player/{NAMES[0]}.atom")]
    assert not feed.findall((await read(server, "/players"))[2].decode())


async def test_ssh_writes_the_same_as_text(server: Server) -> None:
    club = await ask(server, "calendar")
    assert "SUMMARY:Clubs 2026\r\n" in club.replace("\r\n", "\n").replace("\n", "\r\n")
    assert icalendar.Calendar.from_ical(club).walk("VEVENT")
    assert "cid beat dan 2-0" in await ask(server, "feed")
    assert "games of ann" in await ask(server, "feed ann")
    assert "no player" in await ask(server, "feed nobody")


async def test_a_player_has_a_calendar_of_their_own_behind_a_link(
    server: Server, ann_key: asyncssh.SSHKey
) -> None:
    assert server.store is not None
    eve = server.store.register("eve", ann_key.get_fingerprint())
    bob = server.store.register("rob", "key-rob")
    host = enter_lobby(server.matchmaker, Player("eve", eve.id))
    other = enter_lobby(server.matchmaker, Player("rob", bob.id))
    for _ in range(4):
        chair = await host.open_table(TablePlan("standard", timing="3d", public=True))
        await other.join_room(chair.state().code or "")
        chair.ask(Ready(True))
    assert server.writer is not None
    await server.writer.drain()
    both = [await ask(server, "calendar", ann_key)]
    link = (await ask(server, "calendar link", ann_key)).strip()
    found = re.search(r"/calendar/[a-z2-7]{32}\.ics", link)
    assert found is not None
    assert (await ask(server, "calendar link", ann_key)).strip() == link
    status, _, text = await read(server, found[0])
    assert status == 200
    both.append(text.decode())
    for each in both:
        events = summaries([*icalendar.Calendar.from_ical(each).walk("VEVENT")])
        mine = [text for text in events if text == "your move against rob"]
        assert len(mine) == sum(line.waits_for_me for line in host.inbox())
    renewed = (await ask(server, "calendar renew", ann_key)).strip()
    assert renewed != link
    assert (await read(server, found[0]))[0] == 404
    await ask(server, "calendar off", ann_key)
    again = re.search(r"/calendar/\S+", renewed)
    assert again is not None
    assert (await read(server, again[0]))[0] == 404
    assert "calendar" in await ask(server, "calendar tea", ann_key)
