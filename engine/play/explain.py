"""Explain why an action is illegal now, as data; the app puts it into words.

`explain` never decides what is legal: it finds the first obstacle to an action that is not among
`legal_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from engine.actions import OUT_OF_TURN, Action, Kind
from engine.cards import JACKS, JOKERS, NUMBERS, QUEENS, Card, members, rank_of, set_of
from engine.errors import built_anew
from engine.play.legal import RESPONSE_CARDS, legal_actions, standing_actions
from engine.play.observe import determinize
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, Ask, View
from engine.rules.effects import AIMED, Needs, Reach, Shield


class Reason(Enum):
    """An obstacle to an action."""

    GAME_OVER = auto()
    NOT_ASKED = auto()
    """Another seat is asked (`Refusal.seat`)."""
    OTHER_QUESTION = auto()
    """Something else is asked of this seat now."""
    NOT_IN_HAND = auto()
    NOT_SHOWN = auto()
    """Only a card turned up by the seven may be played."""
    NOT_IN_SCRAP = auto()
    FROZEN = auto()
    NOT_A_NUMBER = auto()
    """Only number cards can be played for points or scuttle."""
    NOT_FOR_THAT = auto()
    """The rules have no such play of this card."""
    DECK_EMPTY = auto()
    DECK_LEFT = auto()
    """Passing needs an empty deck."""
    HAND_FULL = auto()
    """No drawing at the hand limit."""
    PLAYS_LEFT = auto()
    """Passing needs a seat without another legal action."""
    NO_TARGET = auto()
    """Nothing on the table can be targeted."""
    NOT_ON_TABLE = auto()
    NOT_HOSTILE = auto()
    """Only an opponent's cards may be targeted."""
    WRONG_KIND = auto()
    """This card cannot target that kind of card."""
    COVERED = auto()
    """A queen protects it (`Refusal.by`)."""
    BURIED = auto()
    """Another jack or joker is on top of it (`Refusal.by`)."""
    TOO_HIGH = auto()
    """A scuttle needs the higher card."""
    QUEEN_FORBIDS_SCUTTLE = auto()
    QUEEN_LIMIT = auto()
    SCRAP_EMPTY = auto()
    """The scrap holds nothing that may be taken."""
    THREE_BARRED = auto()
    """No three takes a three."""
    NO_VICTIM = auto()
    """No opponent holds a card, or the named opponent does not."""
    NEEDS_TARGET = auto()
    """A target must be named."""
    NO_AIM = auto()
    """It is played without a target or a named seat."""
    TWO_TARGETS = auto()
    """Two cards must be named."""
    ON_ONE_ANOTHER = auto()
    """Either card is in the stack of the other."""
    WRONG_SEAT = auto()
    """The card cannot go to that seat, or that seat cannot be named."""
    WRONG_ANSWER = auto()
    """The card has the wrong rank for this response."""
    SHIELDED = auto()
    """A queen of the top card's player forbids it."""
    WRONG_COUNT = auto()
    """Another number of cards is owed (`Refusal.number`)."""
    MUST_PLAY = auto()
    """A card turned up by the seven can be played, so none may be scrapped."""
    OFFERS_OFF = auto()
    """These rules have no offers of a stalemate, or nobody is there to accept one."""
    OFFERED = auto()
    """A stalemate was offered in this turn already."""
    OFFER_LATER = auto()
    """A stalemate is offered between plays, not while a question waits."""
    NOT_STANDING = auto()
    """There is nothing to concede again, to retract, to leave or to come back to."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is illegal."""

    reason: Reason
    by: tuple[Card, ...] = ()
    """The cards that prevent the action."""
    seat: int = -1
    """The seat concerned."""
    number: int = 0
    """The number concerned."""


built_anew(Refusal)


def explain(view: View, action: Action) -> Refusal | None:
    """Return why an action is illegal for the view's seat now; None if it is legal."""
    p = _guess(view)
    seat = -1 if view.viewer is None else view.viewer
    if action in view.legal or (seat >= 0 and action in standing_actions(p, seat)):
        return None
    return next(_reasons(p, seat, action))


@lru_cache(maxsize=8)
def _guess(view: View) -> Position:
    """Build a position that looks like the view; hidden cards do not matter here."""
    return determinize(view, b"")


