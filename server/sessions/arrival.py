"""Find the account of a session, and let its player into the lobby unless banned."""

from __future__ import annotations

from contextlib import suppress

from cuttle_tui.i18n.translation import adopt
from cuttle_tui.preferences.settings import read_settings
from server.lobby.account import PlayerAccount, find_account
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Accounts
from server.people.bans import Banned
from server.ssh.middleware import Handler, Session


def with_account(accounts: Accounts | None, handler: Handler) -> Handler:
    """Look up the account of a session, and set its language.

    Unreadable accounts are no error here: handlers that need an account ask again.
    """

    async def looked_up(session: Session) -> int:
        if accounts is not None:
            with suppress(Banned):
                session.account = await find_account(accounts, session.player)
                _speak_as_set(session, session.account)
        return await handler(session)

    return looked_up


def _speak_as_set(session: Session, account: PlayerAccount) -> None:
    """Set the account's language; if it has none, keep the terminal's."""
    language = read_settings(account.settings)[0].language
    if language != "auto":
        adopt(language, ascii=not session.terminal.unicode)


async def arrive(
    session: Session, matchmaker: Matchmaker, accounts: Accounts | None
) -> PlayerLobby:
    """Let a player into the lobby.

    Raises:
        Banned: this player may not come in.
    """
    player, account = session.player, None
    if accounts is not None:
        account, blocks, follows = await _account(session, accounts)
        player = account.who
        matchmaker.player_limits.remember(player.identity, blocks)
        matchmaker.follows.remember(player.identity, follows)
    lobby = enter_lobby(matchmaker, player, account)
    lobby.address = session.address
    lobby.key = "" if session.player.guest else session.player.identity
    if account is not None:
        account.lobby = lobby
    return lobby


async def _account(
    session: Session, accounts: Accounts
) -> tuple[PlayerAccount, frozenset[str], frozenset[str]]:
    """Return an account, its blocks and follows; check the bans before and after."""
    player = session.player
    known = {"key": "" if player.guest else player.identity, "address": session.address}
    accounts.check(**known)
    account = session.account or await find_account(accounts, player)
    blocks, follows = await account.blocks(), await account.follows()
    accounts.check(**known, name=account.who.name if account.named else "")
    return account, blocks, follows
