"""Describe what the open play will do if nobody counters it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Words,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
)
from cuttle_tui.kit.names import CARDS, POINTS, Names, ally_of, foes_of, goal_with, kings_of
from engine.actions import Kind
from engine.cards import EIGHT, JACK, KING, QUEEN, Card, points_of, rank_of, set_of, value_of
from engine.play.view import RESPONSE_ASKS, Pending, Placed, View
from engine.rules import effects

_ROOM: Final = 64
"""Width of the bar's sentence at 80 columns."""
_CLOSE: Final = 45
"""That at 60, where a second row would take the place of who can counter."""


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
    effect = view.open_effect
    if isinstance(effect, effects.ScrapPoints):
        return frozenset(placed.card for side in view.seats for placed in side.points)
    if isinstance(effect, effects.ScrapRoyals):
        royals = {placed.card for side in view.seats for placed in side.royals}
        jacks = {jack for side in view.seats for placed in side.points for jack in placed.stack}
        return frozenset(royals | jacks)
    return frozenset(action.targets)


def fate_of(view: View, placed: Placed, seat: int) -> Words:
    """Say in a word what the open play does to a card that lies before a seat, or to its jacks.

    Nothing is said of one that keeps some, or that stays where it is without them.
    """
    lost = lost_cards(view)
    if placed.card not in lost:
        freed = placed.owner not in (None, seat) and lost.issuperset(placed.stack)
        return _BACK if freed else ""
    if view.pile[0].action.kind in (Kind.JACK, Kind.JOKER):
        return _TAKEN
    return _BACK if isinstance(view.open_effect, effects.ReturnTargets) else _LOST


_LOST: Final = C_("what happens to a card, on it", "lost")
_BACK: Final = C_("what happens to a card, on it", "back")
_TAKEN: Final = C_("what happens to a card, on it", "taken")


class _Losses(NamedTuple):
    """Cards lost by the reader and by the partner."""

    mine: Sequence[Card]
    allied: Sequence[Card]


def sweep_line(view: View, seat: int, card: Card, names: Names) -> Sentence:
    """Word what an ace or six takes, shortened until it fits."""
    ally = ally_of(view, seat)
    losses = _Losses(_losses(view, seat), [] if ally is None else _losses(view, ally))
    if not any(losses):
        return tell("{card} costs you nothing", card=card_span(card))
    sides = [seat] if ally is None else [seat, ally]
    partner, room = "" if ally is None else names.who(ally), _CLOSE if all(losses) else _ROOM
    told = SILENCE
    for given in (*(_given_back(view, sides, whose) for whose in (names, None)), SILENCE):
        for most in _MOST:
            told = _with_what_follows(view, _taken(card, losses, most, partner), losses, given)
            if cells_of(told) <= room:
                return told
    return told


def brief_sweep_line(view: View, seat: int) -> Sentence:
    """Count what an ace or six takes from the reader and the partner; silence of other plays."""
    ally = ally_of(view, seat)
    if ally is None or len(view.pile) != 1:
        return SILENCE
    mine, allied = _losses(view, seat), _losses(view, ally)
    if not (mine and allied):
        return SILENCE
    lost = counted(len(mine) + len(allied), CARDS)
    return tell(
        "{card} takes your team's {cards}", card=card_span(view.pile[0].action.card), cards=lost
    )


def foe_losses_line(view: View, seat: int, names: Names) -> Sentence:
    """Say what an ace or six costs the opponent, and what comes back from there; for two seats."""
    effect = view.open_effect
    if len(view.seats) > _TWO_SEATS or len(view.pile) != 1:
        return SILENCE
    if not isinstance(effect, effects.ScrapPoints | effects.ScrapRoyals):
        return SILENCE
    foe = foes_of(view, seat)[0]
    lost = _losses(view, foe)
    jacks = [card for card in lost if rank_of(card) == JACK]
    named: list[Sentence] = [say(card_span(card)) for card in lost if card not in jacks]
    if isinstance(effect, effects.ScrapPoints):
        named = [say(counted(points_of(set_of(lost)), POINTS))] if lost else []
    elif jacks:
        named.append(say(counted(len(jacks), _JACKS)))
    if not named:
        return SILENCE
    told = names.by(foe, *_LOSES, cards=listing(named))
    back = [placed.card for placed in view.seats[foe].points if placed.owner == seat]
    if jacks and back:
        return tell("{loses}, and you get back {cards}", loses=told, cards=cards(back, most=2))
    return told


