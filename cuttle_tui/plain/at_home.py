"""Commands at home: kept games, results against the computer, and one's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.ports import HomeLobby, LobbyError
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.wording.plain import home as wording
from cuttle_tui.wording.plain.lines import named_line

_LONGEST = 16


def resume(
    session: Conversation, lobby: HomeLobby, rest: str, *, may_sit: Callable[[Conversation], bool]
) -> None:
    """Return to the kept game, or to the one of that number; list them if there are several."""
    games = [game for game in lobby.saved() if game.problem is None]
    number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0 if rest else 1
    if not games:
        session.output.tell(wording.NOTHING_KEPT)
    elif not 1 <= number <= len(games):
        session.output.tell(wording.NO_SUCH_KEPT)
        for line in wording.kept_items(games):
            session.output.item(line)
    elif may_sit(session):
        session.put_aside()
        _sit_down(session, lobby, games[number - 1].id)


def _sit_down(session: Conversation, lobby: HomeLobby, game: str) -> None:
    chairs = lobby.resume_game(game)
    players = [chair for chair in chairs if chair.seat is not None]
    if len(players) > 1:
        lobby.put_aside(chairs[0])
        session.output.tell(wording.SHARED)
    else:
        session.sit_down(players[0])


async def results(session: Conversation, rest: str) -> None:
    """List the results against the computer."""
    home = session.lobby.home
    if home is None:
        raise LobbyError("not-at-home")
    for line in wording.result_lines(home.results()):
        session.output.item(line)


async def rename(session: Conversation, lobby: HomeLobby, rest: str) -> None:
    """Choose another name, and store it with the settings."""
    name = " ".join(rest.split())
    if len(name) > _LONGEST:
        raise LobbyError("name-long")
    if not name:
        session.output.tell(wording.NAME_WHAT)
        return
    lobby.rename(name)
    with suppress(SaveError):  # it holds for this time
        await session.preferences.note("name", name)()
    session.output.tell(named_line(name))
