"""Values as they cross the bus: the same on the other side, and nothing but what they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from cuttle_tui.ports import TableLine
from engine.rules.options import parse_ruleset
from engine.table.state import TableState
from engine.table.table import Table
from server.cluster.codec import UNCHANGED, Garbled, apply, difference, pack, unpack, unpack_again
from server.cluster.remote_chair import Answer, ChairView, Lists, SharedTable, Standing, Visit
from server.people.accounts import Player
from tests.whole import times

_PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=3), part, max_size=4)
    ),
    max_leaves=12,
)
_TEXT = st.sampled_from("abc")


def _states(rules: str) -> list[TableState]:
    """Play a short game, and return what a seat is shown."""
    table = Table(parse_ruleset(rules), bytes(32), title="oak")
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person", who=f"id{seat}")
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
    states = _states(rules)
    assert len(states) > 3
    for state in states:
        assert unpack(TableState, _sent(pack(TableState, state))) == state


@pytest.mark.parametrize("rules", ["cuttle.cards", "standard", "cutthroat", "team"])
def test_changes_of_a_state_lead_to_the_same(rules: str) -> None:
    states = _states(rules)
    for old, new in (*pairwise(states), *pairwise(states[::-1]), (states[0], states[-1])):
        assert _changed(TableState, old, new) == new
        assert difference(TableState, old, old) == UNCHANGED


def _sent(plain: Any) -> Any:
    """Return what arrives of something plain."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(plain))


def _changed(type_: Any, old: Any, new: Any) -> Any:
    """Return what somebody has who knew an old value, and was told what has changed."""
    before = pack(type_, old)
    now = apply(before, _sent(difference(type_, old, new)))
    assert now == pack(type_, new)
    return unpack_again(type_, now, before, old)


_LINES = st.builds(
    TableLine,
    *(_TEXT, _TEXT),
    names=st.lists(_TEXT, max_size=3).map(tuple),
    free=st.integers(0, 2),
    seats=st.integers(2, 3),
    ruleset=_TEXT,
    timing=_TEXT,
    watchers=st.integers(0, 2),
    turn=st.integers(0, 2),
    running=st.booleans(),
)
_TABLES = st.builds(
    SharedTable, line=_LINES, rules=_TEXT, people=st.dictionaries(_TEXT, _TEXT, max_size=2)
)
_LISTS = st.builds(Lists, st.dictionaries(st.sampled_from("xyz"), _TABLES), night=st.booleans())


@given(_LISTS, _LISTS)
def test_a_difference_makes_the_new_of_the_old(old: Lists, new: Lists) -> None:
    assert _changed(Lists, old, new) == new
    assert difference(Lists, old, old) == UNCHANGED


def test_a_list_that_grows_is_told_by_what_is_new() -> None:
    old = Visit("session", Player("ann", "SHA256:ann"), blocked=("a", "b", "c"))
    new = replace(old, blocked=("a", "b", "c", "d"))
    assert len(msgspec.msgpack.encode(difference(Visit, old, new))) < 40
    assert _changed(Visit, old, new) == new
    assert _changed(Visit, new, old) == old


def test_fields_of_a_newer_version_are_ignored_and_those_of_an_older_one_defaulted() -> None:
    assert unpack(Standing, {"playing": True, "from the future": [1, 2]}) == Standing(playing=True)
    assert unpack(Answer, {}) == Answer()


@settings(max_examples=times(100, 300))
@given(_PLAIN)
def test_nothing_else_gets_through(plain: Any) -> None:
    for type_ in (Answer, ChairView, Lists, Standing, TableState, Visit):
        try:
            value = unpack(type_, plain)
        except Garbled:
            continue
        assert isinstance(value, type_)


def test_a_link_crosses_nodes_and_older_nodes_neither_send_nor_want_one() -> None:
    without = TableState("elm", (), (0, 0), None, ())
    with_one = replace(without, link="https://play.example.org/join/K7QF")
    plain = pack(TableState, with_one)
    assert unpack(TableState, plain) == with_one
    assert "link" not in pack(TableState, without)  # as from a node that knows of none
    assert unpack(TableState, {**plain, "newer": 1}) == with_one  # a field that is not known here
    told = difference(TableState, without, with_one)
    assert unpack(TableState, apply(pack(TableState, without), told)) == with_one
