"""What waits for the player in lines of text: when they come, and when they type ``home``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cuttle_tui.front import friends_plain as friends
from cuttle_tui.front.waiting import Known, Urgency, Waiting, waiting
from cuttle_tui.i18n.translation import N_, say, tell
from cuttle_tui.plain.commands import LOBBY, LobbyCommands
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import WeekPage

COMMANDS: Final = LobbyCommands(LOBBY)
_TYPED: Final = {"games": "inbox", "week": "season week", "deal": "deal", "mistakes": "mistakes"}
"""What is typed to see what waits."""
NOTHING_WAITS: Final = N_("nothing waits for you")


def tell_waiting(session: Conversation, waits: Iterable[Waiting]) -> None:
    """Tell what waits, the most urgent first; friends who do not wait are named in one line."""
    calm = []
    for each in waits:
        if each.friend is None:
            what, text = say(each.entry.label), say(each.entry.description)
            told = N_("{what}: {text}. Type {command}.")
            session.output.tell(tell(told, what=what, text=text, command=_TYPED[each.kind]))
        elif each.urgency is Urgency.NOW:
            friends.tell_waiting(session, each.friend.name)
        else:
            calm.append(each.friend)
    friends.tell_first(session, calm)


async def waits_at_start(session: Conversation) -> tuple[Waiting, ...]:
    """List what waits as the player comes; today's deal waits for nobody in particular."""
    return tuple(each for each in await _find(session) if each.kind != "deal")


async def _find(session: Conversation) -> tuple[Waiting, ...]:
    today, lobby = session.clock().date(), session.lobby
    week = await _own_week(session)
    try:
        deal = await lobby.daily.page()
    except LobbyError:
        deal = None
    return waiting(Known(lobby, session.mistakes, today, deal=deal, week=week))


async def _own_week(session: Conversation) -> WeekPage | None:
    """Return the running week of the season, if the player can play in it."""
    online = session.lobby.online
    if online is None or online.league is None or online.season is None or online.guest is not None:
        return None
    try:
        return await online.league.week()
    except LobbyError:
        return None


@COMMANDS("home", N_("hear what waits for you, the most pressing first"))
async def _home(session: Conversation, rest: str) -> None:
    await session.lobby.ask_friends()
    waits = await _find(session)
    tell_waiting(session, waits)
    if not waits:
        session.output.tell(NOTHING_WAITS)
