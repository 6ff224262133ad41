"""A club that plays rated games through the real matchmaker, into a real store.

Its people meet in the queue, by challenges and at tables; they play a few plays of a real game, or
all of it, and end it as people do. The clock of the server is set by hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple

from cuttle_tui.ports import Chair, TablePlan, TableState
from engine.actions import DRAW, Action, parse_action
from engine.bots.thinkers import AtOnce
from engine.play.view import View
from engine.table.seats import CallOff, Claim, Ready
from server.league.book import LeagueBook
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.people.player_limits import PlayerLimits
from server.store.store import Store
from server.store.values import Write
from server.store.writer import Writer
from tests.server.players import Clock

End = Literal["concede", "leave", "agree", "play", "time", "absent"]
"""How a game comes to its end."""
Way = Literal["queue", "challenge", "table"]
"""How two players come to sit at a table."""
HOLD: Final = 120.0
"""Seconds until the seat of an absent player may be claimed."""
_RATED: Final = TablePlan("cuttle.cards", timing="steady", public=True, rated=True)
_FRIENDLY: Final = TablePlan("cuttle.cards+first-to-2", timing="steady", public=True)
_LASTS: Final = {"time": timedelta(minutes=8), "absent": timedelta(minutes=4)}
"""How long games of these kinds must last."""
_MOST_PLAYS: Final = 150


class Played(NamedTuple):
    """A game as those saw it who played it."""

    id: str
    ended: datetime
    one: str
    """The player in the first seat."""
    other: str
    winner: str | None
    counts: bool
    """What the table said at its end."""


class Journal:
    """Hands everything to the writer; one that hurries lets nobody wait until it is stored."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.hurries = False
        """Whether what is written is seen before it is stored: thousands of games take long."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Store a write; call `then` once it is stored, or at once."""
        if not self.hurries:
            self._writer.put(write, then)
            return
        self._writer.put(write)
        if then is not None:
            then()


