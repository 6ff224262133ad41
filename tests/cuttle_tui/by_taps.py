"""Play on a table screen by taps alone: on cards, buttons, rows and whatever else is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table import choices
from cuttle_tui.table.choices import PLAY_KEYS
from engine.actions import Action
from engine.cards import Card
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid

Cell = tuple[int, int]
_CARD_WAYS = ("card", "play", "target")


def zones(pilot: Pilot[None]) -> Iterator[Zone[Any]]:
    """Yield the zones in sight."""
    screen = pilot.app.screen
    assert isinstance(screen, ZoneScreen)
    return (zone for zone in screen.zones if zone.display and zone.outer_size.area)


def cells_of_key(pilot: Pilot[None], key: str) -> list[Cell]:
    """List a cell of each place where a key is drawn."""
    return [
        (zone.region.x + (spot.left + spot.right) // 2, zone.region.y + spot.y)
        for zone in zones(pilot)
        for spot in zone.keyspots
        if spot.key == key
    ]


def cells_of_card(pilot: Pilot[None], card: Card) -> list[Cell]:
    """List a cell of each place where a card lies."""
    return [
        (zone.region.x + spot.x, zone.region.y + spot.y)
        for zone in zones(pilot)
        for spot in zone.spots
        if spot.card == card
    ]


def cells_of_text(pilot: Pilot[None], text: str) -> list[Cell]:
    """List where a text is shown."""
    rows = _rows(pilot)
    return [(row.index(text), y) for y, row in enumerate(rows) if text in row]


def _rows(pilot: Pilot[None]) -> list[str]:
    assert isinstance(pilot.app, CuttleApp)
    return grid(pilot.app)


async def tap(pilot: Pilot[None], cells: list[Cell]) -> None:
    """Tap on the first of some cells."""
    assert cells, "there is nothing to tap on:\n" + "\n".join(_rows(pilot))
    await pilot.click(offset=cells[0])
    await settled(pilot)


async def tap_text(pilot: Pilot[None], text: str) -> None:
    """Tap on the first cell of a text."""
    await tap(pilot, cells_of_text(pilot, text))


async def tap_key(pilot: Pilot[None], key: str) -> None:
    """Tap on a key that is drawn."""
    await tap(pilot, cells_of_key(pilot, key))


async def play(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    """Choose and play a legal action."""
    view = screen.state.view
    assert view is not None
    step = choices.step_of(view, screen.ui.choice)
    if step in _CARD_WAYS:
        await _play_card(pilot, screen, action)
    elif step == "answer" and not action.cards:
        await tap_key(pilot, "n")
    else:
        await _point(pilot, screen, action)
        await tap_key(pilot, "y" if step == "answer" else "enter")


async def _point(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    for card in action.cards:
        if card not in (screen.ui.choice.card, *screen.ui.choice.picked):
            await tap(pilot, cells_of_card(pilot, card))


async def _play_card(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    view = screen.state.view
    assert view is not None
    await _point(pilot, screen, action)
    await tap_key(pilot, PLAY_KEYS[action.kind])
    while screen.ui.choice.play is not None and screen.state.view is view:
        assert screen.body.model is not None
        aims = choices.aims(view, screen.ui.choice, screen.body.model.order)
        fitting = (aim for aim in aims if aim.card in action.targets or aim.seat == action.seat)
        aim = next(fitting)
        cards = () if aim.card is None else cells_of_card(pilot, aim.card)
        await tap(pilot, [*cards, *cells_of_key(pilot, aim.key)])
