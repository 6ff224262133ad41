"""Say what a play is for, as data: derived from the action and what its seat can see.

Each kind of action and each effect of a one-off has one function here. They read a `View`, so
nothing that a seat cannot see enters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.actions import Action, Kind
from engine.cards import (
    EIGHT,
    JACK,
    JOKER,
    KING,
    NUMBERS,
    QUEEN,
    TWOS,
    Card,
    members,
    rank_of,
    value_of,
)
from engine.coach.purposes import (
    ONE_CARD,
    HeldCard,
    Purpose,
    Purposes,
    foes_of,
    gains,
    held_card,
    is_foe,
    known_hand,
    losses,
    own_seat,
    own_side,
    points_short,
    removal,
    unseen,
    uses,
)
from engine.play.view import View
from engine.rules import effects
from engine.rules.effects import Effect, scuttle_reach

_FEW: Final = 8
"""The most unseen cards that are worth counting."""
_WANTED: Final = (KING, JACK, QUEEN)
"""What is best kept in hand; then the highest point card."""

_DRAWBACKS: Final = ("wastes", "risks", "countered")
"""What speaks against a play."""
_COMFORTS: Final = ("sure", "safe")
"""What is no comfort where a play does harm."""


def purposes(view: View, action: Action, then: Action | None = None) -> tuple[Purpose, ...]:
    """List what a legal action of the viewer is for, the most important first.

    `then` is what the viewer would take, if the action lets it take a card from the scrap.
    """
    of_kind = _BY_KIND.get(action.kind)
    found = () if of_kind is None else tuple(dict.fromkeys(of_kind(view, action)))
    if then is not None:
        found = tuple(_with_card(view, found, then.card))
    if any(map(is_drawback, found)):
        found = tuple(purpose for purpose in found if purpose.kind not in _COMFORTS)
    won = next((purpose for purpose in found if purpose.kind == "wins"), None)
    if won is None:
        return found
    sure = any(purpose.kind == "sure" for purpose in found)
    return (replace(won, kind="wins-unless") if _is_answered(view, action, sure=sure) else won,)


def is_drawback(purpose: Purpose) -> bool:
    """Return whether this speaks against a play."""
    loses = purpose.kind == "trades" and purpose.other > purpose.number
    return loses or purpose.kind in _DRAWBACKS


def _is_answered(view: View, action: Action, *, sure: bool) -> bool:
    """Return whether an opponent is asked about a play before it works."""
    if action.kind is Kind.ONE_OFF:
        return not sure
    royal = action.kind in (Kind.ROYAL, Kind.JACK, Kind.JOKER)
    jack = action.kind is Kind.JACK and view.ruleset.jack_counterable
    return jack or (royal and view.ruleset.nine_royal_response)


# plays --------------------------------------------------------------------------------------------


def _points(view: View, action: Action) -> Purposes:
    gained = tuple(gains(view, value_of(action.card)))
    yield from (gain for gain in gained if gain.kind == "wins" or gain.number <= ONE_CARD)
    yield from _exposure(view, action.card)
    yield from gained


def _exposure(view: View, card: Card) -> Purposes:
    """Yield who can scuttle a new point card, or that nobody can."""
    guarded = view.ruleset.scuttle_queen_blocks
    if guarded and any(rank_of(royal.card) == QUEEN for royal in own_side(view).royals):
        yield Purpose("safe", cards=(card,))
        return
    (reach,) = scuttle_reach(view.ruleset)
    beaters = [other for other in members(NUMBERS) if reach.beats[other] >> card & 1]
    for foe in foes_of(view):
        ready = [held for held in known_hand(view, foe) if held in beaters]
        if ready:
            yield Purpose("risks", cards=(ready[0],), seat=foe)
            return
    hidden = unseen(view, beaters)
    if not hidden:
        yield Purpose("safe", cards=(card,))
    elif len(hidden) <= _FEW:
        yield Purpose("exposed", len(hidden))


def _scuttle(view: View, action: Action) -> Purposes:
    for target in action.targets:
        held = held_card(view, target)
        if held is not None:
            yield from losses(view, held.seat, value_of(target))


def _royal(view: View, action: Action) -> Purposes:
    rank = rank_of(action.card)
    if rank == KING:
        yield from gains(view, 0, kings=1)
    elif rank == QUEEN:
        score = own_side(view).score
        yield Purpose("guards", score) if score else Purpose("guards-later")
    elif rank == EIGHT:
        yield from _sight(view)


def _sight(view: View) -> Purposes:
    hidden = [foe for foe in foes_of(view) if not view.seats[foe].open]
    for foe in hidden[:1]:
        yield Purpose("sees", view.seats[foe].hand_size, seat=foe)


def _taken(view: View, action: Action) -> HeldCard | None:
    """Return the card that a jack or joker takes for the viewer; None if it gives one away."""
    me, held = own_seat(view), held_card(view, action.targets[0])
    given = held is None or held.seat == me or action.seat not in (-1, me)
    return None if given else held


def _jack(view: View, action: Action) -> Purposes:
    target, held = action.targets[0], _taken(view, action)
    if held is None:
        return
    if held.placed.owner == own_seat(view):
        yield Purpose("regains", cards=(target,), seat=held.seat)
    gained = tuple(gains(view, value_of(target)))
    yield from (purpose for purpose in gained if purpose.kind == "wins")
    yield from losses(view, held.seat, value_of(target))
    yield from gained


def _joker(view: View, action: Action) -> Purposes:
    target, held = action.targets[0], _taken(view, action)
    if held is None:
        return
    if rank_of(target) == KING:
        yield from gains(view, 0, kings=1)
    elif rank_of(target) in (JACK, JOKER) and NUMBERS >> held.placed.card & 1:
        yield from gains(view, value_of(held.placed.card))
    elif rank_of(target) == QUEEN:
        yield Purpose("guards-later")
    yield from removal(view, target)


def _one_off(view: View, action: Action) -> Purposes:
    effect = view.effect(action)
    if effect is not None:
        yield from _BY_EFFECT[type(effect)](view, action, effect)
        yield from _answers(view)


def _answers(view: View) -> Purposes:
    """Yield who can counter a one-off with a two, or that nobody can."""
    shielded = view.ruleset.queen_blocks_counter == "all"
    twos = members(TWOS)
    if shielded and any(rank_of(royal.card) == QUEEN for royal in own_side(view).royals):
        yield Purpose("sure")
        return
    for foe in foes_of(view):
        ready = [held for held in known_hand(view, foe) if held in twos]
        if ready:
            yield Purpose("countered", cards=(ready[0],), seat=foe)
            return
    if not unseen(view, twos):
        yield Purpose("sure")


# one-offs, by effect ------------------------------------------------------------------------------


def _scrap_points(view: View, action: Action, effect: Effect) -> Purposes:
    theirs = {foe: view.seats[foe].score for foe in foes_of(view)}
    allies = [side for side in view.seats if side.side == own_side(view).side]
    near = [foe for foe in theirs if theirs[foe] and points_short(view, foe) <= ONE_CARD]
    for foe in near[:1]:
        yield Purpose("stops", points_short(view, foe), seat=foe)
    lost, own = sum(theirs.values()), sum(side.score for side in allies)
    if lost and own:
        yield Purpose("trades", lost, own)
    elif lost:
        yield from losses(view, max(theirs, key=lambda foe: theirs[foe]), max(theirs.values()))
    elif own:
        yield Purpose("wastes", own)


def _scrap_royals(view: View, action: Action, effect: Effect) -> Purposes:
    lost: list[int] = [0, 0]
    for seat, side in enumerate(view.seats):
        royals = len(side.royals) + sum(len(placed.stack) for placed in side.points)
        lost[is_foe(view, seat)] += royals
    back = [
        placed.card
        for foe in foes_of(view)
        for placed in view.seats[foe].points
        if placed.owner == own_seat(view)
    ]
    if back:
        yield Purpose("regains", cards=tuple(back), seat=own_seat(view))
    for foe in foes_of(view):
        for royal in view.seats[foe].royals:
            if rank_of(royal.card) == KING and points_short(view, foe) <= ONE_CARD:
                yield Purpose("stops", points_short(view, foe), seat=foe)
    if lost[True]:
        yield Purpose("clears", lost[True], lost[False])


def _with_card(view: View, found: Iterable[Purpose], card: Card) -> Purposes:
    """Name the card that is taken from the scrap, and what comes of it."""
    for purpose in found:
        if purpose.kind == "searches":
            yield from (use for use in uses(view, card) if use.kind == "wins-next")
            yield replace(purpose, kind="fetches", cards=(card,))
        else:
            yield purpose


def _wanted(view: View, card: Card) -> int:
    """Return how much a card is wanted in hand."""
    if any(purpose.kind == "wins-next" for purpose in uses(view, card)):
        return 100
    rank = rank_of(card)
    return 50 - _WANTED.index(rank) if rank in _WANTED else rank if rank < JACK else 0


def _opponent_discards(view: View, action: Action, effect: effects.OpponentDiscards) -> Purposes:
    victim = _victim(view, action)
    yield Purpose("costs", min(effect.count, view.seats[victim].hand_size), seat=victim)


def _victim(view: View, action: Action) -> int:
    return action.seat if action.seat >= 0 else foes_of(view)[0]


def _draw_cards(view: View, action: Action, effect: effects.DrawCards) -> Purposes:
    cost = min(effect.cost, len(set(own_side(view).hand) - {action.card}))
    yield Purpose("digs", min(effect.count, view.deck_size), cost)


def _return_targets(view: View, action: Action, effect: effects.ReturnTargets) -> Purposes:
    for target in action.targets:
        yield from removal(view, target)
        held = held_card(view, target)
        if held is not None and held.seat == own_seat(view):
            yield Purpose("returns", cards=(target,), seat=held.seat)
        elif held is not None and (effect.freezes or effect.to_deck):
            yield Purpose("delays", cards=(target,), seat=held.seat)


def _swap_hands(view: View, action: Action, effect: Effect) -> Purposes:
    victim = _victim(view, action)
    yield Purpose("swaps", view.seats[victim].hand_size, own_side(view).hand_size - 1, seat=victim)


_BY_EFFECT: Final[dict[type[Effect], Callable[[View, Action, Any], Iterable[Purpose]]]] = {
    effects.ScrapPoints: _scrap_points,
    effects.ScrapRoyals: _scrap_royals,
    effects.ScrapTarget: lambda view, action, effect: removal(view, action.targets[0]),
    effects.TakeFromScrap: lambda view, action, effect: [
        Purpose("searches", sum(not effect.barred >> card & 1 for card in view.scrap))
    ],
    effects.OpponentDiscards: _opponent_discards,
    effects.OpponentDraws: lambda view, action, effect: [
        Purpose("burdens", min(effect.count, view.deck_size), seat=_victim(view, action))
    ],
    effects.DrawCards: _draw_cards,
    effects.PlayFromDeck: lambda view, action, effect: [
        Purpose("tries", min(effect.shown, view.deck_size))
    ],
    effects.SeeHands: lambda view, action, effect: _sight(view),
    effects.ReturnTargets: _return_targets,
    effects.SwapHands: _swap_hands,
}


# answers ------------------------------------------------------------------------------------------


def _counter(view: View, action: Action) -> Purposes:
    """Yield what a two stops, or which of the viewer's own cards it carries through."""
    if len(view.pile) > 1:
        below = view.pile[-2]
        if not is_foe(view, below.seat):
            yield Purpose("carries", cards=below.action.cards, seat=below.seat)
            return
    if view.pile:
        # what the open play would do to the viewer's side
        played = view.pile[0]
        effect, mine = view.effect(played.action), own_side(view)
        if isinstance(effect, effects.ScrapPoints) and mine.score:
            yield Purpose("saves", mine.score, seat=own_seat(view))
        elif isinstance(effect, effects.ScrapRoyals) and mine.royals:
            yield Purpose("saves", cards=tuple(royal.card for royal in mine.royals))
        else:
            held = [(card, held_card(view, card)) for card in played.action.targets]
            own = [card for card, place in held if place and not is_foe(view, place.seat)]
            if own:
                yield Purpose("saves", cards=tuple(own))
            else:
                yield Purpose("denies", cards=played.action.cards, seat=played.seat)


