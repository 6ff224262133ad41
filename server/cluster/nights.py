"""The play night, which one node holds, for players of the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from cuttle_tui.ports.nights import NightLine, NightPage, NightPlan, Nights


class Asker(Protocol):
    """Asks the node that holds the night to do something for this player."""

    def __call__(self, method: str, *arguments: object) -> Awaitable[object]: ...


class SharedNights:
    """The play night as one player sees it, wherever it is held."""

    def __init__(
        self,
        here: Nights,
        page: Callable[[], NightPage | None],
        elsewhere: Callable[[], Asker | None],
    ) -> None:
        """Show the night to a player.

        Args:
            here: the night, if this node holds it.
            page: returns the page that the node which holds it sent last.
            elsewhere: returns how to ask that node; None if it is this one.
        """
        self._here = here
        self._page = page
        self._elsewhere = elsewhere

    def page(self) -> NightPage | None:
        return self._here.page() if self._elsewhere() is None else self._page()

    def line(self) -> NightLine | None:
        page = self.page()
        return None if page is None else page.line

    async def _do(self, method: str, *arguments: object) -> None:
        ask = self._elsewhere()
        if ask is None:
            await getattr(self._here, method)(*arguments)
        else:
            await ask(f"night {method}", *arguments)

    async def open(self, plan: NightPlan) -> None:
        await self._do("open", plan)

    async def join(self) -> None:
        await self._do("join")

    async def leave(self) -> None:
        await self._do("leave")

    async def begin(self) -> None:
        await self._do("begin")

    async def withdraw(self, name: str) -> None:
        await self._do("withdraw", name)

    async def end(self) -> None:
        await self._do("end")
