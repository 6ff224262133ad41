"""A terminal that is gone, or a signal, ends the app; it is no concession."""

from __future__ import annotations

import pytest

from cuttle_tui.__main__ import HomeApp
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import tables
from tests.cuttle_tui.lobbies import FakeLobby


@pytest.mark.parametrize("hosting", [True, False])
async def test_a_host_whose_terminal_is_gone_has_not_conceded(*, hosting: bool) -> None:
    chair = tables.chair(tables.TARGETS)
    app = HomeApp(FakeLobby(networked=hosting), terminal=Terminal(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.cut_off()
    assert chair.left is not hosting  # the lobby at home would keep the game, and this one cannot
