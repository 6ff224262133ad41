"""Play nights on a server: whole evenings with players who concede fast, restarts, absences."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from dataclasses import replace

import pytest

from cuttle_tui.ports import LobbyError, News
from cuttle_tui.ports.league import NightFormat, NightPage, NightPlan
from engine.table.seats import Claim, Ready
from server.league.night_director import PATIENCE
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.store.values import player_id
from tests.server.players import GUEST, Clock, Paper, matchmaker_of, reason
from tests.server.seats import concede, next_game
from tests.whole import takes_longer

NAMES = tuple(f"p{number:02}" for number in range(16))


def _player(name: str) -> Player:
    return Player(name, f"SHA256:{name}")


def _names(players: Iterable[str]) -> dict[str, str]:
    known = {player_id(f"SHA256:{name}"): name for name in NAMES}
    return {player: known.get(player, "someone") for player in players}


class Hall:
    """A server in which some people hold a play night, by a clock of the test."""

    def __init__(self, clock: Clock, paper: Paper, people: int) -> None:
        self.clock, self.paper = clock, paper
        self.chaos = random.Random(people)
        self.server: Matchmaker = matchmaker_of(clock, paper)
        self.lobbies: dict[str, PlayerLobby] = {}
        self.news: dict[str, list[News]] = {}
        for name in NAMES[:people]:
            self.come(name)

    def come(self, name: str) -> PlayerLobby:
        """Let a player come online."""
        lobby = self.lobbies[name] = enter_lobby(self.server, _player(name))
        self.news[name] = []
        lobby.subscribe(self.news[name].append)
        return lobby

    def go(self, name: str) -> None:
        """Let a player's connection end."""
        self.server.lost(self.lobbies.pop(name))

    def restart(self) -> None:
        """Let the process end without warning, and start another; everybody connects again."""
        here = [*self.lobbies]
        self.server = matchmaker_of(self.clock, self.paper)
        self.server.restore(self.paper.tables())
        rows = [(id, head, texts) for id, (head, texts) in self.paper.nights.items()]
        self.server.nights.restore(rows, _names)
        for name in here:
            self.come(name)

    async def open(self, format: NightFormat, **facts: object) -> PlayerLobby:
        """Open a night that everybody joins, and begin."""
        host = next(iter(self.lobbies.values()))
        nights = host.nights
        assert nights is not None
        await nights.open(replace(NightPlan(format, "standard"), **facts))  # type: ignore[arg-type]
        for lobby in self.lobbies.values():
            if lobby is not host and lobby.nights is not None:
                await lobby.nights.join()
        await nights.begin()
        return host

    def page(self, name: str = "p00") -> NightPage:
        """Return the night as a player sees it."""
        nights = self.lobbies[name].nights
        page = None if nights is None else nights.page()
        assert page is not None
        return page

    def tick(self, seconds: float = 1.0) -> None:
        """Let time pass."""
        self.clock.now += seconds
        self.server.tick()

    def concede(self, name: str) -> None:
        """Let a player concede the game they play."""
        concede(self.lobbies[name])

    def play_one(self) -> bool:
        """Let one of the matches at the tables end; return whether there was one."""
        at_tables = [each for each in self.page().pairings if each.state == "playing"]
        if not at_tables:
            return False
        names = self.chaos.choice(at_tables).names
        next_game(*(self.lobbies[name] for name in names))
        self.concede(self.chaos.choice(names))
        return True

    def play(self, *, restarts: bool = False) -> NightPage:
        """Play the night to its end."""
        for _ in range(5000):
            if self.page().line.state == "over":
                return self.page()
            if not self.play_one():
                self.tick()
            elif self.chaos.random() < 0.3:
                self.tick(10.0)
            if restarts and self.chaos.random() < 0.2:
                self.restart()
        raise AssertionError("the night does not end")


def _met(page: NightPage) -> list[frozenset[str]]:
    return [frozenset(each.names) for each in page.pairings if each.why == "played"]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_swiss_night_of_sixteen(clock: Clock, paper: Paper, restarts: bool) -> None:
    hall = Hall(clock, paper, 16)
    await hall.open("swiss")
    page = hall.play(restarts=restarts)
    assert (page.line.rounds, page.line.round) == (4, 4)
    assert len(page.pairings) == len(set(_met(page))) == 32
    assert [line.points for line in page.standings][:1] == [8]
    assert page.line.winner == page.standings[0].name


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_round_robin_of_five(clock: Clock, paper: Paper, restarts: bool) -> None:
    hall = Hall(clock, paper, 5)
    await hall.open("round-robin")
    page = hall.play(restarts=restarts)
    assert len(_met(page)) == len(set(_met(page))) == 10
    assert sum(line.points for line in page.standings) == 20


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [False, True])
async def test_a_double_elimination_of_eight(clock: Clock, paper: Paper, restarts: bool) -> None:
    hall = Hall(clock, paper, 8)
    await hall.open("double-elimination", ruleset="standard+first-to-2")
    page = hall.play(restarts=restarts)
    assert page.bracket is not None
    assert page.bracket.champion == page.line.winner != ""
    assert len(page.bracket.places) == 8
    assert 14 <= len(page.pairings) <= 15


