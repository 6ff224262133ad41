"""Play random games for the property tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.actions import Action
from engine.cards import members
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.rules.rulesets import Ruleset


def start(ruleset: Ruleset, seed: int) -> tuple[Position, random.Random]:
    """Deal a game, and give the chance it is played out with."""
    rng = random.Random(seed)
    deck = list(compile_rules(ruleset).pack)
    rng.shuffle(deck)
    first = rng.randrange(ruleset.seats)
    return deal(ruleset, deck, first=first, seed=seed.to_bytes(8, "big")), rng


def steps(ruleset: Ruleset, seed: int) -> Iterator[tuple[Position, list[Action], random.Random]]:
    """Walk a random game: yields every position with its legal actions, the last one too."""
    position, rng = start(ruleset, seed)
    careless = rng.random() < 0.5  # half the games go for long ends: they seldom play points
    while True:
        legal = legal_actions(position)
        yield position, legal, rng
        if not legal:
            return
        choices = [a for a in legal if a.kind != 2] if careless and rng.random() < 0.8 else legal
        play(position, rng.choice(choices or legal))


def all_cards(position: Position) -> list[int]:
    """List the cards of every place of a position."""
    cards = [*position.deck, *position.scrap, *position.pending_sevens]
    cards += [card for played in position.pile for card in played.action.cards]
    for seat in range(position.rules.seats):
        cards += members(position.hands[seat])
        cards += members(position.points[seat])
        cards += members(position.royals[seat])
    for stack in position.stacks.values():
        cards += stack
    return cards
