"""Double elimination: who meets whom, who is out, and the places."""

from __future__ import annotations

import random
from collections import Counter
from functools import reduce

import pytest

from engine.errors import CuttleError
from server.league.brackets import Bracket, BracketEvent
from server.league.ratings import LeagueError

NAMES = (
    *("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"),
    *("ivy", "jon", "kim", "lea", "max", "ned", "oda", "pam"),
)


def _pairs(bracket: Bracket) -> list[str]:
    return ["-".join(match.players) for match in bracket.open]


def _play(bracket: Bracket, results: str) -> Bracket:
    """Play matches, given as ``ann-bob`` for one that Ann won."""
    for result in results.split():
        winner, _, loser = result.partition("-")
        bracket = bracket.beat(winner, loser)
    return bracket


FIRST_ROUNDS = {
    2: ["ann-bob"],
    3: ["bob-cat"],
    4: ["ann-dan", "bob-cat"],
    5: ["dan-eve", "bob-cat"],
    6: ["dan-eve", "cat-fay"],
    8: ["ann-hal", "dan-eve", "bob-gus", "cat-fay"],
    12: ["hal-ivy", "eve-lea", "gus-jon", "fay-kim"],
    16: [
        *("ann-pam", "hal-ivy", "dan-max", "eve-lea"),
        *("bob-oda", "gus-jon", "cat-ned", "fay-kim"),
    ],
}


@pytest.mark.parametrize("number", FIRST_ROUNDS)
def test_seeds_meet_as_usual_and_the_best_have_byes(number: int) -> None:
    assert _pairs(Bracket.of(NAMES[:number])) == FIRST_ROUNDS[number]


def test_four_players_to_the_end() -> None:
    bracket = _play(Bracket.of(NAMES[:4]), "ann-dan bob-cat")
    assert _pairs(bracket) == ["ann-bob", "dan-cat"]
    bracket = _play(bracket, "dan-cat ann-bob")
    assert _pairs(bracket) == ["dan-bob"]
    assert bracket.places == ((4, "cat"),)
    bracket = _play(bracket, "bob-dan")
    assert _pairs(bracket) == ["ann-bob"]
    bracket = _play(bracket, "ann-bob")
    assert bracket.champion == "ann"
    assert bracket.places == ((1, "ann"), (2, "bob"), (3, "dan"), (4, "cat"))
    assert (len(bracket.matches), bracket.open) == (6, ())


def test_the_final_is_played_again_if_the_unbeaten_player_loses_it() -> None:
    bracket = _play(Bracket.of(NAMES[:4]), "ann-dan bob-cat dan-cat ann-bob bob-dan bob-ann")
    assert bracket.champion == ""
    assert [(match.side, match.round, match.players) for match in bracket.open] == [
        ("final", 2, ("ann", "bob"))
    ]
    assert _play(bracket, "ann-bob").places[:2] == ((1, "ann"), (2, "bob"))
    assert _play(bracket, "bob-ann").places[:2] == ((1, "bob"), (2, "ann"))


def test_losers_cross_over_to_the_other_half() -> None:
    bracket = _play(Bracket.of(NAMES[:8]), "ann-hal dan-eve bob-gus cat-fay")
    assert _pairs(bracket) == ["ann-dan", "bob-cat", "hal-eve", "gus-fay"]
    bracket = _play(bracket, "ann-dan bob-cat hal-eve gus-fay")
    assert _pairs(bracket) == ["hal-cat", "gus-dan", "ann-bob"]


def test_level_players_are_placed_by_their_seeds() -> None:
    bracket = _play(
        Bracket.of(NAMES[:8]),
        "hal-ann dan-eve bob-gus cat-fay eve-ann gus-fay hal-dan bob-cat cat-eve",
    )
    assert bracket.places == ((7, "ann"), (8, "fay"))  # the other match of the round is not over
    bracket = _play(bracket, "gus-dan")
    assert bracket.places == ((5, "dan"), (6, "eve"), (7, "ann"), (8, "fay"))


