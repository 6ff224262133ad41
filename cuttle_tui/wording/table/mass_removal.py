"""Say what an ace or a six takes from the reader's team, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, card_span, cards, listing, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted
from cuttle_tui.wording.names import CARDS, POINTS, Names, ally_of, goal_with
from engine.actions import Kind
from engine.cards import ACE, KING, SIX, Card, points_of, rank_of, set_of, value_of
from engine.play.view import RESPONSE_ASKS, View

_ROOM: Final = 64
"""Cells for the sentence of the bar at 80 columns."""


def lost_cards(view: View) -> frozenset[Card]:
    """Return the cards the open play would remove now."""
    if not view.pile or view.ask not in RESPONSE_ASKS:
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
        royals = {one.card for side in view.seats for one in side.royals}
        jacks = {jack for side in view.seats for one in side.points for jack in one.stack}
        return frozenset(royals | jacks)
    return frozenset(action.targets)


class _Losses(NamedTuple):
    """Cards lost by the reader and by the partner."""

    mine: Sequence[Card]
    allied: Sequence[Card]


def sweep_line(view: View, seat: int, card: Card, names: Names) -> Sentence:
    """Say what an ace or six takes, shortened until it fits."""
    ally = ally_of(view, seat)
    losses = _Losses(_losses(view, seat), [] if ally is None else _losses(view, ally))
    if not any(losses):
        return tell("{card} takes nothing of yours", card=card_span(card))
    sides = [seat] if ally is None else [seat, ally]
    told = SILENCE
    for given in (*(_given_back(view, sides, whose) for whose in (names, None)), SILENCE):
        for most in _MOST:
            told = _with_what_follows(view, _taken(card, losses, most), losses, given)
            if _width(told) <= _ROOM:
                return told
    return told


_MOST: Final = ((3, 3), (2, 2), (2, 0), (0, 0))
"""How many cards are named at most, of the reader and of the ally, from long to short."""


def _width(sentence: Sentence) -> int:
    """Count the cells of a sentence; a ten is drawn with three."""
    return sum(len(text) + (role == "card" and text[0] == "T") for text, role in sentence)


def _losses(view: View, seat: int) -> list[Card]:
    """List the cards of a seat that the open play would remove."""
    lost, side = lost_cards(view), view.seats[seat]
    placed = (*side.points, *side.royals)
    return [card for one in placed for card in (one.card, *one.stack) if card in lost]


def _taken(card: Card, losses: _Losses, most: tuple[int, int]) -> Sentence:
    """Say who loses which cards."""
    mine, allied = map(_named, losses, most)
    message = _BOTH if all(losses) else _MINE if losses.mine else _ALLYS
    return tell(message, card=card_span(card), cards=mine, allied=allied)


_MINE: Final = N_("{card} takes your {cards}")
_ALLYS: Final = N_("{card} takes your partner's {allied}")
_BOTH: Final = N_("{card} takes your {cards}, your partner's {allied}")


def _named(chosen: Sequence[Card], most: int) -> Sentence:
    """Name cards, or count them if there are too many."""
    if most or len(chosen) < 2:
        return cards(chosen, most=most or 1)
    return say(counted(len(chosen), CARDS))


def _with_what_follows(view: View, what: Sentence, losses: _Losses, given: Sentence) -> Sentence:
    """Add the points lost, or the new goal and the points that go back."""
    if rank_of(view.pile[0].action.card) == ACE:
        return tell("{what}: {follows}", what=what, follows=_points(losses))
    if not any(rank_of(card) == KING for card in losses.mine):
        return tell("{what}: {follows}", what=what, follows=given) if given else what
    goal = goal_with(view, 0)
    if given:
        return tell("{what}: goal {goal}, {follows}", what=what, goal=goal, follows=given)
    return tell(_GOAL_SHORT if losses.allied else _GOAL, what=what, goal=goal)


_GOAL: Final = N_("{what}; your goal is {goal} again")
_GOAL_SHORT: Final = N_("{what}: your goal is {goal}")


def _points(losses: _Losses) -> Sentence:
    """Count the points lost, for each partner."""
    *others, last = [points_of(set_of(lost)) for lost in losses if lost]
    return listing([*map(str, others), counted(last, POINTS)])


def _given_back(view: View, sides: Sequence[int], names: Names | None) -> Sentence:
    """Count the points that stolen cards take back, with names if they fit."""
    back = [
        (one.owner, value_of(one.card))
        for seat in sides
        for one in view.seats[seat].points
        if one.owner not in (None, seat)
    ]
    points, owners = sum(value for _, value in back), {owner for owner, _ in back}
    if not back:
        return SILENCE
    (owner,) = owners if len(owners) == 1 else (None,)
    if names is None or owner in (None, names.seat):
        return say(counted(points, _BACK))
    return say(counted(points, _BACK_TO, who=names.names[owner]))


_BACK: Final = Plural("{n} point goes back", "{n} points go back")
_BACK_TO: Final = Plural("{n} point goes back to {who}", "{n} points go back to {who}")
