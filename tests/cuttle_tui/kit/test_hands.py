"""Letters, the blank and tab do what hands expect, where a screen has no other use for them."""

from __future__ import annotations

from typing import Final

import pytest

from cuttle_tui.front.code import CodeScreen
from cuttle_tui.i18n.translation import N_
from cuttle_tui.kit.keymap import SPARE, Command, Intent, Section, intent_of, listed, on
from cuttle_tui.league.screen import LeagueScreen
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.grids import grid
from tests.whole import some

pytestmark = pytest.mark.slow

_LETTERS: Final = (("j", "down"), ("k", "up"), ("G", "end"), ("g", "home"))
_TAB: Final = (("tab", "down"), ("shift+tab", "up"))
_CHOOSE: Final = (("space", "enter"),)
SAME: Final = {
    "archive-scores": (*_LETTERS, *_TAB, *_CHOOSE),
    "puzzles": (*_LETTERS, *_TAB, *_CHOOSE),
    "lessons": (*_LETTERS, *_TAB, *_CHOOSE),
    "learn": (*_LETTERS, *_TAB, *_CHOOSE),
    "saved-games": (*_LETTERS, *_TAB, *_CHOOSE),
    "account": (*_LETTERS, *_TAB, *_CHOOSE),
    "settings": (*_LETTERS, *_TAB),
    "new": _LETTERS,
    "new-rules": (*_LETTERS, *_TAB),
    "home": (*_TAB, *_CHOOSE),
    "lobby-people": (*_LETTERS[:2], *_CHOOSE),
    "league-standings": (*_LETTERS, *_CHOOSE),
    "rules": (*_LETTERS, ("space", "pagedown")),
    "log-read": (*_LETTERS, ("space", "pagedown")),
    "replay-log": (*_LETTERS, ("space", "pagedown")),
}
"""The scenes, and which keys do the same there."""


async def _after(name: str, *keys: str) -> list[str]:
    """Return what a screen shows after some keys, from its second line."""
    async with staged(SCENES[name]) as (app, pilot):
        await resized(pilot, (80, 24))
        for key in ("home", "down", *keys):
            await pilot.press(key)
            await settled(pilot)
        return grid(app)


@pytest.mark.parametrize("name", SAME)
async def test_keys_that_hands_expect_do_the_same_as_those_with_names(name: str) -> None:
    before = await _after(name)
    for letter, named in some(SAME[name], 3):
        shown = await _after(name, letter)
        assert shown == await _after(name, named), letter
        assert shown != before, f"{letter} does nothing"


async def test_a_letter_of_the_screen_is_not_taken_nor_the_other_of_its_pair() -> None:
    async with staged(SCENES["home"]) as (app, pilot):
        await pilot.press("f12")  # takes away what was said
        before = grid(app)
        await pilot.press("j")
        assert grid(app) == before, "k is the ladder"
    async with staged(SCENES["home-online"]) as (app, pilot):
        await pilot.press("j")
        await settled(pilot)
        assert isinstance(app.screen, CodeScreen)
    async with staged(SCENES["league-standings"]) as (app, pilot):
        await pilot.press("escape")
        await settled(pilot)
        before = grid(app)
        await pilot.press("G")
        assert grid(app) == before
        await pilot.press("g")
        await settled(pilot)
        assert isinstance(app.screen, LeagueScreen)


async def test_tab_goes_to_the_house_rules_and_back() -> None:
    first = await _after("new", "home")
    assert await _after("new", "home", "tab") != first
    assert await _after("new", "home", "tab", "tab") == first
    assert await _after("new", "home", "shift+tab") == await _after("new", "home", "tab")


class _Named(Intent):
    """An intent that is told from others."""


_DOWN, _UP, _JACK = _Named(), _Named(), _Named()
_MOVE: Final[Command[None]] = Command(
    {**on("down j", _DOWN), **on("up k", _UP)}, "move", spare=SPARE
)
_TAKE: Final[Command[None]] = Command(on("j", _JACK), "take")
_STEAL: Final[Command[None]] = Command(on("j", _JACK), "steal", when=lambda _: False)


def test_a_spare_pair_is_left_to_a_command_where_that_can_be_given() -> None:
    moves, given = Section(N_("cards"), (_MOVE,)), Section(N_("cards"), (_MOVE, _TAKE))
    closed = Section(N_("cards"), (_MOVE, _STEAL))
    for alone in ((moves,), (closed,)):
        assert [intent_of(alone, None, key) for key in "jk"] == [_DOWN, _UP]
        assert listed(alone, None)[0][1][0].keys == ("down", "j", "up", "k")
    assert [intent_of((given,), None, key) for key in ("j", "k", "down")] == [_JACK, None, _DOWN]
    assert listed((given,), None)[0][1][0].keys == ("down", "up")
