"""Today's deal in lines of text."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cuttle_tui.daily.words import end_forms, others_of, own_line, page_lines, share_text
from cuttle_tui.i18n.translation import N_, say
from cuttle_tui.kit.words import ONE_MOMENT
from cuttle_tui.plain.commands import LOBBY, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.daily import Line
from cuttle_tui.replay.plain import read_out

COMMANDS: Final = LobbyCommands(LOBBY)
_LINES: Final[dict[str, Line]] = {"best": "best", "coach": "coach"}


async def tell_after(session: Conversation, table: TableFeed) -> None:
    """Tell the line to share, and which place the try has, after the deal of a day."""
    day = table.state.day
    with suppress(LobbyError):  # nobody asked for it: then nothing is said
        page = await session.lobby.daily.page()
        mine = own_line(page, day)
        if session.table is table and mine is not None:
            table.say(end_forms(mine, others_of(page, day))[0])
            if mine.counts:
                table.say(say(share_text(day, mine, ascii=session.ascii)))


@COMMANDS(
    N_("deal [play | best | coach]"),
    N_("today's deal; deal play begins your one try, best and coach tell yesterday's games"),
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
    elif word:
        raise UsageError
    else:
        page = await daily.page()
        session.output.tell(*page_lines(page, session.clock(), ascii=session.ascii))
        if page.state != "done":
            session.output.tell(N_("Type deal play to begin, or to go on."))
