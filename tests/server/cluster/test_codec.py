"""Values as they cross the bus: the same on the other side, and nothing but what they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from cuttle_tui.ports import TableLine
from engine.actions import Action, Kind
from engine.rules.options import parse_ruleset
from engine.table.state import TableState
from engine.table.table import Table
from server.cluster.codec import UNCHANGED, Garbled, apply, difference, pack, unpack, unpack_again
from server.cluster.remote_chair import (
    Answer,
    ChairView,
    Lists,
    Place,
    SharedTable,
    Standing,
    Visit,
)
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("type_", "plain"),
    [
        (int, "x"),
        (int, True),
        (int, 1.5),
        (str, 1),
        (str, None),
        (bool, 1),
        (bytes, "x"),
        (float, "1"),
        (Literal["a", "b"], "c"),
        (Literal["a"], []),
        (int | None, "x"),
        (Literal["a"] | None, "b"),
        (str | Place, 1),
        (Place | None, "x"),
        (tuple[int, ...], ["x"]),
        (tuple[int, ...], "12"),
        (tuple[str, ...], "12"),
        (tuple[int, str], ["1", 2]),
        (dict[str, int], {"a": "b"}),
        (Place, {"table": 7}),
        (Visit | Place, "x"),
    ],
)
def test_what_does_not_fit_a_plain_type_is_garbled(type_: Any, plain: Any) -> None:
    with pytest.raises(Garbled):
        unpack(type_, plain)


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (float, 1),
        (Literal["a", "b"], "b"),
        (str | Place, "t1"),
        (str | Place, Place("t1", 0)),
        (int | str | Place, 7),
        (Literal["none"] | Place, "none"),
        (str | Visit | Place, "t1"),
        (str | Visit | Place, Place("t1")),
        (Visit | Place | None, None),
        (dict[str, str | Place], {"a": "b", "c": Place("t1", 0)}),
        (tuple[str | Place, ...], ("a", Place("t1", 0))),
    ],
)
def test_what_is_packed_is_unpacked(type_: Any, value: Any) -> None:
    packed = msgspec.msgpack.decode(msgspec.msgpack.encode(pack(type_, value)))
    assert unpack(type_, packed) == value
    for other in ("t2", Place("t2", 1)):
        if type_ == str | Place:
            changed = difference(type_, value, other)
            assert unpack(type_, apply(packed, changed)) == other
            assert unpack_again(type_, apply(packed, changed), packed, value) == other


@pytest.mark.parametrize("type_", [str | Action, int | Kind, Place | tuple[int, ...]])
def test_types_that_look_alike_when_they_are_packed_are_refused(type_: Any) -> None:
    with pytest.raises(TypeError):
        pack(type_, None)
