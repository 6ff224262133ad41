"""The rules page of a ruleset, from its data so that it matches what is enforced, and in short."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    kept_in_each_language,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import control_line, role_word
from cuttle_tui.rules.cards import (
    IN_A_LIST,
    OF_YOURS,
    listed,
    one_off_by_rank,
    one_offs,
    readings,
    rule_of,
)
from engine.cards import CARD_NAMES, EIGHT, JACK, JOKER, KING, NINE, QUEEN, Card
from engine.errors import RulesetError
from engine.rules.options import OPTIONS, parse_ruleset, stamped
from engine.rules.rulesets import PRESETS, UNLIMITED, WON, Ruleset
from engine.table.controls import NO_CLOCK


def royals(ruleset: Ruleset) -> Iterator[str]:
    """Write what each royal does, and glasses."""
    for write in (_glasses, _jacks, _queens, _kings, _jokers, rebuffs):
        yield from write(ruleset)


def rebuffs(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.nine_royal_response:
        yield tr(
            "When a royal is played, an opponent may counter with a nine: the royal goes "
            "back to its player's hand."
        )


def _glasses(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.eight_form in _GLASSES:
        yield tr(_GLASSES[ruleset.eight_form])


def _jacks(ruleset: Ruleset) -> Iterator[str]:
    if "J" not in ruleset.deck_exclude:
        yield tr(_JACKS[ruleset.jack_reach])
        yield tr(
            "Jacks can be stacked: the top one controls the card. If it leaves, the card goes back."
        )
        if ruleset.attach_targetable == "any":
            yield tr("You can target a covered jack too; the jacks above it stay.")


def _kings(ruleset: Ruleset) -> Iterator[str]:
    if "K" not in ruleset.deck_exclude:
        yield tr("King: lowers your goal.")


def _jokers(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.joker_mode == "stealRoyal":
        yield tr(_JOKERS[ruleset.joker_reach])


_GLASSES: Final = {
    "permanent": N_(
        "Eight as glasses: while it is on the table, you can see your opponents' hands."
    ),
    "unowned": N_(
        "Eight as glasses: while it is on the table, you can see your opponents' hands. "
        "It belongs to nobody."
    ),
}
_JACKS: Final = {
    "anyToOther": N_("Jack: move a point card across the table."),
    "oppToSelf": N_("Jack: steal an opponent's point card."),
    "anyToAny": N_("Jack: move a point card from any player to any other."),
}
_JOKERS: Final = {
    "none": N_("Joker: no effect."),
    "oppToSelf": N_("Joker: steal an opponent's royal; it goes on it as a jack goes on points."),
    "anyToAny": N_("Joker: move a royal from any player to any other."),
}


def _queens(ruleset: Ruleset) -> Iterator[str]:
    if "Q" in ruleset.deck_exclude:
        return
    covers = "".join(kind for kind in ruleset.queen_covers if _lies_there(ruleset, kind))
    if covers:
        covered = listed(covers, OF_YOURS)
        thieves = ruleset.joker_mode == "stealRoyal"
        yield tr(_SHIELDS[thieves], covered=covered)
    if ruleset.queen_self:
        yield tr("She protects herself.")
    elif ruleset.queen_mutual:
        yield tr("Two queens of one player protect each other; one alone does not protect herself.")
    else:
        yield tr("She protects no queen, not even herself.")
    if ruleset.queen_max_per_side != UNLIMITED:
        most = Plural("A player may have {n} queen.", "A player may have {n} queens.")
        yield counted(ruleset.queen_max_per_side, most)


def _lies_there(ruleset: Ruleset, kind: str) -> bool:
    """Return whether cards of a kind ever lie on the table."""
    if kind == "G":
        return ruleset.eight_form in _GLASSES and "8" not in ruleset.deck_exclude
    if kind == "X":
        return ruleset.joker_mode == "stealRoyal" and ruleset.jokers > 0
    return kind not in ruleset.deck_exclude


_SHIELDS: Final = {
    True: N_("Queen: opponents' twos, nines, jacks and jokers cannot target your {covered}."),
    False: N_("Queen: opponents' twos, nines and jacks cannot target your {covered}."),
}
"""By whether jokers have targets."""


def counters(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of counters."""
    if not ruleset.one_offs and ruleset.joker_mode != "handSwap":
        return
    yield tr(_COUNTERED[ruleset.jack_counterable])
    if ruleset.queen_blocks_counter in _SHELTERS:
        yield tr(_SHELTERS[ruleset.queen_blocks_counter])
    if ruleset.nine_freeze and ruleset.nine_dest == "hand" and "9" in ruleset.one_offs:
        yield tr(_FROZEN[ruleset.freeze_scope])
    if ruleset.seats > 2:
        yield tr("Players are asked clockwise, from the left of the player who played last.")


