"""Hidden cards stay hidden: search everything that goes out, for everybody, for cards not seen."""

from __future__ import annotations

import asyncio
import pickle
import random
import re
from contextlib import AsyncExitStack, suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.i18n.translation import Span
from cuttle_tui.ports import Change, LobbyError, TablePlan, TableState
from cuttle_tui.table.chat import PHRASES
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, TableUi
from engine.actions import Action, Kind
from engine.bots.computer import ComputerPlayer
from engine.bots.levels import LEVELS
from engine.bots.thinkers import AtOnce
from engine.cards import CARD_NAMES, Card, members
from engine.play.legal import legal_actions
from engine.play.observe import determinize, observe
from engine.play.position import Position
from engine.play.view import Ask
from engine.record.position_text import position_text
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.sessions import verbs
from server.sessions.arrival import ServerContext
from server.tables.chairs import ServerChair
from tests.oracle import Knowledge, cards_on, names
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.kept_games import keep_game
from tests.whole import GAMES, some, times

pytestmark = pytest.mark.slow

ROLES = ("anna", "bert", "cora", "dora")


def cards_in(value: object) -> frozenset[Card]:
    """Find the cards in a plain value: by the types of its fields, and by the spans that name one.

    Args:
        value: anything made of dataclasses, tuples and texts.
    """
    found: set[Card] = set()
    _gather(value, False, set(), found)
    return frozenset(found)


def _gather(value: object, marked: bool, seen: set[tuple[int, bool]], found: set[Card]) -> None:
    """Find cards; numbers are cards where marked, and what was looked at is passed over."""
    if isinstance(value, int):
        if marked and value >= 0:
            found.add(value)
        return
    if (id(value), marked) in seen:
        return
    seen.add((id(value), marked))
    if isinstance(value, str):
        found |= cards_on(value)
    elif isinstance(value, Span):
        found |= {CARD_NAMES.index(value.text)} if value.role == "card" else cards_on(value.text)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            _gather(item, marked, seen, found)
    elif is_dataclass(value) and not isinstance(value, type | Ruleset):
        for name, is_card in _fields(type(value)):
            _gather(getattr(value, name), is_card, seen, found)


@cache
def _fields(kind: type) -> tuple[tuple[str, bool], ...]:
    """Name the fields of a dataclass, each with whether numbers in it are cards."""
    return tuple((one.name, bool(re.search(r"\bCard\b", str(one.type)))) for one in fields(kind))


class Paper:
    """Stands for a client without a terminal: it reads one answer and hangs up."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.player = Player("reader", "reader")
        self.wire = self
        self.port, self.address = 22, ""
        self.text = ""
        self.congested = self.dismissed = False

    @property
    def alive(self) -> bool:
        """Whether it still waits for text."""
        return not self.text

    async def turn(self) -> None:
        """Let others run."""
        await asyncio.sleep(0)

    def say(self, text: str, error: bool = True) -> None:
        """Read."""
        del error
        self.text += text + "\n"


class Game:
    """A table with all its seats taken, somebody who looks on, and the truth beside it."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.ruleset = ruleset
        self.rng = random.Random(seed)
        self.matchmaker = Matchmaker(AtOnce(), entropy=self.rng.randbytes)

    async def begin(self) -> Game:
        """Seat everybody, and deal."""
        host, *others = (self._lobby(name) for name in ROLES[: PRESETS[self.ruleset].seats])
        first = await host.open_table(TablePlan(self.ruleset, public=True))
        code = first.state().code or ""
        chairs = [first, *[await other.join_room(code) for other in others]]
        first.ask(Ready())
        (self.room,) = self.matchmaker.rooms
        self.chairs: dict[int | None, ServerChair] = dict(enumerate(chairs))
        self.chairs[None] = await self._lobby("watcher").watch(self.room.id)
        self.knowledge = Knowledge(self.position)
        self.unseen: dict[int, dict[int | None, frozenset[Card]]] = {}
        """What each viewer had not seen yet, by ply."""
        self._remember()
        return self

    def _lobby(self, name: str) -> PlayerLobby:
        return enter_lobby(self.matchmaker, Player(name, name))

    @property
    def position(self) -> Position:
        """The whole truth."""
        assert self.room.table.game is not None
        return self.room.table.game.position

    def step(self) -> bool:
        """Play a random action, say something now and then; tell whether the game goes on."""
        legal = legal_actions(self.position)
        calm = [action for action in legal if action.kind is not Kind.POINTS]
        action = self.rng.choice(calm if calm and self.rng.random() < 0.6 else legal)
        seat = self.position.prompt.seats[0]
        self.chairs[seat].submit(action, self.position.ply)
        self.knowledge.look(self.position)
        self._remember()
        if self.rng.random() < 0.1:
            with suppress(LobbyError):
                talker = self.rng.choice([*self.chairs.values()])
                talker.chat.say(self.rng.choice([*PHRASES]), phrase=True)
        return self.position.outcome is None

    def _remember(self) -> None:
        unseen = {viewer: self.knowledge.hidden(viewer) for viewer in self.chairs}
        self.unseen[self.position.ply] = unseen

    def secrets(self) -> list[str]:
        """Give the texts that would tell the deal."""
        deal = self.room.table.record().deal
        assert deal is not None
        hidden = [deal.secret, deal.seed, self.room.table.config.seed]
        return [value.hex() for value in hidden] + [repr(value) for value in hidden]


