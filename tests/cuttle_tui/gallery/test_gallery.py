"""Every screen and every question in every size and look: as it is kept, and fit to be read."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.bitmaps import STROKES, SUIT_STROKES
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui.gallery.judging import faults_of_colours, faults_of_keys, faults_of_pieces
from tests.cuttle_tui.gallery.looks import ASCII, DARK, LOOKS, strips, text, wear
from tests.cuttle_tui.gallery.scene import USUAL, Scene, Size
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.programs.accept import HOW
from tests.programs.felt import SPARSE, STATES, faults_of_felt
from tests.whole import WHOLE, some

pytestmark = pytest.mark.slow
_FOLDER: Final = Path(__file__).parent / "pictures"
_OTHERS: Final = ("light", "dark-256", "light-256")
"""The looks that may differ from the dark one by nothing but colours and the sides of cards."""
_TOO_SMALL: Final = (40, 10)
_WRITES: Final = bool(os.environ.get("UPDATE_SNAPSHOTS"))
"""Whether the snapshots are written, and no more judged of a screen than what is kept."""
_COUNT: Final = re.compile(r"\d+(?= more (?:above|below)$)", re.MULTILINE)
_PARTED: Final = re.compile(r"^=== ", re.MULTILINE)
_SIDES: Final = str.maketrans("▏▕", "  ")


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_scene(scene: Scene) -> None:
    pictures: dict[str, str] = {}
    faults: dict[str, list[str]] = {}
    async with staged(scene) as (app, pilot):
        for size in some(scene.sizes, 3):
            wear(app, DARK)
            await resized(pilot, size)
            title = "x".join(map(str, size))
            dark = pictures[title] = text(strips(app))
            faults[title] = faults_of_pieces(app) + _faults(app, "dark") + faults_of_keys(app)
            for look in () if _WRITES else some(_OTHERS, 3):
                faults[f"{title} {look}"] = _faults_beside(app, look, dark)
            if size in USUAL:
                pictures[f"{title} ascii"] = await _in_ascii(app, pilot)
                faults[f"{title} ascii"] = faults_of_pieces(app)
        faults["felt"] = [] if _WRITES else await faults_of_felt(scene.name, app, pilot)
        await resized(pilot, _TOO_SMALL)
        faults["too small"] = ["says nothing"] * (not text(strips(app)).strip())
    assert {where: some for where, some in faults.items() if some} == {}
    _compare(scene.name, pictures)


def _faults(app: CuttleApp, look: str) -> list[str]:
    return faults_of_colours(strips(app), app.paint, LOOKS[look].terminal.colours)


def _faults_beside(app: CuttleApp, look: str, dark: str) -> list[str]:
    """List what is wrong in another look, which must show the same as the dark one."""
    wear(app, LOOKS[look])
    rows = strips(app)
    same = _sideless(text(rows)) == _sideless(dark)
    faults = faults_of_colours(rows, app.paint, LOOKS[look].terminal.colours)
    return faults + ["not what the dark one shows"] * (not same)


def _sideless(picture: str) -> list[str]:
    """Return the rows of a picture without the sides of cards."""
    return [row.rstrip() for row in picture.translate(_SIDES).splitlines()]


async def _in_ascii(app: CuttleApp, pilot: Pilot[None]) -> str:
    wear(app, ASCII)
    await settled(pilot)  # edges may leave a race no room
    shown = text(strips(app))
    assert shown.isascii()
    return shown


def _compare(name: str, pictures: dict[str, str]) -> None:
    """Compare with the snapshot; write it when UPDATE_SNAPSHOTS is set (`make accept`)."""
    shown = [f"{title}\n{_uncounted(picture)}" for title, picture in pictures.items()]
    path = _FOLDER / f"{name}.txt"
    if _WRITES:
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"=== {picture}" for picture in shown), encoding="utf-8")
    kept = _PARTED.split(path.read_text(encoding="utf-8") if path.exists() else "")[1:]
    if not WHOLE:
        kept = [picture for picture in kept if picture.partition("\n")[0] in pictures]
    assert shown == kept, HOW


def _uncounted(picture: str) -> str:
    """Leave out how many lines are out of sight: one line more would change pictures without it."""
    return _COUNT.sub(lambda number: "N".rjust(len(number[0])), picture)


def test_every_sparse_state_is_in_the_gallery() -> None:
    assert STATES.keys() >= SPARSE.keys()


def test_nothing_is_kept_of_scenes_that_are_gone() -> None:
    left = [path for path in _FOLDER.iterdir() if path.stem not in SCENES]
    if _WRITES:
        for path in left:
            path.unlink()
        left = []
    assert left == [], HOW


@pytest.mark.parametrize("size", [(80, 24), (72, 30)])
@pytest.mark.parametrize("look", ["sixteen", "colourless"])
async def test_poor_terminals_show_the_same_signs(look: str, size: Size) -> None:
    """Compare all but the pictures of cards, which letters cannot draw alike, and jacks.

    In letters several of these are counted.
    """
    async with staged(SCENES["two-choose-target"]) as (app, pilot):
        await resized(pilot, size)
        wear(app, LOOKS[look])
        shown = text(strips(app))
        wear(app, replace(ASCII, terminal=Terminal(LOOKS[look].terminal.colours, unicode=False)))
        lettered = shown.translate(_LETTERS | _PICTURES | _FILLS[look])
        lines = _JACKS.sub(lambda jacks: f"J{jacks[1]}x3", lettered).splitlines()
        letters = _WEAVE.sub(lambda back: _WOVEN[look] * len(back[0]), text(strips(app)))
        letters = _STROKES.sub(lambda strokes: " " * len(strokes[0]), letters)
        assert [line.rstrip() for line in lines] == [line.rstrip() for line in letters.splitlines()]


_DRAWN: Final = (
    row.strip()
    for table in (*STROKES.values(), SUIT_STROKES)
    for rows in table.values()
    for row in rows
    if set(row) != {" ", "|"}  # which are like edges
)
_STROKES: Final = re.compile("|".join(map(re.escape, _DRAWN)))
_WEAVE: Final = re.compile(r"(?:/\\){2,}/?|(?:\\/){2,}\\?")
_JACKS: Final = re.compile(r"J[HSCD]{2}([HSCD])")
_WOVEN: Final = {"sixteen": " ", "colourless": "#"}
"""What such a back is elsewhere: half blocks, or a shade."""
_LETTERS: Final = str.maketrans("♠♥♦♣░━─▌×▏▕", "SHDC#=->x||")
_PICTURES: Final = str.maketrans("▀▄█", "   ")
_FILLS: Final = {"sixteen": str.maketrans("┃", " "), "colourless": str.maketrans("┃", "#")}
