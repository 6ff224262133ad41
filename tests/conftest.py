"""How every test runs: alike on every machine, whatever this process was started with."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.whole import MANY, PART, SOON, times

_KEPT: Final = frozenset(
    (
        *("PATH", "LD_LIBRARY_PATH", "TMPDIR", "CI", "UPDATE_SNAPSHOTS"),
        *("CUTTLE_GAMES", "CUTTLE_NODES", "CUTTLE_SWEEP"),
    )
)
"""Variables that say something of the machine, or of what is wanted of the tests."""
_OF_TOOLS: Final = ("PYTEST_", "HYPOTHESIS_", "COVERAGE_")
_SET: Final = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC"}
_ROOM: Final = 300_000_000
"""Bytes that the tests may take in the temporary folder."""
_LONGEST: Final = 40
"""Characters a temporary folder's name may have: a socket's has about a hundred, with all that the
tests put before it."""
_OTHERS: Final = ("/tmp", "/var/tmp")
"""Folders to take where the temporary one does not serve."""


def _settle_environment() -> None:
    """Leave of the environment only what tests may depend on."""
    for name in [*os.environ]:
        if name not in _KEPT and not name.startswith(_OF_TOOLS):
            del os.environ[name]
    os.environ.update(_SET)
    time.tzset()


def _settle_process() -> None:
    """Take back what is inherited: a strict mask for new files, and signals that are ignored.

    A signal that is caught and dropped does nothing here, as before, and is its usual self again in
    the programs that are started.
    """
    os.umask(0o022)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _drop)


def _drop(*_signal: object) -> None:
    """Do nothing."""


def _settle_folders() -> Path:
    """Find a temporary folder that serves, and make a home of its own there for what is started."""
    folder = next(filter(_serves, (tempfile.gettempdir(), *_OTHERS)), None)
    if folder is None:
        pytest.exit(f"{tempfile.gettempdir()} has too little room: set TMPDIR to another folder", 2)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    home = Path(tempfile.mkdtemp(prefix="cuttle-home-"))
    os.environ["HOME"] = str(home)
    return home


def _serves(folder: str) -> bool:
    """Whether a folder is there, has room, and a name short enough for sockets in it."""
    there = len(folder) <= _LONGEST and os.access(folder, os.W_OK)
    return there and shutil.disk_usage(folder).free >= _ROOM


def _hurry() -> None:
    """Let screens be drawn as often as something changes; the library reads this only once."""
    os.environ["TEXTUAL_FPS"] = "1000"
    import textual.constants

    assert textual.constants.MAX_FPS == 1000, "Textual was imported too early"
    del os.environ["TEXTUAL_FPS"]


_settle_environment()
_settle_process()
_HOME: Final = _settle_folders()
_hurry()

# How long an example takes says something of the machine, and nothing of the game.
settings.register_profile(
    "untimed",
    max_examples=times(40, 100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def _in_no_language_yet() -> Iterator[None]:
    """Let each test begin in no language, whatever an earlier one in this process has spoken."""
    from cuttle_tui.i18n import translation

    token = translation._language.set(translation._SILENT)
    yield
    translation._language.reset(token)


@pytest.fixture(autouse=True)
def _nothing_set_at_home() -> Iterator[None]:
    """Hold tests to a home of their own for settings: at this one the next test would meet them."""
    yield
    kept = _HOME / ".config" / "cuttle"
    if kept.exists():
        shutil.rmtree(kept)
        pytest.fail("a test left settings at the home of all: give it one of its own")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of sweeps what is not asked for, and have what takes long begun first."""
    left_out = _left_out(items)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    items[:] = _begun_early(items)


def _left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return what is left out of the slow tests: all but one in six of those with many cases.

    Where the answer must come soon, it is all but one in twenty of each file's. It is another one
    in each twenty, so that cases which take turns are all among them.
    """
    rows: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow"):
            rows[item.nodeid.partition("::" if SOON else "[")[0]].append(item)
    least = 1 if SOON else MANY
    return {
        item
        for each in rows.values()
        if len(each) >= least
        for place, item in enumerate(each)
        if place % PART != place // PART % PART
    }


def _begun_early(items: list[pytest.Item]) -> list[pytest.Item]:
    """Put what takes long at the beginning of each process's share (`--dist worksteal`)."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("long")]
    others = iter([item for item in items if not item.get_closest_marker("long")])
    ordered: list[pytest.Item] = []
    for number in range(processes):
        share = (len(items) - len(ordered)) // (processes - number)
        first = long[number::processes]
        ordered += [*first, *islice(others, max(0, share - len(first)))]
    return [*ordered, *others]


def pytest_collection_finish() -> None:
    """Spare the collector what stays to the end: thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def pytest_unconfigure() -> None:
    """Take the home away."""
    shutil.rmtree(_HOME, ignore_errors=True)
