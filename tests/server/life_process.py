"""Run a server to be killed; `life.py` starts it.

It is set up as `cuttle serve` sets one up. The first line it writes tells its port and every table
it has brought back, before anybody could play on; after that it answers one question a line, as
JSON. It ends in order when the questions end.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import sys
import time
import weakref
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from server.terminal.textual_process import prepare_process

prepare_process()

from textual.app import App  # noqa: E402

from engine.record.position_text import position_text  # noqa: E402
from server.ops.limits import Collector, Limits  # noqa: E402
from server.serve import Server  # noqa: E402
from server.sessions.app import Visit, cuttle_app  # noqa: E402
from server.store.values import StoreError  # noqa: E402
from server.tables.room import Room  # noqa: E402

_APPS: Final[weakref.WeakSet[App[Any]]] = weakref.WeakSet()
_PAGE: Final = 4096
_ROOMY: Final = replace(
    Limits(), arrivals_rate=100.0, connections_each=500, time_burst=10.0, time_rate=1.0
)
"""A crowd on one machine comes from few addresses."""


def counted(visit: Visit) -> App[Any]:
    """Make the app that everybody runs, and keep count of it."""
    app = cuttle_app(visit)
    _APPS.add(app)
    return app


def resident() -> int:
    """Tell how many kilobytes of memory this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE // 1024


class Answers:
    """What can be asked of a server from outside, beside playing there."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def answer(self, question: str, *words: str) -> Any:
        """Answer one question."""
        known: dict[str, Callable[..., Any]] = {
            "open": self._open,
            "fill": self._fill,
            "code": self._code,
            "count": self._count,
            "held": self._held,
            "tables": self.tables,
        }
        return known[question](*words)

    def tables(self) -> dict[str, Any]:
        """Tell of every table its title, how many games were dealt, the position, who plays."""
        return {room.id: _standing(room) for room in self._server.matchmaker.rooms}

    def _open(self, ruleset: str, timing: str = "none") -> list[str]:
        """Open a public table under a code."""
        room = self._server.matchmaker.rooms.open(ruleset, timing=timing, public=True, coded=True)
        room._shown = ((), ())  # so that the next tick does not find it empty, and closes it
        assert room.code is not None
        return [room.id, room.code]

    def _fill(self, id: str) -> int:
        """Leave the free seats of a table to the computer."""
        room = self._server.matchmaker.rooms.find(id)
        if room is not None and room.people() and room.table.free_seats():
            self._server.matchmaker.bots.fill(room)
        return 0

    def _code(self, address: str) -> list[str]:
        """Tell who the guest from an address is, and the code by which this guest comes back."""
        for lobby in self._server.matchmaker.presence.every():
            if lobby.address == address and lobby.who.resume:
                return [lobby.who.identity, lobby.who.resume]
        return ["", ""]

    def _count(self) -> dict[str, int]:
        """Count what is there, after a full collection."""
        gc.collect()
        return {
            "sessions": len(self._server.doors.tasks),
            "connections": self._server.doors.admission.connected.total(),
            "lobbies": len(self._server.matchmaker.presence.every()),
            "apps": len(_APPS),
            "tasks": len(asyncio.all_tasks()),
            "rss_kb": resident(),
        }

    def _held(self) -> list[str]:
        """Say what holds the apps that are still there, a few steps back."""
        gc.collect()
        return [line for app in [*_APPS] for line in _holders(app, 7)]


def _holders(thing: object, steps: int) -> list[str]:
    """Follow what refers to a thing, the first few of each step."""
    lines, seen, layer = ["app"], {id(thing)}, [thing]
    for step in range(steps):
        found = [one for each in layer for one in gc.get_referrers(each)]
        layer = [one for one in found if id(one) not in seen and type(one) is not list][:12]
        seen |= {id(one) for one in layer}
        lines += [f"{step}: {_named(one)}" for one in layer]
    return lines


def _named(thing: object) -> str:
    keys = [str(key)[:20] for key in [*thing][:4]] if isinstance(thing, dict) else ""
    return f"{type(thing).__module__}.{getattr(thing, '__qualname__', type(thing).__name__)} {keys}"


def _standing(room: Room) -> list[Any]:
    table = room.table
    text = position_text(table.game.position) if table.game is not None else ""
    return [table.title, table.games, text, [*room.people()] if table.running else []]


async def serve(options: argparse.Namespace) -> int:
    """Serve until the questions end."""
    try:
        server = Server(
            options.data,
            port=options.port,
            database=options.database,
            app_for=counted,
            limits=_ROOMY,
            hold=options.hold,
            pace=options.pace,
            clock=lambda: time.time() + options.ahead,
        )
    except StoreError as error:
        sys.stderr.write(f"cuttle: {error}\n")
        return 1
    async with server, Collector(server.metrics):
        answers = Answers(server)
        _say({"port": server.port, "tables": answers.tables()})
        async for line in _lines():
            _say(answers.answer(*json.loads(line)))
    return 0


async def _lines() -> AsyncIterator[str]:
    reader = asyncio.StreamReader(limit=2**24)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode()


def _say(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command."""
    made = argparse.ArgumentParser()
    made.add_argument("--data", type=Path, required=True)
    made.add_argument("--database", required=True)
    made.add_argument("--port", type=int, default=0)
    made.add_argument("--hold", type=float, default=180.0)
    made.add_argument("--pace", type=float, default=0.2)
    made.add_argument("--ahead", type=float, default=0.0, help="seconds by which its clock is fast")
    return made


def main() -> None:
    """Serve as the command line says."""
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    sys.exit(asyncio.run(serve(parser().parse_args())))


if __name__ == "__main__":
    main()
