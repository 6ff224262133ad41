"""Stage play nights: their lists, and what a host chooses."""

from __future__ import annotations

from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports.league import NightPage
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.scene import FRONT, Opens, Scene
from tests.leagues import SampleLeague
from tests.nights import FakeNights, night


def _nights(page: NightPage | None) -> Opens:
    return lambda: CuttleApp(
        lobbies.online(
            league=SampleLeague(),
            nights=FakeNights(page),
            resume=None if page is None or not page.opponent else tables.chair(tables.TARGETS),
            chairs=(tables.chair(tables.TARGETS, None),),
        )
    )


_SWISS: Final = _nights(night())
_DOUBLE: Final = _nights(night("double-elimination"))
_OPEN: Final = _nights(night(state="open", joined=False, may_join=True))

SCENES: Final = (
    Scene("night-home", _OPEN),
    Scene("night-lobby", _OPEN, "l"),
    Scene("night-none", _nights(None), "l v"),
    Scene("night-new", _nights(None), "l v n g", FRONT),
    Scene("night-open", _OPEN, "l v", FRONT),
    Scene("night-host", _nights(night(state="open", mine=True)), "l v down"),
    Scene("night-pairings", _SWISS, "l v", FRONT),
    Scene("night-watch", _nights(night(joined=False)), "l v down"),
    Scene("night-standings", _SWISS, "l v right", FRONT),
    Scene("night-leave", _SWISS, "l v l"),
    Scene("night-bracket", _DOUBLE, "l v right", (*FRONT, (200, 60))),
    Scene("night-over", _nights(night(state="over", winner="ana", joined=False)), "l v"),
)
