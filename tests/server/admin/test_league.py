"""Decisions of operators about the league: shown first, carried out once, and written down."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cuttle_tui.ports.league import NightPlan
from server.admin.admin_socket import AdminSocket
from server.admin.service import ServerAdmin
from server.cli.main import main
from server.league.store import pages
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.store.values import KeepGame, Person, StoreError
from tests.server.store.duels import CLUBS, DAY, START, duel, keep, people, untouched

pytestmark = pytest.mark.slow

NEW = ("season", "new", "clubs", "2026", "--start", "2026-01-05")


class _Hands:
    """The operator at a running server whose time a test sets."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.time = START - DAY
        self.server = Server(
            data, database=f"sqlite:///{data}/c.db", clock=lambda: self.time.timestamp()
        )

    async def admin(self, *words: str) -> int:
        """Run `cuttle admin`."""
        return await asyncio.to_thread(main, ["admin", "--data", str(self.data), *words])

    def people(self, *names: str) -> list[Person]:
        """Register people."""
        assert self.server.store is not None
        return people(self.server.store, *names)

    def beat(self, id: str, winner: Person, loser: Person, at: datetime) -> None:
        """Store a match of two games."""
        assert self.server.store is not None
        for game in "xy":
            keep(self.server.store, duel(f"{id}{game}", winner, loser, winner, at))


@pytest.fixture
async def hands(tmp_path: Path) -> AsyncIterator[_Hands]:
    """Run a server with an admin socket."""
    made = _Hands(tmp_path)
    async with (
        made.server as server,
        AdminSocket(tmp_path / "admin.sock", ServerAdmin(server, lambda: None)),
    ):
        yield made


async def test_a_season_from_its_first_day_to_its_champion(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    book = hands.server.league_book
    assert book is not None
    assert await hands.admin(*NEW, "--yes", "--reason", "the first") == 0
    assert capsys.readouterr().out.startswith("season 2026-clubs: 13 weeks of cuttle.cards/1.0.2")
    await book.settled()
    assert book.season(START) == CLUBS
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)

    hands.time = CLUBS.end
    assert await hands.admin("season", "close", "2026-clubs", "--yes") == 0
    assert "seed 1: ann\nseed 2: bob\n" in capsys.readouterr().out
    assert await hands.admin("--json", "championship", "list") == 0
    drawn = {"championship": "2026-clubs", "champion": "", "from": ""}
    assert json.loads(capsys.readouterr().out) == [drawn | {"to_be_played": "ann - bob"}]
    report = ("championship", "report", "2026-clubs")
    assert await hands.admin(*report, "bob", "ann", "--score", "2-1", "--yes") == 0
    assert await hands.admin(*report, "bob", "eve", "--yes") == 1
    assert "eve is not an entrant; these are: ann, bob" in capsys.readouterr().err
    capsys.readouterr()
    assert await hands.admin("championship", "undo", "2026-clubs", "--yes") == 0
    assert "match 1: no longer won by bob\nmatch 1: ann meets bob" in capsys.readouterr().out
    assert await hands.admin("championship", "undo", "2026-clubs", "--yes") == 1
    assert "nothing has happened" in capsys.readouterr().err
    assert await hands.admin(*report, "bob", "ann", "--yes") == 0
    assert await hands.admin("championship", "withdraw", "2026-clubs", "ann", "--yes") == 0
    assert "bob is the champion" in capsys.readouterr().out

    assert await hands.admin("championship", "new", "2026", "--yes") == 0
    assert "championship 2026-world, 2 players\nseed 1: bob" in capsys.readouterr().out
    assert await hands.admin("--json", "audit") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["action"] for row in rows] == [
        "championship new",
        "championship withdraw",
        "championship report",
        "championship undo",
        "championship report",
        "season close",
        "season new",
    ]
    assert rows[-1]["reason"] == "the first"
    assert "suit clubs" in rows[-1]["detail"]
    assert await hands.admin("season", "list") == 0
    assert "2026-04-06" in capsys.readouterr().out


