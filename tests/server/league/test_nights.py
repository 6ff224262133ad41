"""Play nights as a fold: every format ends, nobody plays twice at a time, replays agree."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from server.league.night_results import (
    FORMATS,
    Closed,
    Format,
    Joined,
    Left,
    MatchEnded,
    MatchStarted,
    NightEvent,
    Opened,
    Reopened,
    RoundPaired,
    Started,
    night_event_text,
    parse_night_event,
)
from server.league.nights import (
    MOST,
    Night,
    NightError,
    is_over,
    night_of,
    rounds_for,
    to_pair,
    update,
)
from tests.whole import takes_longer, times

PLAN = Opened(0.0, "host", "swiss", "standard", "quick", minutes=30)


class Evening:
    """A night that is played by chance."""

    def __init__(self, format: Format, players: int, chaos: random.Random) -> None:
        self.chaos = chaos
        self.now = 0.0
        self.events: list[NightEvent] = []
        plan = replace(PLAN, format=format)
        self.night = Night(plan)
        self.events.append(plan)
        names = [f"p{number:02}" for number in range(players)]
        for name in names:
            self.post(Joined(name))
        chaos.shuffle(names)
        self.post(Started(0.0, tuple(names), rounds_for(plan, players)))

    def post(self, event: NightEvent) -> None:
        """Let something happen."""
        self.night = update(self.night, event)
        self.events.append(event)
        at_tables = [name for match in self.night.playing for name in match.players]
        assert len(at_tables) == len(set(at_tables))
        assert not {*at_tables} & {*self.night.waiting}
        if self.night.started is not None:
            assert {*at_tables, *self.night.waiting} >= {*self.night.here}

    def play(self, *, chaotic: bool) -> Night:
        """Play it to its end."""
        for _ in range(20_000):
            self.now += 20.0
            pairings = to_pair(self.night, self.now)
            if pairings:
                pairs = tuple((each.round, each.first, each.second) for each in pairings)
                self.post(RoundPaired(self.now, pairs))
            elif is_over(self.night, self.now):
                self.post(Closed(self.now))
                return self.night
            else:
                self._go_on(chaotic=chaotic)
        raise AssertionError("the night does not end")

    def _go_on(self, *, chaotic: bool) -> None:
        chaos, playing = self.chaos, self.night.playing
        if chaotic and chaos.random() < 0.1 and self.night.here:
            self.post(Left(chaos.choice(self.night.here), chaos.random() < 0.3))
        elif chaotic and chaos.random() < 0.1:
            name = f"p{chaos.randrange(70):02}"
            if self.night.may_join(name):
                self.post(Joined(name))
        elif playing:
            self._end(chaos.choice(playing).number, chaotic=chaotic)

    def _end(self, number: int, *, chaotic: bool) -> None:
        match, chaos = self.night.matches[number - 1], self.chaos
        if not match.table:
            self.post(MatchStarted(number, f"table{number}"))
        winners = [*match.players, ""] if chaotic else [*match.players]
        why = chaos.choice(("played", "played", "no-show", "void")) if chaotic else "played"
        winner = "" if why == "void" else chaos.choice(winners)
        self.post(MatchEnded(number, winner, why))  # type: ignore[arg-type]


@settings(max_examples=times(15, 40))
@given(st.sampled_from(FORMATS), st.integers(2, 64), st.randoms(use_true_random=False))
@takes_longer
def test_every_night_ends_and_its_journal_gives_it_back(
    format: Format, players: int, chaos: random.Random
) -> None:
    if format == "round-robin":
        players = 2 + players % 12
    evening = Evening(format, players, chaos)
    night = evening.play(chaotic=True)
    assert night.state == "over"
    assert all(match.why for match in night.matches)
    assert night_of(evening.events) == night
    texts = [night_event_text(event) for event in evening.events]
    assert [parse_night_event(text) for text in texts] == evening.events


@pytest.mark.slow
@settings(max_examples=times(15, 40))
@given(st.integers(2, 64), st.randoms(use_true_random=False))
def test_a_swiss_night_has_as_many_rounds_as_it_needs(players: int, chaos: random.Random) -> None:
    night = Evening("swiss", players, chaos).play(chaotic=False)
    assert night.round == night.rounds == rounds_for(replace(PLAN, format="swiss"), players)
    met = [frozenset(match.players) for match in night.matches if match.why != "bye"]
    assert len(met) == len(set(met))
    for number in range(1, night.rounds + 1):
        names = [n for m in night.matches if m.pairing.round == number for n in m.players]
        assert sorted(names) == sorted(night.here)


@settings(max_examples=times(15, 40))
@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_in_a_round_robin_everybody_meets_everybody_once(
    players: int, chaos: random.Random
) -> None:
    night = Evening("round-robin", players, chaos).play(chaotic=False)
    met = [frozenset(match.players) for match in night.matches]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    assert night.round == night.rounds


@pytest.mark.slow
@settings(max_examples=times(15, 40))
@given(st.integers(2, 64), st.randoms(use_true_random=False))
def test_who_loses_twice_is_out_of_a_double_elimination(players: int, chaos: random.Random) -> None:
    night = Evening("double-elimination", players, chaos).play(chaotic=False)
    assert night.bracket is not None
    assert night.winner == night.bracket.champion != ""
    for player in night.here:
        lost = sum(player in m.players and m.winner != player for m in night.matches)
        assert lost == 2 or (player == night.winner and lost < 2)


@pytest.mark.slow
@settings(max_examples=times(15, 40))
@given(st.integers(3, 20), st.randoms(use_true_random=False))
def test_an_arena_pairs_until_its_time_is_up(players: int, chaos: random.Random) -> None:
    night = Evening("arena", players, chaos).play(chaotic=False)
    assert night.closed is not None
    assert night.closed.at >= 30 * 60
    assert all(match.paired < 30 * 60 for match in night.matches)
    assert len(night.matches) > players


def _joined(*names: str, format: Format = "swiss") -> Night:
    night = Night(replace(PLAN, format=format))
    for name in names:
        night = update(night, Joined(name))
    return night


def _begun(*names: str, format: Format = "swiss", rounds: int = 0) -> Night:
    night = _joined(*names, format=format)
    night = update(night, Started(0.0, names, rounds or rounds_for(night.plan, len(names))))
    pairs = tuple((each.round, each.first, each.second) for each in to_pair(night, 0.0))
    return update(night, RoundPaired(1.0, pairs))


def test_late_comers_are_paired_in_the_next_round() -> None:
    night = _begun("ann", "bob")
    assert night.may_join("cy")
    night = update(night, Joined("cy"))
    assert to_pair(night, 2.0) == ()
    assert not _begun("ann", "bob", format="round-robin").may_join("cy")
    assert not _begun("ann", "bob", format="double-elimination").may_join("cy")


def test_who_leaves_loses_the_match_and_who_is_barred_stays_away() -> None:
    night = _begun("ann", "bob")
    night = update(night, Left("ann", barred=True))
    assert [(match.winner, match.why) for match in night.matches] == [("bob", "withdrew")]
    assert not night.may_join("ann")
    again = update(_begun("ann", "bob"), Left("ann"))
    assert again.may_join("ann")
    assert update(again, Joined("ann")).here == ("ann", "bob")


def test_who_leaves_before_the_start_was_never_there() -> None:
    night = update(_joined("ann", "bob"), Left("ann"))
    assert [each.player for each in night.players] == ["bob"]


def test_a_match_that_nobody_comes_to_counts_for_nobody() -> None:
    night = update(_begun("ann", "bob"), MatchEnded(1, "", "no-show"))
    assert night.results == ()
    assert [line.points for line in night.standings] == [0, 0]


def test_a_draw_counts_in_a_swiss_and_is_played_again_in_a_double_elimination() -> None:
    swiss = update(_begun("ann", "bob"), MatchEnded(1, ""))
    assert [line.draws for line in swiss.standings] == [1, 1]
    double = _begun("ann", "bob", format="double-elimination")
    first = double.matches[0].players
    double = update(double, MatchEnded(1, ""))
    (again,) = to_pair(double, 2.0)
    assert (again.second, again.first) == first


def test_ending_a_night_early_voids_what_is_played() -> None:
    night = update(_begun("ann", "bob"), Closed(9.0))
    assert (night.state, night.matches[0].why, night.winner) == ("over", "void", "")


def test_ending_a_night_early_makes_nobody_win_by_a_bye() -> None:
    night = _begun("ann", "bob", "cy")
    bye = next(match.pairing.first for match in night.matches if match.why == "bye")
    assert update(night, Closed(9.0)).winner == ""
    (match,) = night.playing
    first = match.pairing.first
    night = update(night, MatchEnded(match.number, first))
    assert night.standings[0].player == bye, "the bye is worth more, as long as rounds follow"
    ended = update(night, Closed(9.0))
    assert (ended.early, ended.winner) == (True, first)
    assert {line.player: line.points for line in ended.standings}[bye] == 0


def test_a_night_that_was_played_to_its_end_counts_byes() -> None:
    night = _begun("ann", "bob", "cy", rounds=1)
    (match,) = night.playing
    night = update(night, MatchEnded(match.number, match.pairing.first))
    ended = update(night, Closed(9.0))
    assert not ended.early
    assert sorted(line.points for line in ended.standings) == [0, 2, 2]


def test_a_night_that_was_closed_goes_on_as_it_was() -> None:
    night = _begun("ann", "bob", "cy")
    again = update(update(night, Closed(9.0)), Reopened(10.0))
    assert again == night
    with pytest.raises(NightError):
        update(night, Reopened(10.0))


def _round_robin(*events: str) -> Night:
    """Play a round robin of a, b, c, d and e: ``a>b`` is a result, ``-a`` leaves."""
    night = _joined(*"abcde", format="round-robin")
    night = update(night, Started(0.0, tuple("abcde"), 5))
    for event in events:
        if event.startswith("-"):
            night = update(night, Left(event[1:]))
            continue
        night = update(night, RoundPaired(1.0, ((1, event[0], event[2]),)))
        night = update(night, MatchEnded(night.playing[0].number, event[0]))
    return night


def test_who_leaves_a_round_robin_before_half_of_it_has_not_played() -> None:
    night = _round_robin("a>e", "e>b", "a>b")
    assert {line.player: line.points for line in night.standings}["e"] == 2
    # e has played two of four games
    assert _round_robin("a>e", "e>b", "a>b", "-e").annulled == frozenset()
    night = _round_robin("a>e", "a>b", "c>d", "-e")
    assert night.annulled == {"e"}
    assert {line.player: line.points for line in night.standings} == {
        "a": 2,
        "c": 2,
        "b": 0,
        "d": 0,
    }


def test_who_leaves_a_round_robin_later_has_lost_the_games_that_are_left() -> None:
    night = _round_robin("e>a", "e>b", "a>b", "-e")
    standings = {line.player: (line.points, line.wins) for line in night.standings}
    assert standings == {"a": (2, 1), "b": (0, 0), "c": (2, 1), "d": (2, 1), "e": (4, 2)}
    assert night.rounds_left, "those who are here still meet"
    early = update(night, Closed(9.0))
    assert {line.player: line.points for line in early.standings}["c"] == 0


def test_who_is_left_alone_in_a_round_robin_has_won() -> None:
    night = _joined("ann", "bob", format="round-robin")
    night = update(night, Started(0.0, ("ann", "bob"), 1))
    night = update(night, RoundPaired(1.0, ((1, "ann", "bob"),)))
    night = update(update(night, Left("bob")), Closed(2.0))
    assert night.winner == "ann"


@pytest.mark.parametrize(
    "event",
    [
        PLAN,
        Joined("ann"),
        Left("cy"),
        Started(1.0, ("ann", "bob"), 1),
        RoundPaired(1.0, ((1, "ann", "bob"),)),
        MatchStarted(2, "table"),
        MatchEnded(1, "cy"),
    ],
)
def test_what_cannot_happen_is_refused(event: NightEvent) -> None:
    with pytest.raises(NightError):
        update(_begun("ann", "bob"), event)


def test_a_night_is_full_at_some_time() -> None:
    night = _joined(*(f"p{number}" for number in range(MOST)))
    assert not night.may_join("one more")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "left"}', '{"kind": "paired"}'])
def test_a_broken_journal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an event|Expecting"):
        parse_night_event(text)
