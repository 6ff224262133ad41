"""Find the account of a session, and let its player into the lobby for as long as it lasts."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.translation import N_, adopt, tr
from cuttle_tui.ports import LobbyError
from cuttle_tui.preferences import read_settings
from cuttle_tui.replay.result_text import where_to_watch
from server.doors.session import Handler, Session
from server.lobby.account import PlayerAccount, find_account
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops import logs
from server.people.accounts import NOBODY, Accounts, Banned, ExitMessage, Player

log = logging.getLogger(__name__)

_PEOPLE_ONLY: Final = N_("This key belongs to a bot, which plays with: ssh -T {door} bot")
_BOTS_ONLY: Final = N_("This key belongs to a person. A bot has a key of its own.")

Enter = Callable[[Matchmaker, Player, PlayerAccount | None], PlayerLobby]
"""Lets a player into the lobby for a session."""


@dataclass(frozen=True, slots=True)
class ServerContext:
    """The services that session handlers share."""

    matchmaker: Matchmaker
    accounts: Accounts | None = None
    motd: str = ""
    """A line every player sees on arrival."""
    sign: Callable[[str], str] | None = None
    """Signs a record with the host key."""
    enter: Enter = enter_lobby
    """Lets a player into the lobby."""
    look: Callable[[], PlayerLobby] | None = None
    """Shows the lobby to those who only look around; None where it is the matchmaker's."""

    def visitor(self) -> PlayerLobby:
        """Return the lobby for somebody who only looks around."""
        return PlayerLobby(self.matchmaker, NOBODY) if self.look is None else self.look()


async def know_account(session: Session, accounts: Accounts | None) -> None:
    """Look up the account of a session, and set its language.

    Who is banned has none; handlers that need an account ask again, and hear why.
    """
    if accounts is None:
        return
    with suppress(Banned):
        session.account = await find_account(accounts, session.player)
        # set the account's language; if it has none, keep the terminal's
        language = read_settings(session.account.settings)[0].language
        if language != "auto":
            adopt(language, ascii=not session.terminal.unicode)


def tell_banned(session: Session, banned: Banned) -> int:
    """Say why a player may not come in; return the exit status."""
    log.info("was refused", extra={"why": logs.english(banned), **_signs(session), **logs.OFTEN})
    session.say(str(banned))
    return 1


def in_lobby(
    context: ServerContext,
    stay: Callable[[Session, PlayerLobby], Awaitable[int]],
    *,
    bots: bool = False,
) -> Handler:
    """Let a player into the lobby for a session; whoever ends it may leave a message.

    Args:
        stay: what the session does in the lobby.
        bots: whether only bots may come in; otherwise only people.
    """
    matchmaker = context.matchmaker

    async def handle(session: Session) -> int:
        lobby = await arrive(session, context, bots=bots)
        exit_message: list[ExitMessage] = []

        def kick(why: ExitMessage) -> None:
            exit_message.append(why)
            session.wire.ended()

        lobby.kick = kick
        log.info("came in", extra={"player": lobby.player, **_signs(session)})
        session.busy = lambda: lobby.is_busy or lobby.follows_game
        session.in_game = lambda: lobby.is_playing
        try:
            status = await stay(session, lobby)
        finally:
            way_back = _way_back(context, session, lobby)
            matchmaker.lost(lobby)
            why = logs.english(exit_message[-1]) if exit_message else None
            log.info("went", extra={"player": lobby.player, "why": why, **_signs(session)})
        if exit_message:
            session.say(str(exit_message[-1]))
        if way_back and session.wire.alive:
            session.say(way_back, error=False)
        for line in await _souvenirs(context, session, lobby):
            session.say(line, error=False)
        return status

    return handle


def _way_back(context: ServerContext, session: Session, lobby: PlayerLobby) -> str:
    """Return how a guest comes back whose session ends before the seat is left; empty for others.

    A room without a database ends with its process, and its seats with it if they are not kept.
    """
    matchmaker = context.matchmaker
    kept = context.accounts is not None or matchmaker.archive.keeps_tables
    ends = matchmaker.actions.closing and not kept
    line = line_back(session, lobby)
    if ends or not line or not lobby.is_seated:
        return ""
    return tr("Your seat is held. To come back, type: {line}", line=line)


