"""Say what stands in the way of a play that aims at something; see `engine.play.explain`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import Action, Kind
from engine.cards import EIGHTS, JACKS, JOKERS, KINGS, NINES, QUEENS, THREES, TWOS, Card, members
from engine.play.position import Position
from engine.play.refusal import Reason, Refusal
from engine.play.view import Ask
from engine.rules.compiled import Kinds


def not_at_hand(p: Position, seat: int, card: Card) -> Iterator[Refusal]:
    """Object to a card that is not at hand."""
    bit = 1 << card
    if p.prompt.ask is Ask.SEVEN:
        if card not in p.shown():
            yield Refusal(Reason.NOT_SHOWN)
    elif not p.hands[seat] & bit:
        yield Refusal(Reason.NOT_IN_HAND)
    elif p.prompt.ask is Ask.PLAY and p.frozen[seat] & bit:
        yield Refusal(Reason.FROZEN, by=(card,))


def not_one_card(action: Action) -> Iterator[Refusal]:
    """Object to none, or to several at once."""
    if len(action.cards) != 1:
        yield Refusal(Reason.WRONG_COUNT, number=1)


def not_one_target(action: Action) -> Iterator[Refusal]:
    """Object to none, or to several."""
    if len(action.targets) != 1:
        yield Refusal(Reason.NEEDS_TARGET)


def not_hostile(p: Position, seat: int, victim: int) -> Iterator[Refusal]:
    """Object to a victim that is no foe."""
    if victim not in p.rules.foes[seat]:
        yield Refusal(Reason.NOT_HOSTILE, seat=victim)


def _aim(
    p: Position, seat: int, target: Card, kinds: Kinds, whose: tuple[int, ...]
) -> Iterator[Refusal]:
    """Object to a target: not there, not of that kind, on the wrong side, covered, buried."""
    controller = p.controller(target)
    if controller < 0:
        yield Refusal(Reason.NOT_ON_TABLE)
    if not _is_of_kind(p, target, kinds):
        yield Refusal(Reason.WRONG_KIND)
    if controller not in whose:
        yield Refusal(Reason.NOT_HOSTILE, seat=controller)
    host = p.host(target)
    if host is not None and not p.attached(controller) >> target & 1:
        yield Refusal(Reason.BURIED, by=(p.stacks[host][-1],))
    if controller in p.rules.foes[seat] and p.covered(controller) >> target & 1:
        yield Refusal(
            Reason.COVERED, by=tuple(members(p.court[controller] & QUEENS)), seat=controller
        )


def _is_of_kind(p: Position, target: Card, kinds: Kinds) -> bool:
    bit = 1 << target
    if any(points & bit for points in p.points):
        return kinds.points
    if any(court & bit for court in p.court):
        return kinds.court & bit != 0
    return kinds.attached & bit != 0


_POINT_CARDS: Final = Kinds(points=True, court=0, attached=0)
_ROYALS: Final = Kinds(points=False, court=KINGS | QUEENS | EIGHTS, attached=JACKS | JOKERS)
_GLASSES: Final = Kinds(points=False, court=EIGHTS, attached=0)


def attachment(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Object to a jack or a joker laid on a card."""
    yield from not_one_card(action)
    yield from not_at_hand(p, seat, action.card)
    ruleset = p.rules.ruleset
    jack = action.kind is Kind.JACK
    right = JACKS if jack else JOKERS if ruleset.joker_mode == "stealRoyal" else 0
    if not right >> action.card & 1:
        yield Refusal(Reason.NOT_FOR_THAT)
    reach = ruleset.jack_reach if jack else ruleset.joker_reach
    whose = p.rules.foes[seat] if reach == "oppToSelf" else p.rules.around[seat]
    kinds = _POINT_CARDS if jack else _ROYALS
    if not p.reach(seat, whose, kinds) and not action.targets:
        yield Refusal(Reason.NO_TARGET)
    yield from not_one_target(action)
    yield from _aim(p, seat, action.targets[0], kinds, whose)
    if not jack and JOKERS >> action.targets[0] & 1:
        yield Refusal(Reason.WRONG_KIND)
    yield Refusal(Reason.WRONG_SEAT, seat=action.seat)


