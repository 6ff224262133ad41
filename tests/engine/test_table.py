"""A table: seats, news for each seat, stale and illegal actions, rematches, the commitment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import DRAW, Action, Kind, parse_action
from engine.errors import IllegalAction, NotYourTurn, StaleAction, TableError
from engine.play.events import Dealt, Drew, Ended, Event
from engine.record.record import Deal, record_text
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.events import TableEvent, parse_table_event, table_event_text
from engine.table.seats import Ready
from engine.table.state import Change
from engine.table.table import Table


def seated(name: str = "standard") -> tuple[Table, list[object]]:
    table = Table(parse_ruleset(name), b"seed", title="elm")
    return table, [table.sit(seat, f"p{seat}", "person") for seat in range(table.seats)]


def asked(table: Table) -> int:
    assert table.game is not None
    return table.game.position.prompt.seats[0]


def ply(table: Table) -> int:
    assert table.game is not None
    return table.game.position.ply


def test_cards_are_dealt_when_every_seat_is_taken() -> None:
    table = Table(parse_ruleset("cutthroat"), b"seed")
    table.code = "K7QF"
    for seat in range(3):
        assert table.state(0).view is None
        assert table.state(0).code == "K7QF"
        table.sit(seat, "ana", "person")
    state = table.state(0)
    assert state.view is not None
    assert state.code is None
    assert isinstance(state.log[0], Dealt)


def test_a_taken_seat_is_refused() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    table.sit(0, "ana", "person")
    with pytest.raises(TableError):
        table.sit(0, "bob", "person")


def test_standing_up_is_for_before_the_game() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    table.sit(0, "ana", "person")
    table.stand(0)
    assert table.free_seats() == [0, 1]
    table, _ = seated()
    with pytest.raises(TableError):
        table.stand(0)


def test_each_seat_hears_what_it_may_know() -> None:
    table, _ = seated()
    heard: dict[int | None, list[Event]] = {0: [], 1: [], None: []}
    for viewer, news in heard.items():

        def listen(change: Change, news: list[Event] = news) -> None:
            news.extend(change.events)

        table.subscribe(viewer, listen)
    drawer = asked(table)
    table.submit(drawer, DRAW, ply(table))
    (own,), (other,), (public,) = heard[drawer], heard[1 - drawer], heard[None]
    assert isinstance(own, Drew)
    assert isinstance(other, Drew)
    assert isinstance(public, Drew)
    assert len(own.cards) == 1
    assert other.cards == public.cards == ()


def test_a_listener_that_ended_hears_nothing() -> None:
    table, _ = seated()
    heard: list[Change] = []
    end = table.subscribe(0, heard.append)
    end()
    end()
    table.submit(asked(table), DRAW, ply(table))
    assert heard == []


def test_stale_foreign_and_illegal_actions_lose_nothing() -> None:
    table, _ = seated()
    seat = asked(table)
    before = table.state(seat)
    with pytest.raises(NotYourTurn):
        table.submit(1 - seat, DRAW, ply(table))
    with pytest.raises(IllegalAction):
        table.submit(seat, parse_action("pass"), ply(table))
    with pytest.raises(StaleAction):
        table.submit(seat, DRAW, ply(table) + 1)
    assert table.state(seat) == before
    table.submit(seat, DRAW, ply(table))
    with pytest.raises(StaleAction):
        table.submit(seat, DRAW, ply(table) - 1)


def test_nothing_can_be_played_before_the_deal_or_from_a_watchers_chair() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    chair = table.sit(0, "ana", "person")
    with pytest.raises(NotYourTurn):
        chair.submit(DRAW, 0)
    table.sit(1, "bob", "person")
    with pytest.raises(NotYourTurn):
        table.watch().submit(DRAW, ply(table))


def test_leaving_concedes_and_there_is_no_rematch_with_an_empty_seat() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    ana = table.sit(0, "ana", "person")
    bob = table.sit(1, "bob", "person")
    ana.leave()
    assert table.over
    assert table.score == (0, 1)
    assert isinstance(table.state(1).log[-1], Ended)
    bob.ask(Ready())
    assert table.over
    assert table.state(1).ready == (1,)


def test_a_rematch_needs_every_person_and_swaps_who_starts() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    chairs = [table.sit(0, "ana", "person"), table.sit(1, "machine", "computer")]
    assert table.game is not None
    first = table.game.first
    with pytest.raises(TableError):
        chairs[0].ask(Ready())
    table.submit(1, Action(Kind.CONCEDE, seat=1), ply(table))
    chairs[0].ask(Ready())
    assert not table.over
    assert table.game.first == 1 - first
    assert table.score == (1, 0)
    assert len(table.state(0).log) == 1


def test_the_commitment_stands_before_the_deal_and_the_secret_proves_it() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    shown = table.state(0).commitment
    table.sit(0, "ana", "person")
    table.sit(1, "bob", "person")
    assert table.state(0).commitment == shown
    assert table.state(0).secret == ""
    table.submit(0, Action(Kind.CONCEDE, seat=0), ply(table))
    deal = Deal(bytes.fromhex(table.state(1).secret), ())
    assert deal.commitment(table.ruleset).hex() == shown
    following = table.state(0).next_commitment
    assert following != shown
    for seat in (0, 1):
        table.ready(seat)
    assert table.state(0).commitment == following


def test_a_lost_connection_is_shown_and_holds_the_seat() -> None:
    table, _ = seated()
    table.set_present(1, False)
    assert not table.state(0).sitters[1].present
    table.set_present(1, True)
    assert table.state(0).sitters[1].present


def _watched(table: Table) -> bool:
    view = table.watch().state().view
    assert view is not None
    return any(seat.hand != () for seat in view.seats)


def test_watchers_see_hands_only_when_everybody_agreed() -> None:
    table, _ = seated()
    table.show_hands(0)
    assert not _watched(table)
    assert table.state(None).showing == (0,)
    table.show_hands(1)
    assert _watched(table)
    table.show_hands(0, False)
    assert not _watched(table)


def test_a_computer_agrees_to_show_its_hand_and_nobody_else_is_asked() -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    table.sit(0, "ana", "person")
    table.sit(1, "machine", "computer")
    table.show_hands(0)
    assert _watched(table)


def test_hands_stay_closed_where_the_rules_or_the_rating_say_so() -> None:
    closed, _ = seated("cuttle.cards+spectators=public")
    rated = Table(parse_ruleset("cuttle.cards"), b"seed", rated=True)
    for table in (closed, rated):
        with pytest.raises(TableError):
            table.show_hands(0)


def test_leaving_after_giving_up_in_a_game_of_three_frees_the_seat() -> None:
    table, _ = seated("cutthroat")
    table.submit(1, Action(Kind.CONCEDE, seat=1), ply(table))
    table.leave(1)
    assert table.state(0).sitters[1].kind == "nobody"
    assert not table.over
    table.leave(2)
    assert table.over
    assert table.score == (1, 0, 0)


def test_a_seat_left_in_a_team_game_plays_on_by_rote_and_stalls_nobody() -> None:
    table, _ = seated("team")
    table.submit(1, Action(Kind.CONCEDE, seat=1), ply(table))
    table.leave(1)
    table.leave(1)
    view = table.state(0).view
    assert view is not None
    assert view.absent == (1,)
    for _ in range(6):
        assert asked(table) != 1
        table.submit(asked(table), DRAW, ply(table))
    for seat in (0, 2, 3):
        table.leave(seat)
    assert table.over


@pytest.mark.parametrize(
    ("gives", "takes_back"), [(Kind.CONCEDE, Kind.RETRACT), (Kind.LEAVE, Kind.RETURN)]
)
def test_what_is_given_up_cannot_be_taken_back_for_ever(gives: Kind, takes_back: Kind) -> None:
    table, _ = seated("team")
    seat, other = (one for one in range(4) if one % 2 != asked(table) % 2)

    def to_and_fro(who: int, times: int) -> None:
        for _ in range(times):
            table.submit(who, Action(gives, seat=who), ply(table))
            table.submit(who, Action(takes_back, seat=who), ply(table))

    to_and_fro(other, 1)
    with pytest.raises(IllegalAction, match="until somebody has played"):
        to_and_fro(seat, 50)
    assert ply(table) < 20
    table.submit(asked(table), DRAW, ply(table))
    table.submit(seat, Action(takes_back, seat=seat), ply(table))
    assert not table.over


# cutting the deck


def test_a_player_cuts_the_deck_with_a_word_of_its_own() -> None:
    table = Table(PRESETS["standard"], b"seed")
    chairs = [table.sit(seat, "ana", "person", ready=False) for seat in range(2)]
    sealed = table.state(0).commitment
    assert table.state(0).cuts == ("", "")
    table.cut(0, "  sept à la suite ")
    assert table.state(1).cuts == table.state(None).cuts == ("sept à la suite", "")
    assert table.state(0).commitment == sealed
    for chair in chairs:
        chair.ask(Ready())
    deal = table.record().deal
    assert deal is not None
    assert deal.nonces == ("sept à la suite".encode(), b"")
    assert table.state(0).cuts == ("sept à la suite", "")
    assert "nonce 0: 7365707420c3a0206c61207375697465\n" in record_text(table.record())


def test_a_cut_counts_for_one_deck() -> None:
    table = Table(PRESETS["standard"], b"seed")
    chairs = [table.sit(seat, "ana", "person", ready=False) for seat in range(2)]
    table.cut(0, "once")
    for _ in range(2):
        for chair in chairs:
            chair.ask(Ready())
        dealt = table.record().deal
        table.submit(0, Action(Kind.CONCEDE, seat=0), 0)
    assert table.state(0).next_cuts == ("", "")
    assert dealt is not None
    assert dealt.nonces == (b"", b"")


def test_a_player_who_comes_later_has_not_cut() -> None:
    table = Table(PRESETS["standard"], b"seed")
    table.sit(0, "ana", "person")
    table.cut(0, "mine")
    table.stand(0)
    assert table.state(None).cuts == ("", "")


def test_only_words_and_what_is_sealed_decide_the_deal() -> None:
    """Whoever runs the table has shown the seal; nothing is left to choose for a silent seat."""
    decks = set()
    for name in ("machine", "another", "third"):
        table = Table(PRESETS["standard"], b"seed", title=name)
        table.sit(1, name, "computer", who=name)
        sealed = table.state(0).commitment
        chair = table.sit(0, name, "person", ready=False)
        table.cut(0, "seven")
        chair.ask(Ready())
        assert table.game is not None
        assert table.state(0).commitment == sealed
        decks.add(table.game.deck)
    assert len(decks) == 1


def test_another_cut_gives_another_deck() -> None:
    decks = set()
    for word in ("seven", "eight"):
        table = Table(PRESETS["standard"], b"seed")
        chairs = [table.sit(seat, "ana", "person", ready=False) for seat in range(2)]
        table.cut(1, word)
        for chair in chairs:
            chair.ask(Ready())
        assert table.game is not None
        decks.add(table.game.deck)
    assert len(decks) == 2


@pytest.mark.parametrize("text", ["", "   ", "x" * 65, "a\nb", "\x1b[2J"])
def test_a_cut_is_a_short_line_of_text(text: str) -> None:
    table = Table(PRESETS["standard"], b"seed")
    table.sit(0, "ana", "person")
    with pytest.raises(TableError, match="letters or digits"):
        table.cut(0, text)


def test_nobody_cuts_a_deck_that_is_dealt() -> None:
    table = Table(PRESETS["standard"], b"seed")
    chairs = [table.sit(seat, "ana", "person") for seat in range(2)]
    with pytest.raises(TableError, match="dealt"):
        table.cut(0, "late")
    table.submit(0, Action(Kind.CONCEDE, seat=0), 0)
    table.cut(0, "again")
    assert table.state(0).cuts == ("", "")
    assert table.state(0).next_cuts == ("again", "")
    for chair in chairs:
        chair.ask(Ready())
    deal = table.record().deal
    assert deal is not None
    assert deal.nonces[0] == b"again"


def test_nobody_cuts_a_deck_that_is_being_dealt() -> None:
    """The cards are on their way: a cut now would be kept after the deal."""
    waiting: list[Callable[[], None]] = []
    table = Table(
        PRESETS["standard"],
        b"seed",
        keep=lambda entry, then: waiting.append(then) if entry.saved_first else then(),
    )
    for seat in range(2):
        table.sit(seat, "ana", "person")
    assert waiting
    with pytest.raises(TableError, match="dealt"):
        table.cut(0, "late")


def concede(table: Table, seat: int) -> None:
    """Give a game up, and ask for the next."""
    table.submit(seat, Action(Kind.CONCEDE, seat=seat), ply(table))
    for each in range(table.seats):
        table.ready(each)


def test_a_match_that_is_kept_elsewhere_goes_on_with_its_score() -> None:
    won = (1, 0)
    table = Table(parse_ruleset("cuttle.cards+first-to-2"), b"seed")
    table.won_before = lambda: won
    table.sit(0, "ana", "person")
    table.sit(1, "bob", "person")
    assert table.score == (1, 0)
    table.submit(1, Action(Kind.CONCEDE, seat=1), ply(table))
    assert table.state(0).match_winners == (0,)
    assert table.settled
    won = (0, 0)  # a new match
    table.ready(0)
    table.ready(1)
    assert table.score == (0, 0)
    assert not table.settled


def test_who_begins_alternates_however_the_match_is_kept() -> None:
    table = Table(parse_ruleset("cuttle.cards+first-to-2"), b"seed")
    table.won_before = lambda: (0, 0)
    table.sit(0, "ana", "person")
    table.sit(1, "bob", "person")
    first = []
    for loser in (0, 1, 1, 0):
        first.append(asked(table))
        concede(table, loser)
    assert first in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_a_table_is_restored_with_the_score_of_a_match_that_is_kept_elsewhere() -> None:
    kept: list[str] = []

    def keep(entry: TableEvent, then: Callable[[], None]) -> None:
        kept.append(table_event_text(entry))
        then()

    table = Table(parse_ruleset("cuttle.cards+first-to-2"), b"seed", keep=keep)
    table.won_before = lambda: (1, 0)
    table.sit(0, "ana", "person")
    table.sit(1, "bob", "person")
    again = Table(parse_ruleset("cuttle.cards+first-to-2"), b"seed")
    again.restore(map(parse_table_event, kept))
    assert again.score == (1, 0)
    assert all(("won" in text) == ("dealt" in text) for text in kept)
