"""What a seat shows and plays, for whom, and how long it is held."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from cuttle_tui.ports import Chair, Change, LobbyError, News, TablePlan
from engine.actions import parse_action
from engine.bots.levels import USUAL_LEVEL
from engine.errors import NotYourTurn, TableError
from engine.record.parser import parse_record
from engine.table.seats import CallOff, Claim, Cut, Fill, Ready, ShowHands
from engine.table.table import HOLD
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from tests.server.players import ANN, BOB, CY, PLAN, Clock, Paper, reason
from tests.server.rawssh import until


async def test_the_record_of_a_game_is_given_once_it_is_over(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    assert mine.record() is None
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    text = mine.record()
    assert text is not None
    assert sorted(parse_record(text).players) == ["ann", "bob"]
    assert ann.archive is None


async def test_a_player_cuts_the_deck_before_it_is_dealt(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    with pytest.raises(TableError, match="dealt"):
        mine.ask(Cut("late"))
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    for word, why in (("lucky\x1b 7", "text-unreadable"), ("7" * 121, "text-long")):
        with pytest.raises(LobbyError) as refused:
            mine.ask(Cut(word))
        assert refused.value.reason == why
    assert mine.state().next_cuts == theirs.state().next_cuts
    mine.ask(Cut("lucky\t 7"))
    assert mine.seat is not None
    assert theirs.state().next_cuts[mine.seat] == "lucky 7"
    for chair in (mine, theirs):
        chair.ask(Ready())
    assert theirs.state().cuts[mine.seat] == "lucky 7"
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    text = mine.record()
    assert text is not None
    deal = parse_record(text).deal
    assert deal is not None
    assert deal.nonces[mine.seat] == b"lucky 7"


def pass_on(chair: Chair) -> None:
    """Draw a card, so that the game waits for another seat."""
    view = chair.state().view
    if view is not None and view.legal:
        chair.submit(parse_action("draw"), view.ply)


async def test_the_win_may_be_claimed_from_one_who_stays_away(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    chair = await bob.quick_match("standard")
    pass_on(chair)
    matchmaker.lost(ann)
    clock.now = HOLD - 1
    matchmaker.housekeeping.sweep()
    assert not chair.state().claimable
    clock.now = HOLD + 1
    matchmaker.housekeeping.sweep()
    assert chair.state().claimable
    chair.ask(Claim())
    view = chair.state().view
    assert view
    assert view.outcome
    assert view.outcome.winners == (1,)
    back, heard = enter_lobby(matchmaker, ANN), list[News]()
    assert back.held() is None
    assert [line.doing for line in back.people() if line.me] == ["lobby"]
    for _ in range(2):
        back.subscribe(heard.append)
    assert heard == [News("claimed", chair.state().title)]


async def test_leaving_concedes_and_frees_the_player(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine = await ann.quick_match("standard")
    theirs = await bob.quick_match("standard")
    mine.leave()
    mine.leave()
    view = theirs.state().view
    assert view
    assert view.outcome
    assert view.outcome.winners == (1,)
    assert ann.held() is None
    assert (await ann.open_table(PLAN)).state().code
    assert (await bob.open_table(PLAN)).state().code


async def test_a_seat_given_up_by_another_session_shows_nothing_of_the_next_player(
    matchmaker: Matchmaker,
) -> None:
    ann, again, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, ANN, BOB, CY))
    room = await ann.open_table(TablePlan("standard"))
    code = room.state().code or ""
    theirs = await bob.join_room(code)
    theirs.ask(Ready(False))
    other = again.held()
    assert other is not None
    heard: list[Change] = []
    other.subscribe(heard.append)
    room.leave()
    mine = await cy.join_room(code)
    assert mine.seat == other.seat
    theirs.ask(Ready())
    view = mine.state().view
    assert view is not None
    assert other.state().view is None
    assert other.state().log == ()
    assert all(change.events == () for change in heard)
    for request in (Ready(), Claim(), CallOff(), ShowHands(), Fill(USUAL_LEVEL)):
        assert await reason(partial(other.ask, request)) == "no-such-table"
    assert await reason(lambda: other.chat.say("hello", phrase=True)) == "no-such-table"
    with pytest.raises(NotYourTurn):
        other.submit(parse_action(f"concede@{mine.seat}"), view.ply)
    other.leave()
    assert mine.state().view == view


async def test_a_chair_that_was_left_does_nothing_to_a_table_that_is_closed(
    matchmaker: Matchmaker,
) -> None:
    ann, again, bob = (enter_lobby(matchmaker, who) for who in (ANN, ANN, BOB))
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    other = again.held()
    assert other is not None
    mine.leave()
    theirs.leave()
    assert len(matchmaker.rooms) == 0
    assert await reason(lambda: other.ask(Ready())) == "no-such-table"
    assert await reason(lambda: other.ask(ShowHands())) == "no-such-table"
    assert await reason(lambda: other.chat.say("hello", phrase=True)) == "no-such-table"
    other.leave()


async def test_who_leaves_while_the_cards_are_dealt_gives_the_game_up(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair = await ann.quick_match("cuttle.cards", rated=True)
    paper.waits = True
    (await bob.quick_match("cuttle.cards", rated=True)).leave()
    while paper.waiting:
        paper.waiting.pop(0)()
    view = chair.state().view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert paper.games[0].game.players == (ANN.identity, BOB.identity)


async def test_whose_seat_was_claimed_while_others_play_on_may_play_elsewhere(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    chair, _, _ = [await one.quick_match("cutthroat") for one in (ann, bob, cy)]
    pass_on(chair)
    matchmaker.lost(cy)
    clock.now += HOLD + 1
    chair.ask(Claim())
    assert chair.state().view is not None
    assert len(matchmaker.rooms) == 1
    back = enter_lobby(matchmaker, CY)
    assert back.held() is None
    assert (await back.open_table(PLAN)).state().code


async def test_between_the_games_of_a_match_a_seat_is_held(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = [await one.quick_match("cuttle.cards", rated=True) for one in (ann, bob)]
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    matchmaker.lost(bob)
    back = enter_lobby(matchmaker, BOB)
    held = back.held()
    assert held is not None
    held.ask(Ready())
    mine.ask(Ready())
    view = mine.state().view
    assert view is not None
    assert view.outcome is None
    held.leave()
    assert mine.state().match_winners == (0,)
    assert ann.held() == mine  # until one stands up
    mine.leave()
    assert ann.held() is None


async def test_a_session_that_is_gone_hears_nothing_more_of_its_tables(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    heard: list[Change] = []
    for chair in (mine, await cy.watch(cy.tables()[0].id)):
        chair.subscribe(heard.append)
    theirs.ask(ShowHands())
    theirs.chat.say("hello", phrase=True)
    assert len(heard) == 3
    for lobby in (ann, cy):
        matchmaker.lost(lobby)
    heard.clear()
    theirs.ask(ShowHands(False))
    theirs.chat.say("hello", phrase=True)
    assert heard == []


async def test_a_line_is_told_to_its_side_alone_and_changes_no_list(matchmaker: Matchmaker) -> None:
    ann, bob = (enter_lobby(matchmaker, who) for who in (ANN, BOB))
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    told = {"players": 0, "watchers": 0}

    def count(side: str) -> Callable[[Change], None]:
        def note(_change: Change) -> None:
            told[side] += 1

        return note

    mine.subscribe(count("players"))
    theirs.subscribe(count("players"))
    watching = []
    for number in range(3):
        lobby = enter_lobby(matchmaker, Player(f"guest-{number}", f"guest:{number}", guest=True))
        watching.append(await lobby.watch(ann.tables()[0].id))
        watching[-1].subscribe(count("watchers"))
    version = matchmaker.presence.lists_version
    told.update(players=0, watchers=0)
    mine.chat.say("hello", phrase=True)
    assert told == {"players": 2, "watchers": 0}
    watching[0].chat.say("hello", phrase=True)
    await until(lambda: told["watchers"] >= 3)
    assert told["players"] == 2
    assert [len(chair.state().talk) for chair in (mine, watching[1])] == [1, 1]
    assert matchmaker.presence.lists_version == version


async def _told_of(matchmaker: Matchmaker, lines: int) -> list[tuple[int, int]]:
    """Let watchers say lines in one burst.

    Returns:
        for each of twenty others how often they were told, and how many lines they saw then.
    """
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    guests = [Player(f"guest-{one}", f"guest:{one}", guest=True) for one in range(30)]
    lobbies = [enter_lobby(matchmaker, guest) for guest in guests]
    watching = [await lobby.watch(ann.tables()[0].id) for lobby in lobbies]
    told, seen = [0] * 30, [0] * 30
    for number, chair in enumerate(watching):

        def hear(_change: Change, number: int = number, chair: Chair = chair) -> None:
            told[number] += 1
            seen[number] = len(chair.state().talk)

        chair.subscribe(hear)
    for number in range(lines):
        watching[number % 10].chat.say("hello", phrase=True)
    await until(lambda: min(seen) == lines)
    return [*zip(told, seen, strict=True)][10:]


@pytest.mark.parametrize("lines", [2, 40])
async def test_watchers_are_told_once_of_what_is_said_in_a_burst(
    matchmaker: Matchmaker, lines: int
) -> None:
    assert await _told_of(matchmaker, lines) == [(1, lines)] * 20


async def test_who_speaks_is_told_at_once_and_the_others_soon(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    one = await enter_lobby(matchmaker, CY).watch(ann.tables()[0].id)
    guest = Player("guest-1", "guest:1", guest=True)
    other = await enter_lobby(matchmaker, guest).watch(ann.tables()[0].id)
    heard: list[str] = []
    one.subscribe(lambda _change: heard.append("bob"))
    other.subscribe(lambda _change: heard.append("cy"))
    one.chat.say("hello", phrase=True)
    assert heard == ["bob"]
    one.chat.say("thanks", phrase=True)
    assert heard == ["bob", "bob"]
    await until(lambda: "cy" in heard)
    assert heard.count("cy") == 1
    assert len(other.state().talk) == 2
    heard.clear()
    other.chat.say("oops", phrase=True)
    await until(lambda: "bob" in heard)
    assert heard[0] == "cy"


async def test_a_move_shows_watchers_what_was_said_before_it(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    one = await enter_lobby(matchmaker, CY).watch(ann.tables()[0].id)
    guest = Player("guest-1", "guest:1", guest=True)
    other = await enter_lobby(matchmaker, guest).watch(ann.tables()[0].id)
    seen: list[int] = []
    other.subscribe(lambda _change: seen.append(len(other.state().talk)))
    one.chat.say("hello", phrase=True)
    one.chat.say("thanks", phrase=True)
    assert seen == []
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    assert mine.state().view is not None
    assert seen[0] == 2


async def test_nobody_is_told_of_lines_after_they_have_left(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    await ann.play_computer("standard")
    lobby = enter_lobby(matchmaker, CY)
    one = await enter_lobby(matchmaker, BOB).watch(ann.tables()[0].id)
    other = await lobby.watch(ann.tables()[0].id)
    heard: list[str] = []
    one.subscribe(lambda _change: heard.append("bob"))
    end = other.subscribe(lambda _change: heard.append("cy"))
    one.chat.say("hello", phrase=True)
    one.chat.say("thanks", phrase=True)
    heard.clear()
    end()
    third = await enter_lobby(matchmaker, Player("dee", "SHA256:dee")).watch(ann.tables()[0].id)
    third.subscribe(lambda _change: heard.append("dee"))
    await until(lambda: "dee" in heard)
    assert "cy" not in heard


async def test_the_lines_of_an_address_are_counted_however_many_guests_say_them(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    await ann.play_computer("standard")
    said = refused = 0
    for number in range(40):
        lobby = enter_lobby(matchmaker, Player(f"guest-{number}", f"guest:{number}", guest=True))
        lobby.address = "192.0.2.1"
        chair = await lobby.watch(ann.tables()[0].id)
        try:
            chair.chat.say("hello", phrase=True)
            said += 1
        except LobbyError as error:
            refused += error.reason == "too-many"
    assert (said, refused) == (20, 20)
    other = enter_lobby(matchmaker, BOB)
    other.address = "192.0.2.2"
    (await other.watch(ann.tables()[0].id)).chat.say("hello", phrase=True)
