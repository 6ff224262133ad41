"""The lobby of the server, as the app's `OnlineLobby` port."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from cuttle_tui.drawing.rows import Latest
from cuttle_tui.kit.pasted import room_code
from cuttle_tui.ports import (
    Account,
    FriendLine,
    GameArchive,
    GameLine,
    GameLink,
    LadderGames,
    LobbyError,
    News,
    NewsListener,
    OwnGame,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.league import League, NightPage, Nights, SeasonLine
from engine.record.record import Record
from server.lobby.archive import ClosedLink
from server.lobby.daily import PlayerDaily
from server.lobby.lists import Reader, seen_by
from server.lobby.matchmaker import Matchmaker
from server.lobby.puzzles import PlayerPuzzles
from server.names import BadName, check_name, login_name
from server.ops import logs
from server.people.accounts import CheckName, ExitMessage, Player, an_animal, is_guest
from server.people.presence import isolate
from server.store.who_may_see import is_player, link_of
from server.tables.chairs import PlayerChair
from server.tables.seating import Seating

log = logging.getLogger(__name__)

_STANDS: Final = 20.0
"""Seconds after which a guest makes sure of standing at a door: its table may have moved."""


def enter_lobby(
    matchmaker: Matchmaker, player: Player, account: Account | None = None
) -> PlayerLobby:
    """Enter a player; a held seat is resumed."""
    lobby = PlayerLobby(matchmaker, player, account)
    matchmaker.enter(lobby)
    return lobby


class GuestVisit:
    """The visit of a guest."""

    def __init__(self, lobby: PlayerLobby, check: CheckName) -> None:
        self._lobby = lobby
        self._check = check

    @property
    def resume_code(self) -> str:
        return self._lobby.who.resume

    @property
    def suggestion(self) -> str:
        """The guest's ssh user name, or another if that is taken or not allowed."""
        try:
            name = check_name(login_name(self._lobby.who.login))
        except BadName:
            return an_animal()
        return an_animal() if self._lobby.is_taken(name) else name

    async def choose_name(self, name: str) -> None:
        lobby = self._lobby
        lobby.count("change")
        cleaned = await self._check(name)
        if lobby.is_taken(cleaned):
            raise LobbyError("name-taken")
        if lobby.is_seated:
            raise LobbyError("seated")
        lobby.become(replace(lobby.who, name=cleaned))


@dataclass(slots=True)
class _Door:
    """A door at which a player stands."""

    code: str
    answer: asyncio.Future[str]
    """The future of the name under which the player is let in; empty if the door stays shut."""
    end: Callable[[], None] = lambda: None
    """Stops hearing the answer."""

    def hear(self, news: News) -> None:
        """Take the answer."""
        if news.kind in ("let-in", "door-shut") and not self.answer.done():
            self.answer.set_result(news.text)


