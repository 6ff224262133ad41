"""Carry out the one-offs: for each rank, how it may be aimed and what it does.

`effects_of` picks the row of the table that a ruleset asks for. An offer lists the legal ways to
play one card of the rank; a resolution does the work once nobody counters, and says whether the
one-off is done with (False: it now waits for a choice).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple

from engine.actions import ONE_OFF, ONE_OFF_AT, Action, Kind
from engine.cards import (
    EIGHT,
    EIGHTS,
    FOUR,
    JOKER,
    NINE,
    ONE_OF_RANK,
    TEN,
    Card,
    CardSet,
    members,
)
from engine.chance import Stream
from engine.events import (
    Destroyed,
    Discarded,
    Evicted,
    Exposed,
    HandsClosed,
    Revealed,
    SwappedHands,
    Wiped,
)
from engine.field import draw_cards, lift, pay_from_hand, return_hosts, strip_courts, strip_points
from engine.position import Played, Position
from engine.rules import Kinds, Prompt, cards_of_ranks
from engine.rulesets import Ruleset
from engine.view import Ask

Offer = Callable[[Position, int, Card, int, list[Action]], None]
"""(position, seat, card, cards left in the deck, where the actions go)"""
Resolve = Callable[[Position, Played], bool]


class Effect(NamedTuple):
    """What one rank does as a one-off."""

    offer: Offer
    resolve: Resolve


# How it may be aimed -----------------------------------------------------------------------------


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
    whose = rules.around[seat] if rules.ruleset.two_side == "any" else rules.foes[seat]
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
        return p.reach(seat, rules.around[seat], rules.nine)
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


# What it does ------------------------------------------------------------------------------------


def _victim(p: Position, played: Played) -> int:
    named = played.action.seat
    return named if named >= 0 else p.rules.foes[played.seat][0]


def resolve_ace(p: Position, played: Played) -> bool:
    """Scrap every point card of every seat, with all that lies on them."""
    lost = strip_points(p)
    p.scrap += lost
    if p.events is not None:
        p.events.append(Wiped(played.seat, played.action.card, tuple(lost)))
    return True


def resolve_scrap_target(p: Position, played: Played) -> bool:
    """Scrap the target; a jack's host goes back to where it came from."""
    (target,) = played.action.targets
    if p.events is not None:
        lost = p.stacks.get(target, ())
        p.events.append(
            Destroyed(played.seat, played.action.card, target, p.controller(target), lost)
        )
    _, lost = lift(p, target)
    p.scrap += (target, *lost)
    return True


def resolve_three(p: Position, played: Played) -> bool:
    """Let its player take a card out of the scrap."""
    p.prompt = Prompt(Ask.FETCH, (played.seat,))
    return False


def resolve_four(p: Position, played: Played) -> bool:
    """Make the victim discard cards of its own choice, as many as it has."""
    victim = _victim(p, played)
    owed = min(p.rules.ruleset.four_count, p.hands[victim].bit_count())
    p.prompt = Prompt(Ask.GIVE, (victim,), owed, not owed)
    return False


def resolve_random_four(p: Position, played: Played) -> bool:
    """Make the victim discard cards drawn by chance."""
    victim = _victim(p, played)
    hand = members(p.hands[victim])
    chosen = Stream(p.moment()).sample(hand, min(p.rules.ruleset.four_count, len(hand)))
    pay_from_hand(p, victim, chosen)
    if p.events is not None and chosen:
        p.events.append(Discarded(victim, tuple(chosen), "four", by_chance=True))
    return True


def resolve_drawing_four(p: Position, played: Played) -> bool:
    """Make the victim draw."""
    draw_cards(p, _victim(p, played), p.rules.ruleset.four_count)
    return True


def resolve_five(p: Position, played: Played) -> bool:
    """Discard what it costs, then draw."""
    ruleset = p.rules.ruleset
    if not ruleset.five_discard:
        draw_cards(p, played.seat, ruleset.five_draw)
        return True
    owed = min(ruleset.five_discard, p.hands[played.seat].bit_count())
    p.prompt = Prompt(Ask.PAY, (played.seat,), owed, not owed)
    return False


def resolve_six(p: Position, played: Played) -> bool:
    """Scrap every permanent; point cards that bore jacks go to their owners."""
    lost = strip_courts(p)
    p.scrap += lost
    if p.events is not None:
        p.events.append(Wiped(played.seat, played.action.card, tuple(lost)))
    return_hosts(p)
    return True


def resolve_seven(p: Position, played: Played) -> bool:
    """Turn up the top of the deck; one of those cards must be played."""
    p.revealed = min(p.rules.ruleset.seven_reveal, len(p.deck))
    p.prompt = Prompt(Ask.SEVEN, (played.seat,))
    if p.events is not None:
        p.events.append(Revealed(played.seat, tuple(p.shown())))
    return False


