"""Carry out the operator's commands about people on the running server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import N_, Message
from engine.errors import CuttleError
from engine.rules.options import parse_ruleset
from server.admin.schema import AdminError, Values, words
from server.cluster.options import Row
from server.codes import LONG, new_code, typed_code
from server.league.brought import ANOTHER, PAPER, Reading, digest_of, read_games, read_ratings
from server.league.paper import Times, parse_zone
from server.league.paper_files import read_bracket
from server.league.ratings import LeagueError
from server.league.seasons import RULESET, SUITS
from server.league.store.tables import ChampionshipRow
from server.lobby.account import settings_together
from server.names import BadName, is_bot
from server.people.accounts import Banned
from server.store.imports import counted
from server.store.values import Ban, DoorState, Entrance, Invitation, Refused
from server.tables.room import game_id

if TYPE_CHECKING:
    from server.admin.service import ServerAdmin
    from server.people.accounts import Accounts
    from server.serve import Server
    from server.store.secretary import AccountLine, AccountPage, FiledReport
    from server.store.store import Store

_TOLD: Final[Mapping[str, Message]] = {
    "renamed": N_("The server's operators have given you the name {name}. Please connect again."),
    "deleted": N_("The server's operators have deleted this account. Goodbye."),
}
"""What the sessions of an account read at their end, by what has become of it."""
_REPORTS: Final = 200
"""Reports that are listed."""
_WRONG_NAMES: Final = {
    "short": "a name has 2 characters at least",
    "long": "a name has 16 characters at most",
    "letters": "a name has Latin letters, digits, - and _, and begins with a letter",
    "reserved": "this name is reserved",
}


class Secretary:
    """The operator's commands about accounts, by their names in `people_commands`.

    Each may raise `AdminError` with a text that says what to do.
    """

    def __init__(self, server: Server, admin: ServerAdmin) -> None:
        self._server, self._admin = server, admin

    @property
    def _accounts(self) -> Accounts:
        return self._admin.accounts

    @property
    def store(self) -> Store:
        """Where the accounts are."""
        return self._accounts.store

    async def account_list(self, ask: Values) -> list[Row]:
        """List accounts, whoever was here last first."""
        here = {str(row["name"]) for row in await self._admin.who()}
        days = ask["unseen"]
        since = None if days is None else self._server.now() - timedelta(days=days)
        limit = None if ask["here"] else ask["most"]  # they may not be the latest who came
        lines = await self._accounts.writer.ask(
            self.store.account_lines, ask["part"] or "", since, limit
        )
        rows = [_line(line) | {"here": line.name in here} for line in lines]
        return [row for row in rows if row["here"] or not ask["here"]][: ask["most"]]

    async def account_show(self, ask: Values) -> dict[str, Any]:
        """Look up an account."""
        page = await self._page(ask["name"])
        sessions = [row for row in await self._admin.who() if row["name"] == page.line.name]
        return _line(page.line) | {
            "id": page.line.id,
            "created": _moment(page.line.created),
            "sessions": [
                ", ".join(
                    str(row[part])
                    for part in ("doing", "table", "address", "key", "node")
                    if row.get(part)
                )
                for row in sessions
            ],
            "secretary": page.secretary,
            "keys": [f"{key.fingerprint}, added {key.added:%Y-%m-%d}" for key in page.keys],
            "last_game": _moment(page.last_game),
            "rated_games": page.rated,
            "reported_others": page.reported,
            "open_tables": list(page.tables),
            "bans": [_ban(ban) for ban in page.bans],
            "former_names": [
                f"{name}, held back until {until:%Y-%m-%d}" for name, until in page.former
            ],
        }

    async def _page(self, name: str) -> AccountPage:
        try:
            return await self._accounts.writer.ask(self.store.account_page, name)
        except Refused as error:
            raise AdminError(str(error)) from None

    async def rename(self, ask: Values) -> list[str]:
        """Give an account another name."""
        page = await self._page(ask["name"])
        bot = is_bot(page.line.name)
        try:
            wanted = self._accounts.check_name(ask["new"], bot=bot)
            self._accounts.check(name=wanted)
        except BadName as error:
            raise AdminError(f"{ask['new']}: {_WRONG_NAMES[error.reason]}") from None
        except Banned:
            raise AdminError(f"the name {wanted} is banned") from None
        name = page.line.name
        lines = await self._admin.league.decide(
            self.store.rename_account, ask, name, wanted, ask["days"]
        )
        return await self._follow(ask, lines, "renamed", page.line.id, wanted)

    async def merge(self, ask: Values) -> list[str]:
        """Merge an account into another one of the same person."""
        other, who = await self._page(ask["name"]), await self._page(ask["into"])
        merged = partial(
            self.store.merge_accounts, league=ask["league"], settings=settings_together
        )
        names = other.line.name, who.line.name
        lines = await self._admin.league.decide(merged, ask, *names, ask["days"])
        if not ask["trial"]:
            self._accounts.note_joined(other.line.id, who.line.id)
        return lines

    async def delete(self, ask: Values) -> list[str]:
        """Delete an account for somebody."""
        page = await self._page(ask["name"])
        lines = await self._admin.league.decide(self.store.delete_account, ask, page.line.name)
        return await self._follow(ask, lines, "deleted", page.line.id)

    async def set_secretary(self, ask: Values) -> list[str]:
        """Make an account a secretary's, or no longer."""
        page = await self._page(ask["name"])
        change, yes = self.store.set_secretary, ask["state"] == "on"
        return await self._admin.league.decide(change, ask, page.line.name, yes)

    # what players reported

    async def reports(self, every: bool) -> list[Row]:
        """List reports, newest first: those that wait, or all."""
        found = await self._accounts.writer.ask(self.store.filed_reports, every, _REPORTS)
        return [_report(each, every=every) for each in found]

    async def report_show(self, ask: Values) -> dict[str, Any]:
        """Show a report, with what is known of the one who is reported."""
        found = await self._accounts.writer.ask(self.store.filed_reports, True, None)
        filed = next((each for each in found if each.number == ask["number"]), None)
        if filed is None:
            raise AdminError(f"there is no report {ask['number']}")
        same = [each for each in found if each.report.against == filed.report.against]
        here = [row for row in await self._admin.who() if row["name"] == filed.against]
        bans = [_ban(ban) for ban in self._accounts.bans if filed.against == ban.value]
        return _report(filed, every=True) | {
            "other_reports": [each.number for each in same if each is not filed],
            "reported_by_others": len({each.report.by for each in same}),
            "here": [f"{row['doing']}, {row['address']}" for row in here],
            "bans": bans,
        }

    async def settle(self, ask: Values, *, yes: bool) -> list[str]:
        """Settle a report, or have it wait again."""
        if yes and not ask["reason"]:
            raise AdminError("say what was decided: --reason TEXT")
        return await self._admin.league.decide(self.store.settle_report, ask, ask["number"], yes)

    # from elsewhere

    async def import_list(self) -> list[Row]:
        """List what was brought in from elsewhere, newest first."""
        found = await self._accounts.writer.ask(self.store.brought_in)
        return [
            {
                "number": each.number,
                "at": _moment(each.at),
                "by": each.by,
                "from": each.source,
                "what": counted(each.size, each.kind),
                "undone": _moment(each.undone),
            }
            for each in found
        ]

    async def bring_in(self, ask: Values, *, season: str = "") -> list[str]:
        """Bring in games that were played elsewhere."""
        try:
            ruleset = parse_ruleset(ask["ruleset"] or RULESET)
            times = Times(parse_zone(ask["zone"]) if ask["zone"] else None, ask["dates"])
        except CuttleError as error:
            raise AdminError(str(error)) from None
        rated = bool(season) or ask.get("rated", False)
        how = Reading(ruleset, rated, times, game_id)
        file = ask["file"]
        found, faults, usual = await asyncio.to_thread(read_games, file.text, file, how)
        brought = partial(
            self.store.bring_in, accounts=ask["as"], unknown=ask["unknown"], season=season
        )
        source, digest = ask["from"] or usual, digest_of(file.text)
        return await self._admin.league.decide(brought, ask, found, faults, source, digest)

    async def bring_in_bracket(self, ask: Values) -> list[str]:
        """Bring in a championship that was held elsewhere."""
        year, _, suit = ask["id"].partition("-")
        if not (len(year) == 4 and year.isdecimal() and suit in (*SUITS, "world")):
            raise AdminError("a championship is named as 2025-clubs, or 2025-world")
        file = ask["file"]
        try:
            made, events = await asyncio.to_thread(read_bracket, file.text, file)
        except LeagueError as error:
            raise AdminError(str(error)) from None
        of = "" if suit == "world" else suit
        source = ask["from"] or PAPER
        held = ChampionshipRow(ask["id"], int(year), of, ask["held"], made.entrants, source=source)
        brought = partial(
            self.store.bring_in_championship, accounts=ask["as"], unknown=ask["unknown"]
        )
        return await self._admin.league.decide(brought, ask, held, events, digest_of(file.text))

    async def bring_in_ratings(self, ask: Values) -> list[str]:
        """Give accounts the ratings they bring along from elsewhere."""
        file = ask["file"]
        found, faults = read_ratings(file.text, file)
        brought = partial(
            self.store.bring_in_ratings, accounts=ask["as"], pool=ask["pool"], force=ask["force"]
        )
        source, digest = ask["from"] or ANOTHER, digest_of(file.text)
        return await self._admin.league.decide(brought, ask, found, faults, source, digest)

    # the doors

    async def door_show(self) -> dict[str, Any]:
        """Show who may come in for the first time."""
        await self._accounts.reread_bans()
        doors = self._accounts.doors
        return asdict(doors) | {"invitations": len(await self.invitations())}

    async def set_doors(self, ask: Values, state: DoorState) -> list[str]:
        """Open or close the doors to whoever is new."""
        wanted = Entrance(
            state,
            state == "open" or ask.get("guests", False),
            ask.get("members", 0),
            ask.get("why", ""),
        )
        lines = await self._admin.league.decide(self.store.set_doors, ask, wanted)
        if not ask["trial"]:
            await self._accounts.reread_bans()
            await self._admin.tell_others("doors")
        return lines

    async def invitations(self) -> list[Row]:
        """List the invitations that can still be used."""
        found = await self._accounts.writer.ask(self.store.invitations)
        return [
            {
                "code": each.code,
                "by": each.by,
                "for": each.note,
                "left": each.uses - each.used,
                "until": _moment(each.until),
            }
            for each in found
        ]

    async def invite(self, ask: Values) -> str:
        """Make a code that lets new people in."""
        until = datetime.now(UTC) + timedelta(days=ask["days"])
        code = new_code(length=LONG)
        by = ask["by"] or "an operator"
        made = Invitation(code, by, None, ask["for"], ask["uses"], 0, until)
        await self._accounts.writer.ask(self.store.invite, made)
        link = self._server.matchmaker.services.link
        told = [f"ssh {self._server.door} enter {code}"]
        return "\n".join([*told, f"{link}/enter/{code}"] if link else told)

    async def withdraw(self, code: str) -> bool:
        """Withdraw an invitation; return whether there was one."""
        return await self._accounts.writer.ask(self.store.withdraw_invitation, typed_code(code))

    async def would_withdraw(self, code: str) -> bool:
        """Return whether there is such an invitation."""
        return any(row["code"] == typed_code(code) for row in await self.invitations())

    async def export(self, ask: Values) -> dict[str, Any]:
        """Return everything stored about somebody."""
        page = await self._page(ask["name"])
        return await self._accounts.writer.ask(self.store.export, page.line.id)

    async def would_export(self, ask: Values) -> int:
        """Count the games that an export would have."""
        return (await self._page(ask["name"])).line.games

    async def _follow(
        self, ask: Values, lines: list[str], what: str, person: str, name: str = ""
    ) -> list[str]:
        """Have this node and the others follow what was decided about an account."""
        if not ask["trial"]:
            arguments = {"what": what, "person": person, "name": name}
            await self.changed(arguments)
            await self._admin.tell_others("account", **arguments)
        return lines

    async def changed(self, told: Mapping[str, object]) -> None:
        """Follow here what was decided about an account, here or at another node."""
        what, person = words("what", 16)(told.get("what")), words("who", 64)(told.get("person"))
        name = words("a name", 64, empty=True)(told.get("name"))
        accounts, matchmaker = self._accounts, self._server.matchmaker
        if what not in _TOLD:
            raise AdminError("this version does not know what became of an account")
        await accounts.reread_bans()
        if what == "renamed":
            matchmaker.friends.rename(person, name)
            for lobby in matchmaker.presence.lobbies(person):
                lobby.kick(Banned(_TOLD[what], name=name))
            return
        matchmaker.disconnect(person, _TOLD[what])
        accounts.forget(person)


def _report(filed: FiledReport, *, every: bool) -> dict[str, Any]:
    report = filed.report
    row = {
        "number": filed.number,
        "at": report.at.isoformat(timespec="seconds"),
        "by": filed.by,
        "by_address": report.by_address,
        "against": filed.against,
        "against_address": report.against_address,
        "table": report.table,
        "text": report.text,
    }
    settled = f"{_moment(filed.settled)} by {filed.settled_by}: {filed.verdict}"
    return row | ({"settled": settled if filed.settled else ""} if every else {})


def _line(line: AccountLine) -> dict[str, Any]:
    values = asdict(line) | {"created": f"{line.created:%Y-%m-%d}", "seen": _moment(line.seen)}
    del values["id"]
    return values


def _moment(at: datetime | None) -> str | None:
    return None if at is None else f"{at:%Y-%m-%d %H:%M}"


def _ban(ban: Ban) -> str:
    until = f", until {ban.until:%Y-%m-%d %H:%M}" if ban.until else ""
    return f"{ban.kind} {ban.value}{until}{f': {ban.why}' if ban.why else ''}"
