"""The bot protocol: what players are sent fits its schema, and nothing they send does harm."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.cards import card_name
from engine.play.observe import observe, redacted
from engine.play.perform import play
from engine.protocol import (
    LONGEST_LINE,
    VERSION,
    LineSplitter,
    ProtocolError,
    bye_message,
    decode,
    encode,
    error_message,
    game_message,
    hello_message,
    read_action,
    read_hello,
    result_message,
    view_message,
)
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.knowledge import known_cards, reshuffle_hidden
from tests.engine.play_out import steps
from tests.engine.worked import set_up
from tests.schema import Schema
from tests.whole import times

SCHEMA = Schema(
    json.loads((Path(__file__).parents[2] / "docs" / "bot-protocol.schema.json").read_text())
)
RULESETS = [
    *(PRESETS[name] for name in ("standard", "cuttle.cards", "howto", "cutthroat", "team")),
    parse_ruleset("team+nine_dest=deckTop+joker_mode=handSwap+ten_block_scuttle=yes"),
]


def test_the_greeting_game_errors_and_farewell_fit_the_schema() -> None:
    error = ProtocolError("stale", "late")
    for message in (
        hello_message("cuttle 1"),
        game_message("1.1", PRESETS["team"], 2, ("a", "b", "a", "b")),
        game_message("1.1", PRESETS["standard"], 0, ("a", "b"), seed=7),
        error_message(error, ends=True),
        error_message(error, "1.1"),
        bye_message("over"),
    ):
        assert SCHEMA.allows(json.loads(encode(message)), "host"), message
        assert not SCHEMA.allows({**message, "more": 1}, "host")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_views_events_and_results_fit_the_schema_and_hold_nothing_hidden(ruleset: Ruleset) -> None:
    rng = random.Random(3)
    told = 0
    for seed in range(2):
        for position, legal, chance in steps(ruleset, seed):
            seat = rng.randrange(ruleset.seats)
            message = _shown(position, seat)
            assert SCHEMA.allows(message, "host_view"), message
            other = reshuffle_hidden(position, seat, rng)
            assert _shown(other, seat) == message, "it depends on what the seat knows alone"
            _check_hands(position, seat, message)
            if legal:
                told += _check_events(position, chance.choice(legal), rng.randrange(ruleset.seats))
    assert told > 30


def _shown(position: Any, seat: int) -> dict[str, Any]:
    line = encode(view_message("1.1", observe(position, seat), (), 10.0, (90, 85)))
    shown: dict[str, Any] = json.loads(line)
    return shown


def _check_hands(position: Any, seat: int, message: dict[str, Any]) -> None:
    for other, part in enumerate(message["view"]["seats"]):
        known = known_cards(position, seat, other)
        readable = {card_name(card) for card in position.rules.pack if known >> card & 1}
        assert {*part["hand"], *(found["card"] for found in part["remembered"])} == readable


def test_a_view_tells_what_was_seen_and_when() -> None:
    position = set_up("standard", "P0 hand 3C; P1 hand 4C 5C; deck TC JC 6C; seen 3 4C TC, 7 P0 JC")
    view = _shown(position, 0)["view"]
    assert view["seats"][1]["remembered"] == [{"card": "4C", "turn": 3}]
    assert view["known_top"] == [{"card": "TC", "turn": 3}, {"card": "JC", "turn": 7}]


def _check_events(position: Any, action: Any, seat: int) -> int:
    """Check what a seat is told of an action; return how many events there were."""
    after = position.copy()
    after.events = []
    play(after, action)
    events = redacted(after, after.events, seat)
    message = json.loads(encode(result_message("1.1", after.outcome, None, "goal", events)))
    assert SCHEMA.allows(message, "host_result"), message
    return len(events)


def test_an_action_is_chosen_by_number_or_by_text() -> None:
    view = observe(set_up("standard", "P0 hand 3C 9D"), 0)
    for number, action in enumerate(view.legal):
        assert read_action({"type": "action", "choice": number}, view) == action
        assert read_action({"type": "action", "text": str(action), "ply": view.ply}, view) == action
        assert read_action({"type": "action", "choice": number, "ply": None}, view) == action
    assert str(read_action({"type": "action", "text": "concede@0"}, view)) == "concede@0"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({}, "value"),
        ({"choice": 0, "text": "draw"}, "value"),
        ({"choice": -1}, "illegal"),
        ({"choice": 99}, "illegal"),
        ({"choice": True}, "value"),
        ({"choice": 1.0}, "value"),
        ({"choice": "0"}, "value"),
        ({"choice": [0]}, "value"),
        ({"text": 3}, "value"),
        ({"text": "points KD"}, "illegal"),
        ({"text": "concede@1"}, "illegal"),
        ({"text": "jump"}, "illegal"),
        ({"text": "points \ud800"}, "illegal"),
        ({"choice": 0, "ply": 99}, "stale"),
        ({"choice": 0, "ply": "1"}, "value"),
        ({"choice": 0, "ply": True}, "value"),
    ],
)
def test_what_is_no_legal_action_is_refused(message: dict[str, Any], code: str) -> None:
    view = observe(set_up("standard", "P0 hand 3C 9D"), 0)
    with pytest.raises(ProtocolError) as refused:
        read_action({"type": "action", **message}, view)
    assert refused.value.code == code
    assert SCHEMA.allows(json.loads(encode(error_message(refused.value))), "host_error")


def test_who_is_not_asked_plays_nothing() -> None:
    view = observe(set_up("standard", "P0 hand 3C; P1 hand 4C"), 1)
    for message in ({"choice": 0}, {"text": "points 4C"}):
        with pytest.raises(ProtocolError, match="another seat") as refused:
            read_action({"type": "action", **message}, view)
        assert refused.value.code == "not-asked"


def test_a_hello_says_what_a_player_wants() -> None:
    hello = {"type": "hello", "protocol": VERSION, "name": "x", "later": {"more": []}}
    assert SCHEMA.allows(hello, "player")
    read = read_hello(hello)
    assert (read.name, read.open, read.rulesets, read.games, read.ladder) == (
        "x",
        False,
        (),
        1,
        False,
    )
    read = read_hello({**hello, "open": True, "rulesets": ["standard"], "games": 3, "ladder": True})
    assert (read.open, read.rulesets, read.games, read.ladder) == (True, ("standard/1",), 3, True)


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"type": "action"}, "type", "first message"),
        ({"protocol": VERSION + 1}, "protocol", "newer than what is spoken here: 1"),
        ({"protocol": VERSION - 1}, "protocol", "older than what is spoken here: 1"),
        ({"protocol": "1"}, "protocol", "a number"),
        ({"protocol": None}, "protocol", "a number"),
        ({"name": ""}, "value", "1 to 32"),
        ({"name": "x" * 33}, "value", "1 to 32"),
        ({"name": "a\nb"}, "value", "printable"),
        ({"name": 1}, "value", "name: a text"),
        ({"open": 1}, "value", "open: true or false"),
        ({"rulesets": "standard"}, "value", "a list"),
        ({"rulesets": ["nothing"]}, "value", "unknown ruleset"),
        ({"rulesets": [{}]}, "value", "a list of texts"),
        ({"rulesets": ["standard"] * 40}, "value", "at most"),
        ({"games": 0}, "value", "1 to 16"),
        ({"games": True}, "value", "a whole number"),
    ],
)
def test_a_wrong_hello_is_refused(change: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(ProtocolError, match=said) as refused:
        read_hello({"type": "hello", "protocol": VERSION, "name": "x", **change})
    assert refused.value.code == code


def test_lines_are_split_wherever_the_bytes_are_cut() -> None:
    data = b'{"type":"a"}\r\n\n  \n{"type":"b"}\n{"ty'
    for size in (1, 2, 5, 100):
        splitter = LineSplitter()
        portions = [data[at : at + size] for at in range(0, len(data), size)]
        lines = [line for portion in portions for line in splitter.feed(portion)]
        assert [decode(line)["type"] for line in lines] == ["a", "b"]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_long_line_is_refused(end: bytes) -> None:
    splitter = LineSplitter()
    assert [*splitter.feed(b"x" * LONGEST_LINE)] == []
    with pytest.raises(ProtocolError, match="at most"):
        list(splitter.feed(b"x" + end))


_FIELDS = st.sampled_from(["type", "choice", "text", "ply", "game", "protocol", "name", "rulesets"])
_HOSTILE = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(
        [
            b"[" * 4000,
            b'{"type":' * 800,
            b"9" * 4090,
            b'{"type":NaN}',
            b'{"type":"\\ud800"}',
            b'{"type":1e999}',
            b'{"type":"action","choice":' + b"9" * 4000 + b"}",
            b'{"type":"action","text":"points \xc2\xb93"}',
            b'{"type":"hello","protocol":1,"name":"\\u202e"}',
        ]
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_FIELDS, inner, max_size=5),
        max_leaves=9,
    ).map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["action", "hello"])},
        optional={
            name: st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=9)
            for name in ("choice", "text", "ply", "protocol", "name", "open", "games", "rulesets")
        },
    ).map(lambda value: json.dumps(value).encode()),
)


@settings(max_examples=times(20, 50))
@given(_HOSTILE)
def test_whatever_is_sent_is_read_or_refused(line: bytes) -> None:
    view = observe(set_up("standard", "P0 hand 3C 9D"), 0)
    refusals = []
    for read in (read_hello, partial(read_action, view=view)):
        try:
            read(decode(line))
        except ProtocolError as refused:
            refusals.append(encode(error_message(refused)))
    assert all(refusal.isascii() for refusal in refusals)
