"""List legal actions, with a generator for each `Ask`.

`legal_actions` alone decides what is legal. `standing_actions` lists what a seat may do out of turn
(concede, offer a stalemate).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from engine.actions import (
    ACCEPT,
    BLOCK,
    COUNTER,
    DECLINE,
    DRAW,
    JACK,
    JOKER,
    ONE_OFF,
    ONE_OFF_AT,
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
    JACKS,
    JOKERS,
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
from engine.play.position import Position
from engine.play.view import Ask
from engine.rules.effects import Needs
from engine.rules.reach import Reach


def legal_actions(position: Position) -> list[Action]:
    """List the legal actions of the asked seat; empty when the game is over."""
    return _BY_ASK[position.prompt.ask](position)


def standing_actions(position: Position, seat: int) -> list[Action]:
    """List the actions a seat may play out of turn: concede, retract, offer a stalemate."""
    if position.outcome is not None or seat in position.retired:
        return []
    if seat in position.absent:
        return [Action(Kind.RETURN, seat=seat)]
    actions = []
    if position.rules.ruleset.concede_mode != "side":
        actions.append(Action(Kind.CONCEDE, seat=seat))
    else:
        kind = Kind.RETRACT if seat in position.conceding else Kind.CONCEDE
        actions += [Action(kind, seat=seat), Action(Kind.LEAVE, seat=seat)]
    if (
        position.prompt.ask is Ask.PLAY
        and position.rules.ruleset.stalemate_offer
        and position.offerer < 0
        and any(foe not in position.absent for foe in offerees(position, seat))
    ):
        actions.append(Action(Kind.OFFER, seat=seat))
    return actions


def offerees(p: Position, seat: int) -> tuple[int, ...]:
    """Return the seats that must accept a stalemate offer: active opponents, clockwise."""
    return tuple(foe for foe in p.rules.foes[seat] if foe not in p.retired)


def is_legal(position: Position, seat: int, action: Action) -> bool:
    """Return whether a seat may do this now."""
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
    """Add every way to play a card of the pool, with `left` cards in the deck."""
    rules = p.rules
    ruleset = rules.ruleset
    alone = pool
    if pool & QUEENS and (p.royals[seat] & QUEENS).bit_count() >= ruleset.queen_max_per_side:
        alone &= ~QUEENS
    out += (rules.plays if left else rules.deckless_plays)(alone)
    numbers = pool & NUMBERS
    if numbers:
        for foe, points, royals, shield, beats in rules.scuttles[seat]:
            prey = p.points[foe] & points | p.royals[foe] & royals
            if prey and shield and p.royals[foe] & QUEENS:
                prey &= ~p.shielded(foe, shield)
            if prey:
                _add_scuttles(beats, prey, numbers, out)
    if pool & JACKS:
        _add_takeovers(p, seat, pool & JACKS, rules.jack, JACK, out)
    if pool & JOKERS:
        _add_takeovers(p, seat, pool & JOKERS, rules.joker, JOKER, out)
    aimed = pool & rules.aimed_one_offs
    while aimed:
        bit = aimed & -aimed
        aimed ^= bit
        card = bit.bit_length() - 1
        _TARGETED[rules.needs[card >> 2]](p, seat, card, left, out)


def _add_scuttles(
    beats: tuple[CardSet, ...], prey: CardSet, numbers: CardSet, out: list[Action]
) -> None:
    """Add every scuttle, starting with the lowest card that beats anything."""
    if prey <= NUMBERS:
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


def _add_takeovers(
    p: Position,
    seat: int,
    cards: CardSet,
    reaches: tuple[Reach, ...],
    rows: tuple[tuple[Action, ...], ...],
    out: list[Action],
) -> None:
    """Add every way to take over a card on the table with a jack or a joker."""
    for reach in reaches:
        whose = p.rules.whose[reach.sides][seat]
        if reach.names_seat:
            _add_transfers(p, seat, members(cards), whose, reach, rows, out)
            continue
        targets = members(p.targets(seat, whose, reach))
        if targets:
            for card in members(cards):
                row = rows[card]
                out += [row[target] for target in targets]


def _add_transfers(
    p: Position,
    seat: int,
    cards: list[Card],
    whose: tuple[int, ...],
    reach: Reach,
    rows: tuple[tuple[Action, ...], ...],
    out: list[Action],
) -> None:
    """Add every way to move a card from any of these seats to another."""
    kind = rows[0][0].kind
    for origin in whose:
        targets = members(p.targets(seat, (origin,), reach))
        out += [
            Action(kind, (card,), (target,), to)
            for card in cards
            for target in targets
            for to in p.rules.around[seat]
            if to != origin
        ]


# One-offs that depend on the table ---------------------------------------------------------------


def _nowhere(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Add nothing: such a one-off is among the plays without a target."""