def scenes(state: TableState, seat: int | None) -> list[object]:
    """Stage all that a player can look at in the app."""
    desks = [
        TableUi(mode=mode, watching=seat is None) for mode in (Mode.GAME, Mode.SCRAP, Mode.LOG)
    ]
    if state.view is not None and seat is not None:
        tray = state.view.seats[seat].hand
        desks += [TableUi(choice=Choice(card), explain=True) for card in tray[:2]]
    lines = digest_of(state, seat or 0)
    return [present_table(state, seat or 0, desk, lines) for desk in desks]


async def told(game: Game) -> str:
    """Give what is told to clients without a terminal."""
    handlers = verbs.text_verbs(ServerContext(game.matchmaker, None))
    papers = [Paper("who"), Paper("watch"), Paper("watch", game.room.id)]
    for paper in papers:
        await handlers[paper.words[0]](paper)  # type: ignore[arg-type]
    return "".join(paper.text for paper in papers)


async def search(game: Game) -> None:
    """Look for what somebody may not know in everything that is made for them now."""
    over = game.position.outcome is not None
    for viewer, chair in game.chairs.items():
        state = chair.state()
        shown = scenes(state, viewer)
        leaked = cards_in((state, *shown)) & game.knowledge.hidden(viewer)
        assert not leaked, f"seat {viewer} is shown {names(frozenset(leaked))}"
        text = repr((state, shown)) + repr(pickle.loads(pickle.dumps(state)))
        assert over or not any(secret in text for secret in game.secrets())
        assert over or chair.record() is None
        for ply in {0, state.view.ply // 2, state.view.ply} if state.view is not None else ():
            past = await chair.past(ply)
            assert past is not None
            leaked = cards_in((past, *scenes(past, viewer)))
            assert not leaked & game.unseen[ply][viewer], f"seat {viewer} sees too much of {ply}"
            text = repr(past)
            assert not any(secret in text for secret in game.secrets())
    text = await told(game)
    assert "turn" in text or over
    assert not cards_on(text) & game.knowledge.hidden(None)
    assert over or not any(secret in text for secret in game.secrets())


@pytest.mark.parametrize("ruleset", some(PRESETS, 9))
async def test_nothing_that_goes_out_holds_a_hidden_card(ruleset: str) -> None:
    searched = 0
    for seed in range(max(1, GAMES // 100)):
        game = await Game(ruleset, seed).begin()
        while game.step() and game.position.ply < 400:
            if game.rng.random() < 1 / times(12, 4):
                await search(game)
                searched += 1
        await search(game)
    assert searched > 2


@pytest.mark.parametrize("ruleset", some(PRESETS, 9))
async def test_what_is_hidden_changes_nothing_that_goes_out(ruleset: str) -> None:
    swapped = 0
    for seed in range(max(1, GAMES // 100)):
        game = await Game(ruleset, seed).begin()
        while game.step() and game.position.ply < 400:
            if game.rng.random() > 0.2:
                continue
            table, truth = game.room.table.game, game.position
            assert table is not None
            for viewer, chair in game.chairs.items():
                before = chair.state()
                table.position = determinize(observe(truth, viewer), game.rng.randbytes(8))
                swapped += position_text(table.position) != position_text(truth)
                assert repr(chair.state()) == repr(before)
                assert repr(scenes(chair.state(), viewer)) == repr(scenes(before, viewer))
                table.position = truth
    assert swapped > 2


async def test_the_search_finds_what_is_shown_by_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    game = await Game("standard", 1).begin()
    await search(game)
    monkeypatch.setattr("engine.play.observe.hands_read_by", lambda p, v: frozenset(range(2)))
    with pytest.raises(AssertionError, match="is shown"):
        await search(game)


async def test_the_search_finds_what_the_past_shows_too_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = await Game("standard", 1).begin()
    for _ in range(12):
        game.step()
    now = game.position
    monkeypatch.setattr("engine.table.state.observe", lambda position, viewer: observe(now, viewer))
    with pytest.raises(AssertionError, match="sees too much"):
        await search(game)


# the reply window


async def _window(two: bool) -> tuple[Game, list[Change]]:
    """Let a one-off be announced to a seat with or without a two; gather what its player hears."""
    for seed in range(500):
        game = await Game("standard", seed).begin()
        position = game.position
        mover = position.prompt.seats[0]
        plays = [a for a in legal_actions(position) if a.kind is Kind.ONE_OFF and not a.targets]
        twos = [card for card in members(position.hands[1 - mover]) if CARD_NAMES[card][0] == "2"]
        if plays and bool(twos) == two:
            heard: list[Change] = []
            game.chairs[mover].subscribe(heard.append)
            game.chairs[mover].submit(plays[0], position.ply)
            return game, heard
    raise AssertionError("no such deal")


async def test_a_seat_is_asked_whether_or_not_it_holds_a_two() -> None:
    changes = []
    for two in (False, True):
        game, heard = await _window(two)
        (answerer,) = game.position.prompt.seats
        assert game.position.prompt.ask is Ask.COUNTER
        state = game.chairs[1 - answerer].state()
        asked = len(heard), repr(present_table(state, 1 - answerer, TableUi()).prompt)
        game.chairs[answerer].submit(Action(Kind.DECLINE), game.position.ply)
        changes.append((asked, len(heard)))
    assert changes[0][1] == changes[1][1] == 2
    assert changes[0][0][0] == changes[1][0][0] == 1


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
async def test_the_computer_answers_at_the_same_time_whatever_it_holds(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [(await _window(two))[0] for two in (False, True)]
    loop = asyncio.get_running_loop()
    due: list[float] = []
    began = loop.time()
    monkeypatch.setattr(loop, "time", lambda: began)
    monkeypatch.setattr(loop, "call_at", lambda at, *_args, **_named: due.append(at))
    for game in games:
        ComputerPlayer(game.chairs[game.position.prompt.seats[0]], AtOnce(), level, 7, 0.6)
        for _ in range(10):
            await asyncio.sleep(0)
    assert len(due) == 2
    assert due[0] == due[1] > began


# over a real connection


async def test_no_screen_over_ssh_shows_a_hidden_card(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    rng = random.Random(7)
    keys = {"ann": ann_key, "bob": bob_key}
    id = await keep_game(tmp_path / "cuttle.db", keys)
    url = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with Server(tmp_path, database=url) as server, AsyncExitStack() as stack:
        lines = [(ann_key, "ann", None), (bob_key, "bob", None), (None, "eve", f"watch {id}")]
        viewers: dict[int | None, Terminal] = {}
        for viewer, (key, name, command) in zip((0, 1, None), lines, strict=True):
            connection = await stack.enter_async_context(connect(server.port, key, name))
            viewers[viewer] = await open_terminal(connection, command, size=(200, 60))
            await viewers[viewer].until("turn 1")
        room = server.matchmaker.rooms.find(id)
        assert room is not None
        assert room.table.game is not None
        position = room.table.game.position
        knowledge = Knowledge(position)
        while position.outcome is None and position.turn < times(7, 16):
            actions = [a for a in legal_actions(position) if a.kind is not Kind.POINTS]
            action = rng.choice(actions or legal_actions(position))
            ply = position.ply
            room.table.submit(position.prompt.seats[0], action, ply)
            await viewers[0].until(lambda _, ply=ply: position.ply > ply)  # type: ignore[misc]
            knowledge.look(position)
            for viewer, terminal in viewers.items():
                await terminal.until(f"turn {position.turn + 1}")
                leaked = cards_on(terminal.text) & knowledge.hidden(viewer)
                assert not leaked, f"{viewer} sees {names(leaked)}\n{terminal.text}"
        for terminal in viewers.values():
            assert len(cards_on(terminal.text)) > 3
