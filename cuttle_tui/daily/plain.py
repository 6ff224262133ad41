"""Today's deal in lines of text."""

from __future__ import annotations

from typing import Final

from cuttle_tui.daily.words import page_lines
from cuttle_tui.i18n.translation import N_
from cuttle_tui.kit.words import ONE_MOMENT
from cuttle_tui.plain.commands import LOBBY, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.ports.daily import Line
from cuttle_tui.replay.plain import read_out

COMMANDS: Final = LobbyCommands(LOBBY)
_LINES: Final[dict[str, Line]] = {"best": "best", "coach": "coach"}


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
