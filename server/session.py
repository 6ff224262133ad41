"""Lead a player from the door to the app: find the lobby, the table asked for, and run the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from textual.app import App
from textual.driver import Driver

from cuttle_tui.ports import Chair, Lobby, LobbyError
from cuttle_tui.prose import plain
from cuttle_tui.terminal import Terminal
from cuttle_tui.wording.front import lobby_line
from server.driver import driver_for
from server.matchmaker import Matchmaker
from server.middleware import Handler, Session, by_verb, need_terminal
from server.text import room_code

HELP = """\
Cuttle, the combat card game.
  ssh -p {port} HOST               play
  ssh -t -p {port} HOST join CODE  sit down at a friend's table
  ssh -p {port} HOST help          this text
  ssh -p {port} HOST version       the version that runs here"""


@dataclass(frozen=True, slots=True)
class Visit:
    """All that an app is made of, for one session."""

    lobby: Lobby
    terminal: Terminal
    chair: Chair | None
    """Where the app begins: a friend's table, a seat that was held, or the home screen."""
    notice: str
    driver_class: type[Driver]


AppFor = Callable[[Visit], App[Any]]


def cuttle_app(visit: Visit) -> App[Any]:
    """Make the app that players at home run as well."""
    from cuttle_tui.app import CuttleApp

    return CuttleApp(
        visit.lobby,
        terminal=visit.terminal,
        chair=visit.chair,
        notice=visit.notice,
        driver_class=visit.driver_class,
    )


def reception(matchmaker: Matchmaker, app_for: AppFor) -> Handler:
    """Make the handler of all that a client may ask for."""

    async def play(session: Session) -> int:
        lobby = matchmaker.lobby(session.player)
        try:
            chair, notice = _first_chair(lobby, session.words)
            driver_class = driver_for(session.wire, session.terminal)
            await run_app(app_for(Visit(lobby, session.terminal, chair, notice, driver_class)))
        finally:
            matchmaker.lost(lobby)
        return 0

    playing = need_terminal(play)
    return by_verb({"join": playing, "help": _help, "version": _version}, playing)


async def run_app(app: App[Any]) -> None:
    """Run an app to its end.

    Raises:
        Exception: whatever ended the app before its time.
    """
    try:
        await app.run_async()
    finally:
        await asyncio.sleep(0)
    if app._exception is not None:
        raise app._exception


def _first_chair(lobby: Lobby, words: tuple[str, ...]) -> tuple[Chair | None, str]:
    """Find where the player begins, and what to tell there."""
    held = lobby.held()
    if not words:
        return held, ""
    code = room_code("".join(words[1:2]))
    try:
        return lobby.join_room(code), ""
    except LobbyError as error:
        return held, plain(lobby_line(error))


async def _help(session: Session) -> int:
    session.say(HELP.format(port=session.port), error=False)
    return 0


async def _version(session: Session) -> int:
    session.say(f"cuttle {own_version()}", error=False)
    return 0


def own_version() -> str:
    """Give the version of the installed package."""
    try:
        return version("cuttle-tui")
    except PackageNotFoundError:
        return "(not installed)"
