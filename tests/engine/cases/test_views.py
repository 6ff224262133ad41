"""What each seat and a watcher may know."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.cards import Card, card_name, parse_card, set_of
from engine.play.events import Discarded, Event, Evicted, Revealed
from engine.play.observe import observe, redacted
from engine.play.position import Position
from tests.engine.worked import MAIN, Case, each, play_out, run, set_up

CASES = [
    Case(
        "T222",
        "cuttle.cards on spectators=public",
        "P0 hand 3C; P1 hand KS",
        "",
        "watcher sees P0 nothing; watcher sees P1 nothing; P0 hand 1; P1 hand 1",
    ),
    Case("T223", "cuttle.cards", "P0 court 8H; P1 hand 2C KS; turn 1 P1", "", "P0 sees P1 2C KS"),
    Case(
        "T223",
        "cuttle.cards",
        "P0 court 8H; P1 hand 2C KS; turn 1 P1",
        "oneoff 2C>8H",
        "P0 sees P1 nothing; P1 hand 1; scrap 2C 8H",
    ),
    Case(
        "T264",
        "team",
        "P0 hand 3C; P1 hand JS; P2 hand KS; P3 hand QS",
        "",
        "P0 sees P0 3C; P0 sees P1 nothing; P0 sees P2 nothing; P0 sees P3 nothing; P2 hand 1",
    ),
    Case(
        "T264",
        "team on open-hands",
        "P0 hand 3C; P1 hand JS; P2 hand KS; P3 hand QS",
        "",
        "P0 sees P1 JS; P0 sees P2 KS; P0 sees P3 QS",
    ),
    Case(
        "T277",
        "miller cuttle.cards cutthroat team",
        "P0 hand 9C; P1 hand 3C court KD",
        "oneoff 9C>KD",
        "P0 sees P1 KD; P1 hand 2; P1 sees P1 KD 3C",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)


COVERED = ["T095", "T210", "T221", "T222", "T224", "T265", "T266", "T277", "T283"]


def viewers(position: Position) -> list[int | None]:
    """Every seat, and a watcher."""
    return [*range(position.rules.seats), None]


def log_of(position: Position, viewer: int | None) -> list[Event]:
    """The events of the actions played, as a viewer is told them."""
    return list(redacted(position, position.events or [], viewer))


def names(cards: Iterable[Card]) -> list[str]:
    return list(map(card_name, cards))


@pytest.mark.parametrize("ruleset", MAIN)
def test_t221_the_scrap_lies_open(ruleset: str) -> None:
    """T221: everybody may look at the whole scrap."""
    position = set_up(ruleset, "scrap AS KD 4H")
    for viewer in viewers(position):
        assert names(observe(position, viewer).scrap) == ["AS", "KD", "4H"]


def test_t222_a_watcher_has_no_word_for_the_deck() -> None:
    """T222: what is public does not change with the order of the deck or the hidden hands."""
    ruleset = "cuttle.cards+spectators=public"
    one = set_up(ruleset, "P0 hand 3C; P1 hand KS; deck AC 4D QH")
    other = set_up(ruleset, "P0 hand QH; P1 hand 3C; deck KS AC 4D")
    assert observe(one, None) == observe(other, None)


def test_t222_a_watcher_of_an_open_table_sees_both_hands() -> None:
    """T222, what differs: where all hands are shown to watchers."""
    view = observe(set_up("cuttle.cards", "P0 hand 3C; P1 hand KS"), None, all_hands=True)
    assert [names(seat.hand) for seat in view.seats] == [["3C"], ["KS"]]


@pytest.mark.parametrize("ruleset", MAIN)
def test_t210_open_hands_leave_the_deck_hidden(ruleset: str) -> None:
    """T210: the order of the deck shows in no view."""
    ruleset += "+open-hands"
    one = set_up(ruleset, "P0 hand 3C; P1 hand KS; deck AC 4D QH")
    other = set_up(ruleset, "P0 hand 3C; P1 hand KS; deck QH AC 4D")
    for viewer in viewers(one):
        assert observe(one, viewer) == observe(other, viewer)


@pytest.mark.parametrize("ruleset", MAIN)
def test_t224_what_a_four_costs_is_shown(ruleset: str) -> None:
    """T224: the cards stand in every view and in everybody's log."""
    four = "oneoff 4C" if ruleset in MAIN[:6] else "oneoff 4C@1"
    position = play_out(ruleset, "P0 hand 4C; P1 hand 9D KS 3C", f"{four}; P1 discard 9D KS")
    shown = set_of(map(parse_card, ("9D", "KS")))
    for viewer in viewers(position):
        assert {"9D", "KS"} <= set(names(observe(position, viewer).scrap))
        told = [e for e in log_of(position, viewer) if isinstance(e, Discarded)]
        assert [(e.seat, set_of(e.cards), e.why) for e in told] == [(1, shown, "four")]


@pytest.mark.parametrize("ruleset", MAIN)
def test_t265_what_a_seven_turns_up_is_shown(ruleset: str) -> None:
    """T265: every seat sees it, partner and watcher too."""
    position = play_out(ruleset, "P0 hand 7C; deck 4C KD ...", "oneoff 7C")
    two = ruleset in ("cuttle.cards", "cutthroat", "team")
    expected = ["4C", "KD"] if two else ["4C"]
    for viewer in viewers(position):
        assert names(observe(position, viewer).revealed) == expected
        told = [e for e in log_of(position, viewer) if isinstance(e, Revealed)]
        assert [names(e.cards) for e in told] == [expected]


def test_t095_the_card_left_on_the_deck_is_known() -> None:
    """T095: both seats were shown it; it is a back again until it is drawn."""
    position = play_out("cuttle.cards", "P0 hand 7C; deck TC KD ...", "oneoff 7C; royal KD")
    for viewer in viewers(position):
        told = [e for e in log_of(position, viewer) if isinstance(e, Revealed)]
        assert [names(e.cards) for e in told] == [["TC", "KD"]]
        assert observe(position, viewer).revealed == ()


@pytest.mark.parametrize(
    ("number", "ruleset", "before", "target"),
    [
        ("T266", "cuttle.cards/2.0.0", "P0 hand 9C; P1 court KD; deck +9", "KD"),
        ("T283", "standard+nine-topdeck", "P0 hand 9C court KC; deck +9", "KC"),
    ],
)
def test_t266_t283_a_card_put_on_the_deck(
    number: str, ruleset: str, before: str, target: str
) -> None:
    """T266, T283: views show a back, the log names the card."""
    position = play_out(ruleset, before, f"oneoff 9C>{target}")
    for viewer in viewers(position):
        view = observe(position, viewer)
        assert view.deck_size == 10
        assert view.revealed == ()
        assert all(parse_card(target) not in seat.hand for seat in view.seats)
        told = [e for e in log_of(position, viewer) if isinstance(e, Evicted)]
        assert [(card_name(e.target), e.to_deck) for e in told] == [(target, True)], number


@pytest.mark.parametrize("ruleset", ["miller", "cuttle.cards", "cutthroat", "team"])
def test_t277_a_frozen_card_is_marked(ruleset: str) -> None:
    """T277: everybody sees which card waits, and that there is another."""
    position = play_out(ruleset, "P0 hand 9C; P1 hand 3C court KD", "oneoff 9C>KD")
    for viewer in viewers(position):
        seat = observe(position, viewer).seats[1]
        assert names(seat.frozen) == ["KD"]
        assert seat.hand_size == 2
