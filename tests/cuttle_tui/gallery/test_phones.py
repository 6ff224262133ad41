"""Every screen on a phone held upright: nothing is cut, and whatever can be done can be tapped."""

from __future__ import annotations

import re
from typing import Any, Final, cast

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import FLOOR
from cuttle_tui.front.page_screen import HelpScreen, PageScreen
from cuttle_tui.kit.keymap import ERASE, HELP, Command, useful
from cuttle_tui.kit.lists import DOWNWARDS, RowList
from cuttle_tui.kit.page import TextPage
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.playing import moves as mouse
from cuttle_tui.table.choices import TRAY_KEYS
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import by_taps
from tests.cuttle_tui.gallery.judging import faults_of_keys, faults_of_pieces
from tests.cuttle_tui.gallery.looks import LOOKS, Look, strips, text, wear
from tests.cuttle_tui.gallery.scene import PHONE, Scene
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.whole import some

pytestmark = pytest.mark.slow
_LARGE: Final = (50, 44)
_ALONG: Final = frozenset(("up", "down", "left", "right", "home", "end", "pageup", "pagedown"))
"""Keys that move along what can be tapped itself; spare ones are second ways for hands."""
_OTHERWISE: Final = (
    "go to the move of that number",
    "the level of the computer, the easiest first",
    "show a part of your profile to others, or hide it",
)
"""What is done by another command, or by lines further down."""


_ACROSS: Final = (105, 21)
"""The same phone held across."""
_KEYS_OF_HANDS: Final = re.compile(
    r"\b(pgdn|pgup|shift\+\w+|ctrl\+\w|esc|f1|backspace|enter|tab|arrows)\b|all keys"
)


EACH = pytest.mark.parametrize("scene", some(SCENES.values(), 3), ids=some(SCENES, 3))


@EACH
async def test_every_screen_fits_a_phone(scene: Scene) -> None:
    faults: dict[str, list[str]] = {}
    async with staged(scene) as (app, pilot):
        for size in (PHONE, _LARGE):
            for look in ("dark", "ascii"):
                wear(app, LOOKS[look])
                await resized(pilot, size)
                await settled(pilot)  # edges may leave a race no room
                faults[f"{size} {look}"] = faults_of_pieces(app) + faults_of_keys(app)
        await resized(pilot, FLOOR)
        faults["floor"] = ["says nothing"] * (not text(strips(app)).strip())
    assert {where: some for where, some in faults.items() if some} == {}


@EACH
async def test_every_command_can_be_tapped(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mouse, "PAUSE", 0.0)
    for size in (PHONE, (80, 24)):
        async with staged(scene) as (app, pilot):
            await resized(pilot, size)
            screen = app.screen
            assert isinstance(screen, ZoneScreen)
            entries = [
                entry for _, some in useful(screen.answering, screen.situation) for entry in some
            ]
            cards = any(zone.spots for zone in by_taps.zones(pilot))
            reached = await _tappable(app, pilot)
            missing = [  # an upright page has no button for its search, which needs a keyboard
                str(entry.command.help)
                for entry in entries
                if reached.isdisjoint(entry.keys)
                and not _needless(entry.command, cards=cards)
                and not (size == PHONE and isinstance(screen, PageScreen) and entry.keys == ("/",))
            ]
            assert missing == []


@EACH
async def test_lists_and_help_for_fingers_name_no_key(scene: Scene) -> None:
    """Whatever can be done stands there in words, and those are tapped."""
    async with staged(scene) as (app, pilot):
        wear(app, Look(Terminal(touch=True)))
        await resized(pilot, PHONE)
        for zone in app.screen.query(RowList):
            rows = text(strips(app)).splitlines()[zone.region.y : zone.region.bottom]
            assert [row for row in rows if re.match(r" .[ ][a-z]  \S", row)] == []
        if isinstance(app.screen, PageScreen):
            return
        app.show_help(cast(ZoneScreen, app.screen))
        await settled(pilot)
        for size in (PHONE, _ACROSS):
            await resized(pilot, size)
            await pilot.press("home")
            for row in await _whole_page(app, pilot):
                assert not _KEYS_OF_HANDS.search(row), row


async def _whole_page(app: CuttleApp, pilot: Pilot[None]) -> list[str]:
    """Collect the rows of a page that is read to its end, without the bar below it."""
    rows = _rows_of_page(app)
    while by_taps.cells_of_text(pilot, "more below"):
        await by_taps.tap_text(pilot, "more below")
        await settled(pilot)
        rows += _rows_of_page(app)
    return rows


def _rows_of_page(app: CuttleApp) -> list[str]:
    region = app.screen.query_one(TextPage).region
    return text(strips(app)).splitlines()[region.y : region.bottom]


def _needless(command: Command[Any], *, cards: bool) -> bool:
    """Return whether a command has another way, or needs a keyboard."""
    keys = set(command.intents)
    of_cards = cards and keys <= set(TRAY_KEYS)
    typed = command.typed is not None or bool(command.asks) or keys <= set(ERASE)
    return (
        typed or of_cards or keys - set(command.spare) <= _ALONG or str(command.help) in _OTHERWISE
    )


async def _tappable(app: CuttleApp, pilot: Pilot[None]) -> set[str]:
    """Collect the keys that are drawn on a screen, and on the help that is opened by a tap."""
    keys = _drawn(pilot)
    if isinstance(app.screen, HelpScreen):
        return keys | set(HELP.intents)
    await by_taps.tap_key(pilot, next(key for key in HELP.keys if key in keys))
    assert isinstance(app.screen, HelpScreen)
    keys |= _drawn(pilot)
    while DOWNWARDS in _drawn(pilot) and by_taps.cells_of_text(pilot, "more below"):
        await by_taps.tap_text(pilot, "more below")
        await settled(pilot)
        keys |= _drawn(pilot)
    return keys


def _drawn(pilot: Pilot[None]) -> set[str]:
    return {spot.key for zone in by_taps.zones(pilot) for spot in zone.keyspots}


async def test_a_question_to_a_team_is_whole_on_a_small_phone() -> None:
    async with staged(SCENES["four-counter"]) as (app, pilot):
        await resized(pilot, (44, 20))
        (bar,) = (row for row in text(strips(app)).splitlines() if "COUNTER?" in row)
        assert bar.split("   ")[-1].strip() == "6♠ takes your team's 4 cards"


@pytest.mark.parametrize("look", ["dark", "ascii"])
async def test_at_the_end_the_cards_of_the_others_lie_in_the_row_of_those_that_won(
    look: str,
) -> None:
    async with staged(SCENES["two-end-won"]) as (app, pilot):
        await resized(pilot, (44, 36))
        wear(app, LOOKS[look])
        await settled(pilot)
        rows = text(strips(app)).splitlines()
    cards = next(at for at, row in enumerate(rows) if re.search(r"10[♦D].*10[♥H].*7[♥H]", row))
    assert re.search(r"7[♥H].*3[♣C].*Q[♦D]", rows[cards])
    assert not rows[cards - 1].strip()
    assert re.fullmatch(r" *your points and royals {2,}bob", rows[cards - 2])
    assert re.fullmatch(r" *YOU WIN   27 points; the goal was 21 *", rows[cards + 5])
    assert rows[cards + 3].split() == ["+10", "+10", "+7", "+3", "guard"]
    assert any(row.split()[:2] == ["largest", "play"] for row in rows)
