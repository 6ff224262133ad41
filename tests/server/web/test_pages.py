"""Pages for browsers: what they say, to whom they are silent, and that they fit."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from PIL import Image
from playwright.async_api import Route

from cuttle_tui.drawing.backs import back_inks
from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import PROFILE_PARTS, shown_setting
from cuttle_tui.worn import own_back
from engine.record.parser import parse_record
from engine.record.record import record_text
from server.league.lobby import LeagueService
from server.lobby.archive import Archive, StoredGames
from server.people.presence import Follows, Presence
from server.serve import Server
from server.store.store import Store
from server.store.writer import Writer
from server.web import WebOptions
from server.web.pages import Answer, AnswerCache, TooMany, WebPages
from server.web.rendering import page_files
from tests.browser import Scheme, found_by, needs_browser
from tests.endings import ENDINGS, recorded
from tests.server.databases import new_database
from tests.server.league.test_site import PROBE
from tests.server.store.duels import keep
from tests.server.web.club import DOOR, NOW, PLAYED, SECRET, TITLE, URL, Club, club, played
from tests.server.web.page import browser
from tests.server.web.window import PHONE, chromium
from tests.whole import some

pytestmark = pytest.mark.slow

WIDE = tuple(f"{'wm' * 7}{seat:02}" for seat in range(4))
"""Names of sixteen wide letters."""
KINDS = ("", ".txt", ".svg", ".png", ".wide.dark.svg", ".narrow.light.svg")
"""What follows the id in the paths of a game."""
DRAWN = [f".{size}.{tone}.svg" for size in ("wide", "narrow") for tone in ("dark", "light")]


class _Page(HTMLParser):
    """The links of a page, its meta tags, and what a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.meta: dict[str, str] = {}
        self.open: list[str] = []
        self.forbidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.links += [named[name] for name in ("href", "src", "srcset") if name in named]
        if tag == "meta" and "content" in named:
            self.meta[named.get("property") or named.get("name", "")] = named["content"]
        if tag in ("style", "script") or any(n == "style" or n.startswith("on") for n in named):
            self.forbidden.append(tag)
        if tag not in ("meta", "link", "img", "source"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(answer: Answer | None) -> tuple[str, _Page]:
    """Return the text of a page, and what is in it."""
    assert answer is not None
    text = answer.body.decode()
    page = _Page()
    page.feed(text)
    assert page.open == []
    return text, page


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Club]:
    with club(tmp_path) as opened:
        yield opened
        await opened.writer.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[WebPages]:
    """Give the pages of a club that stores nothing, for many paths."""
    pages = WebPages(Archive(), lambda: None, "", lambda: URL, lambda: DOOR)
    yield pages
    pages.close()


async def got(here: Club, path: str, language: str = "en") -> Answer:
    """Return the answer for a path of ours."""
    answer = await here.pages.answer(path, language)
    assert answer is not None, path
    return answer


# games ----------------------------------------------------------------------------------------


async def test_a_page_says_how_a_game_was_given_up(here: Club) -> None:
    for kind in ("conceded", "left", "time", "absent"):
        record = recorded(ENDINGS[kind].play())
        row = replace(
            played(here.people),
            id=f"gone{kind}",
            names=record.players,
            winners=(0,),
            why="concede",
            record=record_text(record),
        )
        keep(here.store, row)
        page, _ = read(await got(here, f"/game/{row.id}"))
        assert ENDINGS[kind].watcher in page
        assert "forfeited" not in page


async def test_a_game_is_told_in_words_and_shown_in_previews(here: Club) -> None:
    answer = await got(here, f"/game/{PLAYED}")
    text, page = read(answer)
    assert (answer.status, answer.content_type) == (200, "text/html; charset=utf-8")
    assert "<title>ann beat bob - Club &lt;Oslo&gt;</title>" in text
    assert page.meta["og:title"] == "ann beat bob"
    assert page.meta["og:site_name"] == "Club <Oslo>"
    assert page.meta["og:url"] == f"{URL}/game/{PLAYED}"
    assert page.meta["og:image"] == f"{URL}/game/{PLAYED}.png"
    assert page.meta["twitter:card"] == "summary_large_image"
    assert "turns" in page.meta["og:description"]
    assert {"/", f"/replay/{PLAYED}", f"/game/{PLAYED}.txt"} <= {*page.links}
    assert f"<code>ssh {DOOR}</code>" in text
    assert re.search(r"<h3>Turn 2</h3>\s*<p>", text)
    assert re.search(r'<span class="card red">[0-9JQKA]+[♥♦]</span>', text)


