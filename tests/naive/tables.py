"""Make rulesets, deals and positions by chance."""

from __future__ import annotations

import random

from engine.errors import RulesetError
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.naive.legal import legal
from tests.naive.play import deal
from tests.naive.state import NUMBERS, State, ascending, at_goal, blank, pack, queens

KNOBS = {
    "deal-dealer": "4 9",
    "deck-exclude": "K JQ 48",
    "eight-form": "none permanent status unowned",
    "five-discard": "0 1 2",
    "five-draw": "1 2 4",
    "four-count": "1 2 3",
    "four-mode": "choice random opponentDraws",
    "freeze-scope": "wholeTurn mainDecision",
    "goals": "21,14,10,7,W 14,9,5,0,0 30,20",
    "hand_limit": "3 5 none",
    "hand-limit-mode": "discardEnd blockDraw",
    "jack-counterable": "yes",
    "jack-reach": "anyToOther oppToSelf anyToAny",
    "joker-reach": "oppToSelf anyToAny",
    "nine-count": "1 2",
    "nine-dest": "hand deckTop",
    "nine_freeze": "yes no",
    "nine-kinds": "PJQKGX JQKG QKG PX",
    "nine-side": "any opp opp+anyG",
    "nine-royal-response": "yes",
    "one-offs": "A23456789T 2345679 279",
    "pass-auto": "yes no",
    "pass-run": "turns steps",
    "pass-to-end": "2 3 4",
    "pass-when": "deckEmpty stuck",
    "queen-blocks-counter": "all twos none",
    "queen-covers": "PJKGX PJ K",
    "queen-max-per-side": "1 2 none",
    "queen-mutual": "yes no",
    "queen-self": "yes",
    "scuttle-queen-blocks": "yes",
    "scuttle-side": "any opp",
    "scuttle-tie": "suit never",
    "seven-reveal": "1 2 3",
    "seven-scrapped": "afterEffect onPlay",
    "seven-self-jack": "yes no",
    "stalemate-offer": "no",
    "sudden_death": "yes",
    "ten-block-scuttle": "yes",
    "ten-one-off": "discard1 none",
    "three-exclude": "self self+3",
    "two-kinds": "JQKGX JK QX",
    "two-side": "any opp",
    "win-check": "anyNow ownTurnEnd",
}
"""Values that single knobs are tried with, in any ruleset."""
KNOBS_OF_TWO = {"attach-targetable": "any top", "jokers": "2", "joker-mode": "stealRoyal handSwap"}
"""Those that only say something with two seats, or say too little with more."""


WORDS = (
    *(f"{name}=4" if option.numbered else name for name, option in OPTIONS.items()),
    *(
        f"{name}={value}"
        for name, values in (KNOBS | KNOBS_OF_TWO).items()
        for value in values.split()
    ),
)
"""Every option, and every value of a knob."""


def random_ruleset(rng: random.Random, word: str = "") -> Ruleset:
    """Lay a few options and knobs over some preset, one word of them given."""
    while True:
        words = [rng.choice(list(PRESETS)), *filter(None, [word])]
        two = PRESETS[words[0]].seats == 2
        for name in rng.sample(list(OPTIONS), rng.randrange(4 if not word else 2)):
            words.append(f"{name}={rng.randrange(2, 9)}" if OPTIONS[name].numbered else name)
        knobs = {**KNOBS, **KNOBS_OF_TWO} if two else KNOBS
        for name in rng.sample(list(knobs), rng.choice((0, 0, 1, 2, 4))):
            words.append(f"{name}={rng.choice(knobs[name].split())}")
        try:
            return parse_ruleset("+".join(words))
        except RulesetError:
            continue


def random_deal(rules: Ruleset, rng: random.Random) -> State:
    """Deal a shuffled pack."""
    deck = pack(rules)
    rng.shuffle(deck)
    return deal(rules, deck, rng.randrange(len(rules.sides)), rng.randbytes(4))


