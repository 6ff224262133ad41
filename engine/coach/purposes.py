"""Say what a play is for, as data: derived from the action and what its seat can see.

Each kind of action and each effect of a one-off has one function here. They read a `View`, so
nothing that a seat cannot see enters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from engine.actions import Action, Kind
from engine.cards import (
    EIGHT,
    JACK,
    JOKER,
    KING,
    NUMBERS,
    QUEEN,
    RANK_LETTERS,
    TWOS,
    Card,
    members,
    rank_of,
    value_of,
)
from engine.play.view import Pending, Placed, SeatView, View
from engine.rules import effects
from engine.rules.effects import Effect, scuttle_reach
from engine.rules.rulesets import WON

PurposeKind = Literal[
    "wins",
    "wins-unless",
    "wins-next",
    "nears",
    "stops",
    "takes-all",
    "takes-half",
    "takes",
    "raises",
    "uncovers",
    "blinds",
    "regains",
    "trades",
    "wastes",
    "clears",
    "returns",
    "delays",
    "guards",
    "guards-later",
    "sees",
    "costs",
    "burdens",
    "digs",
    "tries",
    "searches",
    "fetches",
    "swaps",
    "waits",
    "saves",
    "denies",
    "carries",
    "holds",
    "holds-against",
    "suits",
    "keeps",
    "may-steal",
    "may-scuttle",
    "agrees",
    "plays-on",
    "exposed",
    "safe",
    "sure",
    "risks",
    "countered",
]
KINDS: Final[tuple[PurposeKind, ...]] = get_args(PurposeKind)
_ONE_CARD: Final = 10
"""Points that a single card can bring."""
_FEW: Final = 8
"""The most unseen cards that are worth counting."""
_WANTED: Final = (KING, JACK, QUEEN)
"""What is best kept in hand; then the highest point card."""


_DRAWBACKS: Final = ("wastes", "risks", "countered")
"""What speaks against a play."""
_COMFORTS: Final = ("sure", "safe")
"""What is no comfort where a play does harm."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """One thing that a play is for, or that speaks against it."""

    kind: PurposeKind
    number: int = 0
    """Points, cards or a goal, by the kind."""
    other: int = 0
    """The same of the player's own side, where both sides are named."""
    cards: tuple[Card, ...] = ()
    seat: int = -1
    """The opponent it concerns, or the player's own seat for what happens to it."""


Purposes = Iterator[Purpose]


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


# what is on the table -----------------------------------------------------------------------------


class _Held(NamedTuple):
    """A card on the table, and who holds it."""

    seat: int
    placed: Placed


