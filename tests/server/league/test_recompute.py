"""`cuttle league recompute` says whether what is stored follows from the records."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.cli.main import main
from server.store.address import engine, parse
from server.store.database import migrate
from server.store.store import Store
from tests.server.databases import new_database
from tests.server.store.duels import DAY, START, duel, keep, people, with_season

pytestmark = pytest.mark.slow

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Make a database with two matches, one of them corrected, and a deleted player."""
    made = new_database(tmp_path / "c.db")
    store = with_season(Store.open(made))
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number, (winner, loser) in enumerate(((ann, bob), (bob, cat), (ann, cat))):
        for game in range(2):
            at = START + number * DAY + timedelta(hours=game)
            keep(store, duel(f"g{number}{game}", winner, loser, winner, at))
    store.delete_person(cat.id)
    store.close()
    return made


@pytest.fixture
def recompute(url: str, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run the command; return its status and what it wrote."""

    def run(*words: str) -> tuple[int, str, str]:
        status = main(["league", "recompute", "--database", url, *words])
        return (status, *capsys.readouterr())

    return run


def _spoil(url: str, statement: str) -> None:
    spoiler = engine(parse(url))
    with spoiler.begin() as connection:
        assert connection.execute(sa.text(statement)).rowcount
    spoiler.dispose()


def test_what_is_stored_follows_from_the_records(recompute: Cli) -> None:
    status, out, progress = recompute()
    assert (status, out) == (0, "equal: what is stored follows from the records\n")
    assert progress.splitlines()[-1] == "6 of 6 games"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE ratings SET mu = mu + 0.000001 WHERE games = 4", "ratings .* live: mu .*, stored"),
        ("UPDATE league_matches SET winner = NULL, ended = NULL", "league_matches 2026-clubs 1 "),
        ("DELETE FROM rating_changes WHERE game = 'g00'", "rating_changes g00 .*: missing"),
        ("DELETE FROM league_games WHERE game = 'g00'", "league_games g00: missing"),
        ("UPDATE seats SET result = 'drawn' WHERE game = 'g00'", "game g00, seat 0: won, stored: "),
        ("UPDATE games SET winners = '[1]' WHERE id = 'g00'", r"winners \(0,\), stored: \(1,\)"),
        ("UPDATE seats SET name = 'eve' WHERE game = 'g00' AND seat = 0", "by its record, players"),
        (
            "INSERT INTO game_plays (game, seat, kind, count) VALUES ('g00', 0, 'draw', 3)",
            "game g00: its plays are not counted as in its record",
        ),
    ],
)
def test_a_difference_is_listed_and_repaired(
    recompute: Cli, url: str, statement: str, said: str
) -> None:
    _spoil(url, statement)
    status, out, _ = recompute("--check")
    assert status == 1
    assert re.search(said, out)
    assert recompute() == (1, out, recompute()[2]), "to compare changes nothing"
    head = "by its record" in out
    assert recompute("--write")[0] == 0
    assert recompute()[0] == head, "what stands beside a record is never rewritten"


def test_a_record_that_cannot_be_read_is_named(recompute: Cli, url: str) -> None:
    _spoil(url, "UPDATE games SET record = 'nothing' WHERE id = 'g00'")
    status, out, _ = recompute()
    assert status == 1
    assert "game g00: its record cannot be read (line 1: " in out


def test_a_database_that_is_in_use_or_gone_is_refused(recompute: Cli, url: str) -> None:
    store = Store.open(url)
    status, _, error = recompute()
    store.close()
    assert status == 3
    assert "another server" in error or "uses" in error
    assert main(["league", "recompute", "--database", "mysql://x/y"]) != 0


def test_a_comparison_neither_migrates_nor_makes_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.db"
    file.touch()
    old = f"sqlite:///{file}"
    spoiler = engine(parse(old))
    with spoiler.begin() as connection:
        migrate(connection, "0003")
    spoiler.dispose()
    before = _tables(old)
    assert main(["league", "recompute", "--database", old]) == 3
    assert "of an older version: start the server once" in capsys.readouterr().err
    assert _tables(old) == before
    assert main(["league", "recompute", "--data", str(tmp_path)]) == 3
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "cuttle.db").exists()
    assert main(["league", "recompute", "--database", old, "--write"]) == 0
    assert _tables(old) != before


def _tables(url: str) -> list[str]:
    reader = engine(parse(url))
    found = sa.inspect(reader).get_table_names()
    reader.dispose()
    return sorted(found)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_what_root_compares_stays_the_servers(url: str, tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    for path in tmp_path.iterdir():
        os.chown(path, 65534, 65534)
    assert main(["league", "recompute", "--database", url]) == 0
    assert {path.stat().st_uid for path in tmp_path.iterdir()} == {65534}
