"""Apply a card once nobody counters it.

The function of a one-off returns whether it is finished; False if it waits for a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.actions import Action, Kind
from engine.cards import BIT, EIGHTS, Card, members
from engine.play.compiled import prompt_of
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
from engine.play.view import Ask
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


def scuttle(p: Position, seat: int, action: Action) -> None:
    """Scrap a point card, its stack and the card that scuttles it."""
    if p.pile:
        p.pile.clear()
    card, target = action.cards[0], action.targets[0]
    victim, lost = lift(p, target)
    p.scrap += (target, *lost, card)
    if p.events is not None:
        p.events.append(Scuttled(seat, card, target, victim, lost))
    end_action(p)


def _lay_royal(p: Position, seat: int, action: Action) -> None:
    if p.pile:
        p.pile.clear()
    card = action.cards[0]
    royals = p.royals
    royals[seat] = royals[seat] | BIT[card]
    p.unsettled |= 1 << seat
    if p.events is not None:
        p.events.append(PlayedRoyal(seat, card, p.goal(seat)))
    end_action(p)


def destination(p: Position, seat: int, action: Action) -> int:
    """Return the seat that gets the target of a jack or joker."""
    if action.seat >= 0:
        return action.seat
    return _taker(p, seat, p.controller(action.targets[0]))


def _taker(p: Position, seat: int, controller: int) -> int:
    """Return who gets the card if no seat is named: the player, or else the first opponent."""
    if controller != seat:
        return seat
    return next(foe for foe in p.rules.foes[seat] if foe not in p.retired)


def _take_over(p: Position, seat: int, action: Action) -> None:
    if p.pile:
        p.pile.clear()
    card, target = action.cards[0], action.targets[0]
    origin = p.controller(target)
    to = action.seat if action.seat >= 0 else _taker(p, seat, origin)
    host = p.host(target) if p.stacks else None
    attach(p, card, target if host is None else host, origin, to)
    if p.events is not None:
        p.events.append(Stole(seat, card, target, origin, to))
    end_action(p)


# One-offs ----------------------------------------------------------------------------------------


def _one_off(p: Position, seat: int, action: Action) -> None:
    effect = p.rules.effects[action.cards[0] >> 2]
    if _RESOLVE[type(effect)](effect, p, seat, action):
        conclude(p)


def conclude(p: Position) -> None:
    """Scrap the resolved one-off and end the action."""
    p.scrap.append(p.pile.pop().action.cards[0])
    end_action(p)


def _victim(p: Position, seat: int, action: Action) -> int:
    named = action.seat
    return named if named >= 0 else p.rules.foes[seat][0]


def _scrap_points(effect: effects.ScrapPoints, p: Position, seat: int, action: Action) -> bool:
    _wipe(p, seat, action, strip_points(p))
    return True


def _wipe(p: Position, seat: int, action: Action, lost: list[Card]) -> None:
    p.scrap += lost
    if p.events is not None:
        p.events.append(Wiped(seat, action.card, tuple(lost)))


def _scrap_royals(effect: effects.ScrapRoyals, p: Position, seat: int, action: Action) -> bool:
    _wipe(p, seat, action, strip_royals(p))
    return_hosts(p)
    return True


def _scrap_target(effect: effects.ScrapTarget, p: Position, seat: int, action: Action) -> bool:
    (target,) = action.targets
    lost = p.stacks.get(target, ())
    if p.events is not None:
        p.events.append(Destroyed(seat, action.card, target, p.controller(target), lost))
    lift(p, target)
    p.scrap += (target, *lost)
    return True


def _take_from_scrap(effect: effects.TakeFromScrap, p: Position, seat: int, action: Action) -> bool:
    p.prompt = prompt_of(Ask.FETCH, (seat,))
    return False


def _opponent_discards(
    effect: effects.OpponentDiscards, p: Position, seat: int, action: Action
) -> bool:
    victim = _victim(p, seat, action)
    if effect.at_random:
        _discard_at_random(p, victim, effect.count)
        return True
    owed = min(effect.count, p.hands[victim].bit_count())
    p.prompt = prompt_of(Ask.GIVE, (victim,), owed, not owed)
    return False


def _discard_at_random(p: Position, victim: int, count: int) -> None:
    hand = members(p.hands[victim])
    chosen = Stream(p.chance_seed()).sample(hand, min(count, len(hand)))
    discard(p, victim, chosen, "four", by_chance=True)


def _opponent_draws(effect: effects.OpponentDraws, p: Position, seat: int, action: Action) -> bool:
    draw_cards(p, _victim(p, seat, action), effect.count)
    return True


def _draw(effect: effects.DrawCards, p: Position, seat: int, action: Action) -> bool:
    if not effect.cost:
        draw_cards(p, seat, effect.count)
        return True
    owed = min(effect.cost, p.hands[seat].bit_count())
    p.prompt = prompt_of(Ask.PAY, (seat,), owed, not owed)
    return False


def _turn_up(effect: effects.PlayFromDeck, p: Position, seat: int, action: Action) -> bool:
    p.revealed = min(effect.shown, len(p.deck))
    p.prompt = prompt_of(Ask.SEVEN, (seat,))
    if p.events is not None:
        p.events.append(Revealed(seat, tuple(p.shown())))
    return False


def _see_hands(effect: effects.SeeHands, p: Position, seat: int, action: Action) -> bool:
    p.exposer = seat
    p.emit(Exposed(seat, action.card, p.rules.foes[seat]))
    return True


def _receiver(p: Position, target: Card) -> int:
    """Return the seat a card goes back to: its controller, or the owner of unowned glasses."""
    is_nobodys = p.rules.ruleset.eight_form == "unowned" and EIGHTS >> target & 1
    if is_nobodys and any(royals >> target & 1 for royals in p.royals):
        return p.owner(target)
    return p.controller(target)


def _return_targets(effect: effects.ReturnTargets, p: Position, seat: int, action: Action) -> bool:
    victims = [_receiver(p, target) for target in action.targets]
    for target, victim in zip(action.targets, victims, strict=True):
        frozen = effect.freezes and not effect.to_deck and victim in p.rules.foes[seat]
        lost = p.stacks.get(target, ())
        if p.events is not None:
            card, to_deck = action.card, effect.to_deck
            p.events.append(Evicted(seat, card, target, victim, frozen, to_deck, lost))
        lift(p, target)
        p.scrap += lost
        if effect.to_deck:
            _put_on_deck(p, target)
        else:
            p.hands[victim] |= BIT[target]
            p.grown |= 1 << victim
            if frozen:
                p.frozen[victim] |= BIT[target]
    return True


def _put_on_deck(p: Position, card: Card) -> None:
    if not p.deck and p.rules.reveals_deckless:
        p.emit(HandsClosed())
    p.deck.append(card)


def _swap_hands(effect: effects.SwapHands, p: Position, seat: int, action: Action) -> bool:
    other = _victim(p, seat, action)
    p.hands[seat], p.hands[other] = p.hands[other], p.hands[seat]
    p.frozen[seat] = p.frozen[other] = 0
    p.grown |= 1 << seat | 1 << other
    p.emit(SwappedHands(seat, other))
    return True


_RESOLVE: Final[dict[type[effects.Effect | None], Callable[[Any, Position, int, Action], bool]]] = {
    effects.ScrapPoints: _scrap_points,
    effects.ScrapRoyals: _scrap_royals,
    effects.ScrapTarget: _scrap_target,
    effects.TakeFromScrap: _take_from_scrap,
    effects.OpponentDiscards: _opponent_discards,
    effects.OpponentDraws: _opponent_draws,
    effects.DrawCards: _draw,
    effects.PlayFromDeck: _turn_up,
    effects.SeeHands: _see_hands,
    effects.ReturnTargets: _return_targets,
    effects.SwapHands: _swap_hands,
}
"""By the type of its effect, the function that applies an uncountered one-off."""

_APPLY: Final[dict[Kind, Callable[[Position, int, Action], None]]] = {
    Kind.SCUTTLE: scuttle,
    Kind.ROYAL: _lay_royal,
    Kind.JACK: _take_over,
    Kind.JOKER: _take_over,
    Kind.ONE_OFF: _one_off,
}
APPLY: Final = tuple(_APPLY.get(kind, scuttle) for kind in Kind)
"""By kind, the function that applies an uncountered play."""