class Club:
    """People with accounts, who are all online."""

    def __init__(self, store: Store, names: Sequence[str], now: datetime, seed: int) -> None:
        """Register everybody, and let them in; call it in a running loop.

        Args:
            store: where games are kept.
            names: who plays.
            now: the time.
            seed: decides what is played, and who wins games that are played out.
        """
        self.store = store
        self.clock = Clock()
        self.clock.now = now.timestamp()
        self.chance = random.Random(seed)
        self.troubles: list[str] = []
        self.writer = Writer(store, lambda why: self.troubles.append(why or ""))
        self.journal = Journal(self.writer)
        self.book = LeagueBook(store, self.writer, self.now)
        self.matchmaker = Matchmaker(
            AtOnce(),
            self.clock,
            self.chance.randbytes,
            journal=self.journal,
            player_limits=PlayerLimits(clock=self.clock, tables=1000),
            league_book=self.book,
            hold=HOLD,
        )
        self._people = {name: store.register(name, f"key of {name}").id for name in names}
        self._lobbies = {name: self._enter(name) for name in names}
        self._chairs: dict[str, Chair] = {}
        self._partner: dict[str, str] = {}

    def now(self) -> datetime:
        """Return the time."""
        return datetime.fromtimestamp(self.clock.now, UTC)

    def _enter(self, name: str) -> PlayerLobby:
        return enter_lobby(self.matchmaker, Player(name, self._people[name]))

    async def rest(self, until: datetime) -> None:
        """Let time go by."""
        await self.settle()
        self.clock.now = max(self.clock.now, until.timestamp())
        self.matchmaker.housekeeping.tick()

    async def settle(self) -> None:
        """Wait until everything is stored and known."""
        await self.writer.drain()
        await self.book.settled()

    async def _kept(self) -> None:
        """Wait until what was done is stored, unless everybody hurries."""
        if not self.journal.hurries:
            await self.writer.drain()

    # a game

    async def play(
        self, ended: datetime, pair: tuple[str, str], winner: str, how: End, way: Way
    ) -> Played:
        """Play a rated game of two players.

        Args:
            ended: when it ends; it begins after everything that has happened before.
            pair: who plays.
            winner: who shall win; one who plays it out, or on time, may win against that.
            how: how it ends.
            way: where they meet, unless they sit together.
        """
        lasts = _LASTS.get(how, timedelta(seconds=self.chance.uniform(20, 300)))
        begins = (ended - lasts).timestamp()
        if begins < self.clock.now and how in _LASTS:
            how = "concede"
        self.clock.now = max(self.clock.now, begins)
        await self._sit_down(pair, way, _RATED)
        loser = pair[winner == pair[0]]
        self.clock.now = ended.timestamp() if how not in _LASTS else self.clock.now
        await self._end(how, winner, loser, ended)
        state = self._chairs[winner].state()
        assert state.view is not None
        assert state.view.outcome is not None
        assert state.stake is not None
        won = [name for name in pair if self._chairs[name].seat in state.view.outcome.winners]
        one, other = sorted(pair, key=lambda name: self._chairs[name].seat or 0)
        if how in ("leave", "absent"):
            self.part(*pair)
        return Played(
            state.game, self.now(), one, other, won[0] if won else None, state.stake.counts
        )

    async def friendly(self, winner: str, loser: str) -> None:
        """Play a match that is not rated, as those of championships."""
        self.part(winner, loser)  # they may sit at a table with rated games
        for _ in range(2):
            self.clock.now += 2
            await self._sit_down((winner, loser), "table", _FRIENDLY)
            await self._end("concede", winner, loser, self.now())
        self.part(winner, loser)

    async def call_off(self, one: str, other: str) -> None:
        """Begin a rated game that ends without a result: one of the two goes away for good."""
        await self._sit_down((one, other), "queue", _RATED)
        self.matchmaker.exit(self._lobbies[other])
        await self._kept()
        self.clock.now += HOLD + 1
        self._chairs[one].ask(CallOff())
        await self._kept()
        self._lobbies[other] = self._enter(other)
        self.part(one, other)

    def part(self, *names: str) -> None:
        """Let players leave their tables, and those they sat with theirs."""
        for name in [*names, *(self._partner[name] for name in names if name in self._partner)]:
            chair = self._chairs.pop(name, None)
            self._partner.pop(name, None)
            if chair is not None:
                chair.leave()

    # sitting down

    async def _sit_down(self, pair: tuple[str, str], way: Way, plan: TablePlan) -> None:
        """Seat two players at a table, and have the cards dealt."""
        if self._partner.get(pair[0]) != pair[1] or self._over(pair[0]):
            self.part(*pair)
            await self._kept()
            await self._meet(pair, way, plan)
            self._partner |= {pair[0]: pair[1], pair[1]: pair[0]}
            await self._kept()
        chairs = [self._chairs[name] for name in pair]
        state = chairs[0].state()
        if not _runs(state):  # the next game, or one that does not count: both are asked
            for chair in chairs:
                if chair.seat not in state.ready:
                    chair.ask(Ready())
            await self._kept()
            assert _runs(chairs[0].state())

    def _over(self, name: str) -> bool:
        """Return whether a player's table deals no more; matches that are decided often end."""
        state = self._chairs[name].state()
        return state.settled and (bool(state.called_off) or self.chance.random() < 0.5)

    async def _meet(self, pair: tuple[str, str], way: Way, plan: TablePlan) -> None:
        one, other = (self._lobbies[name] for name in pair)
        match way:
            case "queue":
                await one.quick_match(plan.ruleset, rated=plan.rated, timing=plan.timing)
                await self._kept()
                await other.quick_match(plan.ruleset, rated=plan.rated, timing=plan.timing)
                await self._kept()
                waiting = [line.id for line in other.queue() if line.name == one.player]
                if waiting:  # their ratings are far apart
                    await other.sit_at(waiting[0])
            case "challenge":
                await one.challenge(other.who.identity, plan)
                await other.accept()
            case "table":
                title = (await one.open_table(plan)).state().title
                await self._kept()
                await other.sit_at(next(line.id for line in other.tables() if line.title == title))
        await self._kept()
        for lobby in (one, other):
            chair = lobby.held()
            assert chair is not None
            self._chairs[lobby.player] = chair

    # playing

    async def _end(self, how: End, winner: str, loser: str, ended: datetime) -> None:
        if how == "agree":
            await self._agree(winner, loser)
            return
        await self._some_plays(winner, loser, _MOST_PLAYS if how == "play" else 1)
        if how == "play" and not _runs(self._chairs[winner].state()):
            return
        match how:
            case "time":
                self.clock.now = ended.timestamp()
                self.matchmaker.housekeeping.tick()
            case "absent":
                await self._stay_away(winner, loser, ended)
            case "leave":
                self._chairs[loser].leave()
            case _:
                self._do(loser, f"concede@{self._chairs[loser].seat}")
        await self._kept()

    async def _agree(self, one: str, other: str) -> None:
        """End a game as a stalemate."""
        first, second = (one, other) if self._asked(one) else (other, one)
        self._do(first, f"offer@{self._chairs[first].seat}")
        await self._kept()
        self._do(second, "accept")
        await self._kept()

    async def _some_plays(self, one: str, other: str, most: int) -> None:
        for _ in range(self.chance.randint(0, 1) if most == 1 else most):
            asked = [name for name in (one, other) if self._asked(name)]
            if not asked:
                return
            chair = self._chairs[asked[0]]
            view = _view(chair)
            chair.submit(_greedy(view, self.chance), view.ply)
            await self._kept()

    async def _stay_away(self, winner: str, loser: str, ended: datetime) -> None:
        """Let a player go away, and the other claim the game once it is not their own move."""
        while self._asked(winner):
            view = _view(self._chairs[winner])
            action = DRAW if DRAW in view.legal else view.legal[0]
            self._chairs[winner].submit(action, view.ply)
            await self._kept()
        self.matchmaker.exit(self._lobbies[loser])
        await self._kept()
        self.clock.now = ended.timestamp()
        self._chairs[winner].ask(Claim())
        await self._kept()
        self._lobbies[loser] = self._enter(loser)

    def _asked(self, name: str) -> bool:
        chair = self._chairs[name]
        state = chair.state()
        return state.view is not None and _runs(state) and chair.seat in state.view.asked

    def _do(self, name: str, action: str) -> None:
        chair = self._chairs[name]
        chair.submit(parse_action(action), _view(chair).ply)


def _view(chair: Chair) -> View:
    view = chair.state().view
    assert view is not None
    return view


def _runs(state: TableState) -> bool:
    return state.view is not None and state.view.outcome is None and not state.called_off


def _greedy(view: View, chance: random.Random) -> Action:
    """Choose points, if there are any: such games are short."""
    points = [action for action in view.legal if "points" in str(action)]
    return chance.choice(points or view.legal)
