"""Nobody is shown what the rules keep from them; leaks planted on purpose are found."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from engine.actions import Action
from engine.cards import EIGHTS, members, set_of
from engine.play.events import Discarded, Drew, Event, Revealed
from engine.play.legal import legal_actions
from engine.play.observe import observe, redacted
from engine.play.perform import perform
from engine.play.position import Position
from engine.play.view import View
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.knowledge import (
    Viewer,
    known_cards,
    last_card_steps,
    may_read,
    readable_seats,
    reshuffle_hidden,
    restless_steps,
    unknown_deck,
    visible_cards,
)
from tests.engine.worked import set_up
from tests.whole import GAMES, times

RULESETS = list(PRESETS.values())
Look = Callable[[Position, Viewer], View]
Hear = Callable[[Position, Sequence[Event], Viewer], Sequence[Event]]


def leak(
    position: Position,
    viewer: Viewer,
    rng: random.Random,
    look: Look = observe,
    hear: Hear = redacted,
) -> str:
    """Say what a viewer is shown that it may not know; empty if nothing is."""
    view = look(position, viewer)
    for seat, part in enumerate(view.seats):
        for shown, known in (
            (set_of(part.hand), visible_cards(position, viewer, seat)),
            (set_of(part.known), known_cards(position, viewer, seat)),
        ):
            if shown != known:
                return f"of the hand of {seat} it reads {members(shown)}, not {members(known)}"
    other = reshuffle_hidden(position, viewer, rng)
    if look(other, viewer) != view:
        return "its view changes with cards it may not know"
    asked = position.prompt.seats[:1]
    if not asked:
        return ""
    alike = other if asked == (viewer,) else with_hand_of(position, other, asked[0], viewer)
    action = rng.choice(legal_actions(position))
    if news(alike, action, viewer, hear) != news(position, action, viewer, hear):
        return "what it hears changes with cards it may not know"
    return ""


def with_hand_of(position: Position, other: Position, seat: int, viewer: Viewer) -> Position:
    """Reshuffle only the deck, so that a seat can act as before."""
    again = position.copy()
    face_down = unknown_deck(position, viewer)
    hidden = set(position.deck[:face_down])
    order = other.deck + [card for hand in other.hands for card in members(hand)]
    again.deck = [*(card for card in order if card in hidden), *position.deck[face_down:]]
    return again


def news(position: Position, action: Action, viewer: Viewer, hear: Hear) -> list[str]:
    """Play an action on a copy; write what a viewer hears, without what it rightly learns.

    What other seats then do by rote follows from their own cards, so it is left out.
    """
    after = position.copy()
    after.events = []
    perform(after, action)
    heard = []
    for told in hear(after, after.events, viewer):
        if isinstance(told, Drew) and told.seat in readable_seats(after, viewer):
            told = replace(told, cards=())
        if isinstance(told, Discarded) and told.by_chance:
            told = replace(told, cards=())
        heard.append("revealed" if isinstance(told, Revealed) else repr(told))
    return heard


def first_leak(ruleset: Ruleset, games: int, look: Look = observe, hear: Hear = redacted) -> str:
    """Walk random games, and say what leaks first."""
    for seed in range(games):
        for position, _, rng in restless_steps(ruleset, seed):
            for viewer in (*range(ruleset.seats), None):
                if found := leak(position, viewer, rng, look, hear):
                    return f"game {seed}, ply {position.ply}, viewer {viewer}: {found}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_nobody_is_shown_what_the_rules_keep_from_them(ruleset: Ruleset) -> None:
    assert first_leak(ruleset, max(1, GAMES // 5)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "howto+nine-freeze+random-four",
        "standard+joker-swap+nine-topdeck+eight-for-eight",
        "cutthroat+nine-topdeck+hand-limit=4",
        "team+eight_form=status+one_offs=A23456789",
        "team+open-hands",
        "cutthroat+eight_form=unowned+random-four",
    ],
)
def test_nor_under_options(text: str) -> None:
    assert first_leak(parse_ruleset(text), max(1, GAMES // 5)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "cuttle.cards",
        "cuttle.cards+seven_reveal=3",
        "howto",
        "standard+eight_form=unowned",
        "cutthroat+reveal_hands_deck_empty=yes",
        "team+reveal_hands_deck_empty=yes+nine-topdeck",
    ],
)
def test_nor_with_the_last_cards(text: str) -> None:
    ruleset = parse_ruleset(text)
    seen = 0
    for seed in range(times(25, 200)):
        for position, _, rng in last_card_steps(ruleset, seed):
            seen += 0 < position.revealed == len(position.deck)
            for viewer in (*range(ruleset.seats), None):
                assert leak(position, viewer, rng) == "", f"game {seed}, ply {position.ply}"
    assert seen, "no seven turned up the last cards"


@pytest.mark.parametrize(
    ("ruleset", "before", "viewer", "reads"),
    [
        ("team", "P0 hand 3C court 8C; P1 hand 4C; P2 hand 5C; P3 hand 6C", 0, {0, 1, 3}),
        ("team", "P0 hand 3C court 8C; P1 hand 4C; P2 hand 5C; P3 hand 6C", 2, {2}),
        ("team", "P0 hand 3C court 8C; P1 hand 4C; P2 hand 5C; P3 hand 6C", 1, {1}),
        ("team", "P0 hand 3C court 8C; P1 hand 4C; P2 hand 5C; P3 hand 6C", None, set()),
        ("cutthroat", "P0 court 8C; P1 hand 4C; P2 hand 5C; retired P1", 0, {0, 2}),
        ("howto", "P0 hand 3C; P1 hand 4C; exposer 0", 0, {0, 1}),
        ("howto", "P0 hand 3C; P1 hand 4C; exposer 0", 1, {1}),
        ("howto", "P0 hand 3C; P1 hand 4C; exposer 0", None, set()),
        ("cuttle.cards", "P0 hand 3C; P1 hand 4C; deck 5C", 0, {0}),
        ("cuttle.cards", "P0 hand 3C; P1 hand 4C; deck", 0, {0, 1}),
        ("cuttle.cards", "P0 hand 3C; P1 hand 4C; deck", None, {0, 1}),
        ("standard", "P0 hand 3C; P1 hand 4C; deck", 0, {0}),
        ("standard+open-hands", "P0 hand 3C; P1 hand 4C", None, {0, 1}),
    ],
)
def test_who_may_read_whom(ruleset: str, before: str, viewer: Viewer, reads: set[int]) -> None:
    assert readable_seats(set_up(ruleset, before), viewer) == reads


# Leaks planted on purpose ------------------------------------------------------------------------

Reads = Callable[[Position, Viewer, int], bool]
"""Whether a viewer reads a hand that is not its to read."""


def _wears(p: Position, seat: Viewer) -> bool:
    return seat is not None and p.royals[seat] & EIGHTS != 0


def _watcher_with_any_glasses(p: Position, viewer: Viewer, seat: int) -> bool:
    return viewer is None and any(_wears(p, wearer) for wearer in range(p.rules.seats))


def _glasses_read_partners(p: Position, viewer: Viewer, seat: int) -> bool:
    return _wears(p, viewer) and seat not in p.retired


def _partners_glasses(p: Position, viewer: Viewer, seat: int) -> bool:
    sides = p.rules.ruleset.sides
    return viewer is not None and any(
        _wears(p, partner) and sides[partner] == sides[viewer] != sides[seat]
        for partner in range(p.rules.seats)
    )


def _retired_hand(p: Position, viewer: Viewer, seat: int) -> bool:
    return _wears(p, viewer) and seat in p.retired


def _one_card_left(p: Position, viewer: Viewer, seat: int) -> bool:
    return len(p.deck) <= 1 and p.rules.ruleset.reveal_hands_deck_empty


def _exposer_is_exposed(p: Position, viewer: Viewer, seat: int) -> bool:
    return p.exposer == seat


def _mover_is_open(p: Position, viewer: Viewer, seat: int) -> bool:
    return viewer is not None and seat == p.mover and p.prompt.owed > 0


def _after_a_pass(p: Position, viewer: Viewer, seat: int) -> bool:
    return p.passes > 0


@dataclass(frozen=True)
class Hole:
    """A leak through hands."""

    name: str
    ruleset: str
    reads: Reads


HOLES = (
    Hole(
        "a watcher reads hands while anybody wears glasses", "standard", _watcher_with_any_glasses
    ),
    Hole("glasses read a partner's hand", "team", _glasses_read_partners),
    Hole("a partner's glasses read for both", "team", _partners_glasses),
    Hole("glasses read the hand of a seat that retired", "cutthroat", _retired_hand),
    Hole("hands lie open with one card left in the deck", "cuttle.cards", _one_card_left),
    Hole("the seat that exposed its opponent is exposed", "howto", _exposer_is_exposed),
    Hole("a hand lies open while its seat discards", "cuttle.cards", _mover_is_open),
    Hole("hands lie open after a pass", "standard", _after_a_pass),
)


@pytest.mark.slow
@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.name)
def test_a_planted_hole_is_found(hole: Hole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both what a view shows and what events tell follow from whose hands are read: leak there."""

    def hands_read_by(position: Position, viewer: Viewer) -> frozenset[int]:
        return frozenset(
            seat
            for seat in range(position.rules.seats)
            if may_read(position, viewer, seat) or hole.reads(position, viewer, seat)
        )

    assert first_leak(parse_ruleset(hole.ruleset), 2) == ""
    monkeypatch.setattr(sys.modules[observe.__module__], "hands_read_by", hands_read_by)
    assert first_leak(parse_ruleset(hole.ruleset), 60) != ""


