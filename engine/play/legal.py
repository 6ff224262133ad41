"""List what is legal: one generator for each question a table asks.

`legal_actions` is the one judge of the game. What a seat may do out of turn (concede, offer a
stalemate) is listed by `standing_actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.actions import (
    ACCEPT,
    BLOCK,
    COUNTER,
    DECLINE,
    DRAW,
    JACK,
    JOKER,
    PASS,
    REBUFF,
    REJECT,
    SCUTTLE,
    TAKE,
    Action,
    Kind,
    discards,
)
from engine.cards import (
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    NINES,
    NUMBERS,
    QUEENS,
    TENS,
    TWOS,
    Card,
    CardSet,
    members,
    set_of,
)
from engine.play.compiled import Kinds
from engine.play.position import Position
from engine.play.view import Ask


def legal_actions(position: Position) -> list[Action]:
    """List everything the asked seat may do; empty when the game is over."""
    return _BY_ASK[position.prompt.ask](position)


def standing_actions(position: Position, seat: int) -> list[Action]:
    """List what a seat may do whoever is asked: concede, take that back, offer a stalemate."""
    if position.outcome is not None or seat in position.retired:
        return []
    if seat in position.absent:
        return [Action(Kind.RETURN, seat=seat)]
    actions = []
    if position.rules.ruleset.concede_mode != "side":
        actions.append(Action(Kind.CONCEDE, seat=seat))
    else:
        actions += _team_standing(position, seat)
    if (
        position.prompt.ask is Ask.PLAY
        and position.rules.ruleset.stalemate_offer
        and position.offerer < 0
        and any(foe not in position.absent for foe in offerees(position, seat))
    ):
        actions.append(Action(Kind.OFFER, seat=seat))
    return actions


def _team_standing(p: Position, seat: int) -> list[Action]:
    kind = Kind.RETRACT if seat in p.conceding else Kind.CONCEDE
    return [Action(kind, seat=seat), Action(Kind.LEAVE, seat=seat)]


def offerees(p: Position, seat: int) -> tuple[int, ...]:
    """Tell who must accept a stalemate offered by a seat: every foe still in, clockwise."""
    return tuple(foe for foe in p.rules.foes[seat] if foe not in p.retired)


def is_legal(position: Position, seat: int, action: Action) -> bool:
    """Tell whether a seat may do this now."""
    if position.prompt.seats[:1] == (seat,) and action in legal_actions(position):
        return True
    return action in standing_actions(position, seat)


# A turn ------------------------------------------------------------------------------------------


def _play(p: Position) -> list[Action]:
    rules = p.rules
    seat = p.mover
    hand = p.hands[seat]
    out: list[Action] = []
    if p.deck:
        if hand.bit_count() < rules.draw_limit:
            out.append(DRAW)
    elif rules.ruleset.pass_when == "deckEmpty":
        out.append(PASS)
    add_plays(p, seat, hand & ~p.frozen[seat], len(p.deck), out)
    return out or [PASS]


def add_plays(p: Position, seat: int, pool: CardSet, left: int, out: list[Action]) -> None:
    """Add every way to play a card of the pool, with so many cards left in the deck."""
    rules = p.rules
    ruleset = rules.ruleset
    alone = pool
    if pool & QUEENS and (p.court[seat] & QUEENS).bit_count() >= ruleset.queen_max_per_side:
        alone &= ~QUEENS
    out += (rules.plays if left else rules.deckless_plays).of(alone)
    numbers = pool & NUMBERS
    for foe in rules.foes[seat]:
        prey = p.points[foe]
        if prey and not (ruleset.scuttle_queen_blocks and p.court[foe] & QUEENS):
            _add_scuttles(rules.beats, prey, numbers, out)
    jacks = pool & JACKS
    if jacks and any(p.points):
        _add_jacks(p, seat, jacks, out)
    if pool & JOKERS and ruleset.joker_mode == "stealRoyal":
        _add_jokers(p, seat, pool & JOKERS, out)
    aimed = pool & rules.aimed_one_offs
    while aimed:
        bit = aimed & -aimed
        aimed ^= bit
        card = bit.bit_length() - 1
        rules.offers[card](p, seat, card, left, out)


def _add_scuttles(
    beats: tuple[CardSet, ...], prey: CardSet, numbers: CardSet, out: list[Action]
) -> None:
    """Add every scuttle, from the lowest card that beats anything upwards."""
    numbers &= -(prey & -prey)
    while numbers:
        bit = numbers & -numbers
        numbers ^= bit
        card = bit.bit_length() - 1
        beaten = prey & beats[card]
        row = SCUTTLE[card]
        while beaten:
            target = beaten & -beaten
            beaten ^= target
            out.append(row[target.bit_length() - 1])


def _add_jacks(p: Position, seat: int, jacks: CardSet, out: list[Action]) -> None:
    rules = p.rules
    reach = rules.ruleset.jack_reach
    if reach == "anyToAny":
        _add_transfers(p, seat, members(jacks), Kind.JACK, _POINT_CARDS, out)
        return
    whose = rules.foes[seat] if reach == "oppToSelf" else rules.around[seat]
    targets = members(p.reach(seat, whose, _POINT_CARDS))
    for card in members(jacks):
        row = JACK[card]
        out += [row[target] for target in targets]


_POINT_CARDS: Final = Kinds(points=True, court=0, attached=0)
_ROYALS: Final = Kinds(points=False, court=KINGS | QUEENS | EIGHTS, attached=JACKS | JOKERS)


def _add_jokers(p: Position, seat: int, jokers: CardSet, out: list[Action]) -> None:
    if p.rules.ruleset.joker_reach == "anyToAny":
        _add_transfers(p, seat, members(jokers), Kind.JOKER, _ROYALS, out)
        return
    whose = p.rules.foes[seat] if p.rules.ruleset.joker_reach == "oppToSelf" else ()
    targets = members(_royals_within_reach(p, seat, whose))
    for card in members(jokers):
        row = JOKER[card]
        out += [row[target] for target in targets]


def _royals_within_reach(p: Position, seat: int, whose: tuple[int, ...]) -> CardSet:
    """Gather what a joker may take: kings, queens, glasses, and what holds a point card."""
    return p.reach(seat, whose, _ROYALS) & ~_jokers_on_royals(p)


def _jokers_on_royals(p: Position) -> CardSet:
    courts = 0
    for seat in range(p.rules.seats):
        courts |= p.court[seat]
    return set_of(stack[-1] for host, stack in p.stacks.items() if courts >> host & 1)


def _add_transfers(
    p: Position, seat: int, cards: list[Card], kind: Kind, kinds: Kinds, out: list[Action]
) -> None:
    """Add every way to move a card from any seat to any other."""
    for origin in p.rules.around[seat]:
        reach = p.reach(seat, (origin,), kinds)
        if kind is Kind.JOKER:
            reach &= ~_jokers_on_royals(p)
        out += [
            Action(kind, (card,), (target,), to)
            for card in cards
            for target in members(reach)
            for to in p.rules.around[seat]
            if to != origin
        ]


# The other questions -----------------------------------------------------------------------------


def _usable(p: Position, seat: int) -> CardSet:
    """Gather the cards a seat may respond with."""
    hand = p.hands[seat]
    if p.rules.ruleset.freeze_scope == "wholeTurn":
        hand &= ~p.frozen[seat]
    return hand


def _respond(cards: CardSet, row: tuple[Action, ...]) -> Callable[[Position], list[Action]]:
    def generate(p: Position) -> list[Action]:
        if p.prompt.idle:
            return [DECLINE]
        hand = _usable(p, p.prompt.seats[0]) & cards
        return [DECLINE, *(row[card] for card in members(hand))] if hand else [DECLINE]

    return generate


def _fetch(p: Position) -> list[Action]:
    barred = p.rules.three_barred
    return [TAKE[card] for card in p.scrap if not barred >> card & 1]


def _discard(p: Position) -> list[Action]:
    return discards(members(p.hands[p.prompt.seats[0]]), p.prompt.owed)


def _seven(p: Position) -> list[Action]:
    seat = p.mover
    shown = p.shown()
    pool = set_of(shown)
    out: list[Action] = []
    add_plays(p, seat, pool, len(p.deck) - 1, out)
    jacks = pool & JACKS
    if jacks and p.rules.ruleset.seven_self_jack and not any(a.kind is Kind.JACK for a in out):
        own = members(p.points[seat])
        out += [JACK[card][target] for card in members(jacks) for target in own]
    return out or discards(sorted(shown), 1)


def _offer(p: Position) -> list[Action]:
    return [ACCEPT, REJECT]


def _over(p: Position) -> list[Action]:
    return []


_BY_ASK: Final[tuple[Callable[[Position], list[Action]], ...]] = (
    _play,
    _respond(TWOS, COUNTER),
    _respond(TENS, BLOCK),
    _respond(NINES, REBUFF),
    _fetch,
    _discard,
    _discard,
    _seven,
    _discard,
    _offer,
    _over,
)
"""By `Ask`."""
