"""Compile a ruleset into masks and tables for the hot paths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from engine.actions import ONE_OFF, POINTS, ROYAL, Action
from engine.cards import (
    ALL_CARDS,
    EIGHTS,
    KINGS,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    THREE,
    CardSet,
    lister,
)
from engine.play.view import Ask
from engine.rules.effects import AIMED, Effect, Needs, TakeFromScrap, effects_of, wears_glasses
from engine.rules.reach import (
    Reach,
    Shield,
    TargetMask,
    cards_of_ranks,
    jack_reach,
    joker_reach,
    scuttle_reach,
    target_mask,
)
from engine.rules.rulesets import UNLIMITED, Ruleset


class Prompt(NamedTuple):
    """What the table waits for."""

    ask: Ask
    seats: tuple[int, ...]
    """The seats that are asked, in order; the first must answer now."""
    owed: int = 0
    """Cards to discard, where that is asked."""
    idle: bool = False
    """Nobody has a choice, so the game goes on by itself."""


OVER = Prompt(Ask.OVER, ())


class ScuttleTargets(NamedTuple):
    """The scuttle targets on a seat's side."""

    seat: int
    points: CardSet
    royals: CardSet
    shield: Shield
    beats: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A ruleset, compiled."""

    ruleset: Ruleset
    seats: int
    around: tuple[tuple[int, ...], ...]
    """For each seat, all seats clockwise, itself first."""
    foes: tuple[tuple[int, ...], ...]
    """For each seat, its opponents, clockwise from its left."""
    allies: tuple[tuple[int, ...], ...]
    """For each seat, the seats of its side in order, itself included."""
    pack: tuple[int, ...]
    """The cards the game is played with."""
    goals: tuple[int, ...]
    """Points needed, by the number of kings, 0 to 4."""
    fewest_to_win: int
    """The fewest point cards that can win without a king."""
    whose: tuple[tuple[tuple[int, ...], ...], ...]
    """By `Sides`, for each seat, the seats that may be targeted."""
    scuttle: tuple[Reach, ...]
    scuttles: tuple[tuple[ScuttleTargets, ...], ...]
    """The same for each seat, with an entry for each seat it may scuttle."""
    jack: tuple[Reach, ...]
    joker: tuple[Reach, ...]
    plays: Callable[[CardSet], list[Action]]
    """For each card, its plays without a target."""
    deckless_plays: Callable[[CardSet], list[Action]]
    """The same with an empty deck."""
    aimed_one_offs: CardSet
    """Cards with a one-off that depends on the cards on the table or in hands."""
    needs: tuple[Needs, ...]
    """By rank, what its one-off requires."""
    reaches: tuple[tuple[Reach, ...], ...]
    """By rank, what its one-off may be aimed at."""
    effects: tuple[Effect | None, ...]
    """By rank, what its one-off does."""
    covers: TargetMask
    """What a queen covers, apart from other queens."""
    three_barred: CardSet
    """Cards that a three cannot take."""
    limit: int
    """Cards a hand may keep at the end of its turn."""
    draw_limit: int
    """The hand size at which drawing stops."""
    any_now: bool
    steps: bool
    """Any step breaks the run of passes."""
    thaws_early: bool
    """A frozen card is barred only from its holder's next main decision."""
    play_prompts: tuple[Prompt, ...]
    counter_prompts: tuple[Prompt, ...]
    """By the seat that played the top card: all its opponents, asked for a two."""


def _plays(ruleset: Ruleset, one_offs: CardSet) -> Callable[[CardSet], list[Action]]:
    """Return the plays without a target: points, kings, queens, glasses, some one-offs."""
    royals = KINGS | QUEENS | (EIGHTS if wears_glasses(ruleset) else 0)
    kinds = ((NUMBERS, POINTS), (royals, ROYAL), (one_offs, ONE_OFF))
    return lister(
        [[row[card] for cards, row in kinds if cards >> card & 1] for card in range(ALL_CARDS)]
    )


@lru_cache(maxsize=64)
def compile_rules(ruleset: Ruleset) -> Rules:
    """Compile a ruleset; the result is cached."""
    seats = ruleset.seats
    around = tuple(tuple((seat + i) % seats for i in range(seats)) for seat in range(seats))
    foes = tuple(
        tuple(s for s in around[seat] if ruleset.sides[s] != ruleset.sides[seat])
        for seat in range(seats)
    )
    whose = (foes, tuple((seat, *foes[seat]) for seat in range(seats)), around, ((),) * seats)
    scuttle = scuttle_reach(ruleset)
    excluded = cards_of_ranks(ruleset.deck_exclude)
    blocked = ruleset.hand_limit_mode == "blockDraw"
    effects = effects_of(ruleset)
    always = _cards_that_need(effects, Needs.NOTHING)
    with_deck = _cards_that_need(effects, Needs.DECK)
    three = effects[THREE]
    return Rules(
        ruleset=ruleset,
        seats=seats,
        around=around,
        foes=foes,
        allies=tuple(
            tuple(s for s in range(seats) if s not in foes[seat]) for seat in range(seats)
        ),
        whose=whose,
        pack=tuple(c for c in range(52 + ruleset.jokers) if not excluded >> c & 1),
        goals=tuple(ruleset.goals[min(k, len(ruleset.goals) - 1)] for k in range(5)),
        fewest_to_win=ceil(ruleset.goals[0] / 10),
        scuttle=scuttle,
        scuttles=tuple(
            tuple(
                ScuttleTargets(foe, reach.mask.points, reach.mask.royals, reach.shield, reach.beats)
                for reach in scuttle
                for foe in whose[reach.sides][seat]
            )
            for seat in range(seats)
        ),
        jack=jack_reach(ruleset),
        joker=joker_reach(ruleset),
        plays=_plays(ruleset, always | with_deck),
        deckless_plays=_plays(ruleset, always),
        aimed_one_offs=_cards_that_need(effects, *AIMED),
        needs=tuple(effect.needs if effect else Needs.NOTHING for effect in effects),
        reaches=tuple(effect.reaches if effect else () for effect in effects),
        effects=effects,
        covers=target_mask(ruleset.queen_covers),
        three_barred=three.barred if isinstance(three, TakeFromScrap) else 0,
        limit=UNLIMITED if blocked else ruleset.hand_limit,
        draw_limit=ruleset.hand_limit if blocked else UNLIMITED,
        any_now=ruleset.win_check == "anyNow",
        steps=ruleset.pass_run == "steps",
        thaws_early=ruleset.freeze_scope == "mainDecision",
        play_prompts=tuple(Prompt(Ask.PLAY, (seat,)) for seat in range(seats)),
        counter_prompts=tuple(Prompt(Ask.COUNTER, foes[seat]) for seat in range(seats)),
    )


def _cards_that_need(effects: tuple[Effect | None, ...], *needs: Needs) -> CardSet:
    return sum(
        ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect and effect.needs in needs
    )
