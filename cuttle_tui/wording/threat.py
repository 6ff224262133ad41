"""Say what an open one-off is about to do, and to which cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.prose import Sentence, card_span, cards, say
from cuttle_tui.wording.names import Names, counted, foes_of, goal_with
from engine.actions import Kind
from engine.cards import (
    ACE,
    EIGHT,
    FIVE,
    FOUR,
    JOKER,
    KING,
    NINE,
    SEVEN,
    SIX,
    TEN,
    THREE,
    Card,
    points_of,
    rank_of,
    set_of,
)
from engine.view import Ask, Pending, View


def lost_cards(view: View) -> frozenset[Card]:
    """Give the cards on the table that the open play would take away as things stand."""
    if not view.pile or view.ask not in (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF):
        return frozenset()
    if len(view.pile) % 2 == 0:
        return frozenset()
    action = view.pile[0].action
    if action.kind in (Kind.SCUTTLE, Kind.JACK, Kind.JOKER):
        return frozenset(action.targets)
    if action.kind is not Kind.ONE_OFF:
        return frozenset()
    if rank_of(action.card) == ACE:
        return frozenset(one.card for side in view.seats for one in side.points)
    if rank_of(action.card) == SIX:
        court = {one.card for side in view.seats for one in side.court}
        jacks = {jack for side in view.seats for one in side.points for jack in one.stack}
        return frozenset(court | jacks)
    return frozenset(action.targets)


def my_losses(view: View, seat: int) -> list[Card]:
    """List the cards on a seat's side that the open play would take away."""
    lost = lost_cards(view)
    side = view.seats[seat]
    mine: list[Card] = []
    for placed in (*side.points, *side.court):
        mine.extend(card for card in (placed.card, *placed.stack) if card in lost)
    return mine


def threat_line(view: View, seat: int, names: Names) -> Sentence:
    """Say what happens if the asked seat lets it happen."""
    if not view.pile:
        return say("Answer what was played?")
    if len(view.pile) > 1:
        top, below = view.pile[-1], view.pile[-2]
        return say(
            f"{names.whose(top.seat)} ",
            card_span(top.action.card),
            " undoes ",
            f"{names.whose(below.seat)} ",
            card_span(below.action.card),
        )
    return _first_threat(view, view.pile[0], seat, names)


def _first_threat(view: View, pending: Pending, seat: int, names: Names) -> Sentence:
    action = pending.action
    card = say(card_span(action.card))
    if action.kind is Kind.SCUTTLE:
        whose = names.whose(owner_of(view, action.targets[0]))
        return say(card, f" scuttles {whose} ", cards(action.targets))
    if action.kind in (Kind.JACK, Kind.JOKER):
        return say(card, _moves(view, pending, names))
    if action.kind is Kind.ROYAL:
        return say(f"{names.who(pending.seat)} puts ", card, " on the table")
    rank = rank_of(action.card)
    if rank in (ACE, SIX):
        return _sweep(view, seat, action.card)
    if action.targets:
        return _aimed(view, pending, names)
    words = _PLAIN.get(rank)
    return say(card, words(view, pending, names) if words else " takes effect")


def _moves(view: View, pending: Pending, names: Names) -> Sentence:
    """Say which card a jack or a joker takes from whom, and for whom."""
    action = pending.action
    whose = names.whose(owner_of(view, action.targets[0]))
    to = action.seat if action.seat >= 0 else pending.seat
    end = "" if to == pending.seat else f" for {names.who(to)}"
    return say(f" takes {whose} ", cards(action.targets), end)


def _sweep(view: View, seat: int, card: Card) -> Sentence:
    mine = my_losses(view, seat)
    if not mine:
        return say(card_span(card), " takes nothing of yours")
    end = ""
    if rank_of(card) == ACE:
        points = points_of(set_of(mine))
        end = f": {points} points"
    elif any(rank_of(lost) == KING for lost in mine):
        end = f"; your goal goes back to {goal_with(view, seat, 0)}"
    return say(card_span(card), " takes your ", cards(mine, most=3), end)


def _aimed(view: View, pending: Pending, names: Names) -> Sentence:
    action = pending.action
    whose = names.whose(owner_of(view, action.targets[0]))
    verb = "sends" if rank_of(action.card) == NINE else "scraps"
    end = ""
    if rank_of(action.card) == NINE:
        end = " to the deck" if view.ruleset.nine_dest == "deckTop" else " back to the hand"
    return say(card_span(action.card), f" {verb} {whose} ", cards(action.targets), end)


def owner_of(view: View, card: Card) -> int:
    """Tell on whose side a card lies on the table."""
    for seat, side in enumerate(view.seats):
        if any(card in (one.card, *one.stack) for one in (*side.points, *side.court)):
            return seat
    return -1 if view.viewer is None else view.viewer


Words = Callable[[View, Pending, Names], str]


def _three(_view: View, pending: Pending, names: Names) -> str:
    return f" brings {names.who(pending.seat)} a card from the scrap"


def _victim(view: View, pending: Pending) -> int:
    return pending.action.seat if pending.action.seat >= 0 else foes_of(view, pending.seat)[0]


def _four(view: View, pending: Pending, names: Names) -> str:
    victim = _victim(view, pending)
    if view.ruleset.four_mode == "opponentDraws":
        return f" makes {names.who(victim)} draw"
    count = min(view.ruleset.four_count, view.seats[victim].hand_size)
    by_chance = ", by chance" if view.ruleset.four_mode == "random" else ""
    return f" costs {names.who(victim)} {counted(count, 'card')} of the hand{by_chance}"


def _five(view: View, pending: Pending, names: Names) -> str:
    return f" draws {names.who(pending.seat)} {view.ruleset.five_draw} cards"


def _seven(_view: View, pending: Pending, names: Names) -> str:
    return f" lets {names.who(pending.seat)} play a card off the deck"


def _eight(_view: View, pending: Pending, names: Names) -> str:
    return f" opens the other hands to {names.who(pending.seat)}"


def _ten(view: View, pending: Pending, names: Names) -> str:
    return f" costs {names.who(_victim(view, pending))} a card of the hand"


def _joker(view: View, pending: Pending, names: Names) -> str:
    mine, theirs = names.whose(pending.seat), names.whose(_victim(view, pending))
    return f" exchanges {mine} hand with {theirs}"


_PLAIN: Final[dict[int, Words]] = {
    THREE: _three,
    FOUR: _four,
    FIVE: _five,
    SEVEN: _seven,
    EIGHT: _eight,
    TEN: _ten,
    JOKER: _joker,
}
