"""Hold what a picture of the gallery is made of: an app, the keys that lead there, the sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.ports import Chair
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

Size = tuple[int, int]
Opens = Callable[[], CuttleApp]

USUAL: Final[tuple[Size, ...]] = ((80, 24), (120, 40))
LARGER: Final[tuple[Size, ...]] = ((80, 22), (80, 24), (100, 30), (120, 40), (200, 60))
FRONT: Final[tuple[Size, ...]] = ((80, 24), (100, 30), (120, 40), (60, 20))
PHONE: Final[Size] = (44, 40)
"""A phone held upright."""
EVERY: Final[tuple[Size, ...]] = (*LARGER, (60, 20), (72, 20), PHONE)
"""For what shows most: also small windows, and a phone."""
UPRIGHT: Final[tuple[Size, ...]] = (*EVERY, (44, 28), (50, 44))
"""For the table: also the smallest phone, and the largest."""
BETWEEN: Final[tuple[Size, ...]] = ((72, 30), (87, 59), (95, 53), (106, 50), (120, 60))
"""Windows between the usual ones, for a scene of each kind."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture, in several sizes."""

    name: str
    opens: Opens
    """Makes the app."""
    keys: str = ""
    """What is pressed then, parted by blanks."""
    sizes: tuple[Size, ...] = USUAL


def seated(sit: Callable[[], Chair]) -> Opens:
    """Sit at a table at home."""
    return lambda: CuttleApp(FakeLobby(), chair=sit())


def met(sit: Callable[[], FakeChair], **more: object) -> Opens:
    """Sit at a table of a server."""
    return lambda: CuttleApp(lobbies.online(**more), chair=sit())


def at_home() -> CuttleApp:
    """Open the app of one who plays at this machine."""
    return CuttleApp(LocalLobby("you"))
