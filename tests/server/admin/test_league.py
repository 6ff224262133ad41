"""Decisions of operators about the league: shown first, carried out once, and written down."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from server.admin.admin_socket import AdminSocket
from server.admin.service import ServerAdmin
from server.cli.main import main
from server.serve import Server
from server.store.errors import StoreError
from server.store.values import KeepGame, Person
from tests.server.store.duels import CLUBS, DAY, START, duel, keep, people

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
        (("championship", "new", "2026"), "2 to 64 players"),
        (("championship", "report", "2026-clubs", "ann", "bob"), "no championship"),
        (("result", "correct", "g1", "void"), "there is no game g1"),
    ],
)
async def test_what_cannot_be_decided_is_said(
    hands: _Hands, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    assert await hands.admin(*words, "--yes") == 1
    assert why in capsys.readouterr().err
    assert hands.server.store is not None
    assert hands.server.store.audit(9) == []


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
