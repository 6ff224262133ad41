"""The matches of stored games, read from what is stored of each."""

from __future__ import annotations

import pytest

from engine.record.match import MatchStanding, PlayedGame, standings
from engine.record.record import GivenUp, GivingUp

PAIR = ("ana", "bob")
TWO = "standard+first-to-2"
Told = tuple[tuple[int, ...], tuple[int, ...]]


def played(
    winners: tuple[int, ...] | None,
    number: int = 0,
    *,
    table: str = "",
    rules: str = TWO,
    given_up: GivenUp = (),
) -> PlayedGame:
    return PlayedGame(rules, PAIR, winners, given_up, table, number)


def told(*games: PlayedGame) -> list[Told | None]:
    return [None if one is None else (one.score, one.winners) for one in standings(games)]


def test_a_match_is_counted_to_its_end_and_another_begins() -> None:
    winners: list[tuple[int, ...] | None] = [(0,), (), None, (1,), (0,), (1,)]
    numbered = [played(who, number) for number, who in enumerate(winners, 1)]
    drawn = unfinished = ((1, 0), ())
    expected = [((1, 0), ()), drawn, unfinished, ((1, 1), ()), ((2, 1), (0,)), ((0, 1), ())]
    assert told(*numbered) == expected
    assert told(*(game._replace(table="t", number=0) for game in numbered)) == expected


def test_games_of_two_tables_are_told_apart() -> None:
    anew = [played((0,), 1), played((0,), 1), played((1,), 2)]
    assert told(*anew) == [((1, 0), ()), ((1, 0), ()), ((1, 1), ())]
    mixed = [played((0,), table="a"), played((1,), table="b"), played((0,), table="a")]
    assert told(*mixed) == [((1, 0), ()), ((0, 1), ()), ((2, 0), (0,))]


def test_nothing_is_said_of_a_match_whose_first_games_are_missing() -> None:
    assert told(played((0,), 3), played((0,), 4), played((1,))) == [None, None, None]
    single, later = played((0,), 1, rules="standard"), played((0,), 1, rules="unheard-of")
    assert told(single, later) == [None, None]


@pytest.mark.parametrize(
    ("how", "won"), [("left", (0,)), ("absent", (0,)), ("conceded", ()), ("time", ())]
)
def test_who_leaves_for_good_has_lost_the_match(how: GivingUp, won: tuple[int, ...]) -> None:
    assert told(played((0,), 1, given_up=((1, how),))) == [((1, 0), won)]


def test_who_leaves_between_two_games_has_lost_the_match() -> None:
    games = [played((1,), 1)._replace(left=(1, 0)), played((0,), 1), played((0,), 2)]
    assert told(*games) == [((0, 1), (0,)), ((1, 0), ()), ((2, 0), (0,))]


def test_partners_share_what_they_have_won() -> None:
    four = PlayedGame("team+first-to-2", (*PAIR, "cyd", "dot"), (1, 3), number=1)
    (standing,) = standings([four])
    assert standing == MatchStanding((0, 1, 0, 1), (), (0, 1, 0, 1))
    assert standing.by_side(3) == (([1, 3], 1), ([0, 2], 0))
