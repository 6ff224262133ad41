"""Today's deal at two nodes: one try, which is the same game from both."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import LobbyError
from engine.bots.daily import try_result
from server.lobby.archive import Archive
from server.store.values import EndTry, Write
from tests.dealt_daily import DAY, NOON, game_by_hand, moves, play_on, play_out
from tests.server.cluster.halls import Halls
from tests.server.players import ANN, BOB


@pytest.fixture
async def halls() -> Halls:
    """Begin with two nodes that know the same tries."""
    halls, archive = Halls(), Archive()
    halls.clock.now = NOON
    put = halls.paper.put

    def noted(write: Write, then: object = None) -> None:
        if isinstance(write, EndTry):
            archive.end_try(write)
        put(write, then)  # type: ignore[arg-type]

    for node in halls.nodes:
        node.matchmaker.daily.archive = archive
    halls.paper.put = noted  # type: ignore[method-assign]
    return halls


async def test_a_try_goes_on_at_another_node(halls: Halls) -> None:
    here, there = halls.enter(0, ANN), halls.enter(1, ANN)
    await play_on(await here.daily.play(), 6)
    await halls.second()
    chair = await there.daily.play()
    assert chair.state().day == DAY
    assert len(list(halls.hall(0).rooms)) == 1
    assert len(list(halls.hall(1).rooms)) == 0
    assert moves(await play_out(chair)) == moves(game_by_hand())
    for lobby in (here, there):
        own = (await lobby.daily.page()).own
        assert own is not None
        assert own.result == try_result(game_by_hand())
        with pytest.raises(LobbyError, match="deal-played"):
            await lobby.daily.play()


async def test_two_nodes_deal_the_same(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    for lobby in (ann, bob):
        assert moves(await play_out(await lobby.daily.play())) == moves(game_by_hand())
    lines = (await ann.daily.page()).lines
    assert [(line.name, line.place) for line in lines] == [("ann", 1), ("bob", 1)]


async def test_a_try_outlives_the_node_it_was_played_at(halls: Halls) -> None:
    ann = halls.enter(1, ANN)
    await play_on(await ann.daily.play(), 6)
    halls.kill(1)
    halls.adopt(0)
    again = halls.enter(0, ANN)
    assert moves(await play_out(await again.daily.play())) == moves(game_by_hand())


async def test_nobody_is_told_of_it_at_the_other_node(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    chair = await ann.daily.play()
    await play_on(chair, 6)
    await halls.second()
    assert bob.tables() == ()
    with pytest.raises(LobbyError, match="no-such-table"):
        await bob.watch(chair.state().title)