def _take_from_scrap(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    barred = p.rules.three_barred
    for other in p.scrap:
        if not barred >> other & 1:
            out.append(ONE_OFF[card])
            return


def _at_target(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    targets = p.in_reach(seat, p.rules.reaches[card >> 2])
    if targets:
        row = ONE_OFF_AT[card]
        out += [row[target] for target in members(targets)]


def _at_two_targets(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Target pairs of cards, but no card with its own stack; single cards if there is no pair."""
    targets = members(p.in_reach(seat, p.rules.reaches[card >> 2]))
    pairs = [
        Action(Kind.ONE_OFF, (card,), pair)
        for pair in combinations(targets, 2)
        if not p.on_one_another(pair)
    ]
    out.extend(pairs or (ONE_OFF_AT[card][target] for target in targets))


def _at_opponents(p: Position, card: Card, victims: Sequence[int], out: list[Action]) -> None:
    if p.rules.seats > 2:
        out.extend(Action(Kind.ONE_OFF, (card,), (), victim) for victim in victims)
    elif victims:
        out.append(ONE_OFF[card])


def _at_opponent(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    _at_opponents(p, card, p.rules.foes[seat], out)


def _at_opponent_who_draws(
    p: Position, seat: int, card: Card, left: int, out: list[Action]
) -> None:
    if left:
        _at_opponents(p, card, p.rules.foes[seat], out)


def _at_opponent_with_cards(
    p: Position, seat: int, card: Card, left: int, out: list[Action]
) -> None:
    _at_opponents(p, card, [foe for foe in p.rules.foes[seat] if p.hands[foe]], out)


_Generator = Callable[[Position, int, Card, int, list[Action]], None]
"""(position, seat, card, cards left in the deck, the list to extend)"""
_BY_NEEDS: Final[dict[Needs, _Generator]] = {
    Needs.SCRAP: _take_from_scrap,
    Needs.TARGET: _at_target,
    Needs.TWO_TARGETS: _at_two_targets,
    Needs.OPPONENT: _at_opponent,
    Needs.OPPONENT_WITH_CARDS: _at_opponent_with_cards,
    Needs.OPPONENT_WHO_DRAWS: _at_opponent_who_draws,
}
_TARGETED: Final = tuple(_BY_NEEDS.get(needs, _nowhere) for needs in Needs)
"""By `Needs`; a tuple is faster to index than the dict."""


# The other questions -----------------------------------------------------------------------------


def _usable(p: Position, seat: int) -> CardSet:
    hand = p.hands[seat]
    if p.rules.ruleset.freeze_scope == "wholeTurn":
        hand &= ~p.frozen[seat]
    return hand


RESPONSE_CARDS: Final[dict[Kind, CardSet]] = {
    Kind.COUNTER: TWOS,
    Kind.BLOCK: TENS,
    Kind.REBUFF: NINES,
}
"""The cards for each kind of response."""


def _respond(kind: Kind, row: tuple[Action, ...]) -> Callable[[Position], list[Action]]:
    cards = RESPONSE_CARDS[kind]

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


_BY_ASK: Final[tuple[Callable[[Position], list[Action]], ...]] = (
    _play,
    _respond(Kind.COUNTER, COUNTER),
    _respond(Kind.BLOCK, BLOCK),
    _respond(Kind.REBUFF, REBUFF),
    _fetch,
    _discard,
    _discard,
    _seven,
    _discard,
    lambda p: [ACCEPT, REJECT],
    lambda p: [],
)
"""By `Ask`."""
