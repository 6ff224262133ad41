"""Rated games become matches and ratings, once each, however and whenever they are stored."""

from __future__ import annotations

import logging
import re
import threading
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from unittest.mock import ANY

import pytest

from server.league.ratings import LeagueError
from server.league.seasons import Season
from server.league.standings import league_lot
from server.league.store import pages, profiles, recompute as derive
from server.league.store.seasons import Draw
from server.league.store.tables import ratings as stored_ratings
from server.store.games import SOMEONE
from server.store.store import Store
from server.store.values import KeepGame, player_id
from tests.server.store.duels import (
    CLUBS,
    DAY,
    RULES,
    START,
    decided,
    duel,
    keep,
    met,
    people,
    untouched,
    with_season,
)

NOON = START + timedelta(hours=12)
MINUTE = timedelta(minutes=1)
LATER = START + 20 * 7 * DAY
_NOBODY = Draw()


def matches(store: Store, week: int = 1) -> list[tuple[str, str, tuple[int, int], str, str]]:
    """Return the matches of a week as players see them, at the end of all."""
    page = store.read(pages.week_page, CLUBS.id, week, LATER)
    assert page is not None
    found = (
        (*sorted((each.one, each.other)), tuple(sorted(each.wins)), each.winner, each.state)
        for each in page.matches
    )
    return sorted(found)  # type: ignore[arg-type]  # the stars hide the types


def points(store: Store) -> dict[str, tuple[int, int, int, int]]:
    """Return place, points, wins and losses of everybody in the season."""
    page = store.read(pages.season_page, CLUBS.id, LATER)
    assert page is not None
    return {line.name: (line.place, line.points, line.wins, line.losses) for line in page.standings}


def ratings(store: Store, pool: str = "live") -> dict[str, tuple[int, int]]:
    """Return rating and number of games of everybody."""
    return {line.name: (line.rating, line.games) for line in store.read(pages.top, pool)}


