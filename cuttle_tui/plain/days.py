"""Carry out what a player types about correspondence games, in plain mode and as text commands."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import Words
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.wording.front import inbox as wording
from cuttle_tui.wording.front.account import VACATION_OVER

_END: Final = "end"
_OFF: Final = "off"
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
    if text == _END:
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
    if text == _OFF:
        await account.remove_email()
        return [wording.REMOVED]
    if "@" in text:
        await account.set_email(text)
        return [wording.CODE_SENT]
    if text:
        await account.confirm_email(text)
        return [wording.CONFIRMED]
    return [*wording.email_lines(account.email)]
