"""Texts from strangers: whatever is made of a good one, it is read or refused by the engine's own
errors, soon, and what was read can be written and read again."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, strategies as st

from engine.actions import parse_action
from engine.errors import CuttleError, NotationError, RulesetError
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.view import Ask
from engine.record.parser import parse_record
from engine.record.position_text import parse_position, position_text
from engine.record.record import Deal, Game, RecordError, record_text
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.table import Table


@cache
def _texts(name: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Play a few plies, and give the record, the positions and the actions as text."""
    table = Table(PRESETS[name], b"fuzz")
    for seat in range(table.seats):
        table.sit(seat, f"player-{seat}", "person", ready=False)
    for seat in range(table.seats):
        table.cut(seat, "nonce")
        table.ready(seat)
    assert table.game is not None
    positions = []
    for ply in range(40):
        position = table.game.position
        positions.append(position_text(position))
        legal = legal_actions(position)
        if not legal:
            break
        table.submit(position.prompt.seats[0], legal[ply * 7 % len(legal)], position.ply)
    actions = tuple(map(str, table.game.actions))
    return record_text(table.record()), tuple(positions), actions


_WORDS = [
    *("P0", "P1", "P9", "P²", "P٣", "points", "court", "frozen", "deck", "scrap", "turn", "ask"),
    *("pile", "held", "ply", "over", "goal", "seed", "idle", "exposer", "2C", "XB", "[JC<1]"),
    *("@9", ">", "-1", "99", "1" * 5000, "٣", "\ud800", "\x00", "; ", ";", ",", "\n", "\n\n", ": "),
    *("{9e+999}", "{1e+99}", "result: *", "nonce 0: ", "ff" * 40_000, "+deck_exclude=Z"),
    *("+jokers=99", "+goals=W", "+one-offs=Z", "+five_draw=none", "=", "+", *OPTIONS, *PRESETS),
]


def _edits() -> st.SearchStrategy[list[tuple[float, int, str]]]:
    """Give edits: where (as a share of the text), how much is cut out, what is put in."""
    new = st.sampled_from(_WORDS) | st.text(st.characters(), max_size=3)
    return st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), new), max_size=5)


def _edited(text: str, edits: list[tuple[float, int, str]]) -> str:
    for share, cut, new in edits:
        at = int(share * len(text))
        text = text[:at] + new + text[at + cut :]
    return text


names = st.sampled_from(list(PRESETS))


@pytest.mark.slow
@given(names, _edits())
def test_any_record_is_read_or_refused(name: str, edits: list[tuple[float, int, str]]) -> None:
    try:
        record = parse_record(_edited(_texts(name)[0], edits))
    except CuttleError:
        return
    text = record_text(record)
    assert record_text(parse_record(text)) == text


@given(names, st.integers(0, 39), _edits())
def test_any_position_is_read_or_refused(
    name: str, ply: int, edits: list[tuple[float, int, str]]
) -> None:
    positions = _texts(name)[1]
    try:
        position = parse_position(_edited(positions[ply % len(positions)], edits))
    except CuttleError:
        return
    assert position_text(parse_position(position_text(position))) == position_text(position)
    for viewer in (None, *range(position.rules.seats)):
        observe(position, viewer)
    if bool(position.pile) == (position.prompt.ask not in _ALONE):
        for action in legal_actions(position)[:20]:
            play(position.copy(), action)


