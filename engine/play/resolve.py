"""Resolve cards: ask seats for responses, and do what a card does once nobody counters it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.actions import Action, Kind
from engine.cards import BIT, EIGHTS, QUEENS, TWOS, Card, members
from engine.play.compiled import Prompt, prompt_of
from engine.play.events import (
    Countered,
    Declined,
    Destroyed,
    Evicted,
    Exposed,
    Fizzled,
    HandsClosed,
    PlayedRoyal,
    Rebuffed,
    Revealed,
    Scuttled,
    Shielded,
    Stole,
    SwappedHands,
    Wiped,
)
from engine.play.position import Position
from engine.play.view import Ask, Pending, pending_of
from engine.play.zones import (
    attach,
    discard,
    draw_cards,
    end_action,
    lift,
    remember,
    remember_hands,
    remember_own,
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
    if _EFFECTS[type(effect)](effect, p, seat, action):
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
        hand = members(p.hands[victim])
        chosen = Stream(p.chance_seed()).sample(hand, min(effect.count, len(hand)))
        discard(p, victim, chosen, "four", by_chance=True)
        return True
    owed = min(effect.count, p.hands[victim].bit_count())
    p.prompt = prompt_of(Ask.GIVE, (victim,), owed, not owed)
    return False


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


def _play_from_deck(effect: effects.PlayFromDeck, p: Position, seat: int, action: Action) -> bool:
    """Turn up the cards of a seven; the one that is played comes in `perform._take_up`."""
    p.revealed = min(effect.shown, len(p.deck))
    p.prompt = prompt_of(Ask.SEVEN, (seat,))
    if p.events is not None:
        p.events.append(Revealed(seat, tuple(p.shown())))
    return False


def _see_hands(effect: effects.SeeHands, p: Position, seat: int, action: Action) -> bool:
    if p.exposer >= 0:
        remember_hands(p)
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
        remember(p, BIT[target])
        if effect.to_deck:
            if not p.deck and p.rules.reveals_deckless:
                remember_hands(p)
                p.emit(HandsClosed())
            p.deck.append(target)
        else:
            p.hands[victim] |= BIT[target]
            p.grown |= 1 << victim
            if frozen:
                p.frozen[victim] |= BIT[target]
    return True


def _swap_hands(effect: effects.SwapHands, p: Position, seat: int, action: Action) -> bool:
    other = _victim(p, seat, action)
    remember_hands(p)
    remember_own(p, seat)
    remember_own(p, other)
    p.hands[seat], p.hands[other] = p.hands[other], p.hands[seat]
    p.frozen[seat] = p.frozen[other] = 0
    p.grown |= 1 << seat | 1 << other
    p.emit(SwappedHands(seat, other))
    return True


_EFFECTS: Final[dict[type[effects.Effect | None], Callable[[Any, Position, int, Action], bool]]] = {
    effects.ScrapPoints: _scrap_points,
    effects.ScrapRoyals: _scrap_royals,
    effects.ScrapTarget: _scrap_target,
    effects.TakeFromScrap: _take_from_scrap,
    effects.OpponentDiscards: _opponent_discards,
    effects.OpponentDraws: _opponent_draws,
    effects.DrawCards: _draw,
    effects.PlayFromDeck: _play_from_deck,
    effects.SeeHands: _see_hands,
    effects.ReturnTargets: _return_targets,
    effects.SwapHands: _swap_hands,
}
"""By the type of its effect, the function that resolves an uncountered one-off."""

_AFTER_RESPONSES: Final[dict[Kind, Callable[[Position, int, Action], None]]] = {
    Kind.SCUTTLE: scuttle,
    Kind.ROYAL: _lay_royal,
    Kind.JACK: _take_over,
    Kind.JOKER: _take_over,
    Kind.ONE_OFF: _one_off,
}
RESOLVE: Final = tuple(_AFTER_RESPONSES.get(kind, scuttle) for kind in Kind)
"""By kind, the function that resolves an uncountered play."""


def open_counter(p: Position) -> None:
    """Ask all opponents of the top card's player for a two, unless a queen shields that card."""
    seat = p.pile[-1].seat
    prompt = p.rules.counter_prompts[seat]
    if p.retired:
        prompt = Prompt(Ask.COUNTER, still_in(p, prompt.seats))
    if p.royals[seat] & QUEENS:
        blocks = p.rules.ruleset.queen_blocks_counter
        if blocks == "all" or (blocks == "twos" and TWOS >> p.pile[-1].action.card & 1):
            prompt = _shielded(p, Ask.COUNTER, prompt.seats)
    p.prompt = prompt


