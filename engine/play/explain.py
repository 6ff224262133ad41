"""Say why an action cannot be done now, as data; the app puts it into words.

`explain` asks `legal_actions` first and never judges by itself what is legal: it only finds the
first thing that stands in the way of an action that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from engine.actions import Action, Kind
from engine.cards import NINES, NUMBERS, QUEENS, TENS, TWOS, CardSet, members, set_of
from engine.play.explain_targets import (
    attachment,
    not_at_hand,
    not_hostile,
    not_one_card,
    not_one_target,
    one_off,
)
from engine.play.legal import legal_actions, standing_actions
from engine.play.observe import determinize
from engine.play.position import Position
from engine.play.refusal import Reason, Refusal
from engine.play.view import Ask, View


def explain(view: View, action: Action) -> Refusal | None:
    """Say why the view's seat may not do something now; None if it may."""
    p = _guess(view)
    seat = -1 if view.viewer is None else view.viewer
    if action in view.legal or (seat >= 0 and action in standing_actions(p, seat)):
        return None
    return next(_reasons(p, seat, action))


@lru_cache(maxsize=8)
def _guess(view: View) -> Position:
    """Build a position that looks like the view; what is hidden does not matter here."""
    return determinize(view, b"")


def _reasons(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Go through what may stand in the way, the plainest first."""
    if p.outcome is not None:
        yield Refusal(Reason.GAME_OVER)
    if action.kind in _STANDING:
        yield Refusal(Reason.OFFERS_OFF)
    asked = p.prompt.seats[0] if p.prompt.seats else -1
    if seat != asked:
        yield Refusal(Reason.NOT_ASKED, seat=asked)
    if p.prompt.ask not in _ASKS[action.kind]:
        yield Refusal(Reason.OTHER_QUESTION)
    yield from _WHY[action.kind](p, seat, action)
    yield Refusal(Reason.NO_AIM)


_STANDING: Final = (Kind.CONCEDE, Kind.OFFER, Kind.RETRACT, Kind.LEAVE, Kind.RETURN)
_TURN: Final = (Ask.PLAY, Ask.SEVEN)
_RESPONSES: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)


def _draw(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        yield Refusal(Reason.OTHER_QUESTION)
    if not p.deck:
        yield Refusal(Reason.DECK_EMPTY)
    if p.hands[seat].bit_count() >= p.rules.draw_limit:
        yield Refusal(Reason.HAND_FULL, number=p.rules.draw_limit)


def _pass(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        yield Refusal(Reason.OTHER_QUESTION)
    yield Refusal(Reason.DECK_LEFT if p.deck else Reason.PLAYS_LEFT)


def _points(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from not_one_card(action)
    yield from not_at_hand(p, seat, action.card)
    if not NUMBERS >> action.card & 1:
        yield Refusal(Reason.NOT_A_NUMBER)


def _scuttle(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _points(p, seat, action)
    yield from not_one_target(action)
    (target,) = action.targets
    if not any(points >> target & 1 for points in p.points):
        yield Refusal(Reason.WRONG_KIND if p.controller(target) >= 0 else Reason.NOT_ON_TABLE)
    victim = p.controller(target)
    yield from not_hostile(p, seat, victim)
    if p.rules.ruleset.scuttle_queen_blocks and p.court[victim] & QUEENS:
        queens = tuple(members(p.court[victim] & QUEENS))
        yield Refusal(Reason.QUEEN_FORBIDS_SCUTTLE, by=queens, seat=victim)
    if not p.rules.beats[action.card] >> target & 1:
        yield Refusal(Reason.TOO_HIGH, by=(target,))


def _royal(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from not_one_card(action)
    yield from not_at_hand(p, seat, action.card)
    royal = any(a.kind is Kind.ROYAL for a in p.rules.plays.of(1 << action.card))
    if not royal:
        yield Refusal(Reason.NOT_FOR_THAT)
    if QUEENS >> action.card & 1:
        most = p.rules.ruleset.queen_max_per_side
        if (p.court[seat] & QUEENS).bit_count() >= most:
            yield Refusal(Reason.QUEEN_LIMIT, number=most)


_ANSWERS: Final[dict[Kind, CardSet]] = {
    Kind.COUNTER: TWOS,
    Kind.BLOCK: TENS,
    Kind.REBUFF: NINES,
}


def _respond(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from not_one_card(action)
    if not p.hands[seat] >> action.card & 1:
        yield Refusal(Reason.NOT_IN_HAND)
    if not _ANSWERS[action.kind] >> action.card & 1:
        yield Refusal(Reason.WRONG_ANSWER)
    if p.prompt.idle:
        yield Refusal(Reason.SHIELDED)
    if p.frozen[seat] >> action.card & 1:
        yield Refusal(Reason.FROZEN, by=(action.card,))


def _take(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from not_one_card(action)
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


_ASKS: Final[dict[Kind, tuple[Ask, ...]]] = {
    Kind.DRAW: _TURN,
    Kind.PASS: _TURN,
    Kind.POINTS: _TURN,
    Kind.SCUTTLE: _TURN,
    Kind.ROYAL: _TURN,
    Kind.JACK: _TURN,
    Kind.JOKER: _TURN,
    Kind.ONE_OFF: _TURN,
    Kind.COUNTER: (Ask.COUNTER,),
    Kind.BLOCK: (Ask.BLOCK,),
    Kind.REBUFF: (Ask.REBUFF,),
    Kind.DECLINE: _RESPONSES,
    Kind.TAKE: (Ask.FETCH,),
    Kind.DISCARD: (Ask.GIVE, Ask.PAY, Ask.LIMIT, Ask.SEVEN),
    Kind.ACCEPT: (Ask.OFFER,),
    Kind.REJECT: (Ask.OFFER,),
}
_WHY: Final[dict[Kind, Callable[[Position, int, Action], Iterator[Refusal]]]] = {
    Kind.DRAW: _draw,
    Kind.PASS: _pass,
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: attachment,
    Kind.JOKER: attachment,
    Kind.ONE_OFF: one_off,
    Kind.COUNTER: _respond,
    Kind.BLOCK: _respond,
    Kind.REBUFF: _respond,
    Kind.DECLINE: _plain,
    Kind.TAKE: _take,
    Kind.DISCARD: _discard,
    Kind.ACCEPT: _plain,
    Kind.REJECT: _plain,
}
