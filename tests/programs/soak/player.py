"""Play as a person might, over a real ssh connection, and behave badly now and then."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from typing import Final

import asyncssh

from tests.oracle import cards_on, names
from tests.programs.soak.town import Town
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.life import Dead

_TURN: Final = re.compile(r"turn (\d+)")
_WAITING: Final = re.compile("waiting for|all seats are taken")
SIZE: Final = (100, 32)
_HOME: Final = "WELCOME"
"""On the bar of the home screen."""
_SIGHT: Final = 20.0
"""Seconds in which a table must be seen."""
_STUCK: Final = 45.0
"""Seconds without a new turn after which a player looks for another table."""
DROPS: Final = (asyncssh.Error, OSError, Dead, TimeoutError)


class Gone(Exception):
    """The connection is no more."""


class Player:
    """Somebody with a key, or a guest, or somebody who only watches."""

    def __init__(self, town: Town, number: int, key: asyncssh.SSHKey | None, who: str) -> None:
        self.town = town
        self.name = f"soak{number}"
        self.who = who
        """The identity under which the server keeps the seat; empty until a guest has one."""
        self.place = ""
        """The id of the table."""
        self.games = self.turn = 0
        """The game and the turn that were seen last, counted from 1."""
        self.terminal: Terminal | None = None
        self.must_see = False
        """Whether the seat was in a running game when the server was killed."""
        self.resume = ""
        """The code with which a guest comes back."""
        self._key = key
        self._rng = random.Random(number)
        self._address = f"127.0.9.{number % 200 + 1}"
        self._moved = 0.0
        self._unsure = ""
        self._fills = False

    # coming and going

    async def live(self) -> None:
        """Come and go until everybody shall go home."""
        while not self.town.done.is_set():
            await self.town.up.wait()
            with suppress(Gone, *DROPS):
                await self._visit()
            self.town.did["visits"] += 1
            await asyncio.sleep(self._rng.uniform(0.05, 0.5))

    async def _visit(self) -> None:
        self.terminal = None  # what the last one shows belongs to another visit
        command = await self._command()
        options = {"local_addr": (self._address, 0), "login_timeout": 15}
        async with connect(self.town.life.port, self._key, self.name, **options) as connection:
            self.terminal = await open_terminal(connection, command, size=SIZE)
            try:
                await self._find_table()
                await self._stay(connection)
            finally:
                self._observe(last=True)

    async def _command(self) -> str | None:
        """Say what to ask for: a seat at a table, or one's own again."""
        if not self.place or not (self._key or self.resume):
            table = await self.town.seat()
            self.place, self.games, self.turn = table.id, 0, 0
            self._fills = table.computers
            return f"join {table.code}"
        return f"join {self.resume}" if self._key is None else None

    async def _find_table(self) -> None:
        """Wait for the table to be seen."""
        assert self.terminal is not None
        loop = asyncio.get_running_loop()
        until = loop.time() + _SIGHT
        self._moved = loop.time()
        while loop.time() < until and not self.terminal.closed:
            if self._at_table():
                await self._arrived()
                return
            if _HOME in self.terminal.text:
                break
            await asyncio.sleep(0.1)
        await self._missed()

    def _at_table(self) -> bool:
        assert self.terminal is not None
        return bool(self._reading() or _WAITING.search(self.terminal.text))

    async def _missed(self) -> None:
        """Forget the table that was not shown; it is a fault if the seat is still there."""
        assert self.terminal is not None
        text, closed = self.terminal.text, self.terminal.closed
        if self.must_see and not closed:
            tables = await self.town.life.ask("tables")
            if self.who in tables.get(self.place, [0, 0, 0, []])[3]:
                self.town.faults.append(f"{self.name} did not get the seat back:\n{text}")
        if not closed:
            self._forget()
        raise Gone

    async def _arrived(self) -> None:
        self.must_see = False
        if self._fills:
            self._fills = False
            await self.town.life.ask("fill", self.place)
        if self._key is None and not self.resume:
            self.who, self.resume = await self.town.life.ask("code", self._address)
        await self._look_where()

    async def _look_where(self) -> None:
        """Notice a seat at another table: who is in a game there is not let in here."""
        tables = await self.town.life.ask("tables")
        for id, (_, _, _, people) in tables.items():
            if id != self.place and self.who in people:
                self.town.did["still at another table"] += 1
                self.place, self.games, self.turn = id, 0, 0

    def _forget(self) -> None:
        self.place, self.games, self.turn, self.resume = "", 0, 0, ""

    # playing

    async def _stay(self, connection: asyncssh.SSHClientConnection) -> None:
        """Play until something makes the player go."""
        while not self.town.done.is_set():
            self._observe()
            await asyncio.sleep(self._rng.expovariate(1 / self.town.pace))
            await self._misbehave(connection)
            await self._act()
            if asyncio.get_running_loop().time() - self._moved > _STUCK:
                await self._leave()
                return

    async def _press(self, *keys: str) -> None:
        assert self.terminal is not None
        for key in keys:
            if self.terminal.closed:
                raise Gone
            self.terminal.send(key)
            self.town.did["keys"] += 1
            await asyncio.sleep(0.15 if key == "\x1b" else 0.05)

    async def _act(self) -> None:
        """Press what may be a play."""
        assert self.terminal is not None
        text = self.terminal.text
        if "rematch" in text or "another game" in text:
            await self._press("r")
            if self._rng.random() < 0.1:
                await self._leave()
                raise Gone
            return
        await self._press(*self._keys(text))

    def _keys(self, text: str) -> tuple[str, ...]:
        rng = self._rng
        if not self._reading():
            return ("\r",) if "enter ready" in text else ("\x1b",) * ("enter not" not in text)
        if "COUNTER?" in text:
            return (rng.choice("nny"),)
        asked = "YOUR TURN" in text or not re.search(r"[A-Z]'S TURN", text)
        chance = rng.random()
        if chance < (0.05 if asked else 0.3):
            return rng.choice((("z", "\x1b"), ("l", "\x1b"), ("i",), ("?", "\x1b"), ("t", "\x1b")))
        if chance < (0.07 if asked else 0.4):
            self.town.did["phrases said"] += 1
            return ("t", rng.choice("123456"))
        if not asked:
            return (rng.choice(("\x1b[C", "\x1b[D", "1", "3")),)
        if chance < 0.3:
            return ("d",)
        if chance < 0.4:
            return rng.choice((("x",), ("n",), ("y",)))
        if chance < 0.5:
            return (*rng.sample("12345678", 2), "\r")
        card = rng.choice("12345678")
        if chance < 0.75:
            return (card, "\r", "\r", "\r")
        return ("\x1b", card, rng.choice("posrjk"), rng.choice("abc"), "\r")

    async def _leave(self) -> None:
        """Leave the table for good."""
        self.town.did["left a table"] += 1
        with suppress(Gone):
            await self._press("\x1b", "q", "y")
            await asyncio.sleep(0.3)
        self._forget()
        raise Gone

    # behaving badly

    async def _misbehave(self, connection: asyncssh.SSHClientConnection) -> None:
        for share, name, deed in (
            (0.010, "vanished", self._vanish),
            (0.010, "dropped", self._drop),
            (0.004, "flooded", self._flood),
            (0.006, "resized", self._resize),
            (0.004, "stalled", self._stall),
        ):
            if self._rng.random() < share:
                self.town.did[name] += 1
                await deed(connection)

    async def _vanish(self, connection: asyncssh.SSHClientConnection) -> None:
        connection.abort()
        raise Gone

    async def _drop(self, connection: asyncssh.SSHClientConnection) -> None:
        connection.close()
        await connection.wait_closed()
        raise Gone

    async def _flood(self, connection: asyncssh.SSHClientConnection) -> None:
        del connection
        assert self.terminal is not None
        for _ in range(8):
            self.terminal.send("\x1b[C\x1b[D" * 200 + "\x1b[<0;5;5M" * 20)
        await asyncio.sleep(1)

    async def _resize(self, connection: asyncssh.SSHClientConnection) -> None:
        del connection
        assert self.terminal is not None
        for _ in range(30):
            width, height = self._rng.choice(
                [(0, 0), (1, 1), (20, 5), (80, 24), (240, 80), (999, 999)]
            )
            self.terminal.channel.change_terminal_size(width, height)
            await asyncio.sleep(0.01)
        self.terminal.resize(*SIZE)
        await asyncio.sleep(1)

    async def _stall(self, connection: asyncssh.SSHClientConnection) -> None:
        transport = connection._transport
        if not isinstance(transport, asyncio.Transport):
            raise Gone
        transport.pause_reading()
        await asyncio.sleep(self._rng.uniform(1, 6))
        if not transport.is_closing():
            transport.resume_reading()

    # seeing

    def _reading(self) -> int:
        """Read the turn off the screen; 0 where none is shown."""
        assert self.terminal is not None
        if "REPLAY" in self.terminal.text:
            return 0
        found = _TURN.findall(self.terminal.text)
        return int(found[-1]) if len(found) == 1 else 0

    def _observe(self, *, last: bool = False) -> None:
        """Note the turn that is shown; a lower one than before means another game."""
        if self.terminal is None:
            return
        turn = self._reading()
        if not turn:
            return
        sure = f"{turn}"
        if turn < self.turn and (last or self._unsure != sure):
            self._unsure = sure  # a picture may be half drawn: look once more
            return
        if turn < self.turn or not self.games:
            self.games += 1
        if turn != self.turn:
            self._moved = asyncio.get_running_loop().time()
        self.turn, self._unsure = turn, ""

    def check(self) -> None:
        """Hold what was seen before a kill against what was stored by then."""
        story = self.town.story(self.place)
        self.must_see = False
        if story is None or self.terminal is None:
            return
        seat = story.seat_of(self.who)
        if (self.games, self.turn) > (story.course.games, story.turn):
            self.town.faults.append(
                f"{self.name} saw game {self.games} turn {self.turn} at {story.title}, "
                f"stored is game {story.course.games} turn {story.turn}:\n{self.terminal.text}"
            )
        self.town.did["screens held against the store"] += 1
        self.must_see = seat is not None and story.course.running
        if seat is not None and self.games == story.course.games and not story.course.over:
            self._check_cards(story.hidden(seat))

    def _check_cards(self, hidden: frozenset[int]) -> None:
        assert self.terminal is not None
        seen = cards_on(self.terminal.text) & hidden
        self.town.did["screens searched for hidden cards"] += 1
        if seen:
            self.town.faults.append(
                f"{self.name} saw {names(seen)} at {self.place}:\n{self.terminal.text}"
            )
