"""A bot's seat, without a connection: what it is sent, and what it does by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import Action, Kind
from engine.protocol import Message, ProtocolError
from engine.table.seats import Ready
from engine.table.table import HOLD
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.sessions.bot_game import BotGame
from tests.engine.test_protocol import SCHEMA
from tests.server.players import ANN, Clock
from tests.server.rawssh import until

DEEP = Player("deep-bot", "SHA256:deep")


class Seat:
    """A game of ann's against a bot."""

    def __init__(self, matchmaker: Matchmaker) -> None:
        matchmaker.locations.allow_several(DEEP.identity, 1)
        self.bot = enter_lobby(matchmaker, DEEP)
        self.ann: PlayerLobby = enter_lobby(matchmaker, ANN)
        self.sent: list[Message] = []
        self.game: BotGame

    @classmethod
    async def begun(cls, matchmaker: Matchmaker, plan: TablePlan) -> Seat:
        """Have ann challenge the bot, which accepts."""
        seat = cls(matchmaker)
        await seat.ann.challenge(DEEP.identity, plan)
        await seat.bot.accept()
        seat.game = BotGame(seat.bot.chairs()[0], seat.sent.append, lambda _: None)
        return seat

    @property
    def chair(self) -> Chair:
        """Where ann sits."""
        chair = self.ann.held()
        assert chair is not None
        return chair

    def concede(self) -> None:
        """Let ann give up."""
        view = self.chair.state().view
        assert view is not None
        self.chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)

    async def sends(self, *types: str) -> None:
        """Wait until exactly these messages were sent, and check them."""
        await until(lambda: [message["type"] for message in self.sent] == [*types])
        assert all(SCHEMA.allows(message, "host") for message in self.sent)


@pytest.fixture
async def seat(matchmaker: Matchmaker) -> AsyncIterator[Seat]:
    """Let ann challenge a bot."""
    made = await Seat.begun(matchmaker, TablePlan("standard", timing="quick"))
    yield made
    made.game.close()


async def test_clocks_are_told_with_what_is_left_for_the_answer(seat: Seat, clock: Clock) -> None:
    await seat.sends("game", "view")
    told = seat.sent[-1]["clock"]
    asked = bool(seat.sent[-1]["legal"])
    assert told["answer"] == (105.0 if asked else None)
    assert sorted(told["left"]) == [90, 105]


async def test_a_bot_is_told_nothing_from_which_the_deal_could_be_known(seat: Seat) -> None:
    await seat.sends("game", "view")
    assert set(seat.sent[0]) == {"type", "game", "ruleset", "seat", "seats"}
    assert set(seat.sent[0]["seats"][0]) == {"seat", "name", "side"}


async def test_the_ticking_of_clocks_sends_nothing(
    seat: Seat, matchmaker: Matchmaker, clock: Clock
) -> None:
    await seat.sends("game", "view")
    for _ in range(5):
        clock.now += 15
        matchmaker.tick()
    await seat.sends("game", "view")


async def test_another_game_is_played_if_the_opponent_asks(seat: Seat) -> None:
    seat.concede()
    await seat.sends("game", "view", "result")
    assert (seat.sent[-1]["won"], seat.game.over) == (True, True)
    with pytest.raises(ProtocolError, match="over"):
        seat.game.act({"type": "action", "choice": 0})
    seat.chair.ask(Ready())
    await seat.sends("game", "view", "result", "game", "view")
    assert seat.sent[-1]["events"][0]["event"] == "dealt"
    assert seat.sent[-1]["game"] != seat.sent[0]["game"]


async def test_a_match_goes_on_by_itself_on_the_bots_side(matchmaker: Matchmaker) -> None:
    seat = await Seat.begun(matchmaker, TablePlan("standard+first-to-2", timing="quick"))
    seat.concede()
    await until(lambda: seat.chair.state().ready == (1,))
    seat.chair.ask(Ready())
    await seat.sends("game", "view", "result", "game", "view")
    seat.concede()
    await until(lambda: seat.chair.state().settled)
    assert seat.chair.state().ready == ()


async def test_who_stays_away_has_lost(matchmaker: Matchmaker, clock: Clock) -> None:
    seat = await Seat.begun(matchmaker, TablePlan("standard"))
    await seat.sends("game", "view")
    matchmaker.exit(seat.ann)
    clock.now += HOLD + 1
    matchmaker.tick()
    texts = [choice["text"] for choice in seat.sent[-1]["legal"]]
    if texts:  # nobody claims while the game waits for them
        seat.game.act({"type": "action", "choice": texts.index("draw")})
    await until(lambda: seat.sent[-1]["type"] == "result")
    assert (seat.sent[-1]["won"], seat.sent[-1]["why"]) == (True, "absent")


async def test_who_leaves_is_not_waited_for(seat: Seat, matchmaker: Matchmaker) -> None:
    seat.chair.leave()
    await until(lambda: seat.game.left)
    assert seat.sent[-1]["type"] == "result"
    assert len(matchmaker.rooms) == 0
