"""Who meets whom, which codes work, and which seats are held."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from cuttle_tui.ports import Chair, LobbyError
from engine.actions import parse_action
from engine.record import parse_record
from engine.table import Table
from server.bots import Thinkers
from server.codes import ALPHABET
from server.matchmaker import HOLD, Matchmaker
from server.people import Player

ANN = Player("ann", "SHA256:ann")
BOB = Player("bob", "SHA256:bob")
CY = Player("cy", "SHA256:cy")
GUEST = Player("guest-otter", "guest-otter", guest=True)


class Clock:
    """A clock a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time, in seconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Make a clock."""
    return Clock()


@pytest.fixture
def matchmaker(clock: Clock) -> Matchmaker:
    """Make a matchmaker without computer players."""
    return Matchmaker(Thinkers(), clock)


def _reason(call: Callable[[], object]) -> str:
    with pytest.raises(LobbyError) as caught:
        call()
    return caught.value.reason


def _present(chair: Chair) -> list[bool]:
    return [sitter.present for sitter in chair.state().sitters]


def test_a_friend_joins_by_code_however_it_is_typed(matchmaker: Matchmaker) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    room = ann.open_room("standard")
    code = room.state().code
    assert code is not None
    assert len(code) == 4
    assert set(code) <= set(ALPHABET)
    assert room.state().view is None
    chair = bob.join_room(f" {code.lower()} ")
    assert (room.seat, chair.seat) == (0, 1)
    assert room.state().view is not None
    assert room.state().code is None
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]


def test_codes_that_do_not_work_say_why(matchmaker: Matchmaker) -> None:
    ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
    code = ann.open_room("standard").state().code
    assert code
    assert _reason(lambda: ann.join_room(code)) == "own-room"
    assert _reason(lambda: bob.join_room("0000")) == "unknown-code"
    assert _reason(lambda: bob.join_room("")) == "unknown-code"
    bob.join_room(code)
    assert _reason(lambda: cy.join_room(code)) == "used-code"
    other = cy.open_room("standard").state().code
    assert other
    assert _reason(lambda: ann.join_room(other)) == "busy"
    assert _reason(lambda: ann.open_room("standard")) == "busy"
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


def test_a_waiting_room_closes_when_its_owner_leaves_or_is_lost(matchmaker: Matchmaker) -> None:
    bob = matchmaker.lobby(BOB)
    ann = matchmaker.lobby(ANN)
    left = ann.open_room("standard")
    first = left.state().code
    left.leave()
    second = ann.open_room("standard").state().code
    matchmaker.lost(ann)
    for code in (first, second):
        assert code
        with pytest.raises(LobbyError, match="unknown-code"):
            bob.join_room(code)


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


def test_a_seat_is_held_only_so_long(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = matchmaker.lobby(ANN), matchmaker.lobby(BOB)
    ann.quick_match("standard")
    chair = bob.quick_match("standard")
    matchmaker.lost(ann)
    clock.now = HOLD - 1
    matchmaker.sweep()
    view = chair.state().view
    assert view
    assert view.outcome is None
    clock.now = HOLD + 1
    matchmaker.sweep()
    view = chair.state().view
    assert view
    assert view.outcome
    assert view.outcome.winners == (1,)
    assert matchmaker.lobby(ANN).held() is None


def test_a_guest_cannot_come_back_so_no_seat_is_held(matchmaker: Matchmaker) -> None:
    guest, bob = matchmaker.lobby(GUEST), matchmaker.lobby(BOB)
    guest.quick_match("standard")
    chair = bob.quick_match("standard")
    matchmaker.lost(guest)
    view = chair.state().view
    assert view
    assert view.outcome


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
    assert ann.open_room("standard").state().code
    assert bob.open_room("standard").state().code


def test_two_people_at_one_keyboard_play_at_home(matchmaker: Matchmaker) -> None:
    assert _reason(lambda: matchmaker.lobby(ANN).hot_seat("standard")) == "only-at-home"


def test_tables_are_forgotten_once_everybody_is_gone(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: weakref.WeakSet[Table] = weakref.WeakSet()

    def table(*args: object, **kwargs: object) -> Table:
        made = Table(*args, **kwargs)  # type: ignore[arg-type]
        tables.add(made)
        return made

    monkeypatch.setattr("server.matchmaker.Table", table)
    _play_and_go(matchmaker)
    gc.collect()
    assert not tables
    assert not matchmaker._places
    assert not matchmaker._rooms
    assert not matchmaker._queue
    assert not matchmaker._present


def _play_and_go(matchmaker: Matchmaker) -> None:
    for _ in range(3):
        ann, bob, cy = map(matchmaker.lobby, (ANN, BOB, CY))
        code = ann.open_room("standard").state().code
        bob.join_room(code or "").leave()
        cy.quick_match("standard")
        for lobby in (ann, bob, cy):
            matchmaker.lost(lobby)
