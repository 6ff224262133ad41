"""Let whoever has logged in into the lobby: find the account, look at the bans, take up blocks."""

from __future__ import annotations

from server.accounts import Accounts, PlayerAccount
from server.lobby import PlayerLobby
from server.matchmaker import Matchmaker
from server.middleware import Session
from server.people import Player


async def arrive(
    session: Session, matchmaker: Matchmaker, accounts: Accounts | None
) -> PlayerLobby:
    """Let a player into the lobby.

    Raises:
        Banned: this player may not come in.
    """
    player, account = session.player, None
    if accounts is not None:
        account = await _account(session, accounts)
        player = account.who
        matchmaker.manners.remember(player.identity, await account.blocks())
    lobby = matchmaker.lobby(player, account)
    lobby.address = session.address
    lobby.key = "" if session.player.guest else session.player.identity
    if account is not None:
        account.lobby = lobby
    return lobby


async def _account(session: Session, accounts: Accounts) -> PlayerAccount:
    player: Player = session.player
    key = "" if player.guest else player.identity
    accounts.check(key=key, address=session.address)
    account = await accounts.arrive(player)
    accounts.check(name=account.who.name if account.named else "")
    return account
