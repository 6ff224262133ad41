"""House rules that change a ruleset, as data.

`engine.rules.text` reads and writes the text that names a ruleset with its options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from engine.errors import RulesetError
from engine.i18n import N_
from engine.rules.rulesets import WON, Ruleset

Knobs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: the knobs it sets, and its source."""

    name: str
    """Its text form, followed by ``=N`` if it takes a number."""
    title: str
    """A summary of the change."""
    source: str
    sets: Knobs | Callable[[Ruleset], Knobs] | Callable[[Ruleset, int], Knobs]
    """The knobs it sets, or a function of the ruleset (and the number)."""
    numbered: bool = False
    """Whether it takes a number."""
    excludes: tuple[str, ...] = ()
    """Options it cannot be combined with."""
    refuses: Callable[[Ruleset], RulesetError | None] = lambda ruleset: None
    """Returns why a ruleset cannot have it, None if it can."""


def _quick_15(ruleset: Ruleset) -> Knobs:
    goals = ruleset.goals
    return {
        "goals": tuple(
            goal if goal in (WON, 0) else min(goal, ceil(15 / 1.5**kings))
            for kings, goal in enumerate(goals)
        )
    }


def _without(ruleset: Ruleset, ranks: str) -> str:
    return "".join(rank for rank in ruleset.one_offs if rank not in ranks)


def _beginner(ruleset: Ruleset) -> Knobs:
    one_offs = _without(ruleset, "78")
    return {"one_offs": one_offs, "eight_form": "none", "eight_one_off": False}


def _no_royals(ruleset: Ruleset) -> Knobs:
    return {"one_offs": _without(ruleset, "A"), "deck_exclude": "JQ"}


def _hand_limit(ruleset: Ruleset, number: int) -> Knobs:
    return {"hand_limit": number, "hand_limit_mode": "discardEnd"}


def _draw_limit(ruleset: Ruleset, number: int) -> Knobs:
    return {"hand_limit": number, "hand_limit_mode": "blockDraw"}


def _needs_no_royal_jokers(ruleset: Ruleset) -> RulesetError | None:
    if ruleset.joker_mode == "stealRoyal":
        return RulesetError("in {ruleset}, jokers already steal royals", ruleset=ruleset.name)
    return None


def _needs_two_seats(ruleset: Ruleset) -> RulesetError | None:
    return None if ruleset.seats == 2 else RulesetError("only for two players")


OPTIONS: Final[dict[str, Option]] = {
    option.name: option
    for option in (
        Option(
            "random-four",
            N_("a four discards two cards at random"),
            N_("pagat.com, variants (Pallis); cuttle.cards betas"),
            {"four_mode": "random"},
            excludes=("drawing-four",),
        ),
        Option(
            "eight-for-eight",
            N_("an eight may scrap glasses"),
            N_("pagat.com, variants (Goers)"),
            {"eight_one_off": True},
        ),
        Option(
            "nine-freeze",
            N_("nines hit opponents only, and freeze the card"),
            N_("pagat.com, variants (McLeod)"),
            {"nine_side": "opp", "nine_dest": "hand", "nine_freeze": True},
            excludes=("nine-topdeck", "nine-two"),
        ),
        Option(
            "nine-topdeck",
            N_("nines put the card on top of the deck"),
            N_("pagat.com, variants (gaylordqueen69); cuttle.cards betas"),
            {"nine_dest": "deckTop", "nine_freeze": False},
            excludes=("nine-two",),
        ),
        Option(
            "nine-two",
            N_("a nine returns two cards"),
            N_("cuttle.cards betas"),
            {"nine_dest": "hand", "nine_count": 2, "nine_freeze": False},
        ),
        Option(
            "ten-block",
            N_("a ten from hand blocks a scuttle"),
            N_("pagat.com, variants (Goers)"),
            {"ten_block_scuttle": True},
        ),
        Option(
            "queens-guard-queens",
            N_("two queens of one player protect each other"),
            N_("pagat.com, variants (beamer159)"),
            {"queen_mutual": True},
        ),
        Option(
            "joker-swap",
            N_("one joker, as a one-off: exchange hands"),
            N_("pagat.com, variants (Goers)"),
            {"jokers": 1, "joker_mode": "handSwap"},
            excludes=("children",),
            refuses=_needs_no_royal_jokers,
        ),
        Option("quick-15", N_("play to 15"), N_("the How to Play page"), _quick_15),
        Option(
            "open-hands", N_("all hands are open"), N_("the How to Play page"), {"hands_open": True}
        ),
        Option(
            "drawing-four",
            N_("a four makes an opponent draw a card"),
            N_("the How to Play page"),
            {"four_mode": "opponentDraws", "four_count": 1},
        ),
        Option(
            "sudden-death",
            N_("one more turn each once the deck is empty"),
            N_("the How to Play page"),
            {"sudden_death": True},
        ),
        Option(
            "children",
            N_("number cards only: draw, points, scuttle"),
            N_("the How to Play page, trivia"),
            {
                "deck_exclude": "JQK",
                "jokers": 0,
                "one_offs": "",
                "eight_form": "none",
                "eight_one_off": False,
                "ten_block_scuttle": False,
            },
            excludes=("children-kings", "beginner"),
        ),
        Option(
            "children-kings",
            N_("no queens, no jacks, no ace one-off"),
            N_("the How to Play page, children's line"),
            _no_royals,
        ),
        Option(
            "beginner",
            N_("sevens and eights are points only"),
            N_("the How to Play page"),
            _beginner,
        ),
        Option("first-to-2", N_("first to two wins"), N_("cuttle.cards"), {"match": "firstTo2"}),
        Option(
            "first-to-3",
            N_("first to three wins"),
            N_("the How to Play page"),
            {"match": "firstTo3"},
        ),
        Option(
            "best-of-3", N_("best of three games"), N_("the How to Play page"), {"match": "bestOf3"}
        ),
        Option(
            "hand-limit",
            N_("discard down to N cards at the end of your turn"),
            N_("cuttle.cards"),
            _hand_limit,
            numbered=True,
            excludes=("draw-limit",),
        ),
        Option(
            "draw-limit",
            N_("you cannot draw with N cards in hand"),
            N_("cuttle.cards up to 1.0.1"),
            _draw_limit,
            numbered=True,
        ),
        Option(
            "tie-suit", N_("suits break scuttle ties"), N_("pagat.com"), {"scuttle_tie": "suit"}
        ),
        Option(
            "tie-never",
            N_("equal ranks cannot scuttle"),
            N_("the How to Play page"),
            {"scuttle_tie": "never"},
            excludes=("tie-suit",),
        ),
        Option(
            "own-scuttle",
            N_("your own point cards can be scuttled by you too"),
            N_("the frequently asked questions by Richard Sipie, read by the letter"),
            {"scuttle_side": "any"},
        ),
        Option(
            "attach-any",
            N_("twos and nines may target a covered jack"),
            N_("cuttle.cards server"),
            {"attach_targetable": "any"},
            refuses=_needs_two_seats,
        ),
    )
}
