"""What waits for the player in lines of text: when they come, and when they type ``home``."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from cuttle_tui.front import friends_plain as friends
from cuttle_tui.front.waiting import Known, LastGame, Urgency, Waiting, last_of, waiting
from cuttle_tui.i18n.translation import N_, say, tell
from cuttle_tui.ladder import Rung, rungs_of
from cuttle_tui.learn.plain import puzzles_of
from cuttle_tui.plain.commands import LOBBY, LobbyCommands
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import WeekPage

COMMANDS: Final = LobbyCommands(LOBBY)
_TYPED: Final = {
    "night": "night",
    "games": "inbox",
    "week": "season week",
    "deal": "deal",
    "puzzle": "puzzle",
    "mistakes": "mistakes",
    "analysis": "analyse",
    "ladder": "ladder",
}
"""What is typed to see what waits."""
_IN_ITS_TIME: Final = ("deal", "puzzle", "analysis", "ladder")
"""What waits for nobody in particular: it is told of when it is asked for."""
NOTHING_WAITS: Final = N_("nothing waits for you")


def tell_waiting(session: Conversation, waits: Iterable[Waiting]) -> None:
    """Tell what waits, the most urgent first; friends who do not wait are named in one line."""
    calm = []
    for each in waits:
        if each.friend is None:
            what, text = say(each.entry.label), say(each.entry.description)
            told = N_("{what}: {text}. Type {command}.")
            session.output.tell(tell(told, what=what, text=text, command=_typed(session, each)))
        elif each.urgency is Urgency.NOW:
            friends.tell_waiting(session, each.friend.name)
        else:
            calm.append(each.friend)
    friends.tell_first(session, calm)


def _typed(session: Conversation, what: Waiting) -> str:
    """Return what is typed to see what waits: of a night that can be joined, what joins it."""
    online, archive = session.lobby.online, session.lobby.archive
    if what.kind == "night" and online is not None and online.nights is not None:
        line = online.nights.line()
        return "night join" if line is not None and line.may_join else "night"
    if what.kind == "analysis" and archive is not None:
        names = [game.name for game in archive.games()]
        return f"analyse {names.index(what.game) + 1}"
    return f"{_TYPED[what.kind]} {what.game}".rstrip()


async def waits_at_start(session: Conversation) -> tuple[Waiting, ...]:
    """List what waits as the player comes."""
    today, lobby = session.clock().date(), session.lobby
    known = Known(lobby, session.mistakes, today, week=await _own_week(session), keys=False)
    return tuple(each for each in waiting(known) if each.kind not in _IN_ITS_TIME)


async def is_new(session: Conversation) -> bool:
    """Return whether the player has neither learnt nor played anything yet."""
    lobby, account = session.lobby, session.lobby.account
    if session.progress.load() or (account is not None and not account.named):
        return False
    if await _last_game(session) is not None or (lobby.archive and lobby.archive.games()):
        return False
    with suppress(LobbyError):
        return session.is_guest or not (await lobby.ladder(session.ruleset)).games
    return False


async def _find(session: Conversation) -> tuple[Waiting, ...]:
    """List all that waits."""
    today, lobby, table = session.clock().date(), session.lobby, session.table
    last, deal = await _last_game(session), None
    if table is not None and table.over and table.chair.seat is not None:
        last = None  # what can be done with it was told at its end
    rungs: tuple[Rung, ...] = ()
    puzzles = puzzles_of(session)
    with suppress(LobbyError):
        deal = await lobby.daily.page()
    with suppress(LobbyError):
        if not session.is_guest:
            rungs = rungs_of((await lobby.ladder(session.ruleset)).games)
    return waiting(
        Known(
            lobby,
            session.mistakes,
            today,
            deal=deal,
            week=await _own_week(session),
            puzzle=puzzles.standing(session.clock()) if puzzles.begun else None,
            rungs=rungs,
            last=None if last is None or last.id in session.seen_analyses else last,
            keys=False,
            table="" if table is None else table.state.title,
        )
    )


async def _last_game(session: Conversation) -> LastGame | None:
    """Return the player's last finished game; guests have none that is kept."""
    lobby = session.lobby
    me, archive, online = lobby.player, lobby.archive, lobby.online
    if archive is not None:
        return last_of(archive.games(), me)
    if online is None or session.is_guest:
        return None
    with suppress(LobbyError):
        return last_of(await online.games(), me)
    return None


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
