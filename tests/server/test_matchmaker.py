"""Who meets whom, which codes work, which seats are held, and what is brought back."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from cuttle_tui.ports import Chair, Change, LobbyError, News, TablePlan
from engine.actions import parse_action
from engine.errors import NotYourTurn
from engine.record import parse_record
from engine.table import HOLD, Table
from server.accounts import Farewell
from server.bots import Thinkers
from server.codes import ALPHABET
from server.manners import Manners
from server.matchmaker import Matchmaker
from server.people import Player, guest_of
from server.store.values import AddEntry, CloseTable, KeepGame, OpenTable, RunningTable, Write

ANN = Player("ann", "SHA256:ann")
BOB = Player("bob", "SHA256:bob")
CY = Player("cy", "SHA256:cy")
GUEST = Player("guest-otter", guest_of("ABCD2345"), guest=True, resume="ABCD2345")
PLAN = TablePlan("standard")


class Clock:
    """A clock a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time, in seconds."""
        return self.now


class Paper:
    """A ledger that remembers, and can be told to wait."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.entries: dict[str, list[str]] = {}
        self.games: list[KeepGame] = []
        self.waits = False
        self.waiting: list[Callable[[], None]] = []

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something down."""
        match write:
            case OpenTable():
                self.heads[write.id], self.entries[write.id] = write.head, []
            case AddEntry():
                assert write.number == len(self.entries[write.table])
                self.entries[write.table].append(write.text)
            case CloseTable():
                del self.heads[write.id], self.entries[write.id]
            case KeepGame():
                self.games.append(write)
        if then is not None and self.waits:
            self.waiting.append(then)
        elif then is not None:
            then()

    def tables(self) -> list[RunningTable]:
        """Give back the tables that were not closed."""
        return [RunningTable(id, head, tuple(self.entries[id])) for id, head in self.heads.items()]


@pytest.fixture
def clock() -> Clock:
    """Make a clock."""
    return Clock()


@pytest.fixture
def paper() -> Paper:
    """Make a ledger."""
    return Paper()


@pytest.fixture
def matchmaker(clock: Clock, paper: Paper) -> Matchmaker:
    """Make a matchmaker whose tables are written down."""
    return _matchmaker(clock, paper)


def _matchmaker(clock: Clock, paper: Paper) -> Matchmaker:
    return Matchmaker(Thinkers(), clock, ledger=paper, manners=Manners(clock=clock))


def _reason(call: Callable[[], object]) -> str:
    with pytest.raises(LobbyError) as caught:
        call()
    return caught.value.reason


def _present(chair: Chair) -> list[bool]:
    return [sitter.present for sitter in chair.state().sitters]


def test_a_friend_joins_by_code_however_it_is_typed(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    room = ann.open_table(PLAN)
    code = room.state().code
    assert code is not None
    assert len(code) == 4
    assert set(code) <= set(ALPHABET)
    assert room.state().view is None
    chair = bob.join_room(f" {code.lower()} ")
    assert (room.seat, chair.seat) == (0, 1)
    assert room.state().view is None
    assert (room.state().host, room.state().ready) == (0, (1,))
    room.ready()
    assert room.state().view is not None
    assert room.state().code is None
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]


def test_codes_that_do_not_work_say_why(matchmaker: Matchmaker) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    room = ann.open_table(PLAN)
    code = room.state().code
    assert code
    assert _reason(lambda: ann.join_room(code)) == "own-room"
    assert _reason(lambda: bob.join_room("0000")) == "unknown-code"
    assert _reason(lambda: bob.join_room("")) == "unknown-code"
    bob.join_room(code)
    assert _reason(lambda: cy.join_room(code)) == "room-full"
    room.ready()
    assert _reason(lambda: cy.join_room(code)) == "used-code"
    other = cy.open_table(PLAN).state().code
    assert other
    assert _reason(lambda: ann.join_room(other)) == "busy"
    assert _reason(lambda: ann.open_table(PLAN)) == "busy"
    assert _reason(lambda: ann.quick_match("standard")) == "busy"


def test_quick_match_brings_those_who_wait_for_the_same_rules_together(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    waiting = ann.quick_match("standard")
    other = bob.quick_match("cuttle.cards")
    assert waiting.state().view is None
    assert other.state().view is None
    met = cy.quick_match("standard")
    assert [sitter.name for sitter in met.state().sitters] == ["ann", "cy"]
    assert other.state().view is None


def test_asking_for_a_quick_match_twice_never_seats_one_against_oneself(
    matchmaker: Matchmaker,
) -> None:
    ann = matchmaker.lobby(ANN)
    ann.quick_match("standard")
    chair = ann.quick_match("standard")
    assert chair.state().view is None
    assert matchmaker.lobby(BOB).quick_match("standard").state().view is not None
    assert chair.state().view is not None


def test_the_record_of_a_game_is_given_once_it_is_over(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    assert mine.record() is None
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    text = mine.record()
    assert text is not None
    assert sorted(parse_record(text).players) == ["ann", "bob"]
    assert ann.shelf is None


def test_a_waiting_room_is_held_for_a_while_and_closes_when_its_people_leave(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    left = ann.open_table(PLAN)
    first = left.state().code
    left.leave()
    assert first
    with pytest.raises(LobbyError, match="unknown-code"):
        bob.join_room(first)
    second = ann.open_table(PLAN).state().code
    matchmaker.lost(ann)
    again = matchmaker.lobby(ANN).held()
    assert again is not None
    assert again.state().code == second
    for lobby in matchmaker.presence.lobbies(ANN.identity):
        matchmaker.lost(lobby)
    clock.now += HOLD + 1
    matchmaker.sweep()
    assert second
    with pytest.raises(LobbyError, match="unknown-code"):
        bob.join_room(second)


def test_a_lost_player_keeps_the_seat_and_gets_it_back(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    chair = bob.quick_match("standard")
    matchmaker.lost(ann)
    assert _present(chair) == [False, True]
    assert chair.state().view is not None
    back = matchmaker.lobby(ANN)
    assert _present(chair) == [True, True]
    held = back.held()
    assert held is not None
    assert held.seat == 0
    assert bob.held() is not None


def test_a_second_connection_of_the_same_key_shares_the_seat(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    chair = bob.quick_match("standard")
    again = matchmaker.lobby(ANN)
    assert again.held() is not None
    matchmaker.lost(ann)
    assert _present(chair) == [True, True]
    matchmaker.lost(again)
    assert _present(chair) == [False, True]


def test_the_win_may_be_claimed_from_one_who_stays_away(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    chair = bob.quick_match("standard")
    matchmaker.lost(ann)
    clock.now = HOLD - 1
    matchmaker.sweep()
    assert not chair.state().claimable
    clock.now = HOLD + 1
    matchmaker.sweep()
    assert chair.state().claimable
    chair.claim()
    view = chair.state().view
    assert view
    assert view.outcome
    assert view.outcome.winners == (1,)
    back, heard = matchmaker.lobby(ANN), list[News]()
    assert back.held() is None
    assert [line.doing for line in back.people() if line.me] == ["lobby"]
    for _ in range(2):
        back.subscribe(heard.append)
    assert heard == [News("claimed", chair.state().title)]


def test_a_guest_comes_back_by_the_code_and_by_nothing_else(matchmaker: Matchmaker) -> None:
    guest, bob = matchmaker.lobby(GUEST), matchmaker.lobby(BOB)
    guest.quick_match("standard")
    chair = bob.quick_match("standard")
    matchmaker.lost(guest)
    assert _present(chair) == [False, True]
    stranger = matchmaker.lobby(Player("guest-newt", guest_of("XXXXXXXX"), guest=True))
    assert _reason(lambda: stranger.join_room("ABCD2346")) == "unknown-code"
    back = stranger.join_room("abcd-2345")
    assert back.seat == 0
    assert stranger.player == "guest-otter"
    assert _present(chair) == [True, True]
    with_key = matchmaker.lobby(CY)
    assert _reason(lambda: with_key.join_room("ABCD2345")) == "unknown-code"


def test_codes_cannot_be_tried_one_after_another(matchmaker: Matchmaker, clock: Clock) -> None:
    bob = matchmaker.lobby(BOB)
    bob.address = "127.0.0.9"
    code = matchmaker.lobby(ANN).open_table(PLAN).state().code
    for number in range(8):
        assert _reason(partial(bob.join_room, f"ZZ{number}Z")) == "unknown-code"
    assert _reason(lambda: bob.join_room(code or "")) == "too-many"
    cy = matchmaker.lobby(CY)
    cy.address = "127.0.0.9"
    assert _reason(lambda: cy.join_room(code or "")) == "too-many"
    clock.now += 60
    bob.join_room(code or "")


def test_leaving_concedes_and_frees_the_player(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    mine = ann.quick_match("standard")
    theirs = bob.quick_match("standard")
    mine.leave()
    mine.leave()
    view = theirs.state().view
    assert view
    assert view.outcome
    assert view.outcome.winners == (1,)
    assert ann.held() is None
    assert ann.open_table(PLAN).state().code
    assert bob.open_table(PLAN).state().code


def test_two_people_at_one_keyboard_play_at_home(matchmaker: Matchmaker) -> None:
    assert _reason(lambda: matchmaker.lobby(ANN).hot_seat("standard")) == "only-at-home"


def test_tables_are_forgotten_once_everybody_is_gone(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: weakref.WeakSet[Table] = weakref.WeakSet()

    def table(*args: object, **kwargs: object) -> Table:
        made = Table(*args, **kwargs)  # type: ignore[arg-type]
        tables.add(made)
        return made

    monkeypatch.setattr("server.rooms.Table", table)
    _play_and_go(matchmaker)
    assert tables
    clock.now += HOLD + 1
    matchmaker.sweep()
    gc.collect()
    assert not tables
    assert len(matchmaker.rooms) == 0
    assert not paper.heads
    assert not [*matchmaker.presence]


def _play_and_go(matchmaker: Matchmaker) -> None:
    for _ in range(3):
        ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
        code = ann.open_table(PLAN).state().code
        bob.join_room(code or "").leave()
        cy.quick_match("standard")
        for lobby in (ann, bob, cy):
            matchmaker.lost(lobby)


# what is written down


def test_everything_is_back_after_an_end_without_warning(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    waiting = cy.open_table(TablePlan("team", timing="quick", public=True))
    for _ in range(4):
        view = mine.state().view
        assert view is not None
        mover = (mine, theirs)[view.asked[0]]
        seen = mover.state().view
        assert seen is not None
        mover.submit(seen.legal[0], seen.ply)
    again = _matchmaker(clock, paper)
    again.restore(paper.tables())
    chair = again.lobby(ANN).held()
    assert chair is not None
    there = replace(chair.state(), sitters=mine.state().sitters, away=mine.state().away)
    assert there == mine.state()
    assert [sitter.present for sitter in chair.state().sitters] == [True, False]
    room = again.lobby(CY).held()
    assert room is not None
    assert room.state().code == waiting.state().code
    assert room.state().timing == "quick"
    assert room.state().host == 0


def test_who_waited_for_a_match_before_the_end_is_met_only_when_back(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    matchmaker.lobby(ANN).quick_match("standard")
    again = _matchmaker(clock, paper)
    again.restore(paper.tables())
    bob, cy = again.lobby(BOB), again.lobby(CY)
    assert bob.quick_match("standard").state().view is None
    ann = again.lobby(ANN)
    assert ann.held() is not None
    cy.quick_match("standard")
    held = ann.held()
    assert held is not None
    assert held.state().view is not None


def test_a_finished_game_is_kept_once(matchmaker: Matchmaker, clock: Clock, paper: Paper) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    mine.ready()
    row = paper.games[0].game
    assert (row.players, row.names, row.winners, row.why) == (
        (ANN.identity, BOB.identity),
        ("ann", "bob"),
        (0,),
        "concede",
    )
    assert parse_record(row.record).outcome is not None
    again = _matchmaker(clock, paper)
    again.restore(paper.tables())
    again.lobby(ANN)
    assert {kept.game.id for kept in paper.games} == {row.id}


def test_a_table_that_cannot_be_read_is_left_alone_and_hurts_no_other(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    matchmaker.lobby(ANN).open_table(PLAN)
    broken = [RunningTable("x", "{}", ()), RunningTable("y", paper.tables()[0].head, ("{}",))]
    again = _matchmaker(clock, paper)
    again.restore([*broken, *paper.tables()])
    assert len(again.rooms) == 1
    assert again.lobby(ANN).held() is not None


def test_games_wait_while_nothing_can_be_written_and_no_clock_runs(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    room = ann.open_table(TablePlan("standard", timing="quick"))
    bob.join_room(room.state().code or "")
    room.ready()
    matchmaker.pause("the disk is full")
    assert room.state().trouble == "the disk is full"
    clock.now += 10_000
    matchmaker.pause(None)
    matchmaker.tick()
    assert room.state().trouble == ""
    view = room.state().view
    assert view is not None
    assert view.outcome is None


def test_a_table_that_breaks_ends_alone(
    matchmaker: Matchmaker, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    chair, _ = ann.quick_match("standard"), bob.quick_match("standard")
    other = cy.open_table(PLAN)
    told: list[Farewell] = []
    ann.kick = told.append
    view = chair.state().view
    assert view is not None
    paper.waits = True
    mover = matchmaker.lobby((ANN, BOB)[view.asked[0]]).held()
    assert mover is not None
    mover.submit(parse_action("draw"), view.ply)

    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("engine.table.Table.tell", broken)
    paper.waiting.pop()()
    monkeypatch.undo()
    assert len(told) == 1
    assert ann.held() is None
    assert other.state().code
    assert len(matchmaker.rooms) == 1


# people among each other


def test_while_one_waits_one_may_play_the_computer_until_somebody_comes(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.matchmaker.ComputerPlayer", lambda *_: None)
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    heard: list[News] = []
    ann.subscribe(heard.append)
    waiting = ann.quick_match("standard")
    practice = ann.play_computer("standard")
    assert practice.state().view is not None
    bob.quick_match("standard")
    assert waiting.state().view is not None
    assert News("paired") in heard
    held = ann.held()
    assert held is not None
    assert [sitter.name for sitter in held.state().sitters] == ["ann", "bob"]
    assert len(matchmaker.rooms) == 1


def test_rated_games_are_for_accounts_and_their_own_rules(matchmaker: Matchmaker) -> None:
    ann, guest = matchmaker.lobby(ANN), matchmaker.lobby(GUEST)
    assert _reason(lambda: guest.quick_match("cuttle.cards", rated=True)) == "guests-unrated"
    assert _reason(lambda: ann.quick_match("standard", rated=True)) == "rated-rules"
    ann.quick_match("cuttle.cards", rated=True)
    chair = matchmaker.lobby(BOB).quick_match("cuttle.cards", rated=True)
    state = chair.state()
    assert state.rated
    assert state.timing == "steady"
    assert matchmaker.lobby(CY).quick_match("cuttle.cards").state().view is None


def test_a_watcher_sees_what_is_public_is_counted_and_is_no_player(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    mine = ann.quick_match("standard")
    bob.quick_match("standard")
    line = cy.tables()[0]
    assert (line.running, line.mine, line.names) == (True, False, ("ann", "bob"))
    chair = cy.watch(line.id)
    assert mine.state().watchers == 1
    view = chair.state().view
    assert view is not None
    assert all(seat.hand == () for seat in view.seats)
    assert _reason(lambda: ann.watch(line.id)) == "own-game"
    assert _reason(lambda: cy.watch("nothing")) == "no-such-table"
    matchmaker.lost(cy)
    assert mine.state().watchers == 0


def test_private_tables_are_not_listed_and_not_watched(matchmaker: Matchmaker) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    room = ann.open_table(PLAN)
    assert cy.tables() == ()
    bob.join_room(room.state().code or "")
    room.ready()
    assert cy.tables() == ()
    assert _reason(lambda: cy.watch(room.state().title)) == "no-such-table"
    assert [line.mine for line in ann.tables()] == [True]


def test_anybody_may_sit_down_at_a_public_table(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    heard: list[News] = []
    ann.subscribe(heard.append)
    room = ann.open_table(TablePlan("standard", public=True))
    line = bob.tables()[0]
    assert (line.free, line.running) == (1, False)
    bob.sit_at(line.id)
    assert News("sat-down", "bob") in heard
    room.ready()
    assert room.state().view is not None
    assert _reason(lambda: matchmaker.lobby(CY).sit_at(line.id)) == "no-such-table"


def test_the_host_fills_the_table_and_passes_on(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.matchmaker.ComputerPlayer", lambda *_: None)
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    room = ann.open_table(TablePlan("team"))
    chair = bob.join_room(room.state().code or "")
    chair.fill()
    assert [sitter.kind for sitter in room.state().sitters].count("computer") == 0
    room.leave()
    assert chair.state().host == chair.seat
    chair.fill()
    assert chair.state().view is not None


def test_what_is_said_at_a_table_stays_on_its_side(matchmaker: Matchmaker) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    watcher = cy.watch(cy.tables()[0].id)
    mine.say("hello", phrase=True)
    theirs.say("nice \x1b[31mcard\u202e", phrase=False)
    watcher.say("who wins", phrase=False)
    assert [(line.who, line.text, line.phrase) for line in mine.state().talk] == [
        ("ann", "hello", True),
        ("bob", "nice [31mcard", False),
    ]
    assert [line.text for line in watcher.state().talk] == ["who wins"]


def test_chat_is_limited_and_blocking_silences(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    for _ in range(5):
        theirs.say("hello", phrase=True)
    assert _reason(lambda: theirs.say("hello", phrase=True)) == "too-many"
    clock.now += 60
    theirs.say("hello", phrase=True)
    assert len(mine.state().talk) == 6
    ann.block(BOB.identity)
    assert mine.state().talk == ()
    assert [line.blocked for line in ann.people()] == [False, True]
    ann.block(BOB.identity, False)
    assert len(mine.state().talk) == 6


def test_those_who_blocked_each_other_do_not_meet(matchmaker: Matchmaker) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    ann.block(BOB.identity)
    ann.quick_match("standard")
    assert bob.quick_match("standard").state().view is None
    room = cy.open_table(TablePlan("standard", public=True))
    assert room.state().code
    cy.block(BOB.identity)
    assert _reason(lambda: bob.sit_at(cy.tables()[0].id)) == "blocked"


def test_reports_are_limited(matchmaker: Matchmaker) -> None:
    ann = matchmaker.lobby(ANN)
    for _ in range(3):
        ann.report(BOB.identity, "rude")
    assert _reason(lambda: ann.report(BOB.identity, "rude")) == "too-many"


def test_the_queue_tells_who_waits_and_since_when(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    clock.now += 90
    line = bob.queue()[0]
    assert (line.name, line.ruleset, line.since, line.me) == ("ann", "standard", 90.0, False)
    assert ann.queue()[0].me
    matchmaker.lost(ann)
    assert bob.queue() == ()


def test_lists_are_told_of_once_a_tick(matchmaker: Matchmaker) -> None:
    ann = matchmaker.lobby(ANN)
    heard: list[News] = []
    ann.subscribe(heard.append)
    matchmaker.tick()
    heard.clear()
    matchmaker.lobby(BOB).open_table(TablePlan("standard", public=True))
    assert heard == []
    matchmaker.tick()
    matchmaker.tick()
    assert heard == [News("lobby")]


def test_no_new_games_begin_while_the_server_closes(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    code = ann.open_table(PLAN).state().code
    matchmaker.closing = True
    assert _reason(lambda: bob.join_room(code or "")) == "closing"
    assert _reason(lambda: bob.quick_match("standard")) == "closing"
    assert _reason(lambda: bob.play_computer("standard")) == "closing"


def test_who_waits_for_others_is_busy_and_who_is_asked_is_not(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    chair, _ = ann.quick_match("standard"), bob.quick_match("standard")
    view = chair.state().view
    assert view is not None
    players = (ANN, BOB)
    assert not matchmaker.busy(players[view.asked[0]].identity)
    assert matchmaker.busy(players[1 - view.asked[0]].identity)
    assert not matchmaker.busy(CY.identity)


# what one could try


def test_a_seat_given_up_by_another_session_shows_and_plays_nothing_of_whoever_takes_it(
    matchmaker: Matchmaker,
) -> None:
    ann, again, bob, cy = map(matchmaker.lobby, (ANN, ANN, BOB, CY))
    room = ann.open_table(TablePlan("standard"))
    code = room.state().code or ""
    theirs = bob.join_room(code)
    theirs.ready(False)
    other = again.held()
    assert other is not None
    heard: list[Change] = []
    other.subscribe(heard.append)
    room.leave()
    mine = cy.join_room(code)
    assert mine.seat == other.seat
    theirs.ready()
    view = mine.state().view
    assert view is not None
    assert other.state().view is None
    assert other.state().log == ()
    assert all(change.events == () for change in heard)
    for deed in (other.ready, other.claim, other.call_off, other.show_hands, other.fill):
        assert _reason(deed) == "no-such-table"
    assert _reason(lambda: other.say("hello", phrase=True)) == "no-such-table"
    with pytest.raises(NotYourTurn):
        other.submit(parse_action(f"concede@{mine.seat}"), view.ply)
    other.leave()
    assert mine.state().view == view


def test_a_chair_that_was_left_does_nothing_to_a_table_that_is_closed(
    matchmaker: Matchmaker,
) -> None:
    ann, again, bob = map(matchmaker.lobby, (ANN, ANN, BOB))
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    other = again.held()
    assert other is not None
    mine.leave()
    theirs.leave()
    assert len(matchmaker.rooms) == 0
    assert _reason(other.ready) == "no-such-table"
    assert _reason(other.show_hands) == "no-such-table"
    assert _reason(lambda: other.say("hello", phrase=True)) == "no-such-table"
    other.leave()


def test_who_leaves_while_the_cards_are_dealt_gives_the_game_up(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    chair = ann.quick_match("cuttle.cards", rated=True)
    paper.waits = True
    bob.quick_match("cuttle.cards", rated=True).leave()
    while paper.waiting:
        paper.waiting.pop(0)()
    view = chair.state().view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert paper.games[0].game.players == (ANN.identity, BOB.identity)


def test_whose_seat_was_claimed_while_others_play_on_may_play_elsewhere(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    chair, _, _ = (one.quick_match("cutthroat") for one in (ann, bob, cy))
    matchmaker.lost(cy)
    clock.now += HOLD + 1
    chair.claim()
    assert chair.state().view is not None
    assert len(matchmaker.rooms) == 1
    back = matchmaker.lobby(CY)
    assert back.held() is None
    assert back.open_table(PLAN).state().code


def test_a_private_game_hides_no_other_of_its_name(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rooms._TITLES", ["elm"])
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    room = ann.open_table(PLAN)
    bob.join_room(room.state().code or "")
    room.ready()
    for number in range(2):
        matchmaker.lobby(Player(f"p{number}", f"id{number}")).quick_match("standard")
    names = [sitter.name for sitter in cy.watch("elm").state().sitters]
    assert names == ["p0", "p1"]


def test_nobody_is_paired_with_computers(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.matchmaker.ComputerPlayer", lambda *_: None)
    ann = matchmaker.lobby(ANN)
    waiting = ann.quick_match("cuttle.cards", rated=True)
    waiting.fill()
    assert waiting.state().view is None
    room = matchmaker.lobby(BOB).open_table(PLAN)
    matchmaker.closing = True
    assert _reason(room.fill) == "closing"


def test_seats_are_held_anew_after_the_server_was_away(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    ann.quick_match("standard")
    bob.quick_match("standard")
    code = cy.open_table(PLAN).state().code or ""
    for lobby in (ann, bob, cy):
        matchmaker.lost(lobby)
    clock.now += 10 * HOLD
    again = _matchmaker(clock, paper)
    again.restore(paper.tables())
    held = again.lobby(ANN).held()
    assert held is not None
    assert not held.state().claimable
    again.sweep()
    assert again.rooms.waiting_under(code) is not None
    clock.now += HOLD
    assert held.state().claimable


def test_between_the_games_of_a_match_a_seat_is_held(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    mine, theirs = (one.quick_match("cuttle.cards", rated=True) for one in (ann, bob))
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    matchmaker.lost(bob)
    back = matchmaker.lobby(BOB)
    held = back.held()
    assert held is not None
    held.ready()
    mine.ready()
    view = mine.state().view
    assert view is not None
    assert view.outcome is None
    held.leave()
    assert mine.state().match_winners == (0,)
    assert ann.held() is None


def test_a_broken_table_is_not_found_by_its_code(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    code = matchmaker.lobby(ANN).open_table(PLAN).state().code or ""
    (kept,) = paper.tables()
    again = _matchmaker(clock, paper)
    again.restore([RunningTable("y", kept.head, ("{}",))])
    assert _reason(lambda: again.lobby(BOB).join_room(code)) == "unknown-code"


def test_a_game_that_all_have_left_has_no_winner(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    bob.quick_match("standard")
    matchmaker.lost(ann)
    clock.now += 23 * 3600
    matchmaker.lost(bob)
    clock.now += 2 * 3600
    matchmaker.sweep()
    assert len(matchmaker.rooms) == 1
    clock.now += 24 * 3600
    matchmaker.sweep()
    assert len(matchmaker.rooms) == 0
    assert paper.games == []


def test_games_that_guests_have_left_do_not_pile_up(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.matchmaker.ComputerPlayer", lambda *_: None)
    monkeypatch.setattr("server.matchmaker._MOST_LEFT", 2)
    matchmaker.lobby(ANN).play_computer("standard")
    for number in range(5):
        identity = guest_of(f"CODE{number}")
        guest = matchmaker.lobby(Player(f"guest-{number}", identity, guest=True))
        guest.play_computer("standard")
        matchmaker.lost(guest)
    matchmaker.lost(matchmaker.presence.lobbies(ANN.identity)[0])
    matchmaker.sweep()
    names = [room.table.sitters[0].name for room in matchmaker.rooms]
    assert names == ["ann", "guest-3", "guest-4"]


def test_nothing_stays_in_memory_of_guests_who_came_and_went(matchmaker: Matchmaker) -> None:
    for number in range(3):
        who = Player(f"guest-{number}", guest_of(f"CODE{number}"), guest=True)
        matchmaker.manners.remember(who.identity, frozenset())
        assert matchmaker.manners._blocks == {}
        guest = matchmaker.lobby(who)
        guest.subscribe(lambda _news: None)
        guest.block(ANN.identity)
        guest.quick_match("standard").leave()
        matchmaker.lost(guest)
    kept = (matchmaker.manners._blocks, matchmaker._since, matchmaker.presence._listeners)
    assert kept == ({}, {}, {})


def test_a_phrase_is_one_of_those_there_are(matchmaker: Matchmaker) -> None:
    chair = matchmaker.lobby(ANN).open_table(PLAN)
    chair.say("no such phrase", phrase=True)
    assert chair.state().talk == ()


def test_what_is_kept_cannot_be_changed_to_and_fro_for_ever(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann = matchmaker.lobby(ANN)
    chair = ann.open_table(PLAN)
    for number in range(30):
        chair.ready(number % 2 == 0)
    with pytest.raises(LobbyError, match="too-many"):
        chair.ready()
    with pytest.raises(LobbyError, match="too-many"):
        ann.block(BOB.identity)
    assert len(paper.tables()[0].entries) < 40


def test_a_name_is_free_again_only_when_nobody_here_has_it(matchmaker: Matchmaker) -> None:
    guest = matchmaker.lobby(GUEST)
    assert matchmaker.has_name("guest-otter")
    matchmaker.lost(guest)
    assert not matchmaker.has_name("guest-otter")


def test_the_times_of_a_table_are_told_only_where_somebody_sees_them(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    chair, _ = ann.quick_match("standard"), bob.quick_match("standard")
    told: list[object] = []
    (room,) = matchmaker.rooms
    room.table.subscribe(None, told.append)
    matchmaker.lost(bob)
    matchmaker.tick()
    told.clear()
    clock.now += 100
    matchmaker.tick()
    assert len(told) == 1
    assert chair.state().away == (None, 120)
    matchmaker.lost(ann)
    told.clear()
    clock.now += 50
    matchmaker.tick()
    assert told == []