def _reasons(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Yield the obstacles to an action, the plainest first."""
    if p.outcome is not None:
        yield Refusal(Reason.GAME_OVER)
    if action.kind in OUT_OF_TURN:
        yield Refusal(_why_not_standing(p, action.kind))
    asked = p.prompt.seats[0] if p.prompt.seats else -1
    if seat != asked:
        yield Refusal(Reason.NOT_ASKED, seat=asked)
    asks, objections = _RULES[action.kind]
    if p.prompt.ask not in asks:
        yield Refusal(Reason.OTHER_QUESTION)
    yield from objections(p, seat, action)
    yield Refusal(Reason.NO_AIM)


def _why_not_standing(p: Position, kind: Kind) -> Reason:
    """Return why an action that needs no turn cannot be played."""
    if kind is not Kind.OFFER:
        return Reason.NOT_STANDING
    if p.rules.ruleset.stalemate_offer and p.offerer >= 0:
        return Reason.OFFERED
    if p.rules.ruleset.stalemate_offer and p.prompt.ask is not Ask.PLAY:
        return Reason.OFFER_LATER
    return Reason.OFFERS_OFF


_TURN: Final = (Ask.PLAY, Ask.SEVEN)


def _draw(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if not p.deck:
        yield Refusal(Reason.DECK_EMPTY)
    if p.hands[seat].bit_count() >= p.rules.draw_limit:
        yield Refusal(Reason.HAND_FULL, number=p.rules.draw_limit)


def _points(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_at_hand(p, seat, action)
    if not NUMBERS >> action.card & 1:
        yield Refusal(Reason.NOT_A_NUMBER)


def _scuttle(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _points(p, seat, action)
    yield from _one_target(p, seat, action, p.rules.scuttle)


def _takeover(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_at_hand(p, seat, action)
    jack = action.kind is Kind.JACK
    reaches = p.rules.jack if jack else p.rules.joker
    if not reaches or not (JACKS if jack else JOKERS) >> action.card & 1:
        yield Refusal(Reason.NOT_FOR_THAT)
    yield from _one_target(p, seat, action, reaches)
    yield Refusal(Reason.WRONG_SEAT, seat=action.seat)


def _royal(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_at_hand(p, seat, action)
    royal = any(a.kind is Kind.ROYAL for a in p.rules.plays.of(1 << action.card))
    if not royal:
        yield Refusal(Reason.NOT_FOR_THAT)
    if QUEENS >> action.card & 1:
        most = p.rules.ruleset.queen_max_per_side
        if (p.royals[seat] & QUEENS).bit_count() >= most:
            yield Refusal(Reason.QUEEN_LIMIT, number=most)


def _respond(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_one_card(action)
    if not p.hands[seat] >> action.card & 1:
        yield Refusal(Reason.NOT_IN_HAND)
    if not RESPONSE_CARDS[action.kind] >> action.card & 1:
        yield Refusal(Reason.WRONG_ANSWER)
    if p.prompt.idle:
        yield Refusal(Reason.SHIELDED)
    if p.frozen[seat] >> action.card & 1:
        yield Refusal(Reason.FROZEN, by=(action.card,))


def _take(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_one_card(action)
    if action.card not in p.scrap:
        yield Refusal(Reason.NOT_IN_SCRAP)
    if p.rules.three_barred >> action.card & 1:
        yield Refusal(Reason.THREE_BARRED)


def _discard(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        if set_of(action.cards) & ~set_of(p.shown()):
            yield Refusal(Reason.NOT_SHOWN)
        if all(a.kind is not Kind.DISCARD for a in legal_actions(p)):
            yield Refusal(Reason.MUST_PLAY)
        yield Refusal(Reason.WRONG_COUNT, number=1)
    if set_of(action.cards) & ~p.hands[seat]:
        yield Refusal(Reason.NOT_IN_HAND)
    yield Refusal(Reason.WRONG_COUNT, number=p.prompt.owed)


def _plain(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield Refusal(Reason.NO_AIM)


# Objections to cards and targets -----------------------------------------------------------------


def _not_at_hand(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Object to a card that cannot be played now because of its place."""
    yield from _not_one_card(action)
    card = action.card
    bit = 1 << card
    if p.prompt.ask is Ask.SEVEN:
        if card not in p.shown():
            yield Refusal(Reason.NOT_SHOWN)
    elif not p.hands[seat] & bit:
        yield Refusal(Reason.NOT_IN_HAND)
    elif p.prompt.ask is Ask.PLAY and p.frozen[seat] & bit:
        yield Refusal(Reason.FROZEN, by=(card,))


def _not_one_card(action: Action) -> Iterator[Refusal]:
    if len(action.cards) != 1:
        yield Refusal(Reason.WRONG_COUNT, number=1)


def _no_target(
    p: Position, seat: int, action: Action, reaches: tuple[Reach, ...]
) -> Iterator[Refusal]:
    """Object to naming no target: there is none, or it must be named."""
    if not action.targets:
        there = p.targets(p.rules.sides(seat, reaches))
        yield Refusal(Reason.NEEDS_TARGET if there else Reason.NO_TARGET)


def _one_target(
    p: Position, seat: int, action: Action, reaches: tuple[Reach, ...]
) -> Iterator[Refusal]:
    yield from _no_target(p, seat, action, reaches)
    if len(action.targets) != 1:
        yield Refusal(Reason.NEEDS_TARGET)
    yield from _out_of_reach(p, seat, action.card, action.targets[0], reaches)


def _out_of_reach(
    p: Position, seat: int, card: Card, target: Card, reaches: tuple[Reach, ...]
) -> Iterator[Refusal]:
    """Object to a target: not there, not of that kind, on the wrong side, guarded, too high."""
    controller = p.controller(target)
    if controller < 0:
        yield Refusal(Reason.NOT_ON_TABLE)
    fitting = [reach for reach in reaches if _is_of_kind(p, target, reach)]
    if not fitting:
        yield Refusal(Reason.WRONG_KIND)
    reach = max(fitting, key=lambda reach: reach.sides)
    if controller not in p.rules.whose[reach.sides][seat]:
        yield Refusal(Reason.NOT_HOSTILE, seat=controller)
    host = p.host(target)
    if host is not None and not p.attached(controller) >> target & 1:
        yield Refusal(Reason.BURIED, by=(p.stacks[host][-1],))
    if controller in p.rules.foes[seat] and p.shielded(controller, reach.shield) >> target & 1:
        queens = tuple(members(p.royals[controller] & QUEENS))
        yield Refusal(_SHIELDED_BY[reach.shield], by=queens, seat=controller)
    if not reach.beats[card] >> target & 1:
        yield Refusal(Reason.TOO_HIGH, by=(target,))


_SHIELDED_BY: Final = {
    Shield.COVERED_CARDS: Reason.COVERED,
    Shield.WHOLE_SIDE: Reason.QUEEN_FORBIDS_SCUTTLE,
}


def _is_of_kind(p: Position, target: Card, reach: Reach) -> bool:
    bit = 1 << target
    if any(points & bit for points in p.points):
        return reach.mask.points != 0
    if any(royals & bit for royals in p.royals):
        return reach.mask.royals & bit != 0
    holds_royal = p.holders_of_royals() & bit
    return reach.mask.attached & bit != 0 and (reach.holders_of_royals or not holds_royal)


# One-offs ----------------------------------------------------------------------------------------


def _one_off(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _not_at_hand(p, seat, action)
    rank = rank_of(action.card)
    if p.rules.effects[rank] is None:
        yield Refusal(Reason.NOT_FOR_THAT)
    needs = Needs(p.rules.needs[rank])
    left = len(p.deck) - (p.prompt.ask is Ask.SEVEN)
    if needs is Needs.DECK and not left:
        yield Refusal(Reason.DECK_EMPTY)
    if needs is Needs.SCRAP:
        if action.targets or action.seat >= 0:
            yield Refusal(Reason.NO_AIM)
        yield Refusal(Reason.SCRAP_EMPTY)
    if needs in (Needs.TARGET, Needs.TWO_TARGETS):
        reaches = p.rules.reaches[rank]
        yield from _no_target(p, seat, action, reaches)
        for target in action.targets:
            yield from _out_of_reach(p, seat, action.card, target, reaches)
        if len(action.targets) == 2 and p.on_one_another(action.targets):
            yield Refusal(Reason.ON_ONE_ANOTHER)
        if action.seat < 0:
            yield Refusal(Reason.TWO_TARGETS)
    elif needs in AIMED:
        yield from _victim(p, seat, action, left, needs)


def _victim(p: Position, seat: int, action: Action, left: int, needs: Needs) -> Iterator[Refusal]:
    """Object to the opponent that a one-off names, or has to name."""
    if action.targets:
        yield Refusal(Reason.NO_AIM)
    if needs is Needs.OPPONENT_WHO_DRAWS and not left:
        yield Refusal(Reason.DECK_EMPTY)
    if p.rules.seats > 2 and action.seat not in p.rules.foes[seat]:
        yield Refusal(Reason.WRONG_SEAT, seat=action.seat)
    if p.rules.seats == 2 and action.seat >= 0:
        yield Refusal(Reason.NO_AIM)
    yield Refusal(Reason.NO_VICTIM, seat=action.seat)


_Objections = Callable[[Position, int, Action], Iterable[Refusal]]
_RULES: Final[dict[Kind, tuple[tuple[Ask, ...], _Objections]]] = {
    Kind.DRAW: ((Ask.PLAY,), _draw),
    Kind.PASS: (
        (Ask.PLAY,),
        lambda p, seat, action: [Refusal(Reason.DECK_LEFT if p.deck else Reason.PLAYS_LEFT)],
    ),
    Kind.POINTS: (_TURN, _points),
    Kind.SCUTTLE: (_TURN, _scuttle),
    Kind.ROYAL: (_TURN, _royal),
    Kind.JACK: (_TURN, _takeover),
    Kind.JOKER: (_TURN, _takeover),
    Kind.ONE_OFF: (_TURN, _one_off),
    Kind.COUNTER: ((Ask.COUNTER,), _respond),
    Kind.BLOCK: ((Ask.BLOCK,), _respond),
    Kind.REBUFF: ((Ask.REBUFF,), _respond),
    Kind.DECLINE: (RESPONSE_ASKS, _plain),
    Kind.TAKE: ((Ask.FETCH,), _take),
    Kind.DISCARD: ((Ask.GIVE, Ask.PAY, Ask.LIMIT, Ask.SEVEN), _discard),
    Kind.ACCEPT: ((Ask.OFFER,), _plain),
    Kind.REJECT: ((Ask.OFFER,), _plain),
}
"""For each kind of action, the asks it answers and the objections to it."""
