"""Play in lines of text over ssh, with or without a terminal."""

from __future__ import annotations

import asyncio

from cuttle_tui.plain import PlainSession
from server.lobby.player_lobby import PlayerLobby
from server.ssh.middleware import Session
from server.terminal.linewise import LineTerminal


async def play_plain(session: Session, lobby: PlayerLobby) -> int:
    """Run line mode until its player leaves; words after ``plain`` are the first line.

    A terminal that only writes lines gets it for whatever else it asks.
    """
    ascii = not session.terminal.unicode
    encoding = "ascii" if ascii else "utf-8"
    line = LineTerminal(session.wire, has_pty=session.has_pty, encoding=encoding)
    verb, *rest = session.words or ("",)
    asked = rest if verb.lower() == "plain" else session.words
    lines = line.lines(" ".join(asked))
    plain = PlainSession(
        lobby, lines, line.write, prompt=line.prompt, ascii=ascii, pause=session.wire.turn
    )
    talk = asyncio.ensure_future(plain.run())
    line.dismissed = talk.cancel
    session.wire.listen(line)
    try:
        await asyncio.wait([talk])
    finally:
        talk.cancel()
        line.close()
    return 0 if talk.cancelled() else talk.result()
