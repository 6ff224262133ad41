"""Write the rules page of a ruleset from its data, so that it cannot drift from what is enforced.

A page is a list of sections; a section is a heading and short sentences. Every sentence here is
chosen by a knob of `engine.rulesets.Ruleset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.options import OPTIONS
from engine.rulesets import PRESETS, UNLIMITED, WON, Ruleset


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules page."""

    heading: str
    lines: tuple[str, ...]


def rules_page(ruleset: Ruleset) -> list[Section]:
    """Write all the rules of a ruleset."""
    return [
        Section(heading, lines) for heading, write in _SECTIONS if (lines := tuple(write(ruleset)))
    ]


def rules_text(ruleset: Ruleset, width: int = 78) -> str:
    """Write the rules page as plain text, wrapped to a width."""
    lines = [ruleset.name, f"{ruleset.title}; from: {ruleset.source}"]
    for section in rules_page(ruleset):
        lines += ["", section.heading.upper()]
        for line in section.lines:
            lines += _wrapped(line, width)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a line, its first row after a dash."""
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 3 > width and rows[-1]:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return [("- " if not number else "  ") + row for number, row in enumerate(rows)]


def rulesets_text() -> str:
    """List every ruleset and every option, a line each."""
    wide = max(len(name) for name in (*PRESETS, *OPTIONS)) + 2
    lines = ["Rulesets:"]
    lines += [f"  {name:<{wide}}{ruleset.title}" for name, ruleset in PRESETS.items()]
    lines += ["", "House rules, laid over any ruleset with + (standard+random-four+quick-15):"]
    lines += [
        f"  {option.name + ('=N' if option.numbered else ''):<{wide}}{option.title}"
        for option in OPTIONS.values()
    ]
    lines += ["", "`cuttle rules NAME` prints the rules of one."]
    return "\n".join(lines) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


_NAMES: Final = {
    "P": "point cards",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
    "G": "glasses",
    "X": "jokers",
}


def _kinds(letters: str, *, last: str = "and") -> str:
    return _list([_NAMES[letter] for letter in letters], last)


def _list(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _has(ruleset: Ruleset, letter: str) -> bool:
    return letter in ruleset.one_offs and letter not in ruleset.deck_exclude


def _foe(ruleset: Ruleset) -> str:
    return "the other seat" if ruleset.seats == 2 else "a foe"


# Sections ----------------------------------------------------------------------------------------


def _goal(ruleset: Ruleset) -> Iterator[str]:
    goals = ruleset.goals
    kings = "K" not in ruleset.deck_exclude
    yield f"Have {_count(goals[0], 'point')} on your side of the table."
    if kings:
        steps = [
            "you have won outright" if goal == WON else "0 points" if goal == 0 else f"{goal}"
            for goal in goals[1:]
        ]
        yield f"Every king on your side lowers your goal: with one to four kings {_list(steps)}."
    if ruleset.win_check == "anyNow":
        yield "Whoever reaches the goal wins at once, also on another seat's turn."
    else:
        yield "You win only if you meet your goal as your own turn ends."
    if len(set(ruleset.sides)) < ruleset.seats:
        yield "Partners sit opposite. Points and kings count for each alone; a win is for both."
    if ruleset.match != "single":
        needed = {"firstTo2": "two", "firstTo3": "three", "bestOf3": "two"}[ruleset.match]
        yield f"A match is won with {needed} games; stalemates are played again."


def _setup(ruleset: Ruleset) -> Iterator[str]:
    yield f"{_SEATS[ruleset.seats]} seats."
    out = _list([_RANKS[rank] for rank in ruleset.deck_exclude]) if ruleset.deck_exclude else ""
    jokers = _count(ruleset.jokers, "joker") if ruleset.jokers else "no jokers"
    yield f"A standard pack{f' without {out}' if out else ''}, {jokers}."
    if ruleset.deal_dealer == ruleset.deal_others:
        yield f"Each seat is dealt {_count(ruleset.deal_others, 'card')}."
    else:
        yield (
            f"The dealer is dealt {_count(ruleset.deal_dealer, 'card')}, "
            f"each other seat {ruleset.deal_others}."
        )
    yield "The seat left of the dealer begins; play goes clockwise."
    if ruleset.hands_open:
        yield "All hands lie open."
    elif ruleset.reveal_hands_deck_empty:
        yield "While the deck is empty all hands lie open."


_SEATS: Final = {2: "Two", 3: "Three", 4: "Four"}
_RANKS: Final = {"J": "jacks", "Q": "queens", "K": "kings"}


def _turn(ruleset: Ruleset) -> Iterator[str]:
    yield "Do exactly one thing: draw a card or play one."
    if ruleset.pass_when == "stuck":
        yield "Your turn passes by itself when the deck is empty and you can play nothing."
    else:
        yield "When the deck is empty you may pass."
    how = _count(ruleset.pass_to_end, "pass").replace("passs", "passes")
    counted = "" if ruleset.pass_run == "turns" else " (any other step of anybody breaks the run)"
    yield f"{how} in a row{counted} end the game without a winner."
    if ruleset.hand_limit != UNLIMITED:
        if ruleset.hand_limit_mode == "discardEnd":
            yield f"As your turn ends, discard down to {_count(ruleset.hand_limit, 'card')}."
        else:
            yield f"With {_count(ruleset.hand_limit, 'card')} in hand you may not draw."
    if ruleset.sudden_death:
        yield "Once the deck runs out each seat has one more turn; then the game is drawn."


def _points(ruleset: Ruleset) -> Iterator[str]:
    yield "Lay an ace to a ten on your side for 1 to 10 points."
    tie = (
        "between equal ranks the higher suit wins: clubs, diamonds, hearts, spades"
        if ruleset.scuttle_tie == "suit"
        else "equal ranks cannot scuttle each other"
    )
    yield f"Scuttle: throw a number card at a foe's lower point card; both are scrapped; {tie}."
    if ruleset.scuttle_queen_blocks and "Q" not in ruleset.deck_exclude:
        yield "A side with a queen cannot be scuttled."
    if ruleset.ten_block_scuttle:
        yield "The scuttled seat may block with a ten from hand: ten and scuttler are scrapped."


def _one_offs(ruleset: Ruleset) -> Iterator[str]:
    if not ruleset.one_offs:
        yield "There are none: number cards are points and scuttle only."
        return
    yield "A number card may be played for its effect instead, and is then scrapped."
    for rank, write in _RANK_LINES:
        if _has(ruleset, rank):
            yield write(ruleset)
    if ruleset.eight_one_off and ruleset.eight_form in ("permanent", "unowned"):
        yield "Eight: scrap glasses on any side."
    if ruleset.joker_mode == "handSwap":
        yield f"Joker: exchange hands with {_foe(ruleset)}."


def _two(ruleset: Ruleset) -> str:
    whose = "a foe's" if ruleset.two_side == "opp" else "any seat's"
    return f"Two: scrap one card among {whose} {_kinds(ruleset.two_kinds)}. Or counter with it."


def _three(ruleset: Ruleset) -> str:
    but = "" if ruleset.three_exclude == "self" else " but a three"
    return f"Three: take any card{but} out of the scrap."


def _four(ruleset: Ruleset) -> str:
    foe, count = _foe(ruleset), _count(ruleset.four_count, "card")
    if ruleset.four_mode == "opponentDraws":
        return f"Four: {foe} draws {count}."
    if ruleset.four_mode == "random":
        return f"Four: {foe} loses {count} of its hand, drawn at random."
    return f"Four: {foe} discards {count} of its own choice."


def _five(ruleset: Ruleset) -> str:
    cost = f"discard {_count(ruleset.five_discard, 'card')}, then " if ruleset.five_discard else ""
    return f"Five: {cost}draw {ruleset.five_draw}."


def _seven(ruleset: Ruleset) -> str:
    if ruleset.seven_reveal == 1:
        return "Seven: turn up the top card of the deck; play it now in any way it can be played."
    return (
        f"Seven: turn up the top {ruleset.seven_reveal} cards of the deck; play one of them now, "
        "the rest go back on top."
    )


def _eight(ruleset: Ruleset) -> str:
    return "Eight: the foes play with open hands until another eight is played so."


def _nine(ruleset: Ruleset) -> str:
    whose = {"opp": "a foe's", "any": "any seat's", "opp+anyG": "a foe's"}[ruleset.nine_side]
    kinds = _kinds(ruleset.nine_kinds)
    also = ", or any glasses" if ruleset.nine_side == "opp+anyG" else ""
    where = "on top of the deck" if ruleset.nine_dest == "deckTop" else "back to the hand"
    frozen = ""
    if ruleset.nine_freeze and ruleset.nine_dest == "hand":
        frozen = " A foe cannot play it in its next turn."
    number = "one card" if ruleset.nine_count == 1 else f"{ruleset.nine_count} cards"
    return f"Nine: put {number} among {whose} {kinds}{also} {where}.{frozen}"


def _ten(ruleset: Ruleset) -> str:
    return f"Ten: {_foe(ruleset)} discards one card of its own choice."


_RANK_LINES: Final[tuple[tuple[str, Callable[[Ruleset], str]], ...]] = (
    ("A", lambda ruleset: "Ace: scrap every point card of every seat."),
    ("2", _two),
    ("3", _three),
    ("4", _four),
    ("5", _five),
    (
        "6",
        lambda ruleset: (
            "Six: scrap every king, queen, jack"
            + (", joker" if ruleset.joker_mode == "stealRoyal" else "")
            + (" and glasses" if ruleset.eight_form in ("permanent", "unowned") else "")
            + " of every seat; point cards go back to their owners."
        ),
    ),
    ("7", _seven),
    ("8", _eight),
    ("9", _nine),
    ("T", _ten),
)


def _royals(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.eight_form in ("permanent", "unowned"):
        nobody = " It belongs to nobody." if ruleset.eight_form == "unowned" else ""
        yield f"Eight as glasses: while it lies there you read the hands of your foes.{nobody}"
    if "J" not in ruleset.deck_exclude:
        yield _JACKS[ruleset.jack_reach]
        yield "Jacks pile up: the top one holds the card. If it goes, the card goes back."
    if "Q" not in ruleset.deck_exclude:
        yield from _queens(ruleset)
    if "K" not in ruleset.deck_exclude:
        yield "King: lowers your goal."
    if ruleset.joker_mode == "stealRoyal":
        yield _JOKERS[ruleset.joker_reach]
    if ruleset.nine_royal_response:
        yield "As a royal is played a foe may answer with a nine: the royal goes back to the hand."


_JACKS: Final = {
    "anyToOther": "Jack: move any point card to the other side of the table.",
    "oppToSelf": "Jack: take a foe's point card.",
    "anyToAny": "Jack: move a point card from any seat to any other.",
}
_JOKERS: Final = {
    "none": "Joker: does nothing.",
    "oppToSelf": "Joker: take a foe's royal; it lies on it as jacks lie on points.",
    "anyToAny": "Joker: move a royal from any seat to any other.",
}


def _queens(ruleset: Ruleset) -> Iterator[str]:
    covered = _kinds(ruleset.queen_covers)
    against = (
        "two, nine, jack or joker" if ruleset.joker_mode == "stealRoyal" else "two, nine or jack"
    )
    yield f"Queen: your {covered} cannot be the target of a foe's {against}."
    if ruleset.queen_self:
        yield "She protects herself."
    elif ruleset.queen_mutual:
        yield "Two queens of one seat protect each other; one alone does not protect herself."
    else:
        yield "She protects no queen, herself included."
    if ruleset.queen_max_per_side != UNLIMITED:
        yield f"A seat may have {_count(ruleset.queen_max_per_side, 'queen')}."


def _counters(ruleset: Ruleset) -> Iterator[str]:
    if not ruleset.one_offs and ruleset.joker_mode != "handSwap":
        return
    jacks = " or a jack" if ruleset.jack_counterable else ""
    yield f"A foe's one-off{jacks} may be answered with a two, and that two with another."
    if ruleset.queen_blocks_counter == "all":
        yield "What a seat with a queen plays cannot be countered."
    elif ruleset.queen_blocks_counter == "twos":
        yield "A two played by a seat with a queen cannot be countered."
    if ruleset.seats > 2:
        yield "Seats are asked clockwise from the left of whoever played the card on top."


def _leaving(ruleset: Ruleset) -> Iterator[str]:
    yield {
        "ends": "You may concede at any time.",
        "retire": "You may retire at any time; the others play on, your cards stay on the table.",
        "side": "A side concedes when both partners do.",
    }[ruleset.concede_mode]
    if ruleset.stalemate_offer:
        yield "In the main step a stalemate may be offered, once a turn."


_SECTIONS: Final[tuple[tuple[str, Callable[[Ruleset], Iterator[str]]], ...]] = (
    ("the goal", _goal),
    ("the table", _setup),
    ("your turn", _turn),
    ("points and scuttles", _points),
    ("one-offs", _one_offs),
    ("cards that stay", _royals),
    ("counters", _counters),
    ("giving up", _leaving),
)
