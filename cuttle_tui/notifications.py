"""Pass lobby news to the screens, and alert players when it is their turn."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.ports import Chair, ChallengeLine, Lobby, LobbyError, News
from cuttle_tui.preferences.settings import Settings
from cuttle_tui.sandboxed_app import SandboxedApp
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.table_view import TableView
from cuttle_tui.tty.attention import Attention
from cuttle_tui.wording.front.challenges import DECLINED, challenge_line
from cuttle_tui.wording.front.joining import lobby_line, news_line
from cuttle_tui.wording.table.status_notes import NAME, Kind, title_of


class NotifyingApp(SandboxedApp):
    """An app that listens to a lobby."""

    lobby: Lobby

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.attention = Attention(lambda: self._driver, NAME)
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._unsubscribe: Callable[[], None] | None = None

    @property
    @abstractmethod
    def settings(self) -> Settings:
        """The player's settings."""

    @abstractmethod
    def sit_down(self, chairs: Sequence[Chair]) -> None:
        """Go to a table."""

    @abstractmethod
    def _meet(self) -> None:
        """Go to the table of a quick match."""

    def on_mount(self) -> None:
        """Subscribe to the lobby."""
        online = self.lobby.online
        if online is not None:
            self._unsubscribe = online.subscribe(self._news.put_nowait)
            self.run_worker(self._listen(), group="news")

    def on_unmount(self) -> None:
        """Unsubscribe from the lobby."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    async def _listen(self) -> None:
        """Pass news to the screens; merge repeated news."""
        while True:
            pending = [await self._news.get()]
            while not self._news.empty():
                pending.append(self._news.get_nowait())
            for news in dict.fromkeys(pending):
                self._spread(news)

    def _spread(self, news: News) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ZoneScreen) and screen.is_mounted:
                screen.hear(news)  # a screen still being created reads the lobby itself
        if news.kind in ("your-move", "game-over") and self._shows(news.text):
            return  # the table says so itself
        challenge = self.challenge if news.kind == "challenged" else None
        self.tell(news_line(news) if challenge is None else challenge_line(challenge))
        if news.kind in ("sat-down", "challenged"):
            self.call_attention(news.kind)
        elif news.kind == "paired":
            self._meet()

    def _shows(self, title: str) -> bool:
        """Return whether the table of this title is on the screen."""
        screen = self.screen
        return isinstance(screen, TableView) and screen.state.title == title

    def tell(self, line: Sentence) -> None:
        """Show a line on the current screen until the next key."""
        if line and isinstance(self.screen, ZoneScreen):
            self.screen.announce(line)

    @property
    def challenge(self) -> ChallengeLine | None:
        """The challenge that waits for this player's answer, if any."""
        online = self.lobby.online
        lines = () if online is None else online.challenges()
        return next((line for line in lines if not line.mine), None)

    def accept_challenge(self) -> None:
        """Accept the challenge, and go to the table; if the lobby refuses, show why."""
        online = self.lobby.online
        if online is None:
            return
        try:
            self.sit_down((online.accept(),))
        except LobbyError as error:
            self.tell(lobby_line(error))

    def decline_challenge(self) -> None:
        """Decline the challenge."""
        if self.challenge is not None and self.lobby.online is not None:
            self.lobby.online.decline()
            self.tell(say(DECLINED))

    def call_attention(self, kind: Kind, table: str = "") -> None:
        """Ring the bell and set the window title, unless the app has focus; always when paired."""
        if kind != "paired" and self.app_focus:
            return
        self.attention.call(title_of(kind, table), bell=self.settings.bell)

    def watch_app_focus(self, focus: bool) -> None:
        """Restore the window title when the app gains focus."""
        if focus:
            self.attention.come_back()

    def exit(self, *args: Any, **options: Any) -> None:
        """Restore the window title, and exit."""
        self.attention.end()
        super().exit(*args, **options)
