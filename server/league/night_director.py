"""Run play nights: gather players, pair them, open their tables, and count their results.

Everything that happens is an event that is stored first and takes effect then, in the same order
as the events of tables. So a restart, even in the middle of a write, goes on where it was: a match
whose table was not opened gets it, and a result that was not counted is found at its table.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from cuttle_tui.ports import LobbyError, News
from cuttle_tui.ports.league import NightPlan
from engine.errors import NotationError
from engine.rules.options import parse_ruleset, stamped
from engine.table.controls import parse_control
from server.league.night_results import (
    Closed,
    Joined,
    Left,
    MatchEnded,
    MatchStarted,
    NightEvent,
    Opened,
    Reopened,
    RoundPaired,
    Started,
    night_event_text,
    parse_night_event,
)
from server.league.nights import (
    FEWEST,
    Night,
    NightMatch,
    is_over,
    night_of,
    rounds_for,
    to_pair,
    update,
)
from server.names import folded
from server.people.accounts import Player
from server.people.presence import Presence
from server.store.values import AddNightEntry, OpenNight, player_id
from server.tables.room import Journal, Room, match_winner
from server.tables.rooms import PlayerLocations, Rooms

log = logging.getLogger(__name__)

PATIENCE: Final = 120.0
"""Seconds that a paired player is waited for."""
_BOTH_AWAY: Final = 300.0
"""Seconds after which a match ends that both players have left."""
_NOBODY_CAME: Final = 2 * 3600.0
"""Seconds after which a night that does not begin is closed."""
_HOST_AWAY: Final = 600.0
"""Seconds after which it is closed if its host has gone."""
_NEAR: Final = 24
"""Players of a night who may have joined from the same address."""
_SHOWN_SOON: Final = 5.0
"""Seconds for which a player waits to see what they have done."""
_MOST_ROUNDS: Final = 20
_MINUTES: Final = range(5, 241)
_DUEL: Final = 2


class NightDirector:
    """The play night that is held now, or was held last.

    What players ask for and cannot be done is a `LobbyError` with a reason of a night from
    `cuttle_tui/ports/lobby.py`, such as ``no-night``, ``not-host`` or ``night-begun``.
    """

    def __init__(
        self,
        rooms: Rooms,
        locations: PlayerLocations,
        presence: Presence,
        journal: Journal,
        clock: Callable[[], float],
        strength: Callable[[str], float | None],
        lot: random.Random | None = None,
    ) -> None:
        """Create it without a night.

        Args:
            clock: returns the time in seconds since 1970.
            strength: returns a player's rating, if they have one, by identity.
            lot: draws the order of players of equal strength.
        """
        self._rooms = rooms
        self._locations = locations
        self._presence = presence
        self._journal = journal
        self._clock = clock
        self._strength = strength
        self._lot = lot or random.SystemRandom()
        self.night: Night | None = None
        """What is stored, and shown."""
        self._ahead: Night | None = None
        """With the events that are being stored: what is decided by."""
        self._id = ""
        self._entries = 0
        self._restored = 0.0
        self._names: dict[str, str] = {}
        self._known: tuple[int, dict[str, str]] = -1, {}
        """Who is online, and the version of the lists it was read for."""
        self._waited: dict[int, float] = {}
        """Since when each match has waited for a player, in this process."""
        self._unseen = 0
        """Events that are being stored."""
        self._waiting: list[asyncio.Future[None]] = []
        """Those who wait until they are."""
        self._away: dict[str, float] = {}
        """Since when players are away before the start, in this process."""
        self._origins: dict[str, str] = {}
        """The address from which each player has joined, if it is known."""

    # what players do

    def name(self, player: str) -> str:
        """Return a player's name."""
        return self._names.get(player, "someone")

    @property
    def id(self) -> str:
        """The id of the night that is held now, or was held last."""
        return self._id

    @property
    def is_held(self) -> bool:
        """Whether a night is open or played."""
        return self._ahead is not None and self._ahead.closed is None

    def open(self, host: Player, plan: NightPlan, *, address: str = "") -> None:
        """Open a night; its host takes part.

        Raises:
            LobbyError: ``no-account``, ``night-open``, ``night-plan``.
            RulesetError: there are no such rules.
        """
        if host.guest:
            raise LobbyError("no-account")
        if self.is_held:
            raise LobbyError("night-open")
        opened = self._opened(host, plan)
        self._id, self._entries = secrets.token_hex(8), 0
        self._names[opened.host] = host.name
        self._waited, self._away = {}, {}
        self._ahead = Night(opened)
        text = night_event_text(opened)
        self._journal.put(OpenNight(self._id, text), lambda: self._show(Night(opened)))
        self._origins = {}
        self._join(host, address)
        self._presence.tell_everybody(News("night", host.name))

    def _opened(self, host: Player, plan: NightPlan) -> Opened:
        ruleset = parse_ruleset(plan.ruleset)
        try:
            parse_control(plan.timing)
        except NotationError:
            raise LobbyError("night-plan") from None
        arena = plan.format == "arena"
        fits = plan.minutes in _MINUTES if arena else 0 <= plan.rounds <= _MOST_ROUNDS
        if ruleset.seats != _DUEL or not fits:
            raise LobbyError("night-plan")
        return Opened(
            at=self._clock(),
            host=player_id(host.identity),
            format=plan.format,
            ruleset=stamped(ruleset),
            timing=plan.timing,
            rounds=plan.rounds if plan.format == "swiss" else 0,
            minutes=plan.minutes if arena else 0,
        )

    def join(self, who: Player, address: str = "") -> None:
        """Let a player take part."""
        night = self._current()
        if not night.may_join(player_id(who.identity)):
            raise LobbyError("night-begun")
        near = sum(self._origins.get(player) == address for player in night.here)
        if address and near >= _NEAR:
            raise LobbyError("night-near")
        self._join(who, address)

    def _join(self, who: Player, address: str) -> None:
        player = player_id(who.identity)
        self._origins[player] = address
        self._names[player] = who.name
        self._away.pop(player, None)
        self._post(Joined(player, who.name if who.guest else ""))

    def leave(self, player: str, *, barred: bool = False) -> None:
        """Let a player take part no more."""
        night = self._current()
        if player not in night.here:
            return
        match = night.open_match(player)
        self._post(Left(player, barred))
        room = self._rooms.find(match.table) if match is not None and match.table else None
        if room is not None:
            for identity in room.people():
                if player_id(identity) == player:
                    self._locations.leave(identity, room)

    def begin(self, host: str) -> None:
        """Start with those who have joined."""
        night = self._hosted(host)
        if night.state != "open":
            raise LobbyError("no-night")
        if len(night.here) < FEWEST:
            raise LobbyError("night-few")
        # by rating; those who are level or have none by lot, at the end
        drawn = list(night.here)
        self._lot.shuffle(drawn)
        online = self._online()
        strengths = {player: self._strength(online.get(player, "")) for player in drawn}
        rated = [player for player in drawn if strengths[player] is not None]
        rated.sort(key=lambda player: -(strengths[player] or 0.0))
        order = (*rated, *(player for player in drawn if player not in rated))
        self._post(Started(self._clock(), order, rounds_for(night.plan, len(order))))
        self.tick()

    def end(self, host: str) -> None:
        """Close the night."""
        self._hosted(host)
        self.close()

    def close(self) -> None:
        """Close the night, whoever its host is."""
        self._post(Closed(self._clock()))

    def reopen(self) -> None:
        """Let the night go on that was closed last, with the matches that were played then."""
        if self._ahead is None:
            raise LobbyError("no-night")
        if self._ahead.closed is None:
            raise LobbyError("night-open")
        self._restored = self._clock()
        self._waited, self._away = {}, {}
        self._put(Reopened(self._restored))
        for room in self._rooms:
            self.follow(room)

    def withdraw(self, host: str, name: str) -> None:
        """Withdraw a player for good."""
        night = self._hosted(host)
        named = [player for player in night.here if folded(self.name(player)) == folded(name)]
        if not named:
            raise LobbyError("no-such-player")
        self.leave(named[0], barred=True)

    def _current(self) -> Night:
        if self._ahead is None or self._ahead.closed is not None:
            raise LobbyError("no-night")
        return self._ahead

    def _hosted(self, host: str) -> Night:
        night = self._current()
        if night.plan.host != host:
            raise LobbyError("not-host")
        return night

    # events

    async def shown(self) -> None:
        """Wait until all that was done can be seen; not for long, if it cannot be stored now."""
        if self._unseen:
            seen = asyncio.get_running_loop().create_future()
            self._waiting.append(seen)
            with suppress(TimeoutError):
                async with asyncio.timeout(_SHOWN_SOON):
                    await seen

    def _post(self, event: NightEvent) -> None:
        """Store an event of a night that is held; it takes effect once that is done."""
        self._current()
        self._put(event)

    def _put(self, event: NightEvent) -> None:
        if self._ahead is None:
            raise LobbyError("no-night")
        self._ahead = update(self._ahead, event)
        self._entries += 1
        self._unseen += 1
        write = AddNightEntry(self._id, self._entries, night_event_text(event))
        self._journal.put(write, lambda: self._apply(event))

    def _apply(self, event: NightEvent) -> None:
        self._unseen -= 1
        if self.night is None:
            return
        self._show(update(self.night, event))
        if not self._unseen:
            for seen in self._waiting:
                if not seen.done():
                    seen.set_result(None)
            self._waiting.clear()
        if isinstance(event, MatchStarted):
            self._open_table(self.night.matches[event.match - 1])
        elif isinstance(event, Closed) and self.night.counted:
            winner, online = self.night.winner, self._online()
            news = News("night-over", self.name(winner) if winner else "")
            self._presence.tell([online[each] for each in self.night.here if each in online], news)

    def _show(self, night: Night) -> None:
        self.night = night
        self._presence.lists_changed()

    # what is due

    def tick(self) -> None:
        """Do what is due: wait for players, pair the next round, end the night."""
        if not self.is_held:
            return
        night, now = self._current(), self._clock()
        if night.state == "open":
            self._gather(night, now)
            return
        online = self._online()
        for match in night.playing:
            if match.table:
                self._look_after(match, online)
            else:
                self._seat_or_wait(match, online)
        if not self.is_held:
            return
        night = self._current()
        pairings = to_pair(night, now)
        if pairings:
            pairs = tuple((each.round, each.first, each.second) for each in pairings)
            self._post(RoundPaired(now, pairs))
        elif is_over(night, now):
            self._post(Closed(now))

    def leave_out(self, lost: float) -> None:
        """Wait for so many seconds longer, for nobody could come."""
        self._restored += lost
        self._waited = {match: since + lost for match, since in self._waited.items()}
        self._away = {player: since + lost for player, since in self._away.items()}

    def _gather(self, night: Night, now: float) -> None:
        """Let nobody hold a place, or the night itself, who has gone before the start."""
        online = self._online()
        waited = {each: self._away.setdefault(each, now) for each in {*night.here, night.plan.host}}
        for player in waited.keys() & online.keys():
            del self._away[player]
        gone = {each: now - since for each, since in waited.items() if each not in online}
        opened = now - max(night.plan.at, self._restored)
        if opened > _NOBODY_CAME or gone.get(night.plan.host, 0.0) > _HOST_AWAY:
            self._post(Closed(now))
            return
        for player in night.here:
            if gone.get(player, 0.0) > PATIENCE:
                self._post(Left(player))

    def _online(self) -> dict[str, str]:
        """Return the identities of those who are online, by player."""
        version, found = self._known
        if version != self._presence.lists_version:
            found = {player_id(identity): identity for identity in self._presence}
            self._known = self._presence.lists_version, found
        return found

    def is_online(self, player: str) -> bool:
        """Return whether a player is connected."""
        return player in self._online()

    def missing(self, match: NightMatch) -> tuple[str, ...]:
        """Return who is waited for."""
        return self._missing(match, self._online()) if match.open and not match.table else ()

    def _missing(self, match: NightMatch, online: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(
            player
            for player in match.players
            if player not in online or not self._is_free(online[player])
        )

    def _is_free(self, identity: str) -> bool:
        """Return whether a player can be seated: plays with nobody, or on at a table of tonight."""
        if not self._locations.plays_people(identity):
            return True
        room = self._locations.sitting(identity)
        matches = self._ahead.matches if self._ahead is not None else ()
        over = {match.table for match in matches if not match.open}
        return room is not None and room.id in over

    def _seat_or_wait(self, match: NightMatch, online: Mapping[str, str]) -> None:
        """Give a match its table once both are here; who does not come in time has lost."""
        missing = self._missing(match, online)
        if not missing:
            self._waited.pop(match.number, None)
            self._post(MatchStarted(match.number, secrets.token_hex(8)))
        elif self._clock() - self._waited.setdefault(match.number, self._clock()) > PATIENCE:
            here = [player for player in match.players if player not in missing]
            self._post(MatchEnded(match.number, here[0] if here else "", "no-show"))
            # they are paired no more; a double elimination has a second chance
            if self._current().plan.format != "double-elimination":
                for player in missing:
                    self._post(Left(player))

    def _look_after(self, match: NightMatch, online: Mapping[str, str]) -> None:
        """Give a match another table if its own is gone; end it if both players have left."""
        room = self._rooms.find(match.table)
        shown = self.night.matches if self.night is not None else ()
        if room is not None:
            since = [room.away_since(identity) for identity in room.people()]
            gone = [each for each in since if each is not None]
            if gone and len(gone) == len(since) and self._clock() - max(gone) > _BOTH_AWAY:
                self._post(MatchEnded(match.number, "", "no-show"))
                room.table.abandon()
        elif match in shown:  # its table was opened, or is lost with the process
            self._seat_or_wait(match, online)

    # tables

    def _open_table(self, match: NightMatch) -> None:
        """Seat both players at the table of their match, and call them there."""
        online = self._online()
        if self.night is None or self._missing(match, online):
            return
        plan = self.night.plan
        room = self._rooms.open(plan.ruleset, timing=plan.timing, public=True, id=match.table)
        identities = [online[player] for player in match.players]
        for seat, (player, identity) in enumerate(zip(match.players, identities, strict=True)):
            for left in self._locations.rooms(identity):
                self._locations.call_away(identity, left)
            self._locations.sit(identity, room)
            room.sit(seat, self.name(player), identity)
        self._presence.call_to_table(identities)

    def follow(self, room: Room) -> None:
        """Count the result of a table of tonight, as soon as it is over."""
        if not self.is_held or not room.table.settled:
            return
        playing = self._current().playing
        match = next((each for each in playing if each.table == room.id), None)
        if match is None:
            return
        seat = match_winner(room)
        winner = "" if seat is None else player_id(room.table.owners[seat])
        self._post(MatchEnded(match.number, winner, "void" if room.table.called_off else "played"))

    # restarts

    def restore(
        self,
        nights: Iterable[tuple[str, str, Sequence[str]]],
        names: Callable[[Sequence[str]], Mapping[str, str]],
    ) -> None:
        """Restore the night that is held, or was held last; its tables are there already."""
        latest: tuple[float, str, Night, int] | None = None
        for id, head, entries in nights:
            try:
                night = night_of(map(parse_night_event, (head, *entries)))
            except ValueError:
                log.exception("play night %s cannot be read and is left in the store", id)
                continue
            if latest is None or night.plan.at > latest[0]:
                latest = (night.plan.at, id, night, len(entries))
        if latest is None:
            return
        _, self._id, night, self._entries = latest
        self.night = self._ahead = night
        self._restored = self._clock()
        self._names = dict(names([night.plan.host, *(each.player for each in night.players)]))
        self._names |= {each.player: each.guest for each in night.players if each.guest}
        for room in self._rooms:
            self.follow(room)
