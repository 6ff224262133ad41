"""Carry out admin commands on the running server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import N_
from server.admin.schema import AdminError, kind_of_ban, words
from server.admin.secretary import Secretary
from server.cluster.options import ClusterControl, ClusterError, Row
from server.league.admin import LeagueAdmin, detail_of
from server.people.accounts import Banned, ExitMessage, is_same, meets, sign_of
from server.people.presence import Visitor
from server.sanitize import log_text
from server.store.values import AuditRow, Ban, BanKind, StoreError

if TYPE_CHECKING:
    from server.people.accounts import Accounts
    from server.serve import Server

log = logging.getLogger(__name__)

_STORED: Final = 3.0
"""Seconds a backup waits for what is still to be stored."""
_AUDIT: Final = 2.0
"""Seconds an order waits until the audit has it."""

_KICKED: Final = N_("The server's operators asked you to leave.")
_KICKED_FOR: Final = N_("The server's operators asked you to leave. ({why})")


def _signs(lobby: Visitor) -> Mapping[str, str]:
    """Return what a ban can name of a session."""
    return {"key": lobby.key, "name": lobby.player, "address": lobby.address}


class ServerAdmin:
    """The commands of the operator.

    Each may raise `AdminError` with a text that says what to do. Rows are plain JSON.
    """

    def __init__(self, server: Server, end: Callable[[], None]) -> None:
        self._server = server
        self._end = end
        self.league = LeagueAdmin(server)
        self.secretary = Secretary(server, self)

    @property
    def accounts(self) -> Accounts:
        """The accounts of the server; `AdminError` says that there are none."""
        if self._server.accounts is None:
            raise AdminError("this server keeps no accounts")
        return self._server.accounts

    def listing(self, what: str) -> list[Row]:
        """List what is at this node, by the name of the list; nothing for one that is unknown."""
        lists = {"who": self._who_here, "games": self._games_here}
        return lists[what]() if what in lists else []

    async def who(self) -> list[Row]:
        """List the players who are online, a row for each session, at all nodes."""
        cluster = self._server.cluster
        return self._who_here() if cluster is None else await cluster.list_all("who")

    def _who_here(self) -> list[Row]:
        lines = {line.id: line for line in self._server.matchmaker.person_lines("")}
        places = self._server.places_elsewhere()
        here = (lobby for lobby in self._server.matchmaker.presence.every() if lobby.here)
        found = [
            (lobby, places.get(lobby.who.identity) or lines.get(lobby.who.identity))
            for lobby in here
        ]
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

    async def games(self) -> list[Row]:
        """List the tables, a row each, without any cards, at all nodes."""
        cluster = self._server.cluster
        return self._games_here() if cluster is None else await cluster.list_all("games")

    def _games_here(self) -> list[Row]:
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

    async def note(self, order: str, values: Mapping[str, Any], *, audit: bool) -> None:
        """Log an order that was carried out; write it into the audit if nothing else has."""
        by, reason, detail = values["by"], values["reason"], detail_of(values)
        log.info("an order was carried out", extra=_log_values(order, by, reason, detail))
        accounts = self._server.accounts
        if not audit or accounts is None:
            return
        row = AuditRow(self._server.now(), by, order, detail, reason)
        try:
            async with asyncio.timeout(_AUDIT):  # a kick must work while the disk is full
                await accounts.writer.ask(accounts.store.note_order, row)
        except (StoreError, TimeoutError) as error:
            log.error("the audit does not have the last order: %s", str(error) or "no answer")

    def note_refusal(self, order: str, values: Mapping[str, Any], why: str) -> None:
        """Log an order that was refused."""
        log.info(
            "an order was refused", extra=_log_values(order, values["by"], why, detail_of(values))
        )

    # what an order would do

    async def would_tell(self) -> int:
        """Count the sessions that would see an announcement."""
        return len(await self.who())

    async def would_kick(self, name: str) -> int:
        """Count the sessions of a player."""
        return sum(row["name"].lower() == name.lower() for row in await self.who())

    async def would_ban(self, kind: BanKind, value: str, *, unused: bool = False) -> list[str]:
        """List whose sessions a ban would end, a name for each session.

        Raises:
            AdminError: nobody has this name, and it is not said that it is `unused`.
        """
        await self._check_used(kind, value, unused=unused)
        ban = Ban(kind, value, None, "")
        return sorted(row["name"] for row in await self.who() if meets(ban, sign_of(kind, row)))

    def would_unban(self, kind: BanKind, value: str) -> bool:
        """Return whether there is such a ban."""
        bans = self.accounts.bans
        return any(ban.kind == kind and is_same(kind, ban.value, value) for ban in bans)

    async def would_drain(self, node: str | None, *, everywhere: bool = False) -> int:
        """Count the sessions that would be asked to connect again.

        Raises:
            AdminError: there is no such node.
        """
        if everywhere or node is None:
            return len(await self.who() if everywhere else self._who_here())
        await self._is_this(node)
        return sum(row["node"] == node for row in await self.who())

    # orders

    async def announce(self, text: str) -> int | None:
        """Show a line to everybody; return how many sessions saw it, None if all nodes show it."""
        seen = self._server.announce(text)
        return None if await self.tell_others("announce", text=text) else seen

    async def kick(self, name: str) -> int | None:
        """End the sessions of a player; return how many, None if all nodes end those they have."""
        ended = self._kick_name(name)
        names = () if ended else (str(row["name"]).lower() for row in await self.who())
        if not ended and name.lower() not in names:
            return 0
        return None if await self.tell_others("kick", name=name) else ended

    def _kick_name(self, name: str) -> int:
        return self._kick(lambda lobby: lobby.player.lower() == name.lower(), _KICKED)

    def _kick(self, meant: Callable[[Visitor], bool], why: ExitMessage) -> int:
        lobbies = [lobby for lobby in self._server.matchmaker.presence.every() if meant(lobby)]
        for lobby in lobbies:
            lobby.kick(why)
        return len(lobbies)

    async def ban(
        self,
        kind: BanKind,
        value: str,
        minutes: int | None,
        why: str,
        *,
        unused: bool = False,
        until: datetime | None = None,
    ) -> None:
        """Ban somebody for some `minutes`, or until a moment, or for good; end their sessions.

        Raises:
            AdminError: nobody has this name, and it is not said that it is `unused`.
        """
        accounts = self.accounts
        await self._check_used(kind, value, unused=unused)
        if minutes is not None:
            until = datetime.now(UTC) + timedelta(minutes=minutes)
        ban = Ban(kind, value, until, why)
        await accounts.writer.ask(accounts.store.ban, ban)
        await self._enforce(ban)
        await self.tell_others("ban", kind=kind, value=value, why=why)

    async def _check_used(self, kind: BanKind, value: str, *, unused: bool) -> None:
        """Check that somebody here, or some account, has a name that is banned."""
        here = (lobby.player for lobby in self._server.matchmaker.presence.every())
        if kind != "name" or unused or any(is_same("name", value, each) for each in here):
            return
        accounts = self.accounts
        if await accounts.writer.ask(accounts.store.person_named, value) is None:
            raise AdminError(
                f"nobody is called {value}: nothing was done (--unused bans a name that nobody has)"
            )

    async def _enforce(self, ban: Ban) -> None:
        """Keep somebody out who was banned, and end their sessions here."""
        await self.accounts.reread_bans()
        exit_message = Banned(_KICKED_FOR, why=ban.why) if ban.why else _KICKED
        self._kick(lambda lobby: meets(ban, sign_of(ban.kind, _signs(lobby))), exit_message)

    async def unban(self, kind: BanKind, value: str) -> bool:
        """Lift the bans that meet a value, however it is written; return whether there were any."""
        accounts = self.accounts
        await accounts.reread_bans()
        meant = [
            ban for ban in accounts.bans if ban.kind == kind and is_same(kind, ban.value, value)
        ]
        for ban in meant:
            await accounts.writer.ask(accounts.store.unban, kind, ban.value)
        await accounts.reread_bans()
        await self.tell_others("unban")
        return bool(meant)

    async def bans(self) -> list[Row]:
        """List the bans in force."""
        return [
            {
                "kind": ban.kind,
                "value": ban.value,
                "until": ban.until.isoformat(timespec="seconds") if ban.until else None,
                "why": ban.why,
            }
            for ban in self.accounts.bans
        ]

    async def reports(self, *, every: bool = False) -> list[Row]:
        """List what players reported and no operator has settled, or all; newest first."""
        return await self.secretary.reports(every)

    async def drain(self, node: str | None = None, *, everywhere: bool = False) -> None:
        """Begin to shut down: no new games, players notified, state saved.

        Args:
            node: the name of another node that is to do so; None for this one.
            everywhere: whether all nodes are to do so.
        """
        if node is not None and not await self._is_this(node):
            await self._of_cluster.drain(node)
            return
        if everywhere:
            await self.tell_others("drain")
        self._drain()

    def _drain(self) -> None:
        self._server.drain()
        self._end()

    async def _is_this(self, name: str) -> bool:
        """Return whether this is the node of a name; AdminError says that none is."""
        lines = [line for line in await self._of_cluster.nodes() if not line.gone]
        found = [line for line in lines if line.name == name]
        if not found:
            known = ", ".join(sorted(line.name for line in lines))
            raise AdminError(f"there is no node {name}; there are {known}")
        return any(line.here for line in found)

    async def backup(self, path: Path) -> int:
        """Copy the database to a new file while the server runs.

        Returns:
            How many writes are not in it, because the store takes none now.
        """
        accounts = self.accounts
        with suppress(TimeoutError):
            async with asyncio.timeout(_STORED):
                await accounts.writer.drain()
        missing = accounts.writer.waiting
        await asyncio.to_thread(accounts.store.backup, path)
        log.info(
            "a backup was written: %s",
            path,
            extra={"why": f"{missing} writes are missing" if missing else None},
        )
        try:
            await self.note_backup()
        except StoreError as error:  # the copy is there all the same
            log.warning("when the backup was written cannot be noted: %s", error.why)
        return missing

    async def note_backup(self) -> None:
        """Note, for monitoring, that the database was backed up now."""
        at = self._server.now()
        await self.accounts.writer.ask(self.accounts.store.note_backup, at)
        self._server.metrics.backed_up(at.timestamp())

    # the cluster

    @property
    def _of_cluster(self) -> ClusterControl:
        if self._server.cluster is None:
            raise AdminError("this server runs alone: cluster.nats is not set")
        return self._server.cluster

    async def nodes(self) -> list[Row]:
        """List the nodes by name; none for a server that runs alone."""
        if self._server.cluster is None:
            return []
        lines = await self._server.cluster.nodes()
        return [
            {
                "node": line.name,
                "sessions": line.sessions,
                "tables": line.tables,
                "draining": line.draining,
                "version": line.version,
                "silent_for": round(line.beat, 1),
                "here": line.here,
                "id": line.id,
            }
            | ({"sessions": None, "tables": None, "silent_for": None} if line.gone else {})
            | ({"gone": line.gone} if line.gone else {})
            for line in sorted(lines, key=lambda line: (line.name, line.id))
        ]

    async def tell_others(self, order: str, **arguments: object) -> bool:
        """Have the other nodes carry out what was done here; return whether there is a cluster.

        Raises:
            AdminError: they could not be told.
        """
        if self._server.cluster is None:
            return False
        try:
            await self._server.cluster.tell_all(order, arguments)
        except ClusterError as error:
            raise AdminError(
                f"done on this node, but the others were not told ({error}): give the command again"
            ) from None
        return True

    async def carry_out(self, order: str, arguments: Mapping[str, object]) -> None:
        """Carry out here what was ordered at another node.

        Nothing is raised, for who ordered is not here: what cannot be done is logged. An order
        that only a newer version knows is left to nodes of that version.
        """
        try:
            match order:
                case "announce":
                    self._server.announce(words("a text", 200)(arguments.get("text")))
                case "kick":
                    self._kick_name(words("a name", 64)(arguments.get("name")))
                case "ban":  # the ban itself is in the database
                    kind: BanKind = kind_of_ban(arguments.get("kind"))
                    value = words("a value", 200)(arguments.get("value"))
                    why = words("a reason", 200, empty=True)(arguments.get("why"))
                    await self._enforce(Ban(kind, value, None, why))
                case "account":
                    await self.secretary.changed(arguments)
                case "unban" | "doors":
                    await self.accounts.reread_bans()
                case "league":
                    if self._server.league_book is not None:
                        self._server.league_book.reread()
                case "drain":
                    self._drain()
                case _:
                    log.warning("another node orders %s, which is unknown here", log_text(order))
                    return
            log.info("an order of another node was carried out", extra={"order": order})
        except (AdminError, StoreError) as error:
            log.error("the order to %s from another node was not carried out: %s", order, error)


def _log_values(order: str, by: str, why: str, detail: Mapping[str, Any]) -> dict[str, str | None]:
    words = [order, *(f"{name} {value}" for name, value in detail.items())]
    return {"by": by or None, "order": ", ".join(words), "why": why or None}
