"""Whole games in the app: every ruleset to its end, by keys, against computers."""

from __future__ import annotations

import random

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.naming import HomeNameScreen
from cuttle_tui.front.new_table_words import TableOptions, Who
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table import choices, choices as letters
from cuttle_tui.table.commands import UNCOVER
from cuttle_tui.table.situation import Mode
from engine.play.view import View
from engine.rules.options import stamped
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.table.test_choices import keys_to

pytestmark = pytest.mark.slow

_MOST = 1500
_OTHER_KEYS = (
    *letters.TRAY_KEYS[:8],
    *"psorjkxtdynzlic",
    *("enter", "escape", "space", "left", "right", "up", "down"),
)
_HOUSE = "standard+random-four+eight-for-eight+nine-two+ten-block+joker-swap+sudden-death"


def _spell(rng: random.Random, screen: TableScreen) -> None:
    """Press a few keys at random, then those of a legal action."""
    view = screen.state.view
    if view is None or not view.owed:  # what is owed may be picked already; escape puts it back
        for key in rng.choices(_OTHER_KEYS, k=rng.randrange(3)):
            screen.press_key(key)
        for _ in range(4):
            screen.press_key("escape")
    view = screen.state.view
    if view is None or not view.legal or screen.ui.mode is not Mode.GAME:
        return
    action = rng.choice(view.legal)
    for key in keys_to(view, action):
        screen.press_key(key)
    for _ in range(3):
        assert screen.body.model is not None
        if screen.state.view is view:
            aims = choices.aims(view, screen.ui.choice, screen.body.model.order)
            fits = [a for a in aims if a.card in action.targets or a.seat == action.seat >= 0]
            screen.press_key(fits[0].key if fits else "escape")


async def _play_out(pilot: Pilot[None], rng: random.Random) -> View:
    """Play until the game is over; people at this keyboard move at random."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    for _ in range(_MOST):
        view = screen.state.view
        assert view is not None
        if view.outcome is not None:
            return view
        if screen.ui.mode is Mode.COVER:
            screen.press_key(UNCOVER.key)
        elif view.legal:
            _spell(rng, screen)
        else:
            await pilot.pause()
    raise AssertionError("the game does not end")


async def _game(wish: TableOptions, seed: int) -> tuple[View, str]:
    app = CuttleApp(LocalLobby("ana", pace=0.0, seed=bytes([seed]) * 32))
    async with app.run_test(size=(80, 24)) as pilot:
        app.table_options = wish
        await pilot.press("n", "enter")
        await pilot.pause()
        while isinstance(app.screen, HomeNameScreen):  # of those who share the keyboard
            await pilot.press("enter")
            await pilot.pause()
        view = await _play_out(pilot, random.Random(seed))
        await pilot.pause()
        return view, "\n".join(grid(app))


@pytest.mark.parametrize("base", PRESETS)
async def test_every_ruleset_is_played_to_its_end_against_computers(base: str) -> None:
    view, shown = await _game(TableOptions(base=base), 3)
    assert stamped(view.ruleset) == stamped(PRESETS[base])
    assert "rematch" in shown


@pytest.mark.parametrize(
    ("text", "who", "computers"),
    [
        ("team", "keyboard", 2),
        ("cutthroat", "keyboard", 0),
        (_HOUSE, "keyboard", 0),
        (_HOUSE, "computer", 0),
        ("team+nine-two+ten-block+open-hands+drawing-four", "computer", 0),
        ("cutthroat+children-kings+hand-limit=5", "computer", 0),
    ],
)
async def test_options_and_shared_keyboards_are_played_to_the_end(
    text: str, who: Who, computers: int
) -> None:
    base, *names = text.split("+")
    options = []
    for name in names:
        word, _, number = name.partition("=")
        options.append((word, int(number) if number else None))
    view, _ = await _game(TableOptions(who, base, tuple(options), computers), 5)
    assert view.ruleset.name == text


async def test_an_ally_played_by_the_computer_agrees_to_give_up() -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0, seed=bytes(32)))
    async with app.run_test(size=(80, 24)) as pilot:
        app.table_options = TableOptions(base="team")
        await pilot.press("c")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("q", "g")
        for _ in range(50):
            await pilot.pause()
            if screen.state.secret:
                break
        view = screen.state.view
        assert view is not None
        assert view.outcome is not None
        assert view.outcome.winners == (1, 3)
        assert screen.body.model is not None
        assert "seal opened" in "\n".join(
            part.text for line in screen.body.model.log.lines for part in line
        )
