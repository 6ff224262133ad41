"""The driver hears when text is asked, and when no longer: once each time."""

from __future__ import annotations

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from cuttle_tui.tty.driver import TextKeyboard
from cuttle_tui.tty.output import TextRequests
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged

_SHOWN, _HIDDEN = True, False
_TYPED: dict[str, str] = {
    "code": "K 7 Q F",
    "two-log-search": "K backspace",
    "online-write": "w o r d s",
    "account-email": "x y",
    "name-other": "b o b",
    "replay-go": "backspace 3",
}
"""Scenes whose last keys ask for text, and what is typed there."""


class _Keyboard(TextKeyboard):
    """A driver whose keyboard comes and goes."""

    def __init__(self) -> None:
        self.heard: list[bool] = []

    def text_asked(self, asked: bool) -> None:
        """Note it."""
        self.heard.append(asked)


def test_each_change_is_told_once() -> None:
    keyboard = _Keyboard()
    requests = TextRequests(lambda: keyboard)
    for asked in (False, True, True, False, False, True):
        requests.note(asked)
    assert keyboard.heard == [True, False, True]


@pytest.mark.parametrize("driver", [None, object()])
def test_a_driver_that_does_not_listen_is_let_alone(driver: object) -> None:
    requests = TextRequests(lambda: driver)
    requests.note(True)
    requests.note(False)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Note what the driver of every app is told."""
    told: list[bool] = []
    monkeypatch.setattr(
        HeadlessDriver, "text_asked", lambda _, asked: told.append(asked), raising=False
    )
    return told


@pytest.mark.slow
@pytest.mark.parametrize("scene", _TYPED)
async def test_a_place_for_text_asks_until_it_is_closed(scene: str, heard: list[bool]) -> None:
    async with staged(SCENES[scene]) as (_, pilot):
        assert heard == [_SHOWN]
        await pilot.press(*_TYPED[scene].split())
        assert heard == [_SHOWN]
        await pilot.press("escape")
        await settled(pilot)
        assert heard == [_SHOWN, _HIDDEN]


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["home", "two-choose-card", "lobby-tables", "online-talk"])
async def test_nothing_is_asked_where_letters_are_keys(scene: str, heard: list[bool]) -> None:
    async with staged(SCENES[scene]):
        assert heard == []


@pytest.mark.slow
async def test_a_page_over_a_place_for_text_asks_for_none(heard: list[bool]) -> None:
    async with staged(SCENES["code"]) as (_, pilot):
        await pilot.press("f1")
        await settled(pilot)
        assert heard == [_SHOWN, _HIDDEN]
        await pilot.press("escape")
        await settled(pilot)
        assert heard == [_SHOWN, _HIDDEN, _SHOWN]


@pytest.mark.slow
async def test_the_room_that_a_keyboard_takes_does_not_send_it_away(heard: list[bool]) -> None:
    """The screen below hears of the new size as well, and asks for no text."""
    async with staged(SCENES["code"]) as (_, pilot):
        for rows in (44, 20, 44):
            await resized(pilot, (45, rows))
            await settled(pilot)
        assert heard == [_SHOWN]
