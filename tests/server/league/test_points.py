"""Points of weeks, standings, and who enters the championship."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial

import pytest

from server.league.ratings import LeagueError
from server.league.seasons import Match, play_matches
from server.league.standings import (
    Standing,
    Ties,
    cut,
    league_lot,
    shared_places,
    standings,
    week_points,
    week_scores,
)
from tests.server.league.games import SEASON, at, games

WEEKS = {
    "L01": ((5, 5, 3, 2, 0), (5, 5, 3, 2, 1)),
    "L02": ((4, 2, 1, 1, 0), (5, 4, 3, 3, 1)),
    "L03": ((1, 0), (5, 1)),
    "two lead, one has the third place": ((5, 5, 3, 2), (5, 5, 3, 2)),
    "two are second": ((5, 3, 3, 2), (5, 4, 4, 2)),
    "three lead": ((5, 5, 5, 3), (5, 5, 5, 2)),
    "two are third": ((5, 3, 2, 2, 1), (5, 4, 3, 3, 2)),
    "no third place for a loser": ((2, 1, 0, 0), (5, 4, 1, 1)),
    "everybody level": ((1, 1, 1, 1), (5, 5, 5, 5)),
    "nobody": ((), ()),
}


@pytest.mark.parametrize("case", WEEKS)
def test_points_of_a_week(case: str) -> None:
    wins, points = WEEKS[case]
    by_name = {f"p{number}": number_of for number, number_of in enumerate(wins)}
    got = week_points(by_name, by_name.keys())
    assert tuple(got[name] for name in by_name) == points


def test_who_is_not_among_the_winners_played_without_a_win() -> None:
    assert week_points({"ann": 1}, {"ann", "bob"}) == {"ann": 5, "bob": 1}


def _matches(*results: str) -> tuple[Match, ...]:
    """Play matches, each won two to nothing: ``3 ann-bob`` for one that Ann won in week 3."""
    lines = []
    for number, result in enumerate(results, 1):
        week, pair = result.split()
        winner = pair.split("-")[0]
        lines += [f"{week}+{number} {pair} {winner}", f"{week}+{number}.5 {pair} {winner}"]
    return play_matches(SEASON, games(*lines)).matches


def test_scores_of_a_week_count_decided_matches_alone() -> None:
    played = games(
        *("1 ann-bob ann", "1 ann-bob ann", "1 cat-bob bob", "1 cat-bob bob"),
        *("1 dan-eve dan", "2 ann-bob bob"),
    )
    matches = play_matches(SEASON, played).matches
    scores = [
        (each.player, each.wins, each.losses, each.points, each.place)
        for each in week_scores(matches, 1)
    ]
    assert scores == [("ann", 1, 0, 5, 1), ("bob", 1, 1, 5, 1), ("cat", 0, 1, 1, None)]
    assert week_scores(matches, 2) == ()


def test_standings_add_the_weeks_and_rank_by_points_then_wins() -> None:
    table = standings(SEASON, _matches("1 ann-bob", "1 ann-cat", "2 bob-ann", "13 cat-ann"))
    assert [(each.place, each.player, each.points, each.wins, each.losses) for each in table] == [
        (1, "ann", 7, 2, 2),
        (2, "bob", 6, 1, 1),
        (2, "cat", 6, 1, 1),
    ]
    assert table[0].weeks == (5, 1, *[0] * 10, 1)


def test_more_wins_are_better_among_those_level_on_points() -> None:
    # Zoe and Ann both have 5 points, but Zoe won two matches in her week
    table = standings(SEASON, _matches("1 zoe-p", "1 zoe-q", "2 ann-p"))
    assert [(each.place, each.player, each.points) for each in table][:2] == [
        (1, "zoe", 5),
        (2, "ann", 5),
    ]


def test_wins_break_a_tie_on_points_and_shared_places_are_left_out() -> None:
    table = standings(
        SEASON,
        _matches(
            *(f"1 ann-{other}" for other in ("p", "q", "r", "s", "t")),
            *(f"1 bob-{other}" for other in ("p", "q", "r", "s", "t")),
            *("2 cat-ann", "2 cat-p", "2 cat-q", "2 ann-r", "2 ann-s", "2 bob-r", "2 bob-s"),
        ),
    )
    assert [(each.place, each.points, each.wins) for each in table][:4] == [
        (1, 9, 7),
        (1, 9, 7),
        (3, 5, 3),
        (4, 2, 0),
    ]
    assert [each.player for each in table] == ["ann", "bob", "cat", "p", "q", "r", "s", "t"]
    assert [each.place for each in table[3:]] == [4, 4, 4, 4, 8]


def test_level_players_share_a_place() -> None:
    """L08: two with 9 points and 7 wins, then 6, 5 and 4 points."""
    totals = [(9, 7), (5, 9), (9, 7), (6, 1), (4, 2)]
    assert shared_places([(-points, -wins) for points, wins in totals]) == [1, 4, 1, 3, 5]


def _level(*players: str, losses: Sequence[int] = ()) -> list[Standing]:
    """Return standings in which all but the first player are level."""
    numbers = losses or [0] * len(players)
    return [
        Standing(min(place, 2), player, 20 if place == 1 else 9, 9, lost, ())
        for place, (player, lost) in enumerate(zip(players, numbers, strict=True), 1)
    ]


def test_the_cut_takes_the_first_in_order() -> None:
    table = standings(SEASON, _matches("1 ann-bob", "1 ann-cat", "2 bob-cat", "3 bob-dan"))
    chosen = cut(table, (), 3)
    assert (chosen.entrants, chosen.level) == (("bob", "ann", "cat"), ())
    assert cut(table, (), 8).entrants == ("bob", "ann", "cat", "dan")


def test_matches_among_the_tied_come_first() -> None:
    table = _level("top", "ann", "bob", "cat", losses=(0, 1, 5, 6))
    chosen = cut(
        table,
        _matches(
            "1 cat-bob", "1 bob-ann", "2 cat-bob", "3 ann-top", *[f"{n} ann-z" for n in (4, 5, 6)]
        ),
        2,
    )
    assert (chosen.entrants, chosen.level) == (("top", "cat"), ())


def test_then_fewer_losses_then_a_play_off_then_a_lot() -> None:
    assert cut(_level("top", "ann", "bob", losses=(0, 2, 1)), (), 2).entrants == ("top", "bob")
    table = _level("top", "ann", "bob", "cat")
    assert cut(table, (), 2).level == ("ann", "bob", "cat")
    bob_wins = (("bob", "ann"), ("bob", "cat"))
    chosen = cut(table, (), 2, ties=Ties(bob_wins))
    assert (chosen.entrants, chosen.level) == (("top", "bob"), ())
    chosen = cut(table, (), 3, ties=Ties(bob_wins, ("cat", "ann")))
    assert chosen.entrants == ("top", "bob", "cat")
    chosen = cut(table, (), 2, ties=Ties(lot=("cat", "ann", "bob")))
    assert (chosen.entrants, chosen.level) == (("top", "cat"), ())


@pytest.mark.parametrize(
    ("ties", "why"),
    [
        (Ties(lot=("top", "ann")), "top is level with nobody"),
        (Ties(lot=("ann", "zoe")), "zoe is level with nobody|ann is level with bob"),
        (Ties(lot=("ann", "bob")), "ann is level with cat: draw the lot among all who are"),
        (Ties(lot=("ann", "bob", "ann", "cat")), "the lot names ann twice"),
        (Ties((("top", "ann"),)), "top and ann are not level"),
        (Ties((("ann", "zoe"),)), "ann and zoe are not level"),
        (Ties((("ann", "ann"),)), "ann and ann are not level"),
        (Ties((("ann", "bob"), ("bob", "ann"))), "bob and ann have one play-off, not two"),
        (Ties((("bob", "ann"), ("bob", "cat")), ("bob", "ann", "cat")), "bob is level with nobody"),
    ],
)
def test_only_level_players_are_parted_by_a_play_off_or_a_lot(ties: Ties, why: str) -> None:
    with pytest.raises(LeagueError, match=why):
        cut(_level("top", "ann", "bob", "cat"), (), 2, ties=ties)


def test_nothing_is_decided_among_players_who_do_not_enter() -> None:
    for ties in (Ties(lot=("ann", "bob", "cat")), Ties((("ann", "bob"),))):
        with pytest.raises(LeagueError, match="ann does not enter"):
            cut(_level("top", "ann", "bob", "cat"), (), 1, ties=ties)


def test_the_league_s_own_lot_seeds_level_players_who_all_enter() -> None:
    table = _level("top", "ann", "bob", "cat")
    lots = {
        id: cut(table, (), 4, ties=Ties(drawn=partial(league_lot, id)))
        for id in ("2026-clubs", "2026-diamonds", "2026-hearts")
    }
    assert {each.level for each in lots.values()} == {()}
    assert all(each.drawn == (each.entrants[1:],) for each in lots.values())
    assert len({each.entrants for each in lots.values()}) > 1, "nobody is ahead each time"
    # Anybody can draw it again: printf '2026-clubs ann' | sha256sum
    assert league_lot("2026-clubs", "ann") == (hashlib.sha256(b"2026-clubs ann").hexdigest())


def test_level_players_inside_the_border_or_beyond_decide_nothing() -> None:
    table = _level("top", "ann", "bob", "cat")
    assert cut(table, (), 4).level == ()
    assert cut(table, (), 1).level == ()


def test_a_declined_seed_passes_down() -> None:
    table = standings(SEASON, _matches("1 ann-bob", "1 ann-cat", "2 bob-cat", "3 bob-dan"))
    assert cut(table, (), 2, declined={"bob"}).entrants == ("ann", "cat")
    level = _level("top", "ann", "bob", "cat")
    assert cut(level, (), 3, declined={"ann"}).level == ()


def test_a_season_knows_its_weeks() -> None:
    assert (SEASON.name, SEASON.end) == ("Clubs 2026", at(14, 0))
    assert [SEASON.week(at(week, 0)) for week in (0, 1, 2, 13, 14)] == [None, 1, 2, 13, None]
    assert SEASON.week(at(2, -0.001)) == 1
