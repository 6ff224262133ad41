"""Challenges: who asks whom for a game, and what becomes of it; and who hears who comes."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import LobbyError, News, TablePlan
from engine.ratings import Rating
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.tables.challenges import LASTS
from tests.cuttle_tui.lobbies import FakeAccount
from tests.server.books import PaperBook
from tests.server.players import ANN, BOB, CY, GUEST, Clock, reason

CASUAL = TablePlan("standard", timing="quick")
RATED = TablePlan("cuttle.cards", timing="steady", rated=True)


@pytest.fixture
def heard() -> dict[str, list[News]]:
    """Note what each player hears."""
    return {}


@pytest.fixture
def people(matchmaker: Matchmaker, heard: dict[str, list[News]]) -> list[PlayerLobby]:
    """Let ann, bob and cy enter."""
    lobbies = [enter_lobby(matchmaker, who) for who in (ANN, BOB, CY)]
    for lobby in lobbies:
        lobby.subscribe(heard.setdefault(lobby.player, []).append)
    return lobbies


async def test_who_accepts_is_seated_with_who_asked(
    people: list[PlayerLobby], heard: dict[str, list[News]]
) -> None:
    ann, bob, _ = people
    await ann.challenge(BOB.identity, CASUAL)
    assert heard["bob"] == [News("challenged", "ann")]
    asked, made = bob.challenges()[0], ann.challenges()[0]
    assert (asked.name, asked.mine, asked.ruleset, asked.timing) == (
        "ann",
        False,
        "standard/1",
        "quick",
    )
    assert (made.name, made.mine, made.left) == ("bob", True, LASTS)
    chair = await bob.accept()
    assert heard["ann"] == [News("paired")]
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]
    assert chair.state().view is not None
    assert chair.state().timing == "quick"
    assert ann.held() is not None
    assert ann.challenges() == bob.challenges() == ()


async def test_a_rated_challenge_shows_ratings_and_is_dealt_as_rated(
    people: list[PlayerLobby], book: PaperBook
) -> None:
    ann, bob, _ = people
    book.ratings[ANN.identity] = Rating(25.0, 3.0, 20)
    await ann.challenge(BOB.identity, RATED)
    line = bob.challenges()[0]
    assert line.rated
    assert line.timing == "steady"
    assert line.rating is not None
    assert (line.rating.rating, line.rating.provisional) == (1500, False)
    state = (await bob.accept()).state()
    assert state.rated
    assert state.view is not None
    assert state.stake is not None
    assert state.stake.counts


async def test_a_rated_challenge_without_a_season_asks_both_first(
    people: list[PlayerLobby], book: PaperBook
) -> None:
    ann, bob, _ = people
    book.running = None
    await ann.challenge(BOB.identity, RATED)
    chair = await bob.accept()
    assert chair.state().view is None
    assert chair.state().ready == ()
    held = ann.held()
    assert held is not None
    for each in (chair, held):
        each.ask(Ready())
    assert chair.state().view is not None


async def test_a_challenge_is_declined_withdrawn_or_expires(
    people: list[PlayerLobby], heard: dict[str, list[News]], matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob, _ = people
    await ann.challenge(BOB.identity, CASUAL)
    await bob.decline()
    assert heard["ann"] == [News("declined", "bob")]
    await ann.challenge(BOB.identity, CASUAL)
    await ann.decline()
    assert heard["bob"][-1] == News("withdrawn", "ann")
    await ann.challenge(BOB.identity, CASUAL)
    clock.now += LASTS - 1
    matchmaker.housekeeping.tick()
    assert bob.challenges()
    clock.now += 1
    matchmaker.housekeeping.tick()
    assert bob.challenges() == ()
    assert News("expired", "bob") in heard["ann"]
    assert await reason(bob.accept) == "no-challenge"


async def test_one_challenge_at_a_time(people: list[PlayerLobby]) -> None:
    ann, bob, cy = people
    await ann.challenge(BOB.identity, CASUAL)
    assert await reason(lambda: ann.challenge(CY.identity, CASUAL)) == "asked-already"
    assert await reason(lambda: cy.challenge(BOB.identity, CASUAL)) == "being-asked"
    await bob.challenge(CY.identity, CASUAL)  # who is asked may ask
    await bob.accept()
    assert cy.challenges() == ()


async def test_challenges_respect_blocks_limits_and_games(
    people: list[PlayerLobby], matchmaker: Matchmaker
) -> None:
    ann, bob, cy = people
    assert await reason(lambda: ann.challenge("nobody", CASUAL)) == "not-here"
    assert await reason(lambda: ann.challenge(ANN.identity, CASUAL)) == "own-room"
    assert (
        await reason(lambda: ann.challenge(BOB.identity, TablePlan("cutthroat"))) == "two-players"
    )
    enter_lobby(matchmaker, GUEST)
    assert await reason(lambda: ann.challenge(GUEST.identity, RATED)) == "guests-unrated"
    bob.block(ANN.identity)
    assert await reason(lambda: ann.challenge(BOB.identity, CASUAL)) == "blocked"
    bob.block(ANN.identity, False)
    for _ in range(6):
        await ann.challenge(BOB.identity, CASUAL)
        await ann.decline()
    assert await reason(lambda: ann.challenge(BOB.identity, CASUAL)) == "too-many"
    await bob.quick_match("standard")
    await cy.quick_match("standard")
    assert await reason(lambda: bob.challenge(ANN.identity, CASUAL)) == "busy"
    assert await reason(lambda: enter_lobby(matchmaker, GUEST).challenge(CY.identity, CASUAL)) == (
        "they-play"
    )


async def test_who_waits_in_the_queue_or_practises_may_accept(
    people: list[PlayerLobby], matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.chairs.ComputerPlayer", lambda *_, **__: None)
    ann, bob, cy = people
    await bob.quick_match("cutthroat")
    await bob.play_computer("standard")
    await ann.challenge(BOB.identity, CASUAL)
    await bob.accept()
    assert len(matchmaker.rooms) == 1
    assert cy.queue() == ()


async def test_who_goes_away_challenges_nobody_any_more(
    people: list[PlayerLobby], heard: dict[str, list[News]], matchmaker: Matchmaker
) -> None:
    ann, bob, cy = people
    await ann.challenge(BOB.identity, CASUAL)
    matchmaker.lost(ann)
    assert bob.challenges() == ()
    assert heard["bob"][-1] == News("withdrawn", "ann")
    await bob.challenge(CY.identity, CASUAL)
    matchmaker.lost(cy)
    assert heard["bob"][-1] == News("declined", "cy")


def test_followers_hear_who_comes(matchmaker: Matchmaker, heard: dict[str, list[News]]) -> None:
    ann = enter_lobby(matchmaker, ANN)
    ann.subscribe(heard.setdefault("ann", []).append)
    matchmaker.follows.remember(ANN.identity, {BOB.identity})
    bob = enter_lobby(matchmaker, BOB)
    assert heard["ann"] == [News("came", "bob")]
    assert [line.followed for line in ann.people()] == [False, True]
    enter_lobby(matchmaker, BOB)  # a second session
    assert len(heard["ann"]) == 1
    matchmaker.lost(bob)
    matchmaker.follows.follow(ANN.identity, BOB.identity, False)
    for lobby in matchmaker.presence.lobbies(BOB.identity):
        matchmaker.lost(lobby)
    enter_lobby(matchmaker, BOB)
    assert len(heard["ann"]) == 1


async def test_who_waits_is_joined_by_name(people: list[PlayerLobby]) -> None:
    ann, bob, cy = people
    await ann.quick_match("standard", timing="quick")
    line = bob.queue()[0]
    assert (line.timing, line.name) == ("quick", "ann")
    assert next(one for one in bob.people() if one.name == "ann").queue == line.id
    assert [one.doing for one in bob.people()] == ["queue", "lobby", "lobby"]
    assert await reason(lambda: ann.sit_at(line.id)) == "own-room"
    chair = await bob.sit_at(line.id)
    assert chair.state().view is not None
    assert await reason(lambda: cy.sit_at(line.id)) == "has-begun"


async def test_clocks_are_part_of_what_one_waits_for(people: list[PlayerLobby]) -> None:
    ann, bob, cy = people
    await ann.quick_match("standard", timing="relaxed")
    assert (await bob.quick_match("standard")).state().view is None
    assert (await cy.quick_match("standard", timing="relaxed")).state().view is not None
    assert await reason(lambda: bob.quick_match("standard", timing="7+7")) == "no-such-table"
    assert await reason(lambda: bob.quick_match("cuttle.cards", rated=True, timing="none")) == (
        "rated-clocks"
    )


async def test_players_far_apart_meet_once_they_have_waited(
    people: list[PlayerLobby],
    matchmaker: Matchmaker,
    book: PaperBook,
    clock: Clock,
    heard: dict[str, list[News]],
) -> None:
    ann, bob, _ = people
    book.ratings = {ANN.identity: Rating(25.0, 2.0, 30), BOB.identity: Rating(60.0, 2.0, 30)}
    mine = await ann.quick_match("cuttle.cards", rated=True)
    theirs = await bob.quick_match("cuttle.cards", rated=True)
    assert theirs.state().view is None
    ratings = [line.rating.rating for line in ann.queue() if line.rating is not None]
    assert ratings[0] == 1500 < ratings[1] - 150
    matchmaker.housekeeping.tick()
    assert theirs.state().view is None
    clock.now += 60
    matchmaker.housekeeping.tick()
    assert mine.state().view is not None
    assert News("paired") in heard["ann"]
    assert News("paired") in heard["bob"]
    held = bob.held()
    assert held is not None
    assert [sitter.name for sitter in held.state().sitters] == ["ann", "bob"]
    assert len(matchmaker.rooms) == 1


async def test_lists_show_ratings(people: list[PlayerLobby], book: PaperBook) -> None:
    ann, bob, _ = people
    book.ratings[ANN.identity] = Rating(25.0, 3.0, 20)
    await ann.open_table(TablePlan("standard", public=True))
    rating = bob.tables()[0].ratings[0]
    assert rating is not None
    assert (rating.rating, rating.games, rating.pool) == (1500, 20, "live")
    assert bob.people()[0].rating == rating
    assert bob.people()[1].rating is None


def test_the_running_season_is_known(people: list[PlayerLobby], book: PaperBook) -> None:
    season = people[0].season
    assert season is not None
    assert (season.id, season.week, season.weeks, season.state) == ("1970-clubs", 1, 13, "running")
    book.running = None
    assert people[0].season is None


async def test_nobody_is_challenged_while_the_server_shuts_down(
    people: list[PlayerLobby], matchmaker: Matchmaker
) -> None:
    ann, bob, _ = people
    await ann.challenge(BOB.identity, CASUAL)
    matchmaker.actions.closing = True
    with pytest.raises(LobbyError):
        await bob.accept()


async def test_a_hidden_rating_is_listed_nowhere(
    people: list[PlayerLobby], book: PaperBook
) -> None:
    ann, bob, _ = people
    book.ratings[ANN.identity] = Rating(25.0, 3.0, 20)
    ann.account = FakeAccount(settings={"show_rating": False})
    await ann.challenge(BOB.identity, CASUAL)
    assert bob.challenges()[0].rating is None
    await ann.open_table(TablePlan("standard", public=True))
    assert bob.tables()[0].ratings == (None,)
    assert bob.people()[0].rating is None
    await ann.quick_match("standard")
    assert bob.queue()[0].rating is None