def still_in(p: Position, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s for s in seats if s not in p.retired) if p.retired else seats


def _shielded(p: Position, ask: Ask, seats: tuple[int, ...]) -> Prompt:
    """Return the prompt for a card shielded by its player's queens."""
    seat = p.pile[-1].seat
    if p.events is not None:
        p.events.append(Shielded(seat, tuple(members(p.royals[seat] & QUEENS))))
    return prompt_of(ask, seats[:1], 0, True)


def open_rebuff(p: Position) -> None:
    """Ask all opponents for a nine, unless an earlier queen covers the new royal."""
    seat = p.pile[-1].seat
    seats = still_in(p, p.rules.foes[seat])
    is_shielded = p.royals[seat] & QUEENS != 0
    p.prompt = _shielded(p, Ask.REBUFF, seats) if is_shielded else prompt_of(Ask.REBUFF, seats)


def ask_block(p: Position, victim: int) -> None:
    p.prompt = prompt_of(Ask.BLOCK, (victim,), 0, victim in p.retired)


def respond(p: Position, action: Action) -> None:
    prompt = p.prompt
    seat = prompt.seats[0]
    card = action.cards[0]
    p.hands[seat] &= ~(1 << card)
    p.frozen[seat] &= p.hands[seat]
    if p.events is not None:
        p.events.append(Countered(seat, card, p.pile[-1].action.card))
    later = prompt.seats[1:] if action.kind is Kind.REBUFF else prompt.seats
    p.pile.append(pending_of(seat, action, () if action.kind is Kind.COUNTER else later))
    open_counter(p)


def decline(p: Position, action: Action) -> None:
    prompt = p.prompt
    if p.events is not None and not prompt.idle:
        p.events.append(Declined(prompt.seats[0]))
    if len(prompt.seats) > 1:
        p.prompt = prompt_of(prompt.ask, prompt.seats[1:], prompt.owed, prompt.idle)
    else:
        resolve(p)


def resolve(p: Position) -> None:
    """Resolve the pile from the top, or go on asking after a countered response."""
    rebuffed = False
    while len(p.pile) > 1:
        top = p.pile.pop()
        beneath = p.pile.pop()
        p.scrap.append(top.action.card)
        if top.action.kind is Kind.COUNTER:
            if _fall(p, beneath):
                return
            rebuffed = beneath.action.kind is Kind.REBUFF
        else:
            card = beneath.action.card
            if top.action.kind is Kind.BLOCK:
                p.scrap.append(card)
                p.emit(Fizzled(beneath.seat, card))
            else:
                remember(p, BIT[card])
                p.hands[beneath.seat] |= BIT[card]
                p.grown |= 1 << beneath.seat
                p.emit(Rebuffed(beneath.seat, card))
            end_action(p)
            return
    played = p.pile[-1]
    if p.rules.royals_wait and played.action.kind is Kind.JACK:
        is_answered = p.prompt.ask is Ask.REBUFF or rebuffed
        if p.rules.ruleset.nine_royal_response and not is_answered:
            open_rebuff(p)
            return
    RESOLVE[played.action.kind](p, played.seat, played.action)


def _fall(p: Position, fallen: Pending) -> bool:
    """Scrap a countered card; return whether resolving stops here."""
    p.scrap.append(fallen.action.card)
    if not p.pile:
        p.emit(Fizzled(fallen.seat, fallen.action.card))
        if p.rules.steps:
            p.passes = 0
        end_action(p)
        return True
    later = still_in(p, fallen.later)
    if later:
        ask = Ask.BLOCK if fallen.action.kind is Kind.BLOCK else Ask.REBUFF
        p.prompt = Prompt(ask, later)
    return bool(later)
