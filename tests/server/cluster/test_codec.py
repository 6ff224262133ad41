"""Values as they cross the bus: the same on the other side, and nothing but what they are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.text import parse_ruleset
from engine.table.state import TableState
from engine.table.table import Table
from server.cluster.codec import Garbled, pack, unpack
from server.cluster.delta import UNCHANGED, apply, difference
from server.cluster.wire import Answer, ChairView, Lists, Standing, Visit

_PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=3), part, max_size=4)
    ),
    max_leaves=12,
)


def _states(rules: str) -> list[TableState]:
    """Play a short game, and return what a seat is shown."""
    table = Table(parse_ruleset(rules), bytes(32), title="oak")
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person", bytes([seat]), who=f"id{seat}")
    states = []
    for number in range(40):
        assert table.game is not None
        asked = table.game.position.prompt.seats
        view = table.state(asked[0]).view if asked else None
        if view is None or not view.legal:
            break
        table.submit(asked[0], view.legal[number % len(view.legal)], view.ply)
        states.append(table.state(0))
    return states


@pytest.mark.parametrize("rules", ["cuttle.cards", "standard", "cutthroat", "team"])
def test_a_state_is_the_same_on_the_other_side(rules: str) -> None:
    before: Any = None
    states = _states(rules)
    assert len(states) > 3
    for state in states:
        plain = pack(TableState, state)
        sent = msgspec.msgpack.decode(msgspec.msgpack.encode(plain))
        assert unpack(TableState, sent) == state
        if before is not None:
            assert apply(before, difference(before, plain)) == plain
        before = plain


@given(_PLAIN, _PLAIN)
def test_a_difference_makes_the_new_of_the_old(old: Any, new: Any) -> None:
    old, new = {"part": old}, {"part": new}
    assert apply(old, difference(old, new)) == new
    assert difference(old, old) == UNCHANGED


def test_a_list_that_grows_is_told_by_what_is_new() -> None:
    change = difference({"log": [1, 2, 3]}, {"log": [1, 2, 3, 4]})
    assert len(msgspec.msgpack.encode(change)) < 25
    assert apply({"log": [1, 2, 3]}, change) == {"log": [1, 2, 3, 4]}


def test_fields_of_a_newer_version_are_ignored_and_those_of_an_older_one_defaulted() -> None:
    assert unpack(Standing, {"playing": True, "from the future": [1, 2]}) == Standing(playing=True)
    assert unpack(Answer, {}) == Answer()


@settings(max_examples=300)
@given(_PLAIN)
def test_nothing_else_gets_through(plain: Any) -> None:
    for type_ in (Answer, ChairView, Lists, Standing, TableState, Visit):
        try:
            value = unpack(type_, plain)
        except Garbled:
            continue
        assert isinstance(value, type_)
