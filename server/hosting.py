"""Host a friend: run a server in this process, and open a table on it."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Final

from cuttle_tui.local.friends import FriendBook, friends_in, open_tables_in
from cuttle_tui.local.user import private_file, private_folder
from cuttle_tui.ports import Chair, Listening, Lobby, LobbyError, TablePlan
from cuttle_tui.ports.listings import BY_NAME
from cuttle_tui.replay.folder import FolderArchive, records_in
from server.lobby.archive import RoomGames
from server.lobby.open_tables import HOST, OpenTables, others_at, unfinished_in
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.addresses import (
    PORT,
    everywhere,
    free_port,
    listening_on,
    own_address,
    parse_address,
)
from server.ops.host_key import DataError
from server.people.accounts import Player
from server.serve import Server
from server.terminal.textual_process import prepare_process
from server.web import WEB_PORT, WebOptions

_LOG: Final = "host.log"


class LocalHost:
    """Runs a server in this process; the host plays at a table of it."""

    def __init__(
        self,
        data: Path,
        player: str,
        *,
        host: str = "",
        port: int | None = None,
        address: str = "",
        web: bool = False,
    ) -> None:
        """Prepare to host; nothing is open yet.

        Args:
            data: the directory of the host key, the log, and the host's finished games.
            host: the address to listen on; by default every one.
            port: by default the usual one, or any if that is taken.
            address: where friends come to, perhaps with a port; found out by default.
            web: whether friends may come by a link as well.
        """
        self._data = data
        self._player = player
        self._host = host or everywhere()
        self._port = free_port(self._host, PORT) if port is None else port
        self._address = address or own_address(self._host)
        self._web: WebOptions | None = None
        if web:  # at the usual port, or at any if that is taken
            name = parse_address(self._address).host
            shown = f"[{name}]" if ":" in name else name
            free = free_port(self._host, WEB_PORT)
            self._web = WebOptions(self._host, free, f"http://{shown}:{free}")
        self._archive = FolderArchive(records_in(data))
        self._tables = OpenTables(open_tables_in(data))
        self._server: Server | None = None
        self._lobby: PlayerLobby | None = None

    @property
    def listens(self) -> str:
        """The address on which it listens."""
        return self._host

    def where(self) -> Listening:
        port = self._port if self._server is None else self._server.port
        shown = parse_address(self._address).host
        return replace(listening_on(self._host, port), address=shown)

    def unfinished(self) -> tuple[str, ...]:
        return unfinished_in(self._data) if self._server is None else ()

    async def open(self, plan: TablePlan, player: str = "") -> tuple[Lobby, Chair]:
        if self._server is None or self._lobby is None:
            prepare_process()
            try:
                # log to a file, because the terminal shows the table
                private_folder(self._data)
                private_file(self._data / _LOG)
                handler = logging.FileHandler(self._data / _LOG, encoding="utf-8", delay=True)
                logging.getLogger().addHandler(handler)
                friends = FriendBook(friends_in(self._data))
                self._server = await Server(
                    *(self._data, self._host, self._port),
                    address=self._address,
                    room_games=RoomGames(self._archive, HOST, friends, self._tables),
                    web=self._web,
                ).__aenter__()
            except (OSError, DataError) as error:
                raise LobbyError("cannot-listen") from error
            if self._tables.acquire():
                self._go_on(self._server, plan)
            name = player or self._player
            host = Player(name, HOST, seed=name)
            self._lobby = enter_lobby(self._server.matchmaker, host)
            self._lobby.archive = self._archive
        await self._lobby.ask_friends()
        return self._lobby, self._lobby.held() or await self._lobby.open_table(plan)

    def _go_on(self, server: Server, plan: TablePlan) -> None:
        """Restore the games that were going on when the last room closed.

        A plan for another friend than the host's leaves them until later.
        """
        games = self._tables.games()
        others = others_at(table for _, table in games)
        if plan.friend in ("", *(BY_NAME + name for name in others)):
            server.matchmaker.restore(kept for kept, _ in games)

    async def close(self) -> None:
        if self._server is not None:
            server, self._server, self._lobby = self._server, None, None
            await server.__aexit__(None, None, None)
            self._tables.release()
