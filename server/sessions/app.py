"""Run the app for a session, from its player's arrival to the end."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.worker import WorkerFailed

from cuttle_tui.i18n.translation import Words
from cuttle_tui.ports import Account, Chair, Lobby, LobbyError
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.wording.front.joining import reason_of
from engine.record.record import Record
from server.lobby.player_lobby import PlayerLobby
from server.people.bans import Banned, ExitMessage
from server.sanitize import clean, room_code
from server.sessions.arrival import arrive, with_account
from server.sessions.plain import plain_handler
from server.sessions.verbs import ServerContext, text_verbs
from server.ssh.middleware import Handler, Session, by_verb, need_terminal
from server.terminal.driver import driver_for


@dataclass(frozen=True, slots=True)
class Visit:
    """The arguments of a session's app."""

    lobby: Lobby
    terminal: Terminal
    chair: Chair | None
    """Where the app starts: a friend's table, a held seat, or the home screen."""
    notice: Words
    driver_class: type[Driver]
    record: Record | None = None
    """A game to watch again, alone."""
    game: str = ""
    """Its id."""


AppFor = Callable[[Visit], App[Any]]
StartPoint = tuple[Chair | None, Record | None, Words]
FindStart = Callable[[PlayerLobby, Session], Awaitable[StartPoint]]
"""Finds where the app starts: at a table, with a game to watch again, or at home with a notice."""


def cuttle_app(visit: Visit) -> App[Any]:
    """Create the app, the same as at home."""
    from cuttle_tui.app import CuttleApp
    from cuttle_tui.ports import Source

    return CuttleApp(
        visit.lobby,
        terminal=visit.terminal,
        chair=visit.chair,
        record=visit.record,
        source=Source(game=visit.game),
        notice=visit.notice,
        driver_class=visit.driver_class,
    )


def session_handler(context: ServerContext, app_for: AppFor) -> Handler:
    """Build the handler of all that a client may run."""
    texts = text_verbs(context)

    def player(begin: FindStart) -> Handler:
        return lambda session: _play(session, context, app_for, begin)

    verbs = {
        **texts,
        "join": need_terminal(player(_at_a_friends)),
        "watch": _named(_either(player(_looking_on), texts["watch"]), texts["watch"]),
        "replay": _either(player(_watching_again), texts["replay"]),
        "plain": plain_handler(context.matchmaker, context.accounts),
    }
    return with_account(context.accounts, by_verb(verbs, need_terminal(player(_at_home))))


def _either(with_terminal: Handler, without: Handler) -> Handler:
    """Choose the handler by whether there is a terminal."""
    return lambda session: (with_terminal if session.has_pty else without)(session)


def _named(what: Handler, everything: Handler) -> Handler:
    """Choose the handler by whether the verb has an argument."""
    return lambda session: (what if session.words[1:] else everything)(session)


async def _play(session: Session, context: ServerContext, app_for: AppFor, begin: FindStart) -> int:
    """Run the app for a player, from their arrival to the end of the session."""
    matchmaker = context.matchmaker
    try:
        lobby = await arrive(session, matchmaker, context.accounts)
    except Banned as banned:
        session.say(str(banned))
        return 1
    exit_message: list[ExitMessage] = []

    def kick(why: ExitMessage) -> None:
        exit_message.append(why)
        session.wire.ended()

    lobby.kick = kick
    session.busy = lambda: matchmaker.busy(lobby.who.identity)
    session.in_game = lambda: matchmaker.in_game(lobby.who.identity)
    try:
        chair, record, notice = await begin(lobby, session)
        driver_class = driver_for(session.wire, session.terminal)
        notice = notice or context.motd
        game = "".join(session.words[1:2]) if record else ""
        visit = Visit(lobby, session.terminal, chair, notice, driver_class, record, game)
        await run_app(app_for(visit))
    finally:
        matchmaker.lost(lobby)
    if exit_message:
        session.say(str(exit_message[-1]))
    return 0


def _is_stranger(account: Account | None) -> bool:
    return account is not None and not account.named


async def _at_home(lobby: PlayerLobby, session: Session) -> StartPoint:
    del session
    return lobby.held(), None, ""


async def _at_a_friends(lobby: PlayerLobby, session: Session) -> StartPoint:
    code = room_code("".join(session.words[1:2]))
    if _is_stranger(lobby.account):
        lobby.pending_code = code
        return None, None, ""
    try:
        return lobby.join_room(code), None, ""
    except LobbyError as error:
        return lobby.held(), None, reason_of(error)


async def _looking_on(lobby: PlayerLobby, session: Session) -> StartPoint:
    name = clean("".join(session.words[1:2]), 32)
    if _is_stranger(lobby.account):
        return None, None, ""
    try:
        return lobby.watch(name), None, ""
    except LobbyError as error:
        return None, None, reason_of(error)


async def _watching_again(lobby: PlayerLobby, session: Session) -> StartPoint:
    try:
        return None, await lobby.replay("".join(session.words[1:2])), ""
    except LobbyError as error:
        return None, None, reason_of(error)


async def run_app(app: App[Any]) -> None:
    """Run an app to its end.

    Raises:
        Exception: the error that ended the app.
    """
    loop = asyncio.get_running_loop()
    try:  # in a context of its own: timers set later in the session's would keep the app
        await loop.create_task(app.run_async(), context=contextvars.copy_context())
    finally:
        await asyncio.sleep(0)
    error = app._exception
    if isinstance(error, WorkerFailed):
        raise error from error.error
    if error is not None:
        raise error
