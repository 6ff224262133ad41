"""List legal actions, with a generator for each `Ask`.

`legal_actions` alone decides what is legal. `standing_actions` lists what a seat may do out of turn
(concede, offer a stalemate).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from engine.actions import (
    ACCEPT,
    BLOCK,
    COUNTER,
    DECLINE,
    DRAW,
    JACK,
    ONE_OFF,
    ONE_OFF_AGAINST,
    ONE_OFF_AT,
    PASS,
    REBUFF,
    REJECT,
    SCUTTLE,
    TAKE,
    Action,
    Kind,
    discards,
    transfer,
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
    each,
    members,
    set_of,
)
from engine.play.compiled import Takeovers
from engine.play.position import Position
from engine.play.view import Ask
from engine.rules.effects import Needs

_TURN: Final = Ask.PLAY


def legal_actions(position: Position) -> list[Action]:
    """List the legal actions of the asked seat; empty when the game is over."""
    ask = position.prompt.ask
    if ask is _TURN:  # by far the commonest
        return _play(position)
    return _BY_ASK[ask](position)


def standing_actions(position: Position, seat: int) -> list[Action]:
    """List the actions a seat may play out of turn: concede, retract, offer a stalemate."""
    if (
        position.outcome is not None
        or seat in position.retired
        or seat not in range(position.rules.seats)
    ):
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
    pool = p.hands[seat]
    if p.frozen[seat]:
        pool &= ~p.frozen[seat]
    if not rules.limits:
        out = (rules.draw_and_plays if p.deck else rules.pass_and_plays).of(pool)
    else:  # queens or draws are limited
        out = _untargeted(p, seat, pool, len(p.deck))
        if p.deck and p.hands[seat].bit_count() < rules.draw_limit:
            out = [DRAW, *out]
        elif not p.deck and rules.passes_deckless:
            out = [PASS, *out]
    if pool:
        _add_targeted(p, seat, pool, len(p.deck), out)
    return out or [PASS]


def _untargeted(p: Position, seat: int, pool: CardSet, left: int) -> list[Action]:
    """List the plays without a target, with `left` cards in the deck."""
    rules = p.rules
    if rules.limits_queens:
        laid = (p.royals[seat] & QUEENS).bit_count()
        if laid >= rules.ruleset.queen_max_per_side:
            pool &= ~QUEENS
    return (rules.plays if left else rules.deckless_plays).of(pool)


def _add_targeted(p: Position, seat: int, pool: CardSet, left: int, out: list[Action]) -> None:
    """Add the plays that depend on the cards on the table or in hands."""
    rules = p.rules
    for foe, queens_forbid, beats in rules.scuttles[seat]:
        prey = p.points[foe]
        if prey and not (queens_forbid and p.royals[foe] & QUEENS):
            high = pool & NUMBERS & -(prey & -prey)  # no card below the lowest target beats any
            if high:
                _add_scuttles(beats, prey, high, out)
    if pool > NUMBERS:
        if pool & JACKS:
            _add_takeovers(p, seat, pool & JACKS, rules.jack_takes, out)
        if pool & JOKERS:
            _add_takeovers(p, seat, pool & JOKERS, rules.joker_takes, out)
    aimed = pool & rules.aimed_one_offs
    if aimed:
        for card in each(aimed):
            _TARGETED[rules.needs[card >> 2]](p, seat, card, left, out)


def _add_scuttles(
    beats: tuple[CardSet, ...], prey: CardSet, numbers: CardSet, out: list[Action]
) -> None:
    """Add every scuttle, starting with the lowest card."""
    for card in each(numbers):
        beaten = prey & beats[card]
        if beaten:
            row = SCUTTLE[card]
            for target in each(beaten):
                out.append(row[target])


def _add_takeovers(
    p: Position, seat: int, cards: CardSet, takeovers: Takeovers, out: list[Action]
) -> None:
    """Add every way to take over a card on the table with a jack or a joker."""
    if takeovers.names_seat:
        for side in takeovers.sides[seat]:
            targets = each(p.targets((side,)))
            if targets:
                others = [to for to in p.rules.around[seat] if to != side[0]]
                out += [
                    transfer(takeovers.kind, card, target, to)
                    for card in each(cards)
                    for target in targets
                    for to in others
                ]
        return
    found = p.targets(takeovers.sides[seat])
    if found:
        for card in each(cards):
            row = takeovers.rows[card]
            for target in each(found):
                out.append(row[target])


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
    found = p.targets(p.rules.aims[card >> 2][seat])
    if found:
        row = ONE_OFF_AT[card]
        for target in each(found):
            out.append(row[target])


def _at_two_targets(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Target pairs of cards, but no card with its own stack; single cards if there is no pair."""
    targets = members(p.targets(p.rules.aims[card >> 2][seat]))
    pairs = [
        Action(Kind.ONE_OFF, (card,), pair)
        for pair in combinations(targets, 2)
        if not p.on_one_another(pair)
    ]
    out.extend(pairs or [ONE_OFF_AT[card][target] for target in targets])


def _at_opponent(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    if p.rules.seats > 2:
        out += [ONE_OFF_AGAINST[card][foe] for foe in p.rules.foes[seat]]
    else:
        out.append(ONE_OFF[card])


def _at_opponent_who_draws(
    p: Position, seat: int, card: Card, left: int, out: list[Action]
) -> None:
    if left:
        _at_opponent(p, seat, card, left, out)


def _at_opponent_with_cards(
    p: Position, seat: int, card: Card, left: int, out: list[Action]
) -> None:
    foes = p.rules.foes[seat]
    if len(foes) > 1:
        out += [ONE_OFF_AGAINST[card][foe] for foe in foes if p.hands[foe]]
    elif p.hands[foes[0]]:
        out.append(ONE_OFF[card])


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
        seat = p.prompt.seats[0]
        usable = p.hands[seat] & cards
        if usable and not p.rules.thaws_early:
            usable &= ~p.frozen[seat]
        return [DECLINE, *[row[card] for card in each(usable)]] if usable else [DECLINE]

    return generate


def _discard(p: Position) -> list[Action]:
    return discards(members(p.hands[p.prompt.seats[0]]), p.prompt.owed)


def _seven(p: Position) -> list[Action]:
    seat = p.mover
    shown = p.shown()
    pool = set_of(shown)
    left = len(p.deck) - 1
    out = _untargeted(p, seat, pool, left)
    _add_targeted(p, seat, pool, left, out)
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
    lambda p: [TAKE[card] for card in p.scrap if not p.rules.three_barred >> card & 1],
    _discard,
    _discard,
    _seven,
    _discard,
    lambda p: [ACCEPT, REJECT],
    lambda p: [],
)
"""By `Ask`."""
