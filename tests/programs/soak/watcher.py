"""Look on at games over real ssh connections, and see nothing that watchers may not see."""

from __future__ import annotations

import asyncio

from tests.programs.soak.player import SIZE, Player
from tests.server.emulator import connect, open_terminal


class Watcher(Player):
    """A guest who looks on."""

    async def _visit(self) -> None:
        chosen = await self.town.game_to_watch()
        if chosen is None:
            await asyncio.sleep(1)
            return
        self.terminal = None  # what the last one shows belongs to another table
        self.place, self.games = chosen
        self.turn = 0
        options = {"local_addr": (self._address, 0), "login_timeout": 15}
        async with connect(self.town.life.port, None, self.name, **options) as connection:
            self.terminal = await open_terminal(connection, f"watch {self.place}", size=SIZE)
            self.town.did["games watched"] += 1
            until = asyncio.get_running_loop().time() + self._rng.uniform(5, 30)
            while not self.terminal.closed and asyncio.get_running_loop().time() < until:
                self._observe()
                await asyncio.sleep(self._rng.expovariate(1 / self.town.pace))
                if self.town.done.is_set():
                    return
                await self._misbehave(connection)
                await self._press(*self._rng.choice(("zd", "l\x1b", "t1", "1p", "n", "i")))

    def check(self) -> None:
        """Hold the last screen before a kill against what may be seen by all."""
        story = self.town.story(self.place)
        if story is None or self.terminal is None or self.games != story.course.games:
            return
        if not story.course.over and self.turn <= story.turn:
            self._check_cards(story.hidden(None))
