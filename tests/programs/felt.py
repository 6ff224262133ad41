"""Measure how much of a table is blank felt: ``python -m tests.programs.felt``."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from textual.pilot import Pilot
from textual.strip import Strip

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import Palette
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.table.situation import Mode
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.timers import HighlightTimer
from tests.cuttle_tui.gallery import many_seats, online, two_seats
from tests.cuttle_tui.gallery.judging import ground_of
from tests.cuttle_tui.gallery.looks import DARK, strips, wear
from tests.cuttle_tui.gallery.scene import Scene, Size
from tests.cuttle_tui.gallery.staged import resized, staged

LIMITS: Final[dict[Size, int]] = {(120, 40): 63, (200, 60): 71}
"""The most blank felt at the sizes of large windows, in per cent.

An empty place is as wide as a card: a slab over the rest of a field would count as filled, but it
looks like a picture that has not loaded.
"""
REACHED: Final[dict[Size, int]] = LIMITS
"""The shares kept to so far; they should never rise."""
SPARSE: Final[dict[str, dict[Size, int]]] = {
    "two-empty-hand": {(120, 40): 68},
    "two-no-deck": {(120, 40): 64},
}
"""States in which hardly a card lies on the table, or those to choose from are small."""

STATES: Final[dict[str, Scene]] = {
    scene.name: scene for scene in (*two_seats.SCENES, *many_seats.SCENES, *online.SCENES)
}
"""The scenes of play; those of lessons, replays and pages are not measured."""


def blank_felt(rows: list[Strip], palette: Palette) -> float:
    """Return the share of cells, in per cent, that are blanks on felt or band."""
    felts = {palette.colours[role] for role in ("felt", "band")}
    blanks = sum(
        piece.text.count(" ") for row in rows for piece in row if ground_of(piece.style) in felts
    )
    return 100 * blanks / sum(row.cell_length for row in rows)


_PLAYED: Final = (Mode.GAME, Mode.SCRAP)


async def felt_of(app: CuttleApp, pilot: Pilot[None]) -> dict[Size, float]:
    """Measure a staged scene at each size; return nothing if it is not one of play."""
    shares: dict[Size, float] = {}
    if not _in_play(app):
        return {}
    wear(app, DARK)
    for size in LIMITS:
        await resized(pilot, size)
        shares[size] = blank_felt(strips(app), app.paint.palette)
    return shares


async def faults_of_felt(name: str, app: CuttleApp, pilot: Pilot[None]) -> list[str]:
    """List the sizes at which a scene of play leaves more of the felt blank than it may."""
    if name not in STATES:
        return []
    shares = await felt_of(app, pilot)
    most = REACHED | SPARSE.get(name, {})
    blank = {size: share for size, share in shares.items() if round(share, 1) > most[size]}
    return [f"{share:.1f} % blank at {size}" for size, share in blank.items()]


async def _measured(scene: Scene) -> dict[Size, float]:
    async with staged(scene) as (app, pilot):
        return await felt_of(app, pilot)


def _in_play(app: CuttleApp) -> bool:
    """Return whether a table is shown on which cards lie, not its log or a covered hand."""
    screen = app.screen
    body = screen.body if isinstance(screen, ZoneScreen) else None
    return isinstance(body, TableView) and body.dealt and body.table.ui.mode in _PLAYED


def main() -> None:
    """Print the table: a scene in a row, its shares, and a mark where they are too large."""
    HighlightTimer.light = lambda *_, **__: None  # type: ignore[method-assign]  # it fades with time
    sizes = "  ".join("x".join(map(str, size)) for size in LIMITS)
    sys.stdout.write(f"{'blank felt, %':28} {sizes}\n")
    for scene in STATES.values():
        shares = asyncio.run(_measured(scene))
        told = (f"{share:5.1f}{' >'[share > LIMITS[size]]}   " for size, share in shares.items())
        if shares:
            sys.stdout.write(f"{scene.name:28} {''.join(told)}\n")


if __name__ == "__main__":
    main()
