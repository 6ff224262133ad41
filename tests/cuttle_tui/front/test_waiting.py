"""What waits for the player on the first screen: one list, its keys, its order, its room."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.correspondence import games_entry
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import YOURS, LobbyScreen
from cuttle_tui.front.naming import NameScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.front.waiting import (
    Known,
    LastGame,
    Urgency,
    Waiting,
    in_place,
    rows_of,
    unlisted,
    waiting,
)
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import names_of
from cuttle_tui.ladder import rungs_of
from cuttle_tui.league.own_week import week_entry
from cuttle_tui.league.screen import LeagueScreen
from cuttle_tui.learn.tasks import Puzzles
from cuttle_tui.plain.table_words import changes
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Change, DailyPage, InboxLine, LadderGame, News, Sitter
from cuttle_tui.ports.daily import TryLine
from cuttle_tui.replay.screen import ReplayScreen
from engine.bots.daily import TryResult
from engine.record.match import MatchStanding
from engine.rules.options import parse_ruleset
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import DAY, settled
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FRIENDS, INBOX, FakeAccount, FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.leagues import SampleLeague, week_page
from tests.nights import FakeNights, night

MOVE, _, NEXT, FAY, HAL, OVER, OPEN = INBOX
INVITING = replace(FRIENDS[3], code="K7QF")


def shown(app: CuttleApp) -> str:
    """Return what the screen shows."""
    return "\n".join(grid(app))


def come(**facts: object) -> tuple[CuttleApp, FakeLobby]:
    """Come to a server where one has an account."""
    lobby = lobbies.online(account=FakeAccount(), **facts)
    app = CuttleApp(lobby)
    app.today = lambda: DAY
    return app, lobby


def listed(*rows: Waiting) -> list[tuple[str, str]]:
    """Return the keys and the names of rows."""
    return [(each.entry.key, str(each.entry.label)) for each in rows]


@pytest.mark.parametrize(
    ("lines", "label", "text"),
    [
        ((MOVE,), "your move", "bob, 19 h"),
        ((FAY, NEXT, MOVE), "your move", "bob, 19 h; 1 more"),
        ((replace(MOVE, left=59), MOVE, HAL), "your move", "bob, 59 s; 1 more"),
        ((NEXT, FAY), "next game?", "eve"),
        ((FAY,), "your games", "1 waits for the other player"),
        ((FAY, HAL, OPEN), "your games", "2 wait for others, 1 open table"),
        (
            (FAY, OVER, OPEN),
            "game over",
            "ivy, you won; 1 waits for the other player, 1 open table",
        ),
        ((OVER,), "game over", "ivy, you won"),
        ((replace(OVER, result="time"),), "game over", "ivy, lost on time"),
        ((OPEN,), "your games", "1 open table"),
    ],
)
def test_the_games_by_days_are_one_row(lines: tuple[InboxLine, ...], label: str, text: str) -> None:
    entry = games_entry(lines)
    assert entry is not None
    assert (str(entry.label), str(entry.description), entry.key) == (label, text, "i")


def test_without_games_there_is_no_row() -> None:
    assert games_entry(()) is None


def test_a_game_that_is_over_is_worth_a_look_today() -> None:
    lobby = lobbies.online(letters=(OVER, FAY))
    assert waiting(known_of(lobby))[0].urgency is Urgency.TODAY


def test_the_most_urgent_comes_first_and_has_its_key() -> None:
    known = lobbies.online(letters=INBOX, met=(INVITING, *FRIENDS[:3]))
    waits = waiting(Known(known, CuttleApp(known).mistakes, DAY))
    assert [each.urgency for each in waits] == sorted((w.urgency for w in waits), reverse=True)
    rows = rows_of(waits, 4)
    assert listed(*rows) == [("x", "eve"), ("i", "your move"), ("u", "today's deal"), ("y", "dana")]
    assert not any(unlisted(waits, rows))
    assert [plain(told) for told in unlisted(waits, rows_of(waits, 1)).pressing] == [
        "your move in 3 games: i shows them",
        "today's deal: one try for everybody (u)",
    ]


def test_games_that_wait_for_others_come_before_friends_who_do_not_wait() -> None:
    known = lobbies.online(letters=(FAY,), met=FRIENDS)
    waits = waiting(Known(known, CuttleApp(known).mistakes, DAY))
    deal, first, *_ = rows_of(waits, 3)
    assert listed(deal, first) == [("u", "today's deal"), ("i", "your games")]
    assert {each.urgency for each in waits[1:]} == {Urgency.LATER}


def test_the_deal_is_no_row_for_somebody_new_and_the_last_one_once_it_is_played() -> None:
    known = lobbies.online(met=FRIENDS[:1])
    mine = Known(known, CuttleApp(known).mistakes, DAY)
    assert [each.kind for each in waiting(mine)] == ["deal", "friend"]
    assert [each.kind for each in waiting(replace(mine, new=True))] == ["friend"]
    played = DailyPage("2026-11-21", "done", TryLine("ana", TryResult("won", 9, 7)))
    assert [each.kind for each in waiting(replace(mine, deal=played))] == ["friend", "deal"]


@pytest.mark.parametrize(
    ("me", "text", "brief"),
    [
        ("ana", "gus 0-1 until Sunday; place 1 of 6", "gus 0-1 until Sunday"),
        ("gus", "ana 1-0 until Sunday", "ana 1-0 until Sunday"),
        ("bob", "place 2 of 6 until Sunday", "place 2 of 6 until Sunday"),
    ],
)
def test_the_week_is_a_row_for_who_plays_in_it(me: str, text: str, brief: str) -> None:
    entry = week_entry(week_page(lobbies.SEASON, 3), me)
    assert entry is not None
    assert (entry.key, str(entry.label)) == ("g", "this week")
    assert (entry.description, entry.brief) == (text, brief)


def test_two_open_matches_are_counted() -> None:
    page = week_page(lobbies.SEASON, 3)
    page = replace(page, matches=(page.matches[3], replace(page.matches[3], one="eve")))
    entry = week_entry(page, "ana")
    assert entry is not None
    assert entry.brief == "gus 0-1 and 1 more until Sunday"


def test_the_week_is_no_row_for_others_nor_once_it_is_over() -> None:
    page = week_page(lobbies.SEASON, 3)
    assert week_entry(page, "nobody") is None
    assert week_entry(replace(page, season=replace(page.season, week=4)), "ana") is None
    assert week_entry(replace(page, season=replace(page.season, state="over")), "ana") is None


async def test_the_week_stands_among_what_waits_and_its_key_opens_it() -> None:
    app, _ = come(league=SampleLeague(), letters=(MOVE, FAY), met=FRIENDS)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        rows = ("i  your move", "g  this week", "u  today's deal", "x  dana")
        places = [shown(app).index(row) for row in rows]
        assert places == sorted(places)
        assert "gus 0-1 until Sunday; place 1 of 6" in shown(app)
        await pilot.press("g")
        await settled(pilot)
        assert isinstance(app.screen, LeagueScreen)
        assert "week 7 of 13" in shown(app)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("size", [(80, 24), (44, 36)])
async def test_the_season_is_one_key_away_for_who_does_not_play_in_it(
    size: tuple[int, int],
) -> None:
    app, _ = come(league=SampleLeague(), player="nobody")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert "this week" not in shown(app)
        await pilot.press("g")
        await settled(pilot)
        assert isinstance(app.screen, LeagueScreen)


async def test_guests_change_their_name_by_the_key_of_the_season() -> None:
    lobby = lobbies.online(account=FakeAccount(guest=True), league=SampleLeague())
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "this week" not in shown(app)
        await pilot.press("g")
        await settled(pilot)
        assert isinstance(app.screen, NameScreen)


async def test_the_games_that_wait_for_others_are_listed_and_their_key_shows_them() -> None:
    app, _ = come(letters=(FAY, HAL, OPEN))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "2 wait for others, 1 open table" in shown(app)
        assert "Wait for an opponent?" in shown(app), "nothing is urgent"
        await pilot.press("i")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.tab == YOURS


async def test_rows_keep_their_places_until_the_screen_opens_again() -> None:
    app, lobby = come(letters=(FAY,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("home", "down")  # to the row of the games
        assert "See your games?" in shown(app)
        lobby.letters, lobby.met = (MOVE, FAY), (INVITING,)
        lobby.tell(News("your-move", "alder"))
        await settled(pilot)
        assert shown(app).index("i  your move") < shown(app).index("x  eve"), "new ones come below"
        assert "See your games?" in shown(app), "the focus stays"
        lobby.letters, lobby.met = (), ()
        lobby.tell(News("lobby"))
        await settled(pilot)
        for row in ("i  your move", "x  eve"):
            assert re.search(f"{row} +this waits no more", shown(app))
        await pilot.press("h", "escape")
        await settled(pilot)
        assert not re.search("i  your|x  eve", shown(app))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("held", [False, True])
async def test_every_entry_is_in_sight_with_all_that_may_wait(
    size: tuple[int, int], *, held: bool
) -> None:
    resume = tables.chair(tables.TARGETS) if held else None
    app, _ = come(letters=INBOX, met=(INVITING, *FRIENDS[:3]), resume=resume)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        for entry in app.screen.menu.entries:
            assert f" {entry.key}  {entry.label}" in shown(app)
        assert sum(entry.key in "xyziu" for entry in app.screen.menu.entries) == 4


async def test_on_a_phone_three_rows_wait_and_are_in_sight() -> None:
    app, _ = come(letters=INBOX, met=(INVITING, *FRIENDS[:3]))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "y  dana" in shown(app)
        await pilot.resize_terminal(44, 36)
        await settled(pilot)
        for row in ("x  eve", "i  your move", "u  today's deal"):
            assert row in shown(app)
        assert "y  dana" not in shown(app)


async def test_on_a_phone_who_waits_takes_the_last_row_of_who_does_not() -> None:
    app, lobby = come(letters=(FAY,), league=SampleLeague())
    async with app.run_test(size=(44, 36)) as pilot:
        await settled(pilot)
        assert all(
            row in shown(app) for row in ("i  your games", "g  this week", "u  today's deal")
        )
        lobby.met = (INVITING,)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "x  eve" in shown(app)
        assert "i  your games" not in shown(app)
        lobby.letters = (MOVE, FAY)
        lobby.tell(News("your-move", "alder"))
        await settled(pilot)
        assert "i  your move" in shown(app)
        assert "x  eve" in shown(app), "who waits already keeps the row"


def test_a_move_takes_the_last_row_of_what_can_wait() -> None:
    lobby = lobbies.online(met=FRIENDS)
    calm = rows_of(waiting(known_of(lobby)), 3)
    assert listed(*calm) == [("u", "today's deal"), ("x", "dana"), ("y", "guest-otter")]
    lobby.letters = (MOVE,)
    rows = in_place(calm, waiting(known_of(lobby)), 3, spare=3)
    assert listed(*rows) == [("u", "today's deal"), ("x", "dana"), ("i", "your move")]


async def test_plain_mode_tells_the_same_list_at_the_start_and_when_asked() -> None:
    lobby = lobbies.online(
        account=FakeAccount(),
        league=SampleLeague(),
        letters=(MOVE, FAY),
        met=(INVITING, *FRIENDS[:2]),
    )
    async with talk(lobby) as one:
        start = " ".join(one.said)
        told = (
            "eve waits for you at a table. Type again eve.",
            "Your move: bob, 19 h. Type inbox.",
            "This week: gus 0-1 until Sunday; place 1 of 6. Type season week.",
            "Friends: dana",
        )
        places = [start.index(line) for line in told]
        assert places == sorted(places)
        assert "today's deal" not in start.lower()
        one.said.clear()
        await one.type("home")
        asked = " ".join(one.said)
        assert all(line in asked for line in told)
        assert "Today's deal: the same for everybody: one try. Type deal." in asked
        for typed, answer in (("inbox", "bob"), ("season week", "week 7 of 13"), ("deal", "deal")):
            assert answer in " ".join(await one.type(typed))


def known_of(lobby: FakeLobby, **facts: object) -> Known:
    """Return what is known of a player of a lobby, with more facts."""
    return replace(Known(lobby, CuttleApp(lobby).mistakes, DAY), **facts)  # type: ignore[arg-type]


def rows(known: Known) -> dict[str, tuple[str, str]]:
    """Return the label and the text of what waits, by its key."""
    waits = rows_of(waiting(known), 9)
    return {each.entry.key: (str(each.entry.label), str(each.entry.description)) for each in waits}


@pytest.mark.parametrize(
    ("facts", "urgency", "text"),
    [
        (
            {"state": "open", "joined": False, "may_join": True},
            Urgency.TODAY,
            "bob starts it; 9 players",
        ),
        ({"state": "open", "mine": True}, Urgency.TODAY, "you are in: you start it; 9 players"),
        ({}, Urgency.YOURS, "you are in: round 2 of 4"),
        ({"joined": False, "may_join": True}, Urgency.TODAY, "round 2 of 4"),
        ({"joined": False}, Urgency.LATER, "round 2 of 4"),
    ],
)
def test_a_play_night_is_a_row_until_it_is_over(
    facts: dict[str, object], urgency: Urgency, text: str
) -> None:
    nights = FakeNights(night(**facts))  # type: ignore[arg-type]
    lobby = lobbies.online(nights=nights, league=SampleLeague())
    found = next(each for each in waiting(known_of(lobby)) if each.kind == "night")
    assert (found.urgency, found.entry.description) == (urgency, text)
    nights.shown = night(state="over")
    assert all(each.kind != "night" for each in waiting(known_of(lobby)))


def test_todays_puzzle_is_a_row_until_it_is_solved() -> None:
    lobby = lobbies.online()
    puzzles = Puzzles(CuttleApp(lobby).progress, lambda: DAY)
    puzzle = puzzles.standing(datetime(2026, 11, 22, 9, tzinfo=UTC))
    assert rows(known_of(lobby, puzzle=puzzle))["p"][0] == "today's puzzle"
    assert "p" not in rows(known_of(lobby, puzzle=replace(puzzle, solved=True)))


def test_the_next_level_is_a_row_once_the_ladder_is_begun() -> None:
    games = (*[LadderGame("beginner", "won")] * 3, LadderGame("casual", "won"))
    lobby = lobbies.online()
    assert rows(known_of(lobby, rungs=rungs_of(games)))["k"] == (
        "next level",
        "casual: 1 of 3 wins",
    )
    assert "k" not in rows(known_of(lobby, rungs=rungs_of(())))
    every = tuple(LadderGame(rung.level, "won") for rung in rungs_of(()) for _ in range(3))
    assert "k" not in rows(known_of(lobby, rungs=rungs_of(every)))


def test_the_last_game_waits_for_the_coach_for_a_week() -> None:
    last = LastGame("g1", ("ana", "bob"), DAY)
    known = known_of(lobbies.online(), last=last)
    assert rows(known)["t"] == ("your last game", "against bob, seen by the coach")
    assert "t" in rows(replace(known, today=DAY + timedelta(days=7)))
    assert "t" not in rows(replace(known, today=DAY + timedelta(days=8)))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=str)
async def test_the_last_game_is_analysed_by_one_key_and_gone(size: tuple[int, int]) -> None:
    record = record_after()
    line = replace(lobbies.GAMES[0], id="own", names=record.players, ended="2026-11-22 10:00")
    app, _ = come(finished=(line,), records={"own": record}, player=record.players[0])
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert ("t  your last game" in shown(app)) == (size == (80, 24)), (
            "a row, where there is room"
        )
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "t  your last game" not in shown(app)
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen), "the other letter for a new table"


async def test_plain_mode_lists_all_that_waits_when_asked_and_little_at_the_start() -> None:
    record = record_after()
    me = record.players[0]
    today = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    line = replace(lobbies.GAMES[0], id="g7xq", names=record.players, ended=today)
    lobby = lobbies.online(
        player=me,
        finished=(line,),
        records={"g7xq": record},
        climbed=(LadderGame("beginner", "won"),),
        nights=FakeNights(night(state="open", joined=False, may_join=True)),
        league=SampleLeague(),
    )
    asked = (
        f"Your last game: against {record.players[1]}, seen by the coach. Type analyse g7xq.",
        "Next level: beginner: 1 of 3 wins. Type ladder.",
    )
    async with talk(lobby) as one:
        start = " ".join(one.said)
        assert "Play night: bob starts it; 9 players. Type night join." in start
        assert not any(told in start for told in asked)
        told = " ".join(await one.type("home"))
        assert all(line in told for line in asked)
        await one.type("analyse g7xq")
        assert "last game" not in " ".join(await one.type("home"))


class HardForPeople:
    """Ratings of puzzles that people have moved far up."""

    def moved(self, puzzle: str) -> int:
        return 900

    def note(self, puzzle: str, *, rating: int, own: int, right: bool) -> None: ...


async def test_plain_mode_tells_how_hard_todays_puzzle_is_here() -> None:
    lobby = lobbies.online(puzzles=HardForPeople(), account=FakeAccount())
    async with talk(lobby) as one:
        await one.type("puzzle 1")
        await one.type("6 of diamonds for points")
        await one.type("leave")
        told = " ".join(await one.type("home"))
        assert re.search(r"Today's puzzle: [^.]*, very hard\. Type puzzle\.", told)


async def test_plain_mode_names_no_key_of_the_screens() -> None:
    played = DailyPage("2026-11-21", "done", TryLine("ana", TryResult("won", 9, 7)))
    async with talk(lobbies.online(daily=lobbies.FakeDaily(played))) as one:
        told = " ".join(await one.type("home"))
        assert "Today's deal: won in 9 turns, by 7. Type deal." in told


async def test_who_becomes_host_is_told_at_the_table_and_in_lines() -> None:
    sitters = (Sitter("bob", "person"), Sitter("ana", "person"))
    before = replace(tables.waiting_chair().shown, sitters=sitters, host=0)
    left = replace(before, sitters=(Sitter("", "nobody"), sitters[1]), host=1)
    chair = tables.FakeChair(1, before)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "you are the host now" not in shown(app)
        chair.shown = left
        for listener in chair.listeners:
            listener(Change(()))
        await settled(pilot)
        assert "bob has left: you are the host now" in shown(app)
    names = names_of(left.sitters, 1)
    told = [plain(line) for line in changes(before, left, names) if line]
    assert told == ["bob has left: you are the host now"]
    assert not any("host" in plain(line) for line in changes(left, left, names))


async def test_home_names_the_rules_in_words() -> None:
    lobby = FakeLobby(climbed=(LadderGame("beginner", "won"),))
    app = CuttleApp(lobby)
    app.table_options = TableOptions(options=(("first-to-2", None),))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "your rules: standard, two wins" in " ".join(shown(app).split())
        await pilot.press("k")
        await settled(pilot)
        assert "first-to-2" not in shown(app)


async def test_a_lost_match_is_told_as_one() -> None:
    lost = replace(lobbies.GAMES[0], winners=(1,), scores=(9, 21))
    lost = replace(lost, match=MatchStanding((1, 2), (1,), (0, 1)))
    app, _ = come(finished=(lost,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "your last game: match lost, 1-2 against bob" in shown(app)


@pytest.mark.slow
async def test_the_deal_has_a_row_once_somebody_new_has_played() -> None:
    guest = lobbies.online(account=FakeAccount(guest=True), finished=())
    app = CuttleApp(guest)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "i  your games" not in shown(app)
        app.sit_down((tables.chair(tables.OVER),))
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "u  today's deal" in shown(app)
    app, _ = come(finished=(), climbed=(LadderGame("beginner", "lost"),))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "u  today's deal" in shown(app), "the ladder knows of a game"


async def test_a_match_that_was_left_says_how_it_stands() -> None:
    chair = tables.chair(tables.TARGETS)
    assert chair.shown.view is not None
    view = replace(chair.shown.view, ruleset=parse_ruleset("standard+first-to-3"))
    chair.shown = replace(chair.shown, view=view, commitment="ab")
    app, _ = come(resume=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "r  resume your game" in shown(app)
        assert "you 2-1 bob" in shown(app)
        await pilot.press("r")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


def test_a_deal_to_go_on_with_is_listed_once() -> None:
    begun = DailyPage(str(DAY), "begun")
    for deal in (None, begun):
        known = known_of(lobbies.online(), deal=deal)
        assert [each.kind for each in waiting(known)] == ["deal"]
        assert not waiting(replace(known, resumes=str(DAY)))
    assert waiting(known_of(lobbies.online(), deal=begun, resumes="2026-11-01"))


def test_an_end_that_the_table_has_told_is_not_told_again() -> None:
    known = known_of(lobbies.online(letters=(OVER,)))
    assert "games" in [each.kind for each in waiting(known)]
    assert "games" not in [each.kind for each in waiting(replace(known, table=OVER.title))]