def test_byes_leave_no_matches_in_the_losers_bracket_either() -> None:
    bracket = _play(Bracket.of(NAMES[:5]), "eve-dan bob-cat")
    assert _pairs(bracket) == ["ann-eve", "dan-cat"]
    assert [match.round for match in bracket.matches if match.side == "losers"] == [1, 2, 3]


def _random_event(bracket: Bracket, chance: random.Random) -> BracketEvent:
    match = chance.choice(bracket.open)
    one, other = chance.sample(match.players, 2)
    staying = [player for player in bracket.entrants if player not in bracket.withdrawn]
    if chance.random() < 0.1:
        return BracketEvent("no-show", one)
    if chance.random() < 0.05:
        lost = Counter(match.loser for match in bracket.matches)
        return BracketEvent("withdrawal", chance.choice([p for p in staying if lost[p] < 2]))
    return BracketEvent("beat", one, other)


@pytest.mark.slow
@pytest.mark.parametrize("number", [*range(2, 33), 47, 63, 64])
@pytest.mark.parametrize("seed", range(4))
def test_random_play_ends_with_one_champion_and_all_others_beaten_twice(
    number: int, seed: int
) -> None:
    chance = random.Random(seed * 1000 + number)
    names = tuple(f"p{seed:02}" for seed in range(number))
    bracket, events = Bracket.of(names), []
    while not bracket.champion:
        events.append(_random_event(bracket, chance))
        bracket = bracket.apply(events[-1])
        busy = [player for match in bracket.open for player in match.players]
        assert len(busy) == len(set(busy))
    lost = Counter(match.loser for match in bracket.matches)
    assert lost.pop(bracket.champion, 0) == len(bracket.matches) - (2 * number - 2)
    assert lost == dict.fromkeys({*names} - {bracket.champion}, 2)
    assert len(bracket.matches) in (2 * number - 2, 2 * number - 1)
    assert [place for place, _ in bracket.places] == [*range(1, number + 1)]
    assert {player for _, player in bracket.places} == {*names}
    assert bracket.places[0][1] == bracket.champion
    assert reduce(Bracket.apply, events, Bracket.of(names)) == bracket


@pytest.mark.parametrize("number", range(2, 33))
def test_places_are_settled_from_the_last_on_and_never_change(number: int) -> None:
    chance = random.Random(number)
    bracket = Bracket.of([f"p{seed:02}" for seed in range(number)])
    before = bracket.places
    while not bracket.champion:
        bracket = bracket.apply(_random_event(bracket, chance))
        assert bracket.places[len(bracket.places) - len(before) :] == before
        before = bracket.places


@pytest.mark.slow
@pytest.mark.parametrize("number", [8, 16, 32])
def test_nobody_meets_again_in_the_first_half_of_the_losers_bracket(number: int) -> None:
    for seed in range(50):
        chance = random.Random(seed)
        bracket = Bracket.of([f"p{seed:02}" for seed in range(number)])
        while not bracket.champion:
            winner, loser = chance.sample(chance.choice(bracket.open).players, 2)
            bracket = bracket.beat(winner, loser)
        losers = [match for match in bracket.matches if match.side == "losers"]
        half = max(match.round for match in losers) // 2
        early = [match for match in losers if match.round <= half]
        early += [match for match in bracket.matches if match.side == "winners"]
        assert len({frozenset(match.players) for match in early}) == len(early)


def test_who_does_not_come_loses_the_match_and_plays_on() -> None:
    bracket = Bracket.of(NAMES[:4]).no_show("ann")
    assert (bracket.matches[0].winner, bracket.matches[0].result) == ("dan", bracket.results[1])
    assert bracket.results[1].why == "no-show"
    assert _pairs(_play(bracket, "bob-cat")) == ["dan-bob", "ann-cat"]