@takes_longer
async def test_an_arena_of_nine_ends_when_its_time_is_up(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 9)
    await hall.open("arena", minutes=30)
    page = hall.play()
    assert len(page.pairings) > 30
    assert clock.now >= 30 * 60
    latest = {name for each in page.pairings[:8] for name in each.names}
    assert len(latest) > 4


async def test_everybody_hears_of_a_night_and_is_led_to_their_table(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 3)
    await hall.open("swiss")
    assert all(News("night", "p00") in news for news in hall.news.values())
    hall.tick()
    (match,) = [each for each in hall.page().pairings if each.state == "playing"]
    for name in match.names:
        assert News("paired") in hall.news[name]
        assert hall.lobbies[name].held() is not None
    (resting,) = {"p00", "p01", "p02"} - {*match.names}
    assert hall.lobbies[resting].held() is None
    assert hall.page(match.names[0]).opponent == match.names[1]
    watched = await hall.lobbies[resting].watch(match.table)
    assert watched.state().view is not None
    hall.play()
    assert hall.news["p00"][-1].kind in ("night-over", "lobby")
    assert any(news.kind == "night-over" for news in hall.news["p00"])


async def test_who_does_not_come_in_time_has_lost_and_is_paired_no_more(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 4)
    host = await hall.open("swiss", rounds=3)
    hall.go("p03")
    hall.tick()
    for _ in range(3):
        hall.play_one()
    waits = next(each for each in hall.page().pairings if "p03" in each.names)
    assert (waits.state, waits.missing) == ("playing", ()) or waits.missing == ("p03",)
    page = _until_over(hall, host)
    assert [line.name for line in page.players if line.left] == ["p03"]


def _until_over(hall: Hall, host: PlayerLobby) -> NightPage:
    page = None
    for _ in range(200):
        page = host.nights.page() if host.nights is not None else None
        assert page is not None
        if page.line.state == "over":
            return page
        here = [each for each in page.pairings if each.state == "playing"]
        for match in here:
            names = [name for name in match.names if name in hall.lobbies]
            if len(names) == 2:
                hall.concede(names[0])
        hall.tick(30.0)
        for name in [*hall.lobbies]:
            chair = hall.lobbies[name].held()
            if chair is not None and chair.state().claimable:
                chair.ask(Claim())
    raise AssertionError("the night does not end")


async def test_a_player_who_is_not_there_when_paired_loses_by_no_show(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 2)
    host = hall.lobbies["p00"].nights
    other = hall.lobbies["p01"].nights
    assert host is not None
    assert other is not None
    await host.open(NightPlan("swiss", "standard"))
    await other.join()
    hall.go("p01")
    await host.begin()
    hall.tick()
    (match,) = hall.page().pairings
    assert (match.state, match.missing) == ("waiting", ("p01",))
    hall.tick(PATIENCE - 1)
    assert hall.page().pairings[0].state == "waiting"
    hall.tick(2)
    page = hall.page()
    assert (page.pairings[0].winner, page.pairings[0].why) == ("p00", "no-show")
    hall.tick()
    assert hall.page().line.state == "over"


async def test_a_player_who_comes_in_time_plays(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 2)
    await hall.open("swiss")
    hall.go("p01")
    hall.restart()
    hall.tick(100)
    hall.come("p01")
    hall.tick()
    assert hall.page().pairings[0].state == "playing"


async def test_a_table_that_was_not_opened_before_the_end_is_opened_after_it(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 2)
    paper.waits = True
    await hall.open("swiss")
    while paper.waiting:  # everything is stored, and the process ends before it takes effect
        stored, paper.waiting = paper.waiting, []
        if len(paper.nights) and "table" in paper.nights[next(iter(paper.nights))][1][-1]:
            break
        for then in stored:
            then()
        hall.tick()
    paper.waits = False
    assert not paper.tables()
    hall.restart()
    hall.tick()
    page = hall.page()
    assert [each.state for each in page.pairings] == ["playing"]
    assert len([*hall.server.rooms]) == 1
    assert len(hall.play().pairings) == 1


