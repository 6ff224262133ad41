"""List how each one-off may be aimed: every legal way to play one card of its rank."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from engine.actions import ONE_OFF, ONE_OFF_AT, Action, Kind
from engine.cards import EIGHTS, Card, CardSet, members
from engine.play.position import Position
from engine.rules.compiled import Kinds

Offer = Callable[[Position, int, Card, int, list[Action]], None]
"""(position, seat, card, cards left in the deck, where the actions go)"""


def offer_always(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Play it whatever the table looks like."""
    out.append(ONE_OFF[card])


def offer_with_deck(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Play it while the deck has a card."""
    if left:
        out.append(ONE_OFF[card])


def offer_two(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Aim it at a permanent that no hostile queen covers."""
    rules = p.rules
    whose = rules.not_partners[seat] if rules.ruleset.two_side == "any" else rules.foes[seat]
    targets = p.reach(seat, whose, rules.two)
    if targets:
        row = ONE_OFF_AT[card]
        out += [row[target] for target in members(targets)]


def offer_three(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Play it while the scrap holds a card it may take."""
    barred = p.rules.three_barred
    for other in p.scrap:
        if not barred >> other & 1:
            out.append(ONE_OFF[card])
            return


def _name_victim(p: Position, card: Card, victims: list[int], out: list[Action]) -> None:
    if p.rules.seats == 2:
        if victims:
            out.append(ONE_OFF[card])
        return
    out.extend(Action(Kind.ONE_OFF, (card,), (), victim) for victim in victims)


def offer_victim_with_cards(
    p: Position, seat: int, card: Card, left: int, out: list[Action]
) -> None:
    """Name a foe that holds at least one card."""
    foes = p.rules.foes[seat]
    if len(foes) > 1:
        _name_victim(p, card, [foe for foe in foes if p.hands[foe]], out)
    elif p.hands[foes[0]]:
        out.append(ONE_OFF[card])


def offer_victim_to_draw(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Name a foe that shall draw, while the deck has a card."""
    _name_victim(p, card, list(p.rules.foes[seat]) if left else [], out)


def offer_victim(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Name any foe."""
    _name_victim(p, card, list(p.rules.foes[seat]), out)


_GLASSES: Final = Kinds(points=False, court=EIGHTS, attached=0)


def offer_eight(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Aim it at glasses on any side that no hostile queen covers."""
    row = ONE_OFF_AT[card]
    for target in members(p.reach(seat, p.rules.around[seat], _GLASSES)):
        out.append(row[target])


def _nine_reach(p: Position, seat: int) -> CardSet:
    rules = p.rules
    if rules.ruleset.nine_side == "any":
        return p.reach(seat, rules.not_partners[seat], rules.nine)
    mask = p.reach(seat, rules.foes[seat], rules.nine)
    if rules.ruleset.nine_side == "opp+anyG":
        glasses = Kinds(points=False, court=rules.nine.court & EIGHTS, attached=0)
        mask |= p.reach(seat, rules.around[seat], glasses)
    return mask


def offer_nine(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Aim it at a card that may be returned and that no hostile queen covers."""
    targets = _nine_reach(p, seat)
    if targets:
        row = ONE_OFF_AT[card]
        out += [row[target] for target in members(targets)]


def offer_double_nine(p: Position, seat: int, card: Card, left: int, out: list[Action]) -> None:
    """Aim it at two such cards, not a card and what lies on it; at one where there is no pair."""
    targets = members(_nine_reach(p, seat))
    pairs = [
        Action(Kind.ONE_OFF, (card,), pair)
        for pair in combinations(targets, 2)
        if not _on_one_another(p, *pair)
    ]
    out.extend(pairs or (ONE_OFF_AT[card][target] for target in targets))


def _on_one_another(p: Position, a: Card, b: Card) -> bool:
    return a in p.stacks.get(b, ()) or b in p.stacks.get(a, ())