async def test_the_record_can_be_saved(here: Club) -> None:
    answer = await got(here, f"/game/{PLAYED}.txt")
    assert answer.filename == f"{PLAYED}.txt"
    assert parse_record(answer.body.decode()).players == ("ann", "bob")


async def test_the_card_of_a_game_is_a_png_of_the_size_chats_want(here: Club) -> None:
    answer = await got(here, f"/game/{PLAYED}.png")
    assert answer.content_type == "image/png"
    with Image.open(BytesIO(answer.body)) as picture:
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 100  # names, cards and suits, with smooth edges
    assert len(answer.body) < 200_000
    shown = {"#" + bytes(colour).hex() for _, colour in colours if isinstance(colour, tuple)}
    for name in ("ann", "bob"):
        worn = back_inks(own_back(here.people[name].id))
        assert {DEFAULT.colours[role] for role in worn} <= shown, name


@pytest.mark.parametrize(("ruleset", "seed"), [("standard", 3), ("cutthroat", 195), ("team", 195)])
async def test_every_number_of_seats_has_pages_and_pictures(
    here: Club, ruleset: str, seed: int
) -> None:
    keep(here.store, replace(played(here.people, ruleset, seed), id="other"))
    for kind in KINDS:
        answer = await got(here, f"/game/other{kind}")
        assert answer.status == 200
        if kind.endswith(".svg"):
            ElementTree.fromstring(answer.body)


async def test_other_links_have_the_card_of_the_club(here: Club) -> None:
    _, page = read(await got(here, "/season"))
    assert page.meta["og:image"] == f"{URL}/card.png"
    assert page.meta["twitter:card"] == "summary"
    assert "1. ann 10" in page.meta["og:description"]
    with Image.open(BytesIO((await got(here, "/card.png")).body)) as picture:
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (1200, 630))


async def test_a_link_to_a_terminal_has_a_card_too(here: Club) -> None:
    replay = await here.pages.preview("en", "replay", PLAYED)
    assert replay.card == f"/game/{PLAYED}.png"
    assert (await got(here, replay.card)).status == 200
    assert "ann" in replay.title
    for verb, named in (("", ""), ("join", "K7QF"), ("watch", "oak")):
        assert (await here.pages.preview("en", verb, named)).card == "/card.png"
    never = await here.pages.preview("en", "replay", "nosuchgame")
    assert never == await here.pages.preview("en", "replay", SECRET)


async def test_where_the_address_is_not_known_no_picture_is_named(here: Club) -> None:
    pages = WebPages(here.pages._archive, here.pages._league, "", lambda: "", lambda: "")
    text, page = read(await pages.answer(f"/game/{PLAYED}"))
    assert not {"og:image", "og:url"} & {*page.meta}
    assert page.meta["og:site_name"] == "Cuttle"
    assert "ssh" not in text
    pages.close()


@pytest.mark.parametrize("rated", [False, True])
async def test_only_a_game_that_counts_is_headed_by_the_league(here: Club, rated: bool) -> None:
    """Where the club has no name."""
    keep(here.store, replace(played(here.people), id="headed", rated=rated))
    pages = WebPages(here.pages._archive, here.pages._league, "", lambda: URL, lambda: DOOR)
    text, _ = read(await pages.answer("/game/headed"))
    assert ("Cuttle league" in text) is rated


LEAGUE: Final = (
    *("/league", "/seasons", "/season/clubs", "/season/clubs/1", "/brackets", "/bracket"),
    *("/year", "/players", "/player/ann"),
)
FINGER: Final = 44
"""Pixels that a thumb hits."""
NEAR: Final = """(finger) => {
    const boxes = [...document.querySelectorAll("a, summary, button")].map(
        (link) => ({ link, box: link.getBoundingClientRect() })).filter(({ box }) => box.width);
    const middle = ({ top, bottom }) => (top + bottom) / 2;
    const apart = (a, b) => a.right <= b.left || b.right <= a.left
        || Math.abs(middle(a) - middle(b)) >= finger;
    const hit = ({ box }) => box.height >= finger - 0.5
        || boxes.every((other) => other.box === box || apart(box, other.box));
    return boxes.filter((one) => !hit(one)).map(({ link }) => link.outerHTML);
}"""
"""Finds the links that are less high than a thumb and have another right above or below."""


