"""Compile a ruleset into masks and tables for the hot paths."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.actions import DRAW, JACK, JOKER, ONE_OFF, PASS, POINTS, ROYAL, Action, Kind
from engine.cards import (
    ALL_CARDS,
    EIGHTS,
    KINGS,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    THREE,
    CardSet,
    Listing,
)
from engine.errors import built_anew
from engine.play.view import Ask, Outcome
from engine.rules.effects import (
    AIMED,
    Effect,
    Needs,
    Reach,
    Shield,
    TakeFromScrap,
    TargetMask,
    cards_of_ranks,
    effects_of,
    jack_reach,
    joker_reach,
    scuttle_reach,
    target_mask,
    wears_glasses,
)
from engine.rules.rulesets import UNLIMITED, Ruleset


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the table waits for."""

    ask: Ask
    seats: tuple[int, ...]
    """The seats that are asked, in order; the first must answer now."""
    owed: int = 0
    """Cards to discard, where that is asked."""
    idle: bool = False
    """Nobody has a choice, so the game goes on by itself."""


built_anew(Prompt)
OVER: Final = Prompt(Ask.OVER, ())


@lru_cache(maxsize=1024)
def prompt_of(ask: Ask, seats: tuple[int, ...], owed: int = 0, idle: bool = False) -> Prompt:
    """Return a prompt; the same one each time."""
    return Prompt(ask, seats, owed, idle)


Side = tuple[int, CardSet, CardSet, CardSet, Shield, bool]
"""What a reach covers on the side of a seat: that seat, its point cards, its royals, its jacks and
jokers, what its queens shield, and whether holders of royals count."""


class Takeovers(NamedTuple):
    """What a jack or a joker may take."""

    kind: Kind
    rows: tuple[tuple[Action, ...], ...]
    """By card and target, the actions that name no seat."""
    names_seat: bool
    """Whether it also names the seat that gets the target."""
    sides: tuple[tuple[Side, ...], ...]
    """By the seat that plays it, what it covers."""


ScuttleSide = tuple[int, bool, tuple[CardSet, ...]]
"""A seat whose point cards may be scuttled, whether its queens forbid that, and for each card the
targets it beats."""


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
    in_pack: frozenset[int]
    """The same as a set."""
    wins: tuple[Outcome, ...]
    """For each seat, the outcome of reaching its goal."""
    goals: tuple[int, ...]
    """Points needed, by the number of kings, 0 to 4."""
    goal_with: tuple[int, ...]
    """The same by the set of kings, of which the king of clubs is the lowest bit."""
    whose: tuple[tuple[tuple[int, ...], ...], ...]
    """By `Sides`, for each seat, the seats that may be targeted."""
    scuttle: tuple[Reach, ...]
    scuttles: tuple[tuple[ScuttleSide, ...], ...]
    """The same for each seat, with an entry for each side it may scuttle."""
    jack: tuple[Reach, ...]
    jack_takes: Takeovers
    joker: tuple[Reach, ...]
    joker_takes: Takeovers
    plays: Listing[Action]
    """For each card, its plays without a target."""
    deckless_plays: Listing[Action]
    """The same with an empty deck."""
    draw_and_plays: Listing[Action]
    """A draw, then the plays without a target."""
    pass_and_plays: Listing[Action]
    """The same with an empty deck: a pass, if it is legal then, and the plays."""
    aimed_one_offs: CardSet
    """Cards with a one-off that depends on the cards on the table or in hands."""
    needs: tuple[int, ...]
    """By rank, the number of the `Needs` of its one-off: a number is faster to index with."""
    reaches: tuple[tuple[Reach, ...], ...]
    """By rank, what its one-off may be aimed at."""
    aims: tuple[tuple[tuple[Side, ...], ...], ...]
    """The same for each seat."""
    effects: tuple[Effect | None, ...]
    """By rank, what its one-off does."""
    covers: TargetMask
    """What a queen covers, apart from queens."""
    queen_self: bool
    """A queen covers itself."""
    queen_mutual: bool
    """A seat's queens cover each other."""
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
    limits: bool
    """Draws or queens are limited."""
    limits_queens: bool
    passes_deckless: bool
    """Passing is legal with an empty deck, not only if nothing else is."""
    auto_pass: bool
    reveals_deckless: bool
    """All hands are public while the deck is empty."""
    blocks_scuttles: bool
    royals_wait: bool
    """Jacks may be countered, or royals rebuffed."""
    after: tuple[int, ...]
    """For each seat, the next one clockwise."""
    play_prompts: tuple[Prompt, ...]
    forced_pass_prompts: tuple[Prompt, ...]
    """The same where only a pass is legal, and played automatically."""
    counter_prompts: tuple[Prompt, ...]
    """By the seat that played the top card: all its opponents, asked for a two."""

    def sides(self, seat: int, reaches: tuple[Reach, ...]) -> tuple[Side, ...]:
        """Return the sides that these reaches cover for a seat."""
        return _sides(reaches, seat, self.whose, self.foes)