def _decline(view: View, action: Action) -> Purposes:
    """Yield why a card that could answer is held back."""
    answers = [other.card for other in view.legal if other.cards]
    if not answers:
        return
    for foe in foes_of(view):
        for card in known_hand(view, foe):
            effect = effects.effect_of(view.ruleset, rank_of(card))
            if isinstance(effect, effects.ScrapPoints | effects.ScrapRoyals):  # it sweeps the table
                yield Purpose("holds-against", cards=(answers[0], card), seat=foe)
                return
    if view.pile and isinstance(view.effect(view.pile[0].action), effects.ScrapPoints):
        theirs = sum(view.seats[foe].score for foe in foes_of(view))
        if theirs > own_side(view).score:
            yield Purpose("suits", theirs, own_side(view).score, seat=view.pile[0].seat)
    yield Purpose("holds", cards=(answers[0],))


# cards --------------------------------------------------------------------------------------------


def _discard(view: View, action: Action) -> Purposes:
    """Yield the best cards that stay in hand."""
    left: Sequence[Card] = [card for card in own_side(view).hand if card not in action.cards]
    if left:
        best = sorted(left, key=lambda card: (_wanted(view, card), card), reverse=True)
        yield Purpose("keeps", cards=tuple(best[:2]))


_BY_KIND: Final[dict[Kind, Callable[[View, Action], Iterable[Purpose]]]] = {
    Kind.PASS: lambda view, action: [Purpose("waits")],
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: _jack,
    Kind.JOKER: _joker,
    Kind.ONE_OFF: _one_off,
    Kind.COUNTER: _counter,
    Kind.BLOCK: lambda view, action: [
        Purpose("saves", cards=played.action.targets) for played in view.pile[:1]
    ],
    Kind.REBUFF: lambda view, action: [
        Purpose("denies", cards=played.action.cards, seat=played.seat) for played in view.pile[:1]
    ],
    Kind.DECLINE: _decline,
    Kind.TAKE: lambda view, action: uses(view, action.card),
    Kind.DISCARD: _discard,
    Kind.ACCEPT: lambda view, action: [Purpose("agrees")],
    Kind.REJECT: lambda view, action: [Purpose("plays-on")],
}
