"""Draw the gallery for looking: ``python -m tests.programs.gallery OUTDIR [--only NAME]``.

Say which pieces of a screen are cut or have no room, as translators need to know.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import ENGLISH, languages, speak
from cuttle_tui.table.timers import HighlightTimer
from tests.cuttle_tui.gallery.judging import faults_of_pieces
from tests.cuttle_tui.gallery.looks import LOOKS, wear
from tests.cuttle_tui.gallery.scene import Scene, Size
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.gallery.svg import svg_of

_USUAL: Final = ("dark", "light", "ascii")


def main() -> None:
    """Read the command line, and draw."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.gallery")
    parser.add_argument("folder", type=Path, metavar="OUTDIR", help="where the pictures go")
    parser.add_argument("--only", default="", metavar="NAME", help="scenes with this in their name")
    parser.add_argument("--look", action="append", choices=LOOKS, help="how; may be given again")
    parser.add_argument("--lang", default=ENGLISH, choices=languages(), help="in which language")
    parser.add_argument(
        "--size", action="append", type=_size, metavar="80x24", help="how large; may be given again"
    )
    given = parser.parse_args()
    chosen = [scene for name, scene in SCENES.items() if given.only in name]
    if not chosen:
        parser.error(f"no scene is called {given.only!r}; there are: {', '.join(SCENES)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    HighlightTimer.light = lambda *_, **__: None  # type: ignore[method-assign]  # it fades with time
    for scene in chosen:
        sizes = tuple(given.size or scene.sizes)
        spoken = replace(scene, opens=partial(_opened, scene, given.lang))
        asyncio.run(_draw(spoken, sizes, given.folder, given.look or _USUAL))


def _size(text: str) -> Size:
    """Read the columns and rows of a window."""
    columns, rows = map(int, text.split("x"))
    return columns, rows


def _opened(scene: Scene, language: str) -> CuttleApp:
    """Open the app of a scene on a terminal whose language is another."""
    speak(language)  # some screens are worded before the app that shows them runs
    app = scene.opens()
    app._shown_on = replace(app._shown_on, language=language)
    return app


async def _draw(
    scene: Scene, sizes: tuple[Size, ...], folder: Path, looks: tuple[str, ...]
) -> None:
    async with staged(scene) as (app, pilot):
        for size in sizes:
            await resized(pilot, size)
            title = f"{scene.name}_{size[0]}x{size[1]}"
            for look in looks:
                wear(app, LOOKS[look])
                await settled(pilot)
                (folder / f"{title}_{look}.svg").write_text(svg_of(app), encoding="utf-8")
            for fault in faults_of_pieces(app):
                sys.stdout.write(f"{title}: {fault}\n")


if __name__ == "__main__":
    main()