def test_the_first_to_win_two_games_wins_the_week_s_match(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    for number, winner in enumerate((ann, None, bob, ann)):
        keep(store, duel(f"g{number}", ann, bob, winner, NOON + number * DAY / 24))
    assert matches(store) == [("ann", "bob", (1, 2), "ann", "decided")]
    assert points(store) == {"ann": (1, 5, 1, 0), "bob": (2, 1, 0, 1)}
    assert {name: games for name, (_, games) in ratings(store).items()} == {"ann": 3, "bob": 3}
    assert untouched(store)


def test_a_game_after_the_decision_is_casual_and_rates_nobody(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, *(duel(f"g{n}", ann, bob, ann, NOON + n * DAY / 24) for n in range(2)))
    before = ratings(store)
    keep(store, duel("g3", ann, bob, bob, NOON + DAY))
    assert ratings(store) == before
    assert matches(store) == [("ann", "bob", (0, 2), "ann", "decided")]
    page = store.read(pages.week_page, CLUBS.id, 1, LATER)
    assert page is not None
    assert page.matches[0].games == ("g0", "g1")
    assert untouched(store)


def test_a_match_that_is_open_as_the_week_turns_is_void_and_the_next_begins(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    turn = START + 7 * DAY
    moment = timedelta(microseconds=1)
    keep(store, duel("g1", ann, bob, ann, turn - moment))
    keep(store, duel("g2", ann, bob, ann, turn), duel("g3", ann, bob, ann, turn + moment))
    assert matches(store, 1) == [("ann", "bob", (0, 1), "", "void")]
    assert matches(store, 2) == [("ann", "bob", (0, 2), "ann", "decided")]
    assert {name: games for name, (_, games) in ratings(store).items()} == {"ann": 3, "bob": 3}
    assert untouched(store)


def test_without_a_season_by_other_rules_or_against_a_guest_nothing_counts(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(
        store,
        duel("g1", ann, bob, ann, CLUBS.end),
        duel("g2", ann, bob, ann, START - DAY),
        duel("g3", ann, bob, ann, NOON, rated=False),
        duel("g4", ann, bob, ann, NOON, ruleset="standard/1+first-to-2"),
    )
    guest = duel("g5", ann, bob, ann, NOON)
    keep(store, replace(guest, players=(ann.id, None)))
    assert matches(store) == []
    assert ratings(store) == {}
    assert untouched(store)


def test_the_same_games_stored_again_change_nothing(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    rows = [duel(f"g{n}", ann, bob, ann, NOON + n * DAY / 24) for n in range(3)]
    keep(store, *rows)
    seen = matches(store), points(store), ratings(store)
    keep(store, *rows)
    keep(store, rows[1], rows[1])
    assert (matches(store), points(store), ratings(store)) == seen
    assert untouched(store)


def test_games_stored_late_count_in_the_order_in_which_they_ended(url: str) -> None:
    found: list[list[tuple[int, int]]] = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        store = with_season(Store.open(url)) if not found else Store.open(url)
        names = ("ann2", "bob2") if found else ("ann", "bob")
        ann, bob = people(store, *names)
        winners = (ann, bob, bob, ann)
        rows = [duel(f"{names[0]}{n}", ann, bob, winners[n], NOON + n * DAY / 24) for n in range(4)]
        for number in order:
            keep(store, rows[number])
        lines = ratings(store)
        found.append([lines[name] for name in names])
        assert untouched(store)
        store.close()
    assert found[0] == found[1]


def test_two_matches_of_one_pair_that_finish_at_once_count_once(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    first = [duel(f"a{n}", ann, bob, ann, NOON + n * DAY / 24) for n in range(2)]
    second = [duel(f"b{n}", ann, bob, bob, NOON + n * DAY / 24) for n in range(2)]
    start = threading.Barrier(2)

    def write(rows: list[KeepGame]) -> None:
        start.wait()
        for row in rows:
            store.write([row])

    threads = [
        threading.Thread(target=write, args=([KeepGame(row) for row in rows],))
        for rows in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [match[2:] for match in matches(store)] == [((1, 2), "ann", "decided")]
    assert untouched(store)


def test_games_of_a_batch_count_as_those_stored_one_by_one(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, *(duel(f"g{n}", ann, bob, (ann, bob)[n % 2], NOON) for n in range(5)))
    assert matches(store) == [("ann", "bob", (1, 2), "ann", "decided")]  # by id: ann, bob, ann
    assert {name: games for name, (_, games) in ratings(store).items()} == {"ann": 3, "bob": 3}
    assert untouched(store)


def test_correspondence_games_rate_in_their_own_pool_and_form_no_match(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, *(duel(f"g{n}", ann, bob, ann, NOON + n * DAY, pool="days") for n in range(3)))
    assert matches(store) == []
    assert ratings(store) == {}
    assert {name: games for name, (_, games) in ratings(store, "days").items()} == {
        "ann": 3,
        "bob": 3,
    }
    assert untouched(store)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("turns", "counts"),
    [
        ("", False),
        ("draw draw", False),
        ("draw draw draw", False),  # of one player only one turn
        ("draw draw draw draw", True),
        ("draw draw draw draw draw draw", True),
        ("points points points points", True),
        ("points royal points scuttle", True),
        ("points scuttle points jack", True),
        ("points scuttle royal oneoff", True),
    ],
)
def test_a_game_with_a_resident_that_nobody_played_rates_nobody(
    store: Store, turns: str, counts: bool, first: int
) -> None:
    with_season(store)
    (ann,) = people(store, "ann")
    played = tuple(turns.split())
    keep(store, met("g1", ann, "casual", START + DAY, won=False, turns=played, first=first))
    assert set(ratings(store, "live-bots")) == ({"computer casual", "ann"} if counts else set())
    assert untouched(store)


def test_a_game_with_a_resident_that_was_played_out_counts_however_short(store: Store) -> None:
    with_season(store)
    (ann,) = people(store, "ann")
    keep(store, replace(met("g1", ann, "casual", START + DAY, won=True, turns=()), why="goal"))
    assert set(ratings(store, "live-bots")) == {"computer casual", "ann"}


def test_between_people_who_gives_up_loses_however_early(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, bob, START + DAY))
    shown = {name: rating for name, (rating, _) in ratings(store).items()}
    assert shown["ann"] < 1500 < shown["bob"]


@pytest.mark.slow
def test_a_resident_stays_as_it_is_however_it_is_farmed(store: Store) -> None:
    """Throw-away accounts lose to it on purpose, and it was lifted before this was forbidden."""
    with_season(store)
    ann, *others = people(store, "ann", "bob", "cat", "dan")
    games = [
        met(f"g{number}", others[number % 3], "casual", NOON + number * MINUTE, won=False)
        for number in range(49)
    ]
    keep(store, *games[:5])
    before, _ = ratings(store, "live-bots")["computer casual"]
    _lift(store, "computer casual")
    keep(store, *games[5:], met("won", ann, "casual", NOON + DAY, won=True))
    after = ratings(store, "live-bots")
    assert after["computer casual"] == (before, 50)
    assert 1500 < after["ann"][0] <= 1531
    assert untouched(store)


def _lift(store: Store, player: str) -> None:
    """Store a rating as an older program may have left it."""
    lifted = stored_ratings.update().where(stored_ratings.c.player == player)
    with store._engine.begin() as connection:
        connection.execute(lifted.values(mu=60.0, sigma=1.0, shown=1935))


def test_the_plays_of_a_seat_are_counted_by_kind(store: Store) -> None:
    ann, bob = people(store, "ann", "bob")
    lines = ("draw", "points 3H", "draw", "oneoff 9C>KD", "draw", "decline", "draw", "concede@1")
    plays = "".join(f"{n}. P{(n - 1) % 2} {line} {{1}}\n" for n, line in enumerate(lines, 1))
    keep(store, replace(duel("g1", ann, bob, ann, NOON), record=f"head\n\n{plays}"))
    for person, favourites in ((ann, (("draw", 4),)), (bob, (("oneoff", 1), ("points", 1)))):
        seen = store.read(profiles.profile_for, person.name, "")
        assert seen is not None
        assert seen.profile.favourites == favourites


# corrections -------------------------------------------------------------------------------------


def test_a_correction_changes_the_match_the_standings_and_all_later_ratings(store: Store) -> None:
    with_season(store)
    ann, bob, cat = people(store, "ann", "bob", "cat")
    keep(
        store,
        duel("g1", ann, bob, ann, NOON),
        duel("g2", ann, bob, ann, NOON + DAY / 24),
        duel("g3", bob, cat, bob, NOON + DAY),
        duel("g4", bob, cat, bob, NOON + 2 * DAY),
    )
    seen = ratings(store)
    lines = store.correct(False, "g2", "bob", decided("result correct"))
    assert lines[0] == "game g2: won by bob, before: won by ann"
    assert "match of week 1: " in lines[1]
    assert any(line.startswith("ann: no place, before: place 1") for line in lines)
    assert matches(store)[0] == ("ann", "bob", (1, 1), "", "void")
    assert points(store) == {"bob": (1, 5, 1, 0), "cat": (2, 1, 0, 1)}
    assert ratings(store)["cat"] != seen["cat"], "who met bob later is rated by what bob was then"
    assert untouched(store)


def test_a_trial_says_what_would_change_and_changes_nothing(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, ann, NOON), duel("g2", ann, bob, ann, NOON + DAY))
    seen = matches(store), points(store), ratings(store), store.audit(9)
    tried = store.correct(True, "g2", "void", decided("result correct"))
    assert (matches(store), points(store), ratings(store), store.audit(9)) == seen
    assert store.correct(False, "g2", "void", decided("result correct")) == tried
    assert untouched(store)


def test_the_latest_correction_holds_and_a_void_game_can_come_back(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, ann, NOON), duel("g2", ann, bob, ann, NOON + DAY))
    seen = ratings(store)
    store.correct(False, "g1", "void", decided("result correct"))
    assert points(store) == {}
    store.correct(False, "g1", "stalemate", decided("result correct"))
    assert {games for _, games in ratings(store).values()} == {1}
    store.correct(False, "g1", "P0", decided("result correct"))
    assert ratings(store) == seen
    assert points(store) == {"ann": (1, 5, 1, 0), "bob": (2, 1, 0, 1)}
    assert untouched(store)


def test_a_correction_that_undoes_a_decision_lets_casual_games_count(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, *(duel(f"g{n}", ann, bob, ann, NOON + n * DAY) for n in range(3)))
    store.correct(False, "g0", "void", decided("result correct"))
    page = store.read(pages.week_page, CLUBS.id, 1, LATER)
    assert page is not None
    assert page.matches[0].games == ("g1", "g2")
    assert untouched(store)


def test_what_cannot_be_corrected_is_said(store: Store) -> None:
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, ann, NOON))
    with pytest.raises(LeagueError, match="there is no game g2"):
        store.correct(False, "g2", "void", decided())
    with pytest.raises(LeagueError, match="its players are ann, bob"):
        store.correct(False, "g1", "cat", decided())
    three = duel("g3", ann, bob, ann, NOON)
    names, players = (*three.names, "cat"), (*three.players, None)
    keep(store, replace(three, names=names, players=players))
    with pytest.raises(LeagueError, match="only a game of two"):
        store.correct(False, "g3", "ann", decided())
    keep(store, duel("g4", ann, bob, ann, NOON))
    for person in (ann, bob):
        store.delete_person(person.id)
    with pytest.raises(LeagueError, match="say P0 or P1"):
        store.correct(False, "g4", SOMEONE, decided())
    lines = store.correct(False, "g1", "P1", decided("result correct"))
    assert lines[1] == "it counts for no season: neither matches nor ratings change"


