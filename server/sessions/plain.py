"""Play in lines of text over ssh, with or without a terminal."""

from __future__ import annotations

import asyncio

from cuttle_tui.plain import PlainSession
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby
from server.people.accounts import Accounts
from server.people.bans import Banned, ExitMessage
from server.sessions.arrival import arrive
from server.ssh.middleware import Handler, Session
from server.terminal.linewise import LineTerminal


def plain_handler(matchmaker: Matchmaker, accounts: Accounts | None = None) -> Handler:
    """Build the handler of ``plain``; words after it are the first line."""

    async def handle(session: Session) -> int:
        try:
            lobby = await arrive(session, matchmaker, accounts)
        except Banned as banned:
            session.say(str(banned))
            return 1
        return await _converse(session, matchmaker, lobby)

    return handle


async def _converse(session: Session, matchmaker: Matchmaker, lobby: PlayerLobby) -> int:
    """Run line mode from the player's arrival to the end of the session."""
    encoding = "utf-8" if session.terminal.unicode else "ascii"
    line = LineTerminal(session.wire, has_pty=session.has_pty, encoding=encoding)
    lines = line.lines(" ".join(session.words[1:]))
    ascii = not session.terminal.unicode
    plain = PlainSession(lobby, lines, line.write, prompt=line.prompt, ascii=ascii)
    talk = asyncio.ensure_future(plain.run())
    exit_message: list[ExitMessage] = []

    def kick(why: ExitMessage) -> None:
        exit_message.append(why)
        talk.cancel()

    def gone() -> None:
        talk.cancel()

    lobby.kick = kick
    session.busy = lambda: matchmaker.busy(lobby.who.identity)
    session.in_game = lambda: matchmaker.in_game(lobby.who.identity)
    line.lost = gone
    session.wire.listen(line)
    try:
        await asyncio.wait([talk])
    finally:
        talk.cancel()
        matchmaker.lost(lobby)
        line.close()
    if exit_message:
        session.say(str(exit_message[-1]))
    return 0 if talk.cancelled() else talk.result()
