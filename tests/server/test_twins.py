"""Twins: servers that differ only in cards which a viewer cannot know tell that viewer the same.

At a table `tests/engine/test_table_secrets.py` compares what is shown; here it is all that is told
around it: friends, matches, lists, notices, today's deal, the first screen, and lines of text.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import data_lobby
from cuttle_tui.ports import Chair, News, TablePlan
from engine.actions import Action, Kind
from engine.cards import Card, CardSet, members, set_of
from engine.coach.analysis import decision_view
from engine.play.legal import legal_actions
from engine.record.record import Deal, Game, Record, record_of
from engine.record.summary import Replay
from engine.rules.options import parse_ruleset
from engine.table.seats import Ready
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.plain_talk import talk
from tests.dealt_daily import NOON
from tests.server.databases import new_database
from tests.server.store.duels import people

pytestmark = [pytest.mark.slow, pytest.mark.one_node]
_LINES = ("home", "friends", "games", "games match", "tables", "people", "inbox", "deal", "season")
_PACK = tuple(Game.from_seed(parse_ruleset("standard"), b"twins").deck)


@dataclass
class _World:
    """A club where ann and bob play a match by a code, and another game by days."""

    server: Server
    lobbies: dict[str, PlayerLobby]
    news: dict[str, list[News]]
    script: list[Action]
    """What was played, so that a twin does the same."""
    known: CardSet = 0
    """The cards that ann has had in hand."""
    played: CardSet = 0
    """The cards that everybody has seen."""

    async def stored(self) -> None:
        assert self.server.writer is not None
        await self.server.writer.drain()
        await self.server.writer.drain()


def _same_chance(monkeypatch: pytest.MonkeyPatch, deck: Sequence[Card]) -> None:
    """Deal this deck in every game, and let nothing else differ: ids, codes, names."""
    chance = random.Random(7)
    random.seed(7)
    monkeypatch.setattr(Deal, "deck", lambda self, ruleset: list(deck))
    monkeypatch.setattr(Deal, "first", lambda self, seats: 0)
    monkeypatch.setattr(secrets, "token_hex", lambda size=8: chance.randbytes(size).hex())
    monkeypatch.setattr(secrets, "choice", chance.choice)


async def _play(world: _World, chairs: tuple[Chair, Chair]) -> None:
    """Let ann play points from her hand and bob draw a card, each in turn; twins do the same."""
    for _ in chairs:
        for chair, kind in zip(chairs, (Kind.POINTS, Kind.DRAW), strict=True):
            view = chair.state().view
            assert view is not None
            if chair.seat == 0:
                world.known |= set_of(view.seats[0].hand)
            legal = sorted((each for each in view.legal if each.kind is kind), key=str)
            if legal:
                action = next((each for each in legal if each in world.script), legal[0])
                world.script.append(action)
                world.played |= set_of(action.cards)
                chair.submit(action, view.ply)
                await world.stored()


async def _sit(world: _World, plan: TablePlan) -> tuple[Chair, Chair]:
    ann, bob = world.lobbies["ann"], world.lobbies["bob"]
    mine = await ann.open_table(plan)
    await world.stored()
    theirs = await bob.join_room(mine.state().code or "")
    await world.stored()
    if mine.state().view is None:
        mine.ask(Ready())
        await world.stored()
    return mine, theirs


async def _come(server: Server, script: Sequence[Action]) -> _World:
    assert server.store is not None
    names = ("ann", "bob", "eve")
    lobbies, news = {}, {}
    for person in people(server.store, *names):
        lobby = enter_lobby(server.matchmaker, Player(person.name, person.id))
        lobbies[person.name], news[person.name] = lobby, list[News]()
        lobby.subscribe(news[person.name].append)
    world = _World(server, lobbies, news, list(script))
    chairs = await _sit(world, TablePlan("standard+first-to-2"))
    view = chairs[0].state().view
    assert view is not None
    chairs[1].submit(Action(Kind.CONCEDE, seat=1), view.ply)
    await world.stored()
    for chair in chairs:
        chair.ask(Ready())
        await world.stored()
    await _play(world, chairs)
    await _play(world, await _sit(world, TablePlan("standard", timing="3d")))
    return world


async def _told(world: _World, name: str) -> str:
    """Return all that is told to somebody away from the table."""
    lobby = world.lobbies[name]
    await lobby.ask_friends()
    told = [
        *map(repr, (lobby.friends(), lobby.tables(), lobby.people(), lobby.queue())),
        *map(repr, (lobby.inbox(), await lobby.games(), await lobby.daily.page())),
        *map(repr, world.news[name]),
    ]
    looker = enter_lobby(world.server.matchmaker, lobby.who)
    async with talk(looker) as one:
        one.session.clock = lambda: datetime.fromtimestamp(NOON, UTC)
        if one.session.table is not None:
            await one.type("lobby")
        for line in _LINES:
            told += await one.type(line)
    app = CuttleApp(looker)
    app.now = lambda: datetime.fromtimestamp(NOON, UTC)
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        told += grid(app)
        await pilot.press("f")
        await settled(pilot)
        told += grid(app)
    return "\n".join(told)


def _twin(deck: Sequence[Card], known: Sequence[Card], seed: int) -> list[Card]:
    """Deal all cards anew that are not known."""
    places = [place for place, card in enumerate(deck) if card not in known]
    other = [deck[place] for place in places]
    random.Random(seed).shuffle(other)
    twin = list(deck)
    for place, card in zip(places, other, strict=True):
        twin[place] = card
    return twin


def _hand(deck: Sequence[Card]) -> tuple[list[Card], Card]:
    """Return what the first seat is dealt, and the card that it plays for points."""
    position = Game(parse_ruleset("standard"), list(deck), first=0).position
    hand = [card for card in deck if position.hands[0] >> card & 1]
    points = [action for action in legal_actions(position) if action.kind is Kind.POINTS]
    return hand, min(points, key=str).cards[0]


@pytest.mark.parametrize("name", ["ann", "eve"])
async def test_nothing_around_a_table_tells_its_hidden_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    deck, script, told = list(_PACK), list[Action](), list[str]()
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        url = new_database(folder / "c.db")
        with monkeypatch.context() as patch:
            _same_chance(patch, deck)
            async with Server(folder, database=url, clock=lambda: NOON, pace=0.0) as server:
                world = await _come(server, script)
                told.append(await _told(world, name))
        script = script or world.script
        seen = world.known if name == "ann" else world.played
        deck = _twin(_PACK, members(seen), number)
    assert deck != list(_PACK)
    for kind in ("FriendLine(", "InboxLine(", "GameLine(", "News("):
        assert (kind in told[0]) == (name == "ann"), kind
    for twin in told[1:]:
        assert twin.splitlines() == told[0].splitlines()


async def test_a_game_that_is_kept_at_home_tells_none_on_the_first_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, played = _hand(_PACK)
    told = []
    for number, deck in enumerate((list(_PACK), _twin(_PACK, [played], 3))):
        with monkeypatch.context() as patch:
            _same_chance(patch, deck)
            lobby = data_lobby(tmp_path / str(number), "ann", seed=b"t" * 32, clock=lambda: NOON)
            chairs = lobby.hot_seat("standard", others=("bob",))
            view = chairs[0].state().view
            assert view is not None
            chairs[0].submit(Action(Kind.POINTS, (played,)), view.ply)
            lobby.put_aside(chairs[0])
            (saved,) = lobby.saved()
            assert saved.state is not None
            shown = [repr(replace(saved.state, commitment="", next_commitment=""))]
            app = CuttleApp(lobby)
            app.now = lambda: datetime.fromtimestamp(NOON, UTC)
            async with app.run_test(size=(160, 50)) as pilot:
                await settled(pilot)
                shown += grid(app)
            lobby.close()
        told.append("\n".join(shown))
    assert told[0] == told[1]


def test_an_own_mistake_comes_back_with_what_was_seen_then() -> None:
    rules = parse_ruleset("standard")
    hand, played = _hand(_PACK)
    views = []
    for deck in (list(_PACK), _twin(_PACK, hand, 4)):
        game = Game(rules, deck, first=0)
        game.submit(0, Action(Kind.POINTS, (played,)), 0)
        game.submit(1, Action(Kind.CONCEDE, seat=1), game.position.ply)
        views.append(repr(decision_view(Replay(_record(game)), 0)))
    assert views[0] == views[1]


def _record(game: Game) -> Record:
    return record_of(game, ("ann", "bob"), [0.0, 0.0], started=datetime.fromtimestamp(NOON, UTC))
