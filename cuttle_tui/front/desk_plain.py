"""The desk of a secretary in lines of text."""

from __future__ import annotations

from typing import Final

from cuttle_tui.front import desk_words as wording
from cuttle_tui.i18n.translation import N_
from cuttle_tui.plain.commands import SERVER, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import read_number
from cuttle_tui.ports.desk import Desk

COMMANDS: Final = LobbyCommands(SERVER)
_RESULTS: Final = {each.lower(): each for each in ("P0", "P1", "stalemate", "void", "as-played")}
"""What a game may become, besides a win of one of its players."""
_FEW: Final = 20
"""Rated games that are listed."""


async def _desk_of(session: Conversation) -> Desk:
    account = session.lobby.account
    desk = None if account is None else await account.desk()
    if desk is None:
        raise Refused(wording.NO_DESK)
    return desk


@COMMANDS("desk", N_("for secretaries: list the reports that wait, and the latest rated games"))
async def _desk(session: Conversation, rest: str) -> None:
    desk = await _desk_of(session)
    reports, results = await desk.reports(), await desk.results()
    if not reports:
        session.output.tell(wording.NO_REPORTS)
    await session.items(wording.report_line(line) for line in reports)
    await session.items(wording.result_line(line) for line in results[:_FEW])


@COMMANDS(N_("settle NUMBER VERDICT"), N_("for secretaries: settle a report"))
async def _settle(session: Conversation, rest: str) -> None:
    desk = await _desk_of(session)
    number, _, verdict = rest.partition(" ")
    await desk.settle(read_number(number), verdict.strip())
    session.output.tell(wording.SETTLED)


@COMMANDS(
    N_("correct GAME WINNER|stalemate|void|as-played REASON"),
    N_("for secretaries: correct how a rated game ended"),
)
async def _correct(session: Conversation, rest: str) -> None:
    desk = await _desk_of(session)
    game, result, *reason = rest.split(maxsplit=2)[:3] if len(rest.split()) > 1 else ("", "")
    line = next((each for each in await desk.results() if each.game == game), None)
    players = () if line is None else line.players
    named = {name.lower(): f"P{seat}" for seat, name in enumerate(players)}
    verdict = (named | _RESULTS).get(result.lower())
    if verdict is None:
        raise UsageError
    await desk.correct(game, verdict, " ".join(reason))
    session.output.tell(wording.CORRECTED)