@needs_browser
@pytest.mark.slow
async def test_links_have_room_for_a_thumb(here: Club) -> None:
    """On every page of the league and of a game, where the pointer is coarse."""

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        given = await here.pages.answer(path) or here.pages.missing()
        await route.fulfill(status=given.status, body=given.body, content_type=given.content_type)

    missed: dict[str, list[str]] = {}
    async with chromium() as running:
        context = await running.new_context(**PHONE)
        page = await context.new_page()
        await page.route("**/*", answer)
        for path in (*LEAGUE, f"/game/{PLAYED}", "/game/nothing"):
            await page.goto(f"{URL}{path}")
            missed[path] = await page.evaluate(NEAR, FINGER)
    assert {path: links for path, links in missed.items() if links} == {}


async def test_pictures_differ_by_size_and_tone(here: Club) -> None:
    bodies = {
        (await got(here, f"/game/{PLAYED}.{size}.{tone}.svg")).body
        for size in ("wide", "narrow")
        for tone in ("dark", "light")
    }
    assert len(bodies) == 4


async def test_a_game_from_elsewhere_says_where_it_was_played(here: Club) -> None:
    row = played(here.people)
    keep(here.store, replace(row, id="paper", source="club <book> 2019"))
    text, _ = read(await got(here, "/game/paper"))
    assert "played elsewhere: club &lt;book&gt; 2019" in text
    assert "played elsewhere" not in read(await got(here, f"/game/{PLAYED}"))[0]


async def test_texts_of_people_are_escaped(here: Club) -> None:
    row = played(here.people)
    record = row.record.replace("player 0: ann", "player 0: <u>&")
    keep(here.store, replace(row, id="odd", record=record))
    text, _ = read(await got(here, "/game/odd"))
    assert "<u>" not in text
    assert "&lt;u&gt;&amp;" in text
    ElementTree.fromstring((await got(here, "/game/odd.svg")).body)
    assert (await got(here, "/game/odd.png")).status == 200


# who is not shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
async def test_a_private_game_is_as_absent_as_one_that_never_was(here: Club, kind: str) -> None:
    private = await got(here, f"/game/{SECRET}{kind}")
    assert private.status == 404
    assert private == await got(here, f"/game/nosuchgame{kind}")
    assert private == here.pages.missing()


async def test_a_week_leads_to_its_public_games_alone(here: Club) -> None:
    text, page = read(await got(here, "/season/clubs/2"))
    assert "/game/g40" in page.links
    assert "g41" not in text
    assert (await got(here, "/game/g40")).status == 200


async def test_a_deleted_player_is_named_nowhere(here: Club) -> None:
    here.store.delete_person(here.people["ann"].id)
    assert (await got(here, "/player/ann")).status == 404
    for path in (f"/game/{PLAYED}", "/season/2026-clubs", "/bracket", "/players", "/league"):
        text, page = read(await got(here, path))
        assert not re.search(r"\bann\b", text), path
        assert "/player/ann" not in page.links
    svg = await got(here, f"/game/{PLAYED}.svg")
    assert b"ann" not in svg.body
    assert b"someone" in svg.body


async def test_what_a_player_hides_is_not_on_their_page(here: Club) -> None:
    shown, _ = read(await got(here, "/player/ann"))
    assert "±" in shown
    assert "won" in shown
    hidden = {shown_setting(part): False for part in PROFILE_PARTS}
    here.store.save_settings(here.people["ann"].id, hidden)
    fresh = WebPages(here.pages._archive, here.pages._league, "", lambda: URL, lambda: DOOR)
    text, page = read(await fresh.answer("/player/ann"))
    assert "±" not in text
    assert "Opponents" not in text
    assert "won" not in page.meta.get("og:description", "")
    listed, _ = read(await fresh.answer("/players"))
    assert re.search(r'<a href="/player/ann">ann</a></li>', listed)
    assert re.search(r'<a href="/player/bob">bob</a> <span class="quiet">\d', listed)
    fresh.close()


