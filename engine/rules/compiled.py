"""Turn a ruleset into the masks and tables that the hot paths read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import ONE_OFF, POINTS, ROYAL, Plays
from engine.cards import (
    ALL_CARDS,
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    LOWER_CARD,
    LOWER_RANK,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    RANK_LETTERS,
    CardSet,
)
from engine.play.view import Ask
from engine.rules.rulesets import UNLIMITED, Ruleset

if TYPE_CHECKING:
    from engine.play.effects import Effect
    from engine.play.targets import Offer


class Prompt(NamedTuple):
    """What the table waits for."""

    ask: Ask
    seats: tuple[int, ...]
    """Who is asked, in order; the first must answer now."""
    owed: int = 0
    """Cards to discard, where that is asked."""
    idle: bool = False
    """Nobody has a choice here, and the game passes on by itself."""


OVER = Prompt(Ask.OVER, ())


class Kinds(NamedTuple):
    """Which kinds of card on the table something speaks of."""

    points: bool
    court: CardSet
    """The kings, queens and glasses among them."""
    attached: CardSet
    """The jacks and jokers among them."""


_COURT = {"K": KINGS, "Q": QUEENS, "G": EIGHTS}
_ATTACHED = {"J": JACKS, "X": JOKERS}


def kinds_of(letters: str) -> Kinds:
    """Read kinds from their letters, ``JQKG`` for example."""
    return Kinds(
        "P" in letters,
        sum(mask for letter, mask in _COURT.items() if letter in letters),
        sum(mask for letter, mask in _ATTACHED.items() if letter in letters),
    )


def cards_of_ranks(letters: str) -> CardSet:
    """Gather the cards of some ranks, ``A2`` for example."""
    return sum(ONE_OF_RANK[RANK_LETTERS.index(letter)] for letter in letters)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A ruleset, compiled."""

    ruleset: Ruleset
    seats: int
    around: tuple[tuple[int, ...], ...]
    """For each seat, all seats clockwise, itself first."""
    foes: tuple[tuple[int, ...], ...]
    """For each seat, the hostile seats, clockwise from its left."""
    not_partners: tuple[tuple[int, ...], ...]
    """For each seat, itself and the hostile seats: whom its twos and nines may hit at most."""
    pack: tuple[int, ...]
    """The cards the game is played with."""
    goals: tuple[int, ...]
    """Points needed, by the number of kings, 0 to 4."""
    fewest_to_win: int
    """Point cards that a seat without a king needs at least."""
    beats: tuple[CardSet, ...]
    """For each card, the number cards it may scuttle."""
    plays: Plays
    """For each card, the plays that need no target."""
    deckless_plays: Plays
    """Those that remain when the deck is empty."""
    aimed_one_offs: CardSet
    """Cards with a one-off that depends on what lies on the table or in hands."""
    offers: tuple[Offer, ...]
    """For each card of `aimed_one_offs`, how its one-off may be aimed."""
    effects: tuple[Effect | None, ...]
    """By rank, what its one-off does."""
    two: Kinds
    nine: Kinds
    covers: Kinds
    """What a queen covers, other queens apart."""
    three_barred: CardSet
    """Cards that no three may take."""
    limit: int
    """Cards a hand may keep at the end of its turn."""
    draw_limit: int
    """Cards at which drawing stops."""
    any_now: bool
    steps: bool
    """The run of passes is broken by any step."""
    thaws_early: bool
    """A frozen card is barred from its holder's next main decision alone."""
    play_prompts: tuple[Prompt, ...]
    counter_prompts: tuple[Prompt, ...]
    """For the seat whose card is on top: all its foes, asked for a two."""


def _plays(ruleset: Ruleset, one_offs: CardSet) -> Plays:
    """Make the plays that need no target: points, kings and queens and glasses, some one-offs."""
    glasses = EIGHTS if ruleset.eight_form in ("permanent", "unowned") else 0
    court = KINGS | QUEENS | glasses
    kinds = ((NUMBERS, POINTS), (court, ROYAL), (one_offs, ONE_OFF))
    return Plays(
        [[row[card] for cards, row in kinds if cards >> card & 1] for card in range(ALL_CARDS)]
    )


@lru_cache(maxsize=64)
def compile_rules(ruleset: Ruleset) -> Rules:
    """Compile a ruleset; the same ruleset gives the same object."""
    from engine.play.effects import cards_with, effects_of
    from engine.play.targets import offer_always, offer_with_deck

    seats = ruleset.seats
    around = tuple(tuple((seat + i) % seats for i in range(seats)) for seat in range(seats))
    foes = tuple(
        tuple(s for s in around[seat] if ruleset.sides[s] != ruleset.sides[seat])
        for seat in range(seats)
    )
    excluded = cards_of_ranks(ruleset.deck_exclude)
    blocked = ruleset.hand_limit_mode == "blockDraw"
    effects, one_offs = effects_of(ruleset)
    always = one_offs & cards_with(effects, offer_always)
    with_deck = one_offs & cards_with(effects, offer_with_deck)
    return Rules(
        ruleset=ruleset,
        seats=seats,
        around=around,
        foes=foes,
        not_partners=tuple((seat, *foes[seat]) for seat in range(seats)),
        pack=tuple(c for c in range(52 + ruleset.jokers) if not excluded >> c & 1),
        goals=tuple(ruleset.goals[min(k, len(ruleset.goals) - 1)] for k in range(5)),
        fewest_to_win=ceil(ruleset.goals[0] / 10),
        beats=LOWER_CARD if ruleset.scuttle_tie == "suit" else LOWER_RANK,
        plays=_plays(ruleset, always | with_deck),
        deckless_plays=_plays(ruleset, always),
        aimed_one_offs=one_offs & ~always & ~with_deck,
        offers=tuple(
            effect.offer if effect else offer_always
            for effect in (effects[card >> 2] for card in range(ALL_CARDS))
        ),
        effects=effects,
        two=kinds_of(ruleset.two_kinds),
        nine=kinds_of(ruleset.nine_kinds),
        covers=kinds_of(ruleset.queen_covers),
        three_barred=cards_of_ranks("3") if ruleset.three_exclude == "self+3" else 0,
        limit=UNLIMITED if blocked else ruleset.hand_limit,
        draw_limit=ruleset.hand_limit if blocked else UNLIMITED,
        any_now=ruleset.win_check == "anyNow",
        steps=ruleset.pass_run == "steps",
        thaws_early=ruleset.freeze_scope == "mainDecision",
        play_prompts=tuple(Prompt(Ask.PLAY, (seat,)) for seat in range(seats)),
        counter_prompts=tuple(Prompt(Ask.COUNTER, foes[seat]) for seat in range(seats)),
    )
