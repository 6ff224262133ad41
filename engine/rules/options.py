"""House rules over a ruleset, and the text that names a ruleset with its options."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from engine.cards import RANK_LETTERS
from engine.errors import N_, RulesetError
from engine.rules.rulesets import PRESETS, UNLIMITED, WON, Ruleset

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
            N_("one joker, as a one-off: swap hands"),
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
            lambda ruleset: {"one_offs": _without(ruleset, "A"), "deck_exclude": "JQ"},
        ),
        Option(
            "beginner",
            N_("sevens and eights are points only"),
            N_("the How to Play page"),
            lambda ruleset: {
                "one_offs": _without(ruleset, "78"),
                "eight_form": "none",
                "eight_one_off": False,
            },
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
            "first-to",
            N_("first to N wins"),
            N_("the How to Play page"),
            lambda ruleset, number: {"match": "firstToN", "match_wins": number},
            numbered=True,
        ),
        Option(
            "hand-limit",
            N_("discard down to N cards at the end of your turn"),
            N_("cuttle.cards"),
            lambda ruleset, number: {"hand_limit": number, "hand_limit_mode": "discardEnd"},
            numbered=True,
            excludes=("draw-limit",),
        ),
        Option(
            "draw-limit",
            N_("you cannot draw with N cards in hand"),
            N_("cuttle.cards up to 1.0.1"),
            lambda ruleset, number: {"hand_limit": number, "hand_limit_mode": "blockDraw"},
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
            N_("you can scuttle your own point cards too"),
            N_("the frequently asked questions by Richard Sipie, taken literally"),
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

_JOINT: Final = re.compile(r"\+(?=[a-z][a-z0-9-]*(?:=[0-9]+)?(?:\+|$)|[A-Za-z][\w.-]*=)")
"""The ``+`` before an option or a knob, but not inside a value (``self+3``)."""
VERSION: Final = "1"
"""The version of our restatement of rulesets without a version of their own."""
CURRENT: Final = "1.0.2"
"""The current version of cuttle.cards."""
MATCHES: Final = ("first-to-2", "first-to-3", "best-of-3", "first-to")
"""The options that make a match of several games; one at most can be chosen."""
BEST_OF: Final = {1: "", 3: "first-to-2", 5: "first-to-3", 7: "first-to=4"}
"""The option that makes a match the best of so many games."""
_IDENTITY: Final = ("name", "title", "source")


@lru_cache(maxsize=256)
def parse_ruleset(text: str) -> Ruleset:
    """Read a ruleset with its options and knobs from its text.

    Raises:
        RulesetError: a part is unknown, has a wrong value, or excludes another.
    """
    base, *parts = _JOINT.split(text.strip())
    base = base.removesuffix(f"/{VERSION}")
    if base not in PRESETS:
        raise RulesetError(
            "unknown ruleset: {name!r} (choose from {known})", name=base, known=", ".join(PRESETS)
        )
    ruleset = PRESETS[base]
    chosen, knobs = _sort_parts(parts)
    for a, b in combinations(chosen, 2):
        both_matches = a in MATCHES and b in MATCHES
        if b in OPTIONS[a].excludes or a in OPTIONS[b].excludes or both_matches:
            raise RulesetError("{one} and {other} do not go together", one=a, other=b)
    for name, number in chosen.items():
        refusal = OPTIONS[name].refuses(ruleset)
        if refusal is not None:
            raise RulesetError(
                "{option} does not go with these rules: {refusal}", option=name, refusal=refusal
            )
        ruleset = replace(ruleset, **_knobs_of(OPTIONS[name], ruleset, number))
    ruleset = replace(ruleset, **knobs)
    if ruleset.attach_targetable == "any" and ruleset.seats > 2:
        raise RulesetError("only for two players")
    words = [
        base,
        *((name if number is None else f"{name}={number}") for name, number in chosen.items()),
    ]
    words += [f"{field}={_value_text(value)}" for field, value in knobs.items()]
    return replace(ruleset, name="+".join(words))


def stamped(ruleset: Ruleset) -> str:
    """Return a ruleset's text with the version of its rules, for records."""
    base, plus, rest = ruleset.name.partition("+")
    if "/" not in base:
        base += f"/{CURRENT if base == 'cuttle.cards' else VERSION}"
    return base + plus + rest


def unstamped(text: str) -> str:
    """Return the text of a ruleset without the version of its rules."""
    base, plus, rest = text.partition("+")
    return base.partition("/")[0] + plus + rest


def with_match(text: str, option: str) -> str:
    """Return the text of a ruleset with another length of its match; no option is one game.

    >>> with_match("standard+first-to=5+quick-15", "first-to-2"), with_match("team+first-to-3", "")
    ('standard+quick-15+first-to-2', 'team')
    """
    base, *parts = _JOINT.split(text)
    kept = (part for part in parts if part.partition("=")[0] not in MATCHES)
    return "+".join((base, *kept, *filter(None, (option,))))


