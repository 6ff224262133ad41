"""The pages of a league in a folder: whole, linked, and fit for a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize
from urllib.parse import unquote

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.ports.league import BracketPage, Profile, SeasonLine, SeasonPage, WeekPage, YearPage
from cuttle_tui.ports.listings import RatingLine
from cuttle_tui.worn import own_back
from server.league.brackets import Bracket
from server.league.nights import bracket_lines
from server.league.site import PublicGame, SiteError, back_picture, curve_points, slug, write_site
from tests.browser import Scheme, found_by, needs_browser
from tests.leagues import PLAYERS, SampleLeague
from tests.whole import some

pytestmark = pytest.mark.slow

T = TypeVar("T")

PROBE = """<!doctype html><meta charset="utf-8"><body><pre id="found"></pre><script>
const pages = %s, found = {};
let waiting = pages.length;
for (const page of pages) {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width:%dpx;height:800px;border:0";
  frame.onload = () => {
    const page_ = frame.contentDocument, root = page_.documentElement;
    found[page] = {
      over: root.scrollWidth - frame.clientWidth,
      inside: Math.max(0, ...[...page_.querySelectorAll(".wide")].map(
        part => part.scrollWidth - part.clientWidth)),
      ground: frame.contentWindow.getComputedStyle(page_.body).backgroundColor,
      ink: frame.contentWindow.getComputedStyle(page_.body).color,
      scripts: page_.scripts.length,
    };
    if (--waiting === 0) document.getElementById("found").textContent = JSON.stringify(found);
  };
  frame.src = page;
  document.body.append(frame);
}
</script>"""


class _Page(HTMLParser):
    """The links of a page, and every tag that is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
async def site(tmp_path: Path) -> Path:
    folder = tmp_path / "a club's site"
    written = await write_site(SampleLeague(), folder, "Club <Paris>")
    assert written == sum(1 for path in folder.rglob("*") if path.is_file())
    return folder


def _pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def test_every_link_leads_to_a_page(site: Path) -> None:
    for path in _pages(site):
        page = _Page()
        page.feed(path.read_text(encoding="utf-8"))
        assert page.open == [], path
        for link in page.links:
            assert (path.parent / unquote(link)).resolve().is_file(), (path, link)


def test_texts_are_escaped(site: Path) -> None:
    for path in _pages(site):
        text = path.read_text(encoding="utf-8")
        assert "Club &lt;Paris&gt;" in text
        assert "<Paris>" not in text


def test_standings_of_a_season_are_all_there(site: Path) -> None:
    text = (site / "seasons/2026-diamonds.html").read_text(encoding="utf-8")
    assert text.count('<tr class="in">') == 8
    assert "wilhelmina-marie" in text


def test_each_week_has_a_page_that_its_season_leads_to(site: Path) -> None:
    season = (site / "seasons/2026-diamonds.html").read_text(encoding="utf-8")
    weeks = sorted((site / "seasons").glob("2026-diamonds-*.html"))
    assert weeks
    assert all(f'href="{path.name}"' in season for path in weeks)
    assert any("not decided in time" in path.read_text(encoding="utf-8") for path in weeks)


def test_a_player_has_a_picture_of_what_their_cards_wear(site: Path) -> None:
    drawn = {name: back_picture(own_back(name)) for name in ("ana", "bob")}
    for name, back in drawn.items():
        page = (site / f"players/{name}.html").read_text()
        assert f'd="{back.path}" fill="{back.ink}"' in page
        assert f'fill="{back.ground}"' in page
    assert drawn["ana"] != drawn["bob"]


async def test_an_empty_league_has_a_site_too(tmp_path: Path) -> None:
    await write_site(SampleLeague(empty=True), tmp_path / "site")
    assert "no season" in (tmp_path / "site/index.html").read_text(encoding="utf-8")


async def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "CNAME").write_text("club.example")
    await write_site(SampleLeague(), tmp_path)
    assert (tmp_path / "CNAME").read_text() == "club.example"


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file")
    with pytest.raises(SiteError, match="site"):
        await write_site(SampleLeague(), tmp_path / "site")


