"""Draw the gallery for looking: ``python -m tests.programs.gallery OUTDIR [--only NAME]``."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Final

from cuttle_tui.table.timers import HighlightTimer
from tests.cuttle_tui.gallery.looks import LOOKS, wear
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.gallery.svg import svg_of

_USUAL: Final = ("dark", "light", "ascii")


def main() -> None:
    """Read the command line, and draw."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.gallery")
    parser.add_argument("folder", type=Path, metavar="OUTDIR", help="where the pictures go")
    parser.add_argument("--only", default="", metavar="NAME", help="scenes with this in their name")
    parser.add_argument("--look", action="append", choices=LOOKS, help="how; may be given again")
    given = parser.parse_args()
    chosen = [scene for name, scene in SCENES.items() if given.only in name]
    if not chosen:
        parser.error(f"no scene is called {given.only!r}; there are: {', '.join(SCENES)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    HighlightTimer.light = lambda *_, **__: None  # type: ignore[method-assign]  # it fades with time
    for scene in chosen:
        asyncio.run(_draw(scene, given.folder, given.look or _USUAL))


async def _draw(scene: Scene, folder: Path, looks: tuple[str, ...]) -> None:
    async with staged(scene) as (app, pilot):
        for size in scene.sizes:
            await resized(pilot, size)
            for look in looks:
                wear(app, LOOKS[look])
                await settled(pilot)
                name = f"{scene.name}_{size[0]}x{size[1]}_{look}.svg"
                (folder / name).write_text(svg_of(app), encoding="utf-8")


if __name__ == "__main__":
    main()
