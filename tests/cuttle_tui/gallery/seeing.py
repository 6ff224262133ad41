"""Stage what shows what has happened: places that glow, the log as it is read, looking back."""

from __future__ import annotations

from typing import Final

from textual.screen import Screen

from cuttle_tui.app import CuttleApp
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.present_seats import Highlight, highlight_of, news_since
from engine.table.table import Table
from tests.cuttle_tui.gallery.scene import BETWEEN, EVERY, UPRIGHT, Opens, Scene
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.lobbies import FakeLobby

_TOGETHER: Final = 3
"""The actions that still glow."""


class _Lit(CuttleApp):
    """An app whose first screen glows for good."""

    highlight: Highlight

    def get_default_screen(self) -> Screen[None]:
        """Light the screen up."""
        screen = super().get_default_screen()
        assert isinstance(screen, TableScreen)
        screen.body.highlights._lit.append(self.highlight)
        return screen


def _glow_of_last(table: Table, together: int) -> Highlight:
    """Give what the last few actions lit up."""
    last = len(table.state(0).steps) - 1
    then = table.past(0, last - together)
    assert then is not None
    now = table.state(0)
    assert now.view is not None
    return highlight_of(news_since(then.log, now.log), then.view, now.view, then.log)


def _lit(
    plies: int, ruleset: str = "standard", seed: int = 195, together: int = _TOGETHER
) -> Opens:
    """Sit where the last few actions still glow."""

    def opened() -> CuttleApp:
        table = table_after(plies, ruleset, seed)
        app = _Lit(FakeLobby(), chair=table.chair(0))
        app.highlight = _glow_of_last(table, together).still
        return app

    return opened


def _clash(plies: int, ruleset: str = "standard", *, seed: int, seat: int | None = 0) -> Opens:
    """Sit where a play has just been decided, or watch that; totals begin to count."""

    def opened() -> CuttleApp:
        table = table_after(plies, ruleset, seed)
        app = _Lit(FakeLobby(), chair=table.watch() if seat is None else table.chair(seat))
        app.highlight = _glow_of_last(table, 1)
        return app

    return opened


class _Swept(CuttleApp):
    """An app whose first screen stays in the second step of the sweep."""

    def get_default_screen(self) -> Screen[None]:
        """Stop the sweep."""
        screen = super().get_default_screen()
        assert isinstance(screen, TableScreen)
        screen.sweep.step = 1
        return screen


def _sweeping(seed: int) -> Opens:
    """Sit where the points that won turn gold."""
    return lambda: _Swept(FakeLobby(), chair=table_after(999, seed=seed).chair(0))


def _sat(plies: int, ruleset: str = "standard", seed: int = 195, seat: int | None = 0) -> Opens:
    """Sit at a game that goes on; or watch it."""

    def opened() -> CuttleApp:
        table = table_after(plies, ruleset, seed)
        chair = table.watch() if seat is None else table.chair(seat)
        return CuttleApp(FakeLobby(), chair=chair)

    return opened


SCENES: Final = (
    Scene("glow-drawn", _lit(11), sizes=EVERY),
    Scene("glow-stolen", _lit(13)),
    Scene("glow-one-off", _lit(5)),
    Scene("glow-three", _lit(8, "cutthroat")),
    Scene("glow-four", _lit(12, "team"), sizes=EVERY),
    Scene("ghosts", _lit(4, together=2), sizes=EVERY),
    Scene("ghosts-four", _lit(16, "team")),
    Scene("moment-scuttle", _lit(5, seed=180, together=1), sizes=EVERY),
    Scene("moment-jack", _lit(2, seed=181, together=1), sizes=EVERY),
    Scene("moment-king", _lit(6, seed=181, together=1), sizes=EVERY),
    Scene("moment-lost-king", _lit(34, seed=197, together=1), sizes=EVERY),
    Scene("clash-countered", _clash(4, seed=161), sizes=(*UPRIGHT, *BETWEEN)),
    Scene("clash-resolves", _clash(7, seed=234), sizes=EVERY),
    Scene("clash-watched", _clash(5, seed=201, seat=None)),
    Scene("clash-three", _clash(13, "cutthroat", seed=232), sizes=EVERY),
    Scene("clash-four", _clash(13, "team", seed=150), sizes=EVERY),
    Scene("clash-blocked", _clash(25, "standard+ten-block", seed=151)),
    Scene("sweep", _sweeping(194)),
    Scene("log-read", _sat(14), "l up up"),
    Scene("log-search", _sat(14), "l / d r e w"),
    Scene("log-found", _sat(14), "l / d r e w enter N"),
    Scene("log-nothing-found", _sat(14), "l / z z enter"),
    Scene("look-back", _sat(10, seat=1), "l home down down enter right right", EVERY),
    Scene("look-back-watching", _sat(9, seat=None), "l home enter"),
    Scene("look-back-my-turn", _sat(9, seat=1), "l home enter right"),
    Scene("look-back-four", _sat(14, "team"), "l home enter right right right"),
    Scene("over-analyse", _sat(99), "a"),
    Scene("over-checked", _sat(99), "c"),
)
