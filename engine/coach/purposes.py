"""A purpose as data, and what points and cards, on the table and in hand, mean to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from engine.cards import JACK, KING, NUMBERS, QUEEN, RANK_LETTERS, Card, rank_of, value_of
from engine.play.view import Placed, SeatView, View
from engine.rules.effects import scuttle_reach
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
ONE_CARD: Final = 10
"""Points that a single card can bring."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """One thing that a play is for, or that speaks against it."""

    kind: PurposeKind
    number: int = 0
    """Points, cards or a goal, by the kind."""
    other: int = 0
    """The same of the player's own side, or of what the number is a part of."""
    cards: tuple[Card, ...] = ()
    seat: int = -1
    """The opponent it concerns, or the player's own seat for what happens to it."""


Purposes = Iterator[Purpose]


# what is on the table -----------------------------------------------------------------------------


class HeldCard(NamedTuple):
    """A card on the table, and who holds it."""

    seat: int
    placed: Placed


def own_seat(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def own_side(view: View) -> SeatView:
    return view.seats[own_seat(view)]


def foes_of(view: View) -> list[int]:
    """List the opponents who still play, the next in turn first."""
    me, count = own_seat(view), len(view.seats)
    around = ((me + step) % count for step in range(1, count))
    side = view.seats[me].side
    return [seat for seat in around if view.seats[seat].side != side and seat not in view.retired]


def is_foe(view: View, seat: int) -> bool:
    return view.seats[seat].side != own_side(view).side


def points_short(view: View, seat: int) -> int:
    """Return how many points a seat needs to win."""
    return max(0, view.seats[seat].goal - view.seats[seat].score)


def held_card(view: View, card: Card) -> HeldCard | None:
    """Find a card on the table, or a jack or joker on it."""
    for seat, side in enumerate(view.seats):
        for placed in (*side.points, *side.royals):
            if card == placed.card or card in placed.stack:
                return HeldCard(seat, placed)
    return None


def goal_after(view: View, seat: int, kings: int) -> int:
    """Return the goal of a seat with so many kings more or fewer; 0 if they win alone."""
    now = sum(rank_of(placed.card) == KING for placed in view.seats[seat].royals)
    goals = view.ruleset.goals
    return max(0, goals[max(0, min(now + kings, len(goals) - 1))])


def unseen(view: View, kinds: Iterable[Card]) -> list[Card]:
    """List the cards among these that may still be in a hidden hand or in the deck."""
    seen = {*view.scrap, *view.revealed, *view.pending_sevens}
    seen.update(card for pending in view.pile for card in pending.action.cards)
    for side in view.seats:
        seen.update(side.known)
        for placed in (*side.points, *side.royals):
            seen.update((placed.card, *placed.stack))
    out = view.ruleset.deck_exclude
    return [card for card in kinds if card not in seen and RANK_LETTERS[rank_of(card)] not in out]


def known_hand(view: View, seat: int) -> list[Card]:
    """List the cards that a seat could play, as far as the viewer knows its hand."""
    side = view.seats[seat]
    return [card for card in side.known if card not in side.frozen]


# gains and losses ---------------------------------------------------------------------------------


def gains(view: View, points: int, kings: int = 0) -> Purposes:
    """Yield what points, or kings, bring the viewer: the win, or so many to go."""
    goal, score = goal_after(view, own_seat(view), kings), own_side(view).score + points
    if score >= goal or (kings and view.ruleset.goals[-1] == WON and goal == 0):
        yield Purpose("wins", goal, seat=own_seat(view))
    else:
        yield Purpose("nears", goal - score, seat=own_seat(view))


def losses(view: View, seat: int, points: int) -> Purposes:
    """Yield what it means that an opponent loses points."""
    score, short = view.seats[seat].score, points_short(view, seat)
    if points <= 0 or not is_foe(view, seat):
        return
    if short <= ONE_CARD:
        yield Purpose("stops", short, seat=seat)
    if 2 * points >= score > points:
        yield Purpose("takes-half", points, score, seat=seat)
    else:
        yield Purpose("takes-all" if points == score else "takes", points, seat=seat)


def removal(view: View, card: Card) -> Purposes:
    """Yield what it means that a card leaves the table."""
    held = held_card(view, card)
    if held is None:
        return
    seat, placed = held
    if card in placed.stack:
        yield from _frees(view, seat, placed, card)
    elif not is_foe(view, seat):
        return
    elif rank_of(card) == KING:
        if points_short(view, seat) <= ONE_CARD:
            yield Purpose("stops", points_short(view, seat), seat=seat)
        yield Purpose("raises", goal_after(view, seat, -1), cards=(card,), seat=seat)
    elif rank_of(card) == QUEEN:
        yield Purpose("uncovers", cards=(card,), seat=seat)
    elif card in {royal.card for royal in view.seats[seat].royals}:
        yield Purpose("blinds", cards=(card,), seat=seat)
    else:
        yield from losses(view, seat, value_of(card))


def _frees(view: View, seat: int, placed: Placed, jack: Card) -> Purposes:
    """Yield what it means that a jack or a joker leaves the card it holds."""
    lender = placed.lenders[placed.stack.index(jack)]
    if lender == own_seat(view):
        yield Purpose("regains", cards=(placed.card,), seat=seat)
        if NUMBERS >> placed.card & 1:
            points = value_of(placed.card)
            if own_side(view).score + points >= own_side(view).goal:
                yield Purpose("wins", own_side(view).goal, seat=own_seat(view))
    if is_foe(view, seat) and rank_of(placed.card) < JACK:
        yield from losses(view, seat, value_of(placed.card))


# what a card is good for -------------------------------------------------------------------------


def uses(view: View, card: Card) -> Purposes:
    """Yield what a card would be good for in hand."""
    mine, rank = own_side(view), rank_of(card)
    if rank == KING:
        goal = goal_after(view, own_seat(view), 1)
        if mine.score >= goal:
            yield Purpose("wins-next", goal, cards=(card,))
        else:
            yield Purpose("nears", goal - mine.score, seat=own_seat(view))
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
        for foe in foes_of(view)
        for placed in view.seats[foe].points
        if card is None or reach.beats[card] >> placed.card & 1
    ]
    if found:
        target, foe = max(found)
        yield Purpose(kind, cards=(target,), seat=foe)