async def test_late_comers_and_those_who_leave(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 4)
    await hall.open("swiss", rounds=2)
    hall.tick()
    late = hall.come("p04").nights
    assert late is not None
    await late.join()
    first = next(each for each in hall.page().pairings if "p03" in each.names)
    gone = hall.lobbies["p03"].nights
    assert gone is not None
    await gone.leave()
    ended = next(each for each in hall.page().pairings if each.number == first.number)
    assert (ended.winner in first.names, ended.why) == (True, "withdrew")
    page = hall.play()
    second = [name for each in page.pairings if each.round == 2 for name in each.names]
    assert "p04" in second
    assert "p03" not in second
    assert "p03" in [line.name for line in page.standings]


async def test_the_host_withdraws_a_player_and_ends_the_night(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 4)
    host = (await hall.open("arena")).nights
    other = hall.lobbies["p01"].nights
    assert host is not None
    assert other is not None
    assert await reason(lambda: other.withdraw("p02")) == "not-host"
    assert await reason(other.end) == "not-host"
    await host.withdraw("p02")
    assert await reason(lambda: host.withdraw("p02")) == "no-such-player"
    again = hall.lobbies["p02"].nights
    assert again is not None
    assert await reason(again.join) == "night-begun"
    await host.end()
    assert hall.page().line.state == "over"
    assert await reason(other.leave) == "no-night"


async def test_the_night_goes_on_when_its_host_leaves(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 5)
    host = (await hall.open("swiss")).nights
    assert host is not None
    await host.leave()
    assert hall.play().line.state == "over"


async def test_what_is_refused(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 2)
    one, other = (hall.lobbies[name].nights for name in ("p00", "p01"))
    guest = enter_lobby(hall.server, GUEST).nights
    assert one is not None
    assert other is not None
    assert guest is not None
    plan = NightPlan("swiss", "standard")
    assert await reason(one.join) == "no-night"
    assert await reason(lambda: guest.open(plan)) == "no-account"
    for bad in (
        replace(plan, ruleset="cutthroat"),
        replace(plan, timing="never"),
        replace(plan, rounds=99),
        replace(plan, format="arena", minutes=1),
    ):
        assert await reason(lambda bad=bad: one.open(bad)) == "night-plan"  # type: ignore[misc]
    await one.open(plan)
    assert await reason(lambda: other.open(plan)) == "night-open"
    assert await reason(one.begin) == "night-few"
    assert await reason(other.begin) == "not-host"
    await guest.join()
    await one.begin()
    page = one.page()
    assert page is not None
    assert {line.name for line in page.players} == {"p00", GUEST.name}


async def test_a_night_to_which_nobody_comes_is_closed(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 1)
    nights = hall.lobbies["p00"].nights
    assert nights is not None
    await nights.open(NightPlan())
    hall.tick(3 * 3600.0)
    assert hall.page().line.state == "over"


async def test_nobody_holds_a_night_who_has_gone_before_its_start(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 3)
    nights = {name: hall.lobbies[name].nights for name in NAMES[:3]}
    host, other = nights["p00"], nights["p01"]
    assert host is not None
    assert other is not None
    await host.open(NightPlan())
    await other.join()
    hall.go("p01")
    for _ in range(4):
        hall.tick(60.0)
    assert [line.name for line in hall.page().players] == ["p00"]
    hall.go("p00")
    for _ in range(12):
        hall.tick(60.0)
    assert hall.page("p02").line.state == "over"


async def test_a_new_night_is_shown_to_its_host_with_all_names_at_once(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 2)
    host = (await hall.open("swiss")).nights
    assert host is not None
    await host.end()
    paper.waits = True
    opening = asyncio.ensure_future(host.open(NightPlan("arena", "standard")))
    await asyncio.sleep(0)
    page = host.page()
    assert page is not None
    assert {line.name for line in page.players} == {"p00", "p01"}, "the last night has its names"
    for then in paper.waiting:
        then()
    await opening
    page = host.page()
    assert page is not None
    assert (page.line.format, [line.name for line in page.players]) == ("arena", ["p00"])