def test_a_curve_fills_its_picture() -> None:
    curve = curve_points((("2026-01-01", 1500), ("2026-01-02", 1600), ("2026-01-03", 1550)))
    assert curve is not None
    assert curve.points == "0.0,160.0 300.0,0.0 600.0,80.0"
    assert (curve.low, curve.high) == (1500, 1600)
    assert curve_points((("2026-01-01", 1500),)) is None


# what stands on the pages -------------------------------------------------------------------------


def test_no_two_pages_have_one_title_and_headings_go_down_step_by_step(site: Path) -> None:
    titles: dict[str, Path] = {}
    for path in _pages(site):
        text = path.read_text(encoding="utf-8")
        title = text.partition("<title>")[2].partition("</title>")[0]
        assert titles.setdefault(title, path) == path, title
        levels = [int(level) for level in re.findall(r"<h(\d)", text)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), path


class _Changed(SampleLeague):
    """A league in which texts are changed everywhere."""

    def __init__(self, change: Callable[[str], str], **facts: object) -> None:
        super().__init__()
        self.change, self.facts = change, facts

    async def seasons(self) -> tuple[SeasonLine, ...]:
        seasons = await super().seasons()
        return tuple(replace(each, **self.facts) for each in seasons)  # type: ignore[arg-type]

    async def season(self, id: str = "") -> SeasonPage:
        return _with(await super().season(id), self.change)

    async def week(self, season: str = "", week: int | None = None) -> WeekPage:
        return _with(await super().week(season, week), self.change)

    async def championships(self) -> tuple[BracketPage, ...]:
        return (_with(eleven(), self.change),)

    async def top(self, pool: str = "live") -> tuple[RatingLine, ...]:
        return _with(await super().top(pool), self.change)

    async def year(self, year: int | None = None) -> YearPage:
        return _with(await super().year(year), self.change)

    async def profile(self, name: str = "") -> Profile:
        back = {self.change(each): each for each in PLAYERS}
        return _with(await super().profile(back.get(name, name)), self.change)


def _with(value: T, change: Callable[[str], str]) -> T:
    """Return a value with its texts changed."""
    if isinstance(value, str):
        return change(value)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_with(each, change) for each in value)  # type: ignore[return-value]
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: _with(getattr(value, each.name), change) for each in fields(value)}
        return replace(value, **found)
    return value


def eleven() -> BracketPage:
    """Return a championship of eleven: one did not come, one withdrew."""
    made = Bracket.of(PLAYERS[:11])
    made = made.no_show(made.open[0].players[1]).withdraw(PLAYERS[5])
    return BracketPage("2026-clubs", 2026, "clubs", bracket_lines(made, str), ())


def _wide(text: str) -> str:
    """Return a name of sixteen wide letters for each player."""
    return "wm" * 7 + f"{PLAYERS.index(text):02}" if text in PLAYERS else text


async def test_no_shows_and_withdrawals_are_marked(tmp_path: Path) -> None:
    await write_site(_Changed(str), tmp_path)
    text = (tmp_path / "championships/2026-clubs.html").read_text(encoding="utf-8")
    assert text.count("<small>did not come</small>") == 1
    assert "<small>withdrew</small>" in text


async def test_a_closed_season_is_final(tmp_path: Path) -> None:
    await write_site(_Changed(str, closed=True), tmp_path)
    text = (tmp_path / "seasons/2026-clubs.html").read_text(encoding="utf-8")
    assert "<h2>Final standings</h2>" in text
    assert "These players entered the championship." in text
    assert "as things stand" not in text


async def test_deleted_players_have_no_pages_and_pages_of_an_earlier_time_go(
    tmp_path: Path,
) -> None:
    await write_site(SampleLeague(), tmp_path)
    (tmp_path / "players/own.html").write_text("<p>of the club</p>")
    assert (tmp_path / "players/ana.html").is_file()
    gone = _Changed(lambda text: "deleted player 12345" if text == "ana" else text)
    await write_site(gone, tmp_path)
    assert not (tmp_path / "players/ana.html").exists()
    assert (tmp_path / "players/own.html").is_file()
    assert not [path for path in tmp_path.glob("players/*") if "deleted" in path.name]
    text = (tmp_path / "seasons/2026-diamonds.html").read_text(encoding="utf-8")
    assert '<span class="gone">deleted player 12345</span>' in text