# seasons -----------------------------------------------------------------------------------------


def test_overlapping_seasons_are_refused(store: Store) -> None:
    with_season(store)
    for start in (START - DAY, START, CLUBS.end - DAY):
        other = Season("2026-diamonds", "diamonds", 2026, RULES, start)
        with pytest.raises(LeagueError, match=r"overlap Clubs 2026, which runs from 2026-01-05 to"):
            store.open_season(False, other, decided())
    with pytest.raises(LeagueError, match="already"):
        store.open_season(False, CLUBS, decided())
    store.open_season(False, Season("2026-diamonds", "diamonds", 2026, RULES, CLUBS.end), decided())
    assert [row.season.id for row in store.all_seasons()] == ["2026-diamonds", "2026-clubs"]


def test_a_season_takes_in_the_rated_games_that_are_stored_already(store: Store) -> None:
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, ann, NOON), duel("g2", ann, bob, ann, NOON + DAY))
    assert ratings(store) == {}
    lines = store.open_season(False, CLUBS, decided())
    assert lines[1].startswith("2 rated games")
    assert points(store) == {"ann": (1, 5, 1, 0), "bob": (2, 1, 0, 1)}
    assert untouched(store)


def test_a_season_is_closed_when_it_is_over_and_its_championship_seeded(store: Store) -> None:
    with_season(store)
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number, (one, other) in enumerate(((ann, bob), (ann, cat), (bob, cat))):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", one, other, one, NOON + number * DAY))
    with pytest.raises(LeagueError, match="runs until 2026-04-06"):
        store.close_season(False, CLUBS.id, _NOBODY, decided("season close", NOON))
    lines = store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    assert lines[2:] == ["seed 1: ann", "seed 2: bob", "seed 3: cat"]
    page = store.read(pages.find_bracket, "")
    assert page is not None
    assert (page.id, page.suit, page.champion) == (CLUBS.id, "clubs", "")
    with pytest.raises(LeagueError, match="closed already"):
        store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))