_LOSES: Final = (N_("you lose {cards}"), N_("{who} loses {cards}"))
_JACKS: Final = Plural("{n} jack", "{n} jacks")
_MOST: Final = ((3, 3), (2, 2), (2, 0), (0, 0))
"""Maximum numbers of cards named, of the reader and of the partner, from long to short."""


def cells_of(sentence: Sentence) -> int:
    """Count the cells of a sentence; a ten is drawn with three."""
    return sum(len(text) + (role == "card" and text[0] == "T") for text, role in sentence)


def _losses(view: View, seat: int) -> list[Card]:
    lost, side = lost_cards(view), view.seats[seat]
    placed = (*side.points, *side.royals)
    return [card for host in placed for card in (host.card, *host.stack) if card in lost]


def _taken(card: Card, losses: _Losses, most: tuple[int, int], partner: str) -> Sentence:
    mine, allied = map(_named, losses, most)
    if all(losses):
        if not _told(losses.mine, most[0]):
            mine = say(counted(len(losses.mine), _YOURS))
        word = tell("{who}'s {cards}", who=partner, cards=allied)
        if not _told(losses.allied, most[1]):
            word = say(counted(len(losses.allied), _THEIRS, who=partner))
        return tell("{card} takes {cards}, {allied}", card=card_span(card), cards=mine, allied=word)
    message = _MINE if losses.mine else _ALLYS
    return tell(message, card=card_span(card), cards=mine, allied=allied)


_YOURS: Final = Plural("{n} of yours", "{n} of yours")
_THEIRS: Final = Plural("{n} of {who}'s", "{n} of {who}'s")
_MINE: Final = N_("{card} scraps your {cards}")
_ALLYS: Final = N_("{card} scraps your partner's {allied}")


def _told(chosen: Sequence[Card], most: int) -> bool:
    """Return whether cards are named, not counted."""
    return bool(most) or len(chosen) < 2


def _named(chosen: Sequence[Card], most: int) -> Sentence:
    if _told(chosen, most):
        return cards(chosen, most=most or 1)
    return say(counted(len(chosen), CARDS))


def _with_what_follows(view: View, what: Sentence, losses: _Losses, given: Sentence) -> Sentence:
    """Add the points lost, or the new goal and the points that go back."""
    if isinstance(view.open_effect, effects.ScrapPoints):
        *others, last = [points_of(set_of(lost)) for lost in losses if lost]
        return tell(
            "{what}: {follows}",
            what=what,
            follows=listing([*map(str, others), counted(last, POINTS)]),
        )
    if not any(rank_of(card) == KING for card in losses.mine):
        return tell("{what}: {follows}", what=what, follows=given) if given else what
    goal = goal_with(view, 0)
    if given:
        return tell("{what}: goal {goal}, {follows}", what=what, goal=goal, follows=given)
    told = N_("{what}: goal {goal}") if losses.allied else _GOAL_AGAIN
    return tell(told, what=what, goal=goal)


_GOAL_AGAIN: Final = N_("{what}; goal back to {goal}")


def _given_back(view: View, sides: Sequence[int], names: Names | None) -> Sentence:
    back = [
        (placed.owner, value_of(placed.card))
        for seat in sides
        for placed in view.seats[seat].points
        if placed.owner not in (None, seat)
    ]
    points, owners = sum(value for _, value in back), {owner for owner, _ in back}
    if not back:
        return SILENCE
    (owner,) = owners if len(owners) == 1 else (None,)
    if names is None or owner in (None, names.seat):
        return say(counted(points, Plural("{n} point goes back", "{n} points go back")))
    return say(counted(points, _BACK_TO, who=names.names[owner]))


_BACK_TO: Final = Plural("{n} point goes back to {who}", "{n} points go back to {who}")