async def _souvenirs(
    context: ServerContext, session: Session, lobby: PlayerLobby
) -> tuple[str, ...]:
    """Say to a guest who leaves where their last game is, and what takes it into an account."""
    matchmaker, guest = context.matchmaker, lobby.guest
    if guest is None or session.remembered or not session.wire.alive or matchmaker.actions.closing:
        return ()
    game = ""
    with suppress(LobbyError):
        await matchmaker.archive.settle()
        game = await matchmaker.archive.last_game(lobby.who.identity)
    if not game:
        return ()
    told = [tr("Your last game: {where}", where=where_to_watch(game, lobby.link, lobby.door))]
    if not lobby.link:
        told.append(tr("Its record and its picture:"))
        told += [f"  ssh {lobby.door} {verb} {game}" for verb in ("record", "picture")]
    if context.accounts is not None:
        code = guest.resume_code
        told.append(
            tr("With an account, add your games to it by your resume code: {code}", code=code)
        )
    return tuple(told)


def line_back(session: Session, lobby: PlayerLobby) -> str:
    """Return the line with which a guest comes back to a seat; empty for all who need none."""
    if lobby.guest is None or session.remembered:
        return ""
    mode = "plain " if session.words[:1] == ("plain",) else ""
    return f"ssh -t {lobby.door} {mode}join {lobby.guest.resume_code}"


async def arrive(session: Session, context: ServerContext, *, bots: bool = False) -> PlayerLobby:
    """Let a player into the lobby.

    Raises:
        Banned: this player may not come in.
    """
    matchmaker, accounts = context.matchmaker, context.accounts
    player, account = session.player, None
    if accounts is not None:
        accounts.check(**known_of(session))
        account = session.account or await find_account(accounts, session.player)
        session.account = account
        blocks, follows = await account.blocks(), await account.follows()
        accounts.check(**known_of(session))  # its name is known now
        if account.guest or not account.named:
            key = "" if account.guest else session.player.identity
            await accounts.check_new(key, way_in(context, session, "enter/CODE"))
        player = account.who
        if player.bot != bots:
            raise Banned(_BOTS_ONLY if bots else _PEOPLE_ONLY, door=session.door)
        matchmaker.player_limits.remember(player.identity, blocks)
        matchmaker.follows.remember(player.identity, follows)
        if account.named and not account.guest:
            accounts.note_seen(player.identity)
        if not bots:
            with suppress(LobbyError):  # the first screen reads them again
                friends = await matchmaker.archive.friends(player.identity)
                matchmaker.friends.remember(player.identity, friends)
    lobby = context.enter(matchmaker, player, account)
    logs.amend(player=lobby.player)  # not the user name that the client sent, if it has another
    lobby.address = session.address
    lobby.key = "" if session.player.guest else session.player.identity
    if account is not None:
        account.lobby = lobby
    await lobby.arrive()
    return lobby


def way_in(context: ServerContext, session: Session, path: str = "") -> str:
    """Return the line that leads here as the player came, or the link: to the app, or to a verb."""
    link = context.matchmaker.services.link
    if session.remembered and link:
        return f"{link}/{path}"
    return " ".join(("ssh", *(() if path else ("-t",)), session.door, *path.split("/"))).strip()


def _signs(session: Session) -> dict[str, str]:
    """Return what identifies a session in the log, beside the name."""
    key = "guest" if session.player.guest else session.player.identity
    return {"address": session.address, "key": key}


def known_of(session: Session) -> dict[str, str]:
    """Return what a ban can name of a session; the name is empty until the account is known."""
    player, account = session.player, session.account
    return {
        "key": "" if player.guest else player.identity,
        "address": session.address,
        "name": account.who.name if account is not None and account.named else "",
    }