def _seat(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def _mine(view: View) -> SeatView:
    return view.seats[_seat(view)]


def _foes(view: View) -> list[int]:
    """List the opponents who still play, the next in turn first."""
    me, count = _seat(view), len(view.seats)
    around = ((me + step) % count for step in range(1, count))
    side = view.seats[me].side
    return [seat for seat in around if view.seats[seat].side != side and seat not in view.retired]


def _is_foe(view: View, seat: int) -> bool:
    return view.seats[seat].side != _mine(view).side


def _short(view: View, seat: int) -> int:
    """Return how many points a seat needs to win."""
    return max(0, view.seats[seat].goal - view.seats[seat].score)


def _held(view: View, card: Card) -> _Held | None:
    """Find a card on the table, or a jack or joker on it."""
    for seat, side in enumerate(view.seats):
        for placed in (*side.points, *side.royals):
            if card == placed.card or card in placed.stack:
                return _Held(seat, placed)
    return None


def _goal_after(view: View, seat: int, kings: int) -> int:
    """Return the goal of a seat with so many kings more or fewer; 0 if they win alone."""
    now = sum(rank_of(placed.card) == KING for placed in view.seats[seat].royals)
    goals = view.ruleset.goals
    return max(0, goals[max(0, min(now + kings, len(goals) - 1))])


def _seen(view: View) -> set[Card]:
    """Return every card whose place the viewer knows."""
    seen = {*view.scrap, *view.revealed, *view.pending_sevens}
    seen.update(card for pending in view.pile for card in pending.action.cards)
    for side in view.seats:
        seen.update(side.hand)
        for placed in (*side.points, *side.royals):
            seen.update((placed.card, *placed.stack))
    return seen


def _unseen(view: View, kinds: Iterable[Card]) -> list[Card]:
    """List the cards among these that may still be in a hidden hand or in the deck."""
    seen, out = _seen(view), view.ruleset.deck_exclude
    return [card for card in kinds if card not in seen and RANK_LETTERS[rank_of(card)] not in out]


def _known(view: View, seat: int) -> list[Card]:
    """List the cards that a seat could play, as far as the viewer reads its hand."""
    side = view.seats[seat]
    return [card for card in side.hand if card not in side.frozen]


# gains and losses ---------------------------------------------------------------------------------


def _gains(view: View, points: int, kings: int = 0) -> Purposes:
    """Yield what points, or kings, bring the viewer: the win, or so many to go."""
    goal, score = _goal_after(view, _seat(view), kings), _mine(view).score + points
    if score >= goal or (kings and view.ruleset.goals[-1] == WON and goal == 0):
        yield Purpose("wins", goal, seat=_seat(view))
    else:
        yield Purpose("nears", goal - score, seat=_seat(view))


def _takes(view: View, seat: int, points: int) -> Purposes:
    """Yield what it means that an opponent loses points."""
    score, short = view.seats[seat].score, _short(view, seat)
    if points <= 0 or not _is_foe(view, seat):
        return
    if short <= _ONE_CARD:
        yield Purpose("stops", short, seat=seat)
    kind: PurposeKind = "takes"
    if points == score:
        kind = "takes-all"
    elif 2 * points >= score:
        kind = "takes-half"
    yield Purpose(kind, points, seat=seat)


def _removes(view: View, card: Card) -> Purposes:
    """Yield what it means that a card leaves the table."""
    held = _held(view, card)
    if held is None:
        return
    seat, placed = held
    if card in placed.stack:
        yield from _frees(view, seat, placed, card)
    elif not _is_foe(view, seat):
        return
    elif rank_of(card) == KING:
        if _short(view, seat) <= _ONE_CARD:
            yield Purpose("stops", _short(view, seat), seat=seat)
        yield Purpose("raises", _goal_after(view, seat, -1), cards=(card,), seat=seat)
    elif rank_of(card) == QUEEN:
        yield Purpose("uncovers", cards=(card,), seat=seat)
    elif card in {royal.card for royal in view.seats[seat].royals}:
        yield Purpose("blinds", cards=(card,), seat=seat)
    else:
        yield from _takes(view, seat, value_of(card))


def _frees(view: View, seat: int, placed: Placed, jack: Card) -> Purposes:
    """Yield what it means that a jack or a joker leaves the card it holds."""
    lender = placed.lenders[placed.stack.index(jack)]
    if lender == _seat(view):
        yield Purpose("regains", cards=(placed.card,), seat=seat)
        if NUMBERS >> placed.card & 1:
            points = value_of(placed.card)
            if _mine(view).score + points >= _mine(view).goal:
                yield Purpose("wins", _mine(view).goal, seat=_seat(view))
    if _is_foe(view, seat) and rank_of(placed.card) < JACK:
        yield from _takes(view, seat, value_of(placed.card))


# plays --------------------------------------------------------------------------------------------


def _points(view: View, action: Action) -> Purposes:
    gained = tuple(_gains(view, value_of(action.card)))
    yield from (gain for gain in gained if gain.kind == "wins" or gain.number <= _ONE_CARD)
    yield from _exposure(view, action.card)
    yield from gained


def _exposure(view: View, card: Card) -> Purposes:
    """Yield who can scuttle a new point card, or that nobody can."""
    guarded = view.ruleset.scuttle_queen_blocks
    if guarded and any(rank_of(royal.card) == QUEEN for royal in _mine(view).royals):
        yield Purpose("safe", cards=(card,))
        return
    (reach,) = scuttle_reach(view.ruleset)
    beaters = [other for other in members(NUMBERS) if reach.beats[other] >> card & 1]
    for foe in _foes(view):
        ready = [held for held in _known(view, foe) if held in beaters]
        if ready:
            yield Purpose("risks", cards=(ready[0],), seat=foe)
            return
    unseen = _unseen(view, beaters)
    if not unseen:
        yield Purpose("safe", cards=(card,))
    elif len(unseen) <= _FEW:
        yield Purpose("exposed", len(unseen))


def _scuttle(view: View, action: Action) -> Purposes:
    for target in action.targets:
        held = _held(view, target)
        if held is not None:
            yield from _takes(view, held.seat, value_of(target))


def _royal(view: View, action: Action) -> Purposes:
    rank = rank_of(action.card)
    if rank == KING:
        yield from _gains(view, 0, kings=1)
    elif rank == QUEEN:
        score = _mine(view).score
        yield Purpose("guards", score) if score else Purpose("guards-later")
    elif rank == EIGHT:
        yield from _sight(view)


def _sight(view: View) -> Purposes:
    hidden = [foe for foe in _foes(view) if not view.seats[foe].open]
    for foe in hidden[:1]:
        yield Purpose("sees", view.seats[foe].hand_size, seat=foe)


def _jack(view: View, action: Action) -> Purposes:
    target, me = action.targets[0], _seat(view)
    held = _held(view, target)
    if held is None:
        return
    if held.seat == me or action.seat not in (-1, me):
        return  # it is given away
    if held.placed.owner == me:
        yield Purpose("regains", cards=(target,), seat=held.seat)
    gained = tuple(_gains(view, value_of(target)))
    yield from (purpose for purpose in gained if purpose.kind == "wins")
    yield from _takes(view, held.seat, value_of(target))
    yield from gained


def _joker(view: View, action: Action) -> Purposes:
    target, me = action.targets[0], _seat(view)
    held = _held(view, target)
    if held is None:
        return
    if held.seat == me or action.seat not in (-1, me):
        return  # it is given away
    if rank_of(target) == KING:
        yield from _gains(view, 0, kings=1)
    elif rank_of(target) in (JACK, JOKER) and NUMBERS >> held.placed.card & 1:
        yield from _gains(view, value_of(held.placed.card))
    elif rank_of(target) == QUEEN:
        yield Purpose("guards-later")
    yield from _removes(view, target)


def _one_off(view: View, action: Action) -> Purposes:
    effect = view.effect(action)
    if effect is not None:
        yield from _BY_EFFECT[type(effect)](view, action, effect)
        yield from _answers(view)


def _answers(view: View) -> Purposes:
    """Yield who can counter a one-off with a two, or that nobody can."""
    shielded = view.ruleset.queen_blocks_counter == "all"
    twos = members(TWOS)
    if shielded and any(rank_of(royal.card) == QUEEN for royal in _mine(view).royals):
        yield Purpose("sure")
        return
    for foe in _foes(view):
        ready = [held for held in _known(view, foe) if held in twos]
        if ready:
            yield Purpose("countered", cards=(ready[0],), seat=foe)
            return
    if not _unseen(view, twos):
        yield Purpose("sure")


# one-offs, by effect ------------------------------------------------------------------------------


def _scrap_points(view: View, action: Action, effect: Effect) -> Purposes:
    theirs = {foe: view.seats[foe].score for foe in _foes(view)}
    allies = [side for side in view.seats if side.side == _mine(view).side]
    near = [foe for foe in theirs if theirs[foe] and _short(view, foe) <= _ONE_CARD]
    for foe in near[:1]:
        yield Purpose("stops", _short(view, foe), seat=foe)
    lost, own = sum(theirs.values()), sum(side.score for side in allies)
    if lost and own:
        yield Purpose("trades", lost, own)
    elif lost:
        yield from _takes(view, max(theirs, key=lambda foe: theirs[foe]), max(theirs.values()))
    elif own:
        yield Purpose("wastes", own)


def _scrap_royals(view: View, action: Action, effect: Effect) -> Purposes:
    lost: list[int] = [0, 0]
    for seat, side in enumerate(view.seats):
        royals = len(side.royals) + sum(len(placed.stack) for placed in side.points)
        lost[_is_foe(view, seat)] += royals
    back = [
        placed.card
        for foe in _foes(view)
        for placed in view.seats[foe].points
        if placed.owner == _seat(view)
    ]
    if back:
        yield Purpose("regains", cards=tuple(back), seat=_seat(view))
    for foe in _foes(view):
        for royal in view.seats[foe].royals:
            if rank_of(royal.card) == KING and _short(view, foe) <= _ONE_CARD:
                yield Purpose("stops", _short(view, foe), seat=foe)
    if lost[True]:
        yield Purpose("clears", lost[True], lost[False])


def _scrap_target(view: View, action: Action, effect: Effect) -> Purposes:
    for target in action.targets:
        yield from _removes(view, target)


def _fetch(view: View, action: Action, effect: effects.TakeFromScrap) -> Purposes:
    yield Purpose("searches", sum(not effect.barred >> card & 1 for card in view.scrap))


def _with_card(view: View, found: Iterable[Purpose], card: Card) -> Purposes:
    """Name the card that is taken from the scrap, and what comes of it."""
    for purpose in found:
        if purpose.kind == "searches":
            yield from (use for use in _use(view, card) if use.kind == "wins-next")
            yield replace(purpose, kind="fetches", cards=(card,))
        else:
            yield purpose


def _wanted(view: View, card: Card) -> int:
    """Return how much a card is wanted in hand."""
    if any(purpose.kind == "wins-next" for purpose in _use(view, card)):
        return 100
    rank = rank_of(card)
    return 50 - _WANTED.index(rank) if rank in _WANTED else rank if rank < JACK else 0


def _opponent_discards(view: View, action: Action, effect: effects.OpponentDiscards) -> Purposes:
    victim = _victim(view, action)
    yield Purpose("costs", min(effect.count, view.seats[victim].hand_size), seat=victim)


def _opponent_draws(view: View, action: Action, effect: effects.OpponentDraws) -> Purposes:
    yield Purpose("burdens", min(effect.count, view.deck_size), seat=_victim(view, action))


def _victim(view: View, action: Action) -> int:
    return action.seat if action.seat >= 0 else _foes(view)[0]


def _draw_cards(view: View, action: Action, effect: effects.DrawCards) -> Purposes:
    cost = min(effect.cost, len(set(_mine(view).hand) - {action.card}))
    yield Purpose("digs", min(effect.count, view.deck_size), cost)


def _play_from_deck(view: View, action: Action, effect: effects.PlayFromDeck) -> Purposes:
    yield Purpose("tries", min(effect.shown, view.deck_size))


def _see_hands(view: View, action: Action, effect: Effect) -> Purposes:
    yield from _sight(view)


def _return_targets(view: View, action: Action, effect: effects.ReturnTargets) -> Purposes:
    for target in action.targets:
        yield from _removes(view, target)
        held = _held(view, target)
        if held is not None and held.seat == _seat(view):
            yield Purpose("returns", cards=(target,), seat=held.seat)
        elif held is not None and (effect.freezes or effect.to_deck):
            yield Purpose("delays", cards=(target,), seat=held.seat)


def _swap_hands(view: View, action: Action, effect: Effect) -> Purposes:
    victim = _victim(view, action)
    yield Purpose("swaps", view.seats[victim].hand_size, _mine(view).hand_size - 1, seat=victim)


_BY_EFFECT: Final[dict[type[Effect], Callable[[View, Action, Any], Purposes]]] = {
    effects.ScrapPoints: _scrap_points,
    effects.ScrapRoyals: _scrap_royals,
    effects.ScrapTarget: _scrap_target,
    effects.TakeFromScrap: _fetch,
    effects.OpponentDiscards: _opponent_discards,
    effects.OpponentDraws: _opponent_draws,
    effects.DrawCards: _draw_cards,
    effects.PlayFromDeck: _play_from_deck,
    effects.SeeHands: _see_hands,
    effects.ReturnTargets: _return_targets,
    effects.SwapHands: _swap_hands,
}


# answers ------------------------------------------------------------------------------------------


def _counter(view: View, action: Action) -> Purposes:
    """Yield what a two stops, or which of the viewer's own cards it carries through."""
    if len(view.pile) > 1:
        below = view.pile[-2]
        if not _is_foe(view, below.seat):
            yield Purpose("carries", cards=below.action.cards, seat=below.seat)
            return
    if view.pile:
        yield from _prevents(view, view.pile[0])


def _prevents(view: View, played: Pending) -> Purposes:
    """Yield what an open play would do to the viewer's side."""
    effect, mine = view.effect(played.action), _mine(view)
    if isinstance(effect, effects.ScrapPoints) and mine.score:
        yield Purpose("saves", mine.score, seat=_seat(view))
    elif isinstance(effect, effects.ScrapRoyals) and mine.royals:
        yield Purpose("saves", cards=tuple(royal.card for royal in mine.royals))
    else:
        own = [card for card in played.action.targets if _is_own(view, card)]
        if own:
            yield Purpose("saves", cards=tuple(own))
        else:
            yield Purpose("denies", cards=played.action.cards, seat=played.seat)


def _is_own(view: View, card: Card) -> bool:
    held = _held(view, card)
    return held is not None and not _is_foe(view, held.seat)


def _decline(view: View, action: Action) -> Purposes:
    """Yield why a card that could answer is held back."""
    answers = [other.card for other in view.legal if other.cards]
    if not answers:
        return
    for foe in _foes(view):
        fear = [card for card in _known(view, foe) if _is_feared(view, card)]
        if fear:
            yield Purpose("holds-against", cards=(answers[0], fear[0]), seat=foe)
            return
    if view.pile and isinstance(view.effect(view.pile[0].action), effects.ScrapPoints):
        theirs = sum(view.seats[foe].score for foe in _foes(view))
        if theirs > _mine(view).score:
            yield Purpose("suits", theirs, _mine(view).score, seat=view.pile[0].seat)
    yield Purpose("holds", cards=(answers[0],))


def _is_feared(view: View, card: Card) -> bool:
    """Return whether a card could sweep the table as a one-off."""
    effect = effects.effect_of(view.ruleset, rank_of(card))
    return isinstance(effect, effects.ScrapPoints | effects.ScrapRoyals)


def _block(view: View, action: Action) -> Purposes:
    if view.pile:
        yield Purpose("saves", cards=view.pile[0].action.targets)


def _rebuff(view: View, action: Action) -> Purposes:
    if view.pile:
        played = view.pile[0]
        yield Purpose("denies", cards=played.action.cards, seat=played.seat)


# cards --------------------------------------------------------------------------------------------


def _pass(view: View, action: Action) -> Purposes:
    yield Purpose("waits")


def _take(view: View, action: Action) -> Purposes:
    yield from _use(view, action.card)


def _use(view: View, card: Card) -> Purposes:
    """Yield what a card would be good for in hand."""
    mine, rank = _mine(view), rank_of(card)
    if rank == KING:
        goal = _goal_after(view, _seat(view), 1)
        if mine.score >= goal:
            yield Purpose("wins-next", goal, cards=(card,))
        else:
            yield Purpose("nears", goal - mine.score, seat=_seat(view))
    elif NUMBERS >> card & 1 and mine.score + value_of(card) >= mine.goal:
        yield Purpose("wins-next", mine.goal, cards=(card,))
    elif rank == JACK:
        yield from _prey(view, "may-steal", None)
    elif rank == QUEEN:
        yield Purpose("guards", mine.score) if mine.score else Purpose("guards-later")
    elif NUMBERS >> card & 1:
        yield from _prey(view, "may-scuttle", card)


def _prey(view: View, kind: PurposeKind, card: Card | None) -> Purposes:
    """Yield the highest point card of an opponent that a jack could take, or a card scuttle."""
    (reach,) = scuttle_reach(view.ruleset)
    found = [
        (placed.card, foe)
        for foe in _foes(view)
        for placed in view.seats[foe].points
        if card is None or reach.beats[card] >> placed.card & 1
    ]
    if found:
        target, foe = max(found)
        yield Purpose(kind, cards=(target,), seat=foe)


def _discard(view: View, action: Action) -> Purposes:
    """Yield the best cards that stay in hand."""
    left: Sequence[Card] = [card for card in _mine(view).hand if card not in action.cards]
    if left:
        best = sorted(left, key=lambda card: (_wanted(view, card), card), reverse=True)
        yield Purpose("keeps", cards=tuple(best[:2]))


def _accept(view: View, action: Action) -> Purposes:
    yield Purpose("agrees")


def _reject(view: View, action: Action) -> Purposes:
    yield Purpose("plays-on")


_BY_KIND: Final[dict[Kind, Callable[[View, Action], Purposes]]] = {
    Kind.PASS: _pass,
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: _jack,
    Kind.JOKER: _joker,
    Kind.ONE_OFF: _one_off,
    Kind.COUNTER: _counter,
    Kind.BLOCK: _block,
    Kind.REBUFF: _rebuff,
    Kind.DECLINE: _decline,
    Kind.TAKE: _take,
    Kind.DISCARD: _discard,
    Kind.ACCEPT: _accept,
    Kind.REJECT: _reject,
}