def _plays(ruleset: Ruleset, one_offs: CardSet, *first: Action) -> Listing[Action]:
    """List some actions, then the plays without a target: points, royals, some one-offs."""
    royals = KINGS | QUEENS | (EIGHTS if wears_glasses(ruleset) else 0)
    kinds = ((NUMBERS, POINTS), (royals, ROYAL), (one_offs, ONE_OFF))
    return Listing(
        [[row[card] for cards, row in kinds if cards >> card & 1] for card in range(ALL_CARDS)],
        first,
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
    allies = tuple(tuple(s for s in range(seats) if s not in foes[seat]) for seat in range(seats))
    whose = (foes, tuple((seat, *foes[seat]) for seat in range(seats)), around, ((),) * seats)
    scuttle, jack, joker = scuttle_reach(ruleset), jack_reach(ruleset), joker_reach(ruleset)
    excluded = cards_of_ranks(ruleset.deck_exclude)
    pack = tuple(c for c in range(52 + ruleset.jokers) if not excluded >> c & 1)
    goals = tuple(ruleset.goals[min(k, len(ruleset.goals) - 1)] for k in range(5))
    blocked = ruleset.hand_limit_mode == "blockDraw"
    effects = effects_of(ruleset)
    always = _cards_that_need(effects, Needs.NOTHING)
    with_deck = _cards_that_need(effects, Needs.DECK)
    three = effects[THREE]
    covers = target_mask(ruleset.queen_covers)
    passes_deckless = ruleset.pass_when == "deckEmpty"

    def sides(reaches: tuple[Reach, ...]) -> tuple[tuple[Side, ...], ...]:
        return tuple(_sides(reaches, seat, whose, foes) for seat in range(seats))

    return Rules(
        ruleset=ruleset,
        seats=seats,
        around=around,
        foes=foes,
        allies=allies,
        whose=whose,
        pack=pack,
        in_pack=frozenset(pack),
        wins=tuple(Outcome(side, "goal") for side in allies),
        goals=goals,
        goal_with=tuple(goals[kings.bit_count()] for kings in range(16)),
        scuttle=scuttle,
        scuttles=tuple(
            tuple(
                (other, reach.shield is Shield.WHOLE_SIDE and other in foes[seat], reach.beats)
                for reach in scuttle
                for other in whose[reach.sides][seat]
            )
            for seat in range(seats)
        ),
        jack=jack,
        jack_takes=Takeovers(Kind.JACK, JACK, jack[0].names_seat, sides(jack)),
        joker=joker,
        joker_takes=Takeovers(
            Kind.JOKER, JOKER, any(reach.names_seat for reach in joker), sides(joker)
        ),
        plays=_plays(ruleset, always | with_deck),
        deckless_plays=_plays(ruleset, always),
        draw_and_plays=_plays(ruleset, always | with_deck, DRAW),
        pass_and_plays=_plays(ruleset, always, *([PASS] if passes_deckless else [])),
        aimed_one_offs=_cards_that_need(effects, *AIMED),
        needs=tuple(int(effect.needs if effect else Needs.NOTHING) for effect in effects),
        reaches=tuple(effect.reaches if effect else () for effect in effects),
        aims=tuple(sides(effect.reaches if effect else ()) for effect in effects),
        effects=effects,
        covers=covers._replace(royals=covers.royals & ~QUEENS),
        queen_self=ruleset.queen_self,
        queen_mutual=ruleset.queen_mutual,
        three_barred=three.barred if isinstance(three, TakeFromScrap) else 0,
        limit=UNLIMITED if blocked else ruleset.hand_limit,
        draw_limit=ruleset.hand_limit if blocked else UNLIMITED,
        any_now=ruleset.win_check == "anyNow",
        steps=ruleset.pass_run == "steps",
        thaws_early=ruleset.freeze_scope == "mainDecision",
        limits=blocked or ruleset.queen_max_per_side < UNLIMITED,
        limits_queens=ruleset.queen_max_per_side < UNLIMITED,
        passes_deckless=passes_deckless,
        auto_pass=ruleset.pass_auto,
        reveals_deckless=ruleset.reveal_hands_deck_empty,
        blocks_scuttles=ruleset.ten_block_scuttle,
        royals_wait=ruleset.jack_counterable or ruleset.nine_royal_response,
        after=tuple((seat + 1) % seats for seat in range(seats)),
        play_prompts=tuple(Prompt(Ask.PLAY, (seat,)) for seat in range(seats)),
        forced_pass_prompts=tuple(Prompt(Ask.PLAY, (seat,), 0, True) for seat in range(seats)),
        counter_prompts=tuple(Prompt(Ask.COUNTER, foes[seat]) for seat in range(seats)),
    )


_Seats = tuple[tuple[int, ...], ...]


def _sides(
    reaches: tuple[Reach, ...], seat: int, whose: tuple[_Seats, ...], foes: _Seats
) -> tuple[Side, ...]:
    return tuple(
        (
            other,
            reach.mask.points,
            reach.mask.royals,
            reach.mask.attached,
            reach.shield if other in foes[seat] else Shield.NOTHING,
            reach.holders_of_royals,
        )
        for reach in reaches
        for other in whose[reach.sides][seat]
    )


def _cards_that_need(effects: tuple[Effect | None, ...], *needs: Needs) -> CardSet:
    return sum(
        ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect and effect.needs in needs
    )


# Pickle and copy compile the rules anew: their tables are large, and known everywhere.
copyreg.pickle(Rules, lambda rules: (compile_rules, (rules.ruleset,)))
