"""The pages of a league in a folder: whole, linked, and fit for a phone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from server.league.site.writer import SiteError, curve_points, write_site
from tests.leagues import SampleLeague
from tests.whole import some

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="needs chromium"
)

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


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), some([(360, 0), (360, 1), (1200, 0)], 3))
def test_pages_fit_a_phone_and_need_no_script(site: Path, width: int, scheme: int) -> None:
    """Measure every page in Chromium, in the dark (0) and the light (1) scheme."""
    assert CHROMIUM is not None, "chromium is missing"
    pages = [path.as_uri() for path in _pages(site)]
    probe = site / "probe.html"
    probe.write_text(PROBE % (json.dumps(pages), width), encoding="utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--allow-file-access-from-files",
            f"--user-data-dir={site.parent / 'browser'}",
            f"--blink-settings=preferredColorScheme={scheme}",
            "--virtual-time-budget=20000",
            "--dump-dom",
            probe.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env=os.environ | {"HOME": str(site.parent)},
    )
    found = json.loads(done.stdout.partition('<pre id="found">')[2].partition("</pre>")[0])
    assert sorted(found) == sorted(pages)
    for page, seen in found.items():
        assert seen["over"] <= 0, page
        assert seen["scripts"] == 0
        assert seen["ground"] == ("rgb(16, 33, 29)" if scheme == 0 else "rgb(179, 199, 188)")
