"""Seats remember what they have seen, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from engine.cards import members
from engine.play.events import Event, HandsOpened
from engine.play.legal import legal_actions, standing_actions
from engine.play.observe import determinize, observe, redacted
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import View
from engine.record.position_text import parse_position
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.knowledge import Rememberer, Viewer, may_read
from tests.engine.play_out import start
from tests.engine.worked import Case, each, play_out, run, set_up
from tests.whole import GAMES, times

CASES = [
    Case(
        "a nine returns it",
        "standard cuttle.cards cutthroat team",
        "P0 hand 9C; P1 hand 3C court KD; turn 4 P0",
        "oneoff 9C>KD; draw",
        "P0 knows P1 KD; watcher knows P1 KD; P1 knows P0 nothing",
    ),
    Case(
        "a three fetches it",
        "all",
        "P0 hand 3C 5C; P1 hand 4C; scrap KD 7C",
        "oneoff 3C; take KD; draw",
        "P1 knows P0 KD; watcher knows P0 KD; P0 knows P1 nothing",
    ),
    Case(
        "until it is played",
        "2p",
        "P0 hand 3C 5C; P1 hand 4C; scrap KD 7C",
        "oneoff 3C; take KD; draw; royal KD; draw",
        "P1 knows P0 nothing; P1 sees P0 nothing",
    ),
    Case(
        "a seven leaves it",
        "cuttle.cards cutthroat team",
        "P0 hand 7C; P1 hand 4C; deck TC KD 5C",
        "oneoff 7C; royal KD",
        "P0 knows top TC; P1 knows top TC; watcher knows top TC",
    ),
    Case(
        "and it is drawn",
        "cuttle.cards cutthroat team",
        "P0 hand 7C; P1 hand 4C; deck TC KD 5C 6C",
        "oneoff 7C; royal KD; draw",
        "P0 knows P1 TC; watcher knows P1 TC; P0 knows top nothing",
    ),
    Case(
        "a nine puts it on the deck",
        "cuttle.cards/2.0.0 standard+nine-topdeck",
        "P0 hand 9C; P1 hand 4C court KD; deck TC 5C",
        "oneoff 9C>KD",
        "P0 knows top KD; P1 knows top KD; watcher knows top KD",
    ),
    Case(
        "glasses showed it",
        "2p -howto",
        "P0 court 8H; P1 hand 2C KS 5C; turn 1 P1",
        "oneoff 2C>8H",
        "P0 sees P1 nothing; P0 knows P1 5C KS; watcher knows P1 nothing",
    ),
    Case(
        "glasses showed it to one seat",
        "cutthroat",
        "P0 court 8H; P1 hand 2C KS; P2 hand 6C; turn 1 P1",
        "oneoff 2C>8H",
        "P0 knows P1 KS; P0 knows P2 6C; P2 knows P1 nothing; watcher knows P1 nothing",
    ),
    Case(
        "glasses show no partner",
        "team",
        "P0 court 8H; P1 hand 2C KS; P2 hand 6C; P3 hand 5C; turn 1 P1",
        "oneoff 2C>8H",
        "P0 knows P1 KS; P0 knows P3 5C; P0 knows P2 nothing; P2 knows P1 nothing",
    ),
    Case(
        "an eight showed it",
        "howto",
        "P0 hand 5C; P1 hand 8C KS; exposer 0; turn 1 P1",
        "oneoff 8C",
        "P0 knows P1 KS; P1 sees P0 5C; watcher knows P1 nothing",
    ),
    Case(
        "a six ends what glasses showed",
        "standard cuttle.cards",
        "P0 court 8H; P1 hand 6C KS; turn 1 P1",
        "oneoff 6C",
        "P0 sees P1 nothing; P0 knows P1 KS",
    ),
    Case(
        "hands change",
        "standard on joker-swap",
        "P0 hand XB 5C; P1 hand KS",
        "oneoff XB",
        "P0 knows P1 5C; P1 knows P0 KS; watcher knows P1 nothing",
    ),
    Case(
        "hands lay open",
        "cuttle.cards/2.0.0",
        "P0 hand 9C 4C; P1 hand 5C court KD; deck",
        "oneoff 9C>KD",
        "deck 1; P0 sees P1 nothing; P0 knows P1 5C; P1 knows P0 4C; watcher knows P1 5C",
    ),
    Case(
        "who retired keeps what was seen",
        "cutthroat",
        "P0 court 8H; P1 hand KS; P2 hand 6C; turn 1 P1",
        "P1 concede@1",
        "P0 sees P1 nothing; P0 knows P1 KS; P2 knows P1 nothing",
    ),
    Case(
        "a position may say so",
        "standard",
        "P0 hand 3C; P1 hand 4C 5C 6C; seen 3 4C, 7 P0 4C 5C",
        "",
        "P0 knows P1 4C 5C; watcher knows P1 4C; P1 knows P0 nothing",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)


def test_it_is_known_since_it_was_seen_last() -> None:
    position = set_up("standard", "P1 hand 4C 5C; seen 3 4C, 7 P0 4C, 9 P1 4C, 5 P0 5C")
    assert [turn for _, turn in observe(position, 0).seats[1].remembered] == [7, 5]


OPTIONS = (
    "howto+nine-freeze+random-four",
    "standard+joker-swap+nine-topdeck+eight-for-eight",
    "cutthroat+nine-topdeck+hand-limit=4",
    "team+eight_form=status+one_offs=A23456789",
    "team+open-hands",
    "cutthroat+eight_form=unowned+random-four",
    "team+reveal_hands_deck_empty=yes+nine-topdeck",
    "cuttle.cards+seven_reveal=3+nine-topdeck",
)
RULESETS = [*PRESETS.values(), *map(parse_ruleset, OPTIONS)]
Look = Callable[[Position, Viewer], View]


def told_steps(ruleset: Ruleset, seed: int) -> Iterator[tuple[Position, Sequence[Event]]]:
    """Walk a random game in which hands and deck are shown often; yield what happened, too."""
    position, rng = start(ruleset, seed)
    position.deck = position.deck[-rng.choice((4, 16, 60)) :]
    yield position, ()
    while legal := legal_actions(position):
        position.events = []
        aside = standing_actions(position, rng.randrange(ruleset.seats))
        shows = [action for action in legal if str(action).startswith(_SHOWS)]
        wanted = shows if shows and rng.random() < 0.5 else legal
        play(position, rng.choice(aside if aside and rng.random() < 0.01 else wanted))
        yield position, position.events


_SHOWS = ("oneoff 3", "oneoff 7", "oneoff 8", "oneoff 9", "royal 8", "joker", "oneoff X", "take")


def first_difference(ruleset: Ruleset, seed: int, look: Look = observe) -> tuple[str, int]:
    """Compare views with what their viewers can know; say where they part, and count what they do.

    A viewer has seen its own hand, hands that it may read now, and those that lay open meanwhile.
    """
    viewers: tuple[Viewer, ...] = (*range(ruleset.seats), None)
    heard = {viewer: Rememberer(ruleset.seats) for viewer in viewers}
    found = 0
    for position, events in told_steps(ruleset, seed):
        opened = any(isinstance(event, HandsOpened) for event in events)
        for viewer, rememberer in heard.items():
            rememberer.hear(redacted(position, events, viewer))
            for seat in range(ruleset.seats):
                if opened or may_read(position, viewer, seat):
                    rememberer.see(seat, members(position.hands[seat]))
            view = look(position, viewer)
            known = [{*part.known} for part in view.seats]
            top = [*view.revealed, *(card for card, _ in view.known_top)]
            if (known, top) != (rememberer.hands, rememberer.top[::-1]):
                return f"game {seed}, ply {position.ply}, viewer {viewer}", found
            found += any(part.remembered for part in view.seats) + len(view.known_top)
    return "", found


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_a_view_knows_what_its_viewer_was_shown(ruleset: Ruleset) -> None:
    """All that follows from what the viewer was told is known, and nothing else."""
    found = 0
    for seed in range(max(times(6, 60), GAMES // 3)):
        difference, more = first_difference(ruleset, seed)
        assert difference == ""
        found += more
    assert found or ruleset.hands_open


def _knows_what_all_know(p: Position, viewer: Viewer) -> View:
    other = p.copy()
    other.seen = tuple((turn, -1, cards) for turn, _, cards in p.seen)
    return observe(other, viewer)


def _forgets(p: Position, viewer: Viewer) -> View:
    other = p.copy()
    other.seen = p.seen[-2:]
    return observe(other, viewer)


@pytest.mark.parametrize("look", [_knows_what_all_know, _forgets])
def test_a_view_that_knows_more_or_less_is_found(look: Look) -> None:
    assert any(first_difference(PRESETS["cutthroat"], seed, look)[0] for seed in range(20))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_what_only_others_know_changes_no_view(ruleset: Ruleset) -> None:
    for position, _ in told_steps(ruleset, 5):
        for viewer in (*range(ruleset.seats), None):
            other = position.copy()
            bit = 1 << (ruleset.seats if viewer is None else viewer)
            other.seen = tuple(seen for seen in position.seen if seen[1] & bit)
            assert observe(other, viewer) == observe(position, viewer)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_a_guess_has_every_known_card_in_its_place(ruleset: Ruleset) -> None:
    rng = random.Random(1)
    for position, _ in told_steps(ruleset, 7):
        for viewer in (*range(ruleset.seats), None):
            view = observe(position, viewer)
            guess = determinize(view, rng.randbytes(8))
            assert all(
                guess.hands[n] >> card & 1 for n, s in enumerate(view.seats) for card in s.known
            )
            again = observe(guess, viewer)
            assert (again.seats, again.known_top) == (view.seats, view.known_top)


def test_a_game_played_again_is_remembered_alike() -> None:
    before = "P0 hand 9C 3C; P1 hand 8D 2C court KD; scrap QH"
    actions = "oneoff 9C>KD; royal 8D; oneoff 3C; take QH; draw"
    one, other = (play_out("standard", before, actions) for _ in range(2))
    assert one.seen == other.seen
    assert observe(one, 0) == observe(other, 0)
    assert observe(parse_position("standard; P0 hand 3C"), 0).known_top == ()