def _shows_the_top(p: Position, viewer: Viewer) -> View:
    return replace(observe(p, viewer), revealed=tuple(p.deck[-1 - p.revealed :][::-1]))


def _shows_every_choice(p: Position, viewer: Viewer) -> View:
    return replace(observe(p, viewer), legal=tuple(legal_actions(p)))


@pytest.mark.parametrize("look", [_shows_the_top, _shows_every_choice])
def test_a_view_that_tells_more_is_found(look: Look) -> None:
    assert first_leak(RULESETS[0], 1, look=look) != ""


def test_news_that_names_drawn_cards_is_found() -> None:
    assert first_leak(RULESETS[0], 1, hear=lambda p, events, viewer: events) != ""


def _positions(ruleset: Ruleset) -> Iterator[Position]:
    for seed in range(20):
        yield from (position for position, _, _ in restless_steps(ruleset, seed))


def test_the_games_walked_come_to_what_hides_hands() -> None:
    """Retired and absent seats, glasses and frozen cards turn up, or the tests above say little."""
    seen = list(_positions(PRESETS["cutthroat"]))
    assert any(p.retired for p in seen)
    assert any(royals & EIGHTS for p in seen for royals in p.royals)
    assert any(any(p.frozen) for p in seen)
    assert any(p.absent for p in _positions(PRESETS["team"]))