async def test_what_a_player_does_can_be_seen_when_it_is_done(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 2)
    host, other = (hall.lobbies[name].nights for name in NAMES[:2])
    assert host is not None
    assert other is not None

    async def done(work: Awaitable[None]) -> NightPage:
        paper.waits = True
        doing = asyncio.ensure_future(work)
        await asyncio.sleep(0)
        assert not doing.done()
        paper.waits, waiting = False, [*paper.waiting]
        paper.waiting.clear()
        for then in waiting:
            then()
        await doing
        return hall.page()

    assert (await done(host.open(NightPlan("arena", "standard")))).line.state == "open"
    assert (await done(other.join())).line.players == 2
    assert (await done(other.leave())).line.players == 1
    await other.join()
    assert (await done(host.begin())).line.state == "running"
    assert [line.left for line in (await done(host.withdraw("p01"))).players].count(True) == 1
    assert (await done(host.end())).line.state == "over"


async def test_a_match_ends_that_both_have_left(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 3)
    await hall.open("round-robin", timing="none")
    hall.tick()
    (match,) = [each for each in hall.page("p00").pairings if each.state == "playing"]
    stays = next(name for name in NAMES[:3] if name not in match.names)
    for name in match.names:
        hall.go(name)
    for _ in range(12):
        hall.tick(60.0)
    page = hall.page(stays)
    ended = next(each for each in page.pairings if each.number == match.number)
    assert (ended.winner, ended.why) == ("", "no-show")


async def test_a_finished_game_at_a_table_of_tonight_does_not_keep_anybody(
    clock: Clock, paper: Paper
) -> None:
    hall = Hall(clock, paper, 2)
    await hall.open("arena", minutes=30)
    hall.tick()
    hall.concede("p00")
    for name in ("p00", "p01"):
        chair = hall.lobbies[name].held()
        assert chair is not None
        chair.ask(Ready())
    again = hall.lobbies["p00"].held()
    assert again is not None
    assert again.state().view is not None
    hall.tick()
    hall.tick()
    assert [each.state for each in hall.page().pairings] == ["playing", "over"]


@pytest.mark.parametrize("plays", [False, True])
async def test_who_is_called_to_the_next_match_concedes_no_rematch(
    clock: Clock, paper: Paper, plays: bool
) -> None:
    hall = Hall(clock, paper, 2)
    await hall.open("arena", minutes=30)
    hall.tick()
    hall.concede("p00")
    stored = [kept.game.id for kept in paper.games]
    chairs = [hall.lobbies[name].held() for name in ("p00", "p01")]
    for chair in chairs:
        assert chair is not None
        chair.ask(Ready())
    for chair in chairs if plays else ():
        assert chair is not None
        view = chair.state().view
        assert view is not None
        if view.mover == chair.seat:
            chair.submit(view.legal[0], view.ply)
    while [each.state for each in hall.page().pairings] != ["playing", "over"]:
        hall.tick()
    assert [kept.game.id for kept in paper.games] == stored
    hall.concede("p00")
    assert len(paper.games) == len(stored) + 1


# nights that do not begin --------------------------------------------------------------------


async def _guests(hall: Hall, many: int, address: str) -> list[PlayerLobby]:
    """Let guests join the night from an address, as many as may."""
    joined: list[PlayerLobby] = []
    for number in range(many):
        who = Player(f"guest-{address}-{number}", f"guest:{address}:{number}", guest=True)
        lobby = enter_lobby(hall.server, who)
        lobby.address = address
        assert lobby.nights is not None
        with suppress(LobbyError):
            await lobby.nights.join()
            joined.append(lobby)
    return joined


async def _opened(hall: Hall) -> None:
    nights = hall.lobbies["p00"].nights
    assert nights is not None
    await nights.open(NightPlan("swiss", "standard"))


async def test_an_address_takes_a_part_of_the_places(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 2)
    await _opened(hall)
    assert len(await _guests(hall, 64, "192.0.2.1")) == 24
    assert len(await _guests(hall, 64, "192.0.2.2")) == 24
    late = enter_lobby(hall.server, GUEST)
    late.address = "192.0.2.2"
    assert late.nights is not None
    assert await reason(late.nights.join) == "night-near"
    nights = hall.lobbies["p01"].nights
    assert nights is not None
    await nights.join()
    assert hall.page().line.players == 50


async def test_a_host_opens_so_many_nights_in_a_while(clock: Clock, paper: Paper) -> None:
    hall = Hall(clock, paper, 1)
    nights = hall.lobbies["p00"].nights
    assert nights is not None
    for _ in range(8):
        clock.now += 60.0
        await _opened(hall)
        await nights.end()
    assert await reason(lambda: _opened(hall)) == "too-many"