def next_match(text: str) -> str:
    """Return the option of the next longer usual match than that of a ruleset, by its text.

    >>> next_match("standard"), next_match("standard+first-to-3"), next_match("team+first-to=4")
    ('first-to-2', 'first-to=4', '')
    """
    lengths = [*BEST_OF.values()]
    now = set(_JOINT.split(text)) & {*lengths}
    place = lengths.index(now.pop()) + 1 if now else 1
    return lengths[place % len(lengths)]


def _knobs_of(option: Option, ruleset: Ruleset, number: int | None) -> Knobs:
    sets: Any = option.sets
    if not callable(sets):
        return option.sets  # type: ignore[return-value]  # a plain table
    knobs: Knobs = sets(ruleset) if number is None else sets(ruleset, number)
    return knobs


def _sort_parts(parts: list[str]) -> tuple[dict[str, int | None], dict[str, Any]]:
    """Split options from knobs, both in canonical order."""
    options: dict[str, int | None] = {}
    knobs: dict[str, Any] = {}
    for part in parts:
        name, is_valued, value = part.partition("=")
        option = OPTIONS.get(name)
        if option is None:
            if not is_valued:
                raise RulesetError(
                    "unknown option: {name!r} (choose from {known})",
                    name=part,
                    known=", ".join(OPTIONS),
                )
            field = _FIELDS.get(re.sub("[^a-z]", "", name.lower()))
            if field is None or field == "sides":
                raise RulesetError("unknown option or setting: {name!r}", name=name)
            _refuse_again(field, knobs)
            knobs[field] = _read_value(field, value)
        elif option.numbered != bool(is_valued) or (
            is_valued and not re.fullmatch("[1-9][0-9]?", value)
        ):
            if option.numbered:
                raise RulesetError(
                    "write {form} with N from 1 to 99, not {part!r}", form=f"{name}=N", part=part
                )
            raise RulesetError("write {form}, not {part!r}", form=name, part=part)
        else:
            _refuse_again(name, options)
            options[name] = int(value) if is_valued else None
    order = list(OPTIONS)
    chosen = dict(sorted(options.items(), key=lambda item: order.index(item[0])))
    return chosen, dict(sorted(knobs.items()))


def _refuse_again(name: str, chosen: Collection[str]) -> None:
    if name in chosen:
        raise RulesetError("a second {name!r}", name=name)


_HINTS: Final = get_type_hints(Ruleset)
_FIELDS: Final = {
    re.sub("[^a-z]", "", field.name): field.name
    for field in fields(Ruleset)
    if field.name not in _IDENTITY
}


_RANGES: Final = {
    "deal_dealer": (1, 9),
    "deal_others": (1, 9),
    "jokers": (0, 2),
    "four_count": (0, 4),
    "five_discard": (0, 4),
    "five_draw": (0, 9),
    "seven_reveal": (0, 9),
    "nine_count": (0, 4),
    "pass_to_end": (2, UNLIMITED),
    "match_wins": (1, UNLIMITED),
}
"""Ranges of knobs whose larger values are unplayable or make millions of legal plays."""
_KIND_LETTERS: Final = "PJQKGX"
_LETTERS: Final = {"deck_exclude": RANK_LETTERS, "one_offs": RANK_LETTERS}
"""The knobs whose letters are ranks, not kinds of card."""
_WORDS: Final = {"yes": True, "on": True, "no": False, "off": False}


def _read_value(field: str, text: str) -> Any:
    hint = _HINTS[field]
    if get_origin(hint) is Literal:
        if text in get_args(hint):
            return text
        raise RulesetError(
            "{field} must be one of {known}, not {text!r}",
            field=field,
            known=", ".join(get_args(hint)),
            text=text,
        )
    if hint is bool and text in _WORDS:
        return _WORDS[text]
    if hint is int and (text == "none" or re.fullmatch("[0-9]{1,2}", text)):
        number = UNLIMITED if text == "none" else int(text)
        least, most = _RANGES.get(field, (0, UNLIMITED))
        if least <= number <= most:
            return number
    alphabet = set(_LETTERS.get(field, _KIND_LETTERS))
    if hint is str and len(set(text)) == len(text) and set(text) <= alphabet:
        return text
    if field == "goals" and re.fullmatch("(?:[0-9]{1,2}|W)(?:,(?:[0-9]{1,2}|W)){0,4}", text):
        return tuple(WON if goal == "W" else int(goal) for goal in text.split(","))
    raise RulesetError("{field} cannot be {text!r}", field=field, text=text)


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join("W" if goal == WON else str(goal) for goal in value)
    return "none" if value == UNLIMITED else str(value)
