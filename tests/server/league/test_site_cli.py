"""`cuttle league site`: the pages of a database, beside the server that uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cli.main import main
from server.store.store import Store


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'cuttle.db'}"
    Store.open(url).close()
    return url


@pytest.mark.slow
def test_the_pages_are_written_while_a_server_runs(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store.open(database)  # as a server holds it
    try:
        folder = tmp_path / "a site"
        given = [str(folder), "--database", database, "--title", "Club <Oslo>", "--lang", "fr"]
        assert main(["league", "site", *given]) == 0
    finally:
        store.close()
    written = sum(1 for path in folder.rglob("*") if path.is_file())
    assert capsys.readouterr().out == f"{written} files in {folder}\n"
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in index
    assert "Club &lt;Oslo&gt;" in index


def test_a_database_that_is_not_there_is_named_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.db"
    assert main(["league", "site", str(tmp_path), "--database", f"sqlite:///{path}"]) == 3
    assert str(path) in capsys.readouterr().err
    assert not path.exists()


def test_a_folder_that_cannot_be_written_is_named(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    assert main(["league", "site", str(taken), "--database", database]) == 1
    assert str(taken) in capsys.readouterr().err


def test_wrong_settings_are_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "server.toml"
    assert main(["league", "site", str(tmp_path), "--config", str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err