_Said = tuple[Message, Message]
"""A sentence about the reader, and about ``{who}``."""


def threat_line(view: View, seat: int, names: Names) -> Sentence:
    """Describe what happens unless the seat counters it."""
    if not view.pile:
        return tell("Counter it?")
    if len(view.pile) == 1:
        return _first_threat(view, view.pile[0], seat, names)
    top, below = view.pile[-1], view.pile[-2]
    return names.between(
        top.seat,
        below.seat,
        N_("you counter {whom}'s {below} with {card}"),
        N_("{who} counters your {below} with {card}"),
        N_("{who} counters {whom}'s {below} with {card}"),
        card=card_span(top.action.card),
        below=card_span(below.action.card),
    )


def unanswered_line(view: View, names: Names) -> Sentence:
    """Say what comes of the first play if the last of several counters stands.

    This is silence of a play alone, of which the bar says it, and where others may counter as well.
    """
    if len(view.pile) <= 1 or len(view.seats) > _TWO_SEATS:
        return SILENCE
    first = view.pile[0]
    said = _FAILS if len(view.pile) % 2 == 0 else _WORKS
    return names.by(first.seat, *said, card=card_span(first.action.card))


_TWO_SEATS: Final = 2
_FAILS: Final = (N_("let it happen: your {card} fails"), N_("let it happen: {who}'s {card} fails"))
_WORKS: Final = (N_("let it happen: your {card} works"), N_("let it happen: {who}'s {card} works"))


def _first_threat(view: View, pending: Pending, seat: int, names: Names) -> Sentence:
    action = pending.action
    if action.kind is Kind.SCUTTLE:
        return _at_cards(view, pending, _SCUTTLES, names)
    if action.kind in (Kind.JACK, Kind.JOKER):
        return _moves(view, pending, names)
    if action.kind is Kind.ROYAL:
        # describe what a royal does; for a king, the new goal and whether it wins
        card, side = pending.action.card, view.seats[pending.seat]
        if rank_of(card) != KING:
            said = _ROYALS.get(rank_of(card), _PUTS)
            return names.by(pending.seat, *said, card=card_span(card))
        goal = max(goal_with(view, kings_of(view, pending.seat) + 1), 0)
        said = _PUTS_AND_WINS if side.score >= goal else _PUTS_KING
        points = str(side.score)
        return names.by(pending.seat, *said, card=card_span(card), points=points, goal=str(goal))
    effect = view.open_effect
    if isinstance(effect, effects.ScrapPoints | effects.ScrapRoyals):
        return sweep_line(view, seat, action.card, names)
    if not action.targets:
        return _unaimed(view, pending, names)
    if isinstance(effect, effects.ReturnTargets):
        return _at_cards(view, pending, _TO_DECK if effect.to_deck else _TO_HAND, names)
    return _at_cards(view, pending, _SCRAPS, names)


_PUTS: Final = (N_("you play {card}"), N_("{who} plays {card}"))
_PUTS_KING: Final = (
    N_("you play {card} and have {points} of {goal}"),
    N_("{who} plays {card} and has {points} of {goal}"),
)
_PUTS_AND_WINS: Final = (
    N_("you play {card} and win: {points} of {goal}"),
    N_("{who} plays {card} and wins: {points} of {goal}"),
)
_ROYALS: Final = {
    EIGHT: (N_("you played {card} as glasses"), N_("{who} plays {card} as glasses")),
    QUEEN: (N_("you played {card}"), N_("{who} plays {card} to guard")),
}
_SCUTTLES: Final = (N_("{card} scuttles your {cards}"), N_("{card} scuttles {who}'s {cards}"))
_SCRAPS: Final = (N_("{card} scraps your {cards}"), N_("{card} scraps {who}'s {cards}"))
_TAKES: Final = (N_("{card} takes your {cards}"), N_("{card} takes {who}'s {cards}"))
_TO_DECK: Final = (
    N_("{card} puts your {cards} on the deck"),
    N_("{card} puts {who}'s {cards} on the deck"),
)
_TO_HAND: Final = (
    N_("{card} returns your {cards} to your hand"),
    N_("{card} returns {who}'s {cards} to hand"),
)


