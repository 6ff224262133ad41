"""A monkey at every screen: thousands of keys, several in a packet, and windows of any size.

The tests press the same keys each time; `make monkey` presses many more, other ones each time, and
says with what broke which `MONKEY_SEED` repeats them. `MONKEY_KEYS` says how many packets are sent.
"""

from __future__ import annotations

import os
import random
from typing import Final

import pytest
from textual.events import Resize
from textual.geometry import Size

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from tests.cuttle_tui.bursts import burst
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import SCENES, staged
from tests.cuttle_tui.idle import until_idle
from tests.whole import times

pytestmark = pytest.mark.slow

_KEYS: Final = int(os.environ.get("MONKEY_KEYS", str(times(75, 1000))))
_SEED: Final = int(os.environ.get("MONKEY_SEED", "1"))
_VISIT: Final = 60
"""Packets that are sent before the monkey goes to another screen."""
_OFTEN: Final[tuple[str, ...]] = (
    *"123456789prosjkdxtyncfilquzhaw?bgemv/",
    "\r",
    " ",
    "\x1b[A",
    "\x1b[B",
    "\x7f",
)
_SELDOM: Final[tuple[str, ...]] = (
    *("\x1b", "\x03", "\x11", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\t"),
    *("\x1b[Z", "\x15", "\x17", "\x1bOP", "Q", "é", "漢", "[", "\x1b[200~7S pasted\n\x1b[201~"),
    *("\x1b[I", "\x1b[O", "\x00", "\x1a", "\x0c"),
)
_SIZES: Final = (
    (80, 24),
    (80, 22),
    (60, 20),
    (100, 30),
    (120, 40),
    (160, 50),
    (200, 60),
    (44, 20),
    (44, 40),
    (60, 18),
    (20, 5),
)


class _Monkey:
    """Presses keys at random, and remembers which."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pressed: list[str] = []
        self.left = _KEYS

    async def visit(self, app: CuttleApp, resize: bool) -> None:
        """Play with an app until it ends or becomes boring."""
        for _ in range(_VISIT):
            if not app.is_running or app.return_code is not None or not app.screen_stack:
                return
            if resize and self.chance.random() < 0.05:
                await self._resize(app)
            packet = "".join(self._key() for _ in range(self._many()))
            self.pressed.append(packet)
            await burst(app, packet)
            self.left -= 1

    def _many(self) -> int:
        return self.chance.choice((1, 1, 1, 2, 2, 3, 5, 8))

    def _key(self) -> str:
        if self.chance.random() < 0.1:
            return self._mouse()
        return self.chance.choice(_OFTEN if self.chance.random() < 0.8 else _SELDOM)

    def _mouse(self) -> str:
        button, x, y = self.chance.choice((0, 0, 0, 64, 65)), *self._place()
        press = f"\x1b[<{button};{x};{y}M"
        return press if button else press + f"\x1b[<{button};{x};{y}m"

    def _place(self) -> tuple[int, int]:
        return self.chance.randrange(1, 130), self.chance.randrange(1, 45)

    async def _resize(self, app: CuttleApp) -> None:
        size = self.chance.choice(_SIZES)
        self.pressed.append(f"<{size[0]}x{size[1]}>")
        driver = app._driver
        assert driver is not None
        driver._size = size
        app.post_message(Resize(Size(*size), Size(*size)))
        await until_idle()


def _home() -> CuttleApp:
    return CuttleApp(LocalLobby("ana", seed=bytes(32)))


async def test_no_key_at_any_screen_breaks_the_app() -> None:
    monkey = _Monkey(_SEED)
    scenes = [*SCENES.values()]
    while monkey.left > 0:
        scene = monkey.chance.choice(scenes)
        monkey.pressed.clear()
        try:
            if monkey.chance.random() < 0.3:
                await _at_home(monkey)
            else:
                await _at(monkey, scene)
        except Exception as error:
            error.add_note(f"MONKEY_SEED={_SEED}, {scene.name}: {monkey.pressed!r}")
            raise


async def _at_home(monkey: _Monkey) -> None:
    app = _home()
    async with app.run_test(size=(100, 30)):
        await monkey.visit(app, resize=True)


async def _at(monkey: _Monkey, scene: Scene) -> None:
    async with staged(scene) as (app, _):
        await monkey.visit(app, resize=True)
