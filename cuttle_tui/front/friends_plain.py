"""Friends in lines of text: who they are, a table for one of them, and forgetting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.front import friends_words as wording
from cuttle_tui.front.account_words import invite_band
from cuttle_tui.front.waiting import KEYS
from cuttle_tui.i18n.translation import N_, Sentence, plain, tell, tr
from cuttle_tui.kit.words import facts_line, lobby_line, refused_line
from cuttle_tui.plain.commands import HOME, LOBBY, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import rules_among
from cuttle_tui.ports import FriendLine, Hosting, LobbyError, TablePlan
from engine.table.controls import NO_CLOCK

COMMANDS: Final = LobbyCommands(LOBBY)


def tell_waiting(session: Conversation, name: str) -> None:
    """Say that a friend waits for the player."""
    told = N_("{who} waits for you at a table. Type again {who}.")
    session.output.tell(tr(told, who=name), names=(name,))


def tell_first(session: Conversation, friends: Sequence[FriendLine]) -> None:
    """Name the first of some friends in a line."""
    if first := friends[: len(KEYS)]:
        day = session.clock().date()
        told = [tr("{who} {text}", who=f.name, text=wording.friend_text(f, day)) for f in first]
        names = facts_line(told)
        session.output.tell(tell("Friends: {friends}. Type friends for more.", friends=names))


def _line(session: Conversation, line: FriendLine) -> Sentence:
    text = wording.friend_text(line, session.clock().date())
    return tell("{who}: {text}. Type again {who}.", who=line.name, text=text)


@COMMANDS("friends", N_("list those who have played with you at a table by code"))
async def _friends(session: Conversation, rest: str) -> None:
    await session.lobby.ask_friends()
    friends = session.lobby.friends()
    if not friends:
        session.output.tell(wording.NOBODY)
    await session.items(_line(session, line) for line in friends)


async def _find(session: Conversation, name: str) -> FriendLine:
    """Return a friend by name."""
    if not name:
        raise UsageError
    await session.lobby.ask_friends()
    found = next((line for line in session.lobby.friends() if line.name == name), None)
    if found is None:
        told = N_("{name} is no friend of yours here. Type friends for the list.")
        raise Refused(tr(told, name=name), name=name)
    return found


@COMMANDS(
    N_("again NAME [days]"),
    N_("open a table for a friend, or sit down where they wait for you; with days for each move"),
)
async def _again(session: Conversation, rest: str) -> None:
    name, _, days = rest.rpartition(" ")
    by_days = days == "days" and bool(name)
    friend, online = await _find(session, name if by_days else rest), session.lobby.online
    plan = TablePlan(friend.ruleset, timing=_DAYS if by_days else NO_CLOCK, friend=friend.id)
    if online is None:
        _host(session, plan)
        return
    session.check_free()
    session.rise()
    if friend.code:
        session.sit_down(await online.join_room(friend.code))
        return
    session.sit_down(await online.open_table(plan))
    told = wording.opened_line(friend, days=by_days)
    session.output.tell(told, names=(friend.name,))


_DAYS: Final = "3d"
_OPEN_ROOM: Final = N_("Open a room for friends?")
_NAME_FIRST: Final = N_("What should your friends call you? Type name and the name, then invite.")


@COMMANDS(
    N_("invite [RULES] [match N]"),
    N_("open a room on this computer, to which friends come over ssh"),
    HOME,
)
async def _invite(session: Conversation, rest: str) -> None:
    """Open a room for friends by some rules."""
    _host(session, TablePlan(rules_among(rest, session.ruleset)))


def _host(session: Conversation, plan: TablePlan) -> None:
    """Say what will be opened for friends, and open it after a yes."""
    hosting = session.hosting
    if hosting is None:
        raise LobbyError("not-at-home")
    if not session.preferences.recall("name"):
        raise Refused(_NAME_FIRST)
    session.check_free()
    session.output.tell(*invite_band(hosting.where()))
    session.confirm(_OPEN_ROOM, lambda: session.think(_open_room(session, hosting, plan)))


async def _open_room(session: Conversation, hosting: Hosting, plan: TablePlan) -> None:
    try:
        lobby, chair = await hosting.open(plan, session.lobby.player)
    except LobbyError as error:
        session.output.tell(lobby_line(error))
    else:
        session.host(lobby, chair)


@COMMANDS(N_("forget NAME"), N_("list a friend no more, until another game by a code"))
async def _forget(session: Conversation, rest: str) -> None:
    friend = await _find(session, rest)
    prompt = wording.forget_prompt(friend)

    async def forget() -> None:
        try:
            await session.lobby.forget_friend(friend.id)
        except LobbyError as error:
            session.output.tell(refused_line(error))
        else:
            session.output.tell(wording.forgotten_line(friend), names=(friend.name,))

    session.output.tell(prompt.why)
    session.confirm(plain(prompt.sentence), lambda: session.think(forget()))
