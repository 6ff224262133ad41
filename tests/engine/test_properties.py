"""Properties that hold in every game of every ruleset."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Kind, parse_action
from engine.cards import members, set_of
from engine.play.events import Discarded, Drew, Event, Passed, Revealed
from engine.play.legal import legal_actions, standing_actions
from engine.play.observe import hands_read_by, observe, redacted
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import View
from engine.record.position_text import parse_position, position_text
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.play_out import all_cards, start, steps
from tests.engine.strategies import rulesets

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())
GAMES = int(os.environ.get("CUTTLE_GAMES", "100"))
"""Random games a ruleset; more are played before a release: CUTTLE_GAMES=2000."""
LONGEST = 2000


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_cards_are_conserved_and_every_game_ends(ruleset: Ruleset) -> None:
    for seed in range(GAMES):
        pack = list(start(ruleset, seed)[0].rules.pack)
        for number, (position, legal, _) in enumerate(steps(ruleset, seed)):
            assert sorted(all_cards(position)) == pack
            assert bool(legal) == (position.outcome is None)
            assert len(set(legal)) == len(legal)
            assert number < LONGEST


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_text_forms_round_trip(ruleset: Ruleset, seed: int, stop: int) -> None:
    for number, (position, legal, _) in enumerate(steps(ruleset, seed)):
        for action in legal + [
            a for s in range(ruleset.seats) for a in standing_actions(position, s)
        ]:
            assert parse_action(str(action)) == action
        if number == stop:
            text = position_text(position)
            again = parse_position(text)
            assert position_text(again) == text
            assert legal_actions(again) == legal


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_a_copy_is_independent(ruleset: Ruleset, seed: int, stop: int) -> None:
    for number, (position, legal, rng) in enumerate(steps(ruleset, seed)):
        if number != stop or not legal:
            continue
        before = position_text(position)
        copy = position.copy()
        assert position_text(copy) == before
        while choices := legal_actions(copy):
            play(copy, rng.choice(choices))
        assert position_text(position) == before


def reshuffle_hidden(position: Position, view: View, rng: random.Random) -> Position:
    """Deal what who sees this view may not know anew, in another order."""
    other = position.copy()
    known = [set_of(part.hand) for part in view.seats]
    hidden = position.deck[: len(position.deck) - position.revealed]
    for seat, mask in enumerate(known):
        hidden += [card for card in range(54) if (position.hands[seat] & ~mask) >> card & 1]
    rng.shuffle(hidden)
    for seat, mask in enumerate(known):
        other.hands[seat] = mask
        for _ in range(view.seats[seat].hand_size - len(view.seats[seat].hand)):
            other.hands[seat] |= 1 << hidden.pop()
    shown = position.deck[len(position.deck) - position.revealed :]
    other.deck = [*hidden, *shown]
    return other


def lies_otherwise(a: Position, b: Position) -> bool:
    """Tell whether the shuffle moved a card at all."""
    return a.hands != b.hands or a.deck != b.deck


def news_after(position: Position, action: Action, viewer: int | None) -> list[str]:
    """Play an action on a copy; write what a viewer hears of it, but for what it rightly learns.

    What another seat does by itself in answer (a pass where it can do nothing else) is news that
    follows from its own cards, so the comparison ends there.
    """
    actor = position.prompt.seats[0]
    after = position.copy()
    events: list[Event] = []
    after.events = events
    play(after, action)
    readable = hands_read_by(after, viewer)
    news = []
    for event in events:
        if isinstance(event, Passed) and event.seat != actor:
            break
        heard = redacted(after, event, viewer)
        if isinstance(heard, Drew) and heard.seat in readable:
            heard = replace(heard, cards=())
        if isinstance(heard, Discarded) and heard.by_chance:
            heard = replace(heard, cards=())
        news.append("revealed" if isinstance(heard, Revealed) else repr(heard))
    return news


def keep_hand(position: Position, other: Position, seat: int) -> Position:
    """Shuffle the deck only as far as it leaves a seat its hand, so that it can act alike."""
    kept = position.copy()
    order = other.deck + [card for hand in other.hands for card in members(hand)]
    hidden = set(position.deck[: len(position.deck) - position.revealed])
    shuffled = [card for card in order if card in hidden]
    kept.deck = [*shuffled, *position.deck[len(shuffled) :]]
    return kept


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_nobody_is_shown_what_it_may_not_know(ruleset: Ruleset) -> None:
    """Shuffle what is hidden from a seat: its views, its choices and its news stay the same."""
    changed = heard = 0
    for seed in range(GAMES // 4):
        for position, legal, rng in steps(ruleset, seed):
            action = rng.choice(legal) if legal else None
            for viewer in (*range(ruleset.seats), None):
                view = observe(position, viewer)
                other = reshuffle_hidden(position, view, rng)
                changed += lies_otherwise(other, position)
                assert observe(other, viewer) == view
                if action is not None:
                    asked = position.prompt.seats[0]
                    alike = other if asked == viewer else keep_hand(position, other, asked)
                    heard += lies_otherwise(alike, position)
                    news = news_after(position, action, viewer)
                    assert news_after(alike, action, viewer) == news
    assert changed > GAMES
    assert heard > GAMES


@settings(max_examples=max(60, GAMES // 2))
@given(rulesets(), st.integers(0, 2**32))
def test_options_keep_every_property(ruleset: Ruleset, seed: int) -> None:
    """Any options over any ruleset: cards stay whole, games end, nothing hidden is shown."""
    for number, (position, legal, rng) in enumerate(steps(ruleset, seed)):
        assert sorted(all_cards(position)) == list(position.rules.pack)
        assert bool(legal) == (position.outcome is None)
        assert number < LONGEST
        for viewer in (*range(ruleset.seats), None):
            view = observe(position, viewer)
            other = reshuffle_hidden(position, view, rng)
            assert observe(other, viewer) == view
            if legal and position.prompt.seats[0] != viewer:
                action = rng.choice(legal)
                alike = keep_hand(position, other, position.prompt.seats[0])
                news = news_after(position, action, viewer)
                assert news_after(alike, action, viewer) == news


def test_the_property_catches_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows every hand fails the property: the test can fail."""
    position, rng = start(RULESETS[0], 1)
    other = reshuffle_hidden(position, observe(position, 0), rng)
    assert observe(other, 0) == observe(position, 0)
    monkeypatch.setattr(Position, "hands_are_public", lambda self: True)
    assert observe(other, 0) != observe(position, 0)


@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_seats_may_give_up_at_any_moment(ruleset: Ruleset, seed: int) -> None:
    """Every seat gives up in turn, at random moments, until the game is over."""
    for position, _, rng in steps(ruleset, seed):
        if rng.random() < 0.8:
            continue
        copy = position.copy()
        for seat in rng.sample(range(ruleset.seats), ruleset.seats):
            concede = Action(Kind.CONCEDE, seat=seat)
            if concede in standing_actions(copy, seat):
                play(copy, concede)
                assert len(all_cards(copy)) == len(set(all_cards(copy))) == len(copy.rules.pack)
        assert copy.outcome is not None
        assert legal_actions(copy) == []
