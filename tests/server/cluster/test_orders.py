"""What a player asks of a table at another node: nodes of every version read the same orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cuttle_tui.ports import TableState
from engine.errors import TableError
from engine.table.seats import (
    REQUESTS,
    CallOff,
    Claim,
    Cut,
    Fill,
    LetIn,
    Ready,
    SeatRequest,
    SendAway,
    SetLength,
    ShowHands,
)
from server.cluster.bus import Bus
from server.cluster.remote_chair import ChairView, Opened, Place, RemoteChair


class _Line(Bus):
    """Notes what a node is told."""

    connected = True

    def __init__(self) -> None:
        self.told: list[tuple[str, str, Mapping[str, Any]]] = []

    def tell(self, node: str, what: str, body: Mapping[str, Any]) -> None:
        self.told.append((node, what, body))

    async def ask(self, node: str, what: str, body: Mapping[str, Any]) -> Any:
        raise AssertionError("an order waits for no answer")

    def tell_all(self, what: str, body: Mapping[str, Any]) -> None:
        raise AssertionError("an order goes to one node")


def _chair(line: _Line) -> RemoteChair:
    view = ChairView(TableState("elm", (), (0, 0), None, ()))
    return RemoteChair(line, "east", "s1", Opened(Place("t1", 0), view, 1))


ORDERS: list[tuple[SeatRequest, str, tuple[object, ...]]] = [
    (Ready(), "ready", (True,)),
    (Ready(False), "ready", (False,)),
    (Cut("lucky 7"), "cut", ("lucky 7",)),
    (SetLength("first-to=2"), "length", ("first-to=2",)),
    (Claim(), "claim", ()),
    (CallOff(), "call_off", ()),
    (ShowHands(), "show_hands", (True,)),
    (ShowHands(False), "show_hands", (False,)),
    (LetIn(7, 1), "let_in", (7, 1)),
    (SendAway(7), "send_away", (7,)),
    (Fill("strong"), "fill", ("strong",)),
]


@pytest.mark.parametrize(("request_", "order", "arguments"), ORDERS)
def test_a_request_is_the_order_it_has_always_been(
    request_: SeatRequest, order: str, arguments: tuple[object, ...]
) -> None:
    line = _Line()
    _chair(line).ask(request_)
    ((node, what, body),) = line.told
    assert (node, what) == ("east", "order")
    assert body == {
        "session": "s1",
        "place": {"table": "t1", "seat": 0},
        "order": order,
        "arguments": arguments,
    }
    assert REQUESTS[order](*arguments) == request_


def test_every_request_has_its_order_here() -> None:
    assert {order for _, order, _ in ORDERS} == REQUESTS.keys()


def test_a_word_that_no_table_takes_is_refused_before_it_is_sent() -> None:
    line = _Line()
    with pytest.raises(TableError):
        _chair(line).ask(Cut("x" * 65))
    assert not line.told
