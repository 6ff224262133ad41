"""Stores to test: an SQLite file, and a database in a PostgreSQL that is started for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store import database
from server.store.store import Store
from tests.server.databases import new_database
from tests.server.store.postgres import Postgres, binaries
from tests.whole import takes_longer

KINDS = ("sqlite", pytest.param("postgresql", marks=takes_longer))
"""The kinds of database; PostgreSQL is asked of all that lands."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Give a running PostgreSQL; without one skip, but never in CI."""
    path = binaries()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed here, and CI must test it")
        pytest.skip("PostgreSQL is not installed here (initdb is missing)")
    cluster = Postgres(path)
    yield cluster
    cluster.remove()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Give the URL of an SQLite database that is not there yet; it waits for locks briefly."""
    return f"sqlite:///{tmp_path}/cuttle.db?timeout=0.1"


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """Give the URL of a database of either kind in which there is nothing yet."""
    if request.param == "sqlite":
        yield str(request.getfixturevalue("sqlite_url"))
        return
    cluster: Postgres = request.getfixturevalue("postgres")
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database of either kind that has its tables: a copy of one made once."""
    if request.param == "sqlite":
        new_database(tmp_path / "cuttle.db")
        yield str(request.getfixturevalue("sqlite_url"))
        return
    cluster: Postgres = request.getfixturevalue("postgres")
    url = cluster.ready_database()
    yield url
    cluster.drop(url)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only briefly for another server to be noticed as dead: the test knows that it lives."""
    monkeypatch.setattr(database, "_PATIENCE", 0.0)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """Give a new store of either kind."""
    made = Store.open(url)
    yield made
    made.close()
