"""Carry out the one-offs once nobody counters.

A resolution says whether the one-off is done with; False: it now waits for a choice.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import EIGHTS, Card, members
from engine.play.events import (
    Destroyed,
    Discarded,
    Evicted,
    Exposed,
    HandsClosed,
    Revealed,
    SwappedHands,
    Wiped,
)
from engine.play.position import Played, Position
from engine.play.view import Ask
from engine.play.zones import (
    draw_cards,
    lift,
    pay_from_hand,
    return_hosts,
    strip_courts,
    strip_points,
)
from engine.prng import Stream
from engine.rules.compiled import Prompt

Resolve = Callable[[Position, Played], bool]


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
    """Return the targets to hands, or put them on the deck."""
    victims = [_receiver(p, target) for target in played.action.targets]
    for target, victim in zip(played.action.targets, victims, strict=True):
        if p.rules.ruleset.nine_dest == "deckTop":
            _put_on_deck(p, played, target, victim)
        else:
            _return_to_hand(p, played, target, victim)
    return True


def _receiver(p: Position, target: Card) -> int:
    """Find whose hand a card returns to: its controller's; nobody's glasses, their player's."""
    is_nobodys = p.rules.ruleset.eight_form == "unowned" and EIGHTS >> target & 1
    if is_nobodys and any(court >> target & 1 for court in p.court):
        return p.owner(target)
    return p.controller(target)


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