def random_position(rules: Ruleset, rng: random.Random) -> State:
    """Scatter a pack over a table, at somebody's turn, with nothing decided yet."""
    while True:
        s = scattered(rules, rng)
        seats = range(len(rules.sides))
        lapses = rules.pass_auto and legal(s) == {"pass"}
        if not lapses and not any(at_goal(s, seat) for seat in seats):
            return s


def scattered(rules: Ruleset, rng: random.Random) -> State:
    """Scatter a pack over a table."""
    s = blank(rules)
    cards = pack(rules)
    rng.shuffle(cards)
    seats = range(len(rules.sides))
    for seat in seats:
        held = [cards.pop() for _ in range(rng.choice((0, 1, 2, 4, 6, 9)))]
        s.hands[seat] = ascending(held)
        if rules.nine_freeze:
            s.frozen[seat] = [card for card in s.hands[seat] if rng.random() < 0.2]
    for card in [cards.pop() for _ in range(rng.choice((4, 8, 12)))]:
        lay(s, card, rng)
    size = rng.choice((0, 1, 2, 3, 8, len(cards)))
    s.deck, s.scrap = cards[:size], s.scrap + cards[size:]
    s.turn = rng.randrange(5, 30)
    s.mover = rng.choice(seats)
    s.ply = rng.randrange(50)
    s.seed = rng.randbytes(4)
    add_history(s, rng)
    return s


def lay(s: State, card: str, rng: random.Random) -> None:
    """Put a card somewhere on the table, in the scrap if it has no place there."""
    seat = rng.randrange(len(s.rules.sides))
    glasses = s.rules.eight_form in ("permanent", "unowned")
    room = queens(s, seat) < s.rules.queen_max_per_side
    worn = card[0] == "8" and glasses and rng.random() < 0.6
    if card[0] == "K" or (card[0] == "Q" and room) or worn:
        s.royals[seat].append(card)
    elif card[0] in NUMBERS:
        s.points[seat].append(card)
    elif card[0] == "J":
        put_on(s, card, [host for zone in s.points for host in zone], rng)
    elif card[0] == "X" and s.rules.joker_mode == "stealRoyal":
        jacked = [host for host in s.stacks if any(host in zone for zone in s.points)]
        put_on(s, card, [host for zone in s.royals for host in zone] + jacked, rng)
    else:
        s.scrap.append(card)


def put_on(s: State, card: str, hosts: list[str], rng: random.Random) -> None:
    """Lay a jack or joker on one of these cards, which came from any other seat."""
    if not hosts:
        s.scrap.append(card)
        return
    host = rng.choice(hosts)
    stack = s.stacks.get(host, [])
    seats = range(len(s.rules.sides))
    holder = next(it for it in seats if host in s.points[it] + s.royals[it])
    lender = rng.choice([it for it in seats if it != holder])
    if stack:
        before = [it for it in seats if it not in (holder, stack[-1][1])]
        if not before:  # two seats: the whole stack has gone to and fro once more
            stack = [(laid, 1 - other) for laid, other in stack]
            before = [1 - holder]
        lender = rng.choice(before)
    s.stacks[host] = [*stack, (card, lender)]


def add_history(s: State, rng: random.Random) -> None:
    """Give a table some of what earlier turns leave behind."""
    others = [seat for seat in range(len(s.rules.sides)) if seat != s.mover]
    if s.rules.eight_form == "status" and rng.random() < 0.3:
        s.exposer = rng.choice((0, 1))
    if not s.deck and s.rules.sudden_death:
        s.sudden = rng.randrange(1, len(s.rules.sides) + 1)
    if s.sudden < 0 and rng.random() < 0.5:
        s.passes = rng.randrange(s.rules.pass_to_end) if not s.deck else 0
    if s.rules.concede_mode == "retire" and len(others) > 1 and rng.random() < 0.2:
        s.retired = [rng.choice(others)]
        s.passes = 0
        s.sudden = min(s.sudden, len(others))
    if s.rules.concede_mode == "side" and rng.random() < 0.2:
        s.absent = rng.sample(others, rng.choice((1, 1, 2)))
