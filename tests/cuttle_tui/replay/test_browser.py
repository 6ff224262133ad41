"""What a browser shows of our pictures is what the terminal shows: each sign in its cell."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypedDict

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cuttle_tui.replay.export import picture_svg, svg_of
from docs.pictures.draw import HERE, PICTURES, Picture
from engine.record.summary import Replay
from tests.browser import Scheme, found_by, needs_browser
from tests.cuttle_tui.gallery.looks import strips, wear
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import staged
from tests.cuttle_tui.games import record_after
from tests.whole import some

pytestmark = [needs_browser, pytest.mark.slow]

CELL: Final = 9.6
ROW: Final = 20
DRAWN: Final = "█▀▁▂▃▄▅▆▇▌▐▏▕░─━│├┐┘"
"""Signs that are drawn as rectangles."""

PROBE: Final = """<!doctype html><meta charset="utf-8"><pre id="found"></pre><script>
const pictures = %s, found = [];
const cell = %s, row = %s;

function signs(svg) {
  return [...svg.querySelectorAll("text")].map((text) => {
    const seen = [], count = text.getNumberOfChars();
    for (let at = 0; at < count; at += 1) {
      const place = text.getStartPositionOfChar(at);
      seen.push([place.x / cell, place.y / row]);
    }
    return {shown: text.textContent, seen, end: text.getEndPositionOfChar(count - 1).x / cell};
  });
}

async function grounds(source, columns, rows) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(source);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width; canvas.height = image.height;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const all = [];
  for (let y = 0; y < rows; y += 1) for (let x = 0; x < columns; x += 1) {
    const at = 4 * (Math.round((y + 0.5) * row + 8) * canvas.width + Math.round((x + 0.5) * cell));
    all.push([data[at], data[at + 1], data[at + 2]]);
  }
  return all;
}

