"""The league as one player sees it: who looks decides what is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.league.people import profile_page
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import PROFILE_PARTS, League, Tally
from cuttle_tui.worn import own_back
from server.lobby.account import find_account
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from server.serve import Server
from server.store.store import Store
from server.store.values import Person
from tests.server.store.duels import CLUBS, DAY, START, duel, keep, people, with_season

pytestmark = pytest.mark.slow

GUEST = Player("guest-otter", guest_of("ABCD2345"), guest=True)


class _House:
    """A server in the third week of a season in which ann, bob and cat have played."""

    def __init__(self, folder: Path) -> None:
        self.time = START + 15 * DAY
        self.server = Server(
            folder, database=f"sqlite:///{folder}/c.db", clock=lambda: self.time.timestamp()
        )
        assert self.server.store is not None
        self.store: Store = self.server.store
        with_season(self.store)
        self.ann, self.bob, self.cat = people(self.store, "ann", "bob", "cat")
        pairs = ((self.ann, self.bob), (self.ann, self.cat), (self.bob, self.ann))
        for week, (winner, loser) in enumerate(pairs):
            for game in range(2):
                at = START + week * 7 * DAY + (game + 1) * timedelta(hours=1)
                keep(self.store, duel(f"g{week}{game}", winner, loser, winner, at))

    def enter(self, person: Person) -> PlayerLobby:
        """Let a person in."""
        return enter_lobby(self.server.matchmaker, Player(person.name, person.id))

    def league(self, who: Person | Player) -> League:
        """Return the league as somebody sees it."""
        player = who if isinstance(who, Player) else Player(who.name, who.id)
        league = enter_lobby(self.server.matchmaker, player).league
        assert league is not None
        return league


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[_House]:
    """Run the server."""
    made = _House(tmp_path)
    async with made.server:
        yield made


async def test_pages_without_a_name_are_those_of_now(house: _House) -> None:
    league = house.league(GUEST)
    (line,) = await league.seasons()
    assert (line.id, line.week, line.state) == (CLUBS.id, 3, "running")
    page = await league.season()
    assert [(each.place, each.name, each.points, each.weeks) for each in page.standings] == [
        (1, "ann", 11, (5, 5, 1)),
        (2, "bob", 6, (1, 0, 5)),
        (3, "cat", 1, (0, 1, 0)),
    ]
    week = await league.week()
    assert (week.week, [match.games for match in week.matches]) == (3, [("g20", "g21")])
    assert [(each.name, each.place, each.points) for each in week.lines] == [
        ("bob", 1, 5),
        ("ann", None, 1),
    ]
    assert (await league.week(CLUBS.id, 2)).matches[0].winner == "ann"
    assert await league.championships() == ()
    assert (await league.year()).lines == ()
    assert {line.name for line in await league.top()} == {"ann", "bob", "cat"}
    assert await league.top("nothing") == ()


async def test_what_is_not_there_is_refused(house: _House) -> None:
    league = house.league(GUEST)
    for work, why in (
        (league.season("2020-clubs"), "no-such-season"),
        (league.week(CLUBS.id, 14), "no-such-week"),
        (league.week("2020-clubs", 1), "no-such-season"),
        (league.bracket(), "no-such-championship"),
        (league.profile("eve"), "no-such-player"),
        (league.profile(), "no-such-player"),
        (league.head_to_head("ann", "eve"), "no-such-player"),
        (league.follow("ann"), "no-account"),
        (house.league(house.ann).follow("ann"), "no-such-player"),
    ):
        with pytest.raises(LobbyError) as caught:
            await work
        assert caught.value.reason == why


async def test_a_profile_is_what_a_player_has_done(house: _House) -> None:
    house.enter(house.ann)
    shown = await house.league(house.bob).profile("Ann")
    assert (shown.name, shown.online, shown.me, shown.followed) == ("ann", True, False, False)
    assert shown.games == Tally(4, 2, 0)
    assert shown.by_ruleset == (("cuttle.cards", Tally(4, 2, 0)),)
    assert shown.by_opponent == (("bob", Tally(2, 2, 0)), ("cat", Tally(2, 0, 0)))
    assert (shown.streak, shown.best_streak) == (-2, 4)
    assert [line.games for line in shown.ratings] == [6]
    assert [day for day, _ in shown.curve] == ["2026-01-05", "2026-01-12", "2026-01-19"]
    assert shown.curve[-1][1] == shown.ratings[0].rating
    assert (await house.league(house.ann).profile()).me
    assert not (await house.league(house.ann).profile("cat")).online


async def test_a_profile_shows_what_a_player_wears(house: _House) -> None:
    assert (await house.league(GUEST).profile("ann")).back == own_back(house.ann.id)
    house.store.save_settings(house.ann.id, {"back": "master"})
    assert (await house.league(GUEST).profile("ann")).back == "master"
    house.store.save_settings(house.ann.id, {"back": "of a later version"})
    assert (await house.league(GUEST).profile("ann")).back == own_back(house.ann.id)


async def test_two_players_meet_from_the_side_of_the_first(house: _House) -> None:
    page = await house.league(GUEST).head_to_head("bob", "ann")
    assert (page.one, page.other, page.games, page.matches) == ("bob", "ann", Tally(2, 2), (1, 1))
    assert [line.id for line in page.last] == ["g21", "g20", "g01", "g00"]
    assert page.last[0].names == ("bob", "ann")


async def test_matches_at_a_table_count_beside_those_of_the_league(house: _House) -> None:
    winners = (house.bob, house.ann, None, house.bob, house.ann)
    rows = [
        replace(
            duel(f"m{n}", house.bob, house.ann, who, START + 15 * DAY + timedelta(minutes=n)),
            rated=False,
            table="match",
        )
        for n, who in enumerate(winners)
    ]
    before = (await house.league(GUEST).profile("bob")).matches
    keep(house.store, *rows)
    assert (await house.league(GUEST).head_to_head("bob", "ann")).matches == (2, 1)
    profile = await house.league(GUEST).profile("bob")
    assert profile.matches == (before[0] + 1, before[1])
    told = [plain(line) for line in profile_page(profile).lines]
    assert any(f"matches: {before[0] + 1} - {before[1]}" in line for line in told)
    found = {row.id: row.match for row in house.store.recent_games()}
    stood = [found[f"m{n}"] for n in range(5)]
    assert [each and each.score for each in stood] == [(1, 0), (1, 1), (1, 1), (2, 1), (0, 1)]
    assert [each and each.winners for each in stood] == [(), (), (), (0,), ()]
    assert found["g00"] is None, "a rated match is one of the league"


async def test_a_private_game_is_listed_for_the_two_who_played_it(house: _House) -> None:
    alone = duel("g-alone", house.bob, house.ann, house.bob, START + 15 * DAY)
    keep(house.store, replace(alone, public=False, rated=False))
    for one in ("ann", "bob"):
        other = "bob" if one == "ann" else "ann"
        for who, sees in ((house.ann, True), (house.bob, True), (house.cat, False), (GUEST, False)):
            page = await house.league(who).head_to_head(one, other)
            assert ("g-alone" in {line.id for line in page.last}) is sees, (one, who.name)


async def test_a_week_counts_a_private_rated_game_and_tells_nobody_its_id(house: _House) -> None:
    rated = duel("g-secret", house.cat, house.ann, house.cat, START + 15 * DAY)
    second = replace(rated, id="g-public", ended=rated.ended + timedelta(minutes=1))
    keep(house.store, replace(rated, public=False), second)
    for who in (house.cat, house.bob, GUEST):
        week = await house.league(who).week()
        (match,) = (match for match in week.matches if {match.one, match.other} == {"ann", "cat"})
        assert (match.winner, match.games) == ("cat", ("g-public",))


async def test_players_hide_what_they_like_from_others(house: _House) -> None:
    hidden = {f"show_{part}": False for part in PROFILE_PARTS}
    house.store.save_settings(house.ann.id, hidden)
    shown = await house.league(house.bob).profile("ann")
    assert shown.parts == frozenset()
    assert (shown.games, shown.by_opponent, shown.favourites, shown.ratings) == (
        Tally(),
        (),
        (),
        (),
    )
    assert shown.curve == ()
    assert "ann" not in {line.name for line in await house.league(house.bob).top()}
    with pytest.raises(LobbyError) as caught:
        await house.league(house.cat).head_to_head("bob", "ann")
    assert caught.value.reason == "hidden"
    assert (await house.league(house.bob).head_to_head("bob", "ann")).games == Tally(2, 2)
    assert (await house.league(house.ann).profile()).parts == frozenset(PROFILE_PARTS)
    assert (await house.league(house.bob).season()).standings[0].name == "ann"


async def test_who_is_blocked_sees_neither_the_profile_nor_who_is_here(house: _House) -> None:
    house.enter(house.ann)
    house.store.block(house.ann.id, house.bob.id)
    shown = await house.league(house.bob).profile("ann")
    assert (shown.parts, shown.online) == (frozenset(), False)
    assert (await house.league(house.cat).profile("ann")).online


async def test_who_follows_somebody_is_told_and_it_lasts(house: _House) -> None:
    league = house.league(house.bob)
    await league.follow("ann")
    await league.follow("ann")
    assert (await league.profile("ann")).followed
    assert house.server.matchmaker.follows.of(house.bob.id) == {house.ann.id}
    assert house.server.accounts is not None
    account = await find_account(house.server.accounts, Player("bob", "key-bob"))
    assert await account.follows() == {house.ann.id}
    await league.follow("ann", False)
    assert not (await league.profile("ann")).followed
    assert await account.follows() == frozenset()
