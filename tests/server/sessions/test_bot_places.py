"""Who may come in as a bot, and who makes room."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.protocol import ProtocolError
from server.ops.limits import Limits
from server.sessions.bot_game import IDLE, BotPlaces
from tests.server.players import Clock

LIMITS = Limits(bots=4, bots_each=2)


@dataclass(eq=False)
class Bot:
    """A bot that is connected."""

    identity: str
    address: str
    plays: bool = False
    asked: list[str] = field(default_factory=list)

    def make_room(self) -> None:
        """Note that it was asked to leave."""
        self.asked.append("leave")


def test_an_address_has_so_many_places_and_all_together_too() -> None:
    clock = Clock()
    places = BotPlaces(clock)
    for number in range(4):
        places.enter(Bot(f"b{number}", f"192.0.2.{number // 2}"), LIMITS)
    with pytest.raises(ProtocolError, match="from your address"):
        places.enter(Bot("b4", "192.0.2.0"), LIMITS)
    with pytest.raises(ProtocolError, match="no more bots can come in now"):
        places.enter(Bot("b5", "192.0.2.9"), LIMITS)
    places.enter(Bot("b0", "192.0.2.0"), LIMITS)  # it has connected again


def test_who_has_played_nothing_for_longest_makes_room() -> None:
    clock = Clock()
    places = BotPlaces(clock)
    bots = [Bot(f"b{number}", f"192.0.2.{number // 2}") for number in range(4)]
    for bot in bots:
        places.enter(bot, LIMITS)
        clock.now += 1.0
    bots[0].plays = True
    clock.now += IDLE
    places.played(bots[1])
    places.enter(Bot("new", "192.0.2.9"), LIMITS)
    assert [bot.asked for bot in bots] == [[], [], ["leave"], []]
    places.enter(Bot("newer", "192.0.2.9"), LIMITS)
    assert [bot.asked for bot in bots] == [[], [], ["leave"], ["leave"]]
    with pytest.raises(ProtocolError, match="no more bots"):
        places.enter(Bot("last", "192.0.2.8"), LIMITS)


def test_where_no_bots_are_let_in_none_makes_room() -> None:
    with pytest.raises(ProtocolError, match="no more bots"):
        BotPlaces(Clock()).enter(Bot("b", "192.0.2.1"), Limits(bots=0))