def one_off(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Object to a one-off, and to its aim."""
    yield from not_one_card(action)
    card = action.card
    yield from not_at_hand(p, seat, card)
    rules = p.rules
    effect = rules.effects[card >> 2]
    playable = rules.aimed_one_offs >> card & 1 or any(
        a.kind is Kind.ONE_OFF for a in rules.plays.of(1 << card)
    )
    if effect is None or not playable:
        yield Refusal(Reason.NOT_FOR_THAT)
    left = len(p.deck) - (p.prompt.ask is Ask.SEVEN)
    if (
        not left
        and not any(a.kind is Kind.ONE_OFF for a in rules.deckless_plays.of(1 << card))
        and any(a.kind is Kind.ONE_OFF for a in rules.plays.of(1 << card))
    ):
        yield Refusal(Reason.DECK_EMPTY)
    if rules.aimed_one_offs >> card & 1:
        yield from _aimed(p, seat, action, left)


def _aimed(p: Position, seat: int, action: Action, left: int) -> Iterator[Refusal]:
    """Object to the aim of a one-off that depends on the table."""
    card = action.card
    if THREES >> card & 1:
        if action.targets or action.seat >= 0:
            yield Refusal(Reason.NO_AIM)
        yield Refusal(Reason.SCRAP_EMPTY)
    kinds, whose = _reach_of(p, seat, card)
    if kinds is None:
        yield from _victim(p, seat, action, left)
        return
    options: list[Action] = []
    p.rules.offers[card](p, seat, card, left, options)
    if not options and not action.targets:
        yield Refusal(Reason.NO_TARGET)
    if not action.targets:
        yield Refusal(Reason.NEEDS_TARGET)
    for target in action.targets:
        if not _unowned_glasses(p, card, target):
            yield from _aim(p, seat, target, kinds, whose)
    if len(action.targets) == 2 and any(
        a in p.stacks.get(b, ()) for a in action.targets for b in action.targets
    ):
        yield Refusal(Reason.ON_ONE_ANOTHER)
    if action.seat < 0:
        yield Refusal(Reason.TWO_TARGETS)


def _unowned_glasses(p: Position, card: Card, target: Card) -> bool:
    nobodys = NINES >> card & 1 and p.rules.ruleset.nine_side == "opp+anyG"
    return bool(nobodys) and any(court & EIGHTS & 1 << target for court in p.court)


def _reach_of(p: Position, seat: int, card: Card) -> tuple[Kinds | None, tuple[int, ...]]:
    """Tell what kinds of card a one-off aims at, and on whose side; no kinds for a victim."""
    rules = p.rules
    if TWOS >> card & 1:
        everyone = rules.ruleset.two_side == "any"
        return rules.two, rules.not_partners[seat] if everyone else rules.foes[seat]
    if NINES >> card & 1:
        everyone = rules.ruleset.nine_side == "any"
        return rules.nine, rules.not_partners[seat] if everyone else rules.foes[seat]
    if EIGHTS >> card & 1:
        return _GLASSES, rules.around[seat]
    return None, ()


def _victim(p: Position, seat: int, action: Action, left: int) -> Iterator[Refusal]:
    if action.targets:
        yield Refusal(Reason.NO_AIM)
    if not left and p.rules.ruleset.four_mode == "opponentDraws" and action.card >> 2 == 3:
        yield Refusal(Reason.DECK_EMPTY)
    if p.rules.seats > 2 and action.seat not in p.rules.foes[seat]:
        yield Refusal(Reason.WRONG_SEAT, seat=action.seat)
    if p.rules.seats == 2 and action.seat >= 0:
        yield Refusal(Reason.NO_AIM)
    yield Refusal(Reason.NO_VICTIM, seat=action.seat)
