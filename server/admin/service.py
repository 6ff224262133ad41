"""Carry out admin commands on the running server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import N_
from server.admin.league import LeagueAdmin
from server.admin.schema import AdminError
from server.people.bans import Banned, ExitMessage, meets
from server.people.presence import Visitor
from server.store.values import Ban, BanKind, Report

if TYPE_CHECKING:
    from server.people.accounts import Accounts
    from server.serve import Server

Row = dict[str, Any]

_KICKED: Final = N_("The server's operators asked you to leave.")
_KICKED_FOR: Final = N_("The server's operators asked you to leave. ({why})")


_SIGNS: Final[Mapping[BanKind, Callable[[Visitor], str]]] = {
    "key": lambda lobby: lobby.key,
    "name": lambda lobby: lobby.player,
    "address": lambda lobby: lobby.address,
}
"""The part of a session that each kind of ban is compared with."""


class ServerAdmin:
    """The commands of the operator.

    Each may raise `AdminError` with a text that says what to do. Rows are plain JSON.
    """

    def __init__(self, server: Server, end: Callable[[], None]) -> None:
        self._server = server
        self._end = end
        self.league = LeagueAdmin(server)

    @property
    def _accounts(self) -> Accounts:
        if self._server.accounts is None:
            raise AdminError("this server keeps no accounts")
        return self._server.accounts

    def who(self) -> list[Row]:
        """List the players who are online, a row each."""
        lines = {line.id: line for line in self._server.matchmaker.person_lines("")}
        here = self._server.matchmaker.presence.every()
        found = [(lobby, lines.get(lobby.who.identity)) for lobby in here]
        return [
            {
                "name": lobby.player,
                "doing": line.doing if line else "new",
                "table": line.table if line else "",
                "address": lobby.address,
                "key": lobby.key,
            }
            for lobby, line in found
        ]

    def games(self) -> list[Row]:
        """List the tables, a row each, without any cards."""
        rows = []
        for room in self._server.matchmaker.rooms:
            table = room.table
            state = "running" if table.running else "over" if table.over else "waiting"
            rows.append(
                {
                    "table": room.id,
                    "title": table.title,
                    "ruleset": table.ruleset.name,
                    "players": [sitter.name for sitter in table.sitters if sitter.name],
                    "state": state,
                    "turn": table.game.position.turn + 1 if table.game else 0,
                    "score": list(table.score),
                    "watchers": len(room.watchers),
                }
            )
        return rows

    def announce(self, text: str) -> int:
        """Show a line to everybody; return how many sessions saw it."""
        return self._server.announce(text)

    def kick(self, name: str) -> int:
        """End the sessions of a player; return how many there were."""
        return self._kick(lambda lobby: lobby.player.lower() == name.lower(), _KICKED)

    def _kick(self, meant: Callable[[Visitor], bool], why: ExitMessage) -> int:
        lobbies = [lobby for lobby in self._server.matchmaker.presence.every() if meant(lobby)]
        for lobby in lobbies:
            lobby.kick(why)
        return len(lobbies)

    async def ban(self, kind: BanKind, value: str, minutes: int | None, why: str) -> None:
        """Ban a key, a name or an address, for good without `minutes`, and end its sessions."""
        accounts = self._accounts
        until = None if minutes is None else datetime.now(UTC) + timedelta(minutes=minutes)
        ban = Ban(kind, value, until, why)
        await accounts.writer.ask(accounts.store.ban, ban)
        await accounts.reread_bans()
        exit_message = Banned(_KICKED_FOR, why=why) if why else _KICKED
        self._kick(lambda lobby: meets(ban, _SIGNS[kind](lobby)), exit_message)

    async def unban(self, kind: str, value: str) -> bool:
        """Lift a ban; return whether it existed."""
        accounts = self._accounts
        lifted = await accounts.writer.ask(accounts.store.unban, kind, value)
        await accounts.reread_bans()
        return lifted

    async def bans(self) -> list[Row]:
        """List the bans in force."""
        return [
            {
                "kind": ban.kind,
                "value": ban.value,
                "until": ban.until.isoformat() if ban.until else None,
                "why": ban.why,
            }
            for ban in self._accounts.bans
        ]

    async def reports(self) -> list[Row]:
        """List what players reported, newest first."""
        accounts = self._accounts
        found = await accounts.writer.ask(accounts.store.reports, 200)
        return [await self._report(accounts, report) for report in found]

    async def _report(self, accounts: Accounts, report: Report) -> Row:
        return {
            "at": report.at.isoformat(timespec="seconds"),
            "by": await self._name(accounts, report.by),
            "against": await self._name(accounts, report.against),
            "table": report.table,
            "text": report.text,
        }

    async def _name(self, accounts: Accounts, identity: str) -> str:
        person = await accounts.writer.ask(accounts.store.person, identity)
        return identity if person is None else person.name

    async def drain(self) -> None:
        """Begin to shut down: no new games, players notified, state saved."""
        self._server.drain()
        self._end()

    async def backup(self, path: Path) -> None:
        """Copy the database to a new file while the server runs."""
        accounts = self._accounts
        await accounts.writer.drain()
        await accounts.writer.ask(accounts.store.backup, path)
