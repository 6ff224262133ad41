"""Play an action on a table screen by the keys a player would use."""

from __future__ import annotations

from textual.pilot import Pilot

from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table import choices
from cuttle_tui.table.choices import PLAY_KEYS
from engine.actions import Action
from engine.cards import Card


async def play(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    """Choose and play a legal action."""
    view = screen.state.view
    assert view is not None
    assert action in view.legal
    step = choices.step_of(view, screen.ui.choice)
    await _BY_STEP[step](pilot, screen, action)


async def _point(pilot: Pilot[None], screen: TableScreen, card: Card) -> None:
    """Put the cursor on a card of the tray, by its key or by arrows."""
    view = screen.state.view
    assert view is not None
    cards = choices.tray(view, screen.seating.seat)
    keys = choices.tray_keys(view)
    if cards.index(card) < len(keys):
        await pilot.press(keys[cards.index(card)])
        return
    for _ in cards:
        if screen.ui.choice.card == card:
            return
        await pilot.press("right")


async def _card(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    if action.cards and screen.ui.choice.card != action.card:
        await _point(pilot, screen, action.card)
    await pilot.press(PLAY_KEYS[action.kind])
    view = screen.state.view
    assert view is not None
    ply = view.ply
    while screen.ui.choice.play is not None and screen.state.view is not None:
        if screen.state.view.ply != ply:
            return
        await _aim(pilot, screen, action)


async def _aim(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    assert screen.state.view is not None
    assert screen.body.model is not None
    aims = choices.aims(screen.state.view, screen.ui.choice, screen.body.model.order)
    fits = (aim for aim in aims if aim.card in action.targets or aim.seat == action.seat >= 0)
    aim = next(fits, None)
    await pilot.press("enter" if aim is None else aim.key)


async def _pick(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    for card in action.cards:
        if card not in screen.ui.choice.picked:
            await _point(pilot, screen, card)
    await pilot.press("enter")


async def _take(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    await _point(pilot, screen, action.card)
    await pilot.press("enter")


async def _answer(pilot: Pilot[None], screen: TableScreen, action: Action) -> None:
    if not action.cards:
        await pilot.press("n")
        return
    await _point(pilot, screen, action.card)
    await pilot.press("y")


_BY_STEP = {
    "card": _card,
    "play": _card,
    "target": _card,
    "pick": _pick,
    "take": _take,
    "answer": _answer,
}
