"""Expand the short positions of puzzles and lessons to whole positions.

A short position has a field per line (docs/NOTATION.md). The other cards go to the deck, up to a
given number, then under the scrap, in an order that depends on the position's name.
"""

from __future__ import annotations

import re
from typing import Final

from engine.cards import card_name
from engine.play.compiled import compile_rules
from engine.prng import Stream
from engine.rules.text import parse_ruleset

TURN: Final = 20
"""The default turn: late enough for the cards to be where they are."""

NAMES: Final = ("you", "bob", "carol", "dmitri")
"""Names of the seats; the player has seat 0."""


def position_text(name: str, rules: str, table: str, deck: int) -> str:
    """Return the text of the whole position."""
    fields = [field.strip() for field in table.strip().split("\n")]
    if turn_of(table) is None:
        seats = sum(re.match(r"P\d ", field) is not None for field in fields)
        fields.insert(seats, f"turn {TURN} P0")
    rest = _rest(rules, "; ".join(fields), name)
    scrap = next((field for field in fields if field.startswith("scrap ")), "scrap")
    fields = [field for field in fields if field != scrap]
    scrapped = [*rest[deck:], *scrap.split()[1:]]
    if deck:
        fields.append(" ".join(["deck", *rest[:deck]]))
    if scrapped:
        fields.append(" ".join(["scrap", *scrapped]))
    return "; ".join([rules, *fields])


def turn_of(table: str) -> int | None:
    """Return the number of the turn, if the position has it."""
    match = re.search(r"^turn (\d+)", table, re.MULTILINE)
    return int(match[1]) if match else None


def seats_of(rules: str) -> int:
    """Return the number of seats."""
    return parse_ruleset(rules).seats


def _rest(rules: str, named: str, seed: str) -> list[str]:
    pack = compile_rules(parse_ruleset(rules)).pack
    names = map(card_name, Stream(seed.encode()).shuffled(pack))
    return [name for name in names if not re.search(rf"\b{name}\b", named)]