async def test_where_nothing_is_stored_a_page_says_so() -> None:
    pages = WebPages(Archive(), lambda: None, "", lambda: URL, lambda: DOOR)
    for path in ("/season", f"/game/{PLAYED}", "/players", f"/game/{PLAYED}.png"):
        answer = await pages.answer(path)
        text, page = read(answer)
        assert answer is not None
        assert answer.status == 404
        assert "This server stores no games" in text
        assert "/" in page.links
    pages.close()


# the league -----------------------------------------------------------------------------------


async def test_every_link_leads_somewhere(here: Club) -> None:
    seen, waiting = set[str](), ["/league", f"/game/{PLAYED}"]
    doors = {"/", f"/replay/{PLAYED}", *page_files()}
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = await got(here, path)
        assert answer.status == 200, path
        if not answer.content_type.startswith("text/html"):
            continue
        _, page = read(answer)
        assert page.forbidden == [], path
        links = {link.removeprefix(URL) for link in page.links}
        games = {link for link in links if link.startswith("/replay/")}
        waiting += links - seen - doors - games - {*waiting}
    wanted = ("/seasons", "/season/2026-clubs", "/season/2026-clubs/1", "/bracket/2026-clubs")
    assert seen >= {*wanted, "/year/2026", "/players", "/player/Zo%C3%A9", "/style.css"}
    assert f"/game/{SECRET}" not in seen


async def test_a_season_is_found_by_its_id_its_suit_or_as_the_latest(here: Club) -> None:
    pages = [await got(here, f"/season{rest}") for rest in ("/2026-clubs", "/clubs", "")]
    assert pages[0].status == 200
    assert pages[0] == pages[1] == pages[2]
    assert (await got(here, "/season/hearts")).status == 404
    assert (await got(here, "/bracket/clubs")) == (await got(here, "/bracket"))


async def test_an_empty_league_has_pages_that_say_so(tmp_path: Path) -> None:
    store = Store.open(new_database(tmp_path / "empty.db"))
    writer = Writer(store, lambda why: None)
    service = LeagueService(store, writer, Presence(), Follows(), lambda: NOW)
    pages = WebPages(StoredGames(store, writer), lambda: service, "", lambda: URL, lambda: DOOR)
    for path, says in (
        ("/league", "There has been no season here yet."),
        ("/season", "There has been no season here yet."),
        ("/bracket", "No championship has been held yet."),
        ("/year", "No championship has been held yet."),
        ("/players", "Nobody has a rating yet."),
    ):
        answer = await pages.answer(path)
        text, _ = read(answer)
        assert answer is not None
        assert (answer.status, says in text) == (200, True), path
    pages.close()
    await writer.close()
    store.close()


async def test_names_may_come_decoded_or_encoded(here: Club) -> None:
    for name in ("Zoé", quote("Zoé"), "Zoe\u0301"):
        text, _ = read(await got(here, f"/player/{name}"))
        assert "<h1>Zoé</h1>" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/game/",
        "/game/..",
        "/game/../style.css",
        "/game/%2e%2e%2fstyle.css",
        "/game/a%2Fb",
        "/game/a%00",
        "/game/a\0",
        "/game/%ff",
        "/game/é",
        "/game/" + "a" * 33,
        "/game/" + "a" * 3000,
        f"/game/{PLAYED}.gif",
        f"/game/{PLAYED}.wide.svg",
        f"/game/{PLAYED}%252e.txt",
        "/season/2026-clubs/0",
        "/season/2026-clubs/14",
        "/season/2026-clubs/999",
        "/season/../../etc/passwd",
        "/bracket/2026-clubs/1",
        "/year/20266",
        "/year/٢٠٢٦",
        "/player/",
        "/player/nobody-of-this",
        "/player/" + "a" * 17,
        "/player/deleted%20player%2012345",
        "/player/<b>",
        "/players/",
        "/league/index.html",
    ],
)
async def test_paths_that_lead_nowhere_are_404(here: Club, path: str) -> None:
    answer = await got(here, path)
    assert answer.status == 404
    assert answer.max_age == 0
    _, page = read(answer)
    assert "/" in page.links


