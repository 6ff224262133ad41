"""Today's deal in lines of text."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cuttle_tui.daily.words import (
    UNSHARED,
    ahead_line,
    end_forms,
    others_of,
    own_line,
    page_lines,
    share_text,
    undrawn,
)
from cuttle_tui.i18n.translation import N_
from cuttle_tui.kit.words import ONE_MOMENT
from cuttle_tui.plain.commands import LOBBY, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import DailyPage, LobbyError
from cuttle_tui.ports.daily import Line
from cuttle_tui.replay.plain import read_out

COMMANDS: Final = LobbyCommands(LOBBY)
_NO_LINE: Final = N_("There is no line to share before your try is over.")
_TO_SHARE: Final = N_("The line to share, which ends with signs:")
_LINES: Final[dict[str, Line]] = {"best": "best", "coach": "coach"}


async def tell_after(session: Conversation, table: TableFeed) -> None:
    """Tell which place the try has, after the deal of a day."""
    day = table.state.day
    with suppress(LobbyError):  # nobody asked for it: then nothing is said
        page = await session.lobby.daily.page()
        mine = own_line(page, day)
        if session.table is table and mine is not None:
            table.say(end_forms(mine, others_of(page, day))[0])


@COMMANDS(
    N_("deal [play | line | best | coach]"),
    N_(
        "today's deal; deal play begins your one try, line prints the line to share, best and "
        "coach tell yesterday's games"
    ),
)
async def _deal(session: Conversation, rest: str) -> None:
    daily, word = session.lobby.daily, rest.lower()
    if word == "play":
        session.check_free()
        session.rise()
        session.sit_down(await daily.play())
    elif word in _LINES:
        session.output.tell(ONE_MOMENT)
        await read_out(session, await daily.record(_LINES[word]))
    elif word == "line":
        _tell_line(session, await daily.page())
    elif word:
        raise UsageError
    else:
        page = await daily.page()
        session.output.tell(*page_lines(undrawn(page), session.clock()))
        if page.own is not None:
            session.output.tell(ahead_line(page.own.result.race))
        if page.state != "done":
            session.output.tell(N_("Type deal play to begin, or to go on."))


def _tell_line(session: Conversation, page: DailyPage) -> None:
    """Print the line to share, with its signs, for those who copy it."""
    if page.own is None or not page.own.counts:
        raise Refused(_NO_LINE if page.own is None else UNSHARED)
    session.output.tell(_TO_SHARE)
    session.output.item(share_text(page.day, page.own, ascii=session.ascii))
