"""Run a server to be measured: `python -m tests.programs.bench.server_under_test cuttle`.

It is set up as `cuttle serve` sets one up, says its port, and then answers one question a line.
`stored` has a database, in which a long game is kept, and the usual limits; browsers may enter it,
and `doors`, whose port for them is an answer.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from server.terminal.textual_process import prepare_process

prepare_process()

from textual.app import App  # noqa: E402

from server.lobby.matchmaker import Matchmaker  # noqa: E402
from server.ops.limits import Collector, Limits  # noqa: E402
from server.serve import Server  # noqa: E402
from server.sessions.app import AppFor, cuttle_app  # noqa: E402
from server.web import WebOptions  # noqa: E402
from tests.programs.bench.floor_app import floor_app  # noqa: E402
from tests.programs.bench.long_game import keep_long_game  # noqa: E402
from tests.programs.bench.longest import LongestTurn  # noqa: E402
from tests.programs.bench.thinking import COMMAND, Games  # noqa: E402

_APPS: Final[dict[str, AppFor]] = {
    "cuttle": cuttle_app,
    "doors": cuttle_app,
    "stored": cuttle_app,
    "floor": floor_app,
}
_WITH_BROWSERS: Final = ("doors", "stored")
_ALIVE: Final[weakref.WeakSet[App[Any]]] = weakref.WeakSet()
_MOST: Final = 5000
_PARKED: Final = 2.0
"""Seconds a session is kept whose page is gone, so that it is not there in what comes next."""


def counted(app_for: AppFor) -> AppFor:
    """Keep count of the apps that are made."""

    def make(visit: Any) -> App[Any]:
        app = app_for(visit)
        _ALIVE.add(app)
        return app

    return make


def apps() -> int:
    """Tell how many apps something still holds, after a full collection."""
    gc.collect()
    return len(_ALIVE)


_TURNS: Final = LongestTurn()
ANSWERS: Final[dict[str, Callable[[], int]]] = {
    "apps": apps,
    "tasks": lambda: _tasks(),
    "watch": _TURNS.watch,
    "longest": _TURNS.microseconds,
    "what": _TURNS.tell,
}
"""What can be asked; `think` and `rest` begin and end games between computers, `web` is a port."""


def _tasks() -> int:
    return len(asyncio.all_tasks())


def open_tables(matchmaker: Matchmaker, many: int) -> int:
    """Open public tables at which somebody waits, until there are so many."""
    for number in range(len(matchmaker.rooms), many):
        room = matchmaker.rooms.open("standard", public=True)
        room.table.sit(0, f"guest-{number}", "person", who=f"guest:{number}", ready=False)
    return len(matchmaker.rooms)


async def serve(name: str, data: Path) -> None:
    """Serve until the questions end."""
    stored = name == "stored"
    limits = Limits() if stored else Limits(sessions=_MOST, watchers=_MOST)
    if name == "doors":
        limits = replace(limits, stall_timeout=_PARKED)
    database = keep_long_game(data) if stored else None
    server = Server(
        data,
        database=database,
        app_for=counted(_APPS[name]),
        limits=limits,
        warm=True,
        web=WebOptions(port=0) if name in _WITH_BROWSERS else None,
    )
    server._thinkers._command = COMMAND
    games = Games(server._thinkers)
    ANSWERS.update(think=games.begin, rest=games.end)
    async with server, Collector(server.metrics):
        if server.web is not None:
            ANSWERS["web"] = partial(int, server.web.port)
        _say(server.port)
        async for question in _questions():
            name, _, number = question.partition(" ")
            _say(ANSWERS[name]() if not number else open_tables(server.matchmaker, int(number)))


async def _questions() -> Any:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode().strip()


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def main() -> None:
    """Serve the app named first, on the core named second if there is one."""
    name, *core = sys.argv[1:]
    if core:
        os.sched_setaffinity(0, {int(core[0])})
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    with TemporaryDirectory() as data:
        asyncio.run(serve(name, Path(data)))


if __name__ == "__main__":
    main()