async def test_whatever_a_name_holds_its_page_lies_in_the_folder(tmp_path: Path) -> None:
    strange = ("../../out", "/etc/x", "a\\b", "<b>", "CON", "Zoé", "x.html", "..", "\u202e", "%2e")
    table = dict(zip(PLAYERS, strange, strict=False))
    folder = tmp_path / "deep" / "site"
    await write_site(_Changed(lambda text: table.get(text, text)), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["site"]
    names = [path.stem for path in (folder / "players").iterdir()]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name) for name in names)
    for path in _pages(folder):
        page = _Page()
        page.feed(path.read_text(encoding="utf-8"))
        for link in page.links:
            assert (path.parent / unquote(link)).resolve().is_file(), (path, link)
        assert "<b>&lt;" not in path.read_text(encoding="utf-8")


@given(st.text(max_size=40), st.text(max_size=40))
def test_two_names_have_two_slugs(one: str, other: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*", slug(one))
    alike = normalize("NFC", one).casefold() == normalize("NFC", other).casefold()
    assert (slug(one) == slug(other)) is alike


async def test_public_games_have_pages_that_their_weeks_lead_to(tmp_path: Path) -> None:
    def game(id: str) -> PublicGame | None:
        both = ("ana", "bob")
        return (
            PublicGame(id, both, "2026-01-06 19:12", "cuttle.cards", "1. P0 <x>")
            if id[0] == "a"
            else None
        )

    await write_site(SampleLeague(), tmp_path, games=game)
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == [
        "abc.html",
        "abd.html",
        "abe.html",
    ]
    assert "1. P0 &lt;x&gt;" in (tmp_path / "games/abc.html").read_text(encoding="utf-8")
    week = next((tmp_path / "seasons").glob("2026-diamonds-*.html"))
    assert '<a href="../games/abd.html">Game 2</a>' in week.read_text(encoding="utf-8")


# in a browser -------------------------------------------------------------------------------------


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"), some([(360, "dark"), (800, "light"), (1400, "dark"), (360, "light")], 4)
)
async def test_pages_fit_a_phone_and_need_no_script(
    tmp_path: Path, width: int, scheme: Scheme
) -> None:
    """Measure every page, with the longest names there are."""
    folder = tmp_path / "site"
    await write_site(_Changed(_wide), folder)
    pages = [path.as_uri() for path in _pages(folder)]
    probe = folder / "probe.html"
    probe.write_text(PROBE % (json.dumps(pages), width), encoding="utf-8")
    found = json.loads(found_by(probe, scheme))
    assert sorted(found) == sorted(pages)
    for page, seen in found.items():
        assert seen["over"] <= 0, page
        assert seen["scripts"] == 0
        assert seen["ground"] == {"dark": "rgb(16, 33, 29)", "light": "rgb(179, 199, 188)"}[scheme]
        if width in (
            360,
            1400,
        ):  # between them wide tables and brackets are scrolled for themselves
            assert seen["inside"] <= 0, page


async def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    precious = outside / "precious.html"
    precious.write_text("mine")
    for name in ("index.html", "style.css", "players.html"):
        (folder / name).symlink_to(precious)
    await write_site(SampleLeague(), folder)
    assert precious.read_text() == "mine"
    assert not (folder / "index.html").is_symlink()
    assert (folder / "index.html").stat().st_mode & 0o777 == 0o644
    assert not [*folder.rglob("*.new")]


@pytest.mark.parametrize("name", ["players", "seasons", "years", "championships"])
async def test_a_folder_that_is_a_link_is_refused(tmp_path: Path, name: str) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (folder / name).symlink_to(outside)
    with pytest.raises(SiteError, match=f"{name} is a link"):
        await write_site(SampleLeague(), folder)
    assert [*outside.iterdir()] == []


async def test_no_old_page_is_removed_beyond_a_link(tmp_path: Path) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside"
    await write_site(SampleLeague(), outside)
    folder.mkdir()
    (folder / "games").symlink_to(outside / "players")
    before = {page.name for page in (outside / "players").iterdir()}
    await write_site(SampleLeague(), folder)
    assert {page.name for page in (outside / "players").iterdir()} == before


async def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (tmp_path / "site").symlink_to(there)
    await write_site(SampleLeague(), tmp_path / "site")
    assert (there / "index.html").is_file()
