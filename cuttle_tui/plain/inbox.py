"""Commands for correspondence games: the inbox, vacations, e-mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cuttle_tui.plain import days
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.wording.front import inbox as wording
from cuttle_tui.wording.plain import help as helps
from cuttle_tui.wording.plain.lines import LEAVE_FIRST

_MOST_DIGITS: Final = 3


async def _inbox(session: Conversation, rest: str) -> None:
    """List the player's games, or open one by its number or its table."""
    lines = session.online.inbox()
    if not rest:
        for line in wording.inbox_lines(lines):
            session.output.item(line)
        return
    place = int(rest) if rest.isdecimal() and len(rest) <= _MOST_DIGITS else 0
    table = lines[place - 1].id if 1 <= place <= len(lines) else rest
    await _open(session, table)


async def _open(session: Conversation, table: str) -> None:
    """Go to a game of the player's, if the table at hand lets them."""
    chair = await session.online.go_to(table)
    here = session.table
    if here is not None and here.binds:
        session.output.tell(LEAVE_FIRST)
        return
    if here is not None:
        here.stop()
        here.chair.leave()
        session.table = None
    session.sit_down(chair)


async def _next(session: Conversation, rest: str) -> None:
    """Open the next game that waits for the player."""
    title = "" if session.table is None else session.table.state.title
    waiting = [line for line in session.online.inbox() if line.waits_for_me]
    others = [line for line in waiting if line.title != title]
    if others:
        await _open(session, others[0].id)
    else:
        session.output.tell(wording.NOTHING_WAITS)


async def _vacation(session: Conversation, rest: str) -> None:
    try:
        session.output.tell(*await days.vacation(session.lobby.account, rest))
    except ValueError:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["vacation"]))


async def _email(session: Conversation, rest: str) -> None:
    session.output.tell(*await days.email(session.lobby.account, rest))


COMMANDS: Final[Mapping[str, Command]] = {
    "inbox": _inbox,
    "next": _next,
    "vacation": _vacation,
    "email": _email,
}
