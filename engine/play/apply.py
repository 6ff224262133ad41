"""Apply a card once nobody counters it.

`resolve` returns whether a one-off is finished; False if it waits for a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Final

from engine.actions import Kind
from engine.cards import EIGHTS, Card, members
from engine.play.compiled import Prompt
from engine.play.events import (
    Destroyed,
    Evicted,
    Exposed,
    HandsClosed,
    PlayedRoyal,
    Revealed,
    Scuttled,
    Stole,
    SwappedHands,
    Wiped,
)
from engine.play.position import Position
from engine.play.turns import end_action
from engine.play.view import Ask, Pending
from engine.play.zones import (
    attach,
    discard,
    draw_cards,
    lift,
    return_hosts,
    strip_points,
    strip_royals,
)
from engine.prng import Stream
from engine.rules import effects

# Cards that stay, and scuttles -------------------------------------------------------------------


def _scuttle(p: Position, played: Pending) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    victim, lost = lift(p, target)
    p.scrap += (target, *lost, card)
    if p.events is not None:
        p.events.append(Scuttled(played.seat, card, target, victim, lost))
    end_action(p)


def _lay_royal(p: Position, played: Pending) -> None:
    p.pile.clear()
    card = played.action.cards[0]
    p.royals[played.seat] |= 1 << card
    if p.events is not None:
        p.events.append(PlayedRoyal(played.seat, card, p.goal(played.seat)))
    end_action(p)


def destination(p: Position, played: Pending) -> int:
    """Return the seat that gets the target of a jack or joker."""
    action = played.action
    if action.seat >= 0:
        return action.seat
    if p.controller(action.targets[0]) == played.seat:
        return next(foe for foe in p.rules.foes[played.seat] if foe not in p.retired)
    return played.seat


def _take_over(p: Position, played: Pending) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    origin, to = p.controller(target), destination(p, played)
    host = p.host(target)
    attach(p, card, target if host is None else host, origin, to)
    p.emit(Stole(played.seat, card, target, origin, to))
    end_action(p)


# One-offs ----------------------------------------------------------------------------------------


def _one_off(p: Position, played: Pending) -> None:
    effect = p.rules.effects[played.action.cards[0] >> 2]
    assert effect is not None
    if resolve.registry[type(effect)](effect, p, played):  # faster than dispatching again
        conclude(p)


def conclude(p: Position) -> None:
    """Scrap the resolved one-off and end the action."""
    p.scrap.append(p.pile.pop().action.cards[0])
    end_action(p)


def _victim(p: Position, played: Pending) -> int:
    named = played.action.seat
    return named if named >= 0 else p.rules.foes[played.seat][0]


@singledispatch
def resolve(effect: effects.Effect, p: Position, played: Pending) -> bool:
    """Apply a one-off; return whether it is finished."""
    raise NotImplementedError(effect)


@resolve.register
def _(effect: effects.ScrapPoints, p: Position, played: Pending) -> bool:
    _wipe(p, played, strip_points(p))
    return True


def _wipe(p: Position, played: Pending, lost: list[Card]) -> None:
    p.scrap += lost
    p.emit(Wiped(played.seat, played.action.card, tuple(lost)))


@resolve.register
def _(effect: effects.ScrapRoyals, p: Position, played: Pending) -> bool:
    _wipe(p, played, strip_royals(p))
    return_hosts(p)
    return True


@resolve.register
def _(effect: effects.ScrapTarget, p: Position, played: Pending) -> bool:
    (target,) = played.action.targets
    card, victim, lost = played.action.card, p.controller(target), p.stacks.get(target, ())
    p.emit(Destroyed(played.seat, card, target, victim, lost))
    lift(p, target)
    p.scrap += (target, *lost)
    return True


@resolve.register
def _(effect: effects.TakeFromScrap, p: Position, played: Pending) -> bool:
    p.prompt = Prompt(Ask.FETCH, (played.seat,))
    return False


@resolve.register
def _(effect: effects.OpponentDiscards, p: Position, played: Pending) -> bool:
    victim = _victim(p, played)
    if effect.at_random:
        _discard_at_random(p, victim, effect.count)
        return True
    owed = min(effect.count, p.hands[victim].bit_count())
    p.prompt = Prompt(Ask.GIVE, (victim,), owed, not owed)
    return False


def _discard_at_random(p: Position, victim: int, count: int) -> None:
    hand = members(p.hands[victim])
    chosen = Stream(p.chance_seed()).sample(hand, min(count, len(hand)))
    discard(p, victim, chosen, "four", by_chance=True)


@resolve.register
def _(effect: effects.OpponentDraws, p: Position, played: Pending) -> bool:
    draw_cards(p, _victim(p, played), effect.count)
    return True


@resolve.register
def _(effect: effects.DrawCards, p: Position, played: Pending) -> bool:
    if not effect.cost:
        draw_cards(p, played.seat, effect.count)
        return True
    owed = min(effect.cost, p.hands[played.seat].bit_count())
    p.prompt = Prompt(Ask.PAY, (played.seat,), owed, not owed)
    return False


@resolve.register
def _(effect: effects.PlayFromDeck, p: Position, played: Pending) -> bool:
    p.revealed = min(effect.shown, len(p.deck))
    p.prompt = Prompt(Ask.SEVEN, (played.seat,))
    p.emit(Revealed(played.seat, tuple(p.shown())))
    return False


@resolve.register
def _(effect: effects.SeeHands, p: Position, played: Pending) -> bool:
    p.exposer = played.seat
    p.emit(Exposed(played.seat, played.action.card, p.rules.foes[played.seat]))
    return True


def _receiver(p: Position, target: Card) -> int:
    """Return the seat a card goes back to: its controller, or the owner of unowned glasses."""
    is_nobodys = p.rules.ruleset.eight_form == "unowned" and EIGHTS >> target & 1
    if is_nobodys and any(royals >> target & 1 for royals in p.royals):
        return p.owner(target)
    return p.controller(target)


@resolve.register
def _(effect: effects.ReturnTargets, p: Position, played: Pending) -> bool:
    victims = [_receiver(p, target) for target in played.action.targets]
    for target, victim in zip(played.action.targets, victims, strict=True):
        _send_back(effect, p, played, target, victim)
    return True


def _send_back(
    effect: effects.ReturnTargets, p: Position, played: Pending, target: Card, victim: int
) -> None:
    """Return a card to its controller's hand, or put it on top of the deck."""
    to_deck = effect.to_deck
    frozen = effect.freezes and not to_deck and victim in p.rules.foes[played.seat]
    card, lost = played.action.card, p.stacks.get(target, ())
    p.emit(Evicted(played.seat, card, target, victim, frozen, to_deck, lost))
    lift(p, target)
    p.scrap += lost
    if not to_deck:
        p.hands[victim] |= 1 << target
        if frozen:
            p.frozen[victim] |= 1 << target
        return
    if not p.deck and p.rules.ruleset.reveal_hands_deck_empty:
        p.emit(HandsClosed())
    p.deck.append(target)


@resolve.register
def _(effect: effects.SwapHands, p: Position, played: Pending) -> bool:
    seat, other = played.seat, _victim(p, played)
    p.hands[seat], p.hands[other] = p.hands[other], p.hands[seat]
    p.frozen[seat] = p.frozen[other] = 0
    p.emit(SwappedHands(seat, other))
    return True


APPLY: Final[dict[Kind, Callable[[Position, Pending], None]]] = {
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _lay_royal,
    Kind.JACK: _take_over,
    Kind.JOKER: _take_over,
    Kind.ONE_OFF: _one_off,
}
"""By kind, the function that applies an uncountered play."""
