"""Find a table: sit down with somebody, open one, watch one, go back to one's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.ports import RATED, LobbyError, OnlineLobby, TablePlan
from cuttle_tui.wording.plain import lines as wording
from cuttle_tui.wording.plain.help import HELP_ONLINE, usage_line
from engine.errors import NotationError
from engine.rules.text import parse_ruleset
from engine.table.clocks import NO_CLOCK, parse_control

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession

Command = Callable[["PlainSession", str], Awaitable[None]]


def online_lobby(session: PlainSession) -> OnlineLobby:
    """Return the server's lobby.

    Raises:
        LobbyError: ``offline``: the game is played at home.
    """
    if session.lobby.online is None:
        raise LobbyError("offline")
    return session.lobby.online


def go_to_held(session: PlainSession) -> None:
    """Go to the seat this player has, unless one sits there already."""
    online = session.lobby.online
    chair = None if online is None else online.held()
    here = session.sitting
    if chair is None or (here is not None and here.state.title == chair.state().title):
        return
    session.sit_down(chair)


def _may_sit(session: PlainSession) -> bool:
    """Tell whether another table may be gone to; say so if not."""
    here = session.sitting
    if here is None or here.over or here.chair.seat is None or _queued(session):
        return True
    session.voice.tell(wording.LEAVE_FIRST)
    return False


def _queued(session: PlainSession) -> bool:
    """Tell whether one only waits for a quick match."""
    here = session.sitting
    online = session.lobby.online
    queue = () if online is None else online.queue()
    return here is not None and here.view is None and any(one.me for one in queue)


def _rise(session: PlainSession) -> None:
    """Leave a table that is over or only watched."""
    here = session.sitting
    if here is not None and (here.over or here.chair.seat is None):
        here.stop()
        here.chair.leave()
        session.sitting = None


async def _computer(session: PlainSession, rest: str) -> None:
    ruleset = parse_ruleset(rest or session.ruleset)
    if _may_sit(session):
        _rise(session)
        session.sit_down(session.lobby.play_computer(ruleset.name))


async def _quick(session: PlainSession, rest: str, *, rated: bool = False) -> None:
    ruleset = parse_ruleset(rest or (RATED if rated else session.ruleset))
    if _may_sit(session):
        _rise(session)
        session.sit_down(online_lobby(session).quick_match(ruleset.name, rated=rated))


async def _ranked(session: PlainSession, rest: str) -> None:
    await _quick(session, rest, rated=True)


async def _open(session: PlainSession, rest: str) -> None:
    try:
        plan = read_plan(rest.split(), session.ruleset)
    except NotationError as error:
        session.voice.tell(wording.timing_refused(str(error)))
        return
    except ValueError:
        session.voice.tell(usage_line(HELP_ONLINE["open"]))
        return
    if _may_sit(session):
        _rise(session)
        session.sit_down(online_lobby(session).open_table(plan))


def read_plan(words: list[str], ruleset: str) -> TablePlan:
    """Read what a table is to be like: ``RULES public computers N timing T``, in any order.

    Raises:
        NotationError: the time control cannot be read.
        RulesetError: there are no such rules.
        ValueError: the rest cannot be read.
    """
    public, computers, timing = False, 0, NO_CLOCK
    waiting = [*words]
    while waiting:
        word = waiting.pop(0)
        if word in ("public", "private"):
            public = word == "public"
        elif word in ("computers", "timing") and not waiting:
            raise ValueError(word)
        elif word == "computers":
            computers = int(waiting.pop(0))
        elif word == "timing":
            timing = waiting.pop(0)
            _check_timing(timing)
        else:
            ruleset = word
    seats = parse_ruleset(ruleset).seats
    if not 0 <= computers <= seats - 1:
        raise ValueError("computers")
    return TablePlan(ruleset, computers, timing, public)


def _check_timing(text: str) -> None:
    try:
        parse_control(text)
    except NotationError:
        raise NotationError(text) from None


def _named_table(
    give: Callable[[PlainSession, str], None], name: str
) -> Callable[[PlainSession, str], Awaitable[None]]:
    """Make a command that goes to a table by a word that names it."""

    async def command(session: PlainSession, rest: str) -> None:
        if not rest:
            session.voice.tell(usage_line(HELP_ONLINE[name]))
        elif _may_sit(session):
            _rise(session)
            give(session, rest)

    return command


def _join(session: PlainSession, code: str) -> None:
    session.sit_down(online_lobby(session).join_room(code))


def _sit(session: PlainSession, table: str) -> None:
    lobby = online_lobby(session)
    found = [one for one in lobby.tables() if table in (one.id, one.title)]
    session.sit_down(lobby.sit_at(found[0].id if found else table))


def _watch(session: PlainSession, table: str) -> None:
    session.sit_down(online_lobby(session).watch(table))


async def _resume(session: PlainSession, rest: str) -> None:
    del rest
    go_to_held(session)
    if session.sitting is None:
        session.voice.tell(wording.NO_SEAT)


COMMANDS: Final[Mapping[str, Command]] = {
    "computer": _computer,
    "quick": _quick,
    "ranked": _ranked,
    "open": _open,
    "join": _named_table(_join, "join"),
    "sit": _named_table(_sit, "sit"),
    "watch": _named_table(_watch, "watch"),
    "resume": _resume,
}