_FROZEN: Final = {
    "wholeTurn": N_("A two that a nine has frozen cannot counter either, as long as it is frozen."),
    "mainDecision": N_("A two that a nine has frozen may still counter, in that turn as well."),
}


_COUNTERED: Final = {
    True: N_("A two counters an opponent's one-off or jack; another two counters that two."),
    False: N_("A two counters an opponent's one-off; another two counters that two."),
}
_SHELTERS: Final = {
    "all": N_("If you have a queen, nobody can counter what you play."),
    "twos": N_("If you have a queen, nobody can counter your twos."),
}


def goal(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of winning."""
    goals = ruleset.goals
    have = Plural(
        "Get {n} point on your side of the table.", "Get {n} points on your side of the table."
    )
    yield counted(goals[0], have)
    if "K" not in ruleset.deck_exclude and len(goals) > 1:
        reached = [goals[min(kings, len(goals) - 1)] for kings in _KINGS]
        *words, last = map(_goal_words, reached)
        if not reached[-1]:  # where some are 0 points, only the last says what it counts
            words = ["0" if word == last else word for word in words]
        steps = plain(listing([*words, last]))
        yield tr(
            "Each of your kings lowers your goal: with one to four kings {goals}.", goals=steps
        )
    yield tr(_WIN_CHECKS[ruleset.win_check])
    if ruleset.win_check == "ownTurnEnd" and WON in goals:
        yield tr("Kings that win outright win at once, on any player's turn.")
    if len(set(ruleset.sides)) < ruleset.seats:
        yield tr(
            "Partners sit opposite. Points and kings count for each player alone; a win "
            "counts for both."
        )
    if ruleset.match != "single":
        yield counted(ruleset.wins_needed, _MATCH)


_KINGS: Final = range(1, 5)
_WIN_CHECKS: Final = {
    "anyNow": N_(
        "The first player to reach their goal wins at once, even on another player's turn. "
        "If several reach it together, the player whose turn it is wins, then clockwise."
    ),
    "ownTurnEnd": N_("You win only if you have reached your goal at the end of your own turn."),
}
_MATCH: Final = Plural(
    "The first player with {n} win takes the match; stalemates are played again.",
    "The first player with {n} wins takes the match; stalemates are played again.",
)


def _goal_words(goal: int) -> str:
    if goal == WON:
        return tr("you win outright")
    return str(goal) if goal else tr("0 points")


def setup(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of seats and deal."""
    yield tr(_SEATS[ruleset.seats])
    yield _pack(ruleset)
    dealt = _DEALS[ruleset.deal_dealer == ruleset.deal_others]
    yield counted(ruleset.deal_dealer, dealt, others=ruleset.deal_others)
    yield tr("The player left of the dealer goes first; play is clockwise.")
    yield tr(_ROTATIONS[ruleset.deal_rotate])
    if ruleset.hands_open:
        yield tr("All hands are open.")
    elif ruleset.reveal_hands_deck_empty:
        yield tr("While the deck is empty, all hands are open.")
    yield tr(_WATCHERS[ruleset.spectators])


_ROTATIONS: Final = {
    "game": N_("After each game, even a draw, the next player clockwise goes first."),
    "match": N_("The same player goes first until a match is over; then the next one clockwise."),
}
_WATCHERS: Final = {
    "all": N_(
        "Watchers see what everyone can see, but no hand that glasses show; in a game that "
        "is not rated they see all hands if every player agrees."
    ),
    "public": N_("Watchers see what everyone can see, but no hand that glasses show."),
}


_SEATS: Final = {2: N_("Two players."), 3: N_("Three players."), 4: N_("Four players.")}
_DEALS: Final = {
    True: Plural("Each player gets {n} card.", "Each player gets {n} cards."),
    False: Plural(
        "The dealer gets {n} card, everyone else {others}.",
        "The dealer gets {n} cards, everyone else {others}.",
    ),
}


def _pack(ruleset: Ruleset) -> str:
    jokers = Plural("A standard pack, {n} joker.", "A standard pack, {n} jokers.")
    if not ruleset.deck_exclude:
        return (
            counted(ruleset.jokers, jokers) if ruleset.jokers else tr("A standard pack, no jokers.")
        )
    ranks = listed(ruleset.deck_exclude, IN_A_LIST, C_("a pack without", "{some} and {last}"))
    if not ruleset.jokers:
        return tr("A standard pack without {ranks}, no jokers.", ranks=ranks)
    jokers = Plural(
        "A standard pack without {ranks}, {n} joker.",
        "A standard pack without {ranks}, {n} jokers.",
    )
    return counted(ruleset.jokers, jokers, ranks=ranks)


def turn(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of a turn."""
    yield tr("Do one thing: draw a card or play one.")
    yield tr(_PASSES[ruleset.pass_when])
    yield counted(ruleset.pass_to_end, _RUNS[ruleset.pass_run])
    if ruleset.concede_mode == "retire" and ruleset.pass_to_end > _LEAST_RUN:
        yield tr("For each player who has conceded it takes one pass fewer, but at least two.")
    if ruleset.three_exclude == "self" and "3" in ruleset.one_offs:
        yield tr(
            "When the deck is empty, a three from the hand that takes a three counts as a pass."
        )
    yield from hand_limit(ruleset)
    if ruleset.sudden_death:
        yield tr("Once the deck is empty each player has one more turn; then the game is a draw.")


def hand_limit(ruleset: Ruleset) -> Iterator[str]:
    """Write how many cards a hand may have."""
    if ruleset.hand_limit != UNLIMITED:
        yield counted(ruleset.hand_limit, _LIMITS[ruleset.hand_limit_mode])


_LEAST_RUN: Final = 2
_PASSES: Final = {
    "stuck": N_("You pass automatically when the deck is empty and you cannot play."),
    "deckEmpty": N_("When the deck is empty you may pass."),
}
_RUNS: Final = {
    "turns": Plural(
        "{n} pass in a row ends the game without a winner.",
        "{n} passes in a row end the game without a winner.",
    ),
    "steps": Plural(
        "{n} pass in a row (anything else breaks the run) ends the game without a winner.",
        "{n} passes in a row (anything else breaks the run) end the game without a winner.",
    ),
}
_LIMITS: Final = {
    "discardEnd": Plural(
        "At the end of your turn, discard down to {n} card.",
        "At the end of your turn, discard down to {n} cards.",
    ),
    "blockDraw": Plural(
        "With {n} card in hand you cannot draw.", "With {n} cards in hand you cannot draw."
    ),
}


def points(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of points and scuttles."""
    yield tr("Play an ace to a ten on your side: it is worth 1 to 10 points.")
    yield from scuttles(ruleset)


def scuttles(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of scuttles."""
    yield tr(_TIES[ruleset.scuttle_tie])
    if ruleset.scuttle_side == "any":
        yield tr(
            "You may also scuttle one of your own point cards; neither a queen nor a ten "
            "stops that."
        )
    if ruleset.scuttle_queen_blocks and "Q" not in ruleset.deck_exclude:
        yield tr("A player with a queen cannot be scuttled.")
    if ruleset.ten_block_scuttle:
        yield tr(
            "That opponent may block with a ten from hand: both the ten and the scuttling "
            "card are scrapped."
        )


_TIES: Final = {
    "suit": N_(
        "Scuttle: play a number card on an opponent's lower point card; both are "
        "scrapped. Between equal ranks the higher suit wins (from low to high: clubs, "
        "diamonds, hearts, spades)."
    ),
    "never": N_(
        "Scuttle: play a number card on an opponent's lower point card; both are "
        "scrapped. Equal ranks cannot scuttle each other."
    ),
}


def leaving(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of conceding and draw offers."""
    yield tr(_CONCESSIONS[ruleset.concede_mode])
    if ruleset.stalemate_offer:
        yield tr(_OFFERS[ruleset.seats > 2])


_OFFERS: Final = {
    False: N_(
        "Once per turn, before anything is played, you or your opponent may offer a draw; the "
        "other may accept it."
    ),
    True: N_(
        "Once per turn, before anything is played, any player may offer a draw; it takes every "
        "opponent to accept it."
    ),
}
_CONCESSIONS: Final = {
    "ends": N_("You may concede at any time."),
    "retire": N_(
        "You may concede at any time; the others play on, and your cards stay on the table."
    ),
    "side": N_(
        "A team concedes when both partners do. A player who leaves may come back; until "
        "then their seat draws or passes, never counters, and discards at random."
    ),
}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules page."""

    name: str
    heading: str
    lines: tuple[str, ...]


def rules_page(ruleset: Ruleset) -> list[Section]:
    """Write all the rules of a ruleset."""
    return [
        Section(name, str(heading), lines)
        for name, (heading, write) in _SECTIONS.items()
        if (lines := tuple(write(ruleset)))
    ]


def rules_text(ruleset: Ruleset, width: int = 78) -> str:
    """Write the rules page as plain text, wrapped to a width."""
    version = stamped(ruleset).partition("+")[0].partition("/")[2]
    source = tr(ruleset.source, version=version)
    lines = [ruleset.name, tr("{title}; from: {source}", title=tr(ruleset.title), source=source)]
    for section in rules_page(ruleset):
        lines += ["", section.heading.upper()]
        for line in section.lines:
            rows = [""]
            for word in _BLANK.split(line):
                if len(rows[-1]) + len(word) + 3 > width and rows[-1]:
                    rows.append("")
                rows[-1] += f" {word}" if rows[-1] else word
            lines += [("- " if not number else "  ") + row for number, row in enumerate(rows)]
    return "\n".join(lines) + "\n"


_BLANK: Final = re.compile(r" (?![:;?!](?: |$))")
"""A space that may break a line: not before a punctuation mark that French sets off."""


def rulesets_text(command: str = "cuttle rules NAME") -> str:
    """List every ruleset and every option; `command` prints the rules of a ruleset."""
    wide = max(len(name) for name in (*PRESETS, *OPTIONS)) + 2
    lines = [tr("Rulesets:")]
    lines += [f"  {name:<{wide}}{tr(ruleset.title)}" for name, ruleset in PRESETS.items()]
    example = "standard+random-four+quick-15"
    lines += ["", tr("House rules, added to any ruleset with + ({example}):", example=example)]
    lines += [
        f"  {option.name + ('=N' if option.numbered else ''):<{wide}}{tr(option.title)}"
        for option in OPTIONS.values()
    ]
    lines += ["", tr("`{command}` prints the rules of one.", command=command)]
    return "\n".join(lines) + "\n"


def rules_by_rank(ruleset: Ruleset) -> dict[int, tuple[str, ...]]:
    """Write what each rank of the pack does, besides points and scuttles."""
    effects = one_off_by_rank(ruleset)
    told = {}
    for rank in (*range(KING + 1), *([JOKER] if ruleset.jokers else [])):
        if CARD_NAMES[rank * _SUITS][0] not in ruleset.deck_exclude:
            effect = [effects[rank]] if rank in effects else []
            told[rank] = (*effect, *(_FORMS[rank](ruleset) if rank in _FORMS else ()))
    return told


class CardLine(NamedTuple):
    """What the cards of a rank do, in a line of a table."""

    card: Card
    """One of the rank."""
    word: str
    """What it is called in a word; empty if it only scores."""
    rule: str


def card_table(ruleset: Ruleset) -> Iterator[CardLine]:
    """Yield a line for each rank of the pack."""
    for rank in rules_by_rank(ruleset):
        card = rank * _SUITS
        yield CardLine(card, role_word(card, ruleset), str(rule_of(card, ruleset)))


_SUITS: Final = 4
_FORMS: Final[dict[int, Callable[[Ruleset], Iterator[str]]]] = {
    EIGHT: _glasses,
    NINE: rebuffs,
    JACK: _jacks,
    QUEEN: _queens,
    KING: _kings,
    JOKER: _jokers,
}
"""What a rank does beside its effect as a one-off."""


_SECTIONS: Final[dict[str, tuple[Message, Callable[[Ruleset], Iterator[str]]]]] = {
    "goal": (N_("the goal"), goal),
    "setup": (N_("the table"), setup),
    "turn": (N_("your turn"), turn),
    "points": (N_("points and scuttles"), points),
    "one-offs": (N_("one-offs"), one_offs),
    "royals": (N_("royals and glasses"), royals),
    "counters": (N_("counters"), counters),
    "leaving": (N_("conceding"), leaving),
    "readings": (N_("where the source differs"), readings),
}


def rules_lines(ruleset: Ruleset) -> list[Sentence]:
    """Name the rules, and say in words what each option changes."""
    options = options_in_words(ruleset.name)
    name = Span(rules_name(ruleset.name), "strong")
    if not options:
        return [tell("rules: {rules}", rules=name)]
    return [tell("rules: {rules}, but {options}", rules=name, options=options)]


def rules_name(text: str) -> str:
    """Return the name of a ruleset, without its version and its options."""
    return text.partition("+")[0].partition("/")[0]


def options_in_words(text: str) -> Sentence:
    """Word each option in the text of a ruleset; silence if it has none."""
    told: Sentence = SILENCE
    for part in text.split("+")[1:]:
        name, _, number = part.partition("=")
        count = int(number) if number.isdecimal() else None
        title = option_title(name, count) if name in OPTIONS else part
        told = tell("{told}; {more}", told=told, more=title) if told else say(title)
    return told


def options_in_short(text: str) -> tuple[str, ...]:
    """Word each option in the text of a ruleset for a title."""
    told = []
    for part in text.split("+")[1:]:
        name, _, number = part.partition("=")
        told.append(tr(_IN_SHORT[name], n=number) if name in _IN_SHORT else part)
    return tuple(told)


def rules_in_words(text: str) -> str:
    """Name a ruleset as players do, with what it changes in few words: ``standard, two wins``."""
    return ", ".join((rules_name(text), *options_in_short(text)))


def clock_line(timing: str) -> Sentence:
    """Say how much time there is to move."""
    if timing == NO_CLOCK:
        return tell("no clocks: take your time")
    return control_line(timing)


def option_title(name: str, count: int | None) -> str:
    """Summarize what an option changes."""
    return tr(OPTIONS[name].title) if count is None else counted(count, _NUMBERED[name])


_NUMBERED: Final = {
    "first-to": Plural("first to {n} win", "first to {n} wins"),
    "hand-limit": Plural(
        "discard down to {n} card at the end of your turn",
        "discard down to {n} cards at the end of your turn",
    ),
    "draw-limit": Plural(
        "you cannot draw with {n} card in hand", "you cannot draw with {n} cards in hand"
    ),
}
"""Titles of the options that take a number."""
_IN_SHORT: Final = {
    "random-four": N_("fours at random"),
    "eight-for-eight": N_("eights scrap glasses"),
    "nine-freeze": N_("nines freeze"),
    "nine-topdeck": N_("nines to the deck"),
    "nine-two": N_("nines return two"),
    "ten-block": N_("tens block scuttles"),
    "queens-guard-queens": N_("queens guard queens"),
    "joker-swap": N_("a joker swaps hands"),
    "quick-15": N_("up to 15 points"),
    "open-hands": N_("all hands open"),
    "drawing-four": N_("fours make you draw"),
    "sudden-death": N_("no deck: one turn more"),
    "children": N_("number cards only"),
    "children-kings": N_("kings, no queens or jacks"),
    "beginner": N_("7 and 8 for points"),
    "first-to-2": N_("two wins"),
    "first-to-3": N_("three wins"),
    "best-of-3": N_("best of three"),
    "first-to": N_("first to {n}"),
    "hand-limit": N_("at most {n} in hand"),
    "draw-limit": N_("no draw with {n}"),
    "tie-suit": N_("suits break ties"),
    "tie-never": N_("no scuttle of equals"),
    "own-scuttle": N_("scuttle your own"),
    "attach-any": N_("2 and 9 under jacks"),
}
"""What each option changes, in the words of a title."""


@kept_in_each_language(256)
def rules_in_short(ruleset: str) -> tuple[Sentence, ...]:
    """Name a ruleset by its text, and say its goal and its options; nothing if it is unreadable."""
    try:
        rules = parse_ruleset(ruleset)
    except RulesetError:
        return ()
    short = rules_name(rules.name)
    about = tr(parse_ruleset(short).title)
    name = tell("{rules}: {about}", rules=Span(short, "strong"), about=about)
    goal, options = say(counted(rules.goals[0], _FIRST_TO)), options_in_words(rules.name)
    return tuple(line for line in (name, goal, options) if line)


_FIRST_TO: Final = Plural("first to {n} point wins", "first to {n} points wins")
