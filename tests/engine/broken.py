"""Texts that cannot be read, and what is said of each: for tests of errors and of languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.actions import parse_action
from engine.cards import parse_card
from engine.record.parser import parse_record
from engine.record.position_text import parse_position
from engine.record.record import record_text, verify
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.controls import parse_control
from engine.table.events import parse_table_event
from engine.table.table import Table


def a_record() -> str:
    """Play a little, and give the record of it."""
    table = Table(PRESETS["standard"], b"broken")
    for seat in range(2):
        table.sit(seat, f"player-{seat}", "person", ready=False)
    for seat in range(2):
        table.cut(seat, "nonce")
        table.ready(seat)
    game = table.game
    assert game is not None
    for _ in range(3):
        seat = game.position.prompt.seats[0]
        table.submit(seat, parse_action("draw"), game.position.ply)
    return record_text(table.record())


def _changed(old: str, new: str) -> Callable[[], object]:
    """Read the record with one thing in it changed."""
    text = a_record()
    assert old in text
    return lambda: verify(parse_record(text.replace(old, new, 1)))


def _position(fields: str) -> Callable[[], object]:
    return lambda: parse_position(f"standard; {fields}")


_ALL_RULESETS: Final = ", ".join(PRESETS)

BROKEN: Final[tuple[tuple[Callable[[], object], str], ...]] = (
    (
        lambda: parse_action("jump 3H"),
        "not an action: 'jump 3H' (for example: draw, points 3H, oneoff 9C>KD)",
    ),
    (
        lambda: parse_card("ZZ"),
        "no such card: 'ZZ' (a rank of A23456789TJQK, then a suit of CDHS;"
        " or XB, XR for the jokers)",
    ),
    (
        lambda: parse_control("soon"),
        "'soon' is not a time control: none, quick, steady, relaxed, 1d, 3d, 7d, 30+9",
    ),
    (lambda: parse_control("0+0"), "'0+0': choose between one second and a day"),
    (lambda: parse_table_event("[]"), "not a table event: '[]'"),
    (
        lambda: parse_position("chess"),
        f"field 1: unknown ruleset: 'chess' (choose from {_ALL_RULESETS})",
    ),
    (_position("hat 3H"), "field 2 ('hat 3H'): no field begins with 'hat'"),
    (
        _position("P0 3H"),
        "field 2 ('P0 3H'): expected one of hand, points, court, frozen before '3H'",
    ),
    (_position("P0 hand 3"), "field 2 ('P0 hand 3'): not a card: '3'"),
    (_position("P0 frozen 3H"), "P0: a frozen card must be in the hand"),
    (_position("P0 points KD"), "P0: only aces to tens are point cards"),
    (_position("deck 3H; scrap 3H"), "in two places: 3H"),
    (_position("deck XB"), "not in this deck: XB"),
    (_position("turn 3 P7"), "field 2 ('turn 3 P7'): no such seat: 'P7'"),
    (_position("ask why P0"), "field 2 ('ask why P0'): unknown kind of decision: 'why'"),
    (_position("ask play"), "field 2 ('ask play'): nobody has to decide"),
    (_position("over tea P0"), "field 2 ('over tea P0'): not a way a game ends: 'tea'"),
    (lambda: parse_ruleset("standard+tea"), "unknown option: 'tea' (choose from "),
    (
        lambda: parse_ruleset("standard+hand-limit"),
        "write hand-limit=N with N from 1 to 99, not 'hand-limit'",
    ),
    (lambda: parse_ruleset("standard+quick-15=3"), "write quick-15, not 'quick-15=3'"),
    (
        lambda: parse_ruleset("standard+nine-two+nine-freeze"),
        "nine-freeze and nine-two do not go together",
    ),
    (lambda: parse_ruleset("standard+tea=3"), "unknown option or setting: 'tea'"),
    (lambda: parse_ruleset("standard+four_mode=tea"), "four_mode must be one of "),
    (lambda: parse_ruleset("standard+jokers=9"), "jokers cannot be '9'"),
    (
        lambda: parse_ruleset("cutthroat+attach-any"),
        "attach-any does not go with these rules: only for two players",
    ),
    (
        lambda: parse_ruleset("cutthroat+joker-swap"),
        "joker-swap does not go with these rules: in cutthroat, jokers already steal royals",
    ),
    (lambda: parse_record("x" * 300_000), "line 1: a record has at most 200000 characters"),
    (_changed("cuttle record 1", "poem"), "line 1: a record begins with 'cuttle record 1'"),
    (
        _changed("standard/1", "standard/7"),
        "line 2: ruleset: unknown ruleset: 'standard/7' (choose from ",
    ),
    (_changed("player 1: player-1", "tea"), "line 4: not a header line of a record: 'tea'"),
    (_changed("player 1: player-1", "player 0: ann"), "line 4: a second 'player 0'"),
    (_changed("player 1: player-1\n", ""), "line 12: the header has no line 'player 1'"),
    (_changed("first: ", "first: 9"), "line 5: there is no seat 9"),
    (_changed("player 1: player-1", "player 1: ann\nplayer 7: eve"), "line 5: there is no seat 7"),
    (_changed("game: 1", "game: 0"), "line 6: game: not a game number: '0'"),
    (
        _changed("commitment: ", "commitment: 00"),
        "line 8: the rules and the secret do not match the commitment",
    ),
    (_changed("secret: ", "secret: 00"), "line 9: a secret has 32 bytes"),
    (_changed("started: ", "deck: AC\nstarted: "), "line 12: this deck does not follow from the"),
    (_changed("secret: ", "secret: zz"), "line 9: secret: not hex digits: 'zz"),
    (
        _changed("nonce 1: ", "nonce 1: " + "00" * 70_000),
        "line 11: a nonce has at most 65535 bytes",
    ),
    (_changed("result: *", "result: 0 tea"), "line 13: result: not a way a game ends: 'tea'"),
    (_changed("result: *", "result: 0 goal"), "line 13: the actions lead to *"),
    (_changed("\n1. P", "\n7. P"), "line 15: expected ply 1 here, not 7"),
    (_changed("\n2. P", "\nhello P"), "line 16: not an action line: 'hello P"),
    (_changed(" draw", " jump"), "line 15: not an action: 'jump' (for example: "),
    (_changed("commitment", "started"), "line 12: a second 'started'"),
)
"""What reads a text, and what is said of it, or how that begins."""
