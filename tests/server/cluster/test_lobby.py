"""Players of two nodes meet, play and leave as if they were at one."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from cuttle_tui.ports import APART, Chair, FriendLine, LobbyError, News, TablePlan
from cuttle_tui.ports.league import NightPlan
from cuttle_tui.worn import own_back
from engine.actions import Action, Kind
from engine.play.view import View
from engine.table.seats import LetIn, Ready
from engine.table.table import HOLD
from server.cluster.lobby import ClusterLobby
from server.cluster.moving_chair import MovingChair
from server.lobby.archive import Archive
from server.people.accounts import Player, guest_of
from server.store.values import GameRow
from server.store.who_may_see import may_open
from tests.cuttle_tui.lobbies import FakeAccount
from tests.server.cluster.halls import Halls
from tests.server.players import ANN, BOB, CY, GUEST, present, reason

DEE = Player("dee", "SHA256:dee")


@pytest.fixture
async def halls() -> Halls:
    """Begin with two nodes."""
    return Halls()


async def friends(halls: Halls) -> tuple[MovingChair, MovingChair]:
    """Seat Ann at her node, and Bob at her table from his."""
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    theirs = await bob.join_room(code)
    own.ask(Ready())
    theirs.ask(Ready())
    assert isinstance(own, MovingChair)
    assert isinstance(theirs, MovingChair)
    return own, theirs


def play_something(*chairs: MovingChair) -> None:
    """Play the first legal action of whoever is asked."""
    for chair in chairs:
        view = chair.state().view
        assert view is not None
        if view.legal:
            chair.submit(view.legal[0], view.ply)
            return
    raise AssertionError("nobody is asked")


async def test_a_friend_joins_by_the_code_from_another_node(halls: Halls) -> None:
    own, theirs = await friends(halls)
    mine, yours = own.state(), theirs.state()
    assert mine.view is not None
    assert yours.view is not None
    assert [sitter.name for sitter in yours.sitters] == ["ann", "bob"]
    assert yours.view.seats[1].open
    assert not yours.view.seats[0].open


async def test_what_players_wear_is_seen_at_other_nodes(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, replace(BOB, earned="master"))
    own = await ann.open_table(TablePlan("standard"))
    theirs = await bob.join_room(own.state().code or "")
    for chair in (own, theirs):
        backs = [sitter.back for sitter in chair.state().sitters]
        assert backs == [own_back(ANN.identity), "master"]


async def test_what_one_plays_the_other_sees_at_once(halls: Halls) -> None:
    own, theirs = await friends(halls)
    heard: list[object] = []
    theirs.subscribe(lambda change: heard.extend(change.events))
    for ply in range(1, 9):
        play_something(own, theirs)
        for chair in (own, theirs):
            view = chair.state().view
            assert view is not None
            assert view.ply >= ply
    table = halls.hall(0).rooms.with_id(own.place.table)
    assert table is not None
    assert theirs.state().log == table.table.state(1).log
    assert tuple(heard) == theirs.state().log[-len(heard) :]


async def test_a_whole_game_ends_for_both(halls: Halls) -> None:
    own, theirs = await friends(halls)
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    for chair in (own, theirs):
        ended = chair.state().view
        assert ended is not None
        assert ended.outcome is not None
        assert ended.outcome.winners == (0,)
        assert chair.record()
    assert own.record() == theirs.record()
    await_next = [chair.state().game for chair in (own, theirs)]
    assert await_next[0] == await_next[1] != ""


class _Shelf(Archive):
    """The games that the nodes have written down, with links that may be closed."""

    def __init__(self, halls: Halls) -> None:
        self._halls = halls
        self.closed: set[str] = set()

    async def _find(self, id: str, viewer: str) -> GameRow | None:
        rows = (kept.game for kept in self._halls.paper.games)
        found = next((row for row in rows if row.id == id), None)
        row = None if found is None else replace(found, closed=id in self.closed)
        return row if may_open(row, viewer) else None

    async def close_link(self, id: str) -> None:
        self.closed.add(id)


_CODES = ("DDDD2222", "FFFF2222")
_GUESTS = tuple(Player(code.lower(), guest_of(code), guest=True, resume=code) for code in _CODES)


@pytest.mark.parametrize("closer", [0, 1], ids=["where the table is", "elsewhere"])
@pytest.mark.parametrize("players", [(ANN, BOB), _GUESTS], ids=["accounts", "guests"])
async def test_who_closes_a_link_closes_it_at_every_node_and_the_other_is_told(
    halls: Halls, players: tuple[Player, Player], closer: int
) -> None:
    shelf = _Shelf(halls)
    for number in (0, 1):
        halls.hall(number).archive = shelf
    lobbies = [halls.enter(number, who) for number, who in enumerate(players)]
    stranger = halls.enter(1 - closer, CY)
    own = await lobbies[0].open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    theirs = await lobbies[1].join_room(code)
    own.ask(Ready())
    theirs.ask(Ready())
    view = own.state().view
    assert view is not None
    own.submit(Action(Kind.CONCEDE, seat=0), view.ply)
    await halls.settled()
    game = own.state().game
    told: list[list[News]] = [[], []]
    for lobby, heard in zip(lobbies, told, strict=True):
        lobby.subscribe(heard.append)
    assert await stranger.replay(game)
    await lobbies[closer].close_link(game)
    assert await reason(lambda: stranger.replay(game)) == "no-such-game"
    await halls.settled()
    closed = News("link-closed", players[closer].name)
    assert [heard.count(closed) for heard in told] == [closer, 1 - closer]
    assert await lobbies[1 - closer].link_of(game) == "closed"


async def test_an_action_of_an_earlier_ply_is_refused_at_once(halls: Halls) -> None:
    own, theirs = await friends(halls)
    first = own if own.state().view and own.state().view.legal else theirs  # type: ignore[union-attr]
    view = first.state().view
    assert view is not None
    play_something(own, theirs)
    with pytest.raises(Exception, match=r"ply|seat"):
        first.submit(view.legal[0], view.ply)


async def test_two_who_want_the_same_meet_across_nodes(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await ann.quick_match("standard")
    await halls.second()
    chair = await bob.quick_match("standard")
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]
    assert chair.state().view is not None
    held = ann.held()
    assert held is not None
    assert held.state().view is not None


async def test_two_who_want_a_rated_match_meet_across_nodes_between_seasons(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await ann.quick_match("cuttle.cards", rated=True)
    await halls.second()
    chair = await bob.quick_match("cuttle.cards", rated=True)
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]


async def test_two_who_began_to_wait_at_once_are_brought_together(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    heard: dict[str, list[str]] = {"ann": [], "bob": []}
    ann.subscribe(lambda news: heard["ann"].append(news.kind))
    bob.subscribe(lambda news: heard["bob"].append(news.kind))
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    for _ in range(3):
        await halls.second()
    chairs = [ann.held(), bob.held()]
    assert all(chair is not None and chair.state().view is not None for chair in chairs)
    assert len({chair.place.table for chair in chairs if chair is not None}) == 1
    assert "paired" in heard["ann"]
    assert "paired" in heard["bob"]
    assert sum(len(halls.hall(each).rooms) for each in (0, 1)) == 1


async def test_lists_show_everybody_and_every_public_table(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await ann.open_table(TablePlan("standard", public=True))
    await halls.second()
    (line,) = bob.tables()
    assert line.names == ("ann",)
    assert [person.name for person in bob.people()] == ["ann", "bob"]
    assert [person.doing for person in bob.people()] == ["waiting", "lobby"]
    await bob.sit_at(line.id)
    await halls.second()
    assert [person.doing for person in ann.people()] == ["waiting", "waiting"]
    assert {line.mine for line in bob.tables()} == {True}


async def test_a_private_table_is_listed_nowhere_but_for_who_sits_at_it(halls: Halls) -> None:
    own, theirs = await friends(halls)
    cy, guest = halls.enter(1, CY), halls.enter(0, GUEST)
    await halls.second()
    for at in (cy, guest):
        assert at.tables() == ()
        for called in (own.place.table, own.state().title):
            with pytest.raises(LobbyError) as refused:
                await at.watch(called)
            assert refused.value.reason == "no-such-table"
    for chair in (own, theirs):
        assert isinstance(chair.host, ClusterLobby)
        assert [line.id for line in chair.host.tables()] == [own.place.table]


async def test_lists_that_cannot_be_read_stay_as_they_were(
    halls: Halls, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await ann.open_table(TablePlan("standard", public=True))
    await halls.second()
    (line,) = bob.tables()
    number = halls.nodes[0].own.number
    for later in (1, 2):
        body = {"number": number + later, "changed": {"set": {"tables": {"new": later}}}}
        halls.nodes[1].hear("n0", "lists", body)
        assert bob.tables() == (line,)
    assert [each.levelname for each in caplog.records] == ["WARNING", "WARNING"]


async def test_nobody_sits_in_two_games(halls: Halls) -> None:
    own, theirs = await friends(halls)
    bob = theirs.host
    assert isinstance(bob, ClusterLobby)
    for wish in (bob.open_table(TablePlan("standard")), bob.quick_match("standard")):
        with pytest.raises(LobbyError) as refused:
            await wish
        assert refused.value.reason == "busy"
    assert own.state().view is not None


async def test_a_seat_at_a_table_that_waits_is_left_for_another(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    await bob.join_room(code)
    await bob.open_table(TablePlan("standard"))
    assert own.state().sitters[1].kind == "nobody"


async def test_a_challenge_reaches_another_node(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    heard: list[News] = []
    bob.subscribe(heard.append)
    await halls.second()
    await ann.challenge(BOB.identity, TablePlan("standard"))
    assert [news.kind for news in heard if news.kind != "lobby"] == ["challenged"]
    assert [line.mine for line in ann.challenges()] == [True]
    assert [line.name for line in bob.challenges()] == ["ann"]
    chair = await bob.accept()
    await halls.settled()
    assert chair.state().view is not None
    held = ann.held()
    assert held is not None
    assert held.state().view is not None
    assert ann.challenges() == ()


async def test_a_challenge_is_declined_and_withdrawn_across_nodes(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await halls.second()
    await ann.challenge(BOB.identity, TablePlan("standard"))
    await bob.decline()
    assert ann.challenges() == ()
    await ann.challenge(BOB.identity, TablePlan("standard"))
    await ann.decline()
    assert bob.challenges() == ()


async def test_who_has_blocked_somebody_is_not_met(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    bob.block(ANN.identity)
    with pytest.raises(LobbyError) as refused:
        await bob.join_room(code)
    assert refused.value.reason == "blocked"


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_who_has_blocked_somebody_is_not_paired_with_them_across_nodes(
    halls: Halls, who: str
) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    (ann if who == "ann" else bob).block((BOB if who == "ann" else ANN).identity)
    await ann.quick_match("standard")
    await halls.second()
    theirs = await bob.quick_match("standard")
    await halls.second()
    (waiting,) = [line for line in bob.queue() if line.me]
    for _ in range(3):
        await halls.second()
    assert theirs.state().view is None
    assert [line for line in bob.queue() if line.me] == [
        replace(waiting, since=waiting.since + 3)
    ], "not anew"


async def test_a_listed_table_is_marked_as_ones_own_for_its_players_alone(halls: Halls) -> None:
    ann, bob, cy = halls.enter(0, ANN), halls.enter(1, BOB), halls.enter(1, CY)
    await ann.open_table(TablePlan("standard", public=True))
    await cy.open_table(TablePlan("cuttle.cards", public=True))
    await halls.second()
    mine = {
        player: {line.names: line.mine for line in at.tables()}
        for player, at in (("ann", ann), ("bob", bob), ("cy", cy))
    }
    assert mine == {
        "ann": {("ann",): True, ("cy",): False},
        "bob": {("ann",): False, ("cy",): False},
        "cy": {("ann",): False, ("cy",): True},
    }


async def test_watchers_of_another_node_see_only_what_is_public(halls: Halls) -> None:
    ann, cy = halls.enter(0, ANN), halls.enter(1, CY)
    bob = halls.enter(0, BOB)
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    await halls.second()
    (line,) = cy.tables()
    chair = await cy.watch(line.id)
    view = chair.state().view
    assert view is not None
    assert not any(seat.hand for seat in view.seats)
    held = ann.held()
    assert held is not None
    assert held.state().watchers == 1
    chair.leave()
    assert held.state().watchers == 0


async def test_talk_crosses_nodes(halls: Halls) -> None:
    own, theirs = await friends(halls)
    theirs.chat.say("hello there", phrase=False)
    assert [line.text for line in own.state().talk] == ["hello there"]
    own.chat.say("hi", phrase=False)
    assert [line.text for line in theirs.state().talk] == ["hello there", "hi"]


async def test_talk_goes_along_with_a_table_that_is_handed_over(halls: Halls) -> None:
    own, theirs = await friends(halls)
    own.chat.say("hello there", phrase=False)
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    theirs.chat.say("hi", phrase=False)
    for chair in (own, theirs):
        assert [line.text for line in chair.state().talk] == ["hello there", "hi"]
    (room,) = halls.hall(1).rooms
    assert room.chat.by(ANN.identity) == ["hello there"]


async def test_who_comes_back_at_another_node_finds_their_seat(halls: Halls) -> None:
    own, theirs = await friends(halls)
    await halls.second()
    bob = theirs.host
    assert isinstance(bob, ClusterLobby)
    halls.hall(1).lost(bob)
    assert not own.state().sitters[1].present
    again = halls.enter(0, BOB)
    await again.arrive()
    held = again.held()
    assert held is not None
    assert held.state().view is not None
    assert own.state().sitters[1].present
    halls.hall(0).lost(again)
    elsewhere = halls.enter(1, BOB)
    await elsewhere.arrive()
    held = elsewhere.held()
    assert held is not None
    play_something(own, held)


async def test_a_node_that_does_not_answer_is_named(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    halls.post.cut.add("n0")
    with pytest.raises(LobbyError) as refused:
        await bob.join_room(code)
    assert refused.value.reason == "no-answer"


async def test_a_table_goes_on_at_another_node_when_its_own_dies() -> None:
    halls = Halls(3)
    ann, bob = halls.enter(1, ANN), halls.enter(2, BOB)
    opener = halls.enter(0, CY)
    own = await opener.open_table(TablePlan("standard", public=True))
    assert isinstance(own, MovingChair)
    await halls.second()
    opener_chair = await ann.sit_at(own.place.table)
    own.leave()
    assert opener_chair.state().sitters[0].kind == "nobody"
    await halls.second()
    second = await bob.sit_at(own.place.table)
    for chair in (opener_chair, second):
        chair.ask(Ready())
    await halls.settled()
    assert second.state().view is not None
    play_something(opener_chair, second)  # type: ignore[arg-type]
    before = [chair.state().view for chair in (opener_chair, second)]
    halls.kill(0)
    assert isinstance(second, MovingChair)
    assert second.waits
    halls.adopt(0)
    await halls.settled()
    after = [chair.state().view for chair in (opener_chair, second)]
    assert [view and view.ply for view in before] == [view and view.ply for view in after]
    assert [view and view.seats for view in before] == [view and view.seats for view in after]
    assert not second.state().trouble
    play_something(opener_chair, second)  # type: ignore[arg-type]


async def test_a_table_that_is_handed_over_goes_on_with_the_same_chairs(halls: Halls) -> None:
    own, theirs = await friends(halls)
    play_something(own, theirs)
    before = own.state(), theirs.state()
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    assert len(halls.hall(0).rooms) == 0
    assert len(halls.hall(1).rooms) == 1
    for chair, state in zip((own, theirs), before, strict=True):
        assert chair.state().view == state.view
        assert chair.state().log == state.log
    play_something(own, theirs)
    play_something(own, theirs)
    assert len(own.state().log) == len(theirs.state().log) > len(before[0].log)


async def test_a_table_that_arrives_leaves_those_that_are_there_alone(halls: Halls) -> None:
    own, theirs = await friends(halls)
    cy, dee = halls.enter(1, CY), halls.enter(1, DEE)
    other = await cy.open_table(TablePlan("standard"))
    code = other.state().code
    assert code
    (await dee.join_room(code)).ask(Ready())
    other.ask(Ready())
    (there,) = halls.hall(1).rooms
    kept = [*halls.paper.entries[there.id]]
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    assert halls.paper.entries[there.id] == kept
    assert present(other) == [True, True]
    play_something(own, theirs)


async def test_what_is_played_while_a_table_moves_is_played_when_it_is_there(halls: Halls) -> None:
    own, theirs = await friends(halls)
    mover = own if own.chair.state().view and own.state().view.legal else theirs  # type: ignore[union-attr]
    (room,) = halls.hall(0).rooms
    mover.wait()
    view = mover.state().view
    assert view is not None
    mover.submit(view.legal[0], view.ply)
    assert mover.state().view == view
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    after = mover.state().view
    assert after is not None
    assert after.ply > view.ply


async def test_who_wants_another_game_while_a_table_moves_is_ready_when_it_is_there(
    halls: Halls,
) -> None:
    own, theirs = await friends(halls)
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    (room,) = halls.hall(0).rooms
    halls.paper.waits = True
    giving = asyncio.ensure_future(halls.nodes[0].failover.give(room, "n1"))
    while not halls.paper.waiting:
        await asyncio.sleep(0)
    theirs.ask(Ready())
    own.ask(Ready())
    assert theirs.state().ready == ()
    halls.paper.waits = False
    halls.paper.waiting.pop()()
    await giving
    await halls.settled()
    view = theirs.state().view
    assert view is not None
    assert view.outcome is None


async def test_who_wanted_another_game_when_a_node_died_wants_it_where_the_table_goes_on() -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    stored = [*halls.paper.entries[own.place.table]]
    theirs.ask(Ready())
    assert theirs.state().ready == (1,)
    halls.paper.entries[own.place.table] = stored
    halls.kill(0)
    halls.adopt(1)
    await halls.settled()
    assert theirs.state().ready == (1,)


async def test_who_was_ready_in_a_game_does_not_ask_for_the_next_where_the_table_goes_on() -> None:
    halls = Halls(3)
    _, theirs = await friends(halls)
    theirs.ask(Ready())
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    halls.kill(0)
    halls.adopt(1)
    await halls.settled()
    assert theirs.state().settled
    assert theirs.state().ready == ()


async def test_who_sits_at_a_table_that_is_handed_over_is_not_away(halls: Halls) -> None:
    own, theirs = await friends(halls)
    before = [*halls.paper.entries[own.place.table]]
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    assert halls.paper.entries[own.place.table] == before
    assert present(theirs) == [True, True]
    ann = own.host
    assert isinstance(ann, ClusterLobby)
    halls.hall(0).lost(ann)
    assert present(theirs) == [False, True]


async def test_whose_session_ends_while_their_table_is_handed_over_is_away(halls: Halls) -> None:
    own, theirs = await friends(halls)
    ann, (room,) = own.host, halls.hall(0).rooms
    assert isinstance(ann, ClusterLobby)
    halls.paper.waits = True
    giving = asyncio.ensure_future(halls.nodes[0].failover.give(room, "n1"))
    while not halls.paper.waiting:
        await asyncio.sleep(0)
    halls.hall(0).lost(ann)
    halls.paper.waits = False
    halls.paper.waiting.pop()()
    await giving
    await halls.settled()
    assert present(theirs) == [False, True]


async def test_what_is_played_between_reading_and_giving_a_table_comes_along(halls: Halls) -> None:
    own, theirs = await friends(halls)
    (room,) = halls.hall(0).rooms
    known = await halls.nodes[0].bus.ask("n1", "prepare", {"table": room.id})
    for _ in range(3):
        play_something(own, theirs)
    before = own.state()
    await halls.nodes[0].failover.hand_over(room, "n1", known)
    await halls.settled()
    assert own.state().log == before.log
    play_something(own, theirs)
    assert len(theirs.state().log) > len(before.log)


@pytest.mark.parametrize("known", [None, 0, 10_000])
async def test_a_table_that_was_not_read_before_is_read_when_it_is_given(
    halls: Halls, known: int | None
) -> None:
    own, theirs = await friends(halls)
    play_something(own, theirs)
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.hand_over(room, "n1", known)
    await halls.settled()
    assert len(halls.hall(1).rooms) == 1
    play_something(own, theirs)


async def test_who_is_not_told_where_a_table_went_finds_it_with_the_next_action(
    halls: Halls,
) -> None:
    own, theirs = await friends(halls)
    while not theirs.state().view.legal:  # type: ignore[union-attr]
        play_something(own)
    (room,) = halls.hall(0).rooms
    before = theirs.state().log
    halls.nodes[1].hear = lambda *_: None  # type: ignore[method-assign]
    halls.nodes.append(halls._node("n2"))
    halls.meet()
    await halls.nodes[0].failover.give(room, "n2")
    await halls.settled()
    del halls.nodes[1].hear
    assert theirs.node == "n0"
    play_something(theirs)
    await halls.settled()
    assert theirs.node == "n2"
    assert len(theirs.state().log) > len(before)


async def test_without_the_broker_chairs_elsewhere_wait_and_go_on(halls: Halls) -> None:
    own, theirs = await friends(halls)
    halls.post.cut.add("n1")
    halls.nodes[1].disconnected()
    assert theirs.waits
    if own.state().view and own.state().view.legal:  # type: ignore[union-attr]
        play_something(own)
    halls.post.cut.clear()
    halls.nodes[1].reconnected()
    await halls.settled()
    assert not theirs.waits
    mine, yours = own.state().view, theirs.state().view
    assert mine is not None
    assert yours is not None
    assert mine.ply == yours.ply
    play_something(own, theirs)


async def test_without_the_broker_both_read_why_and_nobody_loses_time(halls: Halls) -> None:
    own, theirs = await friends(halls)
    alone = await halls.enter(0, CY).play_computer("standard")
    left = own.time_left, theirs.time_left
    halls.post.cut |= {"n0", "n1"}
    halls.nodes[1].disconnected()
    theirs._show_trouble()
    for _ in range(20):
        await halls.second()
    assert (own.state().trouble, theirs.state().trouble) == (APART, APART)
    assert not alone.state().trouble
    halls.post.cut.clear()
    halls.nodes[1].reconnected()
    await halls.second()
    assert not own.state().trouble
    assert not theirs.state().trouble
    assert (own.time_left, theirs.time_left) == left


async def test_a_node_that_ends_in_order_has_not_died(halls: Halls) -> None:
    halls.nodes[1].bus.tell_all("leaves", {})
    halls.kill(1)
    (gone,) = halls.nodes[0].departed
    assert gone.told.endswith("drained")


async def test_a_node_that_was_only_late_is_heard_again(halls: Halls) -> None:
    halls.strike(1)
    halls.meet()
    dee = halls.enter(1, DEE)
    await halls.second()
    assert dee.who.name in {line.name for line in halls.enter(0, ANN).people()}


async def test_a_change_that_was_missed_is_asked_for(halls: Halls) -> None:
    own, theirs = await friends(halls)
    while not own.state().view.legal:  # type: ignore[union-attr]
        play_something(theirs)
    halls.post.cut.add("n1")
    own.chat.say("nobody hears this", phrase=False)
    halls.post.cut.clear()
    own.chat.say("but this", phrase=False)
    await halls.settled()
    assert [line.text for line in theirs.state().talk] == ["nobody hears this", "but this"]


@pytest.mark.parametrize("first", ["do", "open"])
async def test_a_change_that_overtakes_two_answers_is_shown(halls: Halls, first: str) -> None:
    """Who comes back is greeted and shown the chair at once; both answers may come after a play."""
    own, theirs = await friends(halls)
    again = halls.enter(1, BOB)
    halls.post.late = {"do": asyncio.Event(), "open": asyncio.Event()}
    greeted = asyncio.create_task(again.introduce("n0"))
    shown = asyncio.create_task(again.attach("n0", theirs.place))
    await asyncio.sleep(0)  # both have been asked, and answered
    play_something(own, theirs)
    halls.post.late[first].set()
    await (greeted if first == "do" else shown)
    for late in halls.post.late.values():
        late.set()
    chair = await shown
    await greeted
    await halls.settled()
    assert chair.state() == theirs.state()


async def test_what_was_played_meanwhile_is_told_when_the_broker_is_there_again(
    halls: Halls,
) -> None:
    own, theirs = await friends(halls)
    while not own.state().view.legal:  # type: ignore[union-attr]
        play_something(theirs)
    heard: list[object] = []
    theirs.subscribe(lambda change: heard.extend(change.events))
    before = len(theirs.state().log)
    halls.post.cut.add("n1")
    halls.nodes[1].disconnected()
    while own.state().view.legal:  # type: ignore[union-attr]
        play_something(own)
    halls.post.cut.clear()
    halls.nodes[1].reconnected()
    await halls.settled()
    assert len(theirs.state().log) == len(own.state().log) > before
    assert tuple(heard) == theirs.state().log[before:]


async def test_a_tables_node_that_was_cut_off_has_its_chairs_asked_for_anew(halls: Halls) -> None:
    own, theirs = await friends(halls)
    while not own.state().view.legal:  # type: ignore[union-attr]
        play_something(theirs)
    halls.post.cut.add("n0")
    play_something(own)
    halls.post.cut.clear()
    assert theirs.state().view.ply < own.state().view.ply  # type: ignore[union-attr]
    halls.nodes[0].reconnected()
    await halls.settled()
    assert theirs.state().view.ply == own.state().view.ply  # type: ignore[union-attr]


async def test_a_table_that_moves_on_while_it_is_looked_for_is_found() -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n2")
    (room,) = halls.hall(2).rooms
    await halls.nodes[2].failover.give(room, "n1")  # the chairs are still on their way to n2
    await halls.settled()
    assert len(halls.hall(1).rooms) == 1
    play_something(own, theirs)
    play_something(own, theirs)
    assert len(own.state().log) == len(theirs.state().log) > 2


async def test_nobody_sits_down_while_their_game_is_without_a_node() -> None:
    halls = Halls(3)
    own, _ = await friends(halls)
    await halls.second()
    halls.kill(0)
    ann = halls.enter(0, ANN)
    await ann.arrive()
    with pytest.raises(LobbyError) as refused:
        await ann.open_table(TablePlan("standard"))
    assert refused.value.reason == "no-answer"
    news: list[News] = []
    ann.subscribe(news.append)
    halls.adopt(1)
    await halls.settled()
    await halls.second()
    held = ann.held()
    assert held is not None
    assert held.place == own.place
    assert "paired" in {each.kind for each in news}


SITTING: dict[str, Callable[[ClusterLobby], Awaitable[object]]] = {
    "table": lambda lobby: lobby.open_table(TablePlan("standard")),
    "quick": lambda lobby: lobby.quick_match("standard"),
    "computer": lambda lobby: lobby.play_computer("standard"),
}


@pytest.mark.parametrize("way", SITTING)
@pytest.mark.parametrize("told", [False, True], ids=["unheard", "heard"])
async def test_nobody_sits_down_at_a_node_that_never_heard_of_their_game(
    way: str, *, told: bool
) -> None:
    halls = Halls(2)
    own, _ = await friends(halls)
    if told:
        await halls.second()
    halls.kill(0)
    ann = halls.enter(halls.start(), ANN)
    await ann.arrive()
    assert await reason(lambda: SITTING[way](ann)) == "no-answer"
    halls.adopt(0)
    await halls.settled()
    await halls.second()
    held = ann.held()
    assert held is not None
    assert held.place == own.place
    assert (
        sum(ANN.identity in room.people() for hall in halls.nodes for room in hall.matchmaker.rooms)
        == 1
    )


async def test_nobody_sits_down_while_a_node_with_their_game_is_not_heard() -> None:
    halls = Halls(2)
    await friends(halls)
    halls.post.cut.add("n0")  # it is dead, and not struck yet
    ann = halls.enter(halls.start(), ANN)
    assert await reason(lambda: ann.open_table(TablePlan("standard"))) == "no-answer"


async def test_a_seat_at_a_waiting_table_without_a_node_is_left_when_that_is_taken_up() -> None:
    halls = Halls(2)
    await halls.enter(0, ANN).open_table(TablePlan("standard"))
    halls.kill(0)
    ann = halls.enter(halls.start(), ANN)
    own = await ann.open_table(TablePlan("standard"))
    halls.adopt(0)
    await halls.settled()
    await halls.second()
    await halls.settled()
    seats = [
        room.id
        for node in halls.nodes
        for room in node.matchmaker.rooms
        if ANN.identity in room.people()
    ]
    assert isinstance(own, MovingChair)
    assert seats == [own.place.table]


async def test_a_node_that_ends_keeps_nobody_from_sitting_down(halls: Halls) -> None:
    own, theirs = await friends(halls)
    await halls.second()  # from now on everybody knows that a game runs there
    while theirs.state().view.outcome is None:  # type: ignore[union-attr]
        play_something(own, theirs)
    theirs.leave()
    await halls.nodes[0].close()
    halls.kill(0)
    assert isinstance(theirs.host, ClusterLobby)
    await theirs.host.open_table(TablePlan("standard"))


@pytest.mark.slow
@pytest.mark.parametrize("adopter", [0, 1], ids=["here", "elsewhere"])
async def test_who_has_left_a_table_that_was_taken_up_sits_down_elsewhere_at_once(
    adopter: int,
) -> None:
    halls = Halls(3)
    _, theirs = await friends(halls)
    await halls.second()  # from now on everybody knows that a game runs there
    halls.kill(0)
    halls.adopt(adopter)
    await halls.settled()
    theirs.leave()
    assert isinstance(theirs.host, ClusterLobby)
    await theirs.host.open_table(TablePlan("standard"))


async def test_a_game_that_is_taken_up_takes_nobody_out_of_another() -> None:
    halls = Halls(3)
    await friends(halls)  # nobody has been told of their table when its node dies
    halls.kill(0)
    halls.nodes[0].is_settled = lambda: True  # nor does the node know that it died
    halls.nodes[0].peers.take("n2", 1, halls.nodes[1].own.whole()[1])
    ann = halls.enter(0, ANN)
    own = await ann.play_computer("standard")
    news: list[News] = []
    ann.subscribe(news.append)
    halls.adopt(0)
    await halls.settled()
    assert ann.held() == own
    assert own.state().sitters[0].present
    assert "paired" not in {each.kind for each in news}


@pytest.mark.parametrize("adopter", [0, 1], ids=["here", "elsewhere"])
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("known", [False, True], ids=["told", "not yet"])
async def test_who_left_a_table_whose_node_was_gone_has_left_it_where_it_goes_on(
    adopter: int, over: bool, known: bool
) -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    await halls.second()
    while over and theirs.state().view.outcome is None:  # type: ignore[union-attr]
        play_something(own, theirs)
    halls.post.cut.add("n0")
    if known:
        halls.kill(0)
    theirs.leave()
    if not known:
        halls.kill(0)
    ann = halls.enter(adopter, ANN)
    halls.adopt(adopter)
    await halls.second()
    await halls.second()
    bob, held = theirs.host, ann.held()
    assert isinstance(bob, ClusterLobby)
    assert bob.held() is None
    assert held is not None
    view = held.state().view
    assert view is not None
    assert view.outcome is not None
    if over:
        assert held.state().sitters[1].kind == "nobody"
    else:
        assert view.outcome.winners == (0,)


@pytest.mark.parametrize("adopter", [0, 1], ids=["here", "elsewhere"])
@pytest.mark.parametrize("opened", [0, 1], ids=["here too", "there"])
async def test_who_sat_down_elsewhere_after_a_game_leaves_its_table_when_it_is_taken_up(
    adopter: int, opened: int
) -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    while theirs.state().view.outcome is None:  # type: ignore[union-attr]
        play_something(own, theirs)
    await halls.second()
    halls.kill(0)
    halls.enter(1, ANN)  # whoever is at a table goes on there
    bob = theirs.host
    assert isinstance(bob, ClusterLobby)
    if opened == 0:
        new = await bob.open_table(TablePlan("standard"))
    else:
        dee = halls.enter(1, DEE)
        waits = (await dee.open_table(TablePlan("standard"))).state().code
        assert waits
        new = await bob.join_room(waits)
    halls.adopt(adopter)
    await halls.second()
    await halls.second()
    assert bob.held() == new
    (room,) = [each for each in halls.hall(adopter).rooms if each.id == own.place.table]
    assert [*room.people()] == [ANN.identity]


async def test_who_lost_their_seat_while_their_node_was_cut_off_is_alone(halls: Halls) -> None:
    own, theirs = await friends(halls)
    while theirs.state().view.outcome is None:  # type: ignore[union-attr]
        play_something(own, theirs)
    halls.post.cut.add("n1")
    halls.nodes[1].disconnected()
    halls.nodes[0].reception.drop_gone({"n0"}, {"n1"})
    halls.clock.now += HOLD + 1
    halls.hall(0).housekeeping.sweep()  # who is away for long after a game has left
    halls.post.cut.clear()
    halls.nodes[1].reconnected()
    await halls.settled()
    assert not theirs.waits
    assert [each.kind for each in theirs.state().sitters] == ["nobody", "person"]
    assert theirs.state().view is not None


async def test_a_node_that_ran_a_table_before_does_not_take_its_players_back() -> None:
    halls = Halls(3)
    _, theirs = await friends(halls)
    (room,) = halls.hall(0).rooms
    halls.post.cut.add("n0")  # so it cannot tell Bob that his seat is there no more
    halls.paper.given[room.id] = "n2"
    (kept,) = [each for each in halls.paper.tables() if each.id == room.id]
    halls.nodes[2].failover.adopt([kept])
    await halls.settled()
    halls.post.cut.clear()
    bob = theirs.host
    assert isinstance(bob, ClusterLobby)
    assert bob.held() == theirs
    assert theirs.node == "n2"


async def test_what_a_node_tells_that_is_gone_is_not_taken_up(halls: Halls) -> None:
    own, _ = await friends(halls)
    await halls.second()
    peers = halls.nodes[1].peers
    (game,) = peers.tables()
    peers.lose(["n0"])
    own.leave()
    cy = halls.enter(0, CY)
    await cy.open_table(TablePlan("standard", public=True))
    halls.nodes[0].tell_lists()
    await halls.settled()
    assert [*peers.tables()] == [game]
    peers.forget(["n0"])
    assert [*peers.tables()] == []


async def test_who_plays_where_a_table_is_taken_up_stays_present(halls: Halls) -> None:
    await friends(halls)
    cy = halls.enter(1, CY)
    own = await cy.play_computer("standard")
    halls.kill(0)
    halls.adopt(0)
    await halls.settled()
    assert own.state().sitters[0].present


async def test_who_is_followed_is_announced_at_every_node(halls: Halls) -> None:
    ann = halls.enter(0, ANN)
    heard: list[News] = []
    ann.subscribe(heard.append)
    ann.remember(frozenset(), frozenset({BOB.identity}))
    halls.enter(1, BOB)
    assert [news.kind for news in heard] == ["came"]


async def test_a_play_night_is_the_same_at_every_node(halls: Halls) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    assert ann.nights is not None
    assert bob.nights is not None
    await bob.nights.open(NightPlan("swiss", "standard"))
    await halls.second()
    line = ann.nights.line()
    assert line is not None
    assert line.host == "bob"
    await ann.nights.join()
    await bob.nights.begin()
    for _ in range(3):
        await halls.second()
    assert len(halls.hall(0).rooms) == 1
    held = bob.held()
    assert held is not None
    assert held.state().view is not None


async def test_a_guest_comes_back_by_their_code_at_another_node(halls: Halls) -> None:
    guest, ann = halls.enter(0, GUEST), halls.enter(0, ANN)
    own = await guest.open_table(TablePlan("standard"))
    code = own.state().code
    assert code
    await ann.join_room(code)
    own.ask(Ready())
    await halls.second()
    halls.hall(0).lost(guest)
    stranger = halls.enter(1, Player("guest-newt", guest_of("WXYZ6789"), guest=True))
    held = await stranger.join_room(GUEST.resume)
    assert held.state().view is not None
    assert stranger.player == GUEST.name
    assert held.seat == 0


@pytest.mark.parametrize("over", [False, True])
async def test_a_guest_at_a_table_of_another_node_comes_back_at_any(
    halls: Halls, *, over: bool
) -> None:
    ann, guest = halls.enter(0, ANN), halls.enter(1, GUEST)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code or ""
    await halls.second()
    assert await guest.invited_by(code) is None
    theirs = await guest.join_room(code)
    own.ask(Ready())
    if over:
        view = theirs.state().view
        assert view is not None
        theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    await halls.second()
    halls.hall(1).lost(guest)
    await halls.second()
    assert [each.present for each in own.state().sitters] == [True, False]
    for node in (0, 1):
        stranger = halls.enter(node, Player("guest-newt", guest_of(f"WXYZ678{node}"), guest=True))
        assert await reason(partial(stranger.invited_by, code))
        why = await reason(partial(stranger.join_room, code))
        assert why in ("used-code", "unknown-code")
        held = await stranger.join_room(GUEST.resume)
        assert held.state().view is not None
        assert held.seat == 1
        await halls.second()
        assert [each.kind for each in own.state().sitters] == ["person", "person"]
        assert [each.present for each in own.state().sitters] == [True, True]
        halls.hall(node).lost(stranger)
        await halls.second()


@pytest.mark.parametrize(("table", "door"), [(0, 1), (1, 0), (0, 0)])
async def test_a_guest_at_any_node_is_let_in_by_a_nod(halls: Halls, table: int, door: int) -> None:
    ann, guest = halls.enter(table, ANN), halls.enter(1 - door, replace(GUEST, name="dana"))
    guest.address = "192.0.2.7"
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code or ""
    await halls.second()
    await guest.join_room(code)
    own.ask(Ready())
    await halls.second()
    halls.hall(1 - door).lost(guest)
    await halls.second()
    newcomer = halls.enter(door, Player("guest-newt", guest_of("WXYZ6789"), True, "WXYZ6789"))
    newcomer.address = "192.0.2.7"
    await newcomer.knock(code)
    waiting = asyncio.ensure_future(newcomer.let_in())
    await halls.second()
    (seen,) = own.state().at_door
    assert (seen.seat, seen.near) == (1, True)
    own.ask(LetIn(seen.caller, seen.seat))
    held = await waiting
    await halls.second()
    assert (held.seat, newcomer.player) == (1, "dana")
    view = held.state().view
    assert view is not None
    assert view.seats[1].hand
    assert [each.present for each in own.state().sitters] == [True, True]
    assert own.state().at_door == ()


@pytest.mark.parametrize(("table", "door"), [(0, 1), (0, 0)])
async def test_a_seat_of_an_account_changes_hands_at_any_node(
    halls: Halls, table: int, door: int
) -> None:
    """By a nod; and the first player has it again by the code."""
    ann, bob = halls.enter(table, ANN), halls.enter(door, BOB)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code or ""
    await halls.second()
    await bob.join_room(code)
    own.ask(Ready())
    await halls.second()
    halls.hall(door).lost(bob)
    await halls.second()
    cy = halls.enter(door, CY)
    await cy.knock(code)
    waiting = asyncio.ensure_future(cy.let_in())
    await halls.second()
    (seen,) = own.state().at_door
    own.ask(LetIn(seen.caller, seen.seat))
    held = await waiting
    assert (held.seat, cy.player) == (1, "cy")
    await halls.second()
    bob = halls.enter(door, BOB)
    assert await reason(partial(bob.join_room, code)) == "used-code"
    await bob.knock(code)
    back = await bob.let_in()
    await halls.second()
    assert (back.seat, bob.player) == (1, "bob")
    view = back.state().view
    assert view is not None
    assert view.seats[1].hand
    assert [each.present for each in own.state().sitters] == [True, True]


async def test_who_leaves_a_door_at_another_node_is_seen_there_no_more(halls: Halls) -> None:
    ann, guest = halls.enter(0, ANN), halls.enter(0, GUEST)
    own = await ann.open_table(TablePlan("standard"))
    code = own.state().code or ""
    await guest.join_room(code)
    own.ask(Ready())
    halls.hall(0).lost(guest)
    newcomer = halls.enter(1, Player("guest-newt", guest_of("WXYZ6789"), True, "WXYZ6789"))
    await newcomer.knock(code)
    waiting = asyncio.ensure_future(newcomer.let_in())
    await asyncio.sleep(0)
    await halls.second()
    assert own.state().at_door
    waiting.cancel()
    await asyncio.wait([waiting])
    await halls.second()
    assert own.state().at_door == ()


async def test_a_used_code_is_known_at_every_node_that_can_ask(halls: Halls) -> None:
    own, _ = await friends(halls)
    code = own.state().code or next(iter(halls.hall(0).rooms)).config.code
    assert code
    for node in (0, 1):
        assert await reason(partial(halls.enter(node, CY).join_room, code)) == "used-code"
    assert await reason(partial(halls.enter(1, CY).join_room, "ZZZZ")) == "unknown-code"
    halls.post.cut.add("n0")
    assert await reason(partial(halls.enter(1, CY).join_room, code)) == "unknown-code"


async def test_a_wrong_code_does_not_cost_the_seat_at_another_node(halls: Halls) -> None:
    own, theirs = await friends(halls)
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    await halls.second()
    bob = theirs.host
    assert isinstance(bob, ClusterLobby)
    assert await reason(lambda: bob.join_room("ZZZZ")) == "unknown-code"
    await halls.second()
    assert [each.kind for each in own.state().sitters] == ["person", "person"]


async def test_a_guest_has_no_name_of_another_node(halls: Halls) -> None:
    halls.enter(0, ANN)
    guest = halls.enter(1, GUEST)
    await halls.second()
    assert guest.guest is not None
    named = guest.guest
    assert await reason(lambda: named.choose_name("Ann")) == "name-taken"
    await named.choose_name("dana")
    assert guest.player == "dana"


async def test_how_a_session_stands_elsewhere_is_told_only_when_that_changes(halls: Halls) -> None:
    own, theirs = await friends(halls)
    for _ in range(2):
        await halls.second()
    before = halls.post.told["standing"]
    for _ in range(3):
        play_something(own, theirs)
        await halls.second()
    assert halls.post.told["standing"] == before
    view = theirs.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    await halls.second()
    assert halls.post.told["standing"] == before + 1


async def test_who_speaks_under_two_ids_of_a_node_is_there_once(halls: Halls) -> None:
    own, _ = await friends(halls)
    bob = halls.nodes[1].matchmaker.presence.lobbies(BOB.identity)[0]
    assert isinstance(bob, ClusterLobby)
    halls.strike(1)
    await halls.settled()
    assert present(own) == [True, False]
    with pytest.raises(LobbyError):
        await bob.introduce("n0")
    await halls.come_back(1)
    assert present(own) == [True, True]
    halls.hall(1).lost(bob)
    assert present(own) == [True, False]


async def test_how_a_session_stands_is_heard_from_those_to_whom_its_node_came_back(
    halls: Halls,
) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await halls.second()
    for _ in range(3):
        await bob.challenge(ANN.identity, TablePlan("standard"))
        await bob.decline()
    halls.strike(1)
    await halls.come_back(1)
    await bob.challenge(ANN.identity, TablePlan("standard"))
    assert [line.name for line in bob.challenges()] == ["ann"]
    await ann.decline()
    assert bob.challenges() == ()


async def test_a_node_that_is_heard_and_never_known_is_gone_at_the_second_look(
    halls: Halls,
) -> None:
    bob = halls.enter(1, BOB)
    halls.nodes[1].id = "n9"
    await bob.introduce("n0")
    for there in (True, False):
        halls.strike(1)
        assert (BOB.identity in halls.hall(0).presence) == there


async def test_what_a_struck_node_shows_is_listed_once_when_it_is_back(halls: Halls) -> None:
    ann, dee = halls.enter(0, ANN), halls.enter(1, DEE)
    await dee.quick_match("standard")
    await halls.second()
    halls.strike(1)
    halls.nodes[0].peers.forget({"n1"})
    halls.enter(1, BOB)
    await halls.second()
    assert ann.queue() == ()
    await halls.come_back(1)
    halls.enter(1, CY)
    await halls.second()
    assert {line.name for line in ann.people()} >= {"bob", "cy", "dee"}
    halls.kill(1)
    halls.nodes[0].peers.forget({"n1-again"})
    assert [line.name for line in ann.people()] == ["ann"]


@pytest.mark.parametrize("again", [False, True], ids=["beside", "again"])
async def test_each_session_of_a_player_is_led_to_where_the_table_goes_on(*, again: bool) -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    await halls.second()
    if again:
        assert isinstance(theirs.host, ClusterLobby)
        halls.hall(1).lost(theirs.host)
    second = halls.enter(1, BOB)
    await second.arrive()
    held = second.held()
    assert held is not None
    await halls.nodes[0].failover.give(next(iter(halls.hall(0).rooms)), "n2")
    await halls.settled()
    assert [each.node for each in (own, held)] == ["n2", "n2"]
    halls.kill(2)
    halls.adopt(0)
    await halls.settled()
    assert held.node == "n0"
    play_something(own, held)
    assert len(held.state().log) == len(own.state().log) > 1


async def test_nobody_is_told_that_they_are_paired_when_their_table_moves() -> None:
    halls = Halls(3)
    own, theirs = await friends(halls)
    news: list[News] = []
    for chair in (own, theirs):
        assert isinstance(chair.host, ClusterLobby)
        chair.host.subscribe(news.append)
    await halls.nodes[0].failover.give(next(iter(halls.hall(0).rooms)), "n2")
    await halls.settled()
    assert "paired" not in [each.kind for each in news]


async def test_who_was_parted_from_a_table_that_is_there_again_plays_on(halls: Halls) -> None:
    own, theirs = await friends(halls)
    theirs.part()
    assert present(theirs) == [False, True]
    assert isinstance(theirs.host, ClusterLobby)
    held = theirs.host.held()
    assert held is not None
    assert present(held) == [True, True]
    play_something(own, held)


async def test_who_came_while_their_table_had_no_node_is_led_to_it_at_another() -> None:
    halls = Halls(3)
    _, theirs = await friends(halls)
    await halls.second()
    assert isinstance(theirs.host, ClusterLobby)
    halls.hall(1).lost(theirs.host)
    halls.kill(0)
    bob = halls.enter(0, BOB)
    await bob.introduce("n2")
    news: list[News] = []
    bob.subscribe(news.append)
    halls.adopt(1)
    await halls.settled()
    assert [each.kind for each in news] == ["paired"]
    held = bob.held()
    assert held is not None
    assert held.state().running


async def test_what_is_played_while_a_table_saves_something_else_is_played_then(
    halls: Halls,
) -> None:
    own, theirs = await friends(halls)
    view = own.state().view
    assert view is not None
    while not view.legal:
        play_something(own, theirs)
        view = own.state().view
        assert view is not None
    halls.paper.waits = True
    next(iter(halls.hall(0).rooms)).table.restart_clocks()  # as where a table was taken up
    own.submit(view.legal[0], view.ply)
    halls.paper.waits = False
    halls.paper.waiting.pop()()
    async with asyncio.timeout(30):
        while own.state().view == view:
            await asyncio.sleep(0.01)
    after = theirs.state().view
    assert after is not None
    assert after.ply == view.ply + 1


async def test_a_table_that_nobody_looks_at_any_more_is_not_followed(halls: Halls) -> None:
    chairs = [*await friends(halls)]
    node, table = halls.nodes[1], chairs[0].place.table
    assert table in node.failover._chairs
    assert isinstance(chairs[1].host, ClusterLobby)
    halls.hall(1).lost(chairs[1].host)
    chairs.clear()
    gc.collect()
    halls.meet()
    assert table not in node.failover._chairs


async def test_nobody_is_called_from_a_rated_game_with_a_resident_to_another_node(
    halls: Halls,
) -> None:
    ann, bob = halls.enter(0, ANN), halls.enter(1, BOB)
    await ann.quick_match("standard")
    resident = await ann.play_resident("casual")
    await halls.second()
    waiting = await bob.quick_match("standard")
    for _ in range(3):
        await halls.second()
    assert waiting.state().view is None
    view = resident.state().view
    assert view is not None
    assert view.outcome is None
    assert await reason(lambda: bob.challenge(ANN.identity, TablePlan("standard"))) == "they-play"
    resident.submit(Action(Kind.CONCEDE, seat=0), view.ply)
    for _ in range(3):
        await halls.second()
    held = ann.held()
    assert held is not None
    assert {sitter.name for sitter in held.state().sitters} == {"ann", "bob"}


async def test_a_place_in_the_queue_of_another_node_is_given_up_for_a_resident(
    halls: Halls,
) -> None:
    ann = halls.enter(1, ANN)
    await ann.quick_match("standard")
    await halls.second()
    again = halls.enter(0, ANN)
    await again.arrive()
    resident = await again.play_resident("casual")
    bob = halls.enter(1, BOB)
    waiting = await bob.quick_match("standard")
    for _ in range(3):
        await halls.second()
    view = resident.state().view
    assert view is not None
    assert view.outcome is None
    assert waiting.state().view is None
    assert not any(line.me for line in again.queue())


async def test_a_game_with_a_resident_goes_on_where_it_is_handed_to(halls: Halls) -> None:
    ann = halls.enter(0, ANN)
    chair = await ann.play_resident("casual")
    await asked(chair)
    (room,) = halls.hall(0).rooms
    await halls.nodes[0].failover.give(room, "n1")
    await halls.settled()
    (room,) = halls.hall(1).rooms
    assert room.config.ladder
    view = await asked(chair)
    chair.submit(view.legal[0], view.ply)
    assert (await asked(chair, view.ply)).ply > view.ply
    assert (await reason(lambda: ann.quick_match("standard"))) == "busy"
    chair.leave()
    await halls.settled()
    (kept,) = halls.paper.games
    assert (kept.game.pool, kept.game.winners) == ("live-bots", (1,))


async def asked(chair: Chair, after: int = -1) -> View:
    """Wait until a player is asked after a ply."""
    async with asyncio.timeout(30):
        while True:
            view = chair.state().view
            if view is not None and view.legal and view.ply > after:
                return view
            await asyncio.sleep(0)


async def test_a_friend_is_announced_and_invited_at_every_node(halls: Halls) -> None:
    when = datetime(2026, 11, 29, tzinfo=UTC)
    lines = {
        who: FriendLine(who.identity, who.name, 1, 0, when, "standard", True) for who in (ANN, BOB)
    }
    halls.hall(0).friends.remember(ANN.identity, (lines[BOB],))
    ann = halls.enter(0, ANN)
    heard: list[News] = []
    ann.subscribe(heard.append)
    halls.hall(1).friends.remember(BOB.identity, (lines[ANN],))
    bob = halls.enter(1, BOB)
    assert heard == [News("came", "bob")]
    await halls.second()
    assert [line.here for line in ann.friends()] == [True]

    own = await bob.open_table(TablePlan("standard", friend=ANN.identity))
    assert heard[-1] == News("invited", "bob")
    (line,) = ann.friends()
    assert line.code == own.state().code
    await ann.join_room(line.code)
    await halls.second()
    assert ann.friends()[0].code == ""


async def test_who_hides_is_not_there_at_any_node(halls: Halls) -> None:
    account = FakeAccount(settings={"show_presence": False})
    ann = halls.enter(0, ANN)
    ann.remember(frozenset(), frozenset({BOB.identity}))
    heard: list[News] = []
    ann.subscribe(heard.append)
    halls.nodes[1].enter(BOB, account)
    await halls.second()
    assert [line.name for line in ann.people()] == ["ann"]
    assert "came" not in {news.kind for news in heard}
    with pytest.raises(LobbyError, match="not-here"):
        await ann.challenge(BOB.identity, TablePlan("standard"))