(async () => {
  for (const [source, columns, rows] of pictures) {
    const holder = document.createElement("div");
    holder.innerHTML = source.replace(/^<[?].*[?]>/, "");
    document.body.append(holder);
    found.push({texts: signs(holder), grounds: await grounds(source, columns, rows)});
    holder.remove();
  }
  document.getElementById("found").textContent = JSON.stringify(found);
})();
</script>"""


class Run(TypedDict):
    """A text as the browser placed it."""

    shown: str
    seen: list[list[float]]
    """Where each sign begins, in cells and rows."""
    end: float


class Seen(TypedDict):
    """A picture as the browser shows it."""

    texts: list[Run]
    grounds: list[list[int]]
    """The colour in the middle of each cell, row by row."""


Drawn = tuple[str, Sequence[Strip]]
"""A picture, and the rows that it shows."""


def _seen(pictures: Sequence[Drawn], folder: Path, scheme: Scheme = "dark") -> list[Seen]:
    """Return what the browser makes of pictures."""
    asked = [(svg, rows[0].cell_length, len(rows)) for svg, rows in pictures]
    probe = folder / "probe.html"
    told = json.dumps(asked).replace("</", "<\\/")
    probe.write_text(PROBE % (told, CELL, ROW), encoding="utf-8")
    seen: list[Seen] = json.loads(html.unescape(found_by(probe, scheme)))
    assert len(seen) == len(pictures)
    return seen


def _shown(seen: Seen, rows: Sequence[Strip]) -> list[str]:
    """Return the rows of signs as the browser placed them; each must stand in its cell."""
    grid = [[" "] * row.cell_length for row in rows]
    for text in seen["texts"]:
        assert len(text["shown"]) == len(text["seen"]), f"signs are lost: {text['shown']!r}"
        for sign, (x, y) in zip(text["shown"], text["seen"], strict=True):
            column = round(x)
            assert abs(x - column) < 0.1, f"{sign!r} of {text['shown']!r} stands between cells"
            grid[int(y)][column] = sign
        assert abs(text["end"] - round(text["end"])) < 0.1
    return ["".join(row).rstrip() for row in grid]


def _written(rows: Sequence[Strip]) -> list[str]:
    """Return the signs of rows by their cells, without those that are drawn."""
    return ["".join(map(_in_cells, row.text)).rstrip() for row in rows]


def _in_cells(sign: str) -> str:
    return " " * cell_len(sign) if sign in DRAWN else sign + " " * (cell_len(sign) - 1)


def _grounds(rows: Sequence[Strip]) -> list[list[int] | None]:
    """Return the colour of each blank or full cell; None of one with a sign on it."""
    return [
        colour
        for row in rows
        for segment in row
        for sign in segment.text
        for colour in [_ground(sign, segment.style)] * cell_len(sign)
    ]


def _ground(sign: str, style: Style | None) -> list[int] | None:
    assert style is not None
    colour = {" ": style.bgcolor, "█": style.color}.get(sign)
    return list(colour.triplet) if colour is not None and colour.triplet is not None else None


def _assert_as_in_the_terminal(drawn: Sequence[Drawn], seen: Sequence[Seen]) -> None:
    for (_, rows), picture in zip(drawn, seen, strict=True):
        assert _shown(picture, rows) == _written(rows)
        wanted, got = _grounds(rows), picture["grounds"]
        assert len(wanted) == len(got)
        assert [list(w) for w in wanted if w] == [g for w, g in zip(wanted, got, strict=True) if w]


async def _screen(picture: Picture) -> Drawn:
    async with staged(Scene("", picture.opens, picture.keys, (picture.size,))) as (app, _):
        wear(app, picture.look)
        rows = strips(app)
        return svg_of(rows, "a screen"), rows


@pytest.mark.parametrize("scheme", some(["dark", "light"], 2))
async def test_screens_look_as_in_the_terminal(scheme: Scheme, tmp_path: Path) -> None:
    """Draw the pictures of the docs anew, as the pages of a browser show it."""
    drawn = [await _screen(picture) for picture in some(PICTURES.values(), 3)]
    _assert_as_in_the_terminal(drawn, _seen(drawn, tmp_path, scheme))


def test_kept_pictures_have_each_sign_in_its_cell(tmp_path: Path) -> None:
    kept = [path.read_text(encoding="utf-8") for path in some(sorted(HERE.glob("*.svg")), 3)]
    blank = [Strip.blank(200)] * 60
    for seen in _seen([(svg, blank) for svg in kept], tmp_path):
        assert any(_shown(seen, blank))


@pytest.mark.parametrize(
    ("ruleset", "seed"), some([("standard", 39), ("cutthroat", 14), ("team", 20)], 3)
)
def test_saved_ends_have_each_sign_in_its_cell(ruleset: str, seed: int, tmp_path: Path) -> None:
    record = record_after(ruleset=ruleset, seed=seed)
    names = ("Ольга", "李小龍", "Zoé", "a-very-long-name")
    named = replace(record, players=names[: len(record.players)])
    rows = [Strip.blank(84)] * 48
    drawn = [(picture_svg(Replay(each)), rows) for each in (record, named)]
    for seen in _seen(drawn, tmp_path):
        assert any("turn" in row for row in _shown(seen, rows))


def test_any_text_stands_in_its_cells(tmp_path: Path) -> None:
    """Blanks side by side, signs of other fonts, wide ones, accents, what XML escapes."""
    lines = (
        "a  b   c    d",
        "K♠ Q♥ J♦ 10♣  2♦ break",
        "李 against Zoé & <b>  ★ ☆ ○ •",
        "├──┐ x │ y ──┘  ▌z▐",
    )
    width = max(map(cell_len, lines))
    rows = [
        Strip([*_styled(line), *_styled(" " * (width - cell_len(line)))], width) for line in lines
    ]
    drawn = [(svg_of(rows, "signs"), rows)]
    _assert_as_in_the_terminal(drawn, _seen(drawn, tmp_path))


def _styled(text: str) -> list[Segment]:
    return [Segment(text, Style(color="#ffffff", bgcolor="#10211d"))]
