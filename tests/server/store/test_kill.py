"""Whatever was said to be stored is there after the process is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.store.store import Store
from tests.server.store import victim
from tests.whole import some

pytestmark = pytest.mark.slow

_ENOUGH = (40, 400, 1500)
"""Entries after which the process is killed."""


@contextmanager
def _process(*args: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", victim.__name__, *args], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _stored(lines: list[str]) -> dict[str, int]:
    """Give for each table the number of entries that were said to be stored."""
    counts: dict[str, int] = {}
    for line in lines:
        if line.startswith("stored ") and line.endswith("\n"):
            _, table, number = line.split()
            assert int(number) == counts.get(table, 0), "said in order, and once"
            counts[table] = int(number) + 1
    return counts


def _all_there(url: str, counts: dict[str, int]) -> None:
    store = Store.open(url)
    for table in store.running_tables():
        numbers = [entry.split()[:2] for entry in table.entries]
        assert numbers == [[table.id, str(number)] for number in range(len(numbers))]
        assert len(numbers) >= counts.get(table.id, 0)
    assert len(store.running_tables()) == len(counts)
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("enough", some(_ENOUGH, 3))
def test_a_killed_process_loses_nothing_it_has_said(url: str, enough: int) -> None:
    lines: list[str] = []
    with _process(url) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if len(lines) >= enough:
                break
        process.kill()
        lines += process.stdout.readlines()
    _all_there(url, _stored(lines))


def test_a_file_that_cannot_grow_is_a_trouble_and_loses_nothing(sqlite_url: str) -> None:
    lines: list[str] = []
    with _process(sqlite_url, "400000") as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.startswith("trouble"):
                break
        process.kill()
    assert "make room" in lines[-1]
    _all_there(sqlite_url, _stored(lines))
