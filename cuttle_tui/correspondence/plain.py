"""Commands for correspondence games: the inbox, vacations, e-mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cuttle_tui.correspondence import words as wording
from cuttle_tui.correspondence.words import VACATION_OVER
from cuttle_tui.i18n.translation import Words
from cuttle_tui.plain import words as helps
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.words import LEAVE_FIRST
from cuttle_tui.ports import Account, LobbyError

_MOST_DIGITS: Final = 3


async def vacation(account: Account | None, text: str) -> list[Words]:
    """Begin a vacation of so many days, or end it; report the result, or how things are.

    Raises:
        LobbyError: ``no-account``, ``on-vacation``, ``no-days-left``, ``no-vacation``.
        ValueError: it is neither a number of days nor ``end``.
    """
    if account is None or account.vacation is None:
        raise LobbyError("no-account")
    done: list[Words] = []
    if text == "end":
        await account.end_vacation()
        done.append(VACATION_OVER)
    elif text.isdecimal() and len(text) <= _MOST_DIGITS:
        await account.take_vacation(int(text))
    elif text:
        raise ValueError(text)
    return [*done, wording.vacation_line(account.vacation)]


async def email(account: Account | None, text: str) -> list[Words]:
    """Set, confirm or forget an e-mail address; report the result, or how things are.

    Raises:
        LobbyError: ``no-account``, ``no-mail``, ``bad-address``, ``wrong-code``, ``too-many``.
    """
    if account is None or account.guest or not account.named:
        raise LobbyError("no-account")
    if account.email is None:
        raise LobbyError("no-mail")
    if text == "off":
        await account.remove_email()
        return [wording.REMOVED]
    if "@" in text:
        await account.set_email(text)
        return [wording.CODE_SENT]
    if text:
        await account.confirm_email(text)
        return [wording.CONFIRMED]
    return [*wording.email_lines(account.email)]


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
    if session.table is not None and session.table.binds:
        session.output.tell(LEAVE_FIRST)
    else:
        session.rise()
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
        session.output.tell(*await vacation(session.lobby.account, rest))
    except ValueError:
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["vacation"]))


async def _email(session: Conversation, rest: str) -> None:
    session.output.tell(*await email(session.lobby.account, rest))


COMMANDS: Final[Mapping[str, Command]] = {
    "inbox": _inbox,
    "next": _next,
    "vacation": _vacation,
    "email": _email,
}