def resolve_exposure(p: Position, played: Played) -> bool:
    """Lay the foes' hands open to its player, until the next eight does so."""
    p.exposer = played.seat
    if p.events is not None:
        foes = p.rules.foes[played.seat]
        p.events.append(Exposed(played.seat, played.action.card, foes))
    return True


def resolve_nine(p: Position, played: Played) -> bool:
    """Return the targets to their controllers' hands, or put them on the deck."""
    victims = [p.controller(target) for target in played.action.targets]
    for target, victim in zip(played.action.targets, victims, strict=True):
        if p.rules.ruleset.nine_dest == "deckTop":
            _put_on_deck(p, played, target, victim)
        else:
            _return_to_hand(p, played, target, victim)
    return True


def _return_to_hand(p: Position, played: Played, target: Card, victim: int) -> None:
    frozen = p.rules.ruleset.nine_freeze and victim in p.rules.foes[played.seat]
    _evict(p, played, target, victim, frozen=frozen)
    p.hands[victim] |= 1 << target
    if frozen:
        p.frozen[victim] |= 1 << target


def _put_on_deck(p: Position, played: Played, target: Card, victim: int) -> None:
    _evict(p, played, target, victim, frozen=False)
    if p.events is not None and not p.deck and p.rules.ruleset.reveal_hands_deck_empty:
        p.events.append(HandsClosed())
    p.deck.append(target)


def _evict(p: Position, played: Played, target: Card, victim: int, *, frozen: bool) -> None:
    if p.events is not None:
        to_deck = p.rules.ruleset.nine_dest == "deckTop"
        lost = p.stacks.get(target, ())
        p.events.append(
            Evicted(played.seat, played.action.card, target, victim, frozen, to_deck, lost)
        )
    _, lost = lift(p, target)
    p.scrap += lost


def resolve_ten(p: Position, played: Played) -> bool:
    """Make the victim discard one card of its own choice."""
    victim = _victim(p, played)
    owed = min(1, p.hands[victim].bit_count())
    p.prompt = Prompt(Ask.GIVE, (victim,), owed, not owed)
    return False


def resolve_swap(p: Position, played: Played) -> bool:
    """Exchange whole hands with the victim; cards that change hands thaw."""
    seat, other = played.seat, _victim(p, played)
    p.hands[seat], p.hands[other] = p.hands[other], p.hands[seat]
    p.frozen[seat] = p.frozen[other] = 0
    if p.events is not None:
        p.events.append(SwappedHands(seat, other))
    return True


# The table ---------------------------------------------------------------------------------------

_FOUR: Final = {
    "choice": Effect(offer_victim_with_cards, resolve_four),
    "random": Effect(offer_victim_with_cards, resolve_random_four),
    "opponentDraws": Effect(offer_victim_to_draw, resolve_drawing_four),
}
_BASE: Final[tuple[Effect | None, ...]] = (
    Effect(offer_always, resolve_ace),
    Effect(offer_two, resolve_scrap_target),
    Effect(offer_three, resolve_three),
    None,  # four: by four.mode
    Effect(offer_with_deck, resolve_five),
    Effect(offer_always, resolve_six),
    Effect(offer_with_deck, resolve_seven),
    None,  # eight: by its form
    Effect(offer_nine, resolve_nine),
    None,  # ten: by ten.oneOff
    None,
    None,
    None,
    None,  # joker: by joker.mode
)


def effects_of(ruleset: Ruleset) -> tuple[tuple[Effect | None, ...], CardSet]:
    """Pick the effects a ruleset plays with, by rank, and the cards that have one."""
    effects = list(_BASE)
    effects[FOUR] = _FOUR[ruleset.four_mode]
    if ruleset.nine_count > 1:
        effects[NINE] = Effect(offer_double_nine, resolve_nine)
    allowed = cards_of_ranks(ruleset.one_offs)
    if ruleset.eight_form == "status":
        effects[EIGHT] = Effect(offer_always, resolve_exposure)
    elif ruleset.eight_one_off:
        effects[EIGHT] = Effect(offer_eight, resolve_scrap_target)
        allowed |= EIGHTS
    if ruleset.ten_one_off == "discard1":
        effects[TEN] = Effect(offer_victim_with_cards, resolve_ten)
    if ruleset.joker_mode == "handSwap":
        effects[JOKER] = Effect(offer_victim, resolve_swap)
        allowed |= ONE_OF_RANK[JOKER]
    cards = sum(ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect) & allowed
    return tuple(effects), cards


def cards_with(effects: tuple[Effect | None, ...], offer: Offer) -> CardSet:
    """Gather the cards whose one-off is offered in this way."""
    return sum(
        ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect and effect.offer is offer
    )
