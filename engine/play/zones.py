"""Move cards between the deck, hands, the table and the scrap."""

from __future__ import annotations

from collections.abc import Collection

from engine.cards import Card, members
from engine.play.events import Discarded, DiscardedFor, Drew, HandsOpened, Returned
from engine.play.position import Position


def draw_cards(p: Position, seat: int, count: int) -> None:
    """Draw up to `count` cards, as far as the deck and the draw limit allow."""
    room = p.rules.draw_limit - p.hands[seat].bit_count()
    count = min(count, len(p.deck), max(0, room))
    if count <= 0:
        return
    drawn = [p.deck.pop() for _ in range(count)]
    for card in drawn:
        p.hands[seat] |= 1 << card
    if p.events is not None:
        p.events.append(Drew(seat, count, tuple(drawn)))
    if not p.deck:
        deck_ran_out(p)


def deck_ran_out(p: Position) -> None:
    """Apply the effects of an empty deck: open hands, sudden death."""
    ruleset = p.rules.ruleset
    if ruleset.sudden_death and p.sudden < 0:
        p.sudden = p.rules.seats - len(p.retired) + 1
    if ruleset.reveal_hands_deck_empty:
        p.emit(HandsOpened())


def discard(
    p: Position, seat: int, cards: Collection[Card], why: DiscardedFor, *, by_chance: bool = False
) -> None:
    """Move cards from a hand to the scrap."""
    for card in cards:
        p.hands[seat] &= ~(1 << card)
        p.scrap.append(card)
    p.frozen[seat] &= p.hands[seat]
    if cards:
        p.emit(Discarded(seat, tuple(cards), why, by_chance))


def lift(p: Position, card: Card) -> tuple[int, tuple[Card, ...]]:
    """Take a card off the table.

    A removed jack or joker gives its host back. The stack on the card itself is lost.

    Returns:
        The card's controller, and its stack, bottom first.
    """
    bit = 1 << card
    for seat in range(p.rules.seats):
        for zone in (p.points, p.royals):
            if zone[seat] & bit:
                zone[seat] ^= bit
                lost = p.stacks.pop(card, ())
                for attachment in lost:
                    del p.lenders[attachment]
                return seat, lost
    return _detach(p, card), ()


def _detach(p: Position, attachment: Card) -> int:
    """Take a jack or joker off its host, which goes back to its lender."""
    host = p.host(attachment)
    assert host is not None
    seat = p.controller(host)
    stack = p.stacks[host]
    at = stack.index(attachment)
    lender = p.lenders.pop(attachment)
    if at < len(stack) - 1:  # buried (two seats only): cards above now come from the other seat
        lender = p.rules.foes[seat][0]
        for above in stack[at + 1 :]:
            p.lenders[above] = p.rules.foes[p.lenders[above]][0]
    rest = stack[:at] + stack[at + 1 :]
    if rest:
        p.stacks[host] = rest
    else:
        del p.stacks[host]
    move_host(p, host, seat, lender)
    return seat


def move_host(p: Position, host: Card, origin: int, to: int) -> None:
    """Move a card on the table back to another side."""
    _move(p, host, origin, to)
    if origin != to:
        p.emit(Returned(host, to))


def attach(p: Position, attachment: Card, host: Card, origin: int, to: int) -> None:
    """Put a jack or joker on a card, and move the card to its new controller."""
    p.stacks[host] = (*p.stacks.get(host, ()), attachment)
    p.lenders[attachment] = origin
    _move(p, host, origin, to)


def _move(p: Position, host: Card, origin: int, to: int) -> None:
    bit = 1 << host
    zone = p.points if p.points[origin] & bit else p.royals
    zone[origin] &= ~bit
    zone[to] |= bit


def strip_points(p: Position) -> list[Card]:
    """Take all point cards off the table with their stacks."""
    lost: list[Card] = []
    for seat in range(p.rules.seats):
        for card in members(p.points[seat]):
            lost.append(card)
            for attachment in p.stacks.pop(card, ()):
                lost.append(attachment)
                del p.lenders[attachment]
        p.points[seat] = 0
    return lost


def strip_royals(p: Position) -> list[Card]:
    """Take all royals, jacks and jokers off the table; `return_hosts` completes this."""
    lost: list[Card] = []
    for seat in range(p.rules.seats):
        lost += members(p.royals[seat])
        p.royals[seat] = 0
    for _, stack in sorted(p.stacks.items()):
        lost += stack
    return lost


def return_hosts(p: Position) -> None:
    """Move point cards back to their owners once their jacks are gone."""
    for host, stack in sorted(p.stacks.items()):
        controller = p.controller(host)
        if controller >= 0:
            move_host(p, host, controller, p.lenders[stack[0]])
    p.stacks.clear()
    p.lenders.clear()
