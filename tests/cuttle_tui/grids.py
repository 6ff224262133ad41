"""Read what the terminal shows, as text."""

from __future__ import annotations

from cuttle_tui.app import CuttleApp


def grid(app: CuttleApp) -> list[str]:
    """Give the rows of the screen."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]
