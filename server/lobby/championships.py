"""Enter the results of championship matches that are played on the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakSet

from cuttle_tui.ports import LobbyError, News
from server.lobby.league import LeagueService
from server.people.presence import Presence
from server.store.values import EnterMatch, player_id
from server.tables.match_result import match_winner
from server.tables.room import Journal, Room

log = logging.getLogger(__name__)


class ChampionshipMatches:
    """Follows the tables of championship matches.

    A result is stored in order with the game that decided it. If the process ends between the two,
    the table is still there after the start, and the result is entered then; twice does no harm.
    """

    def __init__(
        self, journal: Journal, presence: Presence, league: Callable[[], LeagueService | None]
    ) -> None:
        """Create it.

        Args:
            journal: where results are stored.
            presence: who is online.
            league: returns the league, if games are stored.
        """
        self._journal = journal
        self._presence = presence
        self._league = league
        self._entered: WeakSet[Room] = WeakSet()
        """The tables whose results were entered."""
        self._announcing: set[asyncio.Task[None]] = set()

    def follow(self, room: Room) -> None:
        """Enter the result of a table as soon as its match is decided."""
        championship, table = room.config.championship, room.table
        if not championship or room in self._entered or not table.settled:
            return
        winner = match_winner(room)
        if winner is None:  # called off: they can play it again
            return
        self._entered.add(room)
        score, loser = table.score, 1 - winner
        entry = EnterMatch(
            championship,
            room.id,
            player_id(table.owners[winner]),
            player_id(table.owners[loser]),
            (score[winner], score[loser]),
        )
        self._journal.put(entry, lambda: self._stored(entry))

    def _stored(self, entry: EnterMatch) -> None:
        league = self._league()
        if league is not None:
            task = asyncio.get_running_loop().create_task(self._announce(league, entry))
            self._announcing.add(task)
            task.add_done_callback(self._announcing.discard)

    async def _announce(self, league: LeagueService, entry: EnterMatch) -> None:
        """Tell everybody of a champion, if this match made one."""
        self._presence.lists_changed()
        try:
            name = await league.ask(league.store.champion_by, entry.championship, entry.table)
        except LobbyError:
            log.warning("nobody can be told of the champion now")
            return
        if name:
            self._presence.tell_everybody(News("champion", name))