async def test_a_dry_run_and_a_no_change_nothing(
    hands: _Hands, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await hands.admin(*NEW, "--dry-run") == 0
    assert capsys.readouterr().out.endswith("nothing was changed (--dry-run)\n")
    for answer in ("n\n", "", "what?\n"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        assert await hands.admin(*NEW) == 1
        assert capsys.readouterr().out.endswith("do it? [y/N] nothing was changed\n")
    assert await hands.admin("--json", *NEW) == 2
    assert hands.server.store is not None
    assert hands.server.store.all_seasons() == []
    assert hands.server.store.audit(9) == []
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert await hands.admin(*NEW) == 0
    assert capsys.readouterr().out.endswith("done\n")
    assert len(hands.server.store.audit(9)) == 1


async def test_a_correction_reaches_the_league_in_memory(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    book = hands.server.league_book
    assert book is not None
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    hands.time = START + 2 * DAY
    correct = ("result", "correct", "gy", "void", "--reason", "the server broke")
    assert await hands.admin(*correct, "--yes") == 0
    assert "game gy: void, before: won by ann" in capsys.readouterr().out
    await book.settled()
    assert [game.id for game in book.pair_games(bob.id, ann.id, START + DAY)] == ["gx"]
    assert book.rating(ann.id).games == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("season", "new", "clubs", "2026", "--start", "5 January"), "a day is written as"),
        ((*NEW, "--weeks", "0"), "1 to 53"),
        ((*NEW, "--ruleset", "nothing"), "unknown ruleset"),
        ((*NEW, "--ruleset", "cutthroat"), "played by two"),
        (("season", "close", "2026-clubs"), "there is no season 2026-clubs"),
        (("championship", "new", "2026-clubs"), "there is no season 2026-clubs"),
        (("championship", "new", "2026"), "there is no season of 2026"),
        ((*NEW, "--size", "3"), "4 to 16"),
        ((*NEW, "--size", "17"), "4 to 16"),
        (("season", "new", "clubs", "2027", "--start", "2026-01-05"), "say --other-year"),
        (("season", "change", "2026-clubs", "--size", "17"), "4 to 16"),
        (("season", "change", "2026-clubs", "--weeks", "12"), "there is no season 2026-clubs"),
        (("season", "reopen", "2026-clubs"), "there is no season 2026-clubs"),
        (("season", "delete", "2026-clubs"), "there is no season 2026-clubs"),
        (("championship", "delete", "2026-clubs"), "there is no championship 2026-clubs"),
        (("championship", "report", "2026-clubs", "ann", "bob"), "no championship"),
        (("result", "correct", "g1", "void"), "say why the result is corrected: --reason"),
        (("result", "correct", "g1", "void", "--reason", "late"), "there is no game g1"),
    ],
)
async def test_what_cannot_be_decided_is_said(
    hands: _Hands, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    for way in ("--yes", "--dry-run"):
        assert await hands.admin(*words, way) == 1
        assert why in capsys.readouterr().err
    assert hands.server.store is not None
    assert hands.server.store.audit(9) == []


# every decision can be taken back -----------------------------------------------------------------


async def test_a_season_with_a_wrong_start_is_moved(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    book = hands.server.league_book
    assert book is not None
    wrong = ("season", "new", "clubs", "2026", "--start", "2026-02-05", "--yes")
    assert await hands.admin(*wrong) == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    assert book.season(START + DAY) is None
    hands.time = START + 2 * DAY
    change = ("season", "change", "2026-clubs", "--start", "2026-01-05", "--size", "4")
    assert await hands.admin(*change, "--dry-run") == 0
    assert "2 rated games count, before: 0\nnothing was changed" in capsys.readouterr().out
    assert await hands.admin(*change, "--yes", "--reason", "a typing error") == 0
    await book.settled()
    assert book.season(START + DAY) == replace(CLUBS, size=4)
    assert len(book.pair_games(ann.id, bob.id, START + DAY)) == 2
    assert await hands.admin(*change, "--yes") == 1
    assert "Clubs 2026 is so already" in capsys.readouterr().err
    away = ("season", "change", "2026-clubs", "--start", "2025-01-05")
    assert await hands.admin(*away, "--yes") == 1
    assert "it starts in 2025, and plays for the title of 2026" in capsys.readouterr().err


async def test_a_season_opened_by_mistake_is_deleted_and_its_place_is_free(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    assert await hands.admin("season", "delete", "2026-clubs", "--dry-run") == 0
    assert "2 rated games count for no season any more" in capsys.readouterr().out
    assert await hands.admin("season", "delete", "2026-clubs", "--yes", "--reason", "no") == 0
    store = hands.server.store
    assert store is not None
    assert store.all_seasons() == []
    assert store.read(pages.top, "live") == ()
    other = ("season", "new", "diamonds", "2026", "--start", "2026-01-05")
    assert await hands.admin(*other, "--yes") == 0
    assert "2 rated games that are stored already" in capsys.readouterr().out
    assert untouched(store)
    assert [row.action for row in store.audit(2)] == ["season new", "season delete"]


async def test_a_season_ends_early_and_goes_on_again(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    book, store = hands.server.league_book, hands.server.store
    assert book is not None
    assert store is not None
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    close = ("season", "close", "2026-clubs", "--early")
    assert await hands.admin(*close, "--yes") == 1
    assert "has not begun: `season delete 2026-clubs`" in capsys.readouterr().err
    hands.time = START + 9 * DAY
    assert await hands.admin("season", "close", "2026-clubs", "--yes") == 1
    assert "close it then, or say --early" in capsys.readouterr().err
    assert await hands.admin(*close, "--yes") == 0
    assert "Clubs 2026 ends now and is closed" in capsys.readouterr().out
    hands.beat("late", bob, ann, START + 10 * DAY)
    await book.settled()
    assert book.season(START + 10 * DAY) is None
    page = store.read(pages.season_page, "2026-clubs", hands.time)
    assert page is not None
    assert [(line.name, line.wins) for line in page.standings] == [("ann", 1), ("bob", 0)]
    assert (page.season.closed, page.season.state) == (True, "over")
    assert untouched(store)

    assert await hands.admin("season", "reopen", "2026-clubs", "--yes") == 0
    assert "Clubs 2026 is open again, until 2026-04-06" in capsys.readouterr().out
    await book.settled()
    assert book.season(START + 10 * DAY) == CLUBS
    page = store.read(pages.season_page, "2026-clubs", hands.time + 9 * DAY)
    assert page is not None
    assert {(line.name, line.wins) for line in page.standings} == {("ann", 1), ("bob", 1)}
    assert store.read(pages.find_bracket, "") is None
    assert untouched(store)


async def test_an_early_end_makes_room_that_a_reopened_season_may_not_take_back(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await hands.admin(*NEW, "--yes") == 0
    hands.time = START + 9 * DAY
    assert await hands.admin("season", "close", "2026-clubs", "--early", "--yes") == 0
    follows = ("season", "new", "diamonds", "2026", "--start", "2026-01-19")
    assert await hands.admin(*follows, "--yes") == 0
    assert await hands.admin("season", "reopen", "2026-clubs", "--dry-run") == 1
    assert "it would overlap Diamonds 2026" in capsys.readouterr().err


async def _two_who_played(hands: _Hands) -> None:
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    hands.time = CLUBS.end
    assert await hands.admin("season", "close", "2026-clubs", "--yes") == 0


async def test_a_closed_season_is_opened_again_once_its_championship_is_unplayed(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    await _two_who_played(hands)
    report = ("championship", "report", "2026-clubs", "ann", "bob", "--yes")
    assert await hands.admin(*report) == 0
    for undo in ("reopen", "delete", "change"):
        extra = ("--weeks", "9") if undo == "change" else ()
        assert await hands.admin("season", undo, "2026-clubs", *extra, "--dry-run") == 1
    errors = capsys.readouterr().err
    assert "`championship undo 2026-clubs` takes back" in errors
    assert errors.count("open it again with `season reopen 2026-clubs`") == 2
    assert await hands.admin("championship", "delete", "2026-clubs", "--yes") == 1
    assert await hands.admin("championship", "undo", "2026-clubs", "--yes") == 0
    assert await hands.admin("season", "reopen", "2026-clubs", "--yes") == 0
    assert "the championship 2026-clubs and its seeds are removed" in capsys.readouterr().out
    assert await hands.admin("season", "delete", "2026-clubs", "--yes") == 0


async def test_a_world_championship_is_drawn_once_the_year_is_over_and_can_be_deleted(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    await _two_who_played(hands)
    new = ("championship", "new", "2026")
    assert await hands.admin(*new, "--dry-run") == 1
    assert "not decided yet: 2026-clubs" in capsys.readouterr().err
    for _ in "xy":
        report = ("championship", "report", "2026-clubs", "ann", "bob", "--yes")
        assert await hands.admin(*report) == 0
    follows = ("season", "new", "diamonds", "2026", "--start", "2026-04-06")
    assert await hands.admin(*follows, "--yes") == 0
    for way in ("--dry-run", "--yes"):
        assert await hands.admin(*new, way) == 1
        assert "not closed yet: Diamonds 2026;" in capsys.readouterr().err
    assert await hands.admin("season", "delete", "2026-diamonds", "--yes") == 0
    assert await hands.admin(*new, "--yes") == 0
    assert await hands.admin("season", "reopen", "2026-clubs", "--yes") == 1
    assert "`championship delete 2026-world` first" in capsys.readouterr().err
    assert await hands.admin("championship", "delete", "2026-world", "--yes") == 0
    assert hands.server.store is not None
    assert [row.id for row in hands.server.store.all_championships()] == ["2026-clubs"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("ann", "bob", "--score", "3-0"), "a match is won with 2 games"),
        (("ann", "bob", "--score", "1-0"), "its score is 2-0 or 2-1"),
        (("ann", "bob", "--score", "2-0", "--no-show"), "has no score: leave --score out"),
        (("cat", "bob", "--no-show"), "cat is not an entrant"),
        (("ann", "ann", "--no-show"), "ann cannot play against themselves"),
    ],
)
async def test_a_result_that_cannot_be_is_refused(
    hands: _Hands, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    await _two_who_played(hands)
    for way in ("--dry-run", "--yes"):
        assert await hands.admin("championship", "report", "2026-clubs", *words, way) == 1
        assert why in capsys.readouterr().err


async def test_a_correction_is_taken_back(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob = hands.people("ann", "bob")
    hands.beat("g", ann, bob, START + DAY)
    why = ("--reason", "a mistake", "--yes")
    assert await hands.admin("result", "correct", "gx", "bob", *why) == 0
    assert await hands.admin("result", "correct", "gx", "as-played", *why) == 0
    assert "game gx: won by ann, before: won by bob" in capsys.readouterr().out
    store = hands.server.store
    assert store is not None
    assert untouched(store)
    page = store.read(pages.season_page, "2026-clubs", START + DAY)
    assert page is not None
    assert [(line.name, line.wins) for line in page.standings] == [("ann", 1), ("bob", 0)]


async def test_games_are_found_by_player_and_week(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob, cat = hands.people("ann", "bob", "cat")
    hands.beat("g", ann, bob, START + DAY)
    hands.beat("h", cat, ann, START + 8 * DAY)
    why = ("--reason", "a mistake", "--yes")
    assert await hands.admin("result", "correct", "gx", "void", *why) == 0

    async def listed(*words: str) -> list[str]:
        capsys.readouterr()
        assert await hands.admin("--json", "result", "list", *words) == 0
        rows = json.loads(capsys.readouterr().out)
        return [f"{row['game']} {row['result']} {row['week']}" for row in rows]

    g, h = ["gx void 1", "gy ann won 1"], ["hx cat won 2", "hy cat won 2"]
    assert await listed() == [*h, *g]
    assert await listed("--player", "BOB") == g
    assert await listed("--season", "2026-clubs", "--week", "2") == h
    assert await hands.admin("result", "list", "--player", "Ann") == 0
    assert (
        "gx    2026-01-06T00:00+00:00  2026-clubs  1     ann, bob  void" in capsys.readouterr().out
    )
    for words, reason in (
        (("--player", "zoe"), "nobody is called zoe"),
        (("--season", "1999-clubs"), "there is no season 1999-clubs"),
        (("--season", "2026-clubs", "--week", "14"), "Clubs 2026 has 13 weeks"),
        (("--week", "1"), "say of which season"),
    ):
        assert await hands.admin("result", "list", *words) == 1
        assert reason in capsys.readouterr().err


async def test_a_season_that_starts_in_another_year_is_asked_about(
    hands: _Hands, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    new = ("season", "new", "clubs", "2026", "--start", "2025-12-29")
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    assert await hands.admin(*new) == 1
    asked = capsys.readouterr().out
    assert asked.startswith("it starts in 2025, and plays for the title of 2026: is that meant?")
    assert await hands.admin(*new, "--dry-run") == 1
    assert await hands.admin(*new, "--other-year", "--dry-run") == 0
    assert await hands.admin(*new, "--other-year", "--yes") == 0


async def test_a_play_night_is_ended_and_goes_on_again(
    hands: _Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await hands.admin("night", "end", "--yes") == 1
    assert "no play night is held" in capsys.readouterr().err
    ann, bob = hands.people("ann", "bob")
    lobbies = [
        enter_lobby(hands.server.matchmaker, Player(each.name, each.id)) for each in (ann, bob)
    ]
    one, other = (each.nights for each in lobbies)
    assert one is not None
    assert other is not None
    await one.open(NightPlan("swiss", "standard"))
    await other.join()
    await one.begin()
    hands.server.matchmaker.tick()
    writer = hands.server.writer
    assert writer is not None
    await writer.drain()
    assert await hands.admin("night", "list") == 0
    assert "ann   swiss   running  2" in capsys.readouterr().out
    assert await hands.admin("night", "end", "--dry-run") == 0
    night = hands.server.matchmaker.nights.night
    assert night is not None
    assert night.state == "running"
    assert await hands.admin("night", "end", "--yes", "--reason", "the pub closes") == 0
    assert "1 matches that are played count for nobody\ndone" in capsys.readouterr().out
    await writer.drain()
    assert hands.server.matchmaker.nights.night.state == "over"  # type: ignore[union-attr]
    assert await hands.admin("night", "reopen", "--yes") == 0
    await writer.drain()
    night = hands.server.matchmaker.nights.night
    assert night is not None
    assert (night.state, len(night.playing)) == ("running", 1)
    assert await hands.admin("night", "reopen", "--yes") == 1
    store = hands.server.store
    assert store is not None
    assert [row.action for row in store.audit(9)] == ["night reopen", "night end"]


async def test_the_audit_is_not_cut(hands: _Hands, capsys: pytest.CaptureFixture[str]) -> None:
    reason = "Because " + "of a long story that took place in the pub, " * 4 + "as told."
    assert await hands.admin(*NEW, "--yes", "--reason", reason) == 0
    capsys.readouterr()
    assert await hands.admin("audit") == 0
    lines = capsys.readouterr().out.splitlines()
    column = lines[0].index("REASON")
    assert " ".join(line[column:].strip() for line in lines[1:]) == reason


async def test_games_that_end_reach_the_league_in_memory(hands: _Hands) -> None:
    book, writer = hands.server.league_book, hands.server.writer
    assert book is not None
    assert writer is not None
    assert await hands.admin(*NEW, "--yes") == 0
    ann, bob, cat = hands.people("ann", "bob", "cat")
    told: list[None] = []
    end = book.listen(lambda: told.append(None))
    for number, (winner, loser) in enumerate(((ann, bob), (bob, cat), (ann, bob))):
        at = START + number * timedelta(hours=1)
        writer.put(KeepGame(duel(f"g{number}", winner, loser, winner, at)))
    await writer.drain()
    await book.settled()
    assert [game.id for game in book.pair_games(ann.id, bob.id, START)] == ["g0", "g2"]
    assert book.pair_games(ann.id, bob.id, START + 7 * DAY) == ()
    assert [book.rating(who.id).games for who in (ann, bob, cat)] == [2, 3, 1]
    assert book.rating(ann.id).mu > book.rating(cat.id).mu
    assert told
    end()


async def test_a_database_that_does_not_answer_is_read_again_after_the_next_game(
    hands: _Hands, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    book, writer = hands.server.league_book, hands.server.writer
    assert book is not None
    assert writer is not None
    assert await hands.admin(*NEW, "--yes") == 0
    hands.time = START + DAY
    ann, bob = hands.people("ann", "bob")

    async def no_answer(*_: object) -> None:
        raise StoreError("the database does not answer")

    with monkeypatch.context() as patch:
        await book.settled()
        patch.setattr(writer, "ask", no_answer)
        writer.put(KeepGame(duel("g1", ann, bob, ann, START + DAY)))
        await writer.drain()
        await book.settled()
    assert book.rating(ann.id).games == 0
    assert "the league cannot be read again" in caplog.text
    writer.put(KeepGame(duel("g2", ann, bob, bob, START + DAY)))
    await writer.drain()
    await book.settled()
    assert book.rating(ann.id).games == 2