_ALONE = (Ask.PLAY, Ask.LIMIT, Ask.OFFER, Ask.OVER)
"""The questions that are not about a card on the pile."""


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ("turn 3 P0; ask counter P1 1e308; pile P0 oneoff 3C", "no such seat: '1e308'"),
        ("turn 3 P0; ask counter P1 maybe; pile P0 oneoff 3C", "no such seat: 'maybe'"),
        ("turn 3 P0; ask counter P1 2; pile P0 oneoff 3C", "no such seat: '2'"),
        ("turn 3 P0; ask counter P1 P1; pile P0 oneoff 3C", "named twice"),
        ("P1 hand 2C 3C; turn 3 P0; ask give P1 +1; pile P0 oneoff 4C", "not a whole number"),
        ("P1 hand 2C 3C; turn 3 P0; ask give P1 ٣; pile P0 oneoff 4C", "not a whole number"),
        ("P1 hand 2C 3C; turn 3 P0; ask give P1 2 idle x; pile P0 oneoff 4C", "not a whole number"),
        ("turn +3 P0", "not a whole number"),
        ("turn 3_0 P0", "not a whole number"),
        ("turn 3 P٠", "no such seat"),
        ("turn 3 P0 P1", "no such seat"),
        ("P٠ hand 3C", "no field begins with"),
        ("ply ١", "not a whole number"),
        ("passes -1", "not a whole number"),
        ("exposer 2", "no such seat"),
        ("offerer 7", "no such seat"),
        ("seed 0 0", "not hex digits"),
        ("idle now", "nothing comes after idle"),
        ("over", "not a way a game ends"),
        ("deck 3C; deck 4C", "a second 'deck'"),
        ("P0 hand 3C; P0 hand 3C", "in two places"),
        ("P0 hand 3C 3C", "in two places"),
        ("P0 points 3C[4C<1]", "only jacks and jokers may be on cards"),
        ("P0 hand 3C[JC<1]", "only jacks and jokers may be on cards"),
        ("P0 points 3C[JC<٠]", "no such seat"),
        ("P0 court 9C", "only kings, queens and eights"),
        ("deck 3C; ask seven P0; pile P0 oneoff 7C; revealed 2", "fewer cards"),
        ("ask counter P1", "nothing on the pile"),
        ("ask fetch P0; pile P0 oneoff 3C", "no answer"),
        ("ask offer P1", "nobody has offered"),
        ("ask counter P1; pile P0 draw", "not announced"),
        ("ask counter P1; pile P0 oneoff 2C", "not aimed"),
        ("ask block P1; pile P0 scuttle 9C>8C", "not aimed"),
        ("ask counter P1; pile P0 oneoff AC, P1 points 2C", "not announced"),
        ("P0 points KD", "only aces to tens"),
        ("turn 3 P0; ask counter; pile P1 oneoff 3C", "nobody has to decide"),
        ("P0 hand 2C; ask give 2", "nobody has to decide"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_position(f"standard; {fields}")


@pytest.mark.parametrize(
    "text",
    [
        "ask counter P1; pile P0 oneoff AC; turn 3 P0; P1 hand 2C",
        "over goal P0; turn 3 P0",
        "P1 hand 2C 3C; ask limit P1 1; turn 3 P1",
    ],
)
def test_the_fields_of_a_position_may_come_in_any_order(text: str) -> None:
    one = parse_position(f"standard; {text}")
    other = parse_position("; ".join(["standard", *reversed(text.split("; "))]))
    assert position_text(one) == position_text(other)
    assert (one.prompt.ask is Ask.PLAY) is False


@given(names, st.integers(0, 39), _edits())
def test_any_action_is_read_or_refused(
    name: str, ply: int, edits: list[tuple[float, int, str]]
) -> None:
    actions = _texts(name)[2]
    try:
        action = parse_action(_edited(actions[ply % len(actions)], edits))
    except CuttleError:
        return
    assert parse_action(str(action)) == action


@given(names, _edits())
def test_any_ruleset_is_refused_or_can_be_dealt(
    name: str, edits: list[tuple[float, int, str]]
) -> None:
    try:
        ruleset = parse_ruleset(_edited(name, edits))
    except RulesetError:
        return
    _deal(ruleset)


def _deal(ruleset: Ruleset) -> None:
    game = Game.from_seed(ruleset, b"fuzz")
    assert parse_ruleset(ruleset.name) == ruleset
    assert legal_actions(game.position)
    assert observe(game.position, 0).seats


@pytest.mark.parametrize(
    "knob",
    [
        *("deck_exclude=Z", "deck_exclude=AA", "one_offs=X", "two_kinds=Z", "jokers=3"),
        *("jokers=none", "five_draw=none", "five_discard=20", "four_count=20", "deal_others=0"),
        *("deal_others=30", "nine_count=9", "hand_limit=٣", "goals=٣"),
    ],
)
def test_a_knob_nobody_could_play_by_is_refused(knob: str) -> None:
    with pytest.raises(RulesetError, match="cannot be"):
        parse_ruleset(f"standard+{knob}")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("\n1. P", f"\n{'1' * 5000}. P", 15),
        ("\n1. P", "\n١. P", 15),
        (" {0}\n", " {9e+999}\n", 15),
        ("nonce 1: ", f"nonce 1: {'ff' * 70_000}", 11),
    ],
)
def test_numbers_out_of_reason_are_refused_with_their_line(old: str, new: str, line: int) -> None:
    text = _texts("standard")[0]
    assert old in text
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace(old, new, 1))
    assert caught.value.line == line


def test_a_clock_that_steps_back_makes_no_unreadable_record() -> None:
    now = 100.0
    table = Table(PRESETS["standard"], b"fuzz", clock=lambda: now)
    for seat in range(2):
        table.sit(seat, "ana", "person")
    assert table.game is not None
    position = table.game.position
    now = 40.0
    table.submit(position.prompt.seats[0], legal_actions(position)[0], 0)
    assert parse_record(record_text(table.record())).entries[0].seconds == 0


def test_the_longest_nonce_can_be_dealt_with() -> None:
    assert Deal(b"", (bytes(0xFFFF),)).seed