@pytest.mark.parametrize(
    "path", ["/", "", "/replay/x", "/ws", "/gamer", "/download/x", "style.css"]
)
async def test_paths_of_others_are_theirs(here: Club, path: str) -> None:
    assert await here.pages.answer(path) is None


@given(path=st.text(max_size=300) | st.from_regex(r"/(game|season|player|year)/.{0,40}"))
async def test_no_path_breaks_anything(shared: WebPages, path: str) -> None:
    answer = await shared.answer(path)
    assert answer is None or answer.status in (200, 404)


async def test_crawlers_are_kept_from_terminals(here: Club) -> None:
    answer = await got(here, "/robots.txt")
    assert b"Disallow: /socket" in answer.body
    for verb in (b"join", b"watch", b"replay"):
        assert verb not in answer.body


# languages ------------------------------------------------------------------------------------


async def test_pages_speak_the_readers_language(here: Club) -> None:
    async def text(path: str, language: str) -> str:
        answer = await here.pages.answer(path, language)
        return (answer or here.pages.missing(language)).body.decode()

    for path in (f"/game/{PLAYED}", "/league", "/season/2026-clubs", "/nothing"):
        english, french, unknown = [await text(path, language) for language in ("en", "fr", "xx")]
        assert '<html lang="en">' in english
        assert '<html lang="fr">' in french
        assert unknown == english
    french, page = read(await got(here, f"/game/{PLAYED}", "fr"))
    assert "Revoir la partie" in french
    assert page.meta["og:title"] == "ann gagne contre bob"
    assert (await got(here, f"/game/{PLAYED}.svg")) != (
        await got(here, f"/game/{PLAYED}.svg", "fr")
    )


async def test_two_languages_at_once_do_not_mix(here: Club) -> None:
    paths = ("/league", f"/game/{PLAYED}", "/players", "/season")
    asked = [(path, language) for path in paths for language in ("en", "fr")]
    answers = await asyncio.gather(*(got(here, *each) for each in asked))
    for (_, language), answer in zip(asked, answers, strict=True):
        assert f'<html lang="{language}">'.encode() in answer.body


# cost -----------------------------------------------------------------------------------------