def test_who_withdraws_loses_everything_to_come() -> None:
    bracket = _play(Bracket.of(NAMES[:4]), "ann-dan").withdraw("ann")
    assert _pairs(bracket) == ["bob-cat"]
    bracket = _play(bracket, "bob-cat")  # and wins against Ann without playing
    assert [match.result.why for match in bracket.matches if match.result] == [
        *("played", "played", "withdrawn")
    ]
    assert _pairs(bracket) == ["dan-cat"]
    bracket = _play(bracket, "cat-dan")
    assert (bracket.places, _pairs(bracket)) == (((3, "ann"), (4, "dan")), ["bob-cat"])


def test_if_both_withdraw_the_better_seed_stands_in() -> None:
    bracket = Bracket.of(NAMES[:4]).withdraw("bob").withdraw("ann")
    assert [match.winner for match in bracket.matches] == ["dan", "cat", "", "ann", "", ""]
    bracket = _play(bracket, "dan-cat")
    assert (bracket.places, _pairs(bracket)) == (((3, "ann"), (4, "bob")), ["dan-cat"])


def test_a_result_can_say_the_games_won() -> None:
    bracket = Bracket.of(NAMES[:2]).beat("bob", "ann", wins=(2, 1), why="corrected")
    assert (bracket.results[1].wins, bracket.results[1].why) == ((2, 1), "corrected")


def _refused(bracket: Bracket, event: BracketEvent) -> str:
    with pytest.raises(LeagueError) as caught:
        bracket.apply(event)
    return str(caught.value)


@pytest.mark.parametrize(
    ("played", "event", "why"),
    [
        ("", "beat ann bob", "ann and bob do not meet now: ann meets dan; bob meets cat"),
        ("", "beat ann zoe", "zoe is not an entrant"),
        ("", "beat zoe ann", "zoe is not an entrant"),
        ("", "beat ann ann", "ann cannot play against themselves"),
        (
            "ann-dan",
            "beat ann bob",
            "ann and bob do not meet now: ann waits for the winner of match 2; bob meets cat",
        ),
        (
            "ann-dan bob-cat dan-cat",
            "beat cat dan",
            "cat and dan do not meet now: cat is out; dan waits for the loser of match 3",
        ),
        ("ann-dan", "no-show ann", "ann waits for the winner of match 2, so no match was missed"),
        ("ann-dan", "no-show zoe", "zoe is not an entrant"),
        ("ann-dan bob-cat dan-cat", "withdrawal cat", "cat is out: nothing to withdraw from"),
        (
            "ann-dan bob-cat dan-cat ann-bob bob-dan ann-bob",
            "beat ann bob",
            "it is over: ann is the champion",
        ),
        (
            "ann-dan bob-cat dan-cat ann-bob bob-dan ann-bob",
            "withdrawal bob",
            "it is over: ann is the champion: nothing to withdraw from",
        ),
    ],
)
def test_what_cannot_happen_is_explained(played: str, event: str, why: str) -> None:
    kind, player, *other = event.split()
    wrong = BracketEvent(kind, player, *other)  # type: ignore[arg-type]
    assert _refused(_play(Bracket.of(NAMES[:4]), played), wrong) == why


def test_nobody_withdraws_twice() -> None:
    bracket = Bracket.of(NAMES[:8]).withdraw("ann")
    assert (
        _refused(bracket, BracketEvent("withdrawal", "ann"))
        == "ann has withdrawn: nothing to withdraw from"
    )


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["ann"], "a bracket needs 2 to 64 players, not 1"),
        ([f"p{number}" for number in range(65)], "a bracket needs 2 to 64 players, not 65"),
        (["ann", "bob", "ann"], "ann is entered twice"),
    ],
)
def test_entrants_that_make_no_bracket(names: list[str], why: str) -> None:
    with pytest.raises(CuttleError) as caught:
        Bracket.of(names)
    assert str(caught.value) == why