class PlayerLobby(Seating):
    """The lobby of the server, for a player's session."""

    home = None
    archive: GameArchive | None = None
    """None over ssh: games are kept in the server's store. A host at home has their own."""

    def __init__(self, matchmaker: Matchmaker, who: Player, account: Account | None = None) -> None:
        super().__init__(matchmaker.services, who, account)
        self._matchmaker = matchmaker
        self.league: League | None = None
        """None where no games are stored."""
        if matchmaker.league is not None:
            self.league = matchmaker.league.of(lambda: self.who, lambda: self.count("change"))
        self.nights: Nights | None = matchmaker.night_desk(lambda: self.who, lambda: self.address)
        self.analyst = matchmaker.analyst
        self.daily = PlayerDaily(matchmaker.daily, self)
        self.puzzles = PlayerPuzzles(matchmaker.puzzles, lambda: self.who)
        self._tables: Latest[object, tuple[TableLine, ...]] = Latest()
        self._people: Latest[object, tuple[PersonLine, ...]] = Latest()
        self._friends: Latest[object, tuple[FriendLine, ...]] = Latest()
        """The lists that were read last: they are the same until something changes."""
        self._at_door: _Door | None = None
        """The door at which this player stands, or stood last."""

    @property
    def back(self) -> str:
        return self.who.own_back

    def rating_changed(self) -> None:
        """List the rating anew: the player may show or hide it now."""
        self._matchmaker.rating_changed(self.who.identity)

    @property
    def online(self) -> PlayerLobby:
        return self

    @property
    def door(self) -> str:
        return self._shared.door

    @property
    def link(self) -> str:
        return self._shared.link

    @property
    def guest(self) -> GuestVisit | None:
        return GuestVisit(self, self._matchmaker.check_guest) if self.who.guest else None

    def is_taken(self, name: str) -> bool:
        return bool(self._matchmaker.bearers(name) - {self.who.identity})

    def is_guest_name(self, name: str) -> bool:
        """Return whether a guest is called so, or much like it."""
        return any(map(is_guest, self._matchmaker.bearers(name)))

    @property
    def is_seated(self) -> bool:
        return self.held() is not None

    @property
    def is_playing(self) -> bool:
        """Whether the player sits in a running game."""
        return self._shared.locations.is_playing(self.who.identity)

    @property
    def is_busy(self) -> bool:
        """Whether the player sits in a game and waits for others to act."""
        return self._shared.locations.is_busy(self.who.identity)

    @property
    def follows_game(self) -> bool:
        """Whether the player watches a game that goes on, as a screen on a wall does."""
        state = None if self.watching is None else self.watching.state()
        if state is None or state.view is None or state.called_off:
            return False
        return state.view.outcome is None

    # at a door

    async def knock(self, code: str) -> None:
        if self._at_door is not None:
            self._at_door.end()
        self._at_door = door = _Door(room_code(code), asyncio.get_running_loop().create_future())
        door.end = self.subscribe(door.hear)
        try:
            await self.call_at_door(door.code)
        except LobbyError:
            door.end()
            raise

    async def let_in(self) -> PlayerChair:
        door = self._at_door
        if door is None:
            raise LobbyError("door-shut")
        try:
            while not door.answer.done():
                await asyncio.wait([door.answer], timeout=_STANDS)
                if not door.answer.done():
                    await self.call_at_door(door.code)
        finally:
            door.end()
            self.leave_door()
        name = door.answer.result()
        chair = self._seat_as(name) if name else None
        if chair is None:
            raise LobbyError("door-shut")
        return chair

    def _seat_as(self, name: str) -> PlayerChair | None:
        """Return the seat of a player who was let in under this name."""
        del name  # the door has given it already
        return self.held()

    async def arrive(self) -> None:
        """Find the player's seats at other nodes: none where one process is the server."""

    async def night_page(self) -> NightPage | None:
        """Return the play night as somebody sees it who takes no part."""
        return self._matchmaker.night_page()

    def leave_other_nodes(self) -> None:
        """Leave the other nodes: there are none where one process is the server."""

    def become(self, who: Player) -> None:
        if self not in self._shared.presence.lobbies(self.who.identity):
            return  # the session has ended: nothing would remove the player again
        self._matchmaker.exit(self)
        self.who = who
        logs.amend(player=who.name)
        log.info("took a name", extra={"player": who.name})
        self._matchmaker.enter(self)

    def count(self, what: str) -> None:
        self._shared.limits.count(what, self.who.identity, self.address)

    def remember(self, blocks: frozenset[str], follows: frozenset[str]) -> None:
        """Load whom the player has blocked and whom they follow."""
        self._shared.limits.remember(self.who.identity, blocks)
        self._matchmaker.follows.remember(self.who.identity, follows)

    def notify_own(self, news: News) -> None:
        """Send news to every session of this player."""
        self._shared.presence.tell([self.who.identity], news)

    def disconnect_key(self, key: str, why: ExitMessage) -> None:
        """End the other sessions that came by a key."""
        for lobby in self._shared.presence.lobbies(self.who.identity):
            if lobby.key == key and lobby is not self:
                lobby.kick(why)

    def disconnect(self, why: ExitMessage) -> None:
        """Leave every table, and end every session of this player."""
        self._matchmaker.disconnect(self.who.identity, why)

    @property
    def season(self) -> SeasonLine | None:
        return self._matchmaker.season

    @property
    def _lists_version(self) -> object:
        """What changes with the lists."""
        return self._shared.presence.lists_version, self.who.identity

    def tables(self) -> tuple[TableLine, ...]:
        return self._tables.at(self._lists_version, self._list_tables)

    def _list_tables(self) -> tuple[TableLine, ...]:
        return self._matchmaker.table_lines(self.who.identity)

    def people(self) -> tuple[PersonLine, ...]:
        return self._people.at((self._lists_version, self._reader), self._list_people)

    @property
    def _reader(self) -> Reader:
        return self._matchmaker.reader(self.who.identity)

    def _list_people(self) -> tuple[PersonLine, ...]:
        return seen_by(self._reader, self._matchmaker.everybody())

    def friends(self) -> tuple[FriendLine, ...]:
        known = self._matchmaker.friends.of(self.who.identity)
        return self._friends.at((self._lists_version, known), self._list_friends)

    def _list_friends(self) -> tuple[FriendLine, ...]:
        here = {line.id for line in self.people()} if self.shows_presence else frozenset()
        waiting, blocked = self._waiting_friends(), self.blocked_ids()
        lines = []
        for line in self._matchmaker.friends.of(self.who.identity):
            code, ruleset = waiting.get(line.id, ("", line.ruleset))
            if line.id not in blocked:
                there = replace(line, here=line.id in here, code=code, ruleset=ruleset)
                lines.append(there)
        return tuple(sorted(lines, key=lambda line: not line.code))

    def _waiting_friends(self) -> dict[str, tuple[str, str]]:
        """Return the code and the rules of each room where somebody waits for this player."""
        rooms = self._shared.rooms.waiting_for(self.who.identity)
        return {
            who: (room.code or "", room.table.ruleset.name)
            for room in rooms
            for who in room.people()
            if not self._shared.limits.at_odds(who, self.who.identity)
        }

    async def ask_friends(self) -> None:
        """Read the player's friends anew."""
        identity = self.who.identity
        await self._matchmaker.archive.settle()  # a game may have ended just now
        friends = await self._matchmaker.archive.friends(identity)
        if self in self._shared.presence.lobbies(identity):
            self._matchmaker.friends.remember(identity, friends)

    async def forget_friend(self, friend: str) -> None:
        if not self.named:
            raise LobbyError("no-account")
        self.count("change")
        await self._matchmaker.archive.forget_friend(self.who.identity, friend)
        await self.ask_friends()
        self.notify_own(News("account"))

    def queue(self) -> tuple[QueueLine, ...]:
        return self._matchmaker.queue_lines(self.who.identity)

    async def games(self) -> tuple[GameLine, ...]:
        return await self._matchmaker.archive.games(self.who.identity)

    async def ladder(self, ruleset: str) -> LadderGames:
        return await self._matchmaker.archive.ladder(self.who.identity, ruleset)

    async def own_games(self, since: date) -> tuple[OwnGame, ...]:
        return await self._matchmaker.archive.own_games(self.who.identity, since)

    async def own_record(self, game: str) -> Record:
        return await self.replay(game)

    async def replay(self, game: str) -> Record:
        return await self._matchmaker.archive.record(game, self.who.identity)

    async def link_of(self, game: str) -> GameLink:
        try:
            return link_of(await self._matchmaker.archive.game(game, self.who.identity))
        except LobbyError as error:
            if error.reason != "no-such-game":
                raise
            return "closed"

    async def close_link(self, game: str) -> None:
        self.count("change")
        archive, identity = self._matchmaker.archive, self.who.identity
        row = await archive.game(game, identity)
        if row.public:
            raise LobbyError("public-game")
        chair = self.held()
        sits_there = chair is not None and chair.seat is not None and chair.state().game == row.id
        if not (is_player(row, identity) or sits_there):  # by that a guest is known
            raise LobbyError("not-player")
        await archive.close_link(row.id)
        closed = ClosedLink(row.table, tuple(filter(None, row.players)), identity, self.player)
        self._matchmaker.tell_closed(closed)
        self._matchmaker.closed_elsewhere(closed)

    def block(self, person: str, yes: bool = True) -> None:
        if person != self.who.identity:
            self.count("change")
            self._shared.limits.block(self.who.identity, person, yes)
            self._shared.presence.lists_changed()

    async def report(self, person: str, why: str) -> None:
        self._shared.actions.report(self.who, self.address, person, why)

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        end = self._shared.presence.subscribe(self, isolate(listener, self.player))
        return self.subscriptions.until(end)