def _at_cards(view: View, pending: Pending, said: _Said, names: Names) -> Sentence:
    action = pending.action
    owner = owner_of(view, action.targets[0])
    return names.by(owner, *said, card=card_span(action.card), cards=cards(action.targets))


def _moves(view: View, pending: Pending, names: Names) -> Sentence:
    action = pending.action
    to = action.seat if action.seat >= 0 else pending.seat
    if to == pending.seat:
        return _at_cards(view, pending, _TAKES, names)
    return names.between(
        owner_of(view, action.targets[0]),
        to,
        N_("{card} takes your {cards} for {whom}"),
        N_("{card} takes {who}'s {cards} for you"),
        N_("{card} takes {who}'s {cards} for {whom}"),
        card=card_span(action.card),
        cards=cards(action.targets),
    )


def owner_of(view: View, card: Card) -> int:
    """Return who controls a card on the table."""
    for seat, side in enumerate(view.seats):
        if any(card in (placed.card, *placed.stack) for placed in (*side.points, *side.royals)):
            return seat
    return -1 if view.viewer is None else view.viewer


def _unaimed(view: View, pending: Pending, names: Names) -> Sentence:
    card, effect = card_span(pending.action.card), view.open_effect
    victim = pending.action.seat if pending.action.seat >= 0 else foes_of(view, pending.seat)[0]
    if isinstance(effect, effects.DrawCards):
        return _draws(view, pending, effect, names)
    if isinstance(effect, effects.OpponentDiscards):
        said = _COSTS_BY_CHANCE if effect.at_random else _COSTS
        count = min(effect.count, view.seats[victim].hand_size)
        return names.by(victim, *said, card=card, cards=counted(count, CARDS))
    if isinstance(effect, effects.OpponentDraws):
        return names.by(victim, *_DRAWS, card=card)
    if isinstance(effect, effects.SwapHands):
        return names.between(pending.seat, victim, *_EXCHANGES, card=card)
    if type(effect) in _FOR_PLAYER:
        return names.by(pending.seat, *_FOR_PLAYER[type(effect)], card=card)
    return tell("{card} works", card=card)


def _draws(view: View, pending: Pending, effect: effects.DrawCards, names: Names) -> Sentence:
    card, drawn = card_span(pending.action.card), counted(effect.count, CARDS)
    cost = min(effect.cost, view.seats[pending.seat].hand_size)
    said = _PAYS_AND_DRAWS if cost else _DRAWS_CARDS
    return names.by(pending.seat, *said, card=card, cards=drawn, cost=counted(cost, CARDS))


_FOR_PLAYER: Final[dict[type[effects.Effect | None], _Said]] = {
    effects.TakeFromScrap: (
        N_("{card} gets you a card from the scrap"),
        N_("{card} gets {who} a card from the scrap"),
    ),
    effects.PlayFromDeck: (
        N_("{card}: you play a card from the deck"),
        N_("{card}: {who} plays a card from the deck"),
    ),
    effects.SeeHands: (
        N_("{card} shows you your opponents' hands"),
        N_("{card} shows {who} the opponents' hands"),
    ),
}
_DRAWS_CARDS: Final = (N_("{card}: you draw {cards}"), N_("{card}: {who} draws {cards}"))
_PAYS_AND_DRAWS: Final = (
    N_("{card}: you discard {cost}, then draw {cards}"),
    N_("{card}: {who} discards {cost}, then draws {cards}"),
)
_COSTS: Final = (N_("{card}: you discard {cards}"), N_("{card}: {who} discards {cards}"))
_COSTS_BY_CHANCE: Final = (
    N_("{card}: you discard {cards} at random"),
    N_("{card}: {who} discards {cards} at random"),
)
_DRAWS: Final = (N_("{card} makes you draw"), N_("{card} makes {who} draw"))
_EXCHANGES: Final = (
    N_("{card} swaps your hand with {whom}'s"),
    N_("{card} swaps {who}'s hand with yours"),
    N_("{card} swaps {who}'s hand with {whom}'s"),
)
