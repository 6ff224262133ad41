"""Stage the league: its lists, a profile, two players."""

from __future__ import annotations

from typing import Final

from cuttle_tui.app import CuttleApp
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.gallery.scene import FRONT, Opens, Scene
from tests.leagues import SampleLeague


def _league(*, empty: bool = False) -> Opens:
    return lambda: CuttleApp(lobbies.online(league=SampleLeague(empty=empty)))


SCENES: Final = (
    Scene("league-standings", _league(), "l g", (*FRONT, (200, 60))),
    Scene("league-week", _league(), "l g right", FRONT),
    Scene("league-championship", _league(), "l g right right", (*FRONT, (200, 60))),
    Scene("league-year", _league(), "l g right right right", FRONT),
    Scene("league-ratings", _league(), "l g left down down", FRONT),
    Scene("league-earlier", _league(), "l g -"),
    Scene("league-empty", _league(empty=True), "l g"),
    Scene("league-profile", _league(), "l g left down enter", FRONT),
    Scene("league-own-profile", _league(), "l g enter 2", FRONT),
    Scene("league-follow", _league(), "l g left down enter f"),
    Scene("league-head-to-head", _league(), "l g left down enter v", (*FRONT, (200, 60))),
)
