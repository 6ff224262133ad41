"""Dress an app as it looks to different eyes: themes, decks, poor terminals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from textual.strip import Strip

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.preferences import Settings
from cuttle_tui.tty.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Look:
    """What a player's terminal can show, and what they have set."""

    terminal: Terminal = field(default_factory=Terminal)
    settings: Settings = field(default_factory=Settings)


DARK: Final = Look()
LIGHT: Final = Look(settings=Settings(theme="felt-light"))
ASCII: Final = Look(Terminal("256", unicode=False))
FOUR: Final = Look(settings=Settings(deck="four-colour"))

LOOKS: Final[dict[str, Look]] = {
    "dark": DARK,
    "light": LIGHT,
    "ascii": ASCII,
    "four-colour": FOUR,
    "light-four-colour": Look(settings=Settings(theme="felt-light", deck="four-colour")),
    "dark-256": Look(Terminal("256")),
    "light-256": Look(Terminal("256"), Settings(theme="felt-light")),
    "sixteen": Look(Terminal("16")),
    "colourless": Look(Terminal("none")),
}


def wear(app: CuttleApp, look: Look) -> None:
    """Paint every screen of an app so."""
    app.paint = paint_context_for(look.terminal, look.settings, app.lobby.back)
    for screen in app.screen_stack:
        if isinstance(screen, ZoneScreen):
            screen.use(app.paint)


def strips(app: CuttleApp) -> list[Strip]:
    """Give the rows of the screen as they are painted now."""
    return list(app.screen._compositor.render_strips())


def text(rows: list[Strip]) -> str:
    """Give rows as text, a line each."""
    return "".join(f"{row.text.rstrip()}\n" for row in rows)