async def test_an_answer_is_made_once_for_all_who_wait() -> None:
    cache, made, go = AnswerCache(waiting=5), list[int](), asyncio.Event()

    async def make() -> Answer:
        made.append(1)
        await go.wait()
        return Answer(200, "text/plain", b"x", 5)

    waiting = [asyncio.create_task(cache.get(("a", "en"), make)) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await cache.get(("b", "en"), make)
    go.set()
    assert len({*await asyncio.gather(*waiting)}) == 1
    assert len(made) == 1


async def test_few_answers_are_made_at_a_time() -> None:
    cache, making, most = AnswerCache(makers=2), 0, 0

    async def make() -> Answer:
        nonlocal making, most
        making += 1
        most = max(most, making)
        await asyncio.sleep(0)
        making -= 1
        return Answer(200, "text/plain", b"x", 5)

    await asyncio.gather(*(cache.get((str(number), "en"), make) for number in range(9)))
    assert most == 2


async def test_somebody_who_goes_away_takes_nothing_from_others() -> None:
    cache, go = AnswerCache(waiting=2), asyncio.Event()

    async def make() -> Answer:
        await go.wait()
        return Answer(200, "text/plain", b"x", 5)

    gone, stays = (asyncio.create_task(cache.get(("a", "en"), make)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    go.set()
    assert (await stays).body == b"x"
    assert (await cache.get(("b", "en"), make)).body == b"x"


async def test_answers_are_kept_for_their_time_and_as_many_as_there_is_room_for() -> None:
    now, made = [0.0], list[str]()
    cache = AnswerCache(kept=10_000, clock=lambda: now[0])

    async def get(path: str, status: int = 200, size: int = 3_000) -> None:
        async def make() -> Answer:
            made.append(path)
            return Answer(status, "text/plain", bytes(size), 5)

        await cache.get((path, "en"), make)

    for path in ("a", "a", "b", "a", "c", "b"):  # c takes the place of b
        await get(path)
    assert made == ["a", "b", "c", "b"]
    now[0] = 5.0
    await get("b")
    await get("gone", 404)
    await get("gone", 404)
    assert made[4:] == ["b", "gone", "gone"]
    await get("huge", size=20_000)
    await get("huge", size=20_000)
    assert made[7:] == ["huge", "huge"]


async def test_a_database_in_trouble_is_told_and_not_kept(
    here: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise LobbyError("not-now")

    with monkeypatch.context() as patched:
        patched.setattr(here.pages._archive, "game", fails)
        answer = await got(here, f"/game/{PLAYED}")
        assert answer.status == 503
        assert "the server cannot reach its database" in answer.body.decode()
    assert (await got(here, f"/game/{PLAYED}")).status == 200


# through the door -----------------------------------------------------------------------------


async def test_a_server_answers_links_with_pages(tmp_path: Path) -> None:
    with club(tmp_path) as made:
        await made.writer.close()
    url = f"sqlite:///{tmp_path / 'club.db'}"
    options = WebOptions(port=0, url=URL, title=TITLE)
    async with Server(tmp_path, database=url, web=options) as server, browser(server) as there:
        _, front = read(Answer(200, "", await (await there.get("/")).read()))
        assert front.meta["og:title"] == f"Cuttle, a card game for two - {TITLE}"
        assert front.meta["og:site_name"] == TITLE
        _, invited = read(Answer(200, "", await (await there.get("/join/K7QF")).read()))
        assert invited.meta["og:title"] == f"A friend waits for you at a card table - {TITLE}"
        answer = await there.get(f"/game/{PLAYED}")
        _, page = read(Answer(answer.status, "", await answer.read()))
        assert answer.status == 200
        assert page.meta["og:image"] == f"{URL}/game/{PLAYED}.png"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["Vary"] == "Accept-Language"
        picture = await there.get(f"/game/{PLAYED}.png")
        assert (picture.status, picture.content_type) == (200, "image/png")
        assert (await there.get(f"/game/{SECRET}")).status == 404
        for path, card in ((f"/replay/{PLAYED}", f"/game/{PLAYED}.png"), ("/", "/card.png")):
            assert f'"og:image" content="{URL}{card}"' in await (await there.get(path)).text()


# in a browser ---------------------------------------------------------------------------------


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"), some([(360, "dark"), (1200, "light"), (360, "light")], 3)
)
async def test_pages_fit_a_phone_and_need_no_script(
    here: Club, tmp_path: Path, width: int, scheme: Scheme
) -> None:
    wide = replace(played(here.people, "team"), id="wide", names=WIDE)
    for seat, name in enumerate(WIDE):
        record = re.sub(rf"player {seat}: .*", f"player {seat}: {name}", wide.record)
        wide = replace(wide, record=record)
    keep(here.store, wide)
    paths = (
        f"/game/{PLAYED}",
        "/game/wide",
        "/league",
        "/season",
        "/bracket",
        "/player/ann",
        "/players",
        "/x",
    )
    files = []
    for number, path in enumerate(paths):
        answer = await here.pages.answer(path) or here.pages.missing()
        text = re.sub('href="/style.css"', 'href="style.css"', answer.body.decode())
        text = re.sub('"/game/([a-z]+)[.]', r'"\1.', text)
        files.append(tmp_path / f"{number}.html")
        files[-1].write_text(text, encoding="utf-8")
    (tmp_path / "style.css").write_bytes((await got(here, "/style.css")).body)
    for picture in (f"{game}{kind}" for game in (PLAYED, "wide") for kind in DRAWN):
        (tmp_path / picture).write_bytes((await got(here, f"/game/{picture}")).body)
    probe = tmp_path / "probe.html"
    pages = [file.as_uri() for file in files]
    probe.write_text(PROBE % (json.dumps(pages), width), encoding="utf-8")
    found = json.loads(found_by(probe, scheme))
    assert sorted(found) == sorted(pages)
    for page, seen in found.items():
        assert seen["over"] <= 0, page
        assert seen["inside"] <= 0, page
        assert seen["scripts"] == 0