def test_a_correction_after_the_close_keeps_the_seeds_and_says_so(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    for game in "xy":
        keep(store, duel(f"g{game}", ann, bob, ann, NOON))
    store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    store.correct(False, "gx", "bob", decided("result correct", CLUBS.end))
    lines = store.correct(False, "gy", "bob", decided("result correct", CLUBS.end))
    assert lines[-1] == "the season is closed: its championship keeps the seeds it began with"
    assert points(store)["bob"][0] == 1
    page = store.read(pages.find_bracket, CLUBS.id)
    assert page is not None
    assert [(slot.name, slot.seed) for slot in page.matches[0].slots] == [("ann", 1), ("bob", 2)]
    assert untouched(store)


def test_players_level_for_the_last_seed_must_be_parted(store: Store) -> None:
    small = Season(CLUBS.id, "clubs", 2026, RULES, START, size=2)
    with_season(store, small)
    ann, bob, cat, dan = people(store, "ann", "bob", "cat", "dan")
    for number, (one, other) in enumerate(((ann, bob), (ann, cat), (ann, dan))):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", one, other, one, NOON))
    at_the_end = decided("season close", CLUBS.end)
    with pytest.raises(LeagueError, match="bob, cat, dan are level"):
        store.close_season(False, CLUBS.id, _NOBODY, at_the_end)
    lots = Draw(declined=("ann",), lot=("dan", "bob", "cat"))
    lines = store.close_season(True, CLUBS.id, lots, at_the_end)
    assert lines[2:] == ["seed 1: dan", "seed 2: bob"]
    with pytest.raises(LeagueError, match="ann is level with nobody"):
        store.close_season(True, CLUBS.id, Draw(lot=("ann", "bob")), at_the_end)
    with pytest.raises(LeagueError, match="ann and bob are not level"):
        store.close_season(True, CLUBS.id, Draw(playoffs=(("ann", "bob"),)), at_the_end)
    with pytest.raises(LeagueError, match="eve is not in the standings"):
        store.close_season(True, CLUBS.id, Draw(declined=("eve",)), at_the_end)


def test_level_players_who_all_enter_are_seeded_by_the_league_s_own_lot(store: Store) -> None:
    with_season(store)
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number, other in enumerate((bob, cat)):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", ann, other, ann, NOON))
    lines = store.close_season(True, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    first, second = sorted(("bob", "cat"), key=lambda name: league_lot(CLUBS.id, name))
    assert lines[2:5] == ["seed 1: ann", f"seed 2: {first}", f"seed 3: {second}"]
    assert f"put them in this order: {first}, {second};" in lines[5]
    drawn = Draw(lot=(second, first))
    lines = store.close_season(False, CLUBS.id, drawn, decided("season close", CLUBS.end))
    assert lines[2:] == ["seed 1: ann", f"seed 2: {second}", f"seed 3: {first}"]


def test_deleted_players_are_passed_over_when_a_championship_is_drawn(store: Store) -> None:
    with_season(store)
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number, (winner, loser) in enumerate(((bob, ann), (bob, cat), (ann, cat))):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", winner, loser, winner, NOON))
    store.delete_person(bob.id)
    lines = store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    assert lines[2:4] == ["seed 1: ann", "seed 2: cat"]
    assert re.fullmatch(r"passed over, the account was deleted: deleted player \d{5}", lines[4])


def test_a_withdrawal_is_taken_back_beneath_later_results(store: Store) -> None:
    with_season(store)
    four = people(store, "ann", "bob", "cat", "dan")
    for number, (winner, loser) in enumerate(combinations(four, 2)):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", winner, loser, winner, NOON))
    store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    at = decided("championship withdraw", CLUBS.end)
    with pytest.raises(LeagueError, match="dan has not withdrawn"):
        store.reinstate_player(False, CLUBS.id, "dan", at)
    store.enter_result(False, CLUBS.id, "withdrawal", ["dan"], None, at)
    store.enter_result(False, CLUBS.id, "beat", ["bob", "cat"], None, at)
    lines = store.reinstate_player(True, CLUBS.id, "dan", at)
    assert lines[0] == "match 1: no longer won by ann"
    store.enter_result(False, CLUBS.id, "beat", ["ann", "bob"], None, at)
    with pytest.raises(LeagueError, match="ann and bob do not meet now: ann meets dan"):
        store.reinstate_player(False, CLUBS.id, "dan", at)
    store.take_back_result(False, CLUBS.id, at)
    store.reinstate_player(False, CLUBS.id, "dan", at)
    page = store.read(pages.find_bracket, "")
    assert page is not None
    assert [match.winner for match in page.matches[:2]] == ["", "bob"]


def test_a_deleted_player_of_a_drawn_championship_is_withdrawn(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    for game in "xy":
        keep(store, duel(f"g{game}", ann, bob, ann, NOON))
    store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    store.delete_person(bob.id)
    page = store.read(pages.find_bracket, "")
    assert page is not None
    assert page.champion == "ann"
    store.delete_person(ann.id)  # it is over, and stays so
    page = store.read(pages.find_bracket, "")
    assert page is not None
    assert re.fullmatch(r"deleted player \d{5}", page.champion)


def test_who_is_out_of_a_championship_can_be_deleted(store: Store) -> None:
    with_season(store)
    four = people(store, "ann", "bob", "cat", "dan")
    for number, (winner, loser) in enumerate(combinations(four, 2)):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", winner, loser, winner, NOON))
    store.close_season(False, CLUBS.id, _NOBODY, decided("season close", CLUBS.end))
    at = decided("championship withdraw", CLUBS.end)
    store.enter_result(False, CLUBS.id, "withdrawal", ["dan"], None, at)
    store.delete_person(four[3].id)
    store.delete_person(four[2].id)
    page = store.read(pages.find_bracket, "")
    assert page is not None
    assert {match.winner for match in page.matches[:2]} == {"ann", "bob"}


# accounts ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_deleted_players_stay_apart_and_lose_their_names(store: Store) -> None:
    with_season(store)
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number, other in enumerate((bob, cat)):
        for game in "xy":
            keep(store, duel(f"g{number}{game}", ann, other, ann, NOON + number * DAY))
    store.delete_person(bob.id)
    store.delete_person(cat.id)
    page = store.read(pages.season_page, CLUBS.id, LATER)
    assert page is not None
    assert [(line.place, line.name, line.points, line.wins) for line in page.standings] == [
        (1, "ann", 5, 2),
        (2, ANY, 1, 0),
        (2, ANY, 1, 0),
    ]
    gone = [line.name for line in page.standings[1:]]
    assert all(re.fullmatch(r"deleted player \d{5}", name) for name in gone)
    assert len(set(gone)) == 2
    assert [line.qualified for line in page.standings] == [True, False, False]
    assert untouched(store)
    seen = store.read(profiles.profile_for, "ann", "")
    assert seen is not None
    assert {name for name, _ in seen.profile.by_opponent} == set(gone)
    dump = repr(
        [store.read(pages.week_page, CLUBS.id, 1, LATER), page, seen, store.read(pages.top, "live")]
    )
    assert "bob" not in dump
    assert bob.id not in dump


def test_the_audit_forgets_the_name_of_a_deleted_player(store: Store) -> None:
    (ann,) = people(store, "Ann")
    detail = {"declined": "ann, bob", "winner": "Ann", "score": 3, "season": "2026-clubs"}
    store.open_season(False, CLUBS, replace(decided(), detail=detail))
    store.delete_person(ann.id)
    (row,) = store.audit(9)
    assert row.detail == {**detail, "declined": "someone, bob", "winner": "someone"}


def test_the_audit_forgets_what_a_deleted_player_was_called_before(store: Store) -> None:
    (ann,) = people(store, "Ann")
    before, after = {"name": "Ann", "new": "Anna"}, {"as": "Zoe=ann, Bea=anna", "file": "ann.csv"}
    store.rename_account(False, "Ann", "Anna", 0, replace(decided(), detail=before))
    store.open_season(False, CLUBS, replace(decided(), detail=after))
    store.delete_person(ann.id)
    assert [row.detail for row in store.audit(9)] == [
        {"as": "Zoe=someone, Bea=someone", "file": "ann.csv"},
        {"name": "someone", "new": "someone"},
    ]


def test_the_audit_keeps_a_name_that_has_gone_to_another_player(store: Store) -> None:
    (ann,) = people(store, "Ann")
    store.rename_account(False, "Ann", "Zoe", 0, decided())
    people(store, "ann")
    store.open_season(False, CLUBS, replace(decided(), detail={"winner": "ann"}))
    store.delete_person(ann.id)
    assert store.audit(1)[0].detail == {"winner": "ann"}


def test_who_deletes_the_account_during_a_game_still_loses_it(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    rows = [duel(f"g{game}", ann, bob, ann, NOON) for game in "xy"]
    keep(store, rows[0])
    store.delete_person(bob.id)
    keep(store, rows[1])
    assert points(store)["ann"] == (1, 5, 1, 0)
    assert len(points(store)) == 2
    assert untouched(store)


def test_a_person_s_export_has_their_league(store: Store) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")
    keep(store, duel("g1", ann, bob, ann, NOON), duel("g2", ann, bob, ann, NOON + DAY))
    store.follow(bob.id, ann.id, 9)
    data = store.export(bob.id)
    (match,) = data["league"]["matches"]
    assert (match["opponent"], match["wins"], match["won"]) == ("ann", [0, 2], False)
    assert [point["game"] for point in data["league"]["ratings"]] == ["g1", "g2"]
    assert data["follows"] == ["ann"]
    assert ann.id not in repr(data)
    assert player_id(ann.id) not in repr(data)


# when something is wrong --------------------------------------------------------------------------


def test_a_fault_in_the_league_costs_nobody_a_game(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_season(store)
    ann, bob = people(store, "ann", "bob")

    def break_down(*_: object) -> None:
        raise ValueError("our fault")

    with monkeypatch.context() as patch:
        patch.setattr(derive, "fold", break_down)
        keep(store, duel("g1", ann, bob, ann, NOON))
    assert store.game("g1", "") is not None
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert not untouched(store)
    store.recompute(False, lambda done, total: None)
    assert untouched(store)
    assert matches(store) == [("ann", "bob", (0, 1), "", "void")]
